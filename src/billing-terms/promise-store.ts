import type { Selectable } from "kysely";
import { present } from "../kernel/assert.ts";
import { type Day, formatDay, formatMonth, type Month, parseDay, parseMonth } from "../kernel/day.ts";
import { type Money, money } from "../kernel/money.ts";
import type { PerformanceObligationTable } from "../platform/db/billing-term-tables.ts";
import { dayFromColumn, monthColumn } from "../platform/db/columns.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { BillingTerm } from "./billing-term.ts";
import type {
  ConsiderationType,
  Correction,
  Milestone,
  PerformanceObligation,
  PinnedMonth,
  Progress,
  RecognitionPattern,
} from "./performance-obligation.ts";

export type NewPromise = Omit<PerformanceObligation, "billingTerm"> & {
  readonly billingTermId: string | null;
  readonly bookMonth: Month | null;
  readonly createdAt: string;
};

export async function insertPromise(tx: Tx, merchantId: string, promise: NewPromise): Promise<void> {
  await tx
    .insertInto("performance_obligation")
    .values({
      merchant_id: merchantId,
      id: promise.id,
      contract_id: promise.contractId,
      billing_term_group_id: promise.billingTermGroupId,
      billing_term_id: promise.billingTermId,
      ...columnsOf(promise),
      book_month: promise.bookMonth === null ? null : monthColumn(promise.bookMonth),
      deletion_book_month: null,
      created_at: promise.createdAt,
      updated_at: promise.createdAt,
      deleted_at: null,
    })
    .execute();
}

export async function updatePromise(
  tx: Tx,
  merchantId: string,
  promise: PerformanceObligation,
  at: string,
): Promise<void> {
  await tx
    .updateTable("performance_obligation")
    .set({ ...columnsOf(promise), updated_at: at })
    .where("merchant_id", "=", merchantId)
    .where("id", "=", promise.id)
    .execute();
}

/** Marks a promise as deleted; what it posted stays, and counts until `bookMonth`. */
export async function deletePromise(
  tx: Tx,
  merchantId: string,
  promiseId: string,
  { at, bookMonth }: { readonly at: string; readonly bookMonth: Month | null },
): Promise<void> {
  await tx
    .updateTable("performance_obligation")
    .set({ deleted_at: at, updated_at: at, deletion_book_month: bookMonth === null ? null : monthColumn(bookMonth) })
    .where("merchant_id", "=", merchantId)
    .where("id", "=", promiseId)
    .execute();
}

function columnsOf(promise: Omit<PerformanceObligation, "billingTerm">) {
  return {
    name: promise.name,
    product_id: promise.productId,
    item_id: promise.itemId,
    class_id: promise.classId,
    event_type_id: promise.eventTypeId,
    consideration_type: promise.considerationType,
    transaction_price_minor: promise.transactionPrice?.minor ?? null,
    standalone_selling_price_minor: promise.standaloneSellingPrice?.minor ?? null,
    milestones: promise.milestones.length === 0 ? null : JSON.stringify(promise.milestones.map(storedMilestone)),
    progress: promise.progress.length === 0 ? null : JSON.stringify(promise.progress.map(storedProgress)),
    custom_revenue: promise.pinned.length === 0 ? null : JSON.stringify(promise.pinned.map(storedPin)),
    category_id: promise.categoryId,
    recognition_pattern: promise.recognitionPattern,
    service_start: formatDay(promise.service.start),
    service_end: promise.service.end === null ? null : formatDay(promise.service.end),
    recognition_date: promise.recognitionDate === null ? null : formatDay(promise.recognitionDate),
  };
}

/** Keeps what a correction of dates or pattern changed, and the first month that it may move. */
export async function insertCorrection(
  tx: Tx,
  merchantId: string,
  correction: Correction & { readonly contractId: string; readonly entityId: string },
): Promise<void> {
  await tx
    .insertInto("promise_correction")
    .values({
      merchant_id: merchantId,
      id: correction.id,
      contract_id: correction.contractId,
      billing_term_id: correction.of === "TERM" ? correction.entityId : null,
      performance_obligation_id: correction.of === "PROMISE" ? correction.entityId : null,
      changes: JSON.stringify(correction.changes),
      book_month: correction.bookMonth === null ? null : monthColumn(correction.bookMonth),
      modification_id: correction.modificationId,
      created_at: correction.createdAt,
    })
    .execute();
}

export function promiseFromRow(
  row: Selectable<PerformanceObligationTable>,
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
    transactionPrice: amount(row.transaction_price_minor),
    standaloneSellingPrice: amount(row.standalone_selling_price_minor),
    considerationType: (row.consideration_type ?? "FIXED") as ConsiderationType,
    recognitionPattern: row.recognition_pattern as RecognitionPattern,
    service: {
      start: dayFromColumn(row.service_start),
      end: row.service_end === null ? null : dayFromColumn(row.service_end),
    },
    recognitionDate: row.recognition_date === null ? null : dayFromColumn(row.recognition_date),
    milestones: ((row.milestones ?? []) as StoredMilestone[]).map((milestone) => ({
      ...milestone,
      reachedDate: milestone.reachedDate === null ? null : dayIn(milestone.reachedDate),
    })),
    progress: ((row.progress ?? []) as StoredProgress[]).map((progress) => ({
      ...progress,
      asOf: dayIn(progress.asOf),
    })),
    pinned: ((row.custom_revenue ?? []) as StoredPin[]).map(
      (pin): PinnedMonth => ({
        month: present(parseMonth(pin.month), "the month of a pin"),
        total: money(BigInt(pin.minor), currency),
        isByHand: pin.isByHand,
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
type StoredPin = { readonly month: string; readonly minor: string; readonly isByHand: boolean };

function storedMilestone(milestone: Milestone): StoredMilestone {
  return { ...milestone, reachedDate: milestone.reachedDate === null ? null : formatDay(milestone.reachedDate) };
}

function storedProgress(progress: Progress): StoredProgress {
  return { ...progress, asOf: formatDay(progress.asOf) };
}

function storedPin(pin: PinnedMonth): StoredPin {
  return { month: formatMonth(pin.month), minor: pin.total.minor.toString(), isByHand: pin.isByHand };
}

function dayIn(text: string): Day {
  return present(parseDay(text), `the day ${text} of a promise`);
}
