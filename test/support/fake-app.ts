import { Writable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { Registry } from "prom-client";
import { Type } from "typebox";
import { conflict, forbidden } from "../../src/kernel/errors.ts";
import { describeApi } from "../../src/platform/http/document/published-document.ts";
import type { Principal } from "../../src/platform/http/endpoint.ts";
import { recordNotFound } from "../../src/platform/http/error-codes.ts";
import { TransportError } from "../../src/platform/http/errors.ts";
import {
  amountField,
  enumField,
  instantField,
  stringField,
  unsorted,
  uuidField,
} from "../../src/platform/http/filter.ts";
import { pageOf } from "../../src/platform/http/list-query.ts";
import { route } from "../../src/platform/http/route.ts";
import type { RouteRequest } from "../../src/platform/http/route-declaration.ts";
import { createHttpServer, type HttpServerOptions } from "../../src/platform/http/server.ts";
import {
  Amount,
  CivilDate,
  Closed,
  CurrencyCode,
  Instant,
  Integer,
  List,
  Named,
  Nullable,
  OneOf,
  PageOf,
  Text,
  Uuid,
} from "../../src/platform/http/wire.ts";

const writer: Principal = {
  ...{ keyId: "key-rw", merchantId: "merchant-a", access: "WRITE" },
  ...{ userId: "user-1", role: "EDITOR" },
};
const reader: Principal = { ...writer, keyId: "key-ro", access: "READ_ONLY" };
const orphan: Principal = { ...writer, keyId: "key-orphan", userId: null, role: null };

const principals: ReadonlyMap<string, Principal> = new Map([
  ["acc_test_write", writer],
  ["acc_test_read", reader],
  ["acc_test_orphan", orphan],
]);

/** Headers of a key with write access, for tests. */
export const asWriter = { authorization: "Bearer acc_test_write" };
export const asReader = { authorization: "Bearer acc_test_read" };
export const asOrphan = { authorization: "Bearer acc_test_orphan" };

export const someId = "0197f1a0-5c1e-7b9a-9a55-3f0d2c7e8b10";
export const missingId = "0197f1a0-5c1e-7b9a-9a55-000000000000";

export type FakeApp = {
  readonly app: FastifyInstance;
  /** The requests that handlers were called with, oldest first. */
  readonly handled: RouteRequest<unknown>[];
  /** Every log line so far. */
  readonly logLines: string[];
};

/** A server with a few endpoints, one of each kind; handlers echo their requests. */
export async function fakeApp(changes: Partial<HttpServerOptions> = {}): Promise<FakeApp> {
  const handled: RouteRequest<unknown>[] = [];
  const logLines: string[] = [];
  const lines = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logLines.push(chunk.toString());
      done();
    },
  });
  const app = await createHttpServer({
    authenticate: {
      signInMethods: [],
      key: async (key) => principals.get(key),
      session: async () => undefined,
      download: async () => undefined,
    },
    log: pino({ level: "info" }, lines),
    rateLimitPerMinute: 0,
    version: "1.2.3",
    readiness: async () => ({ ready: true, reasons: [] }),
    metrics: new Registry(),
    overloadDelay: 0,
    ...changes,
    registerRoutes: (server) => {
      const preview = Named("Preview", Closed({ dryRun: Type.Literal(true) }));
      describeApi(
        server,
        { tags: [{ name: "Things", description: "What there is." }], preview, examples: {} },
        "1.2.3",
      );
      return (changes.registerRoutes ?? ((app) => registerFakeRoutes(app, handled)))(server);
    },
  });
  return { app, handled, logLines };
}

const Thing = Named(
  "Thing",
  Closed(
    { id: Uuid(), name: Text(1, 255), price: Nullable(Amount()), createdAt: Instant() },
    { description: "A thing" },
  ),
);

export const ThingBody = Closed({
  name: Text(1, 255),
  kind: Type.Optional(OneOf(["FLAT", "USAGE"])),
  amount: Type.Optional(Amount()),
  currency: Type.Optional(CurrencyCode()),
  startDate: Type.Optional(CivilDate()),
  at: Type.Optional(Instant()),
  customerId: Type.Optional(Nullable(Uuid())),
  count: Type.Optional(Integer(0, 365)),
  active: Type.Optional(Type.Boolean()),
  items: Type.Optional(
    List(Closed({ customerId: Text(1, 40), quantity: Type.Optional(Integer(1, 9)) }), { min: 1, max: 100 }),
  ),
  metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});

