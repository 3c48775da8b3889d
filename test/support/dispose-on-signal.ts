import { constants } from "node:os";

/**
 * Disposes of what was opened, and ends the process, when it is asked to end (Ctrl-C, SIGTERM). Otherwise the programs and the database that a
 * long run has started would go on without it.
 */
export function disposeOnSignal(opened: AsyncDisposableStack): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    const end = () => void opened.disposeAsync().finally(() => process.exit(128 + constants.signals[signal]));
    process.once(signal, end);
    opened.defer(() => void process.off(signal, end));
  }
}
