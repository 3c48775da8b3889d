import { type Day, dated } from "./calendar.ts";
import type { Discount, Obligation, Price, Term } from "./deal.ts";
import { written } from "./rational.ts";

/** The last day of a span, as requests write it. */
const last = (end: Day | null): string | null => (end === null ? null : dated(end - 1));

function discountBody({ type, amount, start, end }: Discount): object {
  return {
    type,
    amount,
    ...(start === undefined ? {} : { startDate: dated(start) }),
    ...(end === undefined ? {} : { endDate: last(end) }),
  };
}

/** Prices as they are sent. */
export const pricingBody = ({ tiers }: Price): object => ({
  pricing: tiers.map(({ from, amount, isFlat }, tier) => {
    return { tier, amount, amountType: isFlat ? "TOTAL_INVOICE" : "PER_ITEM", tierMinimum: from };
  }),
});

/** A term as it is sent. */
export function termBody(term: Term): object {
  const { name, start, end, interval, every, strategy, net, price, proration, discounts, escalator, seats } = term;
  return {
    name,
    startDate: dated(start),
    ...(end === null ? {} : { endDate: last(end) }),
    interval,
    intervalFrequency: every,
    invoiceDateStrategy: strategy,
    netPaymentTerms: net,
    billingType: price.billingType,
    pricingType: price.pricingType,
    ...pricingBody(price),
    quantity: price.quantity,
    ...(price.packageSize === undefined ? {} : { packageSize: price.packageSize }),
    prorationPolicy: proration,
    ...(escalator === null ? {} : { escalator }),
    ...(seats === null ? {} : { seatConfig: {} }),
    ...(discounts.length === 0 ? {} : { discounts: discounts.map(discountBody) }),
  };
}

/** An obligation as it is sent. */
export function obligationBody({ term, serviceStart, serviceEnd, pattern, ssp }: Obligation): object {
  const { discounts, seatConfig, ...billingSchedule } = termBody(term) as { discounts?: object[]; seatConfig?: object };
  return {
    serviceStartDate: dated(serviceStart),
    ...(serviceEnd === null ? {} : { serviceEndDate: last(serviceEnd) }),
    recognitionPattern: pattern,
    billingSchedule,
    ...(ssp === null ? {} : { standaloneSellingPrice: written(ssp) }),
    ...(discounts === undefined ? {} : { discounts }),
    ...(seatConfig === undefined ? {} : { seatConfig }),
  };
}
