import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { BillingTermTables } from "./billing-term-tables.ts";
import type { CatalogTables } from "./catalog-tables.ts";
import type { Int8, Json, JsonOrNull, Tenant, Timestamps } from "./column-types.ts";
import type { CommitmentTables } from "./commitment-tables.ts";
import type { ReceivableTables } from "./receivable-tables.ts";
import type { UsageTables } from "./usage-tables.ts";

export type MerchantTable = {
  id: string;
  name: string;
  default_currency: string;
  time_zone: string;
  rounding: "HALF_UP" | "HALF_EVEN";
  straight_line_default: "STRAIGHT_LINE" | "STRAIGHT_LINE_DAILY";
  late_invoice_date: "PLANNED" | "TODAY";
  erp_kind: "ACCOUNTING" | "ERP";
  performance_obligations: boolean;
  invoice_prefix: ColumnType<string, string | undefined, string>;
  credit_memo_prefix: ColumnType<string, string | undefined, string>;
  usage_grace_days: ColumnType<number, number | undefined, number>;
  /** Names of accounts by role; only those that differ from the role in words. */
  account_map: ColumnType<Readonly<Record<string, string>>, string | undefined, string>;
  require_category: ColumnType<boolean, boolean | undefined, boolean>;
  forbid_reopen_synced: ColumnType<boolean, boolean | undefined, boolean>;
  default_processor: ColumnType<string | null, string | null | undefined, string | null>;
  is_sandbox: boolean;
  created_at: string;
};

export type ApiKeyTable = {
  id: string;
  merchant_id: string;
  name: string;
  secret_hash: Buffer;
  last_four: string;
  access: "READ_ONLY" | "WRITE";
  created_by_user_id: string | null;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: ColumnType<string | null, string | null | undefined, string | null>;
};

export type CustomerTable = Tenant &
  Timestamps & {
    id: string;
    name: string;
    company_name: string | null;
    default_currency: string;
    net_payment_terms: number;
    parent_customer_id: string | null;
    billing_address: JsonOrNull<unknown>;
    shipping_address: JsonOrNull<unknown>;
    vat_id: string | null;
    ein: string | null;
    is_tax_exempt: boolean;
    auto_charge: boolean;
    dunning_disabled: boolean;
    custom_fields: Json<Readonly<Record<string, string>>>;
    deleted_at: string | null;
  };

export type PaymentAccountLinkTable = Tenant & {
  customer_id: string;
  processor_type: "PROCESSOR_A";
  processor_customer_ref: string;
  default_payment_method: string | null;
  default_payment_method_type: string | null;
  default_method_ref: string | null;
  default_method_origin: "REQUEST" | "PROCESSOR" | null;
  revision: number;
  linked_at: string;
  last_updated_at: string;
};

export type MerchantProfileTable = Tenant & {
  legal_name: string | null;
  address: JsonOrNull<unknown>;
  vat_id: string | null;
  registration_number: string | null;
  iban: string | null;
  bic: string | null;
  bank_account_name: string | null;
  email: string | null;
  logo: Buffer | null;
  last_updated_at: string;
};

export type ContractTable = Tenant &
  Timestamps & {
    id: string;
    name: string;
    customer_id: string | null;
    currency: string;
    start_date: string | null;
    end_date: string | null;
    close_date: string | null;
    net_payment_terms: number;
    source: string;
    po_number: string | null;
    allocation_method: string;
    metadata: JsonOrNull<Record<string, unknown>>;
    status: "NEW" | "PROCESSING" | "BLOCKED" | "PROCESSED" | "APPROVED";
    approved_at: string | null;
    approved_by: string | null;
    approved_book_month: ColumnType<string | null, string | null | undefined, string | null>;
    terms_start: string | null;
    terms_end: string | null;
    terms_value_minor: Int8 | null;
    invoiced_through: string | null;
    job_id: string | null;
    awaits_job: boolean;
    deleted_at: string | null;
  };

export type InvoiceStatus = "DRAFT" | "ISSUED" | "PARTIALLY_PAID" | "PAID" | "UNCOLLECTIBLE" | "VOID";

