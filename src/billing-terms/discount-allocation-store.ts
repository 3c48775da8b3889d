import { required } from "../kernel/assert.ts";
import { money } from "../kernel/money.ts";
import type { Actor } from "../platform/auth/person.ts";
import { oneOf } from "../platform/db/columns.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { DiscountAllocation } from "./discount-allocation.ts";

export async function insertDiscountAllocation(
  tx: Tx,
  merchantId: string,
  { actor, ...allocation }: DiscountAllocation,
): Promise<void> {
  await tx
    .insertInto("discount_allocation")
    .values({
      merchant_id: merchantId,
      id: allocation.id,
      contract_id: allocation.contractId,
      discount_minor: allocation.discount.minor,
      performance_obligation_ids: [...allocation.pobIds],
      evidence: allocation.evidence,
      actor_kind: actor.kind,
      actor_id: actor.id,
      created_at: allocation.createdAt,
    })
    .execute();
}

export async function deleteDiscountAllocation(tx: Tx, merchantId: string, id: string, at: string): Promise<void> {
  await tx
    .updateTable("discount_allocation")
    .set({ deleted_at: at })
    .where("merchant_id", "=", merchantId)
    .where("id", "=", id)
    .execute();
}

/** The live ones of some contracts by contract, oldest first. */
export async function discountsOfContracts(
  tx: Tx,
  merchantId: string,
  contracts: ReadonlyMap<string, { readonly currency: string }>,
): Promise<Map<string, DiscountAllocation[]>> {
  const rows = await tx
    .selectFrom("discount_allocation")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("contract_id", "=", oneOf([...contracts.keys()]))
    .where("deleted_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const all = rows.map((row): DiscountAllocation => {
    const { currency } = required(contracts.get(row.contract_id), "the contract of a discount");
    return {
      id: row.id,
      contractId: row.contract_id,
      discount: money(BigInt(row.discount_minor), currency),
      pobIds: row.performance_obligation_ids,
      evidence: row.evidence,
      actor: { kind: row.actor_kind as Actor["kind"], id: row.actor_id },
      createdAt: row.created_at,
    };
  });
  return Map.groupBy(all, ({ contractId }) => contractId);
}
