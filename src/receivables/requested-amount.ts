import type { Issue } from "../kernel/errors.ts";
import { type Money, parseMoney, zero } from "../kernel/money.ts";

/** The amount of a decimal text; if it has more decimals than the currency, zero and an issue at `path`. */
export function requestedAmount(
  text: string,
  currency: string,
  path: string,
): { readonly amount: Money; readonly issues: Issue[] } {
  const amount = parseMoney(text, currency);
  if (amount !== undefined) return { amount, issues: [] };
  const message = `The amount ${text} has more decimals than ${currency}.`;
  return { amount: zero(currency), issues: [{ path, code: "AMOUNT_INVALID", message }] };
}
