import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { PgBoss } from "pg-boss";
import { creditWaitingUsage, overbilledSubscriber } from "./actions/credit-overbilled-usage.ts";
import { uncarriedSwapSubscriber } from "./actions/credit-uncarried-swap.ts";
import { adjustmentCodes } from "./adjustments/error-codes.ts";
import { consequences } from "./api/dry-run-consequences.ts";
import { registerRoutes } from "./api/routes.ts";
import { syncDocuments } from "./api/sync-documents.ts";
import { billingTermCodes } from "./billing-terms/error-codes.ts";
import { catalogCodes } from "./catalog/error-codes.ts";
import { closeCodes } from "./close/error-codes.ts";
import { commitmentCodes } from "./commitments/error-codes.ts";
import { contractCodes } from "./contracts/error-codes.ts";
import { processAwaitingContracts, processContract, readinessSubscriber } from "./contracts/jobs.ts";
import { customerCodes } from "./customers/error-codes.ts";
import { paymentMethodWork } from "./customers/jobs.ts";
import { type ProcessorAOptions, processorA } from "./customers/processor-a.ts";
import { openPdfRenderer } from "./invoicing/document/pdf.ts";
import { invoicingCodes } from "./invoicing/error-codes.ts";
import { invoiceSubscriber, issueDueInvoices, publishFinalPeriods } from "./invoicing/jobs.ts";
import { journalExportCodes } from "./journal-exports/error-codes.ts";
import { ledgerCodes } from "./ledger/error-codes.ts";
import { metricsOf } from "./metrics.ts";
import { principalOfTicket } from "./platform/auth/downloads.ts";
import { cachedAuthentication } from "./platform/auth/key-cache.ts";
import { keyUses, sessionUses } from "./platform/auth/key-use.ts";
import { authenticate } from "./platform/auth/keys.ts";
import { openOidc } from "./platform/auth/oidc.ts";
import { shareRequestCount } from "./platform/auth/request-count-store.ts";
import { csrfTokenOf, findSession } from "./platform/auth/sessions.ts";
import type { OidcConfig } from "./platform/config.ts";
import { accessProblems, repairAccess } from "./platform/db/access.ts";
import { distribute } from "./platform/db/distribute.ts";
import { migrate } from "./platform/db/migrate.ts";
import { type Db, openPool } from "./platform/db/pool.ts";
import { readBehind } from "./platform/db/replica.ts";
import { deleteExpired, doDueWork, handleContracts, liveMerchants } from "./platform/due-work.ts";
import { watchArrivals } from "./platform/events/watch-arrivals.ts";
import { throwFailures } from "./platform/failures.ts";
import type { Authenticate } from "./platform/http/authorization.ts";
import type { ConsoleSource } from "./platform/http/console.ts";
import { ticketOf } from "./platform/http/download-ticket.ts";
import { bringCodes } from "./platform/http/error-codes.ts";
import { createHttpServer, type HttpServerOptions } from "./platform/http/server.ts";
import { lastExamination, workOnExaminations } from "./platform/jobs/examination-queue.ts";
import {
  noPaymentMethodQueue,
  paymentMethodQueue,
  workOnPaymentMethods,
} from "./platform/jobs/payment-method-queue.ts";
import type { ReportProgress } from "./platform/jobs/progress.ts";
import { installQueues, type OutboxQueue, openBoss, outboxQueue, startWorking } from "./platform/jobs/queue.ts";
import type { WritingPlatform } from "./platform/preview.ts";
import { requestLogWriter } from "./platform/request-log-store.ts";
import { noSecretKeys, readSecretKeys } from "./platform/secret-keys.ts";
import { readSigningKey } from "./platform/signing-key.ts";
import { version } from "./platform/version.ts";
import { readiness } from "./readiness.ts";
import { receivableCodes } from "./receivables/error-codes.ts";
import { remindOfUnpaidInvoices } from "./receivables/jobs.ts";
import { examineHourly, type HourlyReport } from "./reports/doctor/hourly-service.ts";
import { reportCodes } from "./reports/error-codes.ts";
import { storeAllMonthEndBalances } from "./reports/jobs.ts";
import { openXlsxWriter } from "./reports/xlsx.ts";
import { revenueCodes } from "./revenue/error-codes.ts";
import { changesNothing, refreshAllStoredRevenue } from "./revenue/jobs.ts";
import { refreshStoredRevenue } from "./revenue/stored-revenue-service.ts";
import { syncCodes } from "./sync/error-codes.ts";
import { usageCodes } from "./usage/error-codes.ts";
import { ensureUsagePartitions } from "./usage/partition-store.ts";
import type { AddressRules } from "./webhooks/address-service.ts";
import { publishEvents } from "./webhooks/delivery-service.ts";
import { webhookCodes } from "./webhooks/error-codes.ts";
import { sendWebhooks } from "./webhooks/jobs.ts";

