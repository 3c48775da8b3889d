import { useLocalStorage } from "@mantine/hooks";

/** Whether the sidebar is folded away, so that a wide table has its room; kept in this browser. */
export function useFolded(): readonly [boolean, () => void] {
  const [isFolded, setFolded] = useLocalStorage({
    key: "accord.sidebar",
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  return [isFolded, () => setFolded((before) => !before)];
}
