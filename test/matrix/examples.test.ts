import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApi, type TestApi } from "../support/api.ts";
import { type BodyField, isIdName, type Operation, readOperations, withValueAt } from "./operations.ts";
import { type Book, createBook, kindOf } from "./records.ts";
import { ask, preparedRecords, validRequest } from "./requests.ts";

// The column "examples": what the reference shows as a body is accepted as it stands, but for the ids of records, which
// are the reader's own.

let api: TestApi;
let operations: readonly Operation[];
let book: Book;
before(async () => {
  api = await startApi({ webhookAddresses: { allowed: [], resolve: async () => ["8.8.8.8"] } });
  operations = await readOperations(api.url);
  book = await createBook(api, api.merchants.A, "Examples");
});
after(() => api.close());

test("the example body of every operation is accepted", async () => {
  const rejected: string[] = [];
  // What is said of the merchant, such as its tax rates, counts for all contracts after it.
  const isOfMerchant = ({ path }: Operation) => Number(path.startsWith("/v3/merchant"));
  const withBody = operations
    .filter(({ body }) => body !== undefined)
    .toSorted((one, other) => isOfMerchant(one) - isOfMerchant(other));
  for (const operation of withBody) {
    const own = { ...book, records: await preparedRecords(operation, book) };
    const request = await validRequest(operation, own);
    const { status, body } = await ask(api, operation, own, { ...request, body: await exampleOf(operation, own) });
    // Which action is right depends on the contract, and a file names records in its text; the body was understood.
    if (status >= 300 && !["INVALID_CONTRACT_STATE", "BULK_CHANGE_REFUSED"].includes(body.error.errorCode))
      rejected.push(`${operation.name}: ${status} ${JSON.stringify(body.error.details)}`);
  }
  assert.deepEqual(rejected, []);
  assert.ok(withBody.length >= 20, `${withBody.length} operations`);
});

/** The example with the ids of the book's records in place of those that are made up. */
async function exampleOf(operation: Operation, { client, records }: Book): Promise<unknown> {
  const parent = await client.ok("POST", "/v3/customers", { name: "Parent" });
  const isId = ({ name, types }: BodyField) => isIdName(name) && !types.includes("array");
  let example = structuredClone(operation.body?.example);
  for (const { name, pointer } of (operation.body?.fields ?? []).filter(isId)) {
    const kind = kindOf(operation, name, pointer);
    if (kind === undefined) continue;
    const id = name === "parentCustomerId" ? parent.id : records[kind];
    // The fields of a list are those of its first item.
    const places = [0, 1, 2].map((index) => pointer.replace("/0/", `/${index}/`));
    for (const place of new Set(places).values().filter((each) => hasValueAt(example, each))) {
      example = withValueAt(example, place, id, operation.body?.example);
    }
  }
  return example;
}

function hasValueAt(value: unknown, pointer: string): boolean {
  let at = value;
  for (const key of pointer.split("/").slice(1)) at = (at as Record<string, unknown> | null | undefined)?.[key];
  return typeof at === "string";
}
