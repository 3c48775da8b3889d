import { type RefObject, useLayoutEffect, useRef } from "react";

/** Scrolls a row sideways to its selected element, also after a link to it. The page itself does not scroll. */
export function useChosenInView<Row extends HTMLElement>(chosen: string | undefined): RefObject<Row | null> {
  const row = useRef<Row>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice is looked for anew
  useLayoutEffect(() => {
    const element = row.current?.querySelector<HTMLElement>("[aria-selected=true], [aria-pressed=true]");
    if (row.current === null || element === null || element === undefined) return;
    const [outer, inner] = [row.current.getBoundingClientRect(), element.getBoundingClientRect()];
    if (inner.left >= outer.left && inner.right <= outer.right) return;
    row.current.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
  }, [chosen]);
  return row;
}
