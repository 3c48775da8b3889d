import type { Day } from "../kernel/day.ts";
import type { Issue } from "../kernel/errors.ts";
import { type Money, parseMoney } from "../kernel/money.ts";
import type { BillingTerm, InvoiceDateStrategy } from "./billing-term.ts";
import type { PerformanceObligation, RecognitionPattern } from "./performance-obligations/performance-obligation.ts";
import {
  checkTerm,
  checkTermDiscounts,
  earliestDay,
  latestDay,
  type TermDefaults,
  type TermDraft,
  type TermFacts,
  termFacts,
} from "./term-draft.ts";

/** What one request makes: a group, a billing term and a performance obligation (data model 4). */
export type Obligation = {
  readonly id: string;
  readonly performanceObligation: PerformanceObligation & { readonly billingTerm: BillingTerm };
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
};

/** The billing schedule of an obligation request: a term whose invoice date is stated by a strategy or by `isArrears`. */
export type ScheduleDraft = Omit<TermDraft, "invoiceDateStrategy"> & {
  readonly isArrears: boolean | undefined;
  readonly invoiceDateStrategy: InvoiceDateStrategy | undefined;
};

/** An obligation request: days with inclusive ends, numbers as decimal text. */
export type ObligationDraft = {
  readonly serviceStart: Day;
  readonly serviceLast: Day | null;
  readonly categoryId: string | null;
  /** The same as the schedule's; both may be sent if they agree. */
  readonly classId: string | null | undefined;
  readonly recognitionPattern: RecognitionPattern | undefined;
  /** For the whole service, as decimal text; if undefined, that of the product. */
  readonly standaloneSellingPrice: string | null | undefined;
  readonly schedule: ScheduleDraft;
};

export type ObligationDefaults = TermDefaults & {
  readonly straightLineDefault: "STRAIGHT_LINE" | "STRAIGHT_LINE_DAILY";
  /** The recognition pattern of the product. */
  readonly productPattern: RecognitionPattern | null;
  /** The standalone selling price of the product. */
  readonly productSellingPrice: Money | null;
};

/** A performance obligation that follows its term, as it is stored. */
export type ImpliedPob = Pick<
  PerformanceObligation,
  "recognitionPattern" | "service" | "recognitionDate" | "categoryId" | "standaloneSellingPrice"
>;

export type ObligationFacts = { readonly term: TermFacts; readonly pob: ImpliedPob };

/** Patterns that a performance obligation can have which earns what its term bills. */
const impliedPatterns: readonly RecognitionPattern[] = [
  "STRAIGHT_LINE",
  "STRAIGHT_LINE_DAILY",
  "POINT_IN_TIME",
  "RECOGNIZE_AS_BILLED",
  "RECOGNIZE_AS_CONSUMED",
];

export const strategyOnce = "Send exactly one of invoiceDateStrategy and isArrears.";

/** Everything that is wrong with a draft, each with its place in the request; empty when it can be stored. */
export function checkObligation(draft: ObligationDraft, defaults: ObligationDefaults): Issue[] {
  const { schedule } = draft;
  const issues: Issue[] = [];
  if ((schedule.isArrears === undefined) === (schedule.invoiceDateStrategy === undefined)) {
    issues.push({ path: "/billingSchedule/invoiceDateStrategy", code: "CONFLICT", message: strategyOnce });
  }
  if (draft.classId !== undefined && schedule.classId !== undefined && draft.classId !== schedule.classId) {
    const message = "classId and billingSchedule.classId name different classes; send one of them.";
    issues.push({ path: "/classId", code: "CONFLICT", message });
  }
  const term = termDraftOf(schedule, draft.classId);
  issues.push(...checkTerm(term, defaults, "/billingSchedule"));
  issues.push(...checkService(draft, defaults));
  issues.push(...checkTermDiscounts(term, defaults.currency, ""));
  issues.push(...checkSellingPrice(draft.standaloneSellingPrice, defaults, ""));
  return issues;
}

/** What is wrong with a standalone selling price that a request sends. */
export function checkSellingPrice(
  selling: string | null | undefined,
  { currency }: Pick<ObligationDefaults, "currency">,
  path: string,
): Issue[] {
  if (selling === undefined || selling === null || parseMoney(selling, currency) !== undefined) return [];
  const message = `The amount has too many decimals for ${currency}.`;
  return [{ path: `${path}/standaloneSellingPrice`, code: "AMOUNT_INVALID", message }];
}

/** Works out the defaults of a draft that `checkObligation` found nothing wrong with. */
export function obligationFacts(draft: ObligationDraft, defaults: ObligationDefaults): ObligationFacts {
  const term = termFacts(termDraftOf(draft.schedule, draft.classId), defaults);
  const recognitionPattern = patternOf(draft, defaults);
  const { serviceStart, serviceLast } = draft;
  return {
    term,
    pob: {
      recognitionPattern,
      service: { start: serviceStart, end: serviceLast === null ? null : serviceLast + 1 },
      recognitionDate: recognitionPattern === "POINT_IN_TIME" ? (serviceLast ?? serviceStart) : null,
      categoryId: draft.categoryId,
      standaloneSellingPrice: sellingPriceOf(draft.standaloneSellingPrice, term, defaults),
    },
  };
}

