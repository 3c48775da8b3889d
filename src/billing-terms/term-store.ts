import { sql } from "kysely";
import { type Day, dayFrom, formatDay } from "../kernel/day.ts";
import { cachedStatement } from "../platform/db/cached-statement.ts";
import { oneOf } from "../platform/db/columns.ts";
import { type Cutoff, liveAt } from "../platform/db/cutoff.ts";
import { readOnce, sendAhead, type Tx } from "../platform/db/pool.ts";
import { insertRow, updateRow } from "../platform/db/single-row.ts";
import type { RowOf } from "../schema/tables.ts";
import {
  type BillingTerm,
  type BillingTermRecord,
  type InvoiceDateStrategy,
  type Price,
  type PriceLayer,
  type SwapCredit,
  withOnePrice,
} from "./billing-term.ts";
import { committedFromColumn } from "./committed-store.ts";
import { layersOfContracts, layersOfTerms } from "./layer-store.ts";
import { priceFromColumn, priceToColumn } from "./price-column.ts";
import { amendmentsOfTerms } from "./seat-amendment-store.ts";
import type { SeatAmendment, SeatConfig } from "./seats.ts";
import type { TermFacts } from "./term-draft.ts";

export type NewTerm = {
  readonly id: string;
  readonly contractId: string;
  readonly groupId: string;
  readonly facts: TermFacts;
  readonly createdAt: string;
};

export function insertGroup(
  tx: Tx,
  merchantId: string,
  group: { readonly id: string; readonly contractId: string; readonly createdAt: string },
): void {
  insertRow(tx, "billing_term_group", {
    merchant_id: merchantId,
    id: group.id,
    contract_id: group.contractId,
    name: null,
    created_at: group.createdAt,
    updated_at: group.createdAt,
    deleted_at: null,
  });
}

export function insertTerm(tx: Tx, merchantId: string, term: NewTerm): void {
  const { facts } = term;
  insertRow(tx, "billing_term", {
    merchant_id: merchantId,
    id: term.id,
    contract_id: term.contractId,
    billing_term_group_id: term.groupId,
    ...columnsOf(facts),
    seat_config: facts.seatConfig === null ? null : JSON.stringify(facts.seatConfig),
    event_type_id: facts.eventTypeId,
    invoiced_through: null,
    created_at: term.createdAt,
    last_updated_at: term.createdAt,
    deleted_at: null,
  });
}

/** Updates a term; its price layers and amendments are separate rows. */
export function updateTerm(tx: Tx, merchantId: string, term: BillingTerm, at: string): void {
  updateRow(
    tx,
    "billing_term",
    { merchantId, id: term.id },
    {
      ...columnsOf(term),
      seat_config: term.seatConfig === null ? null : JSON.stringify(term.seatConfig),
      event_type_id: term.eventTypeId,
      reached_on: term.reachedOn === null ? null : formatDay(term.reachedOn),
      terminated_at: term.terminatedAt,
      delivered_share: term.delivered?.share ?? null,
      delivered_until: dateOrNull(term.delivered?.until),
      former_strategies: JSON.stringify(
        (term.formerStrategies ?? []).map((former) => ({ ...former, until: formatDay(former.until) })),
      ),
      last_updated_at: at,
    },
  );
}

function dateOrNull(day: Day | null | undefined): string | null {
  return day === null || day === undefined ? null : formatDay(day);
}

function columnsOf(facts: TermFacts) {
  return {
    name: facts.name,
    description: facts.description,
    product_id: facts.productId,
    item_id: facts.itemId,
    class_id: facts.classId,
    start_date: formatDay(facts.start),
    end_date: facts.end === null ? null : formatDay(facts.end),
    billing_interval: facts.interval,
    interval_frequency: facts.intervalFrequency,
    invoice_date_strategy: facts.invoiceDateStrategy,
    net_payment_terms: facts.netPaymentTerms,
    billing_type: facts.billingType,
    price: priceToColumn(facts.price),
    proration_policy: facts.prorationPolicy,
    tier_scope: facts.tierScope,
    credit_on_decrease: facts.creditOnDecrease,
    usage_scope: facts.usageScope,
    trigger: facts.trigger,
    invoice_group: facts.invoiceGroup,
  };
}

