import { sql } from "kysely";
import { type Check, queryCheck } from "./check-store.ts";

/** INV-02: entries balance. The part of INV-10 about the numbers of journal entries. */
export const journalChecks: readonly Check[] = [
  queryCheck(
    {
      id: "INV-02",
      severity: "violation",
      sentence:
        "Every journal entry balances: its lines are above zero, of its date and currency, debits equal credits.",
    },
    (merchantId) => sql`
      select entry.id from journal_entry as entry
        left join (
          select entry_id, sum(debit_minor) as debit, sum(credit_minor) as credit, min(date) as first_date,
            max(date) as last_date, min(currency) as first_currency, max(currency) as last_currency,
            bool_or((debit_minor > 0) = (credit_minor > 0) or debit_minor < 0 or credit_minor < 0) as is_odd
          from journal_line where merchant_id = ${merchantId} group by entry_id
        ) as line on line.entry_id = entry.id
      where entry.merchant_id = ${merchantId} and (
        line.entry_id is null or line.is_odd or line.debit <> line.credit
        or (line.first_date, line.last_date) is distinct from (entry.date, entry.date)
        or (line.first_currency, line.last_currency) is distinct from (entry.currency, entry.currency))`,
  ),
  queryCheck(
    {
      id: "INV-02",
      severity: "violation",
      sentence: "The journal as a whole balances in every currency.",
    },
    (merchantId) => sql`
      select currency as id from journal_line where merchant_id = ${merchantId}
      group by currency having sum(debit_minor) <> sum(credit_minor)`,
  ),
  queryCheck(
    {
      id: "INV-10",
      severity: "violation",
      sentence: "Journal entries are numbered from 1 without a gap, so none was deleted.",
    },
    (merchantId) => sql`
      select id::text from (
        select id, number, lag(number, 1, 0::bigint) over (order by number) as former
        from journal_entry where merchant_id = ${merchantId}
      ) as entry where number <> former + 1
      union all
      select 'JOURNAL_ENTRY' from (
        select coalesce(max(next), 1) as next from number_counter
        where merchant_id = ${merchantId} and series = 'JOURNAL_ENTRY'
      ) as counter
      where next <> 1 + (select coalesce(max(number), 0) from journal_entry where merchant_id = ${merchantId})`,
  ),
];
