import type { Contract } from "../contracts/contract.ts";
import * as contracts from "../contracts/service.ts";
import { type Day, formatDay } from "../kernel/day.ts";
import { type DomainError, invalid } from "../kernel/errors.ts";
import { changesBetween } from "../platform/audit.ts";
import type { Tx } from "../platform/db/pool.ts";
import { recordNotFound, refusalOf } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import { auditedTerm } from "./audit-service.ts";
import type { BillingTermRecord } from "./billing-term.ts";
import { type BillingTerm, kindOf } from "./billing-term.ts";
import { bookMonthOf, correctPromise } from "./correction-service.ts";
import { noteAddedTerm, noteChangedTerm } from "./modification-service.ts";
import { promiseBehind } from "./obligation.ts";
import { type Milestone, type PerformanceObligation, pinsServed } from "./performance-obligation.ts";
import { insertCorrection, performanceObligationsOfContracts, updatePromise } from "./promise-store.ts";
import { resolveReferences, type WhenMissing } from "./reference-service.ts";
import { reduceStatedPrices } from "./remainder-service.ts";
import { refuseIfWorthTooMuch, reportTerms } from "./report-service.ts";
import { insertTermWithPromise, obligationDefaults, refuseIfTooLong } from "./service.ts";
import { checkTerm, checkTermDiscounts, type TermDraft, termFacts } from "./term-draft.ts";
import { correctionOf, lockedFields, patchedDraft, patchedTerm, type TermPatch, terminated } from "./term-patch.ts";
import { insertGroup, insertLayer, termRecordsOfContracts, updateTerm } from "./term-store.ts";

/**
 * Adds a billing term to a contract, in a group of its own or one that is there. Without performance-obligation features,
 * and on an approved contract, it gets a promise behind the scenes, so that everything billed is recognized (rules 7).
 *
 * @throws DomainError VALIDATION_FAILED or the code that all issues share, TERM_TOO_LONG, CONTRACT_DELETED,
 *   CONTRACT_NOT_FOUND, BILLING_TERM_GROUP_NOT_FOUND and the 404 of every record that the request names
 */
export async function addTerm(
  ctx: WriteContext,
  contractId: string,
  draft: TermDraft,
  groupId: string | undefined,
): Promise<BillingTermRecord> {
  const contract = await contracts.lockContract(ctx, contractId, "CONTRACT_DELETED");
  if (groupId !== undefined) await refuseUnknownGroup(ctx, contract, groupId);
  const product = await resolveReferences(ctx, draft, "", "NOT_FOUND");
  const defaults = obligationDefaults(ctx, contract, product);
  const issues = [...checkTerm(draft, defaults, ""), ...checkTermDiscounts(draft, defaults.currency, "")];
  if (issues.length > 0) throw refusalOf(issues);
  const facts = termFacts(draft, defaults);
  refuseIfTooLong(ctx, facts);
  await refuseIfWorthTooMuch(ctx, contract, facts, "");

  const ids = { groupId: groupId ?? ctx.newId(), termId: ctx.newId(), promiseId: ctx.newId() };
  if (groupId === undefined) {
    await insertGroup(ctx.tx, ctx.merchant.id, { id: ids.groupId, contractId, createdAt: ctx.clock.timestamp });
  }
  const getsPromise = !ctx.merchant.performanceObligations || contract.status === "APPROVED";
  const promise = promiseBehind(facts, { ...defaults, categoryId: product?.categoryId ?? null });
  await insertTermWithPromise(ctx, contract, ids, facts, getsPromise ? promise : null);
  await reportTerms(ctx, contract);
  const record = await getTerm(ctx, contract.id, ids.termId);
  await noteAddedTerm(ctx, contract, record.term);
  audit(ctx, "billing-term.create", ids.termId, {}, auditedTerm(record));
  ctx.tell({ type: "billing-term.added", contractId, data: { billingTermId: ids.termId } });
  return record;
}

/**
 * Changes a term as far as its invoices allow (data model 5.7). Its next invoices are planned anew at once, or with the next
 * change where `regenerates` is false.
 *
 * @throws DomainError BILLING_TERM_NOT_FOUND, BILLING_TERM_TERMINATED, BILLING_TERM_LOCKED, VALIDATION_FAILED or the code
 *   that all issues share, TERM_TOO_LONG, CONTRACT_DELETED, CONTRACT_NOT_FOUND
 */
