import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { sql } from "kysely";
import { inTransaction } from "../../src/platform/db/pool.ts";
import { type Json, startApi, type TestApi, type TestMerchant } from "../support/api.ts";

// Every operation of the OpenAPI document × what may be wrong with who asks, what they name and what they send. A new
// operation is in the matrix by itself; one whose path names a record that has no example here fails the first test.

type Operation = { readonly method: string; readonly path: string; readonly body: Json | undefined };
type Records = Readonly<Record<string, string>>;

const unknownId = "01890000-0000-7000-8000-000000000000";

/** Operations whose row in the specification lists 400, so that a malformed id is 400 INVALID_ID and not 404 (rules 1). */
const malformedIs400 = new Set([
  "GET /v3/contracts/{id}",
  "PATCH /v3/contracts/{id}/metadata",
  "POST /v3/contracts/{id}/actions",
  "DELETE /v3/contracts/{id}/file",
  "POST /v3/contracts/{id}/obligations",
  "DELETE /v3/contracts/{id}/obligations/{obligationId}",
  "DELETE /v3/events/types/{eventTypeId}",
]);

let api: TestApi;
let operations: Operation[];
let records: { A: Records; B: Records };

before(async () => {
  api = await startApi();
  const document: Json = await (await fetch(`${api.url}/openapi.json`)).json();
  operations = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      body: operation.requestBody?.content?.["application/json"],
    })),
  );
  records = { A: await recordsOf(api.merchants.A), B: await recordsOf(api.merchants.B) };
});
after(() => api.close());

/** One record of every kind that a path can name, by the path up to its id. */
async function recordsOf(merchant: TestMerchant): Promise<Records> {
  const call = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const answer = await api.request(method, path, { key: merchant.writeKey, ...(body === undefined ? {} : { body }) });
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.payload;
  };
  const customer = await call("POST", "/v3/customers", { name: "Matrix" });
  const contact = await call("POST", `/v3/customers/${customer.id}/contacts`, { email: "ada@example.com" });
  const category = await call("POST", "/v3/categories", { name: "Matrix" });
  const item = await call("POST", "/v3/items", { name: "Matrix" });
  const product = await call("POST", "/v3/products", { name: "Matrix" });
  const eventType = await call("POST", "/v3/events/types", { name: "Matrix" });
  const contract = await call("POST", "/v3/contracts", { name: "Matrix", customerId: customer.id });
  const obligation = await call("POST", `/v3/contracts/${contract.id}/obligations`, {
    serviceStartDate: "2026-01-01",
    billingSchedule: {
      name: "Matrix",
      startDate: "2026-01-01",
      interval: "MONTH",
      invoiceDateStrategy: "FIRST_OF_PERIOD",
      billingType: "FLAT",
      pricing: [{ amount: "10.00", amountType: "TOTAL_INVOICE" }],
    },
  });
  await call("POST", `/v3/contracts/${contract.id}/actions`, { action: "APPROVE" });
  const jobId = await jobOf(merchant);
  await api.settle(merchant);
  const [invoice] = (await call("GET", "/v3/invoices?filter=status:eq:ISSUED")).data;
  const [entry] = (await call("GET", "/v3/journal-entries")).data;
  return {
    "/v3/customers/": customer.id,
    "/v3/customers/{id}/contacts/": contact.id,
    "/v3/categories/": category.id,
    "/v3/items/": item.id,
    "/v3/products/": product.id,
    "/v3/events/types/": eventType.id,
    "/v3/contracts/": contract.id,
    "/v3/contracts/{id}/obligations/": obligation.id,
    "/v3/invoices/": invoice.id,
    "/v3/journal-entries/": entry.id,
    "/v3/jobs/": jobId,
  };
}

