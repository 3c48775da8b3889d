import { type Day, formatDay } from "../../kernel/day.ts";
import type { Issue } from "../../kernel/errors.ts";
import { formatMoney, type Money, parseMoney } from "../../kernel/money.ts";
import { isAsBilledOrConsumed } from "./group.ts";
import {
  type ConsiderationType,
  isMeasured,
  manualMonthsServed,
  type PerformanceObligation,
  type Progress,
  type RecognitionPattern,
} from "./performance-obligation.ts";
import { checkPob } from "./pob-check.ts";
import type { PobDraft, PobFacts, PobSituation } from "./pob-request.ts";

/** A field that changed although the request did not name it (data model 6.5), in display form. */
export type Adaptation = { readonly field: string; readonly previousValue: unknown; readonly newValue: unknown };

export type DraftedPob = {
  readonly facts: PobFacts;
  /** With their paths in the request; if there are any, the facts must not be used. */
  readonly issues: readonly Issue[];
  readonly adaptations: readonly Adaptation[];
};

/** The fields that depend on the pattern. */
type Shape = Pick<
  PobFacts,
  | "service"
  | "transactionPrice"
  | "considerationType"
  | "eventTypeId"
  | "recognitionDate"
  | "milestones"
  | "progress"
  | "manualMonths"
>;

/**
 * The performance obligation of a request. Absent fields are taken from the product, or do not change; fields that do not fit
 * the pattern are adapted and reported. All issues are returned, none is thrown.
 *
 * @param before the present performance obligation; null for a new one
 * @param path   of its fields in the request: "" or "/toCreate/0"
 */
export function draftedPob(
  draft: PobDraft,
  before: PerformanceObligation | null,
  situation: PobSituation,
  path: string,
): DraftedPob {
  const { product, currency } = situation;
  const defaults = product ?? { displayName: null, itemId: null, erpClassId: null, categoryId: null };
  const recognitionPattern =
    draft.recognitionPattern ??
    before?.recognitionPattern ??
    product?.recognitionPattern ??
    situation.straightLineDefault;
  const kept = before ?? blank(situation);
  const shape = shapeOf(draft, kept, recognitionPattern, situation, before !== null);
  const facts: PobFacts = {
    name: sent(draft.name, before?.name ?? defaults.displayName),
    productId: sent(draft.productId, kept.productId),
    itemId: sent(draft.itemId, before?.itemId ?? defaults.itemId),
    classId: sent(draft.classId, before?.classId ?? defaults.erpClassId),
    categoryId: sent(draft.categoryId, before?.categoryId ?? defaults.categoryId),
    standaloneSellingPrice: sent(
      amountOf(draft.standaloneSellingPrice, currency),
      before === null ? (product?.standaloneSellingPrice ?? null) : before.standaloneSellingPrice,
    ),
    recognitionPattern,
    ...shape,
  };
  const issues = checkPob(draft, facts, before, situation, path);
  return { facts, issues, adaptations: before === null ? [] : adaptations(draft, before, facts) };
}

