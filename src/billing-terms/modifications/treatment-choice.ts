import type { RecognitionPattern } from "../performance-obligations/performance-obligation.ts";
import type { ModificationKind, Treatment } from "./modification.ts";

/** The facts that decide which treatments are possible. */
export type ChoiceSituation = {
  readonly kind: ModificationKind;
  /** True if several obligations share one price by standalone selling price. */
  readonly isAllocated: boolean;
  /** The performance obligation that was changed or added; null for a term. */
  readonly pob: {
    readonly recognitionPattern: RecognitionPattern;
    readonly hasManualMonths: boolean;
    /** True if it is, or was before the change, recognized as billed or consumed. */
    readonly isAsBilledOrConsumed: boolean;
    /** True if it, and all that share its price, are fully served before the day of the change. */
    readonly isServed: boolean;
  } | null;
  /** True if the term is open-ended or usage, so that every billing period has its own price. */
  readonly isByPeriod: boolean;
  /** True if one performance obligation with an end earns all that the term bills, by the calendar. */
  readonly isSpread: boolean;
};

/** Why a treatment is not possible for a change, as a sentence; null if it is possible. */
export function rejectionOfChoice(treatment: Treatment, situation: ChoiceSituation): string | null {
  const { kind, isAllocated, pob, isByPeriod, isSpread } = situation;
  const isCatchUp = treatment === "CUMULATIVE_CATCH_UP";
  if (treatment === "MIXED" && !isAllocated)
    return "MIXED needs a contract whose prices are allocated by standalone selling price.";
  const isOfTerm = pob === null;
  if (treatment === "MIXED" && isOfTerm && isByPeriod)
    return "Each billing period of the term is its own price, which is shared with no measured progress.";
  switch (kind) {
    case "TERM_SWAPPED":
      return treatment === "PROSPECTIVE" || treatment === "MIXED"
        ? null
        : "One service ends and another begins: nothing served can catch up, and what is added replaces what was there.";
    case "TERM_DATES":
    case "TERM_TERMINATED":
      if (!isSpread) {
        return "What the term bills is not spread over days with an end; its revenue follows what is billed.";
      }
      return treatment === "SEPARATE_CONTRACT" ? "Only what is added can be a separate contract." : null;
    case "TERM_PRICE":
    case "SEATS":
      if (treatment === "SEPARATE_CONTRACT" && kind === "TERM_PRICE")
        return "Only what is added can be a separate contract.";
      return isCatchUp && isByPeriod
        ? "Each billing period of the term is its own price; nothing served can catch up."
        : null;
    case "TERM_ADDED":
      return isCatchUp
        ? "Nothing of an added term was served before it; it is SEPARATE_CONTRACT or PROSPECTIVE, or MIXED at a shared price."
        : null;
    case "PERFORMANCE_OBLIGATION_ADDED":
      if (isAllocated || treatment === "SEPARATE_CONTRACT" || treatment === "PROSPECTIVE") return null;
      return "Prices are as stated, so an added performance obligation changes no other; it is SEPARATE_CONTRACT or PROSPECTIVE.";
    case "PERFORMANCE_OBLIGATION_PRICE":
    case "PERFORMANCE_OBLIGATION_DATES": {
      if (treatment === "SEPARATE_CONTRACT") return "Only what is added can be a separate contract.";
      if (isCatchUp || pob === null) return null;
      const { recognitionPattern: pattern, hasManualMonths, isAsBilledOrConsumed, isServed } = pob;
      if (isAsBilledOrConsumed)
        return "What is recognized as billed or consumed has no remaining price; a change of its pattern is a correction.";
      if (hasManualMonths || pattern === "CUSTOM") return "Its months are set manually; clear them first.";
      if (pattern === "POINT_IN_TIME")
        return "A performance obligation that is satisfied on one day has no service that is still to come.";
      return kind === "PERFORMANCE_OBLIGATION_PRICE" && isServed
        ? "All service is delivered before the effective day, so no service remains to spread the new price over."
        : null;
    }
    case "COMMITMENT_ADDED":
    case "COMMITMENT_CHANGED":
    case "COMMITMENT_TERMINATED":
      return "The commitment prices the usage of its period; change the commitment instead.";
  }
}
