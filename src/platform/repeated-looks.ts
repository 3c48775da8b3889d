import { setTimeout as sleep } from "node:timers/promises";

/** Looks that go on until they are stopped. */
export type RepeatedLooks = {
  /** Ends a pause at once; resolves when the look that is under way is over. */
  readonly stop: () => Promise<void>;
};

/**
 * Looks again and again, with a pause between two looks. What fails is handed to `onError` and tried at the next look.
 *
 * @param look gets a signal that says when there are to be no more looks
 */
export function lookRepeatedly(
  look: (stopping: AbortSignal) => Promise<void>,
  pauseMilliseconds: number,
  onError: (error: unknown) => void,
): RepeatedLooks {
  const stopping = new AbortController();
  const { signal } = stopping;
  const looking = (async () => {
    while (!signal.aborted) {
      await look(signal).catch(onError);
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
