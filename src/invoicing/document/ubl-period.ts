import { formatDay } from "../../kernel/day.ts";
import type { Period } from "../../kernel/periods.ts";
import { type Element, element } from "./xml.ts";

/** Days of service, the last one included (BG-14, BG-26). */
export function invoicePeriod({ start, end }: Period): Element {
  return element("cac:InvoicePeriod", [
    element("cbc:StartDate", formatDay(start)),
    element("cbc:EndDate", formatDay(end - 1)),
  ]);
}
