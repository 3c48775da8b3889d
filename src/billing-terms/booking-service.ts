import type { Contract } from "../contracts/contract.ts";
import { type Day, type Month, monthOf } from "../kernel/day.ts";
import { firstOpenMonth } from "../ledger/books.ts";
import { shareBooks } from "../ledger/books-store.ts";
import type { WriteContext } from "../platform/write.ts";

/**
 * From which month on a change of an approved contract counts, and when it was agreed (rules 7, "bookMonth"). `bookMonth` is
 * null before approval, and where nothing was closed yet and nothing was agreed; `agreedOn` is null for what is no modification.
 */
export type Booking = { readonly bookMonth: Month | null; readonly agreedOn: Day | null };

/** The booking of a correction, and of all that tells what was so: the first open month when it is made. */
export async function bookCorrection(ctx: WriteContext, contract: Pick<Contract, "status">): Promise<Booking> {
  if (contract.status !== "APPROVED") return unbooked;
  return { bookMonth: firstOpenMonth(await shareBooks(ctx.tx, ctx.merchant.id)), agreedOn: null };
}

/**
 * The booking of a modification: the later of the first open month and the month in which it was agreed. What is agreed in July
 * moves nothing of June, though June is still open (ASC 606-10-25-13).
 *
 * @param effective the first day of what is agreed, or the last one of what ends: without a date of agreement in the request it
 *   was agreed on that day, and today at the latest
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

/** The first month that what was agreed on a day may move, if it is said now. */
export async function monthAgreed(ctx: WriteContext, agreedOn: Day): Promise<Month> {
  const open = firstOpenMonth(await shareBooks(ctx.tx, ctx.merchant.id));
  return Math.max(open ?? monthOf(agreedOn), monthOf(agreedOn));
}

const unbooked: Booking = { bookMonth: null, agreedOn: null };
