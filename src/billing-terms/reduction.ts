import type { Day, Month } from "../kernel/day.ts";
import type { Money } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import type { LineType } from "./line-type.ts";

export const revenueEffects = ["CREDITED_DAYS", "IN_PRICE"] as const;
/**
 * How revenue falls with what is taken back: over the days of service credited, or not at all, because the term's own price
 * has fallen already.
 */
export type RevenueEffect = (typeof revenueEffects)[number];

/**
 * What a credit memo or a write-off takes back of what a term billed (rules 7, 8). A void is a reduction below zero, of the
 * same date and month as the one it takes back.
 */
export type BillingReduction = {
  readonly id: string;
  readonly contractId: string;
  readonly billingTermId: string;
  /** Without tax; never zero. */
  readonly amount: Money;
  /** The days of service that it takes back. */
  readonly service: Period;
  readonly revenueEffect: RevenueEffect;
  readonly date: Day;
  /** The month from which it counts. */
  readonly bookMonth: Month;
  readonly source: { readonly type: "CREDIT_MEMO" | "WRITE_OFF"; readonly id: string };
  readonly invoiceLineId: string;
  /** Of the line that it takes back of. */
  readonly lineType: LineType;
  /** Of the usage that it takes back of, for promises that earn usage by event type. */
  readonly eventTypeId?: string;
  /** As stored; one that is being made has none yet. */
  readonly createdAt?: string;
};

/** A reduction before it is recorded: its line says of which type it is. */
export type NewReduction = Omit<BillingReduction, "lineType">;

/**
 * What the credit memo of fewer seats takes back, unless it is void: it is issued by the very write that says so (data model 7.2).
 *
 * @param reductions of the term's lines, voids of them included
 */
export function creditsOfSeats(
  { createdAt: saidAt }: { readonly createdAt: string },
  reductions: readonly BillingReduction[],
): BillingReduction[] {
  const voided = new Set(reductions.filter(({ amount }) => amount.minor < 0n).map(({ source }) => source.id));
  return reductions.filter(
    ({ createdAt, revenueEffect, source }) =>
      createdAt === saidAt && revenueEffect === "CREDITED_DAYS" && !voided.has(source.id),
  );
}
