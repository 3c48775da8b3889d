import { isArrears } from "../billing-terms/billing-term.ts";
import type { PerformanceObligation } from "../billing-terms/obligation.ts";
import { type PricingContext, pricedPeriods } from "../billing-terms/price.ts";
import type { Day } from "../kernel/day.ts";
import { add, isNegative, type Money, max, min, negate, subtract, zero } from "../kernel/money.ts";
import { credit, debit, type JournalLine, withoutZeros } from "../ledger/journal-entry.ts";
import { earnedPart } from "../revenue/pattern.ts";
import { revenueBefore } from "../revenue/recognition.ts";
import type { LiabilityMove } from "./liability.ts";

/** Where one contract stands at a month end, each side zero or more. */
export type ContractPosition = {
  /** Earned and not billed, with only time to pass before it is (ASC 606-10-45-4). */
  readonly unbilledReceivable: Money;
  /** Recognized beyond what is billed or waits only for time. */
  readonly contractAsset: Money;
  /** Billed beyond what is recognized. */
  readonly contractLiability: Money;
};

/**
 * Nets billed and recognized per contract (rules 8): X = recognized − billed − unbilled; above zero it is a contract
 * asset, below a contract liability. So billed − recognized = liability − asset − unbilled receivable, always.
 */
export function contractPosition(billed: Money, recognized: Money, unbilledReceivable: Money): ContractPosition {
  const net = subtract(subtract(recognized, billed), unbilledReceivable);
  const nothing = zero(billed.currency);
  return {
    unbilledReceivable,
    contractAsset: max(net, nothing),
    contractLiability: isNegative(net) ? negate(net) : nothing,
  };
}

/**
 * What was served before `through` in periods billed in arrears, beyond what was billed for them: per period the share
 * of its price that the obligation's own pattern has earned by then, less what is billed, never below zero. Where service
 * and billing follow different dates, no more than the service has earned beyond all that is billed: before the service
 * begins nothing waits for time alone (ADR 0010).
 *
 * @param billedByStart billed by the first day of a period, dated before `through`
 */
export function unbilledReceivable(
  obligation: PerformanceObligation,
  billedByStart: ReadonlyMap<Day, bigint>,
  through: Day,
  context: PricingContext,
): Money {
  const nothing = zero(context.currency);
  let unbilled = nothing;
  if (!isArrears(obligation.billingTerm)) return nothing;
  for (const { covered, price } of pricedPeriods(obligation.billingTerm, context)) {
    if (covered.start >= through) break;
    const billed = billedByStart.get(covered.start) ?? 0n;
    if (billed >= price.total.minor) continue;
    const { recognitionPattern, recognitionDate } = obligation;
    const served = earnedPart(price.total, recognitionPattern, covered, recognitionDate, through, context.rounding);
    unbilled = add(unbilled, max(subtract(served, { ...served, minor: billed }), nothing));
  }
  if (obligation.service.end === null) return unbilled;
  const billed = [...billedByStart.values()].reduce((sum, amount) => sum + amount, 0n);
  const earnedBeyondBilled = subtract(revenueBefore(obligation, through, context), { ...nothing, minor: billed });
  return min(unbilled, max(earnedBeyondBilled, nothing));
}

/**
 * The lines that show a position on the balance sheet, given what is presented already for the same month end: unbilled
 * receivables and contract assets are taken out of the contract liability that billing and revenue left (rules 8),
 * account by account (`moves`).
 */
export function presentationLines(
  position: Pick<ContractPosition, "unbilledReceivable" | "contractAsset">,
  presented: Pick<ContractPosition, "unbilledReceivable" | "contractAsset">,
  moves: readonly LiabilityMove[],
): JournalLine[] {
  return withoutZeros([
    debit("UNBILLED_RECEIVABLE", subtract(position.unbilledReceivable, presented.unbilledReceivable)),
    debit("CONTRACT_ASSET", subtract(position.contractAsset, presented.contractAsset)),
    ...moves.map(({ account, amount }) => credit("CONTRACT_LIABILITY", amount, { account })),
  ]);
}
