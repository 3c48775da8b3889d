import type { Selectable } from "kysely";
import { sql } from "kysely";
import type { Month } from "../kernel/day.ts";
import { type Day, formatDay } from "../kernel/day.ts";
import { canonicalDecimal } from "../kernel/decimal.ts";
import type { Interval } from "../kernel/periods.ts";
import { dayFromColumn, monthColumn, monthFromColumn } from "../platform/db/columns.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { BillingTermTable, PerformanceObligationTable } from "../platform/db/tables.ts";
import type { BillingTerm, BillingType, Discount, InvoiceDateStrategy, PricingTier } from "./billing-term.ts";
import type { Obligation, ObligationFacts, PerformanceObligationRecord, RecognitionPattern } from "./obligation.ts";

export type NewObligation = {
  readonly contractId: string;
  readonly obligationId: string;
  readonly groupId: string;
  readonly termId: string;
  readonly performanceObligationId: string;
  readonly facts: ObligationFacts;
  readonly bookMonth: Month | null;
  readonly createdAt: string;
};

/** Stores the group, term, performance obligation and façade of one obligation. */
export async function insertObligation(tx: Tx, merchantId: string, draft: NewObligation): Promise<void> {
  const { contractId, facts, createdAt } = draft;
  const { term, promise } = facts;
  const tenant = { merchant_id: merchantId, contract_id: contractId };
  await tx
    .insertInto("billing_term_group")
    .values({
      ...tenant,
      id: draft.groupId,
      name: null,
      created_at: createdAt,
      updated_at: createdAt,
      deleted_at: null,
    })
    .execute();
  await tx
    .insertInto("billing_term")
    .values({
      ...tenant,
      id: draft.termId,
      billing_term_group_id: draft.groupId,
      name: term.name,
      description: term.description,
      start_date: formatDay(term.start),
      end_date: term.end === null ? null : formatDay(term.end),
      billing_interval: term.interval,
      interval_frequency: term.intervalFrequency,
      invoice_date_strategy: term.invoiceDateStrategy,
      net_payment_terms: term.netPaymentTerms,
      billing_type: term.billingType,
      pricing_type: "SIMPLE",
      pricing: JSON.stringify(term.pricing),
      quantity: term.quantity,
      discounts: JSON.stringify(term.discounts),
      proration_policy: "DAY",
      invoice_group: term.invoiceGroup,
      invoiced_through: null,
      created_at: createdAt,
      last_updated_at: createdAt,
      deleted_at: null,
    })
    .execute();
  await tx
    .insertInto("performance_obligation")
    .values({
      ...tenant,
      id: draft.performanceObligationId,
      billing_term_group_id: draft.groupId,
      billing_term_id: draft.termId,
      category_id: promise.categoryId,
      recognition_pattern: promise.recognitionPattern,
      service_start: formatDay(promise.service.start),
      service_end: promise.service.end === null ? null : formatDay(promise.service.end),
      recognition_date: promise.recognitionDate === null ? null : formatDay(promise.recognitionDate),
      book_month: draft.bookMonth === null ? null : monthColumn(draft.bookMonth),
      deletion_book_month: null,
      created_at: createdAt,
      updated_at: createdAt,
      deleted_at: null,
    })
    .execute();
  await tx
    .insertInto("obligation")
    .values({
      ...tenant,
      id: draft.obligationId,
      billing_term_id: draft.termId,
      performance_obligation_id: draft.performanceObligationId,
      created_at: createdAt,
      last_updated_at: createdAt,
      deleted_at: null,
    })
    .execute();
}

/** Marks all four records of an obligation as deleted; what it posted stays, and counts until `bookMonth`. */
export async function deleteObligation(
  tx: Tx,
  merchantId: string,
  obligation: Obligation,
  deletedAt: string,
  bookMonth: Month | null,
): Promise<void> {
  const { billingTerm } = obligation.performanceObligation;
  await tx
    .updateTable("obligation")
    .set({ deleted_at: deletedAt, last_updated_at: deletedAt })
    .where("merchant_id", "=", merchantId)
    .where("id", "=", obligation.id)
    .execute();
  await tx
    .updateTable("performance_obligation")
    .set({
      deleted_at: deletedAt,
      updated_at: deletedAt,
      deletion_book_month: bookMonth === null ? null : monthColumn(bookMonth),
    })
    .where("merchant_id", "=", merchantId)
    .where("id", "=", obligation.performanceObligation.id)
    .execute();
  await tx
    .updateTable("billing_term")
    .set({ deleted_at: deletedAt, last_updated_at: deletedAt })
    .where("merchant_id", "=", merchantId)
    .where("id", "=", billingTerm.id)
    .execute();
  await tx
    .updateTable("billing_term_group")
    .set({ deleted_at: deletedAt, updated_at: deletedAt })
    .where("merchant_id", "=", merchantId)
    .where("id", "=", billingTerm.billingTermGroupId)
    .execute();
}

