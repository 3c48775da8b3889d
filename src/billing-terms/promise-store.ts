import { type Selectable, sql } from "kysely";
import { present } from "../kernel/assert.ts";
import { type Day, formatDay, formatMonth, type Month, parseDay, parseMonth } from "../kernel/day.ts";
import { type Money, money } from "../kernel/money.ts";
import type { PerformanceObligationTable } from "../platform/db/billing-term-tables.ts";
import { dayFromColumn, idArray, monthColumn, monthFromColumn } from "../platform/db/columns.ts";
import type { Cutoff } from "../platform/db/cutoff.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { DiscountShare } from "./allocation.ts";
import type { BillingTerm, BillingTermRecord } from "./billing-term.ts";
import { discountsOfContracts } from "./discount-allocation-store.ts";
import { correctionsOfContracts, withdrawnOfContracts } from "./history-store.ts";
import { type Recorded, recordBefore } from "./known-record.ts";
import type { TreatedFact } from "./modification.ts";
import { treatmentsOfContracts } from "./modification-store.ts";
import type {
  ConsiderationType,
  Correction,
  Milestone,
  PerformanceObligation,
  PerformanceObligationRecord,
  PinnedMonth,
  Progress,
  RecognitionPattern,
  TermCorrection,
  WithdrawnAmendment,
} from "./performance-obligation.ts";
import type { BillingReduction } from "./reduction.ts";
import { reductionsOfContracts } from "./reduction-store.ts";
import { withSharedPrices } from "./shared-price.ts";
import { termRecordsById } from "./term-store.ts";

export type NewPromise = Omit<PerformanceObligation, "billingTerm"> & {
  readonly billingTermId: string | null;
  readonly bookMonth: Month | null;
  readonly createdAt: string;
};

/** A promise as it is listed, with what its record says beside the facts. */
export type PromiseRecord = PerformanceObligationRecord & Recorded & { readonly updatedAt: string };

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

/**
 * Performance obligations of some contracts, deleted ones included: what they posted must still be answered for.
 *
 * @param cutoff as they were then; those made later are absent
 */
export async function performanceObligationsOfContracts(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
  cutoff: Cutoff = null,
): Promise<PromiseRecord[]> {
  const rows = await tx
    .selectFrom("performance_obligation")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("contract_id", "=", sql<string>`any(${idArray(contractIds)}::uuid[])`)
    .orderBy("contract_id")
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return promisesFromRows(tx, merchantId, rows, cutoff);
}

/** Performance obligations of whole contracts from their rows, in the same order, with all that decides when each part of them counts. */
export async function promisesFromRows(
  tx: Tx,
  merchantId: string,
  rows: readonly Selectable<PerformanceObligationTable>[],
  cutoff: Cutoff = null,
): Promise<PromiseRecord[]> {
  if (rows.length === 0) return [];
  const termIds = rows.flatMap((row) => row.billing_term_id ?? []);
  const terms = await termRecordsById(tx, merchantId, termIds);
  const contractIds = [...new Set(rows.map((row) => row.contract_id))];
  const contracts = await pricingOf(tx, merchantId, contractIds);
  const history = await historyOf(tx, merchantId, contracts);
  const creditedTerms = await termsOfCredits(tx, merchantId, terms, history.reductions);
  const records = rows.map((row): PromiseRecord => {
    const billingTerm = row.billing_term_id === null ? null : (terms.get(row.billing_term_id)?.term ?? null);
    const currency = present(contracts.get(row.contract_id), "the contract of a promise").currency;
    const ofTerm = row.billing_term_id ?? "";
    const ofPromise = history.corrections.get(row.id) ?? [];
    return {
      obligation: promiseFromRow(row, billingTerm, currency),
      reductions:
        row.billing_term_id === null
          ? creditedUsage(row, ofPromise, creditedTerms, history.reductions)
          : (history.reductions.get(ofTerm) ?? []),
      creditedWith: [],
      allocatedAmong: [],
      treatments: history.treatments.get(row.contract_id) ?? new Map(),
      discounts: history.discounts.get(row.contract_id) ?? [],
      corrections: [...ofPromise, ...(history.corrections.get(ofTerm) ?? [])],
      termCorrections: history.termCorrections.get(row.contract_id) ?? [],
      withdrawn: history.withdrawn.get(ofTerm) ?? [],
      bookMonth: row.book_month === null ? null : monthFromColumn(row.book_month),
      isDeleted: row.deleted_at !== null,
      deletionBookMonth: row.deletion_book_month === null ? null : monthFromColumn(row.deletion_book_month),
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      deletedAt: row.deleted_at,
    };
  });
  const known = cutoff === null ? records : records.flatMap((record) => recordBefore(record, cutoff) ?? []);
  return withSharedPrices(known, (contractId) => contracts.get(contractId)?.allocation_method === "RELATIVE_SSP");
}

