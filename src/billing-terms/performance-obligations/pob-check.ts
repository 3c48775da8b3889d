import { formatDay, formatMonth, type Month } from "../../kernel/day.ts";
import { ratioFromDecimal } from "../../kernel/decimal.ts";
import type { Issue } from "../../kernel/errors.ts";
import { compare, equals, formatMoney, parseMoney, sum } from "../../kernel/money.ts";
import { compareRatios } from "../../kernel/ratio.ts";
import { type Books, isClosed } from "../../ledger/books.ts";
import type { BillingTerm } from "../billing-term.ts";
import { maximumContractMinor } from "../price-check.ts";
import { earliestDay, latestDay } from "../term-draft.ts";
import { isAsBilledOrConsumed } from "./group.ts";
import type { PerformanceObligation } from "./performance-obligation.ts";
import type { PobDraft, PobFacts, PobSituation } from "./pob-request.ts";

type At = (field: string, code: string, message: string) => void;

/**
 * All validation errors of a requested performance obligation (data model 6.2), each with its path.
 */
export function checkPob(
  draft: PobDraft,
  facts: PobFacts,
  before: PerformanceObligation | null,
  situation: PobSituation,
  path: string,
): Issue[] {
  const issues: Issue[] = [];
  const at: At = (field, code, message) => issues.push({ path: `${path}/${field}`, code, message });
  checkAmounts(draft, situation, at);
  const { effectiveFrom: day } = draft;
  if (day !== undefined && (day < earliestDay || day > latestDay)) {
    at("effectiveDate", "RANGE", "effectiveDate must be in the years 1901 to 2198.");
  }
  if (isAsBilledOrConsumed(facts.recognitionPattern)) checkAsBilledOrConsumed(draft, facts, situation, at);
  else checkStated(draft, facts, before, situation, at);
  checkPatternFields(draft, facts, before, situation, at);
  if (before !== null && before.billingTerm !== null) checkImplied(draft, facts, before.billingTerm, at);
  return issues;
}

function checkAmounts(draft: PobDraft, { currency }: PobSituation, at: At): void {
  const amounts: [string, string | null | undefined][] = [
    ["transactionPrice", draft.transactionPrice],
    ["standaloneSellingPrice", draft.standaloneSellingPrice],
  ];
  for (const [index, { total }] of (draft.customRevenue ?? []).entries()) {
    amounts.push([`customRevenue/${index}/total`, total]);
  }
  for (const [field, text] of amounts) {
    if (text === undefined || text === null) continue;
    const amount = parseMoney(text, currency);
    if (amount === undefined) at(field, "AMOUNT_INVALID", `The amount has too many decimals for ${currency}.`);
    else if (amount.minor > maximumContractMinor) at(field, "AMOUNT_INVALID", "The amount is too large for the books.");
  }
}

/** Obligations recognized as billed or consumed have the days and the price of the terms of their group. */
function checkAsBilledOrConsumed(draft: PobDraft, facts: PobFacts, { span }: PobSituation, at: At): void {
  const { recognitionPattern: pattern } = facts;
  const asBilled = `comes from the group's billing terms under ${pattern}; leave it out.`;
  if (span === null)
    at("recognitionPattern", "CONFLICT", `${pattern} needs a billing term in the group; add one first.`);
  if (draft.serviceStart !== undefined) at("serviceStartDate", "CONFLICT", `serviceStartDate ${asBilled}`);
  if (draft.serviceLast !== undefined) at("serviceEndDate", "CONFLICT", `serviceEndDate ${asBilled}`);
  if (draft.transactionPrice !== undefined) at("transactionPrice", "CONFLICT", `transactionPrice ${asBilled}`);
  if (facts.considerationType === "FIXED") {
    at("considerationType", "CONFLICT", `${pattern} is variable consideration; send VARIABLE or leave it out.`);
  }
}

