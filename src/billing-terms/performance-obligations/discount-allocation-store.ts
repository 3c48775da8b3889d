import { required } from "../../kernel/assert.ts";
import { money } from "../../kernel/money.ts";
import type { Actor } from "../../platform/auth/person.ts";
import { oneOf } from "../../platform/db/columns.ts";
import type { Tx } from "../../platform/db/pool.ts";
import type { RowOf } from "../../schema/tables.ts";
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
  const rows = await liveRows(tx, merchantId)
    .where("contract_id", "=", oneOf([...contracts.keys()]))
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const currencyOf = (contractId: string) => required(contracts.get(contractId), "the contract of a discount").currency;
  return Map.groupBy(
    rows.map((row) => fromRow(row, currencyOf(row.contract_id))),
    ({ contractId }) => contractId,
  );
}

/** The live ones among some ids, in no order; of a contract that is deleted as well. */
export async function discountsById(tx: Tx, merchantId: string, ids: readonly string[]): Promise<DiscountAllocation[]> {
  const rows = await liveRows(tx, merchantId)
    .where("id", "=", oneOf(ids))
    .select((eb) =>
      eb
        .selectFrom("contract")
        .select("currency")
        .whereRef("contract.merchant_id", "=", "discount_allocation.merchant_id")
        .whereRef("contract.id", "=", "discount_allocation.contract_id")
        .as("currency"),
    )
    .execute();
  // One of no contract has no currency, and is found as such.
  return rows.flatMap(({ currency, ...row }) => (currency === null ? [] : fromRow(row, currency)));
}

function liveRows(tx: Tx, merchantId: string) {
  return tx
    .selectFrom("discount_allocation")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("deleted_at", "is", null);
}

function fromRow(row: RowOf<"discount_allocation">, currency: string): DiscountAllocation {
  return {
    id: row.id,
    contractId: row.contract_id,
    discount: money(BigInt(row.discount_minor), currency),
    pobIds: row.performance_obligation_ids,
    evidence: row.evidence,
    actor: { kind: row.actor_kind as Actor["kind"], id: row.actor_id },
    createdAt: row.created_at,
  };
}
