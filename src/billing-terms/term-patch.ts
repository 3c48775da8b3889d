import { isDeepStrictEqual } from "node:util";
import { type Day, formatDay, type Month } from "../kernel/day.ts";
import { type DomainError, type Issue, invalid } from "../kernel/errors.ts";
import {
  type BillingTerm,
  latestPrice,
  optionsOf,
  type Price,
  type PriceLayer,
  priceOn,
  withOnePrice,
} from "./billing-term.ts";
import { firstUplift } from "./escalator.ts";
import type { ReasonCode } from "./modification.ts";
import type { TermDraft, TermFacts } from "./term-draft.ts";

/**
 * What a request changes: undefined keeps a field. `effectiveDate` is the first day of a new price, `reasonCode` says why dates are
 * others.
 */
export type TermPatch = {
  readonly [Field in keyof Omit<TermDraft, "eventTypeId" | "seatConfig">]?: TermDraft[Field] | undefined;
} & { readonly effectiveDate?: Day | undefined; readonly reasonCode?: ReasonCode | undefined };

/** How a change meets what is there. */
export type PatchSituation = {
  readonly today: Day;
  /** Approved contracts bill and earn: a new price is a layer, a new date a correction. */
  readonly isApproved: boolean;
  /** The day after the last day that an issued invoice covers, or null. */
  readonly invoicedThrough: Day | null;
  readonly bookMonth: Month | null;
};

/** The term after a patch, and the price layer that it added. */
export type PatchedTerm = { readonly term: BillingTerm; readonly layer: PriceLayer | null };

/** The term as a request would say it now, so that a patch is judged as a whole term is (data model 5.7). */
export function draftOfTerm(term: BillingTerm): TermDraft {
  const price = latestPrice(term);
  return {
    ...optionsOf(term),
    name: term.name,
    description: term.description,
    productId: term.productId,
    itemId: term.itemId,
    classId: term.classId,
    eventTypeId: term.eventTypeId,
    start: term.start,
    last: term.end === null ? null : term.end - 1,
    duration: 0,
    interval: term.interval,
    isRecurring: undefined,
    invoiceDateStrategy: term.invoiceDateStrategy,
    netPaymentTerms: term.netPaymentTerms,
    billingType: term.billingType,
    pricingType: price.pricingType,
    pricing: price.pricing,
    tierBoundary: price.tierBoundary,
    packageSize: price.packageSize,
    minimumPackages: price.minimumPackages,
    quantity: price.quantity,
    discounts: price.discounts.map(({ end, ...discount }) => ({ ...discount, last: end === null ? null : end - 1 })),
    escalator: price.escalator,
    minimumAmount: price.minimumAmount,
    maximumAmount: price.maximumAmount,
    usageScope: term.eventTypeId === null ? undefined : term.usageScope,
    seatConfig: term.seatConfig,
  };
}

/** The draft with what the patch says. An end that is sent replaces a duration and the other way round. */
export function patchedDraft(term: BillingTerm, patch: TermPatch): TermDraft {
  const { effectiveDate: _effectiveDate, reasonCode: _reasonCode, ...fields } = patch;
  const stated = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const hasPeriodCount = patch.duration !== undefined && patch.duration > 0 && patch.last === undefined;
  // A one-off keeps the length of a day unless an end is sent, wherever its start moves.
  const movesOneOff = term.interval === "NONE" && patch.start !== undefined && term.end === term.start + 1;
  const keepsEnd = !hasPeriodCount && !(movesOneOff && patch.last === undefined);
  const draft = draftOfTerm(term);
  return { ...draft, last: keepsEnd ? draft.last : null, ...stated };
}

/**
 * Everything that may not change any more (data model 5.7): what issued invoices cover stays, and so do the anchor, the
 * kind of price and the quantity once anything is issued.
 */
