export type ClientOptions = {
  /** Where the API is, without `/v3`; of a page of the same server it may be left out. */
  readonly baseUrl?: string;
  /** An API key. Without one, requests carry the session cookie of the page. */
  readonly key?: string;
  /** More headers of every request, such as `X-CSRF-Token`; a function is asked anew each time. */
  readonly headers?: Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>);
  /** Attempts after the first, where trying again may help; 3 unless given. */
  readonly retries?: number;
  /** Milliseconds before the second attempt; 500 unless given. */
  readonly firstWait?: number;
  /** Milliseconds for one attempt; 60,000 unless given. */
  readonly timeout?: number;
  readonly fetch?: typeof fetch;
};

export type CallOptions = {
  /** Of a write: your own key, for a retry that may come from another process. Without it, each call has one of its own. */
  readonly idempotencyKey?: string;
  /** The `planHash` of a preview: 409 `PLAN_CHANGED` when the write would do something else by now. */
  readonly ifPlan?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
};
