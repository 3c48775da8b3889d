import type { BillingCredit } from "../../src/billing-terms/billing-credit.ts";
import type { TreatedFact, Treatment } from "../../src/billing-terms/modifications/modification.ts";
import { initialPob } from "../../src/billing-terms/modifications/record-as-of.ts";
import type {
  PerformanceObligation,
  PerformanceObligationRecord,
} from "../../src/billing-terms/performance-obligations/performance-obligation.ts";
import { required } from "../../src/kernel/assert.ts";
import { type Day, earliestMonth, firstDayOf, formatMonth, type Month } from "../../src/kernel/day.ts";
import { formatMoney, type Money, money, subtract } from "../../src/kernel/money.ts";
import { asOfMonth, asOfNow } from "../../src/revenue/as-of.ts";
import type { ContractFacts, PobFacts } from "../../src/revenue/contract-facts.ts";
import { type ContractRevenue, contractRevenue, type PobRevenue } from "../../src/revenue/contract-revenue.ts";
import { earnedByMonth } from "../../src/revenue/earning-segment.ts";
import { earnedOf } from "../../src/revenue/schedule.ts";
import { day, month, obligationOf, recordOf, termOf } from "./terms.ts";

// Helpers to test the revenue engine: make the facts of a contract, compute the revenue of its obligations, and show it by month.

export const context = { currency: "USD", rounding: "HALF_UP" } as const;

/** An unchanged obligation, or its record. */
type Pob = PerformanceObligation | PerformanceObligationRecord;

/** A contract in dollars with some obligations at stated prices, with any fields that a test overrides. */
export function factsOf(pobs: readonly Pob[], parts: Partial<ContractFacts> = {}): ContractFacts {
  return {
    contractId: "contract",
    context,
    isAllocated: false,
    approvedBookMonth: null,
    pobs: pobs.map(pobFacts),
    treatments: new Map(),
    discounts: [],
    billing: new Map(),
    usage: undefined,
    usageDocuments: [],
    ...parts,
  };
}

function pobFacts(pob: Pob): PobFacts {
  const record = "pob" in pob ? pob : recordOf(pob);
  const { corrections, withdrawn, billingCredits, bookMonth, isDeleted, deletionBookMonth } = record;
  const facts = { corrections, withdrawn, credits: billingCredits, bookMonth, isDeleted, deletionBookMonth };
  return { initial: initialPob(record), opening: null, ...facts };
}

/** The treatment of facts: id, treatment and first day of each, all recorded at one moment while nothing was closed. */
export function treated(
  ...facts: readonly (readonly [id: string, treatment: Treatment, from: string])[]
): Map<string, TreatedFact> {
  const at = "2026-01-01T00:00:00.000Z";
  return new Map(
    facts.map(([id, treatment, from]) => [
      id,
      { at, effectiveFrom: day(from), booked: [{ treatment, bookMonth: null }] },
    ]),
  );
}

/** An amount in the form that corrections store. */
export function stored(amount: Money | number): { readonly minor: string; readonly currency: string } {
  return typeof amount === "number"
    ? { minor: String(amount), currency: "USD" }
    : { minor: String(amount.minor), currency: amount.currency };
}

/** Revenue of a contract's obligations from all recorded facts; those without an end, and usage, up to a month. */
export function revenueNow(facts: ContractFacts, through: Month = month("2030-12")): ContractRevenue {
  return contractRevenue(asOfNow(facts), { through });
}

/** Their revenue from the facts effective in a month, as a close of that month computes it. */
export function revenueAsOf(facts: ContractFacts, at: Month, through: Month = at): ContractRevenue {
  return contractRevenue(asOfMonth(facts, at), { through });
}

/** Revenue of the only obligation of a contract. */
export function revenueOf(pob: Pob, parts: Partial<ContractFacts> = {}, through?: Month): PobRevenue {
  const [revenue] = revenueNow(factsOf([pob], parts), through).values();
  return required(revenue, "the revenue of an obligation that is not deleted");
}

/** Revenue of a stated obligation that is the only one of its term, after some credits. */
export function revenueCredited(stated: PerformanceObligation, billingCredits: readonly BillingCredit[]): PobRevenue {
  const { billingTermGroupId } = stated;
  const residual = obligationOf(termOf(), { id: "residual", billingTermGroupId, isResidual: true });
  const revenue = revenueNow(factsOf([stated, recordOf(residual, { billingCredits })])).get(stated.id);
  return required(revenue, "the revenue of the stated obligation");
}

/** Revenue before a day; zero if the obligation does not exist. */
export function earnedBy(revenue: PobRevenue | undefined, before: Day): Money {
  return earnedOf(revenue, "segments", before, context);
}

/** Revenue through the end of a month. */
export function earnedThrough(revenue: PobRevenue | undefined, last: Month): Money {
  return earnedBy(revenue, firstDayOf(last + 1));
}

/** Revenue of a single month. */
export function earnedIn(revenue: PobRevenue | undefined, at: Month): Money {
  return subtract(earnedThrough(revenue, at), earnedThrough(revenue, at - 1));
}

/** Revenue by month through a last one, without months of zero. */
export function earnedMonths(
  { segments }: PobRevenue,
  to: Month = month("2200-12"),
): { readonly month: Month; readonly amount: Money }[] {
  const months = [...earnedByMonth(segments, { from: earliestMonth, to }, context.rounding)];
  return months
    .filter(([, minor]) => minor !== 0n)
    .sort(([a], [b]) => a - b)
    .map(([at, minor]) => ({ month: at, amount: money(minor, context.currency) }));
}

/** The same as text: "2026-01 100.00". */
export function shownMonths(revenue: PobRevenue, to?: Month): string[] {
  return earnedMonths(revenue, to).map(({ month: at, amount }) => `${formatMonth(at)} ${formatMoney(amount)}`);
}

/** Revenue of each month of 2026, including months of zero. */
export function yearOf(revenue: PobRevenue | undefined): string[] {
  return Array.from({ length: 12 }, (_, index) => formatMoney(earnedIn(revenue, month("2026-01") + index)));
}
