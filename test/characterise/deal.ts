import type { Json } from "../support/api.ts";
import type { Book, ContractOfBook, TermOfBook } from "./book.ts";
import { addDays, addMonths, lastDayOf, monthOf } from "./days.ts";

export const intervals = { MONTH: 1, QUARTER: 3, YEAR: 12 } as const;
type Interval = keyof typeof intervals;
const strategies = ["FIRST_OF_PERIOD", "FIRST_OF_PERIOD", "ARREARS", "ADVANCED_DUE_START", "LAST_OF_PERIOD"] as const;

/** The days, dating and price of a term that is billed by whole periods. */
export type Billing = {
  readonly interval: Interval;
  readonly periods: number;
  readonly start: string;
  /** Of one period, in whole minor units. */
  readonly amount: number;
  /** Fields of a billing term or a billing schedule. */
  readonly fields: object;
};

export const flat = (amount: string, amountType = "TOTAL_INVOICE") => ({ pricing: [{ amount, amountType }] });

/** Some months, quarters or years of a flat price from a day near today. */
export function billingOf(book: Book, parts: { readonly from?: string } = {}): Billing {
  const { dice } = book;
  const interval = dice.pick(["MONTH", "MONTH", "MONTH", "QUARTER", "YEAR"] as const);
  const periods = interval === "MONTH" ? dice.between(2, 12) : interval === "QUARTER" ? dice.between(1, 4) : 1;
  const amount = book.amount(interval === "MONTH" ? 30 : 100, interval === "MONTH" ? 600 : 3000);
  const start = parts.from ?? dealStart(book);
  const fields = {
    startDate: start,
    duration: periods,
    interval,
    invoiceDateStrategy: dice.pick(strategies),
    ...(dice.chance(20) ? { prorationPolicy: dice.pick(["NONE", "MONTH"] as const) } : {}),
  };
  return { interval, periods, start, amount, fields };
}

/** The first of a month, mostly; else some day of it. */
export function dealStart(book: Book): string {
  const { dice, today } = book;
  const first = `${monthOf(today, dice.pick([-1, 0, 0, 0, 1]))}-01`;
  return dice.chance(65) ? first : addDays(first, dice.between(1, 27));
}

export function lastDayOfBilling({ start, interval, periods }: Billing): string {
  return addDays(addMonths(start, intervals[interval] * periods), -1);
}

/** Registers a term that the API made. */
export function noteTerm(
  book: Book,
  contract: ContractOfBook,
  made: Json,
  facts: Pick<TermOfBook, "name" | "kind" | "amount"> & { readonly obligationId?: string },
): TermOfBook {
  const schedule = made.billingSchedule ?? made;
  const term: TermOfBook = {
    id: made.billingTermId ?? made.id,
    contract,
    groupId: made.billingTermGroupId,
    start: schedule.startDate,
    last: schedule.endDate,
    eventTypeId: schedule.eventTypeId,
    obligationId: facts.obligationId ?? null,
    ...facts,
  };
  book.names.give(term.id, facts.name);
  book.names.give(term.groupId, `group of ${facts.name}`);
  if (facts.obligationId !== undefined) book.names.give(made.performanceObligationId, `POB of ${facts.name}`);
  if (facts.obligationId !== undefined) book.names.give(facts.obligationId, `obligation ${facts.name}`);
  book.terms.push(term);
  return term;
}

/** Adds a billing term without an obligation of its own; undefined where that is rejected. */
export async function addTerm(
  book: Book,
  contract: ContractOfBook,
  asked: Pick<TermOfBook, "name" | "kind" | "amount"> & {
    readonly kindOfStep?: string;
    readonly fields: object;
    readonly words: string;
  },
): Promise<TermOfBook | undefined> {
  const answer = await book.write({
    kind: asked.kindOfStep ?? "term",
    words: `${contract.name}: term ${asked.name}, ${asked.words}`,
    method: "POST",
    path: `${contract.path}/billing-terms`,
    body: { name: asked.name, ...asked.fields },
  });
  if (!answer.isDone) return undefined;
  const { name, kind, amount } = asked;
  return noteTerm(book, contract, answer.payload, { name, kind, amount });
}

export function billingWords(book: Book, { interval, periods, start, amount, fields }: Billing): string {
  const { invoiceDateStrategy } = fields as Json;
  return `${book.money(amount)} by ${interval}, ${periods} from ${start}, ${invoiceDateStrategy}`;
}

type Pattern = "STRAIGHT_LINE" | "STRAIGHT_LINE_DAILY" | "POINT_IN_TIME" | "PERCENT_COMPLETE" | "MILESTONE" | "CUSTOM";

export const statedPatterns: readonly [Pattern, ...Pattern[]] = [
  ...(["STRAIGHT_LINE", "STRAIGHT_LINE", "STRAIGHT_LINE", "STRAIGHT_LINE_DAILY", "STRAIGHT_LINE_DAILY"] as const),
  ...(["POINT_IN_TIME", "POINT_IN_TIME", "PERCENT_COMPLETE", "MILESTONE", "CUSTOM"] as const),
];

/** The fields that a pattern has alone; the price in whole minor units is shared by custom months. */
export function patternFields(
  book: Book,
  recognitionPattern: Pattern,
  { start, last, price }: { readonly start: string; readonly last: string; readonly price: number },
): object {
  const { dice } = book;
  switch (recognitionPattern) {
    case "POINT_IN_TIME": {
      const days = dice.pick([0, 0, 20, 45, 100]);
      return { recognitionPattern, recognitionDate: addDays(start, days) };
    }
    case "MILESTONE": {
      const names = ["Design", "Build", "Go-live"].slice(0, dice.between(2, 3));
      return { recognitionPattern, milestones: names.map((name) => ({ name, weight: String(dice.between(1, 4)) })) };
    }
    case "CUSTOM": {
      const first = monthOf(start);
      const count = Math.min(dice.between(1, 5), monthsIn(start, last));
      const totals = dice.split(price, count);
      const customRevenue = totals.map((total, index) => ({
        timeframe: monthOf(first, index),
        total: book.money(total),
      }));
      return { recognitionPattern, customRevenue };
    }
    default:
      return { recognitionPattern };
  }
}

function monthsIn(start: string, last: string): number {
  let count = 1;
  while (monthOf(start, count) <= monthOf(last) && count < 60) count += 1;
  return count;
}

/** The service days of a performance obligation: those that are billed, mostly; else some days beside them. */
export function serviceOf(book: Book, billed: { readonly start: string; readonly last: string }) {
  const { dice } = book;
  if (dice.chance(65)) return billed;
  const start = addDays(billed.start, dice.between(-25, 30));
  const last = dice.chance(50) ? billed.last : addDays(billed.last, dice.between(-20, 60));
  return last < start ? billed : { start, last: dice.chance(20) ? lastDayOf(monthOf(last)) : last };
}
