import { currencies, minorDigits } from "../../kernel/currency.ts";
import { type Money, money } from "../../kernel/money.ts";
import type { Interval, Period } from "../../kernel/periods.ts";
import { dayAt, isText, isThere, withoutEmpty } from "./fields.ts";
import { discountOf, pricingOf, stripeDigits } from "./stripe-price.ts";
import type {
  StripeAddress,
  StripeCustomer,
  StripeInvoice,
  StripeLine,
  StripePrice,
  StripeProduct,
  StripeSubscription,
} from "./stripe-records.ts";
import type { Body, LeftOut, Subscription, SubscriptionExport, SubscriptionInvoice } from "./subscription.ts";

/** Statuses of ended subscriptions, which have nothing left to bill. */
const over = new Set(["canceled", "incomplete_expired"]);
const running = new Set(["active", "past_due", "unpaid", "trialing"]);

/** The records of Stripe's API. */
export type StripeRecords = {
  readonly customers: readonly StripeCustomer[];
  readonly subscriptions: readonly StripeSubscription[];
  readonly invoices: readonly StripeInvoice[];
  /** Needed for the tiers of prices. */
  readonly prices: readonly StripePrice[];
  /** Needed for the names of products. */
  readonly products: readonly StripeProduct[];
};

/**
 * Reads the subscriptions of Stripe, with reasons for those that are left out.
 *
 * @param timeZone the time zone for converting Stripe's timestamps to days
 */
export function stripeExport(records: StripeRecords, timeZone: string): SubscriptionExport {
  const { customers, subscriptions, invoices, prices, products } = records;
  const catalog = {
    prices: new Map(prices.map((price) => [price.id, price])),
    names: new Map(products.map(({ id, name }) => [id, name ?? id])),
  };
  const leftOut: LeftOut[] = [];
  const carried: Subscription[] = [];
  for (const each of subscriptions) {
    if (over.has(each.status)) continue;
    const read = subscriptionOf(each, catalog, timeZone);
    if (typeof read === "string") leftOut.push({ kind: "subscription", id: each.id, name: nameOf(each), reason: read });
    else carried.push(read);
  }
  const issued = invoices.filter(({ status }) => status === "open" || status === "paid" || status === "uncollectible");
  return {
    ...{ system: "Stripe", customers: new Map(customers.map((each) => [each.id, customerOf(each)])) },
    ...{ subscriptions: carried, invoices: issued.map((each) => invoiceOf(each, timeZone)), leftOut },
  };
}

type Catalog = {
  readonly prices: ReadonlyMap<string, StripePrice>;
  readonly names: ReadonlyMap<string, string>;
};

function customerOf({ id, name, description, email, currency, tax_exempt, address, shipping }: StripeCustomer): Body {
  return withoutEmpty({
    name: [name, description, email].find(isText) ?? id,
    defaultCurrency: currency?.toUpperCase(),
    primaryBillingContactEmail: email,
    billingAddress: addressOf(address),
    shippingAddress: addressOf(shipping?.address),
    taxInfo: tax_exempt === "exempt" ? { isTaxExempt: true } : null,
    externalIds: [{ externalId: id, sourceType: "BILLING_A" }],
  });
}

function addressOf(address: StripeAddress | null | undefined): Body | null {
  if (address === null || address === undefined) return null;
  const { postal_code: postalCode, ...rest } = address;
  const { line1, line2, city, state, country } = rest;
  const body = withoutEmpty({ line1, line2, city, state, postalCode, country });
  return Object.keys(body).length === 0 ? null : body;
}

function nameOf({ id, description }: StripeSubscription): string {
  return isText(description) ? description : id;
}

