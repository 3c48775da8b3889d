import type { PlannedLine } from "../invoicing/plan.ts";
import type { IssuedUsageLine } from "../invoicing/usage-plan.ts";
import { type Money, min, negate, subtract } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import { keyOf } from "../usage/late-usage.ts";
import type { CreditedPart } from "./credit-memo.ts";

/**
 * Allocates credits to issued lines: those of the same days first, then others of the same kind, term and commitment period, the latest
 * first, each up to its open amount. (Overage that became cheaper credits an earlier invoice.)
 *
 * @param open the open amount of each line, by id: not credited yet, or written off and not reversed
 */
export function overbilledParts(
  credits: readonly PlannedLine[],
  billed: readonly IssuedUsageLine[],
  open: ReadonlyMap<string, Money>,
): CreditedPart[] {
  const left = new Map(open);
  return credits.flatMap((credit) => {
    let rest = negate(credit.total);
    const ofDays = (service: Period) => keyOf({ ...credit, ...credit.commitment, service });
    const isSameKind = (line: IssuedUsageLine) => keyOf({ ...line, service: credit.period }) === ofDays(credit.period);
    const isSameDays = (line: IssuedUsageLine) => keyOf(line) === ofDays(credit.period);
    const alike = billed.filter((line) => line.quantity !== null && isSameKind(line));
    // A prepayment that was billed twice is credited on its first line.
    const latestFirst = credit.type === "PREPAYMENT" ? alike : alike.toReversed();
    const inOrder = [...latestFirst.filter(isSameDays), ...latestFirst.filter((line) => !isSameDays(line))];
    return inOrder.flatMap(({ lineId }): CreditedPart[] => {
      const ofLine = left.get(lineId);
      if (ofLine === undefined) return [];
      const amount = min(ofLine, rest);
      if (amount.minor <= 0n) return [];
      left.set(lineId, subtract(ofLine, amount));
      rest = subtract(rest, amount);
      return [{ invoiceLineId: lineId, amount, service: credit.period }];
    });
  });
}

/**
 * The issued lines with negative usage, each with the amount to credit. A line that is not issued yet, or whose invoice is void, is credited once
 * its draft is issued.
 */
export function creditBalanceParts(
  creditBalance: readonly PlannedLine[],
  billed: readonly IssuedUsageLine[],
): CreditedPart[] {
  return creditBalance.flatMap(({ total, ...line }): CreditedPart[] => {
    const key = keyOf({ ...line, service: line.period });
    const own = billed.findLast((each) => each.quantity !== null && keyOf(each) === key);
    return own === undefined ? [] : [{ invoiceLineId: own.lineId, amount: negate(total), service: line.period }];
  });
}
