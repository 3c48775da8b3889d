import type { Day, Month } from "../kernel/day.ts";
import type { Money } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import type { LineType } from "./line-type.ts";

const revenueEffects = ["CREDITED_DAYS", "IN_PRICE"] as const;
/**
 * How a credit lowers revenue: over the credited days of service, or not at all, because the price of the term was already lowered.
 */
export type RevenueEffect = (typeof revenueEffects)[number];

/**
 * A credit of what a term billed, by a credit memo or a write-off (rules 7, 8). A void is a negative billing credit with the date and month of
 * the one it reverses; `effectOfVoid` decides its effect on revenue.
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
  /** Type of the credited line. */
  readonly lineType: LineType;
  /** Event type of the credited usage, for performance obligations that earn usage by event type. */
  readonly eventTypeId?: string;
  /** As stored; absent while it is being created. */
  readonly createdAt?: string;
};

/**
 * The source of a billing credit. A recovery or reinstatement of a write-off is a negative billing credit with the id of the write-off; a
 * returned payment for it a positive one.
 */
export type BillingCreditSource = {
  readonly type: "CREDIT_MEMO" | "WRITE_OFF" | "RECOVERY";
  readonly id: string;
};

/** True for a write-off or a recovery of one. */
export function isOfWriteOff({ source }: Pick<BillingCredit, "source">): boolean {
  return source.type !== "CREDIT_MEMO";
}

/** A billing credit before it is recorded: its line says of which type it is. */
export type NewBillingCredit = Omit<BillingCredit, "lineType">;

/**
 * The effect on revenue of voiding a credit (ADR 0026). A credit at the end of a term did not lower revenue, because the price fell with the
 * days. Once it is void, that amount is billed without service of its own, so it is earned with the remaining service. Voiding a credit of
 * usage has no effect: usage has its own price, and is credited again.
 */
export function effectOfVoid(credited: RevenueEffect, line: { readonly billsUsage: boolean }): RevenueEffect {
  return credited === "IN_PRICE" && !line.billsUsage ? "CREDITED_DAYS" : credited;
}

/**
 * Reverses the remaining effect of voided credits on revenue, for lines that become void themselves and are billed again. Each reversal has
 * the date and month of what it reverses; together they sum to zero.
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
 * Billing credits that let those of a credit memo, which do not lower revenue themselves, lower it from an earlier month on. What is billed stays:
 * the two of each add up to nothing.
 */
export function countedEarlier<Made extends Omit<NewBillingCredit, "id">>(
  ofMemo: readonly Made[],
  bookMonth: Month,
): Made[] {
  return ofMemo.flatMap((made) => [
    { ...made, bookMonth, revenueEffect: "CREDITED_DAYS" },
    { ...made, bookMonth, amount: { ...made.amount, minor: -made.amount.minor } },
  ]);
}

/**
 * The non-void billing credits of an amendment that lowers seats or price. Its credit memo is issued by the same write (data model 7.2), so it
 * has the same time.
 *
 * @param billingCredits of the term's lines, voids of them included
 */
export function creditsOfAmendment(
  { createdAt: recordedAt }: { readonly createdAt: string },
  billingCredits: readonly BillingCredit[],
): BillingCredit[] {
  // What is negative from the first is no void: see `countedEarlier`.
  const later = billingCredits.filter(({ amount, createdAt }) => amount.minor < 0n && createdAt !== recordedAt);
  const voided = new Set(later.map(({ source }) => source.id));
  return billingCredits.filter(
    ({ createdAt, revenueEffect, source }) =>
      createdAt === recordedAt && revenueEffect === "CREDITED_DAYS" && !voided.has(source.id),
  );
}
