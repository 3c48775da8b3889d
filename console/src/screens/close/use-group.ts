import { useApi } from "../../api/use-api.ts";

/** A performance obligation of a billing term group, which says its contract and what the group is called. */
export function useGroup(id: string) {
  return useApi("listPerformanceObligations", { filter: { billingTermGroupId: id }, limit: 1 }).data?.data[0];
}
