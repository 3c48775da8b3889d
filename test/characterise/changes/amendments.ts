import type { Book, TermOfBook } from "../book.ts";
import { addDays } from "../days.ts";
import { flat } from "../deal.ts";
import { type Change, forget, termsOf } from "./change.ts";
import { dayOfTerm } from "./terms.ts";

const settlements = ["IMMEDIATE", "CO_TERM", "NONE"] as const;

const hasTerms: Change["isPossible"] = (book) => termsOf(book, "FLAT", "UNIT", "SEAT").length > 0;

/** A fixed term, mostly; sometimes one that has other doors, which is rejected. */
function termToAmend(book: Book): TermOfBook | undefined {
  const fixed = termsOf(book, "FLAT", "UNIT");
  return book.dice.chance(92) && fixed.length > 0 ? book.dice.pick(fixed) : book.dice.pick(book.terms);
}

/** Another price or quantity from a day that may be invoiced, or closed. */
async function amend(book: Book, kind: string): Promise<void> {
  const { dice } = book;
  const term = termToAmend(book);
  if (term === undefined) return;
  const settlement = dice.pick(settlements);
  const effectiveDate = dayOfTerm(book, term);
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
  const term = dice.pick(termsOf(book, "FLAT", "UNIT", "SEAT"));
  if (term === undefined) return;
  const effectiveDate = dayOfTerm(book, term);
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
  { kind: "amendment", weight: 14, isPossible: hasTerms, make: amend },
  { kind: "swap", weight: 7, isPossible: hasTerms, make: swap },
];
