import type { Contract } from "../../contracts/contract.ts";
import { conflict, type Issue, invalid } from "../../kernel/errors.ts";
import { changesBetween } from "../../platform/audit.ts";
import { recordNotFound, rejectionOfState } from "../../platform/http/error-codes.ts";
import type { WriteContext } from "../../platform/write.ts";
import type { BillingTermRecord } from "../billing-term.ts";
import { kindOf } from "../billing-term.ts";
import { bookCorrection } from "../modifications/booking-service.ts";
import { correctPob } from "../modifications/correction-service.ts";
import { shareEventType } from "../reference-store.ts";
import { reportTerms } from "../report-service.ts";
import { storeTermCorrection } from "../term-service.ts";
import { termRecordsOfContracts, updateTerm } from "../term-store.ts";
import { eventTypeViolations, type GroupMembers, type GroupRecord } from "./group.ts";
import { findGroup, touchGroup } from "./group-store.ts";
import type { PerformanceObligation } from "./performance-obligation.ts";
import { groupsOf } from "./residual-service.ts";

/** A requested move to another event type (data model 6.4). */
export type EventTypeChange = {
  readonly billingTermIds: readonly string[];
  readonly performanceObligationIds: readonly string[];
  readonly toEventTypeId: string;
};

/** The records that got another event type; without those that had it already. */
export type EventTypeChanged = {
  readonly billingTermIds: readonly string[];
  readonly performanceObligationIds: readonly string[];
};

/**
 * Rejects if the merchant does not have the performance obligation features; then groups and performance obligations are not visible (spec).
 */
export function rejectWithoutFeature({ merchant }: { readonly merchant: WriteContext["merchant"] }): void {
  if (merchant.performanceObligations) return;
  const message = "Performance-obligation features are not enabled for the merchant.";
  throw invalid("FEATURE_NOT_ENABLED", message);
}

/** @throws DomainError BILLING_TERM_GROUP_NOT_FOUND */
export async function getGroup(ctx: WriteContext, contract: Contract, groupId: string): Promise<GroupRecord> {
  const group = await findGroup(ctx.tx, ctx.merchant.id, contract.id, groupId);
  if (group === undefined) throw recordNotFound("BILLING_TERM_GROUP_NOT_FOUND");
  return group;
}

export async function membersOf(ctx: WriteContext, contract: Contract, groupId: string): Promise<GroupMembers> {
  return (await groupsOf(ctx, contract.id)).get(groupId) ?? { terms: [], pobs: [] };
}

/**
 * Moves terms and consumption performance obligations of a group to another event type, all or none; afterwards the event type rules hold (data
 * model 6.3, 6.4). On an approved contract this is a correction: usage of the former event type is no longer billed, and its revenue in closed
 * months is a catch-up in the first open one (rules 7).
 *
 * @throws DomainError BILLING_TERM_GROUP_NOT_FOUND, EVENT_TYPE_NOT_FOUND, then 400 with every problem, then 409
 *   EVENT_TYPE_INVARIANT with what would be out of step
 */
export async function changeEventType(
  ctx: WriteContext,
  contract: Contract,
  groupId: string,
  change: EventTypeChange,
): Promise<EventTypeChanged> {
  const group = await getGroup(ctx, contract, groupId);
  const { toEventTypeId } = change;
  if ((await shareEventType(ctx, toEventTypeId)) === undefined) throw recordNotFound("EVENT_TYPE_NOT_FOUND");
  const members = await membersOf(ctx, contract, group.id);
  const records = await termRecordsOfContracts(ctx.tx, ctx.merchant.id, [contract.id]);
  const issues = checkEventTypeChange(change, members, records);
  if (issues.length > 0) throw rejectionOfState(issues);

  const named = new Set([...change.billingTermIds, ...change.performanceObligationIds]);
  const moved = <Member extends { readonly id: string; readonly eventTypeId: string | null }>(
    member: Member,
  ): Member => (named.has(member.id) ? { ...member, eventTypeId: toEventTypeId } : member);
  const after: GroupMembers = { terms: members.terms.map(moved), pobs: members.pobs.map(moved) };
  const violations = eventTypeViolations(after);
  if (violations.length > 0) {
    const message =
      "The group's terms and performance obligations would name different event types; move those that belong together.";
    throw conflict("EVENT_TYPE_INVARIANT", message, { violations });
  }

  const committed = members.terms.filter(({ id, eventTypeId, committed: days }) => {
    return named.has(id) && eventTypeId !== toEventTypeId && days.length > 0;
  });
  if (committed.length > 0) {
    const message = "Commitments name billing terms by their event types; a committed term keeps its own.";
    throw conflict("EVENT_TYPE_INVARIANT", message, { committedBillingTermIds: committed.map(({ id }) => id) });
  }

  const differs = ({ id, eventTypeId }: { readonly id: string; readonly eventTypeId: string | null }) =>
    named.has(id) && eventTypeId !== toEventTypeId;
  const terms = members.terms.filter(differs);
  const pobs = members.pobs.filter(differs);
  const booking = await bookCorrection(ctx, contract);
  for (const term of terms) {
    updateTerm(ctx.tx, ctx.merchant.id, moved(term), ctx.clock.timestamp);
    await storeTermCorrection(ctx, contract, term, moved(term), booking);
  }
  for (const pob of pobs) await correctPob(ctx, contract, pob, moved(pob), booking);
  await publishEventType(ctx, contract, { group, before: members, after });
  return { billingTermIds: terms.map(({ id }) => id), performanceObligationIds: pobs.map(({ id }) => id) };
}