function checkStated(
  draft: PobDraft,
  facts: PobFacts,
  before: PerformanceObligation | null,
  { isAllocated }: PobSituation,
  at: At,
): void {
  const { service, recognitionPattern: pattern } = facts;
  const isImplied = before !== null && before.billingTerm !== null;
  if (before === null && draft.serviceStart === undefined) {
    at("serviceStartDate", "REQUIRED", "serviceStartDate, the first day of service, is required.");
  }
  if (service.end === null && !isImplied) {
    at("serviceEndDate", "REQUIRED", `serviceEndDate, the last day of service, is required for ${pattern}.`);
  }
  if (facts.transactionPrice === null && draft.transactionPrice === undefined && !isImplied && !isAllocated) {
    at("transactionPrice", "REQUIRED", `transactionPrice is required for ${pattern}.`);
  }
  if (service.start < earliestDay) at("serviceStartDate", "RANGE", "serviceStartDate must be in 1901 or later.");
  if (service.end === null) return;
  if (service.end <= service.start) {
    at(
      "serviceEndDate",
      "RANGE",
      `serviceEndDate must be on or after ${formatDay(service.start)}, the first day of service.`,
    );
  } else if (service.end - 1 > latestDay) at("serviceEndDate", "RANGE", "serviceEndDate must be in 2198 or earlier.");
}

function checkPatternFields(
  draft: PobDraft,
  facts: PobFacts,
  before: PerformanceObligation | null,
  situation: PobSituation,
  at: At,
): void {
  const { recognitionPattern: pattern } = facts;
  const only = (field: string, owner: string, value: unknown) => {
    const isSent = value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
    if (isSent && pattern !== owner) at(field, "CONFLICT", `${field} is only for ${owner}; leave it out.`);
  };
  only("eventTypeId", "RECOGNIZE_AS_CONSUMED", draft.eventTypeId);
  only("recognitionDate", "POINT_IN_TIME", draft.recognitionDate);
  only("milestones", "MILESTONE", draft.milestones);
  only("progress", "PERCENT_COMPLETE", draft.progress);
  only("customRevenue", "CUSTOM", draft.customRevenue);

  if (pattern === "RECOGNIZE_AS_CONSUMED" && facts.eventTypeId === null) {
    at("eventTypeId", "REQUIRED", "eventTypeId, the usage that is recognized, is required.");
  }
  if (pattern === "POINT_IN_TIME" && facts.recognitionDate === null) {
    at("recognitionDate", "REQUIRED", "recognitionDate, the day on which all is earned, is required.");
  } else if (
    facts.recognitionDate !== null &&
    (facts.recognitionDate < earliestDay || facts.recognitionDate > latestDay)
  ) {
    at("recognitionDate", "RANGE", "recognitionDate must be in the years 1901 to 2198.");
  }
  if (pattern === "MILESTONE") checkMilestones(facts, situation, at);
  if (pattern === "PERCENT_COMPLETE") checkProgress(draft, facts, before, situation, at);
  checkManualMonths(draft, facts, at);
}

function checkMilestones({ milestones }: PobFacts, { today }: PobSituation, at: At): void {
  if (milestones.length === 0) at("milestones", "REQUIRED", "MILESTONE needs milestones, each with a weight.");
  const names = new Set<string>();
  milestones.forEach(({ name, reachedDate }, index) => {
    if (names.has(name))
      at(`milestones/${index}/name`, "DUPLICATE", `There is a milestone ${JSON.stringify(name)} already.`);
    names.add(name);
    if (reachedDate === null) return;
    if (reachedDate > today) at(`milestones/${index}/reachedDate`, "RANGE", "reachedDate must be today or earlier.");
    else if (reachedDate < earliestDay)
      at(`milestones/${index}/reachedDate`, "RANGE", "reachedDate must be in 1901 or later.");
  });
}

function checkProgress(
  draft: PobDraft,
  { progress }: PobFacts,
  before: PerformanceObligation | null,
  { today }: PobSituation,
  at: At,
): void {
  const order = draft.progress ?? progress;
  order.forEach(({ asOf }, index) => {
    if (asOf > today || asOf < earliestDay) at(`progress/${index}/asOf`, "RANGE", "asOf must be from 1901 to today.");
    if (order.findIndex((one) => one.asOf === asOf) < index) {
      at(`progress/${index}/asOf`, "DUPLICATE", "There is progress as of that day already.");
    }
  });
  if (draft.isCorrection === true || draft.progress === undefined) return;
  const steps = [...progress.keys()].slice(1);
  // A decrease in the stored list was stated as a correction when it was reported.
  const isReported = (index: number) =>
    [progress[index - 1], progress[index]].every((one) =>
      before?.progress.some(({ asOf, percentComplete }) => {
        return one !== undefined && asOf === one.asOf && compareDecimals(percentComplete, one.percentComplete) === 0;
      }),
    );
  const falls = steps.some(
    (index) => isLess(progress[index]?.percentComplete, progress[index - 1]?.percentComplete) && !isReported(index),
  );
  const [last, reported] = [progress.at(-1)?.percentComplete, before?.progress.at(-1)?.percentComplete];
  if (falls || isLess(last ?? "0", reported)) {
    at("progress", "RANGE", "Progress is cumulative and does not fall; send correction: true if it was overstated.");
  }
}

