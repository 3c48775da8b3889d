import { sql } from "kysely";
import type { Month } from "../kernel/day.ts";
import { idArray, monthColumn, monthFromColumn } from "../platform/db/columns.ts";
import { countedInsert } from "../platform/db/counted-insert.ts";
import type { Tx } from "../platform/db/pool.ts";
import { column, type FilterTarget } from "../platform/http/filter-sql.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
import { selectPage } from "../platform/http/page-sql.ts";
import type { RowOf } from "../schema/tables.ts";
import { type Hold, leavesOut } from "./hold.ts";

export async function insertHold(tx: Tx, merchantId: string, hold: Hold): Promise<void> {
  await tx
    .insertInto("close_hold")
    .values({
      merchant_id: merchantId,
      id: hold.id,
      contract_id: hold.contractId,
      from_month: hold.fromMonth === null ? null : monthColumn(hold.fromMonth),
      reason: hold.reason,
      held_at: hold.heldAt,
      held_by: hold.heldBy,
      released_at: hold.releasedAt,
      released_by: hold.releasedBy,
    })
    .execute();
}

export async function releaseHold(tx: Tx, merchantId: string, { id, releasedAt, releasedBy }: Hold): Promise<void> {
  await tx
    .updateTable("close_hold")
    .set({ released_at: releasedAt, released_by: releasedBy })
    .where("merchant_id", "=", merchantId)
    .where("id", "=", id)
    .execute();
}

/** The hold of a contract that is not released, or undefined. */
export async function currentHold(tx: Tx, merchantId: string, contractId: string): Promise<Hold | undefined> {
  const row = await tx
    .selectFrom("close_hold")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("contract_id", "=", contractId)
    .where("released_at", "is", null)
    .executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

/** Holds that exclude their contract from the close of a month, by contract id and in that order. */
export async function holdsOfMonth(tx: Tx, merchantId: string, month: Month): Promise<ReadonlyMap<string, Hold>> {
  const rows = await tx
    .selectFrom("close_hold")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("released_at", "is", null)
    .orderBy("contract_id")
    .execute();
  const holds = rows.map(fromRow).filter((hold) => leavesOut(hold, month));
  return new Map(holds.map((hold) => [hold.contractId, hold]));
}

const holdFilters: Readonly<Record<string, FilterTarget>> = {
  contractId: column(sql.ref("close_hold.contract_id")),
  status: column(sql`case when close_hold.released_at is null then 'HELD' else 'RELEASED' end`),
};

/** One page of holds, the latest first. */
export async function listHolds(
  tx: Tx,
  merchantId: string,
  list: ListQuery,
): Promise<{ holds: Hold[]; extent: Extent }> {
  const all = tx.selectFrom("close_hold").selectAll().where("merchant_id", "=", merchantId);
  const rules = { targets: holdFilters, order: [["id", "desc"]] } as const;
  const { rows, extent } = await selectPage(all, list, rules);
  return { holds: rows.map(fromRow), extent };
}

/** Stores the contracts that a close left out. */
export async function insertHeld(
  tx: Tx,
  merchantId: string,
  close: { readonly month: Month; readonly closeCount: number },
  holds: readonly Hold[],
): Promise<void> {
  if (holds.length === 0) return;
  await countedInsert(sql`
    insert into held_contract (merchant_id, month, close_count, contract_id, hold_id)
    select ${merchantId}::uuid, ${monthColumn(close.month)}::date, ${close.closeCount}::int, contract_id, id
    from close_hold
    where merchant_id = ${merchantId} and id = any(${idArray(holds.map(({ id }) => id))}::uuid[])`).execute(tx);
}

/** Contracts that the last close of a month left out; none without a month. */
export async function leftOutOfMonth(tx: Tx, merchantId: string, month: Month | null): Promise<ReadonlySet<string>> {
  if (month === null) return new Set();
  const rows = await tx
    .selectFrom("held_contract as held")
    .innerJoin("accounting_period as period", (join) =>
      join
        .onRef("period.merchant_id", "=", "held.merchant_id")
        .onRef("period.month", "=", "held.month")
        .onRef("period.close_count", "=", "held.close_count"),
    )
    .select("held.contract_id")
    .where("held.merchant_id", "=", merchantId)
    .where("held.month", "=", monthColumn(month))
    .execute();
  return new Set(rows.map((row) => row.contract_id));
}

/**
 * By contract, the first month that closes left it out of, if no later close has posted it since. A later posting would have caught up
 * all earlier months.
 */
export async function leftOutSince(tx: Tx, merchantId: string, before: Month): Promise<ReadonlyMap<string, Month>> {
  const { rows } = await sql<{ contract_id: string; month: string }>`
    with left_out as materialized (
      select held.contract_id, held.month from held_contract as held
        join accounting_period as period on period.merchant_id = held.merchant_id and period.month = held.month
          and period.close_count = held.close_count
      where held.merchant_id = ${merchantId} and held.month < ${monthColumn(before)}::date
    )
    select contract_id, min(month)::text as month from left_out
    where not exists (
      select from accounting_period as period
      where period.merchant_id = ${merchantId} and period.month > left_out.month
        and period.month < ${monthColumn(before)}::date and period.close_count > 0
        and not exists (
          select from left_out as other
          where other.contract_id = left_out.contract_id and other.month = period.month))
    group by contract_id`.execute(tx);
  return new Map(rows.map((row) => [row.contract_id, monthFromColumn(row.month)]));
}

function fromRow(row: RowOf<"close_hold">): Hold {
  return {
    id: row.id,
    contractId: row.contract_id,
    fromMonth: row.from_month === null ? null : monthFromColumn(row.from_month),
    reason: row.reason,
    heldAt: row.held_at,
    heldBy: row.held_by,
    releasedAt: row.released_at,
    releasedBy: row.released_by,
  };
}
