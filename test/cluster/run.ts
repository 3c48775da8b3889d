import assert from "node:assert/strict";
import pg from "pg";
import { killLeftOver, run, runJson, type Serving, serve } from "../cli/program.ts";
import { checkDatabase, checkTold, checkWalls, placesOf } from "./database-checks.ts";
import { keepBook } from "./merchant-book.ts";

// The whole program on a PostgreSQL with Citus: an empty database is migrated and distributed, merchants get deals, usage, a billing run, a
// payment, a voided invoice and closed months, and every invariant holds. On a database without the extension it does the same, for comparison:
//
//   npm run test:citus -- postgres://owner@coordinator/database [MERCHANTS] [DEALS]

const [address, merchants = "6", deals = "10"] = process.argv.slice(2);
assert.ok(address, "the address of an empty database on a coordinator, of a role that may make roles");
assert.ok(Number(merchants) > 1, "at least two merchants, of which none sees the other");
const environment = { DATABASE_URL: address, LOG_LEVEL: "error" };
const print = (line: string) => process.stdout.write(`${line}\n`);

const owner = new pg.Client({ connectionString: address });
await owner.connect();
try {
  await runAll();
} finally {
  killLeftOver();
  await owner.end();
}

async function runAll(): Promise<void> {
  const began = performance.now();
  const migrated = await runJson(["migrate"], environment);
  const seconds = Math.round((performance.now() - began) / 1_000);
  print(`accord migrate: ${migrated.distributed?.length ?? 0} tables distributed, in ${seconds} s`);
  assert.deepEqual(
    await runJson(["migrate"], environment),
    { applied: [], pending: [] },
    "there is nothing left to do",
  );
  const access = await run(["migrate", "--check"], environment);
  assert.equal(access.code, 0, access.stdout);
  const isDistributed = await checkDatabase(owner);

  const serving = await serve(environment);
  const took = new Map<string, number[]>();
  const books: string[] = [];
  for (let index = 0; index < Number(merchants); index += 1) books.push(await newBook(serving, index, took));
  for (const [step, times] of took) {
    const sorted = times.toSorted((one, other) => one - other);
    print(`${step}: ${Math.round(sorted[sorted.length >> 1] ?? 0)} ms (median of ${sorted.length})`);
  }

  const doctor = await run(["doctor", "--full"], environment);
  assert.equal(doctor.code, 0, `${doctor.stdout}${doctor.stderr}`);
  print("accord doctor --full: all invariants hold");
  await checkWalls(owner, books);
  for (const merchantId of books) await checkTold(owner, merchantId);
  print("Another merchant's rows are not seen and not written, and the database rejects what is against its rules.");
  print(isDistributed ? await placesOf(owner, books) : "The database is not distributed.");
  assert.equal(await serving.end(), 0);
}

async function newBook({ url }: Serving, index: number, took: Map<string, number[]>): Promise<string> {
  const args = ["merchant", "create", "--name", `Merchant ${index}`, "--sandbox", "--clock", "2026-01-15T12:00:00Z"];
  const { merchantId, writeKey } = await runJson(args, environment);
  const note = (step: string, milliseconds: number) => took.set(step, [...(took.get(step) ?? []), milliseconds]);
  const drained = () => runJson(["jobs", "wait", "--timeout", "120"], environment);
  await keepBook({ url: `${url}/v3`, key: writeKey, deals: Number(deals), note, drained });
  return merchantId;
}
