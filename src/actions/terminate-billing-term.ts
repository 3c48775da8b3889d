import { auditedTerm } from "../billing-terms/audit-service.ts";
import type { NewBillingCredit } from "../billing-terms/billing-credit.ts";
import { billingCreditsOfLines, insertBillingCredits } from "../billing-terms/billing-credit-store.ts";
import type { BillingTerm, BillingTermRecord } from "../billing-terms/billing-term.ts";
import { type Booking, bookModification } from "../billing-terms/modifications/booking-service.ts";
import { effectiveDayOfEnd } from "../billing-terms/modifications/effective-day-service.ts";
import { noteChangedTerm } from "../billing-terms/modifications/modification-service.ts";
import {
  deliveredPartOf,
  reduceStatedPrices,
} from "../billing-terms/performance-obligations/price-reduction-service.ts";
import { reportTerms } from "../billing-terms/report-service.ts";
import { terminated } from "../billing-terms/term-patch.ts";
import { changedTerm, moveImpliedPob, storeTermCorrection } from "../billing-terms/term-service.ts";
import { updateTerm } from "../billing-terms/term-store.ts";
import { rejectEndBeforeCommitment } from "../commitments/term-service.ts";
import type { Contract } from "../contracts/contract.ts";
import { required } from "../kernel/assert.ts";
import { type Day, formatDay, monthOf } from "../kernel/day.ts";
import { invalid } from "../kernel/errors.ts";
import { negate } from "../kernel/money.ts";
import type { WriteContext } from "../platform/write.ts";
import { billedLines } from "../receivables/billed-line-service.ts";
import { type AfterEnd, afterEnd, type CreditedTwice } from "../receivables/unused-credit.ts";
import { earnedBefore, sharesOfPrice } from "../revenue/share-service.ts";
import type { InsertedTerm } from "./add-billing-term.ts";
import { creditLines } from "./credit-invoice-lines.ts";
import { creditUncarriedOf } from "./credit-uncarried-swap.ts";
import { lockTerm, type TermOfContract, type TermPlace } from "./lock-term.ts";
import { reverseBadDebts } from "./reverse-bad-debts.ts";

/** A requested termination; `last` is the last day of service, inclusive. */
export type Termination = { readonly last: Day; readonly reason: string | null; readonly creditUnused: boolean };

/**
 * Terminates a term, and with `creditUnused` credits what was billed beyond its last day by an open credit memo (data model 5.7).
 *
 * @throws DomainError BILLING_TERM_TERMINATED, TERMINATION_DATE_INVALID, BILLING_TERM_LOCKED for invoiced days without
 *   `creditUnused`, SCHEDULE_ALIGNMENT_INVALID, PERIOD_CLOSED, and as `lockTerm`
 */
export async function terminateBillingTerm(
  ctx: WriteContext,
  place: TermPlace,
  request: Termination,
): Promise<TermOfContract> {
  const { contract, record } = await lockTerm(ctx, place);
  const { ended, ending, after } = await endTerm(ctx, contract, record, request);
  if (ending !== null) await noteChangedTerm(ctx, contract, { ...ending, change: { kind: "TERM_TERMINATED" } });
  if (request.creditUnused) {
    const paid = await reverseBadDebts(ctx, after.unusedOfWrittenOff);
    await creditLines(ctx, contract, [...after.unused, ...paid], {
      reason: (request.reason ?? `${record.term.name} was terminated.`).slice(0, 500),
      revenueEffect: "IN_PRICE",
    });
  }
  await creditUncarriedOf(ctx, contract, ended.term);
  return { contract, record: ended };
}

/** The entry of the decision log about the end of a term, without its kind. */
type Ending = Omit<Parameters<typeof noteChangedTerm>[2], "change">;

/** A term that has ended. */
export type EndedTerm = {
  /** With its new span and value. */
  readonly contract: Contract;
  readonly ended: BillingTermRecord;
  /** Null if it ends as it would have. */
  readonly ending: Ending | null;
  /** What was billed beyond the end. */
  readonly after: AfterEnd;
  /** Undefined if no other term takes its place. */
  readonly replacement: InsertedTerm | undefined;
};

/**
 * Ends a term with everything that follows from its end. The caller writes the entry of the decision log, and credits what is invoiced beyond it.
 *
 * @param replace stores the term that takes its place, before stated prices of the group are lowered: what that one bills may pay for
 *   delivered service
 * @throws DomainError BILLING_TERM_TERMINATED, TERMINATION_DATE_INVALID, SCHEDULE_ALIGNMENT_INVALID, and as `replace`
 */
