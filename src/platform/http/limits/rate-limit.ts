/** The requests of one key in one minute. */
export type RequestCount = { readonly keyId: string; readonly minute: number; readonly requests: number };

/** Adds the count of one process to the shared count and returns the sum; undefined if none is stored for this key. */
export type ShareCount = (count: RequestCount) => Promise<number | undefined>;

export type RateLimit = {
  /** Counts a request; returns the seconds to wait if there were too many in this minute. */
  readonly exceededFor: (keyId: string) => number | undefined;
  /** The remaining requests of a key in this minute, as far as this process knows. */
  readonly budgetOf: (keyId: string) => RateBudget;
};

/** Requests per minute, how many of them remain, and the seconds until the next minute. */
export type RateBudget = { readonly limit: number; readonly remaining: number; readonly reset: number };

/** Share of the limit that a process counts by itself before it updates the shared count. */
const sharedEvery = 0.01;
const keysRemembered = 100_000;

type Window = {
  readonly minute: number;
  /** Counted by this process. */
  own: number;
  /** How many of `own` are included in `all`. */
  shared: number;
  /** The shared count at its last update. */
  all: number;
  isAsking: boolean;
};

/**
 * Limits the requests per minute and key, in all processes together (ADR 0058). Each process counts by itself and updates the
 * shared count, in the background, whenever it has counted a hundredth of the limit. A key with few requests costs no query, and
 * one with many may exceed the limit by about a hundredth for each process.
 *
 * @param share failures are ignored: the process goes on counting by itself
 */
export function rateLimit(perMinute: number, share: ShareCount, now: () => number = Date.now): RateLimit {
  const windows = new Map<string, Window>();
  const step = Math.max(1, Math.floor(perMinute * sharedEvery));

  const ask = async (keyId: string, window: Window): Promise<void> => {
    const requests = window.own - window.shared;
    window.isAsking = true;
    try {
      const all = await share({ keyId, minute: window.minute, requests });
      window.shared += requests;
      window.all = all ?? window.shared;
    } catch {
      // The next update includes these requests.
    } finally {
      window.isAsking = false;
    }
  };
  return {
    exceededFor: (keyId) => {
      const moment = now();
      const minute = Math.floor(moment / 60_000);
      let window = windows.get(keyId);
      if (window?.minute !== minute) {
        if (windows.size >= keysRemembered) windows.clear();
        window = { minute, own: 0, shared: 0, all: 0, isAsking: false };
        windows.set(keyId, window);
      }
      if (window.all + window.own - window.shared >= perMinute) {
        return Math.ceil(((minute + 1) * 60_000 - moment) / 1_000);
      }
      window.own += 1;
      if (window.own - window.shared >= step && !window.isAsking) void ask(keyId, window);
      return undefined;
    },
    budgetOf: (keyId) => {
      const moment = now();
      const minute = Math.floor(moment / 60_000);
      const window = windows.get(keyId);
      const used = window?.minute === minute ? window.all + window.own - window.shared : 0;
      const reset = Math.ceil(((minute + 1) * 60_000 - moment) / 1_000);
      return { limit: perMinute, remaining: Math.max(0, perMinute - used), reset };
    },
  };
}
