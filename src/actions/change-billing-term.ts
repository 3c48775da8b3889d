import { auditedTerm } from "../billing-terms/audit-service.ts";
import { type BillingTerm, type BillingTermRecord, firstBilledDay } from "../billing-terms/billing-term.ts";
import { insertLayer } from "../billing-terms/layer-store.ts";
import { type Booking, bookCorrection, bookModification } from "../billing-terms/modifications/booking-service.ts";
import { noteFollowed } from "../billing-terms/modifications/correction-service.ts";
import { isAgreed, movesOnlyDaysAhead } from "../billing-terms/modifications/modification.ts";
import { isRenewedAtPrice, noteChangedTerm } from "../billing-terms/modifications/modification-service.ts";
import { extendedFrom } from "../billing-terms/modifications/renewal.ts";
import { roleOf } from "../billing-terms/performance-obligations/group.ts";
import type { PerformanceObligation } from "../billing-terms/performance-obligations/performance-obligation.ts";
import { updatePob } from "../billing-terms/performance-obligations/pob-store.ts";
import { performanceObligationsOfContracts } from "../billing-terms/performance-obligations/recorded-pobs-store.ts";
import { checkProduct, resolveReferences, type WhenMissing } from "../billing-terms/reference-service.ts";
import { askForReport, rejectIfTooLarge, reportTerms } from "../billing-terms/report-service.ts";
import { obligationDefaults, rejectIfTooLong } from "../billing-terms/service.ts";
import { checkTerm, checkTermDiscounts, termFacts } from "../billing-terms/term-draft.ts";
import {
  lockedFields,
  type PatchedTerm,
  patchedDraft,
  patchedTerm,
  type TermPatch,
  terminated,
} from "../billing-terms/term-patch.ts";
import { changedTerm, lockedTerm, moveImpliedPob, storeTermCorrection } from "../billing-terms/term-service.ts";
import { updateTerm } from "../billing-terms/term-store.ts";
import { rejectUncommitted } from "../commitments/term-service.ts";
import type { Contract } from "../contracts/contract.ts";
import type { Day } from "../kernel/day.ts";
import type { DomainError, Issue } from "../kernel/errors.ts";
import { rejectionOf, rejectionOfState } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import { creditUncarriedOf } from "./credit-uncarried-swap.ts";
import { lockTerm, type TermOfContract, type TermPlace } from "./lock-term.ts";

/**
 * Changes a term as far as its invoices and commitments allow (data model 5.7).
 *
 * @throws DomainError as `lockTerm`, `patchTerm` and `rejectUncommitted`
 */
export async function changeBillingTerm(
  ctx: WriteContext,
  place: TermPlace,
  patch: TermPatch,
): Promise<TermOfContract> {
  const { contract, record } = await lockTerm(ctx, place);
  const changed = await patchTerm(ctx, contract, record, patch, { whenMissing: "NOT_FOUND" });
  await rejectUncommitted(ctx, contract, record.term, changed.term);
  return { contract, record: changed };
}

/**
 * Changes a term without checking its commitments. Its invoices are regenerated at once, or with the next change if `regenerates` is false.
 *
 * @throws DomainError BILLING_TERM_NOT_FOUND, BILLING_TERM_TERMINATED, BILLING_TERM_LOCKED, VALIDATION_FAILED or the code
 *   that all issues share, TERM_TOO_LONG, CONTRACT_DELETED, CONTRACT_NOT_FOUND
 */
