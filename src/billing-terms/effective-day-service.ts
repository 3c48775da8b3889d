import type { Contract } from "../contracts/contract.ts";
import type { Day } from "../kernel/day.ts";
import type { WriteContext } from "../platform/write.ts";
import type { BillingTerm } from "./billing-term.ts";
import { recordedPobs } from "./recorded-pobs-store.ts";
import { sharingPrice } from "./selling-price.ts";

/**
 * The effective day of the end of a term: the first day whose service or price changes (rules 7). If its price is shared and other obligations
 * are served after it, it is the day after the last one: until then, service and price are as agreed, and afterwards the others take over the
 * rest of the price. If nothing is served after it, the rest is earned over the remaining service from today on.
 *
 * @param term before the change; its obligations after it
 * @param end  the new end, exclusive
 */
export async function effectiveDayOfEnd(
  { tx, merchant, clock }: WriteContext,
  contract: Contract,
  term: Pick<BillingTerm, "id" | "billingTermGroupId">,
  end: Day,
): Promise<Day> {
  if (end <= clock.today || contract.allocationMethod !== "RELATIVE_SSP") return Math.min(end, clock.today);
  const { records, treatments } = await recordedPobs(tx, merchant.id, contract.id);
  const sharing = sharingPrice(records, treatments);
  const isOwn = sharing.some(({ billingTerm, billingTermGroupId }) =>
    billingTerm === null ? billingTermGroupId === term.billingTermGroupId : billingTerm.id === term.id,
  );
  const goOn = sharing.some(({ service }) => service.end !== null && service.end > end);
  return isOwn && goOn ? end : clock.today;
}
