import type { Prepare } from "./audited-writes.ts";
import { type Client, unknownId } from "./client.ts";

async function eventBody(client: Client) {
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Caller" });
  const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", { name: crypto.randomUUID() });
  return { customerId, eventTypeId, idempotencyKey: "1", datetime: "2026-01-10T00:00:00Z", value: "1" };
}

const recorded = async (client: Client): Promise<string> => {
  const body = { ...(await eventBody(client)), idempotencyKey: crypto.randomUUID() };
  return (await client.ok("POST", "/v3/events", body)).id;
};

/** Usage events: one row for each request, however many events it has. */
export const usageWrites: Readonly<Record<string, Prepare>> = {
  "POST /v3/events": async (client) => ({
    request: { path: "/v3/events", body: await eventBody(client) },
    rejected: { body: { ...(await eventBody(client)), customerId: unknownId } },
    code: "USAGE_EVENT_INVALID",
    action: "usage-event.record",
    target: ["USAGE_EVENT"],
    table: "usage_event",
  }),
  "POST /v3/events/bulk": async (client) => {
    const event = await eventBody(client);
    return {
      request: { path: "/v3/events/bulk", body: { events: [event, { ...event, idempotencyKey: "2" }] } },
      rejected: { body: { events: [] } },
      code: "VALIDATION_FAILED",
      action: "usage-event.record-bulk",
      target: ["USAGE_EVENT_BATCH"],
      table: "usage_event",
    };
  },
  "DELETE /v3/events/{id}": async (client) => {
    const id = await recorded(client);
    return {
      request: { path: `/v3/events/${id}` },
      rejected: { path: `/v3/events/${unknownId}` },
      code: "USAGE_EVENT_NOT_FOUND",
      action: "usage-event.delete",
      target: ["USAGE_EVENT", id],
      table: "usage_event_deletion",
    };
  },
  "DELETE /v3/events/bulk": async (client) => {
    const eventIds = [await recorded(client), await recorded(client)];
    return {
      request: { path: "/v3/events/bulk", body: { eventIds } },
      rejected: { body: { eventIds: [...eventIds, unknownId] } },
      code: "USAGE_EVENT_NOT_FOUND",
      action: "usage-event.delete-bulk",
      target: ["USAGE_EVENT_BATCH"],
      table: "usage_event_deletion",
    };
  },
};
