import type pg from "pg";
import type { Case, Prepare } from "./audited-writes.ts";
import { type Client, unknownId } from "./client.ts";

const at = "/v3/webhook-endpoints";
const url = "https://8.8.8.8/in";
const made = async (client: Client): Promise<string> => (await client.ok("POST", at, { url })).id;

const about =
  (path: string, action: string, parts: { body?: unknown; table?: string; secret?: Case["secret"] } = {}): Prepare =>
  async (client) => {
    const id = await made(client);
    const { body, table = "webhook_endpoint", secret } = parts;
    return {
      request: { path: `${at}/${id}${path}`, ...(body === undefined ? {} : { body }) },
      rejected: { path: `${at}/${unknownId}${path}` },
      code: "WEBHOOK_ENDPOINT_NOT_FOUND",
      action: `webhook-endpoint.${action}`,
      target: ["WEBHOOK_ENDPOINT", id],
      table,
      ...(secret === undefined ? {} : { secret }),
    };
  };

/** A delivery in the form that the worker makes. */
async function waiting(client: Client, owner: pg.Client): Promise<string> {
  const { rows } = await owner.query(
    `insert into webhook_delivery (merchant_id, id, endpoint_id, event_id, event_type, status, next_attempt_at, created_at)
     select merchant_id, gen_random_uuid(), $2, id, type, 'PENDING', now(), now() from outbox_event
     where merchant_id = $1 order by id limit 1 returning id`,
    [client.merchant.merchantId, await made(client)],
  );
  return rows[0].id;
}

export const webhookWrites: Readonly<Record<string, Prepare>> = {
  "POST /v3/webhook-endpoints": async () => ({
    request: { path: at, body: { url } },
    rejected: { body: {} },
    code: "VALIDATION_FAILED",
    action: "webhook-endpoint.create",
    target: ["WEBHOOK_ENDPOINT"],
    table: "webhook_endpoint",
    secret: { secret: null },
  }),
  "PATCH /v3/webhook-endpoints/{id}": about("", "update", { body: { description: "Ledger" } }),
  "DELETE /v3/webhook-endpoints/{id}": about("", "delete"),
  "POST /v3/webhook-endpoints/{id}/rotate-secret": about("/rotate-secret", "rotate-secret", {
    secret: { secret: null },
  }),
  "POST /v3/webhook-endpoints/{id}/test": about("/test", "test", { table: "outbox_event" }),
  "POST /v3/webhook-endpoints/{id}/replay": about("/replay", "replay", {
    ...{ body: { afterSequence: 0, throughSequence: 5 }, table: "outbox_event" },
  }),
  "POST /v3/webhook-deliveries/{id}/retry": async (client, owner) => {
    const id = await waiting(client, owner);
    return {
      request: { path: `/v3/webhook-deliveries/${id}/retry` },
      rejected: { path: `/v3/webhook-deliveries/${unknownId}/retry` },
      code: "WEBHOOK_DELIVERY_NOT_FOUND",
      action: "webhook-delivery.retry",
      target: ["WEBHOOK_DELIVERY", id],
      table: "webhook_delivery",
    };
  },
};
