import type { Contract } from "../../contracts/contract.ts";
import type { Day } from "../../kernel/day.ts";
import type { WriteContext } from "../../platform/write.ts";
import type { BillingTerm } from "../billing-term.ts";
import { recordedPobs } from "../performance-obligations/recorded-pobs-store.ts";
import { sharingPrice } from "../performance-obligations/selling-price.ts";

/**
 * The effective day of the end of a term: the first day whose service or price changes (rules 7). It is today, or the new end if that is
 * earlier. There is one exception: if the obligation of the term shares the contract's price (relative SSP), and an obligation with an end
 * that shares it too is served beyond the new end, it is the new end. Until then service and price stay as agreed, and afterwards the
 * others take over the rest of the price.
 *
 * @param term before the change; stored obligations must already have their service after it
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
