import { createHash } from "node:crypto";

/** How long an answer about a key is reused: less than the second after which a revoked key must not work any more (behaviour AUT-5). */
const believedMilliseconds = 900;
const capacity = 10_000;

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
  const cache = new Map<string, { readonly lookedUpAt: number; readonly answer: Promise<Found> }>();
  return (key) => {
    // The key itself is not kept, only its digest.
    const digest = createHash("sha256").update(key).digest("base64");
    const moment = now();
    const known = cache.get(digest);
    if (known !== undefined && moment - known.lookedUpAt < believedMilliseconds) return known.answer;
    if (cache.size >= capacity) cache.clear();
    const answer = find(key);
    cache.set(digest, { lookedUpAt: moment, answer });
    answer.catch(() => {
      if (cache.get(digest)?.answer === answer) cache.delete(digest);
    });
    return answer;
  };
}
