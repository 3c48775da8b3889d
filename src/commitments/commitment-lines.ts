import type { BillingTerm } from "../billing-terms/billing-term.ts";
import { plannedIssueDate } from "../billing-terms/charges/invoice-date.ts";
import type { PeriodPrice } from "../billing-terms/charges/price.ts";
import type { LineType } from "../billing-terms/line-type.ts";
import { spread } from "../kernel/allocate.ts";
import { required } from "../kernel/assert.ts";
import type { Day } from "../kernel/day.ts";
import { compare, isZero, type Money, min, negate, ratioFromMoney, subtract, sum, zero } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import type { Ratio, Rounding } from "../kernel/ratio.ts";
import { shownDecimal } from "../kernel/ratio-text.ts";
import type { BilledUsage, ExpectedUsageLine } from "../usage/late-usage.ts";
import { type CommittedTerms, type DailyUsage, type Schedule, trueUpOf } from "./commitment.ts";
import { type CommitmentExplanation, explainCommitment } from "./commitment-explanation.ts";
import { basesOf, type LineBasis, overageBases, tiersOf, unitPriceOf, usageBases } from "./line-basis.ts";
import type { BillingPeriodCharge, ComputedPeriod } from "./period-computation.ts";
import { shareByRemainder } from "./rounding.ts";

/**
 * A charge of a commitment, tax excluded. Its service is a billing period, or all days of a prepayment or true-up. An amount without units has the
 * quantity "1". Percentage discounts are included in the unit prices. Invoicing decides when it is billed, from `issueDate` on.
 */
export type CommitmentLine = ExpectedUsageLine & {
  readonly scheduleId: string;
  /** First day of the commitment period, or of the schedule for a true-up at its end. */
  readonly periodStart: Day;
  readonly eventTypeId: string | null;
  readonly name: string;
  readonly itemId: string | null;
  readonly issueDate: Day;
  /** Days from issue to due date; null takes those of the contract. */
  readonly netPaymentTerms: number | null;
  /** True while its period is not over, so that more usage may change it. */
  readonly isEstimate: boolean;
  readonly explanation: CommitmentExplanation;
};

/**
 * All lines of one schedule, in the order of its commitment periods (data model 8.6): prepayments, then usage with applied prepaid value and
 * overage, then true-ups. Zero lines without quantity are left out.
 *
 * @param periods all commitment periods of the schedule, in order, computed from `facts`
 */
export function scheduleLines(
  periods: readonly ComputedPeriod[],
  facts: readonly DailyUsage[],
  rounding: Rounding,
): CommitmentLine[] {
  const lines = periods.flatMap((computed) => {
    const { computation } = computed;
    const before = { usage: zero(computed.commitment.currency), overage: zero(computed.commitment.currency) };
    const charges = computation.charges.flatMap((charge) => {
      const ofCharge = chargeLines({ computed, charge, facts, rounding, before: { ...before } });
      before.usage = charge.usageThrough;
      before.overage = charge.overageThrough;
      return ofCharge;
    });
    const isEachPeriod = trueUpOf(computed.schedule) === "EACH_PERIOD";
    return [...prepayments(computed, rounding), ...charges, ...(isEachPeriod ? [trueUp([computed], rounding)] : [])];
  });
  const [first] = periods;
  if (first !== undefined && trueUpOf(first.schedule) === "END_OF_SCHEDULE") lines.push(trueUp(periods, rounding));
  return lines.filter(({ price, quantity, type }) => !isZero(price.total) || (type === "USAGE" && quantity !== "0"));
}

type ChargeContext = {
  readonly computed: ComputedPeriod;
  readonly charge: BillingPeriodCharge;
  readonly facts: readonly DailyUsage[];
  readonly rounding: Rounding;
  readonly before: Readonly<Record<"usage" | "overage", Money>>;
};

function chargeLines(context: ChargeContext): CommitmentLine[] {
  const { computed, charge, before } = context;
  const usage = linesOfPart(context, usageBases(charge.draws, computed.billings), {
    type: "USAGE",
    total: charge.usage,
    before: before.usage,
    after: charge.usageThrough,
  });
  const overage = linesOfPart(context, overageBases(charge.draws, computed.billings), {
    type: "OVERAGE",
    total: charge.overage,
    before: before.overage,
    after: charge.overageThrough,
  });
  return [...usage, ...applied(context, usage), ...overage];
}

