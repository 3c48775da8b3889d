import type { Month } from "../../kernel/day.ts";
import { type Money, money } from "../../kernel/money.ts";
import type { BillingTerm } from "../billing-term.ts";
import type {
  Correction,
  ManualMonth,
  PerformanceObligation,
  PerformanceObligationRecord,
} from "../performance-obligations/performance-obligation.ts";
import { byEffect } from "../seats.ts";
import type { TreatedFact } from "./modification.ts";

/**
 * A recorded fact: the first month that it affects, and when it was recorded (absent while a request is just creating it).
 */
export type Recordable = {
  readonly bookMonth: Month | null;
  readonly createdAt?: string;
  readonly id?: string;
  readonly modificationId?: string | null;
};

/** Tells whether a fact is effective: in a month (`effectiveInMonth`), or by its time of recording (`recordedBefore`). */
export type IsEffective = (fact: Recordable) => boolean;

/** A fact is effective from its book month on (ADR 0030). */
export function effectiveInMonth(month: Month): IsEffective {
  return ({ bookMonth }) => bookMonth === null || bookMonth <= month;
}

/** @param moment exclusive, in the text form of the stored timestamps */
export function recordedBefore(moment: string): IsEffective {
  return ({ createdAt }) => createdAt !== undefined && createdAt < moment;
}

type TermHistory = Pick<PerformanceObligationRecord, "corrections" | "withdrawn">;

/** A term with its effective changes only: other layers and amendments are removed, other corrections undone. */
export function correctedTerm(
  term: BillingTerm,
  { corrections, withdrawn }: TermHistory,
  isEffective: IsEffective,
  includes: (correction: Correction) => boolean = () => true,
): BillingTerm {
  const isRecorded = (correction: Correction) => isEffective(correction) && includes(correction);
  const own = corrections.filter(({ of }) => of === "TERM");
  const isAllEffective =
    own.every(isRecorded) &&
    withdrawn.every(isEffective) &&
    term.layers.every(isEffective) &&
    term.amendments.every(isEffective);
  if (isAllEffective) return term;
  const stillEffective = withdrawn.filter((one) => !isEffective(one)).map(({ amendment }) => amendment);
  const layered: BillingTerm = {
    ...term,
    layers: term.layers.filter(isEffective),
    amendments: [...term.amendments, ...stillEffective].filter(isEffective).sort(byEffect),
  };
  const atFirst = own.toReversed().reduce((now, correction) => termWith(now, correction, "from"), layered);
  return own.filter(isRecorded).reduce((now, correction) => termWith(now, correction, "to"), atFirst);
}

/** A performance obligation, and the term that it follows, with effective changes only. */
export function correctedPob(
  { pob: obligation, corrections, withdrawn }: Pick<PerformanceObligationRecord, "pob"> & TermHistory,
  isEffective: IsEffective,
  includes: (correction: Correction) => boolean = () => true,
): PerformanceObligation {
  const isRecorded = (correction: Correction) => isEffective(correction) && includes(correction);
  const own = corrections.filter(({ of }) => of === "POB");
  const { billingTerm: term } = obligation;
  const billingTerm = term === null ? null : correctedTerm(term, { corrections, withdrawn }, isEffective, includes);
  if (billingTerm === term && own.every(isRecorded)) return obligation;
  return withCorrections(withoutCorrections({ ...obligation, billingTerm }, own), own.filter(isRecorded));
}

/**
 * A performance obligation as first recorded, with every price layer and seat amendment that its term ever had.
 */
export function initialPob({
  pob: obligation,
  corrections,
  withdrawn,
}: Pick<PerformanceObligationRecord, "pob"> & TermHistory): PerformanceObligation {
  if (corrections.length === 0 && withdrawn.length === 0) return obligation;
  const { billingTerm: term } = obligation;
  if (term === null) return withoutCorrections(obligation, corrections);
  const amendments = [...term.amendments, ...withdrawn.map(({ amendment }) => amendment)].sort(byEffect);
  return withoutCorrections({ ...obligation, billingTerm: { ...term, amendments } }, corrections);
}

