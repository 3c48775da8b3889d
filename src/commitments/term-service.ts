import { isDeepStrictEqual } from "node:util";
import type { BillingTerm } from "../billing-terms/billing-term.ts";
import type { Contract } from "../contracts/contract.ts";
import { type Day, formatDay } from "../kernel/day.ts";
import { type Issue, invalid, invalidIssues } from "../kernel/errors.ts";
import type { Tx } from "../platform/db/pool.ts";
import { rejectionOfState } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import type { Commitment, Schedule } from "./commitment.ts";
import { type Change, type ChangeContext, invoicedThrough, patchSchedule } from "./commitment-change.ts";
import { checkCommitment } from "./commitment-check.ts";
import { contextOf, issuedDays, surroundingsOf } from "./context-service.ts";
import { checkTerms } from "./eligibility.ts";
import { changeCommitment } from "./service.ts";
import * as store from "./store.ts";

/**
 * Rejects a change of a term that its commitments do not allow (data model 5.7): prices and billing periods of invoiced commitment periods stay, and
 * the term must stay eligible for every step that names it. Called after the change is stored; the rejection rolls the transaction back.
 *
 * @throws DomainError BILLING_TERM_LOCKED, BILLING_TERM_INELIGIBLE, each with all issues
 */
export async function rejectUncommitted(
  ctx: WriteContext,
  contract: Contract,
  before: BillingTerm,
  after: BillingTerm,
): Promise<void> {
  if (before.committed.length === 0 || isDeepStrictEqual(ruleOf(before), ruleOf(after))) return;
  const surroundings = await surroundingsOf(ctx, contract);
  const { terms, lines } = surroundings;
  const naming = surroundings.commitments.filter(({ commitment }) => schedulesNaming(commitment, after.id).length > 0);
  const invoiced = naming.flatMap(({ commitment }) => {
    const issued = issuedDays(lines, commitment.id);
    return schedulesNaming(commitment, after.id).filter((schedule) => invoicedThrough(schedule, issued) !== null);
  });
  const locked = lockedFields(before, after, invoiced);
  if (locked.length > 0) throw invalidIssues(locked, "BILLING_TERM_LOCKED");

  if (before.eventTypeId !== after.eventTypeId) {
    const message = "A commitment keeps its event types; the term of one keeps its own.";
    throw invalidIssues(
      [{ path: "/eventTypeId", code: "BILLING_TERM_INELIGIBLE", message }],
      "BILLING_TERM_INELIGIBLE",
    );
  }
  const was = new Map(terms).set(after.id, { term: before, aggregation: terms.get(after.id)?.aggregation ?? "SUM" });
  const issues = naming.flatMap(({ commitment }) => {
    const context = contextOf(surroundings, commitment.id);
    return newIssues(allIssues(commitment, { ...context, terms: was }), allIssues(commitment, context));
  });
  if (issues.length === 0) return;
  const messages = [...new Set(issues.map(({ message }) => message))];
  throw invalidIssues(
    messages.map((message) => ({
      path: "",
      code: "BILLING_TERM_INELIGIBLE",
      message: `As a committed term: ${message}`,
    })),
    "BILLING_TERM_INELIGIBLE",
  );
}

/**
 * Rejects an end of a term before the end of a commitment that names it (data model 5.7), because its event type would have no price. The commitment
 * must be ended first, at the end of one of its periods.
 *
 * @param end the day after its last day
 * @throws DomainError SCHEDULE_ALIGNMENT_INVALID
 */
export async function rejectEndBeforeCommitment(
  { tx, merchant }: { readonly tx: Tx; readonly merchant: { readonly id: string } },
  { id, contractId }: BillingTerm,
  end: Day,
): Promise<void> {
  const records = await store.commitmentsOfContract(tx, merchant.id, contractId);
  const schedules = records.flatMap(({ commitment }) => schedulesNaming(commitment, id));
  if (schedules.every((schedule) => schedule.end <= end)) return;
  const through = formatDay(Math.max(...schedules.map((schedule) => schedule.end)) - 1);
  const message = `A commitment names the term through ${through}; end the commitment first, at the end of a period of it.`;
  throw invalid("SCHEDULE_ALIGNMENT_INVALID", message, {
    issues: [{ path: "/endDate", code: "SCHEDULE_ALIGNMENT_INVALID", message }],
  });
}

/**
 * Adapts commitments for the full duration to changed days of their contract (data model 8.2), and rejects changes of the contract that commitments
 * do not allow, such as days of a schedule outside the contract, or a new customer with a commitment on the same event type.
 *
 * @param before the contract before the change; `after` is locked and regenerated
 * @throws DomainError 400 with all issues, under their code if they share one
 */
