import type { Product } from "../catalog/product.ts";
import type { Contract } from "../contracts/contract.ts";
import type { Day } from "../kernel/day.ts";
import type { Issue } from "../kernel/errors.ts";
import type { Money } from "../kernel/money.ts";
import { isAsBilledOrConsumed, roleOf } from "./group.ts";
import type { TreatedFact } from "./modification.ts";
import type { PerformanceObligation, PerformanceObligationRecord } from "./performance-obligation.ts";
import { initialPob } from "./record-as-of.ts";

/**
 * What a product sells for alone in the currency of a contract: at inception, and on its own day for what is added to an approved
 * contract (ADR 0016). Null where its price book says nothing.
 */
export function standaloneSellingPriceOf(
  { standaloneSellingPrices }: Pick<Product, "standaloneSellingPrices">,
  contract: Contract,
  today: Day,
): Money | null {
  const begins = contract.closeDate ?? contract.start ?? contract.termsStart ?? today;
  const inception = contract.status === "APPROVED" ? today : begins;
  const prices = standaloneSellingPrices.filter(
    ({ amount, validFrom }) => amount.currency === contract.currency && validFrom <= inception,
  );
  return prices.at(-1)?.amount ?? null;
}

/**
 * Does the obligation take part where the price of its contract is shared by standalone selling price (data model 6.6; rules 7)? Every fixed
 * one does that is stated, or follows a term with an end. It has to have a standalone selling price.
 */
export function takesPartInAllocation(pob: PerformanceObligation): boolean {
  if (pob.considerationType !== "FIXED" || isAsBilledOrConsumed(pob.recognitionPattern)) return false;
  const role = roleOf(pob);
  return role === "STATED" || (role === "IMPLIED" && pob.service.end !== null);
}

/**
 * Does it share that price as it stands? Not where it is a contract of its own (ASC 606-10-25-12); nor where it was open-ended and came to
 * its end, because each of its periods had a price of its own until then; nor while its milestone is not reached, which has no price yet.
 *
 * @param atFirst as it was recorded first
 */
export function sharesPrice(
  pob: PerformanceObligation,
  atFirst: Pick<PerformanceObligation, "billingTerm" | "service">,
  treatments: ReadonlyMap<string, TreatedFact>,
): boolean {
  const { billingTerm: term, standaloneSellingPrice } = pob;
  const isSeparate = [pob.id, term?.id ?? ""].some(
    (id) => treatments.get(id)?.booked.at(-1)?.treatment === "SEPARATE_CONTRACT",
  );
  const wasOpenEnded = atFirst.billingTerm !== null && atFirst.service.end === null;
  if (isSeparate || wasOpenEnded || !takesPartInAllocation(pob)) return false;
  return term === null || (standaloneSellingPrice !== null && (term.trigger === "DATE" || term.reachedOn !== null));
}

/** All performance obligations of a contract that share its price, of those that are there. */
export function sharingPrice(
  records: readonly Pick<PerformanceObligationRecord, "pob" | "corrections" | "withdrawn" | "isDeleted">[],
  treatments: ReadonlyMap<string, TreatedFact>,
): PerformanceObligation[] {
  return records.flatMap((record) =>
    record.isDeleted || !sharesPrice(record.pob, initialPob(record), treatments) ? [] : [record.pob],
  );
}

/** A price that is shared by standalone selling price cannot be shared with what has none. */
export function missingSellingPrice(path: string): Issue {
  const message =
    "The contract's price is allocated by standalone selling price; send standaloneSellingPrice, or give the product one.";
  return { path: `${path}/standaloneSellingPrice`, code: "SSP_MISSING", message };
}
