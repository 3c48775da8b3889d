import { type RawBuilder, sql } from "kysely";

/**
 * A table with a column `at` that has the time of a write. No two writes of a merchant share a time, so the audit log must have a row of that time.
 * Actor, reason and entity id of the audit row must be those of the row.
 */
type TimedWrite = {
  readonly table: string;
  readonly at: string;
  /** The column that names the row in the result; `id` unless stated. */
  readonly key?: string;
  /** SQL over `written`, the row: the actor, the reason and the entity id that the audit row must have. */
  readonly by?: string;
  readonly why?: string;
  readonly about?: string;
  readonly actions?: readonly string[];
  /** A change that the audit row must contain: its path, and SQL over `written` for each field of its new value. */
  readonly change?: readonly [path: string, fields: Readonly<Record<string, string>>];
  /** Another SQL condition on `audit`, the audit row, and `written`. */
  readonly and?: string;
};

const actor = "written.actor_kind || ':' || written.actor_id";
const month = "to_char(written.month, 'YYYY-MM')";
const ofCredit = "audit.entity_id in (written.payment_id::text, written.credit_memo_id::text)";

/**
 * SQL for the change in the audit row of an application: its invoice and date. The audit row of an opening has the date as `receivedAt`, and that of
 * a reversal is about the reversed application, so it is not compared.
 */
const appliedThen = `jsonb_build_object('invoiceId', written.invoice_id, 'appliedAt', written.applied_on)`;
const hasDay = `written.reverses_id is not null
  or audit.changes @> jsonb_build_array(jsonb_build_object('to', ${appliedThen}))
  or audit.changes @> jsonb_build_array(jsonb_build_object('to', jsonb_build_array(${appliedThen})))
  or audit.changes @> jsonb_build_array(jsonb_build_object('path', 'type', 'to', 'OPENING'), jsonb_build_object('path', 'receivedAt', 'to', written.applied_on))`;

const ofUser = (user: string) => `(select key.created_by_user_id from api_key as key
    where key.merchant_id = written.merchant_id and key.id::text = audit.actor_id) is not distinct from ${user}`;
/** The actor is stored as an API key, as the user in whose name the key was made, or as both. */
const byPerson = (did: string): Pick<TimedWrite, "by" | "and"> => ({
  by: `case when written.${did}_by_key_id is null then 'USER:' || written.${did}_by_user_id else 'KEY:' || written.${did}_by_key_id end`,
  and: `written.${did}_by_key_id is null or ${ofUser(`written.${did}_by_user_id`)}`,
});
const periodId = "written.schedule_id || ':' || to_char(written.period_start, 'YYYY-MM-DD')";
const hasPeriod = (row: string) =>
  `audit.changes @> jsonb_build_array(jsonb_build_object('path', '/finalizedPeriod', 'to', ${row}))`;

const deletable: readonly string[] = [
  ...[
    "billing_term",
    "billing_term_group",
    "category",
    "commitment",
    "commitment_schedule",
    "commitment_step",
    "contract",
  ],
  ...["customer", "discount_allocation", "obligation", "performance_obligation", "seat_amendment", "webhook_endpoint"],
];

/** Tables that only audited writes change, with the column of their last one and, if a merchant has one row, that of the merchant. */
const lastWrites: readonly (readonly [table: string, at: string, key?: string])[] = [
  ["billing_term", "last_updated_at"],
  ["billing_term_group", "updated_at"],
  ["category", "last_updated_at"],
  ["chart_of_accounts", "last_updated_at", "merchant_id"],
  ["commitment", "updated_at"],
  ["commitment_schedule", "updated_at"],
  ["commitment_step", "updated_at"],
  ["custom_field", "last_updated_at"],
  ["customer_contact", "last_updated_at"],
  ["erp_class", "last_updated_at"],
  ["event_type", "last_updated_at"],
  ["item", "last_updated_at"],
  ["merchant_profile", "last_updated_at", "merchant_id"],
  ["obligation", "last_updated_at"],
  ["performance_obligation", "updated_at"],
  ["product", "last_updated_at"],
  ["saved_view", "last_updated_at"],
  ["customer", "last_updated_at"],
  ["credit_memo", "last_updated_at"],
  ["payment", "last_updated_at"],
  ["sync_record", "last_updated_at", "entity_id"],
  ["webhook_endpoint", "last_updated_at"],
];

