import type { Money } from "../kernel/money.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { SwapCredit } from "./billing-term.ts";

/** What of a line is taken off the bills of another term, without and of tax. */
export type SwappedLine = { readonly invoiceLineId: string; readonly amount: Money; readonly tax: Money };

/** Keeps what the bills of a term take off of the term that it replaced, as a whole and by line. */
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
