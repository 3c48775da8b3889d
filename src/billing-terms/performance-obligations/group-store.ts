import { sql } from "kysely";
import { oneOf } from "../../platform/db/columns.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { column, type FilterTarget } from "../../platform/http/filter-sql.ts";
import type { Extent, ListQuery } from "../../platform/http/list-query.ts";
import { selectPage } from "../../platform/http/page-sql.ts";
import type { GroupRecord } from "./group.ts";

const columns = ["id", "contract_id", "name", "created_at", "updated_at"] as const;

const filterTargets: Readonly<Record<string, FilterTarget>> = {
  createdAt: column(sql.ref("billing_term_group.created_at")),
  updatedAt: column(sql.ref("billing_term_group.updated_at")),
};

/** One page of the live groups of a contract, newest first, and how many there are. */
export async function listGroups(
  tx: Tx,
  merchantId: string,
  contractId: string,
  list: ListQuery,
): Promise<{ groups: GroupRecord[]; extent: Extent }> {
  const all = tx
    .selectFrom("billing_term_group")
    .select(columns)
    .where("merchant_id", "=", merchantId)
    .where("contract_id", "=", contractId)
    .where("deleted_at", "is", null);
  const { rows, extent } = await selectPage(all, list, { targets: filterTargets });
  return { groups: rows.map(groupFromRow), extent };
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

/** The groups of some billing terms, by the id of the term. */
export async function groupsOfTerms(
  tx: Tx,
  merchantId: string,
  termIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .selectFrom("billing_term")
    .select(["id", "billing_term_group_id"])
    .where("merchant_id", "=", merchantId)
    .where("id", "=", oneOf(termIds))
    .execute();
  return new Map(rows.map((row) => [row.id, row.billing_term_group_id]));
}
