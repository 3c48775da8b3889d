import { sql } from "kysely";
import { AssertionError } from "../../kernel/assert.ts";
import { readClock, wallClock } from "../../platform/clock.ts";
import { type Db, sqlState, type Tx } from "../../platform/db/pool.ts";
import { listMerchants, merchantNotFound } from "../../platform/merchant/merchants.ts";
import type { SigningKey } from "../../platform/signing-key.ts";
import { readRows } from "../../platform/write.ts";
import { amountChecks } from "./amounts-store.ts";
import { auditCheck } from "./audit-store.ts";
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
import { toldCheck } from "./told-service.ts";
import { usageChecks } from "./usage-store.ts";
import { workChecks } from "./work-store.ts";

const aboutValues = [AssertionError, RangeError, SyntaxError, TypeError];
/** The class of what PostgreSQL says about values. */
const dataException = "22";

const checks: readonly Check[] = [
  referencesCheck,
  ...journalChecks,
  ...invoiceChecks,
  hashesCheck,
  ...positionChecks,
  ...monthChecks,
  packagesCheck,
  exportsCheck,
  syncCheck,
  contractsCheck,
  cacheCheck,
  keptCheck,
  ...usageChecks,
  metadataCheck,
  ...workChecks,
  auditCheck,
  toldCheck,
  ...amountChecks,
  ...receivableChecks,
  ...commitmentChecks,
  listsCheck,
  headsCheck,
  ...repeatChecks,
  followsCheck,
];

/** All that the doctor looks at, in the order of the ids. */
export const invariants: readonly Invariant[] = checks
  .flatMap((check) => check.invariants)
  .toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));

export type DoctorOptions = {
  /** All merchants unless one is named. */
  readonly merchantId?: string | undefined;
  /** Recomputes every contract; otherwise a part of larger books. */
  readonly full?: boolean | undefined;
  /** By which signed heads are verified; without it only what they say is. */
  readonly signingKey?: SigningKey | undefined;
  /** Called after each step of all that will be taken. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
};

export type Outcome = { readonly invariant: Invariant; readonly violations: Violations };

/**
 * Examines the books and answers what holds and what is broken (behaviour 4), one outcome a merchant and invariant. Reads only,
 * each merchant in a snapshot of its own, so it can run beside a working server.
 *
 * @throws DomainError MERCHANT_NOT_FOUND
 */
export async function examine(db: Db, options: DoctorOptions): Promise<Outcome[]> {
  const { merchantId, full = false, signingKey, onProgress } = options;
  const merchants = await listMerchants(db);
  const chosen = merchants.filter(({ id }) => merchantId === undefined || id === merchantId);
  if (merchantId !== undefined && chosen.length === 0) throw merchantNotFound();
  const outcomes: Outcome[] = [];
  let done = 0;
  const onStep = () => onProgress?.(++done, chosen.length * checks.length);
  for (const { id } of chosen) outcomes.push(...(await examineMerchant(db, id, { full, signingKey, onStep })));
  return outcomes;
}

type MerchantOptions = Pick<DoctorOptions, "full" | "signingKey"> & { readonly onStep?: () => void };

/** As {@link examine}, of one merchant that exists. */
export function examineMerchant(db: Db, merchantId: string, options: MerchantOptions): Promise<Outcome[]> {
  return readRows({ db }, merchantId, (tx) => examineSnapshot(tx, merchantId, options));
}

/**
 * As {@link examineMerchant}, of what a transaction of the caller sees. Where the merchant's own row cannot be read, nothing can be said to hold.
 *
 * @throws DomainError MERCHANT_NOT_FOUND
 */
export async function examineSnapshot(
  tx: Tx,
  merchantId: string,
  { full = false, signingKey, onStep }: MerchantOptions,
): Promise<Outcome[]> {
  const found = await unlessBroken(tx, () => readClock(tx, merchantId, "read"), "unreadable" as const);
  if (found === undefined) throw merchantNotFound();
  const outcomes: Outcome[] = [];
  for (const { invariants: looksAt, run } of checks) {
    const broken = looksAt.map(() => violationsOf([merchantId]));
    const violations =
      found === "unreadable"
        ? broken
        : await unlessBroken(tx, () => run({ tx, ...found, signingKey, full, wallNow: wallClock() }), broken);
    for (const [index, invariant] of looksAt.entries()) {
      outcomes.push({ invariant, violations: violations[index] ?? noViolations });
    }
    onStep?.();
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
    if (!isAboutValues && sqlState(error)?.startsWith(dataException) !== true) throw error;
    await sql`rollback to savepoint examined`.execute(tx);
    return broken;
  } finally {
    await sql`release savepoint examined`.execute(tx);
  }
}
