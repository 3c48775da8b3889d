import { sql } from "kysely";
import type { ExternalId } from "../catalog/external-id.ts";
import { dayFrom, formatDay } from "../kernel/day.ts";
import { canonicalDecimal } from "../kernel/decimal.ts";
import { money } from "../kernel/money.ts";
import type { SyncStatus } from "../ledger/sync-status.ts";
import { syncStatusFilter, syncStatusOf } from "../ledger/sync-store.ts";
import { instantOut } from "../platform/clock.ts";
import { cachedStatement } from "../platform/db/cached-statement.ts";
import { oneOf } from "../platform/db/columns.ts";
import { sendAhead, type Tx } from "../platform/db/pool.ts";
import { updateRow } from "../platform/db/single-row.ts";
import { column, type FilterTarget } from "../platform/http/filter-sql.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
import { selectPage, sizeOfList } from "../platform/http/page-sql.ts";
import type { RowOf } from "../schema/tables.ts";
import type { CreditMemo, CreditMemoItem } from "./credit-memo.ts";

/** Inserts an issued credit memo and its items, one statement each. */
export async function insertCreditMemo(tx: Tx, merchantId: string, memo: CreditMemo): Promise<void> {
  await tx
    .insertInto("credit_memo")
    .values({
      merchant_id: merchantId,
      id: memo.id,
      number: memo.number,
      credit_memo_number: memo.creditMemoNumber,
      customer_id: memo.customerId,
      currency: memo.currency,
      issue_date: formatDay(memo.issueDate),
      reason: memo.reason,
      memo: memo.memo,
      subtotal_minor: memo.subtotal.minor,
      tax_total_minor: memo.taxTotal.minor,
      total_minor: memo.total.minor,
      external_ids: JSON.stringify(memo.externalIds),
      void_reason: null,
      voided_at: null,
      created_at: memo.createdAt,
      last_updated_at: memo.lastUpdatedAt,
    })
    .execute();
  await tx
    .insertInto("credit_memo_item")
    .values(
      memo.items.map((item, index) => ({
        merchant_id: merchantId,
        id: item.id,
        credit_memo_id: memo.id,
        line_number: index + 1,
        invoice_line_id: item.line?.invoiceLineId ?? null,
        invoice_id: item.line?.invoiceId ?? null,
        contract_id: item.line?.contractId ?? null,
        billing_term_id: item.line?.billingTermId ?? null,
        service_start: item.line === null ? null : formatDay(item.line.service.start),
        service_end: item.line === null ? null : formatDay(item.line.service.end),
        revenue_effect: item.revenueEffect,
        is_beyond_line: item.isBeyondLine,
        item_id: item.itemId,
        class_id: item.classId,
        category_id: item.categoryId,
        name: item.name,
        note: item.note,
        quantity: item.quantity,
        amount_minor: item.amount.minor,
        tax_minor: item.tax.minor,
      })),
    )
    .execute();
}

/** Updates the changeable columns of a locked credit memo. */
export function saveCreditMemo(tx: Tx, merchantId: string, memo: CreditMemo): void {
  updateRow(
    tx,
    "credit_memo",
    { merchantId, id: memo.id },
    {
      applied_minor: memo.applied.minor,
      refunded_minor: memo.refunded.minor,
      void_reason: memo.voidReason,
      voided_at: memo.voidedAt,
      last_updated_at: memo.lastUpdatedAt,
    },
  );
}

/** Locks a credit memo until the transaction ends, if it exists. */
export function lockCreditMemo(tx: Tx, merchantId: string, creditMemoId: string): void {
  sendAhead(tx, lockOfMemo(tx, { merchantId, creditMemoId }));
}

const lockOfMemo = cachedStatement<"merchantId" | "creditMemoId", unknown>((tx, given) =>
  tx
    .selectFrom("credit_memo")
    .select("id")
    .where("merchant_id", "=", given.merchantId)
    .where("id", "=", given.creditMemoId)
    .forNoKeyUpdate(),
);

