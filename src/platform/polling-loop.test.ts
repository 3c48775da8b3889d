import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { startPolling } from "./polling-loop.ts";

const hour = 3_600_000;

test("polls follow each other, also after a failed one, and leave no timer behind", async () => {
  const { promise: seen, resolve } = Promise.withResolvers<void>();
  const errors: unknown[] = [];
  const listeners: number[] = [];
  const loop = startPolling(
    async (stopping) => {
      listeners.push(getEventListeners(stopping, "abort").length);
      if (listeners.length === 2) throw new Error("the database is away");
      if (listeners.length === 5) resolve();
    },
    1,
    (error) => errors.push(error),
    0,
  );
  await seen;
  await loop.stop();
  assert.deepEqual(listeners.slice(0, 5), [0, 0, 0, 0, 0]);
  assert.match(String(errors), /away/);
});

test("a short failure of polls is not logged; a lasting one is logged now and then", async () => {
  const logged = async (fails: (at: number) => boolean) => {
    const { promise: seen, resolve } = Promise.withResolvers<void>();
    const errors: unknown[] = [];
    let at = 0;
    const poll = async () => {
      at += 1;
      if (at > 40) resolve();
      if (fails(at)) throw new Error("no connection yet");
    };
    const loop = startPolling(poll, 5, (error) => errors.push(error), 50);
    await seen;
    await loop.stop();
    return errors.length;
  };
  assert.equal(await logged((at) => at === 1 || at % 3 === 0), 0);
  const count = await logged(() => true);
  assert.ok(count >= 1 && count < 40, `${count} of 40`);
});

test("stopping ends a pause at once and waits for the running poll, after which there is none", async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  let count = 0;
  let isOver = false;
  const loop = startPolling(
    async () => {
      count += 1;
      begin();
      await held;
      isOver = true;
    },
    hour,
    assert.ifError,
  );
  await begun;
  const stopped = loop.stop();
  assert.equal(isOver, false);
  letGo();
  await stopped;
  assert.deepEqual([count, isOver], [1, true]);

  const resting = startPolling(async () => undefined, hour, assert.ifError);
  await new Promise((resolve) => setImmediate(resolve));
  await resting.stop();
});

test("on request the next poll follows at once: it ends a pause, and comes after the poll under way", async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: seen, resolve } = Promise.withResolvers<void>();
  let count = 0;
  const loop = startPolling(
    async () => {
      count += 1;
      if (count === 1) begin();
      if (count === 2) loop.pollNow();
      if (count === 3) resolve();
    },
    hour,
    assert.ifError,
  );
  await begun;
  await new Promise((done) => setImmediate(done));
  loop.pollNow();
  await seen;
  await loop.stop();
  assert.equal(count, 3);
});
