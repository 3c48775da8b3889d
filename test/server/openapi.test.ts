import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { clientSource } from "../../scripts/client-source.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { resolved } from "../support/expanded-document.ts";
import { sendRaw } from "../support/raw-http.ts";

let api: TestApi;
let document: Json;
before(async () => {
  api = await startApi();
  document = await (await fetch(`${api.url}/openapi.json`)).json();
});
after(() => api.close());

type Operation = { readonly name: string; readonly path: string; readonly method: string; readonly operation: Json };

const operations = (): Operation[] =>
  Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => {
      return { name: `${method} ${path}`, path, method, operation };
    }),
  );

test("the served document is valid OpenAPI 3.1", async () => {
  const result = await new Validator().validate(structuredClone(document));
  assert.equal(result.valid, true, JSON.stringify(result.errors));
  assert.match(document.openapi, /^3\.1\./);
});

test("every operation has a unique id, a summary, a description, a listed tag and a documented success", () => {
  const ids = new Set<string>();
  const tags: string[] = document.tags.map(({ name }: Json) => name);
  for (const { name, operation } of operations()) {
    assert.ok(operation.operationId && !ids.has(operation.operationId), `${name} has an id of its own`);
    ids.add(operation.operationId);
    assert.ok(operation.summary && operation.description, `${name} has a summary and a description`);
    assert.deepEqual(
      operation.tags.map((tag: string) => tags.includes(tag)),
      [true],
      `${name} has one tag`,
    );
    assert.ok(operation.responses["200"] ?? operation.responses["201"] ?? operation.responses["202"], name);
    assert.ok(operation.responses.default, `${name} says what else may happen`);
  }
  assert.ok(ids.size >= 250, `${ids.size} operations`);
  assert.ok(document.tags.every(({ description }: Json) => description.length > 10));
});

const schemaOf = (content: Json): Json => content["application/json"]?.schema;

/** The schema of what is answered; none of a file, which may be JSON too. */
function envelopeIn(answer: Json): Json {
  const { description, content } = resolved(document, answer);
  return description === "The file." ? undefined : schemaOf(content);
}

