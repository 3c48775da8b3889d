import type { BatchContent } from "./export-batch.ts";
import { amountCell, ledgerCsv, monthFirst, rowsOf, shortened } from "./ledger-file.ts";

/**
 * Columns of Sage Intacct's template "General Ledger journal entries" (GLBATCH), as shown in its help "CSV import: General Ledger
 * journal entries", plus the column for classes.
 */
const sageIntacctColumns = [
  "DONOTIMPORT",
  "JOURNAL",
  "DATE",
  "REVERSEDATE",
  "DESCRIPTION",
  "REFERENCE_NO",
  "LINE_NO",
  "ACCT_NO",
  "LOCATION_ID",
  "DEPT_ID",
  "DOCUMENT",
  "MEMO",
  "DEBIT",
  "CREDIT",
  "SOURCEENTITY",
  "CURRENCY",
  "EXCH_RATE_DATE",
  "EXCH_RATE_TYPE_ID",
  "EXCHANGE_RATE",
  "STATE",
  "ALLOCATION_ID",
  "GLENTRY_CLASSID",
] as const;

/**
 * A batch for Sage Intacct. The header of an entry (journal, date, description of 30 characters, reference number, state) is only in its
 * first line, and lines are numbered from 1. Dates are MM/DD/YYYY, which has to be chosen at the import. Classes are identified by
 * their external id.
 */
export function sageIntacctFile(content: BatchContent): string {
  const { journal = "GJ", locationId = null } = content.settings.sageIntacct ?? {};
  return ledgerCsv(
    sageIntacctColumns,
    rowsOf(content, ({ reference, date, currency, description }, line, index) => {
      const header = index === 0;
      return [
        null,
        header ? journal : null,
        header ? monthFirst(date) : null,
        null,
        header ? shortened(`${reference} ${description}`, 30) : null,
        header ? reference : null,
        { number: index + 1 },
        line.accountNumber,
        locationId,
        null,
        reference,
        line.memo,
        amountCell(line.debit),
        amountCell(line.credit),
        null,
        currency,
        null,
        null,
        null,
        header ? "Posted" : null,
        null,
        line.classExternalId,
      ];
    }),
  );
}
