import type { Month } from "../kernel/day.ts";
import { type Money, money } from "../kernel/money.ts";
import type { BillingTerm } from "./billing-term.ts";
import type { TreatedFact } from "./modification.ts";
import type {
  Correction,
  PerformanceObligation,
  PerformanceObligationRecord,
  PinnedMonth,
} from "./performance-obligation.ts";
import { byEffect } from "./seats.ts";

/**
 * A change of a deal: the first month that it moves, and the moment when it was made; one that a request is just making has
 * none yet. Corrections, layers and amendments have an id, treatments and reductions count by their month.
 */
export type Fact = {
  readonly bookMonth: Month | null;
  readonly createdAt?: string;
  readonly id?: string;
  readonly modificationId?: string | null;
};

/** Which changes count. There are two questions: what a month knows, and what had been said by a moment. */
export type Counts = (fact: Fact) => boolean;

/** A change that was made while a later month was the first open one moves no month before that (rules 7, "bookMonth"). */
export function countsIn(month: Month): Counts {
  return ({ bookMonth }) => bookMonth === null || bookMonth <= month;
}

/** @param moment exclusive, in the form of the moments that it is held against */
export function saidBefore(moment: string): Counts {
  return ({ createdAt }) => createdAt !== undefined && createdAt < moment;
}

type TermHistory = Pick<PerformanceObligationRecord, "corrections" | "withdrawn">;

/** A term with the changes that count: the others are taken out of it, those that were made in place are taken back. */
export function termAsCounted(
  term: BillingTerm,
  { corrections, withdrawn }: TermHistory,
  counts: Counts,
  includes: (correction: Correction) => boolean = () => true,
): BillingTerm {
  const isKnown = (correction: Correction) => counts(correction) && includes(correction);
  const own = corrections.filter(({ of }) => of === "TERM");
  const isAllKnown =
    own.every(isKnown) && withdrawn.every(counts) && term.layers.every(counts) && term.amendments.every(counts);
  if (isAllKnown) return term;
  const stillCounting = withdrawn.filter((one) => !counts(one)).map(({ amendment }) => amendment);
  const layered = {
    ...term,
    layers: term.layers.filter(counts),
    amendments: [...term.amendments, ...stillCounting].filter(counts).sort(byEffect),
  };
  return corrected(layered, own, isKnown, (now, values) => ({ ...now, ...values }));
}

/** A promise, and the term that it follows, with the changes that count. */
export function asCounted(
  { obligation, corrections, withdrawn }: Pick<PerformanceObligationRecord, "obligation"> & TermHistory,
  counts: Counts,
  includes: (correction: Correction) => boolean = () => true,
): PerformanceObligation {
  const isKnown = (correction: Correction) => counts(correction) && includes(correction);
  const own = corrections.filter(({ of }) => of === "PROMISE");
  const { billingTerm: term } = obligation;
  const billingTerm = term === null ? null : termAsCounted(term, { corrections, withdrawn }, counts, includes);
  if (billingTerm === term && own.every(isKnown)) return obligation;
  return corrected({ ...obligation, billingTerm }, own, isKnown, withPromiseValues);
}

/** A promise as it was recorded first, with every price layer and every amendment that its term ever had. */
export function initialPromise({
  obligation,
  corrections,
  withdrawn,
}: Pick<PerformanceObligationRecord, "obligation"> & TermHistory): PerformanceObligation {
  if (corrections.length === 0 && withdrawn.length === 0) return obligation;
  const { billingTerm: term } = obligation;
  const all = term === null ? [] : [...term.amendments, ...withdrawn.map(({ amendment }) => amendment)];
  const billingTerm =
    term === null
      ? null
      : corrected(
          { ...term, amendments: all.sort(byEffect) },
          corrections.filter(({ of }) => of === "TERM"),
          () => false,
          (now, values) => ({ ...now, ...values }),
        );
  const own = corrections.filter(({ of }) => of === "PROMISE");
  return corrected({ ...obligation, billingTerm }, own, () => false, withPromiseValues);
}

/** When a record was made and deleted. */
export type Recorded = { readonly createdAt: string; readonly deletedAt: string | null };

/**
 * The record of a promise as it was at a moment: what was said later had not been said, and what was taken back later was
 * still there. Fields that keep no past (names, category, product, item, class) are as they are now.
 *
 * @returns undefined where the promise itself was made later
 */
export function recordBefore<Found extends PerformanceObligationRecord & Recorded>(
  record: Found,
  moment: string,
): Found | undefined {
  if (record.createdAt >= moment) return undefined;
  const counts = saidBefore(moment);
  const isDeleted = record.deletedAt !== null && record.deletedAt < moment;
  return {
    ...record,
    obligation: asCounted(record, counts),
    reductions: record.reductions.filter(counts),
    corrections: record.corrections.filter(counts),
    withdrawn: record.withdrawn.filter(counts),
    isDeleted,
    deletedAt: isDeleted ? record.deletedAt : null,
    deletionBookMonth: isDeleted ? record.deletionBookMonth : null,
  };
}

/** The treatments that had been proposed or chosen by a moment. */
export function treatmentsBefore(
  treatments: ReadonlyMap<string, TreatedFact>,
  moment: string,
): ReadonlyMap<string, TreatedFact> {
  const counts = saidBefore(moment);
  const known = [...treatments].filter(([, { at }]) => at < moment);
  return new Map(known.map(([id, treated]) => [id, { ...treated, booked: treated.booked.filter(counts) }]));
}

/** Takes every correction back, the newest first, and makes those again that count. */
function corrected<Now>(
  now: Now,
  corrections: readonly Correction[],
  counts: (correction: Correction) => boolean,
  withValues: (now: Now, values: StoredValues) => Now,
): Now {
  const withSide = (one: Now, { changes }: Correction, side: "from" | "to") =>
    withValues(one, Object.fromEntries(Object.entries(changes).map(([field, change]) => [field, change[side]])));
  const base = corrections.toReversed().reduce((one, correction) => withSide(one, correction, "from"), now);
  return corrections.filter(counts).reduce((one, correction) => withSide(one, correction, "to"), base);
}

export function withPromiseValues(promise: PerformanceObligation, values: StoredValues): PerformanceObligation {
  const { transactionPrice, standaloneSellingPrice, pinned, ...rest } = values;
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
