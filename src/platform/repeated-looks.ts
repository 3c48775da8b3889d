import { setTimeout as sleep } from "node:timers/promises";

/** Looks that go on until they are stopped. */
export type RepeatedLooks = {
  /** Ends a pause at once; resolves when the look that is under way is over. */
  readonly stop: () => Promise<void>;
};

const longestQuiet = 10_000;

/**
 * Looks again and again, with a pause between two looks. What fails is tried at the next look. A machine that is just starting, or busy, has no
 * connection or lock within seconds, and the next look finds it; so nobody is told before looks have failed for a while, and then once for each such while.
 *
 * @param look gets a signal that says when there are to be no more looks
 * @param quietMilliseconds for how long looks fail one after the other before `onError` is handed the last failure
 */
export function lookRepeatedly(
  look: (stopping: AbortSignal) => Promise<void>,
  pauseMilliseconds: number,
  onError: (error: unknown) => void,
  quietMilliseconds: number = longestQuiet,
): RepeatedLooks {
  const stopping = new AbortController();
  const { signal } = stopping;
  let failingSince: number | undefined;
  const noteFailure = (error: unknown) => {
    const now = performance.now();
    failingSince ??= now;
    if (now - failingSince < quietMilliseconds) return;
    failingSince = undefined;
    onError(error);
  };
  const looking = (async () => {
    while (!signal.aborted) {
      await look(signal).then(() => {
        failingSince = undefined;
      }, noteFailure);
      // Not a race with a promise of the end: that would keep something of every pause until the end.
      await sleep(pauseMilliseconds, undefined, { signal }).catch(() => undefined);
    }
  })();
  return {
    stop: () => {
      stopping.abort();
      return looking;
    },
  };
}
