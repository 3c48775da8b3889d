import { Type } from "typebox";
import { latestPrice } from "../../billing-terms/billing-term.ts";
import { lastDay } from "../../billing-terms/civil-date.ts";
import { formatDay, formatMonth } from "../../kernel/day.ts";
import { formatMoney, sum } from "../../kernel/money.ts";
import { isClosed } from "../../ledger/books.ts";
import { instantOut } from "../../platform/clock.ts";
import { CivilDate, Closed, Instant, Month, Named, Nullable, OneOf, Uuid } from "../../platform/http/wire.ts";
import type { ObligationWithRevenue } from "../../revenue/obligation-service.ts";
import { discountsView, scheduleView, seatConfigView, viewOfDiscounts, viewOfSchedule } from "./billing-terms.ts";
import { RecognitionPatternWord } from "./shared-words.ts";

export const ObligationView = Named(
  "Obligation",
  Closed({
    id: Uuid(),
    contractId: Uuid(),
    billingTermId: Uuid(),
    performanceObligationId: Uuid(),
    billingTermGroupId: Uuid(),
    serviceStartDate: CivilDate(),
    serviceEndDate: Nullable(CivilDate()),
    categoryId: Nullable(Uuid()),
    classId: Nullable(Uuid()),
    recognitionPattern: RecognitionPatternWord(),
    standaloneSellingPrice: Nullable(Type.String()),
    status: OneOf(["ACTIVE", "TERMINATED"]),
    billingSchedule: Named("BillingSchedule", Closed(scheduleView)),
    discounts: discountsView,
    seatConfig: seatConfigView,
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

/** An obligation with its revenue; several entries of one month are summed. */
export function viewOfObligation({ obligation, schedule, books }: ObligationWithRevenue) {
  const { id, performanceObligation } = obligation;
  const { billingTerm: term, service, standaloneSellingPrice: selling } = performanceObligation;
  const months = Map.groupBy(
    schedule.toSorted((a, b) => a.month - b.month),
    (entry) => entry.month,
  );
  const manual = performanceObligation.manualMonths.filter((manualMonth) => manualMonth.isManual);
  const pinned = new Set(manual.map(({ month }) => month));
  return {
    id,
    contractId: performanceObligation.contractId,
    billingTermId: term.id,
    performanceObligationId: performanceObligation.id,
    billingTermGroupId: term.billingTermGroupId,
    serviceStartDate: formatDay(service.start),
    serviceEndDate: lastDay(service.end),
    categoryId: performanceObligation.categoryId,
    classId: performanceObligation.classId,
    recognitionPattern: performanceObligation.recognitionPattern,
    standaloneSellingPrice: selling === null ? null : formatMoney(selling),
    status: term.terminatedAt === null ? "ACTIVE" : "TERMINATED",
    billingSchedule: viewOfSchedule(term),
    discounts: viewOfDiscounts(latestPrice(term)),
    seatConfig: term.seatConfig,
    revenueSchedule: {
      categoryId: performanceObligation.categoryId,
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

function totalOf(entries: ObligationWithRevenue["schedule"]): string {
  const amounts = entries.map((entry) => entry.amount);
  return formatMoney(sum(amounts, amounts[0]?.currency ?? "USD"));
}
