import { useMediaQuery } from "@mantine/hooks";

/** Whether the window is as narrow as a phone: what stands side by side elsewhere stands beneath each other there. */
export function useIsPhone(): boolean {
  return useMediaQuery("(max-width: 640px)", false, { getInitialValueInEffect: false });
}
