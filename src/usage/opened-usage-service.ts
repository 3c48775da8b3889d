import { hash } from "node:crypto";
import { assert } from "../kernel/assert.ts";
import type { Day } from "../kernel/day.ts";
import { changesBetween } from "../platform/audit.ts";
import { formatInstant, startOfDay } from "../platform/clock.ts";
import type { WriteContext } from "../platform/write.ts";
import { deleteManyEvents } from "./event-service.ts";
import { insertEvents, type NewEvent } from "./event-store.ts";
import { openedEvents, openedKeys } from "./opened-usage-store.ts";
import { contentOf } from "./usage-event.ts";

/** Usage of an event type that other books counted, on a day or from a day on; `quantity` is decimal text. */
export type OpenedUsage = {
  readonly eventTypeId: string;
  readonly day: Day;
  readonly quantity: string;
  readonly differentiator: string | null;
  readonly invoiceSplitKey: string | null;
  /** True for usage of a billed period that its invoice left out, because it was recorded or deleted later. */
  readonly isUnbilled: boolean;
};

/**
 * Records usage of other books, each as one event at the start of its day, with idempotency keys of the contract's opening. It is effective in all
 * months (no book month). The caller must hold the lock on the usage of the customer.
 *
 * @param recorded how many were recorded before
 */
export async function recordOpenedUsage(
  ctx: WriteContext,
  { contractId, customerId }: { readonly contractId: string; readonly customerId: string },
  usage: readonly OpenedUsage[],
  recorded = 0,
): Promise<void> {
  if (usage.length === 0) return;
  const { tx, merchant, clock } = ctx;
  const events = usage.map(({ day, quantity, isUnbilled: _late, ...stream }, index): NewEvent => {
    const idempotencyKey = `${openedKeys(contractId)}${recorded + index + 1}`;
    const datetime = formatInstant(startOfDay(day, merchant.timeZone));
    const draft = { ...stream, idempotencyKey, customerId, datetime, value: quantity, metadata: {} };
    const fingerprint = hash("sha256", contentOf(draft));
    return { ...draft, id: ctx.newId(), value: quantity, fingerprint, bookMonth: null };
  });
  const { ids } = await insertEvents(tx, merchant.id, events, { createdAt: clock.timestamp, returned: "IDS" });
  assert(ids.size === events.length, "nobody else has the keys of a contract's opening");
  ctx.audit({
    ...{ action: "usage-event.record-bulk", entityType: "USAGE_EVENT_BATCH", entityId: ctx.newId() },
    changes: changesBetween({}, { created: events.length, duplicates: 0, failed: 0 }),
  });
}

/** Deletes the usage events that were recorded with the opening of a contract, as far as they are not deleted yet. */
export async function deleteOpenedUsage(ctx: WriteContext, contractId: string): Promise<void> {
  const ids = await openedEvents(ctx.tx, ctx.merchant.id, contractId);
  if (ids.length > 0) await deleteManyEvents(ctx, ids);
}
