import type { LineTax, TaxTreatment } from "../invoicing/tax.ts";
import { required } from "../kernel/assert.ts";
import { ratioFromDecimal } from "../kernel/decimal.ts";
import { isZero, ratioFromMoney, roundToMoney } from "../kernel/money.ts";
import { multiplyRatios, roundRatio } from "../kernel/ratio.ts";
import { finiteDecimal } from "../kernel/ratio-text.ts";
import type { CreditMemoItem } from "./credit-memo.ts";

type Credit = Pick<CreditMemoItem, "amount" | "tax">;

/**
 * The tax treatment of an item on the document of a credit memo: that of the credited line, unless the stated tax does not fit its rate. Such
 * an item, and one without a line, is outside the scope of tax if it has no tax, else at the rate that follows from its tax, to a hundredth of
 * a percent.
 *
 * @param line the tax of the line that is credited; null for none
 */
export function creditedTreatment(credit: Credit, line: LineTax | null): TaxTreatment {
  const { amount, tax } = credit;
  if (line !== null && (isZero(tax) === isZero(line.tax) || isOfRate(credit, line))) {
    return { category: line.category, rate: line.rate };
  }
  if (isZero(tax)) return { category: "O", rate: "0" };
  const tenThousandths = roundRatio({ numerator: tax.minor * 10_000n, denominator: amount.minor }, "HALF_UP");
  const rate = finiteDecimal({ numerator: tenThousandths, denominator: 10_000n });
  return { category: "S", rate: required(rate, "a rate of four decimals") };
}

/** True if the tax fits the rate of the line. A small credit may round to no tax. */
function isOfRate({ amount, tax }: Credit, { rate }: LineTax): boolean {
  const exact = multiplyRatios(ratioFromMoney(amount), ratioFromDecimal(rate));
  const off = roundToMoney(exact, amount.currency, "HALF_UP").minor - tax.minor;
  return off >= -1n && off <= 1n;
}
