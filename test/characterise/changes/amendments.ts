import type { Book, TermOfBook } from "../book.ts";
import { addDays, earlier, later } from "../days.ts";
import { flat } from "../deal.ts";
import { type Change, forget, termsOf } from "./change.ts";
import { dayOfTerm } from "./terms.ts";

const settlements = ["IMMEDIATE", "CO_TERM", "NONE"] as const;

/** Terms that go on, of some kinds. */
const goingOn = (book: Book, ...kinds: readonly TermOfBook["kind"][]): TermOfBook[] =>
  termsOf(book, ...kinds).filter(({ last }) => last === null || last > book.today);

/** A fixed term that goes on, mostly; sometimes one that is over or has other doors, which is rejected. */
function termToAmend(book: Book): TermOfBook | undefined {
  const fixed = goingOn(book, "FLAT", "UNIT");
  return book.dice.chance(92) && fixed.length > 0 ? book.dice.pick(fixed) : book.dice.pick(book.terms);
}

/** A day of a term, mostly around today, in days that may be invoiced or closed. */
function dayToAmend(book: Book, term: TermOfBook): string {
  const { dice, today } = book;
  if (dice.chance(15)) return dayOfTerm(book, term);
  const day = later(term.start, addDays(today, dice.between(-50, 25)));
  return term.last === null ? day : earlier(term.last, day);
}

/** Another price or quantity from a day that may be invoiced, or closed. */
async function amend(book: Book, kind: string): Promise<void> {
  const { dice } = book;
  const term = termToAmend(book);
  if (term === undefined) return;
  const settlement = dice.pick(settlements);
  const effectiveDate = dayToAmend(book, term);
  const amount = book.money(Math.max(1, Math.round((term.amount * dice.between(40, 200)) / 100)));
  const quantity = String(dice.between(1, 25));
  const isUnit = term.kind === "UNIT";
  const isQuantity = isUnit && dice.chance(50);
  const to = isQuantity ? { quantity } : flat(amount, isUnit ? "PER_ITEM" : "TOTAL_INVOICE");
  await book.write({
    kind: `${kind}, ${settlement}`,
    words: `${term.name}: ${isQuantity ? `${quantity} units` : `costs ${amount}`} from ${effectiveDate}, settled ${settlement}`,
    method: "POST",
    path: `${term.contract.path}/billing-terms/${term.id}/amendments`,
    body: { effectiveDate, settlement, ...to },
  });
}

/** One term in the place of another. */
async function swap(book: Book, kind: string): Promise<void> {
  const { dice } = book;
  const term = dice.pick(goingOn(book, "FLAT", "UNIT", "SEAT"));
  if (term === undefined) return;
  const day = dayToAmend(book, term);
  const effectiveDate = day === term.start && dice.chance(90) ? addDays(day, 1) : day;
  const name = book.nameOf("Swapped");
  const amount = Math.max(1, Math.round((term.amount * dice.between(40, 250)) / 100));
  const last = term.last !== null && dice.chance(60) ? term.last : addDays(effectiveDate, dice.between(20, 250));
  const invoiceDateStrategy = dice.pick(["FIRST_OF_PERIOD", "FIRST_OF_PERIOD", "ARREARS"] as const);
  const answer = await book.write({
    kind,
    words: `${term.name} gives way to ${name} of ${book.money(amount)} a month, ${invoiceDateStrategy}, from ${effectiveDate} to ${last}`,
    method: "POST",
    path: `${term.contract.path}/billing-terms/${term.id}/swap`,
    body: {
      effectiveDate,
      newTerm: {
        ...{ name, endDate: last, interval: "MONTH", billingType: "FLAT", invoiceDateStrategy },
        ...flat(book.money(amount)),
      },
      reason: "Another plan",
    },
  });
  if (!answer.isDone) return;
  forget(book, term);
  const { id, billingTermGroupId: groupId } = answer.payload.added;
  book.names.give(id, name);
  const facts = { kind: "FLAT", eventTypeId: null, obligationId: null } as const;
  book.terms.push({ id, name, contract: term.contract, groupId, start: effectiveDate, last, amount, ...facts });
}

export const amendmentChanges: readonly Change[] = [
  { kind: "amendment", weight: 14, isPossible: (book) => goingOn(book, "FLAT", "UNIT").length > 0, make: amend },
  { kind: "swap", weight: 7, isPossible: (book) => goingOn(book, "FLAT", "UNIT", "SEAT").length > 0, make: swap },
];
