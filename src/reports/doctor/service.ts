import { sql } from "kysely";
import { AssertionError, required } from "../../kernel/assert.ts";
import { readClock, wallClock } from "../../platform/clock.ts";
import { type Db, inTransaction, sqlState, type Tx } from "../../platform/db/pool.ts";
import { readingDb } from "../../platform/db/replica.ts";
import { listMerchants, merchantNotFound } from "../../platform/merchant/merchants.ts";
import type { SigningKey } from "../../platform/signing-key.ts";
import { readRows } from "../../platform/write.ts";
import { amountChecks } from "./amounts-store.ts";
import { auditCheck } from "./audit-store.ts";
import { bookMonthsCheck } from "./book-months-store.ts";
import { type Invariant, noViolations, type Violations, violationsOf } from "./check-result.ts";
import type { Check } from "./check-store.ts";
import { commitmentChecks } from "./commitments-store.ts";
import { contractsCheck } from "./contracts-service.ts";
import { cacheCheck } from "./contracts-store.ts";
import { exportsCheck } from "./exports-store.ts";
import { followsCheck } from "./follows-store.ts";
import { hashesCheck } from "./hashes-store.ts";
import { headsCheck } from "./heads-service.ts";
import { invoiceChecks } from "./invoices-store.ts";
import { journalChecks } from "./journal-store.ts";
import { keptCheck } from "./kept-service.ts";
import { listsCheck } from "./lists-store.ts";
import { metadataCheck } from "./metadata-store.ts";
import { monthChecks } from "./months-store.ts";
import { packagesCheck } from "./packages-service.ts";
import { positionChecks } from "./positions-store.ts";
import { receivableChecks } from "./receivables-store.ts";
import { referencesCheck } from "./references-store.ts";
import { repeatChecks } from "./repeats-store.ts";
import { syncCheck } from "./sync-store.ts";
import { tasksCheck } from "./tasks-store.ts";
import { toldCheck, writtenCheck } from "./told-service.ts";
import { usageChecks } from "./usage-store.ts";
import { workChecks } from "./work-store.ts";

const aboutValues = [AssertionError, RangeError, SyntaxError, TypeError];
/** Classes of what PostgreSQL says about values, and about two rows where there is one. */
const aboutRows = ["22", "21"];

/** What the program computes anew of what it reads, and takes most of the time for itself. */
const computing: readonly Check[] = [
  contractsCheck,
  toldCheck,
  packagesCheck,
  auditCheck,
  hashesCheck,
  keptCheck,
  headsCheck,
  tasksCheck,
  metadataCheck,
];

/** What the database finds. */
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

/** All that the doctor looks at, in the order of the ids. */
export const invariants: readonly Invariant[] = checks
  .flatMap((check) => check.invariants)
  .toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));

export type DoctorOptions = {
  /** All merchants unless one is named. */
  readonly merchantId?: string | undefined;
  /** Looks for these invariants alone, by id; all unless some are named. */
  readonly only?: readonly string[] | undefined;
  /** Recomputes every contract; otherwise a part of larger books. */
  readonly full?: boolean | undefined;
  /** By which signed heads are verified; without it only what they say is. */
  readonly signingKey?: SigningKey | undefined;
  /** Called after each step of all that will be taken. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /** Called with what each check took, in milliseconds. */
  readonly onCheck?: ((ids: readonly string[], milliseconds: number) => void) | undefined;
};

export type Outcome = { readonly invariant: Invariant; readonly violations: Violations };

/**
 * Examines the books and answers what holds and what is broken (behaviour 4), one outcome a merchant and invariant. Reads only,
 * each merchant in a snapshot of its own, so it can run beside a working server. What the program computes and what the database finds
 * goes on side by side, on two connections with one snapshot.
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

/** Checks that look for one of the invariants that are asked for. */
const looksFor =
  (only: DoctorOptions["only"]) =>
  ({ invariants: looksAt }: Pick<Check, "invariants">): boolean =>
    only === undefined || looksAt.some(({ id }) => only.includes(id));

type MerchantOptions = Pick<DoctorOptions, "only" | "full" | "signingKey"> & {
  readonly onStep?: (check: Check, milliseconds: number) => void;
};

/** As {@link examine}, of one merchant that exists, on one connection. */
export function examineMerchant(db: Db, merchantId: string, options: MerchantOptions): Promise<Outcome[]> {
  return readRows({ db }, merchantId, (tx) => examineSnapshot(tx, merchantId, options));
}

/** As {@link examineMerchant}, in two transactions that see the same; whichever is done helps the other. */
async function examineTwice(db: Db, merchantId: string, options: MerchantOptions): Promise<Outcome[]> {
  const reading = readingDb(db);
  const readOnly = { readOnly: true } as const;
  const computed = computing.filter(looksFor(options.only));
  const asked = asking.filter(looksFor(options.only));
  const { own, beside } = await inTransaction(
    reading,
    merchantId,
    async (tx) => {
      const snapshot = await exportedSnapshot(tx);
      const taken = Promise.withResolvers<void>();
      const besides = inTransaction(
        reading,
        merchantId,
        async (other) => {
          await sql`set transaction snapshot ${sql.lit(snapshot)}`.execute(other);
          taken.resolve();
          return examineWith(other, merchantId, options, () => asked.shift() ?? computed.shift());
        },
        readOnly,
      );
      besides.catch(taken.reject);
      // It can be taken while this transaction lasts.
      await taken.promise;
      const outcomes = await examineWith(tx, merchantId, options, () => computed.shift() ?? asked.shift());
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
 * As {@link examineMerchant}, of what a transaction of the caller sees. Where the merchant's own row cannot be read, nothing can be said to hold.
 *
 * @throws DomainError MERCHANT_NOT_FOUND
 */
export function examineSnapshot(tx: Tx, merchantId: string, options: MerchantOptions): Promise<Outcome[]> {
  const left = checks.filter(looksFor(options.only));
  return examineWith(tx, merchantId, options, () => left.shift());
}

/** @param next the check to be made next, until there is none */
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
      // A check may find others beside, at no cost.
      if (looksFor(only)({ invariants: [invariant] }))
        outcomes.push({ invariant, violations: violations[index] ?? noViolations });
    }
    onStep?.(check, performance.now() - begin);
  }
  return outcomes;
}

/**
 * What was read, or `broken`. Values so broken that no amount or date can be made of them fail an assertion, are no such values at all, or are
 * rejected by the database; that is a finding about the merchant, not the end of the examination.
 */
async function unlessBroken<T, Broken>(tx: Tx, running: () => Promise<T>, broken: Broken): Promise<T | Broken> {
  await sql`savepoint examined`.execute(tx);
  try {
    return await running();
  } catch (error) {
    // Stored JSON of another shape than the program writes has no such methods or lengths.
    const isAboutValues = aboutValues.some((kind) => error instanceof kind);
    if (!isAboutValues && !aboutRows.some((each) => sqlState(error)?.startsWith(each))) throw error;
    await sql`rollback to savepoint examined`.execute(tx);
    return broken;
  } finally {
    await sql`release savepoint examined`.execute(tx);
  }
}