const filterTargets: Readonly<Record<string, FilterTarget>> = {
  creditMemoNumber: column(sql.ref("credit_memo.credit_memo_number")),
  customerId: column(sql.ref("credit_memo.customer_id")),
  issueDateFrom: column(sql.ref("credit_memo.issue_date")),
  issueDateTo: column(sql.ref("credit_memo.issue_date")),
  status: column(sql.ref("credit_memo.status")),
  syncStatus: syncStatusFilter("CREDIT_MEMO"),
  lastUpdatedAt: column(sql.ref("credit_memo.last_updated_at")),
};

const creditMemoSums = {
  total: sql.ref("credit_memo.total_minor"),
  appliedTotal: sql.ref("credit_memo.applied_minor"),
  // As `balanceOfCreditMemo`: zero for a void one.
  balance: sql`case when credit_memo.status <> 'VOID'
    then credit_memo.total_minor - credit_memo.applied_minor - credit_memo.refunded_minor end`,
};

/** One page of credit memos, newest first; of one invoice (crediting its lines or applied to it) if it is named. */
export async function listCreditMemos(
  tx: Tx,
  merchantId: string,
  list: ListQuery,
  invoiceId?: string,
): Promise<{ creditMemos: CreditMemo[]; extent: Extent }> {
  let selection = tx.selectFrom("credit_memo").select("id").where("merchant_id", "=", merchantId);
  if (invoiceId !== undefined) {
    selection = selection.where(
      sql<boolean>`(exists (select from credit_memo_item as item
          where item.merchant_id = credit_memo.merchant_id and item.credit_memo_id = credit_memo.id
            and item.invoice_id = ${invoiceId})
        or credit_memo.id in (
          select application.credit_memo_id from application
          where application.merchant_id = credit_memo.merchant_id and application.invoice_id = ${invoiceId}
          group by application.credit_memo_id having sum(application.amount_minor) > 0))`,
    );
  }
  const { rows, extent } = await selectPage(selection, list, {
    targets: filterTargets,
    sorts: { issueDate: sql.ref("credit_memo.issue_date") },
    sums: creditMemoSums,
    ...(invoiceId === undefined ? { size: sizeOfList(tx, merchantId, "credit_memo") } : {}),
  });
  const ids = rows.map(({ id }) => id);
  const creditMemos = new Map((await findCreditMemos(tx, merchantId, ids)).map((memo) => [memo.id, memo]));
  return { creditMemos: ids.flatMap((id) => creditMemos.get(id) ?? []), extent };
}

/** Credit memos with items linked to lines of a contract, oldest first. */
export async function creditMemosOfContract(tx: Tx, merchantId: string, contractId: string): Promise<CreditMemo[]> {
  const rows = await tx
    .selectFrom("credit_memo_item")
    .select("credit_memo_id")
    .distinct()
    .where("merchant_id", "=", merchantId)
    .where("contract_id", "=", contractId)
    .execute();
  return findCreditMemos(
    tx,
    merchantId,
    rows.map((row) => row.credit_memo_id),
  );
}

/** The contracts whose lines a credit memo credits, in no order. */
export async function contractsOfCreditMemo(tx: Tx, merchantId: string, creditMemoId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("credit_memo_item")
    .select("contract_id")
    .distinct()
    .where("merchant_id", "=", merchantId)
    .where("credit_memo_id", "=", creditMemoId)
    .execute();
  return rows.flatMap((row) => row.contract_id ?? []);
}

