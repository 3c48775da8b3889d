import type { BatchContent } from "./export-batch.ts";
import { dayFirst, ledgerCsv, rowsOf, shortened } from "./ledger-file.ts";

/** Columns of Xero's template for manual journals (help.xero.com "ManualJournalsImport"); required ones have an asterisk. */
const xeroColumns = [
  "*Narration",
  "*Date",
  "Description",
  "*AccountCode",
  "*TaxRate",
  "*Amount",
  "TrackingName1",
  "TrackingOption1",
  "TrackingName2",
  "TrackingOption2",
] as const;

/**
 * A batch for Xero. Lines with the same narration and date form one journal, dates are dd/mm/yyyy, positive amounts are debits and
 * negative ones credits. All lines have the tax rate of the settings: tax already has lines of its own.
 */
export function xeroFile(content: BatchContent): string {
  const { taxRate = "Tax Exempt", classTracking = null } = content.settings.xero ?? {};
  return ledgerCsv(
    xeroColumns,
    rowsOf(content, ({ reference, date, description }, line) => {
      const isTracked = classTracking !== null && line.className !== null;
      return [
        shortened(`${reference} ${description}`, 500),
        dayFirst(date),
        line.memo,
        line.accountNumber,
        taxRate,
        { number: line.debit ?? `-${line.credit}` },
        isTracked ? classTracking : null,
        isTracked ? line.className : null,
        null,
        null,
      ];
    }),
  );
}
