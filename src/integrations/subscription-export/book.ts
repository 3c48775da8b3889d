import { type Day, formatDay } from "../../kernel/day.ts";
import { add, formatMoney, isZero, type Money, ratioFromMoney, roundToMoney, sum } from "../../kernel/money.ts";
import type { Period } from "../../kernel/periods.ts";
import { multiplyRatios, ratio } from "../../kernel/ratio.ts";
import type { Kind } from "../book-import/kind.ts";
import { indexOf, keepsAnchor, periodAt } from "./period.ts";
import type {
  Body,
  LeftOut,
  Subscription,
  SubscriptionExport,
  SubscriptionInvoice,
  SubscriptionItem,
} from "./subscription.ts";

/** A book in the format of `accord import` (docs/moving-in.md). */
export type ConvertedBook = {
  readonly rows: ReadonlyMap<Kind, readonly Body[]>;
  /** The unpaid amount of each contract's old invoices. */
  readonly receivables: readonly { readonly contract: string; readonly amount: Money }[];
  readonly leftOut: readonly LeftOut[];
};

type Rows = { readonly [Name in "products" | "customers" | "contracts" | "obligations" | "openings"]: Body[] };

/** A term must begin fewer than this many periods before the period with the day of the opening. */
const mostPeriodsBack = 120;

/**
 * Makes a book from subscriptions. Each becomes a contract with an obligation for each of its items, whose revenue is recognized by the
 * day. The contract begins with the period that contains the day of the opening, or with an earlier one that still has an open invoice.
 * Amounts billed and open come from the invoices.
 *
 * A subscription whose opening cannot be derived from the export is left out completely, with the reason.
 *
 * @param asOf the last day of a month, up to which the other system bills (ADR 0077)
 */
export function bookOf(source: SubscriptionExport, asOf: Day): ConvertedBook {
  const rows: Rows = { products: [], customers: [], contracts: [], obligations: [], openings: [] };
  const receivables: { contract: string; amount: Money }[] = [];
  const leftOut = [...source.leftOut];
  const products = new Map<string, string>();
  const invoicesOf = Map.groupBy(source.invoices, ({ subscriptionId }) => subscriptionId);
  const carried = new Set<string>();
  for (const [id, body] of source.customers) rows.customers.push({ id, ...body });
  for (const subscription of source.subscriptions) {
    const { id, items, currency } = subscription;
    const name = nameOf(subscription);
    const invoices = invoicesOf.get(id) ?? [];
    const made = source.customers.has(subscription.customerId)
      ? contractOf(subscription, invoices, asOf)
      : `its customer ${subscription.customerId} is not in the export`;
    if (typeof made === "string") {
      leftOut.push({ kind: "subscription", id, name, reason: made });
      continue;
    }
    carried.add(id);
    for (const { product } of items) products.set(product.id, product.name);
    rows.contracts.push(made.contract);
    rows.obligations.push(...made.obligations);
    if (made.opening === undefined) continue;
    rows.openings.push(made.opening);
    receivables.push({
      contract: id,
      amount: sum(
        invoices.map(({ open }) => open),
        currency,
      ),
    });
  }
  for (const [id, name] of products) rows.products.push({ id, name });
  for (const { id, number, open, subscriptionId } of source.invoices) {
    if (isZero(open) || (subscriptionId !== null && carried.has(subscriptionId))) continue;
    const reason =
      subscriptionId === null ? "it bills no subscription" : `its subscription ${subscriptionId} is not carried`;
    leftOut.push({
      kind: "invoice",
      id,
      name: number,
      reason: `${reason}, and ${formatMoney(open)} ${open.currency} are open`,
    });
  }
  return { rows: new Map(Object.entries(rows) as [Kind, Body[]][]), receivables, leftOut };
}

type Made = { readonly contract: Body; readonly obligations: readonly Body[]; readonly opening: Body | undefined };

/** The rows of a subscription, or the reason why it is left out. */
function contractOf(subscription: Subscription, invoices: readonly SubscriptionInvoice[], asOf: Day): Made | string {
  const { id, customerId, currency, current, netPaymentTerms, end, items } = subscription;
  if (end !== null && end <= asOf + 1) return `it ends on ${formatDay(end - 1)}`;
  const lines = invoices.flatMap((invoice) => invoice.lines);
  const late = lines.find(({ period, isProration }) => period.start > asOf && !isProration);
  if (late !== undefined)
    return `it is billed from ${formatDay(late.period.start)} on, after the opening; take a later day, or an export of that day`;
  const partial = invoices.find(({ isWhole }) => !isWhole);
  if (partial !== undefined) return `not all lines of its invoice ${partial.number} are in the export`;
  const header = {
    ...{ id, name: nameOf(subscription), customerId, currency },
    ...(netPaymentTerms === null ? {} : { netPaymentTerms }),
    externalIds: [{ externalId: id, sourceType: "BILLING_A" }],
  };
  const isOpen = invoices.some(({ open }) => !isZero(open));
  if (current.start > asOf && !isOpen && lines.every(({ period }) => period.end <= current.start)) {
    const obligations = items.map((item) => obligationOf(subscription, item, current.start));
    return { contract: { ...header, approve: true }, obligations, opening: undefined };
  }
  const rule = countedFromOwnAnchor(subscription);
  const last = indexOf(rule, asOf);
  const firstBilled = Math.min(
    ...invoices
      .filter(({ open }) => !isZero(open))
      .flatMap((invoice) => invoice.lines.map(({ period }) => period.start)),
    asOf,
  );
  let first = Math.min(last, indexOf(rule, firstBilled));
  while (!keepsAnchor(rule, first) && last - first < mostPeriodsBack) first -= 1;
  if (last - first >= mostPeriodsBack) return `its invoices go back to ${formatDay(firstBilled)}`;
  const periods = Array.from({ length: last - first + 1 }, (_, at) => periodAt(rule, first + at));
  const start = periodAt(rule, first).start;
  const opened = items.map((item) => ({ item, ...billedOf(item, { lines, periods, currency }) }));
  const problem = opened.find(({ missing }) => missing !== undefined)?.missing;
  if (problem !== undefined) return problem;
  const opening = {
    ...{ contract: id, asOf: formatDay(asOf) },
    billingTerms: opened.map(({ item, billed }) => ({
      ...{
        billingTermId: item.id,
        invoicedThrough: formatDay(periodAt(rule, last).end - 1),
        billed: formatMoney(billed),
      },
    })),
    performanceObligations: opened.map(({ item, amounts }) => ({
      ...{ performanceObligationId: item.id, recognized: formatMoney(earnedOf(amounts, currency, asOf)) },
    })),
    openInvoices: invoices.filter(({ open }) => !isZero(open)).map(openInvoiceOf),
  };
  return { contract: header, obligations: items.map((item) => obligationOf(subscription, item, start)), opening };
}