export function lockedFields(
  term: BillingTerm,
  facts: TermFacts,
  situation: Pick<PatchSituation, "isApproved" | "invoicedThrough">,
): Issue[] {
  const { invoicedThrough, isApproved } = situation;
  if (isApproved && term.seatConfig !== null && facts.price.quantity !== latestPrice(term).quantity) {
    const message = "The first count of seats is agreed; change it with a seat amendment.";
    return [{ path: "/quantity", code: "BILLING_TERM_LOCKED", message }];
  }
  if (invoicedThrough === null) return [];
  const issues: Issue[] = [];
  const through = formatDay(invoicedThrough - 1);
  const lock = (field: string, isChanged: boolean, message: string) => {
    if (isChanged) issues.push({ path: `/${field}`, code: "BILLING_TERM_LOCKED", message });
  };
  const anchored = `The term is invoiced through ${through}; end it and add a new one instead.`;
  const [before, after] = [latestPrice(term), facts.price];
  lock("startDate", facts.start !== term.start, anchored);
  lock("interval", facts.interval !== term.interval, anchored);
  lock("intervalFrequency", facts.intervalFrequency !== term.intervalFrequency, anchored);
  lock("billingType", facts.billingType !== term.billingType, anchored);
  lock("prorationPolicy", facts.prorationPolicy !== term.prorationPolicy, anchored);
  lock("usageScope", facts.usageScope !== term.usageScope, anchored);
  lock("tierScope", facts.tierScope !== term.tierScope, anchored);
  lock("trigger", facts.trigger !== term.trigger, anchored);
  lock("pricingType", after.pricingType !== before.pricingType, anchored);
  lock("quantity", after.quantity !== before.quantity, anchored);
  lock(
    "endDate",
    facts.end !== null && facts.end < invoicedThrough,
    `The term is invoiced through ${through}; end it on or after that day, or terminate it with creditUnused.`,
  );
  lock(
    "endDate",
    term.interval === "NONE" && (facts.end === null || facts.end > invoicedThrough),
    "The one-off is invoiced for all of its days; add another one instead.",
  );
  const isOver = term.end !== null && facts.end !== null && facts.end <= invoicedThrough;
  lock(
    "pricing",
    isOver && !isSamePrice(before, after, term.start),
    "All of the term is invoiced; correct it with a credit memo.",
  );
  return issues;
}

/**
 * The term after a patch in which nothing is wrong. Before approval a new price replaces the old one. After it, it is a
 * layer: it holds for service from the effective day on, today unless the request says another, and never before what is
 * invoiced (rules 7, ADR 0012). A one-off bills one price, whatever the day; what the change adds is earned from that day on.
 *
 * @throws DomainError BILLING_TERM_LOCKED when `effectiveDate` is in what is invoiced, VALIDATION_FAILED when it is
 *   outside the term
 */
export function patchedTerm(
  term: BillingTerm,
  facts: TermFacts,
  patch: TermPatch,
  situation: PatchSituation,
): PatchedTerm {
  const { price, seatConfig: _seatConfig, eventTypeId: _eventTypeId, ...fields } = facts;
  const changed = withOnePrice({ ...term, ...fields, ...formerStrategies(term, facts, situation) });
  if (!statesPrice(patch)) return { term: changed, layer: null };
  const isSame = (other: Price) => isSamePrice(price, other, changed.start);
  const isLatest = isSame(latestPrice(term));
  if (!situation.isApproved) return { term: isLatest ? changed : { ...changed, price, layers: [] }, layer: null };
  const effectiveFrom = firstDayOfPrice(changed, patch.effectiveDate, situation);
  // The latest price may be said again, to hold from an earlier day on.
  const holdsAlready = isSame(priceOn(changed, effectiveFrom));
  if (holdsAlready && isLatest) return { term: changed, layer: null };
  const layer: PriceLayer = { price, effectiveFrom, bookMonth: situation.bookMonth };
  return { term: { ...changed, layers: withLayer(changed, layer) }, layer };
}

/** Do two prices say the same? To name the first uplift as it is anyway, as it was answered, says nothing new. */
function isSamePrice(a: Price, b: Price, termStart: Day): boolean {
  const named = ({ escalator, ...price }: Price) => ({
    ...price,
    escalator: escalator === null ? null : { ...escalator, firstDate: firstUplift(escalator, termStart) },
  });
  return isDeepStrictEqual(named(a), named(b));
}

