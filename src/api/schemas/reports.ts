import { type TProperties, type TSchema, Type } from "typebox";
import { formatMoney, type Money } from "../../kernel/money.ts";
import { CivilDate, Closed, Instant, Integer, Month, Named, Nullable, OneOf } from "../../platform/http/wire.ts";
import type { Report } from "../../reports/request-service.ts";
import {
  type Cell,
  type Column,
  type ColumnKind,
  columnKinds,
  isMoney,
  type Row,
  type Table,
} from "../../reports/table.ts";

/** The name of a report's periods in JSON. */
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

/** A table that a report has in addition to its own: its key in JSON, and its columns. */
export type SectionShape = { readonly key: string; readonly columns: readonly Column[]; readonly periods?: Periods };

const ColumnView = Named(
  "ReportColumn",
  Closed({ key: Type.String(), label: Type.String(), kind: OneOf(columnKinds) }),
);

/** The schema of a report's answer, from its columns and those of its sections. */
export function reportSchema(
  name: string,
  columns: readonly Column[],
  periods: Periods | undefined,
  sections: readonly SectionShape[] = [],
): TSchema {
  const ofSections = sections.map((section) => [
    section.key,
    Closed({ title: Type.String(), ...tableFields(section.columns, section.periods) }),
  ]);
  return Named(
    `${name}Report`,
    Closed({
      report: Type.String(),
      parameters: Type.Object({}, { additionalProperties: Type.String(), examples: [{ month: "2026-01" }] }),
      generatedAt: Instant(),
      currency: Nullable(Type.String({ description: "Null where rows are in several currencies." })),
      otherCurrencies: Type.Array(Type.String(), { description: "Currencies that this report leaves out." }),
      ...tableFields(columns, periods),
      ...(sections.length === 0 ? {} : { sections: Closed(Object.fromEntries(ofSections)) }),
    }),
  );
}

function tableFields(columns: readonly Column[], periods: Periods | undefined): TProperties {
  const cells = (of: readonly Column[]): TProperties =>
    Object.fromEntries(
      of.map(({ key, label, kind, description }) => [
        key,
        kindSchemas[kind](description === undefined ? `${label}.` : description),
      ]),
    );
  const values = periods === undefined ? {} : { values: ValuesView };
  const periodList = periods === undefined ? {} : { [periods]: Type.Array(Type.String()) };
  return {
    ...periodList,
    columns: Type.Array(ColumnView, {
      description: "The columns in the order of the files; periods stand before those that follow them.",
    }),
    rows: Type.Array(Closed({ ...cells(columns), ...values })),
    totals: Nullable(Closed({ ...cells(columns.filter(isSummed)), ...values })),
    notes: Type.Array(Type.String()),
  };
}

/** The parts of a report's declaration that determine its JSON. */
export type ReportShape = {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly periods?: Periods;
  readonly sections?: readonly SectionShape[];
};

/** A report as JSON: each row is an object by column, with amounts of periods under `values`; sections have their own keys. */
export function viewOfReport(
  { table, sections = [], currency, otherCurrencies, parameters }: Report,
  { name, columns, periods, sections: shapes }: ReportShape,
  generatedAt: string,
) {
  const ofSections = sections.map(({ key, title, table: own }) => {
    const shape = shapes?.find((each) => each.key === key);
    return [key, { title, ...viewOfTable(own, shape?.columns ?? own.columns, shape?.periods) }];
  });
  return {
    report: name,
    parameters,
    generatedAt,
    currency,
    otherCurrencies,
    ...viewOfTable(table, columns, periods),
    ...(shapes === undefined ? {} : { sections: Object.fromEntries(ofSections) }),
  };
}

/** @param declared columns that every row has; null if the table leaves one out */
function viewOfTable(table: Table, declared: readonly Column[], periods: Periods | undefined) {
  const { columns, rows, totals, notes } = table;
  return {
    ...(periods === undefined ? {} : { [periods]: table.periods }),
    columns: columns.map(({ key, label, kind }) => ({ key, label, kind })),
    rows: rows.map((row) => viewOfRow(row, declared, periods)),
    totals: totals === null ? null : viewOfRow(totals, declared.filter(isSummed), periods),
    notes,
  };
}

function isSummed({ kind, isSummed = kind === "money" }: Column): boolean {
  return isSummed;
}

/** A row as JSON: an object by column. */
export function viewOfRow({ cells, values = {} }: Row, columns: readonly Column[], periods: Periods | undefined) {
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
