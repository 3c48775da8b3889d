import { type TProperties, type TSchema, Type } from "typebox";
import { formatMoney, type Money } from "../../kernel/money.ts";
import { CivilDate, Closed, Instant, Integer, Month, Named, Nullable, OneOf } from "../../platform/http/wire.ts";
import type { Report } from "../../reports/request-service.ts";
import { type Cell, type Column, type ColumnKind, columnKinds, isMoney, type Row } from "../../reports/table.ts";

/** What the periods of a report are called in JSON. */
export type Periods = "months" | "years";

const kindSchemas: Readonly<Record<ColumnKind, (description: string) => TSchema>> = {
  text: (description) => Nullable(Type.String({ description })),
  date: (description) => Nullable(CivilDate({ description })),
  month: (description) => Nullable(Month({ description })),
  instant: (description) => Nullable(Instant({ description })),
  money: (description) => Nullable(Type.String({ description, examples: ["1200.00"] })),
  count: (description) => Nullable(Integer(0, Number.MAX_SAFE_INTEGER, { description })),
};

const ValuesView = Type.Object(
  {},
  { additionalProperties: Type.String(), description: "Amounts by period.", examples: [{ "2026-01": "100.00" }] },
);

/** The schema of a report's answer, from its columns. */
export function reportSchema(name: string, columns: readonly Column[], periods: Periods | undefined): TSchema {
  const cells = (of: readonly Column[]): TProperties =>
    Object.fromEntries(
      of.map(({ key, label, kind, description }) => [
        key,
        kindSchemas[kind](description === undefined ? `${label}.` : description),
      ]),
    );
  const values = periods === undefined ? {} : { values: ValuesView };
  const periodList = periods === undefined ? {} : { [periods]: Type.Array(Type.String()) };
  return Named(
    `${name}Report`,
    Closed({
      report: Type.String(),
      parameters: Type.Object({}, { additionalProperties: Type.String(), examples: [{ month: "2026-01" }] }),
      generatedAt: Instant(),
      currency: Nullable(Type.String({ description: "Null where rows are in several currencies." })),
      otherCurrencies: Type.Array(Type.String(), { description: "Currencies that this report leaves out." }),
      ...periodList,
      columns: Type.Array(Closed({ key: Type.String(), label: Type.String(), kind: OneOf(columnKinds) }), {
        description: "The columns in the order of the files; periods stand before those that follow them.",
      }),
      rows: Type.Array(Closed({ ...cells(columns), ...values })),
      totals: Nullable(Closed({ ...cells(columns.filter(isSummed)), ...values })),
      notes: Type.Array(Type.String()),
    }),
  );
}

/** A report as JSON: each row an object by column, amounts of periods under `values`. */
export function viewOfReport(
  { table, currency, otherCurrencies, parameters }: Report,
  { report, generatedAt, periods }: { report: string; generatedAt: string; periods: Periods | undefined },
) {
  const { columns, rows, totals, notes } = table;
  const summed = columns.filter(isSummed);
  return {
    report,
    parameters,
    generatedAt,
    currency,
    otherCurrencies,
    ...(periods === undefined ? {} : { [periods]: table.periods }),
    columns: columns.map(({ key, label, kind }) => ({ key, label, kind })),
    rows: rows.map((row) => viewOfRow(row, columns, periods)),
    totals: totals === null ? null : viewOfRow(totals, summed, periods),
    notes,
  };
}

function isSummed({ kind, isSummed = kind === "money" }: Column): boolean {
  return isSummed;
}

function viewOfRow({ cells, values = {} }: Row, columns: readonly Column[], periods: Periods | undefined) {
  return {
    ...Object.fromEntries(columns.map(({ key }) => [key, viewOfCell(cells[key] ?? null)])),
    ...(periods === undefined ? {} : { values: viewOfValues(values) }),
  };
}

function viewOfValues(values: Readonly<Record<string, Money>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([period, amount]) => [period, formatMoney(amount)]));
}

function viewOfCell(cell: Cell): string | number | null {
  return isMoney(cell) ? formatMoney(cell) : cell;
}
