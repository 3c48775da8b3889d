import { useEffect, useRef, useState } from "react";
import { isTyping } from "../shell/shell-keys.ts";
import { useGo } from "../use-url.ts";

type Rows = {
  /** Whether rows can be opened or chosen: several tables on a screen would walk together otherwise. */
  readonly isEnabled: boolean;
  readonly count: number;
  readonly href: (at: number) => string | undefined;
  readonly choose: (at: number) => void;
  readonly show: (at: number) => void;
};

/** J and K move through the rows, Enter opens one, X selects it, Escape leaves the rows. Returns the index of the active row. */
export function useRowKeys({ isEnabled, count, href, choose, show }: Rows): number | undefined {
  // Keys typed fast arrive before the next rendering, so the active row is also kept in a reference.
  const at = useRef<number>(undefined);
  const [active, setActive] = useState<number>();
  const open = useGo();
  useEffect(() => {
    if (!isEnabled) return;
    const go = (next: number | undefined) => {
      at.current = next;
      setActive(next);
      if (next !== undefined) show(next);
    };
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      if (count === 0) return;
      if (event.key === "j") go(Math.min((at.current ?? -1) + 1, count - 1));
      else if (event.key === "k") go(Math.max((at.current ?? 1) - 1, 0));
      else if (at.current === undefined) return;
      else if (event.key === "Escape") go(undefined);
      else if (event.key === "x") choose(at.current);
      else if (event.key === "Enter" && !isControl(event.target)) {
        const target = href(at.current);
        if (target === undefined) return;
        open(target);
      }
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  });
  return active;
}

/** Whether Enter is for what has the focus: a link or a button. */
function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("a, button") !== null;
}
