import type { RouteAnswer } from "../platform/http/route.ts";

/**
 * Puts a secret into the answer of the write that made it. The answer that is kept for repetitions has null in its place: secrets are
 * stored as hashes alone.
 */
export async function shownOnce(
  answering: Promise<RouteAnswer>,
  secret: Readonly<Record<string, string>>,
): Promise<RouteAnswer> {
  const answer = await answering;
  const isRepetition = answer.headers?.["idempotency-replayed"] !== undefined;
  return isRepetition ? answer : { ...answer, payload: { ...(answer.payload as object), ...secret } };
}