function registerFakeRoutes(app: FastifyInstance, handled: RouteRequest<unknown>[]): void {
  const answer = (request: RouteRequest<unknown>, payload: unknown) => {
    handled.push(request);
    if (request.params.id === missingId) throw recordNotFound("CONTRACT_NOT_FOUND");
    return { payload, message: "Done." };
  };
  const shared = { tag: "Things", payload: Thing, successStatus: 200 } as const;

  route(app, {
    ...shared,
    method: "GET",
    url: "/v3/things",
    operationId: "listThings",
    summary: "List things",
    access: "read",
    query: { customerId: { format: "uuid", description: "Only this customer's." } },
    list: {
      fields: {
        name: stringField(),
        "externalIds.externalId": unsorted(stringField()),
        customerId: uuidField(),
        createdAt: instantField(),
        status: enumField(["OPEN", "VOID"]),
        total: amountField(),
      },
    },
    payload: PageOf(Thing),
    errors: [400],
    handler: async (request) => {
      const { list } = request;
      return answer(request, list === undefined ? null : pageOf(list, [], { totalItems: 0, nextCursor: null }));
    },
  });
  route(app, {
    ...shared,
    method: "POST",
    url: "/v3/things",
    operationId: "createThing",
    summary: "Create a thing",
    access: "write",
    dryRun: true,
    body: ThingBody,
    successStatus: 201,
    errors: [400],
    handler: async (request) => answer(request, request.body),
  });
  route(app, {
    ...shared,
    method: "GET",
    url: "/v3/contracts/:id",
    operationId: "getContract",
    summary: "Get a contract",
    access: "read",
    ids: { id: "CONTRACT_NOT_FOUND" },
    malformedId: "INVALID_ID",
    errors: [400, 404],
    handler: async (request) => answer(request, request.params),
  });
  route(app, {
    ...shared,
    method: "DELETE",
    url: "/v3/contracts/:id",
    operationId: "deleteContract",
    summary: "Delete a contract",
    access: "write",
    ids: { id: "CONTRACT_NOT_FOUND" },
    errors: [404, 409],
    handler: async (request) => answer(request, request.params),
  });
  route(app, {
    ...shared,
    method: "GET",
    url: "/v3/contracts/:id/file",
    operationId: "getContractFile",
    summary: "Download the contract",
    access: "read",
    ids: { id: "CONTRACT_NOT_FOUND" },
    answersFile: true,
    errors: [404, 500],
    handler: async () => ({ file: Buffer.from("%PDF-1.7"), fileName: '../x"\r\ny ü.pdf' }),
  });
  route(app, {
    ...shared,
    method: "PATCH",
    url: "/v3/contracts/:id",
    operationId: "updateContract",
    summary: "Update a contract",
    access: "write",
    ids: { id: "CONTRACT_NOT_FOUND" },
    errors: [400, 404],
    handler: async (request) => ({
      ...answer(request, request.params),
      warnings: [{ code: "GROUP_UNBALANCED", message: "The group is not balanced." }],
      headers: { "x-extra": "1" },
    }),
  });
  route(app, {
    ...shared,
    method: "POST",
    url: "/v3/month-end-close/reopen-period",
    operationId: "reopenPeriod",
    summary: "Reopen a period",
    access: "write",
    query: {
      month: { format: "month", required: true, description: "The month." },
      reason: { description: "Why.", maxLength: 100 },
    },
    denial: async ({ userId }) =>
      userId === null ? forbidden("KEY_CREATOR_INACTIVE", "The creator of this key is gone.") : undefined,
    successStatus: 201,
    errors: [400],
    handler: async (request) => answer(request, { success: true }),
  });
  route(app, {
    ...shared,
    method: "POST",
    url: "/v3/failures/:name",
    operationId: "fail",
    summary: "Fail in a chosen way",
    access: "write",
    errors: [409],
    handler: async ({ params }) => {
      throw failures[params.name ?? ""] ?? new Error("secret text of a bug");
    },
  });
}

function coded(message: string, code: string): Error {
  return Object.assign(new Error(message), { code });
}

const failures: Readonly<Record<string, Error>> = {
  conflict: conflict("CATEGORY_IN_USE", "The category is used.", { reason: "REVENUE" }),
  "lock-timeout": coded("canceling statement due to lock timeout", "55P03"),
  serialization: coded("could not serialize access due to concurrent update", "40001"),
  deadlock: coded("deadlock detected", "40P01"),
  "no-server": coded("connect ECONNREFUSED 127.0.0.1:5432", "ECONNREFUSED"),
  shutdown: coded("terminating connection due to administrator command", "57P01"),
  terminated: new Error("Connection terminated unexpectedly"),
  "missing-file": new TransportError({
    status: 500,
    errorCode: "CONTRACT_FILE_MISSING",
    message: "There is nothing to download; no file was uploaded.",
  }),
  syntax: coded('syntax error at or near "SELEC"', "42601"),
  "too-large": coded('value "36499999999999963500" is out of range for type bigint', "22003"),
  "parts-too-large": new AggregateError([
    coded("out of range", "22003"),
    new AggregateError([coded("it is", "22003")]),
  ]),
  "parts-later": new AggregateError([coded("lock timeout", "55P03"), new AggregateError([coded("gone", "57P01")])]),
  "parts-never": new AggregateError([coded("lock timeout", "55P03"), new Error("secret at file.ts")]),
};
