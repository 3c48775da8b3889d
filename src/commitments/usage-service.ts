import { type BillingTerm, kindOf } from "../billing-terms/billing-term.ts";
import type { Contract } from "../contracts/contract.ts";
import type { Merchant } from "../platform/clock.ts";
import type { Cutoff } from "../platform/db/cutoff.ts";
import type { Tx } from "../platform/db/pool.ts";
import { dailyUsage } from "../usage/daily-store.ts";
import { aggregationsOf } from "../usage/store.ts";
import type { ContractUsage } from "./contract-usage.ts";
import { commitmentsOfContracts } from "./store.ts";

/**
 * What the usage of some contracts is made of, by contract; a contract without usage terms is left out.
 *
 * @param terms of the contracts, of any kind
 * @param cutoff with the events and the commitments that there were then; what a commitment says is as it is now
 */
export async function usageOfContracts(
  { tx, merchant }: { readonly tx: Tx; readonly merchant: Merchant },
  contracts: readonly Pick<Contract, "id" | "customerId" | "status">[],
  terms: readonly BillingTerm[],
  cutoff: Cutoff = null,
): Promise<Map<string, ContractUsage>> {
  const metered = terms.filter((term) => kindOf(term) === "USAGE");
  if (metered.length === 0) return new Map();
  const aggregations = await aggregationsOf(tx, merchant.id, [...new Set(metered.map(eventTypeOf))]);
  const metering = [...new Set(metered.map((term) => term.contractId))];
  const records = await commitmentsOfContracts(tx, merchant.id, metering, cutoff);
  const commitments = Map.groupBy(
    records.map(({ commitment }) => commitment),
    ({ contractId }) => contractId,
  );
  const byContract = Map.groupBy(metered, ({ contractId }) => contractId);
  // Usage belongs to approved contracts alone (data model 12.5).
  const streams = contracts.flatMap(({ id, customerId, status }) =>
    customerId === null || status !== "APPROVED"
      ? []
      : (byContract.get(id) ?? []).map((term) => ({ customerId, eventTypeId: eventTypeOf(term) })),
  );
  const used = await dailyUsage(tx, merchant, streams, undefined, cutoff);
  const days = Map.groupBy(used, ({ customerId }) => customerId);
  return new Map(
    contracts.flatMap(({ id, customerId, status }): [string, ContractUsage][] => {
      const own = byContract.get(id);
      if (own === undefined) return [];
      const eventTypeIds = new Set(own.map(eventTypeOf));
      const ofCustomer = status === "APPROVED" ? (days.get(customerId ?? "") ?? []) : [];
      const usage = ofCustomer.filter(({ eventTypeId }) => eventTypeIds.has(eventTypeId));
      return [[id, { terms: own, aggregations, days: usage, commitments: commitments.get(id) ?? [] }]];
    }),
  );
}

function eventTypeOf({ eventTypeId }: BillingTerm): string {
  return eventTypeId ?? "";
}
