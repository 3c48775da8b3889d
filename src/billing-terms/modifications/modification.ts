import type { Day, Month } from "../../kernel/day.ts";
import type { Money } from "../../kernel/money.ts";
import {
  isMeasured,
  type PerformanceObligation,
  type RecognitionPattern,
} from "../performance-obligations/performance-obligation.ts";

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
  "PERFORMANCE_OBLIGATION_ADDED",
  "PERFORMANCE_OBLIGATION_PRICE",
  "PERFORMANCE_OBLIGATION_DATES",
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

/** How a fact is treated: the proposal first, then what was chosen in its place; the last effective one applies. */
export type TreatedFact = {
  readonly effectiveFrom: Day;
  /** The new end of a term, exclusive, if it moved one. */
  readonly termEnd?: Day;
  readonly at: string;
  readonly booked: readonly BookedTreatment[];
};

/** A treatment with the paragraph it follows and the reason in words. */
export type Proposal = { readonly treatment: Treatment; readonly paragraph: string; readonly reason: string };

/**
 * A change of an approved contract with its proposed and chosen treatments: an entry of the decision log.
 */
export type ContractModification = {
  /** The id of its fact: a correction, layer, amendment, term or obligation. */
  readonly id: string;
  readonly contractId: string;
  readonly kind: ModificationKind;
  readonly billingTermId: string | null;
  /** For a swap, the term that replaces the other one. */
  readonly addedBillingTermId: string | null;
  readonly performanceObligationId: string | null;
  readonly commitmentId: string | null;
  readonly effectiveFrom: Day;
  /** Changed fields in the form of the audit log. */
  readonly changes: readonly { readonly path: string; readonly from: unknown; readonly to: unknown }[];
  readonly proposal: Proposal;
  /** The day of agreement; null for a correction, which states facts that were always true. */
  readonly agreedOn: Day | null;
  readonly bookMonth: Month | null;
  readonly actor: Decider;
  readonly createdAt: string;
  /** Oldest first; the last one applies. */
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
/** The reason for changed days of service: they were wrong, are granted free of charge, or are sold (rules 7). */
export type ReasonCode = (typeof reasonCodes)[number];

/** True if the new days were agreed, false if they correct an error. */
export function isAgreed(reasonCode: ReasonCode | undefined): boolean {
  return reasonCode === "CONCESSION" || reasonCode === "RENEWAL";
}

/** A change of days of service. */
export type DatesChange = {
  readonly kind: "TERM_DATES" | "PERFORMANCE_OBLIGATION_DATES";
  readonly reasonCode: ReasonCode | undefined;
  /** True if only future days change, of service that is earned over time. */
  readonly isAhead: boolean;
  /** True if the price of the added days is their standalone selling price. */
  readonly isAtSellingPrice?: boolean;
};

/** The facts on which a proposal is based; null if unknown. */
export type Change =
  | {
      /** Added terms, seats and performance obligations. */
      readonly kind: "TERM_ADDED" | "SEATS" | "PERFORMANCE_OBLIGATION_ADDED";
      readonly price: Money | null;
      readonly standaloneSellingPrice: Money | null;
      readonly isDecrease?: boolean;
      /** True if the contract bills more for an added performance obligation. */
      readonly isBilled?: boolean;
    }
  | { readonly kind: "TERM_PRICE" | "TERM_TERMINATED" | "TERM_SWAPPED" }
  | DatesChange
  | {
      readonly kind: "PERFORMANCE_OBLIGATION_PRICE";
      readonly recognitionPattern: RecognitionPattern;
      readonly hasManualMonths: boolean;
      /** Patterns of the other performance obligations that share the price by standalone selling price. */
      readonly sharedWith: readonly RecognitionPattern[];
      /** True if all of them are served before the day of the change. */
      readonly isServed: boolean;
      readonly reasonCode?: ReasonCode | undefined;
      /** True if the additional price is for added days and is their standalone selling price. */
      readonly isAtSellingPrice?: boolean;
    }
  | {
      readonly kind: "COMMITMENT_ADDED" | "COMMITMENT_CHANGED" | "COMMITMENT_TERMINATED";
      /** True if it changes the price of future days only. */
      readonly isAhead: boolean;
    };

const separate = "ASC 606-10-25-12; IFRS 15.20";
const prospective = "ASC 606-10-25-13(a); IFRS 15.21(a)";
const catchUp = "ASC 606-10-25-13(b); IFRS 15.21(b)";
const afterService = "ASC 606-10-32-43; IFRS 15.88";
const mixed = "ASC 606-10-25-13(c); IFRS 15.21(c)";

/** The paragraphs of chosen treatments. */
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
    case "PERFORMANCE_OBLIGATION_ADDED":
      return ofAddition(change);
    case "TERM_PRICE":
      return of(
        "PROSPECTIVE",
        prospective,
        "The remaining days are distinct from the delivered ones, and only they have the new price.",
      );
    case "TERM_TERMINATED":
      return of(
        "PROSPECTIVE",
        prospective,
        "The removed days are distinct from the delivered ones, which keep their price.",
      );
    case "TERM_SWAPPED":
      return of(
        "PROSPECTIVE",
        prospective,
        "The new service is distinct from the one that ends, whose revenue does not change.",
      );
    case "TERM_DATES":
    case "PERFORMANCE_OBLIGATION_DATES":
      return ofDates(change);
    case "PERFORMANCE_OBLIGATION_PRICE":
      return ofPrice(change);
    case "COMMITMENT_ADDED":
    case "COMMITMENT_CHANGED":
    case "COMMITMENT_TERMINATED":
      return change.isAhead
        ? of("PROSPECTIVE", prospective, "Future usage is distinct from past usage, which keeps its price.")
        : of(
            "CUMULATIVE_CATCH_UP",
            catchUp,
            "All usage of a commitment period is priced together, so earlier usage in changed periods gets a new price.",
          );
  }
}

