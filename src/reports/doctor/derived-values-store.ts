import { type RawBuilder, sql } from "kysely";
import { fileSource, sellingPriceSource, termsSource, uncategorizedSource } from "../../contracts/readiness.ts";
import { accountName } from "../../kernel/account.ts";
import { merged, type Violations } from "./check-result.ts";
import { type Check, check, violationsIn } from "./check-store.ts";
import { invoicesOfOtherOrigin } from "./invoice-origin-store.ts";

/** A query that selects, as `id`, records with stored values that do not follow from the facts they are derived from. */
type ViolationQuery = (merchantId: string) => RawBuilder<unknown>;

/** INV-44. Values that are stored beside the facts they are derived from must follow from them, so that neither can be changed alone unnoticed. */
export const followsCheck: Check = check(
  {
    id: "INV-44",
    severity: "violation",
    sentence:
      "Status, days, sources and taxes stored with documents, credits and closes match the records that led to them.",
  },
  async ({ tx, merchant }) => {
    let found: Violations = { count: 0, sample: [] };
    for (const query of [
      invoices,
      invoicesOfOtherOrigin,
      settlements,
      writeOffs,
      billingCredits,
      swaps,
      liabilityAccounts,
      statuses,
      bookMonths,
      terms,
      months,
      heldContracts,
      unbilled,
      openings,
    ])
      found = merged(found, await violationsIn(tx, query(merchant.id)));
    return found;
  },
);

/**
 * SQL condition that `day` is the merchant's date of the moment `at`, or of an hour before: a sandbox clock that stands still moves forward by
 * milliseconds, possibly past midnight.
 */
const isDay = (day: string, at: string) => `${day} in (
    select (moment at time zone owner.time_zone)::date
    from merchant as owner, unnest(array[${at}, ${at} - interval '1 hour']) as moment
    where owner.id = current_merchant())`;
const isDayOf = (day: string, at: string) => sql.raw(isDay(day, at));

/** SQL condition that the audit log has a row about the invoice that satisfies `how`. */
const isAudited = (how: string) =>
  sql.raw(`exists (
    select from audit_log as audit
    where audit.merchant_id = current_merchant() and audit.entity_id = invoice.id::text and audit.entity_type = 'INVOICE' and ${how})`);

