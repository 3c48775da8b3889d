import type { Tx } from "../platform/db/pool.ts";

/** The approved contracts of a customer, oldest first: usage belongs to these alone. */
export async function usedContractIds(tx: Tx, merchantId: string, customerId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("contract")
    .select("id")
    .where("merchant_id", "=", merchantId)
    .where("customer_id", "=", customerId)
    .where("status", "=", "APPROVED")
    .where("deleted_at", "is", null)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}
