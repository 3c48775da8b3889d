import { useEffect, useRef } from "react";

/** Says whether what asks is still on the screen: work that goes on record by record ends with its dialog. */
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