/** Status and dates of invoices follow from their amounts and later events, the tax table from the lines (data model 13.3, rules 5). */
const invoices: ViolationQuery = (merchantId) => sql`
  select 'invoice/' || id as id from invoice
  where merchant_id = ${merchantId} and status <> 'DRAFT' and (
    status <> case
      when voided_at is not null then 'VOID'
      when total_minor = amount_paid_minor + amount_credited_minor then 'PAID'
      when uncollectible_on is not null then 'UNCOLLECTIBLE'
      when amount_paid_minor + amount_credited_minor = 0 then 'ISSUED'
      else 'PARTIALLY_PAID' end
    or is_held or created_at <> issued_at
    or (sent_date is not null) <> (delivery_status <> 'NOT_SENT')
    or uncollectible_on is distinct from (
      select date from invoice_write_off as loss
      where loss.merchant_id = ${merchantId} and loss.invoice_id = invoice.id and loss.reverses_id is null and not exists (
        select from invoice_write_off as back where back.merchant_id = ${merchantId} and back.reverses_id = loss.id))
    or paid_on is distinct from case when status = 'PAID' and amount_paid_minor + amount_credited_minor <> 0 then greatest(issue_date, (
      select max(applied_on) from application
      where application.merchant_id = ${merchantId} and invoice_id = invoice.id and reverses_id is null and not exists (
        select from application as back where back.merchant_id = ${merchantId} and back.reverses_id = application.id))) end)
  union all
  select 'invoice/' || id || ': dates differ from the planned dates' from invoice
  where merchant_id = ${merchantId} and not is_imported and (
    issue_date < original_issue_date
    -- Payment terms count from the planned date; for usage and commitment lines, from the day on which the usage was complete.
    or original_due_date - net_payment_terms <> original_issue_date and (
      original_due_date - net_payment_terms not between original_issue_date and greatest(ready_on, issue_date)
      or status <> 'DRAFT' and not exists (
        select from invoice_line as line where line.merchant_id = ${merchantId} and line.invoice_id = invoice.id
          and (line.type in ('USAGE', 'LATE_USAGE', 'MINIMUM') or line.commitment_id is not null)))
    or due_date <> original_due_date and (status = 'DRAFT' or not (${isDayOf("invoice.due_date - invoice.net_payment_terms", "invoice.issued_at")})))
  union all
  select 'invoice/' || id || ': memo, custom fields or sent date not in the audit log' from invoice
  where merchant_id = ${merchantId} and (
    memo is not null and not ${isAudited(`audit.changes @> '[{"path": "/memo"}]'`)}
    or custom_fields <> '{}' and not ${isAudited(`audit.changes @> '[{"path": "/customFields"}]'`)}
    or sent_date is not null and not ${isAudited(`audit.action = 'invoice.mark-as-sent' and ${isDay("invoice.sent_date", "audit.at")}`)})
  union all
  select distinct 'invoice/' || invoice.id || ': lines and invoice disagree about being void' from invoice_line as line
    join invoice on invoice.merchant_id = ${merchantId} and invoice.id = line.invoice_id
  where line.merchant_id = ${merchantId} and line.is_void <> (invoice.status = 'VOID')
  union all
  select 'invoice/' || id || ': a draft with fields of an issued invoice' from invoice
  where merchant_id = ${merchantId} and status = 'DRAFT'
    and (paid_on is not null or uncollectible_on is not null or sent_date is not null or delivery_status <> 'NOT_SENT' or tax_lines <> '[]')
  union all
  -- A draft is held if it was due when it was created, and never if it is not due yet.
  select 'invoice/' || invoice.id || ': a draft of another time, or held without being due' from invoice
    join merchant as owner on owner.id = ${merchantId}
  where invoice.merchant_id = ${merchantId} and status = 'DRAFT' and (
    invoice.created_at > invoice.last_updated_at
    or is_held and coalesce(ready_on, issue_date) > (invoice.last_updated_at at time zone owner.time_zone)::date
    or not is_held and coalesce(ready_on, issue_date) <= ((invoice.created_at - interval '1 hour') at time zone owner.time_zone)::date)
  union all
  select distinct 'invoice/' || invoice_id || ': tax table differs from the lines' from (
    select id as invoice_id, entry ->> 'category' as category, (entry ->> 'rate')::numeric as rate,
      (entry ->> 'taxable')::numeric as taxable, (entry ->> 'tax')::numeric as tax, 1 as times
    from invoice cross join lateral jsonb_array_elements(tax_lines) as entry
    where merchant_id = ${merchantId} and status <> 'DRAFT'
    union all
    select invoice_id, tax_category, tax_rate, sum(total_minor), sum(tax_minor), -1 from invoice_line
    where merchant_id = ${merchantId} and tax_category is not null group by invoice_id, tax_category, tax_rate) as taxed
  group by invoice_id, category, rate, taxable, tax having sum(times) <> 0`;

/**
 * SQL condition of applications that an opening recorded for old invoices. They are part of the opening's own entry, and are reversed by the entry
 * that reverses it. Later applications of the same payment are posted like any others.
 */
const isOfOpening = sql.raw(
  "payment.type is not distinct from 'OPENING' and act.reverses_id is null and act.created_at = payment.created_at",
);

/**
 * Each application has an entry on its posting date, in the account that it names. A reversal is dated on the day when the payment was returned, or
 * on which the reversal was recorded (rules 8).
 */
