import { sql } from "kysely";
import { oneOf } from "../platform/db/columns.ts";
import { countedInsert } from "../platform/db/counted-insert.ts";
import { sendAhead, type Tx } from "../platform/db/pool.ts";

/**
 * Marks the stored revenue of billed contracts as out of date, if it depends on billing: an obligation is, or was before a correction,
 * recognized as billed or as consumed. Revenue of all others follows their terms, whatever is billed.
 */
export function markContractsEarningByBilling(tx: Tx, merchantId: string, contractIds: readonly string[]): void {
  if (contractIds.length === 0) return;
  const isOne = sql`contract_id = ${oneOf(contractIds)}`;
  const marks = countedInsert(sql`
    insert into contract_change (merchant_id, contract_id, id)
    select ${merchantId}::uuid, contract_id, gen_random_uuid() from (
      select contract_id from performance_obligation
      where merchant_id = ${merchantId} and ${isOne}
        and recognition_pattern in ('RECOGNIZE_AS_BILLED', 'RECOGNIZE_AS_CONSUMED')
      union
      select contract_id from pob_correction
      where merchant_id = ${merchantId} and ${isOne} and changes ? 'recognitionPattern'
    ) as earning`);
  sendAhead(tx, marks.compile(tx));
}
