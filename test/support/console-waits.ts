import { setTimeout as wait } from "node:timers/promises";

/** Polls until it is true, because it depends on the worker when that happens. */
export async function untilPatient(isTrue: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 60; attempt += 1) {
    if (await isTrue()) return;
    await wait(500);
  }
  throw new Error("It did not come about.");
}