/** Live terms of some contracts, each contract's oldest first. */
export async function termsOfContracts(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
): Promise<BillingTerm[]> {
  const rows = await tx
    .selectFrom("billing_term")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("contract_id", "=", sql<string>`any(${contractIds}::uuid[])`)
    .where("deleted_at", "is", null)
    .orderBy("contract_id")
    .orderBy("start_date")
    .orderBy("id")
    .execute();
  return rows.map(termFromRow);
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
  const promises = await performanceObligationsById(
    tx,
    merchantId,
    rows.map((row) => row.performance_obligation_id),
  );
  return rows.flatMap((row) => {
    const record = promises.get(row.performance_obligation_id);
    if (record === undefined) return [];
    const performanceObligation = record.obligation;
    return [{ id: row.id, performanceObligation, createdAt: row.created_at, lastUpdatedAt: row.last_updated_at }];
  });
}

/** Performance obligations of some contracts, deleted ones included: what they posted must still be answered for. */
export async function performanceObligationsOfContracts(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
): Promise<PerformanceObligationRecord[]> {
  const rows = await tx
    .selectFrom("performance_obligation")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("contract_id", "=", sql<string>`any(${contractIds}::uuid[])`)
    .orderBy("contract_id")
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return withTerms(tx, merchantId, rows);
}

async function performanceObligationsById(
  tx: Tx,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, PerformanceObligationRecord>> {
  const rows = await tx
    .selectFrom("performance_obligation")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
  const records = await withTerms(tx, merchantId, rows);
  return new Map(records.map((record) => [record.obligation.id, record]));
}

async function withTerms(
  tx: Tx,
  merchantId: string,
  rows: readonly Selectable<PerformanceObligationTable>[],
): Promise<PerformanceObligationRecord[]> {
  const termRows = await tx
    .selectFrom("billing_term")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("id", "=", sql<string>`any(${rows.map((row) => row.billing_term_id)}::uuid[])`)
    .execute();
  const terms = new Map(termRows.map((row) => [row.id, termFromRow(row)]));
  return rows.flatMap((row) => {
    const billingTerm = terms.get(row.billing_term_id);
    if (billingTerm === undefined) return [];
    return [
      {
        obligation: {
          id: row.id,
          contractId: row.contract_id,
          billingTerm,
          recognitionPattern: row.recognition_pattern as RecognitionPattern,
          service: {
            start: dayFromColumn(row.service_start),
            end: row.service_end === null ? null : dayFromColumn(row.service_end),
          },
          recognitionDate: row.recognition_date === null ? null : dayFromColumn(row.recognition_date),
          categoryId: row.category_id,
        },
        bookMonth: row.book_month === null ? null : monthFromColumn(row.book_month),
        isDeleted: row.deleted_at !== null,
        deletionBookMonth: row.deletion_book_month === null ? null : monthFromColumn(row.deletion_book_month),
      },
    ];
  });
}

/** Stores how far issued invoices cover each term; `through` is the day after the last one covered. */
export async function updateInvoicedThrough(
  tx: Tx,
  merchantId: string,
  throughByTermId: ReadonlyMap<string, Day>,
): Promise<void> {
  const entries = [...throughByTermId];
  await sql`
    update billing_term set invoiced_through = report.through
    from unnest(${entries.map(([id]) => id)}::uuid[], ${entries.map(([, day]) => formatDay(day))}::date[]) as report (id, through)
    where billing_term.merchant_id = ${merchantId} and billing_term.id = report.id
      and billing_term.invoiced_through is distinct from report.through`.execute(tx);
}

/** How far a term is covered by issued invoices: the day after the last one, or null. */
export async function invoicedThrough(tx: Tx, merchantId: string, termId: string): Promise<Day | null> {
  const row = await tx
    .selectFrom("billing_term")
    .select("invoiced_through")
    .where("merchant_id", "=", merchantId)
    .where("id", "=", termId)
    .executeTakeFirst();
  return row?.invoiced_through == null ? null : dayFromColumn(row.invoiced_through);
}

function termFromRow(row: Selectable<BillingTermTable>): BillingTerm {
  return {
    id: row.id,
    contractId: row.contract_id,
    billingTermGroupId: row.billing_term_group_id,
    name: row.name,
    description: row.description,
    start: dayFromColumn(row.start_date),
    end: row.end_date === null ? null : dayFromColumn(row.end_date),
    interval: row.billing_interval as Interval,
    intervalFrequency: row.interval_frequency,
    invoiceDateStrategy: row.invoice_date_strategy as InvoiceDateStrategy,
    netPaymentTerms: row.net_payment_terms,
    billingType: row.billing_type as BillingType,
    pricing: row.pricing as [PricingTier],
    quantity: canonicalDecimal(row.quantity),
    discounts: row.discounts as Discount[],
    invoiceGroup: row.invoice_group,
  };
}
