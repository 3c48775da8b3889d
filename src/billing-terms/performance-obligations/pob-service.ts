import type { Contract } from "../../contracts/contract.ts";
import type { Day } from "../../kernel/day.ts";
import type { Issue } from "../../kernel/errors.ts";
import { formatMoney, isNegative } from "../../kernel/money.ts";
import { changesBetween } from "../../platform/audit.ts";
import { isNotFoundCode, recordNotFound, rejectionOfState } from "../../platform/http/error-codes.ts";
import type { Warning } from "../../platform/http/wire.ts";
import type { WriteContext } from "../../platform/write.ts";
import { auditedPob } from "../audit-service.ts";
import { type Booking, bookCorrection, bookModification } from "../modifications/booking-service.ts";
import { correctPob } from "../modifications/correction-service.ts";
import { isAgreed } from "../modifications/modification.ts";
import { isPriceChange, notePob } from "../modifications/modification-service.ts";
import { reportTerms } from "../report-service.ts";
import { type GroupMembers, groupBalance, roleOf } from "./group.ts";
import { getGroup } from "./group-service.ts";
import { touchGroup } from "./group-store.ts";
import type { PerformanceObligation } from "./performance-obligation.ts";
import { allocatedInGroup, checkGroup, groupWarnings, replacedBy } from "./pob-group.ts";
import { deleteObligationsOf } from "./pob-list-store.ts";
import { type PlannedPob, planPob } from "./pob-plan-service.ts";
import type { PobDraft } from "./pob-request.ts";
import { deletePob, insertPob } from "./pob-store.ts";
import { groupsOf } from "./residual-service.ts";
import { missingSellingPrice, takesPartInAllocation } from "./selling-price.ts";

/** What a request does to the performance obligations of a group, all or nothing (data model 6.1). */
export type PobBatch = {
  readonly toCreate: readonly PobDraft[];
  readonly toUpdate: readonly { readonly id: string; readonly draft: PobDraft }[];
  readonly toDelete: readonly string[];
  /** True to replace the stated prices by shares of what the group bills, by standalone selling price. */
  readonly allocates: boolean;
};

export type SavedPobs = {
  /** By index of `toCreate`. */
  readonly createdIds: readonly string[];
  readonly updatedIds: readonly string[];
  readonly deletedIds: readonly string[];
  readonly warnings: readonly Warning[];
};

/** True if a performance obligation has revenue in a closed month; provided by the caller, which knows posted revenue. */
export type Posted = (pobId: string) => boolean;

/**
 * Deletes, changes and creates performance obligations of one group, in that order, and judges the result once. Stated
 * performance obligations take the place of implied ones that earn the same billing. Every problem is found, and then
 * nothing is saved.
 *
 * @throws DomainError BILLING_TERM_GROUP_NOT_FOUND; where records are missing and nothing else is wrong, the 404 of the first;
 *   400 VALIDATION_FAILED or the code that all issues share, such as POB_NOT_IN_GROUP, POB_HAS_RECOGNIZED_REVENUE and PERIOD_CLOSED
 */
export async function savePobs(
  ctx: WriteContext,
  contract: Contract,
  groupId: string,
  batch: PobBatch,
  isPosted: Posted,
): Promise<SavedPobs> {
  await getGroup(ctx, contract, groupId);
  const groups = await groupsOf(ctx, contract.id);
  const members = groups.get(groupId) ?? { terms: [], pobs: [] };
  const known = new Map(members.pobs.filter((pob) => roleOf(pob) !== "RESIDUAL").map((pob) => [pob.id, pob]));
  const ofContract = new Set([...groups.values()].flatMap(({ pobs }) => pobs.map(({ id }) => id)));
  const issues = checkIds(batch, (id) => known.has(id), ofContract);
  for (const [index, id] of batch.toDelete.entries()) {
    if (known.has(id) && isPosted(id)) issues.push(recognized(`/toDelete/${index}`));
  }
  const planned: PlannedPob[] = [];
  const plan = async (draft: PobDraft, before: PerformanceObligation | null, path: string) => {
    const request = { draft, before, path, groupId, members, allocates: batch.allocates };
    const { pob, issues: found, missing } = await planPob(ctx, contract, request);
    issues.push(...missing, ...found);
    planned.push(pob);
  };
  for (const [index, { id, draft }] of batch.toUpdate.entries()) {
    const before = known.get(id);
    if (before !== undefined) await plan(draft, before, `/toUpdate/${index}`);
  }
  for (const [index, draft] of batch.toCreate.entries()) await plan(draft, null, `/toCreate/${index}`);
  rejectMissing(issues);
  const deleted = batch.toDelete.flatMap((id) => known.get(id) ?? []);
  return saveAll(ctx, contract, groupId, { members, deleted, planned, issues, isPosted, allocates: batch.allocates });
}