export async function patchTerm(
  ctx: WriteContext,
  contract: Contract,
  record: BillingTermRecord,
  patch: TermPatch,
  { whenMissing, regenerates = true }: { readonly whenMissing: WhenMissing; readonly regenerates?: boolean },
): Promise<BillingTermRecord> {
  const { term: before, invoicedThrough } = record;
  const product = await resolveReferences(ctx, patch, "", whenMissing);
  if (before.terminatedAt !== null) throw terminated();
  const draft = patchedDraft(before, patch);
  const defaults = obligationDefaults(ctx, contract, product);
  const issues = [...checkTerm(draft, defaults, ""), ...checkTermDiscounts(draft, defaults.currency, "")];
  if (issues.length > 0) throw refusalOf(issues);

  const facts = termFacts(draft, defaults);
  const situation = {
    today: ctx.clock.today,
    isApproved: contract.status === "APPROVED",
    invoicedThrough,
    bookMonth: await bookMonthOf(ctx, contract),
  };
  const locked = lockedFields(before, facts, situation);
  if (locked.length > 0) throw lockedTerm(locked, invoicedThrough);
  refuseIfTooLong(ctx, facts);
  const { term: after, layer } = patchedTerm(before, facts, patch, situation);
  await refuseIfWorthTooMuch(ctx, contract, after, "");

  const isSame = JSON.stringify(after) === JSON.stringify(before);
  if (isSame) return record;
  await updateTerm(ctx.tx, ctx.merchant.id, after, ctx.clock.timestamp);
  const [from, to] = [auditedTerm({ ...record, term: before }), auditedTerm({ ...record, term: after })];
  const noted = { termId: after.id, before: from, after: to };
  const row = layer === null ? null : { ...layer, id: ctx.newId(), term: after, createdAt: ctx.clock.timestamp };
  if (row !== null) {
    await insertLayer(ctx.tx, ctx.merchant.id, row);
    const { id, effectiveFrom } = row;
    await noteChangedTerm(ctx, contract, { ...noted, kind: "TERM_PRICE", id, effectiveFrom });
  }
  const id = await keepCorrection(ctx, contract, before, after);
  await moveFollowingPromise(ctx, contract, before, after, id);
  await carryItemAndClass(ctx, contract, before, after);
  if (id !== null) {
    await noteChangedTerm(ctx, contract, {
      ...noted,
      kind: "TERM_DATES",
      id,
      effectiveFrom: patch.effectiveDate ?? ctx.clock.today,
    });
  }
  await reportTerms(ctx, contract, row?.id ?? id);
  return changed(ctx, contract, record, "billing-term.update", regenerates ? "billing-term.updated" : undefined);
}

/**
 * Ends a term for good on its last day of service. What is invoiced beyond it is the caller's to credit.
 *
 * @param last the last day of service, inclusive
 * @throws DomainError BILLING_TERM_TERMINATED, TERMINATION_DATE_INVALID
 */
export async function terminateTerm(
  ctx: WriteContext,
  contract: Contract,
  record: BillingTermRecord,
  {
    last,
    reason,
    creditUnused,
  }: { readonly last: Day; readonly reason: string | null; readonly creditUnused: boolean },
): Promise<BillingTermRecord> {
  const { term: before, invoicedThrough } = record;
  if (before.terminatedAt !== null) throw terminated();
  const end = last + 1;
  if (last < before.start) throw terminationDate("The last day is on or after the term's first day.", before);
  if (before.end !== null && end > before.end) throw terminationDate("The term ends before that day already.", before);
  if (!creditUnused && invoicedThrough !== null && end < invoicedThrough) {
    const through = formatDay(invoicedThrough - 1);
    throw terminationDate(
      `The term is invoiced through ${through}; end it then, or send creditUnused.`,
      before,
      through,
    );
  }
  const after: BillingTerm = { ...before, end, terminatedAt: ctx.clock.timestamp };
  await updateTerm(ctx.tx, ctx.merchant.id, after, ctx.clock.timestamp);
  const id = await keepCorrection(ctx, contract, before, after);
  await moveFollowingPromise(ctx, contract, before, after, id);
  await reduceStatedPrices(ctx, contract, after.billingTermGroupId, id);
  await reportTerms(ctx, contract);
  if (id !== null) {
    const [from, to] = [auditedTerm({ ...record, term: before }), auditedTerm({ ...record, term: after })];
    const noted = { termId: after.id, before: from, after: to };
    await noteChangedTerm(ctx, contract, {
      ...noted,
      kind: "TERM_TERMINATED",
      id,
      effectiveFrom: Math.min(end, ctx.clock.today),
    });
  }
  return changed(ctx, contract, record, "billing-term.terminate", "billing-term.terminated", reason);
}

