import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** How a request ended: its client was answered, or had left before. */
export type RequestEnd = "ANSWERED" | "CLIENT_GONE";

/**
 * Calls `onEnd` once for every request, when it is over. A request whose client has left is still executed and may have written, so
 * `onEnd` is called when its answer would have been sent.
 */
export function whenOver(
  app: FastifyInstance,
  onEnd: (request: FastifyRequest, reply: FastifyReply, end: RequestEnd) => void,
): void {
  const sending = new WeakSet<FastifyRequest>();
  const reported = new WeakSet<FastifyRequest>();
  const over = (request: FastifyRequest, reply: FastifyReply, end: RequestEnd) => {
    if (reported.has(request)) return;
    reported.add(request);
    onEnd(request, reply, end);
  };
  const isGone = ({ raw }: FastifyReply) => raw.destroyed && !raw.writableFinished;
  app.addHook("onRequest", async (request, reply) => {
    reply.raw.once("close", () => {
      if (isGone(reply) && sending.has(request)) over(request, reply, "CLIENT_GONE");
    });
  });
  app.addHook("onSend", async (request, reply, payload) => {
    sending.add(request);
    // After the hooks that are still to run.
    if (isGone(reply)) setImmediate(over, request, reply, "CLIENT_GONE");
    return payload;
  });
  app.addHook("onResponse", async (request, reply) => over(request, reply, "ANSWERED"));
}
