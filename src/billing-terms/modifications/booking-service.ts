import type { Contract } from "../../contracts/contract.ts";
import { type Day, type Month, monthOf } from "../../kernel/day.ts";
import { firstOpenMonth } from "../../ledger/books.ts";
import { shareBooks } from "../../ledger/books-store.ts";
import type { WriteContext } from "../../platform/write.ts";

/**
 * The first month that a change may affect, and the day of its agreement (rules 7, "bookMonth"). `bookMonth` is null before approval, and for a
 * correction while no month is closed; `agreedOn` is null unless it is a modification.
 */
export type Booking = { readonly bookMonth: Month | null; readonly agreedOn: Day | null };

/** The booking of a correction, a change that states what was always so: the first open month when it is made. */
export async function bookCorrection(ctx: WriteContext, contract: Pick<Contract, "status">): Promise<Booking> {
  if (contract.status !== "APPROVED") return unbooked;
  return { bookMonth: firstOpenMonth(await shareBooks(ctx.tx, ctx.merchant.id)), agreedOn: null };
}

/**
 * The booking of a modification: the later of the first open month and the month of its agreement. An agreement in July does not change June,
 * even if June is still open (ASC 606-10-25-13).
 *
 * @param effective the first day of what is agreed, or the last day of what ends; without an agreement date in the request, it was agreed on
 *   that day, but not later than today
 */
export async function bookModification(
  ctx: WriteContext,
  contract: Pick<Contract, "status">,
  effective: Day,
): Promise<Booking> {
  if (contract.status !== "APPROVED") return unbooked;
  const agreedOn = ctx.agreedOn ?? Math.min(effective, ctx.clock.today);
  return { bookMonth: await monthAgreed(ctx, agreedOn), agreedOn };
}

/** The first month that an agreement of a day may affect, if it is recorded now. */
export async function monthAgreed(ctx: WriteContext, agreedOn: Day): Promise<Month> {
  const open = firstOpenMonth(await shareBooks(ctx.tx, ctx.merchant.id));
  return Math.max(open ?? monthOf(agreedOn), monthOf(agreedOn));
}

const unbooked: Booking = { bookMonth: null, agreedOn: null };
