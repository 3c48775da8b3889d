import {
  changeEventType,
  type EventTypeChange,
  type EventTypeChanged,
  getGroup,
  rejectWithoutFeature,
} from "../billing-terms/performance-obligations/group-service.ts";
import * as contracts from "../contracts/service.ts";
import { catchUpInvoices } from "../invoicing/service.ts";
import type { WriteContext } from "../platform/write.ts";

/**
 * Moves terms and performance obligations of a group to another event type (data model 6.4).
 *
 * @throws DomainError FEATURE_NOT_ENABLED, CONTRACT_NOT_FOUND, CONTRACT_DELETED, and as `changeEventType`
 */
export async function changeGroupEventType(
  ctx: WriteContext,
  contractId: string,
  groupId: string,
  change: EventTypeChange,
): Promise<EventTypeChanged> {
  rejectWithoutFeature(ctx);
  const contract = await contracts.lockContract(ctx, contractId, "CONTRACT_DELETED");
  // Due invoices are issued first, so that the result does not depend on the progress of the worker.
  await getGroup(ctx, contract, groupId);
  await catchUpInvoices(ctx, contractId);
  return changeEventType(ctx, contract, groupId, change);
}
