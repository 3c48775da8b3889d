import { sql } from "kysely";
import { required } from "../../kernel/assert.ts";
import { cachedStatement } from "../../platform/db/cached-statement.ts";
import { monthFromColumn } from "../../platform/db/columns.ts";
import type { Cutoff } from "../../platform/db/cutoff.ts";
import { readOnce, type Tx } from "../../platform/db/pool.ts";
import type { RowOf } from "../../schema/tables.ts";
import type { BillingCredit } from "../billing-credit.ts";
import { billingCreditsOfContracts } from "../billing-credit-store.ts";
import type { BillingTerm, BillingTermRecord } from "../billing-term.ts";
import { correctionsOfContracts, withdrawnOfContracts } from "../modifications/history-store.ts";
import type { TreatedFact } from "../modifications/modification.ts";
import { treatmentsOfContracts } from "../modifications/modification-store.ts";
import { type Recorded, recordBefore, recordedBefore, treatmentsBefore } from "../modifications/record-as-of.ts";
import { allTermsOfContracts, termRecordsById } from "../term-store.ts";
import type { DiscountShare } from "./allocation.ts";
import { discountsOfContracts } from "./discount-allocation-store.ts";
import type {
  Correction,
  PerformanceObligation,
  PerformanceObligationRecord,
  TermCorrection,
  WithdrawnAmendment,
} from "./performance-obligation.ts";
import { pobFromRow } from "./pob-store.ts";

/** A performance obligation with the other columns of its record. */
export type PobRecord = PerformanceObligationRecord & Recorded & { readonly updatedAt: string };

/** The recorded performance obligations of one contract, with their treatments and corrections. */
export type RecordedPobs = {
  /** Deleted ones included, ordered by creation, then by id. */
  readonly records: readonly PobRecord[];
  /** The treatment of each change, by the id of its fact: a correction, price layer, seat amendment or obligation. */
  readonly treatments: ReadonlyMap<string, TreatedFact>;
  /** Discounts that are allocated to some of the obligations only. */
  readonly discounts: readonly DiscountShare[];
  /** Corrections of all its terms: an obligation with an event type can earn the usage of several terms. */
  readonly termCorrections: readonly TermCorrection[];
  /** True if the price of the contract is allocated by standalone selling price. */
  readonly isAllocated: boolean;
};

/** For a contract without obligations. */
export const nothingRecorded: RecordedPobs = {
  records: [],
  treatments: new Map(),
  discounts: [],
  termCorrections: [],
  isAllocated: false,
};

/** The recorded performance obligations of one contract. */
export async function recordedPobs(tx: Tx, merchantId: string, contractId: string): Promise<RecordedPobs> {
  return (await recordedPobsOf(tx, merchantId, [contractId])).get(contractId) ?? nothingRecorded;
}

/**
 * The recorded performance obligations of some contracts, deleted ones included, because their postings must still be reversed. Contracts without
 * any are absent.
 *
 * @param cutoff as of this moment; obligations created later are absent
 */
export async function recordedPobsOf(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
  cutoff: Cutoff = null,
): Promise<Map<string, RecordedPobs>> {
  const { byContract, contracts, history } = await pobRecords(tx, merchantId, contractIds);
  if (byContract.size === 0) return new Map();
  const { treatments, discounts } =
    history === noHistory ? nothingAgreed : await agreedOf(tx, merchantId, contracts, history);
  const recorded = new Map<string, RecordedPobs>();
  for (const [contractId, records] of byContract) {
    const { allocation_method } = required(contracts.get(contractId), "the contract of a performance obligation");
    const ofContract = treatments.get(contractId) ?? new Map<string, TreatedFact>();
    const termCorrections = history.termCorrections.get(contractId) ?? [];
    recorded.set(contractId, {
      records: cutoff === null ? records : records.flatMap((record) => recordBefore(record, cutoff) ?? []),
      treatments: cutoff === null ? ofContract : treatmentsBefore(ofContract, cutoff),
      discounts: discounts.get(contractId) ?? [],
      termCorrections: cutoff === null ? termCorrections : termCorrections.filter(recordedBefore(cutoff)),
      isAllocated: allocation_method === "RELATIVE_SSP",
    });
  }
  return recorded;
}

