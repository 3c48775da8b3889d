import { sql } from "kysely";
import { firstDayOf, formatDay, type Month } from "../kernel/day.ts";
import { idArray, monthColumn, monthFromColumn, plainColumn } from "../platform/db/columns.ts";
import { countedInsert } from "../platform/db/counted-insert.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { GroupMoves, GroupUnbilled } from "./group-position.ts";

export async function insertGroupUnbilled(tx: Tx, merchantId: string, found: readonly GroupUnbilled[]): Promise<void> {
  if (found.length === 0) return;
  await countedInsert(sql`
    insert into group_unbilled (merchant_id, billing_term_group_id, month, close_count, amount_minor)
    select ${merchantId}::uuid, found.* from unnest(
      ${idArray(found.map(({ billingTermGroupId }) => billingTermGroupId))}::uuid[],
      ${plainColumn(
        found.map(({ month }) => monthColumn(month)),
        "date",
      )},
      ${plainColumn(
        found.map(({ closeCount }) => closeCount),
        "int",
      )},
      ${plainColumn(
        found.map(({ amount }) => amount.minor),
        "bigint",
      )}
    ) as found`).execute(tx);
}

/** The unbilled receivable that closes of a month have stored, in minor units by group; groups without any are absent. */
export async function unbilledByGroup(
  tx: Tx,
  merchantId: string,
  groupIds: readonly string[],
  month: Month,
): Promise<Map<string, bigint>> {
  const rows = await tx
    .selectFrom("group_unbilled")
    .select("billing_term_group_id")
    .select(sql<string>`sum(amount_minor)`.as("minor"))
    .where("merchant_id", "=", merchantId)
    .where("billing_term_group_id", "=", sql<string>`any(${idArray(groupIds)}::uuid[])`)
    .where("month", "=", monthColumn(month))
    .groupBy("billing_term_group_id")
    .execute();
  return new Map(rows.map((row) => [row.billing_term_group_id, BigInt(row.minor)]));
}

type Row = { group_id: string; month: string; of: "billed" | "recognized" | "unbilled"; minor: string };

/** Billed, recognized and unbilled amounts of some groups by month, up to `last`. Documents count in the month of their date. */
export async function movesOfGroups(
  tx: Tx,
  merchantId: string,
  groupIds: readonly string[],
  last: Month,
): Promise<Map<string, GroupMoves>> {
  const next = formatDay(firstDayOf(last + 1));
  const ids = idArray(groupIds);
  const { rows } = await sql<Row>`
    select term.billing_term_group_id as group_id, date_trunc('month', invoice.issue_date)::date as month, 'billed' as of,
      sum(line.total_minor) as minor
    from billing_term as term
      join invoice_line as line on line.merchant_id = term.merchant_id and line.billing_term_id = term.id and not line.is_void
      join invoice on invoice.merchant_id = line.merchant_id and invoice.id = line.invoice_id
    where term.merchant_id = ${merchantId} and term.billing_term_group_id = any(${ids}::uuid[])
      and invoice.issue_date < ${next}::date
    group by 1, 2
    union all
    select term.billing_term_group_id, date_trunc('month', credit.date)::date, 'billed', -sum(credit.amount_minor)
    from billing_term as term
      join billing_credit as credit on credit.merchant_id = term.merchant_id and credit.billing_term_id = term.id
    where term.merchant_id = ${merchantId} and term.billing_term_group_id = any(${ids}::uuid[]) and credit.date < ${next}::date
    group by 1, 2
    union all
    select pob.billing_term_group_id, entry.month, 'recognized', sum(entry.amount_minor)
    from performance_obligation as pob
      join revenue_entry as entry on entry.merchant_id = pob.merchant_id and entry.performance_obligation_id = pob.id
    where pob.merchant_id = ${merchantId} and pob.billing_term_group_id = any(${ids}::uuid[]) and entry.month < ${next}::date
    group by 1, 2
    union all
    select billing_term_group_id, month, 'unbilled', sum(amount_minor)
    from group_unbilled
    where merchant_id = ${merchantId} and billing_term_group_id = any(${ids}::uuid[]) and month < ${next}::date
    group by 1, 2`.execute(tx);
  const moves = new Map(
    groupIds.map((id) => [id, { billed: new Map(), recognized: new Map(), unbilled: new Map() } as const]),
  );
  for (const { group_id: id, month: first, of, minor } of rows) {
    const month = monthFromColumn(first);
    const side: Map<Month, bigint> | undefined = moves.get(id)?.[of];
    side?.set(month, (side.get(month) ?? 0n) + BigInt(minor));
  }
  return moves;
}