/** Lines for the usage or the overage of a charge, whose rounded total they share by largest remainder. */
function linesOfPart(
  context: ChargeContext,
  bases: ReturnType<typeof usageBases>,
  { total, ...part }: Stated & { readonly total: Money },
): CommitmentLine[] {
  const found = basesOf(bases, context.facts);
  const totals = shareByRemainder(
    total,
    found.map(({ amount }) => amount),
  );
  return found.map((basis, index) => lineFrom(context, basis, totals[index] as Money, part));
}

type Stated = { readonly type: "USAGE" | "OVERAGE"; readonly before: Money; readonly after: Money };

function lineFrom(
  { computed, rounding }: ChargeContext,
  basis: LineBasis,
  total: Money,
  stated: Stated,
): CommitmentLine {
  const { type, before, after } = stated;
  const { term, billingPeriod } = basis;
  const { computation, schedule } = computed;
  return {
    type,
    ...labelOf(type, schedule, term),
    scheduleId: schedule.id,
    periodStart: computation.period.start,
    service: billingPeriod,
    billingTermId: term.id,
    differentiator: basis.differentiator,
    invoiceSplitKey: basis.invoiceSplitKey,
    eventTypeId: term.eventTypeId,
    quantity: shownDecimal(basis.units),
    unitPrice: unitPriceOf(basis),
    tiers: tiersOf(basis),
    price: priceOf(total),
    ...usageDue(term, billingPeriod),
    isEstimate: !computation.isOver,
    isCorrection: false,
    explanation: explainCommitment(computed, {
      ...{
        service: billingPeriod,
        parts: basis.parts,
        exact: basis.amount,
        through: { before, after },
        total,
        rounding,
      },
    }),
  };
}

/** Applied prepaid value for each usage line, in the order of drawdown, on the same invoice. */
function applied({ computed, charge, rounding }: ChargeContext, usage: readonly CommitmentLine[]): CommitmentLine[] {
  let left = charge.prepaidApplied;
  return usage.flatMap((line): CommitmentLine[] => {
    const part = min(line.price.total, left);
    if (compare(part, zero(part.currency)) <= 0) return [];
    left = subtract(left, part);
    return [
      {
        ...sumLine(negate(part)),
        scheduleId: line.scheduleId,
        periodStart: line.periodStart,
        service: line.service,
        ...{
          billingTermId: line.billingTermId,
          differentiator: line.differentiator,
          invoiceSplitKey: line.invoiceSplitKey,
        },
        eventTypeId: line.eventTypeId,
        issueDate: line.issueDate,
        netPaymentTerms: line.netPaymentTerms,
        isEstimate: line.isEstimate,
        type: "PREPAID_APPLIED",
        ...labelOf("PREPAID_APPLIED", computed.schedule, line),
        explanation: explainSum(computed, { service: line.service, total: negate(part), rounding }),
      },
    ];
  });
}

function prepayments(computed: ComputedPeriod, rounding: Rounding): CommitmentLine[] {
  const { schedule, computation, billings } = computed;
  const { prepaid } = schedule;
  if (prepaid === null) return [];
  const primary = primaryTerm(computed);
  const isSplit = prepaid.scheduleType === "SPLIT_ACROSS_BILLING_PERIODS";
  const ofPrimary = required(
    billings.find(({ terms }) => terms[0]?.id === primary.id),
    "the first term's billing",
  );
  // Without the other fields of the period: a line is compared as a whole with the stored one.
  const { start, end } = computation.period;
  const services: readonly Period[] = isSplit ? ofPrimary.billingPeriods : [{ start, end }];
  const parts = spread(
    computation.prepayment,
    services.map(() => 1),
    rounding,
  );
  return services.map((service, index): CommitmentLine => {
    const total = parts[index] as Money;
    return {
      ...sumLine(total),
      ...placeOf(schedule, start, service, primary),
      type: "PREPAYMENT",
      ...labelOf("PREPAYMENT", schedule, primary),
      issueDate: prepaid.scheduleType === "FULL_UPFRONT" ? schedule.start : service.start,
      isEstimate: false,
      explanation: explainSum(computed, { service, total, rounding }),
    };
  });
}

