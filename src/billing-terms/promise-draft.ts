import { type Day, formatDay } from "../kernel/day.ts";
import type { Issue } from "../kernel/errors.ts";
import { formatMoney, type Money, parseMoney } from "../kernel/money.ts";
import { isDerived } from "./group.ts";
import {
  type ConsiderationType,
  type PerformanceObligation,
  type Progress,
  pinsServed,
  type RecognitionPattern,
} from "./performance-obligation.ts";
import { checkPromise } from "./promise-check.ts";
import type { PromiseDraft, PromiseFacts, PromiseSituation } from "./promise-request.ts";

/** A field that changed though the request did not name it (data model 6.5), as it is shown. */
export type Adaptation = { readonly field: string; readonly previousValue: unknown; readonly newValue: unknown };

export type DraftedPromise = {
  readonly facts: PromiseFacts;
  /** With their place in the request; where there are some, the facts are of no use. */
  readonly issues: readonly Issue[];
  readonly adaptations: readonly Adaptation[];
};

/** Fields that the new pattern decides, or that the request sends. */
type Shape = Pick<
  PromiseFacts,
  | "service"
  | "transactionPrice"
  | "considerationType"
  | "eventTypeId"
  | "recognitionDate"
  | "milestones"
  | "progress"
  | "pinned"
>;

/**
 * The promise that a request asks for. Fields that it does not send are taken from the product, or kept; those that do not
 * fit the pattern are adapted, each with a note of it. Every problem is found, none is thrown.
 *
 * @param before the promise as it is; null for a new one
 * @param path   where its fields are in the request: "" or "/toCreate/0"
 */
export function draftedPromise(
  draft: PromiseDraft,
  before: PerformanceObligation | null,
  situation: PromiseSituation,
  path: string,
): DraftedPromise {
  const { product, currency } = situation;
  const defaults = product ?? { displayName: null, itemId: null, erpClassId: null, categoryId: null };
  const recognitionPattern =
    draft.recognitionPattern ??
    before?.recognitionPattern ??
    product?.recognitionPattern ??
    situation.straightLineDefault;
  const kept = before ?? blank(situation);
  const shape = shapeOf(draft, kept, recognitionPattern, situation, before !== null);
  const facts: PromiseFacts = {
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
  const issues = checkPromise(draft, facts, before, situation, path);
  return { facts, issues, adaptations: before === null ? [] : adaptations(draft, before, facts) };
}

/** The fields of the pattern: as sent, else as they were where the pattern has them, else as it wants them. */
function shapeOf(
  draft: PromiseDraft,
  kept: Shape & Pick<PromiseFacts, "recognitionPattern">,
  pattern: RecognitionPattern,
  { span, currency }: PromiseSituation,
  isUpdate: boolean,
): Shape {
  const derived = isDerived(pattern);
  const wasDerived = isUpdate && isDerived(kept.recognitionPattern);
  const stated = {
    start: draft.serviceStart ?? kept.service.start,
    end: draft.serviceLast === undefined ? kept.service.end : draft.serviceLast + 1,
  };
  const service = derived ? (span ?? kept.service) : stated;
  const byPattern: ConsiderationType = derived ? "VARIABLE" : "FIXED";
  const custom = draft.customRevenue?.flatMap(({ month, total }) => {
    const amount = parseMoney(total, currency);
    return amount === undefined ? [] : [{ month, total: amount, isByHand: true }];
  });
  const isMeasured = pattern === "MILESTONE" || pattern === "PERCENT_COMPLETE";
  const listed = custom ?? (kept.recognitionPattern === "CUSTOM" ? [...kept.pinned] : []);
  const isPinnable = !derived && !isMeasured && pattern !== "CUSTOM" && kept.recognitionPattern !== "CUSTOM";
  const recognitionDate =
    pattern === "POINT_IN_TIME"
      ? (draft.recognitionDate ?? kept.recognitionDate ?? lastDayOf(service, isUpdate))
      : null;
  const byHand = isPinnable ? pinsServed(kept.pinned, { service, recognitionDate }) : [];
  return {
    service,
    transactionPrice: derived ? null : (amountOf(draft.transactionPrice, currency) ?? kept.transactionPrice),
    considerationType:
      draft.considerationType ?? (derived || wasDerived || !isUpdate ? byPattern : kept.considerationType),
    eventTypeId: pattern === "RECOGNIZE_AS_CONSUMED" ? sent(draft.eventTypeId, kept.eventTypeId) : null,
    recognitionDate,
    milestones: pattern === "MILESTONE" ? (draft.milestones ?? kept.milestones) : [],
    progress: pattern === "PERCENT_COMPLETE" ? (draft.progress ?? kept.progress).toSorted(byDay) : [],
    pinned: pattern === "CUSTOM" ? listed.sort((a, b) => a.month - b.month) : byHand,
  };
}

function lastDayOf(service: PromiseFacts["service"], isUpdate: boolean): Day | null {
  return isUpdate && service.end !== null ? service.end - 1 : null;
}

function byDay(a: Progress, b: Progress): number {
  return a.asOf - b.asOf;
}

function blank({ span, today, straightLineDefault }: PromiseSituation): PromiseFacts {
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
    pinned: [],
  };
}

function adaptations(draft: PromiseDraft, before: PerformanceObligation, after: PromiseFacts): Adaptation[] {
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

function shownShape(promise: Shape & Pick<PromiseFacts, "recognitionPattern">) {
  const { service, transactionPrice: price, considerationType, eventTypeId, recognitionDate } = promise;
  return {
    serviceStartDate: formatDay(service.start),
    serviceEndDate: service.end === null ? null : formatDay(service.end - 1),
    transactionPrice: price === null ? null : formatMoney(price),
    considerationType,
    eventTypeId,
    recognitionDate: recognitionDate === null ? null : formatDay(recognitionDate),
    milestones: promise.milestones.map(({ name }) => name),
    progress: promise.progress.map(({ asOf, percentComplete }) => ({ asOf: formatDay(asOf), percentComplete })),
    customRevenue: promise.pinned.map(({ total }) => formatMoney(total)),
  };
}

/** Undefined where nothing was sent or it is no amount of the currency, which is an issue of its own. */
function amountOf(text: string | null | undefined, currency: string): Money | null | undefined {
  if (text === undefined || text === null) return text;
  return parseMoney(text, currency);
}

function sent<Value>(value: Value | undefined, kept: Value): Value {
  return value === undefined ? kept : value;
}
