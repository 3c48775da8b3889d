import type { Day } from "./calendar.ts";

export type Interval = "NONE" | "DAY" | "WEEK" | "SEMI_MONTH" | "MONTH" | "QUARTER" | "YEAR";
export type Strategy = "FIRST_OF_PERIOD" | "ADVANCED_DUE_START" | "LAST_OF_PERIOD" | "ARREARS";
export type Pattern = "STRAIGHT_LINE" | "STRAIGHT_LINE_DAILY" | "POINT_IN_TIME" | "RECOGNIZE_AS_BILLED";
export type Tier = { readonly from: string; readonly amount: string; readonly isFlat: boolean };

export type Price = {
  readonly billingType: "FLAT" | "UNIT";
  readonly pricingType: "SIMPLE" | "TIERED" | "VOLUME" | "PACKAGE";
  readonly tiers: readonly Tier[];
  readonly quantity: string;
  readonly packageSize?: string;
};

export type Discount = {
  readonly type: "PERCENTAGE" | "FIXED";
  readonly amount: string;
  readonly start?: Day;
  /** The day after its last. */
  readonly end?: Day;
};

export type Escalator = {
  readonly type: "PERCENTAGE" | "FIXED";
  readonly amount: string;
  readonly everyMonths: number;
};

/** Seats that are added or taken away. */
export type Seats = {
  readonly on: Day;
  readonly from: Day;
  readonly delta: number;
  readonly policy: "DAY" | "MONTH" | "STARTED_MONTH" | "NONE";
  readonly timing: "IMMEDIATE" | "CO_TERM";
};

/** What is billed and when. Ends are the day after the last, here as everywhere in the model. */
export type Term = {
  readonly name: string;
  readonly start: Day;
  readonly end: Day | null;
  readonly interval: Interval;
  readonly every: number;
  readonly strategy: Strategy;
  readonly net: number;
  readonly price: Price;
  /** Prices that hold from the first period that begins on their day or after it. */
  readonly laterPrices: readonly { readonly from: Day; readonly price: Price }[];
  readonly proration: "NONE" | "MONTH" | "DAY";
  /** Of a seat term: how many more seats there are from a day on. */
  readonly seats: readonly Seats[] | null;
  readonly discounts: readonly Discount[];
  readonly escalator: Escalator | null;
};

/** A term with the days and the way in which it is earned. */
export type Obligation = {
  readonly term: Term;
  readonly serviceStart: Day;
  readonly serviceEnd: Day | null;
  readonly pattern: Pattern;
  /** Standalone selling price in cents, where the contract's price is shared by them. */
  readonly ssp: bigint | null;
};

/** Changes of a contract after its approval, by the index of the obligation. */
export type Change =
  | { readonly kind: "add"; readonly on: Day; readonly at: number; readonly obligation: Obligation }
  | { readonly kind: "price"; readonly on: Day; readonly at: number; readonly from: Day; readonly price: Price }
  | ({ readonly kind: "seats"; readonly at: number } & Seats)
  | {
      readonly kind: "terminate";
      readonly on: Day;
      readonly at: number;
      readonly end: Day;
      readonly creditUnused: boolean;
    };

/** A contract, its amounts, and the days on which its changes are recorded. */
export type Deal = {
  readonly seed: number;
  readonly approvedOn: Day;
  readonly obligations: readonly Obligation[];
  /** In the order of their days. */
  readonly changes: readonly Change[];
};

/**
 * A month is closed with the open ones before it, or opened again with the closed ones after it, before whatever else happens
 * that day.
 */
export type Close = { readonly month: number; readonly on: Day; readonly reopens?: true };
