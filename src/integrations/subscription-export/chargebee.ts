import { currencies, minorDigits } from "../../kernel/currency.ts";
import { money } from "../../kernel/money.ts";
import type { Interval } from "../../kernel/periods.ts";
import { pricingOf } from "./chargebee-price.ts";
import type {
  ChargebeeCustomer,
  ChargebeeInvoice,
  ChargebeeItemPrice,
  ChargebeeSubscription,
} from "./chargebee-records.ts";
import { dayAt, isText, isThere, withoutEmpty } from "./fields.ts";
import type { Body, LeftOut, Subscription, SubscriptionExport, SubscriptionInvoice } from "./subscription.ts";

const over = new Set(["cancelled", "transferred"]);
const running = new Set(["active", "non_renewing", "in_trial", "future"]);
/** Types of invoice lines that recur; all others are billed once. */
const recurring = new Set(["plan_item_price", "addon_item_price"]);

/** The records of Chargebee's API. */
export type ChargebeeRecords = {
  readonly customers: readonly ChargebeeCustomer[];
  readonly subscriptions: readonly ChargebeeSubscription[];
  readonly invoices: readonly ChargebeeInvoice[];
  readonly itemPrices: readonly ChargebeeItemPrice[];
};

/**
 * Reads the subscriptions of Chargebee, with reasons for those that are left out.
 *
 * @param timeZone the time zone of the site, for converting its timestamps to days
 */
export function chargebeeExport(records: ChargebeeRecords, timeZone: string): SubscriptionExport {
  const { customers, subscriptions, invoices, itemPrices } = records;
  const catalog = new Map(itemPrices.map((price) => [price.id, price]));
  const leftOut: LeftOut[] = [];
  const carried: Subscription[] = [];
  for (const each of subscriptions) {
    if (over.has(each.status)) continue;
    const read = subscriptionOf(each, catalog, timeZone);
    if (typeof read === "string") leftOut.push({ kind: "subscription", id: each.id, name: each.id, reason: read });
    else carried.push(read);
  }
  const issued = invoices.filter(({ status }) => status !== "voided" && status !== "pending");
  return {
    system: "Chargebee",
    customers: new Map(customers.map((each) => [each.id, customerOf(each)])),
    subscriptions: carried,
    invoices: issued.map((each) => invoiceOf(each, timeZone)),
    leftOut,
  };
}

function customerOf(read: ChargebeeCustomer): Body {
  const { id, company, first_name, last_name, email, billing_address: address } = read;
  const person = [first_name, last_name].filter(isText).join(" ");
  const { line1, line2, city, state, zip, country } = address ?? {};
  const billingAddress = withoutEmpty({ line1, line2, city, state, postalCode: zip, country });
  const isTaxExempt = read.taxability === "exempt" ? true : undefined;
  const taxInfo = withoutEmpty({ vatId: read.vat_number, isTaxExempt });
  return withoutEmpty({
    name: [company, person, email].find(isText) ?? id,
    ...{ defaultCurrency: read.preferred_currency_code, netPaymentTerms: read.net_term_days },
    primaryBillingContactEmail: email,
    billingAddress: Object.keys(billingAddress).length === 0 ? null : billingAddress,
    taxInfo: Object.keys(taxInfo).length === 0 ? null : taxInfo,
    externalIds: [{ externalId: id, sourceType: "BILLING_A" }],
  });
}

