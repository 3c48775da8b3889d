import { type Extent, type ListQuery, nextCursor, offsetOf } from "./list-query.ts";
import { cursorInvalid, type Sort } from "./page-order.ts";

/**
 * A page of a list whose rows are all in memory, and its extent. A cursor names the last row of the page before.
 *
 * @param all in the order of the list
 * @param keyOf unique for each row
 * @throws DomainError CURSOR_INVALID if that row no longer exists
 */
export function pageOfAll<Row extends object>(
  list: ListQuery,
  all: readonly Row[],
  keyOf: (row: Row) => string,
): { readonly rows: Row[]; readonly extent: Extent } {
  const sorted = list.sort.length === 0 ? all : all.toSorted((a, b) => compared(list.sort, a, b));
  const { from, before, extent } = spanOf(list, sorted.map(keyOf));
  return { rows: sorted.slice(from, before), extent };
}

/** As {@link pageOfAll}, for rows that are made only when shown, given by their keys. */
function spanOf(
  list: ListQuery,
  keys: readonly string[],
): { readonly from: number; readonly before: number; readonly extent: Extent } {
  const [last] = list.cursor?.values ?? [];
  const at = last === undefined || last === null ? -1 : keys.indexOf(last);
  if (list.cursor !== undefined && at < 0) throw rowIsGone();
  const from = list.cursor === undefined ? offsetOf(list) : at + 1;
  const before = Math.min(from + list.limit, keys.length);
  const end = keys[before - 1];
  const next = before < keys.length && end !== undefined ? nextCursor(list, [end]) : null;
  return { from, before, extent: { totalItems: keys.length, nextCursor: next } };
}

export function rowIsGone(): Error {
  return cursorInvalid("The row of the cursor is not on this list (any more); begin again.");
}

function compared<Row extends object>(sorts: readonly Sort[], left: Row, right: Row): number {
  for (const { field, direction } of sorts) {
    const sign = direction === "asc" ? 1 : -1;
    const order = ascending(fieldOf(left, field), fieldOf(right, field));
    if (order !== 0) return sign * order;
  }
  return 0;
}

function fieldOf(row: object, field: string): unknown {
  return (row as Readonly<Record<string, unknown>>)[field] ?? null;
}

/** Nulls last, as in the database. */
function ascending(left: unknown, right: unknown): number {
  if (left === right) return 0;
  if (left === null) return 1;
  if (right === null) return -1;
  return (left as string) < (right as string) ? -1 : 1;
}
