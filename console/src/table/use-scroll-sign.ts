import { type RefObject, useEffect } from "react";

/**
 * Says of what is wider than its place where there is more of it: `data-more` while something lies beyond the right edge, `data-slid` while
 * something lies beneath the left one. It is written into the page and drawn by no render, so that scrolling stays smooth.
 */
export function useScrollSign(frame: RefObject<HTMLElement | null>, area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const of = area.current;
    const sign = frame.current;
    if (of === null || sign === null) return;
    const look = () => {
      sign.toggleAttribute("data-more", of.scrollWidth - of.clientWidth - of.scrollLeft > 1);
      sign.toggleAttribute("data-slid", of.scrollLeft > 1);
    };
    const seen = new ResizeObserver(look);
    for (const each of [of, ...of.children]) seen.observe(each);
    of.addEventListener("scroll", look, { passive: true });
    return () => {
      seen.disconnect();
      of.removeEventListener("scroll", look);
    };
  }, [frame, area]);
}
