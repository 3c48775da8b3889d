import { sql } from "kysely";
import { hashOfCorrection } from "../../billing-terms/performance-obligations/pob-store.ts";
import { hashOfTies } from "../../close/tie-out-store.ts";
import { hashOfRequest } from "../../platform/approvals/store.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { hashOfOpening } from "../../revenue/opening-store.ts";
import { type Fields, unstated } from "./audited.ts";

/** How records of one row are read with the fields of the audit log: SQL for the entity id (`key`) and for each field. */
export type RowKind = {
  readonly table: string;
  readonly key: string;
  readonly fields: Readonly<Record<string, string>>;
  /** SQL condition on the rows; all unless stated. */
  readonly where?: string;
};

const instant = (name: string) => `to_char(${name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const monthOf = (name: string) => `to_char(${name}, 'YYYY-MM')`;
const stamps = { createdAt: instant("created_at") };

/** How records of one row are read, by entity type of the audit log. */
export const rowKinds: Readonly<Record<string, RowKind>> = {
  API_KEY: {
    table: "api_key",
    key: "id::text",
    fields: {
      ...{ name: "name", access: "access", role: "role", userId: "created_by_user_id" },
      ...{ expiresAt: instant("expires_at"), revokedAt: instant("revoked_at"), ...stamps },
    },
  },
  ACCOUNTING_PERIOD: {
    table: "accounting_period",
    key: monthOf("month"),
    fields: {
      ...{ status: "status", closedBy: "closed_by", reopenedBy: "reopened_by" },
      // Only the month that was named in the request stores the reason; months reopened along with it do not.
      reopenReason: `case when reopened_with is null then to_jsonb(reopen_reason) else '${JSON.stringify(unstated)}' end`,
      packageHash: "encode(package_hash, 'hex')",
      checksHash: "encode(sha256(convert_to(checks::text, 'UTF8')), 'hex')",
    },
  },
  BOOK_IMPORT: {
    table: "book_import",
    key: "id::text",
    fields: {
      ...{ name: "name", acceptedReason: "accepted_reason", reversedAt: instant("reversed_at") },
      balanceCount: `(select count(*) from book_import_tie as tie
        where tie.merchant_id = record.merchant_id and tie.import_id = record.id)`,
      differenceCount: `(select count(*) from book_import_tie as tie
        where tie.merchant_id = record.merchant_id and tie.import_id = record.id and old_minor <> loaded_minor)`,
      balancesHash: hashOfTies("record"),
    },
  },
  CATEGORY: {
    table: "category",
    key: "id::text",
    fields: {
      ...{ name: "name", revenueAccount: "revenue_account", contractLiabilityAccount: "contract_liability_account" },
      deletedAt: instant("deleted_at"),
    },
  },
  CHANGE_REQUEST: {
    table: "change_request",
    key: "id::text",
    fields: {
      ...{ status: "status", kinds: "kinds", planHash: "plan_hash" },
      ...{ role: "role", kind: "kind", reason: "reason" },
      requestHash: hashOfRequest("record"),
      operation: "concat(request ->> 'operationId', ' ', request ->> 'path')",
      requestedBy: "jsonb_build_object('keyId', requested_by_key_id, 'userId', requested_by_user_id)",
      decidedBy: "jsonb_build_object('keyId', decided_by_key_id, 'userId', decided_by_user_id)",
    },
  },
  CLOSE_TASK_TEMPLATE: {
    table: `(select template.merchant_id, template.id, template.from_month, stated.*, owner.email from close_task_template as template
      join (select merchant_id as of_merchant, template_id, revision as stated_revision, effective_month, through_month, title, instructions,
        owner_id, due_days, due_in, is_required from close_task_revision) as stated
        on stated.of_merchant = template.merchant_id and stated.template_id = template.id and stated.stated_revision = template.revision
      join app_user as owner on owner.id = stated.owner_id)`,
    key: "id::text",
    fields: {
      ...{ title: "title", instructions: "instructions", ownerEmail: "email", dueDays: "due_days", dueIn: "due_in" },
      ...{ isRequired: "is_required", fromMonth: monthOf("from_month"), throughMonth: monthOf("through_month") },
      effectiveMonth: monthOf("effective_month"),
    },
  },
  CONTACT: {
    table: "customer_contact",
    key: "id::text",
    fields: {
      ...{ id: "id", customerId: "customer_id", firstName: "first_name", lastName: "last_name", email: "email" },
      ...{ isPrimaryContact: "is_primary_contact", isCCEmail: "is_cc_email", ...stamps },
    },
  },
  CONTRACT_MODIFICATION: {
    table: "contract_modification",
    key: "id::text",
    fields: {
      ...{ contractId: "contract_id", kind: "kind", billingTermId: "billing_term_id", commitmentId: "commitment_id" },
      ...{ addedBillingTermId: "added_billing_term_id", performanceObligationId: "performance_obligation_id" },
      ...{
        effectiveDate: "effective_date",
        agreedOn: "agreed_on",
        bookMonth: monthOf("book_month"),
        changes: "changes",
      },
      ...{ proposedTreatment: "proposed_treatment", paragraph: "paragraph", proposalReason: "reason" },
    },
  },
  CONTRACT_OPENING: {
    table: "contract_opening",
    key: "contract_id::text",
    fields: { openedAsOf: "as_of", obligationsHash: hashOfOpening("record") },
  },
  CORRECTION: {
    table: "pob_correction",
    key: "id::text",
    fields: {
      ...{ contractId: "contract_id", billingTermId: "billing_term_id", modificationId: "modification_id" },
      ...{ performanceObligationId: "performance_obligation_id", bookMonth: monthOf("book_month") },
      changesHash: hashOfCorrection("record"),
    },
  },
  EVENT_TYPE: {
    table: "event_type",
    key: "id::text",
    fields: {
      ...{ id: "id", name: "name", aggregation: "aggregation", unitName: "unit_name", displayType: "display_type" },
      ...stamps,
    },
  },
  INVOICE: {
    table: "invoice",
    key: "id::text",
    fields: {
      ...{ status: "status", memo: "memo", poNumber: "po_number" },
      deliveryStatus: "case when delivery_status = 'NOT_SENT' then null else 'SENT' end",
      customFields: `coalesce((
        select jsonb_agg(jsonb_build_object('id', field.id, 'name', field.name, 'value', entry.value) order by field.id)
        from jsonb_each_text(record.custom_fields) as entry (id, value)
          join custom_field as field on field.merchant_id = record.merchant_id and field.id = entry.id::uuid), '[]')`,
      externalIds: `coalesce((
        select jsonb_agg(jsonb_build_object('sourceType', source_type, 'externalId', external_id) order by source_type collate "C")
        from invoice_external_id as entry
        where entry.merchant_id = record.merchant_id and entry.invoice_id = record.id), '[]')`,
    },
  },
  JOURNAL_EXPORT: {
    table: "journal_export",
    key: "id::text",
    fields: {
      ...{ exportNumber: "export_number", month: monthOf("month"), level: "level", format: "format" },
      ...{ currency: "currency", entryCount: "entry_count", totals: "totals", sha256: "encode(hash, 'hex')" },
    },
  },
  MEMBER: {
    table: "membership",
    key: "user_id::text",
    fields: { name: "name", role: "role", status: "status", ...stamps },
  },
  SAVED_VIEW: {
    table: "saved_view",
    key: "id::text",
    fields: { screen: "screen", name: "name", query: "query" },
  },
  SYNC_RECORD: {
    table: "sync_record",
    key: "entity_id::text",
    fields: {
      ...{ entityType: "entity_type", status: "status", version: "version", syncedVersion: "synced_version" },
      ...{ externalId: "external_id", error: "error", attempts: "attempts" },
    },
  },
  WEBHOOK_ENDPOINT: {
    table: "webhook_endpoint",
    key: "id::text",
    fields: {
      ...{ url: "url", description: "description", purpose: "purpose", eventTypes: "event_types", status: "status" },
      disabledReason: "disabled_reason",
    },
    where: "deleted_at is null",
  },
};

/** The stored records of a kind among some keys, by key. */
export async function shownRows(
  tx: Tx,
  merchantId: string,
  { table, key, fields, where = "true" }: RowKind,
  keys: readonly string[],
): Promise<Map<string, Fields>> {
  const pairs = Object.entries(fields).map(([name, value]) => sql`${name}::text, ${sql.raw(value)}`);
  const { rows } = await sql<{ key: string; fields: Fields }>`
    select ${sql.raw(key)} as key, jsonb_build_object(${sql.join(pairs)}) as fields from ${sql.raw(table)} as record
    where merchant_id = ${merchantId} and ${sql.raw(key)} = any(${keys}::text[]) and ${sql.raw(where)}`.execute(tx);
  return new Map(rows.map((row) => [row.key, row.fields]));
}
