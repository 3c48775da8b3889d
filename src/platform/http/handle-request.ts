import type { FastifyReply, FastifyRequest } from "fastify";
import { assert } from "../../kernel/assert.ts";
import { invalidIssues } from "../../kernel/errors.ts";
import type { Admission, HttpContext } from "./admission.ts";
import { agreementFrom } from "./agreement.ts";
import { checkedIdempotencyKey } from "./idempotency-key.ts";
import { bringsMuch, defaultBodyLimit, readBodyBytes, readIfShort } from "./json-body.ts";
import { roomToSend } from "./limits/large-answers.ts";
import { readFrom } from "./read-from.ts";
import { checkedBody } from "./request-body.ts";
import { type Answer, type AnyDeclaration, mayBeCollected, type RouteRequest } from "./route-declaration.ts";
import { bodyAside, type CarryOutInSecondThread, headAside, requestAside, takesLong } from "./second-thread-request.ts";
import { sendEnvelope, sendFile, sendPieces } from "./send-answer.ts";
import { sendStream } from "./send-stream.ts";
import { readUploadedFile, type UploadedFile } from "./uploaded-file.ts";
import { canonicalPathOf } from "./url-query.ts";

type Handling = {
  readonly declaration: AnyDeclaration;
  readonly answerTo: (request: RouteRequest<unknown>) => Promise<Answer>;
  /** True at the address of the preview. */
  readonly isPreview: boolean;
};

/** An admitted request, with what is decided before its body is read. */
type Admitted = { readonly admission: Admission; readonly dryRun: boolean; readonly isLong: boolean };

/** A stream is sent to its end; any other answer is handed over to be sent. */
export type Sending = "ended" | "under way";

