import { readlinkSync } from "node:fs";
import { constants, setPriority } from "node:os";

/**
 * Lets the other threads of the machine go before this one, where there is not enough of the processor for all: a tenth of it is
 * left for this one. Of Linux alone, where a thread has a priority of its own; elsewhere nothing changes.
 */
export function comeSecond(): void {
  try {
    // Only the thread itself learns its number.
    const [, , thread] = readlinkSync("/proc/thread-self").split("/");
    setPriority(Number(thread), constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Without it the threads are equal.
  }
}