test("every body, every envelope and every nested object is a named component", () => {
  for (const { name, operation } of operations()) {
    const body = schemaOf(operation.requestBody?.content ?? {});
    if (body !== undefined) assert.match(body.$ref, /^#\/components\/schemas\/\w+(Dto|DtoInput|Entries)$/, name);
    for (const [status, answer] of Object.entries<Json>(operation.responses)) {
      const envelope = envelopeIn(answer);
      if (envelope === undefined) continue;
      assert.match(envelope.$ref, /^#\/components\/schemas\/(\w+Envelope|Rejection)$/, `${name} ${status}`);
      const { payload } = resolved(document, envelope).properties;
      if (!envelope.$ref.endsWith("/Rejection")) assert.match(payload.$ref, /^#\/components\/schemas\/\w+$/, name);
    }
  }
});

test("bodies have the names of the integrator specification, and nothing is called Error", () => {
  const names = Object.keys(document.components.schemas);
  for (const name of specified) assert.ok(names.includes(name), name);
  assert.ok(!names.includes("Error"));
});

const specified = [
  ...["CreateCategoryV3Dto", "CreateContractV3Dto", "UpdateContractV3Dto", "ContractActionDto"],
  ...["UpdateContractMetadataDto", "CreateObligationDto", "UpdateObligationDto"],
  ...["ChangeBillingTermGroupEventTypeDto", "BatchSavePobsForContractDto"],
  ...["UpdatePerformanceObligationForContractDto", "CreateBillingTermDto", "PatchBillingTermDto"],
  ...["TerminateBillingTermDto", "CreateSeatAmendmentDto", "CreateNestedUsageCommitmentsV3RequestDto"],
  ...["AppendScheduleRequestDto", "PatchScheduleRequestDto", "DeleteScheduleRequestDto"],
  ...["AppendUsageCommitmentStepV3RequestDto", "UpdateUsageCommitmentStepV3RequestDto"],
  ...["CreateUsageCommitmentsV3RequestDto", "UpdateUsageCommitmentV3RequestDto"],
  ...["CreateCreditMemoRequestDto", "ApplyCreditMemoRequestDto"],
];

test("every body and record has an example that matches its schema; examples of records are real answers", () => {
  const ajv = new Ajv2020({ strict: false, logger: false, allErrors: true });
  ajv.addSchema(document, "openapi");
  const missing: string[] = [];
  for (const { name, operation } of operations()) {
    const success = ["200", "201", "202"].flatMap((status) => operation.responses[status] ?? []);
    const envelopes = success.flatMap((answer) => envelopeIn(answer) ?? []);
    const shown = [schemaOf(operation.requestBody?.content ?? {}) ?? [], ...envelopes.map(recordIn)].flat();
    for (const { $ref } of shown) {
      const [example] = resolved(document, { $ref }).examples ?? [];
      if (example === undefined) missing.push(`${name}: ${$ref}`);
      else if (!ajv.validate({ $ref: `openapi${$ref}` }, example)) missing.push(`${name}: ${$ref} ${ajv.errorsText()}`);
    }
  }
  assert.deepEqual(missing, [], "npm run examples records what is missing");
});

/** What an envelope is about: its payload, and of a page its rows. */
function recordIn(envelope: Json): Json[] {
  const { payload } = resolved(document, envelope).properties;
  const { properties = {}, items } = resolved(document, payload);
  if (items?.$ref !== undefined) return [items];
  return "nextCursor" in properties ? [properties.data.items] : [payload];
}

test("no answer is a union: a dry run is an operation of its own beside its write, with the same request", () => {
  const byName = new Map(operations().map((each) => [each.name, each.operation]));
  const previews = operations().filter(({ path }) => path.endsWith("/preview") && byName.has(path));
  assert.deepEqual(previews, []);
  let count = 0;
  for (const { name, path, method, operation } of operations()) {
    const { payload = {} } =
      resolved(document, schemaOf(operation.responses["200"]?.content ?? {}) ?? {}).properties ?? {};
    assert.equal(payload.anyOf ?? payload.oneOf, undefined, name);
    const preview = byName.get(`${method} ${path}/preview`);
    if (preview === undefined) continue;
    count += 1;
    const { operationId } = operation;
    assert.equal(preview.operationId, `preview${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}`);
    assert.deepEqual(preview.requestBody, operation.requestBody, name);
    assert.deepEqual(preview.responses["200"], { $ref: "#/components/responses/Preview" });
  }
  assert.ok(count >= 60, `${count} previews`);
});

test("a field that a schema requires is a property of it", () => {
  const undefinedFields: string[] = [];
  const visit = (node: Json, at: string): void => {
    if (typeof node !== "object" || node === null) return;
    const { required, properties = {}, allOf = [] } = node;
    const fields = [properties, ...allOf.map((each: Json) => resolved(document, each).properties ?? {})];
    for (const name of Array.isArray(required) ? required : []) {
      if (!fields.some((each) => name in each)) undefinedFields.push(`${at} ${name}`);
    }
    for (const [key, child] of Object.entries(node)) if (key !== "examples") visit(child, `${at}/${key}`);
  };
  visit(document, "");
  assert.deepEqual(undefinedFields, []);
});

const prose = /^(?:reason|note|memo|description|evidence|instructions)$/;

test("a field for prose may have several lines", () => {
  const oneLine: string[] = [];
  const visit = (node: Json, at: string): void => {
    if (typeof node !== "object" || node === null) return;
    for (const [name, field] of Object.entries<Json>(node.properties ?? {})) {
      const texts: Json[] = [field, ...(field?.anyOf ?? [])].filter(({ pattern }: Json) => pattern !== undefined);
      if (!prose.test(name)) continue;
      for (const { pattern } of texts) if (!new RegExp(pattern, "u").test("One\nTwo")) oneLine.push(`${at} ${name}`);
    }
    for (const [key, child] of Object.entries(node)) if (key !== "examples") visit(child, `${at}/${key}`);
  };
  visit(document, "");
  assert.deepEqual(oneLine, []);
});

test("a parameter shared by two operations is a component", () => {
  const own = operations().flatMap(({ operation }) =>
    (operation.parameters ?? [])
      .filter(({ $ref }: Json) => $ref === undefined)
      .map((each: Json) => JSON.stringify(each)),
  );
  assert.deepEqual(
    own.filter((each, index) => own.indexOf(each) !== index),
    [],
  );
});

test("each enumeration has one spelling, and those of currencies and countries are defined once", () => {
  const text = JSON.stringify(document);
  assert.equal(text.match(/"AD","AE","AF"/g)?.length, 1);
  assert.equal(text.match(/"AED","AFN","ALL"/g)?.length, 1);
  for (const [list = ""] of text.matchAll(/"enum":(\[[^\]]*\])/g)) {
    const words: unknown[] = JSON.parse(list.slice('"enum":'.length));
    const spellings = words.map((word) => String(word).toUpperCase());
    assert.equal(new Set(spellings).size, words.length, list);
  }
});

test("the document has a limited size, is compressed, and is answered 304 when unchanged", async () => {
  const get = async (headers: Record<string, string>) => {
    const lines = Object.entries({ connection: "close", ...headers }).map(([name, value]) => `${name}: ${value}`);
    return sendRaw(api.url, ["GET /openapi.json HTTP/1.1", ...lines], "");
  };
  const answer = await fetch(`${api.url}/openapi.json`, { headers: { "accept-encoding": "identity" } });
  const text = await answer.text();
  assert.ok(text.length < 965_000, `${text.length} characters`);
  assert.equal(answer.headers.get("content-encoding"), null);

  const etag = answer.headers.get("etag") ?? "";
  const again = await fetch(`${api.url}/openapi.json`, {
    headers: { "accept-encoding": "identity", "if-none-match": etag },
  });
  assert.deepEqual([again.status, await again.text()], [304, ""]);
  const zipped = await fetch(`${api.url}/openapi.json`, {
    headers: { "accept-encoding": "br", "if-none-match": etag },
  });
  assert.equal(zipped.status, 200, "another form is another body");
  assert.notEqual(zipped.headers.get("etag"), etag);
  assert.deepEqual(await zipped.json(), document);
  assert.equal((await get({ "accept-encoding": "br;q=0, gzip" })).headers["content-encoding"], "gzip");
  for (const [encoding, unpack, limit] of [
    ["br", brotliDecompressSync, 80_000],
    ["gzip", gunzipSync, 130_000],
  ] as const) {
    const bytes = await rawBody(encoding);
    assert.ok(bytes.length < limit, `${encoding}: ${bytes.length} bytes`);
    assert.equal(unpack(bytes).toString(), text);
  }
});

/** What is sent, before a client unpacks it. */
async function rawBody(encoding: string): Promise<Buffer> {
  const { request } = await import("node:http");
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    request(`${api.url}/openapi.json`, { headers: { "accept-encoding": encoding } }, (answer) => {
      answer.on("data", (part) => parts.push(part)).on("end", () => resolve(Buffer.concat(parts)));
    })
      .on("error", reject)
      .end();
  });
}

test("the typed client matches the document", async () => {
  // Of a process of its own: what other tests declare in this one is no part of the document.
  const program = fileURLToPath(new URL("../../bin/accord.js", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, "openapi"], { maxBuffer: 16 * 1024 * 1024 });
  const committed = await readFile(new URL("../../packages/client/src/generated.ts", import.meta.url), "utf8");
  assert.ok(
    committed === clientSource(JSON.parse(stdout)),
    "packages/client/src/generated.ts is not of this document; run npm run client and commit the result",
  );
});
