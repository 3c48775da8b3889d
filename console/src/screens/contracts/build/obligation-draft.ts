import type { BillingTerm, InputOf } from "@accord/client";
import { isNumber } from "../change/form.ts";

export type Kind = "FLAT" | "SEATS" | "UNITS" | "USAGE" | "ONE_OFF";
export type Interval = "MONTH" | "QUARTER" | "YEAR";
export type Layer = { readonly from: string; readonly amount: string };

/** What the form holds: texts as they are typed. */
export type Draft = {
  readonly name: string;
  readonly kind: Kind;
  readonly start: string;
  readonly end: string;
  readonly interval: Interval;
  readonly when: "FIRST_OF_PERIOD" | "LAST_OF_PERIOD" | "ARREARS" | "ADVANCED_DUE_START";
  readonly quantity: string;
  readonly pricing: "SIMPLE" | "TIERED" | "VOLUME";
  readonly layers: readonly Layer[];
  readonly discount: string;
  readonly escalation: string;
  readonly categoryId: string | null;
  readonly eventTypeId: string | null;
  readonly pattern: string;
};

type Body = InputOf<"createObligation">["body"];

/** The request that the draft stands for; undefined while something is missing or no number. */
export function bodyOf(draft: Draft): Body | undefined {
  const { name, kind, start, end, interval, when, categoryId, eventTypeId, pattern, pricing } = draft;
  const layers =
    pricing === "SIMPLE" ? draft.layers.slice(0, 1) : draft.layers.filter(({ amount }) => amount.trim() !== "");
  const perUnit = kind === "SEATS" || kind === "UNITS" || kind === "USAGE";
  const hasCount = kind === "SEATS" || kind === "UNITS";
  const isComplete =
    name.trim() !== "" &&
    start !== "" &&
    layers.length > 0 &&
    layers.every(({ amount, from }, at) => isNumber(amount) && (at === 0 || isNumber(from))) &&
    (!hasCount || isNumber(draft.quantity)) &&
    (kind !== "USAGE" || eventTypeId !== null) &&
    (draft.discount.trim() === "" || isNumber(draft.discount)) &&
    (draft.escalation.trim() === "" || isNumber(draft.escalation));
  if (!isComplete) return undefined;
  return {
    serviceStartDate: start,
    ...(end && { serviceEndDate: end }),
    ...(categoryId && { categoryId }),
    ...(pattern && { recognitionPattern: pattern as NonNullable<Body["recognitionPattern"]> }),
    billingSchedule: {
      name: name.trim(),
      startDate: start,
      ...(end && { endDate: end }),
      interval: kind === "ONE_OFF" ? "NONE" : interval,
      invoiceDateStrategy: when,
      billingType: perUnit ? "UNIT" : "FLAT",
      ...(pricing !== "SIMPLE" && { pricingType: pricing }),
      pricing: layers.map((layer, tier) => ({
        tier,
        amount: layer.amount.trim(),
        amountType: perUnit ? ("PER_ITEM" as const) : ("TOTAL_INVOICE" as const),
        ...(pricing !== "SIMPLE" && { tierMinimum: tier === 0 ? "0" : layer.from.trim() }),
      })),
      ...(hasCount && { quantity: draft.quantity.trim() }),
      ...(draft.discount.trim() && {
        discount: { type: "PERCENTAGE" as const, amount: percent(draft.discount.trim()) },
      }),
      ...(draft.escalation.trim() && {
        escalator: { type: "PERCENTAGE" as const, amount: percent(draft.escalation.trim()) },
      }),
      ...(kind === "USAGE" && eventTypeId && { eventTypeId }),
      ...(kind === "SEATS" && { seatConfig: {} }),
    },
  } as Body;
}

const kindOf = { FLAT: "FLAT", PER_UNIT: "UNITS", SEAT: "SEATS", USAGE: "USAGE", ONE_OFF: "ONE_OFF" } as const;

/** The next step of a ramp: as the term before it, from the day after its end, for a price that is still to be said. */
export function draftAfter(term: BillingTerm): Draft {
  const start = dayAfter(term.endDate ?? term.startDate);
  const { interval } = term;
  return {
    name: term.name,
    kind: kindOf[term.kind],
    start,
    end: "",
    interval: interval === "QUARTER" || interval === "YEAR" ? interval : "MONTH",
    when: term.invoiceDateStrategy,
    quantity: term.currentQuantity,
    pricing: "SIMPLE",
    layers: [{ from: "", amount: "" }],
    discount: "",
    escalation: "",
    categoryId: null,
    eventTypeId: term.eventTypeId,
    pattern: "",
  };
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** "15" percent as the fraction "0.15": the point is moved in the text, and nothing is rounded. */
export function percent(text: string): string {
  const [whole = "0", fraction = ""] = text.replace("-", "").split(".");
  const digits = whole.padStart(3, "0");
  return `${text.startsWith("-") ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}${fraction}`;
}

/** Lines and columns that were copied from a spreadsheet, as layers: from and price, or prices alone. */
export function pastedLayers(text: string): Layer[] {
  const plain = (cell: string) => cell.trim().replaceAll(/[^\d.-]/g, "");
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "")
    .map((line) => line.split("\t"))
    .map((cells) =>
      cells.length > 1
        ? { from: plain(cells[0] ?? ""), amount: plain(cells[1] ?? "") }
        : { from: "", amount: plain(cells[0] ?? "") },
    )
    .filter(({ amount }) => amount !== "");
}
