import { deflateRawSync, inflateRawSync } from "node:zlib";
import { money } from "../kernel/money.ts";
import { type Cell, type Column, isMoney, type Row, type Table, tableOf } from "./table.ts";

const rowsPerPiece = 500;

/** A packed row: cells in the order of the columns, and amounts by period; amounts are minor units as text. */
type PackedRow = readonly [readonly (string | number | null)[], Readonly<Record<string, string>>];

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
  private readonly values = new Map<string, bigint>();

  constructor(columns: readonly Column[], currency: string) {
    this.columns = columns;
    this.currency = currency;
  }

  add(row: Row): void {
    this.addUp(row);
    this.latest.push([
      this.columns.map(({ key }) => packedCell(row.cells[key] ?? null)),
      Object.fromEntries(Object.entries(row.values ?? {}).map(([period, { minor }]) => [period, minor.toString()])),
    ]);
    if (this.latest.length === rowsPerPiece) this.pack();
  }

  /** The table with the totals of these rows, but without the rows. */
  table(layout: { readonly periods: readonly string[]; readonly notes?: readonly string[] }): Table {
    const { currency } = this;
    const sums: Row = {
      cells: Object.fromEntries(this.cells),
      values: Object.fromEntries([...this.values].map(([period, minor]) => [period, money(minor, currency)])),
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

  private addUp({ cells, values = {} }: Row): void {
    for (const { key } of this.columns) {
      const [cell, sum] = [cells[key], this.cells.get(key)];
      if (isMoney(cell)) this.cells.set(key, isMoney(sum) ? money(sum.minor + cell.minor, this.currency) : cell);
      else if (typeof cell === "number") this.cells.set(key, typeof sum === "number" ? sum + cell : cell);
    }
    for (const [period, { minor }] of Object.entries(values)) {
      this.values.set(period, (this.values.get(period) ?? 0n) + minor);
    }
  }

  private pack(): void {
    if (this.latest.length === 0) return;
    this.packed.push(deflateRawSync(JSON.stringify(this.latest), { level: 1 }));
    this.latest = [];
  }

  private unpacked([cells, values]: PackedRow): Row {
    const { currency } = this;
    return {
      cells: Object.fromEntries(
        this.columns.map(({ key, kind }, place): [string, Cell] => {
          const cell = cells[place] ?? null;
          return [key, kind === "money" && typeof cell === "string" ? money(BigInt(cell), currency) : cell];
        }),
      ),
      values: Object.fromEntries(
        Object.entries(values).map(([period, minor]) => [period, money(BigInt(minor), currency)]),
      ),
    };
  }
}

function packedCell(cell: Cell): string | number | null {
  return isMoney(cell) ? cell.minor.toString() : cell;
}
