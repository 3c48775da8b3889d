import type { BillingTerm } from "../billing-terms/billing-term.ts";
import { billingPeriods } from "../billing-terms/charges/charges.ts";
import type { Commitment } from "../commitments/commitment.ts";
import { eventTypesOfCommitment } from "../commitments/commitment.ts";
import { computedPeriods } from "../commitments/commitment-billing.ts";
import { scheduleLines } from "../commitments/commitment-lines.ts";
import {
  type ContractUsage,
  committedTerms,
  dailyFacts,
  isCommitted,
  meteredTerm,
  usageNow,
} from "../commitments/contract-usage.ts";
import { type PeriodFigures, periodFigures } from "../commitments/period-figures.ts";
import type { Day } from "../kernel/day.ts";
import type { Money } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import { shownDecimal } from "../kernel/ratio-text.ts";
import { type DayOfUsage, quantitiesOf } from "../usage/daily-usage.ts";
import type { Aggregation } from "../usage/event-type.ts";
import type { ExpectedUsageLine } from "../usage/late-usage.ts";
import { chargesOfPeriod } from "../usage/usage-charges.ts";
import type { PlannedLine } from "./plan.ts";
import type { IssuedUsageLine, UsagePlanContext } from "./usage-plan.ts";

/** The quantity of the events of a billing period, by event type, differentiator and split key. */
export type StatementQuantity = {
  readonly eventTypeId: string;
  readonly differentiator: string | null;
  readonly invoiceSplitKey: string | null;
  readonly events: number;
  /** Decimal text of at most 12 places. */
  readonly quantity: string;
};

/** The present charge for usage, billed or not. */
export type StatementCharge = Pick<
  ExpectedUsageLine,
  "type" | "service" | "billingTermId" | "differentiator" | "invoiceSplitKey" | "quantity" | "unitPrice" | "tiers"
> & { readonly total: Money };

/** A part of the charges that is billed, was credited, or is still to bill. Tax excluded. */
export type StatementLine = Pick<
  StatementCharge,
  "type" | "service" | "differentiator" | "invoiceSplitKey" | "total"
> & {
  readonly status: "ISSUED" | "CREDITED" | "PLANNED";
  readonly billingTermId: string;
  readonly invoice: { readonly id: string; readonly number: string } | null;
  readonly issueDate: Day;
  /** Decimal text; null for a credit. */
  readonly quantity: string | null;
};

/**
 * A billing period of usage outside commitments, or a commitment period. Σ lines = Σ charges, unless more was credited manually than is
 * charged, which is not credited again. A negative charge is deducted from the lines after it, also of later periods (ADR 0046).
 */
export type StatementPeriod = {
  readonly billingTermId: string | null;
  readonly commitment: { readonly id: string; readonly scheduleId: string } | null;
  /** Half-open. */
  readonly period: Period;
  readonly quantities: readonly StatementQuantity[];
  readonly charges: readonly StatementCharge[];
  readonly drawdown: PeriodFigures | null;
  readonly lines: readonly StatementLine[];
};

/**
 * The usage statement of one contract, made by the same functions that bill it (rules 6, data model 8.6): for each period that has a day in
 * the span, its quantities, charges, drawdown and lines, ordered by first day. Periods without any are left out, and so is usage of
 * commitment terms that no commitment covers yet, since it has no price.
 *
 * @param planned all lines still to bill for these periods
 */
export function statementOf(
  all: ContractUsage,
  lines: { readonly billed: readonly IssuedUsageLine[]; readonly planned: readonly PlannedLine[] },
  span: Period,
  context: UsagePlanContext,
): StatementPeriod[] {
  const usage = usageNow(all);
  const shown = [...lines.billed.map(billedLine), ...lines.planned.map(plannedLine)];
  return [
    ...usage.terms.flatMap((term) => termPeriods(usage, term, shown, span, context)),
    ...usage.commitments.flatMap((commitment) => commitmentStatement(usage, commitment, shown, span, context)),
  ]
    .filter(({ quantities, charges, lines: own }) => quantities.length + charges.length + own.length > 0)
    .toSorted((a, b) => a.period.start - b.period.start);
}

// Days of grace are at most 30, and no strategy dates an invoice a year after its period.
const latestIssue = 366;

/** How far to plan ahead so that all lines of the periods in a span are included, with corrections, which are on the next invoice. */
export function plannedThrough({ terms, commitments }: ContractUsage, span: Period, today: Day): Day {
  const before = Math.max(span.end, today + 1);
  const schedules = commitments.flatMap((commitment) => commitment.schedules).filter(({ start }) => start < before);
  let last = Math.max(before, ...schedules.map(({ end }) => end));
  for (const term of terms) {
    for (const { covered } of billingPeriods(term)) {
      if (covered.start >= before) break;
      last = Math.max(last, covered.end);
    }
  }
  return last + latestIssue;
}

