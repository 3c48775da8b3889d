import { findProduct } from "../../catalog/product-service.ts";
import type { Contract } from "../../contracts/contract.ts";
import { type Day, formatDay, formatMonth } from "../../kernel/day.ts";
import type { Money } from "../../kernel/money.ts";
import { changesBetween } from "../../platform/audit.ts";
import type { WriteContext } from "../../platform/write.ts";
import { auditedPob } from "../audit-service.ts";
import type { BillingTerm } from "../billing-term.ts";
import { latestPrice } from "../billing-term.ts";
import { unitPriceOn } from "../charges/unit-price.ts";
import { fixedStated, isAsBilledOrConsumed, roleOf } from "../performance-obligations/group.ts";
import type { PerformanceObligation } from "../performance-obligations/performance-obligation.ts";
import { recordedPobs } from "../performance-obligations/recorded-pobs-store.ts";
import { sharingPrice } from "../performance-obligations/selling-price.ts";
import { type Booking, bookCorrection, monthAgreed } from "./booking-service.ts";
import {
  type Change,
  type ContractModification,
  type DatesChange,
  isServedBefore,
  type ModificationKind,
  movesOnlyDaysAhead,
  proposedTreatment,
  type ReasonCode,
  type Treatment,
  treatmentByReason,
} from "./modification.ts";
import { insertChoice, insertModification } from "./modification-store.ts";
import { extendedFrom, growsBySellingPrice, isExtendedAtPrice } from "./renewal.ts";

type Noted = {
  /** Id of the fact that makes the change. */
  readonly id: string;
  readonly change: Change;
  readonly booking: Booking;
  readonly effectiveFrom: Day;
  readonly addedBillingTermId?: string;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
} & (
  | { readonly billingTermId: string }
  | { readonly performanceObligationId: string }
  | { readonly commitmentId: string }
);

/**
 * Records a change of an approved contract in the decision log, with the treatment that the standard suggests (ASC 606-10-25-10 to 13). Before
 * approval there is no contract to modify, and nothing is recorded.
 */
async function noteModification(ctx: WriteContext, contract: Contract, noted: Noted): Promise<void> {
  if (contract.status !== "APPROVED") return;
  const modification = {
    id: noted.id,
    contractId: contract.id,
    kind: noted.change.kind satisfies ModificationKind,
    billingTermId: "billingTermId" in noted ? noted.billingTermId : null,
    addedBillingTermId: noted.addedBillingTermId ?? null,
    performanceObligationId: "performanceObligationId" in noted ? noted.performanceObligationId : null,
    commitmentId: "commitmentId" in noted ? noted.commitmentId : null,
    effectiveFrom: noted.effectiveFrom,
    changes: changesBetween(noted.before, noted.after),
    proposal: proposedTreatment(noted.change),
    ...noted.booking,
    actor: ctx.actor,
    createdAt: ctx.clock.timestamp,
  };
  await insertModification(ctx.tx, ctx.merchant.id, modification);
  const entity = { entityType: "CONTRACT_MODIFICATION", entityId: modification.id };
  ctx.audit({
    ...{ action: "contract-modification.record", ...entity },
    changes: changesBetween({}, auditedModification(modification)),
  });
  const decided = treatmentByReason(noted.change);
  if (decided === null || !("reasonCode" in noted.change)) return;
  auditTreatment(ctx, noted.id, { ...decided, reason: noted.change.reasonCode });
}

/** A change in the form of the audit log. */
function auditedModification({
  id: _id,
  actor: _actor,
  createdAt: _at,
  ...noted
}: Omit<ContractModification, "choices">) {
  const { effectiveFrom, agreedOn, bookMonth, proposal, ...facts } = noted;
  return {
    ...facts,
    effectiveDate: formatDay(effectiveFrom),
    agreedOn: agreedOn === null ? null : formatDay(agreedOn),
    bookMonth: bookMonth === null ? null : formatMonth(bookMonth),
    ...{ proposedTreatment: proposal.treatment, paragraph: proposal.paragraph, proposalReason: proposal.reason },
  };
}

/** Writes an audit row for a chosen treatment. Every endpoint that chooses one calls it, because the approval policy `TREATMENT` applies to all. */
function auditTreatment(
  ctx: WriteContext,
  modificationId: string,
  { from, to, reason }: { readonly from: Treatment; readonly to: Treatment; readonly reason: string | undefined },
): void {
  ctx.audit({
    action: "contract-modification.treat",
    entityType: "CONTRACT_MODIFICATION",
    entityId: modificationId,
    changes: changesBetween({ treatment: from }, { treatment: to }),
    reason,
  });
}

