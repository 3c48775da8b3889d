import { sql } from "kysely";
import { dayFrom } from "../kernel/day.ts";
import type { Tx } from "../platform/db/pool.ts";
import { committedFromColumn } from "./committed-store.ts";
import { billedUsage, type UsageSpan } from "./usage-overlap.ts";

/**
 * Keeps everybody else from deciding about usage terms of a customer until the transaction ends: two contracts that would
 * bill the same usage each look fine to a transaction that does not see the other. Taken after the contract's own lock, and from the
 * customer's row, as whoever records events does: both on the node that has it.
 */
export async function lockUsageOf(tx: Tx, merchantId: string, customerId: string): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtext('accord.usage-terms'), hashtext(id::text))
    from customer where merchant_id = ${merchantId} and id = ${customerId}`.execute(tx);
}

/** Days on which usage terms of a customer's approved contracts bill, without those of one contract. */
export async function approvedUsage(
  tx: Tx,
  merchantId: string,
  of: { readonly customerId: string; readonly exceptContractId: string },
): Promise<UsageSpan[]> {
  const rows = await tx
    .selectFrom("billing_term")
    .innerJoin("contract", (join) =>
      join
        .onRef("contract.merchant_id", "=", "billing_term.merchant_id")
        .onRef("contract.id", "=", "billing_term.contract_id"),
    )
    .select([
      "billing_term.id",
      "billing_term.contract_id",
      "billing_term.name",
      "billing_term.event_type_id",
      "billing_term.start_date",
      "billing_term.end_date",
      "billing_term.usage_scope",
      "billing_term.committed",
    ])
    .where("billing_term.merchant_id", "=", merchantId)
    .where("contract.customer_id", "=", of.customerId)
    .where("contract.id", "<>", of.exceptContractId)
    .where("contract.status", "=", "APPROVED")
    .where("contract.deleted_at", "is", null)
    .where("billing_term.deleted_at", "is", null)
    .where("billing_term.event_type_id", "is not", null)
    .orderBy("billing_term.contract_id")
    .orderBy("billing_term.id")
    .execute();
  const terms = rows.map((row) => ({
    id: row.id,
    contractId: row.contract_id,
    name: row.name,
    eventTypeId: row.event_type_id,
    start: dayFrom(row.start_date),
    end: row.end_date === null ? null : dayFrom(row.end_date),
    usageScope: row.usage_scope,
    committed: committedFromColumn(row.committed),
  }));
  return billedUsage(terms);
}