function isLess(left: string | undefined, right: string | undefined): boolean {
  if (left === undefined || right === undefined) return false;
  return compareDecimals(left, right) < 0;
}

function compareDecimals(left: string, right: string): number {
  return compareRatios(ratioFromDecimal(left), ratioFromDecimal(right));
}

function checkManualMonths(draft: PobDraft, facts: PobFacts, at: At): void {
  const { recognitionPattern: pattern, manualMonths, transactionPrice: price } = facts;
  const sent = draft.customRevenue ?? [];
  sent.forEach(({ month }, index) => {
    if (sent.findIndex((one) => one.month === month) < index) {
      at(`customRevenue/${index}/timeframe`, "DUPLICATE", "The month is listed already.");
    }
  });
  if (pattern === "CUSTOM" && manualMonths.length === 0) {
    at("customRevenue", "REQUIRED", "CUSTOM needs customRevenue: the months and what each of them earns.");
    return;
  }
  if (price === null || manualMonths.length === 0) return;
  const listed = sum(
    manualMonths.map(({ total }) => total),
    price.currency,
  );
  if (pattern === "CUSTOM" && !equals(listed, price)) {
    const message = `The months add up to ${formatMoney(listed)}, but transactionPrice is ${formatMoney(price)}; make them equal.`;
    at("customRevenue", "CUSTOM_REVENUE_UNBALANCED", message);
  } else if (pattern !== "CUSTOM" && compare(listed, price) > 0) {
    const message = `Manual months add up to ${formatMoney(listed)}; the price must not be less.`;
    at("transactionPrice", "CUSTOM_REVENUE_EXCEEDS_PRICE", message);
  }
}

/**
 * Rejects changes of listed revenue in closed months (rules 9): it is posted, so the month must be reopened first. When an obligation is created
 * or gets this pattern, listed closed months are allowed and catch up (ADR 0027).
 */
export function checkClosedMonths(
  { customRevenue: sent }: PobDraft,
  before: PerformanceObligation | null,
  { books, currency, path }: { readonly books: Books; readonly currency: string; readonly path: string },
): Issue[] {
  if (sent === undefined || before?.recognitionPattern !== "CUSTOM") return [];
  const kept = new Map(before.manualMonths.map(({ month, total }) => [month, total.minor]));
  const closed = (month: Month, at: string): Issue => {
    const message = `${formatMonth(month)} is closed; keep its amount, or reopen it first.`;
    return { path: `${path}/customRevenue${at}`, code: "PERIOD_CLOSED", message };
  };
  const missing = [...kept].filter(([month, minor]) => minor !== 0n && sent.every((entry) => entry.month !== month));
  return [
    ...sent.flatMap(({ month, total }, index) =>
      isClosed(books, month) && parseMoney(total, currency)?.minor !== (kept.get(month) ?? 0n)
        ? [closed(month, `/${index}/timeframe`)]
        : [],
    ),
    ...missing.flatMap(([month]) => (isClosed(books, month) ? [closed(month, "")] : [])),
  ];
}

/** An implied performance obligation earns what its term bills; only its pattern and days can be set. */
function checkImplied(draft: PobDraft, facts: PobFacts, term: BillingTerm, at: At): void {
  const { recognitionPattern: pattern, service } = facts;
  const isUsage = pattern === "RECOGNIZE_AS_CONSUMED";
  if (draft.transactionPrice !== undefined && !isUsage) {
    const message = "Its price is what its billing term bills; save a new one with a stated price instead.";
    at("transactionPrice", "CONFLICT", message);
  }
  const isTimed = pattern === "STRAIGHT_LINE" || pattern === "STRAIGHT_LINE_DAILY" || pattern === "POINT_IN_TIME";
  if ((!isUsage && !isTimed) || isUsage !== (term.eventTypeId !== null)) {
    at("recognitionPattern", "CONFLICT", `${pattern} needs a separate performance obligation; save a new one.`);
  } else if (isTimed && (service.end === null) !== (term.end === null && term.interval !== "NONE")) {
    at("serviceEndDate", "CONFLICT", "Service must end if billing ends, and only then.");
  } else if (service.end === null && pattern === "POINT_IN_TIME") {
    at("recognitionPattern", "CONFLICT", "Open-ended service is earned over time; POINT_IN_TIME needs an end.");
  }
}
