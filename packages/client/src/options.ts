export type ClientOptions = {
  /** The URL of the server, without `/v3`; may be left out on a page of the same server. */
  readonly baseUrl?: string;
  /** An API key. Without one, requests carry the session cookie of the page. */
  readonly key?: string;
  /** More headers for every request, such as `X-CSRF-Token`; a function is called for each request. */
  readonly headers?: Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>);
  /** Attempts after the first, if another one may help; 3 by default. */
  readonly retries?: number;
  /** Milliseconds before the second attempt; 500 by default. */
  readonly firstWait?: number;
  /** Milliseconds for one attempt; 60,000 by default. */
  readonly timeout?: number;
  readonly fetch?: typeof fetch;
};

export type CallOptions = {
  /** For a write: your own key, if another process may repeat it. By default each call has a new one. */
  readonly idempotencyKey?: string;
  /** The `planHash` of a preview: the write is rejected with 409 `PLAN_CHANGED` if its effect would differ by now. */
  readonly ifPlan?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
};
