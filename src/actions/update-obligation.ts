import { isDeepStrictEqual } from "node:util";
import { type BillingTerm, type BillingTermRecord, latestPrice, type Price } from "../billing-terms/billing-term.ts";
import { bookCorrection, bookModification } from "../billing-terms/modifications/booking-service.ts";
import { correctPob } from "../billing-terms/modifications/correction-service.ts";
import { isAgreed } from "../billing-terms/modifications/modification.ts";
import { notePob } from "../billing-terms/modifications/modification-service.ts";
import type { Obligation } from "../billing-terms/obligation.ts";
import {
  manualMonthsServed,
  type PerformanceObligation,
  type RecognitionPattern,
} from "../billing-terms/performance-obligations/performance-obligation.ts";
import { resolveReferences } from "../billing-terms/reference-service.ts";
import { reportTerms } from "../billing-terms/report-service.ts";
import { getObligation } from "../billing-terms/service.ts";
import type { TermPatch } from "../billing-terms/term-patch.ts";
import { getTerm, storeTermCorrection } from "../billing-terms/term-service.ts";
import { updateTerm } from "../billing-terms/term-store.ts";
import { rejectUncommitted } from "../commitments/term-service.ts";
import type { Contract } from "../contracts/contract.ts";
import * as contracts from "../contracts/service.ts";
import { catchUpInvoices } from "../invoicing/service.ts";
import { type Day, formatDay } from "../kernel/day.ts";
import { type Issue, invalid } from "../kernel/errors.ts";
import { parseMoney } from "../kernel/money.ts";
import { rejectionOf } from "../platform/http/error-codes.ts";
import type { Warning } from "../platform/http/wire.ts";
import type { WriteContext } from "../platform/write.ts";
import type { ObligationWithRevenue } from "../revenue/obligation-service.ts";
import { patchTerm } from "./change-billing-term.ts";
import { noteObligationChange } from "./obligation-change.ts";

/** A requested change of an obligation (data model 4.3); undefined keeps a field. */
export type ObligationPatch = {
  readonly term: TermPatch;
  readonly eventTypeId: string | undefined;
  /** For its whole service, as decimal text. */
  readonly standaloneSellingPrice: string | undefined;
  readonly categoryId: string | null | undefined;
  readonly classId: string | null | undefined;
  readonly serviceStart: Day | undefined;
  /** The last day of service, inclusive. */
  readonly serviceLast: Day | undefined;
  readonly recognitionPattern: RecognitionPattern | undefined;
  /** True if drafts are regenerated at once. */
  readonly regenerates: boolean;
};

/** The recognition patterns of obligations whose term is not metered. */
const offeredPatterns: readonly RecognitionPattern[] = [
  "STRAIGHT_LINE",
  "STRAIGHT_LINE_DAILY",
  "POINT_IN_TIME",
  "RECOGNIZE_AS_BILLED",
];

export type UpdatedObligation = ObligationWithRevenue & { readonly warnings: readonly Warning[] };

/**
 * Changes an obligation: its term, as far as invoices allow, and its performance obligation. The effect on closed months is a catch-up in the first
 * open one (rules 7, 9).
 *
 * @param patchOf makes the patch from the present obligation, because a request may change parts of the price
 * @throws DomainError OBLIGATION_NOT_FOUND, CONTRACT_NOT_FOUND, and as `patchTerm`
 */
export async function updateObligation(
  ctx: WriteContext,
  contractId: string,
  obligationId: string,
  patchOf: (price: Price) => ObligationPatch,
): Promise<UpdatedObligation> {
  const contract = await contracts.lockContract(ctx, contractId, "NOT_FOUND");
  const known = await getObligation(ctx.tx, ctx.merchant.id, contractId, obligationId);
  const patch = patchOf(latestPrice(known.performanceObligation.billingTerm));
  await catchUpInvoices(ctx, contractId);
  const before = await getObligation(ctx.tx, ctx.merchant.id, contractId, obligationId);
  const { eventTypeId, categoryId, classId } = patch;
  await resolveReferences(ctx, { eventTypeId, categoryId, classId }, "", "NOT_FOUND");

  const record = await getTerm(ctx, contractId, before.performanceObligation.billingTerm.id);
  const { term } = await patchTerm(ctx, contract, record, patch.term, {
    whenMissing: "NOT_FOUND",
    regenerates: patch.regenerates,
  });
  const metered = await withEventType(ctx, contract, { ...record, term }, eventTypeId);
  await rejectUncommitted(ctx, contract, record.term, metered);
  const moved = await getObligation(ctx.tx, ctx.merchant.id, contractId, obligationId);
  const pob = { ...moved.performanceObligation, billingTerm: metered };
  const after = patchedPob(pob, metered, patch, contract.currency);
  const isPobChanged = !isDeepStrictEqual(after, pob) || metered !== term;
  if (isPobChanged) {
    const { reasonCode } = patch.term;
    const effectiveFrom = patch.term.effectiveDate ?? ctx.clock.today;
    const booking = isAgreed(reasonCode)
      ? await bookModification(ctx, contract, effectiveFrom)
      : await bookCorrection(ctx, contract);
    const id = await correctPob(ctx, contract, pob, after, booking);
    await notePob(ctx, contract, { id, before: pob, after, effectiveFrom, booking, reasonCode });
  }
  await reportTerms(ctx, contract);
  const updated = await noteObligationChange(ctx, contract, before, {
    action: "obligation.update",
    publishes: patch.regenerates,
  });
  return { ...updated, warnings: sideEffects(before, updated.obligation, patch) };
}

/**
 * Another event type moves a usage term, and with it its performance obligation, so that both stay in sync (data model
 * 6.3).
 */