const timedWrites: readonly TimedWrite[] = [
  {
    ...{
      table: "accounting_period",
      at: "closed_at",
      key: "month",
      by: "written.closed_by",
      actions: ["period.close"],
    },
    // A month that was closed along with a later one has no close of its own (`close_count` 0).
    about: `case written.close_count when 0 then audit.entity_id else ${month} end`,
  },
  {
    ...{ table: "accounting_period", at: "reopened_at", key: "month", by: "written.reopened_by" },
    ...{ about: month, actions: ["period.reopen"] },
  },
  ...deletable.map((table) => ({ table, at: "deleted_at" })),
  ...lastWrites.map(([table, at, key = "id"]) => ({ table, at, key })),
  { table: "adjustment", at: "created_at", why: "written.reason", about: "written.id::text" },
  { table: "application", at: "created_at", and: `${ofCredit} and (${hasDay})` },
  { table: "billing_credit", at: "created_at" },
  { table: "billing_term", at: "created_at" },
  { table: "billing_term_group", at: "created_at" },
  { table: "billing_term_layer", at: "created_at" },
  { table: "book_import", at: "created_at", about: "written.id::text", actions: ["book-import.load"] },
  {
    ...{ table: "book_import", at: "accepted_at", by: "written.accepted_by", why: "written.accepted_reason" },
    ...{ about: "written.id::text", actions: ["book-import.accept-differences"] },
  },
  { table: "book_import", at: "reversed_at", about: "written.id::text", actions: ["book-import.reverse"] },
  { table: "category", at: "created_at" },
  {
    ...{ table: "change_request", at: "requested_at", about: "written.id::text", actions: ["change-request.create"] },
    ...byPerson("requested"),
  },
  {
    ...{ table: "change_request", at: "decided_at", about: "written.id::text", why: "written.reason" },
    ...byPerson("decided"),
  },
  {
    ...{ table: "close_hold", at: "held_at", by: "written.held_by", why: "written.reason" },
    ...{ about: "written.contract_id::text", actions: ["contract.hold"] },
    ...{ change: ["closeHold", { reason: "written.reason", fromMonth: "to_char(written.from_month, 'YYYY-MM')" }] },
  },
  {
    ...{ table: "close_hold", at: "released_at", by: "written.released_by" },
    ...{ about: "written.contract_id::text", actions: ["contract.release"] },
  },
  {
    ...{ table: "close_task_event", at: "at", key: "template_id", by: "written.by", why: "written.reason" },
    ...{ about: "written.template_id::text", actions: ["close-task.complete", "close-task.reopen"] },
    and: `audit.changes @> jsonb_build_array(jsonb_build_object(
        'path', ${month} || '/status', 'to', case written.kind when 'DONE' then 'DONE' else 'OPEN' end))
      and (audit.changes @> jsonb_build_array(jsonb_build_object('path', 'evidence', 'to', written.evidence)) or written.evidence = '[]')`,
  },
  { table: "close_package", at: "closed_at", about: month, actions: ["period.close"] },
  { table: "close_task_template", at: "created_at" },
  { table: "commitment", at: "created_at" },
  { table: "commitment_change", at: "created_at", key: "commitment_id" },
  { table: "commitment_schedule", at: "created_at" },
  { table: "commitment_step", at: "created_at" },
  { table: "contract", at: "created_at" },
  { table: "contract_file", at: "uploaded_at", key: "contract_id", actions: ["contract.upload-file"] },
  { table: "contract_modification", at: "created_at", by: actor },
  {
    ...{ table: "contract_opening", at: "created_at", key: "contract_id", about: "written.contract_id::text" },
    ...{ change: ["/opening", { postedOn: "written.posted_on", difference: "written.difference" }] },
    and: "audit.changes @> jsonb_build_array(jsonb_build_object('path', '/openedAsOf', 'to', written.as_of))",
  },
  { table: "credit_memo", at: "created_at", about: "written.id::text" },
  { table: "credit_memo", at: "voided_at", why: "written.void_reason", about: "written.id::text" },
  { table: "custom_field", at: "created_at" },
  { table: "customer", at: "created_at" },
  { table: "discount_allocation", at: "created_at", by: actor },
  { table: "erp_class", at: "created_at" },
  { table: "event_type", at: "created_at" },
  {
    ...{ table: "finalized_period", at: "created_at", key: "schedule_id", actions: ["commitment.finalize-period"] },
    about:
      "(select of.commitment_id::text from commitment_schedule as of where of.merchant_id = written.merchant_id and of.id = written.schedule_id)",
    and: hasPeriod(periodId),
  },
  { table: "invoice", at: "issued_at", actions: ["invoice.issue"] },
  { table: "invoice", at: "voided_at", about: "written.id::text" },
  { table: "invoice_write_off", at: "created_at" },
  { table: "item", at: "created_at" },
  { table: "journal_export", at: "created_at", by: "written.created_by", about: "written.id::text" },
  {
    ...{ table: "modification_choice", at: "created_at", by: actor, why: "written.reason" },
    about: "written.modification_id::text",
  },
  { table: "obligation", at: "created_at" },
  { table: "payment", at: "created_at" },
  { table: "performance_obligation", at: "created_at" },
  { table: "pob_correction", at: "created_at" },
  { table: "product", at: "created_at" },
  {
    ...{ table: "refund", at: "created_at", and: ofCredit },
    change: [
      "refund",
      { date: "written.date", postedOn: "written.posted_on", method: "written.method", reference: "written.reference" },
    ],
  },
  {
    ...{ table: "saved_view", at: "created_at", about: "written.id::text" },
    and: `audit.actor_id = written.user_id::text or ${ofUser("written.user_id")}`,
  },
  { table: "seat_amendment", at: "created_at" },
  { table: "swap_credit_line", at: "created_at", key: "invoice_line_id" },
  { table: "usage_event", at: "created_at" },
  { table: "usage_event_deletion", at: "created_at" },
  { table: "webhook_endpoint", at: "created_at", about: "written.id::text" },
];