/**
 * Says on which day a milestone was reached: the invoice of its term is dated from then, and the milestones of the same
 * name in the contract's performance obligations are reached with it (data model 5.2). The same day again changes nothing.
 *
 * @throws DomainError BILLING_TERM_INELIGIBLE for a term without a milestone, BILLING_TERM_LOCKED once it is invoiced with
 *   another day, BILLING_TERM_TERMINATED
 */
export async function reachMilestone(
  ctx: WriteContext,
  contract: Contract,
  record: BillingTermRecord,
  { reachedOn, note }: { readonly reachedOn: Day; readonly note: string | null },
): Promise<BillingTermRecord> {
  const { term: before, invoicedThrough } = record;
  if (before.trigger !== "MILESTONE") {
    throw invalid("BILLING_TERM_INELIGIBLE", "The billing term waits for no milestone; its trigger is DATE.");
  }
  if (before.reachedOn === reachedOn) return record;
  if (before.terminatedAt !== null) throw terminated();
  if (invoicedThrough !== null) throw lockedTerm([], invoicedThrough);
  if (reachedOn > ctx.clock.today) {
    const message = "reachedOn is today or before: a milestone is reached when it is.";
    throw refusalOf([{ path: "/reachedOn", code: "RANGE", message }]);
  }
  const after: BillingTerm = { ...before, reachedOn };
  await updateTerm(ctx.tx, ctx.merchant.id, after, ctx.clock.timestamp);
  await keepCorrection(ctx, contract, before, after);
  await moveFollowingPromise(ctx, contract, asBilled(before), asBilled(after));
  await reachMilestonesOfSameName(ctx, contract, before, reachedOn);
  return changed(ctx, contract, record, "billing-term.reach-milestone", "billing-term.updated", note);
}

/** @throws DomainError BILLING_TERM_NOT_FOUND */
export async function getTerm(
  reader: { readonly tx: Tx; readonly merchant: { readonly id: string } },
  contractId: string,
  termId: string,
): Promise<BillingTermRecord> {
  const records = await termRecordsOfContracts(reader.tx, reader.merchant.id, [contractId]);
  const record = records.find(({ term }) => term.id === termId);
  if (record === undefined) throw recordNotFound("BILLING_TERM_NOT_FOUND");
  return record;
}

/** What a correction of the schedule moves of revenue counts from the first open month on (rules 7). Its id, or null. */
export async function keepCorrection(
  ctx: WriteContext,
  contract: Contract,
  before: BillingTerm,
  after: BillingTerm,
): Promise<string | null> {
  const changes = correctionOf(before, after);
  if (changes === undefined || contract.status !== "APPROVED") return null;
  const id = ctx.newId();
  await insertCorrection(ctx.tx, ctx.merchant.id, {
    of: "TERM",
    changes,
    bookMonth: await bookMonthOf(ctx, contract),
    id,
    modificationId: null,
    contractId: contract.id,
    entityId: after.id,
    createdAt: ctx.clock.timestamp,
  });
  return id;
}

/**
 * A promise that is served over the days its term bills moves with them, and none is served after its term has ended
 * (data model 15.4).
 */
async function moveFollowingPromise(
  ctx: WriteContext,
  contract: Contract,
  before: BillingTerm,
  after: BillingTerm,
  modificationId: string | null = null,
): Promise<void> {
  if (before.start === after.start && before.end === after.end) return;
  const records = await performanceObligationsOfContracts(ctx.tx, ctx.merchant.id, [contract.id]);
  const record = records.find(({ obligation, isDeleted }) => !isDeleted && obligation.billingTerm?.id === after.id);
  if (record === undefined) return;
  const { obligation } = record;
  const service = servedWith(obligation.service, before, after);
  if (service.start === obligation.service.start && service.end === obligation.service.end) return;
  const recognitionDate =
    obligation.recognitionDate === null
      ? null
      : Math.max(
          service.start,
          Math.min(obligation.recognitionDate, (service.end ?? obligation.recognitionDate + 1) - 1),
        );
  const pinned = pinsServed(obligation.pinned, { service, recognitionDate });
  await correctPromise(ctx, contract, obligation, { ...obligation, service, recognitionDate, pinned }, modificationId);
}

