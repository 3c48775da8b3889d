import { isDeepStrictEqual } from "node:util";
import {
  type BillingTerm,
  type BillingTermRecord,
  kindOf,
  type Price,
  priceOn,
} from "../billing-terms/billing-term.ts";
import { type AmendedLayer, amendedLayers } from "../billing-terms/charges/amended-prices.ts";
import { insertLayer } from "../billing-terms/layer-store.ts";
import { bookModification } from "../billing-terms/modifications/booking-service.ts";
import { noteChangedTerm } from "../billing-terms/modifications/modification-service.ts";
import type { PriceAmendment, Settlement } from "../billing-terms/price-amendment.ts";
import {
  invoicesOfPriceTrueUps,
  listPriceAmendments,
  type PriceAmendmentRecord,
} from "../billing-terms/price-amendment-service.ts";
import type { PriceDraft } from "../billing-terms/price-draft.ts";
import { reportTerms } from "../billing-terms/report-service.ts";
import { obligationDefaults } from "../billing-terms/service.ts";
import { checkTerm, termFacts } from "../billing-terms/term-draft.ts";
import { patchedDraft, terminated } from "../billing-terms/term-patch.ts";
import { getTerm } from "../billing-terms/term-service.ts";
import type { Contract } from "../contracts/contract.ts";
import { required } from "../kernel/assert.ts";
import { type Day, formatDay } from "../kernel/day.ts";
import { type DomainError, type Issue, invalid } from "../kernel/errors.ts";
import { changesBetween } from "../platform/audit.ts";
import { rejectionOf } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import { creditOfAmendment } from "../receivables/amendment-credit.ts";
import { billedLines } from "../receivables/billed-line-service.ts";
import { creditAmendment } from "./credit-invoice-lines.ts";
import { creditUncarriedOf } from "./credit-uncarried-swap.ts";
import { lockTerm, type TermPlace } from "./lock-term.ts";

/** A requested change of the price or quantity of a fixed term (ADR 0033). */
export type TermAmendmentDraft = {
  readonly effectiveDate: Day;
  readonly pricing: PriceDraft["pricing"] | undefined;
  readonly quantity: string | undefined;
  readonly settlement: Settlement;
  readonly note: string | null;
};

/** An amendment with its term as it is now. */
export type AmendedTerm = PriceAmendmentRecord & { readonly term: BillingTerm };

/**
 * Changes the price or quantity of a fixed term from a day on, which may be invoiced already. The difference of invoiced days is charged by true-up
 * lines, at once or with the next regular invoice, or credited if the term credits decreases, or ignored, as requested (ADR 0033).
 *
 * @throws DomainError as `lockTerm`, and BILLING_TERM_INELIGIBLE for seats, usage, one-offs, terms of a commitment and contracts
 *   that are not approved, BILLING_TERM_TERMINATED, BILLING_TERM_LOCKED for a term that is over or nothing of which is left,
 *   VALIDATION_FAILED or the code that all issues share, AMOUNT_INVALID
 */
export async function amendTerm(ctx: WriteContext, place: TermPlace, draft: TermAmendmentDraft): Promise<AmendedTerm> {
  const { contract, record } = await lockTerm(ctx, place);
  rejectIneligible(contract, record.term, ctx.clock.today);
  const price = await amendedPrice(ctx, contract, record, draft);
  const layer = await layerOf(ctx, contract, record, draft, price);
  const { term } = await storeAmendment(ctx, contract, record, layer);
  if (layer.amendment.creditOnDecrease === "PRORATED") {
    const context = { currency: contract.currency, rounding: ctx.merchant.rounding };
    const parts = creditOfAmendment(term, layer.id, await billedLines(ctx, term), context);
    const { bookMonth } = layer;
    const reason = `Lower price of ${term.name}.`.slice(0, 500);
    await creditAmendment(ctx, contract, parts, { reason, bookMonth });
  }
  await creditUncarriedOf(ctx, contract, term);
  const records = await listPriceAmendments(ctx.tx, ctx.merchant.id, term);
  const added = records.find((each) => each.layer.id === layer.id);
  return { ...required(added, "the amendment that was just made"), term };
}

/** @throws DomainError BILLING_TERM_INELIGIBLE, BILLING_TERM_TERMINATED, BILLING_TERM_LOCKED */
function rejectIneligible({ status }: Contract, term: BillingTerm, today: Day): void {
  if (term.terminatedAt !== null) throw terminated();
  const kind = kindOf(term);
  if (kind !== "FLAT" && kind !== "PER_UNIT") throw ineligible(refusalOf(kind));
  if (term.committed.length > 0) throw ineligible("A commitment prices the term; change the commitment instead.");
  if (status !== "APPROVED") throw ineligible("The contract is not approved; change the billing term itself.");
  if (term.end !== null && term.end <= today) {
    throw invalid(
      "BILLING_TERM_LOCKED",
      `The term ended on ${formatDay(term.end - 1)}; correct it with a credit memo.`,
    );
  }
}

function refusalOf(kind: "SEAT" | "USAGE" | "ONE_OFF"): string {
  switch (kind) {
    case "SEAT":
      return "The term has seats; change their number with a seat amendment.";
    case "USAGE":
      return "The term bills usage, whose price changes from the first uninvoiced day; change the billing term itself.";
    case "ONE_OFF":
      return "A one-off charge has a single price; correct it with a credit memo.";
  }
}

function nothingLeft(): DomainError {
  return invalid(
    "BILLING_TERM_LOCKED",
    "All of the term is invoiced; choose a settlement of the invoiced days, or add another term.",
  );
}

function ineligible(message: string): DomainError {
  return invalid("BILLING_TERM_INELIGIBLE", message);
}

