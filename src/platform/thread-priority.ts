import { readlinkSync } from "node:fs";
import { constants, setPriority } from "node:os";

/**
 * Lowers the priority of this thread, so that the other threads of the machine come first when the processor is busy; about a tenth
 * of it is left for this one. Only on Linux, where each thread has a priority of its own; elsewhere nothing changes.
 */
export function comeSecond(): void {
  try {
    // Only the thread itself can find out its number.
    const [, , thread] = readlinkSync("/proc/thread-self").split("/");
    setPriority(Number(thread), constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Without permission, or on other systems, all threads stay equal.
  }
}