const settlements: ViolationQuery = (merchantId) => sql`
  select 'application/' || act.id as id from application as act
    join invoice on invoice.merchant_id = ${merchantId} and invoice.id = act.invoice_id
    left join payment on payment.merchant_id = ${merchantId} and payment.id = act.payment_id
  where act.merchant_id = ${merchantId} and (
    ${isOfOpening} and (act.posted_on <> payment.posted_on or act.account_role <> 'RECEIVABLE')
    or act.reverses_id is not null and act.applied_on is distinct from payment.returned_on
      and not (${isDayOf("act.applied_on", "act.created_at")})
    or not (${isOfOpening}) and not exists (
      select from journal_entry as entry
        join journal_line as line on line.merchant_id = ${merchantId} and line.entry_id = entry.id
      where entry.merchant_id = ${merchantId} and (entry.source_id = coalesce(act.payment_id, act.credit_memo_id)::text
          or payment.type is not distinct from 'OPENING' and entry.type = 'OPENING' and entry.reverses_entry_id is not null
            and entry.source_id = invoice.contract_id::text)
        and entry.source_type <> 'ACCOUNTING_PERIOD' and entry.posted_at = act.created_at and entry.date = act.posted_on
        and entry.contract_id = invoice.contract_id
        and case act.account_role
          when 'RECEIVABLE' then line.role = 'RECEIVABLE'
          else line.role in ('BAD_DEBT', 'BAD_DEBT_RECOVERED', 'CONTRACT_LIABILITY', 'TAX_PAYABLE') end))`;

/** Write-offs and their reversals are posted on their date; a reversal is of a write-off of the same invoice. */
const writeOffs: ViolationQuery = (merchantId) => sql`
  select 'invoice_write_off/' || loss.id as id from invoice_write_off as loss
    left join invoice_write_off as former on former.merchant_id = ${merchantId} and former.id = loss.reverses_id
  where loss.merchant_id = ${merchantId} and (
    loss.posted_on <> loss.date
    or loss.reverses_id is not null and (former.invoice_id is distinct from loss.invoice_id or former.reverses_id is not null)
    or not exists (
      select from journal_entry as entry
      where entry.merchant_id = ${merchantId} and entry.source_id = loss.invoice_id::text and entry.posted_at = loss.created_at
        and entry.date = loss.date
        and entry.type = case when loss.reverses_id is null then 'INVOICE_UNCOLLECTIBLE' else 'INVOICE_REINSTATED' end))`;

/**
 * Each billing credit belongs to an item of a credit memo for the same line and service, or to a write-off of its invoice. Its date is that of the
 * credit memo or entry, of the credit that it takes back, or the day on which it was recorded.
 */
const billingCredits: ViolationQuery = (merchantId) => sql`
  select 'billing_credit/' || credit.id as id from billing_credit as credit
    join invoice_line as line on line.merchant_id = ${merchantId} and line.id = credit.invoice_line_id
  where credit.merchant_id = ${merchantId} and not case credit.source_type
    when 'CREDIT_MEMO' then exists (
      select from credit_memo_item as item
        join credit_memo as memo on memo.merchant_id = ${merchantId} and memo.id = item.credit_memo_id
      where item.merchant_id = ${merchantId} and item.credit_memo_id = credit.source_id and item.invoice_line_id = credit.invoice_line_id
        and item.service_start = credit.service_start and item.service_end = credit.service_end
        and (memo.issue_date = credit.date or exists (
          select from billing_credit as moved
          where moved.merchant_id = ${merchantId} and moved.invoice_line_id = credit.invoice_line_id
            and moved.source_id = credit.source_id and ${isDayOf("credit.date", "moved.created_at")})))
    else exists (
      select from invoice_write_off as loss
      where loss.merchant_id = ${merchantId} and loss.id = credit.source_id and loss.invoice_id = line.invoice_id and loss.reverses_id is null
        and line.service_start <= credit.service_start
        -- A write-off of a line whose service is over, but that is not earned, is dated on the day after.
        and credit.service_end <= greatest(line.service_end, loss.date + 2, credit.date + 2))
      and (${isDayOf("credit.date", "credit.created_at")} or exists (
        select from journal_entry as entry
        where entry.merchant_id = ${merchantId} and entry.contract_id = credit.contract_id and entry.date = credit.date
          and entry.posted_at = credit.created_at)
        -- The void of its invoice takes a credit back on the same day.
        or exists (
        select from billing_credit as former
        where former.merchant_id = ${merchantId} and former.invoice_line_id = credit.invoice_line_id and former.source_id = credit.source_id
          and (former.source_type, former.date, former.service_start, former.service_end, former.amount_minor)
            = (credit.source_type, credit.date, credit.service_start, credit.service_end, -credit.amount_minor)
          and former.created_at < credit.created_at)) end`;

