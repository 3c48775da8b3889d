import assert from "node:assert/strict";
import { test } from "node:test";
import { TransportError, uploadsBusy } from "../errors.ts";
import { memoryRoom } from "./memory-room.ts";

const isBusy = (error: unknown) => error instanceof TransportError && error.rejection.status === 503;

const roomOf = (inAll: number, longestWait: number) =>
  memoryRoom({ inAll, perGroup: inAll / 2, longestWait, rejection: uploadsBusy });

test("a request that fits is admitted at once, another waits until enough memory is released", async () => {
  const { take } = roomOf(20, 1_000);
  const [first, second] = [await take("a", 10), await take("b", 8)];
  let isIn = false;
  const third = take("c", 9).then((room) => {
    isIn = true;
    return room;
  });
  await Promise.resolve();
  assert.equal(isIn, false, "2 are free");
  second[Symbol.dispose]();
  using _third = await third;
  first[Symbol.dispose]();
});

test("memory is given in the order of requests: a small one does not overtake a large one", async () => {
  const { take } = roomOf(20, 1_000);
  const [first, second] = [await take("a", 10), await take("b", 5)];
  const order: string[] = [];
  const large = take("c", 10).then((room) => {
    order.push("large");
    room[Symbol.dispose]();
  });
  const small = take("d", 1).then(() => order.push("small"));
  first[Symbol.dispose]();
  await Promise.all([large, small]);
  assert.deepEqual(order, ["large", "small"]);
  second[Symbol.dispose]();
});

test("one group gets at most half, and its waiting requests delay no other group", async () => {
  const { take } = roomOf(20, 20);
  const held = [await take("a", 5), await take("a", 5)];
  const waits = assert.rejects(take("a", 5), isBusy);
  await assert.doesNotReject(take("b", 10));
  await waits;
  held[0]?.[Symbol.dispose]();
  await assert.doesNotReject(take("a", 5));
});

test("a request that waited too long is rejected, and those behind it no longer wait for it", async () => {
  const { take } = roomOf(20, 20);
  const first = await take("a", 10);
  await take("b", 6);
  const small = assert.doesNotReject(take("c", 10).catch(() => take("c", 4)));
  await assert.rejects(take("d", 10), isBusy);
  await small;
  first[Symbol.dispose]();
  await assert.doesNotReject(take("a", 6));
});

test("without a total limit each group has its own", async () => {
  const { take } = memoryRoom({ perGroup: 10, longestWait: 20, rejection: uploadsBusy });
  await Promise.all(["a", "b", "c"].map((group) => take(group, 10)));
  await assert.rejects(take("a", 1), isBusy);
});

test("memory that is released twice counts once", async () => {
  const { take } = roomOf(20, 20);
  const first = await take("a", 10);
  await take("b", 10);
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  await take("a", 10);
  await assert.rejects(take("c", 5), isBusy);
});
