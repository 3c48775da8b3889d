import { startTransition, useEffect, useState } from "react";
import type { Column } from "./column.ts";

/** Lower than any row, so that a window never has room for more rows than are drawn first. */
const lowestRow = 30;

/**
 * The places of the rows that are drawn: of many those in sight come first, and all of them after the frame that shows them. Who comes back to a
 * list does not wait for rows that nobody sees yet.
 */
export function useFirstRows(count: number, isAllowed: boolean): { readonly drawn: number; readonly isFirst: boolean } {
  const [isFirst, setFirst] = useState(true);
  const hasRows = count > 0;
  useEffect(() => {
    if (!hasRows || !isFirst) return;
    let soon: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      soon = setTimeout(() => startTransition(() => setFirst(false)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(soon);
    };
  }, [hasRows, isFirst]);
  const inSight = Math.ceil(window.innerHeight / lowestRow);
  const isPart = isAllowed && isFirst && count > inSight;
  return { drawn: isPart ? inSight : count, isFirst: isPart };
}

/** A column of no more texts than these has states, each of which is shown in other words than it is sent in. */
const mostStates = 8;

/**
 * Of the rows that are not drawn yet those with the longest text of a column, and one of each state: drawn without height they keep the columns as
 * wide as they will be.
 */
export function widestRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  from: number,
): readonly number[] {
  const widest = new Set<number>();
  for (const { value, cell, kind } of columns) {
    const texts = new Map(rows.slice(from).map((row, at) => [value(row) ?? "", from + at]));
    const longest = [...texts].reduce((one, other) => (other[0].length > one[0].length ? other : one), ["", from]);
    widest.add(longest[1]);
    if (cell && kind === undefined && texts.size <= mostStates) for (const at of texts.values()) widest.add(at);
  }
  return [...widest];
}
