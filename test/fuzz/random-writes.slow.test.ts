import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { type Operation, readOperations } from "../matrix/operations.ts";
import { type Book, createBook } from "../matrix/records.ts";
import { ask, preparedRecords, validRequest } from "../matrix/requests.ts";
import { randomFrom } from "../scenarios/generated-book.ts";
import { startApi, type TestApi } from "../support/api.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";

// `ACCORD_WRITES_COUNT=600 ACCORD_WRITES_SEED=3 npm run fuzz` draws more, or others.
const count = Number(process.env.ACCORD_WRITES_COUNT ?? 400);
const seed = Number(process.env.ACCORD_WRITES_SEED ?? 1);

test(`${count} random writes with valid and invalid days and amounts keep all invariants of the books (seed ${seed})`, async () => {
  const api = await startApi();
  try {
    await sendRandomWrites(api);
  } finally {
    await closeWithSoundBooks(api);
  }
});

/** Left out: what takes away the key or the clock that the rest needs, and what leaves every write to a second person. */
const isLeftOut = ({ path }: Operation) =>
  /api-keys|test-clock|\/v3\/change-requests|\/v3\/approval-policies/.test(path);

async function sendRandomWrites(api: TestApi): Promise<void> {
  const operations = (await readOperations(api.url)).filter((each) => each.isWrite && !isLeftOut(each));
  const book = await createBook(api, await api.newMerchant("2026-02-15T12:00:00Z"), "Random writes");
  await withoutUnauditedRows(api);
  const random = randomFrom(seed);
  let carriedOut = 0;
  for (let step = 0; step < count; step++) {
    if (random() < 0.03) await aDayLater(book);
    const operation = drawn(operations, random);
    // The book may be past what the operation is prepared with, as when a month is closed: another one is drawn then.
    const records = await preparedRecords(operation, book).catch(() => undefined);
    if (records === undefined) continue;
    const request = await validRequest(operation, book);
    const body = random() < 0.5 ? withOtherValues(request.body, random) : request.body;
    const answer = await ask(
      api,
      operation,
      { ...book, records },
      { ...request, ...(body === undefined ? {} : { body }) },
    );
    assert.ok(answer.status < 500, `${operation.name} as number ${step}: ${JSON.stringify([body, answer.body])}`);
    if (answer.status < 300) carriedOut++;
  }
  assert.ok(carriedOut > count / 4, `only ${carriedOut} of ${count} writes were carried out`);
}

/** Deletes the change request that the book got without an audit row, and its key. */
async function withoutUnauditedRows({ connectionString }: TestApi): Promise<void> {
  const owner = new pg.Client({ connectionString });
  await owner.connect();
  try {
    await owner.query(
      `with asked as (delete from change_request returning requested_by_key_id)
       delete from api_key where id in (select requested_by_key_id from asked)`,
    );
  } finally {
    await owner.end();
  }
}

async function aDayLater({ client }: Book): Promise<void> {
  const now = new Date((await client.ok("GET", "/v3/test-clock")).now);
  await client.advance(new Date(now.getTime() + 86_400_000).toISOString());
}

/** The body with some days and amounts in it replaced, whatever they mean there. */
function withOtherValues(body: unknown, random: () => number): unknown {
  if (Array.isArray(body)) return body.map((each) => withOtherValues(each, random));
  if (typeof body === "object" && body !== null) {
    return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, withOtherValues(value, random)]));
  }
  if (typeof body !== "string" || random() < 0.5) return body;
  if (/^\d{4}-\d{2}-\d{2}$/.test(body)) return drawn(otherDays, random);
  return /^-?\d+(\.\d+)?$/.test(body) ? drawn(otherAmounts, random) : body;
}

const otherDays = ["2025-12-31", "2026-01-01", "2026-01-31", "2026-02-15", "2026-02-28", "2026-03-01", "2026-07-14"];
const otherAmounts = ["0", "0.01", "1", "7.77", "100", "99.99", "1000000", "-1"];

function drawn<T>(from: readonly T[], random: () => number): T {
  const one = from[Math.floor(random() * from.length)];
  assert.ok(one !== undefined);
  return one;
}
