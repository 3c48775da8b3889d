import { type Day, formatDay } from "../kernel/day.ts";
import type { Tx } from "../platform/db/pool.ts";

/** Records that an issued invoice was sent; keeps the first day if it was sent before. */
export async function markSent(
  tx: Tx,
  merchantId: string,
  { invoiceId, day, at }: { invoiceId: string; day: Day; at: string },
): Promise<void> {
  await tx
    .updateTable("invoice")
    .set((eb) => ({
      delivery_status: "SENT",
      sent_date: eb.fn.coalesce("sent_date", eb.val(formatDay(day))),
      last_updated_at: at,
    }))
    .where("merchant_id", "=", merchantId)
    .where("id", "=", invoiceId)
    .where("status", "<>", "DRAFT")
    .execute();
}
