import { type BillingTerm, withOnePrice } from "../billing-terms/billing-term.ts";
import { bookCorrection } from "../billing-terms/modifications/booking-service.ts";
import { correctPob, noteFollowed } from "../billing-terms/modifications/correction-service.ts";
import { asBilled, reachedWith } from "../billing-terms/modifications/moved-days.ts";
import { performanceObligationsOfContracts } from "../billing-terms/performance-obligations/recorded-pobs-store.ts";
import { reportTerms } from "../billing-terms/report-service.ts";
import { terminated } from "../billing-terms/term-patch.ts";
import { changedTerm, lockedTerm, moveImpliedPob, storeTermCorrection } from "../billing-terms/term-service.ts";
import { updateTerm } from "../billing-terms/term-store.ts";
import type { Contract } from "../contracts/contract.ts";
import type { Day } from "../kernel/day.ts";
import { invalid } from "../kernel/errors.ts";
import { rejectionOf } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import { lockTerm, type TermOfContract, type TermPlace } from "./lock-term.ts";

/**
 * Records the day on which a milestone was reached. The invoice of its term is dated from then, and milestones of the same name in the performance
 * obligations of the contract are reached too (data model 5.2). Repeating it with the same day changes nothing.
 *
 * @throws DomainError BILLING_TERM_INELIGIBLE for a term without a milestone, BILLING_TERM_LOCKED once it is invoiced with
 *   another day, BILLING_TERM_TERMINATED
 */
export async function reachMilestone(
  ctx: WriteContext,
  place: TermPlace,
  { reachedOn, note }: { readonly reachedOn: Day; readonly note: string | null },
): Promise<TermOfContract> {
  const { contract, record } = await lockTerm(ctx, place);
  const { term: before, invoicedThrough } = record;
  if (before.trigger !== "MILESTONE") {
    throw invalid("BILLING_TERM_INELIGIBLE", "The billing term waits for no milestone; its trigger is DATE.");
  }
  if (before.reachedOn === reachedOn) return { contract, record };
  if (before.terminatedAt !== null) throw terminated();
  if (invoicedThrough !== null) throw lockedTerm([], invoicedThrough);
  if (reachedOn > ctx.clock.today) {
    const message = "reachedOn must be today or earlier.";
    throw rejectionOf([{ path: "/reachedOn", code: "RANGE", message }]);
  }
  const after = withOnePrice({ ...before, reachedOn });
  updateTerm(ctx.tx, ctx.merchant.id, after, ctx.clock.timestamp);
  const booking = await bookCorrection(ctx, contract);
  await storeTermCorrection(ctx, contract, before, after, booking);
  await moveImpliedPob(ctx, contract, asBilled(before), asBilled(after), booking);
  await reachMilestonesOfSameName(ctx, contract, before, reachedOn);
  await reportTerms(ctx, contract, { booking });
  const changed = await changedTerm(
    ctx,
    contract,
    record,
    "billing-term.reach-milestone",
    "billing-term.updated",
    note,
  );
  return { contract, record: changed };
}

/** The milestones of the same name in all performance obligations of the contract. */
async function reachMilestonesOfSameName(
  ctx: WriteContext,
  contract: Contract,
  before: BillingTerm,
  reachedOn: Day,
): Promise<void> {
  for (const { pob, isDeleted } of await performanceObligationsOfContracts(ctx.tx, ctx.merchant.id, [contract.id])) {
    const milestones = reachedWith(pob.milestones, before, reachedOn);
    if (isDeleted || milestones === pob.milestones) continue;
    const reached = { ...pob, milestones };
    await correctPob(ctx, contract, pob, reached, await bookCorrection(ctx, contract));
    noteFollowed(ctx, pob, reached);
  }
}