/** The first day to which an amendment applies: without a settlement, one that is not invoiced. */
function appliesFrom(
  { term, invoicedThrough }: BillingTermRecord,
  { effectiveDate, settlement }: Pick<TermAmendmentDraft, "effectiveDate" | "settlement">,
): Day {
  return settlement === "NONE" ? Math.max(effectiveDate, invoicedThrough ?? term.start) : effectiveDate;
}

/** The price from the first day on to which the amendment applies: that of the day, with the requested changes. */
async function amendedPrice(
  ctx: WriteContext,
  contract: Contract,
  record: BillingTermRecord,
  draft: TermAmendmentDraft,
): Promise<Price> {
  const { term } = record;
  const { effectiveDate: day, pricing, quantity } = draft;
  const issues: Issue[] = [];
  if (day < term.start || (term.end !== null && day >= term.end)) {
    issues.push({ path: "/effectiveDate", code: "RANGE", message: "effectiveDate must be a day of the term." });
  }
  if (pricing === undefined && quantity === undefined) {
    issues.push({ path: "/pricing", code: "REQUIRED", message: "Send pricing, quantity or both." });
  }
  const from = appliesFrom(record, draft);
  if (issues.length === 0 && term.end !== null && from >= term.end) throw nothingLeft();
  const former = priceOn(term, from);
  const ofDay: BillingTerm = { ...term, price: former, layers: [] };
  const changed = patchedDraft(ofDay, { pricing, quantity });
  const defaults = obligationDefaults(ctx, contract, null);
  issues.push(...checkTerm(changed, defaults, ""));
  if (issues.length > 0) throw rejectionOf(issues);
  const { price } = termFacts(changed, defaults);
  if (isDeepStrictEqual(price, former) && !(await isBilledAnew(ctx, record, from))) {
    throw rejectionOf([
      { path: "/pricing", code: "CONFLICT", message: `The term has this price on ${formatDay(from)} already.` },
    ]);
  }
  return price;
}

/**
 * True if a day was invoiced when an amendment set its price, and is not any more, because the invoice is void, and no true-up of the amendment is
 * issued. The day is billed at the former price again, as if nothing had been settled, and the price can be recorded once more (ADR 0033).
 */
async function isBilledAnew(
  ctx: WriteContext,
  { term, invoicedThrough: through }: BillingTermRecord,
  day: Day,
): Promise<boolean> {
  const applying = term.layers.findLast(({ effectiveFrom }) => effectiveFrom <= day);
  const settledThrough = applying?.amendment?.invoicedThrough ?? null;
  if (settledThrough === null || day >= settledThrough || (through !== null && day < through)) return false;
  const billed = await invoicesOfPriceTrueUps(ctx.tx, ctx.merchant.id, term.id);
  return applying?.id !== undefined && !billed.has(applying.id);
}

async function layerOf(
  ctx: WriteContext,
  contract: Contract,
  record: BillingTermRecord,
  draft: TermAmendmentDraft,
  price: Price,
): Promise<AmendedLayer> {
  const { term, invoicedThrough } = record;
  const { effectiveDate, settlement, note } = draft;
  const effectiveFrom = appliesFrom(record, draft);
  const creditOnDecrease = settlement === "NONE" ? "NONE" : term.creditOnDecrease;
  const credits = creditOnDecrease === "PRORATED";
  const billed = credits ? await invoicesOfPriceTrueUps(ctx.tx, ctx.merchant.id, term.id) : new Map<string, string>();
  const amendment: PriceAmendment = {
    effectiveDate,
    settlement,
    creditOnDecrease,
    invoicedThrough,
    unbilled: credits ? amendedLayers(term).flatMap(({ id }) => (billed.has(id) ? [] : [id])) : [],
    note,
  };
  const { bookMonth } = await bookModification(ctx, contract, effectiveDate);
  return { id: ctx.newId(), createdAt: ctx.clock.timestamp, price, effectiveFrom, bookMonth, amendment };
}

/** Stores the layer, its entry in the decision log and its audit row, and publishes its event. */
async function storeAmendment(
  ctx: WriteContext,
  contract: Contract,
  { term: before }: BillingTermRecord,
  layer: AmendedLayer,
): Promise<BillingTermRecord> {
  const { id, effectiveFrom, price, amendment } = layer;
  const former = priceOn(before, effectiveFrom);
  await insertLayer(ctx.tx, ctx.merchant.id, { ...layer, term: before });
  const booking = await bookModification(ctx, contract, amendment.effectiveDate);
  const shown = ({ pricing, quantity }: Price) => ({ pricing, quantity });
  await noteChangedTerm(ctx, contract, {
    ...{ id, termId: before.id, booking, effectiveFrom },
    change: { kind: "TERM_PRICE" },
    before: shown(former),
    after: { ...shown(price), settlement: amendment.settlement },
  });
  await reportTerms(ctx, contract, { amountPath: "/pricing/0/amount" });
  const { effectiveDate, invoicedThrough, ...facts } = amendment;
  ctx.audit({
    action: "billing-term.amend",
    entityType: "BILLING_TERM",
    entityId: before.id,
    changes: changesBetween(shown(former), {
      ...shown(price),
      ...facts,
      amendmentId: id,
      effectiveDate: formatDay(effectiveDate),
      invoicedThrough: invoicedThrough === null ? null : formatDay(invoicedThrough - 1),
    }),
  });
  ctx.publish({
    type: "billing-term.updated",
    contractId: contract.id,
    data: { billingTermId: before.id, kind: kindOf(before) },
  });
  return getTerm(ctx, contract.id, before.id);
}
