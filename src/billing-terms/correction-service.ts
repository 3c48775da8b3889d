import type { Contract } from "../contracts/contract.ts";
import { formatMonth } from "../kernel/day.ts";
import type { Money } from "../kernel/money.ts";
import { changesBetween } from "../platform/audit.ts";
import type { WriteContext } from "../platform/write.ts";
import { auditedPob } from "./audit-service.ts";
import type { Booking } from "./booking-service.ts";
import type { Correction, PerformanceObligation } from "./performance-obligation.ts";
import { insertCorrection, updatePob } from "./pob-store.ts";

/**
 * Stores a performance obligation as it is now; on an approved contract a change of what its revenue depends on is a
 * correction (rules 7): dates, pattern, prices, kind of consideration, event type, milestones, progress, manual months.
 *
 * @param modificationId the modification of the contract that it is a part of, where it is not one of its own
 * @returns the id of the correction; null where there is nothing to correct
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
 * Stores a correction, and has the audit log tell of what, in which month and by which hash it changed: the row of the write tells what
 * stands since, and not what earlier months go on with. Its id.
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
  const told = {
    ...{ contractId, ...(of === "TERM" ? { billingTermId: ownerId } : { performanceObligationId: ownerId }) },
    ...{ bookMonth: bookMonth === null ? null : formatMonth(bookMonth), modificationId, changesHash },
  };
  ctx.audit({ action: "correction.keep", entityType: "CORRECTION", entityId: id, changes: changesBetween({}, told) });
  return id;
}

/** Notes that a performance obligation follows a change of what it belongs to. */
export function noteFollowed(ctx: WriteContext, before: PerformanceObligation, after: PerformanceObligation): void {
  const changes = changesBetween(auditedPob(before), auditedPob(after));
  if (changes.length === 0) return;
  const entity = { entityType: "PERFORMANCE_OBLIGATION", entityId: after.id } as const;
  ctx.audit({ action: "performance-obligation.follow", ...entity, changes });
}

/** As it stands in a correction: minor units as text, because JSON has no whole numbers of any size. */
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
    // One that follows a term earns the usage of the term, whatever it names.
    eventTypeId: pob.billingTerm === null ? pob.eventTypeId : null,
    milestones: pob.milestones,
    progress: pob.progress,
    pinned: pob.pinned.map(({ total, ...manualMonth }) => ({ ...manualMonth, total: storedMoney(total) })),
  });
  const [from, to] = [parts(before), parts(after)];
  const changedFields = Object.keys(from).filter((field) => JSON.stringify(from[field]) !== JSON.stringify(to[field]));
  return Object.fromEntries(changedFields.map((field) => [field, { from: from[field], to: to[field] }]));
}
