import { sql } from "kysely";
import { dayFrom, formatDay } from "../kernel/day.ts";
import { cachedStatement } from "../platform/db/cached-statement.ts";
import { monthColumn, monthFromColumn } from "../platform/db/columns.ts";
import { readOnce, type Tx } from "../platform/db/pool.ts";
import type { RowOf } from "../schema/tables.ts";
import type { BillingTerm, PriceLayer } from "./billing-term.ts";
import { priceFromColumn, priceToColumn } from "./price-column.ts";

/** Stores a price layer, with how it settles invoiced days. */
export async function insertLayer(
  tx: Tx,
  merchantId: string,
  layer: PriceLayer & { readonly id: string; readonly term: BillingTerm; readonly createdAt: string },
): Promise<void> {
  await tx
    .insertInto("billing_term_layer")
    .values({
      merchant_id: merchantId,
      id: layer.id,
      contract_id: layer.term.contractId,
      billing_term_id: layer.term.id,
      effective_from: formatDay(layer.effectiveFrom),
      price: priceToColumn(layer.price),
      book_month: layer.bookMonth === null ? null : monthColumn(layer.bookMonth),
      created_at: layer.createdAt,
    })
    .execute();
  const { amendment } = layer;
  if (amendment === undefined) return;
  await tx
    .insertInto("price_amendment")
    .values({
      merchant_id: merchantId,
      id: layer.id,
      contract_id: layer.term.contractId,
      billing_term_id: layer.term.id,
      effective_date: formatDay(amendment.effectiveDate),
      settlement: amendment.settlement,
      credit_on_decrease: amendment.creditOnDecrease,
      invoiced_through: amendment.invoicedThrough === null ? null : formatDay(amendment.invoicedThrough),
      unbilled_amendment_ids: [...amendment.unbilled],
      note: amendment.note,
    })
    .execute();
}

/** Price layers by term, ordered by effective day, then by creation. */
export async function layersOfTerms(
  tx: Tx,
  merchantId: string,
  termIds: readonly string[],
): Promise<Map<string, PriceLayer[]>> {
  if (termIds.length === 0) return new Map();
  return layersOf(await readOnce(tx, ofTerms(tx, { merchantId, termIds })));
}

/** The same for all terms of some contracts, for reading them together with the terms. */
export async function layersOfContracts(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
): Promise<Map<string, PriceLayer[]>> {
  return layersOf(await readOnce(tx, ofContracts(tx, { merchantId, contractIds })));
}

const ofTerms = cachedStatement<"merchantId" | "termIds", LayerRow>((tx, { merchantId, termIds }) =>
  inOrder(tx).where("layer.merchant_id", "=", merchantId).where("layer.billing_term_id", "=", termIds),
);

const ofContracts = cachedStatement<"merchantId" | "contractIds", LayerRow>((tx, { merchantId, contractIds }) => {
  const termIds = sql<string>`any(array(select id from billing_term
    where merchant_id = ${merchantId} and contract_id = ${contractIds}))`;
  return inOrder(tx).where("layer.merchant_id", "=", merchantId).where("layer.billing_term_id", "=", termIds);
});

type LayerRow = AmendmentColumns &
  Pick<
    RowOf<"billing_term_layer">,
    "id" | "billing_term_id" | "effective_from" | "price" | "book_month" | "created_at"
  >;

function inOrder(tx: Tx) {
  return tx
    .selectFrom("billing_term_layer as layer")
    .leftJoin("price_amendment as amendment", (join) =>
      join.onRef("amendment.merchant_id", "=", "layer.merchant_id").onRef("amendment.id", "=", "layer.id"),
    )
    .select(["layer.id", "layer.billing_term_id", "effective_from", "price", "book_month", "layer.created_at"])
    .select([
      "effective_date",
      "settlement",
      "credit_on_decrease",
      "invoiced_through",
      "unbilled_amendment_ids",
      "note",
    ])
    .orderBy("layer.billing_term_id")
    .orderBy("effective_from")
    .orderBy("layer.id");
}

function layersOf(rows: readonly LayerRow[]): Map<string, PriceLayer[]> {
  const layers = new Map<string, PriceLayer[]>();
  for (const row of rows) {
    const layer: PriceLayer = {
      id: row.id,
      createdAt: row.created_at,
      effectiveFrom: dayFrom(row.effective_from),
      price: priceFromColumn(row.price),
      bookMonth: row.book_month === null ? null : monthFromColumn(row.book_month),
      ...amendmentFrom(row),
    };
    layers.set(row.billing_term_id, [...(layers.get(row.billing_term_id) ?? []), layer]);
  }
  return layers;
}

type AmendmentColumns = {
  readonly [Column in
    | "effective_date"
    | "settlement"
    | "credit_on_decrease"
    | "invoiced_through"
    | "unbilled_amendment_ids"
    | "note"]: RowOf<"price_amendment">[Column] | null;
};

function amendmentFrom(row: AmendmentColumns): Pick<PriceLayer, "amendment"> {
  const { effective_date: effectiveDate, settlement, credit_on_decrease: creditOnDecrease } = row;
  if (effectiveDate === null || settlement === null || creditOnDecrease === null) return {};
  const { invoiced_through: through, unbilled_amendment_ids: unbilled, note } = row;
  return {
    amendment: {
      effectiveDate: dayFrom(effectiveDate),
      settlement,
      creditOnDecrease,
      invoicedThrough: through === null ? null : dayFrom(through),
      unbilled: unbilled ?? [],
      note,
    },
  };
}