/**
 * The treatments without and with the reason code of a change, if they differ: the reason code is recorded like a later choice. Null
 * without a reason code, or if it changes nothing.
 */
export function treatmentByReason(change: Change): { readonly from: Treatment; readonly to: Treatment } | null {
  if (
    change.kind !== "TERM_DATES" &&
    change.kind !== "PERFORMANCE_OBLIGATION_DATES" &&
    change.kind !== "PERFORMANCE_OBLIGATION_PRICE"
  )
    return null;
  const [from, to] = [{ ...change, reasonCode: undefined }, change].map((each) => proposedTreatment(each).treatment);
  return from === undefined || to === undefined || from === to ? null : { from, to };
}

function ofAddition(change: Change & { kind: "TERM_ADDED" | "SEATS" | "PERFORMANCE_OBLIGATION_ADDED" }): Proposal {
  const { price, standaloneSellingPrice: selling } = change;
  if (change.isDecrease === true) {
    return of(
      "PROSPECTIVE",
      prospective,
      "The removed units are distinct from the delivered service, which keeps its price.",
    );
  }
  if (price === null || selling === null) {
    const reason = "The addition is distinct, but no standalone selling price is known to compare its price with.";
    return of("PROSPECTIVE", prospective, reason);
  }
  if (change.isBilled === false) {
    const reason =
      "The addition is distinct, but the contract does not bill more for it, so the contract price does not increase (25-12(b)).";
    return of("PROSPECTIVE", prospective, reason);
  }
  if (price.minor === selling.minor) {
    return of(
      "SEPARATE_CONTRACT",
      separate,
      "The addition is distinct, and its price is its standalone selling price.",
    );
  }
  return of("PROSPECTIVE", prospective, "The addition is distinct, but its price is not its standalone selling price.");
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
      "The added days are distinct, and their price is their standalone selling price.",
    );
  }
  if (isAgreed(reasonCode)) {
    const what = reasonCode === "CONCESSION" ? "Days are given free of charge" : "More days are sold";
    return of("PROSPECTIVE", prospective, `${what}; those served keep what they earned.`);
  }
  if (reasonCode === undefined && isAhead) {
    return of("PROSPECTIVE", prospective, "Only future days change, and they are distinct from the delivered ones.");
  }
  return of(
    "CUMULATIVE_CATCH_UP",
    catchUp,
    "Changed dates or patterns are a correction: revenue is as if they had been agreed at inception.",
  );
}

