import { invalidIssues } from "../../kernel/errors.ts";
import { changesBetween } from "../audit.ts";
import { markAllContractsChanged } from "../contract-changes.ts";
import type { Tx } from "../db/pool.ts";
import type { WriteContext } from "../write.ts";
import { auditView, checkSettings, type MerchantSettings, patchedSettings, type SettingsPatch } from "./settings.ts";
import { readSettings, writeSettings } from "./settings-store.ts";

/**
 * Changes settings. The rounding cannot change once an invoice was issued or revenue recognized (data model 1.2). The books are
 * locked, so that nothing is posted meanwhile: later entries have the new account names, earlier ones keep theirs, and no balance
 * changes.
 *
 * @throws DomainError VALIDATION_FAILED with every issue
 */
export async function updateMerchant(ctx: WriteContext, patch: SettingsPatch): Promise<MerchantSettings> {
  const { tx } = ctx;
  const { id } = ctx.merchant;
  await tx.selectFrom("books").select("merchant_id").where("merchant_id", "=", id).forUpdate().execute();
  // This lock does not block rows that only refer to the merchant.
  await tx.selectFrom("merchant").select("id").where("id", "=", id).forNoKeyUpdate().executeTakeFirstOrThrow();
  const before = await readSettings(tx, id);
  const after = patchedSettings(before, patch);
  const issues = checkSettings(after);
  if (after.rounding !== before.rounding && (await hasRounded(tx, id))) {
    const message = "Rounding is fixed once an invoice was issued or revenue recognized; create a new merchant.";
    issues.push({ path: "/rounding", code: "RANGE", message });
  }
  if (issues.length > 0) throw invalidIssues(issues);
  await writeSettings(tx, id, after);
  if (after.rounding !== before.rounding) await markAllContractsChanged(tx, id);
  const differences = changesBetween(auditView(before), auditView(after));
  const changes = differences.map(({ path, ...change }) => ({ path: `/${path}`, ...change }));
  ctx.audit({ action: "merchant.settings", entityType: "MERCHANT", entityId: id, changes });
  ctx.publish({ type: "merchant.settings-changed" });
  if (after.usageGraceDays !== before.usageGraceDays) {
    for (const contractId of await contractsWithUsageToBill(tx, id)) {
      ctx.publish({ type: "usage.grace-changed", contractId });
    }
  }
  return after;
}

/**
 * The same write with the present settings. Posting and issuing call this once they have locked the books: a change of settings
 * needs that lock too, so the settings stay the same until the end of the transaction, while those read at its beginning may be
 * outdated.
 */
export async function withLockedSettings(ctx: WriteContext): Promise<WriteContext> {
  return { ...ctx, merchant: { ...ctx.merchant, ...(await readSettings(ctx.tx, ctx.merchant.id)) } };
}

/**
 * Approved contracts with usage that is still to be billed, and those whose drafts bill some: the grace period for late usage
 * decides which invoice bills it.
 */
async function contractsWithUsageToBill(tx: Tx, merchantId: string): Promise<string[]> {
  const drafted = tx
    .selectFrom("invoice")
    .select("contract_id")
    .where("merchant_id", "=", merchantId)
    .where("status", "=", "DRAFT")
    .where("draft_lines", "@>", '[{"type":"USAGE"}]');
  const metered = tx
    .selectFrom("billing_term as term")
    .innerJoin("contract", (join) =>
      join.onRef("contract.merchant_id", "=", "term.merchant_id").onRef("contract.id", "=", "term.contract_id"),
    )
    .select("term.contract_id")
    .where("term.merchant_id", "=", merchantId)
    .where("term.event_type_id", "is not", null)
    .where("term.deleted_at", "is", null)
    .where("contract.status", "=", "APPROVED")
    .where("contract.deleted_at", "is", null)
    .where(({ or, eb, ref }) =>
      or([
        eb("term.end_date", "is", null),
        eb("term.invoiced_through", "is", null),
        eb("term.invoiced_through", "<", ref("term.end_date")),
        eb("term.carried_credit_due", "is not", null),
      ]),
    );
  const rows = await drafted.union(metered).execute();
  return rows.map((row) => row.contract_id);
}

/** True if rounded amounts are posted, or on issued invoices. */
async function hasRounded(tx: Tx, merchantId: string): Promise<boolean> {
  const issued = await tx
    .selectFrom("invoice")
    .select("id")
    .where("merchant_id", "=", merchantId)
    .where("status", "<>", "DRAFT")
    .limit(1)
    .executeTakeFirst();
  if (issued !== undefined) return true;
  const recognized = await tx
    .selectFrom("revenue_entry")
    .select("month")
    .where("merchant_id", "=", merchantId)
    .limit(1)
    .executeTakeFirst();
  return recognized !== undefined;
}