// The error codes of the API, by capability.
for (const codes of [
  ledgerCodes,
  catalogCodes,
  customerCodes,
  contractCodes,
  billingTermCodes,
  usageCodes,
  commitmentCodes,
  invoicingCodes,
  receivableCodes,
  syncCodes,
  adjustmentCodes,
  revenueCodes,
  closeCodes,
  reportCodes,
  journalExportCodes,
  webhookCodes,
]) {
  bringCodes(codes);
}

/** Puts the capabilities together: the subscribers of domain events, due work, and what a dry run shows. */
export function composePlatform(db: Db, queue: OutboxQueue, keyFiles: KeyFiles): WritingPlatform {
  const { signingKeyFile, secretKeyFile } = keyFiles;
  return {
    db,
    queue,
    subscribers: [readinessSubscriber, invoiceSubscriber, overbilledSubscriber, uncarriedSwapSubscriber],
    changesNothing,
    dueWork: [
      processAwaitingContracts,
      issueDueInvoices,
      creditWaitingUsage,
      publishFinalPeriods,
      remindOfUnpaidInvoices,
      refreshAllStoredRevenue,
      storeAllMonthEndBalances,
    ],
    signingKey: signingKeyFile === undefined ? undefined : readSigningKey(signingKeyFile),
    secretKeys: secretKeyFile === undefined ? noSecretKeys : readSecretKeys(secretKeyFile),
    consequences,
  };
}

/** Files of keys, which are not in the database. */
export type KeyFiles = {
  /** Path of the keys, in PEM, that sign the ends of hash chains at each close. */
  readonly signingKeyFile?: string | undefined;
  /** Path of the keys that encrypt stored secrets which the program needs in clear; without it they are stored in clear. */
  readonly secretKeyFile?: string | undefined;
};

export type AppOptions = KeyFiles & {
  readonly connectionString: string;
  /** A replica of the database, for reads that accept older data. */
  readonly replicaConnectionString?: string | undefined;
  /** True if the database is embedded, so that nobody else uses it. */
  readonly isEmbedded?: boolean;
  /** Connections to the database for requests and jobs together; 10 unless stated. */
  readonly connections?: number | undefined;
  readonly requestsPerMerchant?: HttpServerOptions["requestsPerMerchant"];
  readonly log: FastifyBaseLogger;
  readonly rateLimitPerMinute: number;
  readonly corsOrigins?: HttpServerOptions["corsOrigins"];
  /** True if it answers requests. */
  readonly serves: boolean;
  /** True if it works on jobs. */
  readonly works: boolean;
  /** True if it works on jobs only after {@link App.beginWork}. */
  readonly worksLater?: boolean | undefined;
  /** Store writes and rejected requests, so that the members of the merchant can look at them. */
  readonly logsRequests?: boolean | undefined;
  /** Where the console is built; without it there is no console. */
  readonly console?: ConsoleSource | undefined;
  /** Without it, links to accounts are stored and their default payment methods stay empty. */
  readonly processorA?: ProcessorAOptions | undefined;
  readonly overloadDelay?: HttpServerOptions["overloadDelay"];
  readonly inSecondThread?: HttpServerOptions["inSecondThread"];
  /** Finds the principal of requests that another thread passes on; by keys and sessions unless stated. */
  readonly authenticate?: Authenticate | undefined;
  /** An OpenID Connect provider that members can sign in with. */
  readonly oidc?: OidcConfig | undefined;
  /** The URL at which people reach the server, if it differs from the one in their requests. */
  readonly publicUrl?: string | undefined;
  /** A font file for scripts beyond Latin, Greek and Cyrillic on PDFs. */
  readonly pdfFont?: string | undefined;
  /** Addresses that webhooks may be sent to, in addition to public ones (`ACCORD_WEBHOOK_ALLOW`). */
  readonly webhookAddresses?: AddressRules | undefined;
};

/** A running program without its sockets: `server` is ready to listen or inject. */
export type App = {
  readonly platform: WritingPlatform;
  readonly server: FastifyInstance;
  /** Begins to work on jobs, for an app opened with `worksLater`. */
  readonly beginWork: () => Promise<void>;
  /** Takes no more jobs, lets running ones end, and closes every connection. */
  readonly close: () => Promise<void>;
};

