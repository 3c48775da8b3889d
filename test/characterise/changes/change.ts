import type { Json } from "../../support/api.ts";
import type { Book, TermOfBook } from "../book.ts";
import { addDays, monthOf } from "../days.ts";

/** One kind of thing that may be done to a book. `make` answers nothing: the book notes what came of it. */
export type Change = {
  readonly kind: string;
  readonly weight: number;
  /** True if the book has a record that it can change; by default it has. */
  readonly isPossible?: (book: Book) => boolean;
  readonly make: (book: Book, kind: string) => Promise<void>;
};

/** A day from which something is agreed: around today, often the first of a month. */
export function effectiveDay(book: Book): string {
  const { dice, today } = book;
  const first = `${monthOf(today, dice.pick([-2, -1, 0, 1, 1, 2]))}-01`;
  return dice.chance(50) ? first : addDays(today, dice.between(-45, 60));
}

/** The day as a field of a request, or nothing: then today counts. */
export function effectiveFrom(book: Book): { readonly fields: object; readonly words: string } {
  if (book.dice.chance(25)) return { fields: {}, words: "from today" };
  const effectiveDate = effectiveDay(book);
  return { fields: { effectiveDate }, words: `from ${effectiveDate}` };
}

/** Mostly a modification is agreed when it is recorded; some were agreed up to two months before. */
export function agreement(book: Book): { readonly fields: object; readonly words: string } {
  if (book.dice.chance(80)) return { fields: {}, words: "" };
  const agreedOn = addDays(book.today, -book.dice.between(0, 60));
  return { fields: { agreedOn }, words: `, agreed on ${agreedOn}` };
}

/** As `effectiveFrom`, or a day that is not invoiced yet: prices of invoiced days are locked. */
export async function effectiveFromOf(book: Book, term: TermOfBook): Promise<ReturnType<typeof effectiveFrom>> {
  const agreed = agreement(book);
  if (book.dice.chance(35)) {
    const from = effectiveFrom(book);
    return { fields: { ...from.fields, ...agreed.fields }, words: `${from.words}${agreed.words}` };
  }
  const through = (await viewOf(book, term))?.invoicedThrough ?? addDays(term.start, book.dice.between(0, 60));
  const effectiveDate = addDays(through, 1 + book.dice.pick([0, 0, 0, 10, 31]));
  return { fields: { effectiveDate, ...agreed.fields }, words: `from ${effectiveDate}${agreed.words}` };
}

/** A term is as good as gone: nothing more is done to it. */
export function forget(book: Book, term: TermOfBook): void {
  book.terms.splice(book.terms.indexOf(term), 1);
}

export function termsOf(book: Book, ...kinds: readonly TermOfBook["kind"][]): TermOfBook[] {
  return book.terms.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind));
}

/** The view of a term as it is now. */
export async function viewOf(book: Book, { id, contract }: TermOfBook): Promise<Json | undefined> {
  const terms = await book.session.all(`${contract.path}/billing-terms`);
  return terms.find((each) => each.id === id);
}

/** Some listed performance obligations, by name. */
export async function pobsOf(book: Book, keep: (pob: Json) => boolean): Promise<Json[]> {
  const listed = (await book.listPobs()).filter(keep);
  return listed.toSorted((a, b) => (book.names.of(a.id) < book.names.of(b.id) ? -1 : 1));
}

const asBilled = ["RECOGNIZE_AS_BILLED", "RECOGNIZE_AS_CONSUMED"];

/** Performance obligations with prices of their own, by name: none that stands behind the scenes. */
export function statedOf(book: Book, keep: (pob: Json) => boolean = () => true): Promise<Json[]> {
  const isStated = ({ name, recognitionPattern }: Json) =>
    book.pobNames.has(name) && !asBilled.includes(recognitionPattern);
  return pobsOf(book, (pob) => isStated(pob) && keep(pob));
}

export function contractOf(book: Book, contractId: string): { readonly path: string; readonly name: string } {
  return { path: `/v3/contracts/${contractId}`, name: book.names.of(contractId) };
}

/** Documents by number. */
export async function documentsOf(
  book: Book,
  path: string,
  number: string,
  keep: (each: Json) => boolean,
): Promise<Json[]> {
  const all = await book.session.all(path);
  return all.filter((each) => each[number] !== null && keep(each)).toSorted((a, b) => (a[number] < b[number] ? -1 : 1));
}

/** An amount as whole minor units. */
export function minorOf(book: Book, amount: string): number {
  return book.currency === "JPY" ? Number(amount) : Math.round(Number(amount) * 100);
}