/**
 * The swap credit of a billing term is the sum of its parts by invoice line of the term that it replaced, and has the name, description, item,
 * class and product of that term. Each part has its share of the line's tax, to half a minor unit.
 */
const swaps: ViolationQuery = (merchantId) => sql`
  select 'billing_term/' || coalesce(term.id, taken.billing_term_id) || ': swap credit differs from its parts' as id
  from (select id, swap_credit from billing_term where merchant_id = ${merchantId} and swap_credit is not null) as term
    full join (
      select part.billing_term_id, sum(amount_minor) as minor, min(line.billing_term_id::text) as ended, max(line.billing_term_id::text) as last,
        bool_or(line.total_minor > 0 and abs(part.tax_minor - line.tax_minor * part.amount_minor::numeric / line.total_minor) > 0.5) as is_taxed_otherwise
      from swap_credit_line as part
        join invoice_line as line on line.merchant_id = ${merchantId} and line.id = part.invoice_line_id
      where part.merchant_id = ${merchantId} group by part.billing_term_id) as taken on taken.billing_term_id = term.id
  where ((swap_credit ->> 'minor')::numeric, swap_credit ->> 'endedBillingTermId', swap_credit ->> 'endedBillingTermId')
    is distinct from (taken.minor, taken.ended, taken.last) or is_taxed_otherwise
    or not exists (
      select from billing_term as ended
      where ended.merchant_id = ${merchantId} and ended.id::text = taken.ended
        and (ended.name, ended.description, ended.item_id::text, ended.class_id::text, ended.product_id::text) is not distinct from
          (term.swap_credit ->> 'name', term.swap_credit ->> 'description', term.swap_credit ->> 'itemId', term.swap_credit ->> 'classId', term.swap_credit ->> 'productId'))`;

/**
 * Only a terminated term has a delivered share, and `delivered_until` is not before its end. Only usage of an approved contract has a day on which
 * what is below zero is credited.
 */
const terms: ViolationQuery = (merchantId) => sql`
  select 'billing_term/' || term.id || ': a carried credit of no usage' as id from billing_term as term
    join contract on contract.merchant_id = ${merchantId} and contract.id = term.contract_id
  where term.merchant_id = ${merchantId} and carried_credit_due is not null and (event_type_id is null or status <> 'APPROVED')
  union all
  select 'billing_term/' || id || ': delivered share without a termination' as id from billing_term
  where merchant_id = ${merchantId} and (delivered_share is null and delivered_until is not null
    or delivered_share is not null and (terminated_at is null or delivered_until < end_date))`;

/**
 * The stored liability account of an obligation is one that its contract has entries in or, if nothing of it is billed or recognized yet, one that
 * a category has or had. A contract with entries in the account of a category has an obligation with that account.
 */
