import type { Contract } from "../contracts/contract.ts";
import type { Day } from "../kernel/day.ts";
import type { WriteContext } from "../platform/write.ts";
import type { BillingTerm } from "./billing-term.ts";
import { recordedPobs } from "./recorded-pobs-store.ts";
import { sharingPrice } from "./selling-price.ts";

/**
 * The first day whose service or price the end of a term moves (rules 7). Until its last day all is served and priced as agreed, so where its
 * price is shared and others of that price are served after it, they take over what is left from the day after: nothing is shared anew
 * before. Where nothing is served after it, what is left of the price is earned over what is left to serve from today on.
 *
 * @param term as it was, its obligations as they are by now
 * @param end the day after its last
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
