import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { prepareDatabase } from "../../src/app.ts";
import { openEmbedded } from "../../src/platform/db/embedded.ts";
import { hourlyQueueName, openBoss } from "../../src/platform/jobs/queue.ts";
import { silentLog } from "../../src/platform/log.ts";
import { killLeftOver, run, runJson, serve } from "../cli/program.ts";
import type { Json } from "../support/api.ts";
import { temporaryDataDirectory } from "../support/data-directory.ts";
import { disposeOnSignal } from "../support/dispose-on-signal.ts";

// The clock of a program steps back and forth while a live merchant makes deals, bills and closes (behaviour CLK-1): by an hour at the end of a
// month, by a day, by forty days, and ten years back and ahead. Its PostgreSQL keeps the time of the machine, which is another one all along. After each
// step no period is billed twice, no month is closed twice, and doctor finds nothing:
//
//   npm run test:clock

const deal = (name: string) => ({
  ...{ name, customer: { name: `Customer of ${name}` }, approve: true },
  obligations: [obligation("2026-01-01")],
});

const obligation = (startDate: string) => ({
  ...{ serviceStartDate: startDate, serviceEndDate: "2026-12-31" },
  billingSchedule: {
    ...{ name: `From ${startDate} ${randomUUID()}`, startDate, endDate: "2026-12-31", interval: "MONTH" },
    ...{ invoiceDateStrategy: "FIRST_OF_PERIOD", billingType: "FLAT" },
    pricing: [{ amount: "100.00", amountType: "TOTAL_INVOICE" }],
  },
});

/**
 * Where the clock stands one after the other, and how many invoices a new deal from January on has then. January is closed at the second step: from
 * then on it is never earlier than the first of February for what is dated.
 */
const steps = [
  { to: "2026-01-31T23:30:00Z", invoices: 1 },
  { to: "2026-02-01T00:30:00Z", invoices: 2 },
  { to: "2026-01-31T23:30:00Z", invoices: 2 },
  { to: "2026-02-01T23:30:00Z", invoices: 2 },
  { to: "2026-01-31T22:00:00Z", invoices: 2 },
  { to: "2026-02-02T12:00:00Z", invoices: 2 },
  { to: "2016-02-02T12:00:00Z", invoices: 2 },
  { to: "2026-02-03T12:00:00Z", invoices: 2 },
  { to: "2026-03-15T12:00:00Z", invoices: 3 },
  { to: "2026-02-03T13:00:00Z", invoices: 2 },
  { to: "2036-02-03T12:00:00Z", invoices: 12 },
  { to: "2026-02-03T14:00:00Z", invoices: 2 },
] as const;

/** @throws AssertionError where something is billed or closed twice, or an invariant does not hold */
export async function moveClock(print: (line: string) => void): Promise<void> {
  await using opened = new AsyncDisposableStack();
  disposeOnSignal(opened);
  const directory = await temporaryDataDirectory();
  opened.defer(directory.remove);
  const file = `${directory.path}.clock`;
  const standAt = async (moment: string) => {
    const milliseconds = Temporal.Instant.from(moment).epochMilliseconds - Date.now();
    await writeFile(`${file}.new`, String(milliseconds));
    await rename(`${file}.new`, file);
  };
  await standAt(steps[0].to);
  const log = { info: () => undefined, warn: () => undefined };
  const { connectionString, close } = await openEmbedded({ dataDirectory: directory.path, purpose: "serve", log });
  opened.defer(close);
  await prepareDatabase(connectionString, silentLog());
  const boss = openBoss({ connectionString, maintains: false, onError: () => undefined });
  await boss.start();
  opened.defer(() => boss.stop({ graceful: false }));
  const environment = {
    ...{ DATABASE_URL: connectionString, ACCORD_DEMO: "off", ACCORD_RATE_LIMIT: "0", LOG_LEVEL: "error" },
    ...{ ACCORD_TEST_CLOCK_FILE: file, NODE_OPTIONS: `--import=${join(import.meta.dirname, "moved-clock.ts")}` },
  };
  const server = await serve(environment);
  opened.defer(async () => void (server.hasEnded() || (await server.end("SIGTERM"))));
  const key: string = (await runJson(["merchant", "create", "--name", "In a strange time"], environment)).writeKey;
  const ask = async (method: string, path: string, body?: object): Promise<{ status: number; body: Json }> => {
    const headers = { authorization: key, ...(body === undefined ? {} : { "content-type": "application/json" }) };
    const answer = await fetch(`${server.url}${path}`, {
      ...{ method, headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.json() };
  };
  const made: string[] = [];
  let closed = 0;
  for (const [index, { to, invoices }] of steps.entries()) {
    await standAt(to);
    const { status, body } = await ask("POST", "/v3/contracts", deal(`Deal ${index}`));
    assert.equal(status, 201, JSON.stringify(body));
    made.push(body.payload.id);
    const [first = ""] = made;
    const added = await ask("POST", `/v3/contracts/${first}/obligations`, obligation("2026-01-01"));
    assert.ok(added.status === 201 || added.status === 400, JSON.stringify(added.body));
    // What is due by this clock is billed within an hour, which is not waited for.
    await boss.insert(hourlyQueueName, [{}]);
    const waited = await run(["jobs", "wait", "--timeout", "120"], environment);
    if (waited.code !== 0)
      assert.fail(`${to}: ${(await run(["jobs", "list"], environment)).stdout}${server.stdout()}${server.stderr()}`);
    const billed = await ask(
      "GET",
      `/v3/invoices?filter=${encodeURIComponent(`contractId:eq:${body.payload.id},status:eq:ISSUED`)}`,
    );
    assert.equal(
      billed.body.payload.totalItems,
      invoices,
      `invoices at ${to}: ${JSON.stringify(billed.body).slice(0, 600)}`,
    );
    const close = await ask("POST", "/v3/month-end-close/close-period?month=2026-01");
    if (close.status === 200) closed += 1;
    assert.ok(closed <= 1, `January is closed once, and at ${to} once more`);
    const doctor = await run(["doctor", "--json"], environment);
    assert.equal(doctor.code, 0, `${to}: ${doctor.stdout}${doctor.stderr}`);
    print(
      `${to}: ${invoices} invoices of a new deal, closing January ${close.status} ${close.body.error?.errorCode ?? ""}`,
    );
  }
  const { body } = await ask("GET", "/v3/invoices?limit=1000");
  const numbers = body.payload.data.flatMap(({ invoiceNumber }: Json) =>
    invoiceNumber === null ? [] : [invoiceNumber],
  );
  assert.equal(new Set(numbers).size, numbers.length);
  assert.equal(closed, 1);
  assert.equal(await server.end("SIGTERM"), 0);
  print(
    `CLK-1: ${steps.length} steps of the clock, ${made.length} deals, ${numbers.length} invoices, each period billed once, January closed once; doctor silent after each`,
  );
}

if (import.meta.main) await moveClock((line) => process.stdout.write(`${line}\n`)).finally(killLeftOver);
