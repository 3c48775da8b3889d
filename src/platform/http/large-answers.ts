import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import type { FastifyReply } from "fastify";
import { TransportError } from "./errors.ts";
import { memoryRoom } from "./memory-room.ts";

/** What is smaller is not counted: as many as there may be connections are few megabytes each. */
const littleAnswer = 256 * 1024;
/** Five of the largest files; an answer that is larger alone counts as this. */
const perMerchant = 128 * 1024 * 1024;

const room = memoryRoom({ perGroup: perMerchant, longestWait: 5_000, rejection: answersUnread });

/** Of an answer that is made while it is sent a few pieces are in memory, whatever it comes to. */
const piecesAtOnce = 4 * 1024 * 1024;

/**
 * Waits until a merchant may have one more large answer in memory, which it has until that is sent or the client has gone: whoever asks
 * for files and does not read them would have as many of them here as there may be connections.
 *
 * @throws TransportError 503 where those before it are not read; nothing more is made of this one
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
