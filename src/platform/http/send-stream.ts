import { Socket } from "node:net";
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import type { FastifyReply } from "fastify";

/** Milliseconds: a client that has read nothing for so long is cut off. */
const longestUnread = 300_000;

/** It is over when all is sent or the client is gone. Nothing is made for who is gone already, or asked for its head alone. */
export async function sendStream(reply: FastifyReply, body: Readable, unread = longestUnread): Promise<void> {
  const { raw } = reply;
  const isWanted = !raw.destroyed && reply.request.method !== "HEAD";
  if (!isWanted) body.destroy();
  if (raw.socket instanceof Socket) raw.setTimeout(unread, () => raw.destroy());
  reply.send(isWanted ? body : Readable.from([]));
  await finished(raw).catch(() => undefined);
}
