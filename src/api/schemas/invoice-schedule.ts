import { Type } from "typebox";
import { invoiceStatuses } from "../../invoicing/invoice.ts";
import { totalsOf } from "../../invoicing/issue.ts";
import { dueDateOf, issueDateOf, type ScheduledInvoice } from "../../invoicing/schedule-service.ts";
import { formatDay } from "../../kernel/day.ts";
import { formatMoney } from "../../kernel/money.ts";
import { type ListDeclaration, type ListQuery, maximumLimit } from "../../platform/http/list-query.ts";
import { pageOfAll } from "../../platform/http/page-of-all.ts";
import { CivilDate, Closed, Named, Nullable, OneOf, PageOf, Uuid } from "../../platform/http/wire.ts";
import { InvoiceLineView, totals, viewOfInvoice, viewOfLine } from "./invoices.ts";

export const ScheduledInvoiceView = Named(
  "ScheduledInvoice",
  Closed({
    issueDate: CivilDate(),
    dueDate: CivilDate(),
    status: OneOf(["PLANNED", ...invoiceStatuses]),
    invoiceId: Nullable(Uuid()),
    currency: Type.String(),
    lineItems: Type.Array(InvoiceLineView),
    subtotal: totals.subtotal,
    discountTotal: totals.discountTotal,
    total: totals.total,
  }),
);

export const InvoiceScheduleView = Named("InvoiceSchedule", PageOf(ScheduledInvoiceView));

/** One page holds many years of monthly or weekly billing; ten years of daily billing take four pages. */
export const scheduleList: ListDeclaration = {
  fields: {},
  sorts: ["issueDate", "dueDate"],
  defaultLimit: maximumLimit,
};

/**
 * One page of a schedule. Planned invoices have no id, so an entry is identified by its date and its position among those of that
 * date.
 *
 * @throws DomainError CURSOR_INVALID
 */
export function pageOfSchedule(list: ListQuery, schedule: readonly ScheduledInvoice[]) {
  const ofDate = new Map<string, number>();
  const entries = schedule.map((invoice) => {
    const issueDate = issueDateOf(invoice);
    const place = (ofDate.get(issueDate) ?? 0) + 1;
    ofDate.set(issueDate, place);
    return { invoice, key: `${issueDate} ${place}`, issueDate, dueDate: dueDateOf(invoice) };
  });
  const { rows, extent } = pageOfAll(list, entries, ({ key }) => key);
  return { invoices: rows.map(({ invoice }) => invoice), extent };
}

/** An entry of the invoice schedule: an issued or drafted invoice, or a planned one (rules 12). */
export function viewOfScheduled(scheduled: ScheduledInvoice, currency: string) {
  if ("issued" in scheduled) {
    const view = viewOfInvoice(scheduled.issued);
    const { issueDate, dueDate, status, id: invoiceId, lineItems, subtotal, discountTotal, total } = view;
    return { issueDate, dueDate, status, invoiceId, currency, lineItems, subtotal, discountTotal, total };
  }
  const { planned, tax } = scheduled;
  const taxes = tax?.lines.map((line) => line.tax);
  const { subtotal, discountTotal, total } = totalsOf(planned.lines, currency, taxes);
  return {
    issueDate: formatDay(planned.issueDate),
    dueDate: formatDay(planned.dueDate),
    status: "PLANNED",
    invoiceId: null,
    currency,
    lineItems: planned.lines.map((line, index) => viewOfLine({ ...line, tax: tax?.lines[index] ?? null })),
    subtotal: formatMoney(subtotal),
    discountTotal: formatMoney(discountTotal),
    total: formatMoney(total),
  };
}
