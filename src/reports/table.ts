import { formatMoney, type Money, money } from "../kernel/money.ts";

export const columnKinds = ["text", "date", "month", "instant", "money", "count"] as const;
/** What a column holds, which decides how it is written in JSON, CSV and a spreadsheet. */
export type ColumnKind = (typeof columnKinds)[number];

export type Column = {
  readonly key: string;
  /** As people read it above the column. */
  readonly label: string;
  readonly kind: ColumnKind;
  readonly description?: string;
  /** Shown behind the periods of a table that has some. */
  readonly afterPeriods?: boolean;
  /** Has a total below it; amounts have one unless they say otherwise. */
  readonly isSummed?: boolean;
  /** Holds ids: a spreadsheet has them last, and hidden. */
  readonly isId?: boolean;
  /** Holds codes, for which a spreadsheet has words. */
  readonly isCode?: boolean;
  /** Says nothing to people: a spreadsheet has it beside the ids, last and hidden. */
  readonly isHidden?: boolean;
};

/** An amount, a count, or the text of anything else: days as `YYYY-MM-DD`, months as `YYYY-MM`. */
export type Cell = Money | number | string | null;

export type Row = {
  readonly cells: Readonly<Record<string, Cell>>;
  /** Amounts by period; periods without one have nothing. */
  readonly values?: Readonly<Record<string, Money>>;
};

/**
 * A report as a table: JSON, CSV and spreadsheets are written from it and from nothing else, so they cannot tell three
 * stories. `periods` are columns of amounts between the others: months or years.
 */
export type Table = {
  readonly columns: readonly Column[];
  readonly periods: readonly string[];
  readonly rows: readonly Row[];
  /** Of every summed column and period; null where the rows are of several currencies. */
  readonly totals: Row | null;
  /** What a reader must know to read it right, in whole sentences. */
  readonly notes: readonly string[];
};

type Layout = Pick<Table, "columns"> & {
  readonly periods?: readonly string[];
  readonly notes?: readonly string[];
};

/** A table with its totals, of rows that are all in one currency. */
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

/** A table of rows in several currencies, which have no total. */
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

/** A column as a file shows it, periods among them, with its cell in a row. */
export type FlatColumn = {
  readonly label: string;
  readonly kind: ColumnKind;
  readonly isSummed: boolean;
  readonly isId: boolean;
  readonly isCode: boolean;
  /** Its own amounts by period, of which a row without one has nothing. */
  readonly isPeriod: boolean;
  /** An id, or hidden otherwise. */
  readonly isAside: boolean;
  readonly cellOf: (row: Row) => Cell;
};

/** Every column of a table in the order in which files show them. */
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

/** A cell as text: amounts with the minor digits of their currency, and nothing for null. */
export function textOfCell(cell: Cell): string {
  if (cell === null) return "";
  return isMoney(cell) ? formatMoney(cell) : String(cell);
}
