import type { RouteAnswer } from "../platform/http/answer.ts";

/**
 * Adds a secret to the answer of the write that made it. The stored answer for repeated requests has null instead, because secrets
 * are only stored as hashes.
 */
export async function shownOnce(
  answering: Promise<RouteAnswer>,
  secret: Readonly<Record<string, string>>,
): Promise<RouteAnswer> {
  const answer = await answering;
  const isRepetition = answer.headers?.["idempotency-replayed"] !== undefined;
  return isRepetition ? answer : { ...answer, payload: { ...(answer.payload as object), ...secret } };
}
