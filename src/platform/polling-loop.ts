import { setTimeout as sleep } from "node:timers/promises";

/** A polling loop that runs until it is stopped. */
export type PollingLoop = {
  /** Polls again without a pause: there is something to find. */
  readonly pollNow: () => void;
  /** Ends a pause at once; resolves when the current poll is over. */
  readonly stop: () => Promise<void>;
};

const longestQuiet = 10_000;

/**
 * Polls repeatedly, with a pause in between; a failure is retried at the next poll. On a starting or busy machine single failures (no connection,
 * no lock) are normal, so `onError` is only called when polls have failed for a while, and then once per such period.
 *
 * @param poll gets a signal that aborts when the loop is stopped
 * @param quietMilliseconds how long polls must fail in a row before `onError` gets the last failure
 */
export function startPolling(
  poll: (stopping: AbortSignal) => Promise<void>,
  pauseMilliseconds: number,
  onError: (error: unknown) => void,
  quietMilliseconds: number = longestQuiet,
): PollingLoop {
  const stopping = new AbortController();
  const { signal } = stopping;
  let failingSince: number | undefined;
  let pause = new AbortController();
  const noteFailure = (error: unknown) => {
    const now = performance.now();
    failingSince ??= now;
    if (now - failingSince < quietMilliseconds) return;
    failingSince = undefined;
    onError(error);
  };
  const polling = (async () => {
    while (!signal.aborted) {
      pause = new AbortController();
      await poll(signal).then(() => {
        failingSince = undefined;
      }, noteFailure);
      // A signal of its own, because one that outlives the pause would keep something of every pause until the end.
      if (!signal.aborted) await sleep(pauseMilliseconds, undefined, { signal: pause.signal }).catch(() => undefined);
    }
  })();
  return {
    pollNow: () => pause.abort(),
    stop: () => {
      stopping.abort();
      pause.abort();
      return polling;
    },
  };
}
