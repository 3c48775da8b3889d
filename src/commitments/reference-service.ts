import { resolveReferences } from "../billing-terms/reference-service.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import type { ScheduleFields, StepDraft } from "./commitment-draft.ts";
import { unknownTerms } from "./store.ts";

/**
 * Rejects a request that names a record which does not exist. Terms may be of any contract of the merchant.
 *
 * @throws DomainError BILLING_TERM_NOT_FOUND, ITEM_NOT_FOUND, EVENT_TYPE_NOT_FOUND
 */
export async function rejectUnknown(
  ctx: WriteContext,
  schedules: readonly Partial<ScheduleFields>[],
  steps: readonly Partial<StepDraft>[],
): Promise<void> {
  const overage = schedules.flatMap(({ overageConfigs }) => overageConfigs ?? []);
  const termIds = [
    ...steps.flatMap(({ billingTermIds }) => billingTermIds ?? []),
    ...overage.flatMap(({ billingTermId }) => billingTermId ?? []),
  ];
  const unknown = await unknownTerms(ctx.tx, ctx.merchant.id, termIds);
  if (unknown.length > 0) throw recordNotFound("BILLING_TERM_NOT_FOUND");
  const itemIds = [
    ...schedules.flatMap(({ trueUpItemId, prepaymentItemId }) => [trueUpItemId, prepaymentItemId]),
    ...overage.map(({ itemId }) => itemId),
  ];
  for (const itemId of new Set(itemIds)) await resolveReferences(ctx, { itemId }, "", "NOT_FOUND");
  for (const eventTypeId of new Set(overage.map((each) => each.eventTypeId))) {
    await resolveReferences(ctx, { eventTypeId }, "", "NOT_FOUND");
  }
}
