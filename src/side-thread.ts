import { parentPort, workerData } from "node:worker_threads";
import { type AppOptions, openApp } from "./app.ts";
import { required } from "./kernel/assert.ts";
import type { LogLevel } from "./platform/config.ts";
import type { AnswerAside, RequestAside } from "./platform/http/aside.ts";
import type { Principal } from "./platform/http/endpoint.ts";
import { ownedBy, type SideAnswer, type SideOrder } from "./platform/http/side-thread.ts";
import { createLog } from "./platform/log.ts";
import { comeSecond } from "./platform/thread-priority.ts";

// The second thread of a process that serves (ADR 0060): the same program once more, without sockets and without keys. What
// it is handed was admitted by the first one.

/** What the program needs that can be copied into a thread. */
export type SideThreadData = Pick<
  AppOptions,
  | "connectionString"
  | "replicaConnectionString"
  | "works"
  | "processorA"
  | "publicUrl"
  | "pdfFont"
  | "signingKeyFile"
  | "secretKeyFile"
  | "webhookAddresses"
> & { readonly logLevel: LogLevel };

comeSecond();
const port = required(parentPort, "the thread that started this one");
const { logLevel, ...options } = workerData as SideThreadData;
const admitted = new Map<string, Principal>();

const app = await openApp({
  ...options,
  log: createLog(quieter(logLevel)),
  rateLimitPerMinute: 0,
  overloadDelay: 0,
  serves: true,
  worksLater: true,
  authenticate: {
    signInMethods: [],
    key: async (number) => admitted.get(number),
    session: async () => undefined,
    download: async () => undefined,
  },
});

port.on("message", async (order: SideOrder) => {
  if (order.kind === "work") return app.beginWork();
  if (order.kind === "close") {
    await app.close();
    port.close();
    return;
  }
  const { number, request } = order;
  const answer = await carryOut(String(number), request).catch(() => undefined);
  port.postMessage({ number, answer } satisfies SideAnswer, ownedBy(answer?.body));
});

async function carryOut(number: string, { principal, method, url, headers, body }: RequestAside): Promise<AnswerAside> {
  admitted.set(number, principal);
  try {
    const answered = await app.server.inject({
      ...{ method, url, headers: { ...headers, authorization: `Bearer ${number}` } },
      ...(body === undefined ? {} : { payload: Buffer.from(body.buffer, body.byteOffset, body.byteLength) }),
    });
    const sent = Object.entries(answered.headers).map(([name, value]) => [name, String(value)]);
    const bytes = answered.rawPayload as Buffer<ArrayBuffer>;
    return { status: answered.statusCode, headers: Object.fromEntries(sent), body: bytes };
  } finally {
    admitted.delete(number);
  }
}

/** The first thread notes every request, with the time that it took here. */
function quieter(level: LogLevel): LogLevel {
  return ["info", "debug", "trace"].includes(level) ? "warn" : level;
}
