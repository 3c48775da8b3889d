import { isDeepStrictEqual } from "node:util";
import type { CommittedDays } from "../billing-terms/billing-term.ts";
import { updateCommittedDays } from "../billing-terms/committed-store.ts";
import { type Booking, bookCorrection, bookModification } from "../billing-terms/modifications/booking-service.ts";
import { noteCommitment } from "../billing-terms/modifications/modification-service.ts";
import { reportTerms } from "../billing-terms/report-service.ts";
import type { Contract } from "../contracts/contract.ts";
import { required } from "../kernel/assert.ts";
import { type DomainError, type Issue, invalid } from "../kernel/errors.ts";
import { changesBetween } from "../platform/audit.ts";
import type { Tx } from "../platform/db/pool.ts";
import { recordNotFound, rejectionOfState } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import { auditedCommitment } from "./audit-service.ts";
import { type AuditedChanges, insertChange } from "./change-store.ts";
import { type Commitment, type CommittedTerms, eventTypesOfCommitment } from "./commitment.ts";
import type { Change, ChangeContext } from "./commitment-change.ts";
import { checkCommitment, eventTypeDifference } from "./commitment-check.ts";
import { firstDayPricedAnew } from "./commitment-difference.ts";
import { type CommitmentDraft, commitmentFromDraft, type DraftContext } from "./commitment-draft.ts";
import type { CommitmentRecord } from "./commitment-record.ts";
import { contextOf, type Surroundings, surroundingsOf } from "./context-service.ts";
import { checkTerms } from "./eligibility.ts";
import { rejectUnknown } from "./reference-service.ts";
import * as store from "./store.ts";
import { insertCommitment, updateCommitment } from "./write-store.ts";

/**
 * Adds commitments to a locked and regenerated contract, all or none (data model 8.2).
 *
 * @throws DomainError BILLING_TERM_NOT_FOUND, ITEM_NOT_FOUND, EVENT_TYPE_NOT_FOUND; then 400 with all issues, under their code if they share one,
 *   else VALIDATION_FAILED
 */
export async function createCommitments(
  ctx: WriteContext,
  contract: Contract,
  drafts: readonly CommitmentDraft[],
): Promise<CommitmentRecord[]> {
  const schedules = drafts.flatMap((draft) => draft.schedules);
  await rejectUnknown(
    ctx,
    schedules,
    schedules.flatMap(({ steps }) => steps),
  );
  const surroundings = await surroundingsOf(ctx, contract);
  const issues: Issue[] = [];
  const made: Commitment[] = [];
  for (const [index, draft] of drafts.entries()) {
    const path = `/commitments/${index}`;
    const { fact, issues: found } = commitmentFromDraft(
      draft,
      contract.id,
      draftContext(ctx, contract, surroundings),
      path,
    );
    issues.push(...found);
    if (fact === null) continue;
    const context = contextOf(surroundings, fact.id, made);
    issues.push(...checkCommitment(fact, context, path));
    fact.schedules.forEach((schedule, at) => {
      issues.push(...checkTerms(fact, schedule, context, `${path}/schedules/${at}`));
    });
    made.push(fact);
  }
  if (issues.length > 0) throw rejectionOfCommitments(issues, made, surroundings.terms);

  const kept = new Map<string, AuditedChanges>();
  for (const commitment of made) {
    await insertCommitment(ctx.tx, ctx.merchant.id, commitment, ctx.clock.timestamp);
    kept.set(commitment.id, await storeChange(ctx, commitment, null, await bookingOf(ctx, contract, null, commitment)));
  }
  await reportCommitted(ctx, contract);
  const records = await store.commitmentsById(
    ctx.tx,
    ctx.merchant.id,
    made.map(({ id }) => id),
  );
  for (const record of records) {
    note(ctx, "commitment.create", undefined, record, { kept: kept.get(record.commitment.id) });
    await noteInLog(ctx, contract, "COMMITMENT_ADDED", undefined, record);
    ctx.publish({ type: "commitment.created", contractId: contract.id, data: { commitmentId: record.commitment.id } });
  }
  return records;
}

/** A commitment that is to be changed, with its contract, which is locked and regenerated. */
export type LockedCommitment = { readonly contract: Contract; readonly commitmentId: string };

/** The commitment before a change, and the context for validating the change. */
export type Changing = {
  readonly record: CommitmentRecord;
  readonly context: ChangeContext;
  readonly surroundings: Surroundings;
};

/**
 * Changes a commitment of a locked and regenerated contract. A request that changes nothing only leaves an audit row.
 *
 * @param decide returns the changed commitment and all issues; may throw 404 for records of the request
 * @throws DomainError COMMITMENT_NOT_FOUND; COMMITMENT_LOCKED if it is terminated; else 400 with all issues
 */
export async function changeCommitment(
  ctx: WriteContext,
  { contract, commitmentId }: LockedCommitment,
  action: string,
  decide: (changing: Changing) => Promise<Change> | Change,
  { reason, terminates = false }: { readonly reason?: string | undefined; readonly terminates?: boolean } = {},
): Promise<CommitmentRecord> {
  const surroundings = await surroundingsOf(ctx, contract);
  const record = surroundings.commitments.find(({ commitment }) => {
    return commitment.id === commitmentId && commitment.contractId === contract.id;
  });
  if (record === undefined) throw recordNotFound("COMMITMENT_NOT_FOUND");
  const context = contextOf(surroundings, commitmentId);
  const { commitment: after, issues } = await decide({ record, context, surroundings });
  if (record.terminatedAt !== null) throw terminated();
  if (issues.length > 0) throw rejectionOfCommitments(issues, [after], surroundings.terms);

  const { commitment: before } = record;
  const isSame = isDeepStrictEqual(before, after) && !terminates;
  let kept: AuditedChanges | undefined;
  if (!isSame) {
    const terminatedAt = terminates ? ctx.clock.timestamp : null;
    await updateCommitment(ctx.tx, ctx.merchant.id, { before, after }, { at: ctx.clock.timestamp, terminatedAt });
    kept = await storeChange(ctx, after, before, await bookingOf(ctx, contract, before, after));
    await reportCommitted(ctx, contract);
    const type = terminates ? "commitment.terminated" : "commitment.updated";
    ctx.publish({ type, contractId: contract.id, data: { commitmentId } });
  }
  const [changed] = await store.commitmentsById(ctx.tx, ctx.merchant.id, [commitmentId]);
  const result = required(changed, "the changed commitment");
  note(ctx, action, record, result, { kept, reason });
  await noteInLog(ctx, contract, terminates ? "COMMITMENT_TERMINATED" : "COMMITMENT_CHANGED", record, result);
  return result;
}

