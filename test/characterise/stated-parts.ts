import type { Book, ContractOfBook, TermOfBook } from "./book.ts";
import { addDays } from "./days.ts";
import {
  addTerm,
  type Billing,
  billingOf,
  billingWords,
  flat,
  lastDayOfBilling,
  patternFields,
  serviceOf,
  statedPatterns,
} from "./deal.ts";

import { savePobs } from "./saved-pobs.ts";
import { decreasesOf, discountOf, seatConfigOf } from "./term-parts.ts";
import { eventType } from "./usage-parts.ts";

// Parts of a contract whose performance obligations state their prices. Each is a group of its own.

const words = ["Licence", "Support", "Training", "Setup"] as const;

/** One to three performance obligations that share what one term bills: an amount, seats or units. */
export async function statedGroup(book: Book, contract: ContractOfBook): Promise<void> {
  const { dice } = book;
  const billing = billingOf(book);
  const kind = dice.pick(["FLAT", "FLAT", "FLAT", "SEAT", "UNIT"] as const);
  const quantity = kind === "FLAT" ? 1 : dice.between(2, 12);
  const amount = Math.max(1, Math.round(billing.amount / quantity));
  const isDiscounted = dice.chance(12);
  const term = await addTerm(book, contract, {
    ...{ name: book.nameOf("Service"), kind, amount },
    words: `${quantity} × ${billingWords(book, { ...billing, amount })}${isDiscounted ? ", discounted" : ""}`,
    fields: {
      ...billing.fields,
      ...(kind === "FLAT"
        ? { billingType: "FLAT", ...flat(book.money(amount)), ...decreasesOf(book) }
        : { billingType: "UNIT", quantity: String(quantity), ...flat(book.money(amount), "PER_ITEM") }),
      ...(kind === "SEAT" ? { seatConfig: seatConfigOf(book) } : {}),
      ...(isDiscounted ? { discounts: [discountOf(book, billing.start)] } : {}),
    },
  });
  if (term === undefined) return;
  const worth = { total: amount * quantity * billing.periods, last: lastDayOfBilling(billing) };
  await statedPobs(book, term, { ...worth, isAllocated: isDiscounted });
}

/** A price that rises half-way: two terms of one group that follow each other, under the same performance obligations. */
export async function rampGroup(book: Book, contract: ContractOfBook): Promise<void> {
  const first: Billing = { ...billingOf(book), interval: "MONTH", periods: book.dice.between(2, 5) };
  const second: Billing = {
    ...first,
    periods: book.dice.between(2, 6),
    start: addDays(lastDayOfBilling(first), 1),
    amount: Math.round((first.amount * book.dice.between(110, 180)) / 100),
  };
  const made = [];
  for (const billing of [first, second]) {
    const { start: startDate, interval, periods: duration, amount } = billing;
    const group = made[0]?.groupId;
    const term = await addTerm(book, contract, {
      ...{ name: book.nameOf("Ramp"), kind: "FLAT", amount, words: billingWords(book, billing) },
      fields: {
        ...{ ...billing.fields, startDate, interval, duration, billingType: "FLAT", ...flat(book.money(amount)) },
        ...(group === undefined ? {} : { billingTermGroupId: group }),
      },
    });
    if (term === undefined) return;
    made.push(term);
  }
  const [term] = made;
  if (term === undefined) return;
  const total = first.amount * first.periods + second.amount * second.periods;
  await statedPobs(book, term, { total, last: lastDayOfBilling(second) });
}

/** A project that is billed once or by milestones, and earned by progress, milestones or manual months. */
export async function projectGroup(book: Book, contract: ContractOfBook): Promise<void> {
  const { dice } = book;
  const billing = billingOf(book);
  const { start } = billing;
  const last = addDays(start, dice.between(60, 240));
  const amount = book.amount(500, 8000);
  const isMilestone = dice.chance(30);
  const term = await addTerm(book, contract, {
    ...{ name: book.nameOf("Project"), kind: isMilestone ? "MILESTONE" : "ONE_OFF", amount },
    words: `${book.money(amount)} once ${isMilestone ? "at a milestone" : `on ${start}`}`,
    fields: {
      ...{ startDate: start, endDate: start, interval: "NONE", billingType: "FLAT", ...flat(book.money(amount)) },
      invoiceDateStrategy: "FIRST_OF_PERIOD",
      ...(isMilestone ? { trigger: "MILESTONE" } : {}),
    },
  });
  if (term !== undefined) await statedPobs(book, term, { total: amount, last });
}

