import { type RawBuilder, sql } from "kysely";
import { idArray } from "../../platform/db/columns.ts";
import type { Tx } from "../../platform/db/pool.ts";
import type { AuditRow, Fields } from "./audited.ts";

const rowsAtOnce = 5_000;

const columns = sql`id, sequence, action, actor_kind || ':' || actor_id as actor, reason, entity_type as "entityType",
  entity_id as "entityId", changes`;

/**
 * Audit rows about records of some types, in chunks of whole records, the rows of each in the order of the chain. Rows of `invoice.issue` are left
 * out: a contract can have many of them, and INV-26 checks them.
 */
export async function* auditedRecords(
  tx: Tx,
  merchantId: string,
  entityTypes: readonly string[],
): AsyncGenerator<AuditRow[][]> {
  let open: AuditRow[] = [];
  let after = { entityId: "", id: "00000000-0000-0000-0000-000000000000" };
  for (;;) {
    const { rows } = await sql<AuditRow & { id: string }>`
      select ${columns} from audit_log
      where merchant_id = ${merchantId} and (entity_id, id) > (${after.entityId}, ${after.id}::uuid)
        and entity_type = any(${entityTypes}::text[]) and action <> 'invoice.issue'
      order by entity_id, id limit ${rowsAtOnce}`.execute(tx);
    const last = rows.at(-1);
    const isEnd = last === undefined || rows.length < rowsAtOnce;
    const all = [...open, ...rows];
    open = isEnd ? [] : all.filter(({ entityId }) => entityId === last.entityId);
    yield recordsOf(isEnd ? all : all.filter(({ entityId }) => entityId !== last.entityId));
    if (isEnd) return;
    after = last;
  }
}

/** Audit rows about some records, in the order of the chain. */
export async function auditRowsOf(
  tx: Tx,
  merchantId: string,
  entityTypes: readonly string[],
  entityIds: readonly string[],
): Promise<AuditRow[]> {
  if (entityIds.length === 0) return [];
  const { rows } = await sql<AuditRow>`
    select ${columns} from audit_log
    where merchant_id = ${merchantId} and entity_id = any(${entityIds}::text[]) and entity_type = any(${entityTypes}::text[])`.execute(
    tx,
  );
  return inOrder(rows);
}

function recordsOf(rows: readonly AuditRow[]): AuditRow[][] {
  const records = Map.groupBy(rows, ({ entityType, entityId }) => `${entityType} ${entityId}`);
  return [...records.values()].map(inOrder);
}

export function inOrder(rows: readonly AuditRow[]): AuditRow[] {
  return rows.toSorted((a, b) => Number(BigInt(a.sequence) - BigInt(b.sequence)));
}

const ofObligation = (column: string) =>
  `id in (select ${column} from obligation as owner where owner.merchant_id = record.merchant_id)`;

/** Tables whose rows are audited when they are created, with the entity type, an SQL condition on the rows, and the column of the entity id. */
const auditedWhenCreated: readonly (readonly [entityType: string, table: string, which?: string, id?: string])[] = [
  ["ADJUSTMENT", "adjustment"],
  ["API_KEY", "api_key"],
  ["BILLING_TERM", "billing_term", `not ${ofObligation("billing_term_id")}`],
  ["CATEGORY", "category"],
  ["CHANGE_REQUEST", "change_request"],
  ["CLOSE_TASK_TEMPLATE", "close_task_template"],
  ["COMMITMENT", "commitment"],
  ["CONTRACT", "contract"],
  ["CONTRACT_MODIFICATION", "contract_modification"],
  ["CONTRACT_OPENING", "contract_opening", "true", "contract_id"],
  ["CORRECTION", "pob_correction"],
  ["CREDIT_MEMO", "credit_memo"],
  ["CUSTOMER", "customer"],
  ["DISCOUNT_ALLOCATION", "discount_allocation"],
  ["EVENT_TYPE", "event_type"],
  ["ITEM", "item"],
  ["JOURNAL_EXPORT", "journal_export"],
  ["MEMBER", "membership", "true", "user_id"],
  ["OBLIGATION", "obligation"],
  ["PAYMENT", "payment"],
  ["PERFORMANCE_OBLIGATION", "performance_obligation", `not ${ofObligation("performance_obligation_id")}`],
  ["PRODUCT", "product"],
  ["SEAT_AMENDMENT", "seat_amendment"],
  ["SAVED_VIEW", "saved_view"],
  ["SYNC_RECORD", "sync_record", "true", "entity_id"],
  ["WEBHOOK_ENDPOINT", "webhook_endpoint"],
];

/** Records without any audit row, by entity type and id. */
export function unaudited(merchantId: string): RawBuilder<unknown> {
  const queries = auditedWhenCreated.map(
    ([entityType, table, which = "true", id = "id"]) => sql`
      select ${entityType}::text || ' ' || ${sql.ref(id)} || ': not in the audit log' as id from ${sql.table(table)} as record
      where merchant_id = ${merchantId} and ${sql.raw(which)} and not exists (
        select from audit_log as audit
        where audit.merchant_id = ${merchantId} and audit.entity_id = record.${sql.ref(id)}::text and audit.entity_type = ${entityType})`,
  );
  return sql.join(queries, sql` union all `);
}

/** The current hold of each contract, with the fields of the audit log, by contract. */
export async function holdsOf(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
): Promise<Map<string, Fields>> {
  const { rows } = await sql<{ contractId: string; hold: Fields }>`
    select contract_id as "contractId", jsonb_build_object('reason', reason, 'fromMonth', to_char(from_month, 'YYYY-MM')) as hold
    from close_hold
    where merchant_id = ${merchantId} and contract_id = any(${idArray(contractIds)}::uuid[]) and released_at is null`.execute(
    tx,
  );
  return new Map(rows.map(({ contractId, hold }) => [contractId, hold]));
}
