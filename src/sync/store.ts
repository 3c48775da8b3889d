import { sql } from "kysely";
import type { SyncedType, SyncStatus } from "../ledger/sync-status.ts";
import { instantOut } from "../platform/clock.ts";
import type { Tx } from "../platform/db/pool.ts";
import { column, type FilterTarget } from "../platform/http/filter-sql.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
import { selectPage } from "../platform/http/page-sql.ts";
import type { SyncRecord } from "./sync-record.ts";

type RecordRow = {
  readonly entity_type: SyncedType;
  readonly entity_id: string;
  readonly entity_version: number;
  /** The status of the present version. */
  readonly sync_status: SyncStatus;
  readonly status: SyncStatus | null;
  readonly version: number | null;
  readonly synced_version: number | null;
  readonly external_id: string | null;
  readonly error: string | null;
  readonly attempts: number | null;
  readonly last_updated_at: string;
};

/** SQL for all records that are handed over, with their sync records: invoices without drafts, customers without deleted ones, and others. */
function syncRecords(merchantId: string) {
  const ours = sql`merchant_id = ${merchantId}`;
  return sql<RecordRow>`(
    select subject.entity_type, subject.entity_id, subject.version as entity_version,
      case when sync.version = subject.version then sync.status else 'NOT_SYNCED' end as sync_status,
      sync.status, sync.version, sync.synced_version, sync.external_id, sync.error, sync.attempts,
      greatest(subject.last_updated_at, sync.last_updated_at) as last_updated_at
    from (
      select 'INVOICE' as entity_type, id as entity_id, version, last_updated_at from invoice where ${ours} and status <> 'DRAFT'
      union all select 'CREDIT_MEMO', id, version, last_updated_at from credit_memo where ${ours}
      union all select 'PAYMENT', id, version, last_updated_at from payment where ${ours}
      union all select 'JOURNAL_ENTRY', id, 1, posted_at from journal_entry where ${ours}
      union all select 'CUSTOMER', id, version, last_updated_at from customer where ${ours} and deleted_at is null
    ) as subject
      left join sync_record as sync on sync.merchant_id = ${merchantId}
        and sync.entity_type = subject.entity_type and sync.entity_id = subject.entity_id
  )`;
}

function recordQuery(tx: Tx, merchantId: string) {
  return tx.selectFrom(syncRecords(merchantId).as("record")).selectAll();
}

const filterTargets: Readonly<Record<string, FilterTarget>> = {
  entityType: column(sql.ref("record.entity_type")),
  entityId: column(sql.ref("record.entity_id")),
  status: column(sql.ref("record.sync_status")),
  externalId: column(sql.ref("record.external_id")),
  lastUpdatedAt: column(sql.ref("record.last_updated_at")),
};

/** A page of records, the latest change first. */
export async function listSyncRecords(
  tx: Tx,
  merchantId: string,
  list: ListQuery,
): Promise<{ records: SyncRecord[]; extent: Extent }> {
  const { rows, extent } = await selectPage(recordQuery(tx, merchantId), list, {
    targets: filterTargets,
    order: [
      ["last_updated_at", "desc"],
      ["entity_id", "desc"],
    ],
  });
  return { records: rows.map(recordFromRow), extent };
}

/** The order in which types are handed over: customers before their invoices, payments after the invoices that they pay. */
const handedOver: readonly SyncedType[] = ["CUSTOMER", "INVOICE", "CREDIT_MEMO", "PAYMENT", "JOURNAL_ENTRY"];

/** The next records that are NOT_SYNCED: by type as in `handedOver`, within a type the oldest change first. */
export async function recordsToHandOver(tx: Tx, merchantId: string, limit: number): Promise<SyncRecord[]> {
  const rows = await recordQuery(tx, merchantId)
    .where("sync_status", "=", "NOT_SYNCED")
    .orderBy(sql`array_position(${handedOver}::text[], entity_type)`)
    .orderBy("last_updated_at")
    .orderBy("entity_id")
    .limit(limit)
    .execute();
  return rows.map(recordFromRow);
}

/** The record whose present version was accepted last; undefined if there is none. */
export async function lastAccepted(tx: Tx, merchantId: string): Promise<SyncRecord | undefined> {
  const row = await recordQuery(tx, merchantId)
    .where("sync_status", "=", "SYNCED")
    .orderBy("last_updated_at", "desc")
    .orderBy("entity_id")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? undefined : recordFromRow(row);
}

/** The record with an id and, if given, type; undefined if it does not exist or is a draft. */
export async function findSyncRecord(
  tx: Tx,
  merchantId: string,
  { entityType, entityId }: { readonly entityType?: SyncedType; readonly entityId: string },
): Promise<SyncRecord | undefined> {
  const named = recordQuery(tx, merchantId).where("entity_id", "=", entityId);
  const row = await (entityType === undefined ? named : named.where("entity_type", "=", entityType)).executeTakeFirst();
  return row === undefined ? undefined : recordFromRow(row);
}

/** Inserts the sync record of a record if there is none, and locks it until the transaction ends. @returns true if it was inserted */
export async function lockSyncRecord(
  tx: Tx,
  merchantId: string,
  { entityType, entityId }: Pick<SyncRecord, "entityType" | "entityId">,
  at: string,
): Promise<boolean> {
  const made = await tx
    .insertInto("sync_record")
    .values({
      ...{ merchant_id: merchantId, entity_type: entityType, entity_id: entityId },
      ...{ status: "NOT_SYNCED", version: 1, attempts: 0, last_updated_at: at },
    })
    .onConflict((conflict) => conflict.columns(["merchant_id", "entity_type", "entity_id"]).doNothing())
    .returning("entity_id")
    .execute();
  await tx
    .selectFrom("sync_record")
    .select("entity_id")
    .where("merchant_id", "=", merchantId)
    .where("entity_type", "=", entityType)
    .where("entity_id", "=", entityId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return made.length > 0;
}

export async function updateSyncRecord(tx: Tx, merchantId: string, record: SyncRecord): Promise<void> {
  await tx
    .updateTable("sync_record")
    .set({
      ...{ status: record.status, version: record.version, synced_version: record.syncedVersion },
      ...{ external_id: record.externalId, error: record.error, attempts: record.attempts },
      last_updated_at: record.lastUpdatedAt,
    })
    .where("merchant_id", "=", merchantId)
    .where("entity_type", "=", record.entityType)
    .where("entity_id", "=", record.entityId)
    .execute();
}

/**
 * SQL for the number of records whose present version failed. These are few, so each is looked up: reading all records that are handed over would
 * take as long as the rest of Home.
 */
export function failedSyncs(merchantId: string) {
  const its = sql`merchant_id = ${merchantId} and id = failed.entity_id`;
  return sql<number>`(select count(*)::int from sync_record as failed
    where merchant_id = ${merchantId} and status = 'SYNC_FAILED' and version = case entity_type
      when 'INVOICE' then (select version from invoice where ${its})
      when 'CREDIT_MEMO' then (select version from credit_memo where ${its})
      when 'PAYMENT' then (select version from payment where ${its})
      when 'CUSTOMER' then (select version from customer where ${its} and deleted_at is null)
      else 1 end)`;
}

function recordFromRow(row: RecordRow): SyncRecord {
  return {
    entityType: row.entity_type,
    entityId: row.entity_id,
    entityVersion: row.entity_version,
    status: row.status ?? "NOT_SYNCED",
    version: row.version ?? row.entity_version,
    syncedVersion: row.synced_version,
    externalId: row.external_id,
    error: row.error,
    attempts: row.attempts ?? 0,
    lastUpdatedAt: instantOut(row.last_updated_at),
  };
}
