import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { startApi, type TestApi } from "../support/api.ts";
import { clientOf } from "../support/client.ts";
import { killLeftOver, run, runJson } from "./program.ts";

let api: TestApi;
let folder: string;
before(async () => {
  api = await startApi();
  folder = await mkdtemp(join(tmpdir(), "accord-events-"));
});
after(async () => {
  killLeftOver();
  await rm(folder, { recursive: true });
  await api.close();
});

test("events of a file are recorded once however often it is imported; rejected rows do not delay others", async () => {
  const client = clientOf(api, api.merchants.A);
  const { merchantId } = api.merchants.A;
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Northwind" });
  const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", { name: "Calls" });
  const header = "value,idempotencyKey,customerId,eventTypeId,datetime,differentiator";
  const row = (index: number, value = "1.50") =>
    `${value},key-${index},${customerId},${eventTypeId},2026-01-10T00:00:00Z,${index % 2 === 0 ? '"a,b"' : ""}`;
  const rows = Array.from({ length: 1_200 }, (_, index) => row(index));
  const path = join(folder, "events.csv");
  const importing = ["events", "import", path, "--merchant", merchantId];
  const environment = { DATABASE_URL: api.connectionString };

  // What an earlier run that was cut short has recorded.
  await writeFile(path, [header, ...rows.slice(0, 700)].join("\n"));
  assert.equal((await runJson(importing, environment)).created, 700);

  await writeFile(path, [header, ...rows, row(3, "2"), row(9_999, "many"), row(9_998, "")].join("\n"));
  const { code, stdout } = await run([...importing, "--json"], environment);
  const { refused, ...counts } = JSON.parse(stdout);
  assert.deepEqual([code, counts], [1, { rows: 1_203, created: 500, duplicates: 700, failed: 3 }]);
  assert.deepEqual(
    refused.map(({ line, key }: { line: number; key: string }) => [line, key]),
    [
      [1_202, "key-3"],
      [1_203, "key-9999"],
      [1_204, "key-9998"],
    ],
  );
  const { totalItems } = await client.ok("GET", `/v3/events?filter=${encodeURIComponent('differentiator:eq:"a,b"')}`);
  assert.equal(totalItems, 600);

  await writeFile(path, [header, row(20_000), row(20_001), `1.50,"key-20002`].join("\n"));
  const broken = await run(importing, environment);
  assert.match(broken.stderr, /cannot be read beyond line/);
  await writeFile(path, [header, row(20_000), row(20_001)].join("\n"));
  const { duplicates } = await runJson(importing, environment);
  assert.equal(duplicates, 2, "rows before the place where the file breaks off were recorded");

  await writeFile(path, "idempotencyKey,customer\n1,2\n");
  const unknown = await run(importing, environment);
  assert.deepEqual([unknown.code, unknown.stdout], [2, ""]);
  assert.match(unknown.stderr, /no column customerId, eventTypeId, datetime/);
});
