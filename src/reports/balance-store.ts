import { type RawBuilder, sql } from "kysely";
import { firstDayOf, formatDay, type Month } from "../kernel/day.ts";
import { money } from "../kernel/money.ts";
import { type PositionMoveKind, positionRoles, typesThat } from "../ledger/contract-position.ts";
import { idArray, monthColumn, monthFromColumn } from "../platform/db/columns.ts";
import { type Cutoff, notYet, recordedBy } from "../platform/db/cutoff.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { PositionMove } from "./customer-revenue.ts";
import { type CustomersOfMonths, storedThrough } from "./month-end-balances-store.ts";
import { earnedOutOf, type Movement, type MovementKind } from "./roll-forward.ts";

type Span = {
  readonly first: Month;
  /** Exclusive. */
  readonly end: Month;
  readonly currency: string;
  readonly cutoff: Cutoff;
  /** All contracts, and entries without a contract, if undefined. */
  readonly contractIds?: readonly string[] | undefined;
};

function isSelected(contractIds: readonly string[] | undefined, column: string): RawBuilder<unknown> {
  return contractIds === undefined ? sql`true` : sql`${sql.ref(column)} = any(${idArray(contractIds)}::uuid[])`;
}

type MovementRow = {
  contract_id: string | null;
  customer_id: string | null;
  category_id: string | null;
  kind: MovementKind;
  is_opening: boolean;
  minor: string;
};

/**
 * Movements of the net position (contract liability − contract asset − unbilled receivable) from the journal, by kind, in the months and before
 * them (`isOpening`). Presentation entries move amounts between the three accounts only, so they sum to zero. Kept months are read as stored sums;
 * for them the balance before the first month is one movement of kind `adjusted`.
 *
 * @param by one sum for each contract or for each customer
 */
export async function journalMovements(
  tx: Tx,
  merchantId: string,
  span: Span,
  by: "contract" | "customer" = "contract",
): Promise<Movement[]> {
  const { first, end, currency, cutoff } = span;
  const stored = cutoff === null ? await storedThrough(tx, merchantId) : null;
  const isOf = (kind: PositionMoveKind) => sql`entry.type = any(${typesThat(kind)}::text[])`;
  const { rows } = await sql<MovementRow>`
    select ${by === "contract" ? sql`movement.contract_id` : sql`null::uuid`} as contract_id, contract.customer_id, null as category_id,
      kind, is_opening, sum(minor)::text as minor
    from (
      select line.contract_id,
        case when ${isOf("billed")} then 'billed' when ${isOf("credited")} then 'credited'
          when ${isOf("writtenOff")} then 'writtenOff' when ${isOf("adjusted")} then 'adjusted' else 'recognized' end as kind,
        line.date < ${formatDay(firstDayOf(first))}::date as is_opening,
        sum(case when ${isOf("billed")} or ${isOf("adjusted")} then line.credit_minor - line.debit_minor
          else line.debit_minor - line.credit_minor end) as minor
      from journal_line as line
        join journal_entry as entry on entry.merchant_id = ${merchantId} and entry.id = line.entry_id
      where line.merchant_id = ${merchantId} and line.currency = ${currency}
        and line.role = any(${positionRoles}::text[]) and ${isAfter(stored)}
        and line.date < ${formatDay(firstDayOf(end))}::date and ${recordedBy("entry.posted_at", cutoff)}
      group by 1, 2, 3
      ${stored === null ? sql`` : sql`union all ${storedMovements(merchantId, span, stored)}`}
    ) as movement
      left join contract on contract.merchant_id = ${merchantId} and contract.id = movement.contract_id
    where ${isSelected(span.contractIds, "movement.contract_id")}
    group by 1, 2, 4, 5`.execute(tx);
  return rows.map((row) => movementFrom(row, currency));
}

/** SQL condition for lines after the stored months. */
function isAfter(stored: Month | null): RawBuilder<unknown> {
  return stored === null ? sql`true` : sql`line.date >= ${formatDay(firstDayOf(stored + 1))}::date`;
}

/** SQL for the last stored month up to a month. Months between stored ones have no entries. */
function storedMonthBy(merchantId: string, month: Month): RawBuilder<unknown> {
  return sql`(select max(month) from month_end where merchant_id = ${merchantId} and month <= ${monthColumn(month)}::date)`;
}

