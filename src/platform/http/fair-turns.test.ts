import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fairTurns, type TurnLimits } from "./fair-turns.ts";

class Rejected extends Error {}

const turns = (limits: Partial<TurnLimits>) =>
  fairTurns({ perGroup: 2, waiting: 10, longestWait: 10_000, rejection: () => new Rejected(), ...limits });

/** Takes a turn and appends it to `order` when it comes. */
async function noted(taking: Promise<Disposable>, name: string, order: string[]): Promise<Disposable> {
  const turn = await taking;
  order.push(name);
  return turn;
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("turns", () => {
  test("a group has so many at once, and another one is not in its way", async () => {
    const { take } = turns({});
    const order: string[] = [];
    const first = await take("a");
    await take("a");
    const third = noted(take("a"), "a3", order);
    await noted(take("b"), "b1", order);
    assert.deepEqual(order, ["b1"]);
    first[Symbol.dispose]();
    await third;
    assert.deepEqual(order, ["b1", "a3"]);
  });

  test("what has begun waits beside any number of others, for as long as it takes", async (context) => {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const { take, waitFor } = turns({ perGroup: 1, waiting: 1 });
    const first = await take("a");
    const given = assert.rejects(take("a"), Rejected);
    const kept = waitFor("a");
    await assert.rejects(take("a"), Rejected);
    context.mock.timers.tick(100_000);
    await given;
    first[Symbol.dispose]();
    (await kept)[Symbol.dispose]();
  });

  test("what may wait beside any number of others, but not for ever, is told so in its own words", async (context) => {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const { take, waitFor } = turns({ perGroup: 1, waiting: 0 });
    const first = await take("a");
    const given = assert.rejects(
      waitFor("a", { longestWait: 30_000, rejection: () => new Error("not just now") }),
      /not just now/,
    );
    const kept = waitFor("a");
    context.mock.timers.tick(30_000);
    await given;
    first[Symbol.dispose]();
    (await kept)[Symbol.dispose]();
  });

  test("in all they are bounded too, and what comes free goes round the groups", async () => {
    const { take } = turns({ perGroup: 5, inAll: 1 });
    const order: string[] = [];
    const first = await take("a");
    const waiting = ["a2", "a3", "a4", "b1", "c1"].map(async (name) => {
      using _turn = await noted(take(name[0] ?? ""), name, order);
      await settled();
    });
    first[Symbol.dispose]();
    await Promise.all(waiting);
    assert.deepEqual(order, ["a2", "b1", "c1", "a3", "a4"]);
  });

  test("who would wait behind too many is sent away at once, those of another group are not", async () => {
    const { take } = turns({ perGroup: 1, waiting: 2 });
    const first = await take("a");
    const waiting = [take("a"), take("a")];
    await assert.rejects(take("a"), Rejected);
    using _other = await take("b");
    first[Symbol.dispose]();
    for (const each of waiting) (await each)[Symbol.dispose]();
    using _again = await take("a");
  });

  test("DBF-3: who waits for too long is sent away, and takes no turn later", async () => {
    const { take } = turns({ perGroup: 1, longestWait: 5 });
    const first = await take("a");
    await assert.rejects(take("a"), Rejected);
    first[Symbol.dispose]();
    using _next = await take("a");
  });

  test("of a group that may not wait, one too many is sent away at once", async () => {
    const { take } = turns({ perGroup: 1, waiting: 0 });
    const first = await take("a");
    await assert.rejects(take("a"), Rejected);
    first[Symbol.dispose]();
    using _next = await take("a");
  });

  test("a turn that is over twice counts once", async () => {
    const { take } = turns({ perGroup: 1, longestWait: 5 });
    const first = await take("a");
    first[Symbol.dispose]();
    first[Symbol.dispose]();
    using _second = await take("a");
    await assert.rejects(take("a"), Rejected);
  });
});
