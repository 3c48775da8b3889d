import type { PerformanceObligationRecord } from "./performance-obligation.ts";

/**
 * Records of whole contracts with those that they have something in common with: a price that the contract `allocates`, and
 * what was taken back of the terms of their group. Who shares in a month, and by which prices, follows from what that month
 * knows of each of them (`revenue/agreement.ts`, `revenue/shared-reduction.ts`).
 */
export function withSharedPrices<Found extends PerformanceObligationRecord>(
  records: readonly Found[],
  allocates: (contractId: string) => boolean,
): Found[] {
  const isSharing = ({ obligation }: Found) => obligation.billingTerm === null && allocates(obligation.contractId);
  const byContract = Map.groupBy(records.filter(isSharing), ({ obligation }) => obligation.contractId);
  const allocated = records.map((record) =>
    isSharing(record) ? { ...record, allocatedAmong: byContract.get(record.obligation.contractId) ?? [] } : record,
  );
  const byGroup = Map.groupBy(allocated, ({ obligation }) => obligation.billingTermGroupId);
  return allocated.map((record) => {
    const group = byGroup.get(record.obligation.billingTermGroupId) ?? [];
    const isCredited = group.some(({ reductions }) => reductions.length > 0);
    return isCredited ? { ...record, creditedWith: group } : record;
  });
}
