import { csvOf } from "../reports/csv.ts";
import { batchTable } from "./batch-table.ts";
import { datevFile } from "./datev-file.ts";
import type { BatchContent, ExportFormat } from "./export-batch.ts";
import { netSuiteFile } from "./netsuite-file.ts";
import { quickBooksFile } from "./quickbooks-file.ts";
import { sageIntacctFile } from "./sage-intacct-file.ts";
import { xeroFile } from "./xero-file.ts";

/** The file of a batch in a given format. Spreadsheets (XLSX) are not written here but in a separate thread. */
export function exportFile(content: BatchContent, text: string, format: Exclude<ExportFormat, "XLSX">): Buffer {
  switch (format) {
    case "JSON":
      return Buffer.from(text);
    case "CSV":
      return Buffer.from(csvOf(batchTable(content)));
    case "QUICKBOOKS":
      return Buffer.from(quickBooksFile(content));
    case "XERO":
      return Buffer.from(xeroFile(content));
    case "NETSUITE":
      return Buffer.from(netSuiteFile(content));
    case "SAGE_INTACCT":
      return Buffer.from(sageIntacctFile(content));
    case "DATEV":
      return datevFile(content);
  }
}

/** For example `JX-000001-2026-01.csv`; names of DATEV files must begin with EXTF_. */
export function exportFileName({ exportNumber, month }: BatchContent, format: ExportFormat): string {
  const name = `${exportNumber}-${month}`;
  if (format === "DATEV") return `EXTF_${name}.csv`;
  return `${name}.${format === "JSON" ? "json" : format === "XLSX" ? "xlsx" : "csv"}`;
}
