/** How often and when a request is tried again. */
export type RetryRules = {
  /** Attempts after the first. */
  readonly retries: number;
  /** Milliseconds before the first of them; doubled each time, up to {@link longestWait}. */
  readonly firstWait: number;
};

const longestWait = 30_000;

/**
 * Sends a request until another attempt would not help. It is tried again if there is no answer, after 429, 502, 503 and 504, and
 * while an earlier attempt of the same write is still running. It waits as long as `Retry-After` says, or else longer each time,
 * with a random share, so that many clients do not return at once.
 *
 * @throws the last error of `send`
 */
export async function sendUntilAnswered(
  send: () => Promise<Response>,
  { retries, firstWait }: RetryRules,
  signal: AbortSignal | undefined,
): Promise<Response> {
  for (let attempt = 0; ; attempt += 1) {
    const wait = firstWait * 2 ** attempt * (0.5 + Math.random() / 2);
    try {
      const response = await send();
      const pause = retryAfter(response) ?? wait;
      if (attempt >= retries || pause > longestWait || !(await isWorthAnother(response))) return response;
      await sleep(pause, signal);
    } catch (error) {
      if (attempt >= retries || signal?.aborted === true) throw error;
      await sleep(Math.min(wait, longestWait), signal);
    }
  }
}

const passingStatuses: readonly number[] = [429, 502, 503, 504];

async function isWorthAnother(response: Response): Promise<boolean> {
  if (passingStatuses.includes(response.status)) return true;
  if (response.status !== 409) return false;
  const { error } = await response
    .clone()
    .json()
    .catch(() => ({}));
  return error?.errorCode === "IDEMPOTENCY_IN_PROGRESS";
}

/** Milliseconds until the next attempt, from a header in seconds or with a date. */
function retryAfter(response: Response): number | undefined {
  const text = response.headers.get("retry-after");
  if (text === null) return undefined;
  const milliseconds = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}

function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted === true) stop();
    signal?.addEventListener("abort", stop, { once: true });
  });
}
