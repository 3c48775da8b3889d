import type { Tx } from "../platform/db/pool.ts";
import { type BillingTerm, type Price, priceOn } from "./billing-term.ts";
import { type AmendedLayer, amendedLayers } from "./charges/amended-prices.ts";

/** An amended price with the one that held before it, and the invoice that charged invoiced days first. */
export type PriceAmendmentRecord = {
  readonly layer: AmendedLayer;
  readonly former: Price;
  readonly billedInvoiceId: string | null;
};

/** Price amendments of a term, by effective day, then by time of recording. */
export async function listPriceAmendments(
  tx: Tx,
  merchantId: string,
  term: BillingTerm,
): Promise<PriceAmendmentRecord[]> {
  const amended = amendedLayers(term);
  const billed =
    amended.length === 0 ? new Map<string, string>() : await invoicesOfPriceTrueUps(tx, merchantId, term.id);
  const records = amended.map((layer) => {
    const earlier = term.layers.filter(({ createdAt = "" }) => createdAt < layer.createdAt);
    const former = priceOn({ ...term, layers: earlier }, layer.effectiveFrom);
    return { layer, former, billedInvoiceId: billed.get(layer.id) ?? null };
  });
  return records.sort((a, b) => a.layer.amendment.effectiveDate - b.layer.amendment.effectiveDate);
}

/** The first invoice, not void, with a true-up of each amended price of a term. */
export async function invoicesOfPriceTrueUps(tx: Tx, merchantId: string, termId: string): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom("invoice_line")
    .select(["price_amendment_id", "invoice_id"])
    .where("merchant_id", "=", merchantId)
    .where("billing_term_id", "=", termId)
    .where("price_amendment_id", "is not", null)
    .where("is_void", "=", false)
    .orderBy("service_start", "desc")
    .execute();
  return new Map(
    rows.flatMap((row) => (row.price_amendment_id === null ? [] : [[row.price_amendment_id, row.invoice_id]])),
  );
}
