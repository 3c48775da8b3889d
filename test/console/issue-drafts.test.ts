import assert from "node:assert/strict";
import { test } from "node:test";
import { issueDrafts, type Progress } from "../../console/src/screens/close/issue-drafts.ts";

/** Drafts of which the API names the first hundred; some cannot be issued. */
function drafts(count: number, cannot: (at: number) => boolean = () => false) {
  let waiting = Array.from({ length: count }, (_, at) => `draft-${at}`);
  const bad = new Set(waiting.filter((_, at) => cannot(at)));
  const issued: string[] = [];
  const seen: Progress[] = [];
  const read = async () => ({ ids: waiting.slice(0, 100), total: waiting.length });
  const run = async (isOpen = () => true) =>
    issueDrafts(await read(), {
      issue: async (id) => {
        if (bad.has(id)) throw new Error(`${id} has no address`);
        waiting = waiting.filter((each) => each !== id);
        issued.push(id);
      },
      read,
      reasonOf: (error) => (error as Error).message,
      isOpen,
      onProgress: (progress) => seen.push(progress),
    });
  return { run, issued, seen };
}

test("drafts beyond those that the API names are issued too, each once", async () => {
  const { run, issued, seen } = drafts(250);
  assert.deepEqual(await run(), { tried: 250, failed: [], total: 250 });
  assert.equal(new Set(issued).size, 250);
  assert.deepEqual(
    seen.map(({ tried }) => tried),
    Array.from({ length: 250 }, (_, at) => at),
  );
  assert.deepEqual(new Set(seen.map(({ total }) => total)), new Set([250]));
});

test("drafts that cannot be issued are tried once and named with the reason, and others are issued", async () => {
  const { run, issued } = drafts(250, (at) => at % 5 === 0);
  const { tried, failed, total } = await run();
  assert.deepEqual([tried, failed.length, total, issued.length], [250, 50, 250, 200]);
  assert.deepEqual(failed[1], { id: "draft-5", why: "draft-5 has no address" });
});

test("when none of the named drafts can be issued, it ends and shows how many are left", async () => {
  const { run, issued } = drafts(130, (at) => at < 110);
  const { tried, failed, total } = await run();
  assert.deepEqual([tried, failed.length, total, issued.length], [100, 100, 130, 0]);
});

test("a draft that a worker issued meanwhile does not count as failed", async () => {
  let waiting = ["one", "two", "three"];
  const ended = await issueDrafts(
    { ids: waiting, total: 3 },
    {
      issue: async (id) => {
        if (!waiting.includes(id)) throw new Error("Only a draft can be issued.");
        waiting = [];
      },
      read: async () => ({ ids: waiting, total: waiting.length }),
      reasonOf: (error) => (error as Error).message,
      isOpen: () => true,
      onProgress: () => undefined,
    },
  );
  assert.deepEqual(ended, { tried: 3, failed: [], total: 3 });
});

test("closing the dialog stops it between two drafts", async () => {
  const { run, issued } = drafts(250);
  const { tried, total } = await run(() => issued.length < 120);
  assert.deepEqual([tried, issued.length, total], [120, 120, 250]);
});
