// Generated from migrations/schema.sql by scripts/dump-schema.ts: a change of the schema changes it.
import type { ColumnType, InsertType, Selectable, SelectType, UpdateType } from "kysely";

// How the driver hands rows over (pool.ts): dates, timestamps, int8 and numeric are strings, jsonb is parsed.
type Int8 = ColumnType<string, bigint | string | number, bigint | string | number>;
type Json = ColumnType<unknown, string, string>;
/** The database has a value where an insert names none. */
type Defaulted<T> = ColumnType<SelectType<T>, InsertType<T> | undefined, UpdateType<T>>;
/** The database derives it. */
type Derived<T> = ColumnType<SelectType<T>, never, never>;

/** Every table of migrations/, by name. */
export type Database = {
  accounting_period: {
    merchant_id: string;
    month: string;
    status: "CLOSED" | "REOPENED";
    closed_at: string;
    closed_by: string;
    reopened_at: string | null;
    reopened_by: string | null;
    reopen_reason: string | null;
    reopened_with: string | null;
    close_count: number;
    activity: Json;
    checks: Defaulted<Json>;
    audit_sequence: Int8 | null;
    audit_hash: Buffer | null;
    package_hash: Buffer | null;
  };
  adjustment: {
    merchant_id: string;
    id: string;
    number: Int8;
    adjustment_number: string;
    date: string;
    currency: string;
    reason: string;
    reverses_id: string | null;
    created_at: string;
  };
  adjustment_line: {
    merchant_id: string;
    adjustment_id: string;
    line_number: number;
    role:
      | "REVENUE"
      | "BREAKAGE_REVENUE"
      | "CONTRA_REVENUE"
      | "CONTRACT_LIABILITY"
      | "CONTRACT_ASSET"
      | "UNBILLED_RECEIVABLE"
      | "BAD_DEBT"
      | "MIGRATION_CLEARING";
    account: string | null;
    debit_minor: Int8;
    credit_minor: Int8;
    contract_id: string | null;
    category_id: string | null;
  };
  api_key: {
    id: string;
    merchant_id: string;
    name: string;
    secret_hash: Buffer;
    last_four: string;
    access: "READ_ONLY" | "WRITE";
    role: "VIEWER" | "EDITOR" | "CONTROLLER" | "OWNER" | null;
    created_by_user_id: string | null;
    created_at: string;
    expires_at: string | null;
    revoked_at: string | null;
    last_used_at: string | null;
    counted_minute: number | null;
    requests_counted: number | null;
  };
  app_user: {
    id: string;
    email: string;
    password_hash: string | null;
    last_merchant_id: string | null;
    created_at: string;
  };
  application: {
    merchant_id: string;
    id: string;
    credit_memo_id: string | null;
    payment_id: string | null;
    invoice_id: string;
    amount_minor: Int8;
    applied_on: string;
    posted_on: string;
    account_role: "RECEIVABLE" | "BAD_DEBT" | "BAD_DEBT_RECOVERED";
    reverses_id: string | null;
    created_at: string;
  };
  audit_head: {
    merchant_id: string;
    sequence: Int8;
    hash: Buffer;
  };
  audit_log: {
    merchant_id: string;
    id: string;
    at: string;
    recorded_at: string;
    actor_kind: "KEY" | "USER" | "SYSTEM";
    actor_id: string;
    action: string;
    entity_type: string;
    entity_id: string;
    changes: Json;
    reason: string | null;
    request_id: string | null;
    sequence: Int8 | null;
    previous_hash: Buffer | null;
    hash: Buffer | null;
  };
  billing_credit: {
    merchant_id: string;
    id: string;
    contract_id: string;
    billing_term_id: string;
    amount_minor: Int8;
    service_start: string;
    service_end: string;
    revenue_effect: "CREDITED_DAYS" | "IN_PRICE";
    date: string;
    book_month: string;
    source_type: "CREDIT_MEMO" | "WRITE_OFF" | "RECOVERY";
    source_id: string;
    invoice_line_id: string;
    created_at: string;
  };
  billing_term: {
    merchant_id: string;
    id: string;
    contract_id: string;
    billing_term_group_id: string;
    name: string;
    description: string | null;
    product_id: string | null;
    item_id: string | null;
    class_id: string | null;
    event_type_id: string | null;
    start_date: string;
    end_date: string | null;
    billing_type: "FLAT" | "UNIT";
    billing_interval: "NONE" | "DAY" | "WEEK" | "SEMI_MONTH" | "MONTH" | "QUARTER" | "YEAR";
    interval_frequency: number;
    invoice_date_strategy: "FIRST_OF_PERIOD" | "ADVANCED_DUE_START" | "LAST_OF_PERIOD" | "ARREARS";
    net_payment_terms: number;
    invoice_group: string | null;
    proration_policy: "NONE" | "MONTH" | "DAY";
    price: Json;
    trigger: Defaulted<"DATE" | "MILESTONE">;
    reached_on: string | null;
    usage_scope: Defaulted<"STANDALONE" | "COMMITMENT">;
    tier_scope: Defaulted<"TERM" | "DIFFERENTIATOR">;
    credit_on_decrease: Defaulted<"NONE" | "PRORATED">;
    seat_config: Json | null;
    committed: Defaulted<Json>;
    invoiced_through: string | null;
    carried_credit_due: string | null;
    terminated_at: string | null;
    delivered_share: string | null;
    delivered_until: string | null;
    swap_credit: Json | null;
    former_strategies: Defaulted<Json>;
    created_at: string;
    last_updated_at: string;
    deleted_at: string | null;
  };
  billing_term_group: {
    merchant_id: string;
    id: string;
    contract_id: string;
    name: string | null;
    created_at: string;
    updated_at: string;
    deleted_at: string | null;
  };
  billing_term_layer: {
    merchant_id: string;
    id: string;
    contract_id: string;
    billing_term_id: string;
    effective_from: string;
    price: Json;
    book_month: string | null;
    created_at: string;
  };
  book_import: {
    merchant_id: string;
    id: string;
    name: string;
    created_at: string;
    accepted_at: string | null;
    accepted_by: string | null;
    accepted_reason: string | null;
    reversed_at: string | null;
  };
  book_import_tie: {
    merchant_id: string;
    import_id: string;
    contract_id: string;
    account: "RECEIVABLE" | "CONTRACT_LIABILITY" | "CUSTOMER_CREDIT" | "TAX_PAYABLE";
    contract_key: string;
    currency: string;
    old_minor: Int8;
    loaded_minor: Int8;
  };
  books: {
    merchant_id: string;
    closed_through: string | null;
    closing_through: string | null;
    billing_locked_through: string | null;
    cash_locked_through: string | null;
  };
  category: {
    merchant_id: string;
    id: string;
    name: string;
    name_key: string;
    revenue_account: string | null;
    contract_liability_account: string | null;
    created_at: string;
    last_updated_at: string;
    deleted_at: string | null;
  };
  change_request: {
    merchant_id: string;
    id: string;
    kind: string;
    kinds: Json;
    role: "CONTROLLER" | "OWNER";
    status: Defaulted<"PENDING" | "APPROVED" | "REJECTED" | "WITHDRAWN">;
    request: Json;
    dry_run: Json;
    plan_hash: string;
    requested_by_key_id: string | null;
    requested_by_user_id: string | null;
    requested_at: string;
    decided_by_key_id: string | null;
    decided_by_user_id: string | null;
    decided_at: string | null;
    reason: string | null;
  };
  chart_of_accounts: {
    merchant_id: string;
    accounts: Json;
    formats: Json;
    last_updated_at: string;
  };
  close_hold: {
    merchant_id: string;
    id: string;
    contract_id: string;
    from_month: string | null;
    reason: string;
    held_at: string;
    held_by: string;
    released_at: string | null;
    released_by: string | null;
  };
  close_package: {
    merchant_id: string;
    id: string;
    sequence: Int8;
    month: string;
    close_count: number;
    closed_at: string;
    manifest: string;
    hash: Buffer;
    previous_hash: Buffer | null;
  };
  close_task_event: {
    merchant_id: string;
    template_id: string;
    month: string;
    sequence: number;
    kind: "DONE" | "REOPENED";
    at: string;
    by: string;
    reason: string | null;
    evidence: Json;
  };
  close_task_revision: {
    merchant_id: string;
    template_id: string;
    revision: number;
    effective_month: string;
    through_month: string | null;
    title: string;
    instructions: string | null;
    owner_id: string;
    due_days: number;
    due_in: "CALENDAR_DAYS" | "BUSINESS_DAYS";
    is_required: boolean;
  };
  close_task_template: {
    merchant_id: string;
    id: string;
    from_month: string;
    revision: number;
    created_at: string;
  };
  commitment: {
    merchant_id: string;
    id: string;
    contract_id: string;
    name: string | null;
    unit_type: "CURRENCY" | "UNITS";
    is_full_duration: boolean;
    price_priority: "LOW" | "HIGH";
    recognition_pattern: "RECOGNIZE_AS_CONSUMED" | "STRAIGHT_LINE";
    terminated_at: string | null;
    created_at: string;
    updated_at: string;
    deleted_at: string | null;
  };
  commitment_change: {
    merchant_id: string;
    commitment_id: string;
    number: number;
    before: Json | null;
    book_month: string | null;
    created_at: string;
  };
  commitment_schedule: {
    merchant_id: string;
    id: string;
    commitment_id: string;
    start_date: string;
    end_date: string;
    commitment_interval: "DAILY" | "WEEKLY" | "MONTHLY" | "QUARTERLY" | "YEARLY" | null;
    true_up_behavior: "EACH_PERIOD" | "END_OF_SCHEDULE" | "NONE" | null;
    true_up_name: string | null;
    true_up_item_id: string | null;
    prepaid_value: string | null;
    prepayment_schedule_type: "FULL_UPFRONT" | "PER_COMMITMENT_PERIOD" | "SPLIT_ACROSS_BILLING_PERIODS" | null;
    prepayment_name: string | null;
    prepayment_item_id: string | null;
    net_payment_terms: number | null;
    overage_configs: Json;
    created_at: string;
    updated_at: string;
    deleted_at: string | null;
  };
  commitment_step: {
    merchant_id: string;
    id: string;
    commitment_id: string;
    schedule_id: string;
    position: number;
    name: string | null;
    value: string;
    created_at: string;
    updated_at: string;
    deleted_at: string | null;
  };
  commitment_step_term: {
    merchant_id: string;
    step_id: string;
    billing_term_id: string;
    position: number;
  };
  contract: {
    merchant_id: string;
    id: string;
    name: string;
    customer_id: string | null;
    currency: string;
    start_date: string | null;
    end_date: string | null;
    close_date: string | null;
    net_payment_terms: number;
    source: "API" | "UPLOAD" | "CRM" | "ERP" | "EMAIL" | "INTERNAL";
    po_number: string | null;
    consolidation_key: string | null;
    allocation_method: "STATED" | "RELATIVE_SSP";
    metadata: Json | null;
    custom_fields: Defaulted<Json>;
    status: "NEW" | "PROCESSING" | "BLOCKED" | "PROCESSED" | "APPROVED";
    approved_at: string | null;
    approved_by: string | null;
    approved_book_month: string | null;
    terms_start: string | null;
    terms_end: string | null;
    terms_value_minor: Int8 | null;
    invoiced_through: string | null;
    job_id: string | null;
    awaits_job: Defaulted<boolean>;
    created_at: string;
    last_updated_at: string;
    deleted_at: string | null;
  };
  contract_change: {
    merchant_id: string;
    contract_id: string;
    id: string;
  };
  contract_external_id: {
    merchant_id: string;
    contract_id: string;
    source_type: string;
    external_id: string;
    metadata: Json | null;
  };
  contract_file: {
    merchant_id: string;
    contract_id: string;
    name: string;
    bytes: Buffer;
    sha256: Buffer;
    uploaded_at: string;
    extracted_text: string | null;
    page_count: number | null;
    findings: Json | null;
    processed_at: string | null;
  };
  contract_modification: {
    merchant_id: string;
    id: string;
    contract_id: string;
    kind:
      | "TERM_ADDED"
      | "TERM_PRICE"
      | "TERM_DATES"
      | "TERM_TERMINATED"
      | "TERM_SWAPPED"
      | "SEATS"
      | "PERFORMANCE_OBLIGATION_ADDED"
      | "PERFORMANCE_OBLIGATION_PRICE"
      | "PERFORMANCE_OBLIGATION_DATES"
      | "COMMITMENT_ADDED"
      | "COMMITMENT_CHANGED"
      | "COMMITMENT_TERMINATED";
    billing_term_id: string | null;
    added_billing_term_id: string | null;
    performance_obligation_id: string | null;
    commitment_id: string | null;
    effective_date: string;
    changes: Json;
    proposed_treatment: "SEPARATE_CONTRACT" | "PROSPECTIVE" | "CUMULATIVE_CATCH_UP" | "MIXED";
    paragraph: string;
    reason: string;
    agreed_on: string | null;
    book_month: string | null;
    actor_kind: string;
    actor_id: string;
    created_at: string;
  };
  contract_opening: {
    merchant_id: string;
    contract_id: string;
    as_of: string;
    posted_on: string;
    usage_from: string;
    difference: "SPREAD" | "CATCH_UP";
    created_at: string;
  };
  contract_readiness: {
    merchant_id: string;
    contract_id: string;
    source: string;
    reasons: Json;
  };
  contract_revenue: {
    merchant_id: string;
    contract_id: string;
    customer_id: string | null;
    currency: string;
    entry_count: number;
    first_month: number | null;
    entries_through: number[];
    last_month: number | null;
    all_effective_from: number | null;
  };
  credit_memo: {
    merchant_id: string;
    id: string;
    number: Int8 | null;
    credit_memo_number: string;
    customer_id: string;
    currency: string;
    issue_date: string;
    reason: string;
    memo: string | null;
    subtotal_minor: Int8;
    tax_total_minor: Int8;
    total_minor: Int8;
    applied_minor: Defaulted<Int8>;
    refunded_minor: Defaulted<Int8>;
    balance_minor: Derived<Int8>;
    status: Derived<"VOID" | "OPEN" | "PARTIALLY_APPLIED" | "APPLIED">;
    external_ids: Defaulted<Json>;
    void_reason: string | null;
    voided_at: string | null;
    version: Defaulted<number>;
    created_at: string;
    last_updated_at: string;
  };
  credit_memo_item: {
    merchant_id: string;
    id: string;
    credit_memo_id: string;
    line_number: number;
    invoice_line_id: string | null;
    invoice_id: string | null;
    contract_id: string | null;
    billing_term_id: string | null;
    service_start: string | null;
    service_end: string | null;
    revenue_effect: Defaulted<"CREDITED_DAYS" | "IN_PRICE">;
    is_beyond_line: Defaulted<boolean>;
    item_id: string | null;
    class_id: string | null;
    category_id: string | null;
    name: string | null;
    note: string | null;
    quantity: string | null;
    amount_minor: Int8;
    tax_minor: Int8;
  };
  custom_field: {
    merchant_id: string;
    id: string;
    external_id: string;
    name: string;
    applies_to: "CUSTOMER" | "INVOICE" | "CONTRACT";
    created_at: string;
    last_updated_at: string;
  };
  customer: {
    merchant_id: string;
    id: string;
    name: string;
    company_name: string | null;
    parent_customer_id: string | null;
    default_currency: string;
    net_payment_terms: number;
    billing_address: Json | null;
    shipping_address: Json | null;
    vat_id: string | null;
    ein: string | null;
    is_tax_exempt: Defaulted<boolean>;
    auto_charge: Defaulted<boolean>;
    dunning_disabled: Defaulted<boolean>;
    custom_fields: Defaulted<Json>;
    version: Defaulted<number>;
    created_at: string;
    last_updated_at: string;
    deleted_at: string | null;
  };
  customer_contact: {
    merchant_id: string;
    id: string;
    customer_id: string;
    first_name: string | null;
    last_name: string | null;
    email: string;
    is_primary_contact: boolean;
    is_cc_email: boolean;
    created_at: string;
    last_updated_at: string;
  };
  customer_external_id: {
    merchant_id: string;
    customer_id: string;
    source_type: string;
    external_id: string;
  };
  discount_allocation: {
    merchant_id: string;
    id: string;
    contract_id: string;
    discount_minor: Int8;
    performance_obligation_ids: string[];
    evidence: string;
    actor_kind: string;
    actor_id: string;
    created_at: string;
    deleted_at: string | null;
  };
  erp_class: {
    merchant_id: string;
    id: string;
    external_id: string;
    name: string;
    created_at: string;
    last_updated_at: string;
  };
  event_arrival: {
    merchant_id: string;
    ordinal: Defaulted<Int8>;
    event_id: string;
  };
  event_feed: {
    merchant_id: string;
    position: Int8;
  };
  event_type: {
    merchant_id: string;
    id: string;
    name: string;
    aggregation: "SUM" | "COUNT" | "MAX" | "LAST";
    unit_name: string | null;
    display_type: string | null;
    created_at: string;
    last_updated_at: string;
  };
  feed_event: {
    merchant_id: string;
    position: Int8;
    event_id: string;
    customer_id: string | null;
  };
  finalized_period: {
    merchant_id: string;
    schedule_id: string;
    period_start: string;
    created_at: string;
  };
  group_unbilled: {
    merchant_id: string;
    billing_term_group_id: string;
    month: string;
    close_count: number;
    amount_minor: Int8;
  };
  held_contract: {
    merchant_id: string;
    month: string;
    close_count: number;
    contract_id: string;
    hold_id: string;
  };
  idempotent_answer: {
    merchant_id: string;
    idempotency_key: string;
    fingerprint: Buffer;
    answer: string;
    recorded_at: string;
  };
  import_row: {
    merchant_id: string;
    import_name: string;
    row_key: string;
    contract_id: string;
  };
  invoice: {
    merchant_id: string;
    id: string;
    contract_id: string;
    customer_id: string;
    status: "DRAFT" | "ISSUED" | "PARTIALLY_PAID" | "PAID" | "UNCOLLECTIBLE" | "VOID";
    number: Int8 | null;
    invoice_number: string | null;
    is_imported: Defaulted<boolean>;
    currency: string;
    issue_date: string;
    due_date: string;
    original_issue_date: string;
    original_due_date: string;
    net_payment_terms: number;
    ready_on: string | null;
    is_held: Defaulted<boolean>;
    invoice_group: string | null;
    po_number: string | null;
    memo: string | null;
    custom_fields: Defaulted<Json>;
    billing_term_ids: string[];
    subtotal_minor: Int8;
    discount_total_minor: Int8;
    tax_total_minor: Int8;
    total_minor: Int8;
    amount_paid_minor: Defaulted<Int8>;
    amount_credited_minor: Defaulted<Int8>;
    balance_minor: Derived<Int8>;
    draft_lines: Json | null;
    tax_lines: Defaulted<Json>;
    parties: Json | null;
    content_hash: Buffer | null;
    consolidated_invoice_id: string | null;
    section: number | null;
    issued_at: string | null;
    delivery_status: Defaulted<"NOT_SENT" | "SENT" | "SENT_EXTERNALLY">;
    sent_date: string | null;
    paid_on: string | null;
    uncollectible_on: string | null;
    voided_at: string | null;
    version: Defaulted<number>;
    created_at: string;
    last_updated_at: string;
  };
  invoice_external_id: {
    merchant_id: string;
    invoice_id: string;
    source_type:
      | "ERP_A"
      | "ERP_B"
      | "ERP_C"
      | "ERP_D"
      | "CRM_A"
      | "CRM_B"
      | "TAX_A"
      | "TAX_B"
      | "TAX_C"
      | "PROCESSOR_A"
      | "BILLING_A";
    external_id: string;
  };
  invoice_line: {
    merchant_id: string;
    invoice_id: string;
    line_number: number;
    id: string;
    billing_term_id: string;
    type:
      | "FLAT"
      | "UNIT"
      | "SEAT"
      | "SEAT_TRUE_UP"
      | "PRICE_TRUE_UP"
      | "ONE_OFF"
      | "USAGE"
      | "LATE_USAGE"
      | "OVERAGE"
      | "TRUE_UP"
      | "PREPAYMENT"
      | "PREPAID_APPLIED"
      | "ADJUSTMENT"
      | "MANUAL"
      | "MINIMUM";
    service_start: string;
    service_end: string;
    name: string;
    description: string | null;
    item_id: string | null;
    class_id: string | null;
    quantity: string;
    unit_price: string | null;
    tiers: Json | null;
    explanation: Json | null;
    subtotal_minor: Int8;
    discount_total_minor: Int8;
    total_minor: Int8;
    tax_category: string | null;
    tax_rate: string | null;
    tax_minor: Defaulted<Int8>;
    seat_amendment_id: string | null;
    price_amendment_id: string | null;
    differentiator: string | null;
    invoice_split_key: string | null;
    commitment_id: string | null;
    commitment_schedule_id: string | null;
    commitment_period_start: string | null;
    is_correction: Defaulted<boolean>;
    is_void: Defaulted<boolean>;
  };
  invoice_reminder: {
    merchant_id: string;
    invoice_id: string;
    step: number;
    due_on: string;
    created_at: string;
  };
  invoice_write_off: {
    merchant_id: string;
    invoice_id: string;
    id: string;
    date: string;
    posted_on: string;
    contract_liability_minor: Int8;
    bad_debt_minor: Int8;
    tax_minor: Int8;
    reverses_id: string | null;
    created_at: string;
  };
  item: {
    merchant_id: string;
    id: string;
    name: string;
    display_name: string | null;
    tax_category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O" | "L" | "M" | "B";
    created_at: string;
    last_updated_at: string;
  };
  item_external_id: {
    merchant_id: string;
    item_id: string;
    source_type:
      | "ERP_A"
      | "ERP_B"
      | "ERP_C"
      | "ERP_D"
      | "CRM_A"
      | "CRM_B"
      | "TAX_A"
      | "TAX_B"
      | "TAX_C"
      | "PROCESSOR_A"
      | "BILLING_A";
    external_id: string;
  };
  journal_entry: {
    merchant_id: string;
    id: string;
    number: Int8;
    date: string;
    type:
      | "INVOICE_ISSUED"
      | "REVENUE_RECOGNIZED"
      | "PRESENTATION"
      | "PRESENTATION_REVERSAL"
      | "INVOICE_VOIDED"
      | "INVOICE_UNCOLLECTIBLE"
      | "INVOICE_REINSTATED"
      | "CREDIT_MEMO_ISSUED"
      | "CREDIT_MEMO_VOIDED"
      | "CREDIT_MEMO_REFUNDED"
      | "CREDIT_APPLIED"
      | "CREDIT_UNAPPLIED"
      | "PAYMENT_RECEIVED"
      | "PAYMENT_REFUNDED"
      | "PAYMENT_RETURNED"
      | "ADJUSTMENT"
      | "OPENING";
    contract_id: string | null;
    customer_id: string | null;
    source_type: "INVOICE" | "ACCOUNTING_PERIOD" | "CREDIT_MEMO" | "PAYMENT" | "ADJUSTMENT" | "CONTRACT";
    source_id: string;
    reverses_entry_id: string | null;
    currency: string;
    posted_at: string;
  };
  journal_entry_export: {
    merchant_id: string;
    journal_entry_id: string;
    journal_export_id: string;
  };
  journal_export: {
    merchant_id: string;
    id: string;
    number: Int8;
    export_number: string;
    month: string;
    level: "DETAIL" | "SUMMARY";
    format: "CSV" | "XLSX" | "JSON" | "QUICKBOOKS" | "XERO" | "NETSUITE" | "SAGE_INTACCT" | "DATEV";
    currency: string | null;
    entry_count: number;
    totals: Json;
    content: string;
    hash: Buffer;
    created_at: string;
    created_by: string;
  };
  journal_line: {
    merchant_id: string;
    entry_id: string;
    line_number: number;
    date: string;
    role:
      | "RECEIVABLE"
      | "UNBILLED_RECEIVABLE"
      | "CONTRACT_ASSET"
      | "CONTRACT_LIABILITY"
      | "REVENUE"
      | "BREAKAGE_REVENUE"
      | "CONTRA_REVENUE"
      | "TAX_PAYABLE"
      | "CUSTOMER_CREDIT"
      | "CASH"
      | "BAD_DEBT"
      | "BAD_DEBT_RECOVERED"
      | "MIGRATION_CLEARING";
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
  list_growth: {
    merchant_id: string;
    list: string;
    id: Defaulted<string>;
    growth: Int8;
  };
  manual_invoice: {
    merchant_id: string;
    contract_id: string;
    invoice_group: string;
  };
  membership: {
    merchant_id: string;
    user_id: string;
    name: string | null;
    role: Defaulted<"VIEWER" | "EDITOR" | "CONTROLLER" | "OWNER">;
    status: Defaulted<"ACTIVE" | "REMOVED">;
    created_at: string;
  };
  merchant: {
    id: string;
    name: string;
    is_sandbox: boolean;
    default_currency: string;
    time_zone: string;
    rounding: Defaulted<"HALF_UP" | "HALF_EVEN">;
    straight_line_default: Defaulted<"STRAIGHT_LINE" | "STRAIGHT_LINE_DAILY">;
    late_invoice_date: "PLANNED" | "TODAY";
    usage_grace_days: Defaulted<number>;
    erp_kind: Defaulted<"ACCOUNTING" | "ERP">;
    performance_obligations: Defaulted<boolean>;
    require_category: Defaulted<boolean>;
    forbid_reopen_synced: Defaulted<boolean>;
    bad_debt_tax_relief: Defaulted<boolean>;
    invoice_prefix: Defaulted<string>;
    credit_memo_prefix: Defaulted<string>;
    account_map: Defaulted<Json>;
    default_processor: Defaulted<"PROCESSOR_A" | null>;
    approval_policies: Defaulted<Json>;
    forked_from: Defaulted<string[]>;
    created_at: string;
  };
  merchant_profile: {
    merchant_id: string;
    legal_name: string | null;
    address: Json | null;
    vat_id: string | null;
    registration_number: string | null;
    iban: string | null;
    bic: string | null;
    bank_account_name: string | null;
    email: string | null;
    logo: Buffer | null;
    last_updated_at: string;
  };
  modification_choice: {
    merchant_id: string;
    id: string;
    contract_id: string;
    modification_id: string;
    treatment: "SEPARATE_CONTRACT" | "PROSPECTIVE" | "CUMULATIVE_CATCH_UP" | "MIXED";
    reason: string;
    book_month: string | null;
    actor_kind: string;
    actor_id: string;
    created_at: string;
  };
  month_end: {
    merchant_id: string;
    month: string;
    close_count: number;
  };
  month_end_balance: {
    merchant_id: string;
    month: string;
    contract_id: string;
    currency: string;
    liability_minor: Int8;
    asset_minor: Int8;
    unbilled_minor: Int8;
    billed_minor: Int8;
    credited_minor: Int8;
    written_off_minor: Int8;
    recognized_minor: Int8;
    adjusted_minor: Int8;
  };
  month_end_customer: {
    merchant_id: string;
    month: string;
    customer_id: string;
    currency: string;
    liability_minor: Int8;
    unbilled_minor: Int8;
  };
  number_counter: {
    merchant_id: string;
    series: "INVOICE" | "JOURNAL_ENTRY" | "CREDIT_MEMO" | "ADJUSTMENT" | "JOURNAL_EXPORT";
    next: Int8;
  };
  obligation: {
    merchant_id: string;
    id: string;
    contract_id: string;
    billing_term_id: string;
    performance_obligation_id: string;
    created_at: string;
    last_updated_at: string;
    deleted_at: string | null;
  };
  obligation_liability_account: {
    merchant_id: string;
    performance_obligation_id: string;
    account: string;
  };
  obligation_revenue: {
    merchant_id: string;
    contract_id: string;
    performance_obligation_id: string;
    category_id: string | null;
    product_id: string | null;
    price_minor: Int8 | null;
    recognition_pattern: string;
    service_start: string;
    service_end: string | null;
    is_open_ended: boolean;
    has_other_categories: boolean;
    first_month: number | null;
    earned_through: Int8[];
    entries_through: number[];
  };
  obligation_schedule: {
    merchant_id: string;
    contract_id: string;
    place: number;
    performance_obligation_id: string;
    billing_term_group_id: string;
    months: number[];
    amounts_minor: Int8[];
    sources: string[];
    earned_months: number[];
    category_ids: string[];
    are_manual: boolean[];
  };
  opening_obligation: {
    merchant_id: string;
    contract_id: string;
    performance_obligation_id: string;
    recognized_minor: Int8;
    difference_minor: Int8;
    difference_by_month: Json | null;
  };
  outbox_event: {
    merchant_id: string;
    id: string;
    type: string;
    contract_id: string | null;
    customer_id: string | null;
    data: Json;
    created_at: string;
    handled_at: string | null;
  };
  payment: {
    merchant_id: string;
    id: string;
    customer_id: string;
    currency: string;
    amount_minor: Int8;
    received_at: string;
    posted_on: string;
    type: "MANUAL" | "PROCESSOR" | "RECONCILIATION" | "REFUND" | "OPENING";
    method: "CREDIT_CARD" | "ACH_DEBIT" | "ACH_CREDIT" | "CHECK" | "LINK" | null;
    reference: string | null;
    applied_minor: Defaulted<Int8>;
    refunded_minor: Defaulted<Int8>;
    returned_on: string | null;
    return_reason: string | null;
    unapplied_minor: Derived<Int8>;
    status: Derived<"FAILED" | "REFUNDED" | "COMPLETED">;
    external_ids: Defaulted<Json>;
    version: Defaulted<number>;
    created_at: string;
    last_updated_at: string;
  };
  payment_account_link: {
    merchant_id: string;
    customer_id: string;
    processor_type: "PROCESSOR_A";
    processor_customer_ref: string;
    default_payment_method: string | null;
    default_payment_method_type: "CREDIT_CARD" | "ACH_DEBIT" | "ACH_CREDIT" | "CHECK" | "LINK" | null;
    default_method_ref: string | null;
    default_method_origin: "REQUEST" | "PROCESSOR" | null;
    revision: number;
    linked_at: string;
    last_updated_at: string;
  };
  performance_obligation: {
    merchant_id: string;
    id: string;
    contract_id: string;
    billing_term_group_id: string;
    billing_term_id: string | null;
    name: string | null;
    product_id: string | null;
    item_id: string | null;
    class_id: string | null;
    category_id: string | null;
    event_type_id: string | null;
    consideration_type: "FIXED" | "VARIABLE" | null;
    transaction_price_minor: Int8 | null;
    standalone_selling_price_minor: Int8 | null;
    recognition_pattern:
      | "STRAIGHT_LINE"
      | "STRAIGHT_LINE_DAILY"
      | "POINT_IN_TIME"
      | "RECOGNIZE_AS_BILLED"
      | "RECOGNIZE_AS_CONSUMED"
      | "PERCENT_COMPLETE"
      | "MILESTONE"
      | "CUSTOM";
    service_start: string;
    service_end: string | null;
    recognition_date: string | null;
    milestones: Json | null;
    progress: Json | null;
    custom_revenue: Json | null;
    is_residual: Defaulted<boolean>;
    book_month: string | null;
    deletion_book_month: string | null;
    created_at: string;
    updated_at: string;
    deleted_at: string | null;
  };
  pob_correction: {
    merchant_id: string;
    id: string;
    contract_id: string;
    billing_term_id: string | null;
    performance_obligation_id: string | null;
    modification_id: string | null;
    changes: Json;
    book_month: string | null;
    created_at: string;
  };
  price_amendment: {
    merchant_id: string;
    id: string;
    contract_id: string;
    billing_term_id: string;
    effective_date: string;
    settlement: "IMMEDIATE" | "CO_TERM" | "NONE";
    credit_on_decrease: "NONE" | "PRORATED";
    invoiced_through: string | null;
    unbilled_amendment_ids: Defaulted<string[]>;
    note: string | null;
  };
  product: {
    merchant_id: string;
    id: string;
    name: string;
    display_name: string | null;
    status: "ACTIVE" | "INACTIVE";
    description: string | null;
    item_id: string | null;
    erp_class_id: string | null;
    category_id: string | null;
    recognition_pattern: "STRAIGHT_LINE" | "STRAIGHT_LINE_DAILY" | "POINT_IN_TIME" | null;
    tax_category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O" | "L" | "M" | "B";
    created_at: string;
    last_updated_at: string;
  };
  recurring_revenue: {
    merchant_id: string;
    contract_id: string;
    from_month: number;
    before_month: number;
    numerator: string;
    denominator: string;
  };
  refund: {
    merchant_id: string;
    id: string;
    credit_memo_id: string | null;
    payment_id: string | null;
    amount_minor: Int8;
    date: string;
    posted_on: string;
    method: "CREDIT_CARD" | "ACH_DEBIT" | "ACH_CREDIT" | "CHECK" | "LINK" | null;
    reference: string | null;
    created_at: string;
  };
  request_log: {
    merchant_id: string;
    id: string;
    at: string;
    method: string;
    path: string;
    status: number;
    error_code: string | null;
    milliseconds: number;
    request_id: string;
    key_id: string | null;
    user_id: string | null;
    request_body: string | null;
    answer_body: string | null;
  };
  revenue_entry: {
    merchant_id: string;
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
  sandbox_clock: {
    merchant_id: string;
    now: string;
    first_tick: Int8;
  };
  saved_view: {
    merchant_id: string;
    id: string;
    user_id: string;
    screen: string;
    name: string;
    query: string;
    created_at: string;
    last_updated_at: string;
  };
  seat_amendment: {
    merchant_id: string;
    id: string;
    contract_id: string;
    billing_term_id: string;
    effective_date: string;
    quantity: string | null;
    delta: string | null;
    proration_policy: "NONE" | "DAY" | "MONTH" | "STARTED_MONTH" | "YEAR";
    true_up_timing: "IMMEDIATE" | "CO_TERM";
    note: string | null;
    invoiced_through: string | null;
    unbilled_amendment_ids: Defaulted<string[]>;
    book_month: string | null;
    deletion_book_month: string | null;
    created_at: string;
    deleted_at: string | null;
  };
  sign_in_brake: {
    id: string;
    failures: number;
    last_failed_at: string;
    blocked_until: string | null;
  };
  sign_in_link: {
    id: string;
    token_hash: Buffer;
    user_id: string;
    merchant_id: string | null;
    created_at: string;
    expires_at: string;
    used_at: string | null;
  };
  signed_head: {
    merchant_id: string;
    sequence: Int8;
    head: string;
    signature: Buffer;
  };
  standalone_selling_price: {
    merchant_id: string;
    product_id: string;
    currency: string;
    valid_from: string;
    amount_minor: Int8;
  };
  swap_credit_line: {
    merchant_id: string;
    invoice_line_id: string;
    billing_term_id: string;
    amount_minor: Int8;
    tax_minor: Int8;
    created_at: string;
  };
  sync_record: {
    merchant_id: string;
    entity_type: "INVOICE" | "CREDIT_MEMO" | "PAYMENT" | "JOURNAL_ENTRY" | "CUSTOMER";
    entity_id: string;
    status: "NOT_SYNCED" | "SYNCING" | "SYNCED" | "SYNC_FAILED";
    version: number;
    synced_version: number | null;
    external_id: string | null;
    error: string | null;
    attempts: number;
    last_updated_at: string;
  };
  tax_rate: {
    merchant_id: string;
    country: string;
    region: string;
    category: string;
    valid_from: string;
    rate: string;
  };
  usage_event: {
    merchant_id: string;
    id: string;
    customer_id: string;
    event_type_id: string;
    datetime: string;
    value: string;
    differentiator: string | null;
    invoice_split_key: string | null;
    idempotency_key: string;
    metadata: Defaulted<Json>;
    book_month: string | null;
    created_at: string;
  };
  usage_event_deletion: {
    merchant_id: string;
    id: string;
    parent_event_id: string;
    book_month: string | null;
    created_at: string;
  };
  usage_event_key: {
    merchant_id: string;
    idempotency_key: string;
    event_id: string;
    fingerprint: Buffer;
  };
  usage_stream: {
    merchant_id: string;
    customer_id: string;
    event_type_id: string;
  };
  user_session: {
    id: string;
    token_hash: Buffer;
    user_id: string;
    merchant_id: string;
    method: "PASSWORD" | "LINK" | "OIDC";
    is_bound: boolean;
    created_at: string;
    last_seen_at: string;
    expires_at: string;
  };
  webhook_delivery: {
    merchant_id: string;
    id: string;
    endpoint_id: string;
    event_id: string;
    event_type: string;
    status: "PENDING" | "DELIVERED" | "FAILED";
    attempts: Defaulted<number>;
    next_attempt_at: string | null;
    last_attempt_at: string | null;
    response_status: number | null;
    failure: string | null;
    created_at: string;
  };
  webhook_endpoint: {
    merchant_id: string;
    id: string;
    url: string;
    description: string | null;
    purpose: Defaulted<"EVENTS" | "SYNC">;
    event_types: Json | null;
    status: "ENABLED" | "DISABLED";
    disabled_reason: "REQUESTED" | "GONE" | "FAILING" | null;
    secret: Buffer;
    secret_key_id: string | null;
    previous_secret: Buffer | null;
    previous_secret_key_id: string | null;
    previous_secret_until: string | null;
    position: Int8;
    failing_since: string | null;
    created_at: string;
    last_updated_at: string;
    deleted_at: string | null;
  };
  webhook_turn: {
    merchant_id: string;
    endpoint_id: string;
    due_at: string;
    leased_until: string | null;
    is_slow: Defaulted<boolean>;
  };
};

/** A row of a table as it is read. */
export type RowOf<Name extends keyof Database> = Selectable<Database[Name]>;
