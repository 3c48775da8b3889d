import {
  type BillingTerm,
  type BillingTermRecord,
  latestPrice,
  type SwapCredit,
} from "../billing-terms/billing-term.ts";
import { chargesOf } from "../billing-terms/charges/charges.ts";
import type { PricingContext } from "../billing-terms/charges/price.ts";
import { effectiveDayOfEnd } from "../billing-terms/modifications/effective-day-service.ts";
import { noteChangedTerm } from "../billing-terms/modifications/modification-service.ts";
import { insertSwapCredit } from "../billing-terms/swap-store.ts";
import { getTerm } from "../billing-terms/term-service.ts";
import type { Contract } from "../contracts/contract.ts";
import type { TaxTreatment } from "../invoicing/tax.ts";
import { loadTaxation } from "../invoicing/taxation-service.ts";
import { required } from "../kernel/assert.ts";
import { type Day, formatDay } from "../kernel/day.ts";
import { isZero, type Money, min, subtract, sumAmounts, zero } from "../kernel/money.ts";
import { rejectionOf } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import type { CreditedPart } from "../receivables/credit-memo.ts";
import { creditableLines } from "../receivables/invoice-store.ts";
import { insertNewTerm, type NewTerm, noteTerm } from "./add-billing-term.ts";
import { creditLines } from "./credit-invoice-lines.ts";
import { creditUncarriedOf } from "./credit-uncarried-swap.ts";
import { lockTerm, type TermPlace } from "./lock-term.ts";
import { reverseBadDebts } from "./reverse-bad-debts.ts";
import { withTax } from "./swapped-lines.ts";
import { endTerm } from "./terminate-billing-term.ts";

/** What takes the place of a term from a day on. */
export type Swap = {
  readonly effectiveDate: Day;
  /** Without a group it joins the one of the term that it replaces. */
  readonly newTerm: NewTerm;
  readonly reason: string | null;
};

/** Both terms as they are now. */
export type SwappedTerms = {
  readonly contract: Contract;
  readonly ended: BillingTermRecord;
  readonly added: BillingTermRecord;
};

/**
 * Ends a term the day before another one begins, as one modification (ADR 0033). The amount billed beyond the end of the first term is
 * deducted from the first invoice of the second term; the part that exceeds that invoice becomes a credit memo.
 *
 * @throws DomainError as `endTerm` and `insertNewTerm`, VALIDATION_FAILED if the new term begins on another day, PERIOD_CLOSED
 */
export async function swapBillingTerm(ctx: WriteContext, place: TermPlace, swap: Swap): Promise<SwappedTerms> {
  const { contract: locked, record } = await lockTerm(ctx, place);
  if (swap.newTerm.draft.start !== swap.effectiveDate) {
    const message = `The new term begins on ${formatDay(swap.effectiveDate)}; leave startDate out.`;
    throw rejectionOf([{ path: "/newTerm/startDate", code: "CONFLICT", message }]);
  }
  const { reason } = swap;
  const request = { last: swap.effectiveDate - 1, reason, creditUnused: true };
  const newTerm = { ...swap.newTerm, groupId: swap.newTerm.groupId ?? record.term.billingTermGroupId };
  const { contract, ended, ending, after, replacement } = await endTerm(ctx, locked, record, request, () =>
    insertNewTerm(ctx, locked, newTerm, "/newTerm"),
  );
  const { termId, booking } = required(replacement, "the term that takes the place of another one");
  const inserted = await getTerm(ctx, contract.id, termId);
  noteTerm(ctx, contract, inserted);
  const { term } = inserted;
  await noteChangedTerm(ctx, contract, {
    id: ending?.id ?? ctx.newId(),
    ...{ termId: record.term.id, addedBillingTermId: term.id, booking: ending?.booking ?? booking },
    change: { kind: "TERM_SWAPPED" },
    effectiveFrom: await effectiveDayOfEnd(ctx, contract, record.term, swap.effectiveDate),
    before: shown(record.term),
    after: shown(term),
  });
  await net(ctx, contract, { ended: record.term, added: term, unused: after.unused });
  const paid = await reverseBadDebts(ctx, after.unusedOfWrittenOff);
  await creditBack(ctx, contract, record.term, paid);
  await creditUncarriedOf(ctx, contract, ended.term);
  return { contract, ended, added: await getTerm(ctx, contract.id, term.id) };
}

