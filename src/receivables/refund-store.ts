import { formatDay } from "../kernel/day.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { Refund } from "./refund.ts";

/** Records a refund. */
export async function insertRefund(tx: Tx, merchantId: string, refund: Refund, at: string): Promise<void> {
  await tx
    .insertInto("refund")
    .values({
      merchant_id: merchantId,
      id: refund.id,
      credit_memo_id: refund.kind === "CREDIT_MEMO" ? refund.creditId : null,
      payment_id: refund.kind === "PAYMENT" ? refund.creditId : null,
      amount_minor: refund.amount.minor,
      date: formatDay(refund.date),
      posted_on: formatDay(refund.postedOn),
      method: refund.method,
      reference: refund.reference,
      created_at: at,
    })
    .execute();
}
