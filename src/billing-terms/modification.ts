import type { Day, Month } from "../kernel/day.ts";
import type { Money } from "../kernel/money.ts";
import { isMeasured, type PerformanceObligation, type RecognitionPattern } from "./performance-obligation.ts";

export const treatments = ["SEPARATE_CONTRACT", "PROSPECTIVE", "CUMULATIVE_CATCH_UP", "MIXED"] as const;
/**
 * What a change of an approved contract does to its revenue (ASC 606-10-25-12 and -13; IFRS 15.20 and 21).
 * `SEPARATE_CONTRACT` leaves what was agreed before alone, `PROSPECTIVE` spreads what is not earned yet over what is
 * still to be served, `CUMULATIVE_CATCH_UP` has the whole as if it had been agreed at first, and `MIXED` is prospective
 * for service over time and catches up where progress is measured.
 */
export type Treatment = (typeof treatments)[number];

export const modificationKinds = [
  "TERM_ADDED",
  "TERM_PRICE",
  "TERM_DATES",
  "TERM_TERMINATED",
  "TERM_SWAPPED",
  "SEATS",
  "PROMISE_ADDED",
  "PROMISE_PRICE",
  "PROMISE_DATES",
  "COMMITMENT_ADDED",
  "COMMITMENT_CHANGED",
  "COMMITMENT_TERMINATED",
] as const;
export type ModificationKind = (typeof modificationKinds)[number];

/** A treatment with the first month that it may move, and when it was proposed or chosen. */
export type BookedTreatment = {
  readonly treatment: Treatment;
  readonly bookMonth: Month | null;
  readonly createdAt?: string;
};

/** How a fact is treated: the proposal first, then what was chosen in its place; the last one that counts holds. */
export type TreatedFact = {
  readonly effectiveFrom: Day;
  /** Where it moved the end of a term: the day after its last. */
  readonly termEnd?: Day;
  readonly at: string;
  readonly booked: readonly BookedTreatment[];
};

/** A treatment with the paragraph it follows and the reason in words. */
export type Proposal = { readonly treatment: Treatment; readonly paragraph: string; readonly reason: string };

/**
 * A change of an approved contract, with what was proposed and chosen for its revenue: an entry of the decision log.
 */
export type ContractModification = {
  /** The id of the fact that made it. */
  readonly id: string;
  readonly contractId: string;
  readonly kind: ModificationKind;
  readonly billingTermId: string | null;
  /** Of a swap: the term that was added in place of the other. */
  readonly addedBillingTermId: string | null;
  readonly performanceObligationId: string | null;
  readonly commitmentId: string | null;
  readonly effectiveFrom: Day;
  /** Fields as they were and as they became, as the audit log shows them. */
  readonly changes: readonly { readonly path: string; readonly from: unknown; readonly to: unknown }[];
  readonly proposal: Proposal;
  /** When it was agreed; null for a correction, which tells what was so. */
  readonly agreedOn: Day | null;
  readonly bookMonth: Month | null;
  readonly actor: Decider;
  readonly createdAt: string;
  /** In the order in which they were made; the last one holds. */
  readonly choices: readonly ModificationChoice[];
};

export type Decider = { readonly kind: "KEY" | "USER" | "SYSTEM"; readonly id: string };

export type ModificationChoice = BookedTreatment & {
  readonly id: string;
  readonly reason: string;
  readonly actor: Decider;
  readonly createdAt: string;
};

export const reasonCodes = ["CORRECTION", "CONCESSION", "RENEWAL"] as const;
/** Why days of service are others: they were said wrongly, are given free of charge, or are sold (rules 7). */
export type ReasonCode = (typeof reasonCodes)[number];

/** Are other days agreed, and not a correction of what was said? */
export function isAgreed(reasonCode: ReasonCode | undefined): boolean {
  return reasonCode === "CONCESSION" || reasonCode === "RENEWAL";
}

/** Other days of service, by what moves. */
export type DatesChange = {
  readonly kind: "TERM_DATES" | "PROMISE_DATES";
  readonly reasonCode: ReasonCode | undefined;
  /** Do only days move that are still to be served, of service that is earned day by day? */
  readonly isAhead: boolean;
  /** Do the days that are added cost what they sell for alone? */
  readonly isAtSellingPrice?: boolean;
};

