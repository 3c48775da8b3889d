import type { Json } from "../../support/api.ts";
import type { Book, TermOfBook } from "../book.ts";
import { addDays, monthOf } from "../days.ts";

/** One kind of thing that may be done to a book. `make` answers nothing: the book notes what came of it. */
export type Change = {
  readonly kind: string;
  readonly weight: number;
  /** Is there something in the story that it can be done to? */
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

const derived = ["RECOGNIZE_AS_BILLED", "RECOGNIZE_AS_CONSUMED"];

/** Has it a price of its own? Those behind the scenes have no name. */
export const isStated = (pob: Json): boolean => pob.name !== null && !derived.includes(pob.recognitionPattern);

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
