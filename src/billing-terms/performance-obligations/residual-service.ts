import type { Contract } from "../../contracts/contract.ts";
import { firstOpenMonth } from "../../ledger/books.ts";
import { shareBooks } from "../../ledger/books-store.ts";
import type { WriteContext } from "../../platform/write.ts";
import type { BillingTerm } from "../billing-term.ts";
import type { Booking } from "../modifications/booking-service.ts";
import { noteFollowed } from "../modifications/correction-service.ts";
import { termsOfContracts } from "../term-store.ts";
import { coveredTerms, fixedStated, type GroupMembers, roleOf } from "./group.ts";
import type { FollowingPob, PerformanceObligation } from "./performance-obligation.ts";
import { deletePob, insertPob, updatePob } from "./pob-store.ts";
import { performanceObligationsOfContracts } from "./recorded-pobs-store.ts";

/**
 * The live terms and performance obligations of a contract by group, in the order in which the groups' first members
 * were made.
 */
export async function groupsOf(ctx: Pick<WriteContext, "tx" | "merchant">, contractId: string) {
  const [terms, records] = await Promise.all([
    termsOfContracts(ctx.tx, ctx.merchant.id, [contractId]),
    performanceObligationsOfContracts(ctx.tx, ctx.merchant.id, [contractId]),
  ]);
  return groupMembers(
    terms,
    records.flatMap(({ pob: obligation, isDeleted }) => (isDeleted ? [] : [obligation])),
  );
}

/** Terms and performance obligations by the group that they belong to. */
export function groupMembers(
  terms: readonly BillingTerm[],
  pobs: readonly PerformanceObligation[],
): Map<string, GroupMembers> {
  const ids = new Set([...terms, ...pobs].map(({ billingTermGroupId }) => billingTermGroupId));
  return new Map(
    [...ids].map((id) => [
      id,
      {
        terms: terms.filter(({ billingTermGroupId }) => billingTermGroupId === id),
        pobs: pobs.filter(({ billingTermGroupId }) => billingTermGroupId === id),
      },
    ]),
  );
}

/**
 * Ensures that every term whose revenue stated prices earn has a residual obligation (rules 7). It earns what the term bills beyond the stated
 * prices, so a group stays in balance whatever is billed later, and added seats or higher prices do not block a close. Its row has an id and
 * a category; its revenue is derived (`revenue/residual.ts`).
 *
 * Residuals have the category of the first obligation with a stated price (by creation, then by id), and follow its changes.
 *
 * @returns the groups of the contract with their residuals
 */
export async function storeResiduals(
  ctx: WriteContext,
  contract: Contract,
  booking: Booking,
): Promise<Map<string, GroupMembers>> {
  const groups = await groupsOf(ctx, contract.id);
  let isChanged = false;
  for (const [groupId, members] of groups) {
    const [first] = fixedStated(members.pobs);
    const residuals = members.pobs.filter((pob) => roleOf(pob) === "RESIDUAL");
    const covered = first === undefined ? [] : coveredTerms(members);
    for (const residual of residuals) {
      const isNeeded = covered.some(({ id }) => id === residual.billingTerm?.id);
      const isMoved =
        isNeeded && first !== undefined
          ? await storeCategory(ctx, residual, first)
          : await removeResidual(ctx, contract, residual);
      isChanged ||= isMoved;
    }
    for (const term of covered) {
      if (first === undefined || residuals.some(({ billingTerm }) => billingTerm?.id === term.id)) continue;
      await insertResidual(ctx, contract, groupId, { term, first, booking });
      isChanged = true;
    }
  }
  return isChanged ? groupsOf(ctx, contract.id) : groups;
}

/** The residual in the category of another obligation. What it posted stays where it is (data model 15.5). */
async function storeCategory(
  ctx: WriteContext,
  residual: PerformanceObligation,
  { categoryId }: PerformanceObligation,
): Promise<boolean> {
  if (residual.categoryId === categoryId) return false;
  const moved = { ...residual, categoryId };
  await updatePob(ctx.tx, ctx.merchant.id, moved, ctx.clock.timestamp);
  noteFollowed(ctx, residual, moved);
  return true;
}

/** Deletes a residual that is no longer needed; on an approved contract it stays, with its revenue. */
async function removeResidual(
  ctx: WriteContext,
  { status }: Contract,
  residual: PerformanceObligation,
): Promise<boolean> {
  if (status === "APPROVED") return false;
  const bookMonth = firstOpenMonth(await shareBooks(ctx.tx, ctx.merchant.id));
  await deletePob(ctx.tx, ctx.merchant.id, residual.id, { at: ctx.clock.timestamp, bookMonth });
  noteFollowed(ctx, residual, null);
  return true;
}

async function insertResidual(
  ctx: WriteContext,
  contract: Contract,
  groupId: string,
  {
    term,
    first,
    booking,
  }: { readonly term: BillingTerm; readonly first: PerformanceObligation; readonly booking: Booking },
): Promise<void> {
  const residual: FollowingPob = {
    id: ctx.newId(),
    contractId: contract.id,
    billingTermGroupId: groupId,
    name: term.name,
    isResidual: true,
    transactionPrice: null,
    standaloneSellingPrice: null,
    considerationType: "FIXED",
    recognitionPattern: ctx.merchant.straightLineDefault,
    service: { start: term.start, end: term.end ?? (term.interval === "NONE" ? first.service.end : null) },
    recognitionDate: null,
    milestones: [],
    progress: [],
    manualMonths: [],
    categoryId: first.categoryId,
    productId: term.productId,
    itemId: term.itemId,
    classId: term.classId,
    eventTypeId: null,
  };
  const place = { billingTermId: term.id, bookMonth: booking.bookMonth, createdAt: ctx.clock.timestamp };
  insertPob(ctx.tx, ctx.merchant.id, { ...residual, ...place });
  noteFollowed(ctx, null, residual);
}
