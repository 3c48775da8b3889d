import { useEffect, useRef } from "react";

/** Tells whether the caller is still on the screen, so that work record by record ends when its dialog closes. */
export function useStillOpen(): () => boolean {
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);
  return () => open.current;
}