/** Live terms of some contracts, each contract's oldest first. */
export async function termsOfContracts(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
): Promise<BillingTerm[]> {
  return (await termRecordsOfContracts(tx, merchantId, contractIds)).map(({ term }) => term);
}

/**
 * Live terms by contract, first day and id. The same statement as for all terms is used, so that it runs once if both are requested.
 *
 * @param cutoff the terms that were live then, with present fields, prices and amendments
 */
export async function termRecordsOfContracts(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
  cutoff: Cutoff = null,
): Promise<BillingTermRecord[]> {
  const query =
    cutoff === null ? ofContracts(tx, { merchantId, contractIds }) : liveThen(tx, merchantId, contractIds, cutoff);
  const [rows, layers] = await Promise.all([readOnce(tx, query), layersOfContracts(tx, merchantId, contractIds)]);
  const live = cutoff === null ? rows.filter((row) => row.deleted_at === null) : rows;
  return withAmendments(tx, merchantId, live, layers);
}

/** Terms of some contracts by id, in no order; deleted ones too. */
export async function allTermsOfContracts(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
): Promise<Map<string, BillingTermRecord>> {
  const [rows, layers] = await Promise.all([
    readOnce(tx, ofContracts(tx, { merchantId, contractIds })),
    layersOfContracts(tx, merchantId, contractIds),
  ]);
  const records = await withAmendments(tx, merchantId, rows, layers);
  return new Map(records.map((record) => [record.term.id, record]));
}

const ofContracts = cachedStatement<"merchantId" | "contractIds", RowOf<"billing_term">>((tx, given) =>
  inOrder(tx).where("merchant_id", "=", given.merchantId).where("contract_id", "=", given.contractIds),
);

function liveThen(tx: Tx, merchantId: string, contractIds: readonly string[], cutoff: Cutoff) {
  return inOrder(tx)
    .where("merchant_id", "=", merchantId)
    .where("contract_id", "=", oneOf(contractIds))
    .where(liveAt("billing_term", cutoff))
    .compile();
}

function inOrder(tx: Tx) {
  return tx.selectFrom("billing_term").selectAll().orderBy("contract_id").orderBy("start_date").orderBy("id");
}

