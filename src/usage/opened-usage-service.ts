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

/** What was used of an event type in other books, on a day or in the days from it on; `quantity` is decimal text. */
export type OpenedUsage = {
  readonly eventTypeId: string;
  readonly day: Day;
  readonly quantity: string;
  readonly differentiator: string | null;
  readonly invoiceSplitKey: string | null;
};

/**
 * Records usage of other books, each as one event at the start of its day, under keys of the contract that it came with. It counts in
 * every month. The caller holds the usage of the customer.
 */
export async function recordOpenedUsage(
  ctx: WriteContext,
  { contractId, customerId }: { readonly contractId: string; readonly customerId: string },
  usage: readonly OpenedUsage[],
): Promise<void> {
  if (usage.length === 0) return;
  const { tx, merchant, clock } = ctx;
  const events = usage.map(({ day, quantity, ...stream }, index): NewEvent => {
    const idempotencyKey = `${openedKeys(contractId)}${index + 1}`;
    const datetime = formatInstant(startOfDay(day, merchant.timeZone));
    const draft = { ...stream, idempotencyKey, customerId, datetime, value: quantity, metadata: {} };
    const fingerprint = hash("sha256", contentOf(draft));
    return { ...draft, id: ctx.newId(), value: quantity, fingerprint, bookMonth: null };
  });
  const { ids } = await insertEvents(tx, merchant.id, events, { createdAt: clock.timestamp, isWhole: false });
  assert(ids.size === events.length, "nobody else has the keys of a contract's opening");
  ctx.audit({
    ...{ action: "usage-event.record-bulk", entityType: "USAGE_EVENT_BATCH", entityId: ctx.newId() },
    changes: changesBetween({}, { created: events.length, duplicates: 0, failed: 0 }),
  });
}

/** Deletes the usage that came with the opening of a contract; what of it was deleted since stays deleted. */
export async function takeOpenedUsageBack(ctx: WriteContext, contractId: string): Promise<void> {
  const ids = await openedEvents(ctx.tx, ctx.merchant.id, contractId);
  if (ids.length > 0) await deleteManyEvents(ctx, ids);
}
