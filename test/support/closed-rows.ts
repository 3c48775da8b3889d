import { createHash } from "node:crypto";
import type pg from "pg";

/** A digest of every row of a merchant dated in closed months, of these months themselves, and of their close packages. */
export async function closedRows(owner: pg.Client, merchantId: string): Promise<string> {
  const digest = createHash("sha256");
  const border = "(select closed_through + interval '1 month' from books where merchant_id = $1)";
  for (const query of [
    `select to_jsonb(each)::text as row from journal_entry each where merchant_id = $1 and date < ${border}`,
    `select to_jsonb(each)::text as row from journal_line each where merchant_id = $1 and date < ${border}`,
    `select to_jsonb(each)::text as row from revenue_entry each where merchant_id = $1 and month < ${border}`,
    "select to_jsonb(each)::text as row from accounting_period each where merchant_id = $1",
    "select to_jsonb(each)::text as row from close_package each where merchant_id = $1",
    "select to_jsonb(each)::text as row from signed_head each where merchant_id = $1",
  ]) {
    const { rows } = await owner.query<{ row: string }>(`${query} order by 1`, [merchantId]);
    digest.update(JSON.stringify(rows.map(({ row }) => row)));
  }
  return digest.digest("hex");
}