/** Brings the database up to date: the schema, then the job queue's own schema, then the rights of the program's role. */
export async function prepareDatabase(
  connectionString: string,
  log: FastifyBaseLogger,
): Promise<{ applied: string[]; distributed: string[] }> {
  const { applied } = await migrate(connectionString, log);
  // The queue's rights are granted to a role, which a restored database may lack.
  if ((await accessProblems(connectionString)).length > 0) await repairAccess(connectionString);
  const distributed = await distribute(connectionString);
  await installQueues(connectionString);
  return { applied, distributed };
}

/** Opens the database and the queue and builds the server on them. The database must be migrated already. */
export async function openApp(options: AppOptions): Promise<App> {
  const { connectionString, connections, log, works } = options;
  const onError = (error: Error) => log.warn({ error: error.message }, "A database connection was lost.");
  // Closed in the opposite order, also when a later step fails, so that nothing keeps the process from ending.
  await using opened = new AsyncDisposableStack();
  const db = openPool({ connectionString, size: connections, isForRequests: true, onError });
  opened.defer(() => db.destroy());
  const replica = replicaOf(options, onError);
  opened.defer(async () => replica?.destroy());
  const authentication = authenticationOn(db, options.oidc !== undefined);
  opened.defer(() => authentication.flushed());
  // Jobs have their own connections, so that they and requests do not delay each other. Opened before the queue, so that they are
  // closed after the running jobs.
  const workDb = openPool({ connectionString, size: workConnections, onError });
  opened.defer(() => workDb.destroy());
  const boss = openBoss({ connectionString, onError, maintains: works });
  opened.defer(() => boss.stop({ graceful: true, timeout: 10_000 }));
  await boss.start();
  const platform = composePlatform(db, outboxQueue(boss), options);
  const workPlatform = { ...platform, db: workDb };
  const addresses: AddressRules = { allowed: [], ...options.webhookAddresses };
  const working = new AsyncDisposableStack();
  opened.defer(() => working.disposeAsync());
  const beginWork = async () => {
    if (works) await workUntilDisposed(boss, workPlatform, options, addresses, working);
  };
  if (options.worksLater !== true) await beginWork();
  const pdf = openPdfRenderer({ otherFont: options.pdfFont });
  opened.defer(() => pdf.close());
  const xlsx = openXlsxWriter();
  opened.defer(() => xlsx.close());
  const onFailure = (error: Error) => log.warn({ err: error }, "Requests could not be stored in the request log.");
  const requestLog = options.logsRequests === true ? requestLogWriter(db, onFailure) : undefined;
  opened.defer(async () => requestLog?.close());
  const server = await createHttpServer({
    authenticate: options.authenticate ?? authentication,
    inSecondThread: options.inSecondThread,
    log,
    rateLimitPerMinute: options.serves ? options.rateLimitPerMinute : 0,
    corsOrigins: options.corsOrigins,
    shareCount: (count) => shareRequestCount(db, count),
    connections,
    requestsPerMerchant: options.requestsPerMerchant,
    overloadDelay: options.overloadDelay,
    readBehind: readBehind(db, replica, (error) =>
      log.warn({ err: error }, "The replica was not read; the database itself was."),
    ),
    version,
    readiness: () => readiness({ ...options, db, replica }),
    metrics: metricsOf(platform.db),
    logRequest: requestLog?.add,
    console: options.serves ? options.console : undefined,
    registerRoutes: (app) => {
      const paymentMethods = options.processorA === undefined ? noPaymentMethodQueue : paymentMethodQueue(boss);
      const { publicUrl } = options;
      const oidc = options.oidc === undefined ? undefined : { provider: openOidc(options.oidc), publicUrl };
      if (options.serves) registerRoutes(app, platform, { paymentMethods, pdf, xlsx, addresses, oidc, publicUrl });
    },
  });
  opened.defer(() => server.close());
  const everything = opened.move();
  return { platform, server, beginWork, close: () => everything.disposeAsync() };
}

/** Works on jobs, publishes events, and sends webhooks, until `working` is disposed. */
async function workUntilDisposed(
  boss: PgBoss,
  platform: WritingPlatform,
  { log, processorA }: AppOptions,
  addresses: AddressRules,
  working: AsyncDisposableStack,
): Promise<void> {
  await work(boss, platform, log);
  const publishing = watchArrivals(
    platform.db,
    (merchantId) => publishEvents(platform.db, merchantId),
    (error) => log.error({ err: error }, "Giving events their places failed."),
  );
  working.defer(() => publishing.stop());
  const sending = sendWebhooks(platform, { rules: addresses, documents: syncDocuments }, (error) =>
    log.error({ err: error }, "Sending webhooks failed."),
  );
  working.defer(() => sending.stop());
  const ending = new AbortController();
  working.defer(() => ending.abort());
  await workOnExaminations(boss, (report) => examine(platform, log, { report, ending: ending.signal }));
  if (processorA !== undefined) await workOnAccounts(boss, platform, { processor: processorA, log });
}

