import { sql } from "kysely";
import { type Check, queryCheck } from "./check-store.ts";

/** INV-39: journal exports. The sample has ids of batches. */
export const exportsCheck: Check = queryCheck(
  {
    id: "INV-39",
    severity: "violation",
    sentence:
      "Every journal export is unchanged: its content matches its hash and control totals, and its entries, each in no " +
      "other one, add up to them in every currency.",
  },
  (merchantId) => sql`
    with total as (
      select export.id, each ->> 'currency' as currency, (each ->> 'entries')::bigint as entries,
        (each ->> 'debit')::numeric as debit, (each ->> 'credit')::numeric as credit
      from journal_export as export, jsonb_array_elements(totals) as each where export.merchant_id = ${merchantId}
    ), written as (
      select export.id, entry ->> 'currency' as currency, sum((line ->> 'debit')::numeric) as debit,
        sum((line ->> 'credit')::numeric) as credit
      from journal_export as export, jsonb_array_elements(content::jsonb -> 'entries') as entry,
        jsonb_array_elements(entry -> 'lines') as line
      where export.merchant_id = ${merchantId} group by export.id, entry ->> 'currency'
    ), posted as (
      select exported.journal_export_id as id, line.currency, count(distinct line.entry_id) as entries,
        sum(debit_minor) as debit, sum(credit_minor) as credit
      from journal_entry_export as exported
        join journal_line as line on line.merchant_id = ${merchantId} and line.entry_id = exported.journal_entry_id
      where exported.merchant_id = ${merchantId} group by exported.journal_export_id, line.currency
    )
    select id::text from journal_export
      where merchant_id = ${merchantId} and (hash <> sha256(convert_to(content, 'UTF8')) or totals <> content::jsonb -> 'totals'
        or entry_count <> (select count(*) from journal_entry_export as exported
          where exported.merchant_id = ${merchantId} and exported.journal_export_id = journal_export.id))
    union
    select coalesce(total.id, written.id, posted.id)::text
      from total full join written using (id, currency) full join posted using (id, currency)
      where (total.debit, total.credit) is distinct from (written.debit, written.credit)
        or total.debit is distinct from total.credit or total.entries is distinct from posted.entries
        or posted.debit is distinct from posted.credit
        or posted.debit is distinct from total.debit * power(10::numeric, length(split_part(total.debit::text, '.', 2)))
    union
    select exported.journal_export_id::text from journal_entry_export as exported
      join journal_export as export on export.merchant_id = ${merchantId} and export.id = exported.journal_export_id
      join journal_entry as entry on entry.merchant_id = ${merchantId} and entry.id = exported.journal_entry_id
      where exported.merchant_id = ${merchantId} and date_trunc('month', entry.date)::date <> export.month`,
);
