import type { ColumnType } from "kysely";
import type { Json, JsonOrNull, Tenant } from "./column-types.ts";

type Stamps = {
  created_at: string;
  updated_at: string;
  deleted_at: ColumnType<string | null, string | null | undefined, string | null>;
};

export type CommitmentTable = Tenant &
  Stamps & {
    id: string;
    contract_id: string;
    name: string | null;
    unit_type: string;
    is_full_duration: boolean;
    price_priority: string;
    recognition_pattern: string;
    terminated_at: ColumnType<string | null, string | null | undefined, string | null>;
  };

export type CommitmentScheduleTable = Tenant &
  Stamps & {
    id: string;
    commitment_id: string;
    start_date: string;
    end_date: string;
    commitment_interval: string | null;
    true_up_behavior: string;
    true_up_name: string | null;
    true_up_item_id: string | null;
    prepaid_value: string | null;
    prepayment_schedule_type: string | null;
    prepayment_name: string | null;
    prepayment_item_id: string | null;
    net_payment_terms: number | null;
    overage_configs: Json<unknown>;
  };

export type CommitmentStepTable = Tenant &
  Stamps & {
    id: string;
    commitment_id: string;
    schedule_id: string;
    position: number;
    name: string | null;
    value: string;
  };

export type CommitmentChangeTable = Tenant & {
  commitment_id: string;
  number: number;
  before: JsonOrNull<unknown>;
  book_month: string | null;
  created_at: string;
};

/** What customers commit to use, by name. */
export type CommitmentTables = {
  commitment: CommitmentTable;
  commitment_schedule: CommitmentScheduleTable;
  commitment_step: CommitmentStepTable;
  commitment_step_term: Tenant & { step_id: string; billing_term_id: string; position: number };
  commitment_change: CommitmentChangeTable;
};
