import { CompiledQuery, type Insertable, type Updateable } from "kysely";
import type { Database } from "../../schema/tables.ts";
import { sendAhead, type Tx } from "./pool.ts";

// Writes of single rows, which most writes consist of. The text of such a statement depends only on the table and its columns, and
// is built once, for the reason given at `cachedStatement`.

type Table = keyof Database & string;

/** Inserts a row, without waiting for it. */
export function insertRow<Name extends Table>(tx: Tx, table: Name, row: Insertable<Database[Name]>): void {
  const columns = Object.keys(row);
  const text = cachedText(`insert ${table} ${columns}`, () => {
    const places = columns.map((_column, index) => `$${index + 1}`);
    return `insert into ${quoted(table)} (${columns.map(quoted).join(", ")}) values (${places.join(", ")})`;
  });
  sendAhead(tx, CompiledQuery.raw(text, Object.values(row)));
}

/** Updates columns of one row of a merchant, without waiting for it. */
export function updateRow<Name extends Table>(
  tx: Tx,
  table: Name,
  { merchantId, id }: { readonly merchantId: string; readonly id: string },
  changed: Updateable<Database[Name]>,
): void {
  const columns = Object.keys(changed);
  const text = cachedText(`update ${table} ${columns}`, () => {
    const set = columns.map((column, index) => `${quoted(column)} = $${index + 1}`);
    const [merchant, row] = [columns.length + 1, columns.length + 2];
    return `update ${quoted(table)} set ${set.join(", ")} where "merchant_id" = $${merchant} and "id" = $${row}`;
  });
  sendAhead(tx, CompiledQuery.raw(text, [...Object.values(changed), merchantId, id]));
}

/** Bounded by the number of such writes in the program. */
const texts = new Map<string, string>();

function cachedText(name: string, make: () => string): string {
  const text = texts.get(name) ?? make();
  texts.set(name, text);
  return text;
}

function quoted(name: string): string {
  return `"${name}"`;
}