/** The subscription itself if its current period fits its anchor; otherwise with the current period's first day as the anchor. */
function countedFromOwnAnchor(subscription: Subscription): Subscription {
  const { current } = subscription;
  const isAnchored = periodAt(subscription, indexOf(subscription, current.start)).start === current.start;
  return isAnchored ? subscription : { ...subscription, anchor: current.start };
}

type Billed = {
  readonly billed: Money;
  readonly amounts: readonly (readonly [Period, Money])[];
  /** Why the amounts cannot be determined. */
  readonly missing?: string;
};

/** The amounts that invoices billed for an item by period. Each period must be billed exactly once and completely. */
function billedOf(
  { id, product }: SubscriptionItem,
  of: { readonly lines: SubscriptionInvoice["lines"]; readonly periods: readonly Period[]; readonly currency: string },
): Billed {
  const own = of.lines.filter(({ itemId }) => itemId === id);
  const amounts: [Period, Money][] = [];
  const nothing = sum([], of.currency);
  for (const period of of.periods) {
    const within = own.filter((line) => line.period.start < period.end && line.period.end > period.start);
    const days = `${formatDay(period.start)} to ${formatDay(period.end - 1)}`;
    if (within.some(({ isProration }) => isProration))
      return { billed: nothing, amounts, missing: `${product.name} was changed within ${days}` };
    const [line, second] = within;
    if (
      line === undefined ||
      second !== undefined ||
      line.period.start !== period.start ||
      line.period.end !== period.end
    )
      return { billed: nothing, amounts, missing: `no invoice of the export bills ${product.name} once for ${days}` };
    amounts.push([period, line.amount]);
  }
  return {
    billed: sum(
      amounts.map(([, amount]) => amount),
      of.currency,
    ),
    amounts,
  };
}

/** The revenue recognized by the end of a day: by days within each period, rounded half up for each. */
function earnedOf(amounts: Billed["amounts"], currency: string, asOf: Day): Money {
  return amounts.reduce(
    (earned, [{ start, end }, amount]) => {
      const days = Math.min(end, asOf + 1) - start;
      const share = multiplyRatios(ratioFromMoney(amount), ratio(BigInt(days), BigInt(end - start)));
      return add(earned, roundToMoney(share, currency, "HALF_UP"));
    },
    sum([], currency),
  );
}

function openInvoiceOf({ number, issueDate, dueDate, total, tax, open, lines }: SubscriptionInvoice): Body {
  return {
    ...{ invoiceNumber: number, issueDate: formatDay(issueDate), dueDate: formatDay(dueDate) },
    ...{ total: formatMoney(total), tax: formatMoney(tax), balance: formatMoney(open) },
    periods: lines.map(({ itemId, period }) => ({ billingTermId: itemId, startDate: formatDay(period.start) })),
  };
}

function obligationOf(
  { id, interval, intervalFrequency, end }: Subscription,
  { id: itemId, product, price }: SubscriptionItem,
  start: Day,
): Body {
  const { discounts, ...schedule } = price;
  const startDate = formatDay(start);
  const endDate = end === null ? {} : { endDate: formatDay(end - 1) };
  return {
    ...{ id: itemId, contract: id, serviceStartDate: startDate, recognitionPattern: "STRAIGHT_LINE_DAILY" },
    ...(end === null ? {} : { serviceEndDate: formatDay(end - 1) }),
    ...(discounts === undefined ? {} : { discounts }),
    billingSchedule: {
      ...{ name: product.name, productId: product.id, startDate, ...endDate, interval, intervalFrequency },
      ...{ invoiceDateStrategy: "FIRST_OF_PERIOD", ...schedule },
    },
  };
}

const longestName = 255;

function nameOf({ id, items }: Subscription): string {
  const names = [...new Set(items.map(({ product }) => product.name))];
  return `${names.join(", ") || id}`.slice(0, longestName);
}
