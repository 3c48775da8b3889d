import { deflateRawSync, inflateRawSync } from "node:zlib";
import { money } from "../kernel/money.ts";
import { type Cell, type Column, isMoney, type Row, type Table, tableOf } from "./table.ts";

const rowsPerPiece = 500;

/** A row as it is packed: its cells in the order of the columns, then its amounts by period; amounts are minor units. */
type PackedRow = readonly [readonly (string | number | null)[], Readonly<Record<string, string>>];

/**
 * The rows of a table of one currency, held small from when they are read until they are sent, with their totals. They are read in one
 * snapshot, and whoever reads the answer slowly holds no connection. Some hundred rows are packed at a time: a row takes a tenth of
 * its text, and as objects there are no more than those of one piece.
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

  /** The table of these rows: without them, but with their totals. */
  table(layout: { readonly periods: readonly string[]; readonly notes?: readonly string[] }): Table {
    const { currency } = this;
    const sums: Row = {
      cells: Object.fromEntries(this.cells),
      values: Object.fromEntries([...this.values].map(([period, minor]) => [period, money(minor, currency)])),
    };
    return { ...tableOf({ columns: this.columns, ...layout }, [sums], currency), rows: [] };
  }

  /** The rows, some hundred at a time. */
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
