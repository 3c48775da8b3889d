import cors from "@fastify/cors";
import multipart from "@fastify/multipart";
import underPressure from "@fastify/under-pressure";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import type { Registry } from "prom-client";
import { actorOf } from "../auth/person.ts";
import type { ReadBehind } from "../db/replica.ts";
import type { HttpContext } from "./admission.ts";
import type { Authenticate } from "./authorization.ts";
import { registerConnectionRules } from "./connections.ts";
import { type ConsoleSource, registerConsole } from "./console.ts";
import { corsRules } from "./cors.ts";
import { registerDocsPage } from "./document/docs-page.ts";
import { registerDocument } from "./document/published-document.ts";
import { withoutTicket } from "./download-ticket.ts";
import type { Principal } from "./endpoint.ts";
import { registerErrorAnswers } from "./error-answers.ts";
import { overloaded } from "./errors.ts";
import { answerFrameworkError, answerSocketError } from "./framework-errors.ts";
import { registerGuide } from "./guide/routes.ts";
import { merchantShares } from "./limits/merchant-shares.ts";
import { rateLimit, type ShareCount } from "./limits/rate-limit.ts";
import { unknownKeyLookups } from "./limits/unknown-key-lookups.ts";
import { type Readiness, registerOperationalRoutes } from "./operational-routes.ts";
import { requestIdFrom } from "./request-id.ts";
import { registerRequestLog } from "./request-log.ts";
import { type RequestRecord, recordRequests } from "./request-record.ts";
import type { CarryOutInSecondThread } from "./second-thread-request.ts";
import { registerTransportChecks } from "./transport-checks.ts";

export type HttpServerOptions = {
  readonly authenticate: Authenticate;
  /** A pino logger. */
  readonly log: FastifyBaseLogger;
  /** Requests per minute and key; 0 = off. */
  readonly rateLimitPerMinute: number;
  /** Pages of these origins may send requests with a key; none by default. */
  readonly corsOrigins?: readonly string[] | undefined;
  /** Counts the requests of a key in all processes together; without it, each process applies the limit by itself. */
  readonly shareCount?: ShareCount;
  /** Connections to the database for requests; 10 unless stated. */
  readonly connections?: number | undefined;
  /** Simultaneous requests of one merchant; two fifths of the connections unless stated. */
  readonly requestsPerMerchant?: number | undefined;
  /** Executes long requests in another thread; without it, everything runs in this thread. */
  readonly inSecondThread?: CarryOutInSecondThread | undefined;
  /** Executes reads that accept older data; without it, they read current data like all others. */
  readonly readBehind?: ReadBehind;
  readonly version: string;
  readonly readiness: () => Promise<Readiness>;
  readonly metrics: Registry;
  /** Stores requests for the merchant to look at; without it, none are stored. */
  readonly logRequest?: ((record: RequestRecord) => void) | undefined;
  /** Where the console is built; without it there is no console. */
  readonly console?: ConsoleSource | undefined;
  /** Milliseconds for which the event loop may be blocked before requests are rejected; 0 = unlimited, 2,000 unless stated. */
  readonly overloadDelay?: number | undefined;
  /** Registers the endpoints, each with `route()`. */
  readonly registerRoutes: (app: FastifyInstance) => void | Promise<void>;
};

const headerLimit = 64 * 1024;
const requestTimeout = 30_000;
/** Shorter than the time-out of requests: for bodies, Node applies the longer of the two. */
const headersTimeout = 10_000;

/** A process that has just started may be slow for so long. */
const startMilliseconds = 10_000;

/**
 * The HTTP server, ready to `listen` or `inject`. Every answer under `/v3` is an envelope, whoever rejects the request: our routes,
 * Fastify, a plugin or Node's HTTP parser (behaviour H5, 5.2).
 */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    requestIdHeader: false,
    // Only a proxy on this machine or its network is believed about a request's address and whether it came by https.
    trustProxy: "loopback, linklocal, uniquelocal",
    genReqId: (request) => requestIdFrom(request.headers["x-request-id"]),
    requestTimeout,
    // Node looks for late requests at this interval; its default of 30 s would double the time-out.
    // A request without a host is rejected with the others, in the envelope.
    http: { maxHeaderSize: headerLimit, headersTimeout, connectionsCheckingInterval: 2_000, requireHostHeader: false },
    // Only the route checks ids, whatever their length, and answers 400 or 404 (behaviour UID-1).
    // Routes parse the query themselves: strictly, and with every repeated value.
    // A signed URL is replaced by its target, so that no log and no record of the request has the signature.
    rewriteUrl: withoutTicket,
    routerOptions: { maxParamLength: headerLimit, querystringParser: () => ({}) },
    return503OnClosing: false,
    forceCloseConnections: "idle",
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerSocketError,
  });

  // Bodies are read and checked by `route`, in the order of behaviour 5.1, and answers are plain mapped objects, for which
  // JSON.stringify is four times faster than a schema serializer.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null, undefined));
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));
  app.setReplySerializer((payload) => JSON.stringify(payload));

  registerConnectionRules(app);
  const state = registerTransportChecks(app);
  registerRequestLog(app, options.metrics);
  let page: Awaited<ReturnType<typeof registerConsole>> = () => undefined;
  const rejectOtherMethods = registerErrorAnswers(app, () => page);
  await app.register(multipart);
  const { corsOrigins = [] } = options;
  if (corsOrigins.length > 0) await app.register(cors, corsRules(corsOrigins));
  // An interval in which the loop never turned counts as an endless delay, so the interval is longer than the allowed delay: half a
  // second of work at once, as during the start, must not cause rejections.
  const maxEventLoopDelay = options.overloadDelay ?? 2_000;
  let readyAt = Number.POSITIVE_INFINITY;
  const pressureHandler = async () => {
    // Delays from the work of the start are ignored.
    if (performance.now() - readyAt > startMilliseconds) throw overloaded();
  };
  await app.register(underPressure, { maxEventLoopDelay, sampleInterval: 2_500, pressureHandler });
  app.decorate("http", httpContext(options));
  app.decorate("replays", new Map());
  app.decorate("declared", []);
  app.decorate("openapi", () => ({}));
  app.decorateRequest("admission", null);
  app.decorateRequest("person", null);
  app.decorateRequest("sentBody", undefined);
  app.decorateRequest("answerText", null);
  if (options.logRequest !== undefined) recordRequests(app, options.logRequest);

  registerOperationalRoutes(app, options, state);
  registerDocument(app);
  registerDocsPage(app);
  registerGuide(app);
  page = await registerConsole(app, options.console ?? (() => ({ status: "absent" })));
  await options.registerRoutes(app);
  rejectOtherMethods();
  await app.ready();
  readyAt = performance.now();
  return app;
}

/** The rate limit counts keys and people, not network addresses: many integrations share one address (behaviour 5.1, step 4). */
function httpContext(options: HttpServerOptions): HttpContext {
  const { rateLimitPerMinute, shareCount = async () => undefined, connections = 10, requestsPerMerchant } = options;
  const limit = rateLimitPerMinute === 0 ? undefined : rateLimit(rateLimitPerMinute, shareCount);
  return {
    authenticate: unknownKeyLookups(options.authenticate),
    exceededFor: (principal: Principal) => limit?.exceededFor(actorOf(principal).id),
    budgetOf: (principal: Principal) => limit?.budgetOf(actorOf(principal).id),
    shares: merchantShares(connections, requestsPerMerchant),
    inSecondThread: options.inSecondThread,
    readBehind: options.readBehind ?? (async (use) => ({ asOf: new Date().toISOString(), result: await use() })),
  };
}
