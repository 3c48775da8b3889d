import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApi, type TestApi } from "../support/api.ts";
import { compareCommitments } from "./commitment-run.ts";
import { compareBook, noCounts } from "./contract-run.ts";
import { runStorm } from "./storm.ts";
import { compareUsage } from "./usage-run.ts";

// A few contracts of every run of the slow suite; `npm run test:model` draws as many as one likes.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api?.close());

test("what the program bills, earns and presents is what the specification says, reckoned by itself", async () => {
  const counts = noCounts();
  const seeds = Array.from({ length: 10 }, (_, index) => 2001 + index);
  assert.deepEqual(await compareBook(api, seeds, counts), []);
  assert.equal(counts.contracts, seeds.length);
});

test("commitments are drawn down, trued up and earned as the specification says", async () => {
  const counts = noCounts();
  assert.deepEqual(await compareCommitments(api, [101, 102, 103, 104, 105], counts), []);
  assert.equal(counts.contracts, 5);
});

test("usage is billed, earned and unbilled as the specification says, late usage too", async () => {
  const counts = noCounts();
  assert.deepEqual(await compareUsage(api, [3001, 3003, 3005, 3011, 3014], counts), []);
  assert.equal(counts.contracts, 5);
});

test("after random operations everything that an outsider can see ties", async () => {
  assert.deepEqual(await runStorm(api, 3, 40), []);
});
