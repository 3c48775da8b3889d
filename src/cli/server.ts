import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { type App, openApp } from "../app.ts";
import type { Config } from "../platform/config.ts";
import { canBecomeOwner } from "../platform/db/access.ts";
import { openSecondThread, type SecondThread } from "../platform/http/second-thread.ts";
import { createLog } from "../platform/log.ts";
import type { SecondThreadData } from "../second-thread.ts";
import { migrationState, type OpenDatabase, openDatabase, prepareAlone, requireCurrent } from "./database.ts";
import {
  announcement,
  beginFirstStart,
  forgetFirstStart,
  forgetStory,
  keysOf,
  playDemoHistory,
} from "./first-start.ts";
import { listenFailure, listenOn, openUrl, rejectBusyAddress } from "./listen.ts";
import { operationalServer } from "./operational-server.ts";
import { printLine } from "./output.ts";
import { beginStarting } from "./starting.ts";
import { endOnUnforeseen, type StopSignals, stopSignals } from "./stop-signals.ts";

// Time for a load balancer to ask /ready once or twice and see that the process is ending.
const drainMilliseconds = 500;
const longestRequestMilliseconds = 8_000;
const longestShutdownMilliseconds = 14_500;

/** Serves until a signal, and returns when everything is closed. */
export async function serve(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  endOnUnforeseen(log);
  const stop = stopSignals(log);
  await using resources = new AsyncDisposableStack();
  try {
    const server = await start(config, log, resources, stop);
    await stop.requested;
    endWithin(longestShutdownMilliseconds, log);
    await server.drain();
  } catch (error) {
    // An interruption by a signal during the start is no failure.
    if (!stop.signal.aborted) throw error;
    endWithin(longestShutdownMilliseconds, log);
  }
}

/** Opens everything in order; `resources` closes it in the opposite order. Stops between two steps if asked to. */
async function start(
  config: Config,
  log: FastifyBaseLogger,
  resources: AsyncDisposableStack,
  stop: StopSignals,
): Promise<{ drain: () => Promise<void> }> {
  const { signal } = stop;
  const starting = beginStarting(config.console && config.role !== "worker", signal);
  resources.defer(() => starting.ended);
  const database = await openDatabase(config, "serve", log);
  resources.defer(database.close);
  signal.throwIfAborted();

  await rejectBusyAddress(config);
  const { connectionString } = database;
  if (await mayPrepare(database, config)) await prepareAlone(connectionString, log);
  else await requireCurrent(connectionString);
  signal.throwIfAborted();

  const { processorA, pdfFont, publicUrl, databaseReadUrl: replicaConnectionString } = config;
  const { signingKeyFile, secretKeyFile } = config;
  const webhookAddresses = { allowed: config.webhookAllow };
  const [serves, works] = [config.role !== "worker", config.role !== "api"];
  const connections = { connectionString, replicaConnectionString };
  const keyFiles = { signingKeyFile, secretKeyFile };
  const shared = { ...connections, processorA, pdfFont, publicUrl, ...keyFiles, webhookAddresses };
  const side = serves ? openSide({ ...shared, works, logLevel: config.logLevel }, log) : undefined;
  resources.defer(async () => side?.close());
  const app = await openApp({
    ...shared,
    isEmbedded: database.isEmbedded,
    log,
    rateLimitPerMinute: config.rateLimit,
    corsOrigins: config.corsOrigins,
    serves,
    works: works && side === undefined,
    // The demo does its own work, and is complete sooner without the worker.
    worksLater: true,
    inSecondThread: side?.carryOut,
    logsRequests: config.logsRequests,
    oidc: config.oidc,
    console: starting.source,
  });
  resources.defer(app.close);
  signal.throwIfAborted();

  const { url, drain } = await listen(app, config, resources);
  const firstStart = await beginFirstStart(database, config);
  signal.throwIfAborted();
  const reported = config.role === "worker" ? [] : announcement(openUrl(config, url), firstStart);
  // A single write, so that no line of the log comes in between.
  printLine([`listening on ${url}`, ...reported].join("\n"));
  if (firstStart.demo !== undefined) {
    const { step } = starting;
    const options = { signal, step, logsRequests: config.logsRequests, ...keyFiles };
    const isWhole = await playDemoHistory(connectionString, firstStart.demo, options);
    printLine(keysOf(openUrl(config, url), firstStart.demo, isWhole).join("\n"));
    forgetStory();
  }
  await app.beginWork();
  if (works) side?.beginWork();
  log.info({ url, role: config.role }, "Ready.");
  if (database.isEmbedded) await forgetFirstStart(config);
  return { drain };
}

/** The thread for long requests and for jobs, so that they do not delay short requests. */
function openSide(workerData: SecondThreadData, log: FastifyBaseLogger): SecondThread {
  const onFailure = (error: Error) => log.error({ err: error }, "The second thread has ended; it is started again.");
  return openSecondThread({ script: new URL("../second-thread.ts", import.meta.url), workerData, onFailure });
}

/**
 * Only a process that has all roles and owns the tables migrates: a process that serves on a database of the operator need not have
 * the right to.
 */
async function mayPrepare({ connectionString, isEmbedded }: OpenDatabase, config: Config): Promise<boolean> {
  if (isEmbedded) return true;
  if (config.role !== "all" || config.databaseOwnerUrl !== undefined) return false;
  await migrationState(connectionString);
  return canBecomeOwner(connectionString);
}

/** Opens the socket of the role. `drain` makes load balancers stop sending, and cuts off requests that take too long. */
async function listen(app: App, config: Config, resources: AsyncDisposableStack) {
  const { server, url } =
    config.role === "worker" ? await listenAsWorker(app, config, resources) : await listenAsApi(app, config);
  const drain = async () => {
    app.server.beginShutdown();
    await sleep(drainMilliseconds);
    // Closes connections that were busy when the server closed, once their answer is sent.
    setInterval(() => server.closeIdleConnections(), 50).unref();
    setTimeout(() => server.closeAllConnections(), longestRequestMilliseconds).unref();
  };
  return { url, drain };
}

async function listenAsApi({ server: api }: App, { host, port }: Config) {
  try {
    const url = await api.listen({ host, port });
    return { server: api.server, url };
  } catch (error) {
    throw listenFailure(error, { host, port });
  }
}

async function listenAsWorker(app: App, { host, port }: Config, resources: AsyncDisposableStack) {
  const server = operationalServer(app.server);
  const url = await listenOn(server, { host, port });
  resources.defer(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return { server, url };
}

/**
 * The last resort, because operators wait only so long before they kill the process. The next start finds an embedded PostgreSQL
 * that is left running.
 */
function endWithin(milliseconds: number, log: FastifyBaseLogger): void {
  setTimeout(() => {
    log.warn({ milliseconds }, "Closing took too long; ending without it.");
    process.exit(0);
  }, milliseconds).unref();
}
