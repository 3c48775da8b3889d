import { Type } from "typebox";
import { formatMoney } from "../../kernel/money.ts";
import { entryTypes } from "../../ledger/journal-entry.ts";
import type { PostedEntry } from "../../ledger/service.ts";
import { syncStatuses } from "../../ledger/sync-status.ts";
import { enumField, monthField, stringField, unsorted, uuidField } from "../../platform/http/filter.ts";
import type { ListDeclaration } from "../../platform/http/list-query.ts";
import { CivilDate, Closed, Instant, Month, Named, Nullable, OneOf, Uuid } from "../../platform/http/wire.ts";
import { type EntryNames, memoOfLine } from "../../reports/entry-memo.ts";
import { AccountRoleWord } from "./shared-words.ts";

export const journalEntryList: ListDeclaration = {
  fields: {
    month: monthField("eq", "gt", "gte", "lt", "lte", "in"),
    type: enumField(entryTypes),
    contractId: uuidField(),
    // The source of an entry posted by a close is a month and no id.
    sourceId: unsorted(stringField("eq", "in")),
    syncStatus: enumField(syncStatuses, "eq", "in"),
    journalExportId: uuidField(),
  },
};

const JournalLineView = Named(
  "JournalLine",
  Closed({
    account: Type.String(),
    role: AccountRoleWord(),
    debit: Type.String(),
    credit: Type.String(),
    customerId: Nullable(Uuid()),
    categoryId: Nullable(Uuid({ description: "Revenue category." })),
    itemId: Nullable(Uuid({ description: "Item of the accounting system, on lines of revenue and contra revenue." })),
    classId: Nullable(Uuid({ description: "Class of the accounting system, on lines of revenue and contra revenue." })),
    memo: Type.String({
      description: 'What the line posts, in words: "Invoice INV-000012", "Revenue 2026-01, Support".',
    }),
  }),
);

export const JournalEntryView = Named(
  "JournalEntry",
  Closed({
    id: Uuid(),
    number: Type.String({ description: "Consecutive number of the merchant's journal." }),
    month: Month(),
    date: CivilDate(),
    type: OneOf(entryTypes),
    contractId: Nullable(Uuid()),
    sourceType: Type.String(),
    sourceId: Type.String(),
    reversesEntryId: Nullable(Uuid()),
    currency: Type.String(),
    lines: Type.Array(JournalLineView),
    syncStatus: OneOf(syncStatuses, { description: "Its sync status." }),
    journalExportId: Nullable(Uuid({ description: "The journal export that it is in; null for none yet." })),
    postedAt: Instant(),
  }),
);

/** An entry as integrators see it. */
export function viewOfEntry(entry: PostedEntry, names: EntryNames) {
  return {
    id: entry.id,
    number: entry.number,
    month: entry.date.slice(0, 7),
    date: entry.date,
    type: entry.type,
    contractId: entry.contractId,
    sourceType: entry.sourceType,
    sourceId: entry.sourceId,
    reversesEntryId: entry.reversesEntryId,
    currency: entry.currency,
    lines: entry.lines.map((line) => ({
      account: line.account,
      role: line.role,
      debit: formatMoney(line.debit),
      credit: formatMoney(line.credit),
      customerId: line.customerId,
      categoryId: line.categoryId,
      itemId: line.itemId,
      classId: line.classId,
      memo: memoOfLine(entry, line, names),
    })),
    syncStatus: entry.syncStatus,
    journalExportId: entry.journalExportId,
    postedAt: entry.postedAt,
  };
}