/** @throws DomainError COMMITMENT_NOT_FOUND */
export async function getCommitment(tx: Tx, merchantId: string, commitmentId: string): Promise<CommitmentRecord> {
  const [record] = await store.commitmentsById(tx, merchantId, [commitmentId]);
  if (record === undefined) throw recordNotFound("COMMITMENT_NOT_FOUND");
  return record;
}

/** Stores the commitment before a change, which stays effective in the months before the book month (rules 7, "bookMonth"). */
function storeChange(
  { tx, merchant, clock }: WriteContext,
  { id, contractId }: Commitment,
  before: Commitment | null,
  { bookMonth }: Booking,
): Promise<AuditedChanges> {
  return insertChange(tx, merchant.id, { commitmentId: id, contractId, before, bookMonth }, clock.timestamp);
}

/** The booking of a change: a change of prices is a contract modification, one of names or due dates only is a correction. */
function bookingOf(
  ctx: WriteContext,
  contract: Contract,
  before: Commitment | null,
  after: Commitment,
): Promise<Booking> {
  const effectiveFrom = firstDayPricedAnew(before, after);
  return effectiveFrom === null ? bookCorrection(ctx, contract) : bookModification(ctx, contract, effectiveFrom);
}

export function draftContext(ctx: WriteContext, contract: Contract, { terms }: Surroundings): DraftContext {
  return { contract, currency: contract.currency, terms, newId: ctx.newId };
}

/** Updates the committed days of a contract's terms, and the readiness of the contract, which depends on them (data model 12.5). */
async function reportCommitted(ctx: WriteContext, contract: Contract): Promise<void> {
  const records = await store.commitmentsOfContract(ctx.tx, ctx.merchant.id, contract.id);
  const days = new Map<string, CommittedDays[]>();
  for (const { commitment } of records) {
    for (const { start, end, steps } of commitment.schedules) {
      for (const termId of new Set(steps.flatMap(({ billingTermIds }) => billingTermIds))) {
        days.set(termId, [...(days.get(termId) ?? []), { commitmentId: commitment.id, start, end }]);
      }
    }
  }
  for (const ofTerm of days.values()) ofTerm.sort((a, b) => a.start - b.start);
  await updateCommittedDays(ctx.tx, ctx.merchant.id, contract.id, days);
  await reportTerms(ctx, contract);
}

function note(
  ctx: WriteContext,
  action: string,
  before: CommitmentRecord | undefined,
  after: CommitmentRecord,
  { kept = {}, reason }: { readonly kept?: AuditedChanges | undefined; readonly reason?: string | undefined },
): void {
  const from = before === undefined ? {} : auditedCommitment(before);
  ctx.audit({
    action,
    entityType: "COMMITMENT",
    entityId: after.commitment.id,
    changes: changesBetween(from, { ...auditedCommitment(after), ...kept }),
    ...(reason === undefined ? {} : { reason }),
  });
}

/** Records a change of prices in the decision log. A change of names or due dates only is no modification of the contract. */
async function noteInLog(
  ctx: WriteContext,
  contract: Contract,
  kind: "COMMITMENT_ADDED" | "COMMITMENT_CHANGED" | "COMMITMENT_TERMINATED",
  before: CommitmentRecord | undefined,
  after: CommitmentRecord,
): Promise<void> {
  const effectiveFrom = firstDayPricedAnew(before?.commitment ?? null, after.commitment);
  if (effectiveFrom === null) return;
  await noteCommitment(ctx, contract, {
    kind,
    effectiveFrom,
    commitmentId: after.commitment.id,
    booking: await bookingOf(ctx, contract, before?.commitment ?? null, after.commitment),
    before: before === undefined ? {} : auditedCommitment(before),
    after: auditedCommitment(after),
  });
}

/** 400 with all issues; if event types differ, with the ids of those that are missing and those that are extra (data model 8.3). */
function rejectionOfCommitments(
  issues: readonly Issue[],
  commitments: readonly Commitment[],
  terms: CommittedTerms,
): DomainError {
  if (!issues.some(({ code }) => code.endsWith("EVENT_TYPE_MISMATCH"))) return rejectionOfState(issues);
  const differences = commitments.flatMap((commitment) => {
    const expected = eventTypesOfCommitment(commitment, terms);
    return commitment.schedules.flatMap(({ steps }) =>
      steps.map(({ billingTermIds }) => eventTypeDifference(billingTermIds, expected, terms)),
    );
  });
  const missing = [...new Set(differences.flatMap((each) => each.missing))];
  const extra = [...new Set(differences.flatMap((each) => each.extra))];
  return rejectionOfState(issues, { missing, extra });
}

function terminated(): DomainError {
  return invalid("COMMITMENT_LOCKED", "The commitment is terminated; it can no longer be changed. Create another one.");
}

export const { commitmentsById, commitmentsOfContracts, listCommitments } = store;