async function publishEventType(
  ctx: WriteContext,
  contract: Contract,
  {
    group,
    before,
    after,
  }: { readonly group: GroupRecord; readonly before: GroupMembers; readonly after: GroupMembers },
): Promise<void> {
  const changes = changesBetween(eventTypes(before), eventTypes(after));
  ctx.audit({
    action: "billing-term-group.change-event-type",
    entityType: "BILLING_TERM_GROUP",
    entityId: group.id,
    changes,
  });
  if (changes.length === 0) return;
  await touchGroup(ctx.tx, ctx.merchant.id, group.id, ctx.clock.timestamp);
  await reportTerms(ctx, contract);
  ctx.publish({
    type: "billing-term-group.event-type-changed",
    contractId: contract.id,
    data: { billingTermGroupId: group.id },
  });
}

/** Event types by record, so that the audit log has an entry for each. */
function eventTypes({ terms, pobs }: GroupMembers): Record<string, unknown> {
  return Object.fromEntries([
    ...terms.map(({ id, eventTypeId }) => [`billingTerms/${id}`, eventTypeId]),
    ...pobs.map(({ id, eventTypeId }) => [`performanceObligations/${id}`, eventTypeId]),
  ]);
}

function checkEventTypeChange(
  { billingTermIds, performanceObligationIds }: EventTypeChange,
  members: GroupMembers,
  records: readonly BillingTermRecord[],
): Issue[] {
  const issues: Issue[] = [];
  const at = (path: string, code: string, message: string) => issues.push({ path, code, message });
  if (billingTermIds.length + performanceObligationIds.length === 0) {
    at("/billingTermIds", "REQUIRED", "Name the billing terms, the performance obligations, or both.");
  }
  for (const [index, id] of billingTermIds.entries()) {
    const path = `/billingTermIds/${index}`;
    const record = records.find(({ term }) => term.id === id && members.terms.some((member) => member.id === id));
    if (billingTermIds.indexOf(id) < index) at(path, "DUPLICATE", "The billing term is named twice.");
    else if (record === undefined) at(path, "BILLING_TERM_NOT_IN_GROUP", "The group has no such billing term.");
    else if (kindOf(record.term) !== "USAGE") at(path, "BILLING_TERM_INELIGIBLE", "The billing term bills no usage.");
    else if (record.invoicedThrough !== null) at(path, "BILLING_TERM_LOCKED", "Usage of the billing term is invoiced.");
    else if (record.term.terminatedAt !== null) {
      at(path, "BILLING_TERM_TERMINATED", "The billing term is terminated; it can no longer be changed.");
    }
  }
  for (const [index, id] of performanceObligationIds.entries()) {
    const path = `/performanceObligationIds/${index}`;
    const pob: PerformanceObligation | undefined = members.pobs.find((member) => member.id === id);
    if (performanceObligationIds.indexOf(id) < index) at(path, "DUPLICATE", "It is named twice.");
    else if (pob === undefined) at(path, "POB_NOT_IN_GROUP", "The group has no such performance obligation.");
    else if (pob.recognitionPattern !== "RECOGNIZE_AS_CONSUMED") {
      at(path, "CONFLICT", "The performance obligation is not recognized as consumed; it has no event type.");
    }
  }
  return issues;
}
