import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pg from "pg";
import type { Json } from "../support/api.ts";
import { obligationBody } from "../support/client.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { passes } from "../support/filter-reference.ts";
import { killLeftOver, runJson, type Serving, serve } from "./program.ts";

let database: TestDatabase;
let environment: Record<string, string>;
let key: string;
before(async () => {
  database = await createTestDatabase();
  environment = { DATABASE_URL: database.connectionString, ACCORD_DEMO: "off" };
  key = (await runJson(["merchant", "create", "--name", "Zones", "--sandbox"], environment)).writeKey;
});
after(async () => {
  killLeftOver();
  await database.drop();
});

async function asOwner(statement: string, values: readonly unknown[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  try {
    await client.query(statement, [...values]);
  } finally {
    await client.end();
  }
}

async function call({ url }: Serving, method: string, path: string, body?: object): Promise<Json> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: key, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answered: Json = await answer.json();
  assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answered)}`);
  return answered.payload;
}

// The clocks of Europe change on this day; every contract is named after its moment.
const day = "2026-03-29";
const moments = [
  "2026-03-28T23:59:59.999Z",
  "2026-03-29T00:00:00.000Z",
  "2026-03-29T00:00:00.001Z",
  "2026-03-29T23:59:59.999Z",
  "2026-03-30T00:00:00.000Z",
];
// Records keep milliseconds; a filter may be finer.
const operands = [
  day,
  ...moments,
  "2026-03-28T23:59:59.999999Z",
  "2026-03-29T00:00:00.000001Z",
  "2026-03-29T14:00:00+14:00",
];
const rules = ["eq", "neq", "gt", "gte", "lt", "lte"];

test("DAT-2: filters, schedules and revenue do not depend on the time zones of process and database", async () => {
  const first = await serve(environment);
  for (const name of moments) {
    const { id } = await call(first, "POST", "/v3/contracts", { name });
    await asOwner("update contract set created_at = $1 where id = $2", [name, id]);
  }
  const contract = await call(first, "POST", "/v3/contracts", { name: "Priced" });
  const dates = {
    serviceStartDate: "2026-03-29",
    serviceEndDate: "2027-03-28",
    recognitionPattern: "STRAIGHT_LINE_DAILY",
  };
  const schedule = { startDate: "2026-03-29", endDate: "2027-03-28", interval: "MONTH" };
  await call(first, "POST", `/v3/contracts/${contract.id}/obligations`, obligationBody(dates, schedule));
  await first.end();

  const filters = rules.flatMap((rule) => operands.map((operand) => ({ rule, operand })));
  const answers: Json[][] = [];
  for (const zone of ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
    const name = new URL(database.connectionString).pathname.slice(1);
    await asOwner(`alter database ${name} set timezone = '${zone}'`);
    const server = await serve({ ...environment, TZ: zone, PGTZ: zone });
    const found: Json[] = [];
    for (const { rule, operand } of filters) {
      const filter = encodeURIComponent(`name:like:2026,createdAt:${rule}:${operand}`);
      const { data } = await call(server, "GET", `/v3/contracts?filter=${filter}`);
      const names: string[] = data.map((row: Json) => row.name);
      const expected = moments.filter((moment) => passes("moment", rule, [moment], [operand]));
      assert.deepEqual(names.toReversed(), expected, `${zone} ${rule} ${operand}`);
      found.push(data);
    }
    found.push(await call(server, "GET", `/v3/contracts/${contract.id}`));
    found.push(await call(server, "GET", `/v3/contracts/${contract.id}/obligations`));
    found.push(await call(server, "GET", `/v3/contracts/${contract.id}/invoice-schedule`));
    found.push(await call(server, "GET", "/v3/revenue-schedules?limit=1000"));
    assert.equal(await server.end(), 0);
    answers.push(found);
  }
  assert.equal(answers[0]?.at(-2).data[0].issueDate, day);
  for (const others of answers.slice(1)) assert.deepEqual(others, answers[0]);
});