/**
 * The implied performance obligation of a term without a stated one: served over the billed days, with the default pattern
 * (rules 7).
 */
export function impliedPob(
  term: TermFacts,
  defaults: ObligationDefaults & Pick<ObligationDraft, "categoryId" | "standaloneSellingPrice">,
): ImpliedPob {
  const last = term.end === null ? null : term.end - 1;
  const recognitionPattern = defaultPattern(term, { serviceStart: term.start, serviceLast: last }, defaults);
  return {
    recognitionPattern,
    service: { start: term.start, end: term.end },
    recognitionDate: recognitionPattern === "POINT_IN_TIME" ? (last ?? term.start) : null,
    categoryId: defaults.categoryId,
    standaloneSellingPrice: sellingPriceOf(defaults.standaloneSellingPrice, term, defaults),
  };
}

/** Usage has no price that could be shared. */
function sellingPriceOf(
  sent: string | null | undefined,
  { eventTypeId }: Pick<TermFacts, "eventTypeId">,
  { currency, productSellingPrice }: ObligationDefaults,
): Money | null {
  if (sent === undefined) return eventTypeId === null ? productSellingPrice : null;
  return sent === null ? null : (parseMoney(sent, currency) ?? null);
}

function termDraftOf(schedule: ScheduleDraft, classId: string | null | undefined): TermDraft {
  const { isArrears, invoiceDateStrategy, ...rest } = schedule;
  return {
    ...rest,
    classId: rest.classId ?? classId,
    invoiceDateStrategy: invoiceDateStrategy ?? (isArrears ? "ARREARS" : "FIRST_OF_PERIOD"),
  };
}

function patternOf(draft: ObligationDraft, defaults: ObligationDefaults): RecognitionPattern {
  return draft.recognitionPattern ?? defaultPattern(draft.schedule, draft, defaults);
}

function defaultPattern(
  term: Pick<TermFacts, "interval" | "eventTypeId">,
  service: { readonly serviceStart: Day; readonly serviceLast: Day | null },
  defaults: ObligationDefaults,
): RecognitionPattern {
  if (term.eventTypeId !== null) return "RECOGNIZE_AS_CONSUMED";
  if (defaults.productPattern !== null) return defaults.productPattern;
  const isOneDay = term.interval === "NONE" && service.serviceLast === service.serviceStart;
  return isOneDay ? "POINT_IN_TIME" : defaults.straightLineDefault;
}

function checkService(draft: ObligationDraft, defaults: ObligationDefaults): Issue[] {
  const { schedule, serviceStart, serviceLast } = draft;
  const isOpenEnded = schedule.interval !== "NONE" && schedule.last === null && schedule.duration === 0;
  const isUsage = schedule.eventTypeId !== null;
  const pattern = patternOf(draft, defaults);
  const issues: Issue[] = [];
  const at = (path: string, code: string, message: string) => issues.push({ path, code, message });

  if (serviceStart < earliestDay) at("/serviceStartDate", "RANGE", "serviceStartDate must be in 1901 or later.");
  if (serviceLast !== null && serviceLast < serviceStart) {
    at("/serviceEndDate", "RANGE", "serviceEndDate must be on or after serviceStartDate.");
  } else if (serviceLast !== null && serviceLast > latestDay) {
    at("/serviceEndDate", "RANGE", "serviceEndDate must be in 2198 or earlier.");
  }
  if (!isOpenEnded && serviceLast === null && !isUsage) {
    at("/serviceEndDate", "REQUIRED", "serviceEndDate is required where billing ends.");
  }
  if (isOpenEnded && serviceLast !== null && !isUsage) {
    at("/billingSchedule/endDate", "REQUIRED", "Service ends but billing does not; send endDate or duration.");
  } else if (isOpenEnded && !isUsage) {
    if (serviceStart !== schedule.start) {
      at(
        "/serviceStartDate",
        "CONFLICT",
        "Open-ended service is earned period by period: serviceStartDate must equal billingSchedule.startDate.",
      );
    }
    if (pattern === "POINT_IN_TIME") {
      at("/recognitionPattern", "CONFLICT", "Open-ended service is earned over time; POINT_IN_TIME needs an end.");
    }
  }
  if (!impliedPatterns.includes(pattern)) {
    at("/recognitionPattern", "CONFLICT", `${pattern} needs a stated price: save it as a performance obligation.`);
  } else if (isUsage !== (pattern === "RECOGNIZE_AS_CONSUMED")) {
    at("/recognitionPattern", "CONFLICT", "RECOGNIZE_AS_CONSUMED is for usage, and only for usage.");
  }
  return issues;
}
