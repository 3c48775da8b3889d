import type { BillingTerm } from "../billing-terms/billing-term.ts";
import type { Sold } from "../catalog/tax-category-service.ts";
import { itemsOfSchedules } from "../commitments/item-store.ts";
import type { Tx } from "../platform/db/pool.ts";

/**
 * What the invoices of contracts may sell, by contract: what their terms do, what terms did that they replaced, and items that
 * commitments name for lines of their own. The tax of a planned line is that of its item, wherever the item comes from.
 *
 * @param terms all of the contracts
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
