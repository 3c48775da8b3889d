import type { BillingTerm } from "../billing-terms/billing-term.ts";
import type {
  Correction,
  PerformanceObligation,
  PerformanceObligationRecord,
  PinnedMonth,
} from "../billing-terms/performance-obligation.ts";
import type { PricingContext } from "../billing-terms/price.ts";
import type { BillingReduction } from "../billing-terms/reduction.ts";
import { byEffect } from "../billing-terms/seats.ts";
import { type ContractUsage, usageKnownIn, usageNow } from "../commitments/contract-usage.ts";
import type { Day, Month } from "../kernel/day.ts";
import { type Money, money } from "../kernel/money.ts";
import { agreedPromise, type EarlierDeal, type StatedShift, statedShifts, treatmentOf } from "./agreement.ts";
import { type ConsumedAmount, consumedBy } from "./consumption.ts";
import { reductionsOf } from "./shared-reduction.ts";

/** What an issued line billed, by the date of its invoice; a voided one no longer counts. */
export type BilledAmount = { readonly date: Day; readonly amount: Money };

/** A promise with the facts that are known of it, from which its revenue follows. */
export type KnownPromise = {
  readonly obligation: PerformanceObligation;
  readonly reductions: readonly BillingReduction[];
  /** What its group billed; only where revenue is recognized as billed. */
  readonly billed: readonly BilledAmount[];
  /** What its usage earns, by month; only where revenue is recognized as consumed. */
  readonly consumed: readonly ConsumedAmount[];
  /** What was agreed before the last prospective change of its price or its days. */
  readonly earlier?: EarlierDeal;
  /** What stated promises came to leave to a remainder, or to take from it, each from its day on. */
  readonly shifts?: readonly StatedShift[];
  /** Changes of its term's price and seats that count from the first day of service, by id. */
  readonly caughtUp?: ReadonlySet<string>;
};

/** What is known beside the promise itself: what its group billed, and what its contract used. */
export type PromiseContext = {
  readonly billed?: readonly BilledAmount[] | undefined;
  readonly metered?: Metered | undefined;
};

/** The usage of a contract, undefined where it has none, priced through the last month that is asked for. */
export type Metered = {
  readonly usage: ContractUsage | undefined;
  readonly through: Month;
  readonly pricing: PricingContext;
};

/** A promise with all that is known by now. */
export function allKnown(record: PerformanceObligationRecord, { billed, metered }: PromiseContext = {}): KnownPromise {
  const known = knownWith(
    record,
    () => true,
    ({ isDeleted }) => !isDeleted,
    billed,
  );
  return { ...known, consumed: consumedOf(known.obligation, metered, usageNow) };
}

/**
 * A promise as it counts in a month (rules 7, "bookMonth"): a change that was made while a later month was the first open
 * one moves no month before that. So closing a month again posts the same, and a catch-up stays where it was posted.
 */
export function knownIn(
  record: PerformanceObligationRecord,
  month: Month,
  { billed, metered }: PromiseContext = {},
): KnownPromise {
  const counts = ({ bookMonth }: { readonly bookMonth: Month | null }) => bookMonth === null || bookMonth <= month;
  const isThere = (one: PerformanceObligationRecord) => {
    const isGone = one.isDeleted && (one.deletionBookMonth === null || one.deletionBookMonth <= month);
    return counts(one) && !isGone;
  };
  const known = knownWith(record, counts, isThere, billed);
  return { ...known, consumed: consumedOf(known.obligation, metered, (usage) => usageKnownIn(usage, month)) };
}

function consumedOf(
  obligation: PerformanceObligation,
  metered: Metered | undefined,
  known: (usage: ContractUsage) => ContractUsage,
): ConsumedAmount[] {
  const isConsumed = obligation.recognitionPattern === "RECOGNIZE_AS_CONSUMED";
  if (metered?.usage === undefined || !isConsumed) return [];
  return consumedBy(obligation, known(metered.usage), metered.through, metered.pricing);
}

/** A change of a deal: corrections, layers and amendments have an id, treatments and reductions count by their month. */
export type Fact = { readonly bookMonth: Month | null; readonly id?: string; readonly modificationId?: string | null };