/** Revenue of a term is of its item and class (data model 16): another one is that of the promises which follow it, too. */
async function carryItemAndClass(
  ctx: WriteContext,
  contract: Contract,
  before: BillingTerm,
  after: BillingTerm,
): Promise<void> {
  const itemId = before.itemId === after.itemId ? undefined : after.itemId;
  const classId = before.classId === after.classId ? undefined : after.classId;
  if (itemId === undefined && classId === undefined) return;
  const records = await performanceObligationsOfContracts(ctx.tx, ctx.merchant.id, [contract.id]);
  for (const { obligation, isDeleted } of records) {
    if (isDeleted || obligation.billingTerm?.id !== after.id) continue;
    const carried = {
      ...obligation,
      ...(itemId === undefined ? {} : { itemId }),
      ...(classId === undefined ? {} : { classId }),
    };
    await updatePromise(ctx.tx, ctx.merchant.id, carried, ctx.clock.timestamp);
  }
}

/** A milestone of a promise follows its term from day to day, unless it was said to be reached on a day of its own. */
async function reachMilestonesOfSameName(
  ctx: WriteContext,
  contract: Contract,
  before: BillingTerm,
  reachedOn: Day,
): Promise<void> {
  const follows = ({ name, reachedDate }: Milestone) =>
    name === before.name && (reachedDate === null || reachedDate === before.reachedOn);
  for (const { obligation, isDeleted } of await performanceObligationsOfContracts(ctx.tx, ctx.merchant.id, [
    contract.id,
  ])) {
    if (isDeleted || !obligation.milestones.some(follows)) continue;
    const milestones = obligation.milestones.map((each) =>
      follows(each) ? { ...each, reachedDate: reachedOn } : each,
    );
    await correctPromise(ctx, contract, obligation, { ...obligation, milestones });
  }
}

/** The term on the days that it bills: a milestone that is reached is served then, whenever it was planned. */
function asBilled(term: BillingTerm): BillingTerm {
  if (term.reachedOn === null) return term;
  const length = (term.end ?? term.start + 1) - term.start;
  return { ...term, start: term.reachedOn, end: term.reachedOn + length };
}

function servedWith(service: PerformanceObligation["service"], before: BillingTerm, after: BillingTerm) {
  const start = service.start === before.start ? after.start : service.start;
  const follows = service.end === before.end || (service.end === null) !== (after.end === null);
  const isCut = after.terminatedAt !== null && after.end !== null && (service.end === null || service.end > after.end);
  const end = follows || isCut ? after.end : service.end;
  return { start: end === null ? start : Math.min(start, end - 1), end };
}

async function changed(
  ctx: WriteContext,
  contract: Contract,
  before: BillingTermRecord,
  action: string,
  fact: string | undefined,
  reason: string | null = null,
): Promise<BillingTermRecord> {
  const after = await getTerm(ctx, contract.id, before.term.id);
  audit(ctx, action, after.term.id, auditedTerm(before), auditedTerm(after), reason);
  if (fact !== undefined) {
    ctx.tell({ type: fact, contractId: contract.id, data: { billingTermId: after.term.id, kind: kindOf(after.term) } });
  }
  return after;
}

function audit(
  ctx: WriteContext,
  action: string,
  entityId: string,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  reason: string | null = null,
): void {
  const changes = changesBetween(before, after);
  ctx.audit({ action, entityType: "BILLING_TERM", entityId, changes, ...(reason === null ? {} : { reason }) });
}

async function refuseUnknownGroup(ctx: WriteContext, contract: Contract, groupId: string): Promise<void> {
  const row = await ctx.tx
    .selectFrom("billing_term_group")
    .select("id")
    .where("merchant_id", "=", ctx.merchant.id)
    .where("contract_id", "=", contract.id)
    .where("id", "=", groupId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (row === undefined) throw recordNotFound("BILLING_TERM_GROUP_NOT_FOUND");
}

function lockedTerm(
  issues: readonly { path: string; code: string; message: string }[],
  through: Day | null,
): DomainError {
  const message = issues[0]?.message ?? "The term is invoiced; correct it with a credit memo.";
  const invoicedThrough = through === null ? null : formatDay(through - 1);
  return invalid("BILLING_TERM_LOCKED", message, { invoicedThrough, issues });
}

function terminationDate(message: string, term: BillingTerm, invoicedThrough: string | null = null): DomainError {
  return invalid("TERMINATION_DATE_INVALID", message, {
    startDate: formatDay(term.start),
    endDate: term.end === null ? null : formatDay(term.end - 1),
    invoicedThrough,
  });
}

export { listTerms } from "./term-list-store.ts";