/** The records of the performance obligations of some contracts, by contract, and what they were made from. */
async function pobRecords(tx: Tx, merchantId: string, contractIds: readonly string[]) {
  const [rows, terms, contracts, isChanged] = await Promise.all([
    readOnce(tx, pobsOfContracts(tx, { merchantId, contractIds })),
    allTermsOfContracts(tx, merchantId, contractIds),
    pricingOf(tx, merchantId, contractIds),
    hasHistory(tx, merchantId, contractIds),
  ]);
  // Most contracts never change: one query avoids three empty reads.
  const history = isChanged && rows.length > 0 ? await historyOf(tx, merchantId, [...contracts.keys()]) : noHistory;
  const creditedTerms = await termsOfCredits(tx, merchantId, terms, history.billingCredits);
  const records = rows.map((row) => {
    const { currency } = required(contracts.get(row.contract_id), "the contract of a performance obligation");
    return [row.contract_id, recordFromRow(row, terms, currency, { history, creditedTerms })] as const;
  });
  const groups = Map.groupBy(records, ([contractId]) => contractId);
  const byContract = new Map([...groups].map(([id, group]) => [id, group.map(([, record]) => record)]));
  return { byContract, contracts, history };
}

const pobsOfContracts = cachedStatement<"merchantId" | "contractIds", RowOf<"performance_obligation">>((tx, given) =>
  tx
    .selectFrom("performance_obligation")
    .selectAll()
    .where("merchant_id", "=", given.merchantId)
    .where("contract_id", "=", given.contractIds)
    .orderBy("contract_id")
    .orderBy("created_at")
    .orderBy("id"),
);

/** Performance obligations of some contracts, deleted ones included. */
export async function performanceObligationsOfContracts(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
): Promise<PobRecord[]> {
  const { byContract } = await pobRecords(tx, merchantId, contractIds);
  return [...byContract.values()].flat();
}

/** Performance obligations from their rows, in the same order, with present values. */
export async function pobsFromRows(
  tx: Tx,
  merchantId: string,
  rows: readonly RowOf<"performance_obligation">[],
): Promise<PerformanceObligation[]> {
  if (rows.length === 0) return [];
  const [terms, contracts] = await Promise.all([
    termRecordsById(
      tx,
      merchantId,
      rows.flatMap((row) => row.billing_term_id ?? []),
    ),
    pricingOf(tx, merchantId, [...new Set(rows.map((row) => row.contract_id))]),
  ]);
  return rows.map((row) => {
    const { currency } = required(contracts.get(row.contract_id), "the contract of a performance obligation");
    return pobFromRow(row, terms.get(row.billing_term_id ?? "")?.term ?? null, currency);
  });
}

function recordFromRow(
  row: RowOf<"performance_obligation">,
  terms: ReadonlyMap<string, BillingTermRecord>,
  currency: string,
  { history, creditedTerms }: { readonly history: History; readonly creditedTerms: readonly BillingTerm[] },
): PobRecord {
  const ofTerm = row.billing_term_id ?? "";
  const ofPob = history.corrections.get(row.id) ?? [];
  return {
    pob: pobFromRow(row, terms.get(ofTerm)?.term ?? null, currency),
    billingCredits:
      row.billing_term_id === null
        ? creditedUsage(row, ofPob, creditedTerms, history.billingCredits)
        : (history.billingCredits.get(ofTerm) ?? []),
    corrections: [...ofPob, ...(history.corrections.get(ofTerm) ?? [])],
    withdrawn: history.withdrawn.get(ofTerm) ?? [],
    bookMonth: row.book_month === null ? null : monthFromColumn(row.book_month),
    isDeleted: row.deleted_at !== null,
    deletionBookMonth: row.deletion_book_month === null ? null : monthFromColumn(row.deletion_book_month),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
  };
}

/** The terms with credits, including those that no performance obligation follows. */
async function termsOfCredits(
  tx: Tx,
  merchantId: string,
  known: ReadonlyMap<string, BillingTermRecord>,
  billingCredits: History["billingCredits"],
): Promise<BillingTerm[]> {
  const missing = [...billingCredits.keys()].filter((id) => !known.has(id));
  const found = await termRecordsById(tx, merchantId, missing);
  return [...known.values(), ...found.values()].flatMap(({ term }) => (billingCredits.has(term.id) ? [term] : []));
}

/**
 * Credits of the usage that a performance obligation earns, or earned before a correction: of its group, by event type.
 */
function creditedUsage(
  { event_type_id, billing_term_group_id }: RowOf<"performance_obligation">,
  corrections: readonly Correction[],
  terms: readonly BillingTerm[],
  billingCredits: History["billingCredits"],
): BillingCredit[] {
  const earned = new Set([event_type_id, ...corrections.map(({ changes }) => changes.eventTypeId?.from)]);
  const own = terms.filter((term) => term.billingTermGroupId === billing_term_group_id && earned.has(term.eventTypeId));
  return own.flatMap(({ id, eventTypeId }) => {
    return eventTypeId === null ? [] : (billingCredits.get(id) ?? []).map((one) => ({ ...one, eventTypeId }));
  });
}

