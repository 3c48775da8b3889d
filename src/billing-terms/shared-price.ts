import { allocatedPrices, sharesBy } from "./allocation.ts";
import { fixedStated, roleOf } from "./group.ts";
import type { PerformanceObligationRecord } from "./performance-obligation.ts";
import type { BillingReduction } from "./reduction.ts";

/**
 * Records of whole contracts with what promises have in common: what was taken back of a term whose revenue stated prices
 * earn is taken from them by price share (rules 7), and the promises of a contract that `allocates` share its stated prices.
 * There the price of each is the allocated one: a change is allocated as the price was at first (ASC 606-10-32-43).
 */
export function withSharedPrices<Found extends PerformanceObligationRecord>(
  records: readonly Found[],
  allocates: (contractId: string) => boolean,
): Found[] {
  const shared = withSharedReductions(records, allocates);
  const stated = Map.groupBy(
    shared.filter(({ obligation }) => isFixedStated(obligation) && allocates(obligation.contractId)),
    ({ obligation }) => obligation.contractId,
  );
  return shared.map((record) =>
    isFixedStated(record.obligation) && stated.has(record.obligation.contractId)
      ? { ...record, allocatedAmong: stated.get(record.obligation.contractId) ?? [] }
      : record,
  );
}

function isFixedStated(promise: PerformanceObligationRecord["obligation"]): boolean {
  return fixedStated([promise]).length > 0;
}

function withSharedReductions<Found extends PerformanceObligationRecord>(
  records: readonly Found[],
  allocates: (contractId: string) => boolean,
): Found[] {
  const taken = new Map<string, BillingReduction[]>();
  const passedOn = new Set<string>();
  for (const { obligation, reductions, isDeleted } of records) {
    if (roleOf(obligation) !== "REMAINDER" || isDeleted) continue;
    const earning = records.filter(
      (one) =>
        one.obligation.billingTermGroupId === obligation.billingTermGroupId &&
        !one.isDeleted &&
        isFixedStated(one.obligation),
    );
    if (earning.length === 0) continue;
    passedOn.add(obligation.id);
    const promises = earning.map((one) => one.obligation);
    const stated = promises.flatMap(({ transactionPrice }) => transactionPrice ?? []);
    for (const reduction of reductions) {
      const { amount: whole, contractId } = reduction;
      const prices = allocates(contractId) ? allocatedPrices(promises, whole.currency) : stated;
      sharesBy(whole, prices).forEach((amount, index) => {
        const id = earning[index]?.obligation.id ?? "";
        if (amount.minor !== 0n) taken.set(id, [...(taken.get(id) ?? []), { ...reduction, amount }]);
      });
    }
  }
  return records.map((record) => ({
    ...record,
    reductions: passedOn.has(record.obligation.id)
      ? []
      : [...record.reductions, ...(taken.get(record.obligation.id) ?? [])],
  }));
}