/** Reads and checks the body of an admitted request, answers it and sends the answer; long requests in another thread if there is one. */
export async function handleRequest(
  http: HttpContext,
  handling: Handling,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Sending> {
  const { declaration, isPreview } = handling;
  const { admission } = request;
  assert(admission !== null, "a request is admitted before it is handled");
  const { merchantId } = admission.principal;
  using _reading = bringsMuch(request.raw) ? await http.shares.reading.take(merchantId) : undefined;
  // A client that sent `Expect: 100-continue` sends its body only now; a rejected one has sent none.
  if (request.headers.expect !== undefined) reply.raw.writeContinue();
  const dryRun = isPreview || admission.dryRun;
  const isLong = isLongWork(declaration, { request, admission, dryRun });
  return http.inSecondThread !== undefined && isLong && declaration.file === undefined
    ? await answerFromSecondThread(http, http.inSecondThread, { declaration, admission }, request, reply)
    : await answerHere(http, handling, { admission, dryRun, isLong }, request, reply);
}

/** Uploads are read in chunks, and patient requests do nothing while they wait, so neither counts as long. */
function isLongWork(
  { answersFile, file, isHeavy = false, isPatient = false }: AnyDeclaration,
  { request, admission, dryRun }: { request: FastifyRequest; admission: Admission; dryRun: boolean },
): boolean {
  if (isHeavy || answersFile === true || dryRun) return true;
  return file === undefined && !isPatient && takesLong(request, admission.list);
}

/** Has the other thread answer. It has its own connections, so no turn for those of this thread is taken. */
async function answerFromSecondThread(
  { shares }: HttpContext,
  carryOut: CarryOutInSecondThread,
  { declaration, admission }: { declaration: AnyDeclaration; admission: Admission },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Sending> {
  const { method, bodyLimit = defaultBodyLimit } = declaration;
  const { merchantId } = admission.principal;
  const bytes = method === "GET" ? undefined : await readBodyBytes(request.raw, bodyLimit);
  request.sentBody = readIfShort(bytes);
  using heavy = await shares.heavy.take(merchantId);
  const answer = await carryOut(requestAside(request, admission.principal, bytes));
  const { body } = answer;
  // A write is always answered, whatever the size of its answer.
  if (method === "GET") await roomToSend(reply, merchantId, body);
  headAside(reply, answer);
  if (body instanceof Uint8Array) {
    reply.send(bodyAside(answer, body));
    return "under way";
  }
  heavy[Symbol.dispose]();
  await sendStream(reply, body);
  return "ended";
}

async function answerHere(
  { shares, readBehind }: HttpContext,
  { declaration, answerTo, isPreview }: Handling,
  { admission, dryRun, isLong }: Admitted,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Sending> {
  const { method, isPatient = false } = declaration;
  const { merchantId } = admission.principal;
  using file =
    declaration.file === undefined ? undefined : await readUploadedFile(request, declaration.file, merchantId);
  const sent = method !== "GET" && file === undefined ? await sentBody(request, declaration) : noBody;
  using heavy = isLong ? await shares.heavy.take(merchantId) : undefined;
  const idempotencyKey = method === "GET" ? undefined : checkedIdempotencyKey(request.raw);
  const checked = { admission, dryRun, isPreview, file, idempotencyKey, ...sent };
  const requested = routeRequest(request, declaration, checked);
  const isCollected = declaration.isCollected === true && mayBeCollected(requested);
  const turns = isPatient ? shares.patient : shares.any;
  using turn = isCollected ? undefined : await turns.take(merchantId);
  const { answer, headers } = await readFrom(admission.query, readBehind, () => answerTo(requested));
  reply.headers(headers);
  if ("pieces" in answer) {
    const release = () => {
      for (const taken of [turn, heavy]) taken?.[Symbol.dispose]();
    };
    // Each chunk takes a turn of its own, so that slow readers do not block others.
    await sendPieces(reply, answer, { merchantId, release, turn: () => turns.waitFor(merchantId) });
    return "ended";
  }
  if ("file" in answer) {
    if (method === "GET") await roomToSend(reply, merchantId, answer.file);
    sendFile(reply, answer);
  } else {
    sendEnvelope(reply, request, declaration, answer);
  }
  return "under way";
}

/** The body as it was parsed, and the pointers of numbers that changed their value by it. */
type SentBody = { readonly value: unknown; readonly lossyNumbers: readonly string[] };

const noBody: SentBody = { value: undefined, lossyNumbers: [] };

function sentBody(request: FastifyRequest, declaration: AnyDeclaration): Promise<SentBody> {
  const { body, bodyLimit = defaultBodyLimit } = declaration;
  return checkedBody(request.raw, body, bodyLimit, declaration, (value: unknown) => {
    request.sentBody = value;
  });
}

type Checked = SentBody &
  Pick<Admitted, "admission" | "dryRun"> &
  Pick<Handling, "isPreview"> & {
    readonly file: UploadedFile | undefined;
    readonly idempotencyKey: string | undefined;
  };

/** The handler's input, independent of the transport. */
function routeRequest(
  request: FastifyRequest,
  declaration: AnyDeclaration,
  { admission, dryRun, isPreview, file, idempotencyKey, value, lossyNumbers }: Checked,
): RouteRequest<unknown> {
  const { isModification = false, method, operationId } = declaration;
  return {
    principal: admission.principal,
    requestId: request.id,
    origin: `${request.protocol}://${request.host}`,
    operationId,
    method,
    path: canonicalPathOf(request.raw.url ?? ""),
    params: admission.params,
    query: admission.query,
    list: admission.list,
    ...agreementFrom(isModification, value, admission.query),
    ...(file === undefined ? {} : { file }),
    dryRun,
    ifPlan: isPreview ? undefined : planHashOf(request, declaration),
    idempotencyKey,
    lossyNumbers,
  };
}

/**
 * The hash of the plan that the write must have. An empty header matches no plan, and a write without a preview rejects the header:
 * a client that sends If-Plan must never get a write with another plan.
 */
function planHashOf({ method, headers }: FastifyRequest, { dryRun }: { dryRun?: boolean }): string | undefined {
  const hash = headers["if-plan"];
  if (hash === undefined || method === "GET") return undefined;
  if (dryRun === true) return String(hash);
  const message = "This operation has no preview, so no plan; leave the header If-Plan out.";
  throw invalidIssues([{ path: "/header/If-Plan", code: "NOT_SUPPORTED", message }]);
}
