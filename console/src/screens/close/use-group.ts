import { useApi } from "../../api/use-api.ts";

/** A performance obligation of a billing term group, for the contract and the name of the group. */
export function useGroup(id: string) {
  return useApi("listPerformanceObligations", { filter: { billingTermGroupId: id }, limit: 1 }).data?.data[0];
}
