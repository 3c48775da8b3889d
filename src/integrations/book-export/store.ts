import { sql } from "kysely";
import type { AccountRole } from "../../kernel/account.ts";
import { type Day, dayFrom, formatDay } from "../../kernel/day.ts";
import { ratioFromDecimal } from "../../kernel/decimal.ts";
import { type Money, money } from "../../kernel/money.ts";
import type { Tx } from "../../platform/db/pool.ts";
import type { CreditOfLine } from "./stated-credits.ts";
import type { UsageCounted } from "./unbilled-usage.ts";

type ContractSelection = { readonly merchantId: string; readonly contractIds: readonly string[]; readonly asOf: Day };

/** Reasons why contracts cannot be expressed by their setup and an opening: changes that these cannot represent. */
export async function changesOfContracts(
  tx: Tx,
  { merchantId, contractIds, asOf }: Omit<ContractSelection, "asOf"> & { readonly asOf: Day | null },
): Promise<{ readonly contractId: string; readonly reason: string }[]> {
  const rows = (reason: string, table: string, rule = sql`true`) => sql`
    select contract_id, ${reason}::text as reason from ${sql.table(table)}
    where merchant_id = ${merchantId} and contract_id = any(${contractIds}::uuid[]) and ${rule}`;
  // If a month is closed, comparing figures shows whether these changes matter: what was billed, and what is left to bill and to earn.
  const modified =
    asOf !== null
      ? []
      : [
          rows("it was modified", "contract_modification"),
          rows("it was corrected", "pob_correction"),
          rows("a price was amended", "billing_term_layer"),
          rows("seats were amended", "seat_amendment"),
          rows("a term was terminated", "billing_term", sql`deleted_at is null and terminated_at is not null`),
          rows("a term was swapped", "billing_term", sql`deleted_at is null and swap_credit is not null`),
          rows("an obligation was deleted", "performance_obligation", sql`deletion_book_month is not null`),
        ];
  const found = sql.join(
    [
      ...modified,
      rows(
        "what a commitment billed was credited",
        "billing_credit",
        sql`exists (select from invoice_line as line where line.merchant_id = billing_credit.merchant_id
          and line.id = billing_credit.invoice_line_id and line.commitment_id is not null)`,
      ),
      ...(asOf === null
        ? []
        : [
            rows(
              "the last close left it out; release its hold first",
              "held_contract",
              sql`month = date_trunc('month', ${formatDay(asOf)}::date) and exists (select from close_hold as hold
                where hold.merchant_id = held_contract.merchant_id and hold.id = hold_id and released_at is null)`,
            ),
          ]),
      adjustedContracts({ merchantId, contractIds, asOf }),
      rows(
        "it was loaded after the last closed month; close the month of its opening",
        "contract_opening",
        asOf === null ? sql`true` : sql`posted_on > ${formatDay(asOf)}::date`,
      ),
    ],
    sql` union `,
  );
  const { rows: all } = await sql<{ contract_id: string; reason: string }>`
    select contract_id, reason from (${found}) as found order by contract_id, reason`.execute(tx);
  return all.map(({ contract_id: contractId, reason }) => ({ contractId, reason }));
}

/**
 * Selects contracts with adjustments after the day, or with adjustments that left a balance in an account of the contract's position.
 * Without a day (`asOf` null), it selects all contracts with adjustments.
 */
function adjustedContracts({
  merchantId,
  contractIds,
  asOf,
}: Omit<ContractSelection, "asOf"> & { readonly asOf: Day | null }) {
  const isLater = asOf === null ? sql`true` : sql`bool_or(date > ${formatDay(asOf)}::date)`;
  return sql`
    select distinct contract_id, 'it has adjustments that were not reversed by the day of its opening'::text as reason
    from adjustment_line as line
      join adjustment on adjustment.merchant_id = line.merchant_id and adjustment.id = line.adjustment_id
    where line.merchant_id = ${merchantId} and contract_id = any(${contractIds}::uuid[])
    group by contract_id, currency, role
    having ${isLater} or (role in ('CONTRACT_LIABILITY', 'CONTRACT_ASSET', 'UNBILLED_RECEIVABLE')
      and sum(debit_minor - credit_minor) <> 0)`;
}

