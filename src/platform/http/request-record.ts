import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { redactedJson, redactedText } from "./redaction.ts";
import { whenOver } from "./request-end.ts";

/** A request that is stored for the merchant to look at. */
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
    /** The JSON body that was read, valid or not; undefined if there was none. */
    sentBody: unknown;
    /** The answer to a request that is stored. */
    answerText: string | null;
  }
}

/** Longer bodies are not stored: they are lists, files, or plans with many entries. */
const longestBody = 32 * 1024;
const longestPath = 2_000;

/** Endpoints for usage events, which come by the thousand and have lists of their own. */
const frequent: readonly (string | undefined)[] = ["/v3/events", "/v3/events/bulk"];

/**
 * Passes on every write, and every rejected request, that has a key or a session. X * least, so they are not stored and cost nothing.
 */
export function recordRequests(app: FastifyInstance, log: (record: RequestRecord) => void): void {
  app.addHook("onSend", async (request, reply, payload) => {
    if (isLogged(request, reply) && typeof payload === "string" && payload.length <= longestBody)
      request.answerText = payload;
    return payload;
  });
  whenOver(app, (request, reply) => {
    if (isLogged(request, reply)) log(recordOf(request, reply));
  });
}

function isLogged({ method, person, admission, routeOptions }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  if (person === null) return false;
  if (statusCode >= 400) return true;
  // Dry runs are left out: the console sends one with every keystroke.
  if (admission?.dryRun === true || routeOptions.url?.endsWith("/preview")) return false;
  const isRecording = method === "POST" && frequent.includes(routeOptions.url);
  return method !== "GET" && method !== "HEAD" && !isRecording;
}

function recordOf(request: FastifyRequest, reply: FastifyReply): RequestRecord {
  const { person, admission, sentBody, answerText } = request;
  // Answers about the session itself contain secrets.
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