function storedMovements(merchantId: string, { first, end, currency }: Span, stored: Month): RawBuilder<unknown> {
  const ofCurrency = sql`merchant_id = ${merchantId} and currency = ${currency}`;
  return sql`
    select contract_id, 'adjusted', true, liability_minor - asset_minor - unbilled_minor from month_end_balance
    where ${ofCurrency} and month = ${storedMonthBy(merchantId, Math.min(first - 1, stored))}
    union all
    select contract_id, each.kind, false, each.minor from (
      select contract_id, sum(billed_minor) as billed, sum(credited_minor) as credited, sum(written_off_minor) as written_off,
        sum(recognized_minor) as recognized, sum(adjusted_minor) as adjusted
      from month_end_balance
      where ${ofCurrency} and month >= ${monthColumn(first)}::date and month < ${monthColumn(Math.min(end, stored + 1))}::date
      group by contract_id
    ) as moved cross join lateral (values ('billed', billed), ('credited', credited), ('writtenOff', written_off),
      ('recognized', recognized), ('adjusted', adjusted)) as each (kind, minor)
    where each.minor <> 0`;
}

/**
 * Movements of the net position by category, from invoices, credit memos, write-offs, posted revenue and adjustments. Billing of a billing term
 * group has the category that all its performance obligations share; no category if they have different ones, because an invoice line is not
 * split. Residual obligations are used only if there are no others, and deleted ones only if all are deleted. Revenue has the category under which
 * it was posted, an adjustment that of its line.
 */
export async function categoryMovements(tx: Tx, merchantId: string, span: Span): Promise<Movement[]> {
  const { first, end, currency, cutoff, contractIds } = span;
  const [from, before] = [monthColumn(first), monthColumn(end)];
  const { rows } = await sql<MovementRow & { held_category_id: string | null }>`
    with of_group as (
      select group_id as id, case when count(distinct coalesce(category_id::text, '')) = 1
        then min(category_id::text)::uuid end as category_id
      from (
        select billing_term_group_id as group_id, category_id, rank() over (partition by billing_term_group_id
          order by not ${notYet("deleted_at", cutoff)}, is_residual) as place
        from performance_obligation where merchant_id = ${merchantId} and ${recordedBy("created_at", cutoff)}
      ) as pob where place = 1 group by group_id
    )
    select null as contract_id, null as customer_id,
      case when kind in ('recognized', 'adjusted') then movement.category_id else of_group.category_id end as category_id,
      case kind when 'adjusted' then movement.category_id else of_group.category_id end as held_category_id, kind, is_opening, sum(minor)::text as minor
    from (
      select term.billing_term_group_id as group_id, null::uuid as category_id, 'billed' as kind,
        invoice.issue_date < ${from}::date as is_opening, sum(line.total_minor) as minor
      from invoice
        join invoice_line as line on line.merchant_id = ${merchantId} and line.invoice_id = invoice.id
        join billing_term as term on term.merchant_id = ${merchantId} and term.id = line.billing_term_id
      where invoice.merchant_id = ${merchantId} and invoice.currency = ${currency} and invoice.status <> 'DRAFT'
        and ${notYet("invoice.voided_at", cutoff)} and invoice.issue_date < ${before}::date and ${recordedBy("invoice.issued_at", cutoff)}
        and ${isSelected(contractIds, "term.contract_id")}
      group by 1, 3, 4
      union all
      select term.billing_term_group_id, null, case source_type when 'CREDIT_MEMO' then 'credited' else 'writtenOff' end,
        credit.book_month < ${from}::date, sum(credit.amount_minor)
      from billing_credit as credit
        join billing_term as term on term.merchant_id = ${merchantId} and term.id = credit.billing_term_id
        join contract on contract.merchant_id = ${merchantId} and contract.id = credit.contract_id
      where credit.merchant_id = ${merchantId} and contract.currency = ${currency}
        and credit.book_month < ${before}::date and ${recordedBy("credit.created_at", cutoff)}
        and ${isSelected(contractIds, "credit.contract_id")}
      group by 1, 3, 4
      union all
      select pob.billing_term_group_id, revenue.category_id,
        case entry.type when 'OPENING' then 'adjusted' else 'recognized' end, revenue.month < ${from}::date,
        sum(case entry.type when 'OPENING' then -revenue.amount_minor else revenue.amount_minor end)
      from revenue_entry as revenue
        join performance_obligation as pob on pob.merchant_id = ${merchantId}
          and pob.id = revenue.performance_obligation_id
        join journal_entry as entry on entry.merchant_id = ${merchantId} and entry.id = revenue.journal_entry_id
      where revenue.merchant_id = ${merchantId} and revenue.currency = ${currency}
        and revenue.month < ${before}::date and ${recordedBy("entry.posted_at", cutoff)}
        and ${isSelected(contractIds, "pob.contract_id")}
      group by 1, 2, 3, 4
      union all
      select null, line.category_id, 'adjusted', line.date < ${from}::date, sum(line.credit_minor - line.debit_minor)
      from journal_line as line
        join journal_entry as entry on entry.merchant_id = ${merchantId} and entry.id = line.entry_id
      where line.merchant_id = ${merchantId} and line.currency = ${currency} and entry.type = 'ADJUSTMENT'
        and line.role = any(${positionRoles}::text[]) and line.date < ${before}::date and ${recordedBy("entry.posted_at", cutoff)}
        and ${isSelected(contractIds, "line.contract_id")}
      group by 2, 4
    ) as movement left join of_group on of_group.id = movement.group_id
    group by 3, 4, 5, 6`.execute(tx);
  return rows.flatMap((row) => earnedOutOf(row.held_category_id, movementFrom(row, currency)));
}

