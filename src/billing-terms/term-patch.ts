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
import { firstUplift } from "./charges/escalator.ts";
import type { ReasonCode } from "./modifications/modification.ts";
import type { TermDraft, TermFacts } from "./term-draft.ts";

/**
 * A requested change; undefined keeps a field. `effectiveDate` is the first day of a new price, `reasonCode` the reason for other dates.
 */
export type TermPatch = {
  readonly [Field in keyof Omit<TermDraft, "eventTypeId" | "seatConfig">]?: TermDraft[Field] | undefined;
} & { readonly effectiveDate?: Day | undefined; readonly reasonCode?: ReasonCode | undefined };

/** The present state that decides which changes are possible. */
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

/** The term as a request for it, so that a patched term is validated like a new one (data model 5.7). */
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

/** The draft with the patch applied. An end replaces a duration, and the other way round. */
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
 * Issues for fields that cannot change any more (data model 5.7): what issued invoices cover, and, once anything is issued, the anchor and the kind
 * of price. A quantity may change like a price (rules 7).
 */
export function lockedFields(
  term: BillingTerm,
  facts: TermFacts,
  situation: Pick<PatchSituation, "isApproved" | "invoicedThrough">,
): Issue[] {
  const { invoicedThrough, isApproved } = situation;
  if (isApproved && term.seatConfig !== null && facts.price.quantity !== latestPrice(term).quantity) {
    const message = "The first count of seats is fixed; change it with a seat amendment.";
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
  lock(
    "endDate",
    facts.end !== null && facts.end < invoicedThrough,
    `The term is invoiced through ${through}; end it on or after that day, or terminate it with creditUnused.`,
  );
  lock(
    "endDate",
    term.interval === "NONE" && (facts.end === null || facts.end > invoicedThrough),
    "The one-off charge is invoiced for all of its days; add another one instead.",
  );
  const isOver = term.end !== null && facts.end !== null && facts.end <= invoicedThrough;
  const over = "All of the term is invoiced; correct it with a credit memo.";
  lock("pricing", isOver && !isSamePrice({ ...before, quantity: after.quantity }, after, term.start), over);
  lock("quantity", isOver && after.quantity !== before.quantity, over);
  return issues;
}

/**
 * The term after a valid patch. Before approval, a new price replaces the old one. After approval, it is a layer for service from the effective day
 * on (default: today), which must not be before the end of invoiced days (rules 7, ADR 0012). A one-off has one price on all days; the
 * difference is earned from the effective day on.
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
  // The latest price may be sent again with an earlier effective day.
  const holdsAlready = isSame(priceOn(changed, effectiveFrom));
  if (holdsAlready && isLatest) return { term: changed, layer: null };
  const layer: PriceLayer = { price, effectiveFrom, bookMonth: situation.bookMonth };
  return { term: { ...changed, layers: withLayer(changed, layer) }, layer };
}

/** True if two prices are equal. An explicit first uplift on its default day is no difference: responses contain it. */
function isSamePrice(a: Price, b: Price, termStart: Day): boolean {
  const named = ({ escalator, ...price }: Price) => ({
    ...price,
    escalator: escalator === null ? null : { ...escalator, firstDate: firstUplift(escalator, termStart) },
  });
  return isDeepStrictEqual(named(a), named(b));
}

/** The former strategies of a term; invoiced periods keep the one they were charged by. */
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
    // Service of a one-off may begin before it (rules 13, "service before billing").
    if (effectiveDate < term.start && !isOneOff) throw outsideTheTerm();
    if (term.end !== null && effectiveDate >= term.end) throw outsideTheTerm();
    if (invoicedThrough !== null && effectiveDate < invoicedThrough) throw lockedThrough(invoicedThrough);
  }
  if (isOneOff) return effectiveDate ?? today;
  return Math.max(effectiveDate ?? firstDayUnstated(term, today), invoicedThrough ?? Number.NEGATIVE_INFINITY);
}

/**
 * The default effective day of a price: today. That may be before the term begins: then the price holds for the whole term, even if its start is
 * moved later. A price for the first day of the term is replaced.
 */
function firstDayUnstated({ start, layers }: BillingTerm, today: Day): Day {
  return Math.max(today, ...layers.map(({ effectiveFrom }) => effectiveFrom).filter((day) => day <= start));
}

/** Inserts a layer after those of the same or an earlier day (for a one-off, after all): the later one wins. */
function withLayer({ interval, layers }: BillingTerm, layer: PriceLayer): PriceLayer[] {
  if (interval === "NONE") return [...layers, layer];
  const index = layers.findIndex((each) => each.effectiveFrom > layer.effectiveFrom);
  return index === -1 ? [...layers, layer] : layers.toSpliced(index, 0, layer);
}

/**
 * The changed fields of dates, schedule and event type, if revenue depends on them; else undefined.
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
    // Set together with the end by a termination, and never before.
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
  return invalid("VALIDATION_FAILED", "effectiveDate must be a day of the term.", {
    issues: [{ path: "/effectiveDate", code: "RANGE", message: "effectiveDate must be a day of the term." }],
  });
}
