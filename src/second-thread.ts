import { parentPort, workerData } from "node:worker_threads";
import { type AppOptions, openApp } from "./app.ts";
import { required } from "./kernel/assert.ts";
import type { LogLevel } from "./platform/config.ts";
import type { Principal } from "./platform/http/endpoint.ts";
import { followOrders } from "./platform/http/second-thread-messages.ts";
import { createLog } from "./platform/log.ts";
import { comeSecond } from "./platform/thread-priority.ts";

// The second thread of a process that serves (ADR 0060): another instance of the program, without sockets and without keys. The
// first thread has admitted the requests that it gets.

/** The configuration that is copied into the thread. */
export type SecondThreadData = Pick<
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
const { logLevel, ...options } = workerData as SecondThreadData;
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

followOrders(port, { server: app.server, admitted, beginWork: app.beginWork, close: app.close });

/** The first thread logs every request, including the time that it took here. */
function quieter(level: LogLevel): LogLevel {
  return ["info", "debug", "trace"].includes(level) ? "warn" : level;
}
