import { initialPob } from "../billing-terms/modifications/record-as-of.ts";
import type {
  PerformanceObligationRecord,
  RecognitionPattern,
} from "../billing-terms/performance-obligations/performance-obligation.ts";
import { nothingRecorded, type RecordedPobs, recordedPobsOf, termsAsOf } from "../billing-terms/service.ts";
import type { ContractUsage } from "../commitments/contract-usage.ts";
import { usageOfContracts } from "../commitments/usage-service.ts";
import type { Contract } from "../contracts/contract.ts";
import { monthOf } from "../kernel/day.ts";
import { civilDay, instantFromColumn, type Merchant } from "../platform/clock.ts";
import type { Cutoff } from "../platform/db/cutoff.ts";
import type { Tx } from "../platform/db/pool.ts";
import { billedByGroup } from "./billed-store.ts";
import type { ContractFacts, PobFacts } from "./contract-facts.ts";
import type { PobOpening } from "./opening.ts";
import { openingsOfContracts } from "./opening-store.ts";
import { usageDocumentsOf } from "./usage-document-store.ts";

/** The fields of a contract that decide its revenue. */
export type FactsOf = Pick<Contract, "id" | "customerId" | "status" | "currency" | "approvedBookMonth">;

/** The facts of a contract, and the records that they were read from. */
export type LoadedContract = { readonly facts: ContractFacts; readonly records: RecordedPobs["records"] };

/**
 * Loads the facts of some contracts, by contract id. The close, lists, reports, previews and checks all load them here.
 *
 * @param cutoff only facts recorded by this moment; null for all
 */
export async function factsOfContracts(
  { tx, merchant }: { readonly tx: Tx; readonly merchant: Merchant },
  contracts: readonly FactsOf[],
  cutoff: Cutoff = null,
): Promise<Map<string, LoadedContract>> {
  const recorded = await recordedPobsOf(
    tx,
    merchant.id,
    contracts.map(({ id }) => id),
    cutoff,
  );
  const billing = await billedByGroup(tx, merchant.id, groupsAsBilled(recorded), cutoff);
  const usage = await usageOf({ tx, merchant }, contracts, recorded, cutoff);
  const credited = contracts.filter(({ id }) => usage.has(id) && hasCreditedUsage(recorded.get(id)?.records ?? []));
  const documents = await usageDocumentsOf(
    tx,
    merchant.id,
    credited.map(({ id }) => id),
    cutoff,
  );
  const openings = await openingsOfContracts(tx, merchant.id, [...recorded.keys()], cutoff);
  const loaded = contracts.map(({ id, currency, approvedBookMonth }): [string, LoadedContract] => {
    const { records, treatments, discounts, isAllocated } = recorded.get(id) ?? nothingRecorded;
    const context = { currency, rounding: merchant.rounding };
    const pobs = records.map((record) => {
      return { ...factsFromRecord(record, openings.get(record.pob.id)), ...removalOf(record, merchant.timeZone) };
    });
    const ofContract = { contractId: id, context, isAllocated, approvedBookMonth, pobs, treatments, discounts };
    const ofUsage = { usage: usage.get(id), usageDocuments: documents.get(id) ?? [] };
    return [id, { facts: { ...ofContract, billing, ...ofUsage }, records }];
  });
  return new Map(loaded);
}

/** The facts of an obligation: its record as it was first, and its changes beside it. */
function factsFromRecord(record: PerformanceObligationRecord, opening: PobOpening | null = null): PobFacts {
  return {
    initial: initialPob(record),
    corrections: record.corrections,
    withdrawn: record.withdrawn,
    credits: record.billingCredits,
    opening,
    bookMonth: record.bookMonth,
    isDeleted: record.isDeleted,
    deletionBookMonth: record.deletionBookMonth,
  };
}

/** The removal of an obligation, a modification from the day of its deletion on, unless it was recorded in the month from which it is gone. */
function removalOf(
  { createdAt, deletedAt, deletionBookMonth }: RecordedPobs["records"][number],
  timeZone: string,
): Pick<PobFacts, "removal"> {
  if (deletedAt === null || deletionBookMonth === null) return {};
  const [madeOn, from] = [createdAt, deletedAt].map((at) => civilDay(instantFromColumn(at), timeZone));
  if (madeOn === undefined || from === undefined || monthOf(madeOn) >= deletionBookMonth) return {};
  return { removal: { at: deletedAt, from } };
}

/** Groups with an obligation that is or was recognized as billed. The revenue of other groups does not depend on what is billed. */
function groupsAsBilled(recorded: ReadonlyMap<string, RecordedPobs>): string[] {
  const groups = [...recorded.values()].flatMap(({ records }) =>
    records.flatMap((record) => (wasEver(record, "RECOGNIZE_AS_BILLED") ? [record.pob.billingTermGroupId] : [])),
  );
  return [...new Set(groups)];
}

/** Usage by contract id, of the contracts with an obligation that is or was recognized as consumed. */
async function usageOf(
  reader: { readonly tx: Tx; readonly merchant: Merchant },
  contracts: readonly FactsOf[],
  recorded: ReadonlyMap<string, RecordedPobs>,
  cutoff: Cutoff,
): Promise<Map<string, ContractUsage>> {
  const isConsuming = ({ id }: FactsOf) =>
    recorded.get(id)?.records.some((record) => wasEver(record, "RECOGNIZE_AS_CONSUMED")) ?? false;
  const consuming = contracts.filter(isConsuming);
  if (consuming.length === 0) return new Map();
  const terms = await termsAsOf(
    reader.tx,
    reader.merchant.id,
    consuming.map(({ id }) => id),
    cutoff,
  );
  const live = new Set(terms.map(({ id }) => id));
  const found = consuming.flatMap(({ id }) => recorded.get(id) ?? []);
  const former = found.flatMap(({ records }) =>
    records.flatMap(({ pob: { billingTerm } }) =>
      billingTerm === null || live.has(billingTerm.id) ? [] : [billingTerm],
    ),
  );
  const corrections = found.flatMap(({ termCorrections }) => termCorrections);
  return usageOfContracts(reader, consuming, terms, { former, corrections, cutoff });
}

/** True if a credit lowers an obligation that is or was recognized as consumed. */
function hasCreditedUsage(records: readonly PerformanceObligationRecord[]): boolean {
  return records.some((record) => record.billingCredits.length > 0 && wasEver(record, "RECOGNIZE_AS_CONSUMED"));
}

/** True if the obligation has this pattern, or had it before a correction: months before the correction still use it. */
function wasEver({ pob, corrections }: PerformanceObligationRecord, pattern: RecognitionPattern): boolean {
  if (pob.recognitionPattern === pattern) return true;
  return corrections.some(({ of, changes }) => of === "POB" && changes.recognitionPattern?.from === pattern);
}
