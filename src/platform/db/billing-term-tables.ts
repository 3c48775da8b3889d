import type { ColumnType } from "kysely";
import type { Int8, Json, JsonOrNull, Tenant, Timestamps } from "./column-types.ts";

export type BillingTermTable = Tenant &
  Timestamps & {
    id: string;
    contract_id: string;
    billing_term_group_id: string;
    name: string;
    description: string | null;
    start_date: string;
    end_date: string | null;
    billing_interval: string;
    interval_frequency: number;
    invoice_date_strategy: string;
    net_payment_terms: number;
    billing_type: string;
    product_id: string | null;
    item_id: string | null;
    class_id: string | null;
    event_type_id: string | null;
    price: Json<unknown>;
    trigger: ColumnType<string, string | undefined, string>;
    reached_on: ColumnType<string | null, string | null | undefined, string | null>;
    usage_scope: ColumnType<string, string | undefined, string>;
    tier_scope: ColumnType<string, string | undefined, string>;
    seat_config: JsonOrNull<unknown>;
    proration_policy: string;
    invoice_group: string | null;
    invoiced_through: string | null;
    committed: ColumnType<readonly { commitmentId: string; start: string; end: string }[], string | undefined, string>;
    terminated_at: ColumnType<string | null, string | null | undefined, string | null>;
    deleted_at: string | null;
  };

export type BillingTermLayerTable = Tenant & {
  id: string;
  contract_id: string;
  billing_term_id: string;
  effective_from: string;
  price: Json<unknown>;
  book_month: string | null;
  created_at: string;
};

export type SeatAmendmentTable = Tenant & {
  id: string;
  contract_id: string;
  billing_term_id: string;
  effective_date: string;
  quantity: string | null;
  delta: string | null;
  proration_policy: string;
  true_up_timing: string;
  note: string | null;
  invoiced_through: string | null;
  unbilled_amendment_ids: string[];
  book_month: string | null;
  deletion_book_month: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: string;
  deleted_at: ColumnType<string | null, string | null | undefined, string | null>;
};

export type PobCorrectionTable = Tenant & {
  id: string;
  contract_id: string;
  billing_term_id: string | null;
  performance_obligation_id: string | null;
  changes: Json<Record<string, { from: unknown; to: unknown }>>;
  book_month: string | null;
  modification_id: string | null;
  created_at: string;
};

type Acted = { actor_kind: string; actor_id: string; created_at: string };

export type ContractModificationTable = Tenant &
  Acted & {
    id: string;
    contract_id: string;
    kind: string;
    billing_term_id: string | null;
    performance_obligation_id: string | null;
    commitment_id: string | null;
    effective_date: string;
    changes: Json<{ path: string; from: unknown; to: unknown }[]>;
    proposed_treatment: string;
    paragraph: string;
    reason: string;
    agreed_on: string | null;
    book_month: string | null;
  };

export type ModificationChoiceTable = Tenant &
  Acted & {
    id: string;
    contract_id: string;
    modification_id: string;
    treatment: string;
    reason: string;
    book_month: string | null;
  };

export type DiscountAllocationTable = Tenant &
  Acted & {
    id: string;
    contract_id: string;
    discount_minor: Int8;
    performance_obligation_ids: string[];
    evidence: string;
    deleted_at: ColumnType<string | null, string | null | undefined, string | null>;
  };

export type BillingCreditTable = Tenant & {
  id: string;
  contract_id: string;
  billing_term_id: string;
  amount_minor: Int8;
  service_start: string;
  service_end: string;
  revenue_effect: string;
  date: string;
  book_month: string;
  source_type: "CREDIT_MEMO" | "WRITE_OFF";
  source_id: string;
  invoice_line_id: string;
  created_at: string;
};

export type PerformanceObligationTable = Tenant & {
  is_residual: boolean;
  id: string;
  contract_id: string;
  billing_term_group_id: string;
  billing_term_id: string | null;
  name: string | null;
  product_id: string | null;
  item_id: string | null;
  class_id: string | null;
  event_type_id: string | null;
  consideration_type: string | null;
  transaction_price_minor: Int8 | null;
  standalone_selling_price_minor: Int8 | null;
  milestones: JsonOrNull<unknown>;
  progress: JsonOrNull<unknown>;
  custom_revenue: JsonOrNull<unknown>;
  category_id: string | null;
  recognition_pattern: string;
  service_start: string;
  service_end: string | null;
  recognition_date: string | null;
  book_month: string | null;
  deletion_book_month: string | null;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
};

/** What a contract bills and promises, by name. */
export type BillingTermTables = {
  billing_term: BillingTermTable;
  billing_term_layer: BillingTermLayerTable;
  seat_amendment: SeatAmendmentTable;
  pob_correction: PobCorrectionTable;
  billing_credit: BillingCreditTable;
  performance_obligation: PerformanceObligationTable;
  contract_modification: ContractModificationTable;
  modification_choice: ModificationChoiceTable;
  discount_allocation: DiscountAllocationTable;
};
