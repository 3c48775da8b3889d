import { type RawBuilder, sql } from "kysely";
import { type Day, formatDay } from "../kernel/day.ts";
import { type Money, money } from "../kernel/money.ts";
import { type Cutoff, recordedBy } from "../platform/db/cutoff.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { StatementMove } from "./account-statement.ts";

type Account = { readonly customerId: string; readonly currency: string; readonly cutoff: Cutoff };

/** What a customer owed before a day, less unused credit: debits less credits of the receivable and customer credit accounts. */
export async function owedBefore(tx: Tx, merchantId: string, account: Account, day: Day): Promise<Money> {
  const { rows } = await sql<{ minor: string }>`
    select coalesce(sum(line.debit_minor - line.credit_minor), 0)::text as minor from ${linesOf(merchantId, account)}
      and line.date < ${formatDay(day)}::date`.execute(tx);
  return money(BigInt(rows[0]?.minor ?? 0), account.currency);
}

/**
 * The change of that balance by each document from `first` to `last`, both included, in the order of date and number of the first entry. The entries
 * of a document for several contracts are one move.
 */
export async function owedMoves(
  tx: Tx,
  merchantId: string,
  account: Account,
  { first, last }: { readonly first: Day; readonly last: Day },
): Promise<StatementMove[]> {
  const idOf = (type: string) => sql`case when moved.source_type = ${type} then moved.source_id::uuid end`;
  const { rows } = await sql<{
    date: string;
    type: string;
    document: string | null;
    due_date: string | null;
    minor: string;
    source_type: string;
    source_id: string;
  }>`
    select moved.date, moved.type, coalesce(invoice.invoice_number, credit_memo.credit_memo_number, payment.reference) as document,
      case when moved.type = 'INVOICE_ISSUED' then invoice.due_date end as due_date, moved.minor::text as minor, moved.source_type,
      moved.source_id
    from (
      select entry.date, entry.type, entry.source_type, entry.source_id, min(entry.number) as number,
        sum(line.debit_minor - line.credit_minor) as minor
      from ${linesOf(merchantId, account)} and line.date between ${formatDay(first)}::date and ${formatDay(last)}::date
      group by 1, 2, 3, 4
    ) as moved
      left join invoice on invoice.merchant_id = ${merchantId} and invoice.id = ${idOf("INVOICE")}
      left join credit_memo on credit_memo.merchant_id = ${merchantId} and credit_memo.id = ${idOf("CREDIT_MEMO")}
      left join payment on payment.merchant_id = ${merchantId} and payment.id = ${idOf("PAYMENT")}
    order by moved.date, moved.number`.execute(tx);
  return rows.map((row) => ({
    date: row.date,
    type: row.type,
    document: row.document,
    dueDate: row.due_date,
    amount: money(BigInt(row.minor), account.currency),
    sourceType: row.source_type,
    sourceId: row.source_id,
  }));
}

function linesOf(merchantId: string, { customerId, currency, cutoff }: Account): RawBuilder<unknown> {
  return sql`journal_line as line
      join journal_entry as entry on entry.merchant_id = ${merchantId} and entry.id = line.entry_id
    where line.merchant_id = ${merchantId} and line.customer_id = ${customerId}::uuid and line.currency = ${currency}
      and line.role in ('RECEIVABLE', 'CUSTOMER_CREDIT') and ${recordedBy("entry.posted_at", cutoff)}`;
}
