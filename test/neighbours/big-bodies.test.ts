import assert from "node:assert/strict";
import { test } from "node:test";
import { CreateEventsBody } from "../../src/api/schemas/events.ts";
import { readJsonInTurns } from "../../src/platform/http/json-guard.ts";
import { bodyValidator } from "../../src/platform/http/validation.ts";
import { processorMillisecondsOf } from "../support/processor-time.ts";
import { bigBodies } from "./big-bodies.ts";

const mebibyte = 1024 * 1024;
const rounds = 3;

// 100 ms on a machine of today; a machine of a test may be busy, or of long ago.
const longest = 400;

test("hostile bodies of every kind are parsed in a few milliseconds a megabyte", async () => {
  const validate = bodyValidator(CreateEventsBody);
  for (const [name, make] of Object.entries(bigBodies)) {
    const bytes = Buffer.from(make(mebibyte));
    let isRejected = true;
    const took = await processorMillisecondsOf(async () => {
      for (let round = 0; round < rounds; round += 1) {
        const read = await readJsonInTurns(bytes);
        isRejected &&= !read.ok || validate(read.value).length > 0;
      }
    });
    assert.ok(isRejected, name);
    assert.ok(took / rounds < longest, `${name}: ${took / rounds} ms`);
  }
});
