import type { Day } from "../kernel/day.ts";

/**
 * Days after the due date on which a customer is reminded of an unpaid invoice: the first, second and last reminder. After a late
 * one, the time to the next is as long as planned.
 */
export const reminderDays: readonly number[] = [3, 10, 21];

/** A reminder of an unpaid invoice that became due; `step` 1 is the first. */
export type Reminder = { readonly step: number; readonly dueOn: Day; readonly toldAt: string };
