import type { Day } from "../kernel/day.ts";
import type { DecreaseCredit } from "./seats.ts";

export const settlements = ["IMMEDIATE", "CO_TERM", "NONE"] as const;
/**
 * How a changed price settles invoiced days: by true-ups at once, by true-ups with the next regular invoice, or not at all.
 */
export type Settlement = (typeof settlements)[number];

/** How a price layer settles days that were already invoiced (ADR 0033). */
export type PriceAmendment = {
  /** As stated. The layer of an amendment that settles nothing begins after the invoiced days. */
  readonly effectiveDate: Day;
  readonly settlement: Settlement;
  /** The setting of the term when the price was amended. */
  readonly creditOnDecrease: DecreaseCredit;
  /** Through which day the term was invoiced when it was recorded, exclusive: days before are charged by true-up lines. */
  readonly invoicedThrough: Day | null;
  /** Earlier amendments without an issued true-up: a credited decrease lowers their charges first (ADR 0025). */
  readonly unbilled: readonly string[];
  readonly note: string | null;
};
