import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { FileAnswer, PiecewiseAnswer, RouteAnswer } from "./answer.ts";
import { successBody } from "./envelope.ts";
import { roomToSend } from "./limits/large-answers.ts";
import { sendStream } from "./send-stream.ts";

export function sendEnvelope(
  reply: FastifyReply,
  request: FastifyRequest,
  { successStatus }: { successStatus: number },
  answer: RouteAnswer,
): FastifyReply {
  const status = answer.status ?? successStatus;
  return reply
    .code(status)
    .headers({ ...answer.headers })
    .type("application/json; charset=utf-8")
    .send(successBody(answer, { status, requestId: request.id }));
}

/**
 * Sends an answer as its pieces are made.
 *
 * @param turn    waited for before each piece
 * @param release called once there is room in memory to send the answer, before the first piece
 */
export async function sendPieces(
  reply: FastifyReply,
  { pieces, contentType, fileName }: PiecewiseAnswer,
  { merchantId, release, turn }: { merchantId: string; release: () => void; turn: () => Promise<Disposable> },
): Promise<void> {
  const stream = Readable.from(madeInTurns(pieces, turn), { objectMode: false });
  await roomToSend(reply, merchantId, stream);
  release();
  if (fileName !== undefined) reply.header("content-disposition", dispositionOf(fileName, "attachment"));
  await sendStream(reply.type(contentType), stream);
}

async function* madeInTurns(pieces: AsyncIterable<string>, turn: () => Promise<Disposable>): AsyncGenerator<string> {
  const iterator = pieces[Symbol.asyncIterator]();
  const next = async () => {
    using _turn = await turn();
    return await iterator.next();
  };
  try {
    for (let piece = await next(); piece.done !== true; piece = await next()) yield piece.value;
  } finally {
    await iterator.return?.();
  }
}

/** Files from others are sent as downloads and never shown: a stored PDF must not run in our origin (behaviour FIL-U2, FIL-U6). */
export function sendFile(reply: FastifyReply, answer: FileAnswer): void {
  const { file, fileName, contentType = "application/octet-stream", isInline = false } = answer;
  reply
    .type(contentType)
    .header("content-disposition", dispositionOf(fileName, isInline ? "inline" : "attachment"))
    .send(Buffer.from(file));
}

function dispositionOf(fileName: string, how: "inline" | "attachment"): string {
  const plain = fileName.replace(/[^A-Za-z0-9._ -]/g, "_");
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(/['()*]/g, escapeByte);
  return `${how}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function escapeByte(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
