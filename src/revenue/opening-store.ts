import { sql } from "kysely";
import { type Day, dayFrom, firstDayOf, formatDay, monthOf } from "../kernel/day.ts";
import { money } from "../kernel/money.ts";
import { idArray } from "../platform/db/columns.ts";
import { type Cutoff, recordedBy } from "../platform/db/cutoff.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { MonthAmount, OpeningDifference, PobOpening } from "./opening.ts";
import type { RevenuePosting } from "./posting.ts";

/** The opening of a contract, without those of its obligations. */
export type ContractOpening = {
  readonly contractId: string;
  readonly asOf: Day;
  readonly postedOn: Day;
  /** The first day whose usage is billed here. */
  readonly usageFrom: Day;
  readonly difference: OpeningDifference;
  readonly createdAt: string;
};

/** SQL expression: SHA-256 (hex) of the obligation openings of a `contract_opening` row, by obligation id; null if there are none. */
export const hashOfOpening = (row: string) => `(
    select encode(sha256(convert_to(string_agg(
      (jsonb_build_array(performance_obligation_id, recognized_minor, difference_minor) || coalesce(difference_by_month, '[]'))::text, ';'
      order by performance_obligation_id), 'UTF8')), 'hex')
    from opening_obligation as opened where opened.merchant_id = ${row}.merchant_id and opened.contract_id = ${row}.contract_id)`;

/** {@link hashOfOpening} of one contract. */
export async function openingHash(tx: Tx, merchantId: string, contractId: string): Promise<string | null> {
  const { hash } = await tx
    .selectFrom("contract_opening")
    .select(sql<string | null>`${sql.raw(hashOfOpening("contract_opening"))}`.as("hash"))
    .where("merchant_id", "=", merchantId)
    .where("contract_id", "=", contractId)
    .executeTakeFirstOrThrow();
  return hash;
}

/** The first day of a month, and its amount in minor units. */
type StoredMonth = readonly [month: string, minor: string];

function storedMonth({ month, amount }: MonthAmount): StoredMonth {
  return [formatDay(firstDayOf(month)), amount.minor.toString()];
}

export async function insertOpening(
  tx: Tx,
  merchantId: string,
  { contractId, asOf, postedOn, usageFrom, difference, createdAt }: ContractOpening,
): Promise<void> {
  const row = { merchant_id: merchantId, contract_id: contractId, difference, created_at: createdAt };
  const days = { as_of: formatDay(asOf), posted_on: formatDay(postedOn), usage_from: formatDay(usageFrom) };
  await tx
    .insertInto("contract_opening")
    .values({ ...row, ...days })
    .execute();
}

export async function insertOpeningObligations(
  tx: Tx,
  merchantId: string,
  contractId: string,
  obligations: ReadonlyMap<string, Pick<PobOpening, "recognized" | "difference" | "byMonth">>,
): Promise<void> {
  if (obligations.size === 0) return;
  await tx
    .insertInto("opening_obligation")
    .values(
      [...obligations].map(([id, opened]) => ({
        ...{ merchant_id: merchantId, contract_id: contractId },
        performance_obligation_id: id,
        recognized_minor: opened.recognized.minor,
        difference_minor: opened.difference.minor,
        difference_by_month: opened.byMonth === null ? null : JSON.stringify(opened.byMonth.map(storedMonth)),
      })),
    )
    .execute();
}

/** The opening of a contract, or undefined. */
export async function findOpening(
  tx: Tx,
  merchantId: string,
  contractId: string,
): Promise<ContractOpening | undefined> {
  const row = await tx
    .selectFrom("contract_opening")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("contract_id", "=", contractId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    contractId,
    asOf: dayFrom(row.as_of),
    postedOn: dayFrom(row.posted_on),
    usageFrom: dayFrom(row.usage_from),
    difference: row.difference,
    createdAt: row.created_at,
  };
}

