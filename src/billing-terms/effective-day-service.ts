import type { Contract } from "../contracts/contract.ts";
import type { Day } from "../kernel/day.ts";
import type { WriteContext } from "../platform/write.ts";
import type { BillingTerm } from "./billing-term.ts";
import { roleOf } from "./group.ts";
import { type RecordedPobs, recordedPobs } from "./recorded-pobs-store.ts";

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
  const sharing = sharingPobs(await recordedPobs(tx, merchant.id, contract.id));
  const isOwn = sharing.some(({ billingTerm, billingTermGroupId }) =>
    billingTerm === null ? billingTermGroupId === term.billingTermGroupId : billingTerm.id === term.id,
  );
  const goOn = sharing.some(({ service }) => service.end !== null && service.end > end);
  return isOwn && goOn ? end : clock.today;
}

/** Obligations that share the price of their contract: fixed ones with an end, that are no contract of their own (ASC 606-10-25-12). */
function sharingPobs({ records, treatments }: RecordedPobs) {
  const isSeparate = (factId: string | undefined) =>
    treatments.get(factId ?? "")?.booked.at(-1)?.treatment === "SEPARATE_CONTRACT";
  return records.flatMap(({ pob, isDeleted }) => {
    const role = roleOf(pob);
    const isFixed = pob.considerationType === "FIXED" && (role === "STATED" || role === "IMPLIED");
    const isAlone = isSeparate(pob.id) || isSeparate(pob.billingTerm?.id) || pob.standaloneSellingPrice === null;
    return isDeleted || !isFixed || isAlone ? [] : [pob];
  });
}
