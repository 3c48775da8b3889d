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

// Parts of a deal whose performance obligations state their prices. Each is a group of its own.

const words = ["Licence", "Support", "Training", "Setup"] as const;

/** One to three performance obligations that share what one term bills. */
export async function statedGroup(book: Book, contract: ContractOfBook): Promise<void> {
  const billing = billingOf(book);
  const name = book.nameOf("Service");
  const term = await addTerm(book, contract, {
    ...{ name, kind: "FLAT", amount: billing.amount, words: billingWords(book, billing) },
    fields: { ...billing.fields, billingType: "FLAT", ...flat(book.money(billing.amount)) },
  });
  if (term === undefined) return;
  const total = billing.amount * billing.periods;
  await statedPobs(book, term, { total, last: lastDayOfBilling(billing) });
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

/** A project that is billed once or by milestones, and earned by progress, milestones or months set by hand. */
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

/** One performance obligation that is recognized as billed, alone or beside stated ones: what they leave is its. */
export async function partlyAsBilled(book: Book, contract: ContractOfBook): Promise<void> {
  const billing = billingOf(book);
  const term = await addTerm(book, contract, {
    ...{ name: book.nameOf("Mixed"), kind: "FLAT", amount: billing.amount, words: billingWords(book, billing) },
    fields: { ...billing.fields, billingType: "FLAT", ...flat(book.money(billing.amount)) },
  });
  if (term === undefined) return;
  const worth = { total: billing.amount * billing.periods, last: lastDayOfBilling(billing), most: 2 };
  const stated = book.dice.chance(40) ? [] : pobBodies(book, term, worth);
  const asBilled = { name: book.nameOf("As billed"), recognitionPattern: "RECOGNIZE_AS_BILLED" };
  await savePobs(book, term, [asBilled, ...stated], "pobs with one as billed");
}

type Worth = { readonly total: number; readonly last: string; readonly most?: number };

async function statedPobs(book: Book, term: TermOfBook, worth: Worth): Promise<void> {
  const toCreate = pobBodies(book, term, worth);
  const isAllocated = book.dice.chance(20) && toCreate.every((each) => !("customRevenue" in each));
  if (!isAllocated) return savePobs(book, term, toCreate, "pobs");
  const shared = toCreate.map(({ transactionPrice: _price, ...rest }) => rest);
  await savePobs(book, term, shared, "pobs, allocated", { allocate: true });
}

function pobBodies(book: Book, term: TermOfBook, { total, last, most = 3 }: Worth) {
  const { dice } = book;
  const prices = dice.split(total, Math.min(dice.between(1, most), total));
  return prices.map((price) => {
    const pattern = dice.pick(statedPatterns);
    const service = serviceOf(book, { start: term.start, last });
    const categoryId = dice.chance(35) ? dice.pick(book.categoryIds) : undefined;
    const productId = dice.chance(25) ? dice.pick(book.productIds) : undefined;
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

/** Saves new performance obligations for the group of a term. */
export async function savePobs(
  book: Book,
  { contract, groupId, name }: TermOfBook,
  toCreate: readonly { readonly name: string }[],
  kind: string,
  parts: object = {},
): Promise<void> {
  const answer = await book.write({
    kind,
    words: `performance obligations of ${name}: ${toCreate.map((each) => pobWords(each)).join("; ")}`,
    method: "POST",
    path: `${contract.path}/performance-obligations`,
    body: { billingTermGroupId: groupId, toCreate, ...parts },
  });
  if (!answer.isDone) return;
  for (const { id, name: made } of answer.payload.created) book.names.give(id, made);
}

/** What is said of a performance obligation, in one line. */
export function pobWords(body: Readonly<Record<string, unknown>>): string {
  const { name, transactionPrice, standaloneSellingPrice, recognitionPattern, serviceStartDate, serviceEndDate } = body;
  const rest = ["recognitionDate", "milestones", "customRevenue", "progress", "eventTypeId"].flatMap((field) =>
    body[field] === undefined || field === "eventTypeId" ? [] : [JSON.stringify(body[field])],
  );
  return [
    name,
    ...(transactionPrice === undefined ? [] : [transactionPrice]),
    ...(standaloneSellingPrice === undefined ? [] : [`(sells for ${standaloneSellingPrice})`]),
    recognitionPattern,
    ...(serviceStartDate === undefined ? [] : [`${serviceStartDate} to ${serviceEndDate}`]),
    ...rest,
  ].join(" ");
}
