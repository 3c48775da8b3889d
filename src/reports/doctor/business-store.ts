import { sql } from "kysely";
import { type Day, formatDay } from "../../kernel/day.ts";
import type { Tx } from "../../platform/db/pool.ts";

/** Figures of one merchant's business that an operator monitors. */
export type BusinessFigures = {
  /** Including void ones. */
  readonly invoicesIssued: number;
  /** Drafts that could have been issued before today, without held drafts. */
  readonly draftsOverdue: number;
  /** Days since the latest close of any month; null before the first close. */
  readonly daysSinceClose: number | null;
};

export async function businessFigures(tx: Tx, merchantId: string, today: Day): Promise<BusinessFigures> {
  const day = formatDay(today);
  const { rows } = await sql<{ issued: string; overdue: string; days: number | null }>`
    select
      (select count(*) from invoice where merchant_id = ${merchantId} and status <> 'DRAFT') as issued,
      (select count(*) from invoice where merchant_id = ${merchantId} and status = 'DRAFT' and not is_held
        and issue_date < ${day}::date and coalesce(ready_on, issue_date) < ${day}::date) as overdue,
      (select ${day}::date - max(closed_at)::date from close_package where merchant_id = ${merchantId}) as days`.execute(
    tx,
  );
  const [row] = rows;
  return {
    invoicesIssued: Number(row?.issued ?? 0),
    draftsOverdue: Number(row?.overdue ?? 0),
    daysSinceClose: row?.days ?? null,
  };
}
