import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { dueOnContracts } from "../../src/invoicing/due-service.ts";
import { program, type WriteContext, write } from "../../src/platform/write.ts";
import { startApi, type TestApi } from "../support/api.ts";

// Batches of due work on a real database: planning ahead, the order of invoice numbers, and the effect of a failed batch.

let api: TestApi;
let merchantId: string;
before(async () => {
  api = await startApi();
});
beforeEach(async () => {
  merchantId = (await api.newMerchant()).merchantId;
});
after(() => api.close());

/** Runs work on contracts a to e, two in a batch; answers what was noted in the order in which it happened. */
async function run(
  isPlannedAhead: boolean,
  work: (ctx: WriteContext, contractIds: readonly string[], note: (what: string) => void) => Promise<void>,
): Promise<string[]> {
  const noted: string[] = [];
  const due = dueOnContracts({
    name: "test",
    nextDate: async () => undefined,
    contractsDue: async (_tx, _merchantId, { after: last, limit }) =>
      ["a", "b", "c", "d", "e"].filter((id) => last === undefined || id > last).slice(0, limit),
    work: async (ctx, contractIds) => {
      const name = contractIds.join("");
      noted.push(`${name} begins`);
      await work(ctx, contractIds, (what) => noted.push(`${name} ${what}`));
    },
    isPlannedAhead,
    contractsPerBatch: 2,
  });
  try {
    await due.run(api.platform, { merchantId, actor: program });
  } catch (error) {
    assert.ok(error instanceof AggregateError);
    noted.push(error.message);
  }
  return noted;
}

describe("batches of due work", () => {
  test("the next batch is planned while the one before is stored, and takes its numbers after that commits", async () => {
    const nextBegins = Promise.withResolvers<void>();
    const noted = await run(true, async (ctx, [first], note) => {
      if (first === "c") nextBegins.resolve();
      note(`has number ${await ctx.takeNumbers("INVOICE", 2)}`);
      if (first !== "a") return;
      await nextBegins.promise;
      // Time enough for the next one to overtake, if it could.
      await sleep(100);
      note("ends");
    });
    assert.deepEqual(noted, [
      "ab begins",
      "ab has number 1",
      "cd begins",
      "ab ends",
      "cd has number 3",
      "e begins",
      "e has number 5",
    ]);
  });

  test("a failing contract is named at the end, does not stop the others, and leaves no gap between numbers", async () => {
    const noted = await run(true, async (ctx, contractIds, note) => {
      note(`has number ${await ctx.takeNumbers("INVOICE", contractIds.length)}`);
      if (contractIds.includes("c")) throw new Error("c cannot be billed");
    });
    assert.equal(noted.at(-1), "1 contracts failed; the first one: c cannot be billed");
    for (const each of ["ab has number 1", "d begins", "e begins"]) assert.ok(noted.includes(each), each);
    const options = { merchantId, actor: program };
    assert.equal(
      await write(api.platform, options, (ctx) => ctx.takeNumbers("INVOICE", 1)),
      5n,
      "a, b, d, e have one each",
    );
  });

  test("work without numbers, or not planned ahead, runs batch after batch", async () => {
    for (const isPlannedAhead of [true, false]) {
      const noted = await run(isPlannedAhead, async (ctx, _ids, note) => {
        if (!isPlannedAhead) await ctx.takeNumbers("INVOICE", 1);
        await sleep(20);
        note("ends");
      });
      assert.deepEqual(noted, ["ab begins", "ab ends", "cd begins", "cd ends", "e begins", "e ends"]);
    }
  });
});
