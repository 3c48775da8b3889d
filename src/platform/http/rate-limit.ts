/** The requests of one key in one minute. */
export type RequestCount = { readonly keyId: string; readonly minute: number; readonly requests: number };

/** Adds what one process has counted to what all have; answers the sum, undefined where nobody keeps one for this key. */
export type ShareCount = (count: RequestCount) => Promise<number | undefined>;

export type RateLimit = {
  /** Counts a request, and answers the seconds to wait when there were too many in this minute. */
  readonly exceededFor: (keyId: string) => number | undefined;
  /** What is left to a key in this minute, as far as this process knows. */
  readonly budgetOf: (keyId: string) => RateBudget;
};

/** Requests a minute, those that are left of them, and the seconds until there are as many again. */
export type RateBudget = { readonly limit: number; readonly remaining: number; readonly reset: number };

/** Of the limit: what a process counts by itself before it asks what all have counted. */
const sharedEvery = 0.01;
const keysRemembered = 100_000;

type Window = {
  readonly minute: number;
  /** Of this process. */
  own: number;
  /** Of these, how many are in `all`. */
  shared: number;
  /** Of all processes, when it was last asked. */
  all: number;
  isAsking: boolean;
};

/**
 * So many requests a minute and key, in all processes together (ADR 0058). Each counts by itself and adds what it counted to the count of
 * all whenever that is a hundredth of the limit, beside the requests: a key that asks seldom costs nothing, and one that asks often goes
 * beyond the limit by about a hundredth for each process.
 *
 * @param share a failure is left out: the process counts on alone
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
      // The next step asks again.
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
