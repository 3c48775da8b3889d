import type { Contract } from "../contracts/contract.ts";
import type { Day } from "../kernel/day.ts";
import type { Issue } from "../kernel/errors.ts";
import { formatMoney, isNegative } from "../kernel/money.ts";
import { firstOpenMonth } from "../ledger/books.ts";
import { shareBooks } from "../ledger/books-store.ts";
import { changesBetween } from "../platform/audit.ts";
import { recordNotFound, refusalOfShared } from "../platform/http/error-codes.ts";
import type { Warning } from "../platform/http/wire.ts";
import type { WriteContext } from "../platform/write.ts";
import { auditedPromise } from "./audit-service.ts";
import { bookMonthOf, correctPromise } from "./correction-service.ts";
import { fixedStated, type GroupMembers, groupBalance, roleOf } from "./group.ts";
import { getGroup, membersOf } from "./group-service.ts";
import { touchGroup } from "./group-store.ts";
import { notePromise } from "./modification-service.ts";
import type { PerformanceObligation } from "./performance-obligation.ts";
import { allocatedInGroup, checkGroup, groupWarnings, replacedBy } from "./promise-group.ts";
import { deleteObligationsOf } from "./promise-list-store.ts";
import { type PlannedPromise, planPromise } from "./promise-plan-service.ts";
import type { PromiseDraft } from "./promise-request.ts";
import { deletePromise, insertPromise } from "./promise-store.ts";
import { groupsOf, keepRemainders } from "./remainder-service.ts";
import { reportTerms } from "./report-service.ts";

/** What a request does to the promises of a group, all or nothing (data model 6.1). */
export type PromiseBatch = {
  readonly toCreate: readonly PromiseDraft[];
  readonly toUpdate: readonly { readonly id: string; readonly draft: PromiseDraft }[];
  readonly toDelete: readonly string[];
  /** Are the stated prices to become shares of what the group bills, by standalone selling price? */
  readonly allocates: boolean;
};

export type SavedPromises = {
  /** By index of `toCreate`. */
  readonly createdIds: readonly string[];
  readonly updatedIds: readonly string[];
  readonly deletedIds: readonly string[];
  readonly warnings: readonly Warning[];
};

/** Has the promise revenue in a closed month? Answered by whoever knows what is posted. */
export type Posted = (promiseId: string) => boolean;

/**
 * Deletes, changes and creates promises of one group, in that order, and judges the result once. Stated promises take the
 * place of those behind the scenes that earn the same billing. Every problem is found, and then nothing is saved.
 *
 * @throws DomainError BILLING_TERM_GROUP_NOT_FOUND; 400 VALIDATION_FAILED or the code that all issues share, such as
 *   POB_NOT_IN_GROUP, POB_HAS_RECOGNIZED_REVENUE and PERIOD_CLOSED
 */
export async function savePromises(
  ctx: WriteContext,
  contract: Contract,
  groupId: string,
  batch: PromiseBatch,
  isPosted: Posted,
): Promise<SavedPromises> {
  await getGroup(ctx, contract, groupId);
  const members = await membersOf(ctx, contract, groupId);
  const known = new Map(
    members.promises.filter((promise) => roleOf(promise) !== "REMAINDER").map((promise) => [promise.id, promise]),
  );
  const issues = checkIds(batch, (id) => known.has(id));
  for (const [index, id] of batch.toDelete.entries()) {
    if (known.has(id) && isPosted(id)) issues.push(recognized(`/toDelete/${index}`));
  }
  const planned: PlannedPromise[] = [];
  const plan = async (draft: PromiseDraft, before: PerformanceObligation | null, path: string) => {
    const request = { draft, before, path, groupId, members, allocates: batch.allocates };
    const { promise, issues: found, missing } = await planPromise(ctx, contract, request);
    issues.push(...missing, ...found);
    planned.push(promise);
  };
  for (const [index, { id, draft }] of batch.toUpdate.entries()) {
    const before = known.get(id);
    if (before !== undefined) await plan(draft, before, `/toUpdate/${index}`);
  }
  for (const [index, draft] of batch.toCreate.entries()) await plan(draft, null, `/toCreate/${index}`);
  const deleted = batch.toDelete.flatMap((id) => known.get(id) ?? []);
  return saveAll(ctx, contract, groupId, { members, deleted, planned, issues, isPosted, allocates: batch.allocates });
}

