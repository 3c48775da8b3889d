import { monthFromColumn, oneOf } from "../../platform/db/columns.ts";
import type { Tx } from "../../platform/db/pool.ts";
import type {
  Correction,
  TermCorrection,
  WithdrawnAmendment,
} from "../performance-obligations/performance-obligation.ts";
import { amendmentFromRow } from "../seat-amendment-store.ts";

export type Corrections = {
  /** By the performance obligation or the billing term that they are of. */
  readonly byOwner: ReadonlyMap<string, Correction[]>;
  /** Those of terms, by contract. */
  readonly ofTerms: ReadonlyMap<string, TermCorrection[]>;
};

/** Corrections of some contracts as they were made. */
export async function correctionsOfContracts(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
): Promise<Corrections> {
  const rows = await tx
    .selectFrom("pob_correction")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("contract_id", "=", oneOf(contractIds))
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const byOwner = new Map<string, Correction[]>();
  const ofTerms = new Map<string, TermCorrection[]>();
  for (const row of rows) {
    const { billing_term_id: billingTermId, contract_id: contractId } = row;
    const owner = billingTermId ?? row.performance_obligation_id ?? "";
    const correction: Correction = {
      id: row.id,
      modificationId: row.modification_id,
      createdAt: row.created_at,
      of: billingTermId === null ? "POB" : "TERM",
      changes: row.changes as Correction["changes"],
      bookMonth: row.book_month === null ? null : monthFromColumn(row.book_month),
    };
    byOwner.set(owner, [...(byOwner.get(owner) ?? []), correction]);
    if (billingTermId === null) continue;
    ofTerms.set(contractId, [...(ofTerms.get(contractId) ?? []), { ...correction, billingTermId }]);
  }
  return { byOwner, ofTerms };
}

/** Amendments of some contracts that were withdrawn, by billing term. */
export async function withdrawnOfContracts(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
): Promise<Map<string, WithdrawnAmendment[]>> {
  const rows = await tx
    .selectFrom("seat_amendment")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("contract_id", "=", oneOf(contractIds))
    .where("deleted_at", "is not", null)
    .execute();
  const withdrawn = new Map<string, WithdrawnAmendment[]>();
  for (const row of rows) {
    const taken = {
      amendment: amendmentFromRow(row),
      bookMonth: row.deletion_book_month === null ? null : monthFromColumn(row.deletion_book_month),
      createdAt: row.deleted_at ?? "",
    };
    withdrawn.set(row.billing_term_id, [...(withdrawn.get(row.billing_term_id) ?? []), taken]);
  }
  return withdrawn;
}
