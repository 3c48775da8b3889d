import { dayFrom } from "../kernel/day.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { BilledLine } from "./billed-line.ts";

/**
 * Issued lines of a term that are not void, oldest service first. Usage and commitments are left out, because their
 * credits follow from the usage.
 */
export async function linesOfTerm(
  tx: Tx,
  merchantId: string,
  termId: string,
): Promise<Omit<BilledLine, "isOpen" | "isWrittenOff" | "total" | "credited">[]> {
  const rows = await tx
    .selectFrom("invoice_line")
    .select(["id", "type", "seat_amendment_id", "price_amendment_id", "service_start", "service_end"])
    .where("merchant_id", "=", merchantId)
    .where("billing_term_id", "=", termId)
    .where("is_void", "=", false)
    .where("commitment_id", "is", null)
    .where("type", "not in", ["USAGE", "LATE_USAGE", "MINIMUM"])
    .orderBy("service_start")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    amendmentId: row.seat_amendment_id ?? row.price_amendment_id,
    period: { start: dayFrom(row.service_start), end: dayFrom(row.service_end) },
  }));
}
