import { type BillingTerm, isArrears } from "../billing-terms/billing-term.ts";
import type { PricingContext } from "../billing-terms/charges/price.ts";
import type { Day } from "../kernel/day.ts";
import { add, isNegative, type Money, max, min, money, negate, subtract, zero } from "../kernel/money.ts";
import { credit, debit, type JournalLine, withoutZeros } from "../ledger/journal-entry.ts";
import type { PobRevenue } from "../revenue/contract-revenue.ts";
import { sumEarned } from "../revenue/earning-segment.ts";
import { type LineRule, lineRuleOf, segmentsOfLine } from "../revenue/segments/billed-line.ts";
import {
  type BilledOfTerm,
  beyondBilled,
  billsLater,
  hasOnePrice,
  isBilledByDate,
  servedLines,
} from "./served-lines.ts";

/** The balance sheet position of one contract at a month end; each amount is zero or more. */
export type ContractPosition = {
  /** Earned, not billed, and only time must pass until it is billed (ASC 606-10-45-4). */
  readonly unbilledReceivable: Money;
  /** Recognized beyond what is billed and unbilled receivable (ASC 606-10-45-3). */
  readonly contractAsset: Money;
  /** Billed beyond what is recognized (ASC 606-10-45-2). */
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
 * The unbilled receivable of an obligation that follows one term (rules 8, ADR 0010): service before `through` in periods billed in arrears or
 * by a late invoice, and by added seats that a later invoice bills, less what was billed for them.
 *
 * ```
 *  300.00 a quarter, invoiced on the day after it:
 *
 *                  1 Jan         1 Feb         1 Mar         1 Apr
 *  earned          |── 100.00 ───|── 100.00 ───|── 100.00 ───|
 *  billed                                                    |300.00
 *  unbilled             at the end: 100.00        200.00   300.00    then 0.00
 * ```
 *
 * For each period: the share of its price that the obligation's pattern has earned, less what is billed, never below zero. If service and
 * billing have different dates, not more than what the service has earned beyond billing: before the service begins, there is no
 * receivable. If the term has one price throughout and bills by date, everything recognized beyond billing is receivable and nothing is a
 * contract asset; so it is at any price that is billed by date once all of the service is delivered.
 *
 * @param term    that the obligation follows
 * @param billed  by invoices dated before `through`
 * @param through the day after the month end
 */
export function unbilledReceivable(
  revenue: PobRevenue,
  term: BillingTerm,
  billed: BilledOfTerm,
  through: Day,
  context: PricingContext,
): Money {
  const { pob, segments, credits, isReallocated } = revenue;
  const rule = lineRuleOf(pob);
  if (rule === null) return zero(context.currency);
  const ofLines =
    billsLater(term) || !hasOnePrice(term)
      ? unbilledOfLines(revenue, rule, term, billed, through, context)
      : zero(context.currency);
  const waitsForTime = hasOnePrice(term) || (isBilledByDate(term) && isServed(pob, through));
  if (isReallocated || !waitsForTime || hasManualMonths(pob)) return ofLines;
  const held = [...billed.byStart.values(), ...billedTrueUps(term, billed)].reduce((sum, amount) => sum + amount, 0n);
  const credited = creditedBefore(through, credits);
  const beyond = subtract(sumEarned(segments, through, context), money(held - credited, context.currency));
  return max(ofLines, beyond);
}

/** What documents dated before a day credited: a lower price may be known months before its credit memo. */
function creditedBefore(through: Day, credits: PobRevenue["credits"]): bigint {
  return credits.filter(({ date }) => date < through).reduce((sum, { amount }) => sum + amount.minor, 0n);
}

/** True if all of the service is delivered, so that a later price is for no service still to come. */
function isServed({ recognition, service }: PobRevenue["pob"], through: Day): boolean {
  if (recognition.pattern === "POINT_IN_TIME" && recognition.date !== null) return recognition.date < through;
  return service.end !== null && service.end <= through;
}

/** True if the days that the term bills are the days of service: each period then has its own price. */
function isServedAsBilled(pob: PobRevenue["pob"], term: BillingTerm): boolean {
  const { start, end } = pob.service;
  return start === term.start && end === term.end && !hasManualMonths(pob);
}

function hasManualMonths({ recognition }: PobRevenue["pob"]): boolean {
  return "manual" in recognition && recognition.manual.length > 0;
}

/** Billed true-ups of seat amendments and of price amendments, which have the id of their layer. */
function billedTrueUps({ amendments, layers }: BillingTerm, { trueUps }: BilledOfTerm): bigint[] {
  const ids = [...amendments, ...layers].flatMap(({ id }) => id ?? []);
  return ids.flatMap((id) => [...(trueUps.get(id)?.values() ?? [])]);
}

/** Unbilled receivable line by line. */
function unbilledOfLines(
  { pob, segments, credits }: PobRevenue,
  rule: LineRule,
  term: BillingTerm,
  billed: BilledOfTerm,
  through: Day,
  context: PricingContext,
): Money {
  const nothing = zero(context.currency);
  // At one price, all that is recognized beyond billing is receivable anyway.
  const countsLate = !hasOnePrice(term) && isServedAsBilled(pob, term);
  let unbilled = nothing;
  for (const served of servedLines(term, billed, through, context)) {
    const { line, period, isLater, isInAdvance } = served;
    const { total } = line.price;
    if (!isLater || (isInAdvance && !countsLate) || served.billed >= total.minor) continue;
    const amount = sumEarned(segmentsOfLine(total, line, period, rule, context), through, context);
    unbilled = add(unbilled, beyondBilled(served, amount));
  }
  if (pob.service.end === null || (!hasOnePrice(term) && isServedAsBilled(pob, term))) return unbilled;
  const credited = creditedBefore(through, credits);
  const ofSeats = billedTrueUps(term, billed);
  // Base lines billed in advance do not pay for added seats.
  const ofBase = isArrears(term) ? [...billed.byStart.values()] : [];
  const held = [...ofBase, ...ofSeats].reduce((sum, amount) => sum + amount, 0n) - credited;
  const earnedBeyondBilled = subtract(sumEarned(segments, through, context), money(held, context.currency));
  return min(unbilled, max(earnedBeyondBilled, nothing));
}

/** A credit to a contract liability account: that of a category, or the merchant's own (null). */
export type LiabilityMove = { readonly account: string | null; readonly amount: Money };

/**
 * The journal lines that present a position, less what is already presented for the same month end: unbilled receivables and contract assets
 * are reclassified from the contract liability that billing and revenue left (rules 8), account by account (`moves`).
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
