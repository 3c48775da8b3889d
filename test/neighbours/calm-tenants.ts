import { setTimeout as sleep } from "node:timers/promises";
import type { Sent } from "./exchange.ts";
import type { Installation, Tenant } from "./installation.ts";

/** A merchant that does its work, and the records that it works on. */
type Calm = {
  readonly tenant: Tenant;
  readonly customerId: string;
  readonly eventTypeId: string;
  readonly contractId: string;
  readonly invoiceId: string;
};

/** Merchants with a contract that is billed, and some usage. */
export function prepareCalm(installation: Installation, count: number): Promise<Calm[]> {
  return Promise.all(Array.from({ length: count }, () => prepareOne(installation)));
}

async function prepareOne(installation: Installation): Promise<Calm> {
  const tenant = await installation.newTenant("2026-01-15T12:00:00Z");
  const { ok } = tenant;
  const { id: customerId } = await ok("POST", "/v3/customers", { name: "Calm" });
  const { id: eventTypeId } = await ok("POST", "/v3/events/types", { name: "calls" });
  const { id: contractId } = await ok("POST", "/v3/contracts", { name: "Calm", customerId });
  await ok("POST", `/v3/contracts/${contractId}/billing-terms`, {
    ...{ name: "Platform", startDate: "2026-01-01", endDate: "2026-12-31", interval: "MONTH" },
    ...{ invoiceDateStrategy: "FIRST_OF_PERIOD", billingType: "FLAT" },
    pricing: [{ amount: "100.00", amountType: "TOTAL_INVOICE" }],
  });
  await ok("POST", `/v3/contracts/${contractId}/actions`, { action: "APPROVE" });
  for (let attempt = 0; attempt < 120; attempt += 1) {
    const { data } = await ok("GET", "/v3/invoices?filter=status:eq:ISSUED");
    const [invoice] = data;
    if (invoice !== undefined) return { tenant, customerId, eventTypeId, contractId, invoiceId: invoice.id };
    await sleep(250);
  }
  throw new Error("The invoice of a calm merchant was not issued.");
}

let events = 0;

/** What a merchant's day is made of, in turn: lists, records, usage, and small writes. */
const requestsOfOne: readonly ((calm: Calm) => Omit<Sent, "key">)[] = [
  () => ({ method: "GET", path: "/v3/contracts?limit=50" }),
  ({ customerId, eventTypeId }) => {
    events += 1;
    const body = {
      idempotencyKey: `calm-${events}`,
      customerId,
      eventTypeId,
      datetime: "2026-01-10T00:00:00Z",
      value: "1",
    };
    return { method: "POST", path: "/v3/events", body: JSON.stringify(body) };
  },
  ({ invoiceId }) => ({ method: "GET", path: `/v3/invoices/${invoiceId}` }),
  () => ({ method: "GET", path: "/v3/events?limit=50" }),
  ({ contractId }) => ({
    ...{ method: "PATCH", path: `/v3/contracts/${contractId}/metadata` },
    body: JSON.stringify({ metadata: { seen: String(events) } }),
  }),
  ({ contractId }) => ({ method: "GET", path: `/v3/contracts/${contractId}` }),
  () => ({ method: "GET", path: "/v3/invoices?limit=50" }),
  () => ({ method: "POST", path: "/v3/customers", body: JSON.stringify({ name: `Customer ${events}` }) }),
  ({ contractId }) => ({ method: "GET", path: `/v3/contracts/${contractId}/billing-terms?page=1&limit=50` }),
];

/** So many requests of all of them, in an order that the seed decides. */
export function calmRequests(tenants: readonly Calm[], count: number, random: () => number): Sent[] {
  return Array.from({ length: count }, () => {
    const calm = pick(tenants, random);
    return { ...pick(requestsOfOne, random)(calm), key: calm.tenant.key };
  });
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)] as Item;
}
