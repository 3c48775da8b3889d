import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApi, type TestApi } from "../support/api.ts";
import { compareCommitments } from "./commitment-run.ts";
import { compareBook, noCounts } from "./contract-run.ts";
import { runRandomOperations } from "./random-operations.ts";
import { compareUsage } from "./usage-run.ts";

// A few seeds of each kind; `npm run test:model` takes as many as it is told.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api?.close());

test("invoices, revenue and presentation equal those of an independent model of the specification", async () => {
  const counts = noCounts();
  const seeds = Array.from({ length: 10 }, (_, index) => 2001 + index);
  assert.deepEqual(await compareBook(api, seeds, counts), []);
  assert.equal(counts.contracts, seeds.length);
});

test("drawdowns, true-ups and revenue of commitments equal those of the model", async () => {
  const counts = noCounts();
  assert.deepEqual(await compareCommitments(api, [101, 102, 103, 104, 105], counts), []);
  assert.equal(counts.contracts, 5);
});

test("billed, recognized and unbilled usage equals that of the model, late usage too", async () => {
  const counts = noCounts();
  assert.deepEqual(await compareUsage(api, [3001, 3003, 3005, 3011, 3014], counts), []);
  assert.equal(counts.contracts, 5);
});

test("after random operations everything that the API shows ties out", async () => {
  assert.deepEqual(await runRandomOperations(api, 3, 40), []);
});
