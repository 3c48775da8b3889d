import { bookModification } from "../billing-terms/modifications/booking-service.ts";
import { deleteParts } from "../billing-terms/obligation-store.ts";
import { roleOf, spanOf } from "../billing-terms/performance-obligations/group.ts";
import { getGroup, membersOf, rejectWithoutFeature } from "../billing-terms/performance-obligations/group-service.ts";
import { reportTerms } from "../billing-terms/report-service.ts";
import * as contracts from "../contracts/service.ts";
import { catchUpInvoices, issuedLineKeys } from "../invoicing/service.ts";
import { type DomainError, invalid } from "../kernel/errors.ts";
import { changesBetween } from "../platform/audit.ts";
import type { WriteContext } from "../platform/write.ts";
import { type ListedGroup, postedIn } from "../revenue/pob-service.ts";

/**
 * Deletes a group with its terms and performance obligations, unless something of it is invoiced or recognized in a closed
 * month (data model 6).
 *
 * @throws DomainError FEATURE_NOT_ENABLED, CONTRACT_NOT_FOUND, BILLING_TERM_GROUP_NOT_FOUND, CONTRACT_DELETED,
 *   GROUP_NOT_DELETABLE with `details.reason`: INVOICED, IN_COMMITMENT or RECOGNIZED
 */
export async function deleteBillingTermGroup(
  ctx: WriteContext,
  contractId: string,
  groupId: string,
): Promise<ListedGroup> {
  const { tx, merchant, clock } = ctx;
  rejectWithoutFeature(ctx);
  const contract = await contracts.lockContract(ctx, contractId, "CONTRACT_DELETED");
  const group = await getGroup(ctx, contract, groupId);
  // Due invoices are issued first, so that the result does not depend on the progress of the worker.
  await catchUpInvoices(ctx, contractId);
  const { terms, pobs } = await membersOf(ctx, contract, groupId);
  const termIds = terms.map(({ id }) => id);
  const pobIds = pobs.map(({ id }) => id);
  const issued = await issuedLineKeys(tx, merchant.id, termIds);
  if (termIds.some((id) => issued.has(id))) {
    throw notDeletable("INVOICED", "A billing term of the group is invoiced; terminate its terms instead.");
  }
  if (terms.some(({ committed }) => committed.length > 0)) {
    throw notDeletable("IN_COMMITMENT", "A commitment names a billing term of the group.");
  }
  const isPosted = await postedIn(ctx, pobIds);
  if (pobIds.some(isPosted)) {
    throw notDeletable("RECOGNIZED", "Revenue of the group is recognized in a closed month; reopen the month first.");
  }

  const lastDay = (spanOf(terms)?.end ?? clock.today + 1) - 1;
  const { bookMonth } = await bookModification(ctx, contract, lastDay);
  await deleteParts(tx, merchant.id, { groupId, termIds, pobIds }, { at: clock.timestamp, bookMonth });
  await reportTerms(ctx, contract);
  const shown = pobs.filter((pob) => roleOf(pob) !== "RESIDUAL").map(({ id }) => id);
  const changes = changesBetween({ billingTermIds: termIds, performanceObligationIds: shown }, {});
  ctx.audit({ action: "billing-term-group.delete", entityType: "BILLING_TERM_GROUP", entityId: groupId, changes });
  ctx.publish({ type: "billing-term-group.deleted", contractId, data: { billingTermGroupId: groupId } });
  return { group, termIds, pobIds: shown };
}

function notDeletable(reason: string, message: string): DomainError {
  return invalid("GROUP_NOT_DELETABLE", message, { reason });
}
