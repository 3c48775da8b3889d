import { formatMoney, type Money, money } from "../kernel/money.ts";

export const columnKinds = ["text", "date", "month", "instant", "money", "count"] as const;
/** The kind of values in a column; decides how they are written in JSON, CSV and spreadsheets. */
export type ColumnKind = (typeof columnKinds)[number];

export type Column = {
  readonly key: string;
  /** The heading of the column. */
  readonly label: string;
  readonly kind: ColumnKind;
  readonly description?: string;
  /** Shown after the period columns, if the table has any. */
  readonly afterPeriods?: boolean;
  /** Has a total; default is true for amounts, false for others. */
  readonly isSummed?: boolean;
  /** Contains ids: last and hidden in a spreadsheet. */
  readonly isId?: boolean;
  /** Contains codes, which a spreadsheet shows as words. */
  readonly isCode?: boolean;
  /** Only of use to programs: last and hidden in a spreadsheet, like ids. */
  readonly isHidden?: boolean;
};

/** An amount, a count, or text: days as `YYYY-MM-DD`, months as `YYYY-MM`. */
export type Cell = Money | number | string | null;

export type Row = {
  readonly cells: Readonly<Record<string, Cell>>;
  /** Amounts by period; a missing period has no amount. */
  readonly values?: Readonly<Record<string, Money>>;
};

/**
 * A report as a table. JSON, CSV and spreadsheets are all written from it, so they cannot differ. `periods` are months or years; each is a column of
 * amounts, between the other columns.
 */
export type Table = {
  readonly columns: readonly Column[];
  readonly periods: readonly string[];
  readonly rows: readonly Row[];
  /** Totals of all summed columns and periods; null if the rows have several currencies. */
  readonly totals: Row | null;
  /** Notes that a reader needs to understand the figures, in whole sentences. */
  readonly notes: readonly string[];
};

type Layout = Pick<Table, "columns"> & {
  readonly periods?: readonly string[];
  readonly notes?: readonly string[];
};

/** A table with totals; all rows are in one currency. */
export function tableOf({ columns, periods = [], notes = [] }: Layout, rows: readonly Row[], currency: string): Table {
  const cells: Record<string, Cell> = {};
  for (const { key, kind, isSummed = kind === "money" } of columns) {
    if (!isSummed) continue;
    const minor = rows.map(({ cells: { [key]: cell } }) => cell);
    cells[key] =
      kind === "count"
        ? minor.reduce<number>((sum, cell) => sum + (typeof cell === "number" ? cell : 0), 0)
        : sumOf(minor.filter(isMoney), currency);
  }
  const values = Object.fromEntries(
    periods.map((period) => [
      period,
      sumOf(
        rows.flatMap(({ values = {} }) => values[period] ?? []),
        currency,
      ),
    ]),
  );
  return { columns, periods, rows, totals: { cells, values }, notes };
}

/** A table without totals, for example with rows in several currencies. */
export function tableWithoutTotals({ columns, periods = [], notes = [] }: Layout, rows: readonly Row[]): Table {
  return { columns, periods, rows, totals: null, notes };
}

export function isMoney(cell: Cell | undefined): cell is Money {
  return typeof cell === "object" && cell !== null;
}

function sumOf(amounts: readonly Money[], currency: string): Money {
  return money(
    amounts.reduce((total, { minor }) => total + minor, 0n),
    currency,
  );
}

/** A column of a file, which may be a period, with a function for its cell in a row. */
export type FlatColumn = {
  readonly label: string;
  readonly kind: ColumnKind;
  readonly isSummed: boolean;
  readonly isId: boolean;
  readonly isCode: boolean;
  /** True for the column of a period. */
  readonly isPeriod: boolean;
  /** True for ids and hidden columns. */
  readonly isAside: boolean;
  readonly cellOf: (row: Row) => Cell;
};

/** All columns of a table in the order of files. */
export function flatColumns({ columns, periods }: Pick<Table, "columns" | "periods">): FlatColumn[] {
  const flat = ({
    key,
    label,
    kind,
    isSummed = kind === "money",
    isId = false,
    isCode = false,
    isHidden = false,
  }: Column): FlatColumn => ({
    label,
    kind,
    isSummed,
    isId,
    isCode,
    isPeriod: false,
    isAside: isId || isHidden,
    cellOf: ({ cells }) => cells[key] ?? null,
  });
  return [
    ...columns.filter(({ afterPeriods }) => afterPeriods !== true).map(flat),
    ...periods.map(
      (period): FlatColumn => ({
        label: period,
        kind: "money",
        isSummed: true,
        isId: false,
        isCode: false,
        isPeriod: true,
        isAside: false,
        cellOf: ({ values = {} }) => values[period] ?? null,
      }),
    ),
    ...columns.filter(({ afterPeriods }) => afterPeriods === true).map(flat),
  ];
}

/** A cell as text: amounts with the minor digits of their currency, null as an empty text. */
export function textOfCell(cell: Cell): string {
  if (cell === null) return "";
  return isMoney(cell) ? formatMoney(cell) : String(cell);
}
