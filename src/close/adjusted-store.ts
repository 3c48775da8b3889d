import { sql } from "kysely";
import { firstDayOf, formatDay, type Month } from "../kernel/day.ts";
import { idArray } from "../platform/db/columns.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { AdjustedPosition } from "./adjusted-position.ts";

/** Adjustments of the positions of some contracts, dated up to the end of a month; contracts without any are absent. */
export async function adjustedByContract(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
  through: Month,
): Promise<Map<string, AdjustedPosition>> {
  const { rows } = await sql<{ contract_id: string; role: string; account: string | null; credited: string }>`
    select line.contract_id, line.role, line.account, sum(line.credit_minor - line.debit_minor)::text as credited
    from adjustment_line as line
      join adjustment on adjustment.merchant_id = ${merchantId} and adjustment.id = line.adjustment_id
    where line.merchant_id = ${merchantId} and line.contract_id = any(${idArray(contractIds)}::uuid[])
      and adjustment.date < ${formatDay(firstDayOf(through + 1))}::date
    group by line.contract_id, line.role, line.account`.execute(tx);
  return new Map(
    [...Map.groupBy(rows, (row) => row.contract_id)].map(([contractId, moved]): [string, AdjustedPosition] => {
      const of = (role: string) => moved.filter((row) => row.role === role);
      const debited = (role: string) => of(role).reduce((sum, { credited }) => sum - BigInt(credited), 0n);
      const liabilities = new Map(of("CONTRACT_LIABILITY").map((row) => [row.account, BigInt(row.credited)]));
      const [unbilledReceivable, contractAsset] = [debited("UNBILLED_RECEIVABLE"), debited("CONTRACT_ASSET")];
      return [contractId, { unbilledReceivable, contractAsset, liabilities }];
    }),
  );
}
