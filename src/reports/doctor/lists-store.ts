import { sql } from "kysely";
import { listedTables } from "../../platform/http/page-sql.ts";
import { type Check, queryCheck } from "./check-store.ts";

const whereDeletedRowsStay: readonly string[] = ["customer", "contract", "billing_term"];

/** INV-38 (ADR 0055): the stored numbers of rows of lists equal a count of the rows. */
export const listsCheck: Check = queryCheck(
  {
    id: "INV-38",
    severity: "violation",
    sentence: "The stored number of rows of each list is right.",
  },
  (merchantId) => sql`
    select counted.list as id from (${sql.join(
      listedTables.map((table) => counted(table, merchantId)),
      sql` union all `,
    )}) as counted
    where counted.rows <> coalesce((select sum(growth) from list_growth
      where merchant_id = ${merchantId} and list = counted.list), 0)`,
);

function counted(table: string, merchantId: string) {
  const live = whereDeletedRowsStay.includes(table) ? sql`and deleted_at is null` : sql``;
  return sql`select ${table}::text as list, count(*) as rows from ${sql.table(table)} where merchant_id = ${merchantId} ${live}`;
}
