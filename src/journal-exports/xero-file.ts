import type { BatchContent } from "./export-batch.ts";
import { dayFirst, ledgerCsv, rowsOf, shortened } from "./ledger-file.ts";

/** Columns of Xero's template of manual journals (help.xero.com "ManualJournalsImport"); required ones have an asterisk. */
export const xeroColumns = [
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
 * A batch for Xero. Lines with one narration and day are one journal, days are dd/mm/yyyy, a positive amount is a debit and a
 * negative one a credit. The tax rate is the one name that the settings say: tax is in lines of its own already.
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
