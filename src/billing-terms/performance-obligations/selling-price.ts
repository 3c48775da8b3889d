import type { Product } from "../../catalog/product.ts";
import type { Contract } from "../../contracts/contract.ts";
import type { Day } from "../../kernel/day.ts";
import type { Issue } from "../../kernel/errors.ts";
import type { Money } from "../../kernel/money.ts";
import type { TreatedFact } from "../modifications/modification.ts";
import { initialPob } from "../modifications/record-as-of.ts";
import { isAsBilledOrConsumed, roleOf } from "./group.ts";
import type { PerformanceObligation, PerformanceObligationRecord } from "./performance-obligation.ts";

/**
 * The standalone selling price of a product in the currency of a contract: at inception, or on the day of an addition to an approved contract
 * (ADR 0016). Null if the price book has none.
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
 * True if the obligation takes part in allocation by standalone selling price (data model 6.6; rules 7): every fixed one that is stated or follows a
 * term with an end. It must have a standalone selling price.
 */
export function takesPartInAllocation(pob: PerformanceObligation): boolean {
  if (pob.considerationType !== "FIXED" || isAsBilledOrConsumed(pob.recognitionPattern)) return false;
  const role = roleOf(pob);
  return role === "STATED" || (role === "IMPLIED" && pob.service.end !== null);
}

/**
 * True if it takes part now. Not if it is a separate contract (ASC 606-10-25-12); nor if it was open-ended at first, because each of its periods had
 * its own price; nor while its milestone is not reached, because it has no price yet.
 *
 * @param atFirst as first recorded
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

/** The issue of an obligation without the standalone selling price that allocation needs. */
export function missingSellingPrice(path: string): Issue {
  const message =
    "The contract's price is allocated by standalone selling price; send standaloneSellingPrice, or give the product one.";
  return { path: `${path}/standaloneSellingPrice`, code: "SSP_MISSING", message };
}
