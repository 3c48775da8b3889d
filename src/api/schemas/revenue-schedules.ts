import { Type } from "typebox";
import type { GroupPosition } from "../../close/group-position.ts";
import { formatMonth } from "../../kernel/day.ts";
import { formatMoney } from "../../kernel/money.ts";
import { enumField, monthField, uuidField } from "../../platform/http/filter.ts";
import type { ListDeclaration } from "../../platform/http/list-query.ts";
import { Closed, Month, Named, Nullable, OneOf, Uuid } from "../../platform/http/wire.ts";
import { entrySources } from "../../revenue/entry-source.ts";
import type { ListedRevenue } from "../../revenue/list-service.ts";
import { revenueStatuses } from "../../revenue/schedule.ts";

export const revenueList: ListDeclaration = {
  fields: {
    contractId: uuidField("eq", "in"),
    customerId: uuidField("eq", "in"),
    performanceObligationId: uuidField("eq", "in"),
    productId: uuidField("eq", "in"),
    timeframe: monthField("eq", "gt", "gte", "lt", "lte", "in"),
    status: enumField(revenueStatuses, "eq", "in"),
  },
  isFixedOrder: true,
};

export const RevenueEntryView = Named(
  "RevenueEntry",
  Closed({
    performanceObligationId: Uuid(),
    contractId: Uuid(),
    customerId: Nullable(Uuid()),
    categoryId: Nullable(Uuid()),
    productId: Nullable(
      Uuid({ description: "Of the performance obligation; else of the billing term that it follows." }),
    ),
    timeframe: Month(),
    currency: Type.String(),
    amount: Type.String(),
    status: OneOf(revenueStatuses, {
      description: "POSTED in a closed month, ACCRUED in an open past one, PLANNED ahead.",
    }),
    pinned: Type.Boolean({ description: "Was its month set manually?" }),
    source: OneOf(entrySources, {
      description:
        "PATTERN by the recognition pattern, PIN set manually, BILLED and CONSUMED as billed and consumed, CREDIT_MEMO what credit memos " +
        "of the month credited of earlier months, CATCH_UP other corrections of earlier months, BREAKAGE prepaid value " +
        "that lapsed, OPENING what the old books had recognized.",
    }),
    earnedTimeframe: Month({
      description: "Of what corrects earlier months, the first of them; else the timeframe itself.",
    }),
    contractLiability: Nullable(
      Type.String({
        description:
          "Contract liability (deferred revenue) of the billing term group at the end of the timeframe, beside its unbilled " +
          "receivable; null while the month is open. Detail: the books net per contract.",
      }),
    ),
    contractAsset: Nullable(
      Type.String({ description: "Contract asset of the group at the end of the timeframe; null while it is open." }),
    ),
  }),
);

/** @param position of the group at the end of the entry's month; undefined while it is open */
export function viewOfRevenue(entry: ListedRevenue, position: GroupPosition | undefined) {
  return {
    performanceObligationId: entry.performanceObligationId,
    contractId: entry.contractId,
    customerId: entry.customerId,
    categoryId: entry.categoryId,
    productId: entry.productId,
    timeframe: formatMonth(entry.month),
    currency: entry.amount.currency,
    amount: formatMoney(entry.amount),
    status: entry.status,
    pinned: entry.isManual,
    source: entry.source,
    earnedTimeframe: formatMonth(entry.earnedMonth),
    contractLiability: position === undefined ? null : formatMoney(position.contractLiability),
    contractAsset: position === undefined ? null : formatMoney(position.contractAsset),
  };
}
