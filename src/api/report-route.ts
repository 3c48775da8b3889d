import type { FastifyInstance } from "fastify";
import { formatDay } from "../kernel/day.ts";
import { type Clock, formatInstant, type Merchant } from "../platform/clock.ts";
import { allowLonger } from "../platform/db/statement-limits.ts";
import type { QueryParameter } from "../platform/http/endpoint.ts";
import type { NotFoundCode } from "../platform/http/error-codes.ts";
import { type FileAnswer, route } from "../platform/http/route.ts";
import { version } from "../platform/version.ts";
import { type Platform, read } from "../platform/write.ts";
import { csvOf, csvOfAll } from "../reports/csv.ts";
import { sheetsOf } from "../reports/report-sheets.ts";
import { type LoadReport, loadReport, type Report, yearsAhead } from "../reports/request-service.ts";
import type { Column } from "../reports/table.ts";
import type { Parameters } from "../reports/workbook.ts";
import type { XlsxWriter } from "../reports/xlsx.ts";
import { keepRevenue } from "../revenue/keep-service.ts";
import { type Periods, reportSchema, type SectionShape, viewOfReport } from "./schemas/reports.ts";

export const csvType = "text/csv; charset=utf-8";
export const xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** The one declaration of a report: JSON, files and documentation follow from it. */
export type ReportDeclaration = {
  /** The last word of its path. */
  readonly name: string;
  readonly operationId: string;
  readonly title: string;
  /** The name of its sheet, where the title is too long for one: at most 31 characters. */
  readonly sheet?: string;
  readonly description: string;
  readonly query: Readonly<Record<string, QueryParameter>>;
  readonly columns: readonly Column[];
  readonly periods?: Periods;
  /** Tables beside its own. */
  readonly sections?: readonly SectionShape[];
  /** The 404 of a record that the query names. */
  readonly notFound?: NotFoundCode;
  /** Has it revenue that is not posted? Then what is not current of what is kept of it is kept before. */
  readonly readsRevenue?: boolean;
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

/** Of a month that a report may ask for. */
export const atMostAhead = `at most ${yearsAhead} years ahead`;

export const asOfParameter: QueryParameter = {
  description: "What the report said at the end of this day in the merchant's time zone; now without it.",
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
      if (declaration.readsRevenue === true && query.asOf === undefined) {
        await keepRevenue(platform, principal.merchantId);
      }
      const of = await read(platform, principal.merchantId, async (reader) => {
        const { tx, merchant, clock } = reader;
        await allowLonger(tx, "report");
        return { merchant, clock, ...(await loadReport(reader, query, declaration.load)) };
      });
      if (query.format === "csv" || query.format === "xlsx") {
        return fileOf(xlsx, of, { name, title, sheet, format: query.format });
      }
      const generatedAt = formatInstant(of.clock.now);
      return { payload: viewOfReport(of.report, declaration, generatedAt), message: `${title}.` };
    },
  });
}

/** A report that was loaded, of whom and when. */
type Loaded = {
  readonly merchant: Merchant;
  readonly clock: Clock;
  readonly company: string;
  readonly report: Report;
};

/** A report as a file, named after what it is of. The transaction that loaded it is over. */
export async function fileOf(
  xlsx: XlsxWriter,
  { merchant, clock, company, report }: Loaded,
  { name, title, sheet, format }: { name: string; title: string; sheet: string; format: "csv" | "xlsx" },
): Promise<FileAnswer> {
  const values = Object.values(report.parameters).join("-");
  const fileName = `${name}-${values.replaceAll(/[^A-Za-z0-9-]+/g, "-")}.${format}`;
  if (format === "csv") return { file: Buffer.from(csvOfReport(report, title)), fileName, contentType: csvType };
  const parameters = parametersOf(merchant, report, title, formatInstant(clock.now), formatDay(clock.today));
  const { groupBy } = report.parameters;
  // Of a report with sections, what its rows stand for is that of one of them.
  const inFull = groupBy === undefined || report.sections !== undefined ? title : `${title} by ${groupBy}`;
  const file = await xlsx.write({ sheets: sheetsOf(report, { company, title: inFull, sheet }), parameters });
  return { file, fileName, contentType: xlsxType };
}

function csvOfReport({ table, sections }: Report, title: string): string {
  return sections === undefined ? csvOf(table) : csvOfAll([{ title, table }, ...sections]);
}

function parametersOf(merchant: Merchant, report: Report, title: string, now: string, today: string): Parameters {
  const { currency, otherCurrencies, parameters } = report;
  const { asOf = today, ...asked } = parameters;
  return [
    ["Report", title],
    ["Merchant", merchant.name],
    ...Object.entries(asked).map(([key, value]) => [wordsOf(key), value] as const),
    ["Currency", currency ?? "several"],
    ...(otherCurrencies.length === 0 ? [] : [["Left out", otherCurrencies.join(", ")] as const]),
    ["As of", asOf],
    ["Generated at", now],
    ["Time zone", merchant.timeZone],
    ["Version", version],
  ];
}

/** `groupBy` as people read it: "Group by". */
function wordsOf(key: string): string {
  const words = key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
