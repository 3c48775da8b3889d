import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type ApiAnswer, type Json, startApi, type TestApi } from "../support/api.ts";
import { unknownId } from "../support/client.ts";
import { digestOf } from "../support/digest.ts";
import { type Operation, readOperations } from "./operations.ts";
import { type Book, createBook, pathWith } from "./records.ts";
import { preparedRecords, validRequest } from "./requests.ts";

// A preview is the same declaration under a path of its own: what is true of a write by its key, ids and body is true of it.

let api: TestApi;
let operations: readonly Operation[];
let book: Book;
before(async () => {
  api = await startApi();
  operations = (await readOperations(api.url)).filter(({ takesDryRun }) => takesDryRun);
  book = await createBook(api, await api.newMerchant("2026-02-15T12:00:00Z"), "Preview");
});
after(() => api.close());

const send = (operation: Operation, path: string, key: string, request: Json): Promise<ApiAnswer> =>
  api.request(operation.method, path, { key, ...request });

/** `/v3/contracts/1?x=y` as the path of its preview. */
function previewPath(path: string): string {
  const [plain, query] = path.split("?");
  return `${plain}/preview${query === undefined ? "" : `?${query}`}`;
}

test("…/preview answers what ?dryRun=true answers, and nothing is written", async () => {
  const { writeKey } = book.client.merchant;
  assert.ok(operations.length >= 60, `${operations.length} operations`);
  for (const operation of operations) {
    const path = pathWith(operation, await preparedRecords(operation, book));
    const request = await validRequest(operation, book);
    // A close first handles what happened before.
    await api.drainOutbox(book.client.merchant);
    const untouched = await digestOf(api.connectionString);
    const asked = await send(operation, `${path}${path.includes("?") ? "&" : "?"}dryRun=true`, writeKey, request);
    const shown = await send(operation, previewPath(path), writeKey, request);
    assert.deepEqual(
      [shown.status, shown.body.payload?.dryRun],
      [200, true],
      `${operation.name}: ${JSON.stringify(shown.body)}`,
    );
    const planOf = ({ payload }: Json) => [payload.planHash, payload.summary, Object.keys(payload.result ?? {})];
    assert.deepEqual(planOf(shown.body), planOf(asked.body), operation.name);
    assert.equal(await digestOf(api.connectionString), untouched, `${operation.name} wrote something`);
  }
});

test("a preview needs what its write needs: a key that may write, an existing record, a valid query", async () => {
  const { readKey, writeKey } = book.client.merchant;
  for (const operation of operations) {
    const path = previewPath(pathWith(operation, book.records));
    const request = await validRequest(operation, book);
    const reader = await send(operation, path, readKey, request);
    assert.deepEqual([reader.status, reader.body.error?.errorCode], [403, "KEY_READ_ONLY"], operation.name);
    const odd = await send(operation, `${path}${path.includes("?") ? "&" : "?"}dryRun=false`, writeKey, request);
    assert.equal(odd.status, 400, `${operation.name} takes dryRun=false`);
    const [first] = operation.pathIds;
    if (first === undefined) continue;
    const foreign = previewPath(pathWith(operation, book.records, { [first]: unknownId }));
    const { status } = await send(operation, foreign, writeKey, request);
    assert.equal(status, 404, operation.name);
  }
});
