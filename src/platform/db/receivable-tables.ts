import type { ColumnType, GeneratedAlways } from "kysely";
import type { Int8, Json, Tenant, Timestamps } from "./column-types.ts";

/** The tables of migrations/0009_receivables.sql, by name. */
export type ReceivableTables = {
  credit_memo: Tenant &
    Timestamps & {
      id: string;
      number: Int8;
      credit_memo_number: string;
      customer_id: string;
      currency: string;
      issue_date: string;
      reason: string;
      memo: string | null;
      subtotal_minor: Int8;
      tax_total_minor: Int8;
      total_minor: Int8;
      applied_minor: ColumnType<string, bigint | undefined, bigint>;
      refunded_minor: ColumnType<string, bigint | undefined, bigint>;
      balance_minor: GeneratedAlways<string>;
      status: GeneratedAlways<"OPEN" | "PARTIALLY_APPLIED" | "APPLIED" | "VOID">;
      sync_status: "NOT_SYNCED" | "SYNCING" | "SYNCED" | "SYNC_FAILED";
      external_ids: Json<unknown>;
      void_reason: string | null;
      voided_at: string | null;
    };
  credit_memo_item: Tenant & {
    id: string;
    credit_memo_id: string;
    line_number: number;
    invoice_line_id: string | null;
    invoice_id: string | null;
    contract_id: string | null;
    billing_term_id: string | null;
    service_start: string | null;
    service_end: string | null;
    revenue_effect: string;
    item_id: string | null;
    class_id: string | null;
    category_id: string | null;
    name: string | null;
    note: string | null;
    quantity: string | null;
    amount_minor: Int8;
    tax_minor: Int8;
  };
  payment: Tenant &
    Timestamps & {
      id: string;
      customer_id: string;
      currency: string;
      amount_minor: Int8;
      received_at: string;
      posted_on: string;
      type: "MANUAL" | "PROCESSOR" | "RECONCILIATION" | "REFUND";
      method: string | null;
      reference: string | null;
      applied_minor: ColumnType<string, bigint | undefined, bigint>;
      refunded_minor: ColumnType<string, bigint | undefined, bigint>;
      returned_on: string | null;
      return_reason: string | null;
      unapplied_minor: GeneratedAlways<string>;
      status: GeneratedAlways<"COMPLETED" | "FAILED" | "REFUNDED">;
      external_ids: Json<unknown>;
    };
  application: Tenant & {
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
  refund: Tenant & {
    id: string;
    credit_memo_id: string | null;
    payment_id: string | null;
    amount_minor: Int8;
    date: string;
    posted_on: string;
    method: string | null;
    reference: string | null;
    created_at: string;
  };
  invoice_write_off: Tenant & {
    id: string;
    invoice_id: string;
    date: string;
    posted_on: string;
    contract_liability_minor: Int8;
    bad_debt_minor: Int8;
    created_at: string;
  };
  invoice_reminder: Tenant & { invoice_id: string; step: number; due_on: string; created_at: string };
};