export type InvoiceTable = Tenant &
  Timestamps & {
    id: string;
    contract_id: string;
    customer_id: string;
    status: InvoiceStatus;
    number: Int8 | null;
    invoice_number: string | null;
    currency: string;
    issue_date: string;
    due_date: string;
    original_issue_date: string;
    original_due_date: string;
    net_payment_terms: number;
    ready_on: ColumnType<string | null, string | null | undefined, string | null>;
    is_held: Generated<boolean>;
    invoice_group: string | null;
    po_number: string | null;
    billing_term_ids: string[];
    subtotal_minor: Int8;
    discount_total_minor: Int8;
    tax_total_minor: Int8;
    total_minor: Int8;
    amount_paid_minor: Int8;
    amount_credited_minor: Int8;
    balance_minor: GeneratedAlways<string>;
    draft_lines: JsonOrNull<unknown>;
    content_hash: Buffer | null;
    issued_at: string | null;
    memo: string | null;
    custom_fields: Json<unknown>;
    delivery_status: "NOT_SENT" | "SENT" | "SENT_EXTERNALLY";
    sent_date: string | null;
    paid_on: string | null;
    voided_at: string | null;
    uncollectible_on: string | null;
    tax_lines: Json<unknown>;
    parties: JsonOrNull<unknown>;
  };

export type InvoiceLineTable = Tenant & {
  id: string;
  invoice_id: string;
  line_number: number;
  billing_term_id: string;
  type: string;
  service_start: string;
  service_end: string;
  name: string;
  description: string | null;
  quantity: string;
  unit_price: string | null;
  subtotal_minor: Int8;
  discount_total_minor: Int8;
  total_minor: Int8;
  seat_amendment_id: string | null;
  differentiator: string | null;
  invoice_split_key: string | null;
  commitment_id: string | null;
  commitment_schedule_id: string | null;
  commitment_period_start: string | null;
  is_correction: ColumnType<boolean, boolean | undefined, never>;
  item_id: string | null;
  class_id: string | null;
  tiers: JsonOrNull<unknown>;
  explanation: JsonOrNull<unknown>;
  tax_category: string | null;
  tax_rate: string | null;
  tax_minor: Int8;
  is_void: ColumnType<boolean, boolean | undefined, boolean>;
};

export type JournalEntryTable = Tenant & {
  id: string;
  number: Int8;
  date: string;
  type: string;
  contract_id: string | null;
  customer_id: string | null;
  source_type: string;
  source_id: string;
  reverses_entry_id: string | null;
  currency: string;
  posted_at: string;
};

export type JournalLineTable = Tenant & {
  entry_id: string;
  line_number: number;
  date: string;
  role: string;
  account: string;
  currency: string;
  debit_minor: Int8;
  credit_minor: Int8;
  contract_id: string | null;
  customer_id: string | null;
  category_id: string | null;
  item_id: string | null;
  class_id: string | null;
};

export type RevenueEntryTable = Tenant & {
  performance_obligation_id: string;
  month: string;
  source: "PATTERN" | "CONSUMED" | "BREAKAGE" | "CATCH_UP";
  close_count: number;
  earned_month: string;
  contract_id: string;
  customer_id: string;
  category_id: string | null;
  currency: string;
  amount_minor: Int8;
  journal_entry_id: string;
};

