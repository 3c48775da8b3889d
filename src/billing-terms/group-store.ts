import { sql } from "kysely";
import type { Tx } from "../platform/db/pool.ts";
import { column, type FilterTarget, filterConditions } from "../platform/http/filter-sql.ts";
import { type ListQuery, offsetOf } from "../platform/http/list-query.ts";
import type { GroupRecord } from "./group.ts";

const columns = ["id", "contract_id", "name", "created_at", "updated_at"] as const;

const filterTargets: Readonly<Record<string, FilterTarget>> = {
  createdAt: column(sql.ref("billing_term_group.created_at")),
  updatedAt: column(sql.ref("billing_term_group.updated_at")),
};

/** One page of the live groups of a contract, oldest first, and how many there are. */
export async function listGroups(
  tx: Tx,
  merchantId: string,
  contractId: string,
  list: ListQuery,
): Promise<{ groups: GroupRecord[]; totalItems: number }> {
  const matching = tx
    .selectFrom("billing_term_group")
    .where("merchant_id", "=", merchantId)
    .where("contract_id", "=", contractId)
    .where("deleted_at", "is", null)
    .where((where) => where.and(filterConditions(list.filters, filterTargets)));
  const rows = await matching
    .select(columns)
    .orderBy("created_at")
    .orderBy("id")
    .limit(list.limit)
    .offset(offsetOf(list))
    .execute();
  const { total } = await matching.select(sql<string>`count(*)`.as("total")).executeTakeFirstOrThrow();
  return { groups: rows.map(groupFromRow), totalItems: Number(total) };
}

export async function findGroup(
  tx: Tx,
  merchantId: string,
  contractId: string,
  groupId: string,
): Promise<GroupRecord | undefined> {
  const row = await tx
    .selectFrom("billing_term_group")
    .select(columns)
    .where("merchant_id", "=", merchantId)
    .where("contract_id", "=", contractId)
    .where("id", "=", groupId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row === undefined ? undefined : groupFromRow(row);
}

export async function touchGroup(tx: Tx, merchantId: string, groupId: string, at: string): Promise<void> {
  await tx
    .updateTable("billing_term_group")
    .set({ updated_at: at })
    .where("merchant_id", "=", merchantId)
    .where("id", "=", groupId)
    .execute();
}

function groupFromRow(row: {
  id: string;
  contract_id: string;
  name: string | null;
  created_at: string;
  updated_at: string;
}): GroupRecord {
  return {
    id: row.id,
    contractId: row.contract_id,
    name: row.name,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
