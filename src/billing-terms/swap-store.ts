import { sql } from "kysely";
import { type Money, money } from "../kernel/money.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { SwapCredit } from "./billing-term.ts";

/** The part of an invoice line that the invoices of another term deduct: net and tax. */
export type SwappedLine = { readonly invoiceLineId: string; readonly amount: Money; readonly tax: Money };

/** Stores what the invoices of a term deduct for the term that it replaced, in total and by line. */
export async function insertSwapCredit(
  tx: Tx,
  merchantId: string,
  {
    termId,
    credit,
    lines,
  }: {
    readonly termId: string;
    readonly credit: SwapCredit;
    readonly lines: readonly SwappedLine[];
  },
  at: string,
): Promise<void> {
  await tx
    .updateTable("billing_term")
    .set({ swap_credit: JSON.stringify(credit) })
    .where("merchant_id", "=", merchantId)
    .where("id", "=", termId)
    .execute();
  await tx
    .insertInto("swap_credit_line")
    .values(
      lines.map(({ invoiceLineId, amount, tax }) => ({
        merchant_id: merchantId,
        invoice_line_id: invoiceLineId,
        billing_term_id: termId,
        amount_minor: amount.minor.toString(),
        tax_minor: tax.minor.toString(),
        created_at: at,
      })),
    )
    .execute();
}

/** The deducted parts of the lines of a replaced term, ordered by line id. */
export async function swappedLines(
  tx: Tx,
  merchantId: string,
  { termId, currency }: { readonly termId: string; readonly currency: string },
): Promise<SwappedLine[]> {
  const rows = await tx
    .selectFrom("swap_credit_line")
    .select(["invoice_line_id", "amount_minor", "tax_minor"])
    .where("merchant_id", "=", merchantId)
    .where("billing_term_id", "=", termId)
    .orderBy("invoice_line_id")
    .execute();
  return rows.map((row) => ({
    invoiceLineId: row.invoice_line_id,
    amount: money(BigInt(row.amount_minor), currency),
    tax: money(BigInt(row.tax_minor), currency),
  }));
}

/** Reduces what the invoices of a term deduct: lines that are not named are removed; null removes all. */
export async function reduceSwapCredit(
  tx: Tx,
  merchantId: string,
  {
    termId,
    credit,
    lines,
  }: { readonly termId: string; readonly credit: SwapCredit | null; readonly lines: readonly SwappedLine[] },
): Promise<void> {
  await tx
    .updateTable("billing_term")
    .set({ swap_credit: credit === null ? null : JSON.stringify(credit) })
    .where("merchant_id", "=", merchantId)
    .where("id", "=", termId)
    .execute();
  for (const { invoiceLineId, amount, tax } of lines) {
    await tx
      .updateTable("swap_credit_line")
      .set({ amount_minor: amount.minor.toString(), tax_minor: tax.minor.toString() })
      .where("merchant_id", "=", merchantId)
      .where("invoice_line_id", "=", invoiceLineId)
      .execute();
  }
  const kept = lines.map(({ invoiceLineId }) => invoiceLineId);
  await tx
    .deleteFrom("swap_credit_line")
    .where("merchant_id", "=", merchantId)
    .where("billing_term_id", "=", termId)
    .where("invoice_line_id", "<>", sql<string>`all(${kept}::uuid[])`)
    .execute();
}