/** A promise with the facts that count, without its usage. */
export function knownWith(
  record: PerformanceObligationRecord,
  counts: (fact: Fact) => boolean,
  isThere: (record: PerformanceObligationRecord) => boolean,
  billed: readonly BilledAmount[] = [],
): KnownPromise {
  const known = (one: PerformanceObligationRecord, includes: (correction: Correction) => boolean) =>
    asCounted(one, counts, includes);
  const caughtUp = [...record.treatments.keys()].filter(
    (id) => treatmentOf(record, id, { counts }) === "CUMULATIVE_CATCH_UP",
  );
  const shifts = statedShifts(record, { counts });
  const scope = { counts, isThere, known };
  const facts = {
    reductions: reductionsOf(record, scope),
    ...(caughtUp.length === 0 ? {} : { caughtUp: new Set(caughtUp) }),
  };
  return {
    ...agreedPromise(record, scope, facts),
    ...facts,
    billed,
    consumed: [],
    ...(shifts.length === 0 ? {} : { shifts }),
  };
}

function asCounted(
  { obligation, corrections, withdrawn }: PerformanceObligationRecord,
  counts: (fact: Fact) => boolean,
  includes: (correction: Correction) => boolean,
): PerformanceObligation {
  const isKnown = (correction: Correction) => counts(correction) && includes(correction);
  const term = obligation.billingTerm;
  const isAllKnown =
    corrections.every(isKnown) &&
    withdrawn.every(counts) &&
    (term === null || (term.layers.every(counts) && term.amendments.every(counts)));
  if (isAllKnown) return obligation;

  const stillCounting = withdrawn.filter((one) => !counts(one)).map(({ amendment }) => amendment);
  const layered: BillingTerm | null =
    term === null
      ? null
      : {
          ...term,
          layers: term.layers.filter(counts),
          amendments: [...term.amendments, ...stillCounting].filter(counts).sort(byEffect),
        };
  return beforeCorrections({ ...obligation, billingTerm: layered }, corrections, isKnown);
}

/** Takes every correction back, the newest first, and makes those again that count. */
function beforeCorrections(
  now: PerformanceObligation,
  corrections: readonly Correction[],
  counts: (correction: Correction) => boolean,
): PerformanceObligation {
  const base = corrections.toReversed().reduce((promise, one) => withSide(promise, one, "from"), now);
  return corrections.filter(counts).reduce((promise, one) => withSide(promise, one, "to"), base);
}

function withSide(promise: PerformanceObligation, correction: Correction, side: "from" | "to"): PerformanceObligation {
  const values = Object.fromEntries(Object.entries(correction.changes).map(([field, change]) => [field, change[side]]));
  if (correction.of === "TERM") {
    return promise.billingTerm === null ? promise : { ...promise, billingTerm: { ...promise.billingTerm, ...values } };
  }
  const { transactionPrice, standaloneSellingPrice, pinned, ...rest } = values as StoredValues;
  return {
    ...promise,
    ...rest,
    ...(transactionPrice === undefined ? {} : { transactionPrice: moneyFrom(transactionPrice) }),
    ...(standaloneSellingPrice === undefined ? {} : { standaloneSellingPrice: moneyFrom(standaloneSellingPrice) }),
    ...(pinned === undefined
      ? {}
      : { pinned: pinned.map(({ total, ...pin }) => ({ ...pin, total: money(BigInt(total.minor), total.currency) })) }),
  };
}

type StoredMoney = { readonly minor: string; readonly currency: string };

/** The values of a correction whose amounts are stored as text; the others are as in the promise. */
type StoredValues = Readonly<Record<string, unknown>> & {
  readonly transactionPrice?: StoredMoney | null;
  readonly standaloneSellingPrice?: StoredMoney | null;
  readonly pinned?: readonly (Omit<PinnedMonth, "total"> & { readonly total: StoredMoney })[];
};

function moneyFrom(stored: StoredMoney | null): Money | null {
  return stored === null ? null : money(BigInt(stored.minor), stored.currency);
}
