import { formatDay, formatMonth } from "../kernel/day.ts";
import { formatMoney, type Money } from "../kernel/money.ts";
import { instantOut } from "../platform/clock.ts";
import { type BillingTerm, type BillingTermRecord, latestPrice, type Price } from "./billing-term.ts";
import { lastDay } from "./civil-date.ts";
import type { Obligation } from "./obligation.ts";
import type { FollowingPob, PerformanceObligation } from "./performance-obligations/performance-obligation.ts";
import type { SeatAmendment } from "./seats.ts";

type Audited = Readonly<Record<string, unknown>>;

/**
 * A term as the audit log and the list of modifications keep it: its facts under their own names, the price as it stands
 * after all changes, days as dates and last days inclusive. A new fact of a term is in it by itself, unless it is a day.
 */
export function auditedTerm({ term, invoicedThrough, createdAt, lastUpdatedAt }: BillingTermRecord): Audited {
  return {
    ...auditedSchedule(term),
    invoicedThrough: lastDay(invoicedThrough),
    createdAt: instantOut(createdAt),
    lastUpdatedAt: instantOut(lastUpdatedAt),
  };
}

/** An obligation with the schedule of its term, as the audit log keeps it. */
export function auditedObligation({ id, performanceObligation, createdAt }: Obligation): Audited {
  const { billingTerm, ...pob } = performanceObligation;
  return {
    ...auditedPob({ ...pob, billingTerm }),
    id,
    performanceObligationId: pob.id,
    billingTermId: billingTerm.id,
    billingSchedule: auditedSchedule(billingTerm),
    createdAt: instantOut(createdAt),
  };
}

/** All that is stored of a performance obligation, as the audit log and the list of modifications keep it. */
export function auditedPob(pob: FollowingPob & Partial<Pick<PerformanceObligation, "billingTerm">>): Audited {
  const { billingTerm: _term, service, transactionPrice, standaloneSellingPrice, manualMonths, ...facts } = pob;
  const { milestones, progress, recognitionDate, ...others } = facts;
  return {
    ...others,
    serviceStartDate: formatDay(service.start),
    serviceEndDate: lastDay(service.end),
    recognitionDate: dateOf(recognitionDate),
    transactionPrice: amountOf(transactionPrice),
    standaloneSellingPrice: amountOf(standaloneSellingPrice),
    milestones: milestones.map((each) => ({ ...each, reachedDate: dateOf(each.reachedDate) })),
    progress: progress.map((each) => ({ ...each, asOf: formatDay(each.asOf) })),
    customRevenue: manualMonths.map(({ month, total, isManual }) => ({
      timeframe: formatMonth(month),
      total: formatMoney(total),
      isManual,
    })),
  };
}

/** An amendment of seats, as the audit log keeps it. */
export function auditedAmendment({ effectiveDate, invoicedThrough, bookMonth, ...facts }: SeatAmendment): Audited {
  return {
    ...facts,
    effectiveDate: formatDay(effectiveDate),
    invoicedThrough: lastDay(invoicedThrough),
    bookMonth: bookMonth === null ? null : formatMonth(bookMonth),
  };
}

function auditedSchedule(term: BillingTerm): Audited {
  const { start, end, reachedOn, committed, amendments, terminatedAt, delivered, ...rest } = term;
  const { price: _first, layers: _later, formerStrategies = [], ...facts } = rest;
  return {
    ...facts,
    startDate: formatDay(start),
    endDate: lastDay(end),
    reachedOn: dateOf(reachedOn),
    ...auditedPrice(latestPrice(term)),
    amendments: amendments.map(auditedAmendment),
    committed: committed.map(({ start: from, end: until, ...named }) => ({
      ...named,
      startDate: formatDay(from),
      endDate: lastDay(until),
    })),
    terminatedAt: terminatedAt === null ? null : instantOut(terminatedAt),
    ...(delivered === null ? {} : { deliveredShare: delivered.share }),
    ...(formerStrategies.length === 0
      ? {}
      : { formerStrategies: formerStrategies.map(({ until, ...each }) => ({ ...each, lastDate: lastDay(until) })) }),
  };
}

function auditedPrice({ discounts, escalator, ...facts }: Price): Audited {
  return {
    ...facts,
    discounts: discounts.map(({ start, end, ...discount }) => ({
      ...discount,
      startDate: dateOf(start),
      endDate: lastDay(end),
    })),
    escalator: escalator === null ? null : { ...escalator, firstDate: dateOf(escalator.firstDate) },
  };
}

function dateOf(day: number | null): string | null {
  return day === null ? null : formatDay(day);
}

function amountOf(money: Money | null): string | null {
  return money === null ? null : formatMoney(money);
}
