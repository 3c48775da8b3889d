import type { FastifyInstance } from "fastify";
import { assert } from "../kernel/assert.ts";
import { formatDay } from "../kernel/day.ts";
import { type Clock, formatInstant, type Merchant } from "../platform/clock.ts";
import { allowLonger } from "../platform/db/statement-limits.ts";
import type { FileAnswer, PiecewiseAnswer } from "../platform/http/answer.ts";
import type { QueryParameter } from "../platform/http/endpoint.ts";
import type { NotFoundCode } from "../platform/http/error-codes.ts";
import { route } from "../platform/http/route.ts";
import { version } from "../platform/version.ts";
import { type Platform, read, readRows as readAlone } from "../platform/write.ts";
import { csvOf, csvOfAll, csvOfRows } from "../reports/csv.ts";
import { storeMonthEndBalances } from "../reports/month-end-balances-service.ts";
import { sheetsOf } from "../reports/report-sheets.ts";
import {
  type HeldReport,
  type LoadReport,
  loadReport,
  type Report,
  type ReportInPieces,
  yearsAhead,
} from "../reports/request-service.ts";
import type { Column, Row, Table } from "../reports/table.ts";
import type { Parameters } from "../reports/workbook.ts";
import type { XlsxWriter } from "../reports/xlsx.ts";
import { refreshStoredRevenue } from "../revenue/stored-revenue-service.ts";
import { type Periods, reportSchema, type SectionShape, viewOfReport, viewOfRow } from "./schemas/reports.ts";

export const csvType = "text/csv; charset=utf-8";
export const xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** The one declaration of a report: JSON, files and documentation follow from it. */
export type ReportDeclaration = {
  /** The last word of its path. */
  readonly name: string;
  readonly operationId: string;
  readonly title: string;
  /** The name of its sheet, if the title has more than 31 characters. */
  readonly sheet?: string;
  readonly description: string;
  readonly query: Readonly<Record<string, QueryParameter>>;
  readonly columns: readonly Column[];
  readonly periods?: Periods;
  /** Tables in addition to its own. */
  readonly sections?: readonly SectionShape[];
  /** The 404 of a record that the query names. */
  readonly notFound?: NotFoundCode;
  /** True if it has revenue that is not posted: stored revenue that is out of date is then recalculated first. */
  readonly readsRevenue?: boolean;
  /** True if it has contract balances or their changes: balances of closed months that are not stored yet are then stored first. */
  readonly readsBalances?: boolean;
  readonly load: LoadReport;
};

export const formatParameter: QueryParameter = {
  description: "json (default), csv, or xlsx.",
  values: ["json", "csv", "xlsx"],
};

const currencyParameter: QueryParameter = {
  description: "Reports are in one currency, the merchant's own unless another is asked for.",
  format: "currency",
};

/** Limit of the months that a report may cover. */
export const atMostAhead = `at most ${yearsAhead} years ahead`;

export const asOfParameter: QueryParameter = {
  description: "The report as of the end of this day in the merchant's time zone; default now.",
  format: "date",
};

