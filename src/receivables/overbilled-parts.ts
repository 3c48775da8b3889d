import type { PlannedLine } from "../invoicing/plan.ts";
import type { IssuedUsageLine } from "../invoicing/usage-plan.ts";
import { type Money, min, negate, subtract } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import { keyOf } from "../usage/late-usage.ts";
import type { CreditedPart } from "./credit-memo.ts";

/**
 * The issued lines that take a credit: those of the same days first, then others of the same kind, term and
 * commitment period, the latest first, each at most as far as it has something left. Overage that a higher tier makes
 * cheaper credits what an earlier invoice billed.
 *
 * @param open what each line has left, by its id: not credited yet, or written off and not taken back
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
    // What prepays was billed with its tax first, and anew without it.
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
 * The issued lines whose usage was below zero, each with what is owed back of it. One that is not issued yet, or was billed by an
 * invoice that is void, is credited once its draft is issued; until then its term stays due, and looking again changes nothing.
 */
export function owedBackParts(owedBack: readonly PlannedLine[], billed: readonly IssuedUsageLine[]): CreditedPart[] {
  return owedBack.flatMap(({ total, ...line }): CreditedPart[] => {
    const key = keyOf({ ...line, service: line.period });
    const own = billed.findLast((each) => each.quantity !== null && keyOf(each) === key);
    return own === undefined ? [] : [{ invoiceLineId: own.lineId, amount: negate(total), service: line.period }];
  });
}
