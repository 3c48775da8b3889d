import type { Json, Tenant } from "./column-types.ts";

export type UsageTables = {
  usage_event: Tenant & {
    id: string;
    customer_id: string;
    event_type_id: string;
    datetime: string;
    value: string;
    differentiator: string | null;
    invoice_split_key: string | null;
    idempotency_key: string;
    metadata: Json<Readonly<Record<string, unknown>>>;
    book_month: string | null;
    created_at: string;
  };
  usage_stream: Tenant & { customer_id: string; event_type_id: string };
  usage_event_key: Tenant & { idempotency_key: string; event_id: string; fingerprint: Buffer };
  usage_event_deletion: Tenant & { id: string; parent_event_id: string; book_month: string | null; created_at: string };
};
