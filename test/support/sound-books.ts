import assert from "node:assert/strict";
import type { TestApi } from "./api.ts";
import { runDoctor } from "./doctor.ts";

/** Closes the program after the tests of a file, and checks that its books hold every invariant. */
export async function closeWithSoundBooks(api: TestApi): Promise<void> {
  try {
    assert.deepEqual(await runDoctor(api.platform.db, { full: true }), [], "the books are sound");
  } finally {
    await api.close();
  }
}
