import assert from "node:assert/strict";
import pino from "pino";
import { type AppOptions, openApp } from "../../src/app.ts";
import { newId } from "../../src/kernel/ids.ts";
import { recordAudit } from "../../src/platform/audit.ts";
import { type Access, creationOf, insertKey } from "../../src/platform/auth/keys.ts";
import { addUser } from "../../src/platform/auth/users.ts";
import { formatInstant } from "../../src/platform/clock.ts";
import { inTransaction } from "../../src/platform/db/pool.ts";
import { handleAllPending } from "../../src/platform/due-work.ts";
import { openSecondThread, type SecondThread } from "../../src/platform/http/second-thread.ts";
import { createMerchant } from "../../src/platform/merchant/merchants.ts";
import type { WritingPlatform } from "../../src/platform/preview.ts";
import type { SecondThreadData } from "../../src/second-thread.ts";
import { publishEvents } from "../../src/webhooks/delivery-service.ts";
import { type Conformance, conformanceTo } from "./conformance.ts";
import { createTestDatabase } from "./database.ts";
import { openapiDocument } from "./openapi-document.ts";

export type TestMerchant = {
  readonly merchantId: string;
  readonly userId: string;
  readonly writeKey: string;
  readonly readKey: string;
};

/** An answer after `JSON.parse`, or nothing if it is no JSON. Tests state what they expect in it. */
export type Json = ReturnType<typeof JSON.parse>;

export type ApiAnswer = {
  readonly status: number;
  readonly body: Json;
  readonly headers: Headers;
};

export type ApiRequest = { readonly key?: string; readonly body?: unknown; readonly headers?: Record<string, string> };

export type TestApi = {
  readonly url: string;
  readonly connectionString: string;
  readonly platform: WritingPlatform;
  /** What the program has logged as errors so far, unless the test has a log of its own. */
  readonly loggedErrors: readonly string[];
  readonly merchants: { readonly A: TestMerchant; readonly B: TestMerchant };
  /** Another sandbox merchant, for tests that need books of their own. */
  readonly newMerchant: (clock?: string, timeZone?: string) => Promise<TestMerchant>;
  /** Sends an HTTP request over a real socket, with merchant A's write key by default. */
  readonly request: (method: string, path: string, request?: ApiRequest) => Promise<ApiAnswer>;
  /** Handles pending events of a merchant, like the worker. */
  readonly drainOutbox: (merchant: TestMerchant) => Promise<void>;
  /** Gives events their positions in the feed, like the worker. */
  readonly placeEvents: (merchant: TestMerchant) => Promise<void>;
  readonly close: () => Promise<void>;
};

export type TestApiOptions = {
  /** True: works on jobs as they come, like a worker. */
  readonly works?: boolean;
  readonly processorA?: AppOptions["processorA"];
  readonly log?: AppOptions["log"];
  readonly connections?: AppOptions["connections"];
  readonly webhookAddresses?: AppOptions["webhookAddresses"];
  readonly requestsPerMerchant?: AppOptions["requestsPerMerchant"];
  readonly oidc?: AppOptions["oidc"];
  readonly logsRequests?: AppOptions["logsRequests"];
  readonly console?: AppOptions["console"];
  readonly signingKeyFile?: AppOptions["signingKeyFile"];
  readonly secretKeyFile?: AppOptions["secretKeyFile"];
  readonly replicaConnectionString?: AppOptions["replicaConnectionString"];
  /** Puts something between the program and its database: returns the connection string that leads through it. */
  readonly between?: (connectionString: string) => Promise<string>;
  /** True: a second thread executes long requests and jobs, as in production. */
  readonly hasSecondThread?: boolean;
};

/** The document is the same for every server of a run, so it is compiled once per process. */
let conformance: Conformance | undefined;

const defaultClock = "2026-01-15T12:00:00Z";

