import type { Contract } from "../contracts/contract.ts";
import { compare, equals, type Money, max, min, money, sum } from "../kernel/money.ts";
import { firstOpenMonth } from "../ledger/books.ts";
import { shareBooks } from "../ledger/books-store.ts";
import type { WriteContext } from "../platform/write.ts";
import { sharesBy } from "./allocation.ts";
import type { BillingTerm } from "./billing-term.ts";
import { bookMonthOf, correctPromise } from "./correction-service.ts";
import {
  coveredTerms,
  earningAsBilled,
  fixedBilling,
  fixedStated,
  type GroupMembers,
  isLeftToBilled,
  roleOf,
  serviceEnd,
  spanOf,
} from "./group.ts";
import { type PerformanceObligation, pinsServed } from "./performance-obligation.ts";
import { deletePromise, insertPromise, updatePromise } from "./promise-store.ts";
import { performanceObligationsOfContracts } from "./recorded-pobs-store.ts";
import { termsOfContracts } from "./term-store.ts";

/** The live terms and promises of a contract by group, in the order in which the groups' first members were made. */
export async function groupsOf(ctx: Pick<WriteContext, "tx" | "merchant">, contractId: string) {
  const terms = await termsOfContracts(ctx.tx, ctx.merchant.id, [contractId]);
  const records = await performanceObligationsOfContracts(ctx.tx, ctx.merchant.id, [contractId]);
  return groupMembers(
    terms,
    records.flatMap(({ obligation, isDeleted }) => (isDeleted ? [] : [obligation])),
  );
}

/** Terms and promises by the group that they belong to. */
export function groupMembers(
  terms: readonly BillingTerm[],
  promises: readonly PerformanceObligation[],
): Map<string, GroupMembers> {
  const ids = new Set([...terms, ...promises].map(({ billingTermGroupId }) => billingTermGroupId));
  return new Map(
    [...ids].map((id) => [
      id,
      {
        terms: terms.filter(({ billingTermGroupId }) => billingTermGroupId === id),
        promises: promises.filter(({ billingTermGroupId }) => billingTermGroupId === id),
      },
    ]),
  );
}

/**
 * Keeps a promise behind the scenes for every term whose revenue stated prices earn: it has what the term comes to bill
 * beyond them, nothing at first (rules 7). So a group stays in balance whatever is billed later, and no close is
 * blocked by seats that were added or a price that changed.
 *
 * Each has a price, the part of the stated ones that is its term's: together they are the stated prices. Of prices that come to
 * more than the group bills when they are stated, they take what it bills, so that the rest stands out (ADR 0024).
 *
 * They are of the category of the first promise with a stated price, and follow it to another: of several, nothing tells whose
 * rest they are, and revenue without a category would be less use. First is by the moment it was made, then by id.
 *
 * Where nothing is stated any more, the term's is all that it bills; but where another promise is recognized as billed, that one
 * has all, and what is kept behind the scenes is recognized as billed as well, of which nothing is left to it (data model 6.5).
 *
 * @param modificationId the change of the deal that made the stated prices others
 */
export async function keepRemainders(
  ctx: WriteContext,
  contract: Contract,
  modificationId: string | null = null,
): Promise<void> {
  for (const [groupId, members] of await groupsOf(ctx, contract.id)) {
    const stated = fixedStated(members.promises);
    const [first] = stated;
    const rests = members.promises.filter((promise) => roleOf(promise) === "REMAINDER");
    if (first === undefined && rests.length === 0) continue;
    const kept = first === undefined ? rests : await inCategoryOf(ctx, first, rests);
    const isLeft = first === undefined && earningAsBilled(members.promises).length > 0;
    const context = { currency: contract.currency, rounding: ctx.merchant.rounding };
    const covered = first === undefined ? [] : coveredTerms(members);
    const total = sum(
      stated.flatMap(({ transactionPrice }) => transactionPrice ?? []),
      contract.currency,
    );
    const billed = covered.map((term) => fixedBilling(term, serviceEnd(stated), context));
    const taken = coveredOf(kept, contract.currency);
    const isApproved = contract.status === "APPROVED";
    const toTake = isApproved ? min(total, max(sum(billed, contract.currency), taken)) : total;
    const isCurrent =
      isApproved && equals(toTake, taken) && kept.every((promise) => isLeftToBilled(promise) === isLeft);
    if (isCurrent && covered.every((term) => kept.some(({ billingTerm }) => billingTerm?.id === term.id))) continue;
    const shares = new Map(sharesBy(toTake, billed).map((share, index) => [covered[index]?.id, share]));
    for (const promise of kept) {
      const share = shares.get(promise.billingTerm?.id);
      await updateRemainder(ctx, contract, promise, { share, isLeft, modificationId });
    }
    for (const term of covered) {
      const share = shares.get(term.id);
      if (first === undefined || share === undefined) continue;
      if (kept.some(({ billingTerm }) => billingTerm?.id === term.id)) continue;
      await insertRemainder(ctx, contract, groupId, { term, share, first });
    }
  }
}