const finalized = `case when ${hasPeriod(periodId)} then audit.entity_id end`;

/** Actions that insert or change one row at their time: the table, the column of the time, SQL for the entity id, and the actions. */
const left: readonly (readonly [table: string, at: string, about: string, actions: readonly string[]])[] = [
  ["book_import", "created_at", "id::text", ["book-import.load"]],
  ["book_import", "accepted_at", "id::text", ["book-import.accept-differences"]],
  ["book_import", "reversed_at", "id::text", ["book-import.reverse"]],
  ["close_hold", "held_at", "contract_id::text", ["contract.hold"]],
  ["close_hold", "released_at", "contract_id::text", ["contract.release"]],
  ["close_task_event", "at", "template_id::text", ["close-task.complete", "close-task.reopen"]],
  ["close_task_template", "created_at", "id::text", ["close-task-template.create"]],
  ["contract_opening", "created_at", "contract_id::text", ["contract.open"]],
  ["finalized_period", "created_at", finalized, ["commitment.finalize-period"]],
  ["refund", "created_at", "coalesce(payment_id, credit_memo_id)::text", ["credit-memo.refund", "payment.refund"]],
];

/** Rows without the audit row of their write, and audit rows without the row that they wrote. */
export function unwritten(merchantId: string): RawBuilder<unknown> {
  const missing = left.map(
    ([table, at, about, actions]) => sql`
      select ${sql.lit(table)} || ' of ' || audit.entity_id || ': row missing' as id from audit_log as audit
      where audit.merchant_id = ${merchantId} and audit.action = any(${actions}::text[]) and not exists (
        select from ${sql.table(table)} as written
        where written.merchant_id = ${merchantId} and written.${sql.ref(at)} = audit.at and audit.entity_id = ${sql.raw(about)})`,
  );
  return sql.join(
    [...timedWrites.map((written) => unauditedWrites(merchantId, written)), ...missing],
    sql` union all `,
  );
}

function changeTo(path: string, fields: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(fields).map(([name, value]) => `'${name}', ${value}`);
  return `audit.changes @> jsonb_build_array(jsonb_build_object('path', '${path}', 'to', jsonb_build_object(${pairs.join(", ")})))`;
}

function unauditedWrites(
  merchantId: string,
  { table, at, key = "id", by, why, about, actions, change, and }: TimedWrite,
) {
  const conditions = [
    by === undefined ? [] : [`audit.actor_kind || ':' || audit.actor_id = ${by}`],
    why === undefined ? [] : [`audit.reason is not distinct from ${why}`],
    about === undefined ? [] : [`audit.entity_id = ${about}`],
    actions === undefined ? [] : [`audit.action in (${actions.map((action) => `'${action}'`).join(", ")})`],
    change === undefined ? [] : [changeTo(...change)],
    and === undefined ? [] : [and],
  ].flat();
  const isSo = sql.raw(conditions.map((condition) => ` and (${condition})`).join(""));
  return sql`
    select ${sql.lit(table)} || '/' || ${sql.ref(key)} || ': no such write in the audit log' as id from ${sql.table(table)} as written
    where written.merchant_id = ${merchantId} and ${sql.ref(at)} is not null and not exists (
      select from audit_log as audit where audit.merchant_id = ${merchantId} and audit.at = written.${sql.ref(at)}${isSo})`;
}
