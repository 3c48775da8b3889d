import { type RawBuilder, sql } from "kysely";
import { nameKey } from "../../catalog/category.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { merged, violationsOf } from "./check-result.ts";
import { type Check, check, violationsIn } from "./check-store.ts";

/** Columns of a table that are copied from a parent record. */
type Repeat = {
  readonly table: string;
  /** The column with the id of the parent. */
  readonly names: string;
  /** The table of the parent. */
  readonly of: string;
  /** Columns of the parent by the columns that copy them. */
  readonly columns: Readonly<Record<string, string>>;
  /** SQL condition on `child` and `parent`; all rows unless stated. */
  readonly which?: string;
};

const contract = { contract_id: "contract_id" };

const repeats: readonly Repeat[] = [
  { table: "billing_term", names: "billing_term_group_id", of: "billing_term_group", columns: contract },
  { table: "billing_term_layer", names: "billing_term_id", of: "billing_term", columns: contract },
  { table: "performance_obligation", names: "billing_term_group_id", of: "billing_term_group", columns: contract },
  { table: "performance_obligation", names: "billing_term_id", of: "billing_term", columns: contract },
  { table: "obligation", names: "billing_term_id", of: "billing_term", columns: contract },
  { table: "obligation", names: "performance_obligation_id", of: "performance_obligation", columns: contract },
  { table: "seat_amendment", names: "billing_term_id", of: "billing_term", columns: contract },
  { table: "price_amendment", names: "billing_term_id", of: "billing_term", columns: contract },
  { table: "pob_correction", names: "billing_term_id", of: "billing_term", columns: contract },
  { table: "pob_correction", names: "performance_obligation_id", of: "performance_obligation", columns: contract },
  { table: "contract_modification", names: "billing_term_id", of: "billing_term", columns: contract },
  { table: "contract_modification", names: "added_billing_term_id", of: "billing_term", columns: contract },
  {
    table: "contract_modification",
    names: "performance_obligation_id",
    of: "performance_obligation",
    columns: contract,
  },
  { table: "contract_modification", names: "commitment_id", of: "commitment", columns: contract },
  { table: "modification_choice", names: "modification_id", of: "contract_modification", columns: contract },
  { table: "billing_credit", names: "billing_term_id", of: "billing_term", columns: contract },
  { table: "held_contract", names: "hold_id", of: "close_hold", columns: contract },
  { table: "credit_memo_item", names: "billing_term_id", of: "billing_term", columns: contract },
  { table: "credit_memo_item", names: "invoice_line_id", of: "invoice_line", columns: { invoice_id: "invoice_id" } },
  { table: "opening_obligation", names: "performance_obligation_id", of: "performance_obligation", columns: contract },
  {
    table: "commitment_step",
    names: "schedule_id",
    of: "commitment_schedule",
    columns: { commitment_id: "commitment_id" },
  },
  { table: "journal_line", names: "entry_id", of: "journal_entry", columns: { date: "date", currency: "currency" } },
  {
    table: "journal_line",
    names: "entry_id",
    of: "journal_entry",
    columns: { contract_id: "contract_id" },
    which: "parent.contract_id is not null",
  },
  {
    ...{ table: "journal_line", names: "entry_id", of: "journal_entry", columns: { customer_id: "customer_id" } },
    // A credit or payment may be applied to an invoice of another customer of the same family.
    which: "parent.type not in ('CREDIT_APPLIED', 'CREDIT_UNAPPLIED')",
  },
];

/** INV-44. Copied columns equal those of the parent record. A parent that does not exist is a violation of INV-01. */
const repeatsCheck: Check = check(
  {
    id: "INV-44",
    severity: "violation",
    sentence:
      "Copies of a parent's contract, customer, currency or date in a record equal the parent's, and records that must be unique are.",
  },
  async ({ tx, merchant }) => {
    let found = await violationsIn(tx, misplacedParts(merchant.id));
    found = merged(found, violationsOf(await inconsistentCategories(tx, merchant.id)));
    for (const repeat of repeats) found = merged(found, await violationsIn(tx, differing(merchant.id, repeat)));
    return found;
  },
);

