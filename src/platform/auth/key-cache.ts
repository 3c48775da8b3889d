import { createHash } from "node:crypto";

/** What was found of a key is believed for so long (behaviour AUT-5: a revoked key has no effect after a second). */
const believedMilliseconds = 900;
const mostKept = 10_000;

/**
 * Asks for each key once a second at most, whatever comes of it: one that is not known is asked for no oftener than one that is.
 * An answer counts from the moment of its question, so one that was late is not believed for longer.
 *
 * @param now milliseconds of a clock that only goes forward
 */
export function cachedAuthentication<Found>(
  find: (key: string) => Promise<Found>,
  now: () => number = () => performance.now(),
): (key: string) => Promise<Found> {
  const kept = new Map<string, { readonly askedAt: number; readonly answer: Promise<Found> }>();
  return (key) => {
    // The key itself is nowhere kept.
    const digest = createHash("sha256").update(key).digest("base64");
    const moment = now();
    const known = kept.get(digest);
    if (known !== undefined && moment - known.askedAt < believedMilliseconds) return known.answer;
    if (kept.size >= mostKept) kept.clear();
    const answer = find(key);
    kept.set(digest, { askedAt: moment, answer });
    answer.catch(() => {
      if (kept.get(digest)?.answer === answer) kept.delete(digest);
    });
    return answer;
  };
}
