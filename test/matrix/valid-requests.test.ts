import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApi, type TestApi } from "../support/api.ts";
import { type Operation, readOperations } from "./operations.ts";
import { type Book, createBook, kindInPath, kindOf, pathWith } from "./records.ts";
import { preparedRecords, validBody, validRequest } from "./requests.ts";

// The column "right": a request with nothing wrong in it gets the success that its row performance obligations.

let api: TestApi;
let operations: readonly Operation[];
let book: Book;
before(async () => {
  api = await startApi();
  operations = await readOperations(api.url);
  book = await createBook(api, await api.newMerchant("2026-02-15T12:00:00Z"), "Matrix");
});
after(() => api.close());

test("the table of requests has every operation, with its ids and a valid body", () => {
  assert.ok(operations.length >= 60, `${operations.length} operations`);
  for (const operation of operations) {
    for (const pathId of operation.pathIds) kindInPath(operation, pathId);
    for (const { field } of operation.filters) if (field.endsWith("Id")) kindOf(operation, field);
    validBody(operation, book);
  }
});

test("every operation succeeds with a valid request, with its documented status", async () => {
  for (const operation of operations) {
    const path = pathWith(operation, await preparedRecords(operation, book));
    const { body, headers } = await validRequest(operation, book);
    const answer = await fetch(`${api.url}${path}`, requestOf(operation, book.client.merchant.writeKey, body, headers));
    assert.equal(answer.status, operation.successStatus, `${operation.name}: ${await answer.text()}`);
  }
});

test("AUT-3: a read-only key can read everything", async () => {
  for (const operation of operations.filter(({ isWrite }) => !isWrite)) {
    const path = pathWith(operation, await preparedRecords(operation, book));
    const answer = await fetch(`${api.url}${path}`, requestOf(operation, book.client.merchant.readKey));
    assert.equal(answer.status, 200, `${operation.name}: ${await answer.text()}`);
  }
});

function requestOf({ method }: Operation, key: string, body?: unknown, headers: Record<string, string> = {}) {
  const type: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return {
    method,
    headers: { authorization: key, ...type, ...headers },
    ...(body === undefined ? {} : { body: text }),
  };
}
