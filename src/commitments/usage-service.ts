import { type BillingTerm, kindOf } from "../billing-terms/billing-term.ts";
import type { Contract } from "../contracts/contract.ts";
import type { Merchant } from "../platform/clock.ts";
import type { Tx } from "../platform/db/pool.ts";
import { dailyUsage } from "../usage/daily-store.ts";
import { aggregationsOf } from "../usage/store.ts";
import type { ContractUsage } from "./contract-usage.ts";
import { commitmentsOfContracts } from "./store.ts";

/**
 * What the usage of some contracts is made of, by contract; a contract without usage terms is left out.
 *
 * @param terms of the contracts, of any kind
 */
export async function usageOfContracts(
  { tx, merchant }: { readonly tx: Tx; readonly merchant: Merchant },
  contracts: readonly Pick<Contract, "id" | "customerId" | "status">[],
  terms: readonly BillingTerm[],
): Promise<Map<string, ContractUsage>> {
  const metered = terms.filter((term) => kindOf(term) === "USAGE");
  if (metered.length === 0) return new Map();
  const aggregations = await aggregationsOf(tx, merchant.id, [...new Set(metered.map(eventTypeOf))]);
  const records = await commitmentsOfContracts(tx, merchant.id, [...new Set(metered.map((term) => term.contractId))]);
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
  const days = Map.groupBy(await dailyUsage(tx, merchant, streams), ({ customerId }) => customerId);
  return new Map(
    contracts.flatMap(({ id, customerId, status }): [string, ContractUsage][] => {
      const own = byContract.get(id);
      if (own === undefined) return [];
      const eventTypeIds = new Set(own.map(eventTypeOf));
      const used = status === "APPROVED" ? (days.get(customerId ?? "") ?? []) : [];
      const usage = used.filter(({ eventTypeId }) => eventTypeIds.has(eventTypeId));
      return [[id, { terms: own, aggregations, days: usage, commitments: commitments.get(id) ?? [] }]];
    }),
  );
}

function eventTypeOf({ eventTypeId }: BillingTerm): string {
  return eventTypeId ?? "";
}
