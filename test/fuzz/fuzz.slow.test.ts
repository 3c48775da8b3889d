import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { expanded } from "../support/expanded-document.ts";
import { fuzzRequests } from "./requests.ts";

// `ACCORD_FUZZ_COUNT=20000 npm run fuzz` runs more; a failure prints the seed and the smallest request that shows it.
const count = Number(process.env.ACCORD_FUZZ_COUNT ?? 800);

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

async function recordsToHit(): Promise<string[]> {
  const { A, B } = api.merchants;
  const ids: string[] = [];
  for (const { writeKey: key } of [A, B]) {
    const customer = await api.request("POST", "/v3/customers", { key, body: { name: "Fuzzed" } });
    const category = await api.request("POST", "/v3/categories", { key, body: { name: "Fuzzed" } });
    const contract = await api.request("POST", "/v3/contracts", {
      key,
      body: { name: "Fuzzed", customerId: customer.body.payload.id },
    });
    ids.push(customer.body.payload.id, category.body.payload.id, contract.body.payload.id);
  }
  return ids;
}

test("property: no request, however malformed, gets a 5xx or an answer without the envelope", async () => {
  const document: Json = expanded(await (await fetch(`${api.url}/openapi.json`)).json());
  const ids = await recordsToHit();
  const key = api.merchants.A.writeKey;
  let successes = 0;
  await fc.assert(
    fc.asyncProperty(fuzzRequests(document, ids), async (request) => {
      const answer = await fetch(`${api.url}${request.path}`, {
        method: request.method,
        headers: {
          authorization: key,
          ...(request.contentType === undefined ? {} : { "content-type": request.contentType }),
        },
        ...(request.body === undefined ? {} : { body: request.body }),
      });
      const bytes = await answer.text();
      // The one 5xx that the contract with integrators asks for: downloading a file that was never uploaded.
      const isSpecified = answer.status === 500 && request.method === "GET" && request.path.includes("/file");
      assert.ok(answer.status < 500 || isSpecified, `${answer.status} ${bytes}`);
      assert.ok(answer.headers.get("x-request-id"));
      if (!answer.headers.get("content-type")?.startsWith("application/json")) return;
      const body: Json = JSON.parse(bytes);
      assert.equal(typeof body.success, "boolean");
      assert.equal(typeof body.message, "string");
      assert.equal(body.success, answer.status < 300);
      if (body.success) successes++;
      if (!body.success) assert.deepEqual([body.payload, body.error.code], [{}, answer.status]);
    }),
    { numRuns: count },
  );
  assert.ok(successes > count / 20, `only ${successes} of ${count} requests got past the checks`);
});