/**
 * Changes one promise, as an update of a batch.
 *
 * @throws DomainError POB_NOT_FOUND, and the 404 of every record that the request names, else as `savePromises`
 */
export async function patchPromise(
  ctx: WriteContext,
  contract: Contract,
  promiseId: string,
  draft: PromiseDraft,
): Promise<SavedPromises> {
  const groups = [...(await groupsOf(ctx, contract.id))];
  const ofPromise = ({ id, ...promise }: PerformanceObligation) =>
    id === promiseId && roleOf({ id, ...promise }) !== "REMAINDER";
  const [groupId, members] = groups.find(([, { promises }]) => promises.some(ofPromise)) ?? [];
  const before = members?.promises.find(ofPromise);
  if (groupId === undefined || members === undefined || before === undefined) throw recordNotFound("POB_NOT_FOUND");
  const request = { draft, before, path: "", groupId, members, allocates: false };
  const { promise, issues, missing } = await planPromise(ctx, contract, request);
  const [unknown] = missing;
  if (unknown !== undefined) throw recordNotFound(unknown.code);
  const isPosted = () => false;
  return saveAll(ctx, contract, groupId, {
    members,
    deleted: [],
    planned: [promise],
    issues: [...issues],
    isPosted,
    allocates: false,
  });
}

