import { type Static, Type } from "typebox";
import { Decimal, Maybe, Moment } from "./fields.ts";

// The fields that are read from resources of Chargebee's API (version 2, items and item prices). Amounts are in minor units.

const Amount = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Unit = Type.Union([Type.Literal("day"), Type.Literal("week"), Type.Literal("month"), Type.Literal("year")]);

const Address = Type.Object({
  ...{ company: Maybe(Type.String()), line1: Maybe(Type.String()), line2: Maybe(Type.String()) },
  ...{ city: Maybe(Type.String()), state: Maybe(Type.String()), zip: Maybe(Type.String()) },
  country: Maybe(Type.String()),
});

const Customer = Type.Object({
  ...{ id: Type.String(), company: Maybe(Type.String()), first_name: Maybe(Type.String()) },
  ...{ last_name: Maybe(Type.String()), email: Maybe(Type.String()), net_term_days: Maybe(Type.Integer()) },
  ...{ taxability: Maybe(Type.String()), vat_number: Maybe(Type.String()), billing_address: Maybe(Address) },
  preferred_currency_code: Maybe(Type.String()),
});
export type ChargebeeCustomer = Static<typeof Customer>;

const Tier = Type.Object({
  ...{ item_price_id: Maybe(Type.String()), starting_unit: Type.Integer({ minimum: 0 }), price: Maybe(Amount) },
  price_in_decimal: Maybe(Decimal),
});
export type ChargebeeTier = Static<typeof Tier>;

const ItemPrice = Type.Object({
  ...{ id: Type.String(), item_id: Maybe(Type.String()), name: Maybe(Type.String()) },
  ...{ external_name: Maybe(Type.String()), pricing_model: Type.String(), is_metered: Maybe(Type.Boolean()) },
  tiers: Maybe(Type.Array(Tier)),
});
export type ChargebeeItemPrice = Static<typeof ItemPrice>;

const Item = Type.Object({
  ...{ item_price_id: Type.String(), item_type: Type.String(), quantity: Maybe(Type.Integer({ minimum: 0 })) },
  ...{ unit_price: Maybe(Amount), unit_price_in_decimal: Maybe(Decimal), free_quantity: Maybe(Type.Integer()) },
  ...{ billing_period: Maybe(Type.Integer()), billing_period_unit: Maybe(Unit), billing_cycles: Maybe(Type.Integer()) },
});
export type ChargebeeItem = Static<typeof Item>;

const Subscription = Type.Object({
  ...{ id: Type.String(), customer_id: Type.String(), currency_code: Type.String(), status: Type.String() },
  ...{ billing_period: Maybe(Type.Integer({ minimum: 1 })), billing_period_unit: Maybe(Unit) },
  ...{ start_date: Maybe(Moment), started_at: Maybe(Moment), trial_end: Maybe(Moment), cancelled_at: Maybe(Moment) },
  ...{ current_term_start: Maybe(Moment), current_term_end: Maybe(Moment), next_billing_at: Maybe(Moment) },
  ...{ has_scheduled_changes: Maybe(Type.Boolean()), remaining_billing_cycles: Maybe(Type.Integer()) },
  ...{ coupons: Maybe(Type.Array(Type.Unknown())), discounts: Maybe(Type.Array(Type.Unknown())) },
  ...{ subscription_items: Maybe(Type.Array(Item)), item_tiers: Maybe(Type.Array(Tier)) },
});
export type ChargebeeSubscription = Static<typeof Subscription>;

const Line = Type.Object({
  ...{ subscription_id: Maybe(Type.String()), date_from: Moment, date_to: Moment, amount: Amount },
  ...{ discount_amount: Maybe(Amount), tax_amount: Maybe(Amount), entity_type: Type.String() },
  entity_id: Maybe(Type.String()),
});

const Invoice = Type.Object({
  ...{ id: Type.String(), status: Type.String(), currency_code: Type.String(), subscription_id: Maybe(Type.String()) },
  ...{ date: Maybe(Moment), due_date: Maybe(Moment), total: Amount, tax: Maybe(Amount), amount_due: Maybe(Amount) },
  ...{ price_type: Maybe(Type.String()), line_items: Maybe(Type.Array(Line)) },
});
export type ChargebeeInvoice = Static<typeof Invoice>;

// In list responses each resource is wrapped in a field with its name.
export const CustomerEntry = Type.Object({ customer: Customer });
export const SubscriptionEntry = Type.Object({ subscription: Subscription });
export const InvoiceEntry = Type.Object({ invoice: Invoice });
export const ItemPriceEntry = Type.Object({ item_price: ItemPrice });
