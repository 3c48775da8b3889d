import { sql } from "kysely";
import { AssertionError, required } from "../../kernel/assert.ts";
import { compareTexts } from "../../kernel/text-order.ts";
import { readClock, wallClock } from "../../platform/clock.ts";
import { type Db, inTransaction, sqlState, type Tx } from "../../platform/db/pool.ts";
import { readingDb } from "../../platform/db/replica.ts";
import { listMerchants, merchantNotFound } from "../../platform/merchant/merchants.ts";
import type { SigningKey } from "../../platform/signing-key.ts";
import { readRows } from "../../platform/write.ts";
import { amountChecks } from "./amounts-store.ts";
import { auditCheck } from "./audit-store.ts";
import { auditedCheck, writtenCheck } from "./audited-service.ts";
import { bookMonthsCheck } from "./book-months-store.ts";
import { type Invariant, noViolations, type Violations, violationsOf } from "./check-result.ts";
import type { Check } from "./check-store.ts";
import { commitmentChecks } from "./commitments-store.ts";
import { contractsCheck } from "./contracts-service.ts";
import { cacheCheck } from "./contracts-store.ts";
import { followsCheck } from "./derived-values-store.ts";
import { exportsCheck } from "./exports-store.ts";
import { hashesCheck } from "./hashes-store.ts";
import { headsCheck } from "./heads-service.ts";
import { invoiceChecks } from "./invoices-store.ts";
import { journalChecks } from "./journal-store.ts";
import { listsCheck } from "./lists-store.ts";
import { metadataCheck } from "./metadata-store.ts";
import { monthChecks } from "./months-store.ts";
import { packagesCheck } from "./packages-service.ts";
import { positionChecks } from "./positions-store.ts";
import { receivableChecks } from "./receivables-store.ts";
import { referencesCheck } from "./references-store.ts";
import { repeatChecks } from "./repeats-store.ts";
import { storedRevenueCheck } from "./stored-revenue-service.ts";
import { syncCheck } from "./sync-store.ts";
import { tasksCheck } from "./tasks-store.ts";
import { unapprovedTermsCheck } from "./unapproved-terms-service.ts";
import { usageChecks } from "./usage-store.ts";
import { workChecks } from "./work-store.ts";

const aboutValues = [AssertionError, RangeError, SyntaxError, TypeError];
/** SQLSTATE classes of PostgreSQL for invalid values (22) and for several rows where one is expected (21). */
const aboutRows = ["22", "21"];

/** Checks that mainly recalculate in the program. */
const computing: readonly Check[] = [
  contractsCheck,
  unapprovedTermsCheck,
  auditedCheck,
  packagesCheck,
  auditCheck,
  hashesCheck,
  storedRevenueCheck,
  headsCheck,
  tasksCheck,
  metadataCheck,
];

/** Checks that are mainly SQL. */
const asking: readonly Check[] = [
  referencesCheck,
  ...journalChecks,
  ...invoiceChecks,
  ...positionChecks,
  ...monthChecks,
  exportsCheck,
  syncCheck,
  cacheCheck,
  ...usageChecks,
  ...workChecks,
  writtenCheck,
  ...amountChecks,
  ...receivableChecks,
  ...commitmentChecks,
  listsCheck,
  ...repeatChecks,
  followsCheck,
  bookMonthsCheck,
];

const checks: readonly Check[] = [...computing, ...asking];

/** All invariants that the doctor checks, in the order of ids. */
export const invariants: readonly Invariant[] = checks
  .flatMap((check) => check.invariants)
  .toSorted((a, b) => compareTexts(a.id, b.id));

export type DoctorOptions = {
  /** Only this merchant; all unless stated. */
  readonly merchantId?: string | undefined;
  /** Ids of the only invariants to check; all unless stated. */
  readonly only?: readonly string[] | undefined;
  /** Recalculates every contract and usage event, instead of a part of larger books. */
  readonly full?: boolean | undefined;
  /** Verifies the signatures of signed heads; without it only their content is verified. */
  readonly signingKey?: SigningKey | undefined;
  /** Called after each check, with the total number of checks over all merchants. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /** Called after each check, with the ids of its invariants and its duration in milliseconds. */
  readonly onCheck?: ((ids: readonly string[], milliseconds: number) => void) | undefined;
};

export type Outcome = { readonly invariant: Invariant; readonly violations: Violations };

/**
 * Examines the books (behaviour 4): one outcome for each merchant and invariant. Reads only, each merchant in one snapshot, so it can run beside
 * a working server. Checks that recalculate and checks that are SQL run at the same time, on two connections with the same snapshot.
 *
 * @throws DomainError MERCHANT_NOT_FOUND
 */
export async function examine(db: Db, options: DoctorOptions): Promise<Outcome[]> {
  const { merchantId, only, full = false, signingKey, onProgress, onCheck } = options;
  const merchants = await listMerchants(db);
  const chosen = merchants.filter(({ id }) => merchantId === undefined || id === merchantId);
  if (merchantId !== undefined && chosen.length === 0) throw merchantNotFound();
  const outcomes: Outcome[] = [];
  let done = 0;
  const onStep: MerchantOptions["onStep"] = ({ invariants: looksAt }, milliseconds) => {
    onProgress?.(++done, chosen.length * checks.filter(looksFor(only)).length);
    onCheck?.(
      looksAt.map(({ id }) => id),
      milliseconds,
    );
  };
  for (const { id } of chosen) outcomes.push(...(await examineTwice(db, id, { only, full, signingKey, onStep })));
  return outcomes;
}

