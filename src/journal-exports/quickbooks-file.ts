import type { BatchContent } from "./export-batch.ts";
import { amountCell, ledgerCsv, monthFirst, rowsOf } from "./ledger-file.ts";

/**
 * Columns for Import data › Journal entries of QuickBooks Online: first the required ones, named as in Intuit's help article "Import
 * journal entries in QuickBooks Online" (L4tQBwbs7), then optional ones.
 */
const quickBooksColumns = [
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
 * A batch for QuickBooks Online. Lines with the same number form one entry, dates are MM/DD/YYYY, and accounts are identified by the
 * name in the chart of accounts, `Parent:Sub` for a subaccount. Lines of an account of the type Accounts receivable need a customer.
 * A summary has none, so for summaries the chart must map the receivable to an account of another type.
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