/** The terms that something was taken back of, those that no promise names included. */
async function termsOfCredits(
  tx: Tx,
  merchantId: string,
  known: ReadonlyMap<string, BillingTermRecord>,
  reductions: History["reductions"],
): Promise<BillingTerm[]> {
  const missing = [...reductions.keys()].filter((id) => !known.has(id));
  const found = await termRecordsById(tx, merchantId, missing);
  return [...known.values(), ...found.values()].flatMap(({ term }) => (reductions.has(term.id) ? [term] : []));
}

/** What was taken back of the usage that a promise earns, or earned before it was corrected: of its group, by event type. */
function creditedUsage(
  { event_type_id, billing_term_group_id }: Selectable<PerformanceObligationTable>,
  corrections: readonly Correction[],
  terms: readonly BillingTerm[],
  reductions: History["reductions"],
): BillingReduction[] {
  const earned = new Set([event_type_id, ...corrections.map(({ changes }) => changes.eventTypeId?.from)]);
  const own = terms.filter((term) => term.billingTermGroupId === billing_term_group_id && earned.has(term.eventTypeId));
  return own.flatMap(({ id, eventTypeId }) => {
    return eventTypeId === null ? [] : (reductions.get(id) ?? []).map((one) => ({ ...one, eventTypeId }));
  });
}

async function pricingOf(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
): Promise<Map<string, { readonly currency: string; readonly allocation_method: string }>> {
  const rows = await tx
    .selectFrom("contract")
    .select(["id", "currency", "allocation_method"])
    .where("merchant_id", "=", merchantId)
    .where("id", "=", sql<string>`any(${idArray(contractIds)}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

type History = {
  /** By billing term. */
  readonly reductions: ReadonlyMap<string, BillingReduction[]>;
  /** By performance obligation or billing term, as they were made. */
  readonly corrections: ReadonlyMap<string, Correction[]>;
  /** By contract. */
  readonly termCorrections: ReadonlyMap<string, TermCorrection[]>;
  /** By billing term. */
  readonly withdrawn: ReadonlyMap<string, WithdrawnAmendment[]>;
  /** By contract. */
  readonly treatments: ReadonlyMap<string, PerformanceObligationRecord["treatments"]>;
  readonly discounts: ReadonlyMap<string, DiscountShare[]>;
};

async function historyOf(
  tx: Tx,
  merchantId: string,
  contracts: ReadonlyMap<string, { readonly currency: string }>,
): Promise<History> {
  const contractIds = [...contracts.keys()];
  // Most deals never change: one question spares three readings of nothing.
  if (!(await hasHistory(tx, merchantId, contractIds))) {
    return {
      reductions: new Map(),
      corrections: new Map(),
      termCorrections: new Map(),
      withdrawn: new Map(),
      treatments: new Map(),
      discounts: new Map(),
    };
  }
  const reductions = (await reductionsOfContracts(tx, merchantId, contractIds)).filter(
    ({ revenueEffect }) => revenueEffect !== "IN_PRICE",
  );
  const { byOwner: corrections, ofTerms } = await correctionsOfContracts(tx, merchantId, contractIds);
  const treatments = await treatmentsOfContracts(tx, merchantId, contractIds);
  return {
    reductions: Map.groupBy(reductions, ({ billingTermId }) => billingTermId),
    corrections,
    termCorrections: ofTerms,
    withdrawn: await withdrawnOfContracts(tx, merchantId, contractIds),
    treatments: withTermEnds(treatments, [...corrections.values()].flat()),
    discounts: await discountsOfContracts(tx, merchantId, contracts),
  };
}

/** The end of a term is a correction of the term, and its modification has the same id. */
function withTermEnds(
  treatments: ReadonlyMap<string, PerformanceObligationRecord["treatments"]>,
  corrections: readonly Correction[],
): History["treatments"] {
  const ends = new Map(corrections.map(({ id, of, changes }) => [id, of === "TERM" ? changes.end?.to : undefined]));
  const withEnd = ([id, treated]: readonly [string, TreatedFact]) => {
    const end = ends.get(id);
    return [id, typeof end === "number" ? { ...treated, termEnd: end } : treated] as const;
  };
  return new Map([...treatments].map(([contractId, facts]) => [contractId, new Map([...facts].map(withEnd))]));
}

async function hasHistory(tx: Tx, merchantId: string, contractIds: readonly string[]): Promise<boolean> {
  const ofContracts = sql`merchant_id = ${merchantId} and contract_id = any(given.contract_ids)`;
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from billing_reduction where ${ofContracts})
      or exists (select from promise_correction where ${ofContracts})
      or exists (select from contract_modification where ${ofContracts})
      or exists (select from discount_allocation where ${ofContracts} and deleted_at is null)
      or exists (select from seat_amendment where ${ofContracts} and deleted_at is not null) as found
    from (select ${idArray(contractIds)}::uuid[] as contract_ids) as given`.execute(tx);
  return rows[0]?.found ?? false;
}

function promiseFromRow(
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