/** Records a term that was added to an approved contract; its price is compared with the price book (25-12). */
export async function noteAddedTerm(
  ctx: WriteContext,
  contract: Contract,
  term: BillingTerm,
  booking: Booking,
): Promise<void> {
  if (contract.status !== "APPROVED") return;
  const prices = {
    price: unitPriceOn(term, term.start, contract.currency),
    standaloneSellingPrice: await sellingPriceOf(ctx, contract, term),
  };
  await noteModification(ctx, contract, {
    id: term.id,
    billingTermId: term.id,
    change: { kind: "TERM_ADDED", ...prices },
    booking,
    effectiveFrom: term.start,
    before: {},
    after: { name: term.name, pricing: latestPrice(term).pricing, quantity: latestPrice(term).quantity },
  });
}

/** Records a seat amendment. */
export async function noteSeats(
  ctx: WriteContext,
  contract: Contract,
  term: BillingTerm,
  seats: {
    readonly amendmentId: string;
    readonly effectiveFrom: Day;
    readonly from: string;
    readonly to: string;
    readonly isDecrease: boolean;
  },
  booking: Booking,
): Promise<void> {
  if (contract.status !== "APPROVED") return;
  const prices = {
    price: unitPriceOn(term, seats.effectiveFrom, contract.currency),
    standaloneSellingPrice: await sellingPriceOf(ctx, contract, term),
  };
  await noteModification(ctx, contract, {
    id: seats.amendmentId,
    billingTermId: term.id,
    change: { kind: "SEATS", ...prices, isDecrease: seats.isDecrease },
    booking,
    effectiveFrom: seats.effectiveFrom,
    before: { quantity: seats.from },
    after: { quantity: seats.to },
  });
}