/** Credit memos by ids, with their items, ordered by number; credits of other books, which have none, come last. */
export async function findCreditMemos(tx: Tx, merchantId: string, ids: readonly string[]): Promise<CreditMemo[]> {
  const [{ rows }, { rows: itemRows }] = await Promise.all([
    tx.executeQuery(memosById(tx, { merchantId, ids })),
    tx.executeQuery(itemsOfMemos(tx, { merchantId, ids })),
  ]);
  const itemsByCreditMemo = Map.groupBy(itemRows, (row) => row.credit_memo_id);
  return rows.map((row): CreditMemo => {
    const amount = (minor: string) => money(BigInt(minor), row.currency);
    return {
      id: row.id,
      number: row.number === null ? null : BigInt(row.number),
      creditMemoNumber: row.credit_memo_number,
      customerId: row.customer_id,
      customerName: row.customer_name,
      currency: row.currency,
      issueDate: dayFrom(row.issue_date),
      reason: row.reason,
      memo: row.memo,
      subtotal: amount(row.subtotal_minor),
      taxTotal: amount(row.tax_total_minor),
      total: amount(row.total_minor),
      applied: amount(row.applied_minor),
      refunded: amount(row.refunded_minor),
      status: row.status,
      syncStatus: row.sync_status,
      externalIds: row.external_ids as ExternalId[],
      voidReason: row.void_reason,
      voidedAt: row.voided_at === null ? null : instantOut(row.voided_at),
      items: (itemsByCreditMemo.get(row.id) ?? []).map((item) => itemFromRow(item, row.currency)),
      createdAt: instantOut(row.created_at),
      lastUpdatedAt: instantOut(row.last_updated_at),
    };
  });
}

type MemoRow = RowOf<"credit_memo"> & { readonly customer_name: string; readonly sync_status: SyncStatus };

const memosById = cachedStatement<"merchantId" | "ids", MemoRow>((tx, given) =>
  tx
    .selectFrom("credit_memo as memo")
    .innerJoin("customer", (join) =>
      join.onRef("customer.merchant_id", "=", "memo.merchant_id").onRef("customer.id", "=", "memo.customer_id"),
    )
    .selectAll("memo")
    .select(["customer.name as customer_name", syncStatusOf("CREDIT_MEMO", "memo").as("sync_status")])
    .where("memo.merchant_id", "=", given.merchantId)
    .where("memo.id", "=", given.ids)
    .orderBy("memo.number")
    .orderBy("memo.id"),
);
const itemsOfMemos = cachedStatement<"merchantId" | "ids", RowOf<"credit_memo_item">>((tx, given) =>
  tx
    .selectFrom("credit_memo_item")
    .selectAll()
    .where("merchant_id", "=", given.merchantId)
    .where("credit_memo_id", "=", given.ids)
    .orderBy("credit_memo_id")
    .orderBy("line_number"),
);

function itemFromRow(row: RowOf<"credit_memo_item">, currency: string): CreditMemoItem {
  return {
    id: row.id,
    line: lineFromRow(row),
    revenueEffect: row.revenue_effect,
    isBeyondLine: row.is_beyond_line,
    itemId: row.item_id,
    classId: row.class_id,
    categoryId: row.category_id,
    name: row.name,
    note: row.note,
    quantity: row.quantity === null ? null : canonicalDecimal(row.quantity),
    amount: money(BigInt(row.amount_minor), currency),
    tax: money(BigInt(row.tax_minor), currency),
  };
}

function lineFromRow(row: RowOf<"credit_memo_item">): CreditMemoItem["line"] {
  const { invoice_line_id, invoice_id, contract_id, billing_term_id, service_start, service_end } = row;
  if (invoice_line_id === null || invoice_id === null || contract_id === null) return null;
  if (billing_term_id === null || service_start === null || service_end === null) return null;
  return {
    invoiceLineId: invoice_line_id,
    invoiceId: invoice_id,
    contractId: contract_id,
    billingTermId: billing_term_id,
    service: { start: dayFrom(service_start), end: dayFrom(service_end) },
  };
}

/** The category of the products with an item; absent if they disagree or have none. */
export async function categoriesOfItems(
  tx: Tx,
  merchantId: string,
  itemIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom("product")
    .select(["item_id", "category_id"])
    .distinct()
    .where("merchant_id", "=", merchantId)
    .where("item_id", "=", oneOf(itemIds))
    .where("category_id", "is not", null)
    .execute();
  const byItem = Map.groupBy(rows, (row) => row.item_id);
  return new Map(
    [...byItem].flatMap(([itemId, products]): [string, string][] => {
      const [only] = products;
      return itemId !== null && products.length === 1 && only?.category_id != null ? [[itemId, only.category_id]] : [];
    }),
  );
}