function shown(term: BillingTerm): Readonly<Record<string, unknown>> {
  const { pricing, quantity } = latestPrice(term);
  const { id: billingTermId, name, interval } = term;
  return { billingTermId, name, interval, pricing, quantity };
}

/**
 * Deducts the unused amounts from the first invoice of the new term, as far as it covers them, and credits the rest by a credit
 * memo. An invoice that is taxed differently deducts nothing: its total with tax could be below zero.
 */
async function net(
  ctx: WriteContext,
  contract: Contract,
  { ended, added, unused }: { ended: BillingTerm; added: BillingTerm; unused: readonly CreditedPart[] },
): Promise<void> {
  if (unused.length === 0) return;
  const context = { currency: contract.currency, rounding: ctx.merchant.rounding };
  const { alike, others, taxedAs } = await taxedAlike(ctx, unused);
  const taxation = await loadTaxation(ctx, [{ ...contract, lines: [added] }]);
  const billsOn = Math.max(ctx.clock.today, added.start);
  if (taxedAs === null || !taxation.carries(contract, added, taxedAs, billsOn)) {
    await creditBack(ctx, contract, ended, [...alike, ...others]);
    return;
  }
  const { taken, rest } = upTo(alike, firstBill(added, context));
  const total = sumAmounts(taken, contract.currency);
  if (!isZero(total)) {
    const { description, itemId, classId, productId } = ended;
    const credit: SwapCredit = {
      ...{ endedBillingTermId: ended.id, name: ended.name, minor: total.minor.toString() },
      ...{ description, itemId, classId, productId, taxedAs },
    };
    const lines = await withTax(ctx, taken);
    await insertSwapCredit(ctx.tx, ctx.merchant.id, { termId: added.id, credit, lines }, ctx.clock.timestamp);
  }
  await creditBack(ctx, contract, ended, [...rest, ...others]);
}

/** The parts with the same tax as the first part, and the others. */
async function taxedAlike(ctx: WriteContext, parts: readonly CreditedPart[]) {
  const lineIds = parts.map(({ invoiceLineId }) => invoiceLineId);
  const lines = await creditableLines(ctx.tx, ctx.merchant.id, { lineIds });
  const byId = new Map(lines.map((line) => [line.invoiceLineId, line]));
  const treatmentOf = ({ invoiceLineId }: CreditedPart): TaxTreatment | null => {
    const { taxCategory: category, taxRate: rate } = required(
      byId.get(invoiceLineId),
      "a line that billed what is unused",
    );
    return category === null || rate === null ? null : { category, rate };
  };
  const [first] = parts;
  const taxedAs = first === undefined ? null : treatmentOf(first);
  const isAlike = (part: CreditedPart) => {
    const own = treatmentOf(part);
    return own?.category === taxedAs?.category && own?.rate === taxedAs?.rate;
  };
  return { alike: parts.filter(isAlike), others: parts.filter((part) => !isAlike(part)), taxedAs };
}

/** The amount that a term bills first; zero if that depends on usage or a milestone. */
function firstBill(term: BillingTerm, context: PricingContext): Money {
  for (const { price, isDropped } of chargesOf(term, context)) if (!isDropped) return price.total;
  return zero(context.currency);
}

/** Divides parts, in order, into those up to an amount and the rest. */
function upTo(
  parts: readonly CreditedPart[],
  most: Money,
): { readonly taken: readonly CreditedPart[]; readonly rest: readonly CreditedPart[] } {
  let room = most;
  const split = parts.map((part) => {
    const amount = min(part.amount, room);
    room = subtract(room, amount);
    return { taken: { ...part, amount }, rest: { ...part, amount: subtract(part.amount, amount) } };
  });
  const isSome = ({ amount }: CreditedPart) => !isZero(amount);
  return { taken: split.map(({ taken }) => taken).filter(isSome), rest: split.map(({ rest }) => rest).filter(isSome) };
}

async function creditBack(
  ctx: WriteContext,
  contract: Contract,
  term: BillingTerm,
  parts: readonly CreditedPart[],
): Promise<void> {
  const reason = `${term.name} was replaced.`.slice(0, 500);
  await creditLines(ctx, contract, parts, { reason, revenueEffect: "IN_PRICE" });
}
