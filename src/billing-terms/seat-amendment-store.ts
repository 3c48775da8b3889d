import { dayFrom, formatDay, type Month } from "../kernel/day.ts";
import { canonicalDecimal } from "../kernel/decimal.ts";
import { monthColumn, monthFromColumn, oneOf } from "../platform/db/columns.ts";
import { readOnce, type Tx } from "../platform/db/pool.ts";
import type { RowOf } from "../schema/tables.ts";
import type { BillingTerm } from "./billing-term.ts";
import type { SeatAmendment } from "./seats.ts";

export async function insertAmendment(
  tx: Tx,
  merchantId: string,
  term: Pick<BillingTerm, "id" | "contractId">,
  amendment: SeatAmendment,
): Promise<void> {
  await tx
    .insertInto("seat_amendment")
    .values({
      merchant_id: merchantId,
      id: amendment.id,
      contract_id: term.contractId,
      billing_term_id: term.id,
      effective_date: formatDay(amendment.effectiveDate),
      quantity: amendment.quantity,
      delta: amendment.delta,
      proration_policy: amendment.prorationPolicy,
      true_up_timing: amendment.trueUpTiming,
      note: amendment.note,
      invoiced_through: amendment.invoicedThrough === null ? null : formatDay(amendment.invoicedThrough),
      unbilled_amendment_ids: [...amendment.unbilled],
      book_month: amendment.bookMonth === null ? null : monthColumn(amendment.bookMonth),
      created_at: amendment.createdAt,
    })
    .execute();
}

/** Withdraws an amendment; it stays effective until `bookMonth`. */
export async function withdrawAmendment(
  tx: Tx,
  merchantId: string,
  amendmentId: string,
  { at, bookMonth }: { readonly at: string; readonly bookMonth: Month | null },
): Promise<void> {
  await tx
    .updateTable("seat_amendment")
    .set({ deleted_at: at, deletion_book_month: bookMonth === null ? null : monthColumn(bookMonth) })
    .where("merchant_id", "=", merchantId)
    .where("id", "=", amendmentId)
    .execute();
}

/** Live amendments by term, in the order in which they apply. */
export async function amendmentsOfTerms(
  tx: Tx,
  merchantId: string,
  termIds: readonly string[],
): Promise<Map<string, SeatAmendment[]>> {
  if (termIds.length === 0) return new Map();
  const query = tx
    .selectFrom("seat_amendment")
    .select(amendmentColumns)
    .where("merchant_id", "=", merchantId)
    .where("billing_term_id", "=", oneOf(termIds))
    .where("deleted_at", "is", null)
    .orderBy("effective_date")
    .orderBy("created_at")
    .orderBy("id");
  const groups = Map.groupBy(await readOnce(tx, query.compile()), (row) => row.billing_term_id);
  return new Map([...groups].map(([termId, group]) => [termId, group.map(amendmentFromRow)]));
}

const amendmentColumns = [
  ...(["id", "billing_term_id", "effective_date", "quantity", "delta", "proration_policy", "true_up_timing"] as const),
  ...(["note", "invoiced_through", "unbilled_amendment_ids", "book_month", "created_at"] as const),
] as const;
type AmendmentRow = Pick<RowOf<"seat_amendment">, (typeof amendmentColumns)[number]>;

export function amendmentFromRow(row: AmendmentRow): SeatAmendment {
  return {
    id: row.id,
    effectiveDate: dayFrom(row.effective_date),
    quantity: row.quantity === null ? null : canonicalDecimal(row.quantity),
    delta: row.delta === null ? null : canonicalDecimal(row.delta),
    prorationPolicy: row.proration_policy,
    trueUpTiming: row.true_up_timing,
    note: row.note,
    invoicedThrough: row.invoiced_through === null ? null : dayFrom(row.invoiced_through),
    unbilled: row.unbilled_amendment_ids,
    bookMonth: row.book_month === null ? null : monthFromColumn(row.book_month),
    createdAt: row.created_at,
  };
}
