import { sectionIdsOf } from "../invoicing/consolidated-service.ts";
import { getInvoice } from "../invoicing/service.ts";
import { formatDay } from "../kernel/day.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { WriteContext } from "../platform/write.ts";
import type { Reminder } from "./reminder.ts";
import * as store from "./reminder-store.ts";

/**
 * Publishes up to `limit` reminders that are due by today, oldest first, each once. A sender of letters subscribes
 * to `invoice.reminder-due`.
 *
 * @returns how many were published; fewer than `limit` when none is left
 */
export async function publishDueReminders(ctx: WriteContext, limit: number): Promise<number> {
  const { today, timestamp } = ctx.clock;
  const due = await store.recordDueReminders(ctx.tx, ctx.merchant.id, { through: today, at: timestamp, limit });
  for (const { invoiceId, contractId, step, dueOn } of due) {
    ctx.publish({ type: "invoice.reminder-due", contractId, data: { invoiceId, step, dueOn: formatDay(dueOn) } });
  }
  if (due.length > 0) {
    const changes = [{ path: "/reminders", from: null, to: due.length }];
    ctx.audit({ action: "invoice.remind", entityType: "MERCHANT", entityId: ctx.merchant.id, changes });
  }
  return due.length;
}

/** The published reminders of an invoice, or of the document that it is a section of, in their order. @throws DomainError INVOICE_NOT_FOUND */
export async function remindersOfInvoice(tx: Tx, merchantId: string, invoiceId: string): Promise<Reminder[]> {
  const { consolidatedInvoiceId } = await getInvoice(tx, merchantId, invoiceId);
  const isAlone = consolidatedInvoiceId === null;
  const ids = isAlone ? [invoiceId] : await sectionIdsOf(tx, merchantId, consolidatedInvoiceId);
  return store.publishedReminders(tx, merchantId, ids);
}

export const { nextReminderDate } = store;
