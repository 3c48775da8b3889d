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

describe("turns of groups, one group for each merchant", () => {
  test("a group has a limited number at once, and does not delay another group", async () => {
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

  test("a request that has begun can wait beside any number of others, for any time", async (context) => {
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

  test("a request that has begun with a time limit is rejected after it with its own message", async (context) => {
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

  test("have a limit in total, and free turns go round the groups", async () => {
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

  test("a request behind too many of its group is rejected at once, those of other groups are not", async () => {
    const { take } = turns({ perGroup: 1, waiting: 2 });
    const first = await take("a");
    const waiting = [take("a"), take("a")];
    await assert.rejects(take("a"), Rejected);
    using _other = await take("b");
    first[Symbol.dispose]();
    for (const each of waiting) (await each)[Symbol.dispose]();
    using _again = await take("a");
  });

  test("DBF-3: a request that waited too long is rejected, and takes no turn later", async () => {
    const { take } = turns({ perGroup: 1, longestWait: 5 });
    const first = await take("a");
    await assert.rejects(take("a"), Rejected);
    first[Symbol.dispose]();
    using _next = await take("a");
  });

  test("in a group without waiting, one request above the limit is rejected at once", async () => {
    const { take } = turns({ perGroup: 1, waiting: 0 });
    const first = await take("a");
    await assert.rejects(take("a"), Rejected);
    first[Symbol.dispose]();
    using _next = await take("a");
  });

  test("a turn that is released twice counts once", async () => {
    const { take } = turns({ perGroup: 1, longestWait: 5 });
    const first = await take("a");
    first[Symbol.dispose]();
    first[Symbol.dispose]();
    using _second = await take("a");
    await assert.rejects(take("a"), Rejected);
  });
});
