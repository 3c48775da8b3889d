import { sql } from "kysely";
import { required } from "../../kernel/assert.ts";
import { dayFrom, formatDay, formatMonth, type Month, parseMonth } from "../../kernel/day.ts";
import { type Money, money } from "../../kernel/money.ts";
import { monthColumn } from "../../platform/db/columns.ts";
import { sendAhead, type Tx } from "../../platform/db/pool.ts";
import type { RowOf } from "../../schema/tables.ts";
import type { BillingTerm } from "../billing-term.ts";
import type { Correction, ManualMonth, Milestone, PerformanceObligation, Progress } from "./performance-obligation.ts";

export type NewPob = Omit<PerformanceObligation, "billingTerm"> & {
  readonly billingTermId: string | null;
  readonly bookMonth: Month | null;
  readonly createdAt: string;
};

export function insertPob(tx: Tx, merchantId: string, pob: NewPob): void {
  const insert = tx.insertInto("performance_obligation").values({
    merchant_id: merchantId,
    id: pob.id,
    contract_id: pob.contractId,
    billing_term_group_id: pob.billingTermGroupId,
    billing_term_id: pob.billingTermId,
    is_residual: pob.isResidual,
    ...columnsOf(pob),
    book_month: pob.bookMonth === null ? null : monthColumn(pob.bookMonth),
    deletion_book_month: null,
    created_at: pob.createdAt,
    updated_at: pob.createdAt,
    deleted_at: null,
  });
  sendAhead(tx, insert);
}

export async function updatePob(tx: Tx, merchantId: string, pob: PerformanceObligation, at: string): Promise<void> {
  await tx
    .updateTable("performance_obligation")
    .set({ ...columnsOf(pob), updated_at: at })
    .where("merchant_id", "=", merchantId)
    .where("id", "=", pob.id)
    .execute();
}

/** Marks a performance obligation as deleted; what it posted stays, and counts until `bookMonth`. */
export async function deletePob(
  tx: Tx,
  merchantId: string,
  pobId: string,
  { at, bookMonth }: { readonly at: string; readonly bookMonth: Month | null },
): Promise<void> {
  await tx
    .updateTable("performance_obligation")
    .set({ deleted_at: at, updated_at: at, deletion_book_month: bookMonth === null ? null : monthColumn(bookMonth) })
    .where("merchant_id", "=", merchantId)
    .where("id", "=", pobId)
    .execute();
}

function columnsOf(pob: Omit<PerformanceObligation, "billingTerm">) {
  return {
    name: pob.name,
    product_id: pob.productId,
    item_id: pob.itemId,
    class_id: pob.classId,
    event_type_id: pob.eventTypeId,
    consideration_type: pob.considerationType,
    transaction_price_minor: pob.transactionPrice?.minor ?? null,
    standalone_selling_price_minor: pob.standaloneSellingPrice?.minor ?? null,
    milestones: pob.milestones.length === 0 ? null : JSON.stringify(pob.milestones.map(storedMilestone)),
    progress: pob.progress.length === 0 ? null : JSON.stringify(pob.progress.map(storedProgress)),
    custom_revenue: pob.manualMonths.length === 0 ? null : JSON.stringify(pob.manualMonths.map(storedManualMonth)),
    category_id: pob.categoryId,
    recognition_pattern: pob.recognitionPattern,
    service_start: formatDay(pob.service.start),
    service_end: pob.service.end === null ? null : formatDay(pob.service.end),
    recognition_date: pob.recognitionDate === null ? null : formatDay(pob.recognitionDate),
  };
}

/** SHA-256, hex, of what a row of `pob_correction` changed, as an expression. */
export const hashOfCorrection = (row: string) => `encode(sha256(convert_to(${row}.changes::text, 'UTF8')), 'hex')`;

/** Stores a correction: what it changed of dates, pattern, price or progress, and its book month. Answers the hash of what it changed. */
export async function insertCorrection(
  tx: Tx,
  merchantId: string,
  correction: Correction & { readonly contractId: string; readonly entityId: string },
): Promise<string> {
  const { hash } = await tx
    .with("kept", (query) =>
      query
        .insertInto("pob_correction")
        .values({
          merchant_id: merchantId,
          id: correction.id,
          contract_id: correction.contractId,
          billing_term_id: correction.of === "TERM" ? correction.entityId : null,
          performance_obligation_id: correction.of === "POB" ? correction.entityId : null,
          changes: JSON.stringify(correction.changes),
          book_month: correction.bookMonth === null ? null : monthColumn(correction.bookMonth),
          modification_id: correction.modificationId,
          created_at: correction.createdAt,
        })
        .returning("changes"),
    )
    .selectFrom("kept")
    .select(sql<string>`${sql.raw(hashOfCorrection("kept"))}`.as("hash"))
    .executeTakeFirstOrThrow();
  return hash;
}

export function pobFromRow(
  row: RowOf<"performance_obligation">,
  billingTerm: BillingTerm | null,
  currency: string,
): PerformanceObligation {
  const amount = (minor: string | number | bigint | null): Money | null =>
    minor === null ? null : money(BigInt(minor), currency);
  return {
    id: row.id,
    contractId: row.contract_id,
    billingTermGroupId: row.billing_term_group_id,
    name: row.name,
    billingTerm,
    isResidual: row.is_residual,
    transactionPrice: amount(row.transaction_price_minor),
    standaloneSellingPrice: amount(row.standalone_selling_price_minor),
    considerationType: row.consideration_type ?? "FIXED",
    recognitionPattern: row.recognition_pattern,
    service: {
      start: dayFrom(row.service_start),
      end: row.service_end === null ? null : dayFrom(row.service_end),
    },
    recognitionDate: row.recognition_date === null ? null : dayFrom(row.recognition_date),
    milestones: ((row.milestones ?? []) as StoredMilestone[]).map((milestone) => ({
      ...milestone,
      reachedDate: milestone.reachedDate === null ? null : dayFrom(milestone.reachedDate),
    })),
    progress: ((row.progress ?? []) as StoredProgress[]).map((progress) => ({
      ...progress,
      asOf: dayFrom(progress.asOf),
    })),
    manualMonths: ((row.custom_revenue ?? []) as StoredManualMonth[]).map(
      (manualMonth): ManualMonth => ({
        month: required(parseMonth(manualMonth.month), "a manual month"),
        total: money(BigInt(manualMonth.minor), currency),
        isManual: manualMonth.isManual,
      }),
    ),
    categoryId: row.category_id,
    productId: row.product_id,
    itemId: row.item_id,
    classId: row.class_id,
    eventTypeId: row.event_type_id,
  };
}

// Days as ISO dates, amounts as minor units in text.
type StoredMilestone = Omit<Milestone, "reachedDate"> & { readonly reachedDate: string | null };
type StoredProgress = Omit<Progress, "asOf"> & { readonly asOf: string };
type StoredManualMonth = { readonly month: string; readonly minor: string; readonly isManual: boolean };

function storedMilestone(milestone: Milestone): StoredMilestone {
  return { ...milestone, reachedDate: milestone.reachedDate === null ? null : formatDay(milestone.reachedDate) };
}

function storedProgress(progress: Progress): StoredProgress {
  return { ...progress, asOf: formatDay(progress.asOf) };
}

function storedManualMonth(manualMonth: ManualMonth): StoredManualMonth {
  return {
    month: formatMonth(manualMonth.month),
    minor: manualMonth.total.minor.toString(),
    isManual: manualMonth.isManual,
  };
}