export async function patchTerm(
  ctx: WriteContext,
  contract: Contract,
  record: BillingTermRecord,
  patch: TermPatch,
  { whenMissing, regenerates = true }: { readonly whenMissing: WhenMissing; readonly regenerates?: boolean },
): Promise<BillingTermRecord> {
  const { term: before } = record;
  const change = await decidedChange(ctx, contract, record, patch, whenMissing);
  const { after } = change;
  if (JSON.stringify(after) === JSON.stringify(before)) return record;
  updateTerm(ctx.tx, ctx.merchant.id, after, ctx.clock.timestamp);
  askForReport(ctx, contract);
  await storeLayer(ctx, contract, record, change);
  await storeDates(ctx, contract, record, patch, change);
  await reportTerms(ctx, contract);
  const event = regenerates ? "billing-term.updated" : undefined;
  const changed = await changedTerm(ctx, contract, record, "billing-term.update", event);
  await creditUncarriedOf(ctx, contract, changed.term);
  return changed;
}

type DecidedChange = {
  readonly after: BillingTerm;
  /** The new price layer, if there is one. */
  readonly layer: PatchedTerm["layer"];
  /** The bookings of price changes, and of corrections. */
  readonly booking: { readonly priced: Booking; readonly corrected: Booking };
};

/** The changed term. @throws DomainError with all issues */
async function decidedChange(
  ctx: WriteContext,
  contract: Contract,
  { term: before, invoicedThrough }: BillingTermRecord,
  patch: TermPatch,
  whenMissing: WhenMissing,
): Promise<DecidedChange> {
  const product = await resolveReferences(ctx, patch, "", whenMissing);
  const draft = patchedDraft(before, patch);
  const defaults = obligationDefaults(ctx, contract, product);
  const issues = [
    ...checkProduct(product, ""),
    ...checkTerm(draft, defaults, ""),
    ...checkTermDiscounts(draft, defaults.currency, ""),
  ];
  const held = { isApproved: contract.status === "APPROVED", invoicedThrough };
  if (before.terminatedAt !== null) {
    throw terminatedBeside(issues.length > 0 ? issues : lockedFields(before, termFacts(draft, defaults), held));
  }
  if (issues.length > 0) throw rejectionOf(issues);

  const facts = termFacts(draft, defaults);
  const priced = await bookModification(ctx, contract, patch.effectiveDate ?? ctx.clock.today);
  const corrected = isAgreed(patch.reasonCode) ? priced : await bookCorrection(ctx, contract);
  const situation = { ...held, today: ctx.clock.today, bookMonth: priced.bookMonth };
  const locked = lockedFields(before, facts, situation);
  if (locked.length > 0) throw lockedTerm(locked, invoicedThrough);
  rejectIfTooLong(ctx, facts);
  const { term: after, layer } = patchedTerm(before, facts, patch, situation);
  await rejectIfTooLarge(ctx, contract, after, pricePathOf(patch));

  return { after, layer, booking: { priced, corrected } };
}

/** The path of the field that raises the price of a term, for issues. */
function pricePathOf({ pricing, quantity }: TermPatch): string {
  if (pricing !== undefined) return "/pricing/0/amount";
  return quantity === undefined ? "" : "/quantity";
}

/** The term before and after a change, for the decision log. */
function notedChange(record: BillingTermRecord, after: BillingTerm) {
  const [from, to] = [auditedTerm(record), auditedTerm({ ...record, term: after })];
  return { termId: after.id, before: from, after: to };
}

/** Stores a price layer, and records it as a modification from its first day of service on. */
async function storeLayer(
  ctx: WriteContext,
  contract: Contract,
  record: BillingTermRecord,
  { after, layer, booking }: DecidedChange,
): Promise<void> {
  if (layer === null) return;
  const row = { ...layer, id: ctx.newId(), term: after, createdAt: ctx.clock.timestamp };
  await insertLayer(ctx.tx, ctx.merchant.id, row);
  const served = (await impliedPobOf(ctx, contract, after.id))?.service.start ?? firstBilledDay(after);
  const effectiveFrom = Math.max(row.effectiveFrom, Math.min(served, firstBilledDay(after)));
  await noteChangedTerm(ctx, contract, {
    ...notedChange(record, after),
    change: { kind: "TERM_PRICE" },
    id: row.id,
    booking: booking.priced,
    effectiveFrom,
  });
}

