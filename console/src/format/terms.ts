import type { BillingTerm } from "@accord/client";
import { quantity, unitPrice } from "./money.ts";

const units: Readonly<Record<string, string>> = {
  DAY: "day",
  WEEK: "week",
  MONTH: "month",
  QUARTER: "quarter",
  YEAR: "year",
};

type Rhythm = Pick<BillingTerm, "interval" | "intervalFrequency">;

/** "every month", "every 2 years", "twice a month", "once". */
export function rhythm({ interval, intervalFrequency }: Rhythm): string {
  if (interval === "NONE") return "once";
  if (interval === "SEMI_MONTH") return "twice a month";
  const unit = units[interval] ?? interval.toLowerCase();
  return intervalFrequency === 1 ? `every ${unit}` : `every ${intervalFrequency} ${unit}s`;
}

type Priced = Pick<BillingTerm, "pricing" | "pricingType" | "kind" | "currentQuantity" | "packageSize">;

/** The price of a billing term in a line: "120 × 39.95", "1,249.50", "tiers from 0.02". */
export function price(term: Priced, currency: string): string {
  const [first] = term.pricing;
  if (first === undefined) return "–";
  const amount = unitPrice(first.amount, currency);
  if (term.pricingType === "PACKAGE") return `${amount} per ${quantity(term.packageSize ?? "1")}`;
  if (term.pricing.length > 1) {
    return `${term.pricing.length} ${term.pricingType === "VOLUME" ? "volume prices" : "tiers"} from ${amount}`;
  }
  if (term.kind === "USAGE") return `${amount} per unit used`;
  return first.amountType === "PER_ITEM" ? `${quantity(term.currentQuantity)} × ${amount}` : amount;
}

const kinds: Readonly<Record<BillingTerm["kind"], string>> = {
  FLAT: "Flat fee",
  PER_UNIT: "Per unit",
  SEAT: "Seats",
  USAGE: "Usage",
  ONE_OFF: "One-off",
};

export function termKind(kind: BillingTerm["kind"]): string {
  return kinds[kind];
}
