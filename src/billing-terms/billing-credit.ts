import type { Day, Month } from "../kernel/day.ts";
import type { Money } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import type { LineType } from "./line-type.ts";

export const revenueEffects = ["CREDITED_DAYS", "IN_PRICE"] as const;
/**
 * How revenue falls with what is credited: over the days of service credited, or not at all, because the term's own
 * price has fallen already.
 */
export type RevenueEffect = (typeof revenueEffects)[number];

/**
 * What a credit memo or a write-off credits of what a term billed (rules 7, 8). A void is a billing credit below zero,
 * of the same date and month as the one it reverses, and lowers or raises revenue as `effectOfVoid` says.
 */
export type BillingCredit = {
  readonly id: string;
  readonly contractId: string;
  readonly billingTermId: string;
  /** Without tax; never zero. */
  readonly amount: Money;
  /** The days of service that it credits. */
  readonly service: Period;
  readonly revenueEffect: RevenueEffect;
  readonly date: Day;
  /** The month from which it counts. */
  readonly bookMonth: Month;
  readonly source: BillingCreditSource;
  readonly invoiceLineId: string;
  /** Of the line that it credits of. */
  readonly lineType: LineType;
  /** Of the usage that it credits of, for performance obligations that earn usage by event type. */
  readonly eventTypeId?: string;
  /** As stored; one that is being made has none yet. */
  readonly createdAt?: string;
};

/**
 * The credit memo or the write-off behind a billing credit. What is recovered of a write-off, or owed again, is a billing
 * credit below zero with the id of the write-off; above zero where a payment for it went back.
 */
export type BillingCreditSource = {
  readonly type: "CREDIT_MEMO" | "WRITE_OFF" | "RECOVERY";
  readonly id: string;
};

/** Is it of a write-off, or of what was recovered of one? */
export function isOfWriteOff({ source }: Pick<BillingCredit, "source">): boolean {
  return source.type !== "CREDIT_MEMO";
}

/** A billing credit before it is recorded: its line says of which type it is. */
export type NewBillingCredit = Omit<BillingCredit, "lineType">;

/**
 * How revenue follows the void of a credit (ADR 0026). What the end of a term credited lowered none, because the price
 * had fallen with the days: once the credit is void, that much is billed and has no service of its own, so it is earned
 * with the service that is left. Usage has its price without any credit, and is credited again.
 */
export function effectOfVoid(credited: RevenueEffect, line: { readonly billsUsage: boolean }): RevenueEffect {
  return credited === "IN_PRICE" && !line.billsUsage ? "CREDITED_DAYS" : credited;
}

/**
 * Reverses the effect on revenue that void credits have left, for lines that are void themselves: what
 * they billed is billed anew. Each has the date and month of what it reverses, and all of them come to nothing.
 */
export function undoneWithLine(billingCredits: readonly BillingCredit[]): Omit<NewBillingCredit, "id">[] {
  const byPlace = Map.groupBy(billingCredits, ({ invoiceLineId, revenueEffect, bookMonth, date, service }) =>
    [invoiceLineId, revenueEffect, bookMonth, date, service.start, service.end].join("/"),
  );
  return [...byPlace.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const { id: _id, lineType: _type, createdAt: _at, ...place } = first;
    const minor = same.reduce((sum, { amount }) => sum - amount.minor, 0n);
    return minor === 0n ? [] : [{ ...place, amount: { ...first.amount, minor } }];
  });
}

/**
 * What the credit memo of fewer seats, or of a lower price, credits, unless it is void: it is issued by the very write that says
 * so (data model 7.2).
 *
 * @param billingCredits of the term's lines, voids of them included
 */
export function creditsOfAmendment(
  { createdAt: recordedAt }: { readonly createdAt: string },
  billingCredits: readonly BillingCredit[],
): BillingCredit[] {
  const voided = new Set(billingCredits.filter(({ amount }) => amount.minor < 0n).map(({ source }) => source.id));
  return billingCredits.filter(
    ({ createdAt, revenueEffect, source }) =>
      createdAt === recordedAt && revenueEffect === "CREDITED_DAYS" && !voided.has(source.id),
  );
}
