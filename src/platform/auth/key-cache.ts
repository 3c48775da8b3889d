import { createHash } from "node:crypto";

/** How long an answer about a key is reused: less than the second after which a revoked key must not work any more (behaviour AUT-5). */
const believedMilliseconds = 900;
const mostKept = 10_000;

/**
 * Looks each key up at most once in that time; an unknown key is not looked up more often than a known one. The time begins when
 * the lookup is started, so a slow answer is not reused for longer. A failed lookup is not kept.
 *
 * @param now milliseconds of a monotonic clock
 */
export function cachedAuthentication<Found>(
  find: (key: string) => Promise<Found>,
  now: () => number = () => performance.now(),
): (key: string) => Promise<Found> {
  const kept = new Map<string, { readonly lookedUpAt: number; readonly answer: Promise<Found> }>();
  return (key) => {
    // The key itself is not kept, only its digest.
    const digest = createHash("sha256").update(key).digest("base64");
    const moment = now();
    const known = kept.get(digest);
    if (known !== undefined && moment - known.lookedUpAt < believedMilliseconds) return known.answer;
    if (kept.size >= mostKept) kept.clear();
    const answer = find(key);
    kept.set(digest, { lookedUpAt: moment, answer });
    answer.catch(() => {
      if (kept.get(digest)?.answer === answer) kept.delete(digest);
    });
    return answer;
  };
}