/** Ids of the terms that were created as obligations. */
export async function termsOfObligations(
  tx: Tx,
  { merchantId, contractIds }: Omit<ContractSelection, "asOf">,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select billing_term_id as id from obligation
    where merchant_id = ${merchantId} and contract_id = any(${contractIds}::uuid[]) and deleted_at is null`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/**
 * SQL `from … where` for the invoice lines up to a day, each with its term and the amount credited by then. Further conditions can be
 * appended.
 */
const invoicedLines = ({ merchantId, contractIds, asOf }: ContractSelection) => sql`
    from invoice
      join invoice_line as line on line.merchant_id = invoice.merchant_id and line.invoice_id = invoice.id
      cross join lateral (
        select coalesce(sum(amount_minor), 0) as minor from billing_credit as credit
        where credit.merchant_id = line.merchant_id and credit.invoice_line_id = line.id
          and credit.date <= ${formatDay(asOf)}::date) as credited
      join billing_term as term on term.merchant_id = line.merchant_id and term.id = line.billing_term_id
    where invoice.merchant_id = ${merchantId} and invoice.contract_id = any(${contractIds}::uuid[])
      and invoice.status not in ('DRAFT', 'VOID') and not line.is_void and invoice.issue_date <= ${formatDay(asOf)}::date`;

/**
 * How much invoices up to a day billed for terms without usage, less credits, excluding tax. `last` is the last day billed, but not
 * after the end of a term (unless its milestone was reached).
 */
export async function billedOfTerms(
  tx: Tx,
  selection: ContractSelection,
): Promise<
  { readonly contractId: string; readonly billingTermId: string; readonly last: string; readonly billed: Money }[]
> {
  const { rows } = await sql<Record<"contract_id" | "term_id" | "last" | "currency" | "minor", string>>`
    select invoice.contract_id, line.billing_term_id as term_id, (least(max(line.service_end), case when term.reached_on is null then term.end_date end) - 1)::text as last,
      invoice.currency, sum(line.total_minor - credited.minor) as minor
    ${invoicedLines(selection)}
      and term.event_type_id is null
    group by invoice.contract_id, line.billing_term_id, term.end_date, term.reached_on, invoice.currency
    order by invoice.contract_id, line.billing_term_id`.execute(tx);
  return rows.map(({ contract_id: contractId, term_id: billingTermId, last, currency, minor }) => ({
    ...{ contractId, billingTermId, last, billed: money(BigInt(minor), currency) },
  }));
}

/**
 * What was credited by a day of lines of terms without usage, so that it lowers revenue, by line and days of service; reversals are subtracted,
 * and credits that were reversed in full are left out. Tax only of credit memos, whose lines can be on open invoices.
 */
export async function creditsOfLines(
  tx: Tx,
  { merchantId, contractIds, asOf }: ContractSelection,
): Promise<CreditOfLine[]> {
  type Row = Record<"contract_id" | "term_id" | "line_id" | "line_start" | "start" | "end" | "currency", string> & {
    readonly minor: string;
    readonly tax: string;
    readonly is_write_off: boolean;
  };
  const { rows } = await sql<Row>`
    select credit.contract_id, credit.billing_term_id as term_id, line.id as line_id, line.service_start as line_start,
      credit.service_start as start, credit.service_end as end, contract.currency,
      credit.source_type <> 'CREDIT_MEMO' as is_write_off, sum(credit.amount_minor) as minor,
      coalesce(sum(item.tax_minor * sign(credit.amount_minor)), 0) as tax
    from billing_credit as credit
      join contract on contract.merchant_id = credit.merchant_id and contract.id = credit.contract_id
      join invoice_line as line on line.merchant_id = credit.merchant_id and line.id = credit.invoice_line_id
      join billing_term as term on term.merchant_id = credit.merchant_id and term.id = credit.billing_term_id
      left join lateral (select sum(tax_minor) as tax_minor from credit_memo_item as item
        where item.merchant_id = credit.merchant_id and item.credit_memo_id = credit.source_id
          and item.invoice_line_id = credit.invoice_line_id and item.service_start = credit.service_start
          and item.service_end = credit.service_end) as item on true
    where credit.merchant_id = ${merchantId} and credit.contract_id = any(${contractIds}::uuid[])
      and credit.date <= ${formatDay(asOf)}::date and credit.revenue_effect = 'CREDITED_DAYS'
      and term.event_type_id is null and not line.is_void
    group by credit.contract_id, credit.billing_term_id, line.id, line.service_start, credit.service_start,
      credit.service_end, contract.currency, is_write_off
    having sum(credit.amount_minor) <> 0
    order by credit.contract_id, credit.billing_term_id, line.service_start, line.id, credit.service_start`.execute(tx);
  return rows.map((row) => ({
    ...{ contractId: row.contract_id, billingTermId: row.term_id, invoiceLineId: row.line_id },
    ...{ lineStart: dayFrom(row.line_start), isWriteOff: row.is_write_off },
    service: { start: dayFrom(row.start), end: dayFrom(row.end) },
    ...{ amount: money(BigInt(row.minor), row.currency), tax: money(BigInt(row.tax), row.currency) },
  }));
}

/** How much invoices up to a day billed for commitments, excluding tax. `last` is the last day whose usage they billed; null if none. */
export async function billedOfCommitments(
  tx: Tx,
  { merchantId, contractIds, asOf }: ContractSelection,
): Promise<
  {
    readonly contractId: string;
    readonly commitmentId: string;
    readonly last: string | null;
    readonly billed: Money;
  }[]
> {
  type Row = Record<"contract_id" | "commitment_id" | "currency" | "minor", string> & { readonly last: string | null };
  const { rows } = await sql<Row>`
    select invoice.contract_id, line.commitment_id, invoice.currency, sum(line.total_minor) as minor,
      (max(line.service_end) filter (where line.type <> 'PREPAYMENT') - 1)::text as last
    from invoice
      join invoice_line as line on line.merchant_id = invoice.merchant_id and line.invoice_id = invoice.id
    where invoice.merchant_id = ${merchantId} and invoice.contract_id = any(${contractIds}::uuid[])
      and invoice.status not in ('DRAFT', 'VOID') and not line.is_void and invoice.issue_date <= ${formatDay(asOf)}::date
      and line.commitment_id is not null
    group by invoice.contract_id, line.commitment_id, invoice.currency
    order by invoice.contract_id, line.commitment_id`.execute(tx);
  return rows.map(({ contract_id: contractId, commitment_id: commitmentId, last, currency, minor }) => ({
    ...{ contractId, commitmentId, last, billed: money(BigInt(minor), currency) },
  }));
}

/** How much invoices up to a day billed for usage without a commitment, less credits, excluding tax, by term and service period. */
export async function billedOfUsage(
  tx: Tx,
  selection: ContractSelection,
): Promise<
  {
    readonly contractId: string;
    readonly billingTermId: string;
    readonly start: Day;
    readonly end: Day;
    readonly billed: Money;
  }[]
> {
  const { rows } = await sql<Record<"contract_id" | "term_id" | "start" | "end" | "currency" | "minor", string>>`
    select invoice.contract_id, line.billing_term_id as term_id, line.service_start as start, line.service_end as end,
      invoice.currency, sum(line.total_minor - credited.minor) as minor
    ${invoicedLines(selection)}
      and term.event_type_id is not null and line.commitment_id is null
    group by invoice.contract_id, line.billing_term_id, line.service_start, line.service_end, invoice.currency
    order by invoice.contract_id, line.billing_term_id, line.service_start`.execute(tx);
  return rows.map(({ contract_id: contractId, term_id: billingTermId, start, end, currency, minor }) => ({
    ...{ contractId, billingTermId, start: dayFrom(start), end: dayFrom(end) },
    billed: money(BigInt(minor), currency),
  }));
}

/** The quantities of usage that invoices up to a day billed without a commitment, by term, service period and stream. */
export async function countedUsage(
  tx: Tx,
  selection: ContractSelection,
): Promise<(UsageCounted & { readonly contractId: string })[]> {
  type Row = Record<"contract_id" | "term_id" | "start" | "end" | "quantity", string> & {
    readonly differentiator: string | null;
    readonly invoice_split_key: string | null;
  };
  const { rows } = await sql<Row>`
    select invoice.contract_id, line.billing_term_id as term_id, line.service_start as start, line.service_end as end,
      line.differentiator, line.invoice_split_key, sum(line.quantity) as quantity
    ${invoicedLines(selection)}
      and line.type in ('USAGE', 'LATE_USAGE') and line.commitment_id is null
    group by invoice.contract_id, line.billing_term_id, line.service_start, line.service_end, line.differentiator,
      line.invoice_split_key
    order by invoice.contract_id, line.billing_term_id, line.service_start`.execute(tx);
  return rows.map((row) => ({
    ...{ contractId: row.contract_id, billingTermId: row.term_id },
    ...{ start: dayFrom(row.start), end: dayFrom(row.end) },
    ...{ differentiator: row.differentiator, invoiceSplitKey: row.invoice_split_key },
    quantity: ratioFromDecimal(row.quantity),
  }));
}

export type OpenInvoice = {
  readonly contractId: string;
  readonly invoiceNumber: string;
  readonly issueDate: string;
  readonly dueDate: string;
  readonly total: Money;
  readonly tax: Money;
  readonly balance: Money;
  readonly periods: readonly {
    readonly billingTermId: string;
    readonly startDate: string;
    readonly isPrepayment: boolean;
    readonly invoiceSplitKey: string | null;
  }[];
};

/** Invoices issued up to a day that were neither paid in full nor written off by the end of it. */
export async function openInvoices(
  tx: Tx,
  { merchantId, contractIds, asOf }: ContractSelection,
): Promise<OpenInvoice[]> {
  const day = formatDay(asOf);
  type Row = Record<"contract_id" | "number" | "issued" | "due" | "currency" | "total" | "tax" | "settled", string> & {
    readonly section: number | null;
    readonly periods: OpenInvoice["periods"];
  };
  const { rows } = await sql<Row>`
    select invoice.contract_id, invoice_number as number, section, original_issue_date::text as issued,
      original_due_date::text as due, invoice.currency, total_minor as total, tax_total_minor as tax,
      paid.minor as settled, line.periods
    from invoice
      cross join lateral (
        select coalesce(sum(amount_minor), 0) as minor from application
        where application.merchant_id = invoice.merchant_id and application.invoice_id = invoice.id
          and application.posted_on <= ${day}::date) as paid
      cross join lateral (
        select jsonb_agg(distinct jsonb_build_object('billingTermId', billing_term_id, 'startDate', service_start,
            'isPrepayment', invoice_line.type = 'PREPAYMENT', 'invoiceSplitKey', invoice_split_key)) as periods
        from invoice_line
        where invoice_line.merchant_id = invoice.merchant_id and invoice_line.invoice_id = invoice.id) as line
    where invoice.merchant_id = ${merchantId} and invoice.contract_id = any(${contractIds}::uuid[])
      and status not in ('DRAFT', 'VOID') and issue_date <= ${day}::date and total_minor > paid.minor
      and (uncollectible_on is null or uncollectible_on > ${day}::date)
    order by invoice.contract_id, original_issue_date, invoice_number, section`.execute(tx);
  return rows.map(
    ({ contract_id: contractId, number, section, issued, due, currency, total, tax, settled, ...rest }) => ({
      ...{ contractId, issueDate: issued, dueDate: due, periods: rest.periods },
      // Sections of a document share its number.
      invoiceNumber: section === null ? number : `${number}-${section}`,
      total: money(BigInt(total), currency),
      tax: money(BigInt(tax), currency),
      balance: money(BigInt(total) - BigInt(settled), currency),
    }),
  );
}

/** The revenue of performance obligations for all months up to the month of a day. */
export async function recognizedOfPobs(
  tx: Tx,
  { merchantId, contractIds, asOf }: ContractSelection,
): Promise<ReadonlyMap<string, Money>> {
  const { rows } = await sql<{ id: string; currency: string; minor: string }>`
    select performance_obligation_id as id, currency, sum(amount_minor) as minor from revenue_entry
    where merchant_id = ${merchantId} and contract_id = any(${contractIds}::uuid[]) and month <= ${formatDay(asOf)}::date
    group by performance_obligation_id, currency order by performance_obligation_id`.execute(tx);
  return new Map(rows.map(({ id, currency, minor }) => [id, money(BigInt(minor), currency)]));
}

/** Balances (debits less credits) of receivable and position accounts of contracts at the end of a day; without zeros. */
export async function balancesOfContracts(
  tx: Tx,
  { merchantId, contractIds, asOf }: ContractSelection,
): Promise<{ readonly contractId: string; readonly role: AccountRole; readonly balance: Money }[]> {
  const { rows } = await sql<{ id: string; role: AccountRole; currency: string; minor: string }>`
    select contract_id as id, role, currency, sum(debit_minor - credit_minor) as minor from journal_line
    where merchant_id = ${merchantId} and contract_id = any(${contractIds}::uuid[]) and date <= ${formatDay(asOf)}::date
      and role in ('RECEIVABLE', 'CONTRACT_LIABILITY', 'CONTRACT_ASSET', 'UNBILLED_RECEIVABLE')
    group by contract_id, role, currency having sum(debit_minor - credit_minor) <> 0
    order by contract_id, role`.execute(tx);
  return rows.map(({ id, role, currency, minor }) => ({
    contractId: id,
    role,
    balance: money(BigInt(minor), currency),
  }));
}

/** Balances (credits less debits) of the customer credit account at the end of a day, by customer and currency; without zeros. */
export async function creditOfCustomers(
  tx: Tx,
  merchantId: string,
  asOf: Day,
): Promise<{ readonly customerId: string; readonly credit: Money }[]> {
  const { rows } = await sql<{ id: string; currency: string; minor: string }>`
    select customer_id as id, currency, sum(credit_minor - debit_minor) as minor from journal_line
    where merchant_id = ${merchantId} and role = 'CUSTOMER_CREDIT' and date <= ${formatDay(asOf)}::date
    group by customer_id, currency having sum(credit_minor - debit_minor) <> 0
    order by customer_id, currency`.execute(tx);
  return rows.map(({ id, currency, minor }) => ({ customerId: id, credit: money(BigInt(minor), currency) }));
}

/** One page of usage events from a moment on that were not deleted, with the fields of the request, ordered by id. */
export async function eventsSince(
  tx: Tx,
  merchantId: string,
  { since, after, limit }: { readonly since: string; readonly after: string | null; readonly limit: number },
): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select event.id, idempotency_key as "idempotencyKey", customer_id as "customerId", event_type_id as "eventTypeId",
      to_char(datetime at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as datetime,
      case when type.aggregation = 'COUNT' then null else trim_scale(value)::text end as value,
      differentiator, invoice_split_key as "invoiceSplitKey", metadata
    from usage_event as event
      join event_type as type on type.merchant_id = event.merchant_id and type.id = event.event_type_id
    where event.merchant_id = ${merchantId} and datetime >= ${since}::timestamptz
      and (${after}::uuid is null or event.id > ${after}::uuid)
      and not exists (select from usage_event_deletion as deletion
        where deletion.merchant_id = event.merchant_id and deletion.parent_event_id = event.id)
    order by event.id limit ${limit}`.execute(tx);
  return rows;
}