/** The whole program on its own database and port, with two sandbox merchants. It has no worker, so that tests decide when jobs run. */
export async function startApi(options: TestApiOptions = {}): Promise<TestApi> {
  const { works = false, processorA, log, connections, requestsPerMerchant, oidc, logsRequests, console } = options;
  // Closed at the end of the test, or at once if the start fails, because anything left open keeps the process from ending.
  await using opened = new AsyncDisposableStack();
  const database = await createTestDatabase();
  opened.defer(database.drop);
  const { connectionString } = database;
  const side = options.hasSecondThread === true ? openTestSecondThread({ connectionString, works }) : undefined;
  opened.defer(async () => side?.close());
  const loggedErrors: string[] = [];
  const app = await openApp({
    connectionString: (await options.between?.(connectionString)) ?? connectionString,
    inSecondThread: side?.carryOut,
    connections,
    log: log ?? pino({ level: "error", base: null }, { write: (line) => loggedErrors.push(line) }),
    rateLimitPerMinute: 0,
    // The machine may be busy with other tests, which must not cause rejections.
    overloadDelay: 0,
    // Tests of races send many requests of one merchant at once.
    requestsPerMerchant: requestsPerMerchant ?? 1_000,
    serves: true,
    works: works && side === undefined,
    processorA,
    webhookAddresses: options.webhookAddresses,
    oidc,
    logsRequests,
    console,
    signingKeyFile: options.signingKeyFile,
    secretKeyFile: options.secretKeyFile,
    replicaConnectionString: options.replicaConnectionString,
  });
  opened.defer(app.close);
  if (works) side?.beginWork();
  // Returned objects live as long as their test file is loaded, in a lane until the end, so a closed program is released.
  let running: WritingPlatform | undefined = app.platform;
  const platform = (): WritingPlatform => {
    assert.ok(running, "the program is closed");
    return running;
  };
  const url = await app.server.listen({ host: "127.0.0.1", port: 0 });
  conformance ??= conformanceTo(await openapiDocument(url));
  const conforms = conformance;
  const newMerchant = (clock = defaultClock, timeZone = "UTC") => createTestMerchant(platform(), clock, timeZone);
  const merchants = { A: await newMerchant(), B: await newMerchant() };
  const everything = opened.move();
  return {
    url,
    connectionString,
    loggedErrors,
    get platform() {
      return platform();
    },
    merchants,
    newMerchant,
    request: (method, path, request = {}) => send(url, conforms, merchants.A.writeKey, method, path, request),
    drainOutbox: (merchant) => handleAllPending(platform(), merchant.merchantId),
    placeEvents: (merchant) => publishEvents(platform().db, merchant.merchantId),
    close: async () => {
      await everything.disposeAsync();
      running = undefined;
    },
  };
}

function openTestSecondThread(data: Pick<SecondThreadData, "connectionString" | "works">): SecondThread {
  const script = new URL("../../src/second-thread.ts", import.meta.url);
  const workerData: SecondThreadData = { ...data, logLevel: "silent" };
  return openSecondThread({ script, workerData, onFailure: assert.fail });
}

/** The rows with which the audit log of a test merchant begins: the merchant, its owner and two keys. */
export const auditedBefore = 4;
const fixtures = { kind: "SYSTEM", id: "fixtures" } as const;

async function createTestMerchant({ db }: WritingPlatform, clock: string, timeZone: string): Promise<TestMerchant> {
  const merchantId = await createMerchant(db, {
    name: "Test Merchant",
    currency: "USD",
    timeZone,
    erpKind: "ACCOUNTING",
    performanceObligations: false,
    sandboxClock: Temporal.Instant.from(clock),
  });
  const userId = await addUser(db, merchantId, `owner-${merchantId}@example.com`, "OWNER");
  // The feed begins with what tests do; the audit log begins with the merchant, the member and the keys.
  const timestamp = formatInstant(Temporal.Instant.from(clock));
  const keyFor = async (access: Access, name: string) => {
    const key = { id: newId(), merchantId, userId, access, name, role: null, expiresAt: null };
    return inTransaction(db, merchantId, async (tx) => {
      const at = { tx, merchant: { id: merchantId }, clock: { timestamp }, actor: fixtures };
      const { text, createdAt } = await insertKey(tx, key);
      recordAudit(at, [creationOf(key.id, { ...key, createdAt })], undefined);
      return text;
    });
  };
  return {
    merchantId,
    userId,
    writeKey: await keyFor("WRITE", "write"),
    readKey: await keyFor("READ_ONLY", "read"),
  };
}

async function send(
  url: string,
  conforms: Conformance,
  defaultKey: string,
  method: string,
  path: string,
  request: ApiRequest,
): Promise<ApiAnswer> {
  const hasBody = request.body !== undefined;
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${request.key ?? defaultKey}`,
      ...(hasBody ? { "content-type": "application/json" } : {}),
      ...request.headers,
    },
    ...(hasBody ? { body: typeof request.body === "string" ? request.body : JSON.stringify(request.body) } : {}),
  });
  const text = await answer.text();
  const { status, headers } = answer;
  const mediaType = headers.get("content-type")?.replace(/;.*$/, "") ?? "none";
  const body: Json = mediaType === "application/json" ? JSON.parse(text) : undefined;
  const problems = conforms(method, path, { status, mediaType, body });
  assert.deepEqual(problems, [], "every answer is as the OpenAPI document says");
  return { status, body, headers };
}
