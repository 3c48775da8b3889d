import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  type ApiDocument,
  explain,
  findOperations,
  harmlessOperations,
  operationNamed,
  requestOf,
} from "./mcp-operations.ts";

const id = { name: "id", in: "path", required: true };
const page = { name: "page", in: "query" };
const body = { content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } } };
const document: ApiDocument = {
  paths: {
    "/health": { get: { operationId: "health", summary: "Is it up?" } },
    "/v3/things": {
      get: { operationId: "listThings", summary: "List things", tags: ["Things"], parameters: [page], responses: {} },
      post: { operationId: "createThing", summary: "Create a thing", requestBody: body },
    },
    "/v3/things/preview": { post: { operationId: "previewCreateThing", summary: "Preview", requestBody: body } },
    "/v3/things/{id}": {
      get: { operationId: "getThing", summary: "Read a thing", parameters: [{ $ref: "#/components/parameters/id" }] },
    },
    "/v3/things/{id}/preview": { delete: { operationId: "previewDeleteThing", summary: "Preview", parameters: [id] } },
    "/v3/close/preview": { get: { operationId: "previewClose", summary: "What a close would post" } },
  },
  components: {
    parameters: { id },
    schemas: { Thing: { properties: { part: { $ref: "#/components/schemas/Part" } } }, Part: { type: "string" } },
  },
};
const operations = harmlessOperations(document);
const named = (name: string) => operationNamed(operations, name);

test("the tool list has every GET under /v3 and every preview, and no write", () => {
  assert.deepEqual(
    operations.map(({ operationId, kind }) => `${operationId} ${kind}`),
    [
      "listThings read",
      "previewCreateThing preview",
      "getThing read",
      "previewDeleteThing preview",
      "previewClose read",
    ],
  );
});

test("operations are found by all words of the query, in id, path, summary and tags", () => {
  const found = (about: string) => findOperations(operations, about).map(({ operationId }) => operationId);
  assert.deepEqual(found("LIST thing"), ["listThings"]);
  assert.deepEqual(found("close post"), ["previewClose"]);
  assert.deepEqual(found("nothing of this"), []);
  assert.equal(found(" ").length, operations.length);
});

test("the description of an operation has all referenced schemas, and no answers", () => {
  const explained = explain(document, named("previewCreateThing"));
  assert.deepEqual(Object.keys(explained.references as object), [
    "#/components/schemas/Thing",
    "#/components/schemas/Part",
  ]);
  assert.deepEqual(explain(document, named("getThing")).parameters, [id]);
  assert.equal(explain(document, named("listThings")).responses, undefined);
});

describe("requests", () => {
  test("parameters go into the path and the query, escaped", () => {
    assert.deepEqual(requestOf(named("getThing"), { id: "a/b?c" }), { method: "GET", path: "/v3/things/a%2Fb%3Fc" });
    assert.deepEqual(requestOf(named("listThings"), { page: 2 }), { method: "GET", path: "/v3/things?page=2" });
    assert.deepEqual(requestOf(named("previewCreateThing"), {}, { name: "A" }), {
      ...{ method: "POST", path: "/v3/things/preview" },
      body: { name: "A" },
    });
  });

  test("every issue of a call is listed at once", () => {
    assert.throws(
      () => requestOf(named("getThing"), { ident: 1, page: 2 }, {}),
      /there is no parameter "ident"; there is no parameter "page"; "id" is required; it takes no body\. Its parameters: id\./,
    );
    assert.throws(() => named("createThing"), /no operation "createThing" that reads or previews/);
  });
});
