import type { Month } from "./calendar.ts";

// A model of one contract that is billed in advance by whole months: its status, what it bills in each month, and the state of each of its
// invoices and credit memos. Made from the specification, without a line of `src`.

/** An amount or a number of seats from a month on. */
type Layer = { readonly from: Month; readonly value: bigint };

export type TermModel = {
  readonly id: string;
  readonly start: Month;
  /** The month after the last one. */
  end: Month;
  isTerminated: boolean;
  /** Cents a month, of each seat where there are seats. */
  readonly prices: Layer[];
  readonly seats: Layer[] | null;
};

export type InvoiceStatus = "ISSUED" | "PARTIALLY_PAID" | "PAID" | "UNCOLLECTIBLE" | "VOID";

export type InvoiceModel = {
  readonly id: string;
  readonly lines: readonly { readonly id: string; readonly month: Month; readonly total: bigint }[];
  /** The month of its date: that of its lines, or where that was closed the one in which it was issued. */
  readonly month: Month;
  readonly total: bigint;
  paid: bigint;
  credited: bigint;
  isVoid: boolean;
  isLost: boolean;
};

export type MemoModel = {
  readonly id: string;
  readonly lineId: string;
  /** The month of its date. */
  readonly month: Month;
  readonly total: bigint;
  applied: bigint;
  isVoid: boolean;
};

/** One contract, with the clock and the closed months of its merchant. */
export type ContractModel = {
  today: Month;
  closedThrough: Month;
  isApproved: boolean;
  readonly terms: TermModel[];
  readonly invoices: InvoiceModel[];
  readonly memos: MemoModel[];
  /** Months of which an invoice was voided: they may wait to be billed again. */
  readonly freed: Set<Month>;
  /** Usage events by key, with what was sent. */
  readonly events: object[];
  commands: number;
  rejected: number;
};

export const valueIn = (layers: readonly Layer[], of: Month): bigint => {
  const value = layers.findLast(({ from }) => from <= of)?.value;
  if (value === undefined) throw new RangeError("a term has a price from its start on");
  return value;
};

/** What a term bills of a month. */
export function billedBy({ start, end, prices, seats }: TermModel, of: Month): bigint {
  if (of < start || of >= end) return 0n;
  return valueIn(prices, of) * (seats === null ? 1n : valueIn(seats, of));
}

/** What the contract bills in each month that it bills anything in. */
export function planOf({ terms }: ContractModel): Map<Month, bigint> {
  const plan = new Map<Month, bigint>();
  for (const term of terms) {
    for (let of = term.start; of < term.end; of++) plan.set(of, (plan.get(of) ?? 0n) + billedBy(term, of));
  }
  return plan;
}

export const remainingOf = ({ total, paid, credited, isVoid }: InvoiceModel): bigint =>
  isVoid ? 0n : total - paid - credited;

export function statusOf(invoice: InvoiceModel): InvoiceStatus {
  if (invoice.isVoid) return "VOID";
  if (remainingOf(invoice) === 0n) return "PAID";
  if (invoice.isLost) return "UNCOLLECTIBLE";
  return invoice.paid + invoice.credited > 0n ? "PARTIALLY_PAID" : "ISSUED";
}

export const isOpen = (invoice: InvoiceModel): boolean => ["ISSUED", "PARTIALLY_PAID"].includes(statusOf(invoice));

export function memoStatusOf({ total, applied, isVoid }: MemoModel): string {
  if (isVoid) return "VOID";
  return applied === 0n ? "OPEN" : applied < total ? "PARTIALLY_APPLIED" : "APPLIED";
}

/** The sum of the credit memos of a line, without void ones. */
export const creditedOf = ({ memos }: ContractModel, lineId: string): bigint =>
  memos.filter((memo) => memo.lineId === lineId && !memo.isVoid).reduce((sum, { total }) => sum + total, 0n);

/** True if an invoice cannot be voided, because something was paid or credited of it. */
export const isHeldBy = (model: ContractModel, { paid, credited, lines }: InvoiceModel): boolean =>
  paid > 0n || credited > 0n || lines.some(({ id }) => creditedOf(model, id) > 0n);