/** True for checks of at least one of the invariants to check. */
const looksFor =
  (only: DoctorOptions["only"]) =>
  ({ invariants: looksAt }: Pick<Check, "invariants">): boolean =>
    only === undefined || looksAt.some(({ id }) => only.includes(id));

type MerchantOptions = Pick<DoctorOptions, "only" | "full" | "signingKey"> & {
  readonly onStep?: (check: Check, milliseconds: number) => void;
};

/** As {@link examine}, for one existing merchant and on one connection. */
export function examineMerchant(db: Db, merchantId: string, options: MerchantOptions): Promise<Outcome[]> {
  return readRows({ db }, merchantId, (tx) => examineSnapshot(tx, merchantId, options));
}

/** As {@link examineMerchant}, in two transactions with the same snapshot. When one has run all its checks, it takes over checks of the other. */
async function examineTwice(db: Db, merchantId: string, options: MerchantOptions): Promise<Outcome[]> {
  const reading = readingDb(db);
  const readOnly = { readOnly: true } as const;
  const computed = computing.filter(looksFor(options.only));
  const queried = asking.filter(looksFor(options.only));
  const { own, beside } = await inTransaction(
    reading,
    merchantId,
    async (tx) => {
      const snapshot = await exportedSnapshot(tx);
      const isShared = Promise.withResolvers<void>();
      const besides = inTransaction(
        reading,
        merchantId,
        async (other) => {
          await sql`set transaction snapshot ${sql.lit(snapshot)}`.execute(other);
          isShared.resolve();
          return examineWith(other, merchantId, options, () => queried.shift() ?? computed.shift());
        },
        readOnly,
      );
      besides.catch(isShared.reject);
      // An exported snapshot can be imported only while the exporting transaction is open.
      await isShared.promise;
      const outcomes = await examineWith(tx, merchantId, options, () => computed.shift() ?? queried.shift());
      return { own: outcomes, beside: { outcomes: besides } };
    },
    readOnly,
  );
  return [...own, ...(await beside.outcomes)];
}

async function exportedSnapshot(tx: Tx): Promise<string> {
  const { rows } = await sql<{ snapshot: string }>`select pg_export_snapshot() as snapshot`.execute(tx);
  return required(rows[0], "a snapshot").snapshot;
}

/**
 * As {@link examineMerchant}, in the caller's transaction. If the merchant's own row cannot be read, every check is a violation that names the
 * merchant.
 *
 * @throws DomainError MERCHANT_NOT_FOUND
 */
export function examineSnapshot(tx: Tx, merchantId: string, options: MerchantOptions): Promise<Outcome[]> {
  const left = checks.filter(looksFor(options.only));
  return examineWith(tx, merchantId, options, () => left.shift());
}

/** @param next returns the next check to run; undefined if there is none left */
async function examineWith(
  tx: Tx,
  merchantId: string,
  { only, full = false, signingKey, onStep }: MerchantOptions,
  next: () => Check | undefined,
): Promise<Outcome[]> {
  const found = await unlessBroken(tx, () => readClock(tx, merchantId, "read"), "unreadable" as const);
  if (found === undefined) throw merchantNotFound();
  const outcomes: Outcome[] = [];
  for (let check = next(); check !== undefined; check = next()) {
    const { invariants: looksAt, run } = check;
    const begin = performance.now();
    const broken = looksAt.map(() => violationsOf([merchantId]));
    const violations =
      found === "unreadable"
        ? broken
        : await unlessBroken(tx, () => run({ tx, ...found, signingKey, full, wallNow: wallClock() }), broken);
    for (const [index, invariant] of looksAt.entries()) {
      // A check may cover further invariants that were not asked for.
      if (looksFor(only)({ invariants: [invariant] }))
        outcomes.push({ invariant, violations: violations[index] ?? noViolations });
    }
    onStep?.(check, performance.now() - begin);
  }
  return outcomes;
}

/**
 * The result of `running`, or `broken` if stored values cannot be read: if no amount or date can be made of them, or the database rejects them.
 * That is a violation of the merchant and must not end the examination. Other errors are thrown.
 */
async function unlessBroken<T, Broken>(tx: Tx, running: () => Promise<T>, broken: Broken): Promise<T | Broken> {
  await sql`savepoint examined`.execute(tx);
  try {
    return await running();
  } catch (error) {
    // Stored JSON of a shape that the program never writes leads to a TypeError or RangeError.
    const isAboutValues = aboutValues.some((kind) => error instanceof kind);
    if (!isAboutValues && !aboutRows.some((each) => sqlState(error)?.startsWith(each))) throw error;
    await sql`rollback to savepoint examined`.execute(tx);
    return broken;
  } finally {
    await sql`release savepoint examined`.execute(tx);
  }
}
