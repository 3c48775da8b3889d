import type { BillingTerm } from "../billing-terms/billing-term.ts";
import { money, negate, zero } from "../kernel/money.ts";
import type { PlannedLine } from "./plan.ts";

/**
 * Takes what the replaced term was billed ahead off the bills of the term in its place: off the first one, and off later ones as far
 * as the first came to less since the swap. Each bill has a line of the replaced term beside its own (ADR 0033).
 */
export function swapCreditOf({ swapCredit }: BillingTerm): { readonly from: (line: PlannedLine) => PlannedLine[] } {
  if (swapCredit === undefined) return { from: (line) => [line] };
  const { endedBillingTermId, minor, ...shown } = swapCredit;
  let left = BigInt(minor);
  return {
    from: (line) => {
      const taken = line.total.minor < left ? line.total.minor : left;
      if (taken <= 0n) return [line];
      left -= taken;
      const amount = negate(money(taken, line.total.currency));
      const credit: PlannedLine = {
        ...line,
        ...shown,
        ...{ subtotal: amount, discountTotal: zero(line.total.currency), total: amount },
        ...{ billingTermId: endedBillingTermId, type: "ADJUSTMENT" },
        ...{ quantity: "1", unitPrice: null, tiers: [], explanation: null },
      };
      return [line, credit];
    },
  };
}
