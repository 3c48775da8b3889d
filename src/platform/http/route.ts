import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Static, TSchema } from "typebox";
import { assert } from "../../kernel/assert.ts";
import type { Day } from "../../kernel/day.ts";
import { invalidIssues } from "../../kernel/errors.ts";
import type { Approval } from "../approvals/change-request.ts";
import { admit } from "./admission.ts";
import { agreementFrom, withAgreement } from "./agreement.ts";
import type { FileAnswer, PiecewiseAnswer, RouteAnswer } from "./answer.ts";
import { bodyAside, headAside, requestAside, takesLong } from "./aside.ts";
import type { Principal, RouteDescription } from "./endpoint.ts";
import { successBody } from "./envelope.ts";
import type { NotFoundCode } from "./error-codes.ts";
import { checkedIdempotencyKey } from "./idempotency-key.ts";
import { bringsMuch, defaultBodyLimit, readBodyBytes, readIfShort } from "./json-body.ts";
import { roomToSend } from "./large-answers.ts";
import { listFile } from "./list-file.ts";
import type { ListDeclaration, ListQuery } from "./list-query.ts";
import { readFrom, withReadFrom } from "./read-from.ts";
import { type AlsoWrong, type BodyCode, checkedBody } from "./request-body.ts";
import { sendStream } from "./send-stream.ts";
import { readUploadedFile, type UploadedFile } from "./uploaded-file.ts";
import { canonicalPathOf } from "./url-query.ts";

/** The names of the parameters in a path: `id` and `contactId` in `/v3/customers/:id/contacts/:contactId`. */
type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The parameters of a path by name, for a handler of several URLs. */
export type PathParams<Name extends string> = Readonly<Record<Name, string>>;

/** A handler's input: checked, canonical, and independent of the transport. */
export type RouteRequest<Body, Name extends string = string, List = ListQuery | undefined> = {
  readonly principal: Principal;
  readonly requestId: string;
  /** Scheme and host of an HTTP request: `https://accord.example.com`. */
  readonly origin?: string;
  readonly operationId: string;
  readonly method: string;
  /** Without the query, ids in lower case. */
  readonly path: string;
  /** By the names in the declared URL. */
  readonly params: PathParams<Name>;
  readonly query: Readonly<Record<string, string>>;
  /** Page and filters, if the endpoint declares a list. */
  readonly list: List;
  readonly body: Body;
  /** The uploaded file, if the endpoint declares one. */
  readonly file?: UploadedFile;
  readonly dryRun: boolean;
  /** The day of agreement, if the request states it. */
  readonly agreedOn: Day | undefined;
  readonly ifPlan: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** JSON pointers of numbers in free-form parts of the body (metadata) that changed their value when parsed. */
  readonly lossyNumbers: readonly string[];
  /** Set if the write is executed again because a second person approved it. */
  readonly approval?: Approval;
};

declare module "fastify" {
  interface FastifyInstance {
    /** The handlers of writes by operation, to execute approved ones. */
    replays: Map<string, Replay>;
  }
}

/** A handler without the types of its endpoint, to execute a stored request. */
export type Replay = (request: RouteRequest<unknown>) => Promise<RouteAnswer | FileAnswer>;

export type { FileAnswer, PiecewiseAnswer, RouteAnswer } from "./answer.ts";

type BodyOf<Body extends TSchema | undefined> = Body extends TSchema ? Static<Body> : undefined;
type ListOf<List extends ListDeclaration | undefined> = List extends ListDeclaration ? ListQuery : undefined;

/** The one declaration of an endpoint: checks, envelope and documentation follow from it. */
export type RouteDeclaration<
  Url extends string,
  Body extends TSchema | undefined,
  List extends ListDeclaration | undefined,
