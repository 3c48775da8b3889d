import { sql } from "kysely";
import { dayFrom, formatDay } from "../kernel/day.ts";
import { money } from "../kernel/money.ts";
import { instantOut } from "../platform/clock.ts";
import { oneOf } from "../platform/db/columns.ts";
import type { Tx } from "../platform/db/pool.ts";
import { column, type FilterTarget, monthOfDate } from "../platform/http/filter-sql.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
import { selectPage } from "../platform/http/page-sql.ts";
import { type AccountsOfCategory, type Adjustment, adjustmentNumber } from "./adjustment.ts";

/** Inserts an adjustment in one statement and all of its lines in another. */
export async function insertAdjustment(tx: Tx, merchantId: string, adjustment: Adjustment): Promise<void> {
  await tx
    .insertInto("adjustment")
    .values({
      merchant_id: merchantId,
      id: adjustment.id,
      number: adjustment.number,
      adjustment_number: adjustmentNumber(adjustment.number),
      date: formatDay(adjustment.date),
      currency: adjustment.currency,
      reason: adjustment.reason,
      reverses_id: adjustment.reversesId,
      created_at: adjustment.createdAt,
    })
    .execute();
  await tx
    .insertInto("adjustment_line")
    .values(
      adjustment.lines.map((line, index) => ({
        merchant_id: merchantId,
        adjustment_id: adjustment.id,
        line_number: index + 1,
        role: line.role,
        account: line.account,
        debit_minor: line.debit.minor,
        credit_minor: line.credit.minor,
        contract_id: line.contractId,
        category_id: line.categoryId,
      })),
    )
    .execute();
}

const filterTargets: Readonly<Record<string, FilterTarget>> = {
  adjustmentNumber: column(sql.ref("adjustment.adjustment_number")),
  month: monthOfDate(sql.ref("adjustment.date")),
};

/** One page of adjustments, newest first. */
export async function listAdjustments(
  tx: Tx,
  merchantId: string,
  list: ListQuery,
): Promise<{ adjustments: Adjustment[]; extent: Extent }> {
  const selection = tx.selectFrom("adjustment").select("id").where("merchant_id", "=", merchantId);
  const rules = { targets: filterTargets, order: [["number", "desc"]] } as const;
  const { rows, extent } = await selectPage(selection, list, rules);
  const ids = rows.map(({ id }) => id);
  const found = new Map((await findAdjustments(tx, merchantId, ids)).map((each) => [each.id, each]));
  return { adjustments: ids.flatMap((id) => found.get(id) ?? []), extent };
}

/** The adjustments with the given ids, ordered by number; unknown ids are left out. */
export async function findAdjustments(tx: Tx, merchantId: string, ids: readonly string[]): Promise<Adjustment[]> {
  const rows = await tx
    .selectFrom("adjustment")
    .leftJoin("adjustment as reversal", (join) =>
      join
        .onRef("reversal.merchant_id", "=", "adjustment.merchant_id")
        .onRef("reversal.reverses_id", "=", "adjustment.id"),
    )
    .selectAll("adjustment")
    .select("reversal.id as reversed_by_id")
    .where("adjustment.merchant_id", "=", merchantId)
    .where("adjustment.id", "=", oneOf(ids))
    .orderBy("adjustment.number")
    .execute();
  const lines = await tx
    .selectFrom("adjustment_line")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("adjustment_id", "=", oneOf(ids))
    .orderBy("line_number")
    .execute();
  const linesById = Map.groupBy(lines, (line) => line.adjustment_id);
  return rows.map((row) => ({
    id: row.id,
    number: BigInt(row.number),
    date: dayFrom(row.date),
    currency: row.currency,
    reason: row.reason,
    reversesId: row.reverses_id,
    reversedById: row.reversed_by_id,
    createdAt: instantOut(row.created_at),
    lines: (linesById.get(row.id) ?? []).map((line) => ({
      role: line.role,
      account: line.account,
      debit: money(BigInt(line.debit_minor), row.currency),
      credit: money(BigInt(line.credit_minor), row.currency),
      contractId: line.contract_id,
      categoryId: line.category_id,
    })),
  }));
}

/** The ids of those given contracts that have an opening. */
export async function loadedContracts(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom("contract_opening")
    .select("contract_id")
    .where("merchant_id", "=", merchantId)
    .where("contract_id", "=", oneOf(contractIds))
    .execute();
  return new Set(rows.map((row) => row.contract_id));
}

/**
 * The accounts of the categories with the given ids, without deleted ones. A liability account with the name of the merchant's
 * default liability account (`ownLiability`) counts as the default, so it is null.
 */
export async function accountsOfCategories(
  tx: Tx,
  merchantId: string,
  categoryIds: readonly string[],
  ownLiability: string,
): Promise<Map<string, AccountsOfCategory>> {
  const rows = await tx
    .selectFrom("category")
    .select(["id", "revenue_account", "contract_liability_account"])
    .where("merchant_id", "=", merchantId)
    .where("id", "=", oneOf(categoryIds))
    .where("deleted_at", "is", null)
    .execute();
  return new Map(
    rows.map(({ id, revenue_account: revenue, contract_liability_account: liability }) => [
      id,
      { revenue, contractLiability: liability === ownLiability ? null : liability },
    ]),
  );
}
