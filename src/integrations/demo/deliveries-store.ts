import { sql } from "kysely";
import type { Tx } from "../../platform/db/pool.ts";

/** The final response status of a delivery, and the number of attempts. */
type Outcome = { readonly attempts: number; readonly status: number };

const delivered: Outcome = { attempts: 1, status: 200 };
const deliveredLater: Outcome = { attempts: 3, status: 204 };
const undelivered: Outcome = { attempts: 8, status: 503 };

/** Inserts finished deliveries of the latest events of some types to an endpoint. Nothing is sent. */
export async function insertPastDeliveries(
  tx: Tx,
  merchantId: string,
  endpointId: string,
  { eventTypes, count, newId }: { eventTypes: readonly string[]; count: number; newId: () => string },
): Promise<void> {
  const { rows } = await sql<{ id: string; type: string }>`
    select event.id, event.type from feed_event as place
      join outbox_event as event on event.merchant_id = place.merchant_id and event.id = place.event_id
    where place.merchant_id = ${merchantId} and event.type = any(${eventTypes}::text[])
    order by place.position desc limit ${count}`.execute(tx);
  const at = sql<string>`now()`;
  const deliveries = rows.reverse().map(({ id, type }, index) => {
    const { attempts, status } = index % 11 === 4 ? deliveredLater : index % 17 === 9 ? undelivered : delivered;
    return {
      ...{ merchant_id: merchantId, id: newId(), endpoint_id: endpointId, event_id: id, event_type: type },
      ...{ status: status === 503 ? ("FAILED" as const) : ("DELIVERED" as const), attempts, response_status: status },
      ...{ failure: status === 503 ? "The receiver answered 503." : null, last_attempt_at: at, created_at: at },
    };
  });
  if (deliveries.length > 0) await tx.insertInto("webhook_delivery").values(deliveries).execute();
}
