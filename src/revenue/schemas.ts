import { Type } from "typebox";
import { obligationViewProperties, viewOfObligation } from "../billing-terms/schemas.ts";
import { formatMonth } from "../kernel/day.ts";
import { formatMoney, sum } from "../kernel/money.ts";
import { isClosed } from "../ledger/books.ts";
import { instantOut } from "../platform/clock.ts";
import { enumField, monthField, uuidField } from "../platform/http/filter.ts";
import type { ListDeclaration } from "../platform/http/list-query.ts";
import { Closed, Instant, Month, Named, Nullable, OneOf, Uuid } from "../platform/http/wire.ts";
import { entrySources } from "./entry-source.ts";
import type { ListedRevenue } from "./list-service.ts";
import { type RevenueEntry, revenueStatuses } from "./schedule.ts";
import type { ObligationWithRevenue } from "./service.ts";

export const ObligationView = Named(
  "Obligation",
  Closed({
    ...obligationViewProperties,
    revenueSchedule: Closed({
      categoryId: Nullable(Uuid()),
      recognizedRevenue: Type.Array(
        Closed({ timeframe: Month(), total: Type.String(), booksClosed: Type.Boolean(), pinned: Type.Boolean() }),
      ),
    }),
    createdAt: Instant(),
    lastUpdatedAt: Instant(),
  }),
);

/** An obligation with its revenue; what several entries bring to one month is added up. */
export function viewOfObligationWithRevenue({ obligation, schedule, books }: ObligationWithRevenue) {
  const months = Map.groupBy(
    schedule.toSorted((a, b) => a.month - b.month),
    (entry) => entry.month,
  );
  const byHand = obligation.performanceObligation.pinned.filter((pin) => pin.isByHand);
  const pinned = new Set(byHand.map(({ month }) => month));
  return {
    ...viewOfObligation(obligation),
    revenueSchedule: {
      categoryId: obligation.performanceObligation.categoryId,
      recognizedRevenue: [...months].map(([month, entries]) => ({
        timeframe: formatMonth(month),
        total: totalOf(entries),
        booksClosed: isClosed(books, month),
        pinned: pinned.has(month),
      })),
    },
    createdAt: instantOut(obligation.createdAt),
    lastUpdatedAt: instantOut(obligation.lastUpdatedAt),
  };
}

function totalOf(entries: readonly RevenueEntry[]): string {
  const amounts = entries.map((entry) => entry.amount);
  return formatMoney(sum(amounts, amounts[0]?.currency ?? "USD"));
}

export const revenueList: ListDeclaration = {
  fields: {
    contractId: uuidField("eq", "in"),
    customerId: uuidField("eq", "in"),
    performanceObligationId: uuidField("eq", "in"),
    timeframe: monthField("eq", "gt", "gte", "lt", "lte", "in"),
    status: enumField(revenueStatuses, "eq", "in"),
  },
};

export const RevenueEntryView = Named(
  "RevenueEntry",
  Closed({
    performanceObligationId: Uuid(),
    contractId: Uuid(),
    customerId: Nullable(Uuid()),
    categoryId: Nullable(Uuid()),
    timeframe: Month(),
    currency: Type.String(),
    amount: Type.String(),
    status: OneOf(revenueStatuses, {
      description: "POSTED in a closed month, ACCRUED in an open past one, PLANNED ahead.",
    }),
    pinned: Type.Boolean({ description: "Is it what was set of its month by hand?" }),
    source: OneOf(entrySources, {
      description:
        "PATTERN by the recognition pattern, PIN set by hand, BILLED and CONSUMED as billed and consumed, CREDIT_MEMO what credit " +
        "memos of the month took back of months before it, CATCH_UP what those should have had otherwise, BREAKAGE prepaid value " +
        "that lapsed.",
    }),
    earnedTimeframe: Month({
      description: "Of what makes months good that went before, the first of them; else the timeframe itself.",
    }),
  }),
);

export function viewOfRevenue(entry: ListedRevenue) {
  return {
    performanceObligationId: entry.performanceObligationId,
    contractId: entry.contractId,
    customerId: entry.customerId,
    categoryId: entry.categoryId,
    timeframe: formatMonth(entry.month),
    currency: entry.amount.currency,
    amount: formatMoney(entry.amount),
    status: entry.status,
    pinned: entry.isByHand,
    source: entry.source,
    earnedTimeframe: formatMonth(entry.earnedMonth),
  };
}