/** What a proposal looks at; null where nothing is known of it. */
export type Change =
  | {
      /** Terms, seats and performance obligations that were added. */
      readonly kind: "TERM_ADDED" | "SEATS" | "PROMISE_ADDED";
      readonly price: Money | null;
      readonly standaloneSellingPrice: Money | null;
      readonly isDecrease?: boolean;
      /** Does the contract bill more for a performance obligation that was added? */
      readonly isBilled?: boolean;
    }
  | { readonly kind: "TERM_PRICE" | "TERM_TERMINATED" | "TERM_SWAPPED" }
  | DatesChange
  | {
      readonly kind: "PROMISE_PRICE";
      readonly recognitionPattern: RecognitionPattern;
      readonly hasManualMonths: boolean;
      /** Patterns of the other performance obligations that share the price by standalone selling price. */
      readonly sharedWith: readonly RecognitionPattern[];
      /** Is all of them served before the day of the change? */
      readonly isServed: boolean;
      readonly reasonCode?: ReasonCode | undefined;
      /** Is the price that is added of days that are added, and what those sell for alone? */
      readonly isAtSellingPrice?: boolean;
    }
  | {
      readonly kind: "COMMITMENT_ADDED" | "COMMITMENT_CHANGED" | "COMMITMENT_TERMINATED";
      /** Are all days that it prices anew still to come? */
      readonly isAhead: boolean;
    };

const separate = "ASC 606-10-25-12; IFRS 15.20";
const prospective = "ASC 606-10-25-13(a); IFRS 15.21(a)";
const catchUp = "ASC 606-10-25-13(b); IFRS 15.21(b)";
const afterService = "ASC 606-10-32-43; IFRS 15.88";
const mixed = "ASC 606-10-25-13(c); IFRS 15.21(c)";

/** The paragraph that a treatment follows where somebody chose it. */
const paragraphOfChoice: Readonly<Record<Treatment, string>> = {
  SEPARATE_CONTRACT: separate,
  PROSPECTIVE: prospective,
  CUMULATIVE_CATCH_UP: catchUp,
  MIXED: mixed,
};

/** The treatment that holds: the last one that was chosen, else the one proposed. */
export function treatmentInForce({ proposal, choices }: ContractModification): Proposal {
  const chosen = choices.at(-1);
  if (chosen === undefined || chosen.treatment === proposal.treatment) {
    return { ...proposal, reason: chosen?.reason ?? proposal.reason };
  }
  return { treatment: chosen.treatment, paragraph: paragraphOfChoice[chosen.treatment], reason: chosen.reason };
}

/** The treatment that the standard leads to, from what is known of the change. */
export function proposedTreatment(change: Change): Proposal {
  switch (change.kind) {
    case "TERM_ADDED":
    case "SEATS":
    case "PROMISE_ADDED":
      return ofAddition(change);
    case "TERM_PRICE":
      return of(
        "PROSPECTIVE",
        prospective,
        "The days still to be served are distinct from those served: the new price is theirs.",
      );
    case "TERM_TERMINATED":
      return of(
        "PROSPECTIVE",
        prospective,
        "The days that are removed are distinct from those served, which keep their price.",
      );
    case "TERM_SWAPPED":
      return of(
        "PROSPECTIVE",
        prospective,
        "The service that begins is distinct from the one that ends, which keeps what it earned.",
      );
    case "TERM_DATES":
    case "PROMISE_DATES":
      return ofDates(change);
    case "PROMISE_PRICE":
      return ofPrice(change);
    case "COMMITMENT_ADDED":
    case "COMMITMENT_CHANGED":
    case "COMMITMENT_TERMINATED":
      return change.isAhead
        ? of(
            "PROSPECTIVE",
            prospective,
            "What is still to be used is distinct from what was used, which keeps its price.",
          )
        : of(
            "CUMULATIVE_CATCH_UP",
            catchUp,
            "A commitment prices all that is used in a period as one; what was used already in periods that change is priced anew.",
          );
  }
}

/**
 * The treatment that the reason for other days decides, where another one would have been proposed without it: somebody's choice,
 * as if it were made afterwards. Null where no reason was sent, or it changes nothing.
 */
export function treatmentByReason(change: Change): { readonly from: Treatment; readonly to: Treatment } | null {
  if (change.kind !== "TERM_DATES" && change.kind !== "PROMISE_DATES" && change.kind !== "PROMISE_PRICE") return null;
  const [from, to] = [{ ...change, reasonCode: undefined }, change].map((each) => proposedTreatment(each).treatment);
  return from === undefined || to === undefined || from === to ? null : { from, to };
}

function ofAddition(change: Change & { kind: "TERM_ADDED" | "SEATS" | "PROMISE_ADDED" }): Proposal {
  const { price, standaloneSellingPrice: selling } = change;
  if (change.isDecrease === true) {
    return of("PROSPECTIVE", prospective, "What is given up is distinct from what was served, which keeps its price.");
  }
  if (price === null || selling === null) {
    const reason = "What is added is distinct, but no standalone selling price is known to compare its price with.";
    return of("PROSPECTIVE", prospective, reason);
  }
  if (change.isBilled === false) {
    const reason =
      "What is added is distinct, and the contract bills no more for it: its price does not rise (25-12(b)).";
    return of("PROSPECTIVE", prospective, reason);
  }
  if (price.minor === selling.minor) {
    return of(
      "SEPARATE_CONTRACT",
      separate,
      "What is added is distinct, and its price is its standalone selling price.",
    );
  }
  return of(
    "PROSPECTIVE",
    prospective,
    "What is added is distinct, but its price is not its standalone selling price.",
  );
}