async function jobOf(merchant: TestMerchant): Promise<string> {
  return inTransaction(api.platform.db, merchant.merchantId, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select id from pgboss.job where data ->> 'merchantId' = ${merchant.merchantId} limit 1`.execute(tx);
    assert.ok(rows[0], "a write left a job");
    return rows[0].id;
  });
}

/** The path with its ids put in: those of `ids`, but `other` in the place of the parameter named `replaced`. */
function fill(path: string, ids: Records, replaced?: { readonly parameter: string; readonly value: string }): string {
  return path.replace(/\{([^}]+)\}/g, (_all, parameter: string, at: number) => {
    if (replaced?.parameter === parameter) return replaced.value;
    const id = ids[path.slice(0, at)];
    assert.ok(id !== undefined, `the matrix has no record for ${path.slice(0, at)}{${parameter}}`);
    return id;
  });
}

function parametersOf(path: string): string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? "");
}

/** A body that passes no check but the first ones: enough where the answer must not depend on it. */
const anyBody = (operation: Operation) => (operation.body === undefined ? {} : { body: {} });

const withoutRequestId = (body: Json) => JSON.stringify(body).replace(/"requestId":"[^"]*"/g, '"requestId":""');

describe("the matrix of operations", () => {
  test("knows a record for every id that a path names", () => {
    for (const { path } of operations) fill(path, records.A);
    assert.ok(operations.length >= 45, `${operations.length} operations`);
  });

  test("AUT-1: no key and every kind of wrong key get the same 401", async () => {
    for (const operation of operations) {
      const path = fill(operation.path, records.A);
      const answers = [];
      for (const key of ["", "Bearer", "Basic abc", "acc_unknown", `${api.merchants.A.writeKey}x`]) {
        const answer = await api.request(operation.method, path, { key, ...anyBody(operation) });
        assert.equal(answer.status, 401, `${operation.method} ${path} with key "${key}"`);
        answers.push(withoutRequestId(answer.body));
      }
      assert.equal(new Set(answers.slice(1)).size, 1, `${operation.method} ${operation.path}`);
    }
  });

  test("AUT-2: a read key gets the same 403 on every write, whatever it names or sends", async () => {
    for (const operation of operations.filter(({ method }) => method !== "GET")) {
      const key = api.merchants.A.readKey;
      const answers = [];
      for (const ids of [records.A, records.B]) {
        for (const body of [{}, { nonsense: true }, "{"]) {
          const answer = await api.request(operation.method, fill(operation.path, ids), { key, body });
          assert.deepEqual([answer.status, answer.body.error.errorCode], [403, "KEY_READ_ONLY"], operation.path);
          answers.push(withoutRequestId(answer.body));
        }
      }
      assert.equal(new Set(answers).size, 1);
    }
  });

  test("AUT-3: a read key reads everything but what only a write key may see", async () => {
    for (const operation of operations.filter(({ method }) => method === "GET")) {
      const path = withQuery(fill(operation.path, records.A));
      const { status, body } = await api.request("GET", path, { key: api.merchants.A.readKey });
      const isMissingFile = operation.path.endsWith("/file") && status === 500;
      assert.ok(status === 200 || isMissingFile, `${path}: ${JSON.stringify(body)}`);
    }
  });

  test("ISO-1, ISO-2: another merchant's record and an unknown one get the same answer, in every place of a path", async () => {
    for (const operation of operations) {
      for (const parameter of parametersOf(operation.path)) {
        const at = operation.path.slice(0, operation.path.indexOf(`{${parameter}}`));
        const ask = async (value: string | undefined) => {
          assert.ok(value !== undefined);
          const path = withQuery(fill(operation.path, records.A, { parameter, value }));
          return api.request(operation.method, path, await validBody(operation));
        };
        const [foreign, unknown] = [await ask(records.B[at]), await ask(unknownId)];
        const name = `${operation.method} ${operation.path} ${parameter}`;
        // The one row of the specification that has 400 for a record that is not there.
        const expected = name === "DELETE /v3/contracts/{id}/obligations/{obligationId} obligationId" ? 400 : 404;
        assert.equal(foreign.status, expected, `${name}: ${JSON.stringify(foreign.body)}`);
        assert.equal(withoutRequestId(foreign.body), withoutRequestId(unknown.body), name);
      }
    }
  });

  test("UID-1: a malformed id is 400 where the row lists 400, else it answers as an unknown record does", async () => {
    for (const operation of operations) {
      for (const parameter of parametersOf(operation.path)) {
        for (const value of ["abc", "%00", "01890000-0000-7000-8000-00000000000", "null"]) {
          const path = fill(operation.path, records.A, { parameter, value });
          const { status, body } = await api.request(operation.method, path, await validBody(operation));
          const name = `${operation.method} ${operation.path}`;
          const expected = malformedIs400.has(name) ? 400 : 404;
          assert.equal(status, expected, `${name} ${value}: ${JSON.stringify(body)}`);
          if (expected === 400) assert.equal(body.error.errorCode, "INVALID_ID");
        }
      }
    }
  });

  test("ISO-8: an unknown field is refused and named, wherever a body is taken", async () => {
    for (const operation of operations.filter(({ body }) => body !== undefined)) {
      const path = withQuery(fill(operation.path, records.A));
      for (const field of ["merchantId", "endDat", "syncStatus"]) {
        const { status, body } = await api.request(operation.method, path, { body: { [field]: "x" } });
        const name = `${operation.method} ${operation.path}: ${JSON.stringify(body)}`;
        assert.equal(status, 400, name);
        const issues: { path: string; code: string }[] = body.error.details.issues;
        assert.ok(
          issues.some((issue) => issue.path === `/${field}` && issue.code === "UNKNOWN_FIELD"),
          name,
        );
      }
    }
  });

  test("a body of the wrong type is 400, and a misspelt query of a write is refused", async () => {
    for (const operation of operations.filter(({ method }) => method !== "GET")) {
      const path = withQuery(fill(operation.path, records.A));
      if (operation.body !== undefined) {
        for (const body of ["[]", '"text"', "null", "7"]) {
          const { status } = await api.request(operation.method, path, { body });
          assert.equal(status, 400, `${operation.method} ${path} ${body}`);
        }
      }
      const misspelt = `${path}${path.includes("?") ? "&" : "?"}dryrun=true`;
      const { status, body } = await api.request(operation.method, misspelt, anyBody(operation));
      assert.equal(status, 400, misspelt);
      assert.ok(
        body.error.details.issues.some((issue: { code: string }) => issue.code === "UNKNOWN_QUERY"),
        misspelt,
      );
    }
  });
});

/** Reports and closes name their month in the query. */
function withQuery(path: string): string {
  return /trial-balance|preview|close-period|reopen-period/.test(path) ? `${path}?month=2026-01` : path;
}

/** A body that the schema of the operation accepts, so that the answer depends on the ids alone. */
async function validBody(operation: Operation): Promise<{ body?: unknown; headers?: Record<string, string> }> {
  if (operation.path.endsWith("/file") && operation.method === "POST") {
    const form = new FormData();
    form.append("file", new Blob(["%PDF-1.4 matrix"], { type: "application/pdf" }), "contract.pdf");
    const encoded = new Response(form);
    const contentType = encoded.headers.get("content-type") ?? "";
    return { body: await encoded.text(), headers: { "content-type": contentType } };
  }
  const body = validBodies[`${operation.method} ${operation.path}`];
  if (operation.body === undefined) return {};
  assert.ok(body !== undefined, `the matrix has no valid body for ${operation.method} ${operation.path}`);
  return { body };
}

const validBodies: Readonly<Record<string, unknown>> = {
  "POST /v3/contracts/{id}/actions": { action: "APPROVE" },
  "PATCH /v3/contracts/{id}": { name: "Matrix" },
  "PATCH /v3/contracts/{id}/metadata": { metadata: { a: 1 } },
  "POST /v3/contracts/{id}/obligations": {
    serviceStartDate: "2026-01-01",
    serviceEndDate: "2026-01-01",
    billingSchedule: {
      name: "Once",
      startDate: "2026-01-01",
      interval: "NONE",
      invoiceDateStrategy: "FIRST_OF_PERIOD",
      billingType: "FLAT",
      pricing: [{ amount: "1.00", amountType: "TOTAL_INVOICE" }],
    },
  },
  "PATCH /v3/customers/{id}": { name: "Matrix" },
  "POST /v3/customers/{id}/sub-customers": { name: "Matrix" },
  "POST /v3/customers/{id}/address": { billingAddress: { line1: "1 Main Street", city: "Riga", country: "LV" } },
  "POST /v3/customers/{id}/external-ids": { externalIds: [{ sourceType: "ERP_A", externalId: "1" }] },
  "PUT /v3/customers/{id}/autocharge": { autoCharge: true },
  "PUT /v3/customers/{id}/custom-field": { id: unknownId, value: null },
  "POST /v3/customers/{id}/contacts": { email: "ada@example.com" },
  "PATCH /v3/customers/{id}/contacts/{contactId}": { firstName: "Ada" },
  "PATCH /v3/items/{id}": { name: "Matrix" },
  "PATCH /v3/items/{id}/external-ids": { externalIds: [{ sourceType: "ERP_A", externalId: "1" }] },
  "PATCH /v3/products/{id}": { name: "Matrix" },
};