/** Registers a report as `GET /v3/reports/{name}`. */
export function reportRoute(
  app: FastifyInstance,
  platform: Platform,
  xlsx: XlsxWriter,
  declaration: ReportDeclaration,
): void {
  const { name, title, columns, periods, sheet = title, notFound } = declaration;
  const schemaName = name
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
  route(app, {
    method: "GET",
    url: `/v3/reports/${name}`,
    operationId: declaration.operationId,
    summary: `Get ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
    description: declaration.description,
    tag: "Reports",
    access: "read",
    isHeavy: true,
    query: {
      ...declaration.query,
      currency: currencyParameter,
      asOf: asOfParameter,
      format: formatParameter,
    },
    payload: reportSchema(schemaName, columns, periods, declaration.sections),
    alsoFiles: [csvType, xlsxType],
    successStatus: 200,
    errors: notFound === undefined ? [400] : [400, 404],
    ...(notFound === undefined ? {} : { errorCodes: [notFound] }),
    handler: async ({ principal, query }) => {
      if (query.asOf === undefined) {
        if (declaration.readsRevenue === true) await refreshStoredRevenue(platform, principal.merchantId);
        if (declaration.readsBalances === true) await storeMonthEndBalances(platform, principal.merchantId);
      }
      const loaded = await read(platform, principal.merchantId, async (reader) => {
        const { tx, merchant, clock } = reader;
        await allowLonger(tx, "report");
        return { merchant, clock, ...(await loadReport(reader, query, declaration.load)) };
      });
      const pieces = piecesOf(platform, principal.merchantId, loaded.report);
      if (pieces !== undefined && query.format !== "xlsx") return inPieces(loaded, pieces, declaration, query.format);
      const of = pieces === undefined ? loaded : await withAllRows(loaded, pieces);
      if (query.format === "csv" || query.format === "xlsx") {
        return fileOf(xlsx, of, { name, title, sheet, format: query.format });
      }
      const generatedAt = formatInstant(of.clock.now);
      return { payload: viewOfReport(of.report, declaration, generatedAt), message: `${title}.` };
    },
  });
}

type Pieces = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;

/**
 * The rows of a report that is read in chunks: held in memory, or each chunk read in a transaction of its own. Either way a slow
 * reader keeps no transaction open.
 */
function piecesOf(
  platform: Platform,
  merchantId: string,
  report: Report | ReportInPieces | HeldReport,
): Pieces | undefined {
  if ("held" in report) return report.held.pieces();
  if (!("readRows" in report)) return undefined;
  const { readRows } = report;
  return (async function* () {
    for (let from: string | undefined | null; from !== null; ) {
      const start: string | undefined = from;
      const piece = await readAlone(platform, merchantId, async (tx) => {
        await allowLonger(tx, "report");
        return readRows(tx, start);
      });
      yield piece.rows;
      from = piece.next;
    }
  })();
}

async function withAllRows<Of extends Loaded>(of: Of, pieces: Pieces): Promise<Of> {
  const rows: Row[] = [];
  for await (const piece of pieces) rows.push(...piece);
  return { ...of, report: { ...of.report, table: { ...of.report.table, rows } } };
}

/** JSON or CSV of a report while its rows are read: the same text as if it were made at once. */
function inPieces(of: Loaded, pieces: Pieces, declaration: ReportDeclaration, format = "json"): PiecewiseAnswer {
  const { name, title, columns, periods } = declaration;
  const { report, clock } = of;
  if (format === "csv") {
    return {
      pieces: csvInPieces(report.table, pieces),
      contentType: csvType,
      fileName: fileNameOf(report, name, "csv"),
    };
  }
  const payload = viewOfReport(report, declaration, formatInstant(clock.now));
  const viewOf = (row: Row) => viewOfRow(row, columns, periods);
  const text = JSON.stringify({ payload, success: true, message: `${title}.` });
  return { pieces: jsonInPieces(text, pieces, viewOf), contentType: "application/json; charset=utf-8" };
}

async function* csvInPieces(table: Table, pieces: Pieces): AsyncGenerator<string> {
  yield csvOf(table);
  for await (const rows of pieces) {
    if (rows.length > 0) yield csvOfRows(table, rows);
  }
}

/** @param text JSON of an object that has exactly one `rows`, which is empty */
async function* jsonInPieces(text: string, pieces: Pieces, viewOf: (row: Row) => object): AsyncGenerator<string> {
  const [head, ...rest] = text.split(noRows);
  assert(rest.length === 1, "a report has one list of rows");
  yield `${head}"rows":[`;
  let comma = "";
  for await (const rows of pieces) {
    if (rows.length === 0) continue;
    yield comma + rows.map((row) => JSON.stringify(viewOf(row))).join(",");
    comma = ",";
  }
  yield `]${rest[0]}`;
}

// Cannot occur in text of users, where a quotation mark is escaped.
const noRows = '"rows":[]';

/** A loaded report, its merchant and the moment. */
type Loaded = {
  readonly merchant: Merchant;
  readonly clock: Clock;
  readonly company: string;
  readonly report: Report;
};

/** A report as a file, named after its parameters. The transaction that loaded the report is over. */
export async function fileOf(
  xlsx: XlsxWriter,
  { merchant, clock, company, report }: Loaded,
  { name, title, sheet, format }: { name: string; title: string; sheet: string; format: "csv" | "xlsx" },
): Promise<FileAnswer> {
  const fileName = fileNameOf(report, name, format);
  if (format === "csv") return { file: Buffer.from(csvOfReport(report, title)), fileName, contentType: csvType };
  const parameters = parametersOf(merchant, report, title, formatInstant(clock.now), formatDay(clock.today));
  const { groupBy } = report.parameters;
  // In a report with sections, grouping concerns only one of them, so the title does not name it.
  const inFull = groupBy === undefined || report.sections !== undefined ? title : `${title} by ${groupBy}`;
  const file = await xlsx.write({ sheets: sheetsOf(report, { company, title: inFull, sheet }), parameters });
  return { file, fileName, contentType: xlsxType };
}

function fileNameOf({ parameters }: Report, name: string, format: string): string {
  const values = Object.values(parameters).join("-");
  return `${name}-${values.replaceAll(/[^A-Za-z0-9-]+/g, "-")}.${format}`;
}

function csvOfReport({ table, sections }: Report, title: string): string {
  return sections === undefined ? csvOf(table) : csvOfAll([{ title, table }, ...sections]);
}

function parametersOf(merchant: Merchant, report: Report, title: string, now: string, today: string): Parameters {
  const { currency, otherCurrencies, parameters } = report;
  const { asOf = today, ...requested } = parameters;
  return [
    ["Report", title],
    ["Merchant", merchant.name],
    ...Object.entries(requested).map(([key, value]) => [wordsOf(key), value] as const),
    ["Currency", currency ?? "several"],
    ...(otherCurrencies.length === 0 ? [] : [["Left out", otherCurrencies.join(", ")] as const]),
    ["As of", asOf],
    ["Generated at", now],
    ["Time zone", merchant.timeZone],
    ["Version", version],
  ];
}

/** `groupBy` in words: "Group by". */
function wordsOf(key: string): string {
  const words = key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
