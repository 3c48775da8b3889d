import type { ApiAnswer, Json } from "./api.ts";
import type { Client } from "./client.ts";
import { priced } from "./client.ts";
import { usageBody } from "./pobs.ts";

/** A contract of a customer with usage terms, and shortcuts for tests of commitments. */
export type CommitmentClient = {
  readonly contractId: string;
  readonly customerId: string;
  readonly eventTypeId: string;
  /** Terms of the event type through 2026, at 0.010 and 0.008. */
  readonly first: string;
  readonly second: string;
  readonly path: string;
  readonly term: (body?: object) => Promise<string>;
  /** One commitment, as its view. */
  readonly create: (commitment: object) => Promise<Json>;
  readonly post: (...commitments: object[]) => Promise<ApiAnswer>;
  readonly use: (day: string, value: string, eventTypeId?: string) => Promise<void>;
};

export const committedTerm = (eventTypeId: string, price: string, parts: object = {}) =>
  usageBody(eventTypeId, {
    name: `Calls at ${price}`,
    usageScope: "COMMITMENT",
    ...priced(price, "PER_ITEM"),
    ...parts,
  });

export async function commitmentsOn(client: Client, contractBody: object = {}): Promise<CommitmentClient> {
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Northwind" });
  return contractOf(client, customerId, await newEventType(client), contractBody);
}

export async function newEventType(client: Client, aggregation = "SUM"): Promise<string> {
  return (await client.ok("POST", "/v3/events/types", { name: crypto.randomUUID(), aggregation })).id;
}

export async function contractOf(
  client: Client,
  customerId: string,
  eventTypeId: string,
  contractBody: object = {},
): Promise<CommitmentClient> {
  const { id: contractId } = await client.ok("POST", "/v3/contracts", { name: "Plan", customerId, ...contractBody });
  const path = `/v3/contracts/${contractId}`;
  const term = async (body: object = {}): Promise<string> =>
    (await client.ok("POST", `${path}/billing-terms`, committedTerm(eventTypeId, "0.010", body))).id;
  const post = (...commitments: object[]) => client.send("POST", `${path}/commitments`, { commitments });
  return {
    contractId,
    customerId,
    eventTypeId,
    first: await term(),
    second: await term({ name: "Calls at 0.008", ...priced("0.008", "PER_ITEM") }),
    path,
    term,
    post,
    create: async (commitment) => {
      const { commitments } = await client.ok("POST", `${path}/commitments`, { commitments: [commitment] });
      return commitments[0];
    },
    use: async (day, value, of = eventTypeId) => {
      const event = { idempotencyKey: crypto.randomUUID(), customerId, eventTypeId: of };
      await client.ok("POST", "/v3/events", { ...event, datetime: `${day}T12:00:00Z`, value });
    },
  };
}

/** 1,000.00 for the first quarter of 2026, with any fields that a test overrides. */
export function commitmentBody(billingTermId: string, schedule: object = {}, parts: object = {}) {
  return {
    commitmentUnitType: "CURRENCY",
    schedules: [
      {
        startDate: "2026-01-01",
        endDate: "2026-03-31",
        steps: [{ commitmentValue: "1000.00", billingTermIds: [billingTermId] }],
        ...schedule,
      },
    ],
    ...parts,
  };
}

/** One step of 100.00 for each term. */
export const stepsOf = (...billingTermIds: string[]) =>
  billingTermIds.map((id) => ({ commitmentValue: "100", billingTermIds: [id] }));

/** A commitment of two monthly schedules with two steps each, and where its parts are. */
export async function committed(client: Client, parts: object = {}) {
  const on = await commitmentsOn(client);
  const steps = stepsOf(on.first, on.second);
  const schedules = [
    { startDate: "2026-01-01", endDate: "2026-03-31", commitmentInterval: "MONTHLY", steps },
    { startDate: "2026-04-01", endDate: "2026-06-30", commitmentInterval: "MONTHLY", steps },
  ];
  const view = await on.create({ commitmentUnitType: "CURRENCY", schedules, ...parts });
  return { on, view, path: `${on.path}/commitments/${view.id}`, schedules: view.schedules as Json[] };
}