/** The remainders in the category of a promise. What they posted stays where it is (data model 15.5). */
async function inCategoryOf(
  ctx: WriteContext,
  { categoryId }: PerformanceObligation,
  remainders: readonly PerformanceObligation[],
): Promise<PerformanceObligation[]> {
  const moved = remainders.map((promise) => ({ ...promise, categoryId }));
  for (const [index, promise] of moved.entries()) {
    if (remainders[index]?.categoryId === categoryId) continue;
    await updatePromise(ctx.tx, ctx.merchant.id, promise, ctx.clock.timestamp);
  }
  return moved;
}

async function updateRemainder(
  ctx: WriteContext,
  contract: Contract,
  promise: PerformanceObligation,
  {
    share,
    isLeft,
    modificationId,
  }: { readonly share: Money | undefined; readonly isLeft: boolean; readonly modificationId: string | null },
): Promise<void> {
  if (share === undefined && contract.status !== "APPROVED") {
    const bookMonth = firstOpenMonth(await shareBooks(ctx.tx, ctx.merchant.id));
    return deletePromise(ctx.tx, ctx.merchant.id, promise.id, { at: ctx.clock.timestamp, bookMonth });
  }
  // Once nothing is stated any more, all that the term bills is beyond it.
  const transactionPrice = share ?? money(0n, contract.currency);
  const byCalendar = isLeftToBilled(promise) ? ctx.merchant.straightLineDefault : promise.recognitionPattern;
  const recognitionPattern = isLeft ? "RECOGNIZE_AS_BILLED" : byCalendar;
  const isSamePrice = promise.transactionPrice !== null && equals(promise.transactionPrice, transactionPrice);
  if (isSamePrice && promise.recognitionPattern === recognitionPattern) return;
  await correctPromise(ctx, contract, promise, { ...promise, transactionPrice, recognitionPattern }, modificationId);
}

async function insertRemainder(
  ctx: WriteContext,
  contract: Contract,
  groupId: string,
  { term, share, first }: { readonly term: BillingTerm; readonly share: Money; readonly first: PerformanceObligation },
): Promise<void> {
  await insertPromise(ctx.tx, ctx.merchant.id, {
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
 * (rules 7, data model 15.4). Where every term has ended, no promise is served after them.
 *
 * @param modificationId the change of the deal that this is a part of
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
  const stated = fixedStated(members.promises);
  if (stated.length === 0) return;
  const context = { currency: contract.currency, rounding: ctx.merchant.rounding };
  const left: Money[] = [];
  for (const promise of members.promises) {
    const { billingTerm: term, transactionPrice: covered } = promise;
    if (term === null || covered === null) continue;
    // What stated prices took of an open-ended term counts up to the end of their service.
    const billed = fixedBilling(asApproved(term, contract), serviceEnd(stated), context);
    const share = term.terminatedAt === null ? covered : min(covered, billed);
    left.push(share);
    await correct(promise, { ...promise, transactionPrice: share });
  }
  const total = sum(left, contract.currency);
  const prices = stated.flatMap(({ transactionPrice }) => transactionPrice ?? []);
  const isLess = compare(total, sum(prices, contract.currency)) < 0;
  const shares = isLess ? sharesBy(total, prices) : prices;
  const last = members.terms.every(({ terminatedAt }) => terminatedAt !== null)
    ? (spanOf(members.terms)?.end ?? null)
    : null;
  for (const [index, promise] of stated.entries()) {
    const { start, end } = promise.service;
    const service =
      last !== null && end !== null && end > last ? { start: Math.min(start, last - 1), end: last } : promise.service;
    const { recognitionDate: date } = promise;
    const recognitionDate = date === null || last === null ? date : Math.min(date, last - 1);
    const transactionPrice = shares[index] ?? promise.transactionPrice;
    const isListed = promise.recognitionPattern === "CUSTOM";
    const pinned = isListed ? promise.pinned : pinsServed(promise.pinned, { service, recognitionDate });
    await correct(promise, { ...promise, transactionPrice, service, recognitionDate, pinned });
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
  await correctPromise(ctx, contract, before, after, modificationId);
}

function coveredOf(remainders: readonly PerformanceObligation[], currency: string): Money {
  return sum(
    remainders.flatMap(({ transactionPrice }) => transactionPrice ?? []),
    currency,
  );
}
