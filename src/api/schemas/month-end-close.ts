import { Type } from "typebox";
import { type Check, checkCodes, checkStatuses, failedOf, recordsShown, recordTypes } from "../../close/checklist.ts";
import { type PeriodRow, periodStatuses } from "../../close/period.ts";
import { type ClosePreview, entriesPreviewed } from "../../close/service.ts";
import { required } from "../../kernel/assert.ts";
import { firstDayOf, formatDay, formatMonth } from "../../kernel/day.ts";
import { formatMoney } from "../../kernel/money.ts";
import { type Books, barOf, isClosed, lockableSubLedgers } from "../../ledger/books.ts";
import { entryTypes } from "../../ledger/journal-entry.ts";
import { instantOut } from "../../platform/clock.ts";
import { enumField, monthField } from "../../platform/http/filter.ts";
import type { ListDeclaration } from "../../platform/http/list-query.ts";
import { CivilDate, Closed, Instant, Month, Named, Nullable, OneOf, Uuid } from "../../platform/http/wire.ts";
import { CloseHoldView, viewOfHold } from "./close-holds.ts";

const subLedgers = [...lockableSubLedgers, "REVENUE"] as const;

export const periodList: ListDeclaration = {
  fields: {
    month: monthField("eq", "gt", "gte", "lt", "lte", "in"),
    status: enumField(periodStatuses, "eq", "in"),
  },
};

const CheckView = Closed({
  code: OneOf(checkCodes),
  title: Type.String({ description: "What holds when it passes." }),
  status: OneOf(checkStatuses),
  message: Type.String(),
  action: Nullable(Type.String({ description: "What to do when it failed." })),
  recordType: OneOf(recordTypes),
  ids: Type.Array(Type.String(), { description: `The first ${recordsShown} records that it found.` }),
  total: Type.Integer(),
});

export const PeriodView = Named(
  "AccountingPeriod",
  Closed({
    month: Month(),
    status: OneOf(periodStatuses),
    locked: Type.Array(OneOf(subLedgers), {
      description:
        "The sub-ledgers in which nothing can be dated in the month; REVENUE is locked by closing it, with the others.",
    }),
    closedAt: Nullable(Instant()),
    closedBy: Nullable(Type.String()),
    reopenedAt: Nullable(Instant()),
    reopenedBy: Nullable(Type.String()),
    reopenReason: Nullable(Type.String()),
    reopenedWith: Nullable(Month({ description: "The month whose reopening also reopened this one." })),
    closeCount: Type.Integer(),
    checks: Type.Array(CheckView, {
      description:
        "The checks before it was last closed; of a month that was closed along, those of the month that was named.",
    }),
  }),
);

export function viewOfPeriod(period: PeriodRow, books: Books) {
  const locks = lockableSubLedgers.filter((subLedger) => barOf(books, subLedger, period.month) !== undefined);
  return {
    month: formatMonth(period.month),
    status: period.status,
    locked: [...locks, ...(isClosed(books, period.month) ? (["REVENUE"] as const) : [])],
    closedAt: period.closedAt === null ? null : instantOut(period.closedAt),
    closedBy: period.closedBy,
    reopenedAt: period.reopenedAt === null ? null : instantOut(period.reopenedAt),
    reopenedBy: period.reopenedBy,
    reopenReason: period.reopenReason,
    reopenedWith: period.reopenedWith === null ? null : formatMonth(period.reopenedWith),
    closeCount: period.closeCount,
    checks: period.checks.map(viewOfCheck),
  };
}

/** The database does not keep the order of fields of stored checks. */
function viewOfCheck({ code, title, status, message, action, recordType, ids, total }: Check) {
  return { code, title, status, message, action, recordType, ids, total };
}

export const CloseView = Closed({
  month: Month(),
  closedMonths: Type.Array(Month(), { description: "The month and every earlier one that was still open." }),
  entriesPosted: Type.Integer(),
});

export const PreviewView = Closed({
  month: Month(),
  canClose: Type.Boolean(),
  checks: Type.Array(CheckView, { description: "Every check, also those that passed." }),
  months: Type.Array(Month(), { description: "What closing would close, as far as it has begun." }),
  held: Type.Array(CloseHoldView, { description: "Contracts that closing the month would leave out." }),
  totalEntries: Type.Integer(),
  entries: Type.Array(
    Closed({
      date: CivilDate(),
      type: OneOf(entryTypes),
      contractId: Nullable(Uuid()),
      currency: Type.String(),
      lines: Type.Array(
        Closed({ account: Type.String(), role: Type.String(), debit: Type.String(), credit: Type.String() }),
      ),
    }),
    { description: `The first ${entriesPreviewed} entries that closing would post; totalEntries counts them all.` },
  ),
});

export function viewOfPreview(month: number, preview: ClosePreview) {
  return {
    month: formatMonth(month),
    canClose: failedOf(preview.checks).length === 0,
    checks: preview.checks,
    months: preview.months.map(formatMonth),
    held: preview.held.map(viewOfHold),
    totalEntries: preview.totalEntries,
    entries: preview.entries.map((entry) => ({
      date: entry.date,
      type: entry.type,
      contractId: entry.contractId,
      currency: required(entry.lines[0], "a line of an entry").debit.currency,
      lines: entry.lines.map((line) => ({
        account: line.account,
        role: line.role,
        debit: formatMoney(line.debit),
        credit: formatMoney(line.credit),
      })),
    })),
  };
}

export const BookCloseDateView = Closed({
  isSet: Type.Boolean(),
  bookCloseDate: Nullable(CivilDate({ description: "Last day of the last closed month." })),
});

export function viewOfBookCloseDate(closedThrough: number | null) {
  return {
    isSet: closedThrough !== null,
    bookCloseDate: closedThrough === null ? null : formatDay(firstDayOf(closedThrough + 1) - 1),
  };
}
