import type { Contract } from "../../contracts/contract.ts";
import { formatMonth } from "../../kernel/day.ts";
import type { Money } from "../../kernel/money.ts";
import { changesBetween } from "../../platform/audit.ts";
import type { WriteContext } from "../../platform/write.ts";
import { auditedPob } from "../audit-service.ts";
import type {
  Correction,
  FollowingPob,
  PerformanceObligation,
} from "../performance-obligations/performance-obligation.ts";
import { insertCorrection, updatePob } from "../performance-obligations/pob-store.ts";
import type { Booking } from "./booking-service.ts";

/**
 * Stores a changed performance obligation. On an approved contract, changes that affect revenue (dates, pattern, prices, consideration type, event
 * type, milestones, progress, manual months) are also stored as a correction (rules 7).
 *
 * @param modificationId the modification that causes the correction; null if the change is not caused by another one
 * @returns the id of the correction; null if revenue is not affected
 */
export async function correctPob(
  ctx: WriteContext,
  contract: Contract,
  before: PerformanceObligation,
  after: PerformanceObligation,
  { bookMonth }: Booking,
  modificationId: string | null = null,
): Promise<string | null> {
  await updatePob(ctx.tx, ctx.merchant.id, after, ctx.clock.timestamp);
  const changes = pobChanges(before, after);
  if (contract.status !== "APPROVED" || Object.keys(changes).length === 0) return null;
  return storeCorrection(ctx, contract, { of: "POB", entityId: after.id, changes, bookMonth, modificationId });
}

/**
 * Stores a correction, and an audit row with its subject, book month and hash. (The audit row of the write only has the new values, but earlier
 * months still depend on the old ones.)
 *
 * @returns its id
 */
export async function storeCorrection(
  ctx: WriteContext,
  { id: contractId }: Contract,
  correction: Omit<Correction, "id" | "createdAt"> & { readonly entityId: string },
): Promise<string> {
  const id = ctx.newId();
  const { of, entityId: ownerId, bookMonth, modificationId } = correction;
  const createdAt = ctx.clock.timestamp;
  const changesHash = await insertCorrection(ctx.tx, ctx.merchant.id, { ...correction, id, contractId, createdAt });
  const audited = {
    ...{ contractId, ...(of === "TERM" ? { billingTermId: ownerId } : { performanceObligationId: ownerId }) },
    ...{ bookMonth: bookMonth === null ? null : formatMonth(bookMonth), modificationId, changesHash },
  };
  ctx.audit({
    action: "correction.record",
    entityType: "CORRECTION",
    entityId: id,
    changes: changesBetween({}, audited),
  });
  return id;
}

/**
 * Writes an audit row about a performance obligation that was made, changed or deleted with its term or group.
 *
 * @param before null if it was made
 * @param after  null if it was deleted
 */
export function noteFollowed(ctx: WriteContext, before: FollowingPob | null, after: FollowingPob | null): void {
  const audited = (pob: FollowingPob | null) => (pob === null ? {} : auditedPob(pob));
  const changes = changesBetween(audited(before), audited(after));
  const entityId = (after ?? before)?.id;
  if (changes.length === 0 || entityId === undefined) return;
  ctx.audit({ action: "performance-obligation.follow", entityType: "PERFORMANCE_OBLIGATION", entityId, changes });
}

/** An amount as stored in a correction: minor units as text, because JSON numbers are not exact at any size. */
function storedMoney(amount: Money | null): { readonly minor: string; readonly currency: string } | null {
  return amount === null ? null : { minor: amount.minor.toString(), currency: amount.currency };
}

function pobChanges(before: PerformanceObligation, after: PerformanceObligation): Correction["changes"] {
  const parts = (pob: PerformanceObligation): Record<string, unknown> => ({
    service: pob.service,
    recognitionPattern: pob.recognitionPattern,
    recognitionDate: pob.recognitionDate,
    transactionPrice: storedMoney(pob.transactionPrice),
    standaloneSellingPrice: storedMoney(pob.standaloneSellingPrice),
    considerationType: pob.considerationType,
    // An obligation that follows a term earns the usage of that term; its own event type is ignored.
    eventTypeId: pob.billingTerm === null ? pob.eventTypeId : null,
    milestones: pob.milestones,
    progress: pob.progress,
    manualMonths: pob.manualMonths.map(({ total, ...manualMonth }) => ({ ...manualMonth, total: storedMoney(total) })),
  });
  const [from, to] = [parts(before), parts(after)];
  const changedFields = Object.keys(from).filter((field) => JSON.stringify(from[field]) !== JSON.stringify(to[field]));
  return Object.fromEntries(changedFields.map((field) => [field, { from: from[field], to: to[field] }]));
}
