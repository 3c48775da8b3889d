import type { BillingTerm, Price } from "../../src/billing-terms/billing-term.ts";
import type {
  Commitment,
  CommittedTerm,
  CommittedTerms,
  DailyUsage,
  OverageConfig,
  Schedule,
  Step,
} from "../../src/commitments/commitment.ts";
import { owedOfSchedule } from "../../src/commitments/commitment-billing.ts";
import { type CommitmentLine, scheduleLines } from "../../src/commitments/commitment-lines.ts";
import { commitmentPeriods } from "../../src/commitments/commitment-periods.ts";
import { commitmentEarnings } from "../../src/commitments/commitment-revenue.ts";
import { type ComputedPeriod, computePeriod } from "../../src/commitments/period-computation.ts";
import { type Day, formatDay } from "../../src/kernel/day.ts";
import { ratioFromDecimal } from "../../src/kernel/decimal.ts";
import { formatMoney, type Money, sum } from "../../src/kernel/money.ts";
import type { Rounding } from "../../src/kernel/ratio.ts";
import type { BilledUsage } from "../../src/usage/late-usage.ts";
import { day, termOf, unitPrice } from "./terms.ts";

/** A monthly usage term in arrears through 2028, for one event type, with any fields that a test overrides. */
export function usageTerm(id: string, price: Price | string, parts: Partial<BillingTerm> = {}): BillingTerm {
  return termOf({
    id,
    name: id,
    eventTypeId: "calls",
    end: day("2029-01-01"),
    interval: "MONTH",
    invoiceDateStrategy: "ARREARS",
    billingType: "UNIT",
    usageScope: "COMMITMENT",
    price: typeof price === "string" ? unitPrice(price, "1") : price,
    ...parts,
  });
}

export function termsOf(...terms: readonly BillingTerm[]): ReadonlyMap<string, CommittedTerm> {
  return new Map(terms.map((term) => [term.id, { term, aggregation: "SUM" }]));
}

export function stepOf(id: string, value: string, ...billingTermIds: readonly string[]): Step {
  return { id, name: null, value, billingTermIds };
}

/** The first quarter of 2026, one period, one step of 1,000.00 of term `a`, trued up. */
export function scheduleOf(parts: Partial<Schedule> = {}): Schedule {
  return {
    id: "schedule",
    start: day("2026-01-01"),
    end: day("2026-04-01"),
    interval: null,
    trueUp: { behavior: "EACH_PERIOD", name: null, itemId: null },
    prepaid: null,
    netPaymentTerms: null,
    overageConfigs: [],
    steps: [stepOf("step", "1000", "a")],
    ...parts,
  };
}

export function commitmentOf(parts: Partial<Commitment> = {}): Commitment {
  return {
    id: "commitment",
    contractId: "contract",
    name: null,
    currency: "USD",
    unitType: "CURRENCY",
    isFullDuration: false,
    pricePriority: "LOW",
    pattern: "RECOGNIZE_AS_CONSUMED",
    schedules: [scheduleOf()],
    ...parts,
  };
}

/** Overage of calls at one price, or in tiers of [from, price]. */
export function overageOf(
  tiers: string | readonly (readonly [from: string, price: string])[],
  parts: Partial<OverageConfig> = {},
): OverageConfig {
  const list = typeof tiers === "string" ? ([["0", tiers]] as const) : tiers;
  return {
    eventTypeId: "calls",
    tierPricingType: "USE_ALL_TIER_PRICES",
    tiers: list.map(([from, price]) => ({ name: null, from, price })),
    lineName: null,
    itemId: null,
    ...parts,
  };
}

/** Usage of one day. `at` is a date, or a month, which stands for its 15th. */
export function used(at: string, quantity: string, parts: Partial<DailyUsage> = {}): DailyUsage {
  return {
    eventTypeId: "calls",
    day: day(at.length === 7 ? `${at}-15` : at),
    quantity: ratioFromDecimal(quantity),
    differentiator: null,
    invoiceSplitKey: null,
    ...parts,
  };
}

export type Computed = { readonly periods: readonly ComputedPeriod[]; readonly lines: readonly CommitmentLine[] };

/** Computes every period of a commitment's first schedule, or of `schedule`, as of a day after all of them. */
export function computeAllPeriods(
  commitment: Commitment,
  terms: CommittedTerms,
  facts: readonly DailyUsage[],
  { rounding = "HALF_UP", today = day("2030-01-01") }: { rounding?: Rounding; today?: Day } = {},
): Computed {
  const computedSchedules = commitment.schedules.map((schedule) =>
    commitmentPeriods(schedule).map((period) =>
      computePeriod(commitment, schedule, period, facts, { terms, rounding, today }),
    ),
  );
  return {
    periods: computedSchedules.flat(),
    lines: computedSchedules.flatMap((periods) => scheduleLines(periods, facts, rounding)),
  };
}

/** The amounts still to be billed of computed periods, less billed lines, once usage is invoiced through a day. */
export function owedOf(
  { periods, lines }: Computed,
  terms: CommittedTerms,
  billed: readonly CommitmentLine[],
  invoicedThrough: Day | null,
): CommitmentLine[] {
  const stated = billed.map(
    (line): BilledUsage => ({ ...line, subtotal: line.price.subtotal, total: line.price.total }),
  );
  return owedOfSchedule(periods, lines, stated, { terms, rounding: "HALF_UP", invoicedThrough });
}

/** Revenue of the first commitment period by a day, from usage before that day: consumed, breakage, straight-line. */
export function earnedBy(
  today: string,
  commitment: Commitment,
  terms: CommittedTerms,
  facts: readonly DailyUsage[],
): [string, string, string][] {
  const known = facts.filter((fact) => fact.day < day(today));
  const [computed] = computeAllPeriods(commitment, terms, known, { today: day(today) }).periods;
  if (computed === undefined) return [];
  const earned = commitmentEarnings(computed, known, "HALF_UP");
  return earned.map(({ consumed, breakage, straightLine }) => [
    formatMoney(consumed),
    formatMoney(breakage),
    formatMoney(straightLine),
  ]);
}

/** All revenue of a computed period, of every kind. */
export function allEarned(computed: ComputedPeriod, facts: readonly DailyUsage[], rounding: Rounding): Money {
  const earned = commitmentEarnings(computed, facts, rounding);
  return sum(
    earned.flatMap(({ consumed, breakage, straightLine }) => [consumed, breakage, straightLine]),
    computed.commitment.currency,
  );
}

/** `[issue date, type, total]` of each line. */
export function shown(lines: readonly CommitmentLine[]): [string, string, string][] {
  return lines.map(({ issueDate, type, price }) => [formatDay(issueDate), type, formatMoney(price.total)]);
}
