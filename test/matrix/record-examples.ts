import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { type Json, startApi } from "../support/api.ts";
import { obligationBody } from "../support/client.ts";
import { expanded, resolved } from "../support/expanded-document.ts";
import { openapiDocument } from "../support/openapi-document.ts";
import { type Operation, readOperations } from "./operations.ts";
import { createBook, pathWith } from "./records.ts";
import { ask, preparedRecords, validRequest } from "./requests.ts";

// `npm run examples`: carries out every operation, and keeps what each kind of record looked like for the OpenAPI document.

const file = join(import.meta.dirname, "../../src/api/examples.json");

test("examples are recorded", async () => {
  const api = await startApi();
  try {
    const document = expanded(await openapiDocument(api.url));
    const operations = await readOperations(api.url);
    const book = await createBook(api, await api.newMerchant("2026-02-15T12:00:00Z"), "Acme Cloud");
    const examples: Record<string, Json> = {};
    for (const operation of operations) {
      const records = await preparedRecords(operation, book);
      const request = await validRequest(operation, book);
      const { body } = await ask(
        api,
        operation,
        { ...book, records },
        { ...request, path: pathWith(operation, records) },
      );
      for (const [name, record] of recordsIn(document, operation, body)) {
        if (size(record) > size(examples[name])) examples[name] = record;
      }
    }
    const { contract } = book.records;
    const preview = { key: book.client.merchant.writeKey, body: obligationBody() };
    examples.Preview = (
      await api.request("POST", `/v3/contracts/${contract}/obligations/preview`, preview)
    ).body.payload;
    const names = Object.keys(examples).toSorted();
    const sorted = Object.fromEntries(names.map((name) => [name, shortened(examples[name])]));
    await writeFile(file, `${numbered(JSON.stringify(sorted, null, 1))}\n`);
  } finally {
    await api.close();
  }
});

/** How much an example tells: of two, the one with more in it is kept, unless it is long. */
const size = (record: Json): number => (record === undefined ? -1 : JSON.stringify(shortened(record)).length);

/** The record that an operation answered, by the name of its schema; of a page its first row. */
function recordsIn(document: Json, { path, method, successStatus }: Operation, body: Json): [string, Json][] {
  const answer = document.paths[path][method.toLowerCase()].responses[successStatus];
  const envelope = answer.content["application/json"]?.schema;
  if (envelope === undefined || body?.success !== true) return [];
  const { payload } = resolved(document, envelope).properties;
  return named(document, payload.$ref, body.payload);
}

function named(document: Json, reference: string, value: Json): [string, Json][] {
  const name = reference.split("/").at(-1) ?? "";
  const { properties = {}, items } = document.components.schemas[name];
  if (items?.$ref !== undefined) return value.length === 0 ? [] : named(document, items.$ref, value[0]);
  if ("nextCursor" in properties)
    return value.data.length === 0 ? [] : named(document, properties.data.items.$ref, value.data[0]);
  return [[name, value]];
}

/** Ids that count in place of those that were drawn: two that are the same stay so, and the document is smaller on the wire. */
function numbered(text: string): string {
  const ids = new Map<string, string>();
  return text.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
    const known = ids.get(id) ?? `0197f1a0-5c1e-7b9a-9a55-${String(ids.size + 1).padStart(12, "0")}`;
    ids.set(id, known);
    return known;
  });
}

/** Lists with their first element alone. */
function shortened(value: Json): Json {
  if (Array.isArray(value)) return value.slice(0, 1).map(shortened);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shortened(each)]));
}