/** Terms by id, in no order; deleted ones too. */
export async function termRecordsById(
  tx: Tx,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, BillingTermRecord>> {
  if (ids.length === 0) return new Map();
  const query = tx
    .selectFrom("billing_term")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("id", "=", oneOf(ids));
  const records = await recordsFromRows(tx, merchantId, await readOnce(tx, query.compile()));
  return new Map(records.map((record) => [record.term.id, record]));
}

/** Terms from their rows, in the same order, with their later prices and live amendments. */
export async function recordsFromRows(
  tx: Tx,
  merchantId: string,
  rows: readonly RowOf<"billing_term">[],
): Promise<BillingTermRecord[]> {
  const ids = rows.map((row) => row.id);
  return withAmendments(tx, merchantId, rows, await layersOfTerms(tx, merchantId, ids));
}

async function withAmendments(
  tx: Tx,
  merchantId: string,
  rows: readonly RowOf<"billing_term">[],
  layers: ReadonlyMap<string, PriceLayer[]>,
): Promise<BillingTermRecord[]> {
  const seatIds = rows.filter((row) => row.seat_config !== null).map((row) => row.id);
  const amendments = await amendmentsOfTerms(tx, merchantId, seatIds);
  return rows.map((row) => ({
    term: termFromRow(row, layers.get(row.id) ?? [], amendments.get(row.id) ?? []),
    invoicedThrough: row.invoiced_through === null ? null : dayFrom(row.invoiced_through),
    createdAt: row.created_at,
    lastUpdatedAt: row.last_updated_at,
  }));
}

/** Stores through which day issued invoices cover each term; exclusive. */
export function updateInvoicedThrough(
  tx: Tx,
  merchantId: string,
  throughByTermId: ReadonlyMap<string, Day | null>,
): void {
  const entries = [...throughByTermId];
  if (entries.length === 0) return;
  const update = sql`
    update billing_term set invoiced_through = report.through
    from unnest(${entries.map(([id]) => id)}::uuid[],
      ${entries.map(([, day]) => (day === null ? null : formatDay(day)))}::date[]) as report (id, through)
    where billing_term.merchant_id = ${merchantId} and billing_term.id = report.id
      and billing_term.invoiced_through is distinct from report.through`;
  sendAhead(tx, update.compile(tx));
}

/** Stores when negative usage of a term is credited; null if there is none. */
export async function updateCarriedCredit(
  tx: Tx,
  merchantId: string,
  dueOnByTermId: ReadonlyMap<string, Day | null>,
): Promise<void> {
  const entries = [...dueOnByTermId];
  await sql`
    update billing_term set carried_credit_due = report.due
    from unnest(${entries.map(([id]) => id)}::uuid[],
      ${entries.map(([, day]) => (day === null ? null : formatDay(day)))}::date[]) as report (id, due)
    where billing_term.merchant_id = ${merchantId} and billing_term.id = report.id
      and billing_term.carried_credit_due is distinct from report.due`.execute(tx);
}

/** Through which day issued invoices cover a term, exclusive, or null. */
export async function invoicedThrough(tx: Tx, merchantId: string, termId: string): Promise<Day | null> {
  const row = await tx
    .selectFrom("billing_term")
    .select("invoiced_through")
    .where("merchant_id", "=", merchantId)
    .where("id", "=", termId)
    .executeTakeFirst();
  return row?.invoiced_through == null ? null : dayFrom(row.invoiced_through);
}

function termFromRow(
  row: RowOf<"billing_term">,
  layers: readonly PriceLayer[],
  amendments: readonly SeatAmendment[],
): BillingTerm {
  return withOnePrice({
    id: row.id,
    contractId: row.contract_id,
    billingTermGroupId: row.billing_term_group_id,
    name: row.name,
    description: row.description,
    productId: row.product_id,
    itemId: row.item_id,
    classId: row.class_id,
    eventTypeId: row.event_type_id,
    start: dayFrom(row.start_date),
    end: row.end_date === null ? null : dayFrom(row.end_date),
    interval: row.billing_interval,
    intervalFrequency: row.interval_frequency,
    invoiceDateStrategy: row.invoice_date_strategy,
    netPaymentTerms: row.net_payment_terms,
    billingType: row.billing_type,
    price: priceFromColumn(row.price) satisfies Price,
    layers,
    prorationPolicy: row.proration_policy,
    seatConfig: row.seat_config as SeatConfig | null,
    amendments,
    trigger: row.trigger,
    reachedOn: row.reached_on === null ? null : dayFrom(row.reached_on),
    usageScope: row.usage_scope,
    tierScope: row.tier_scope,
    creditOnDecrease: row.credit_on_decrease,
    invoiceGroup: row.invoice_group,
    terminatedAt: row.terminated_at,
    delivered:
      row.delivered_share === null
        ? null
        : {
            share: row.delivered_share,
            until: row.delivered_until === null ? null : dayFrom(row.delivered_until),
          },
    ...(row.swap_credit === null ? {} : { swapCredit: row.swap_credit as SwapCredit }),
    ...formerStrategiesFrom(row.former_strategies),
    committed: committedFromColumn(row.committed),
  });
}

function formerStrategiesFrom(value: unknown): Pick<BillingTerm, "formerStrategies"> {
  const former = value as readonly { until: string; invoiceDateStrategy: InvoiceDateStrategy }[];
  if (former.length === 0) return {};
  return { formerStrategies: former.map((each) => ({ ...each, until: dayFrom(each.until) })) };
}
