import { useApi } from "../../api/use-api.ts";
import { useMonth } from "../../shell/use-month.ts";

/** What waits, the month and the twelve up to it, in the merchant's own currency. */
export function useOverview() {
  const [month] = useMonth();
  return useApi("getOverview", { month });
}