const liabilityAccounts: ViolationQuery = (merchantId) => sql`
  select 'obligation_liability_account/' || stored.performance_obligation_id as id
  from obligation_liability_account as stored
    join performance_obligation as pob on pob.merchant_id = ${merchantId} and pob.id = stored.performance_obligation_id
  where stored.merchant_id = ${merchantId} and not exists (
    select from journal_entry as entry
      join journal_line as line on line.merchant_id = ${merchantId} and line.entry_id = entry.id
    where entry.merchant_id = ${merchantId} and entry.contract_id = pob.contract_id
      and line.role = 'CONTRACT_LIABILITY' and line.account = stored.account)
    and (exists (
      select from revenue_entry as earned
      where earned.merchant_id = ${merchantId} and earned.performance_obligation_id = pob.id and earned.amount_minor <> 0)
    or exists (
      select from invoice_line as line
      where line.merchant_id = ${merchantId} and line.billing_term_id = pob.billing_term_id and line.total_minor <> 0)
    or not exists (
      select from audit_log as audit
      where audit.merchant_id = ${merchantId} and audit.entity_type = 'CATEGORY'
        and audit.changes @> jsonb_build_array(jsonb_build_object('path', 'contractLiabilityAccount', 'to', stored.account))))
  union
  select 'contract/' || line.contract_id || ': no obligation has the account ' || line.account
  from journal_line as line
    -- An adjustment names any account. What a close presents is in the present accounts of categories, and reversed on the next day.
    join journal_entry as entry on entry.merchant_id = ${merchantId} and entry.id = line.entry_id
      and entry.source_type <> 'ADJUSTMENT' and entry.type not in ('PRESENTATION', 'PRESENTATION_REVERSAL')
  where line.merchant_id = ${merchantId} and line.role = 'CONTRACT_LIABILITY' and line.contract_id is not null
    and exists (select from category where merchant_id = ${merchantId} and contract_liability_account is not null)
    and line.account in (select contract_liability_account from category where merchant_id = ${merchantId})
    -- Leave out names that the merchant's own liability account has or had.
    and line.account not in (${accountName("CONTRACT_LIABILITY")}, coalesce((
      select account_map ->> 'CONTRACT_LIABILITY' from merchant where id = ${merchantId}), ''))
    and not exists (
      select from audit_log as audit
      where audit.merchant_id = ${merchantId} and audit.entity_type = 'MERCHANT'
        and position(to_json(line.account)::text in audit.changes::text) > 0)
    and not exists (
      select from obligation_liability_account as stored
        join performance_obligation as pob on pob.merchant_id = ${merchantId} and pob.id = stored.performance_obligation_id
      where stored.merchant_id = ${merchantId} and stored.account = line.account and pob.contract_id = line.contract_id)`;

/** The status of a contract before approval follows from its readiness reports; an approved one has a time of approval (data model 3.5). */
const statuses: ViolationQuery = (merchantId) => sql`
  select 'contract/' || id || ': status differs from its readiness' as id from contract
    cross join lateral (
      select coalesce(bool_or(source = ${termsSource}), false) as has_terms,
        coalesce(bool_or(source in (${termsSource}, ${fileSource})), false) as is_known,
        coalesce(bool_or(reasons <> '[]' and source <> ${uncategorizedSource}
          and (allocation_method = 'RELATIVE_SSP' or source <> ${sellingPriceSource})), false) as is_blocked
      from contract_readiness as report where report.merchant_id = ${merchantId} and report.contract_id = contract.id) as report
  where merchant_id = ${merchantId} and deleted_at is null and (
    (status = 'APPROVED') <> (approved_at is not null)
    or status in ('NEW', 'BLOCKED', 'PROCESSED') and status <> case
      when not is_known then 'NEW'
      when is_blocked or not has_terms or customer_id is null then 'BLOCKED'
      else 'PROCESSED' end)`;

/** An obligation that was created before the approval of its contract has no book month of its own. */
const bookMonths: ViolationQuery = (merchantId) => sql`
  select 'performance_obligation/' || pob.id || ': book month without an approval before it' as id from performance_obligation as pob
    join contract on contract.merchant_id = ${merchantId} and contract.id = pob.contract_id
  where pob.merchant_id = ${merchantId} and pob.book_month is not null
    and (contract.approved_at is null or contract.approved_at > pob.created_at)`;

/** Only a reopened month has fields of a reopening. A month reopened along with an earlier one names one that was reopened then or since. */
const months: ViolationQuery = (merchantId) => sql`
  select 'accounting_period/' || to_char(month, 'YYYY-MM') || ': reopening fields of a month that was not reopened' as id from accounting_period
  where merchant_id = ${merchantId} and (
    reopened_at is null and (reopened_by is not null or reopen_reason is not null or reopened_with is not null)
    -- The reason stays with the month that was named.
    or reopened_with is not null and reopen_reason is not null)
  union all
  select 'accounting_period/' || to_char(month, 'YYYY-MM') || ': reopened with a month that was not reopened' as id from accounting_period as period
  where merchant_id = ${merchantId} and reopened_with is not null and not exists (
    select from accounting_period as named
    where named.merchant_id = ${merchantId} and named.month = period.reopened_with and named.month < period.month
      and (named.reopened_at = period.reopened_at or named.reopened_at > period.reopened_at))`;

