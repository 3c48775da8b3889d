import { hasBegun, linesBilled, termsFrom } from "../../actions/opened-usage.ts";
import { type BillingTerm, kindOf } from "../../billing-terms/billing-term.ts";
import { type Commitment, termsNamedBy } from "../../commitments/commitment.ts";
import type { CommitmentRecord } from "../../commitments/commitment-record.ts";
import type { ContractUsage } from "../../commitments/contract-usage.ts";
import type { PlannedLine } from "../../invoicing/plan.ts";
import { planUsage } from "../../invoicing/usage-plan.ts";
import { required } from "../../kernel/assert.ts";
import { type Day, dayFrom, formatDay } from "../../kernel/day.ts";
import { equals, formatMoney, type Money, sum, zero } from "../../kernel/money.ts";
import { exactText } from "../../kernel/ratio-text.ts";
import type { Merchant } from "../../platform/clock.ts";
import { type DayOfUsage, quantitiesOf, usageAsOfMonth } from "../../usage/daily-usage.ts";
import type { OpenInvoice } from "./store.ts";
import {
  dividedByBilling,
  ownPeriods,
  type UnbilledUsage,
  type UsageCounted,
  unbilledUsage,
} from "./unbilled-usage.ts";

/** How much invoices up to the day billed for a commitment, including prepayments, and `last`, the last day of usage that they billed. */
export type CommitmentBilled = { readonly commitmentId: string; readonly last: string | null; readonly billed: Money };

/** How much invoices up to the day billed for usage of a term without a commitment, less credits, for one period of service. */
export type UsageBilled = {
  readonly billingTermId: string;
  readonly start: Day;
  readonly end: Day;
  readonly billed: Money;
};

export type OpenedUsage = {
  /** The first day from which the loaded terms bill their usage without a commitment; the day after the opening if no usage is carried over. */
  readonly usageFrom: Day;
  /** Terms whose usage is carried over: those named by commitments that have begun, and those that bill usage from `usageFrom` on. */
  readonly loaded: ReadonlySet<string>;
  readonly commitments: readonly { readonly commitmentId: string; readonly end: Day; readonly billed: Money }[];
  /** The amounts that terms billed for days from `usageFrom` on. */
  readonly terms: readonly { readonly billingTermId: string; readonly end: Day; readonly billed: Money }[];
  /** The amounts that terms billed for earlier days: these were billed and recognized in the exported books. */
  readonly settled: readonly UsageBilled[];
  /** The invoice lines that are already billed for the usage that is carried over. */
  readonly lines: readonly PlannedLine[];
  /** The usage up to the day of the opening, as daily totals, without `late`. */
  readonly usage: readonly DayOfUsage[];
  /** Usage of billed periods that was recorded or deleted after they were billed. */
  readonly late: readonly DayOfUsage[];
};

export type OfUsage = {
  readonly currency: string;
  readonly netPaymentTerms: number;
  readonly terms: readonly BillingTerm[];
  readonly commitments: readonly CommitmentRecord[];
  readonly usage: ContractUsage | undefined;
  readonly committed: readonly CommitmentBilled[];
  readonly used: readonly UsageBilled[];
  readonly counted: readonly UsageCounted[];
  readonly open: readonly OpenInvoice[];
};

/** The maximum number of usage totals in an opening. */
const maximumUsage = 10_000;

/**
 * The usage part of an opening, or the reason why there can be none. It has all usage of commitments that have begun, and of other terms
 * the usage that is not billed yet or is on an open invoice. Priced with the current prices, the billed part of it has to give exactly
 * the amounts that were billed (ADR 0083).
 */
export function openedUsage(
  { currency, netPaymentTerms, terms, commitments, usage, committed, used, counted, open }: OfUsage,
  asOf: Day,
  { rounding, usageGraceDays: graceDays }: Pick<Merchant, "rounding" | "usageGraceDays">,
): OpenedUsage | { readonly reason: string } {
  const nothing = { commitments: [], terms: [], settled: used, lines: [], usage: [], late: [] };
  if (usage === undefined) return { ...nothing, usageFrom: asOf + 1, loaded: new Set() };
  const begun = commitments.filter(({ commitment }) => hasBegun(commitment, asOf));
  const live = usageAsOfMonth(usage.days, null).filter(({ day }) => day <= asOf);
  const unbilled = unbilledUsage({ usage, terms, counted }, live, asOf);
  const usageFrom = firstDayCarried({ usage, terms, used, open, unbilled }, asOf, graceDays);
  const own = termsFrom(terms, { usageFrom, asOf });
  const drawn = new Set(begun.flatMap(({ commitment }) => termsNamedBy(commitment)));
  const loaded = new Set([...drawn, ...own.map(({ id }) => id)]);
  const settled = used.filter(({ start }) => start < usageFrom);
  if (loaded.size === 0) return { ...nothing, usageFrom, loaded };
  const days = live.filter(
    (day) =>
      (day.day >= usageFrom && own.some((term) => isOf(term, day))) ||
      begun.some(({ commitment }) => isDrawnDown(commitment, terms, day)),
  );
  const opened = byDay(days, usage.aggregations);
  const { billed: before, late } = dividedByBilling(opened, unbilled);
  const totals = before.length + late.length;
  if (totals > maximumUsage)
    return { reason: `its usage has ${totals} totals, and an opening has at most ${maximumUsage}` };
  const context = { currency, rounding, today: asOf + 1, graceDays, netPaymentTerms };
  const horizon = { through: asOf + 1 + graceDays, andNext: false };
  const planned = [
    ...planUsage({ ...usage, openedOn: usageFrom, days: before }, [], context, horizon).values(),
  ].flatMap(({ lines }) => lines);
  const ofCommitments = billedOfCommitments(begun, committed, currency);
  const ofTerms = billedOfTerms(used, usageFrom, currency);
  const lines: PlannedLine[] = [];
  for (const one of [
    ...ofCommitments.map((each) => ({ ...each, of: each.commitmentId, what: "a commitment" })),
    ...ofTerms.map((each) => ({ ...each, of: each.billingTermId, what: `since ${formatDay(usageFrom)} a term` })),
  ]) {
    const billed = linesBilled(planned, one, asOf);
    lines.push(...billed);
    const total = sum(
      billed.map((line) => line.total),
      currency,
    );
    if (equals(total, one.billed)) continue;
    const through = formatDay(one.end - 1);
    const reason = `${one.what} billed ${formatMoney(one.billed)} for usage through ${through}, and its usage as of now bills ${formatMoney(total)}`;
    return { reason };
  }
  return { usageFrom, loaded, commitments: ofCommitments, terms: ofTerms, settled, lines, usage: before, late };
}

