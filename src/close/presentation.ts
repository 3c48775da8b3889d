import { type BillingTerm, isArrears } from "../billing-terms/billing-term.ts";
import type { PricingContext } from "../billing-terms/price.ts";
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
 * The unbilled receivable of an obligation that follows one term (rules 8, ADR 0010): what was served before `through` in
 * periods billed in arrears, and by added seats that are billed with a later invoice, beyond what was billed for them.
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
 * For each period: the share of its price that the obligation's own pattern has earned by then, less what is billed, never
 * below zero, whatever prices of other periods make the obligation earn. Where service and billing follow different dates, no
 * more than the service has earned beyond what is billed of such lines: before the service begins nothing waits for time alone.
 * Of one price that is billed by date, in arrears or late, all that is recognized beyond what is billed waits for time alone, and
 * none of it is a contract asset; so it is of any price by date once all is served.
 *
 * @param term   followed by the performance obligation
 * @param billed by invoices dated before `through`
 */
export function unbilledReceivable(
  revenue: PobRevenue,
  term: BillingTerm,
  billed: BilledOfTerm,
  through: Day,
  context: PricingContext,
): Money {
  const { pob, segments, credits, isShared } = revenue;
  const rule = lineRuleOf(pob);
  if (rule === null) return zero(context.currency);
  const ofLines = billsLater(term)
    ? unbilledOfLines(revenue, rule, term, billed, through, context)
    : zero(context.currency);
  const waitsForTime = hasOnePrice(term) || (isBilledByDate(term) && isServed(pob, through));
  if (isShared || !waitsForTime || hasManualMonths(pob)) return ofLines;
  const held = [...billed.byStart.values(), ...billedTrueUps(term, billed)].reduce((sum, amount) => sum + amount, 0n);
  const credited = credits.reduce((sum, { amount }) => sum + amount.minor, 0n);
  const beyond = subtract(sumEarned(segments, through, context), money(held - credited, context.currency));
  return max(ofLines, beyond);
}

/** Is all of it performed, so that no later price stands for service that is still to come? */
function isServed({ recognition, service }: PobRevenue["pob"], through: Day): boolean {
  if (recognition.pattern === "POINT_IN_TIME" && recognition.date !== null) return recognition.date < through;
  return service.end !== null && service.end <= through;
}

/** Are the days that the term bills the days of service? Then each period has a price of its own, whatever others cost. */
function isServedAsBilled(pob: PobRevenue["pob"], term: BillingTerm): boolean {
  const { start, end } = pob.service;
  return start === term.start && end === term.end && !hasManualMonths(pob);
}

function hasManualMonths({ recognition }: PobRevenue["pob"]): boolean {
  return "manual" in recognition && recognition.manual.length > 0;
}

/** Of added seats, and of prices that were amended: the amendment of a price has the id of its layer. */
function billedTrueUps({ amendments, layers }: BillingTerm, { trueUps }: BilledOfTerm): bigint[] {
  return [...amendments, ...layers].flatMap(({ id }) => [...(trueUps?.get(id)?.values() ?? [])]);
}

/** By the lines of the term, each for itself. */
function unbilledOfLines(
  { pob, segments, credits }: PobRevenue,
  rule: LineRule,
  term: BillingTerm,
  billed: BilledOfTerm,
  through: Day,
  context: PricingContext,
): Money {
  const nothing = zero(context.currency);
  let unbilled = nothing;
  for (const served of servedLines(term, billed, through, context)) {
    const { line, period, isLater } = served;
    const { total } = line.price;
    if (!isLater || served.billed >= total.minor) continue;
    const amount = sumEarned(segmentsOfLine(total, line, period, rule, context), through, context);
    unbilled = add(unbilled, beyondBilled(served, amount));
  }
  if (pob.service.end === null || (!hasOnePrice(term) && isServedAsBilled(pob, term))) return unbilled;
  const credited = credits.reduce((sum, { amount }) => sum + amount.minor, 0n);
  const ofSeats = billedTrueUps(term, billed);
  // What base lines billed in advance pays for no seats that were added.
  const ofBase = isArrears(term) ? [...billed.byStart.values()] : [];
  const held = [...ofBase, ...ofSeats].reduce((sum, amount) => sum + amount, 0n) - credited;
  const earnedBeyondBilled = subtract(sumEarned(segments, through, context), { ...nothing, minor: held });
  return min(unbilled, max(earnedBeyondBilled, nothing));
}

/** What a category's account of the contract liability, or the merchant's own (null), is credited. */
export type LiabilityMove = { readonly account: string | null; readonly amount: Money };

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
