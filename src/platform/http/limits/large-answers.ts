import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import type { FastifyReply } from "fastify";
import { TransportError } from "../errors.ts";
import { memoryRoom } from "./memory-room.ts";

/** Smaller answers are not counted: even one on each possible connection takes little memory. */
const littleAnswer = 256 * 1024;
/** Five of the largest files. A single larger answer counts as this size. */
const perMerchant = 128 * 1024 * 1024;

const room = memoryRoom({ perGroup: perMerchant, longestWait: 5_000, rejection: answersUnread });

/** An answer that is made while it is sent has only a few chunks in memory, whatever its size. */
const piecesAtOnce = 4 * 1024 * 1024;

/**
 * Waits until the merchant may have one more large answer in memory, and holds that memory until the answer is sent or the client
 * has left. Otherwise a client that asks for files and does not read them could fill the memory with one per connection.
 *
 * @throws TransportError 503 if earlier answers are not read in time; a stream is destroyed then
 */
export async function roomToSend(reply: FastifyReply, merchantId: string, body: Uint8Array | Readable): Promise<void> {
  const bytes = body instanceof Readable ? piecesAtOnce : body.byteLength;
  if (bytes <= littleAnswer) return;
  try {
    const taken = await room.take(merchantId, Math.min(bytes, perMerchant));
    void finished(reply.raw)
      .catch(() => undefined)
      .finally(() => taken[Symbol.dispose]());
  } catch (error) {
    if (body instanceof Readable) body.destroy();
    throw error;
  }
}

function answersUnread(): TransportError {
  return new TransportError({
    status: 503,
    errorCode: "SERVICE_UNAVAILABLE",
    message: "Large answers of this merchant are still being read. Read them to their end, and ask again.",
    headers: { "retry-after": "1" },
  });
}