/** One line for the shortfalls of one or all periods of a schedule. Overage of one period is not set off against the shortfall of another. */
function trueUp(periods: readonly ComputedPeriod[], rounding: Rounding): CommitmentLine {
  const [first, last] = [required(periods[0], "a period"), required(periods.at(-1), "a period")];
  const { schedule, commitment } = last;
  const primary = primaryTerm(last);
  const service = { start: first.computation.period.start, end: last.computation.period.end };
  const total = sum(
    periods.map(({ computation }) => computation.trueUp),
    commitment.currency,
  );
  return {
    ...sumLine(total),
    ...placeOf(schedule, service.start, service, primary),
    type: "TRUE_UP",
    ...labelOf("TRUE_UP", schedule, primary),
    issueDate: service.end,
    isEstimate: !last.computation.isOver,
    explanation: explainSum(last, { service, total, rounding }),
  };
}

/** Fields of a line that is an amount without units. */
function sumLine(total: Money) {
  return { quantity: "1", unitPrice: null, tiers: [], price: priceOf(total), isCorrection: false } as const;
}

/**
 * A line of zero for a key that the commitment no longer bills: the difference credits what was billed.
 *
 * @param periods all commitment periods of the schedule that billed it
 */
export function lineOfNothing(
  billed: BilledUsage,
  periods: readonly ComputedPeriod[],
  { terms, rounding }: { readonly terms: CommittedTerms; readonly rounding: Rounding },
): CommitmentLine {
  const computed = required(
    periods.find(({ computation }) => computation.period.start === billed.periodStart),
    "the commitment period of a billed line",
  );
  const { schedule, commitment } = computed;
  const term = required(terms.get(billed.billingTermId), "the term of a billed line").term;
  const total = zero(commitment.currency);
  const { type, service, differentiator, invoiceSplitKey } = billed;
  return {
    ...sumLine(total),
    ...placeOf(schedule, computed.computation.period.start, service, term),
    type: type === "LATE_USAGE" ? "USAGE" : type,
    differentiator,
    invoiceSplitKey,
    eventTypeId: term.eventTypeId,
    ...labelOf(type, schedule, term),
    quantity: "0",
    ...usageDue(term, service),
    isEstimate: false,
    explanation: explainSum(computed, { service, total, rounding }),
  };
}

type Labelled = Pick<CommitmentLine, "name" | "itemId" | "eventTypeId">;

/** Name and item of a line: those of the schedule for its type, else those of the term. */
function labelOf(type: LineType, schedule: Schedule, term: Labelled): Pick<CommitmentLine, "name" | "itemId"> {
  const { prepaid, trueUp, overageConfigs } = schedule;
  const label = (name: string, itemId: string | null | undefined) => ({ name, itemId: itemId ?? term.itemId });
  const prepayment = prepaid?.lineName ?? "Prepayment";
  if (type === "PREPAYMENT") return label(prepayment, prepaid?.itemId);
  if (type === "PREPAID_APPLIED") return label(`${prepayment} applied`, prepaid?.itemId);
  if (type === "TRUE_UP") return label(trueUp.name ?? "True-up", trueUp.itemId);
  if (type !== "OVERAGE") return label(term.name, null);
  const config = overageConfigs.find(({ eventTypeId }) => eventTypeId === term.eventTypeId);
  return label(config?.lineName ?? "Overage", config?.itemId);
}

function placeOf(schedule: Schedule, periodStart: Day, service: Period, primary: BillingTerm) {
  const { id: scheduleId, netPaymentTerms } = schedule;
  const none = { eventTypeId: null, differentiator: null, invoiceSplitKey: null };
  return { ...none, scheduleId, periodStart, service, billingTermId: primary.id, netPaymentTerms };
}

function priceOf(total: Money): PeriodPrice {
  return { subtotal: total, discountTotal: zero(total.currency), total };
}

function explainSum(
  computed: ComputedPeriod,
  { service, total, rounding }: { service: Period; total: Money; rounding: Rounding },
): CommitmentExplanation {
  const exact: Ratio = ratioFromMoney(total);
  return explainCommitment(computed, { service, parts: [], exact, through: null, total, rounding });
}

function usageDue(term: BillingTerm, billingPeriod: Period) {
  const { netPaymentTerms } = term;
  return { issueDate: plannedIssueDate(term.invoiceDateStrategy, billingPeriod, netPaymentTerms), netPaymentTerms };
}

/** The first term of the first step: charges of no event type are billed under it. */
export function primaryTerm({ schedule, billings }: ComputedPeriod): BillingTerm {
  const id = schedule.steps[0]?.billingTermIds[0];
  return required(
    billings.flatMap(({ terms }) => terms[0] ?? []).find((term) => term.id === id),
    "the first term",
  );
}
