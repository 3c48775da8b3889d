import { type BillingTerm, kindOf } from "../billing-terms/billing-term.ts";
import { recordedBefore } from "../billing-terms/modifications/record-as-of.ts";
import type { TermCorrection } from "../billing-terms/performance-obligations/performance-obligation.ts";
import { termRecordsById } from "../billing-terms/term-store.ts";
import type { Contract } from "../contracts/contract.ts";
import type { Period } from "../kernel/periods.ts";
import type { Merchant } from "../platform/clock.ts";
import type { Cutoff } from "../platform/db/cutoff.ts";
import type { Tx } from "../platform/db/pool.ts";
import { dailyUsage } from "../usage/daily-store.ts";
import { openedOn } from "../usage/opened-usage-store.ts";
import { aggregationsOf } from "../usage/store.ts";
import { changesOfContracts } from "./change-store.ts";
import { termsNamedBy } from "./commitment.ts";
import { type CommitmentChange, commitmentsAsOf } from "./commitment-as-of.ts";
import type { ContractUsage } from "./contract-usage.ts";
import { commitmentsOfContracts } from "./store.ts";

export type UsageOptions = {
  readonly former?: readonly BillingTerm[];
  readonly corrections?: readonly TermCorrection[];
  readonly span?: Period;
  readonly cutoff?: Cutoff;
};

/**
 * Loads the usage of some contracts, by contract; contracts without usage terms are left out.
 *
 * @param terms       of the contracts, of any kind
 * @param former      deleted terms that performance obligations followed: months closed before the deletion keep their usage
 * @param corrections of the terms: months closed before a correction keep the usage of the former event type
 * @param span        civil days, half-open; all days if absent
 * @param cutoff      only events and commitments recorded by this moment
 */
export async function usageOfContracts(
  { tx, merchant }: { readonly tx: Tx; readonly merchant: Merchant },
  contracts: readonly Pick<Contract, "id" | "customerId" | "status">[],
  terms: readonly BillingTerm[],
  { former = [], corrections = [], span, cutoff = null }: UsageOptions = {},
): Promise<Map<string, ContractUsage>> {
  const metered = terms.filter((term) => kindOf(term) === "USAGE");
  const followed = former.filter((term) => kindOf(term) === "USAGE");
  const contractIds = [...new Set([...metered, ...followed].map((term) => term.contractId))];
  if (contractIds.length === 0) return new Map();
  const records = await commitmentsOfContracts(tx, merchant.id, contractIds, cutoff);
  const everyChange = await changesOfContracts(tx, merchant.id, contractIds, cutoff);
  const isRecorded = cutoff === null ? () => true : recordedBefore(cutoff);
  const asOfCutoff = commitmentsAsOf(
    records.map(({ commitment }) => commitment),
    everyChange,
    isRecorded,
  );
  const commitments = Map.groupBy(asOfCutoff, ({ contractId }) => contractId);
  const changes = everyChange.filter(isRecorded);
  const formerTerms = [...followed, ...(await termsNamedBefore({ tx, merchant }, [...metered, ...followed], changes))];
  const everyTerm = [...metered, ...formerTerms];
  const correctionsByTerm = Map.groupBy(corrections, ({ billingTermId }) => billingTermId);
  const eventTypes = ({ id, eventTypeId }: BillingTerm) => [
    eventTypeId ?? "",
    ...formerEventTypes(correctionsByTerm.get(id) ?? []),
  ];
  const eventTypeIds = [...new Set(everyTerm.flatMap(eventTypes))];
  const found = await aggregationsOf(tx, merchant.id, eventTypeIds);
  // A former event type may have been deleted if it was never used; without events, any aggregation gives zero.
  const aggregations = new Map(eventTypeIds.map((id) => [id, found.get(id) ?? "SUM"]));
  const byContract = Map.groupBy(everyTerm, ({ contractId }) => contractId);
  // Only approved contracts have usage (data model 12.5).
  const streams = contracts.flatMap(({ id, customerId, status }) =>
    customerId === null || status !== "APPROVED"
      ? []
      : (byContract.get(id) ?? []).flatMap(eventTypes).map((eventTypeId) => ({ customerId, eventTypeId })),
  );
  const opened = await openedOn(tx, merchant.id, contractIds, cutoff);
  const days = Map.groupBy(await dailyUsage(tx, merchant, streams, span, cutoff), ({ customerId }) => customerId);
  return new Map(
    contracts.flatMap(({ id, customerId, status }): [string, ContractUsage][] => {
      const own = byContract.get(id);
      if (own === undefined) return [];
      const eventTypeIds = new Set(own.flatMap(eventTypes));
      const used = status === "APPROVED" ? (days.get(customerId ?? "") ?? []) : [];
      const usage = used.filter(({ eventTypeId }) => eventTypeIds.has(eventTypeId));
      const ofContract = ({ contractId }: { readonly contractId: string }) => contractId === id;
      return [
        [
          id,
          {
            terms: metered.filter(ofContract),
            aggregations,
            days: usage,
            commitments: commitments.get(id) ?? [],
            changes: changes.filter(ofContract),
            formerTerms: formerTerms.filter(ofContract),
            corrections: own.flatMap((term) => correctionsByTerm.get(term.id) ?? []),
            openedOn: opened.get(id) ?? null,
          },
        ],
      ];
    }),
  );
}

/** Terms that commitments named before their changes and that are not in `known`, because they are deleted. */
async function termsNamedBefore(
  { tx, merchant }: { readonly tx: Tx; readonly merchant: Merchant },
  known: readonly BillingTerm[],
  changes: readonly CommitmentChange[],
): Promise<BillingTerm[]> {
  const named = new Set(changes.flatMap(({ before }) => (before === null ? [] : termsNamedBy(before))));
  for (const { id } of known) named.delete(id);
  return [...(await termRecordsById(tx, merchant.id, [...named])).values()].map(({ term }) => term);
}

/** The event types that terms had before they were corrected. */
function formerEventTypes(corrections: readonly TermCorrection[]): string[] {
  return corrections.flatMap(({ changes }) => {
    const id = changes.eventTypeId?.from;
    return typeof id === "string" ? [id] : [];
  });
}
