import { invalidIssues } from "../../kernel/errors.ts";
import { changesBetween } from "../audit.ts";
import type { Tx } from "../db/pool.ts";
import type { WriteContext } from "../write.ts";

export type MerchantSettings = {
  readonly name?: string | undefined;
  readonly rounding?: "HALF_UP" | "HALF_EVEN" | undefined;
  readonly straightLineDefault?: "STRAIGHT_LINE" | "STRAIGHT_LINE_DAILY" | undefined;
  readonly lateInvoiceDate?: "PLANNED" | "TODAY" | undefined;
};

/**
 * Changes settings; the rounding is fixed once an invoice was issued or revenue recognised (data model 1.2). Holds the
 * books, so that nothing is posted meanwhile.
 *
 * @throws DomainError VALIDATION_FAILED
 */
export async function updateMerchant(ctx: WriteContext, settings: MerchantSettings): Promise<void> {
  const { tx } = ctx;
  const { id } = ctx.merchant;
  await tx.selectFrom("books").select("merchant_id").where("merchant_id", "=", id).forUpdate().execute();
  const row = await tx
    .selectFrom("merchant")
    .select(["name", "rounding", "straight_line_default", "late_invoice_date"])
    .where("id", "=", id)
    // Whatever refers to the merchant may be written meanwhile.
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const before = {
    name: row.name,
    rounding: row.rounding,
    straightLineDefault: row.straight_line_default,
    lateInvoiceDate: row.late_invoice_date,
  };
  const after = {
    name: settings.name ?? before.name,
    rounding: settings.rounding ?? before.rounding,
    straightLineDefault: settings.straightLineDefault ?? before.straightLineDefault,
    lateInvoiceDate: settings.lateInvoiceDate ?? before.lateInvoiceDate,
  };
  if (after.rounding !== before.rounding && (await hasRounded(tx, id))) {
    const message = "Rounding is fixed once an invoice was issued or revenue recognised; create a new merchant.";
    throw invalidIssues([{ path: "/rounding", code: "RANGE", message }]);
  }
  await tx
    .updateTable("merchant")
    .set({
      name: after.name,
      rounding: after.rounding,
      straight_line_default: after.straightLineDefault,
      late_invoice_date: after.lateInvoiceDate,
    })
    .where("id", "=", id)
    .execute();
  const changes = changesBetween(before, after).map(({ path, ...change }) => ({ path: `/${path}`, ...change }));
  ctx.audit({ action: "merchant.settings", entityType: "MERCHANT", entityId: id, changes });
  ctx.tell({ type: "merchant.settings-changed" });
}

/**
 * The same write with the settings as they are by now. Whoever posts or issues calls this once it holds the books: a
 * change of settings takes them for itself, so from here to the end of the transaction the settings stay, while those
 * read when the transaction began may have been changed before it got the books.
 */
export async function withSettledSettings(ctx: WriteContext): Promise<WriteContext> {
  const { rounding, straight_line_default, late_invoice_date } = await ctx.tx
    .selectFrom("merchant")
    .select(["rounding", "straight_line_default", "late_invoice_date"])
    .where("id", "=", ctx.merchant.id)
    .executeTakeFirstOrThrow();
  const settings = { rounding, straightLineDefault: straight_line_default, lateInvoiceDate: late_invoice_date };
  return { ...ctx, merchant: { ...ctx.merchant, ...settings } };
}

/** Amounts that were rounded are in the books, or on invoices that customers have. */
async function hasRounded(tx: Tx, merchantId: string): Promise<boolean> {
  const issued = await tx
    .selectFrom("invoice")
    .select("id")
    .where("merchant_id", "=", merchantId)
    .where("status", "<>", "DRAFT")
    .limit(1)
    .executeTakeFirst();
  if (issued !== undefined) return true;
  const recognised = await tx
    .selectFrom("revenue_entry")
    .select("month")
    .where("merchant_id", "=", merchantId)
    .limit(1)
    .executeTakeFirst();
  return recognised !== undefined;
}