/** When a record was made and deleted. */
export type Recorded = { readonly createdAt: string; readonly deletedAt: string | null };

/**
 * The record of a performance obligation as of a moment: without later changes, and with what was withdrawn later. Fields without history (names,
 * category, product, item, class) have their present values.
 *
 * @returns undefined if the performance obligation was created later
 */
export function recordBefore<Found extends PerformanceObligationRecord & Recorded>(
  record: Found,
  moment: string,
): Found | undefined {
  if (record.createdAt >= moment) return undefined;
  const isEffective = recordedBefore(moment);
  const isDeleted = record.deletedAt !== null && record.deletedAt < moment;
  return {
    ...record,
    pob: correctedPob(record, isEffective),
    billingCredits: record.billingCredits.filter(isEffective),
    corrections: record.corrections.filter(isEffective),
    withdrawn: record.withdrawn.filter(isEffective),
    isDeleted,
    deletedAt: isDeleted ? record.deletedAt : null,
    deletionBookMonth: isDeleted ? record.deletionBookMonth : null,
  };
}

/** The treatments proposed or chosen before a moment. */
export function treatmentsBefore(
  treatments: ReadonlyMap<string, TreatedFact>,
  moment: string,
): ReadonlyMap<string, TreatedFact> {
  const isEffective = recordedBefore(moment);
  const known = [...treatments].filter(([, { at }]) => at < moment);
  return new Map(known.map(([id, treated]) => [id, { ...treated, booked: treated.booked.filter(isEffective) }]));
}

/** An obligation, and the term that it follows, with corrections applied in order. */
export function withCorrections(pob: PerformanceObligation, corrections: readonly Correction[]): PerformanceObligation {
  return corrections.reduce((now, correction) => pobWith(now, correction, "to"), pob);
}

/** An obligation, and the term that it follows, with corrections undone, the newest first. */
function withoutCorrections(pob: PerformanceObligation, corrections: readonly Correction[]): PerformanceObligation {
  return corrections.toReversed().reduce((now, correction) => pobWith(now, correction, "from"), pob);
}

/** The values before or after a correction. */
type Side = "from" | "to";

function pobWith(pob: PerformanceObligation, correction: Correction, side: Side): PerformanceObligation {
  if (correction.of === "POB") return withPobValues(pob, valuesOf(correction, side));
  const { billingTerm: term } = pob;
  return term === null ? pob : { ...pob, billingTerm: termWith(term, correction, side) };
}

function termWith(term: BillingTerm, correction: Correction, side: Side): BillingTerm {
  return { ...term, ...valuesOf(correction, side) };
}

function valuesOf({ changes }: Correction, side: Side): StoredValues {
  return Object.fromEntries(Object.entries(changes).map(([field, change]) => [field, change[side]]));
}

function withPobValues(pob: PerformanceObligation, values: StoredValues): PerformanceObligation {
  const { transactionPrice, standaloneSellingPrice, manualMonths, ...rest } = values;
  return {
    ...pob,
    ...rest,
    ...(transactionPrice === undefined ? {} : { transactionPrice: moneyFrom(transactionPrice) }),
    ...(standaloneSellingPrice === undefined ? {} : { standaloneSellingPrice: moneyFrom(standaloneSellingPrice) }),
    ...(manualMonths === undefined
      ? {}
      : {
          manualMonths: manualMonths.map(({ total, ...manualMonth }) => ({
            ...manualMonth,
            total: money(BigInt(total.minor), total.currency),
          })),
        }),
  };
}

type StoredMoney = { readonly minor: string; readonly currency: string };

/** The values of a correction; amounts are stored as text, others as in the performance obligation. */
type StoredValues = Readonly<Record<string, unknown>> & {
  readonly transactionPrice?: StoredMoney | null;
  readonly standaloneSellingPrice?: StoredMoney | null;
  readonly manualMonths?: readonly (Omit<ManualMonth, "total"> & { readonly total: StoredMoney })[];
};

function moneyFrom(stored: StoredMoney | null): Money | null {
  return stored === null ? null : money(BigInt(stored.minor), stored.currency);
}
