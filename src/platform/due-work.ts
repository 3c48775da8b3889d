import type { Day } from "../kernel/day.ts";
import { deleteOldSessions } from "./auth/sessions.ts";
import { deleteOldFailures } from "./auth/sign-in-brake.ts";
import { deleteOldLinks } from "./auth/sign-in-links.ts";
import { type Db, inTransaction, type Tx } from "./db/pool.ts";
import { analyzeChangedTables } from "./db/statistics.ts";
import { type Failure, throwFailures, tryBatch, tryEach } from "./failures.ts";
import { deleteOldAnswers } from "./idempotency.ts";
import type { ReportProgress } from "./jobs/progress.ts";
import { contractsWithPendingEvents, drainOutbox } from "./outbox.ts";
import { deleteOldRequests } from "./request-log-store.ts";
import {
  commitSession,
  type DueSpan,
  openSession,
  type Platform,
  program,
  read,
  takeNumbers,
  type WriteOptions,
} from "./write.ts";

const contractsPerBatch = 50;

/**
 * Handles the pending events of some contracts in one transaction. Running it twice changes nothing the second time.
 */
export async function handleContracts(
  platform: Platform,
  merchantId: string,
  contractIds: readonly string[],
): Promise<void> {
  await inTransaction(platform.db, merchantId, async (tx) => {
    const options = systemWrite(merchantId);
    const session = await openSession(platform, tx, options, takeNumbers);
    await drainOutbox(session.context, platform.subscribers, contractIds);
    // Events that subscribers published about these contracts are handled here; those of other contracts are left to the worker.
    for (const contractId of contractIds) session.pendingContractIds.delete(contractId);
    await commitSession(platform, options, session);
  });
}

/** How often one contract is handled, because handling another one may publish events about it. */
const mostTimes = 3;

/**
 * Handles every pending event of a merchant, without waiting for the worker. Returns the contracts that failed; their events stay pending, and
 * other contracts are not affected. A contract whose events keep coming, such as usage, is left to the worker after some times.
 */
export async function handlePending(platform: Platform, merchantId: string): Promise<Failure<string>[]> {
  const failures: Failure<string>[] = [];
  const times = new Map<string, number>();
  for (;;) {
    const often = [...times].flatMap(([id, count]) => (count < mostTimes ? [] : id));
    const except = [...failures.map(({ item }) => item), ...often];
    const contractIds = await read(platform, merchantId, ({ tx }) =>
      contractsWithPendingEvents(tx, merchantId, { except, limit: contractsPerBatch }),
    );
    if (contractIds.length === 0) return failures;
    for (const id of contractIds) times.set(id, (times.get(id) ?? 0) + 1);
    failures.push(...(await tryBatch(contractIds, (ids) => handleContracts(platform, merchantId, ids))));
    if (contractIds.length === contractsPerBatch) await analyzeChangedTables(platform.db);
  }
}

/** Like `handlePending`, for callers that need all contracts handled. @throws AggregateError */
export async function handleAllPending(platform: Platform, merchantId: string): Promise<void> {
  throwFailures(await handlePending(platform, merchantId), "contracts");
}

/**
 * Handles pending events, does the work due by the merchant's today, and handles the resulting events. A sandbox clock that advances over several
 * days stops at each of them, so that follow-up work has the right day (rules 4). Reports the kinds of work that were tried.
 *
 * @throws AggregateError after everything was tried
 */
export async function doDueWork(
  platform: Platform,
  merchantId: string,
  report: ReportProgress = () => undefined,
): Promise<void> {
  const kinds = [
    handleAllPending,
    ...platform.dueWork.map((work) => () => work.run(platform, systemWrite(merchantId))),
    handleAllPending,
  ];
  const failures = await tryEach(kinds.entries(), async ([tried, work]) => {
    report(tried, kinds.length);
    await work(platform, merchantId);
  });
  throwFailures(failures, "kinds of due work");
}

/**
 * Deletes idempotent answers, logged requests, sessions, links and failed sign-ins that have expired. A failed part does not stop the other.
 *
 * @throws AggregateError after everything was tried
 */
export async function deleteExpired(platform: Platform): Promise<void> {
  throwFailures(
    await tryEach([deleteExpiredOfAll, deleteOldSignIns], (part) => part(platform)),
    "parts of the housekeeping",
  );
}

/** Deletes expired idempotent responses and logged requests of every merchant. */
async function deleteExpiredOfAll({ db }: Platform): Promise<void> {
  const rows = await db.selectFrom("merchant").select("id").orderBy("id").execute();
  const failures = await tryEach(rows, ({ id }) =>
    inTransaction(db, id, async (tx) => {
      await deleteOldAnswers(tx, id);
      await deleteOldRequests(tx, id);
    }),
  );
  throwFailures(failures, "merchants");
}

/** Deletes expired sessions and links, and old failed sign-ins. */
async function deleteOldSignIns({ db }: Platform): Promise<void> {
  await deleteOldSessions(db);
  await deleteOldLinks(db);
  await deleteOldFailures(db);
}

/** The earliest day in a span with due work of any kind, or undefined. */
export async function nextDueDate(
  platform: Platform,
  tx: Tx,
  merchantId: string,
  span: DueSpan,
): Promise<Day | undefined> {
  let next: Day | undefined;
  for (const work of platform.dueWork) {
    const date = await work.nextDate(tx, merchantId, span);
    if (date !== undefined && (next === undefined || date < next)) next = date;
  }
  return next;
}

/** The program itself as the actor of a write. */
export function systemWrite(merchantId: string): WriteOptions {
  return { merchantId, actor: program };
}

/** The merchants whose due work is done hourly. Sandbox merchants do theirs when their clock advances (rules 4). */
export async function liveMerchants(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("merchant").select("id").where("is_sandbox", "=", false).orderBy("id").execute();
  return rows.map((row) => row.id);
}
