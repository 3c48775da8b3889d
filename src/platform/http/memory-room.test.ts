import assert from "node:assert/strict";
import { test } from "node:test";
import { TransportError } from "./errors.ts";
import { memoryRoom } from "./memory-room.ts";

const isBusy = (error: unknown) => error instanceof TransportError && error.rejection.status === 503;

test("what fits is let in at once, what does not waits until enough is given back", async () => {
  const { take } = memoryRoom(10, 1_000);
  const [first, second] = [await take(6), await take(4)];
  let isIn = false;
  const third = take(5).then((room) => {
    isIn = true;
    return room;
  });
  second[Symbol.dispose]();
  await Promise.resolve();
  assert.equal(isIn, false, "4 are free");
  first[Symbol.dispose]();
  using _third = await third;
});

test("room is given in the order of asking: what is small does not overtake what is large", async () => {
  const { take } = memoryRoom(10, 1_000);
  const first = await take(6);
  const order: string[] = [];
  const large = take(10).then((room) => {
    order.push("large");
    room[Symbol.dispose]();
  });
  const small = take(1).then(() => order.push("small"));
  first[Symbol.dispose]();
  await Promise.all([large, small]);
  assert.deepEqual(order, ["large", "small"]);
});

test("who waits too long is sent away, and those behind it no longer wait for it", async () => {
  const { take } = memoryRoom(10, 20);
  const first = await take(6);
  const small = assert.doesNotReject(take(10).catch(() => take(4)));
  await assert.rejects(take(10), isBusy);
  await small;
  first[Symbol.dispose]();
  await assert.doesNotReject(take(6));
});

test("room that is given back twice counts once", async () => {
  const { take } = memoryRoom(10, 20);
  const first = await take(5);
  await take(5);
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  await take(5);
  await assert.rejects(take(5), isBusy);
});
