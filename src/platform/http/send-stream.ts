import { Socket } from "node:net";
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import type { FastifyReply } from "fastify";

/** Milliseconds after which a client that reads nothing is disconnected. */
const longestUnread = 300_000;

/**
 * Sends a stream; resolves when all is sent or the client has left. If the client has left already, or the request is a HEAD, the
 * stream is destroyed unread.
 */
export async function sendStream(reply: FastifyReply, body: Readable, unread = longestUnread): Promise<void> {
  const { raw } = reply;
  const isWanted = !raw.destroyed && reply.request.method !== "HEAD";
  if (!isWanted) body.destroy();
  if (raw.socket instanceof Socket) raw.setTimeout(unread, () => raw.destroy());
  reply.send(isWanted ? body : Readable.from([]));
  await finished(raw).catch(() => undefined);
}
