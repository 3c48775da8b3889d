import type { Day, Month } from "../../kernel/day.ts";
import type { Money } from "../../kernel/money.ts";
import type { ReasonCode } from "../modifications/modification.ts";
import type {
  ConsiderationType,
  Milestone,
  PerformanceObligation,
  Progress,
  RecognitionPattern,
} from "./performance-obligation.ts";

/** A performance obligation in a request (data model 6.2), with inclusive ends; undefined fields are absent. */
export type PobDraft = {
  readonly name?: string | null | undefined;
  readonly productId?: string | null | undefined;
  readonly itemId?: string | null | undefined;
  readonly classId?: string | null | undefined;
  readonly categoryId?: string | null | undefined;
  /** The category by its name, in place of its id. */
  readonly categoryName?: string | undefined;
  readonly serviceStart?: Day | undefined;
  readonly serviceLast?: Day | undefined;
  readonly transactionPrice?: string | undefined;
  readonly standaloneSellingPrice?: string | null | undefined;
  readonly considerationType?: ConsiderationType | undefined;
  readonly recognitionPattern?: RecognitionPattern | undefined;
  readonly eventTypeId?: string | null | undefined;
  readonly recognitionDate?: Day | null | undefined;
  readonly milestones?: readonly Milestone[] | undefined;
  readonly progress?: readonly Progress[] | undefined;
  /** The effective day of a new price or other days of an approved contract; by default today. */
  readonly effectiveFrom?: Day | undefined;
  /** The reason for changed days of service. */
  readonly reasonCode?: ReasonCode | undefined;
  /** True if reported progress may be lower than before. */
  readonly isCorrection?: boolean | undefined;
  readonly customRevenue?: readonly { readonly month: Month; readonly total: string }[] | undefined;
};

/** Defaults for absent fields of a performance obligation, and facts for its validation. */
export type PobSituation = {
  readonly currency: string;
  readonly today: Day;
  readonly straightLineDefault: "STRAIGHT_LINE" | "STRAIGHT_LINE_DAILY";
  /** Of the product that the request names, or null. */
  readonly product: {
    readonly displayName: string;
    readonly itemId: string | null;
    readonly erpClassId: string | null;
    readonly categoryId: string | null;
    readonly recognitionPattern: RecognitionPattern | null;
    /** In the contract's currency, at inception or, for a later addition, today. */
    readonly standaloneSellingPrice: Money | null;
  } | null;
  /** True if prices are allocated, so that none has to be stated. */
  readonly isAllocated: boolean;
  /** The days that the group's terms bill; null without terms. */
  readonly span: PerformanceObligation["service"] | null;
};

/** The facts of a performance obligation without its place. */
export type PobFacts = Omit<
  PerformanceObligation,
  "id" | "contractId" | "billingTermGroupId" | "billingTerm" | "isResidual"
>;
