import { deflateRawSync, inflateRawSync } from "node:zlib";
import { type Money, money } from "../kernel/money.ts";
import { type Cell, type Column, isMoney, type Row, type Table, tableOf } from "./table.ts";

const rowsPerPiece = 500;

/** A packed row: cells in the order of the columns, and amounts in the order of the periods, null if there is none; amounts are minor units as text. */
type PackedRow = readonly [readonly (string | number | null)[], readonly (string | null)[]];

/**
 * Holds the rows of a table of one currency, compressed, until they are sent, and sums their totals. So all rows come from one snapshot, and a
 * client that reads slowly holds no database connection. Rows are compressed 500 at a time: each takes about a tenth of its text, and at most
 * that many exist as objects.
 */
export class HeldRows {
  private readonly columns: readonly Column[];
  private readonly currency: string;
  private readonly packed: Buffer[] = [];
  private latest: PackedRow[] = [];
  private readonly cells = new Map<string, Cell>();
  /** Periods as they first appeared, with their sums. */
  private readonly periods: string[] = [];
  private readonly sums: bigint[] = [];

  constructor(columns: readonly Column[], currency: string) {
    this.columns = columns;
    this.currency = currency;
  }

  add(row: Row): void {
    this.addUp(row.cells);
    const cells = this.columns.map(({ key }) => packedCell(row.cells[key] ?? null));
    this.latest.push([cells, this.amountsOf(row.values ?? {})]);
    if (this.latest.length === rowsPerPiece) this.pack();
  }

  /** The table with the totals of these rows, but without the rows. */
  table(layout: { readonly periods: readonly string[]; readonly notes?: readonly string[] }): Table {
    const { currency } = this;
    const sums: Row = {
      cells: Object.fromEntries(this.cells),
      values: this.valuesOf(this.sums),
    };
    return { ...tableOf({ columns: this.columns, ...layout }, [sums], currency), rows: [] };
  }

  /** The rows in the order in which they were added, at most 500 at a time. */
  *pieces(): Generator<readonly Row[]> {
    this.pack();
    for (const piece of this.packed) {
      const rows: PackedRow[] = JSON.parse(inflateRawSync(piece).toString());
      yield rows.map((row) => this.unpacked(row));
    }
  }

  private addUp(cells: Row["cells"]): void {
    for (const { key } of this.columns) {
      const [cell, sum] = [cells[key], this.cells.get(key)];
      if (isMoney(cell)) this.cells.set(key, isMoney(sum) ? money(sum.minor + cell.minor, this.currency) : cell);
      else if (typeof cell === "number") this.cells.set(key, typeof sum === "number" ? sum + cell : cell);
    }
  }

  /** The amounts of a row in the order of the periods; adds them to the sums. */
  private amountsOf(values: NonNullable<Row["values"]>): (string | null)[] {
    const { periods, sums } = this;
    const amounts = new Array<string | null>(periods.length).fill(null);
    let next = 0;
    for (const period in values) {
      const { minor } = values[period] as Money;
      // Rows mostly have the same periods in the same order.
      let place = periods[next] === period ? next : periods.indexOf(period);
      if (place < 0) place = periods.push(period) - 1;
      next = place + 1;
      amounts[place] = minor.toString();
      sums[place] = (sums[place] ?? 0n) + minor;
    }
    return amounts;
  }

  private valuesOf(amounts: readonly (string | bigint | null)[]): Record<string, Money> {
    const values: Record<string, Money> = {};
    for (const [place, minor] of amounts.entries()) {
      if (minor !== null) values[this.periods[place] as string] = money(BigInt(minor), this.currency);
    }
    return values;
  }

  private pack(): void {
    if (this.latest.length === 0) return;
    this.packed.push(deflateRawSync(JSON.stringify(this.latest), { level: 1 }));
    this.latest = [];
  }

  private unpacked([packed, amounts]: PackedRow): Row {
    const cells: Record<string, Cell> = {};
    for (const [place, { key, kind }] of this.columns.entries()) {
      const cell = packed[place] ?? null;
      cells[key] = kind === "money" && typeof cell === "string" ? money(BigInt(cell), this.currency) : cell;
    }
    return { cells, values: this.valuesOf(amounts) };
  }
}

function packedCell(cell: Cell): string | number | null {
  return isMoney(cell) ? cell.minor.toString() : cell;
}