/**
 * Changes one performance obligation, as an update of a batch.
 *
 * @throws DomainError POB_NOT_FOUND, and the 404 of every record that the request names, else as `savePobs`
 */
export async function patchPob(
  ctx: WriteContext,
  contract: Contract,
  pobId: string,
  draft: PobDraft,
): Promise<SavedPobs> {
  const groups = [...(await groupsOf(ctx, contract.id))];
  const ofPob = ({ id, ...pob }: PerformanceObligation) => id === pobId && roleOf({ id, ...pob }) !== "RESIDUAL";
  const [groupId, members] = groups.find(([, { pobs }]) => pobs.some(ofPob)) ?? [];
  const before = members?.pobs.find(ofPob);
  if (groupId === undefined || members === undefined || before === undefined) throw recordNotFound("POB_NOT_FOUND");
  const request = { draft, before, path: "", groupId, members, allocates: false };
  const { pob, issues, missing } = await planPob(ctx, contract, request);
  const [unknown] = missing;
  if (unknown !== undefined) throw recordNotFound(unknown.code);
  const isPosted = () => false;
  return saveAll(ctx, contract, groupId, {
    members,
    deleted: [],
    planned: [pob],
    issues: [...issues],
    isPosted,
    allocates: false,
  });
}

/** Records that are missing are 404 where nothing is wrong by itself (rules 13; behaviour 5.1, steps 5 to 8). */
function rejectMissing(issues: readonly Issue[]): void {
  const codes = issues.map(({ code }) => code).filter(isNotFoundCode);
  const [first] = codes;
  if (first !== undefined && codes.length === issues.length) throw recordNotFound(first);
}

/** @param ofContract performance obligations of all groups of the contract */
function checkIds(
  { toUpdate, toDelete }: PobBatch,
  isKnown: (id: string) => boolean,
  ofContract: ReadonlySet<string>,
): Issue[] {
  const issues: Issue[] = [];
  const seen = new Set<string>();
  const places: [string, string][] = [
    ...toUpdate.map(({ id }, index): [string, string] => [`/toUpdate/${index}/id`, id]),
    ...toDelete.map((id, index): [string, string] => [`/toDelete/${index}`, id]),
  ];
  for (const [path, id] of places) {
    if (seen.has(id)) issues.push({ path, code: "DUPLICATE", message: "The performance obligation is named twice." });
    else if (!isKnown(id)) {
      const message = "The group has no such performance obligation.";
      const { message: missing } = recordNotFound("POB_NOT_FOUND");
      issues.push(
        ofContract.has(id)
          ? { path, code: "POB_NOT_IN_GROUP", message }
          : { path, code: "POB_NOT_FOUND", message: missing },
      );
    }
    seen.add(id);
  }
  return issues;
}

function recognized(path: string): Issue {
  const message = "Revenue of the performance obligation is recognized in a closed month; reopen the month first.";
  return { path, code: "POB_HAS_RECOGNIZED_REVENUE", message };
}

type Save = {
  readonly members: GroupMembers;
  readonly deleted: readonly PerformanceObligation[];
  readonly planned: readonly PlannedPob[];
  readonly issues: Issue[];
  readonly isPosted: Posted;
  readonly allocates: boolean;
};

/** The members of a group once the request is carried out: changed in place, without deleted and replaced ones, new ones last. */
function membersAfter(
  members: GroupMembers,
  gone: readonly PerformanceObligation[],
  planned: readonly PlannedPob[],
): GroupMembers {
  const kept = members.pobs.filter(({ id }) => !gone.some((one) => one.id === id));
  const changed = kept.map((pob) => planned.find(({ before }) => before?.id === pob.id)?.after ?? pob);
  const created = planned.flatMap(({ before, after }) => (before === null ? [after] : []));
  return { terms: members.terms, pobs: [...changed, ...created] };
}

