import type { Month } from "../kernel/day.ts";
import { cachedStatement } from "../platform/db/cached-statement.ts";
import { monthColumn } from "../platform/db/columns.ts";
import { readOnce, type Tx } from "../platform/db/pool.ts";
import { insertRow } from "../platform/db/single-row.ts";
import type { Obligation } from "./obligation.ts";
import { pobsFromRows } from "./performance-obligations/recorded-pobs-store.ts";

/** Stores the row that joins a term and its performance obligation. */
export function insertObligation(
  tx: Tx,
  merchantId: string,
  obligation: {
    readonly id: string;
    readonly contractId: string;
    readonly termId: string;
    readonly pobId: string;
    readonly createdAt: string;
  },
): void {
  insertRow(tx, "obligation", {
    merchant_id: merchantId,
    id: obligation.id,
    contract_id: obligation.contractId,
    billing_term_id: obligation.termId,
    performance_obligation_id: obligation.pobId,
    created_at: obligation.createdAt,
    last_updated_at: obligation.createdAt,
    deleted_at: null,
  });
}

export async function touchObligation(tx: Tx, merchantId: string, obligationId: string, at: string): Promise<void> {
  await tx
    .updateTable("obligation")
    .set({ last_updated_at: at })
    .where("merchant_id", "=", merchantId)
    .where("id", "=", obligationId)
    .execute();
}

/**
 * Marks everything of a billing term group as deleted, or of one term and what follows it; what was posted stays, and
 * counts until `bookMonth`.
 */
export async function deleteParts(
  tx: Tx,
  merchantId: string,
  parts: {
    readonly groupId: string | null;
    readonly termIds: readonly string[];
    readonly pobIds: readonly string[];
  },
  { at, bookMonth }: { readonly at: string; readonly bookMonth: Month | null },
): Promise<void> {
  if (parts.termIds.length > 0) {
    await tx
      .updateTable("obligation")
      .set({ deleted_at: at, last_updated_at: at })
      .where("merchant_id", "=", merchantId)
      .where("billing_term_id", "in", parts.termIds)
      .where("deleted_at", "is", null)
      .execute();
    await tx
      .updateTable("billing_term")
      .set({ deleted_at: at, last_updated_at: at })
      .where("merchant_id", "=", merchantId)
      .where("id", "in", parts.termIds)
      .where("deleted_at", "is", null)
      .execute();
  }
  if (parts.pobIds.length > 0) {
    await tx
      .updateTable("performance_obligation")
      .set({ deleted_at: at, updated_at: at, deletion_book_month: bookMonth === null ? null : monthColumn(bookMonth) })
      .where("merchant_id", "=", merchantId)
      .where("id", "in", parts.pobIds)
      .where("deleted_at", "is", null)
      .execute();
  }
  if (parts.groupId !== null) {
    await tx
      .updateTable("billing_term_group")
      .set({ deleted_at: at, updated_at: at })
      .where("merchant_id", "=", merchantId)
      .where("id", "=", parts.groupId)
      .execute();
  }
}

/** Obligations of one contract, oldest first; `obligationId` narrows to one. */
export async function obligationsOfContract(
  tx: Tx,
  merchantId: string,
  contractId: string,
  obligationId?: string,
): Promise<Obligation[]> {
  let selection = tx
    .selectFrom("obligation")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("contract_id", "=", contractId)
    .where("deleted_at", "is", null);
  if (obligationId !== undefined) selection = selection.where("id", "=", obligationId);
  const rows = await selection.orderBy("created_at").orderBy("id").execute();
  if (rows.length === 0) return [];
  const pobRows = await tx
    .selectFrom("performance_obligation")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where(
      "id",
      "in",
      rows.map((row) => row.performance_obligation_id),
    )
    .execute();
  const pobs = new Map((await pobsFromRows(tx, merchantId, pobRows)).map((pob) => [pob.id, pob]));
  return rows.flatMap((row): Obligation[] => {
    const pob = pobs.get(row.performance_obligation_id);
    if (pob?.billingTerm == null) return [];
    const performanceObligation = { ...pob, billingTerm: pob.billingTerm };
    return [{ id: row.id, performanceObligation, createdAt: row.created_at, lastUpdatedAt: row.last_updated_at }];
  });
}

/** Paths of the obligations of a contract, such as `/obligations/{id}`, by performance obligation id. */
export async function obligationPlaces(tx: Tx, merchantId: string, contractId: string): Promise<Map<string, string>> {
  const rows = await readOnce(tx, placesOfContract(tx, { merchantId, contractId }));
  return new Map(rows.map((row) => [row.performance_obligation_id, `/obligations/${row.id}`]));
}

const placesOfContract = cachedStatement<
  "merchantId" | "contractId",
  { id: string; performance_obligation_id: string }
>((tx, given) =>
  tx
    .selectFrom("obligation")
    .select(["id", "performance_obligation_id"])
    .where("merchant_id", "=", given.merchantId)
    .where("contract_id", "=", given.contractId)
    .where("deleted_at", "is", null),
);