/** Updates what follows the term (above all its days), and records changed days as a modification. */
async function storeDates(
  ctx: WriteContext,
  contract: Contract,
  record: BillingTermRecord,
  { reasonCode, effectiveDate }: TermPatch,
  { after, booking: { corrected } }: DecidedChange,
): Promise<void> {
  const { term: before } = record;
  const moved = await movedDates(ctx, contract, before.id, async () => {
    const id = await storeTermCorrection(ctx, contract, before, after, corrected);
    await moveImpliedPob(ctx, contract, before, after, corrected, id);
    return id;
  });
  const { id, isAhead, extension } = moved;
  await carryItemAndClass(ctx, contract, before, after);
  if (id === null) return;
  const isRenewal = reasonCode === "RENEWAL" && extension !== null;
  const isAtSellingPrice = isRenewal && (await isRenewedAtPrice(ctx, contract, { before, after, extension }));
  await noteChangedTerm(ctx, contract, {
    ...notedChange(record, after),
    change: { kind: "TERM_DATES", reasonCode, isAhead, isAtSellingPrice },
    id,
    booking: corrected,
    effectiveFrom: effectiveDate ?? ctx.clock.today,
  });
}

/** The rejection of a change of a terminated term, with all other issues. */
function terminatedBeside(others: readonly Issue[]): DomainError {
  const { code, message } = terminated();
  return others.length === 0 ? terminated() : rejectionOfState([{ path: "", code, message }, ...others]);
}

/** Moves the dates of a term, and returns how the days of its obligation change. */
async function movedDates(
  ctx: WriteContext,
  contract: Contract,
  termId: string,
  move: () => Promise<string | null>,
): Promise<MovedDates> {
  const before = await impliedPobOf(ctx, contract, termId);
  const id = await move();
  const after = id === null ? undefined : await impliedPobOf(ctx, contract, termId);
  if (before === undefined || after === undefined) return { id, isAhead: false, extension: null };
  return { id, isAhead: movesOnlyDaysAhead(before, after, ctx.clock.today), extension: extendedFrom(before, after) };
}

type MovedDates = {
  /** Id of the correction, or null. */
  readonly id: string | null;
  /** True if only future days of service move. */
  readonly isAhead: boolean;
  /** The first added day, if nothing else changes. */
  readonly extension: Day | null;
};

async function impliedPobOf(
  ctx: WriteContext,
  contract: Contract,
  termId: string,
): Promise<PerformanceObligation | undefined> {
  const records = await performanceObligationsOfContracts(ctx.tx, ctx.merchant.id, [contract.id]);
  const found = records.find(({ pob, isDeleted }) => !isDeleted && pob.billingTerm?.id === termId);
  return found !== undefined && roleOf(found.pob) === "IMPLIED" ? found.pob : undefined;
}

/**
 * Copies a changed item or class of a term to the performance obligations that follow it, since their revenue has them too (data model 16).
 */
async function carryItemAndClass(
  ctx: WriteContext,
  contract: Contract,
  before: BillingTerm,
  after: BillingTerm,
): Promise<void> {
  const itemId = before.itemId === after.itemId ? undefined : after.itemId;
  const classId = before.classId === after.classId ? undefined : after.classId;
  if (itemId === undefined && classId === undefined) return;
  const records = await performanceObligationsOfContracts(ctx.tx, ctx.merchant.id, [contract.id]);
  for (const { pob, isDeleted } of records) {
    if (isDeleted || pob.billingTerm?.id !== after.id) continue;
    const carried = {
      ...pob,
      ...(itemId === undefined ? {} : { itemId }),
      ...(classId === undefined ? {} : { classId }),
    };
    await updatePob(ctx.tx, ctx.merchant.id, carried, ctx.clock.timestamp);
    noteFollowed(ctx, pob, carried);
  }
}
