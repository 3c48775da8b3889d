import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { type Operation, readOperations, readsByPost } from "../matrix/operations.ts";
import { type Book, createBook, pathWith } from "../matrix/records.ts";
import { preparedRecords, validRequest } from "../matrix/requests.ts";
import { type ApiAnswer, startApi, type TestApi } from "../support/api.ts";
import { runDoctor } from "../support/doctor.ts";

// Every write of the OpenAPI document beside itself, and beside others on the same records, without idempotency keys: each is carried
// out or rejected with a reason. `ACCORD_MIXED_WRITES=500 ACCORD_TEST_SEED=7` sends more and other mixtures.
const mixtures = Number(process.env.ACCORD_MIXED_WRITES ?? 6);
const seed = Number(process.env.ACCORD_TEST_SEED ?? 1);
const atOnce = 6;
const perMixture = 30;

let api: TestApi;
let writes: readonly Operation[];
before(async () => {
  api = await startApi({ works: true });
  writes = (await readOperations(api.url)).filter(({ isWrite, name }) => isWrite && !readsByPost.has(name));
});
after(async () => {
  try {
    // Keys and change requests that a book is made with are in no audit log (INV-41).
    const found = await runDoctor(api.platform.db, { full: true });
    assert.deepEqual(
      found.filter(({ id }) => id !== "INV-41"),
      [],
    );
  } finally {
    await api.close();
  }
});

const newBook = async (label: string): Promise<Book> =>
  createBook(api, await api.newMerchant("2026-02-15T12:00:00Z"), label);

/** Names what was answered as if the program had failed, with what it logged. */
function assertExplained(what: string, answers: readonly ApiAnswer[]): void {
  const failed = answers.filter(({ status }) => status === 500).map(({ body }) => JSON.stringify(body));
  assert.deepEqual(failed, [], `${what}: ${api.loggedErrors.at(-1)}`);
}

test("of each write several at once are carried out or rejected with a reason", async () => {
  const book = await newBook("Beside itself");
  for (const operation of writes) {
    const path = pathWith(operation, await preparedRecords(operation, book));
    const { body, headers } = await validRequest(operation, book);
    const send = () => book.client.send(operation.method, path, body, headers);
    const answers = await Promise.all(Array.from({ length: atOnce }, send));
    assertExplained(operation.name, answers);
    assert.ok(
      answers.some(({ status }) => status < 300),
      `${operation.name}: ${JSON.stringify(answers[0]?.body)}`,
    );
  }
});

test("of writes on the same records several at once are carried out or rejected with a reason", async () => {
  const some = fc.array(fc.constantFrom(...writes), { minLength: perMixture, maxLength: perMixture });
  for (const [index, mixture] of fc.sample(some, { numRuns: mixtures, seed }).entries()) {
    const book = await newBook(`Mixture ${index}`);
    const requests = await Promise.all(
      mixture.map(async (operation) => ({ operation, ...(await validRequest(operation, book)) })),
    );
    const answers = await Promise.all(
      requests.map(({ operation, body, headers }) =>
        book.client.send(operation.method, pathWith(operation, book.records), body, headers),
      ),
    );
    assertExplained(`mixture ${index}: ${mixture.map(({ name }) => name).join(", ")}`, answers);
  }
});