type PlacedLine = { readonly line: StatementLine; readonly scheduleId: string | null };

function termPeriods(
  usage: ContractUsage,
  term: BillingTerm,
  lines: readonly PlacedLine[],
  span: Period,
  context: UsagePlanContext,
): StatementPeriod[] {
  const metered = meteredTerm(usage, term);
  const own = lines.filter(({ line, scheduleId }) => scheduleId === null && line.billingTermId === term.id);
  const periods: StatementPeriod[] = [];
  for (const billingPeriod of billingPeriods(term)) {
    const { covered } = billingPeriod;
    if (covered.start >= span.end) break;
    if (covered.end <= span.start || isCommitted(usage, term, covered)) continue;
    const charges = chargesOfPeriod(metered, billingPeriod, covered.end, context).filter(({ isDropped }) => !isDropped);
    periods.push({
      billingTermId: term.id,
      commitment: null,
      period: covered,
      quantities: quantitiesIn(covered, metered.aggregation, metered.days),
      charges: charges.map(({ price, period, ...charge }) => {
        return { ...charge, billingTermId: term.id, service: period, total: price.total };
      }),
      drawdown: null,
      lines: own.map(({ line }) => line).filter(({ service }) => isIn(service.start, covered)),
    });
  }
  return periods;
}

function commitmentStatement(
  usage: ContractUsage,
  commitment: Commitment,
  lines: readonly PlacedLine[],
  span: Period,
  { rounding, today }: UsagePlanContext,
): StatementPeriod[] {
  const terms = committedTerms(usage);
  const eventTypeIds = eventTypesOfCommitment(commitment, terms);
  const facts = dailyFacts(usage).filter(({ eventTypeId }) => eventTypeIds.includes(eventTypeId));
  return commitment.schedules.flatMap((schedule) => {
    const computed = computedPeriods(commitment, schedule, facts, { terms, rounding, today });
    const charges = scheduleLines(computed, facts, rounding);
    const own = lines.filter(({ scheduleId }) => scheduleId === schedule.id).map(({ line }) => line);
    return computed
      .filter(({ computation: { period } }) => period.start < span.end && span.start < period.end)
      .map((each): StatementPeriod => {
        const { start, end } = each.computation.period;
        // A true-up of a whole schedule belongs to its last period.
        const isOwn = ({ service }: { readonly service: Period }) => isIn(service.end - 1, { start, end });
        return {
          billingTermId: null,
          commitment: { id: commitment.id, scheduleId: schedule.id },
          period: { start, end },
          quantities: eventTypeIds.flatMap((eventTypeId) => {
            const aggregation = usage.aggregations.get(eventTypeId) ?? "SUM";
            const days = usage.days.filter((day) => day.eventTypeId === eventTypeId);
            return quantitiesIn({ start, end }, aggregation, days);
          }),
          charges: charges.filter(isOwn).map(({ price, ...charge }) => ({ ...charge, total: price.total })),
          drawdown: periodFigures(each),
          lines: own.filter(isOwn),
        };
      });
  });
}

function quantitiesIn(period: Period, aggregation: Aggregation, days: readonly DayOfUsage[]): StatementQuantity[] {
  const within = days.filter(({ day }) => isIn(day, period));
  return quantitiesOf(aggregation, period, within).map(({ differentiator, invoiceSplitKey, quantity }) => {
    const own = within.filter(
      (day) => day.differentiator === differentiator && day.invoiceSplitKey === invoiceSplitKey,
    );
    return {
      eventTypeId: own[0]?.eventTypeId ?? "",
      differentiator,
      invoiceSplitKey,
      events: own.reduce((count, { events }) => count + events, 0),
      quantity: shownDecimal(quantity),
    };
  });
}

function billedLine({ scheduleId, invoice, ...billed }: IssuedUsageLine): PlacedLine {
  const { issueDate, ...made } = invoice;
  const status = billed.quantity === null ? "CREDITED" : "ISSUED";
  return { scheduleId: scheduleId ?? null, line: { ...billed, status, invoice: made, issueDate } };
}

function plannedLine({ period, commitment, ...planned }: PlannedLine): PlacedLine {
  const line: StatementLine = { ...planned, service: period, status: "PLANNED", invoice: null };
  return { scheduleId: commitment?.scheduleId ?? null, line };
}

function isIn(day: Day, { start, end }: Period): boolean {
  return start <= day && day < end;
}