function ofPrice(change: Change & { kind: "PERFORMANCE_OBLIGATION_PRICE" }): Proposal {
  if (isRenewal({ reasonCode: undefined, ...change })) {
    return of(
      "SEPARATE_CONTRACT",
      separate,
      "The added days are distinct, and their price is their standalone selling price.",
    );
  }
  const { recognitionPattern: pattern, hasManualMonths, sharedWith, isServed } = change;
  if (pattern === "POINT_IN_TIME") {
    return of(
      "CUMULATIVE_CATCH_UP",
      catchUp,
      "The performance obligation is satisfied on one day: its price is recognized on that day, or at once if the day has passed.",
    );
  }
  if (hasManualMonths || pattern === "CUSTOM") {
    return of("CUMULATIVE_CATCH_UP", catchUp, "Its months are set manually; the other months share the new price.");
  }
  if (isMeasured(pattern)) {
    return of(
      "CUMULATIVE_CATCH_UP",
      catchUp,
      "The remaining work is not distinct from the completed work: it is one partially satisfied performance obligation.",
    );
  }
  if (isServed) {
    return of(
      "CUMULATIVE_CATCH_UP",
      afterService,
      "All service is delivered: the price change is recognized at once, allocated as at inception.",
    );
  }
  if (sharedWith.some(isMeasured)) {
    return of(
      "MIXED",
      mixed,
      "Service over time is distinct day by day; performance obligations measured by progress are partially satisfied.",
    );
  }
  return of("PROSPECTIVE", prospective, "The remaining days are distinct from the delivered ones.");
}

function of(treatment: Treatment, paragraph: string, reason: string): Proposal {
  return { treatment, paragraph, reason };
}

/**
 * True if all service of some performance obligations is before a day. False for measured progress, which ends when it is reported
 * complete.
 */
export function isServedBefore(
  pobs: readonly Pick<PerformanceObligation, "recognitionPattern" | "service">[],
  day: Day,
): boolean {
  return pobs.every(({ recognitionPattern, service }) => {
    return !isMeasured(recognitionPattern) && service.end !== null && service.end <= day;
  });
}

/** The fields of an obligation that decide the treatment of changed days. */
export type ServedDays = Pick<PerformanceObligation, "service" | "recognitionPattern" | "manualMonths">;

/**
 * True if only days from a day on change, of service that is earned by the calendar before and after. Other patterns, manual months and
 * service without an end cannot be spread over the remaining days.
 */
export function movesOnlyDaysAhead(before: ServedDays, after: ServedDays, today: Day): boolean {
  const isOverTime = ({ recognitionPattern: pattern, manualMonths }: ServedDays) =>
    (pattern === "STRAIGHT_LINE" || pattern === "STRAIGHT_LINE_DAILY") && manualMonths.length === 0;
  if (before.recognitionPattern !== after.recognitionPattern || !isOverTime(before) || !isOverTime(after)) return false;
  const [from, to] = [before.service, after.service];
  if (from.end === null || to.end === null) return false;
  const moved = [
    ...(from.start === to.start ? [] : [Math.min(from.start, to.start)]),
    ...(from.end === to.end ? [] : [Math.min(from.end, to.end)]),
  ];
  return moved.length > 0 && moved.every((day) => day >= today);
}
