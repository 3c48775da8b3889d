import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Operation, readOperations } from "../matrix/operations.ts";
import { type Book, createBook, pathWith } from "../matrix/records.ts";
import { preparedRecords } from "../matrix/requests.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { listFileTypes } from "../support/conformance.ts";
import { expanded } from "../support/expanded-document.ts";

// What a client of the document is prepared to read is what it gets: each type that is served, and no other.

let api: TestApi;
let reads: readonly Operation[];
let documented: Json;
let book: Book;
before(async () => {
  api = await startApi();
  documented = expanded(await (await fetch(`${api.url}/openapi.json`)).json());
  reads = (await readOperations(api.url)).filter(({ method }) => method === "GET");
  book = await createBook(api, await api.newMerchant("2026-02-15T12:00:00Z"), "Files");
  await book.client.ok("POST", "/v3/month-end-close/close-period?month=2026-01");
});
after(() => api.close());

const parametersOf = ({ path }: Operation): Json[] => documented.paths[path].get.parameters ?? [];
const isList = (operation: Operation) => parametersOf(operation).some(({ name }) => name === "page");

/** What the document says that a read answers; of lists its parameter `format` says it. */
function typesOf(operation: Operation): string[] {
  const types = Object.keys(documented.paths[operation.path].get.responses["200"].content);
  if (!isList(operation)) return types;
  assert.deepEqual(types, ["application/json"], `${operation.name} is a page to clients that are made of the document`);
  const { description } = parametersOf(operation).find(({ name }) => name === "format");
  for (const type of listFileTypes) assert.ok(description.includes(`(${type})`));
  return [...types, ...listFileTypes];
}

/** The formats that a read can be asked for, and asked for none. */
function formatsOf(operation: Operation): (string | undefined)[] {
  const format = parametersOf(operation).find(({ name }) => name === "format");
  return [undefined, ...(format?.schema.enum ?? [])];
}

async function servedAs(path: string): Promise<string> {
  const headers = { authorization: `Bearer ${book.client.merchant.writeKey}` };
  const answer = await fetch(`${api.url}${path}`, { headers });
  assert.equal(answer.status, 200, `GET ${path}: ${await answer.text()}`);
  return answer.headers.get("content-type")?.replace(/;.*$/, "") ?? "none";
}

test("every read answers each media type of the document, and no other", async () => {
  let files = 0;
  for (const operation of reads) {
    const path = pathWith(operation, await preparedRecords(operation, book));
    const formats = formatsOf(operation);
    const paths = formats.map((format) =>
      format === undefined ? path : `${path}${path.includes("?") ? "&" : "?"}format=${format}`,
    );
    const served: string[] = [];
    for (const each of paths) served.push(await servedAs(each));
    const documentedTypes = typesOf(operation);
    assert.deepEqual([...new Set(served)].toSorted(), documentedTypes.toSorted(), operation.name);
    if (documentedTypes.some((type) => type !== "application/json")) files += 1;
  }
  assert.ok(files >= 70, `${files} reads answer files`);
});
