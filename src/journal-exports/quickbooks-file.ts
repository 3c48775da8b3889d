import type { BatchContent } from "./export-batch.ts";
import { amountCell, ledgerCsv, monthFirst, rowsOf } from "./ledger-file.ts";

/**
 * Columns of Import data › Journal entries of QuickBooks Online: the required ones by the names of Intuit's help article "Import
 * journal entries in QuickBooks Online" (L4tQBwbs7), then those that it takes besides.
 */
export const quickBooksColumns = [
  "Journal No.",
  "Journal Date",
  "Account Name",
  "Debits",
  "Credits",
  "Description",
  "Name",
  "Currency",
  "Class",
] as const;

/**
 * A batch for QuickBooks Online. Lines with one number are one entry, days are MM/DD/YYYY, and accounts go by name: that of the
 * chart, `Parent:Sub` for a subaccount. Lines of an account of the type Accounts receivable need the customer, so in a summary the
 * receivable goes to an account of another type.
 */
export function quickBooksFile(content: BatchContent): string {
  return ledgerCsv(
    quickBooksColumns,
    rowsOf(content, ({ reference, date, currency }, line) => [
      reference,
      monthFirst(date),
      line.accountName,
      amountCell(line.debit),
      amountCell(line.credit),
      line.memo,
      line.customerName,
      currency,
      line.className,
    ]),
  );
}
