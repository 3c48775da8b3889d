import { type Db, inTransaction, type Tx } from "../platform/db/pool.ts";
import { eventsAtOnce, placeEvents } from "../platform/events/feed-store.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import { createDeliveries, findDelivery, restartAttempts } from "./delivery-store.ts";
import type { WebhookDelivery } from "./endpoint.ts";
import { lockedEnabled } from "./service.ts";
import { makeDue } from "./turn-store.ts";

export { listDeliveries } from "./delivery-store.ts";

/** Gives a merchant's events positions in the feed and creates their deliveries, each batch in one transaction. */
export async function publishEvents(db: Db, merchantId: string): Promise<void> {
  for (;;) {
    const { before, last } = await inTransaction(db, merchantId, async (tx) => {
      const placed = await placeEvents(tx, merchantId);
      await createDeliveries(tx, merchantId, placed.last);
      return placed;
    });
    if (last - before < eventsAtOnce) return;
  }
}

/** @throws DomainError WEBHOOK_DELIVERY_NOT_FOUND */
export async function getDelivery(tx: Tx, merchantId: string, id: string): Promise<WebhookDelivery> {
  const delivery = await findDelivery(tx, merchantId, id);
  if (delivery === undefined) throw recordNotFound("WEBHOOK_DELIVERY_NOT_FOUND");
  return delivery;
}

/**
 * Sends an event again with the same id, whether or not it was delivered. The number of attempts starts from zero.
 *
 * @throws DomainError WEBHOOK_DELIVERY_NOT_FOUND, WEBHOOK_ENDPOINT_DISABLED
 */
export async function retryDelivery(ctx: WriteContext, id: string): Promise<WebhookDelivery> {
  const before = await getDelivery(ctx.tx, ctx.merchant.id, id);
  await lockedEnabled(ctx, before.webhookEndpointId);
  await restartAttempts(ctx.tx, ctx.merchant.id, id);
  await makeDue(ctx.tx, ctx.merchant.id, [before.webhookEndpointId]);
  const changes = [{ path: "/retry", from: before.status, to: "asked for" }];
  ctx.audit({ action: "webhook-delivery.retry", entityType: "WEBHOOK_DELIVERY", entityId: id, changes });
  const data = { webhookEndpointId: before.webhookEndpointId, webhookDeliveryId: id };
  ctx.publish({ type: "webhook-delivery.retried", data });
  return getDelivery(ctx.tx, ctx.merchant.id, id);
}
