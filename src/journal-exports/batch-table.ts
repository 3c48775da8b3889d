import { parseMoney } from "../kernel/money.ts";
import { plural } from "../kernel/plural.ts";
import { type Column, type Row, type Table, tableOf, tableWithoutTotals } from "../reports/table.ts";
import type { BatchContent } from "./export-batch.ts";
import { rowsOf } from "./ledger-file.ts";

const columns: readonly Column[] = [
  { key: "reference", label: "Reference", kind: "text" },
  { key: "date", label: "Date", kind: "date" },
  { key: "accountNumber", label: "Account number", kind: "text" },
  { key: "accountName", label: "Account", kind: "text" },
  { key: "role", label: "Role", kind: "text", isCode: true },
  { key: "currency", label: "Currency", kind: "text" },
  { key: "debit", label: "Debit", kind: "money" },
  { key: "credit", label: "Credit", kind: "money" },
  { key: "memo", label: "Memo", kind: "text" },
  { key: "customerName", label: "Customer", kind: "text" },
  { key: "contractName", label: "Contract", kind: "text" },
  { key: "categoryName", label: "Category", kind: "text" },
  { key: "itemName", label: "Item", kind: "text" },
  { key: "className", label: "Class", kind: "text" },
  { key: "customerId", label: "Customer id", kind: "text", isId: true },
  { key: "contractId", label: "Contract id", kind: "text", isId: true },
  { key: "journalEntryId", label: "Journal entry id", kind: "text", isId: true },
];

/** A batch as a table with one row per line; the plain CSV and the spreadsheet are written from it. */
export function batchTable(content: BatchContent): Table {
  const rows = rowsOf(content, ({ reference, date, currency, journalEntryId }, line): Row => {
    const amount = (text: string | null) => (text === null ? null : (parseMoney(text, currency) ?? null));
    const { debit, credit, classExternalId: _, ...rest } = line;
    return {
      cells: { ...rest, reference, date, currency, journalEntryId, debit: amount(debit), credit: amount(credit) },
    };
  });
  const totals = content.totals.map(
    (each) => `${each.currency}: ${plural(each.entries, "entry", "entries")}, debit and credit ${each.debit}`,
  );
  const layout = { columns, notes: [`Batch ${content.exportNumber}. Control totals: ${totals.join("; ")}.`] };
  const [only, ...others] = content.totals;
  return only === undefined || others.length > 0
    ? tableWithoutTotals(layout, rows)
    : tableOf(layout, rows, only.currency);
}
