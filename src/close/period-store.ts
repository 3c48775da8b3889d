import { sql } from "kysely";
import { dayFrom, type Month, monthOf } from "../kernel/day.ts";
import { monthColumn, monthFromColumn } from "../platform/db/columns.ts";
import { countedInsert } from "../platform/db/counted-insert.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { Check } from "./checklist.ts";
import type { ClosePackage } from "./close-package.ts";
import type { AccountTotal } from "./month-figures.ts";

/** Three months, each null if there is none: the first with anything to post, the first ever closed, and the first that is reopened. */
export type FirstMonths = {
  readonly active: Month | null;
  readonly closed: Month | null;
  readonly reopened: Month | null;
};

/**
 * The first months that a close must consider: with service, progress or an invoice of an approved contract, or with entries; with a close of
 * its own; and reopened. Progress may precede the service. Records that were deleted before anything was posted for them are left out.
 */
export async function firstMonths(tx: Tx, merchantId: string): Promise<FirstMonths> {
  const { rows } = await sql<{ active: string | null; closed: string | null; reopened: string | null }>`
    select least(
      (select min(greatest(opening.posted_on, least(service_start, recognition_date,
          (select min((each ->> 'reachedDate')::date) from jsonb_array_elements(milestones) as each),
          (select min((each ->> 'asOf')::date) from jsonb_array_elements(progress) as each)
        ))) from performance_obligation join contract
        on contract.merchant_id = performance_obligation.merchant_id and contract.id = contract_id
        -- Service before an opening is in other books, and revenue since then is posted from the month of the opening on.
        left join contract_opening as opening on opening.merchant_id = contract.merchant_id and opening.contract_id = contract.id
        where contract.merchant_id = ${merchantId} and contract.status = 'APPROVED'
          and (performance_obligation.deleted_at is null or exists (select from revenue_entry
            where revenue_entry.merchant_id = ${merchantId} and performance_obligation_id = performance_obligation.id))),
      (select min(issue_date) from invoice where merchant_id = ${merchantId} and status <> 'DRAFT'),
      (select min(date) from journal_entry where merchant_id = ${merchantId})
    ) as active,
      (select min(month) from accounting_period where merchant_id = ${merchantId}) as closed,
      (select min(month) from accounting_period where merchant_id = ${merchantId} and status = 'REOPENED') as reopened`.execute(
    tx,
  );
  const monthFrom = (day: string | null | undefined) => (day == null ? null : monthOf(dayFrom(day)));
  return {
    active: monthFrom(rows[0]?.active),
    closed: monthFrom(rows[0]?.closed),
    reopened: monthFrom(rows[0]?.reopened),
  };
}

/**
 * Contracts whose posted revenue in some months may differ from their revenue if these months were open: revenue posted under another
 * category, by a later close, for earlier months or as lapsed, and contracts left out by a close. For all other contracts, each month posted the
 * revenue of its facts, and later facts change no month before their book month, so reopening changes nothing (ADR 0056).
 */
export async function contractsPostedOtherwise(
  tx: Tx,
  merchantId: string,
  { first, last }: { readonly first: Month; readonly last: Month },
): Promise<string[]> {
  const within = sql`between ${monthColumn(first)}::date and ${monthColumn(last)}::date`;
  const { rows } = await sql<{ contract_id: string }>`
    select entry.contract_id from revenue_entry as entry
      join performance_obligation as pob
        on pob.merchant_id = entry.merchant_id and pob.id = entry.performance_obligation_id
    where entry.merchant_id = ${merchantId} and entry.month ${within} and (
      entry.close_count > 1 or entry.source in ('CATCH_UP', 'BREAKAGE')
      or entry.category_id is distinct from pob.category_id)
    union
    select contract_id from held_contract where merchant_id = ${merchantId} and month ${within}`.execute(tx);
  return rows.map((row) => row.contract_id);
}

/** The first month with an entry, or null. If there is one, no earlier month needs to be considered. */
export async function firstMonthOfJournal(tx: Tx, merchantId: string): Promise<Month | null> {
  const row = await tx
    .selectFrom("journal_entry")
    .select((eb) => eb.fn.min("date").as("date"))
    .where("merchant_id", "=", merchantId)
    .executeTakeFirst();
  return row?.date == null ? null : monthOf(dayFrom(row.date));
}

