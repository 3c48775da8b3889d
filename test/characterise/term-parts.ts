import type { Book, ContractOfBook, TermOfBook } from "./book.ts";
import { addDays, addMonths } from "./days.ts";
import { addTerm, billingOf, billingWords, dealStart, flat, lastDayOfBilling, noteTerm, serviceOf } from "./deal.ts";
import { savePobs } from "./saved-pobs.ts";

// Parts of a contract whose revenue follows what their terms bill.

/** A term and its performance obligation, made in one request. */
export async function obligationPart(book: Book, contract: ContractOfBook, from?: string): Promise<void> {
  const { dice } = book;
  const billing = billingOf(book, from === undefined ? {} : { from });
  const kind = dice.pick(["FLAT", "FLAT", "UNIT", "SEAT", "SEAT"] as const);
  const quantity = dice.between(2, 20);
  const isEvergreen = dice.chance(12);
  const { duration: _duration, ...open } = billing.fields as { duration: number };
  const name = book.nameOf(kind === "FLAT" ? "Platform" : kind === "UNIT" ? "Units" : "Seats");
  const price = kind === "FLAT" ? billing.amount : Math.max(1, Math.round(billing.amount / quantity));
  const schedule = {
    ...(isEvergreen ? open : billing.fields),
    name,
    ...(kind === "FLAT"
      ? { billingType: "FLAT", ...flat(book.money(price)), ...decreasesOf(book) }
      : { billingType: "UNIT", quantity: String(quantity), ...flat(book.money(price), "PER_ITEM") }),
    ...(dice.chance(12) ? { escalator: { type: "PERCENTAGE", amount: "0.05", everyMonths: dice.pick([3, 12]) } } : {}),
    ...productOf(book),
  };
  const served = isEvergreen
    ? { start: billing.start, last: null }
    : serviceOf(book, { start: billing.start, last: lastDayOfBilling(billing) });
  const pattern = dice.pick([
    ...(["STRAIGHT_LINE", "STRAIGHT_LINE", "STRAIGHT_LINE_DAILY", "RECOGNIZE_AS_BILLED"] as const),
    isEvergreen ? "STRAIGHT_LINE" : "POINT_IN_TIME",
  ] as const);
  const categoryId = dice.chance(30) ? dice.pick(book.categoryIds) : undefined;
  const answer = await book.write({
    kind: from === undefined ? "obligation" : "obligation added",
    words: `${contract.name}: obligation ${name}, ${kind === "FLAT" ? "" : `${quantity} of `}${billingWords(book, { ...billing, amount: price })}, ${isEvergreen ? "without an end" : `served ${served.start} to ${served.last}`}, ${pattern}`,
    method: "POST",
    path: `${contract.path}/obligations`,
    body: {
      serviceStartDate: served.start,
      ...(served.last === null ? {} : { serviceEndDate: served.last }),
      recognitionPattern: pattern,
      billingSchedule: schedule,
      ...(categoryId === undefined ? {} : { categoryId }),
      ...sellingPriceIn(book, contract, billing.amount),
      ...(dice.chance(20) ? { discounts: [discountOf(book, billing.start)] } : {}),
      ...(kind === "SEAT" ? { seatConfig: seatConfigOf(book) } : {}),
    },
  });
  if (answer.isDone) {
    noteTerm(book, contract, answer.payload, { name, kind, amount: price, obligationId: answer.payload.id });
  }
}

/** Where the price of a contract is shared, every fixed obligation has a standalone selling price. */
function sellingPriceIn(book: Book, { isAllocated = false }: ContractOfBook, amount: number): object {
  if (!isAllocated) return {};
  return { standaloneSellingPrice: book.money(Math.round((amount * book.dice.between(70, 900)) / 100)) };
}

/** What a lower price does to invoiced days, where prices are amended. */
export function decreasesOf(book: Book): object {
  return book.isStorm && book.dice.chance(50) ? { creditOnDecrease: "PRORATED" } : {};
}

function productOf(book: Book): object {
  return book.dice.chance(20) ? { productId: book.product.id } : {};
}

export function discountOf(book: Book, start: string): object {
  const { dice } = book;
  const isWindow = dice.chance(50);
  const window = isWindow ? { startDate: addMonths(start, 1), endDate: addDays(addMonths(start, 3), -1) } : {};
  return { type: "PERCENTAGE", amount: dice.pick(["0.1", "0.25", "0.333333"]), ...window };
}

export function seatConfigOf(book: Book): object {
  const { dice } = book;
  return {
    defaultTrueUpTiming: dice.pick(["IMMEDIATE", "IMMEDIATE", "CO_TERM"] as const),
    creditOnDecrease: dice.pick(["NONE", "PRORATED", "PRORATED"] as const),
    defaultProrationPolicy: dice.pick(["DAY", "DAY", "MONTH", "STARTED_MONTH", "NONE"] as const),
    ...(dice.chance(30) ? { isMovingMinimum: true } : {}),
    ...(dice.chance(30) ? { minQuantity: String(dice.between(1, 5)) } : {}),
  };
}

/** A bare term; with performance obligations it is recognized as billed, else behind the scenes. */
export async function termPart(book: Book, contract: ContractOfBook): Promise<void> {
  const { dice } = book;
  const billing = billingOf(book);
  const isSeat = dice.chance(35);
  const quantity = dice.between(2, 12);
  const name = book.nameOf(isSeat ? "Seats" : "Plan");
  const price = isSeat ? Math.max(1, Math.round(billing.amount / quantity)) : billing.amount;
  const term = await addTerm(book, contract, {
    ...{ name, kind: isSeat ? "SEAT" : "FLAT", amount: price },
    words: `${isSeat ? `${quantity} seats of ` : ""}${billingWords(book, { ...billing, amount: price })}`,
    fields: {
      ...billing.fields,
      ...(isSeat
        ? {
            billingType: "UNIT",
            quantity: String(quantity),
            ...flat(book.money(price), "PER_ITEM"),
            seatConfig: seatConfigOf(book),
          }
        : { billingType: "FLAT", ...flat(book.money(price)), ...decreasesOf(book) }),
    },
  });
  if (term !== undefined && book.hasPobs) await asBilled(book, term);
}

/** One performance obligation that earns what the group of a term bills, when it is billed. */
export function asBilled(book: Book, term: TermOfBook): Promise<void> {
  const toCreate = [{ name: book.nameOf("As billed"), recognitionPattern: "RECOGNIZE_AS_BILLED" }];
  return savePobs(book, term, toCreate, "pobs as billed");
}

/** A one-off that waits for its milestone. */
export async function milestoneTerm(book: Book, contract: ContractOfBook): Promise<void> {
  const amount = book.amount(200, 4000);
  const start = dealStart(book);
  const name = book.nameOf("Go-live");
  const answer = await book.write({
    kind: "obligation, billed by milestone",
    words: `${contract.name}: obligation ${name}, ${book.money(amount)} once its milestone is reached`,
    method: "POST",
    path: `${contract.path}/obligations`,
    body: {
      serviceStartDate: start,
      serviceEndDate: book.dice.chance(60) ? start : addDays(start, 59),
      ...sellingPriceIn(book, contract, amount),
      billingSchedule: {
        ...{ name, startDate: start, endDate: start, interval: "NONE", invoiceDateStrategy: "FIRST_OF_PERIOD" },
        ...{ billingType: "FLAT", trigger: "MILESTONE", ...flat(book.money(amount)) },
      },
    },
  });
  if (answer.isDone) {
    noteTerm(book, contract, answer.payload, { name, kind: "MILESTONE", amount, obligationId: answer.payload.id });
  }
}