function movementFrom(row: MovementRow, currency: string): Movement {
  return {
    contractId: row.contract_id,
    customerId: row.customer_id,
    categoryId: row.category_id,
    kind: row.kind,
    isOpening: row.is_opening,
    amount: money(BigInt(row.minor), currency),
  };
}

/** Contract liability, contract asset and unbilled receivable of contracts with lines in these accounts, ordered by the contract's name and id. */
export async function balancesByContract(
  tx: Tx,
  merchantId: string,
  { month, currency, cutoff, contractIds }: Omit<Span, "first" | "end"> & { readonly month: Month },
) {
  const stored = cutoff === null ? await storedThrough(tx, merchantId) : null;
  const { rows } = await sql<{
    contract_id: string;
    contract_name: string;
    customer_id: string | null;
    customer_name: string | null;
    liability: string;
    asset: string;
    unbilled: string;
  }>`
    select contract_id, liability::text, asset::text, unbilled::text, contract.name as contract_name, contract.customer_id,
      customer.name as customer_name
    from (
      select contract_id, sum(liability) as liability, sum(asset) as asset, sum(unbilled) as unbilled from (
        select line.contract_id,
          case role when 'CONTRACT_LIABILITY' then credit_minor - debit_minor else 0 end as liability,
          case role when 'CONTRACT_ASSET' then debit_minor - credit_minor else 0 end as asset,
          case role when 'UNBILLED_RECEIVABLE' then debit_minor - credit_minor else 0 end as unbilled
        from journal_line as line
          join journal_entry as entry on entry.merchant_id = ${merchantId} and entry.id = line.entry_id
        where line.merchant_id = ${merchantId} and line.currency = ${currency} and line.contract_id is not null
          and line.role = any(${positionRoles}::text[]) and ${isAfter(stored)}
          and line.date < ${formatDay(firstDayOf(month + 1))}::date and ${recordedBy("entry.posted_at", cutoff)}
        ${
          stored === null
            ? sql``
            : sql`union all
        select contract_id, liability_minor, asset_minor, unbilled_minor from month_end_balance
        where merchant_id = ${merchantId} and currency = ${currency} and contract_id is not null
          and month = ${storedMonthBy(merchantId, Math.min(month, stored))}`
        }
      ) as part
      group by contract_id
    ) as balance
      join contract on contract.merchant_id = ${merchantId} and contract.id = balance.contract_id
      left join customer on customer.merchant_id = ${merchantId} and customer.id = contract.customer_id
    where ${isSelected(contractIds, "balance.contract_id")}
    order by contract.name, contract.id`.execute(tx);
  return rows.map((row) => ({
    contractId: row.contract_id,
    contractName: row.contract_name,
    customerId: row.customer_id,
    customerName: row.customer_name,
    liability: money(BigInt(row.liability), currency),
    asset: money(BigInt(row.asset), currency),
    unbilled: money(BigInt(row.unbilled), currency),
  }));
}

/** Changes of contract balances by customer and month, before `end`. All changes before `first` are one move, dated in the month before it. */
export async function positionMoves(
  tx: Tx,
  merchantId: string,
  { first, end, currency, customerIds }: CustomersOfMonths,
): Promise<PositionMove[]> {
  const isWanted = customerIds === undefined ? sql`true` : sql`contract.customer_id = any(${[...customerIds]}::uuid[])`;
  const { rows } = await sql<{ customer_id: string; month: string; liability: string; unbilled: string }>`
    select contract.customer_id, greatest(date_trunc('month', line.date)::date, ${monthColumn(first - 1)}::date) as month,
      coalesce(sum(credit_minor - debit_minor) filter (where role = 'CONTRACT_LIABILITY'), 0)::text as liability,
      coalesce(sum(debit_minor - credit_minor) filter (where role <> 'CONTRACT_LIABILITY'), 0)::text as unbilled
    from journal_line as line
      join contract on contract.merchant_id = ${merchantId} and contract.id = line.contract_id
    where line.merchant_id = ${merchantId} and line.currency = ${currency} and contract.customer_id is not null
      and ${isWanted} and line.role in ('CONTRACT_LIABILITY', 'CONTRACT_ASSET', 'UNBILLED_RECEIVABLE')
      and line.date < ${formatDay(firstDayOf(end))}::date
    group by 1, 2`.execute(tx);
  return rows.map((row) => ({
    customerId: row.customer_id,
    month: monthFromColumn(row.month),
    liability: money(BigInt(row.liability), currency),
    unbilled: money(BigInt(row.unbilled), currency),
  }));
}