/** What was billed for each commitment; its end is the day after the last billed usage, or its first day if nothing was billed. */
function billedOfCommitments(
  begun: readonly CommitmentRecord[],
  committed: readonly CommitmentBilled[],
  currency: string,
): OpenedUsage["commitments"] {
  return begun.map(({ commitment: { id, schedules } }) => {
    const found = committed.find(({ commitmentId }) => commitmentId === id);
    const end = found?.last == null ? Math.min(...schedules.map(({ start }) => start)) : dayFrom(found.last) + 1;
    return { commitmentId: id, end, billed: found?.billed ?? zero(currency) };
  });
}

/** What was billed for the usage of each term from `usageFrom` on; terms without such billing are left out. */
function billedOfTerms(used: readonly UsageBilled[], usageFrom: Day, currency: string): OpenedUsage["terms"] {
  return [...Map.groupBy(used, ({ billingTermId }) => billingTermId)].flatMap(([billingTermId, all]) => {
    const since = all.filter(({ start }) => start >= usageFrom);
    if (since.length === 0) return [];
    const amounts = since.map(({ billed }) => billed);
    return [{ billingTermId, end: Math.max(...since.map(({ end }) => end)), billed: sum(amounts, currency) }];
  });
}

/**
 * The first day of the billing periods that are not billed yet or whose invoice is open. It is moved back until it cuts no period of a
 * term that bills usage without a commitment: a part of a period would have only a share of its minimum, and tiers of its own.
 */
function firstDayCarried(
  {
    usage,
    terms,
    used,
    open,
    unbilled,
  }: Pick<OfUsage, "terms" | "used" | "open"> & {
    readonly usage: ContractUsage;
    readonly unbilled: readonly UnbilledUsage[];
  },
  asOf: Day,
  graceDays: number,
): Day {
  const periods = terms
    .filter((term) => kindOf(term) === "USAGE")
    .flatMap((term) => ownPeriods(usage, term, asOf).map((period) => ({ ...period, term })));
  const waiting = periods.filter(({ term, end }) => {
    const isBilled = used.some((line) => line.billingTermId === term.id && line.end >= end);
    return !isBilled && end + graceDays > asOf;
  });
  const unpaid = open
    .flatMap((invoice) => invoice.periods)
    .map(({ billingTermId, startDate }) => ({ billingTermId, start: dayFrom(startDate) }))
    .filter(({ billingTermId, start }) =>
      used.some((line) => line.billingTermId === billingTermId && line.start === start),
    );
  const changed = unbilled.map(({ period }) => period);
  let first = Math.min(asOf + 1, ...[...waiting, ...unpaid, ...changed].map(({ start }) => start));
  for (;;) {
    const cut = periods.filter(({ start, end }) => start < first && first < end);
    if (cut.length === 0) return first;
    first = Math.min(...cut.map(({ start }) => start));
  }
}

function isOf(term: BillingTerm, { eventTypeId, day }: DayOfUsage): boolean {
  return term.eventTypeId === eventTypeId && term.start <= day && (term.end === null || day < term.end);
}

function isDrawnDown({ schedules }: Commitment, terms: readonly BillingTerm[], day: DayOfUsage): boolean {
  return schedules.some(
    ({ start, end, steps }) =>
      start <= day.day &&
      day.day < end &&
      steps.some(({ billingTermIds }) => terms.some((term) => isOf(term, day) && billingTermIds.includes(term.id))),
  );
}

/** Adds up usage to one total per day, event type, differentiator and invoice split key; late events are included. */
function byDay(days: readonly DayOfUsage[], aggregations: ContractUsage["aggregations"]): DayOfUsage[] {
  const groups = Map.groupBy(days, ({ eventTypeId, day, differentiator, invoiceSplitKey }) =>
    JSON.stringify([day, eventTypeId, differentiator, invoiceSplitKey]),
  );
  return [...groups.values()].flatMap((all) => {
    const [last] = all.toSorted((a, b) =>
      a.lastAt === b.lastAt ? (a.lastId < b.lastId ? 1 : -1) : a.lastAt < b.lastAt ? 1 : -1,
    );
    if (last === undefined) return [];
    const { day, eventTypeId } = last;
    const aggregation = required(aggregations.get(eventTypeId), "the aggregation of an event type");
    const [total] = quantitiesOf(aggregation, { start: day, end: day + 1 }, all);
    const quantity = exactText(required(total, "the total of a day").quantity);
    return [{ ...last, quantity, effectiveFromMonth: null, effectiveUntilMonth: null }];
  });
}
