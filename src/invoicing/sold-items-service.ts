import type { BillingTerm } from "../billing-terms/billing-term.ts";
import type { Sold } from "../catalog/tax-category-service.ts";
import { itemsOfSchedules } from "../commitments/item-store.ts";
import type { Tx } from "../platform/db/pool.ts";

/**
 * The items and products that invoices of some contracts can have, by contract: those of their terms, of replaced terms, and of commitments.
 * Needed for tax, which depends on the item of a line.
 *
 * @param terms all terms of the contracts
 */
export async function soldOfContracts(
  tx: Tx,
  merchantId: string,
  terms: readonly BillingTerm[],
): Promise<(contractId: string) => readonly Sold[]> {
  const metered = terms.filter(({ eventTypeId }) => eventTypeId !== null);
  const items = await itemsOfSchedules(tx, merchantId, [...new Set(metered.map(({ contractId }) => contractId))]);
  const termsOf = Map.groupBy(terms, ({ contractId }) => contractId);
  return (contractId) => {
    const own = termsOf.get(contractId) ?? [];
    const named = (items.get(contractId) ?? []).map((itemId): Sold => ({ itemId, productId: null }));
    return [...own, ...own.flatMap(({ swapCredit }) => swapCredit ?? []), ...named];
  };
}