/** Days that are sold at what they sell for alone are a contract of their own (25-12). */
function isRenewal({ reasonCode, isAtSellingPrice }: Pick<DatesChange, "reasonCode" | "isAtSellingPrice">): boolean {
  return reasonCode === "RENEWAL" && isAtSellingPrice === true;
}

function ofDates(change: DatesChange): Proposal {
  const { reasonCode, isAhead } = change;
  if (isRenewal(change)) {
    return of(
      "SEPARATE_CONTRACT",
      separate,
      "The days that are added are distinct, at their standalone selling price.",
    );
  }
  if (isAgreed(reasonCode)) {
    const what = reasonCode === "CONCESSION" ? "Days are given free of charge" : "More days are sold";
    return of("PROSPECTIVE", prospective, `${what}; those served keep what they earned.`);
  }
  if (reasonCode === undefined && isAhead) {
    return of("PROSPECTIVE", prospective, "Only days that are still to be served change; those served are distinct.");
  }
  return of(
    "CUMULATIVE_CATCH_UP",
    catchUp,
    "Other dates or another pattern are a correction: revenue is as if they had been agreed at first.",
  );
}

function ofPrice(change: Change & { kind: "PROMISE_PRICE" }): Proposal {
  if (isRenewal({ reasonCode: undefined, ...change })) {
    return of(
      "SEPARATE_CONTRACT",
      separate,
      "The days that are added are distinct, at their standalone selling price.",
    );
  }
  const { recognitionPattern: pattern, hasManualMonths, sharedWith, isServed } = change;
  if (pattern === "POINT_IN_TIME") {
    return of(
      "CUMULATIVE_CATCH_UP",
      catchUp,
      "The performance obligation is satisfied on one day: all of its price is recognized then, or at once if that day is past.",
    );
  }
  if (hasManualMonths || pattern === "CUSTOM") {
    return of(
      "CUMULATIVE_CATCH_UP",
      catchUp,
      "Its months are set manually; the new price is shared among those that are not.",
    );
  }
  if (isMeasured(pattern)) {
    return of(
      "CUMULATIVE_CATCH_UP",
      catchUp,
      "What is left is not distinct from what was done: one performance obligation is satisfied in part.",
    );
  }
  if (isServed) {
    return of(
      "CUMULATIVE_CATCH_UP",
      afterService,
      "All of it is served: the change of the price is recognized at once, shared as at inception.",
    );
  }
  if (sharedWith.some(isMeasured)) {
    return of(
      "MIXED",
      mixed,
      "Service over time is distinct day by day; the performance obligations whose progress is measured are satisfied in part.",
    );
  }
  return of("PROSPECTIVE", prospective, "The days still to be served are distinct from those served.");
}

function of(treatment: Treatment, paragraph: string, reason: string): Proposal {
  return { treatment, paragraph, reason };
}

/**
 * Is nothing of some performance obligations left to serve from a day on? Progress that is measured is over when it is
 * said to be.
 */
export function isServedBefore(
  pobs: readonly Pick<PerformanceObligation, "recognitionPattern" | "service">[],
  day: Day,
): boolean {
  return pobs.every(({ recognitionPattern, service }) => {
    return !isMeasured(recognitionPattern) && service.end !== null && service.end <= day;
  });
}

/** An obligation as far as its days decide on the treatment of a change. */
export type ServedDays = Pick<PerformanceObligation, "service" | "recognitionPattern" | "pinned">;

/**
 * Do only days from one on move, of service that is earned by the calendar before and after? Another pattern, days that are set
 * manually, and service without an end have nothing that could be spread over what is left.
 */
export function movesOnlyDaysAhead(before: ServedDays, after: ServedDays, today: Day): boolean {
  const isOverTime = ({ recognitionPattern: pattern, pinned }: ServedDays) =>
    (pattern === "STRAIGHT_LINE" || pattern === "STRAIGHT_LINE_DAILY") && pinned.length === 0;
  if (before.recognitionPattern !== after.recognitionPattern || !isOverTime(before) || !isOverTime(after)) return false;
  const [from, to] = [before.service, after.service];
  if (from.end === null || to.end === null) return false;
  const moved = [
    ...(from.start === to.start ? [] : [Math.min(from.start, to.start)]),
    ...(from.end === to.end ? [] : [Math.min(from.end, to.end)]),
  ];
  return moved.length > 0 && moved.every((day) => day >= today);
}
