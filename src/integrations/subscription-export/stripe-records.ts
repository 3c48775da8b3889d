import { type Static, type TSchema, Type } from "typebox";
import { Decimal, Maybe, Moment } from "./fields.ts";

// The fields that are read from objects of Stripe's API, in all places where its versions have them. Amounts are in minor units.

const Amount = Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER });
const ListOf = <Schema extends TSchema>(item: Schema) =>
  Type.Object({ data: Type.Array(item), has_more: Type.Optional(Type.Boolean()) });

const Address = Type.Object({
  ...{ line1: Maybe(Type.String()), line2: Maybe(Type.String()), city: Maybe(Type.String()) },
  ...{ state: Maybe(Type.String()), postal_code: Maybe(Type.String()), country: Maybe(Type.String()) },
});
export type StripeAddress = Static<typeof Address>;

export const StripeCustomer = Type.Object({
  ...{ id: Type.String(), name: Maybe(Type.String()), description: Maybe(Type.String()), email: Maybe(Type.String()) },
  ...{ currency: Maybe(Type.String()), tax_exempt: Maybe(Type.String()), address: Maybe(Address) },
  shipping: Maybe(Type.Object({ address: Maybe(Address) })),
});
export type StripeCustomer = Static<typeof StripeCustomer>;

const Named = Type.Object({ id: Type.String(), name: Maybe(Type.String()) });
const Tier = Type.Object({
  ...{ up_to: Type.Union([Type.Integer(), Type.Null()]), unit_amount_decimal: Maybe(Decimal) },
  ...{ unit_amount: Maybe(Amount), flat_amount_decimal: Maybe(Decimal), flat_amount: Maybe(Amount) },
});

export const StripePrice = Type.Object({
  ...{ id: Type.String(), currency: Type.String(), nickname: Maybe(Type.String()) },
  ...{ product: Type.Union([Type.String(), Named]), billing_scheme: Type.String() },
  ...{ unit_amount: Maybe(Amount), unit_amount_decimal: Maybe(Decimal) },
  ...{ tiers_mode: Maybe(Type.String()), tiers: Maybe(Type.Array(Tier)) },
  transform_quantity: Maybe(Type.Object({ divide_by: Type.Integer({ minimum: 1 }), round: Type.String() })),
  recurring: Maybe(
    Type.Object({
      interval: Type.Union([Type.Literal("day"), Type.Literal("week"), Type.Literal("month"), Type.Literal("year")]),
      interval_count: Type.Integer({ minimum: 1 }),
      usage_type: Maybe(Type.String()),
    }),
  ),
});
export type StripePrice = Static<typeof StripePrice>;

const Coupon = Type.Object({
  ...{ id: Type.String(), percent_off: Maybe(Type.Number()), duration: Maybe(Type.String()) },
});
/** Only an id if it was not expanded in the export. */
const Discount = Type.Union([
  Type.String(),
  Type.Object({
    coupon: Maybe(Type.Union([Type.String(), Coupon])),
    source: Maybe(Type.Object({ coupon: Maybe(Type.Union([Type.String(), Coupon])) })),
  }),
]);
export type StripeDiscount = Static<typeof Discount>;

export const StripeSubscription = Type.Object({
  ...{ id: Type.String(), customer: Type.Union([Type.String(), Type.Object({ id: Type.String() })]) },
  ...{ status: Type.String(), currency: Type.String(), billing_cycle_anchor: Moment },
  ...{ current_period_start: Maybe(Moment), current_period_end: Maybe(Moment), trial_end: Maybe(Moment) },
  ...{ cancel_at: Maybe(Moment), cancel_at_period_end: Maybe(Type.Boolean()), days_until_due: Maybe(Type.Integer()) },
  ...{ collection_method: Maybe(Type.String()), pause_collection: Maybe(Type.Object({})) },
  ...{ schedule: Maybe(Type.Union([Type.String(), Type.Object({})])), description: Maybe(Type.String()) },
  ...{ discount: Maybe(Discount), discounts: Maybe(Type.Array(Discount)) },
  items: ListOf(
    Type.Object({
      ...{ id: Type.String(), quantity: Maybe(Type.Integer({ minimum: 0 })), price: StripePrice },
      ...{ current_period_start: Maybe(Moment), current_period_end: Maybe(Moment) },
      discounts: Maybe(Type.Array(Discount)),
    }),
  ),
});
export type StripeSubscription = Static<typeof StripeSubscription>;

const Part = Type.Object({ amount: Amount, inclusive: Maybe(Type.Boolean()), tax_behavior: Maybe(Type.String()) });
const Line = Type.Object({
  ...{ amount: Amount, period: Type.Object({ start: Moment, end: Moment }) },
  ...{ subscription_item: Maybe(Type.String()), proration: Maybe(Type.Boolean()) },
  ...{
    discount_amounts: Maybe(Type.Array(Part)),
    tax_amounts: Maybe(Type.Array(Part)),
    taxes: Maybe(Type.Array(Part)),
  },
  parent: Maybe(
    Type.Object({
      subscription_item_details: Maybe(
        Type.Object({ subscription_item: Maybe(Type.String()), proration: Maybe(Type.Boolean()) }),
      ),
    }),
  ),
});
export type StripeLine = Static<typeof Line>;

const SubscriptionOf = Type.Union([Type.String(), Type.Object({ id: Type.String() })]);
export const StripeInvoice = Type.Object({
  ...{ id: Type.String(), number: Maybe(Type.String()), status: Maybe(Type.String()), currency: Type.String() },
  ...{ created: Moment, effective_at: Maybe(Moment), due_date: Maybe(Moment) },
  ...{ total: Amount, amount_remaining: Amount, tax: Maybe(Amount), total_taxes: Maybe(Type.Array(Part)) },
  subscription: Maybe(SubscriptionOf),
  parent: Maybe(Type.Object({ subscription_details: Maybe(Type.Object({ subscription: Maybe(SubscriptionOf) })) })),
  lines: ListOf(Line),
});
export type StripeInvoice = Static<typeof StripeInvoice>;

export const StripeProduct = Named;
export type StripeProduct = Static<typeof StripeProduct>;