/** Openings of the obligations of some contracts, by obligation id. */
export async function openingsOfContracts(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
  cutoff: Cutoff,
): Promise<Map<string, PobOpening>> {
  const { rows } = await sql<{
    id: string;
    as_of: string;
    created_at: string;
    treated_as: OpeningDifference;
    currency: string;
    recognized: string;
    difference: string;
    by_month: readonly StoredMonth[] | null;
  }>`
    select opened.performance_obligation_id as id, opening.as_of, opening.created_at, opening.difference as treated_as, contract.currency,
      opened.recognized_minor as recognized, opened.difference_minor as difference,
      opened.difference_by_month as by_month
    from contract_opening as opening
      join opening_obligation as opened on opened.merchant_id = opening.merchant_id and opened.contract_id = opening.contract_id
      join contract on contract.merchant_id = opening.merchant_id and contract.id = opening.contract_id
    where opening.merchant_id = ${merchantId} and opening.contract_id = any(${idArray(contractIds)}::uuid[])
      and ${recordedBy("opening.created_at", cutoff)}
    order by opened.performance_obligation_id`.execute(tx);
  return new Map(
    rows.map(
      ({
        id,
        as_of,
        created_at: createdAt,
        treated_as: treatedAs,
        currency,
        recognized,
        difference,
        by_month: byMonth,
      }) => [
        id,
        {
          asOf: dayFrom(as_of),
          createdAt,
          treatedAs,
          recognized: money(BigInt(recognized), currency),
          difference: money(BigInt(difference), currency),
          byMonth:
            byMonth?.map(([month, minor]) => ({
              month: monthOf(dayFrom(month)),
              amount: money(BigInt(minor), currency),
            })) ?? null,
        },
      ],
    ),
  );
}

/** The revenue that the entry of an opening posted, by obligation; its journal lines name neither item nor class. */
export async function openingPostings(tx: Tx, merchantId: string, entryId: string): Promise<RevenuePosting[]> {
  const rows = await tx
    .selectFrom("revenue_entry")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("journal_entry_id", "=", entryId)
    .orderBy("performance_obligation_id")
    .execute();
  return rows.map((row) => ({
    ...{ performanceObligationId: row.performance_obligation_id, contractId: row.contract_id },
    ...{ customerId: row.customer_id, categoryId: row.category_id, itemId: null, classId: null },
    ...{ month: monthOf(dayFrom(row.month)), source: row.source, closeCount: row.close_count },
    ...{ earnedMonth: monthOf(dayFrom(row.earned_month)), journalEntryId: row.journal_entry_id },
    amount: money(BigInt(row.amount_minor), row.currency),
  }));
}

/** True if an opening posted revenue of any of these performance obligations. */
export async function isLoaded(tx: Tx, merchantId: string, pobIds: readonly string[]): Promise<boolean> {
  const row = await tx
    .selectFrom("opening_obligation")
    .select("performance_obligation_id")
    .where("merchant_id", "=", merchantId)
    .where("performance_obligation_id", "=", sql<string>`any(${idArray(pobIds)}::uuid[])`)
    .where("recognized_minor", "<>", "0")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** True if a contract has invoices or posted revenue. */
export async function hasBooks(tx: Tx, merchantId: string, contractId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from invoice
        where merchant_id = ${merchantId} and contract_id = ${contractId} and status <> 'DRAFT')
      or exists (select from journal_entry where merchant_id = ${merchantId} and contract_id = ${contractId}) as found`.execute(
    tx,
  );
  return rows[0]?.found ?? false;
}

/**
 * The first contract without an opening that has a journal entry on the given days, or the first such entry without a contract.
 *
 * @param days half-open
 */
export async function entryWithoutOpening(
  tx: Tx,
  merchantId: string,
  { start, end }: { readonly start: Day | null; readonly end: Day },
): Promise<{ readonly date: Day; readonly contractId: string | null } | undefined> {
  const from = start === null ? sql`true` : sql`entry.date >= ${formatDay(start)}::date`;
  const { rows } = await sql<{ date: string; contract_id: string | null }>`
    select entry.date, entry.contract_id from journal_entry as entry
    where entry.merchant_id = ${merchantId} and entry.date < ${formatDay(end)}::date and ${from}
      and not exists (select from contract_opening as opening
        where opening.merchant_id = entry.merchant_id and opening.contract_id = entry.contract_id)
    order by entry.date, entry.number limit 1`.execute(tx);
  const [row] = rows;
  return row === undefined ? undefined : { date: dayFrom(row.date), contractId: row.contract_id };
}
