import { hundredths } from "../amount.ts";
import type { Book, TermOfBook } from "../book.ts";
import { addDays, daysBetween, earlier } from "../days.ts";
import { flat } from "../deal.ts";
import { asBilled, discountOf, obligationPart } from "../term-parts.ts";
import { agreement, type Change, effectiveDay, effectiveFromOf, forget, termsOf, viewOf } from "./change.ts";

const hasTerms =
  (...kinds: readonly TermOfBook["kind"][]) =>
  (book: Book) =>
    termsOf(book, ...kinds).length > 0;

async function patch(
  book: Book,
  kind: string,
  term: TermOfBook | undefined,
  body: object,
  words: string,
): Promise<void> {
  if (term === undefined) return;
  await book.write({
    kind,
    words: `${term.name}: ${words}`,
    method: "PATCH",
    path: `${term.contract.path}/billing-terms/${term.id}`,
    body,
  });
}

/** A day inside a term or a little beside it. */
export function dayOfTerm(book: Book, { start, last }: TermOfBook): string {
  const { dice, today } = book;
  if (dice.chance(50)) return addDays(today, dice.between(-40, 70));
  const end = last ?? addDays(start, 300);
  return addDays(start, dice.between(0, Math.max(1, daysBetween(start, end))));
}

export const termChanges: readonly Change[] = [
  {
    kind: "term price",
    weight: 9,
    isPossible: hasTerms("FLAT", "UNIT", "SEAT", "ONE_OFF", "MILESTONE"),
    make: async (book, kind) => {
      const term = book.dice.pick(termsOf(book, "FLAT", "UNIT", "SEAT", "FLAT", "ONE_OFF", "MILESTONE"));
      if (term === undefined) return;
      const isPerItem = term.kind === "UNIT" || term.kind === "SEAT";
      const amount = book.money(Math.max(1, Math.round((term.amount * book.dice.between(50, 190)) / 100)));
      const from = await effectiveFromOf(book, term);
      const pricing = flat(amount, isPerItem ? "PER_ITEM" : "TOTAL_INVOICE");
      await patch(book, kind, term, { ...pricing, ...from.fields }, `costs ${amount} ${from.words}`);
    },
  },
  {
    kind: "term quantity",
    weight: 4,
    isPossible: hasTerms("UNIT"),
    make: async (book, kind) => {
      const quantity = String(book.dice.between(1, 25));
      const term = book.dice.pick(termsOf(book, "UNIT"));
      if (term === undefined) return;
      const from = await effectiveFromOf(book, term);
      await patch(book, kind, term, { quantity, ...from.fields }, `${quantity} units ${from.words}`);
    },
  },
  {
    kind: "term discount",
    weight: 3,
    isPossible: hasTerms("FLAT", "UNIT"),
    make: async (book, kind) => {
      const term = book.dice.pick(termsOf(book, "FLAT", "UNIT"));
      if (term === undefined) return;
      const from = await effectiveFromOf(book, term);
      const discounts = book.dice.chance(75) ? [discountOf(book, book.today)] : [];
      const words = discounts.length === 0 ? "no discount" : `a discount ${JSON.stringify(discounts[0])}`;
      await patch(book, kind, term, { discounts, ...from.fields }, `${words} ${from.words}`);
    },
  },
  {
    kind: "usage price",
    weight: 2,
    isPossible: hasTerms("USAGE"),
    make: async (book, kind) => {
      const amount = book.currency === "JPY" ? "2" : hundredths(book.dice.between(5, 300));
      const term = book.dice.pick(termsOf(book, "USAGE"));
      if (term === undefined) return;
      const from = await effectiveFromOf(book, term);
      const body = { pricingType: "SIMPLE", ...flat(amount, "PER_ITEM"), ...from.fields };
      await patch(book, kind, term, body, `costs ${amount} each ${from.words}`);
    },
  },
  {
    kind: "term days",
    weight: 5,
    isPossible: hasTerms("FLAT", "UNIT", "SEAT", "USAGE"),
    make: async (book, kind) => {
      const term = book.dice.pick(termsOf(book, "FLAT", "UNIT", "SEAT", "USAGE"));
      if (term === undefined) return;
      const { dice } = book;
      const isLonger = term.last !== null && dice.chance(55);
      const endDate = isLonger ? addDays(term.last, dice.between(15, 120)) : dayOfTerm(book, term);
      const isCorrection = dice.chance(40);
      const reason = isCorrection ? { reasonCode: "CORRECTION" } : {};
      const words = `ends on ${endDate}${isCorrection ? ", a correction" : ""}`;
      await patch(book, kind, term, { endDate, ...reason }, words);
    },
  },
  {
    kind: "terminate",
    weight: 4,
    isPossible: hasTerms(),
    make: async (book, kind) => {
      const term = book.dice.pick(book.terms);
      if (term === undefined) return;
      const endDate = dayOfTerm(book, term);
      const creditUnused = book.dice.chance(60);
      const agreed = agreement(book);
      const answer = await book.write({
        kind: creditUnused ? `${kind}, crediting` : kind,
        words: `${term.name} is terminated on ${endDate}${creditUnused ? ", what is unused is credited" : ""}${agreed.words}`,
        method: "PATCH",
        path: `${term.contract.path}/billing-terms/${term.id}/terminate`,
        body: { endDate, creditUnused, ...agreed.fields },
      });
      if (answer.isDone) forget(book, term);
    },
  },
  {
    kind: "term added",
    weight: 4,
    isPossible: hasTerms("FLAT", "UNIT", "SEAT", "ONE_OFF"),
    make: async (book, kind) => {
      const { dice } = book;
      const beside = dice.pick(termsOf(book, "FLAT", "UNIT", "SEAT", "ONE_OFF"));
      if (beside === undefined) return;
      const startDate = effectiveDay(book);
      const isYear = dice.chance(40);
      const endDate = isYear
        ? addDays(startDate, dice.between(20, 250))
        : earlier(beside.last ?? "9999", addDays(startDate, 200));
      const isOwnGroup = dice.chance(35);
      const name = book.nameOf("More");
      const product = dice.chance(35) ? book.product : undefined;
      // At the price of the price book it is a contract of its own.
      const amount = product !== undefined && dice.chance(60) ? product.price : book.amount(30, 900);
      const answer = await book.write({
        kind: isOwnGroup ? `${kind}, own group` : kind,
        words: `${beside.contract.name}: term ${name} ${isOwnGroup ? "" : `beside ${beside.name} `}${product === undefined ? "" : `of ${product.name} `}of ${book.money(amount)}, ${startDate} to ${endDate}`,
        method: "POST",
        path: `${beside.contract.path}/billing-terms`,
        body: {
          ...{ name, startDate, endDate, interval: isYear ? "YEAR" : "MONTH", billingType: "FLAT" },
          ...{ invoiceDateStrategy: dice.pick(["FIRST_OF_PERIOD", "ARREARS"] as const), ...flat(book.money(amount)) },
          ...(isOwnGroup ? {} : { billingTermGroupId: beside.groupId }),
          ...(product === undefined ? {} : { productId: product.id }),
        },
      });
      if (!answer.isDone) return;
      const { id, billingTermGroupId: groupId } = answer.payload;
      book.names.give(id, name);
      book.names.give(groupId, `group of ${name}`);
      const facts = { contract: beside.contract, kind: "FLAT", eventTypeId: null, obligationId: null } as const;
      const term = { id, name, groupId, start: startDate, last: endDate, amount, ...facts };
      book.terms.push(term);
      if (isOwnGroup && book.hasPobs && dice.chance(60)) await asBilled(book, term);
    },
  },
  {
    kind: "obligation added",
    weight: 3,
    make: async (book) => {
      const contract = book.dice.pick(book.contracts);
      if (contract !== undefined) await obligationPart(book, contract, effectiveDay(book));
    },
  },
  {
    kind: "term deleted",
    weight: 1,
    isPossible: hasTerms(),
    make: async (book, kind) => {
      const term = book.dice.pick(book.terms.slice(-2));
      if (term === undefined) return;
      const path = `${term.contract.path}/billing-terms/${term.id}`;
      const answer = await book.write({ kind, words: `${term.name} is deleted`, method: "DELETE", path });
      if (answer.isDone) forget(book, term);
    },
  },
  {
    kind: "milestone of a term",
    weight: 6,
    isPossible: hasTerms("MILESTONE"),
    make: async (book, kind) => {
      const term = book.dice.pick(termsOf(book, "MILESTONE"));
      if (term === undefined || (await viewOf(book, term))?.reachedOn !== null) return;
      const reachedOn = addDays(book.today, -book.dice.pick([0, 0, 3, 35]));
      await book.write({
        kind,
        words: `${term.name}: its milestone was reached on ${reachedOn}`,
        method: "POST",
        path: `${term.contract.path}/billing-terms/${term.id}/milestone`,
        body: { reachedOn },
      });
    },
  },
];
