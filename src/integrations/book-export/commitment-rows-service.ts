import { hasBegun, linesBilled } from "../../actions/opened-commitments.ts";
import { CommitmentBody } from "../../api/schemas/commitment-bodies.ts";
import { viewOfSchedule } from "../../api/schemas/commitments.ts";
import type { BillingTerm } from "../../billing-terms/billing-term.ts";
import { dayFrom } from "../../billing-terms/civil-date.ts";
import { type Commitment, termsNamedBy } from "../../commitments/commitment.ts";
import type { CommitmentRecord } from "../../commitments/commitment-record.ts";
import type { ContractUsage } from "../../commitments/contract-usage.ts";
import type { PlannedLine } from "../../invoicing/plan.ts";
import { planUsage } from "../../invoicing/usage-plan.ts";
import { type Day, formatDay } from "../../kernel/day.ts";
import { ratioFromDecimal } from "../../kernel/decimal.ts";
import { equals, formatMoney, type Money, sum, zero } from "../../kernel/money.ts";
import { sumRatios } from "../../kernel/ratio.ts";
import { exactText } from "../../kernel/ratio-text.ts";
import type { Merchant } from "../../platform/clock.ts";
import { type DayOfUsage, usageAsOfMonth } from "../../usage/daily-usage.ts";
import { bodyOf } from "./body.ts";

type Row = Readonly<Record<string, unknown>>;

/** Commitments of a contract as rows, in the order in which they were made. */
export function commitmentRows(contractId: string, records: readonly CommitmentRecord[]): Row[] {
  return records.map(({ commitment, terminatedAt }) => {
    const { id, name, unitType, isFullDuration, pricePriority, pattern, schedules } = commitment;
    const view = {
      ...{ name, commitmentUnitType: unitType, pricePriority, revenueRecognitionPattern: pattern },
      // One that was terminated ends before its contract.
      isFullDuration: isFullDuration && terminatedAt === null,
      schedules: schedules.map((schedule) => {
        const { overageConfigs, ...rest } = viewOfSchedule(commitment, schedule, []);
        // A flat price is one tier as well; a request says one of the two.
        return { ...rest, overageConfigs: overageConfigs.map((each) => ({ ...each, overagePrice: null })) };
      }),
    };
    return { id, contract: contractId, ...bodyOf({ ...CommitmentBody }, view) };
  });
}

/** What invoices up to the day billed of a commitment: how far its usage, and how much, prepayments among it. */
export type CommitmentBilled = { readonly commitmentId: string; readonly last: string | null; readonly billed: Money };

export type OpenedCommitments = {
  /** Terms that commitments which have begun name. */
  readonly drawn: ReadonlySet<string>;
  readonly commitments: readonly { readonly commitmentId: string; readonly end: Day; readonly billed: Money }[];
  /** The lines that they billed. */
  readonly lines: readonly PlannedLine[];
  /** What was used of them by the day, a day at a time. */
  readonly usage: readonly DayOfUsage[];
};

const nothingOpened: OpenedCommitments = { drawn: new Set(), commitments: [], lines: [], usage: [] };

export type OfCommitments = {
  readonly currency: string;
  readonly netPaymentTerms: number;
  readonly terms: readonly BillingTerm[];
  readonly commitments: readonly CommitmentRecord[];
  readonly usage: ContractUsage | undefined;
  readonly billed: readonly CommitmentBilled[];
};

/** Of an opening: as many totals of usage as it may have. */
const maximumUsage = 10_000;

/**
 * What an opening says of the commitments that have begun, or why it cannot: their usage, priced as it stands, has to come to what
 * they billed (ADR 0083).
 */
export function openedCommitments(
  { currency, netPaymentTerms, terms, commitments, usage, billed }: OfCommitments,
  asOf: Day,
  { rounding, usageGraceDays: graceDays }: Pick<Merchant, "rounding" | "usageGraceDays">,
): OpenedCommitments | { readonly reason: string } {
  const begun = commitments.filter(({ commitment }) => hasBegun(commitment, asOf));
  if (begun.length === 0 || usage === undefined) return nothingOpened;
  const drawn = new Set(begun.flatMap(({ commitment }) => termsNamedBy(commitment)));
  const of = terms.filter(({ id }) => drawn.has(id));
  const days = daysOf(usageAsOfMonth(usage.days, null), of).filter(({ day }) => day <= asOf);
  const [outside] = days.filter((day) => !begun.some(({ commitment }) => isCommitted(commitment, of, day)));
  if (outside !== undefined)
    return { reason: `usage of ${formatDay(outside.day)} was billed by a term that a commitment has begun to price` };
  const opened = byDay(days);
  if (opened.length > maximumUsage)
    return {
      reason: `its commitments have ${opened.length} totals of usage, and an opening has at most ${maximumUsage}`,
    };
  const context = { currency, rounding, today: asOf + 1, graceDays, netPaymentTerms };
  const horizon = { through: asOf + 1 + graceDays, andNext: false };
  const planned = [...planUsage({ ...usage, openedOn: null, days: opened }, [], context, horizon).values()].flatMap(
    ({ lines }) => lines,
  );
  const said = begun.map(({ commitment: { id, schedules } }) => {
    const own = billed.find(({ commitmentId }) => commitmentId === id);
    const end = own?.last == null ? Math.min(...schedules.map(({ start }) => start)) : dayAfter(own.last);
    return { commitmentId: id, end, billed: own?.billed ?? zero(currency) };
  });
  const lines: PlannedLine[] = [];
  for (const one of said) {
    const own = linesBilled(planned, one, asOf);
    lines.push(...own);
    const total = sum(
      own.map((line) => line.total),
      currency,
    );
    if (equals(total, one.billed)) continue;
    const through = formatDay(one.end - 1);
    const reason = `a commitment billed ${formatMoney(one.billed)} for usage through ${through}, and its usage, as it stands, comes to ${formatMoney(total)}`;
    return { reason };
  }
  return { drawn, commitments: said, lines, usage: opened };
}

function dayAfter(text: string): Day {
  return dayFrom(text) + 1;
}

/** Usage of the days of some terms. */
function daysOf(days: readonly DayOfUsage[], terms: readonly BillingTerm[]): DayOfUsage[] {
  return days.filter(({ eventTypeId, day }) =>
    terms.some((term) => {
      return term.eventTypeId === eventTypeId && term.start <= day && (term.end === null || day < term.end);
    }),
  );
}

function isCommitted({ schedules }: Commitment, terms: readonly BillingTerm[], { eventTypeId, day }: DayOfUsage) {
  return schedules.some(
    ({ start, end, steps }) =>
      start <= day &&
      day < end &&
      steps.some(({ billingTermIds }) =>
        terms.some((term) => term.eventTypeId === eventTypeId && billingTermIds.includes(term.id)),
      ),
  );
}

/** One total of each day and split: events that were recorded late count like the others. */
function byDay(days: readonly DayOfUsage[]): DayOfUsage[] {
  const groups = Map.groupBy(days, ({ eventTypeId, day, differentiator, invoiceSplitKey }) =>
    JSON.stringify([day, eventTypeId, differentiator, invoiceSplitKey]),
  );
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const quantity = exactText(sumRatios([first, ...others].map((each) => ratioFromDecimal(each.quantity))));
    return [{ ...first, quantity, effectiveFromMonth: null, effectiveUntilMonth: null }];
  });
}