/** Every table of migrations/, by name. */
export type Database = BillingTermTables &
  CommitmentTables &
  CatalogTables &
  ReceivableTables &
  UsageTables & {
    merchant: MerchantTable;
    app_user: { id: string; email: string; created_at: string };
    membership: Tenant & {
      user_id: string;
      role: ColumnType<"OWNER" | "MEMBER", "OWNER" | "MEMBER" | undefined, "OWNER" | "MEMBER">;
      status: ColumnType<"ACTIVE" | "REMOVED", "ACTIVE" | "REMOVED" | undefined, "ACTIVE" | "REMOVED">;
      created_at: string;
    };
    api_key: ApiKeyTable;
    sandbox_clock: Tenant & { now: string; first_tick: Int8 };
    number_counter: Tenant & { series: "INVOICE" | "JOURNAL_ENTRY" | "CREDIT_MEMO"; next: Int8 };
    books: Tenant & { closed_through: string | null };
    accounting_period: Tenant & {
      month: string;
      status: "CLOSED" | "REOPENED";
      closed_at: string;
      closed_by: string;
      reopened_at: string | null;
      reopened_by: string | null;
      reopen_reason: string | null;
      reopened_with: string | null;
      close_count: number;
      activity: Json<unknown>;
      checks: Json<unknown>;
      audit_sequence: Int8 | null;
      audit_hash: Buffer | null;
      package_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
    };
    close_package: Tenant & {
      id: string;
      sequence: Int8;
      month: string;
      close_count: number;
      closed_at: string;
      manifest: string;
      hash: Buffer;
      previous_hash: Buffer | null;
    };
    journal_entry_sync: Tenant & {
      journal_entry_id: string;
      status: "NOT_SYNCED" | "SYNCING" | "SYNCED" | "SYNC_FAILED";
      external_id: string | null;
      error: string | null;
      attempts: number;
      last_updated_at: string;
    };
    customer: CustomerTable;
    customer_external_id: Tenant & { customer_id: string; source_type: string; external_id: string };
    customer_contact: Tenant &
      Timestamps & {
        id: string;
        customer_id: string;
        first_name: string | null;
        last_name: string | null;
        email: string;
        is_primary_contact: boolean;
        is_cc_email: boolean;
      };
    payment_account_link: PaymentAccountLinkTable;
    merchant_profile: MerchantProfileTable;
    tax_rate: Tenant & { country: string; region: string; category: string; valid_from: string; rate: string };
    contract: ContractTable;
    contract_external_id: Tenant & {
      contract_id: string;
      source_type: string;
      external_id: string;
      metadata: JsonOrNull<Record<string, unknown>>;
    };
    contract_file: Tenant & {
      contract_id: string;
      name: string;
      bytes: Buffer;
      sha256: Buffer;
      uploaded_at: string;
      extracted_text: string | null;
      page_count: number | null;
      findings: JsonOrNull<unknown>;
      processed_at: string | null;
    };
    contract_readiness: Tenant & { contract_id: string; source: string; reasons: Json<unknown> };
    billing_term_group: Tenant & {
      id: string;
      contract_id: string;
      name: string | null;
      created_at: string;
      updated_at: string;
      deleted_at: string | null;
    };
    obligation_liability_account: Tenant & { performance_obligation_id: string; account: string };
    obligation: Tenant &
      Timestamps & {
        id: string;
        contract_id: string;
        billing_term_id: string;
        performance_obligation_id: string;
        deleted_at: string | null;
      };
    invoice: InvoiceTable;
    invoice_external_id: Tenant & { invoice_id: string; source_type: string; external_id: string };
    invoice_line: InvoiceLineTable;
    journal_entry: JournalEntryTable;
    journal_line: JournalLineTable;
    revenue_entry: RevenueEntryTable;
    outbox_event: Tenant & {
      id: string;
      type: string;
      contract_id: string | null;
      data: Json<unknown>;
      created_at: string;
      handled_at: string | null;
    };
    audit_log: Tenant & {
      id: string;
      at: string;
      recorded_at: string;
      actor_kind: "KEY" | "USER" | "SYSTEM";
      actor_id: string;
      action: string;
      entity_type: string;
      entity_id: string;
      changes: Json<unknown>;
      reason: string | null;
      request_id: string | null;
      sequence: Int8 | null;
      previous_hash: Buffer | null;
      hash: Buffer | null;
    };
    idempotent_answer: Tenant & { idempotency_key: string; fingerprint: Buffer; answer: string; recorded_at: string };
    audit_head: Tenant & { sequence: Int8; hash: Buffer };
    import_row: Tenant & { import_name: string; row_key: string; contract_id: string };
  };
