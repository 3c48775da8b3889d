import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { collector } from "./collector.ts";

const full = () => new Error("no room");

function recording(record?: (items: readonly number[]) => void, options: { most?: number; room?: number } = {}) {
  const batches: string[] = [];
  const collect = collector<number, number>({
    full,
    ...options,
    record: async (merchantId, items) => {
      record?.(items);
      batches.push(`${merchantId} ${items.join(" ")}`);
      return items.map((item) => item * 10);
    },
  });
  return { collect, batches };
}

test("concurrent items are recorded in one batch, and each has its own answer", async () => {
  const { collect, batches } = recording();
  const answers = await Promise.all([1, 2, 3].map((item) => collect("a", item)));
  assert.deepEqual(answers, [10, 20, 30]);
  assert.deepEqual(batches, ["a 1 2 3"]);
  assert.equal(await collect("a", 4), 40);
});

test("items of several merchants are never in one batch", async () => {
  const { collect, batches } = recording();
  await Promise.all([collect("a", 1), collect("b", 2), collect("a", 3)]);
  assert.deepEqual(batches.toSorted(), ["a 1 3", "b 2"]);
});

test("more items than fit in a batch are recorded in order, one batch after the other", async () => {
  const { collect, batches } = recording(undefined, { most: 2 });
  await Promise.all([1, 2, 3, 4, 5].map((item) => collect("a", item)));
  assert.deepEqual(batches, ["a 1 2", "a 3 4", "a 5"]);
});

function databaseError(code: string): Error {
  return Object.assign(new pg.DatabaseError("refused", 0, "error"), { code });
}

test("an item that the database rejects fails alone", async () => {
  const { collect, batches } = recording((items) => {
    if (items.includes(2)) throw databaseError("22P05");
  });
  const answers = await Promise.allSettled([1, 2, 3].map((item) => collect("a", item)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    ["fulfilled", "rejected", "fulfilled"],
  );
  assert.deepEqual(batches, ["a 1", "a 3"]);
});

test("without a database all items fail, and the next ones are tried again", async () => {
  let isAway = true;
  let asked = 0;
  const { collect } = recording(() => {
    asked += 1;
    if (isAway) throw databaseError("57P01");
  });
  const answers = await Promise.allSettled([1, 2, 3].map((item) => collect("a", item)));
  assert.ok(answers.every(({ status }) => status === "rejected"));
  assert.equal(asked, 1);
  isAway = false;
  assert.equal(await collect("a", 4), 40);
});

test("an item without room is rejected, and there is room again once a batch has begun", async () => {
  const { collect } = recording(undefined, { room: 4 });
  const waiting = [collect("a", 1), collect("a", 2)];
  await assert.rejects(collect("a", 3), /no room/, "one merchant has half of it");
  waiting.push(collect("b", 3), collect("c", 4));
  await assert.rejects(collect("d", 5), /no room/);
  assert.deepEqual(await Promise.all(waiting), [10, 20, 30, 40]);
  assert.equal(await collect("a", 4), 40);
});
