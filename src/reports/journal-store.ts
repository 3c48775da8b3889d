import { type RawBuilder, sql } from "kysely";
import { accountName, accountRoles } from "../kernel/account.ts";
import { type Day, formatDay } from "../kernel/day.ts";
import { money } from "../kernel/money.ts";
import { instantOut, type Merchant } from "../platform/clock.ts";
import { type Cutoff, recordedBy } from "../platform/db/cutoff.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { JournalTotal, ReportedLine } from "./journal.ts";

/** A selection of journal lines: dated from `from` to `before`, exclusive, optionally of one account, role or currency. */
type LineSelection = {
  readonly from: Day;
  readonly before: Day;
  readonly account?: string | undefined;
  readonly role?: string | undefined;
  readonly currency?: string | undefined;
  readonly cutoff: Cutoff;
};

/** Journal lines with the names of their contract, customer, category, item and class, by entry number and line number; with `DATE` by date first. */
export async function journalLines(
  tx: Tx,
  merchantId: string,
  selection: LineSelection & { readonly order: "NUMBER" | "DATE"; readonly entryIds?: readonly string[] },
): Promise<ReportedLine[]> {
  const { from, order, entryIds } = selection;
  const isOfEntries = entryIds === undefined ? sql`true` : sql`line.entry_id = any(${[...entryIds]}::uuid[])`;
  const { rows } = await sql<{
    number: string;
    date: string;
    type: string;
    account: string;
    role: string;
    currency: string;
    debit_minor: string;
    credit_minor: string;
    contract_id: string | null;
    contract_name: string | null;
    customer_id: string | null;
    customer_name: string | null;
    category_name: string | null;
    item_name: string | null;
    class_name: string | null;
    source_type: string;
    source_id: string;
    entry_id: string;
    reverses_entry_id: string | null;
    posted_at: string;
  }>`
    select entry.number, entry.date, entry.type, line.account, line.role, line.currency, line.debit_minor, line.credit_minor,
      line.contract_id, contract.name as contract_name, line.customer_id, customer.name as customer_name,
      category.name as category_name, item.name as item_name, erp_class.name as class_name, entry.source_type,
      entry.source_id, entry.id as entry_id, entry.reverses_entry_id, entry.posted_at
    from journal_line as line
      join journal_entry as entry on entry.merchant_id = ${merchantId} and entry.id = line.entry_id
      left join contract on contract.merchant_id = ${merchantId} and contract.id = line.contract_id
      left join customer on customer.merchant_id = ${merchantId} and customer.id = line.customer_id
      left join category on category.merchant_id = ${merchantId} and category.id = line.category_id
      left join item on item.merchant_id = ${merchantId} and item.id = line.item_id
      left join erp_class on erp_class.merchant_id = ${merchantId} and erp_class.id = line.class_id
    where ${selected(merchantId, selection)} and line.date >= ${formatDay(from)}::date and ${isOfEntries}
    order by ${order === "DATE" ? sql`entry.date, ` : sql``}entry.number, line.line_number`.execute(tx);
  return rows.map((row) => ({
    number: row.number,
    date: row.date,
    type: row.type,
    account: row.account,
    role: row.role,
    debit: money(BigInt(row.debit_minor), row.currency),
    credit: money(BigInt(row.credit_minor), row.currency),
    contractId: row.contract_id,
    contractName: row.contract_name,
    customerId: row.customer_id,
    customerName: row.customer_name,
    categoryName: row.category_name,
    itemName: row.item_name,
    className: row.class_name,
    sourceType: row.source_type,
    sourceId: row.source_id,
    entryId: row.entry_id,
    reversesEntryId: row.reverses_entry_id,
    postedAt: instantOut(row.posted_at),
  }));
}

/** The first and last entry number of a selection, and the totals of its lines by currency. */
export type JournalSpan = { readonly first: string; readonly last: string; readonly totals: readonly JournalTotal[] };

export async function journalSpan(tx: Tx, merchantId: string, selection: LineSelection): Promise<JournalSpan> {
  const { rows } = await sql<{ currency: string; debit: string; credit: string; first: string; last: string }>`
    select line.currency, sum(line.debit_minor)::text as debit, sum(line.credit_minor)::text as credit,
      min(min(entry.number)) over () as first, max(max(entry.number)) over () as last
    from journal_line as line
      join journal_entry as entry on entry.merchant_id = ${merchantId} and entry.id = line.entry_id
    where ${selected(merchantId, selection)} and line.date >= ${formatDay(selection.from)}::date
    group by line.currency order by line.currency`.execute(tx);
  return {
    ...{ first: rows[0]?.first ?? "1", last: rows[0]?.last ?? "0" },
    totals: rows.map(({ currency, debit, credit }) => ({
      debit: money(BigInt(debit), currency),
      credit: money(BigInt(credit), currency),
    })),
  };
}

/**
 * The lines of the next `count` entries of a span, from the number `from` on, and the number of the entry after them; null if there is none.
 * Entries get their numbers in the order of commits and never change, so pieces that are read in different transactions fit together.
 */
export async function journalPiece(
  tx: Tx,
  merchantId: string,
  selection: LineSelection,
  { from, last, count }: { readonly from: string; readonly last: string; readonly count: number },
): Promise<{ readonly lines: readonly ReportedLine[]; readonly next: string | null }> {
  const { rows } = await sql<{ id: string; number: string }>`
    select id, number from journal_entry as entry
    where merchant_id = ${merchantId} and number >= ${from} and number <= ${last}
      and date >= ${formatDay(selection.from)}::date and date < ${formatDay(selection.before)}::date
      and ${recordedBy("entry.posted_at", selection.cutoff)}
    order by number limit ${count + 1}`.execute(tx);
  const entryIds = rows.slice(0, count).map(({ id }) => id);
  const lines = await journalLines(tx, merchantId, { ...selection, order: "NUMBER", entryIds });
  return { lines, next: rows[count]?.number ?? null };
}

/** Debits less credits of the selected account, role or currency before the first day, in minor units. */
export async function openingBalance(tx: Tx, merchantId: string, selection: LineSelection): Promise<bigint> {
  const { rows } = await sql<{ minor: string }>`
    select coalesce(sum(line.debit_minor - line.credit_minor), 0)::text as minor
    from journal_line as line
      join journal_entry as entry on entry.merchant_id = ${merchantId} and entry.id = line.entry_id
    where ${selected(merchantId, { ...selection, before: selection.from })}`.execute(tx);
  return BigInt(rows[0]?.minor ?? 0);
}

/** True if the merchant has an account with that name: the current name for a role, an account of a category, or one with entries. */
export async function isAccount(tx: Tx, { id, accountMap }: Pick<Merchant, "id" | "accountMap">, account: string) {
  if (accountRoles.some((role) => accountName(role, accountMap) === account)) return true;
  const { rows } = await sql`
    select 1 from category where merchant_id = ${id} and deleted_at is null
      and ${account} in (revenue_account, contract_liability_account)
    union all
    (select 1 from journal_line where merchant_id = ${id} and account = ${account} limit 1) limit 1`.execute(tx);
  return rows.length > 0;
}

function selected(merchantId: string, { before, account, role, currency, cutoff }: LineSelection): RawBuilder<boolean> {
  return sql<boolean>`line.merchant_id = ${merchantId} and line.date < ${formatDay(before)}::date
    and (${account ?? null}::text is null or line.account = ${account ?? null})
    and (${role ?? null}::text is null or line.role = ${role ?? null})
    and (${currency ?? null}::text is null or line.currency = ${currency ?? null})
    and ${recordedBy("entry.posted_at", cutoff)}`;
}
