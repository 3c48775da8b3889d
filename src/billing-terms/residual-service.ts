import type { Contract } from "../contracts/contract.ts";
import { compare, equals, type Money, max, min, money, sum } from "../kernel/money.ts";
import { firstOpenMonth } from "../ledger/books.ts";
import { shareBooks } from "../ledger/books-store.ts";
import type { WriteContext } from "../platform/write.ts";
import { sharesBy } from "./allocation.ts";
import type { BillingTerm } from "./billing-term.ts";
import { bookMonthOf, correctPob } from "./correction-service.ts";
import {
  coveredTerms,
  earningAsBilled,
  fixedBilling,
  fixedStated,
  type GroupMembers,
  isLeftToAsBilled,
  roleOf,
  serviceEnd,
  spanOf,
} from "./group.ts";
import { manualMonthsServed, type PerformanceObligation } from "./performance-obligation.ts";
import { deletePob, insertPob, updatePob } from "./pob-store.ts";
import { performanceObligationsOfContracts } from "./recorded-pobs-store.ts";
import { termsOfContracts } from "./term-store.ts";

/** The live terms and promises of a contract by group, in the order in which the groups' first members were made. */
export async function groupsOf(ctx: Pick<WriteContext, "tx" | "merchant">, contractId: string) {
  const terms = await termsOfContracts(ctx.tx, ctx.merchant.id, [contractId]);
  const records = await performanceObligationsOfContracts(ctx.tx, ctx.merchant.id, [contractId]);
  return groupMembers(
    terms,
    records.flatMap(({ pob: obligation, isDeleted }) => (isDeleted ? [] : [obligation])),
  );
}

/** Terms and promises by the group that they belong to. */
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
 * Keeps an implied performance obligation for every term whose revenue stated prices earn: it has what the term comes
 * to bill beyond them, nothing at first (rules 7). So a group stays in balance whatever is billed later, and no close
 * is blocked by seats that were added or a price that changed.
 *
 * Each has a price, the part of the stated ones that is its term's: together they are the stated prices. Of prices that
 * come to more than the group bills when they are stated, they take what it bills, so that the rest stands out (ADR
 * 0024).
 *
 * They are of the category of the first performance obligation with a stated price, and follow it to another: of
 * several, nothing tells whose rest they are, and revenue without a category would be less use. First is by the moment
 * it was made, then by id.
 *
 * Where nothing is stated any more, the term's is all that it bills; but where another performance obligation is
 * recognized as billed, that one has all, and what is kept as residual is recognized as billed as well, of which
 * nothing is left to it (data model 6.5).
 *
 * @param modificationId the modification of the contract that made the stated prices others
 */
export async function keepResiduals(
  ctx: WriteContext,
  contract: Contract,
  modificationId: string | null = null,
): Promise<void> {
  for (const [groupId, members] of await groupsOf(ctx, contract.id)) {
    const stated = fixedStated(members.pobs);
    const [first] = stated;
    const rests = members.pobs.filter((pob) => roleOf(pob) === "RESIDUAL");
    if (first === undefined && rests.length === 0) continue;
    const kept = first === undefined ? rests : await inCategoryOf(ctx, first, rests);
    const isLeft = first === undefined && earningAsBilled(members.pobs).length > 0;
    const context = { currency: contract.currency, rounding: ctx.merchant.rounding };
    const covered = first === undefined ? [] : coveredTerms(members);
    const total = sum(
      stated.flatMap(({ transactionPrice }) => transactionPrice ?? []),
      contract.currency,
    );
    const billed = covered.map((term) => fixedBilling(term, serviceEnd(stated), context));
    const residualNow = coveredOf(kept, contract.currency);
    const isApproved = contract.status === "APPROVED";
    const residualDue = isApproved ? min(total, max(sum(billed, contract.currency), residualNow)) : total;
    const isCurrent =
      isApproved && equals(residualDue, residualNow) && kept.every((pob) => isLeftToAsBilled(pob) === isLeft);
    if (isCurrent && covered.every((term) => kept.some(({ billingTerm }) => billingTerm?.id === term.id))) continue;
    const shares = new Map(sharesBy(residualDue, billed).map((share, index) => [covered[index]?.id, share]));
    for (const pob of kept) {
      const share = shares.get(pob.billingTerm?.id);
      await updateResidual(ctx, contract, pob, { share, isLeft, modificationId });
    }
    for (const term of covered) {
      const share = shares.get(term.id);
      if (first === undefined || share === undefined) continue;
      if (kept.some(({ billingTerm }) => billingTerm?.id === term.id)) continue;
      await insertResidual(ctx, contract, groupId, { term, share, first });
    }
  }
}