async function saveAll(ctx: WriteContext, contract: Contract, groupId: string, save: Save): Promise<SavedPobs> {
  const { members, deleted, issues, isPosted } = save;
  const context = { currency: contract.currency, rounding: ctx.merchant.rounding };
  // Issues of the group are only checked if each performance obligation is valid.
  if (issues.length > 0) throw rejectionOfState(issues);
  const created = save.planned.filter(({ before }) => before === null);
  const replaced = replacedBy(
    members,
    created.map(({ after }) => after),
  ).filter(({ id }) => !save.planned.some(({ before }) => before?.id === id));
  const gone = [...deleted, ...replaced.filter(({ id }) => !deleted.some((one) => one.id === id))];
  if (replaced.some(({ id }) => isPosted(id))) issues.push(recognized(created[0]?.path ?? ""));

  const planned = save.allocates
    ? withAllocation(
        save.planned,
        membersAfter(members, gone, save.planned),
        { ...context, today: ctx.clock.today },
        issues,
      )
    : save.planned;
  const result = membersAfter(members, gone, planned);
  const pathOf = (id: string) => planned.find((one) => one.after.id === id)?.path;
  const isApproved = contract.status === "APPROVED";
  issues.push(...checkGroup(result, pathOf, isApproved));
  if (isApproved && contract.allocationMethod === "RELATIVE_SSP") {
    issues.push(...planned.flatMap(withoutSellingPrice));
  }
  if (issues.length > 0) throw rejectionOfState(issues);

  const agreed = await bookingOf(ctx, contract, planned, gone);
  await deleteAll(ctx, contract, gone, agreed);
  const isBilled = !isNegative(groupBalance(result, context).difference);
  for (const pob of planned) await savePlanned(ctx, contract, pob, { isBilled, agreed });
  if (gone.length > 0 || planned.length > 0) {
    await touchGroup(ctx.tx, ctx.merchant.id, groupId, ctx.clock.timestamp);
    await reportTerms(ctx, contract, { booking: agreed });
  }
  return {
    createdIds: planned.flatMap((one) => (one.before === null ? [one.after.id] : [])),
    updatedIds: planned.flatMap((one) => one.before?.id ?? []),
    deletedIds: gone.map(({ id }) => id),
    warnings: [
      ...planned.flatMap(warningsOf),
      ...groupWarnings(result, context).map((warning) => ({
        ...warning,
        entity: "billing-term-group",
        entityId: groupId,
      })),
    ],
  };
}

function withoutSellingPrice({ after, path }: PlannedPob): Issue[] {
  return takesPartInAllocation(after) && after.standaloneSellingPrice === null ? [missingSellingPrice(path)] : [];
}

function withAllocation(
  planned: readonly PlannedPob[],
  members: GroupMembers,
  { today, ...context }: Parameters<typeof allocatedInGroup>[1] & { readonly today: Day },
  issues: Issue[],
): PlannedPob[] {
  const { prices, issues: found } = allocatedInGroup(members, context);
  issues.push(...found);
  const priced = (pob: PerformanceObligation) => ({
    ...pob,
    transactionPrice: prices.get(pob.id) ?? pob.transactionPrice,
  });
  const named = new Set(planned.map(({ after }) => after.id));
  const others = members.pobs.filter(({ id }) => prices.has(id) && !named.has(id));
  const all = [
    ...planned,
    ...others.map((pob) => ({
      before: pob,
      after: pob,
      adaptations: [],
      path: "/allocate",
      effectiveFrom: today,
    })),
  ];
  return all.map((one) => {
    const after = priced(one.after);
    const { before } = one;
    if (before === null || before.transactionPrice?.minor === after.transactionPrice?.minor) return { ...one, after };
    const shown = (price: PerformanceObligation["transactionPrice"]) => (price === null ? null : formatMoney(price));
    const adaptation = {
      field: "transactionPrice",
      previousValue: shown(before.transactionPrice),
      newValue: shown(after.transactionPrice),
    };
    const kept = one.adaptations.filter(({ field }) => field !== "transactionPrice");
    return { ...one, after, adaptations: [...kept, adaptation] };
  });
}