export async function endTerm(
  ctx: WriteContext,
  contract: Contract,
  record: BillingTermRecord,
  request: Termination,
  replace?: () => Promise<InsertedTerm>,
): Promise<EndedTerm> {
  const { term: before } = record;
  const end = request.last + 1;
  rejectEnd(record, request);
  const shares = await sharesOfPrice(ctx, contract);
  const delivered = await deliveredPartOf(ctx, contract, before, { end, shares });
  const after: BillingTerm = { ...before, end, terminatedAt: ctx.clock.timestamp, delivered };
  updateTerm(ctx.tx, ctx.merchant.id, after, ctx.clock.timestamp);
  const booking = await bookModification(ctx, contract, request.last);
  const id = await storeTermCorrection(ctx, contract, before, after, booking);
  await moveImpliedPob(ctx, contract, before, after, booking, id);
  const replacement = await replace?.();
  await reduceStatedPrices(ctx, contract, {
    ...{ before, by: end, booking, modificationId: id, shares, replacedBy: replacement?.termId ?? null },
    earnedBefore: (day: Day) => earnedBefore(ctx, contract, day),
  });
  const reported = await reportTerms(ctx, contract, replacement === undefined ? {} : { booking: replacement.booking });
  const [from, to] = [auditedTerm({ ...record, term: before }), auditedTerm({ ...record, term: after })];
  const effectiveFrom = await effectiveDayOfEnd(ctx, contract, before, end);
  const ending = id === null ? null : { id, termId: after.id, booking, effectiveFrom, before: from, after: to };
  const { reason } = request;
  const event = "billing-term.terminated";
  const ended = await changedTerm(ctx, contract, record, "billing-term.terminate", event, reason);
  await rejectEndBeforeCommitment(ctx, before, end);
  const beyond = await whatEnds(ctx, contract, before, ended.term);
  await countOnce(ctx, beyond.creditedTwice, booking);
  return { contract: reported, ended, ending, after: beyond, replacement };
}

function rejectEnd({ term, invoicedThrough }: BillingTermRecord, { last, creditUnused }: Termination): void {
  if (term.terminatedAt !== null) throw terminated();
  const end = last + 1;
  const details = {
    startDate: formatDay(term.start),
    endDate: term.end === null ? null : formatDay(term.end - 1),
    invoicedThrough: invoicedThrough === null ? null : formatDay(invoicedThrough - 1),
  };
  const rejected = (message: string) => invalid("TERMINATION_DATE_INVALID", message, details);
  if (last < term.start) throw rejected("The last day must be on or after the term's first day.");
  if (term.end !== null && end > term.end) throw rejected("The term already ends before that day.");
  if (creditUnused || invoicedThrough === null || end >= invoicedThrough) return;
  const message = `The term is invoiced through ${details.invoicedThrough}; end it on that day, or send creditUnused.`;
  throw invalid("BILLING_TERM_LOCKED", message, details);
}

async function whatEnds(
  ctx: WriteContext,
  contract: Contract,
  before: BillingTerm,
  terminated: BillingTerm,
): Promise<AfterEnd> {
  const ended = { ...terminated, end: required(terminated.end, "the end of a terminated term") };
  const lines = await billedLines(ctx, ended);
  const lineIds = lines.map(({ id }) => id);
  const billingCredits = await billingCreditsOfLines(ctx.tx, ctx.merchant.id, lineIds);
  const context = { currency: contract.currency, rounding: ctx.merchant.rounding };
  return afterEnd({ before, ended, lines, billingCredits }, context);
}

/**
 * Earlier credits lowered revenue for days that the lower price of the term no longer has. Reverses that part, from the month in which the price
 * falls, so that it does not count twice.
 */
async function countOnce(ctx: WriteContext, twice: readonly CreditedTwice[], booking: Booking): Promise<void> {
  const { today } = ctx.clock;
  const bookMonth = booking.bookMonth ?? monthOf(today);
  const moved = twice.flatMap(({ billingCredit, amount }): NewBillingCredit[] => {
    const made = { ...billingCredit, date: today, bookMonth };
    // The credited amount stays; only its effect on revenue changes.
    return [
      { ...made, id: ctx.newId(), amount: negate(amount) },
      { ...made, id: ctx.newId(), amount, revenueEffect: "IN_PRICE" },
    ];
  });
  await insertBillingCredits(ctx.tx, ctx.merchant.id, moved, ctx.clock.timestamp);
}