> = RouteDescription & {
  readonly url: Url;
  readonly ids?: Readonly<Partial<Record<NamesIn<Url>, NotFoundCode>>>;
  readonly list?: List;
  readonly body?: Body;
  /** Maximal size of a body in bytes; 1 MiB unless stated (rules 1: 8 MiB for bulk endpoints). */
  readonly bodyLimit?: number;
  readonly bodyCode?: BodyCode;
  readonly alsoWrong?: AlsoWrong;
  /**
   * True if it computes or reads for long, so that only few such requests of one merchant run at once. Files and dry runs always
   * count as heavy.
   */
  readonly isHeavy?: boolean;
  /**
   * True if it waits to be recorded together with others of its merchant (`collector.ts`, which limits their number) and uses no
   * connection of its own. It takes no turn: otherwise batches would be no larger than the number of turns.
   */
  readonly isCollected?: boolean;
  /** True if it may wait for something to happen; it takes none of the turns of other requests. */
  readonly isPatient?: boolean;
  readonly handler: (
    request: RouteRequest<BodyOf<Body>, NamesIn<Url>, ListOf<List>>,
  ) => Promise<RouteAnswer | FileAnswer | PiecewiseAnswer>;
};

/**
 * Registers one endpoint of the API. The order of its checks is that of behaviour 5.1: what needs no body (key, rights, rate, path
 * ids, query) is checked in `onRequest`, so a rejected upload is never read; the body comes last.
 */
export function route<
  const Url extends string,
  Body extends TSchema | undefined = undefined,
  List extends ListDeclaration | undefined = undefined,
