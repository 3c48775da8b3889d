import type { ChangeRequest } from "@accord/client";
import { isNegative, negate } from "../../format/decimal.ts";
import { moneyWithCurrency } from "../../format/money.ts";
import { lossOf, type Plan, type Summary } from "../../preview/plan.ts";

/** The amount of a request, if its dry run has one: the loss of a write-off, or the credited amount. */
export function amountOf({ dryRun }: Pick<ChangeRequest, "dryRun">): string | undefined {
  const { currency, creditsDueNow } = dryRun.summary as unknown as Partial<Summary>;
  const { journal } = dryRun.plan as unknown as Partial<Plan>;
  if (currency === undefined || journal === undefined) return undefined;
  const loss = lossOf({ journal });
  if (loss !== undefined) return moneyWithCurrency(isNegative(loss) ? negate(loss) : loss, currency);
  return creditsDueNow?.count ? moneyWithCurrency(creditsDueNow.total, currency) : undefined;
}