/** The fields of the pattern: as sent, else as before if the pattern has them, else its defaults. */
function shapeOf(
  draft: PobDraft,
  kept: Shape & Pick<PobFacts, "recognitionPattern">,
  pattern: RecognitionPattern,
  { span, currency }: PobSituation,
  isUpdate: boolean,
): Shape {
  const asBilled = isAsBilledOrConsumed(pattern);
  const wasAsBilledOrConsumed = isUpdate && isAsBilledOrConsumed(kept.recognitionPattern);
  const stated = {
    start: draft.serviceStart ?? kept.service.start,
    end: draft.serviceLast === undefined ? kept.service.end : draft.serviceLast + 1,
  };
  const service = asBilled ? (span ?? kept.service) : stated;
  const byPattern: ConsiderationType = asBilled ? "VARIABLE" : "FIXED";
  const custom = draft.customRevenue?.flatMap(({ month, total }) => {
    const amount = parseMoney(total, currency);
    return amount === undefined ? [] : [{ month, total: amount, isManual: true }];
  });
  const listed = custom ?? (kept.recognitionPattern === "CUSTOM" ? [...kept.manualMonths] : []);
  const takesManualMonths =
    !asBilled && !isMeasured(pattern) && pattern !== "CUSTOM" && kept.recognitionPattern !== "CUSTOM";
  const recognitionDate =
    pattern === "POINT_IN_TIME"
      ? (draft.recognitionDate ?? kept.recognitionDate ?? lastDayOf(service, isUpdate))
      : null;
  const manual = takesManualMonths ? manualMonthsServed(kept.manualMonths, { service, recognitionDate }) : [];
  return {
    service,
    transactionPrice: asBilled ? null : (amountOf(draft.transactionPrice, currency) ?? kept.transactionPrice),
    considerationType:
      draft.considerationType ?? (asBilled || wasAsBilledOrConsumed || !isUpdate ? byPattern : kept.considerationType),
    eventTypeId: pattern === "RECOGNIZE_AS_CONSUMED" ? sent(draft.eventTypeId, kept.eventTypeId) : null,
    recognitionDate,
    milestones: pattern === "MILESTONE" ? (draft.milestones ?? kept.milestones) : [],
    progress: pattern === "PERCENT_COMPLETE" ? (draft.progress ?? kept.progress).toSorted(byDay) : [],
    manualMonths: pattern === "CUSTOM" ? listed.sort((a, b) => a.month - b.month) : manual,
  };
}

function lastDayOf(service: PobFacts["service"], isUpdate: boolean): Day | null {
  return isUpdate && service.end !== null ? service.end - 1 : null;
}

function byDay(a: Progress, b: Progress): number {
  return a.asOf - b.asOf;
}

function blank({ span, today, straightLineDefault }: PobSituation): PobFacts {
  return {
    name: null,
    productId: null,
    itemId: null,
    classId: null,
    categoryId: null,
    standaloneSellingPrice: null,
    recognitionPattern: straightLineDefault,
    service: { start: span?.start ?? today, end: null },
    transactionPrice: null,
    considerationType: "FIXED",
    eventTypeId: null,
    recognitionDate: null,
    milestones: [],
    progress: [],
    manualMonths: [],
  };
}

function adaptations(draft: PobDraft, before: PerformanceObligation, after: PobFacts): Adaptation[] {
  const was = shownShape(before);
  const is = shownShape(after);
  const isSent: Readonly<Record<keyof typeof was, boolean>> = {
    serviceStartDate: draft.serviceStart !== undefined,
    serviceEndDate: draft.serviceLast !== undefined,
    transactionPrice: draft.transactionPrice !== undefined,
    considerationType: draft.considerationType !== undefined,
    eventTypeId: draft.eventTypeId !== undefined,
    recognitionDate: draft.recognitionDate !== undefined,
    milestones: draft.milestones !== undefined,
    progress: draft.progress !== undefined,
    customRevenue: draft.customRevenue !== undefined,
  };
  return (Object.keys(was) as (keyof typeof was)[])
    .filter((field) => !isSent[field] && JSON.stringify(was[field]) !== JSON.stringify(is[field]))
    .map((field) => ({ field, previousValue: was[field], newValue: is[field] }));
}

function shownShape(pob: Shape & Pick<PobFacts, "recognitionPattern">) {
  const { service, transactionPrice: price, considerationType, eventTypeId, recognitionDate } = pob;
  return {
    serviceStartDate: formatDay(service.start),
    serviceEndDate: service.end === null ? null : formatDay(service.end - 1),
    transactionPrice: price === null ? null : formatMoney(price),
    considerationType,
    eventTypeId,
    recognitionDate: recognitionDate === null ? null : formatDay(recognitionDate),
    milestones: pob.milestones.map(({ name }) => name),
    progress: pob.progress.map(({ asOf, percentComplete }) => ({ asOf: formatDay(asOf), percentComplete })),
    customRevenue: pob.manualMonths.map(({ total }) => formatMoney(total)),
  };
}

/** Undefined if nothing was sent, or if it is not an amount of the currency, which is reported separately. */
function amountOf(text: string | null | undefined, currency: string): Money | null | undefined {
  if (text === undefined || text === null) return text;
  return parseMoney(text, currency);
}

function sent<Value>(value: Value | undefined, kept: Value): Value {
  return value === undefined ? kept : value;
}
