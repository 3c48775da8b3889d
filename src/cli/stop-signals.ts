import type { FastifyBaseLogger } from "fastify";

/** The operator's request that this process end. */
export type StopSignals = {
  readonly requested: Promise<void>;
  /** Aborted at the same moment, for work that can be interrupted. */
  readonly signal: AbortSignal;
};

// npm and the terminal both pass Ctrl-C on, so that it comes twice within a few milliseconds.
const echoMilliseconds = 200;

/** Listens for SIGINT and SIGTERM from now on. The first signal asks for an orderly end, the second ends the process at once (SIG-1). */
export function stopSignals(log: FastifyBaseLogger): StopSignals {
  const controller = new AbortController();
  const { promise, resolve } = Promise.withResolvers<void>();
  let firstAt: number | undefined;
  const onSignal = (name: NodeJS.Signals) => {
    const now = performance.now();
    if (firstAt !== undefined) {
      if (now - firstAt < echoMilliseconds) return;
      log.warn({ signal: name }, "Ending at once.");
      process.exit(1);
    }
    firstAt = now;
    log.info({ signal: name }, "Shutting down.");
    controller.abort();
    resolve();
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  return { requested: promise, signal: controller.signal };
}

/** After an unexpected failure the state of the process is unknown, so it is logged and the process ends with 1. */
export function endOnUnforeseen(log: FastifyBaseLogger): void {
  // Also called for unhandled rejections.
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "The process ends after an unforeseen failure.");
    process.exit(1);
  });
}