/** A subscription, or the reason why it is left out. */
function subscriptionOf(
  read: ChargebeeSubscription,
  catalog: ReadonlyMap<string, ChargebeeItemPrice>,
  timeZone: string,
): Subscription | string {
  const { currency_code: currency, billing_period: frequency, billing_period_unit: unit } = read;
  if (!currencies.includes(currency)) return `its currency ${currency} is not known`;
  if (!running.has(read.status)) return `it is ${read.status}`;
  if (read.has_scheduled_changes === true) return "a scheduled change will alter it";
  if ((read.coupons ?? []).length > 0 || (read.discounts ?? []).length > 0) return "it has a coupon or a discount";
  if (!isThere(frequency) || !isThere(unit)) return "it has no billing period";
  const items: Subscription["items"][number][] = [];
  for (const item of read.subscription_items ?? []) {
    const price = catalog.get(item.item_price_id);
    if (item.item_type === "charge") return `its charge ${item.item_price_id} is billed by itself`;
    if (price === undefined) return `the item price ${item.item_price_id} is not in the export`;
    if ((item.billing_period ?? frequency) !== frequency || (item.billing_period_unit ?? unit) !== unit)
      return "its items have different periods";
    if (isThere(item.billing_cycles)) return `its addon ${item.item_price_id} ends by itself`;
    const own = (read.item_tiers ?? []).filter(({ item_price_id: of }) => of === price.id);
    const name = [price.external_name, price.name].find(isText) ?? price.id;
    const pricing = pricingOf(item, price, { own, digits: minorDigits(currency) });
    if (typeof pricing === "string") return `of ${name}, ${pricing}`;
    items.push({ id: idOf(read.id, price.id), product: { id: price.item_id ?? price.id, name }, price: pricing });
  }
  if (items.length === 0) return "it has no item that recurs";
  const isToCome = read.status === "in_trial" || read.status === "future";
  const first = read.status === "in_trial" ? read.trial_end : (read.start_date ?? read.next_billing_at);
  const from = isToCome ? first : read.current_term_start;
  const to = isToCome ? first : read.current_term_end;
  if (!isThere(from) || !isThere(to)) return "it has no current term";
  const start = dayAt(from, timeZone);
  const ends = read.status === "non_renewing" ? (read.cancelled_at ?? to) : null;
  const begun = read.started_at ?? read.start_date ?? from;
  return {
    ...{ id: read.id, customerId: read.customer_id, currency, intervalFrequency: frequency, items },
    interval: unit.toUpperCase() as Interval,
    anchor: isToCome ? start : dayAt(begun, timeZone),
    current: { start, end: Math.max(dayAt(to, timeZone), start + 1) },
    end: isThere(ends) ? dayAt(ends, timeZone) : null,
    netPaymentTerms: null,
  };
}

/** The id of an item: an item price occurs once in a subscription, but in many subscriptions. */
function idOf(subscriptionId: string, itemPriceId: string): string {
  return `${subscriptionId} ${itemPriceId}`;
}

function invoiceOf(read: ChargebeeInvoice, timeZone: string): SubscriptionInvoice {
  const currency = read.currency_code;
  const amount = (minor: number) => money(BigInt(minor), currency);
  const issueDate = dayAt(read.date ?? 0, timeZone);
  const lines = read.line_items ?? [];
  const subscriptionId = read.subscription_id ?? lines[0]?.subscription_id ?? null;
  return {
    ...{ id: read.id, number: read.id, subscriptionId, issueDate, isWhole: true },
    dueDate: Math.max(issueDate, isThere(read.due_date) ? dayAt(read.due_date, timeZone) : issueDate),
    ...{ total: amount(read.total), tax: amount(read.tax ?? 0), open: amount(read.amount_due ?? 0) },
    lines: lines.flatMap(({ entity_type: type, entity_id: itemPriceId, ...line }) => {
      if (!recurring.has(type) || !isThere(itemPriceId)) return [];
      const included = read.price_type === "tax_inclusive" ? (line.tax_amount ?? 0) : 0;
      return {
        itemId: idOf(line.subscription_id ?? subscriptionId ?? "", itemPriceId),
        period: { start: dayAt(line.date_from, timeZone), end: dayAt(line.date_to, timeZone) },
        amount: amount(line.amount - (line.discount_amount ?? 0) - included),
        // Chargebee does not mark prorations; a line for part of a period is recognized by its days.
        isProration: false,
      };
    }),
  };
}
