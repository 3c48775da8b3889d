import type { Catalog, Sold } from "./catalog.ts";
import type { Customer, CustomerName } from "./customers.ts";
import type { Answer, Send } from "./stage.ts";

/** What scenes need: sending requests, the catalog and the customers. */
export type Cast = {
  readonly send: Send;
  readonly catalog: Catalog;
  readonly customer: (name: CustomerName) => Customer;
};

/** The fields of a billing schedule; by default monthly, in advance. */
export type Billing = {
  readonly name: string;
  readonly product: Sold;
  readonly from: string;
  /** The last day; without one it has no end. */
  readonly to?: string;
  /** The price of a period, or of a unit if there is a quantity. */
  readonly price: string;
  readonly quantity?: string;
  readonly interval?: "NONE" | "SEMI_MONTH" | "MONTH" | "QUARTER" | "YEAR";
  readonly [field: string]: unknown;
};

/** Fields of an obligation that set how its revenue is recognized, in addition to service dates and category. */
export type Earning = { readonly [field: string]: unknown };

/** A contract of the story, and the actions on it. */
export type StoryContract = {
  readonly id: string;
  readonly path: string;
  /** Adds an obligation: a term with its performance obligation. */
  readonly sell: (billing: Billing, earning?: Earning) => Promise<Answer>;
  /** Adds a billing term only. */
  readonly bill: (billing: Billing) => Promise<Answer>;
  readonly approve: () => Promise<void>;
};

/** Creates a contract; `fields` are further fields of the API. */
export async function contract(
  { send, catalog, customer }: Cast,
  name: string,
  of: CustomerName | null,
  fields: object = {},
): Promise<StoryContract> {
  const buyer = of === null ? undefined : customer(of);
  const of_ = buyer === undefined ? { currency: "USD" } : { customerId: buyer.id, currency: buyer.currency };
  const { id } = await send("POST", "/v3/contracts", { name, ...of_, ...fields });
  const path = `/v3/contracts/${id}`;
  const scheduleOf = ({ product, from, to, price, ...rest }: Billing) => ({
    ...{ startDate: from, ...(to === undefined ? {} : { endDate: to }) },
    ...{ interval: "MONTH", invoiceDateStrategy: "FIRST_OF_PERIOD", productId: catalog.of(product).productId },
    billingType: rest.quantity === undefined && rest.eventTypeId === undefined ? "FLAT" : "UNIT",
    pricing: [
      {
        amount: price,
        amountType: rest.quantity === undefined && rest.eventTypeId === undefined ? "TOTAL_INVOICE" : "PER_ITEM",
      },
    ],
    ...rest,
  });
  return {
    id,
    path,
    sell: (billing, earning = {}) =>
      send("POST", `${path}/obligations`, {
        serviceStartDate: billing.from,
        ...(billing.to === undefined ? {} : { serviceEndDate: billing.to }),
        categoryId: catalog.of(billing.product).categoryId,
        ...earning,
        billingSchedule: scheduleOf(billing),
      }),
    bill: (billing) => send("POST", `${path}/billing-terms`, scheduleOf(billing)),
    approve: async () => {
      await send("POST", `${path}/actions`, { action: "APPROVE", reason: "Signed by both sides." });
    },
  };
}

/** The revenue is recognized at one point in time. */
export const onDelivery = { recognitionPattern: "POINT_IN_TIME" } as const;