/** What is invoiced was charged by the strategy that the term had by then. */
function formerStrategies(
  { formerStrategies: former = [], invoiceDateStrategy }: BillingTerm,
  facts: TermFacts,
  { invoicedThrough }: PatchSituation,
): Pick<BillingTerm, "formerStrategies"> {
  if (invoicedThrough === null || facts.invoiceDateStrategy === invoiceDateStrategy) return {};
  return { formerStrategies: [...former, { until: invoicedThrough, invoiceDateStrategy }] };
}

const priceFields = [
  "pricingType",
  "pricing",
  "tierBoundary",
  "packageSize",
  "minimumPackages",
  "quantity",
  "discounts",
  "escalator",
  "minimumAmount",
  "maximumAmount",
] as const satisfies readonly (keyof TermPatch)[];

function statesPrice(patch: TermPatch): boolean {
  return priceFields.some((field) => patch[field] !== undefined);
}

function firstDayOfPrice(term: BillingTerm, effectiveDate: Day | undefined, situation: PatchSituation): Day {
  const { invoicedThrough, today } = situation;
  const isOneOff = term.interval === "NONE";
  if (effectiveDate !== undefined) {
    // What is billed once may be served before it (rules 13, "service before billing").
    if (effectiveDate < term.start && !isOneOff) throw outsideTheTerm();
    if (term.end !== null && effectiveDate >= term.end) throw outsideTheTerm();
    if (invoicedThrough !== null && effectiveDate < invoicedThrough) throw lockedThrough(invoicedThrough);
  }
  if (isOneOff) return effectiveDate ?? today;
  return Math.max(effectiveDate ?? firstDayUnstated(term, today), invoicedThrough ?? Number.NEGATIVE_INFINITY);
}

/**
 * The first day of a price that states none: today, which may be before the term begins, so that it holds for all of the term, also for
 * days to which it is moved later. A price that was stated for the term's first day is replaced.
 */
function firstDayUnstated({ start, layers }: BillingTerm, today: Day): Day {
  return Math.max(today, ...layers.map(({ effectiveFrom }) => effectiveFrom).filter((day) => day <= start));
}

/** A layer stands behind those of the same or an earlier day, of a one-off behind all: what was said later wins. */
function withLayer({ interval, layers }: BillingTerm, layer: PriceLayer): PriceLayer[] {
  if (interval === "NONE") return [...layers, layer];
  const index = layers.findIndex((each) => each.effectiveFrom > layer.effectiveFrom);
  return index === -1 ? [...layers, layer] : layers.toSpliced(index, 0, layer);
}

/**
 * A change of dates, of the schedule or of what usage is billed, as the fields that changed; undefined while nothing earned
 * depends on it.
 */
export function correctionOf(
  before: BillingTerm,
  after: BillingTerm,
): Record<string, { from: unknown; to: unknown }> | undefined {
  const fields = [
    "start",
    "end",
    "interval",
    "intervalFrequency",
    "billingType",
    "prorationPolicy",
    "reachedOn",
    "trigger",
    "eventTypeId",
    "tierScope",
    "usageScope",
    // Comes with the end that a termination sets, and was not there before it.
    "delivered",
  ] as const;
  const changes: Record<string, { from: unknown; to: unknown }> = {};
  for (const field of fields) {
    if (before[field] !== after[field]) changes[field] = { from: before[field], to: after[field] };
  }
  return Object.keys(changes).length === 0 ? undefined : changes;
}

/** A terminated term is final (integrator API, billing terms). */
export function terminated(): DomainError {
  return invalid("BILLING_TERM_TERMINATED", "The billing term is terminated; it can never be changed again.");
}

function lockedThrough(invoicedThrough: Day): DomainError {
  const through = formatDay(invoicedThrough - 1);
  return invalid("BILLING_TERM_LOCKED", `The term is invoiced through ${through}; send a later effectiveDate.`, {
    invoicedThrough: through,
  });
}

function outsideTheTerm(): DomainError {
  return invalid("VALIDATION_FAILED", "effectiveDate is a day of the term.", {
    issues: [{ path: "/effectiveDate", code: "RANGE", message: "effectiveDate is a day of the term." }],
  });
}
