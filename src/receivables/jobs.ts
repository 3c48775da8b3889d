import type { DueWork } from "../platform/due-work.ts";
import type { Subscriber } from "../platform/facts.ts";
import { write } from "../platform/write.ts";
import { creditOverbilledUsage } from "./overbilled-service.ts";
import { nextReminderDate, tellDueReminders } from "./reminder-service.ts";

/** What usage was billed too much is given back where no invoice can carry it. */
export const overbilledSubscriber: Subscriber = {
  name: "credit-overbilled-usage",
  types: ["usage.overbilled"],
  react: (ctx, facts) => creditOverbilledUsage(ctx, [...new Set(facts.map((fact) => fact.contractId))]),
};

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
