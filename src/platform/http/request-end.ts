import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** How a request ended: its client was answered, or was gone before. */
export type RequestEnd = "ANSWERED" | "CLIENT_GONE";

/**
 * Tells once of every request that it is over, with the status it has. What a client that is gone had asked for is still carried
 * out and may have been written, so it is told then, with what would have been the answer.
 */
export function whenOver(
  app: FastifyInstance,
  tell: (request: FastifyRequest, reply: FastifyReply, end: RequestEnd) => void,
): void {
  const sending = new WeakSet<FastifyRequest>();
  const told = new WeakSet<FastifyRequest>();
  const over = (request: FastifyRequest, reply: FastifyReply, end: RequestEnd) => {
    if (told.has(request)) return;
    told.add(request);
    tell(request, reply, end);
  };
  const isGone = ({ raw }: FastifyReply) => raw.destroyed && !raw.writableFinished;
  app.addHook("onRequest", async (request, reply) => {
    reply.raw.once("close", () => {
      if (isGone(reply) && sending.has(request)) over(request, reply, "CLIENT_GONE");
    });
  });
  app.addHook("onSend", async (request, reply, payload) => {
    sending.add(request);
    // After the hooks that are still to come.
    if (isGone(reply)) setImmediate(over, request, reply, "CLIENT_GONE");
    return payload;
  });
  app.addHook("onResponse", async (request, reply) => over(request, reply, "ANSWERED"));
}