/** Records a change of the price, dates or end of a term. */
export function noteChangedTerm(
  ctx: WriteContext,
  contract: Contract,
  changed: {
    readonly id: string;
    readonly termId: string;
    readonly change: { readonly kind: "TERM_PRICE" | "TERM_TERMINATED" | "TERM_SWAPPED" } | DatesChange;
    readonly booking: Booking;
    readonly effectiveFrom: Day;
    /** For a swap: the new term. */
    readonly addedBillingTermId?: string;
    readonly before: Readonly<Record<string, unknown>>;
    readonly after: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  const { termId, ...rest } = changed;
  return noteModification(ctx, contract, { ...rest, billingTermId: termId });
}

/** Records a commitment that was added, changed in days or prices, or terminated. */
export function noteCommitment(
  ctx: WriteContext,
  contract: Contract,
  changed: {
    readonly commitmentId: string;
    readonly kind: "COMMITMENT_ADDED" | "COMMITMENT_CHANGED" | "COMMITMENT_TERMINATED";
    readonly booking: Booking;
    readonly effectiveFrom: Day;
    readonly before: Readonly<Record<string, unknown>>;
    readonly after: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  const { kind, ...rest } = changed;
  const isAhead = rest.effectiveFrom > ctx.clock.today;
  return noteModification(ctx, contract, { ...rest, id: ctx.newId(), change: { kind, isAhead } });
}

type NotedPob = {
  /** Id of the correction; null for a performance obligation that was added. */
  readonly id: string | null;
  readonly booking: Booking;
  readonly before: PerformanceObligation | null;
  readonly after: PerformanceObligation;
  readonly effectiveFrom: Day;
  /** For one that was added: true if its group bills all stated prices. */
  readonly isBilled?: boolean;
  /** The stated reason of a change of its days. */
  readonly reasonCode?: ReasonCode | undefined;
};

/**
 * Records a stated performance obligation that was added, or one whose price, days or pattern changed. Reports of progress and milestones are not
 * modifications of the contract.
 */
export async function notePob(ctx: WriteContext, contract: Contract, noted: NotedPob): Promise<void> {
  const { before, after, effectiveFrom, booking } = noted;
  if (contract.status !== "APPROVED" || !hasOwnPrice(before, after)) return;
  const id = before === null ? after.id : noted.id;
  const change = before === null ? addedPob(noted) : await changedPob(ctx, contract, before, noted);
  if (id === null || change === null) return;
  await noteModification(ctx, contract, {
    ...{ id, performanceObligationId: after.id, change, effectiveFrom, booking },
    before: before === null ? {} : auditedPob(before),
    after: auditedPob(after),
  });
}

/** True if its price is or was stated, or follows a term. Prices that are billed, consumed or residual cannot be modified by agreement. */
function hasOwnPrice(before: PerformanceObligation | null, after: PerformanceObligation): boolean {
  const isImplied = roleOf(after) === "IMPLIED" && before !== null;
  return isImplied || fixedStated(before === null ? [after] : [before, after]).length > 0;
}

function addedPob({ after, isBilled }: NotedPob): Change {
  const { transactionPrice: price, standaloneSellingPrice } = after;
  return {
    kind: "PERFORMANCE_OBLIGATION_ADDED",
    price,
    standaloneSellingPrice,
    ...(isBilled === undefined ? {} : { isBilled }),
  };
}

/** The kind of change: of the price first, else of days or pattern; null if none of these changed. */
async function changedPob(
  ctx: WriteContext,
  contract: Contract,
  before: PerformanceObligation,
  { after, effectiveFrom, reasonCode }: NotedPob,
): Promise<Change | null> {
  if (!isPriceChange(before, after)) {
    if (shapeOf(before) === shapeOf(after)) return null;
    return {
      kind: "PERFORMANCE_OBLIGATION_DATES",
      reasonCode,
      isAhead: movesOnlyDaysAhead(before, after, ctx.clock.today),
    };
  }
  const sharing = await othersSharing(ctx, contract, after.id);
  return {
    kind: "PERFORMANCE_OBLIGATION_PRICE",
    recognitionPattern: after.recognitionPattern,
    hasManualMonths: before.manualMonths.length + after.manualMonths.length > 0,
    sharedWith: sharing.map(({ recognitionPattern }) => recognitionPattern),
    isServed: isServedBefore([after, ...sharing], effectiveFrom),
    reasonCode,
    isAtSellingPrice: extendedFrom(before, after) !== null && growsBySellingPrice(before, after),
  };
}

/** Service days and pattern as text, for comparison. */
function shapeOf({ service, recognitionPattern, recognitionDate }: PerformanceObligation): string {
  return JSON.stringify([service, recognitionPattern, recognitionDate]);
}

/**
 * True if the price changed. A price that is added or removed together with a change of the pattern is part of that change.
 */
export function isPriceChange(before: PerformanceObligation, after: PerformanceObligation): boolean {
  if (isAsBilledOrConsumed(before.recognitionPattern) || isAsBilledOrConsumed(after.recognitionPattern)) return false;
  return before.transactionPrice?.minor !== after.transactionPrice?.minor;
}

/**
 * The other performance obligations that share one price with a given one; empty if it shares none.
 */
async function othersSharing(ctx: WriteContext, contract: Contract, ownId: string): Promise<PerformanceObligation[]> {
  if (contract.allocationMethod !== "RELATIVE_SSP") return [];
  const { records, treatments } = await recordedPobs(ctx.tx, ctx.merchant.id, contract.id);
  const together = sharingPrice(records, treatments);
  const others = together.filter(({ id }) => id !== ownId);
  return others.length < together.length ? others : [];
}

/**
 * True if a term is extended at the standalone selling price of its product.
 *
 * @param extension the first added day of service
 */
export async function isRenewedAtPrice(
  ctx: WriteContext,
  contract: Contract,
  { before, after, extension }: { readonly before: BillingTerm; readonly after: BillingTerm; readonly extension: Day },
): Promise<boolean> {
  if (before.end !== extension) return false;
  const selling = await sellingPriceOf(ctx, contract, after);
  const context = { currency: contract.currency, rounding: ctx.merchant.rounding };
  return selling !== null && isExtendedAtPrice(before, after, selling, context);
}

/** Today's standalone selling price of one unit of the term's product: a change is compared with prices of its own day (25-12(b)). */
async function sellingPriceOf(ctx: WriteContext, { currency }: Contract, term: BillingTerm): Promise<Money | null> {
  if (term.productId === null) return null;
  const product = await findProduct(ctx, term.productId);
  const prices = product?.standaloneSellingPrices.filter(
    ({ amount, validFrom }) => amount.currency === currency && validFrom <= ctx.clock.today,
  );
  return prices?.at(-1)?.amount ?? null;
}

/** Stores a chosen treatment with its reason; choosing the same again changes nothing. */
export async function chooseTreatment(
  ctx: WriteContext,
  contract: Contract,
  { id: modificationId, proposal, choices, agreedOn }: ContractModification,
  { treatment, reason }: { readonly treatment: Treatment; readonly reason: string },
): Promise<void> {
  const last = choices.at(-1) ?? proposal;
  auditTreatment(ctx, modificationId, { from: last.treatment, to: treatment, reason });
  if (last.treatment === treatment && last.reason === reason) return;
  await insertChoice(ctx.tx, ctx.merchant.id, {
    id: ctx.newId(),
    contractId: contract.id,
    modificationId,
    treatment,
    reason,
    bookMonth: agreedOn === null ? (await bookCorrection(ctx, contract)).bookMonth : await monthAgreed(ctx, agreedOn),
    actor: ctx.actor,
    createdAt: ctx.clock.timestamp,
  });
  ctx.publish({ type: "contract-modification.treated", contractId: contract.id, data: { modificationId } });
}

export { modificationsOfContracts } from "./modification-store.ts";
