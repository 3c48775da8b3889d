import { type Day, dayFrom, formatDay } from "../kernel/day.ts";
import type { Discount, Escalator, Price } from "./billing-term.ts";

// A price as its column holds it: days as ISO dates, numbers as decimal texts.
type StoredPrice = Omit<Price, "discounts" | "escalator"> & {
  readonly discounts: readonly (Omit<Discount, "start" | "end"> & { start: string | null; end: string | null })[];
  readonly escalator: (Omit<Escalator, "firstDate"> & { firstDate: string | null }) | null;
};

/** The text of a `price` column. */
export function priceToColumn(price: Price): string {
  const { discounts, escalator, ...rest } = price;
  const stored: StoredPrice = {
    ...rest,
    discounts: discounts.map(({ start, end, ...discount }) => ({
      ...discount,
      start: textOf(start),
      end: textOf(end),
    })),
    escalator: escalator === null ? null : { ...escalator, firstDate: textOf(escalator.firstDate) },
  };
  return JSON.stringify(stored);
}

/** The price that a `price` column holds. */
export function priceFromColumn(column: unknown): Price {
  const { discounts, escalator, ...rest } = column as StoredPrice;
  return {
    ...rest,
    discounts: discounts.map(({ start, end, ...discount }) => ({ ...discount, start: dayIn(start), end: dayIn(end) })),
    escalator: escalator === null ? null : { ...escalator, firstDate: dayIn(escalator.firstDate) },
  };
}

function textOf(day: Day | null): string | null {
  return day === null ? null : formatDay(day);
}

function dayIn(text: string | null): Day | null {
  return text === null ? null : dayFrom(text);
}