/** Connections to the replica, for a process that answers requests and has a replica. */
function replicaOf({ serves, replicaConnectionString, connections }: AppOptions, onError: (error: Error) => void) {
  if (!serves || replicaConnectionString === undefined) return undefined;
  return openPool({ connectionString: replicaConnectionString, size: connections, isForRequests: true, onError });
}

/** Finds the principal of a key or session, and records that it was used. */
function authenticationOn(db: Db, hasOidc: boolean): Authenticate & { readonly flushed: () => Promise<void> } {
  const [keys, sessions] = [keyUses(db), sessionUses(db)];
  const find = cachedAuthentication((key) => authenticate(db, key));
  return {
    signInMethods: ["PASSWORD", "LINK", ...(hasOidc ? (["OIDC"] as const) : [])],
    key: async (key) => {
      const principal = await find(key);
      if (principal !== undefined) keys.note(principal.keyId);
      return principal;
    },
    session: async (token) => {
      const session = await findSession(db, token);
      if (session === undefined) return undefined;
      sessions.note(session.id);
      const { userId, merchantId, role } = session;
      const access = role === "VIEWER" ? "READ_ONLY" : "WRITE";
      return { keyId: null, userId, merchantId, access, role, session, csrfToken: csrfTokenOf(token, merchantId) };
    },
    download: async (url) => {
      const ticket = ticketOf(url);
      return ticket === undefined ? undefined : principalOfTicket(db, ticket);
    },
    flushed: async () => {
      await Promise.all([keys.flushed(), sessions.flushed()]);
    },
  };
}

/** Jobs run at the same time, one of each kind and of due work two, and a job may use a second connection. */
const workConnections = 7;

async function work(boss: PgBoss, platform: WritingPlatform, log: FastifyBaseLogger): Promise<void> {
  // Without new partitions every month goes to one partition, which is slower but no reason not to start.
  const ensurePartitions = () =>
    ensureUsagePartitions(platform.db).catch((error) => log.error({ err: error }, "Making partitions failed."));
  await ensurePartitions();
  await startWorking(boss, {
    handleContracts: async (merchantId, contractIds) => {
      try {
        await handleContracts(platform, merchantId, contractIds);
        throwFailures(await refreshStoredRevenue(platform, merchantId, contractIds), "contracts");
      } catch (error) {
        log.error({ err: error, merchantId, contracts: contractIds.length }, "Handling contracts failed.");
        throw error;
      }
    },
    processContract: async (merchantId, job, report) => {
      try {
        await processContract(platform, merchantId, job, report);
      } catch (error) {
        log.error({ err: error, merchantId, contractId: job.contractId }, "Processing a contract failed.");
        throw error;
      }
    },
    liveMerchants: () => liveMerchants(platform.db),
    doHousekeeping: async () => {
      await ensurePartitions();
      try {
        await deleteExpired(platform);
      } catch (error) {
        log.error({ err: error }, "Some of the housekeeping failed.");
        throw error;
      }
    },
    doDueWork: async (merchantId, report) => {
      try {
        await doDueWork(platform, merchantId, report);
      } catch (error) {
        log.error({ err: error, merchantId }, "Some of the due work failed.");
        throw error;
      }
    },
  });
}

/** No further merchant is examined after this time, because the worker has other work. */
const longestExaminationMilliseconds = 60_000;

async function examine(
  { db, signingKey }: WritingPlatform,
  log: FastifyBaseLogger,
  run: { readonly report: ReportProgress; readonly ending: AbortSignal },
): Promise<HourlyReport> {
  try {
    return await examineHourly({
      ...{ db, signingKey, ...run, milliseconds: longestExaminationMilliseconds },
      before: await lastExamination<HourlyReport>(db),
      onFindings: (merchantId, findings) => log.error({ merchantId, findings }, "The books violate invariants."),
      onFailure: (merchantId, error) => log.error({ err: error, merchantId }, "Examining a merchant failed."),
    });
  } catch (error) {
    log.error({ err: error }, "Examining the books failed.");
    throw error;
  }
}

async function workOnAccounts(
  boss: PgBoss,
  platform: WritingPlatform,
  { processor, log }: { readonly processor: ProcessorAOptions; readonly log: FastifyBaseLogger },
): Promise<void> {
  const resolve = paymentMethodWork(platform, processorA(processor));
  await workOnPaymentMethods(boss, async (job) => {
    try {
      await resolve(job);
    } catch (error) {
      log.warn({ err: error, customerId: job.customerId }, "Reading a default payment method failed.");
      throw error;
    }
  });
}
