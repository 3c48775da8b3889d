import { sql } from "kysely";
import { type Day, dayFrom, formatDay } from "../kernel/day.ts";
import { oneOf } from "../platform/db/columns.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { DueSpan } from "../platform/write.ts";
import { type Reminder, reminderDays } from "./reminder.ts";

/** A reminder that was due and is now recorded. */
export type DueReminder = {
  readonly invoiceId: string;
  readonly contractId: string;
  readonly step: number;
  readonly dueOn: Day;
};

/** Days from each reminder to the next; zero for the first. */
const reminderGaps = reminderDays.map((days, index) => days - (reminderDays[index - 1] ?? days));

// Unpublished reminders of unpaid invoices, for customers that receive reminders. A consolidated invoice has reminders for its first unpaid
// section only, each once. The time between two reminders is at least the planned one, so that an invoice that is owed again long after its
// due date, or was imported late, does not get three reminders at once.
const outstanding = (merchantId: string, through: Day) => sql`
  select invoice.id as invoice_id, invoice.contract_id, schedule.step,
    greatest(invoice.due_date + schedule.days, before.day + schedule.gap) as due_on
  from invoice
    join customer on customer.merchant_id = invoice.merchant_id and customer.id = invoice.customer_id
      and not customer.dunning_disabled
    join merchant on merchant.id = invoice.merchant_id
    cross join unnest(${reminderDays}::int[], ${reminderGaps}::int[]) with ordinality as schedule (days, gap, step)
    left join lateral (
      select (greatest(
        (select sent.created_at from invoice_reminder as sent
          where sent.merchant_id = invoice.merchant_id and sent.invoice_id = invoice.id and sent.step = schedule.step - 1),
        (select max(sent.created_at) from invoice as other
            join invoice_reminder as sent
              on sent.merchant_id = other.merchant_id and sent.invoice_id = other.id and sent.step = schedule.step - 1
          where other.merchant_id = invoice.merchant_id and other.consolidated_invoice_id = invoice.consolidated_invoice_id)
      ) at time zone merchant.time_zone)::date as day
    ) as before on true
  where invoice.merchant_id = ${merchantId} and invoice.status in ('ISSUED', 'PARTIALLY_PAID')
    and invoice.due_date <= ${formatDay(through - Math.min(...reminderDays))}::date
    and invoice.due_date + schedule.days <= ${formatDay(through)}::date
    and (schedule.step = 1 or before.day + schedule.gap <= ${formatDay(through)}::date)
    and not exists (
      select from invoice_reminder as sent
      where sent.merchant_id = invoice.merchant_id and sent.invoice_id = invoice.id and sent.step = schedule.step)
    and not exists (
      select from invoice as other
        left join invoice_reminder as sent
          on sent.merchant_id = other.merchant_id and sent.invoice_id = other.id and sent.step = schedule.step
      where other.merchant_id = invoice.merchant_id and other.consolidated_invoice_id = invoice.consolidated_invoice_id
        and other.id <> invoice.id
        and (sent.step is not null or (other.section < invoice.section and other.status in ('ISSUED', 'PARTIALLY_PAID'))))`;

/** The day of the earliest reminder of a span that is not published yet, or undefined. */
export async function nextReminderDate(
  tx: Tx,
  merchantId: string,
  { after, through }: DueSpan,
): Promise<Day | undefined> {
  const { rows } = await sql<{ date: string | null }>`
    select min(due_on) as date from (${outstanding(merchantId, through)}) as reminder
    where due_on > ${formatDay(after)}::date`.execute(tx);
  return rows[0]?.date == null ? undefined : dayFrom(rows[0].date);
}

/** Records up to `limit` due reminders, each once, and returns them, oldest first. */
export async function recordDueReminders(
  tx: Tx,
  merchantId: string,
  { through, at, limit }: { through: Day; at: string; limit: number },
): Promise<DueReminder[]> {
  const { rows } = await sql<{ invoice_id: string; contract_id: string; step: number; due_on: string }>`
    with due as (
      ${outstanding(merchantId, through)} order by due_on, invoice_id, step limit ${limit}
    ), recorded as (
      insert into invoice_reminder (merchant_id, invoice_id, step, due_on, created_at)
      select ${merchantId}::uuid, invoice_id, step, due_on, ${at}::timestamptz from due
      on conflict (merchant_id, invoice_id, step) do nothing
      returning invoice_id, step
    )
    select due.* from due join recorded using (invoice_id, step) order by due_on, invoice_id, step`.execute(tx);
  return rows.map((row) => ({
    invoiceId: row.invoice_id,
    contractId: row.contract_id,
    step: Number(row.step),
    dueOn: dayFrom(row.due_on),
  }));
}

/** The published reminders of some invoices, in their order. */
export async function publishedReminders(
  tx: Tx,
  merchantId: string,
  invoiceIds: readonly string[],
): Promise<Reminder[]> {
  const rows = await tx
    .selectFrom("invoice_reminder")
    .select(["step", "due_on", "created_at"])
    .where("merchant_id", "=", merchantId)
    .where("invoice_id", "=", oneOf(invoiceIds))
    .orderBy("step")
    .execute();
  return rows.map((row) => ({ step: row.step, dueOn: dayFrom(row.due_on), toldAt: row.created_at }));
}
