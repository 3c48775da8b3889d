import type { BillingTerm, BillingTermRecord } from "../billing-terms/billing-term.ts";
import { termRecordsOfContracts } from "../billing-terms/term-store.ts";
import { lockUsageOf } from "../billing-terms/usage-overlap-store.ts";
import type { Contract } from "../contracts/contract.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { WriteContext } from "../platform/write.ts";
import type { EventType } from "../usage/event-type.ts";
import { findEventTypes } from "../usage/service.ts";
import { type Commitment, type CommittedTerm, eventTypesOf } from "./commitment.ts";
import type { ChangeContext, IssuedDays } from "./commitment-change.ts";
import type { CommitmentRecord } from "./commitment-record.ts";
import type { OtherCommitment } from "./eligibility.ts";
import { type IssuedCommitmentLine, issuedLinesOfTerms } from "./issued-store.ts";
import * as store from "./store.ts";

export type TermsOfContracts = {
  readonly records: readonly BillingTermRecord[];
  /** All terms by id; the aggregation of a term that is not metered is not used. */
  readonly terms: ReadonlyMap<string, CommittedTerm>;
  readonly eventTypes: ReadonlyMap<string, EventType>;
};

/** The facts for validating the commitments of one locked contract. */
export type Surroundings = {
  readonly contract: Pick<Contract, "id" | "start" | "end">;
  readonly terms: ReadonlyMap<string, CommittedTerm>;
  /** Live commitments of the contract and of its customer's other contracts, oldest first. */
  readonly commitments: readonly CommitmentRecord[];
  /** Terms of those other contracts, by id. */
  readonly otherTerms: ReadonlyMap<string, CommittedTerm>;
  /** Issued lines of the contract's terms that are not void. */
  readonly lines: readonly IssuedCommitmentLine[];
};

/** Billing terms of some contracts, with the event types that they measure and their aggregation. */
export async function termsOf(tx: Tx, merchantId: string, contractIds: readonly string[]): Promise<TermsOfContracts> {
  const records = await termRecordsOfContracts(tx, merchantId, contractIds);
  const eventTypeIds = [...new Set(records.flatMap(({ term }) => term.eventTypeId ?? []))];
  const eventTypes = await findEventTypes(tx, merchantId, eventTypeIds);
  const aggregationOf = ({ eventTypeId }: BillingTerm) => eventTypes.get(eventTypeId ?? "")?.aggregation;
  const terms = records.map(({ term }): [string, CommittedTerm] => {
    // A term without an event type is not a usage term, which `checkTerms` reports; its aggregation is not used.
    return [term.id, { term, aggregation: aggregationOf(term) ?? "SUM" }];
  });
  return { records, terms: new Map(terms), eventTypes };
}

/**
 * Loads the facts for validating the commitments of a locked contract. Locks the usage of its customer until the transaction ends, so that two
 * contracts cannot commit to the same event type at the same time without seeing each other.
 */
export async function surroundingsOf(ctx: WriteContext, contract: Contract): Promise<Surroundings> {
  const { tx, merchant } = ctx;
  const { id, customerId } = contract;
  if (customerId !== null) await lockUsageOf(tx, merchant.id, customerId);
  const { terms } = await termsOf(tx, merchant.id, [id]);
  const commitments =
    customerId === null
      ? await store.commitmentsOfContract(tx, merchant.id, id)
      : await store.commitmentsOfCustomer(tx, merchant.id, customerId);
  const others = new Set(commitments.map(({ commitment }) => commitment.contractId).filter((other) => other !== id));
  return {
    contract,
    terms,
    commitments,
    otherTerms: (await termsOf(tx, merchant.id, [...others])).terms,
    lines: await issuedLinesOfTerms(tx, merchant.id, [...terms.keys()]),
  };
}

/** Types of issued lines after which their commitment period cannot be changed (data model 8.7). */
const gateTypes: ReadonlySet<string> = new Set(["USAGE", "OVERAGE", "TRUE_UP", "PREPAYMENT"]);

/** The context for validating one commitment; `drafts` are other commitments of the same request. */
export function contextOf(
  { contract, terms, commitments, otherTerms, lines }: Surroundings,
  commitmentId: string,
  drafts: readonly Commitment[] = [],
): ChangeContext {
  const known = new Map([...otherTerms, ...terms]);
  const others = [...commitments.map(({ commitment }) => commitment), ...drafts].filter(
    ({ id }) => id !== commitmentId,
  );
  const ofOthers = lines.filter(({ commitment }) => commitment?.id !== commitmentId);
  const byTerm = Map.groupBy(ofOthers, ({ billingTermId }) => billingTermId);
  return {
    contract,
    terms,
    others: others.flatMap(({ schedules }) => schedules.map((schedule) => otherCommitment(schedule, known))),
    issuedOf: new Map([...byTerm].map(([termId, issued]) => [termId, issued.map(({ service }) => service)])),
    issued: issuedDays(lines, commitmentId),
  };
}

/** The issued lines of a commitment after which their periods cannot be changed. */
export function issuedDays(lines: readonly IssuedCommitmentLine[], commitmentId: string): IssuedDays[] {
  return lines.filter(({ commitment, type }) => commitment?.id === commitmentId && gateTypes.has(type));
}

function otherCommitment(
  { start, end, steps }: Commitment["schedules"][number],
  terms: ReadonlyMap<string, CommittedTerm>,
): OtherCommitment {
  const billingTermIds = [...new Set(steps.flatMap((step) => step.billingTermIds))];
  return { start, end, billingTermIds, eventTypeIds: eventTypesOf(billingTermIds, terms) };
}
