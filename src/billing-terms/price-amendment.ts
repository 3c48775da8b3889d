import type { Day } from "../kernel/day.ts";
import type { DecreaseCredit } from "./seats.ts";

export const settlements = ["IMMEDIATE", "CO_TERM", "NONE"] as const;
/**
 * How a changed price settles days that are invoiced: by true-ups at once, by true-ups with the next regular invoice, or not at
 * all.
 */
export type Settlement = (typeof settlements)[number];

/** What was said of the days before a new price that were invoiced already (ADR 0033); the price is that of its layer. */
export type PriceAmendment = {
  /** As it was said. The layer of one that settles nothing begins after what was invoiced. */
  readonly effectiveDate: Day;
  readonly settlement: Settlement;
  /** As the term said of decreases when the price was amended. */
  readonly creditOnDecrease: DecreaseCredit;
  /** How far the term was invoiced when it was said, exclusive: periods before are charged by true-up lines. */
  readonly invoicedThrough: Day | null;
  /** Earlier amendments that had no true-up issued: a credited decrease takes from what they are still to charge (ADR 0025). */
  readonly unbilled: readonly string[];
  readonly note: string | null;
};