/** A group that bills usage beside an amount, or earns what stated prices leave as it is billed. */
export async function mixedGroup(book: Book, contract: ContractOfBook): Promise<void> {
  const { dice } = book;
  const billing = billingOf(book);
  const term = await addTerm(book, contract, {
    ...{ name: book.nameOf("Mixed"), kind: "FLAT", amount: billing.amount, words: billingWords(book, billing) },
    fields: { ...billing.fields, billingType: "FLAT", ...flat(book.money(billing.amount)) },
  });
  if (term === undefined) return;
  const metered = dice.chance(50) ? await usageBeside(book, term, billing) : undefined;
  const worth = { total: billing.amount * billing.periods, last: lastDayOfBilling(billing), most: 2 };
  const stated = metered === undefined && dice.chance(40) ? [] : pobBodies(book, term, worth);
  const asBilled =
    metered === undefined || dice.chance(40)
      ? { name: book.nameOf("As billed"), recognitionPattern: "RECOGNIZE_AS_BILLED" }
      : { name: book.nameOf("Consumed"), recognitionPattern: "RECOGNIZE_AS_CONSUMED", eventTypeId: metered };
  await savePobs(book, term, [asBilled, ...stated], "pobs with one as billed or consumed");
}

/** A usage term in the group of a term; answers what it meters. */
async function usageBeside(book: Book, term: TermOfBook, { start }: Billing): Promise<string | undefined> {
  const { id } = await eventType(book, ["SUM", "SUM", "MAX"]);
  const price = book.currency === "JPY" ? "3" : "0.30";
  const made = await addTerm(book, term.contract, {
    ...{ name: book.nameOf("Usage"), kind: "USAGE", amount: 0, kindOfStep: "usage term" },
    words: `${price} each by MONTH from ${start}, in the group of ${term.name}`,
    fields: {
      ...{ startDate: start, interval: "MONTH", duration: 8, invoiceDateStrategy: "ARREARS", billingType: "UNIT" },
      ...{ eventTypeId: id, billingTermGroupId: term.groupId, ...flat(price, "PER_ITEM") },
    },
  });
  return made === undefined ? undefined : id;
}

type PobAmounts = {
  readonly total: number;
  readonly last: string;
  readonly most?: number;
  readonly isAllocated?: boolean;
};

async function statedPobs(book: Book, term: TermOfBook, worth: PobAmounts): Promise<void> {
  const toCreate = pobBodies(book, term, worth);
  const isAllocated = worth.isAllocated === true || book.dice.chance(20);
  if (!isAllocated || toCreate.some((each) => "customRevenue" in each)) return savePobs(book, term, toCreate, "pobs");
  const shared = toCreate.map(({ transactionPrice: _price, ...rest }) => rest);
  await savePobs(book, term, shared, "pobs, allocated", { allocate: true });
}

function pobBodies(book: Book, term: TermOfBook, { total, last, most = 3 }: PobAmounts) {
  const { dice } = book;
  const prices = dice.split(total, Math.min(dice.between(1, most), total));
  return prices.map((price) => {
    const pattern = dice.pick(statedPatterns);
    const service = serviceOf(book, { start: term.start, last });
    const categoryId = dice.chance(35) ? dice.pick(book.categoryIds) : undefined;
    const productId = dice.chance(25) ? book.product.id : undefined;
    return {
      name: book.nameOf(dice.pick(words)),
      transactionPrice: book.money(price),
      standaloneSellingPrice: book.money(Math.max(1, Math.round((price * dice.between(70, 160)) / 100))),
      serviceStartDate: service.start,
      serviceEndDate: service.last,
      ...patternFields(book, pattern, { ...service, price }),
      ...(categoryId === undefined ? {} : { categoryId }),
      ...(productId === undefined ? {} : { productId }),
    };
  });
}
