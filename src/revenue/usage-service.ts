import type { PerformanceObligationRecord } from "../billing-terms/performance-obligation.ts";
import { termsKnownBy } from "../billing-terms/service.ts";
import type { ContractUsage } from "../commitments/contract-usage.ts";
import { usageOfContracts } from "../commitments/usage-service.ts";
import type { Contract } from "../contracts/contract.ts";
import type { Merchant } from "../platform/clock.ts";
import type { Cutoff } from "../platform/db/cutoff.ts";
import type { Tx } from "../platform/db/pool.ts";
import { isEver } from "./pattern.ts";

/** The usage of those contracts that have a promise which earns it or did, by contract; `cutoff`: as it was known then. */
export async function usageOfPromises(
  reader: { readonly tx: Tx; readonly merchant: Merchant },
  contracts: readonly Pick<Contract, "id" | "customerId" | "status">[],
  records: readonly PerformanceObligationRecord[],
  cutoff: Cutoff = null,
): Promise<Map<string, ContractUsage>> {
  const consuming = new Set(
    records.flatMap((record) => (isEver(record, "RECOGNIZE_AS_CONSUMED") ? [record.obligation.contractId] : [])),
  );
  if (consuming.size === 0) return new Map();
  const metered = contracts.filter(({ id }) => consuming.has(id));
  const terms = await termsKnownBy(reader.tx, reader.merchant.id, [...consuming], cutoff);
  const live = new Set(terms.map(({ id }) => id));
  const former = records.flatMap(({ obligation: { billingTerm } }) => {
    return billingTerm === null || live.has(billingTerm.id) ? [] : [billingTerm];
  });
  const corrections = [...new Set(records.flatMap(({ termCorrections }) => termCorrections))];
  return usageOfContracts(reader, metered, terms, { former, corrections, cutoff });
}
