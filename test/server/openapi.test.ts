import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import { clientSource } from "../../scripts/client-source.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";

let api: TestApi;
let document: Json;
before(async () => {
  api = await startApi();
  document = await (await fetch(`${api.url}/openapi.json`)).json();
});
after(() => api.close());

test("the served document is valid OpenAPI 3.1", async () => {
  const result = await new Validator().validate(document);
  assert.equal(result.valid, true, JSON.stringify(result.errors));
  assert.match(document.openapi, /^3\.1\./);
});

test("every operation has an id of its own, a summary, a tag and a documented success", () => {
  const ids = new Set<string>();
  for (const [path, methods] of Object.entries<Json>(document.paths)) {
    for (const [method, operation] of Object.entries<Json>(methods)) {
      const name = `${method} ${path}`;
      assert.ok(operation.operationId && !ids.has(operation.operationId), `${name} has an id of its own`);
      ids.add(operation.operationId);
      assert.ok(operation.summary && operation.tags.length === 1, `${name} has a summary and a tag`);
      assert.ok(
        Object.keys(operation.responses).some((status) => status.startsWith("2")),
        `${name} documents success`,
      );
      assert.ok(operation.responses["401"], `${name} documents 401`);
    }
  }
  assert.ok(ids.size >= 30, `${ids.size} operations`);
});

test("the typed client is that of the document", async () => {
  const committed = await readFile(new URL("../../packages/client/src/generated.ts", import.meta.url), "utf8");
  assert.ok(
    committed === clientSource(document),
    "packages/client/src/generated.ts is not of this document; run npm run client and commit the result",
  );
});
