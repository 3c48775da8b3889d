import { useHotkeys } from "@mantine/hooks";
import { useEffect, useRef } from "react";
import { useGo } from "../use-url.ts";
import { places } from "./navigation.ts";

type Openers = { readonly openPalette: () => void; readonly openKeys: () => void; readonly fold: () => void };

/** The keys that work everywhere: the palette, the list of keys, the sidebar, and G followed by the letter of a place. */
export function useShellKeys({ openPalette, openKeys, fold }: Openers): void {
  const go = useGo();
  // Moments of events count from when the page was opened, so nothing that small is "long ago".
  const afterG = useRef(Number.NEGATIVE_INFINITY);
  useHotkeys([["mod+K", openPalette]], []);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      if (event.key === "?") return openKeys();
      if (event.key === "[") return fold();
      if (event.key === "/") {
        event.preventDefault();
        return openPalette();
      }
      if (event.key === "g") {
        afterG.current = event.timeStamp;
        return;
      }
      const place = event.timeStamp - afterG.current < 1500 ? places.find(({ key }) => key === event.key) : undefined;
      afterG.current = Number.NEGATIVE_INFINITY;
      if (place === undefined) return;
      event.preventDefault();
      go(place.href);
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, [go, openPalette, openKeys, fold]);
}

/** Whether what has the focus takes letters, or a dialog is above the screen. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.closest("input, textarea, select, [contenteditable=true], [role=dialog], [role=menu]") !== null;
}