function differing(merchantId: string, { table, names, of, columns, which = "true" }: Repeat): RawBuilder<unknown> {
  const differs = Object.entries(columns).map(
    ([own, other]) => sql`child.${sql.ref(own)} is distinct from parent.${sql.ref(other)}`,
  );
  return sql`
    select concat_ws('/', ${sql.lit(table)}, child.${sql.ref(names)}) as id from ${sql.table(table)} as child
      join ${sql.table(of)} as parent on parent.merchant_id = ${merchantId} and parent.id = child.${sql.ref(names)}::uuid
    where child.merchant_id = ${merchantId} and ${sql.raw(which)} and (${sql.join(differs, sql` or `)})`;
}

/** Records with two parts where one is allowed or without a required part, and records whose own fields contradict each other. */
function misplacedParts(merchantId: string): RawBuilder<unknown> {
  const live = sql`merchant_id = ${merchantId} and deleted_at is null`;
  const shown = [
    ["adjustment", "adjustment_number"],
    ["credit_memo", "credit_memo_number"],
    ["journal_export", "export_number"],
  ].map(
    ([table = "", number = ""]) => sql`
      select ${sql.lit(table)} || '/' || id || ': the formatted number differs from the number' as id from ${sql.table(table)}
      where merchant_id = ${merchantId} and ${sql.ref(number)} !~ ('(^|[^0-9])0*' || number || '$')`,
  );
  return sql`
    ${sql.join(shown, sql` union all `)}
    union all
    select 'change_request/' || id || ': kind is not the first of kinds' from change_request
    where merchant_id = ${merchantId} and kind <> kinds ->> 0
    union all
    select 'billing_term/' || billing_term_id || ': two performance obligations earn it' as id from performance_obligation
    where ${live} and billing_term_id is not null group by billing_term_id having count(*) > 1
    union all
    select 'billing_term_group/' || id || ': no term and no performance obligation' from billing_term_group as grouped
    where ${live} and not exists (
      select from billing_term as term where term.merchant_id = ${merchantId} and term.billing_term_group_id = grouped.id)
      and not exists (
        select from performance_obligation as pob where pob.merchant_id = ${merchantId} and pob.billing_term_group_id = grouped.id)
    union all
    select 'billing_term_group/' || id || ': has a name, which no request gives it' from billing_term_group
    where merchant_id = ${merchantId} and name is not null
    union all
    select 'invoice/' || id || ': billing terms differ from those of its lines' from invoice as issued
    where merchant_id = ${merchantId} and status <> 'DRAFT' and not exists (
      select from invoice_line as line where line.merchant_id = ${merchantId} and line.invoice_id = issued.id
      having array(select unnest(issued.billing_term_ids) order by 1) = array_agg(distinct line.billing_term_id order by line.billing_term_id))
    union all
    select 'discount_allocation/' || id || ': obligation of another contract' from discount_allocation as discount
    where ${live} and exists (
      select from performance_obligation as pob
      where pob.merchant_id = ${merchantId} and pob.id = any(discount.performance_obligation_ids) and pob.contract_id <> discount.contract_id)
    union all
    select 'manual_invoice/' || invoice_group || ': has no invoice' from manual_invoice as manual
    where merchant_id = ${merchantId} and not exists (
      select from invoice where invoice.merchant_id = ${merchantId} and invoice.contract_id = manual.contract_id
        and invoice.invoice_group = manual.invoice_group)
    union all
    select 'billing_term_layer/' || id || ': has no modification in the decision log' from billing_term_layer as layer
    where merchant_id = ${merchantId} and not exists (
      select from contract_modification as change where change.merchant_id = ${merchantId} and change.id = layer.id
        and change.kind = 'TERM_PRICE' and change.billing_term_id = layer.billing_term_id)
      and exists (
        -- Layers of an imported contract were agreed before the import.
        select from contract where contract.merchant_id = ${merchantId} and contract.id = layer.contract_id
          and contract.approved_at < layer.created_at)
    union all
    select concat_ws('/', 'modification_choice', modification_id, created_at) || ': more rows than the audit log has' from modification_choice as choice
    where merchant_id = ${merchantId} group by modification_id, created_at having count(*) > 1 and count(*) > (
      select count(*) from audit_log as audit
      where audit.merchant_id = ${merchantId} and audit.entity_id = choice.modification_id::text
        and audit.entity_type = 'CONTRACT_MODIFICATION' and audit.action = 'contract-modification.treat' and audit.at = choice.created_at)
    union all
    ${sql.join(atOnce(merchantId), sql` union all `)}`;
}