>(app: FastifyInstance, declared: RouteDeclaration<Url, Body, List>): void {
  const declaration = withReadFrom(withAgreement(declared));
  const { method, url, body, bodyLimit = defaultBodyLimit, handler } = declaration;
  const { access, operationId } = declaration;
  assert(access === "read" || (access === "write" && method !== "GET"), `${operationId}: reading needs no write key`);
  // A stored request has passed the checks of this very declaration.
  if (declaration.access === "write") app.replays.set(declaration.operationId, handler as Replay);
  app.declared.push(declaration);
  const { list: declaredList, payload } = declaration;
  const answerOf = (request: Parameters<typeof handler>[0]) => {
    const list: ListQuery | undefined = request.list;
    if (declaredList === undefined || list?.format === undefined) return handler(request);
    return listFile({
      ...{ name: url.slice(url.lastIndexOf("/") + 1), declaration: declaredList, payload, list },
      merchantId: request.principal.merchantId,
      title: titleOfList(declaration.summary),
      pageOf: async (page) => {
        const answer = await handler({ ...request, list: page as typeof request.list });
        assert("payload" in answer, "a list answers rows");
        return answer.payload;
      },
      writeSheet: app.writeSheet,
    });
  };
  const serve = (address: string, rules: typeof declaration, isPreview: boolean) =>
    app.route({
      method,
      url: address,
      onRequest: async (request, reply) => {
        // Answers must not be cached by proxies, nor on the disk of a browser from which somebody has signed out.
        reply.header("cache-control", "no-store");
        request.admission = await admit(app.http, rules, request, reply);
      },
      handler: async (request, reply) => {
        const { admission } = request;
        assert(admission !== null, "a request is admitted before it is handled");
        const { merchantId } = admission.principal;
        const dryRun = isPreview || admission.dryRun;
        const { shares } = app.http;
        using _reading = bringsMuch(request.raw) ? await shares.reading.take(merchantId) : undefined;
        // A client that sent `Expect: 100-continue` sends its body only now; a rejected one has sent none.
        if (request.headers.expect !== undefined) reply.raw.writeContinue();
        const { isPatient = false } = declaration;
        const isHeavy = declaration.isHeavy === true || declaration.answersFile === true || dryRun;
        // Uploads are read in chunks, and patient requests do nothing while they wait, so neither counts as long.
        const isLong = isHeavy || (declaration.file === undefined && !isPatient && takesLong(request, admission.list));
        if (app.http.aside !== undefined && isLong && declaration.file === undefined) {
          const bytes = method === "GET" ? undefined : await readBodyBytes(request.raw, bodyLimit);
          request.sentBody = readIfShort(bytes);
          using heavy = await shares.heavy.take(merchantId);
          // The other thread has its own connections, so no turn for those of this thread is taken.
          const answer = await app.http.aside(requestAside(request, admission.principal, bytes));
          const { body } = answer;
          // A write is always answered, whatever the size of its answer.
          if (method === "GET") await roomToSend(reply, merchantId, body);
          headAside(reply, answer);
          if (body instanceof Uint8Array) return reply.send(bodyAside(answer, body));
          heavy[Symbol.dispose]();
          return await sendStream(reply, body);
        }
        using file =
          declaration.file === undefined ? undefined : await readUploadedFile(request, declaration.file, merchantId);
        const takesBody = method !== "GET" && file === undefined;
        const noteRead = (value: unknown) => {
          request.sentBody = value;
        };
        const sent = takesBody ? await checkedBody(request.raw, body, bodyLimit, declaration, noteRead) : noBody;
        using heavy = isLong ? await shares.heavy.take(merchantId) : undefined;
        const idempotencyKey = method === "GET" ? undefined : checkedIdempotencyKey(request.raw);
        const isCollected = declaration.isCollected === true && idempotencyKey === undefined;
        const turns = isPatient ? shares.patient : shares.any;
        using turn = isCollected ? undefined : await turns.take(merchantId);
        const { isModification = false } = declaration;
        const { agreedOn, body: wanted } = agreementFrom(isModification, sent.value, admission.query);
        const input: Parameters<typeof handler>[0] = {
          principal: admission.principal,
          requestId: request.id,
          origin: `${request.protocol}://${request.host}`,
          operationId: declaration.operationId,
          method,
          path: canonicalPathOf(request.raw.url ?? ""),
          // The router has just matched the path with the declared one.
          params: admission.params as PathParams<NamesIn<Url>>,
          query: admission.query,
          // Parsed if a list is declared.
          list: admission.list as ListOf<List>,
          // The validator has just established the static type of the schema.
          body: wanted as BodyOf<Body>,
          ...(file === undefined ? {} : { file }),
          dryRun,
          agreedOn,
          ifPlan: isPreview ? undefined : planHashOf(request, declaration),
          idempotencyKey,
          lossyNumbers: sent.lossyNumbers,
        };
        const { answer, headers } = await readFrom(admission.query, app.http.readBehind, () => answerOf(input));
        reply.headers(headers);
        if ("pieces" in answer) {
          // Each chunk takes a turn of its own, so that slow readers do not block others.
          const pieces = madeInTurns(answer.pieces, () => turns.waitFor(merchantId));
          const stream = Readable.from(pieces, { objectMode: false });
          await roomToSend(reply, merchantId, stream);
          for (const taken of [turn, heavy]) taken?.[Symbol.dispose]();
          return await sendStream(headOfPieces(reply, answer), stream);
        }
        if (!("file" in answer)) return sendEnvelope(reply, request, declaration, answer);
        if (method === "GET") await roomToSend(reply, merchantId, answer.file);
        return sendFile(reply, answer);
      },
    });
  serve(url, declaration, false);
  // The same request, without a query that could turn it into a write.
  if (declaration.dryRun === true) serve(`${url}/preview`, { ...declaration, dryRun: false }, true);
}

const noBody = { value: undefined, lossyNumbers: [] };

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

function headOfPieces(reply: FastifyReply, { contentType, fileName }: PiecewiseAnswer): FastifyReply {
  if (fileName !== undefined) reply.header("content-disposition", dispositionOf(fileName, "attachment"));
  return reply.type(contentType);
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
function sendFile(reply: FastifyReply, answer: FileAnswer) {
  const { file, fileName, contentType = "application/octet-stream", isInline = false } = answer;
  return reply
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

/** "List credit memos" lists "Credit memos". */
function titleOfList(summary: string): string {
  const what = summary.replace(/^(List|Get) (the )?/, "");
  return what.charAt(0).toUpperCase() + what.slice(1);
}
