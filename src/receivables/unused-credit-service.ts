import type { BillingTerm, BillingTermRecord } from "../billing-terms/billing-term.ts";
import type { NewReduction } from "../billing-terms/reduction.ts";
import { insertReductions, reductionsOfLines } from "../billing-terms/reduction-store.ts";
import { type AmendmentDraft, type AmendmentRecord, addAmendment } from "../billing-terms/seat-service.ts";
import { getTerm, terminateTerm } from "../billing-terms/term-service.ts";
import { refuseEndBeforeCommitment } from "../commitments/term-service.ts";
import type { Contract } from "../contracts/contract.ts";
import { present } from "../kernel/assert.ts";
import { type Day, monthOf } from "../kernel/day.ts";
import { negate } from "../kernel/money.ts";
import type { WriteContext } from "../platform/write.ts";
import { creditableLines } from "./invoice-store.ts";
import { creditLines } from "./line-credit-service.ts";
import { takeBackLosses } from "./loss-service.ts";
import { unusedSeats } from "./seat-credit.ts";
import { type AfterEnd, afterEnd, type BilledLine, type TakenTwice } from "./unused-credit.ts";
import { linesOfTerm } from "./unused-credit-store.ts";

/**
 * Ends a term for good, and with `creditUnused` gives back what was billed beyond its last day as an open credit memo (data
 * model 5.7).
 *
 * @throws DomainError BILLING_TERM_TERMINATED, TERMINATION_DATE_INVALID, SCHEDULE_ALIGNMENT_INVALID, PERIOD_CLOSED
 */
export async function terminate(
  ctx: WriteContext,
  contract: Contract,
  record: BillingTermRecord,
  request: { readonly last: Day; readonly reason: string | null; readonly creditUnused: boolean },
): Promise<BillingTermRecord> {
  const terminated = await terminateTerm(ctx, contract, record, request);
  await refuseEndBeforeCommitment(ctx, record.term, request.last + 1);
  const { unused, unusedOfGivenUp, takenTwice } = await whatEnds(ctx, contract, record.term, terminated.term);
  await countOnce(ctx, takenTwice);
  if (request.creditUnused) {
    const paid = await takeBackLosses(ctx, unusedOfGivenUp);
    await creditLines(ctx, contract, [...unused, ...paid], {
      reason: (request.reason ?? `${record.term.name} was terminated.`).slice(0, 500),
      revenueEffect: "IN_PRICE",
    });
  }
  return terminated;
}

async function whatEnds(
  ctx: WriteContext,
  contract: Contract,
  before: BillingTerm,
  terminated: BillingTerm,
): Promise<AfterEnd> {
  const ended = { ...terminated, end: present(terminated.end, "the end of a terminated term") };
  const lines = await billedLines(ctx, ended);
  const lineIds = lines.map(({ id }) => id);
  const reductions = await reductionsOfLines(ctx.tx, ctx.merchant.id, lineIds);
  const context = { currency: contract.currency, rounding: ctx.merchant.rounding };
  return afterEnd({ before, ended, lines, reductions }, context);
}

/** Takes back the part of former credits' effect on revenue that the lower price of the term has now as well. */
async function countOnce(ctx: WriteContext, twice: readonly TakenTwice[]): Promise<void> {
  const { today } = ctx.clock;
  const moved = twice.flatMap(({ reduction, amount }): NewReduction[] => {
    const made = { ...reduction, date: today, bookMonth: monthOf(today) };
    // What was billed stays as it is: only how revenue falls with it changes.
    return [
      { ...made, id: ctx.newId(), amount: negate(amount) },
      { ...made, id: ctx.newId(), amount, revenueEffect: "IN_PRICE" },
    ];
  });
  await insertReductions(ctx.tx, ctx.merchant.id, moved, ctx.clock.timestamp);
}

/** Amends the seats of a term; fewer of them in an invoiced period are credited where the term says so (rules 6). */
export async function amendSeats(
  ctx: WriteContext,
  contract: Contract,
  record: BillingTermRecord,
  draft: AmendmentDraft,
): Promise<AmendmentRecord> {
  const added = await addAmendment(ctx, contract, record, draft);
  const { term } = await getTerm(ctx, contract.id, record.term.id);
  const { seatConfig } = term;
  if (seatConfig?.creditOnDecrease === "PRORATED") {
    const lines = await billedLines(ctx, term);
    const context = { currency: contract.currency, rounding: ctx.merchant.rounding };
    const parts = unusedSeats({ ...term, seatConfig }, added.amendment, lines, context);
    await creditLines(ctx, contract, parts, {
      reason: `Fewer seats of ${term.name}.`.slice(0, 500),
      revenueEffect: "CREDITED_DAYS",
    });
  }
  return added;
}

async function billedLines(ctx: WriteContext, term: BillingTerm): Promise<BilledLine[]> {
  const lines = await linesOfTerm(ctx.tx, ctx.merchant.id, term.id);
  const creditable = await creditableLines(ctx.tx, ctx.merchant.id, { lineIds: lines.map(({ id }) => id) });
  const byId = new Map(creditable.map((line) => [line.invoiceLineId, line]));
  return lines.flatMap((line) => {
    const found = byId.get(line.id);
    if (found === undefined) return [];
    const { isOpen, isGivenUp, total, credited } = found;
    return [{ ...line, isOpen, isGivenUp, total, credited }];
  });
}
