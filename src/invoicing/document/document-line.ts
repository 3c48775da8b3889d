import { dayFrom } from "../../kernel/day.ts";
import { zero } from "../../kernel/money.ts";
import type { InvoiceLine } from "../invoice.ts";
import type { DocumentLine } from "./invoice-document.ts";
import { printedDecimal, printedPeriod } from "./printed.ts";

/** The fields of an issued or planned line that documents show. */
export type LineToPrint = Pick<
  InvoiceLine,
  | "name"
  | "description"
  | "period"
  | "quantity"
  | "unitPrice"
  | "tiers"
  | "subtotal"
  | "discountTotal"
  | "total"
  | "tax"
  | "explanation"
>;

/** @param section the heading of the line, if the document bills several contracts */
export function documentLine(line: LineToPrint, section: string | null = null): DocumentLine {
  const { name, description, period, quantity, unitPrice, tiers, subtotal, discountTotal, total, tax } = line;
  return {
    name,
    description,
    period,
    quantity,
    unitPrice,
    tiers,
    subtotal,
    discountTotal,
    total,
    notes: notesOf(line),
    // A line without tax data is outside the scope of tax.
    category: tax?.category ?? "O",
    taxRate: tax?.rate ?? "0",
    tax: tax?.tax ?? zero(total.currency),
    section,
  };
}

/** The parts of a period that a line charges, unless it charges a whole one, and the seats that it adds. */
function notesOf({ explanation }: LineToPrint): string[] {
  const segments = explanation !== null && "segments" in explanation ? explanation.segments : [];
  const parts = segments.filter(({ share, previousQuantity }) => share !== "1" || previousQuantity !== null);
  return parts.map(({ from, to, quantity, previousQuantity, share }) => {
    const days = segments.length === 1 ? [] : [printedPeriod({ start: dayFrom(from), end: dayFrom(to) + 1 })];
    const amount = printedDecimal(quantity);
    const change =
      previousQuantity === null
        ? days.map(() => `quantity ${amount}`)
        : [`quantity ${printedDecimal(previousQuantity)} to ${amount}`];
    return [...days, ...change, ...(share === "1" ? [] : [`${share} of a full period`])].join(", ");
  });
}
