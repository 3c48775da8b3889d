import { sql } from "kysely";
import { auditedAdjustment } from "../../adjustments/service.ts";
import { findAdjustments } from "../../adjustments/store.ts";
import { auditedAmendment } from "../../billing-terms/audit-service.ts";
import { auditedDiscount } from "../../billing-terms/performance-obligations/discount-allocation-service.ts";
import { discountsById } from "../../billing-terms/performance-obligations/discount-allocation-store.ts";
import { amendmentFromRow } from "../../billing-terms/seat-amendment-store.ts";
import { findItem } from "../../catalog/item-store.ts";
import { auditedProduct } from "../../catalog/product.ts";
import { findProduct } from "../../catalog/product-store.ts";
import { auditedCommitment } from "../../commitments/audit-service.ts";
import { changesForAudit } from "../../commitments/change-store.ts";
import { commitmentsById } from "../../commitments/store.ts";
import { auditedContract } from "../../contracts/audit-service.ts";
import { checkResultHashes } from "../../contracts/file-store.ts";
import { findContracts } from "../../contracts/store.ts";
import { auditedCustomer } from "../../customers/customer.ts";
import { findCustomers } from "../../customers/store.ts";
import { idArray } from "../../platform/db/columns.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { auditedCreditMemo } from "../../receivables/credit-memo-record-service.ts";
import { findCreditMemos } from "../../receivables/credit-memo-store.ts";
import { auditedPayment } from "../../receivables/payment.ts";
import { findPayments } from "../../receivables/payment-store.ts";
import type { Fields } from "./audited.ts";
import { shownObligations, shownPobs, shownTerms } from "./audited-parts-service.ts";
import { holdsOf } from "./audited-store.ts";

/** Reads the existing records among some ids, with the fields of the audit log. */
type Shown = (tx: Tx, merchantId: string, ids: readonly string[]) => Promise<ReadonlyMap<string, Fields>>;

/** How records of several rows are read, by entity type of the audit log. */
export const recordKinds: Readonly<Record<string, Shown>> = {
  ADJUSTMENT: shownBy(findAdjustments, ({ id }) => id, auditedAdjustment),
  BILLING_TERM: shownTerms,
  COMMITMENT: async (tx, merchantId, ids) => {
    const changes = await changesForAudit(tx, merchantId, ids);
    const records = await commitmentsById(tx, merchantId, ids);
    return new Map(
      records.map((record) => {
        const { id } = record.commitment;
        return [id, { ...auditedCommitment(record), ...changes.get(id) }];
      }),
    );
  },
  CONTRACT: async (tx, merchantId, ids) => {
    const holds = await holdsOf(tx, merchantId, ids);
    const results = await checkResultHashes(tx, merchantId, ids);
    const contracts = await findContracts(tx, merchantId, ids);
    return new Map(
      contracts.map((contract) => [
        contract.id,
        {
          ...auditedContract(contract),
          closeHold: holds.get(contract.id) ?? null,
          fileResultHash: results.get(contract.id) ?? null,
        },
      ]),
    );
  },
  CREDIT_MEMO: shownBy(
    findCreditMemos,
    ({ id }) => id,
    (memo) => ({ ...auditedCreditMemo(memo), status: memo.status }),
  ),
  CUSTOMER: shownBy(
    findCustomers,
    ({ id }) => id,
    (customer) => auditedCustomer(customer),
  ),
  DISCOUNT_ALLOCATION: shownBy(discountsById, ({ id }) => id, auditedDiscount),
  ITEM: oneByOne(findItem, (item) => item),
  OBLIGATION: shownObligations,
  PAYMENT: shownBy(
    findPayments,
    ({ id }) => id,
    (payment) => ({ ...auditedPayment(payment), status: payment.status }),
  ),
  PERFORMANCE_OBLIGATION: shownPobs,
  PRODUCT: oneByOne(findProduct, auditedProduct),
  SEAT_AMENDMENT: async (tx, merchantId, ids) => {
    const rows = await tx
      .selectFrom("seat_amendment")
      .selectAll()
      .where("merchant_id", "=", merchantId)
      .where("id", "=", sql<string>`any(${idArray(ids)}::uuid[])`)
      .where("deleted_at", "is", null)
      .execute();
    return new Map(rows.map((row) => [row.id, auditedAmendment(amendmentFromRow(row))]));
  },
};

function shownBy<T>(
  find: (tx: Tx, merchantId: string, ids: readonly string[]) => Promise<readonly T[]>,
  idOf: (record: T) => string,
  fieldsOf: (record: T) => Fields,
): Shown {
  return async (tx, merchantId, ids) =>
    new Map((await find(tx, merchantId, ids)).map((record) => [idOf(record), fieldsOf(record)]));
}

/** Reads record by record; for records of which a merchant has few. */
function oneByOne<T extends { readonly id: string }>(
  find: (tx: Tx, merchantId: string, id: string) => Promise<T | undefined>,
  fieldsOf: (record: T) => Fields,
): Shown {
  return async (tx, merchantId, ids) => {
    const shown = new Map<string, Fields>();
    for (const id of ids) {
      const record = await find(tx, merchantId, id);
      if (record !== undefined) shown.set(id, fieldsOf(record));
    }
    return shown;
  };
}
