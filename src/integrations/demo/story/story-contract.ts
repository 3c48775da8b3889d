import type { Catalog, Sold } from "./catalog.ts";
import type { Customer, CustomerName } from "./customers.ts";
import type { Answer, Send } from "./scene.ts";

/** The input of all scenes: how to send requests, the catalog, and the customers by name. */
export type Story = {
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

/** Creates a contract, without a customer if `customerName` is null; `fields` are further fields of the request. */
export async function createContract(
  { send, catalog, customer }: Story,
  name: string,
  customerName: CustomerName | null,
  fields: object = {},
): Promise<StoryContract> {
  const found = customerName === null ? undefined : customer(customerName);
  const party = found === undefined ? { currency: "USD" } : { customerId: found.id, currency: found.currency };
  const { id } = await send("POST", "/v3/contracts", { name, ...party, ...fields });
  const path = `/v3/contracts/${id}`;
  const scheduleOf = ({ product, from, to, price, ...rest }: Billing) => {
    const isFlat = rest.quantity === undefined && rest.eventTypeId === undefined;
    return {
      ...{ startDate: from, ...(to === undefined ? {} : { endDate: to }) },
      ...{ interval: "MONTH", invoiceDateStrategy: "FIRST_OF_PERIOD", productId: catalog.of(product).productId },
      billingType: isFlat ? "FLAT" : "UNIT",
      pricing: [{ amount: price, amountType: isFlat ? "TOTAL_INVOICE" : "PER_ITEM" }],
      ...rest,
    };
  };
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
