import { type Static, Type } from "typebox";
import { invoiceActions } from "../../actions/act-on-invoice.ts";
import { formatDay } from "../../kernel/day.ts";
import { instantOut } from "../../platform/clock.ts";
import { CivilDate, Closed, Instant, Named, OneOf } from "../../platform/http/wire.ts";
import type { Reminder } from "../../receivables/reminder.ts";
import { dayFromBody } from "./credit-memos.ts";

export const InvoiceActionBody = Named(
  "InvoiceActionDto",
  Closed(
    {
      action: OneOf(invoiceActions),
      date: Type.Optional(CivilDate({ description: "For MARK_UNCOLLECTIBLE and REINSTATE; default: today." })),
    },
    { examples: [{ action: "MARK_AS_SENT" }] },
  ),
);

export const RemindersView = Closed({
  data: Type.Array(Closed({ step: Type.Integer(), dueOn: CivilDate(), toldAt: Instant() })),
});

export function actionFromBody({ action, date }: Static<typeof InvoiceActionBody>) {
  return { action, date: date === undefined ? undefined : dayFromBody(date) };
}

export function viewOfReminder({ step, dueOn, toldAt }: Reminder) {
  return { step, dueOn: formatDay(dueOn), toldAt: instantOut(toldAt) };
}