async function pricingOf(tx: Tx, merchantId: string, contractIds: readonly string[]): Promise<Map<string, Pricing>> {
  return new Map((await readOnce(tx, pricingById(tx, { merchantId, contractIds }))).map((row) => [row.id, row]));
}

type Pricing = Pick<RowOf<"contract">, "id" | "currency" | "allocation_method">;

const pricingById = cachedStatement<"merchantId" | "contractIds", Pricing>((tx, given) =>
  tx
    .selectFrom("contract")
    .select(["id", "currency", "allocation_method"])
    .where("merchant_id", "=", given.merchantId)
    .where("id", "=", given.contractIds),
);

type History = {
  /** By billing term. */
  readonly billingCredits: ReadonlyMap<string, BillingCredit[]>;
  /** By performance obligation or billing term, as they were made. */
  readonly corrections: ReadonlyMap<string, Correction[]>;
  /** By contract. */
  readonly termCorrections: ReadonlyMap<string, TermCorrection[]>;
  /** By billing term. */
  readonly withdrawn: ReadonlyMap<string, WithdrawnAmendment[]>;
};

const noHistory: History = {
  billingCredits: new Map(),
  corrections: new Map(),
  termCorrections: new Map(),
  withdrawn: new Map(),
};

async function historyOf(tx: Tx, merchantId: string, contractIds: readonly string[]): Promise<History> {
  const billingCredits = (await billingCreditsOfContracts(tx, merchantId, contractIds)).filter(
    ({ revenueEffect }) => revenueEffect !== "IN_PRICE",
  );
  const { byOwner: corrections, ofTerms } = await correctionsOfContracts(tx, merchantId, contractIds);
  return {
    billingCredits: Map.groupBy(billingCredits, ({ billingTermId }) => billingTermId),
    corrections,
    termCorrections: ofTerms,
    withdrawn: await withdrawnOfContracts(tx, merchantId, contractIds),
  };
}

/** How the changes of some contracts are treated, and their allocated discounts, by contract. */
type Agreed = {
  readonly treatments: ReadonlyMap<string, ReadonlyMap<string, TreatedFact>>;
  readonly discounts: ReadonlyMap<string, DiscountShare[]>;
};

const nothingAgreed: Agreed = { treatments: new Map(), discounts: new Map() };

async function agreedOf(
  tx: Tx,
  merchantId: string,
  contracts: ReadonlyMap<string, { readonly currency: string }>,
  { corrections }: History,
): Promise<Agreed> {
  const treatments = await treatmentsOfContracts(tx, merchantId, [...contracts.keys()]);
  return {
    treatments: withTermEnds(treatments, [...corrections.values()].flat()),
    discounts: await discountsOfContracts(tx, merchantId, contracts),
  };
}

/** The end of a term is a correction of the term, and its modification has the same id. */
function withTermEnds(treatments: Agreed["treatments"], corrections: readonly Correction[]): Agreed["treatments"] {
  const ends = new Map(corrections.map(({ id, of, changes }) => [id, of === "TERM" ? changes.end?.to : undefined]));
  const withEnd = ([id, treated]: readonly [string, TreatedFact]) => {
    const end = ends.get(id);
    return [id, typeof end === "number" ? { ...treated, termEnd: end } : treated] as const;
  };
  return new Map([...treatments].map(([contractId, facts]) => [contractId, new Map([...facts].map(withEnd))]));
}

async function hasHistory(tx: Tx, merchantId: string, contractIds: readonly string[]): Promise<boolean> {
  const [row] = await readOnce(tx, historyOfContracts(tx, { merchantId, contractIds }));
  return row?.found ?? false;
}

const historyOfContracts = cachedStatement<"merchantId" | "contractIds", { found: boolean }>((tx, given) => {
  const ofContracts = sql`merchant_id = ${given.merchantId} and contract_id = ${given.contractIds}`;
  const question = sql<{ found: boolean }>`
    select exists (select from billing_credit where ${ofContracts})
      or exists (select from pob_correction where ${ofContracts})
      or exists (select from contract_modification where ${ofContracts})
      or exists (select from discount_allocation where ${ofContracts} and deleted_at is null)
      or exists (select from seat_amendment where ${ofContracts} and deleted_at is not null) as found`;
  return { compile: () => question.compile(tx) };
});
