import type { Contract } from "../contracts/contract.ts";
import { compare, equals, type Money, min, sum, zero } from "../kernel/money.ts";
import { firstOpenMonth } from "../ledger/books.ts";
import { shareBooks } from "../ledger/books-store.ts";
import type { WriteContext } from "../platform/write.ts";
import { sharesBy } from "./allocation.ts";
import type { BillingTerm } from "./billing-term.ts";
import type { Booking } from "./booking-service.ts";
import { correctPob } from "./correction-service.ts";
import { coveredTerms, fixedBilling, fixedStated, type GroupMembers, roleOf, serviceEnd, spanOf } from "./group.ts";
import { manualMonthsServed, type PerformanceObligation } from "./performance-obligation.ts";
import { deletePob, insertPob, updatePob } from "./pob-store.ts";
import { performanceObligationsOfContracts } from "./recorded-pobs-store.ts";
import { termsOfContracts } from "./term-store.ts";

/**
 * The live terms and performance obligations of a contract by group, in the order in which the groups' first members
 * were made.
 */
export async function groupsOf(ctx: Pick<WriteContext, "tx" | "merchant">, contractId: string) {
  const terms = await termsOfContracts(ctx.tx, ctx.merchant.id, [contractId]);
  const records = await performanceObligationsOfContracts(ctx.tx, ctx.merchant.id, [contractId]);
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
 * Keeps a residual obligation for every term whose revenue stated prices earn (rules 7): it earns what the term comes to bill
 * beyond them, so a group stays in balance whatever is billed later, and no close is blocked by seats that were added or a
 * price that rose. Its row gives it an id and a category; what it earns is derived (`revenue/residual.ts`).
 *
 * They are of the category of the first obligation with a stated price, and follow it to another: of several, nothing tells
 * whose rest they are, and revenue without a category would be less use. First is by the moment it was made, then by id.
 */
export async function keepResiduals(ctx: WriteContext, contract: Contract, booking: Booking): Promise<void> {
  for (const [groupId, members] of await groupsOf(ctx, contract.id)) {
    const [first] = fixedStated(members.pobs);
    const residuals = members.pobs.filter((pob) => roleOf(pob) === "RESIDUAL");
    const covered = first === undefined ? [] : coveredTerms(members);
    for (const residual of residuals) {
      const isNeeded = covered.some(({ id }) => id === residual.billingTerm?.id);
      if (isNeeded && first !== undefined) await keepCategory(ctx, residual, first);
      else if (contract.status !== "APPROVED") await removeResidual(ctx, residual);
    }
    for (const term of covered) {
      if (first === undefined || residuals.some(({ billingTerm }) => billingTerm?.id === term.id)) continue;
      await insertResidual(ctx, contract, groupId, { term, first, booking });
    }
  }
}

/** The residual in the category of another obligation. What it posted stays where it is (data model 15.5). */
async function keepCategory(
  ctx: WriteContext,
  residual: PerformanceObligation,
  { categoryId }: PerformanceObligation,
): Promise<void> {
  if (residual.categoryId === categoryId) return;
  await updatePob(ctx.tx, ctx.merchant.id, { ...residual, categoryId }, ctx.clock.timestamp);
}

async function removeResidual(ctx: WriteContext, { id }: PerformanceObligation): Promise<void> {
  const bookMonth = firstOpenMonth(await shareBooks(ctx.tx, ctx.merchant.id));
  await deletePob(ctx.tx, ctx.merchant.id, id, { at: ctx.clock.timestamp, bookMonth });
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
  await insertPob(ctx.tx, ctx.merchant.id, {
    id: ctx.newId(),
    contractId: contract.id,
    billingTermGroupId: groupId,
    billingTermId: term.id,
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
    pinned: [],
    categoryId: first.categoryId,
    productId: term.productId,
    itemId: term.itemId,
    classId: term.classId,
    eventTypeId: null,
    bookMonth: booking.bookMonth,
    createdAt: ctx.clock.timestamp,
  });
}

/**
 * Takes from the stated prices of a group, by price share, what one of its terms no longer bills of them: it ended early, or
 * went (rules 7, data model 15.4). Where every term has ended, no obligation is served after them.
 *
 * @param before the term as it was
 * @param modificationId the modification that this is a part of, if it is one of its own
 */
export async function reduceStatedPrices(
  ctx: WriteContext,
  contract: Contract,
  before: BillingTerm,
  booking: Booking,
  modificationId: string | null = null,
): Promise<void> {
  const members = (await groupsOf(ctx, contract.id)).get(before.billingTermGroupId);
  if (members === undefined || contract.status !== "APPROVED") return;
  const stated = fixedStated(members.pobs);
  if (stated.length === 0) return;
  const prices = stated.flatMap(({ transactionPrice }) => transactionPrice ?? []);
  const context = { currency: contract.currency, rounding: ctx.merchant.rounding };
  const left = coveredAfter(members, before, sum(prices, contract.currency), (term) =>
    fixedBilling(asApproved(term, contract), serviceEnd(stated), context),
  );
  const isLess = compare(left, sum(prices, contract.currency)) < 0;
  const shares = isLess ? sharesBy(left, prices) : prices;
  const last = members.terms.every(({ terminatedAt }) => terminatedAt !== null)
    ? (spanOf(members.terms)?.end ?? null)
    : null;
  for (const [index, pob] of stated.entries()) {
    const { start, end } = pob.service;
    const service =
      last !== null && end !== null && end > last ? { start: Math.min(start, last - 1), end: last } : pob.service;
    const { recognitionDate: date } = pob;
    const recognitionDate = date === null || last === null ? date : Math.min(date, last - 1);
    const transactionPrice = shares[index] ?? pob.transactionPrice;
    const isListed = pob.recognitionPattern === "CUSTOM";
    const pinned = isListed ? pob.pinned : manualMonthsServed(pob.pinned, { service, recognitionDate });
    const after = { ...pob, transactionPrice, service, recognitionDate, pinned };
    await correctIfChanged(ctx, contract, pob, after, booking, modificationId);
  }
}

/**
 * What the terms of a group still bill of its stated prices once one of them has ended: of each its part of the prices, by
 * what it billed, as far as it bills it now.
 */
function coveredAfter(
  members: GroupMembers,
  before: BillingTerm,
  stated: Money,
  billingOf: (term: BillingTerm) => Money,
): Money {
  const now = coveredTerms(members);
  const terms = now.some(({ id }) => id === before.id) ? now : [...now, before];
  const billed = terms.map((term) => billingOf(term.id === before.id ? before : term));
  const parts = sharesBy(min(stated, sum(billed, stated.currency)), billed);
  const left = terms.map((term, index) => {
    const part = parts[index] ?? zero(stated.currency);
    const current = now.find(({ id }) => id === term.id);
    return current === undefined ? zero(stated.currency) : min(part, billingOf(current));
  });
  return sum(left, stated.currency);
}

/** The term without what changed its price after approval, which stated prices never earned. */
function asApproved(term: BillingTerm, { approvedAt }: Contract): BillingTerm {
  const amendments = term.amendments.filter(({ createdAt }) => approvedAt !== null && createdAt < approvedAt);
  return { ...term, layers: [], amendments };
}

async function correctIfChanged(
  ctx: WriteContext,
  contract: Contract,
  before: PerformanceObligation,
  after: PerformanceObligation,
  booking: Booking,
  modificationId: string | null,
): Promise<void> {
  const isSamePrice =
    before.transactionPrice !== null &&
    after.transactionPrice !== null &&
    equals(before.transactionPrice, after.transactionPrice);
  const { start, end } = before.service;
  const isSameService = start === after.service.start && end === after.service.end;
  if (isSamePrice && isSameService && before.recognitionDate === after.recognitionDate) return;
  await correctPob(ctx, contract, before, after, booking, modificationId);
}