/** Categories whose `name_key`, by which they are found, is not that of their name. */
async function inconsistentCategories(tx: Tx, merchantId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string; name: string; key: string }>`
    select id, name, name_key as key from category where merchant_id = ${merchantId}`.execute(tx);
  return rows
    .filter(({ name, key }) => nameKey(name) !== key)
    .map(({ id }) => `category/${id}: key does not match the name`);
}

/** Tables in which one write inserts at most one row for a record: the columns of the record's id, and that of the moment of the write. */
const oneOfWrite: readonly (readonly [table: string, of: readonly string[], at: string])[] = [
  ["close_task_event", ["template_id", "month"], "at"],
  ["refund", ["payment_id", "credit_memo_id"], "created_at"],
];

function atOnce(merchantId: string): RawBuilder<unknown>[] {
  return oneOfWrite.map(([table, of, at]) => {
    const keys = sql.join([...of, at].map((name) => sql.ref(name)));
    return sql`
      select concat_ws('/', ${sql.lit(table)}, ${keys}) || ': two rows of one write' from ${sql.table(table)}
      where merchant_id = ${merchantId} group by ${keys} having count(*) > 1`;
  });
}

/** Tables whose rows are numbered within a record, and the first number. */
const numbered: readonly (readonly [table: string, within: readonly string[], number: string, first: number])[] = [
  ["adjustment_line", ["adjustment_id"], "line_number", 1],
  ["close_task_event", ["template_id", "month"], "sequence", 1],
  ["close_task_revision", ["template_id"], "revision", 1],
  ["commitment_change", ["commitment_id"], "number", 1],
  ["commitment_step_term", ["step_id"], "position", 0],
  ["credit_memo_item", ["credit_memo_id"], "line_number", 1],
  ["invoice_line", ["invoice_id"], "line_number", 1],
  ["journal_line", ["entry_id"], "line_number", 1],
];

/** The series of numbers, each with the table of the records that have them. */
const series = {
  INVOICE: "invoice",
  JOURNAL_ENTRY: "journal_entry",
  CREDIT_MEMO: "credit_memo",
  ADJUSTMENT: "adjustment",
  JOURNAL_EXPORT: "journal_export",
} as const;

/** INV-45. Parts of a record are numbered without a gap, and the counter of each series is one after its last number. */
const numbersCheck: Check = check(
  {
    id: "INV-45",
    severity: "violation",
    sentence: "The parts of a record are numbered without a gap, and the next number of each series follows its last.",
  },
  async ({ tx, merchant }) => {
    const gaps = numbered.map(([table, within, number, first]) => {
      const keys = sql.join(within.map((name) => sql.ref(name)));
      return sql`
        select concat_ws('/', ${sql.lit(table)}, ${keys}) as id from ${sql.table(table)} where merchant_id = ${merchant.id}
        group by ${keys} having min(${sql.ref(number)}) <> ${sql.lit(first)} or max(${sql.ref(number)}) <> count(*) + ${sql.lit(first - 1)}`;
    });
    const ahead = Object.entries(series).map(([name, table]) => {
      // The maximum, not a count: sections of a consolidated invoice share one number.
      const last = sql`(select coalesce(max(number), 0) from ${sql.table(table)} where merchant_id = ${merchant.id})`;
      return sql`
        select ${sql.lit(`number_counter/${name}`)} as id
        where ${last} <> coalesce((select next - 1 from number_counter where merchant_id = ${merchant.id} and series = ${name}), 0)`;
    });
    return violationsIn(tx, sql.join([...gaps, ...ahead], sql` union all `));
  },
);

/** INV-44: copied columns. INV-45: numbers. */
export const repeatChecks: readonly Check[] = [repeatsCheck, numbersCheck];
