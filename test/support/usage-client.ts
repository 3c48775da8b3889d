import type { ApiAnswer, Json } from "./api.ts";
import type { Client } from "./client.ts";
import { termBody } from "./term-client.ts";

/** A monthly usage term of 2026 in arrears, by default priced per unit. */
export function usageBody(eventTypeId: string, price: string | object = "1", parts: object = {}) {
  const pricing = [{ tier: 0, amount: price, amountType: "PER_ITEM", tierMinimum: "0" }];
  return termBody({
    name: "API calls",
    interval: "MONTH",
    invoiceDateStrategy: "ARREARS",
    billingType: "UNIT",
    eventTypeId,
    ...(typeof price === "string" ? { pricing } : price),
    ...parts,
  });
}

/** Tiers of [from, unit price]. */
export function tiered(pricingType: string, tiers: readonly (readonly [string, string])[]): object {
  const pricing = tiers.map(([tierMinimum, amount], tier) => ({ tier, amount, amountType: "PER_ITEM", tierMinimum }));
  return { pricingType, pricing };
}

/** A customer with a contract and usage. */
export type Metering = {
  readonly customerId: string;
  readonly contractId: string;
  readonly eventTypeId: string;
  readonly addTerm: (price?: string | object, parts?: object) => Promise<Json>;
  readonly approve: () => Promise<void>;
  /** Records usage, [moment or day, value, parts], and handles the resulting events. */
  readonly use: (...events: readonly (readonly [at: string, value: string, parts?: object])[]) => Promise<Json[]>;
  readonly forget: (eventId: string) => Promise<ApiAnswer>;
  /** Issued invoices, oldest first, as "issue date | type days quantity = total, …". */
  readonly invoices: () => Promise<string[]>;
  readonly schedule: (until?: string) => Promise<Json[]>;
  /** Recognized or planned revenue as "month source amount status", by month. */
  readonly revenue: () => Promise<string[]>;
};

let keys = 0;

/** A contract of 2026 with its own event type; the test adds terms and approves it. */
export async function meteringOn(client: Client, eventType: object = {}, contract: object = {}): Promise<Metering> {
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Northwind" });
  const { id: contractId } = await client.ok("POST", "/v3/contracts", { name: "Usage", customerId, ...contract });
  const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", { name: crypto.randomUUID(), ...eventType });
  const path = `/v3/contracts/${contractId}`;
  const schedule = async (until?: string): Promise<Json[]> => {
    const query = until === undefined ? "" : `?until=${until}`;
    return (await client.ok("GET", `${path}/invoice-schedule${query}`)).data;
  };
  return {
    customerId,
    contractId,
    eventTypeId,
    schedule,
    addTerm: (price, parts) => client.ok("POST", `${path}/billing-terms`, usageBody(eventTypeId, price, parts)),
    approve: () => client.approve(contractId),
    use: async (...events) => {
      const made: Json[] = [];
      for (const [at, value, parts] of events) {
        const datetime = at.length === 10 ? `${at}T12:00:00Z` : at;
        const body = { idempotencyKey: `used-${++keys}`, customerId, eventTypeId, datetime, value, ...parts };
        made.push(await client.ok("POST", "/v3/events", body));
      }
      await client.drainOutbox();
      return made;
    },
    forget: async (eventId) => {
      const answer = await client.send("DELETE", `/v3/events/${eventId}`);
      await client.drainOutbox();
      return answer;
    },
    invoices: async () => {
      const made = (await schedule()).filter(({ status }) => status !== "PLANNED" && status !== "DRAFT");
      return made.map(({ issueDate, lineItems }) => `${issueDate} | ${lineItems.map(shownLine).join(", ")}`);
    },
    revenue: async () => {
      const { data } = await client.ok("GET", `/v3/revenue-schedules?filter=contractId:eq:${contractId}&limit=1000`);
      const entries = data.map((each: Json) => `${each.timeframe} ${each.source} ${each.amount} ${each.status}`);
      return entries.toSorted();
    },
  };
}

export function shownLine({ type, differentiator, quantity, total, serviceStartDate, serviceEndDate }: Json): string {
  const what = differentiator === null ? type : `${type} ${differentiator}`;
  return `${what} ${serviceStartDate.slice(5)}–${serviceEndDate.slice(5)} ${quantity} = ${total}`;
}
