import type { Catalog, Sold } from "./catalog.ts";
import type { Customer, CustomerName } from "./customers.ts";
import type { Answer, Send } from "./stage.ts";

/** What the scenes of contracts are told with. */
export type Cast = {
  readonly send: Send;
  readonly catalog: Catalog;
  readonly customer: (name: CustomerName) => Customer;
};

/** How something is billed: the fields of a billing schedule, by the month in advance unless they say otherwise. */
export type Billing = {
  readonly name: string;
  readonly product: Sold;
  readonly from: string;
  /** The last day; without one it goes on. */
  readonly to?: string;
  /** Of a period, or of a unit where there is a quantity. */
  readonly price: string;
  readonly quantity?: string;
  readonly interval?: "NONE" | "SEMI_MONTH" | "MONTH" | "QUARTER" | "YEAR";
  readonly [field: string]: unknown;
};

/** How it is earned, besides over the days that are billed. */
export type Earning = { readonly [field: string]: unknown };

/** A contract of the story, and what is done to it. */
export type Told = {
  readonly id: string;
  readonly path: string;
  /** A term with its performance obligation. */
  readonly sell: (billing: Billing, earning?: Earning) => Promise<Answer>;
  /** A term alone. */
  readonly bill: (billing: Billing) => Promise<Answer>;
  readonly approve: () => Promise<void>;
};

/** Enters a contract, with whatever fields of the API it has. */
export async function contract(
  { send, catalog, customer }: Cast,
  name: string,
  of: CustomerName | null,
  fields: object = {},
): Promise<Told> {
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

/** One day's delivery, billed on that day unless the billing says otherwise. */
export const onDelivery = { recognitionPattern: "POINT_IN_TIME" } as const;