/** The close counts of months. */
export async function closeCounts(tx: Tx, merchantId: string): Promise<Map<Month, number>> {
  const rows = await tx
    .selectFrom("accounting_period")
    .select(["month", "close_count"])
    .where("merchant_id", "=", merchantId)
    .execute();
  return new Map(rows.map((row) => [monthFromColumn(row.month), row.close_count]));
}

/**
 * Marks a month as closed. Stores the checks, and the activity by account, which must not change while it is closed.
 *
 * @returns the hex SHA-256 of the checks as stored
 */
export async function markClosed(
  tx: Tx,
  merchantId: string,
  period: {
    readonly month: Month;
    readonly closeCount: number;
    readonly closedAt: string;
    readonly closedBy: string;
    readonly kept: ClosePackage;
    readonly activity: readonly AccountTotal[];
    readonly checks: readonly Check[];
  },
): Promise<string> {
  const activity = period.activity.map(({ currency, role, account, debitMinor, creditMinor }) => {
    return { currency, role, account, debit: debitMinor.toString(), credit: creditMinor.toString() };
  });
  const { audit } = period.kept.manifest;
  const closed = {
    status: "CLOSED" as const,
    closed_at: period.closedAt,
    closed_by: period.closedBy,
    close_count: period.closeCount,
    activity: JSON.stringify(activity),
    checks: JSON.stringify(period.checks),
    audit_sequence: audit?.sequence ?? null,
    audit_hash: audit === null ? null : Buffer.from(audit.hash, "hex"),
    package_hash: period.kept.hash,
  };
  const { checksHash } = await tx
    .with("stored", (query) =>
      query
        .insertInto("accounting_period")
        .values({
          merchant_id: merchantId,
          month: monthColumn(period.month),
          ...closed,
          reopened_at: null,
          reopened_by: null,
          reopen_reason: null,
          reopened_with: null,
        })
        .onConflict((conflict) => conflict.columns(["merchant_id", "month"]).doUpdateSet(closed))
        .returning("checks"),
    )
    // Beside `returning`, which on shards takes only immutable functions (ADR 0095).
    .selectFrom("stored")
    .select(sql<string>`encode(sha256(convert_to(checks::text, 'UTF8')), 'hex')`.as("checksHash"))
    .executeTakeFirstOrThrow();
  return checksHash;
}

/** Reopens a closed month and every later closed one; the reason stays with the named month. */
export async function markReopened(
  tx: Tx,
  merchantId: string,
  reopening: { month: Month; at: string; by: string; reason: string | null },
): Promise<Month[]> {
  const month = monthColumn(reopening.month);
  const { rows } = await sql<{ month: string }>`
    update accounting_period set status = 'REOPENED', reopened_at = ${reopening.at}::timestamptz, reopened_by = ${reopening.by},
      reopen_reason = case when month = ${month}::date then ${reopening.reason}::text end,
      reopened_with = case when month = ${month}::date then null else ${month}::date end
    where merchant_id = ${merchantId} and month >= ${month}::date and status = 'CLOSED'
    returning month`.execute(tx);
  return rows.map((row) => monthFromColumn(row.month)).sort((a, b) => a - b);
}

/**
 * Inserts rows for a month and later ones that were empty and closed together with a later month, so that their reopening can be
 * recorded. They have no close of their own: their close count is 0.
 */
export async function ensureClosedPeriods(tx: Tx, merchantId: string, from: Month): Promise<void> {
  await countedInsert(sql`
    insert into accounting_period (merchant_id, month, status, closed_at, closed_by, close_count, activity)
    select merchant_id, missing::date, 'CLOSED', closed_at, closed_by, 0, '[]'
    from (
      select * from accounting_period where merchant_id = ${merchantId} and month >= ${monthColumn(from)}::date
      order by month limit 1
    ) as first, generate_series(${monthColumn(from)}::date, month - interval '1 month', interval '1 month') as missing`).execute(
    tx,
  );
}
