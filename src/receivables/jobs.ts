import { type DueWork, write } from "../platform/write.ts";
import { nextReminderDate, tellDueReminders } from "./reminder-service.ts";

const remindersPerBatch = 500;

/** Customers are reminded of invoices that are past due. */
export const remindOfUnpaidInvoices: DueWork = {
  name: "remind-of-unpaid-invoices",
  nextDate: nextReminderDate,
  run: async (platform, options) => {
    for (;;) {
      const told = await write(platform, options, (ctx) => tellDueReminders(ctx, remindersPerBatch));
      if (told < remindersPerBatch) return;
    }
  },
};