function checkIds({ toUpdate, toDelete }: PromiseBatch, isKnown: (id: string) => boolean): Issue[] {
  const issues: Issue[] = [];
  const seen = new Set<string>();
  const places: [string, string][] = [
    ...toUpdate.map(({ id }, index): [string, string] => [`/toUpdate/${index}/id`, id]),
    ...toDelete.map((id, index): [string, string] => [`/toDelete/${index}`, id]),
  ];
  for (const [path, id] of places) {
    if (seen.has(id)) issues.push({ path, code: "DUPLICATE", message: "The performance obligation is named twice." });
    else if (!isKnown(id)) {
      issues.push({ path, code: "POB_NOT_IN_GROUP", message: "The group has no such performance obligation." });
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
  readonly planned: readonly PlannedPromise[];
  readonly issues: Issue[];
  readonly isPosted: Posted;
  readonly allocates: boolean;
};

async function saveAll(ctx: WriteContext, contract: Contract, groupId: string, save: Save): Promise<SavedPromises> {
  const { members, deleted, issues, isPosted } = save;
  const context = { currency: contract.currency, rounding: ctx.merchant.rounding };
  // Whether promises go together is only worth saying of promises that are right each.
  if (issues.length > 0) throw refusalOfShared(issues);
  const created = save.planned.filter(({ before }) => before === null);
  const replaced = replacedBy(
    members,
    created.map(({ after }) => after),
  ).filter(({ id }) => !save.planned.some(({ before }) => before?.id === id));
  const gone = [...deleted, ...replaced.filter(({ id }) => !deleted.some((one) => one.id === id))];
  if (replaced.some(({ id }) => isPosted(id))) issues.push(recognized(created[0]?.path ?? ""));

  const after = (planned: readonly PlannedPromise[]): GroupMembers => ({
    terms: members.terms,
    promises: [
      ...members.promises
        .filter(({ id }) => !gone.some((one) => one.id === id))
        .map((promise) => planned.find(({ before }) => before?.id === promise.id)?.after ?? promise),
      ...planned.flatMap((one) => (one.before === null ? [one.after] : [])),
    ],
  });
  const planned = save.allocates
    ? withAllocation(save.planned, after(save.planned), { ...context, today: ctx.clock.today }, issues)
    : save.planned;
  const result = after(planned);
  const pathOf = (id: string) => planned.find((one) => one.after.id === id)?.path;
  const isApproved = contract.status === "APPROVED";
  issues.push(...checkGroup(result, pathOf, isApproved));
  if (isApproved && contract.allocationMethod === "RELATIVE_SSP") {
    issues.push(...planned.flatMap(withoutSellingPrice));
  }
  if (issues.length > 0) throw refusalOfShared(issues);

  await deleteAll(ctx, contract, gone);
  const isBilled = !isNegative(groupBalance(result, context).difference);
  // What promises leave to the rest of their group, or take from it, they do from their own day on.
  for (const together of Map.groupBy(planned, ({ effectiveFrom }) => effectiveFrom).values()) {
    let modificationId: string | null = null;
    for (const promise of together) {
      modificationId = (await savePlanned(ctx, contract, promise, isBilled)) ?? modificationId;
    }
    if (isApproved) await keepRemainders(ctx, contract, modificationId);
  }
  if (isApproved && planned.length === 0) await keepRemainders(ctx, contract);
  if (gone.length > 0 || planned.length > 0) {
    await touchGroup(ctx.tx, ctx.merchant.id, groupId, ctx.clock.timestamp);
    await reportTerms(ctx, contract);
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

/** An approved price that is allocated by standalone selling price cannot be allocated to a promise without one. */
function withoutSellingPrice({ after, path }: PlannedPromise): Issue[] {
  if (fixedStated([after]).length === 0 || after.standaloneSellingPrice !== null) return [];
  const message = "The contract's price is allocated by standalone selling price; send standaloneSellingPrice.";
  return [{ path: `${path}/standaloneSellingPrice`, code: "REQUIRED", message }];
}

function withAllocation(
  planned: readonly PlannedPromise[],
  members: GroupMembers,
  { today, ...context }: Parameters<typeof allocatedInGroup>[1] & { readonly today: Day },
  issues: Issue[],
): PlannedPromise[] {
  const { prices, issues: found } = allocatedInGroup(members, context);
  issues.push(...found);
  const priced = (promise: PerformanceObligation) => ({
    ...promise,
    transactionPrice: prices.get(promise.id) ?? promise.transactionPrice,
  });
  const named = new Set(planned.map(({ after }) => after.id));
  const others = members.promises.filter(({ id }) => prices.has(id) && !named.has(id));
  const all = [
    ...planned,
    ...others.map((promise) => ({
      before: promise,
      after: promise,
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

async function deleteAll(ctx: WriteContext, contract: Contract, gone: readonly PerformanceObligation[]): Promise<void> {
  if (gone.length === 0) return;
  const bookMonth = firstOpenMonth(await shareBooks(ctx.tx, ctx.merchant.id));
  const ids = gone.map(({ id }) => id);
  await deleteObligationsOf(ctx.tx, ctx.merchant.id, ids, ctx.clock.timestamp);
  for (const promise of gone) {
    await deletePromise(ctx.tx, ctx.merchant.id, promise.id, { at: ctx.clock.timestamp, bookMonth });
    note(ctx, contract, "delete", promise.id, auditedPromise(promise), {});
  }
}

/**
 * The id of the change of the deal that it is, or null.
 *
 * @param isBilled does its group bill all that its promises state?
 */
async function savePlanned(
  ctx: WriteContext,
  contract: Contract,
  { before, after, effectiveFrom }: PlannedPromise,
  isBilled: boolean,
): Promise<string | null> {
  if (before === null) {
    const { billingTerm: _none, ...facts } = after;
    const bookMonth = await bookMonthOf(ctx, contract);
    const row = { ...facts, billingTermId: null, bookMonth, createdAt: ctx.clock.timestamp };
    await insertPromise(ctx.tx, ctx.merchant.id, row);
    note(ctx, contract, "create", after.id, {}, auditedPromise(after));
    return notePromise(ctx, contract, { id: null, before, after, effectiveFrom, isBilled });
  }
  const [from, to] = [auditedPromise(before), auditedPromise(after)];
  note(ctx, contract, "update", after.id, from, to);
  if (changesBetween(from, to).length === 0) return null;
  const id = await correctPromise(ctx, contract, before, after);
  return notePromise(ctx, contract, { id, before, after, effectiveFrom, isBilled });
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
  ctx.tell({ type: `performance-obligation.${act}d`, contractId: contract.id, data });
}

function warningsOf({ after, adaptations, path }: PlannedPromise): Warning[] {
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