/**
 * The booking of the modifications in a request. Additions, new prices and ends have one book month, so that an obligation and its
 * replacement neither overlap nor leave a gap.
 */
function bookingOf(
  ctx: WriteContext,
  contract: Contract,
  planned: readonly PlannedPob[],
  gone: readonly PerformanceObligation[],
): Promise<Booking> {
  const { today } = ctx.clock;
  const firstDays = planned.flatMap(({ before, after, effectiveFrom, reasonCode }) => {
    if (before === null) return [after.service.start];
    return isPriceChange(before, after) || isAgreed(reasonCode) ? [effectiveFrom] : [];
  });
  const lastDays = gone.map(({ service }) => (service.end ?? today + 1) - 1);
  return bookModification(ctx, contract, Math.min(today, ...(firstDays.length > 0 ? firstDays : lastDays)));
}

async function deleteAll(
  ctx: WriteContext,
  contract: Contract,
  gone: readonly PerformanceObligation[],
  { bookMonth }: Booking,
): Promise<void> {
  if (gone.length === 0) return;
  const ids = gone.map(({ id }) => id);
  await deleteObligationsOf(ctx.tx, ctx.merchant.id, ids, ctx.clock.timestamp);
  for (const pob of gone) {
    await deletePob(ctx.tx, ctx.merchant.id, pob.id, { at: ctx.clock.timestamp, bookMonth });
    note(ctx, contract, "delete", pob.id, auditedPob(pob), {});
  }
}

/**
 * Saves one performance obligation, and records a modification of the contract if it is one.
 *
 * @param isBilled true if the group bills all stated prices of its performance obligations
 * @param agreed   the booking of modifications; other changes of dates and patterns are corrections
 */
async function savePlanned(
  ctx: WriteContext,
  contract: Contract,
  { before, after, effectiveFrom, reasonCode }: PlannedPob,
  { isBilled, agreed }: { readonly isBilled: boolean; readonly agreed: Booking },
): Promise<void> {
  if (before === null) {
    const { billingTerm: _none, ...facts } = after;
    const row = {
      ...facts,
      billingTermId: null,
      isResidual: false,
      bookMonth: agreed.bookMonth,
      createdAt: ctx.clock.timestamp,
    };
    insertPob(ctx.tx, ctx.merchant.id, row);
    note(ctx, contract, "create", after.id, {}, auditedPob(after));
    await notePob(ctx, contract, { id: null, before, after, effectiveFrom, booking: agreed, isBilled });
    return;
  }
  const [from, to] = [auditedPob(before), auditedPob(after)];
  note(ctx, contract, "update", after.id, from, to);
  if (changesBetween(from, to).length === 0) return;
  const isModification = isPriceChange(before, after) || isAgreed(reasonCode);
  const booking = isModification ? agreed : await bookCorrection(ctx, contract);
  const id = await correctPob(ctx, contract, before, after, booking);
  await notePob(ctx, contract, { id, before, after, effectiveFrom, booking, isBilled, reasonCode });
}

function note(
  ctx: WriteContext,
  contract: Contract,
  act: "create" | "update" | "delete",
  entityId: string,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): void {
  const changes = changesBetween(before, after);
  ctx.audit({ action: `performance-obligation.${act}`, entityType: "PERFORMANCE_OBLIGATION", entityId, changes });
  if (changes.length === 0) return;
  const data = { performanceObligationId: entityId };
  ctx.publish({ type: `performance-obligation.${act}d`, contractId: contract.id, data });
}

function warningsOf({ after, adaptations, path }: PlannedPob): Warning[] {
  const index = /^\/toCreate\/(\d+)$/.exec(path)?.[1];
  return adaptations.map(({ field, previousValue, newValue }) => ({
    code: "FIELD_ADAPTED",
    message: `${field} followed the other changes.`,
    entity: "performance-obligation",
    entityId: after.id,
    field,
    previousValue,
    newValue,
    ...(index === undefined ? {} : { index: Number(index) }),
  }));
}
