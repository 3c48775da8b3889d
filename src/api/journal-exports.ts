import type { FastifyInstance } from "fastify";
import { batchTable } from "../journal-exports/batch-table.ts";
import { type BatchContent, exportFormats } from "../journal-exports/export-batch.ts";
import { exportFile, exportFileName } from "../journal-exports/export-file.ts";
import { reconcile } from "../journal-exports/reconciliation-service.ts";
import * as service from "../journal-exports/service.ts";
import { required } from "../kernel/assert.ts";
import { parseMonth } from "../kernel/day.ts";
import { plural } from "../kernel/plural.ts";
import { allowLonger } from "../platform/db/statement-limits.ts";
import type { FileAnswer } from "../platform/http/answer.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { PageOf } from "../platform/http/wire.ts";
import { answerWrite } from "../platform/run-write.ts";
import { type Platform, read, readRows } from "../platform/write.ts";
import { sheetsOf } from "../reports/report-sheets.ts";
import { companyName } from "../reports/request-service.ts";
import type { XlsxWriter } from "../reports/xlsx.ts";
import { csvType, xlsxType } from "./report-route.ts";
import {
  CreateExportBody,
  exportList,
  JournalExportView,
  ReconcileBody,
  ReconciliationView,
  requestFromBody,
  viewOfExport,
  viewOfReconciliation,
} from "./schemas/journal-exports.ts";
import { readLedgerBalances } from "./schemas/ledger-balances.ts";

const tag = "Journal exports";
const ids = { id: "JOURNAL_EXPORT_NOT_FOUND" } as const;

export function registerJournalExportRoutes(app: FastifyInstance, platform: Platform, xlsx: XlsxWriter): void {
  registerWrites(app, platform);
  registerReads(app, platform, xlsx);
}

function registerWrites(app: FastifyInstance, platform: Platform): void {
  route(app, {
    method: "POST",
    url: "/v3/journal-exports",
    operationId: "createJournalExport",
    summary: "Export the journal of a month",
    description:
      "Makes a batch of the entries dated in the month that are in none yet. It never changes, and no entry is in two: what is posted into the month later goes into its next batch. The month need not be closed.",
    tag,
    access: "write",
    isHeavy: true,
    dryRun: true,
    body: CreateExportBody,
    payload: JournalExportView,
    successStatus: 201,
    errors: [400],
    errorCodes: ["INVALID_MONTH", "NOTHING_TO_EXPORT", "EXPORT_NOT_CONFIGURED"],
    handler: (request) => {
      const wanted = requestFromBody(request.body);
      return answerWrite(
        platform,
        request,
        async (ctx) => {
          await allowLonger(ctx.tx, "report");
          const batch = await service.createExport(ctx, wanted);
          return {
            payload: viewOfExport(batch),
            message: `${plural(batch.entryCount, "entry", "entries")} in ${batch.exportNumber}.`,
          };
        },
        (ctx) => service.previewExport(ctx, wanted),
      );
    },
  });

  route(app, {
    method: "POST",
    url: "/v3/journal-exports/reconciliation",
    operationId: "reconcileLedger",
    summary: "Compare the general ledger's trial balance with the journal",
    description:
      "Account by account, by the chart of accounts. Changes nothing; that it was done, and what differed, is in the audit log.",
    tag,
    access: "write",
    isHeavy: true,
    body: ReconcileBody,
    payload: ReconciliationView,
    successStatus: 200,
    errors: [400],
    handler: (request) => {
      const { month, of = "BALANCE", fiscalYearFrom = null, csv } = request.body;
      return answerWrite(platform, request, async (ctx) => {
        await allowLonger(ctx.tx, "report");
        const result = await reconcile(ctx, {
          month: monthFrom(month),
          of,
          incomeFrom: fiscalYearFrom === null ? null : monthFrom(fiscalYearFrom),
          ledger: await readLedgerBalances(csv, ctx.merchant.defaultCurrency),
        });
        const message = result.isTied ? "The general ledger agrees." : "The general ledger differs.";
        return { payload: viewOfReconciliation(month, result), message };
      });
    },
  });
}

function registerReads(app: FastifyInstance, platform: Platform, xlsx: XlsxWriter): void {
  route(app, {
    method: "GET",
    url: "/v3/journal-exports",
    operationId: "listJournalExports",
    summary: "List journal exports",
    description: "Newest first.",
    tag,
    access: "read",
    list: exportList,
    payload: PageOf(JournalExportView),
    successStatus: 200,
    errors: [400],
    handler: async ({ list, principal }) => {
      const { exports, extent } = await readRows(platform, principal.merchantId, (tx, merchantId) =>
        service.listExports(tx, merchantId, list),
      );
      return { payload: pageOf(list, exports.map(viewOfExport), extent), message: "Journal exports." };
    },
  });

  route(app, {
    method: "GET",
    url: "/v3/journal-exports/:id",
    operationId: "getJournalExport",
    summary: "Get a journal export",
    tag,
    access: "read",
    ids,
    payload: JournalExportView,
    successStatus: 200,
    errors: [404],
    handler: async ({ principal, params }) => {
      const found = await readRows(platform, principal.merchantId, (tx, merchantId) =>
        service.getExport(tx, merchantId, params.id),
      );
      return { payload: viewOfExport(found), message: "Journal export." };
    },
  });

  route(app, {
    method: "GET",
    url: "/v3/journal-exports/:id/file",
    operationId: "downloadJournalExport",
    summary: "Download a journal export",
    description:
      "The file of its format, the same bytes each time; `format` asks for plain CSV, JSON or XLSX of the same content. The JSON file has the `sha256` of the batch. CSV is in UTF-8, for DATEV in windows-1252.",
    tag,
    access: "read",
    ids,
    query: { format: { description: "Another format than its own.", values: ["CSV", "XLSX", "JSON"] } },
    payload: JournalExportView,
    answersFile: true,
    fileType: "application/json",
    alsoFiles: [csvType, xlsxType],
    successStatus: 200,
    errors: [400, 404],
    handler: async ({ principal, params, query }) => {
      const found = await read(platform, principal.merchantId, async (reader) => ({
        company: await companyName(reader),
        ...(await service.getContent(reader.tx, reader.merchant.id, params.id)),
      }));
      const { batch, content, text, company } = found;
      const format = exportFormats.find((each) => each === query.format) ?? batch.format;
      const fileName = exportFileName(content, format);
      if (format === "XLSX")
        return { file: await spreadsheet(xlsx, content, company), fileName, contentType: xlsxType };
      const contentType = format === "JSON" ? "application/json" : format === "DATEV" ? ansiType : csvType;
      return { file: exportFile(content, text, format), fileName, contentType } satisfies FileAnswer;
    },
  });
}

const ansiType = "text/csv; charset=windows-1252";

function spreadsheet(xlsx: XlsxWriter, content: BatchContent, company: string): Promise<Uint8Array> {
  const month = monthFrom(content.month);
  const table = batchTable(content);
  const [only, ...others] = content.totals;
  const currency = only === undefined || others.length > 0 ? null : only.currency;
  const report = { table, currency, otherCurrencies: [], period: { of: "MONTHS", first: month, last: month } } as const;
  const sheets = sheetsOf(report, { company, title: "Journal export", sheet: "Journal" });
  return xlsx.write({
    sheets,
    parameters: [
      ["Batch", content.exportNumber],
      ["Month", content.month],
      ["Level", content.level],
      ["Created at", content.createdAt],
    ],
  });
}

function monthFrom(text: string) {
  return required(parseMonth(text), "a month that was checked");
}
