import { createHash } from "node:crypto";
import { sql } from "kysely";
import { formatInstant, wallClock } from "./clock.ts";
import { sendAhead, type Tx } from "./db/pool.ts";
import type { RouteAnswer } from "./http/answer.ts";
import { TransportError } from "./http/errors.ts";
import type { RouteRequest } from "./http/route-declaration.ts";

/** The parts of a request that must be equal for a retry: all but the key itself. */
export type KeyedRequest = Pick<RouteRequest<unknown>, "idempotencyKey" | "method" | "path" | "query" | "body"> &
  Partial<Pick<RouteRequest<unknown>, "agreedOn">>;

/** Retries come within minutes, and those of a queue that was down for a day within this time. */
const retentionHours = 48;

/**
 * The stored answer of this request, or undefined if it is to be executed now. No other request can use the same key until the
 * transaction ends (behaviour 2.6).
 *
 * @throws TransportError 409 IDEMPOTENCY_IN_PROGRESS, 422 IDEMPOTENCY_KEY_REUSED
 */
export async function answerBefore(
  tx: Tx,
  merchantId: string,
  request: KeyedRequest,
): Promise<RouteAnswer | undefined> {
  const { idempotencyKey } = request;
  if (idempotencyKey === undefined) return undefined;
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${merchantId}/${idempotencyKey}`}, 0)) as taken`.execute(tx);
  if (rows[0]?.taken !== true) {
    throw new TransportError({
      status: 409,
      errorCode: "IDEMPOTENCY_IN_PROGRESS",
      message: "A request with this Idempotency-Key is being carried out; try again in a moment for its answer.",
    });
  }
  const kept = await tx
    .selectFrom("idempotent_answer")
    .select(["fingerprint", "answer"])
    .where("merchant_id", "=", merchantId)
    .where("idempotency_key", "=", idempotencyKey)
    .executeTakeFirst();
  if (kept === undefined) return undefined;
  if (!kept.fingerprint.equals(fingerprintOf(request))) {
    throw new TransportError({
      status: 422,
      errorCode: "IDEMPOTENCY_KEY_REUSED",
      message: "This Idempotency-Key was used for another request; use a new key for a new request.",
    });
  }
  const answer: RouteAnswer = JSON.parse(kept.answer);
  return { ...answer, headers: { ...answer.headers, "idempotency-replayed": "true" } };
}

/**
 * Stores the answer in the transaction of its effect: after a crash both exist or neither. Rejections are not stored, because they
 * had no effect.
 */
export function storeAnswer(tx: Tx, merchantId: string, request: KeyedRequest, answer: RouteAnswer): void {
  if (request.idempotencyKey === undefined) return;
  const insert = tx.insertInto("idempotent_answer").values({
    merchant_id: merchantId,
    idempotency_key: request.idempotencyKey,
    fingerprint: fingerprintOf(request),
    answer: JSON.stringify(answer),
    recorded_at: formatInstant(wallClock()),
  });
  sendAhead(tx, insert);
}

/** Deletes expired answers of one merchant. */
export async function deleteOldAnswers(tx: Tx, merchantId: string): Promise<void> {
  await tx
    .deleteFrom("idempotent_answer")
    .where("merchant_id", "=", merchantId)
    .where("recorded_at", "<", formatInstant(wallClock().subtract({ hours: retentionHours })))
    .execute();
}

function fingerprintOf({ method, path, query, body, agreedOn }: KeyedRequest): Buffer {
  // `agreedOn` was taken out of the body, so it is added here.
  const agreed = agreedOn === undefined ? [] : [agreedOn];
  return createHash("sha256")
    .update(canonical([method, path, query, body ?? null, ...agreed]))
    .digest();
}

/** JSON with the keys of every object sorted; a file is represented by the hash of its bytes. */
function canonical(value: unknown): string {
  if (value instanceof Uint8Array) return `file:${createHash("sha256").update(value).digest("hex")}`;
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`).join(",")}}`;
}
