import { type DueWork, write } from "../platform/write.ts";
import { nextReminderDate, publishDueReminders } from "./reminder-service.ts";

const remindersPerBatch = 500;

/** Publishes reminders of invoices that are overdue. */
export const remindOfUnpaidInvoices: DueWork = {
  name: "remind-of-unpaid-invoices",
  nextDate: nextReminderDate,
  run: async (platform, options) => {
    for (;;) {
      const reported = await write(platform, options, (ctx) => publishDueReminders(ctx, remindersPerBatch));
      if (reported < remindersPerBatch) return;
    }
  },
};
