import { setTimeout as wait } from "node:timers/promises";

/** Asks again until it is true: what the worker does comes when it comes. */
export async function untilPatient(isTrue: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 60; attempt += 1) {
    if (await isTrue()) return;
    await wait(500);
  }
  throw new Error("It did not come about.");
}