/** The residuals in the category of a performance obligation. What they posted stays where it is (data model 15.5). */
async function inCategoryOf(
  ctx: WriteContext,
  { categoryId }: PerformanceObligation,
  residuals: readonly PerformanceObligation[],
): Promise<PerformanceObligation[]> {
  const moved = residuals.map((pob) => ({ ...pob, categoryId }));
  for (const [index, pob] of moved.entries()) {
    if (residuals[index]?.categoryId === categoryId) continue;
    await updatePob(ctx.tx, ctx.merchant.id, pob, ctx.clock.timestamp);
  }
  return moved;
}

async function updateResidual(
  ctx: WriteContext,
  contract: Contract,
  pob: PerformanceObligation,
  {
    share,
    isLeft,
    modificationId,
  }: { readonly share: Money | undefined; readonly isLeft: boolean; readonly modificationId: string | null },
): Promise<void> {
  if (share === undefined && contract.status !== "APPROVED") {
    const bookMonth = firstOpenMonth(await shareBooks(ctx.tx, ctx.merchant.id));
    return deletePob(ctx.tx, ctx.merchant.id, pob.id, { at: ctx.clock.timestamp, bookMonth });
  }
  // Once nothing is stated any more, all that the term bills is beyond it.
  const transactionPrice = share ?? money(0n, contract.currency);
  const byCalendar = isLeftToAsBilled(pob) ? ctx.merchant.straightLineDefault : pob.recognitionPattern;
  const recognitionPattern = isLeft ? "RECOGNIZE_AS_BILLED" : byCalendar;
  const isSamePrice = pob.transactionPrice !== null && equals(pob.transactionPrice, transactionPrice);
  if (isSamePrice && pob.recognitionPattern === recognitionPattern) return;
  await correctPob(ctx, contract, pob, { ...pob, transactionPrice, recognitionPattern }, modificationId);
}

async function insertResidual(
  ctx: WriteContext,
  contract: Contract,
  groupId: string,
  { term, share, first }: { readonly term: BillingTerm; readonly share: Money; readonly first: PerformanceObligation },
): Promise<void> {
  await insertPob(ctx.tx, ctx.merchant.id, {
    id: ctx.newId(),
    contractId: contract.id,
    billingTermGroupId: groupId,
    billingTermId: term.id,
    name: term.name,
    transactionPrice: share,
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
    bookMonth: await bookMonthOf(ctx, contract),
    createdAt: ctx.clock.timestamp,
  });
}

/**
 * Takes from the stated prices of a group, by price share, what its terms no longer bill of them: one ended early, or went
 * (rules 7, data model 15.4). Where every term has ended, no performance obligation is served after them.
 *
 * @param modificationId the modification of the contract that this is a part of
 */
export async function reduceStatedPrices(
  ctx: WriteContext,
  contract: Contract,
  groupId: string,
  modificationId: string | null = null,
): Promise<void> {
  const correct = (before: PerformanceObligation, after: PerformanceObligation) =>
    correctIfChanged(ctx, contract, before, after, modificationId);
  const members = (await groupsOf(ctx, contract.id)).get(groupId);
  if (members === undefined || contract.status !== "APPROVED") return;
  const stated = fixedStated(members.pobs);
  if (stated.length === 0) return;
  const context = { currency: contract.currency, rounding: ctx.merchant.rounding };
  const left: Money[] = [];
  for (const pob of members.pobs) {
    const { billingTerm: term, transactionPrice: covered } = pob;
    if (term === null || covered === null) continue;
    // What stated prices took of an open-ended term counts up to the end of their service.
    const billed = fixedBilling(asApproved(term, contract), serviceEnd(stated), context);
    const share = term.terminatedAt === null ? covered : min(covered, billed);
    left.push(share);
    await correct(pob, { ...pob, transactionPrice: share });
  }
  const total = sum(left, contract.currency);
  const prices = stated.flatMap(({ transactionPrice }) => transactionPrice ?? []);
  const isLess = compare(total, sum(prices, contract.currency)) < 0;
  const shares = isLess ? sharesBy(total, prices) : prices;
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
    await correct(pob, { ...pob, transactionPrice, service, recognitionDate, pinned });
  }
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
  modificationId: string | null,
): Promise<void> {
  const isSamePrice =
    before.transactionPrice !== null &&
    after.transactionPrice !== null &&
    equals(before.transactionPrice, after.transactionPrice);
  const { start, end } = before.service;
  const isSameService = start === after.service.start && end === after.service.end;
  if (isSamePrice && isSameService && before.recognitionDate === after.recognitionDate) return;
  await correctPob(ctx, contract, before, after, modificationId);
}

function coveredOf(residuals: readonly PerformanceObligation[], currency: string): Money {
  return sum(
    residuals.flatMap(({ transactionPrice }) => transactionPrice ?? []),
    currency,
  );
}
