import type { BatchContent } from "./export-batch.ts";
import { amountCell, ledgerCsv, monthFirst, rowsOf, shortened } from "./ledger-file.ts";

/**
 * Columns of NetSuite's CSV import of journal entries, from the tables "Journal Entry and Intercompany Journal Entry Header Fields" and
 * "… Line-Level Fields" of its help (section_1534492479, section_1534492737). "Memo" is the entry's memo, "Line Memo" the line's.
 */
const netSuiteColumns = [
  "External ID",
  "Date",
  "Subsidiary",
  "Currency",
  "Memo",
  "Account",
  "Debit",
  "Credit",
  "Line Memo",
  "Name",
  "Class",
] as const;

/**
 * A batch for NetSuite. Lines with the same external id form one entry, which NetSuite refuses to import twice. Accounts are identified
 * by number ("Number-only values, such as 11000, also are supported", with Use Account Numbers on). Dates are MM/DD/YYYY.
 */
export function netSuiteFile(content: BatchContent): string {
  const { subsidiary = null } = content.settings.netSuite ?? {};
  return ledgerCsv(
    netSuiteColumns,
    rowsOf(content, ({ reference, date, currency, description }, line) => [
      `ACCORD-${reference}`,
      monthFirst(date),
      subsidiary,
      currency,
      shortened(description, 999),
      line.accountNumber,
      amountCell(line.debit),
      amountCell(line.credit),
      shortened(line.memo, 999),
      line.customerName,
      line.className,
    ]),
  );
}
