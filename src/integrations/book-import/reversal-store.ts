import { sql } from "kysely";
import type { Tx } from "../../platform/db/pool.ts";

/** The kinds of setup that an import creates. Classes and custom fields belong to the accounting system. */
export type CreatedKind = "customer" | "category" | "event-type" | "product" | "item";

/** A record that an import created and that still exists. */
export type CreatedRecord = {
  readonly kind: CreatedKind;
  readonly id: string;
  readonly name: string;
  /** True for a customer with usage events. */
  readonly hasUsage: boolean;
};

/** The contracts of the last import of a book that are not deleted, the latest first. */
export async function contractsOfBook(
  tx: Tx,
  merchantId: string,
  importName: string,
): Promise<{ readonly kind: "contract"; readonly id: string; readonly name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select contract.id, contract.name from import_row as loaded
      join contract on contract.merchant_id = loaded.merchant_id and contract.id = loaded.contract_id
    where loaded.merchant_id = ${merchantId} and loaded.import_name = ${importName} and contract.deleted_at is null
    order by contract.id desc`.execute(tx);
  return rows.map((row) => ({ kind: "contract", ...row }));
}

const tables = {
  customer: "customer",
  category: "category",
  "event-type": "event_type",
  product: "product",
  item: "item",
};

/**
 * Setup that an import created and that was not deleted since, the latest first, so that a customer comes before its parent. The audit log
 * says what the import created: its write has one actor and one time.
 */
export async function createdAt(tx: Tx, merchantId: string, moment: string): Promise<CreatedRecord[]> {
  const isLive = (table: string) =>
    table === "customer" || table === "category" ? sql`record.deleted_at is null` : sql`true`;
  const parts = Object.entries(tables).map(
    ([kind, table]) => sql`
      select ${sql.lit(kind)} as kind, record.id, record.name,
        ${kind === "customer" ? sql`exists (select from usage_event as event where event.merchant_id = record.merchant_id and event.customer_id = record.id)` : sql`false`} as has_usage
      from audit_log as audit
        join ${sql.table(table)} as record on record.merchant_id = audit.merchant_id and record.id::text = audit.entity_id
      where audit.merchant_id = ${merchantId} and audit.at = ${moment}::timestamptz and audit.action = ${`${kind}.create`}
        and (audit.actor_kind, audit.actor_id) = (select loaded.actor_kind, loaded.actor_id from audit_log as loaded
          where loaded.merchant_id = ${merchantId} and loaded.at = ${moment}::timestamptz and loaded.action = 'book-import.load')
        and ${isLive(table)}`,
  );
  const { rows } = await sql<{ kind: CreatedKind; id: string; name: string; has_usage: boolean }>`
    select * from (${sql.join(parts, sql` union all `)}) as created order by id desc`.execute(tx);
  return rows.map(({ has_usage: hasUsage, ...row }) => ({ ...row, hasUsage }));
}

/** When books of a name were imported that were reversed since, the latest first. */
export async function reversedImports(tx: Tx, merchantId: string, importName: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("book_import")
    .select("created_at")
    .where("merchant_id", "=", merchantId)
    .where("name", "=", importName)
    .where("reversed_at", "is not", null)
    .orderBy("created_at", "desc")
    .execute();
  return rows.map((row) => row.created_at);
}

/** Deletes which contract each row of a book became, so that its rows can be imported again. */
export async function forgetRows(tx: Tx, merchantId: string, importName: string): Promise<void> {
  await tx
    .deleteFrom("import_row")
    .where("merchant_id", "=", merchantId)
    .where("import_name", "=", importName)
    .execute();
}