/** A subscription, or the reason why it is left out. */
function subscriptionOf(read: StripeSubscription, catalog: Catalog, timeZone: string): Subscription | string {
  const currency = read.currency.toUpperCase();
  if (!currencies.includes(currency)) return `its currency ${currency} is not known`;
  if (!running.has(read.status)) return `it is ${read.status}`;
  if (isThere(read.pause_collection)) return "its collection is paused";
  if (isThere(read.schedule)) return "a schedule will change it";
  if (read.items.has_more === true) return "not all of its items are in the export";
  const digits = stripeDigits(currency, minorDigits(currency));
  const [first] = read.items.data;
  const recurring = first?.price.recurring;
  if (first === undefined || !isThere(recurring)) return "it has no item that recurs";
  const from = first.current_period_start ?? read.current_period_start;
  const to = first.current_period_end ?? read.current_period_end;
  if (!isThere(from) || !isThere(to)) return "it has no current period";
  // If a response has both `discount` and `discounts`, the former is the first of the latter.
  const listed = read.discounts ?? [];
  const shared = listed.length > 0 ? listed : [read.discount].filter(isThere);
  const items: Subscription["items"][number][] = [];
  for (const { id, quantity, price: stated, discounts, ...own } of read.items.data) {
    const price = { ...stated, tiers: stated.tiers ?? catalog.prices.get(stated.id)?.tiers ?? null };
    const { interval, interval_count: count } = price.recurring ?? {};
    const start = own.current_period_start ?? read.current_period_start;
    if (interval !== recurring.interval || count !== recurring.interval_count || start !== from)
      return "its items have different periods";
    const pricing = pricingOf(price, quantity ?? 1, digits);
    if (typeof pricing === "string") return `of ${nameOfPrice(price, catalog)}, ${pricing}`;
    const bodies = [...shared, ...(discounts ?? [])].map(discountOf);
    const problem = bodies.find((body) => typeof body === "string");
    if (problem !== undefined) return problem as string;
    const productId = typeof price.product === "string" ? price.product : price.product.id;
    const product = { id: productId, name: nameOfPrice(price, catalog) };
    items.push({ id, product, price: bodies.length === 0 ? pricing : { ...pricing, discounts: bodies } });
  }
  const current: Period = { start: dayAt(from, timeZone), end: dayAt(to, timeZone) };
  // A trial is not billed; the first billed period begins at its end.
  const anchor = dayAt(read.billing_cycle_anchor, timeZone);
  const isTrial = read.status === "trialing" && isThere(read.trial_end);
  const begins = isTrial ? dayAt(read.trial_end as number, timeZone) : undefined;
  const ends = read.cancel_at_period_end === true ? to : read.cancel_at;
  return {
    ...{ id: read.id, customerId: typeof read.customer === "string" ? read.customer : read.customer.id, currency },
    ...{ interval: recurring.interval.toUpperCase() as Interval, intervalFrequency: recurring.interval_count },
    ...{ anchor, current: begins === undefined ? current : { start: begins, end: begins + 1 } },
    end: isThere(ends) ? dayAt(ends, timeZone) : null,
    netPaymentTerms: read.collection_method === "send_invoice" ? (read.days_until_due ?? null) : 0,
    items,
  };
}

function nameOfPrice({ product, nickname, id }: StripePrice, { names }: Catalog): string {
  const productId = typeof product === "string" ? product : product.id;
  const name = typeof product === "string" ? names.get(product) : product.name;
  return [name, nickname].find(isText) ?? productId ?? id;
}

function invoiceOf(read: StripeInvoice, timeZone: string): SubscriptionInvoice {
  const currency = read.currency.toUpperCase();
  const amount = (minor: number): Money => amountOf(minor, currency);
  const issueDate = dayAt(read.effective_at ?? read.created, timeZone);
  const dueDate = isThere(read.due_date) ? dayAt(read.due_date, timeZone) : issueDate;
  const subscription = read.subscription ?? read.parent?.subscription_details?.subscription;
  const tax = read.tax ?? total(read.total_taxes);
  return {
    ...{ id: read.id, number: read.number ?? read.id, issueDate, dueDate: Math.max(issueDate, dueDate) },
    subscriptionId: typeof subscription === "string" ? subscription : (subscription?.id ?? null),
    ...{ total: amount(read.total), tax: amount(tax) },
    // Uncollectible invoices are no longer open.
    open: amount(read.status === "open" ? read.amount_remaining : 0),
    isWhole: read.lines.has_more !== true,
    lines: read.lines.data.flatMap((line) => {
      const details = line.parent?.subscription_item_details;
      const itemId = line.subscription_item ?? details?.subscription_item;
      if (!isThere(itemId)) return [];
      const period = { start: dayAt(line.period.start, timeZone), end: dayAt(line.period.end, timeZone) };
      const isProration = (line.proration ?? details?.proration) === true;
      return [{ itemId, period, amount: amount(netOf(line)), isProration }];
    }),
  };
}

/** The amount of a line after discounts and without tax that is included in the price. */
function netOf({ amount, discount_amounts: discounts, tax_amounts, taxes }: StripeLine): number {
  const included = [...(tax_amounts ?? []), ...(taxes ?? [])].filter(
    ({ inclusive, tax_behavior: behavior }) => inclusive === true || behavior === "inclusive",
  );
  return amount - total(discounts) - total(included);
}

function total(parts: readonly { readonly amount: number }[] | null | undefined): number {
  return (parts ?? []).reduce((sum, { amount }) => sum + amount, 0);
}

function amountOf(minor: number, currency: string): Money {
  const digits = minorDigits(currency);
  const scale = (places: number) => 10n ** BigInt(places);
  return money((BigInt(minor) * scale(digits)) / scale(stripeDigits(currency, digits)), currency);
}