/** The contracts that each close left out follow from the order of holds, releases and closes in the audit log. */
const heldContracts: ViolationQuery = (merchantId) => sql`
  with closing as (
    select to_date(entity_id, 'YYYY-MM') as month, sequence, row_number() over (partition by entity_id order by sequence) as close_count
    from audit_log where merchant_id = ${merchantId} and entity_type = 'ACCOUNTING_PERIOD' and action = 'period.close'
  ), hold as (
    select hold.id, hold.contract_id, hold.from_month, held.sequence as since, released.sequence as until
    from close_hold as hold
      join audit_log as held on held.merchant_id = ${merchantId} and held.entity_id = hold.contract_id::text
        and held.action = 'contract.hold' and held.at = hold.held_at
      left join audit_log as released on released.merchant_id = ${merchantId} and released.entity_id = hold.contract_id::text
        and released.action = 'contract.release' and released.at = hold.released_at
    where hold.merchant_id = ${merchantId}
  ), left_out as (
    select closing.month, closing.close_count::int, hold.contract_id, hold.id as hold_id from closing join hold
      on since < sequence and (until is null or until > sequence) and (from_month is null or from_month <= month)
  ), stored as (
    select month, close_count, contract_id, hold_id from held_contract where merchant_id = ${merchantId}
  )
  select concat_ws('/', 'held_contract', contract_id, to_char(month, 'YYYY-MM')) as id
  from ((table left_out except table stored) union all (table stored except table left_out)) as differing
  union all
  select concat_ws('/', 'group_unbilled', billing_term_group_id, to_char(month, 'YYYY-MM')) from group_unbilled
  where merchant_id = ${merchantId} and (month, close_count) not in (select month, close_count from closing)`;

/**
 * The unbilled receivable that closes stored by group equals what they presented for the contract (rules 8, 13). Adjusted contracts are left out,
 * because they may present less. Revenue of a pattern or of consumption is earned in the month that posted it, a catch-up in an earlier one.
 */
const unbilled: ViolationQuery = (merchantId) => sql`
  select concat_ws('/', 'group_unbilled', contract_id, to_char(month, 'YYYY-MM')) as id from (
    select billing_term_group.contract_id, found.month, found.amount_minor as minor from group_unbilled as found
      join billing_term_group on billing_term_group.merchant_id = ${merchantId} and billing_term_group.id = found.billing_term_group_id
    where found.merchant_id = ${merchantId}
    union all
    select line.contract_id, date_trunc('month', line.date)::date, line.credit_minor - line.debit_minor from journal_line as line
      join journal_entry as entry on entry.merchant_id = ${merchantId} and entry.id = line.entry_id and entry.type = 'PRESENTATION'
    where line.merchant_id = ${merchantId} and line.role = 'UNBILLED_RECEIVABLE') as presented
  where not exists (
    select from adjustment_line as adjusted
    where adjusted.merchant_id = ${merchantId} and adjusted.contract_id = presented.contract_id
      and adjusted.role in ('CONTRACT_LIABILITY', 'CONTRACT_ASSET', 'UNBILLED_RECEIVABLE'))
  group by contract_id, month having sum(minor) <> 0
  union all
  select 'revenue_entry/' || performance_obligation_id || ': earned month contradicts the source' from revenue_entry
  where merchant_id = ${merchantId} and (earned_month > month or extract(day from earned_month) <> 1
    or earned_month <> month and source in ('PATTERN', 'CONSUMED'))`;

/** Revenue recognized before an opening, by obligation, equals the revenue that the opening posted (close count 0). */
const openings: ViolationQuery = (merchantId) => sql`
  select 'opening_obligation/' || performance_obligation_id as id from (
    select performance_obligation_id, recognized_minor as minor from opening_obligation where merchant_id = ${merchantId}
    union all
    select performance_obligation_id, -amount_minor from revenue_entry where merchant_id = ${merchantId} and close_count = 0) as said
  group by performance_obligation_id having sum(minor) <> 0`;
