import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { redactedJson, redactedText } from "./redaction.ts";
import { whenOver } from "./request-end.ts";

/** One request that is kept, as it will be shown. */
export type RequestRecord = {
  readonly merchantId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly errorCode: string | null;
  readonly milliseconds: number;
  readonly requestId: string;
  readonly keyId: string | null;
  readonly userId: string | null;
  readonly requestBody: string | null;
  readonly answerBody: string | null;
};

declare module "fastify" {
  interface FastifyRequest {
    /** The JSON that was read of it, whether right or not; undefined for none. */
    sentBody: unknown;
    /** The answer of a request that is kept. */
    answerText: string | null;
  }
}

/** Longer bodies are not looked at: they are lists, files, or plans of many entries. */
const longestBody = 32 * 1024;
const longestPath = 2_000;

/** What is recorded by the thousand, and listed by itself. */
const frequent: readonly (string | undefined)[] = ["/v3/events", "/v3/events/bulk"];

/**
 * Hands on every write that is one, and every request that is rejected, of whoever has a key or a session. What reads and succeeds is most of all
 * requests and tells least, so it is not kept and costs nothing.
 */
export function recordRequests(app: FastifyInstance, keep: (record: RequestRecord) => void): void {
  app.addHook("onSend", async (request, reply, payload) => {
    if (isKept(request, reply) && typeof payload === "string" && payload.length <= longestBody)
      request.answerText = payload;
    return payload;
  });
  whenOver(app, (request, reply) => {
    if (isKept(request, reply)) keep(recordOf(request, reply));
  });
}

function isKept({ method, person, admission, routeOptions }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  if (person === null) return false;
  if (statusCode >= 400) return true;
  // What only shows what would happen comes with every key that somebody presses.
  if (admission?.dryRun === true || routeOptions.url?.endsWith("/preview")) return false;
  const isRecording = method === "POST" && frequent.includes(routeOptions.url);
  return method !== "GET" && method !== "HEAD" && !isRecording;
}

function recordOf(request: FastifyRequest, reply: FastifyReply): RequestRecord {
  const { person, admission, sentBody, answerText } = request;
  // What is about the session itself is all secrets.
  const hasBodies = admission !== null || person?.keyId !== null;
  const answer = answerText === null ? undefined : JSON.parse(answerText);
  const isShort = Number(request.headers["content-length"] ?? 0) <= longestBody;
  return {
    merchantId: person?.merchantId ?? "",
    method: request.method,
    path: redactedText(request.raw.url ?? "")
      .slice(0, longestPath)
      .toWellFormed(),
    status: reply.statusCode,
    errorCode: answer?.success === false ? answer.error.errorCode : null,
    milliseconds: Math.round(reply.elapsedTime),
    requestId: request.id,
    keyId: person?.keyId ?? null,
    userId: person?.userId ?? null,
    requestBody: sentBody !== undefined && isShort ? redactedJson(sentBody) : null,
    answerBody: answer !== undefined && hasBodies ? redactedJson(answer) : null,
  };
}