async function withEventType(
  ctx: WriteContext,
  contract: Contract,
  { term, invoicedThrough }: BillingTermRecord,
  eventTypeId: string | undefined,
): Promise<BillingTerm> {
  if (eventTypeId === undefined || eventTypeId === term.eventTypeId) return term;
  if (term.eventTypeId === null) {
    const message = "The obligation is not usage-based; an event type cannot be added to it.";
    throw rejectionOf([{ path: "/eventTypeId", code: "CONFLICT", message }]);
  }
  if (invoicedThrough !== null) {
    throw invalid("BILLING_TERM_LOCKED", "Usage of the term is invoiced; its event type cannot change any more.");
  }
  const metered = { ...term, eventTypeId };
  updateTerm(ctx.tx, ctx.merchant.id, metered, ctx.clock.timestamp);
  await storeTermCorrection(ctx, contract, term, metered, await bookCorrection(ctx, contract));
  return metered;
}

function patchedPob(
  pob: PerformanceObligation,
  term: BillingTerm,
  patch: ObligationPatch,
  currency: string,
): PerformanceObligation {
  const { serviceStart, serviceLast, categoryId, classId } = patch;
  const selling =
    patch.standaloneSellingPrice === undefined ? undefined : parseMoney(patch.standaloneSellingPrice, currency);
  const { itemId } = patch.term;
  const recognitionPattern = patch.recognitionPattern ?? pob.recognitionPattern;
  const service = {
    start: serviceStart ?? pob.service.start,
    end: serviceLast === undefined ? pob.service.end : serviceLast + 1,
  };
  const issues = issuesOfPatchedPob({ service, recognitionPattern }, term, patch);
  if (patch.standaloneSellingPrice !== undefined && selling === undefined) {
    issues.push({
      path: "/standaloneSellingPrice",
      code: "AMOUNT_INVALID",
      message: `The amount has too many decimals for ${currency}.`,
    });
  }
  if (issues.length > 0) throw rejectionOf(issues);
  const isPoint = recognitionPattern === "POINT_IN_TIME";
  const isMoved = patch.recognitionPattern !== undefined || serviceStart !== undefined || serviceLast !== undefined;
  const lastDay = isMoved ? (service.end ?? service.start + 1) - 1 : pob.recognitionDate;
  const recognitionDate = isPoint ? lastDay : null;
  return {
    ...pob,
    service,
    recognitionPattern,
    recognitionDate,
    manualMonths: isMoved ? manualMonthsServed(pob.manualMonths, { service, recognitionDate }) : pob.manualMonths,
    categoryId: categoryId === undefined ? pob.categoryId : categoryId,
    itemId: itemId === undefined ? pob.itemId : itemId,
    classId: classId === undefined ? pob.classId : classId,
    eventTypeId: term.eventTypeId,
    standaloneSellingPrice: selling ?? pob.standaloneSellingPrice,
  };
}

/** The issues of service and pattern of an obligation after a patch. */
function issuesOfPatchedPob(
  { service, recognitionPattern }: Pick<PerformanceObligation, "service" | "recognitionPattern">,
  term: BillingTerm,
  { serviceLast }: ObligationPatch,
): Issue[] {
  const issues: Issue[] = [];
  const at = (field: string, code: string, message: string) => issues.push({ path: `/${field}`, code, message });
  if (service.end !== null && service.end <= service.start) {
    at("revenueEndDate", "RANGE", "revenueEndDate must be on or after revenueStartDate.");
  }
  if (term.end === null && serviceLast !== undefined && term.interval !== "NONE" && term.eventTypeId === null) {
    at(
      "revenueEndDate",
      "CONFLICT",
      "Service ends but billing does not; terminate the term or send totalNumberOfInvoices.",
    );
  }
  const isUsage = term.eventTypeId !== null;
  const isOffered = offeredPatterns.includes(recognitionPattern);
  if (isUsage !== (recognitionPattern === "RECOGNIZE_AS_CONSUMED") || (!isUsage && !isOffered)) {
    at("recognitionPattern", "CONFLICT", `${recognitionPattern} does not fit what this obligation bills.`);
  } else if (service.end === null && recognitionPattern === "POINT_IN_TIME") {
    at("recognitionPattern", "CONFLICT", "Open-ended service is earned over time; POINT_IN_TIME needs an end.");
  }
  return issues;
}

/** Warnings about fields that changed without being requested. */
function sideEffects(before: Obligation, after: Obligation, patch: ObligationPatch): Warning[] {
  const [from, to] = [before.performanceObligation, after.performanceObligation];
  const end = (pob: PerformanceObligation) => (pob.service.end === null ? null : formatDay(pob.service.end - 1));
  const effects: [string, boolean, string | null, string | null][] = [
    ["serviceStartDate", patch.serviceStart !== undefined, formatDay(from.service.start), formatDay(to.service.start)],
    ["serviceEndDate", patch.serviceLast !== undefined, end(from), end(to)],
    [
      "recognitionDate",
      false,
      from.recognitionDate === null ? null : formatDay(from.recognitionDate),
      to.recognitionDate === null ? null : formatDay(to.recognitionDate),
    ],
  ];
  return effects.flatMap(([field, wasRequested, previousValue, newValue]) =>
    wasRequested || previousValue === newValue
      ? []
      : [
          {
            code: "FIELD_ADAPTED",
            message: `${field} followed the other changes: ${previousValue ?? "none"} became ${newValue ?? "none"}.`,
            entity: "performance-obligation",
            entityId: to.id,
            field,
            previousValue,
            newValue,
          },
        ],
  );
}
