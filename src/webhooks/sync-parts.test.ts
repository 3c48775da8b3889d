import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { rejectedAlone, sendInParts } from "./sync-parts.ts";

const taken = { status: 200, failure: null };
const answered = (status: number | null) => ({ status, failure: "not taken" });
const always = () => true;

test("property: the entry that a receiver fails on is found, and every other entry is accepted once and in order", async () => {
  const bad = fc.uniqueArray(fc.nat(49), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(bad, fc.integer({ min: 9, max: 50 }), async (poisoned, count) => {
      const entries = Array.from({ length: count }, (_, index) => index);
      const isBad = (entry: number) => poisoned.includes(entry);
      const send = async (part: readonly number[]) => (part.some(isBad) ? answered(500) : taken);
      const sent = await sendInParts(entries, send, always);
      const went = sent.filter(({ answer }) => answer.failure === null).flatMap(({ part }) => part);
      assert.deepEqual(
        went,
        entries.filter((entry) => !isBad(entry)),
      );
      assert.deepEqual(
        rejectedAlone(sent).map(({ entry }) => entry),
        entries.filter(isBad),
      );
      assert.ok(sent.length <= 1 + count * 2, `${sent.length} messages`);
    }),
  );
});

test("one failing entry of fifty costs a few messages", async () => {
  const entries = Array.from({ length: 50 }, (_, index) => index);
  for (const poisoned of entries) {
    const sent = await sendInParts(entries, async (part) => (part.includes(poisoned) ? answered(500) : taken), always);
    assert.ok(sent.length <= 24, `${sent.length} messages for ${poisoned}`);
  }
});

test("a receiver that accepts nothing, is down, asks to wait or is gone fails no entry", async () => {
  for (const status of [null, 401, 404, 410, 429, 503]) {
    const sent = await sendInParts([1, 2, 3], async () => answered(status), always);
    assert.deepEqual([sent.length, rejectedAlone(sent)], [1, []], String(status));
  }
  const broken = await sendInParts([1, 2, 3], async () => answered(500), always);
  assert.deepEqual(rejectedAlone(broken), []);
});

test("at the time limit remaining entries are left for the next run", async () => {
  let left = 2;
  const sent = await sendInParts(
    [1, 2, 3, 4],
    async (part) => (part.length > 2 ? answered(500) : taken),
    () => left-- > 1,
  );
  assert.deepEqual(
    sent.map(({ part }) => part),
    [
      [1, 2, 3, 4],
      [1, 2],
    ],
  );
});
