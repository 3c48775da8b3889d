import { formatDay } from "../../kernel/day.ts";
import type { Period } from "../../kernel/periods.ts";
import { element, type MaybeElement } from "./xml.ts";

/** Days of service, the last one included (BG-14, BG-26); undefined if there are none. */
export function invoicePeriod(period: Period | null): MaybeElement {
  if (period === null) return undefined;
  const { start, end } = period;
  return element("cac:InvoicePeriod", [
    element("cbc:StartDate", formatDay(start)),
    element("cbc:EndDate", formatDay(end - 1)),
  ]);
}
