import type { ColumnType } from "kysely";

// How the driver hands rows over (pool.ts): dates, timestamps, int8 and numeric are strings, jsonb is parsed.
export type Int8 = ColumnType<string, bigint | string | number, bigint | string | number>;
export type Json<T> = ColumnType<T, string, string>;
export type JsonOrNull<T> = ColumnType<T | null, string | null, string | null>;

export type Timestamps = { created_at: string; last_updated_at: string };
export type Tenant = { merchant_id: string };