export async function followContract(ctx: WriteContext, before: Contract, after: Contract): Promise<void> {
  const surroundings = await surroundingsOf(ctx, after);
  const own = surroundings.commitments.filter(({ commitment, terminatedAt }) => {
    return commitment.contractId === after.id && terminatedAt === null;
  });
  const moves = own.map(({ commitment }) => {
    const context = contextOf(surroundings, commitment.id);
    const { commitment: moved, issues: gate } = movedWith(commitment, after, context);
    const known = allIssues(commitment, { ...context, contract: before, others: [] });
    const found = [...gate, ...newIssues(known, allIssues(moved, context))];
    const path = `/commitments/${commitment.id}`;
    return { commitment, moved, issues: found.map((issue) => ({ ...issue, path: `${path}${issue.path}` })) };
  });
  const issues = moves.flatMap((move) => move.issues);
  if (issues.length > 0) throw rejectionOfState(issues);
  for (const { commitment, moved } of moves) {
    if (isDeepStrictEqual(commitment, moved)) continue;
    const change = () => ({ commitment: moved, issues: [] });
    await changeCommitment(ctx, { contract: after, commitmentId: commitment.id }, "commitment.follow-contract", change);
  }
}

/** True if a contract has live commitments. */
export async function hasCommitments(ctx: WriteContext, contractId: string): Promise<boolean> {
  return (await store.commitmentsOfContract(ctx.tx, ctx.merchant.id, contractId)).length > 0;
}

/** The commitment with the days of its contract, and issues about invoiced periods. */
function movedWith(commitment: Commitment, { start, end }: Contract, context: ChangeContext): Change {
  const { isFullDuration, schedules } = commitment;
  const [first, last] = [schedules[0], schedules.at(-1)];
  if (!isFullDuration || first === undefined || last === undefined || start === null || end === null) {
    return { commitment, issues: [] };
  }
  const started = patchSchedule(commitment, first.id, first === last ? { start, end } : { start }, context);
  const ended = first === last ? started : patchSchedule(started.commitment, last.id, { end }, context);
  // Other issues are found by checking the whole commitment.
  const issues = [...new Set([...started.issues, ...ended.issues])];
  return { commitment: ended.commitment, issues: issues.filter(({ code }) => code === "SCHEDULE_INVOICE_GATE") };
}

function schedulesNaming({ schedules }: Commitment, termId: string): Schedule[] {
  return schedules.filter(({ steps }) => steps.some(({ billingTermIds }) => billingTermIds.includes(termId)));
}

/** The fields of a term that drawdown depends on. */
function ruleOf({ price, layers, start, end, interval, intervalFrequency, eventTypeId, tierScope }: BillingTerm) {
  return { price, layers, start, end, interval, intervalFrequency, eventTypeId, tierScope };
}

/** Issues for changed fields that invoiced periods of these schedules lock. Prices and an end after the schedules may change. */
function lockedFields(before: BillingTerm, after: BillingTerm, invoiced: readonly Schedule[]): Issue[] {
  if (invoiced.length === 0) return [];
  const end = Math.max(...invoiced.map((schedule) => schedule.end));
  const pricesOf = ({ price, layers }: BillingTerm) => [
    price,
    layers.filter(({ effectiveFrom }) => effectiveFrom < end),
  ];
  const changes: readonly (readonly [field: string, isChanged: boolean])[] = [
    ["pricing", !isDeepStrictEqual(pricesOf(before), pricesOf(after))],
    ["startDate", before.start !== after.start],
    ["endDate", before.end !== after.end && after.end !== null && after.end < end],
    ["interval", before.interval !== after.interval],
    ["intervalFrequency", before.intervalFrequency !== after.intervalFrequency],
    ["tierScope", before.tierScope !== after.tierScope],
    ["eventTypeId", before.eventTypeId !== after.eventTypeId],
  ];
  const message = "Periods of a commitment are invoiced with it; append a schedule with another term instead.";
  return changes
    .filter(([, isChanged]) => isChanged)
    .map(([field]) => ({ path: `/${field}`, code: "BILLING_TERM_LOCKED", message }));
}

function allIssues(commitment: Commitment, context: ChangeContext): Issue[] {
  const ofTerms = commitment.schedules.flatMap((schedule, index) =>
    checkTerms(commitment, schedule, context, `/schedules/${index}`),
  );
  return [...checkCommitment(commitment, context, ""), ...ofTerms];
}

/** The issues that the change adds, each once. An issue that existed before does not block another change. */
function newIssues(before: readonly Issue[], after: readonly Issue[]): Issue[] {
  const known = new Set(before.map((issue) => JSON.stringify(issue)));
  return after.filter((issue) => {
    const key = JSON.stringify(issue);
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
}
