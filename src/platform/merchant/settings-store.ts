import { required } from "../../kernel/assert.ts";
import type { RowOf } from "../../schema/tables.ts";
import { cachedStatement } from "../db/cached-statement.ts";
import { readOnce, type Tx } from "../db/pool.ts";
import type { MerchantSettings } from "./settings.ts";

/** The present settings, which may be later than those at the beginning of the transaction. The caller has locked the books. */
export async function readSettings(tx: Tx, merchantId: string): Promise<MerchantSettings> {
  const [row] = await readOnce(tx, merchantById(tx, { merchantId }));
  return settingsFromRow(required(row, "the merchant of the transaction"));
}

const merchantById = cachedStatement<"merchantId", RowOf<"merchant">>((tx, given) =>
  tx.selectFrom("merchant").selectAll().where("id", "=", given.merchantId),
);

export async function writeSettings(tx: Tx, merchantId: string, settings: MerchantSettings): Promise<void> {
  await tx
    .updateTable("merchant")
    .set({
      name: settings.name,
      rounding: settings.rounding,
      straight_line_default: settings.straightLineDefault,
      late_invoice_date: settings.lateInvoiceDate,
      require_category: settings.requireCategory,
      forbid_reopen_synced: settings.forbidReopenSynced,
      bad_debt_tax_relief: settings.badDebtTaxRelief,
      usage_grace_days: settings.usageGraceDays,
      invoice_prefix: settings.invoicePrefix,
      credit_memo_prefix: settings.creditMemoPrefix,
      account_map: JSON.stringify(settings.accountMap),
    })
    .where("id", "=", merchantId)
    .execute();
}

export function settingsFromRow(row: RowOf<"merchant">): MerchantSettings {
  return {
    name: row.name,
    rounding: row.rounding,
    straightLineDefault: row.straight_line_default,
    lateInvoiceDate: row.late_invoice_date,
    requireCategory: row.require_category,
    forbidReopenSynced: row.forbid_reopen_synced,
    badDebtTaxRelief: row.bad_debt_tax_relief,
    usageGraceDays: row.usage_grace_days,
    invoicePrefix: row.invoice_prefix,
    creditMemoPrefix: row.credit_memo_prefix,
    accountMap: row.account_map as MerchantSettings["accountMap"],
  };
}
