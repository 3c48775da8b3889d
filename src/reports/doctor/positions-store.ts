import { sql } from "kysely";
import { type Check, queryCheck } from "./check-store.ts";

/** INV-09: billed less recognized equals the accounts of each contract. The part of INV-08 about the journal entries of revenue. */
export const positionChecks: readonly Check[] = [
  queryCheck(
    {
      id: "INV-09",
      severity: "violation",
      sentence:
        "At every closed month end, what a contract was billed less what it earned is its contract liability less its contract asset and unbilled receivable.",
    },
    positions,
  ),
  queryCheck(
    {
      id: "INV-09",
      severity: "violation",
      sentence: "Each adjustment matches what its entries posted, by contract and account.",
    },
    (merchantId) => sql`
      select distinct id from (
        select adjustment_id::text as id, contract_id, role, credit_minor - debit_minor as minor
        from adjustment_line where merchant_id = ${merchantId}
        union all
        select entry.source_id, line.contract_id, line.role, line.debit_minor - line.credit_minor
        from journal_entry as entry
          join journal_line as line on line.merchant_id = entry.merchant_id and line.entry_id = entry.id
        where entry.merchant_id = ${merchantId} and entry.type = 'ADJUSTMENT'
      ) as stated group by id, contract_id, role having sum(minor) <> 0`,
  ),
  queryCheck(
    {
      id: "INV-08",
      severity: "violation",
      sentence: "Every posting of revenue belongs to an obligation of an approved contract and to its journal entry.",
    },
    (merchantId) => sql`
      select revenue.journal_entry_id::text as id from revenue_entry as revenue
        left join performance_obligation as obligation on obligation.merchant_id = ${merchantId}
          and obligation.id = revenue.performance_obligation_id and obligation.contract_id = revenue.contract_id
        left join contract on contract.merchant_id = ${merchantId} and contract.id = revenue.contract_id
          and contract.status = 'APPROVED'
        left join accounting_period as period on period.merchant_id = ${merchantId} and period.month = revenue.month
          and period.close_count >= revenue.close_count
      -- What an opening says was recognized before is posted in no close.
      where revenue.merchant_id = ${merchantId}
        and (obligation.id is null or contract.id is null or (period.month is null and revenue.close_count > 0))
      union
      select id::text from (
        select journal_entry_id as id, amount_minor as amount from revenue_entry where merchant_id = ${merchantId}
        union all
        select entry_id, debit_minor - credit_minor from journal_line
          where merchant_id = ${merchantId} and role in ('REVENUE', 'BREAKAGE_REVENUE')
            and not exists (select from journal_entry as entry where entry.merchant_id = ${merchantId}
              and entry.id = entry_id and entry.type = 'ADJUSTMENT')
        union all
        select entry.id, line.credit_minor - line.debit_minor from journal_entry as entry
          join journal_line as line on line.merchant_id = entry.merchant_id and line.entry_id = entry.id
          where entry.merchant_id = ${merchantId} and entry.type = 'OPENING' and line.role = 'CONTRACT_LIABILITY'
      ) as movement group by id having sum(amount) <> 0`,
  ),
];

/**
 * Contracts whose net position in the journal is not billed less recognized (rules 8), at the end of any closed month. Also contracts with a
 * contract asset and a contract liability at once, or with one of them or an unbilled receivable below zero (ASC 606-10-45-1), unless the close
 * of the month left them out and so did not present them.
 */
function positions(merchantId: string) {
  return sql`
    with closed as (
      select closed_through, (closed_through + interval '1 month')::date as first_open from books
      where merchant_id = ${merchantId}
    ), movement as (
      select contract_id, date_trunc('month', issue_date)::date as month, total_minor - tax_total_minor as billed,
        0 as recognized, 0 as liability, 0 as asset, 0 as unbilled
      from invoice, closed
      where merchant_id = ${merchantId} and status not in ('DRAFT', 'VOID') and issue_date < first_open
      union all
      select contract_id, book_month, -amount_minor, 0, 0, 0, 0
      from billing_credit, closed where merchant_id = ${merchantId} and book_month < first_open
      union all
      select line.contract_id, date_trunc('month', adjustment.date)::date, line.credit_minor - line.debit_minor, 0, 0, 0, 0
      from adjustment_line as line
        join adjustment on adjustment.merchant_id = line.merchant_id and adjustment.id = line.adjustment_id, closed
      where line.merchant_id = ${merchantId} and adjustment.date < first_open
        and line.role in ('CONTRACT_LIABILITY', 'CONTRACT_ASSET', 'UNBILLED_RECEIVABLE')
      union all
      select contract_id, month, 0, amount_minor, 0, 0, 0
      from revenue_entry, closed where merchant_id = ${merchantId} and month < first_open
      union all
      select contract_id, date_trunc('month', date)::date, 0, 0,
        case role when 'CONTRACT_LIABILITY' then credit_minor - debit_minor else 0 end,
        case role when 'CONTRACT_ASSET' then debit_minor - credit_minor else 0 end,
        case role when 'UNBILLED_RECEIVABLE' then debit_minor - credit_minor else 0 end
      from journal_line, closed
      where merchant_id = ${merchantId} and date < first_open and contract_id is not null
        and role in ('CONTRACT_LIABILITY', 'CONTRACT_ASSET', 'UNBILLED_RECEIVABLE')
    ), monthly as (
      select contract_id, month, sum(billed) - sum(recognized) as net, sum(liability) as liability, sum(asset) as asset,
        sum(unbilled) as unbilled
      from movement group by contract_id, month
    ), position as (
      select contract_id, month, sum(net) over through_month as net, sum(liability) over through_month as liability,
        sum(asset) over through_month as asset, sum(unbilled) over through_month as unbilled
      from monthly window through_month as (partition by contract_id order by month)
    )
    select distinct contract_id as id from position
    where net <> liability - asset - unbilled
      or ((liability < 0 or asset < 0 or unbilled < 0 or (liability > 0 and asset > 0)) and not exists (
        select from held_contract as held
          join accounting_period as period on period.merchant_id = ${merchantId} and period.month = held.month
            and period.close_count = held.close_count
        where held.merchant_id = ${merchantId} and held.contract_id = position.contract_id
          and held.month = position.month))`;
}
