import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { expanded } from "../support/expanded-document.ts";
import { fuzzRequests } from "./requests.ts";

// `ACCORD_FUZZ_COUNT=20000 ACCORD_FUZZ_SEED=7 npm run fuzz` sends so many requests, the same for the same seed but for the ids in them.
const count = Number(process.env.ACCORD_FUZZ_COUNT ?? 800);
const seed = Number(process.env.ACCORD_FUZZ_SEED ?? Date.now() % 1_000_000);

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** Bytes that the server and this test hold when everything that can be released is. */
function memoryInUse(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

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

test("property: no request, however malformed, gets a 5xx or an answer without the envelope, and memory is released", async (t) => {
  const document: Json = expanded(await (await fetch(`${api.url}/openapi.json`)).json());
  const ids = await recordsToHit();
  const key = api.merchants.A.writeKey;
  let successes = 0;
  let requests = 0;
  let afterFirst = 0;
  await fc.assert(
    fc.asyncProperty(fuzzRequests(document, ids), async (request) => {
      requests++;
      // Of 20,000 requests nearly every operation has been requested by then, and what is made once per operation is there.
      if (requests === Math.ceil(count / 4)) afterFirst = memoryInUse();
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
      assert.ok(answer.status < 500 || isSpecified, `${answer.status} ${bytes} ${api.loggedErrors.at(-1)}`);
      assert.ok(answer.headers.get("x-request-id"));
      if (!answer.headers.get("content-type")?.startsWith("application/json")) return;
      const body: Json = JSON.parse(bytes);
      assert.equal(typeof body.success, "boolean");
      assert.equal(typeof body.message, "string");
      assert.equal(body.success, answer.status < 300);
      if (body.success) successes++;
      if (!body.success) assert.deepEqual([body.payload, body.error.code], [{}, answer.status]);
    }),
    { numRuns: count, seed },
  );
  assert.ok(successes > count / 20, `only ${successes} of ${count} requests got past the checks`);
  const inTheEnd = memoryInUse();
  t.diagnostic(
    `memory: ${megabytes(afterFirst)} MB after a quarter of ${count} requests, ${megabytes(inTheEnd)} MB in the end`,
  );
  if (count >= 20_000) assert.ok(inTheEnd < 1.1 * afterFirst, "memory grows with the requests");
});

const megabytes = (bytes: number) => Math.round(bytes / 1_000_000);
