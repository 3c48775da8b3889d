import type { Book, TermOfBook } from "../book.ts";
import { addDays, monthOf } from "../days.ts";
import { type Change, effectiveFromOf, forget, termsOf } from "./change.ts";

const obligations = (book: Book, ...kinds: readonly TermOfBook["kind"][]): TermOfBook[] =>
  termsOf(book, ...kinds).filter(({ obligationId }) => obligationId !== null);

const hasObligations: Change["isPossible"] = (book) => obligations(book).length > 0;

async function patch(
  book: Book,
  kind: string,
  term: TermOfBook | undefined,
  body: object,
  words: string,
): Promise<void> {
  if (term === undefined) return;
  const version = book.dice.pick(["v3", "v3.1"] as const);
  const path = `/${version}${term.contract.path.slice("/v3".length)}/obligation/${term.obligationId}`;
  await book.write({ kind, words: `obligation ${term.name}: ${words}`, method: "PATCH", path, body });
}

export const obligationChanges: readonly Change[] = [
  {
    kind: "obligation price",
    weight: 5,
    isPossible: (book) => obligations(book, "FLAT", "UNIT", "SEAT").length > 0,
    make: async (book, kind) => {
      const term = book.dice.pick(obligations(book, "FLAT", "UNIT", "SEAT"));
      if (term === undefined) return;
      const price = book.money(Math.max(1, Math.round((term.amount * book.dice.between(50, 190)) / 100)));
      const from = await effectiveFromOf(book, term);
      await patch(book, kind, term, { price, ...from.fields }, `costs ${price} ${from.words}`);
    },
  },
  {
    kind: "obligation days",
    weight: 4,
    isPossible: hasObligations,
    make: async (book, kind) => {
      const { dice } = book;
      const term = dice.pick(obligations(book));
      if (term === undefined) return;
      const revenueEndDate = addDays(term.last ?? addDays(term.start, 300), dice.between(-60, 90));
      const isStart = dice.chance(30);
      const revenueStartDate = addDays(term.start, dice.between(-15, 30));
      const reason = dice.chance(40) ? { reasonCode: "CORRECTION" } : {};
      const body = { ...(isStart ? { revenueStartDate } : { revenueEndDate }), ...reason };
      await patch(
        book,
        kind,
        term,
        body,
        `${isStart ? `serves from ${revenueStartDate}` : `serves until ${revenueEndDate}`}${"reasonCode" in reason ? ", a correction" : ""}`,
      );
    },
  },
  {
    kind: "obligation pattern",
    weight: 4,
    isPossible: hasObligations,
    make: async (book, kind) => {
      const recognitionPattern = book.dice.pick([
        ...(["STRAIGHT_LINE", "STRAIGHT_LINE_DAILY", "POINT_IN_TIME", "RECOGNIZE_AS_BILLED"] as const),
      ] as const);
      const term = book.dice.pick(obligations(book, "FLAT", "UNIT", "SEAT", "MILESTONE"));
      await patch(
        book,
        `${kind}, to ${recognitionPattern}`,
        term,
        { recognitionPattern },
        `is earned by ${recognitionPattern}`,
      );
    },
  },
  {
    kind: "month manually",
    weight: 4,
    isPossible: hasObligations,
    make: async (book, kind) => {
      const { dice } = book;
      const term = dice.pick(obligations(book, "FLAT", "UNIT", "SEAT"));
      if (term === undefined) return;
      const months = dice.between(1, 2);
      const entries = Array.from({ length: months }, (_, index) => ({
        timeframe: monthOf(book.today, index + dice.pick([-1, 0, 1])),
        total: dice.chance(20) ? null : book.money(book.amount(0, 200)),
      }));
      await book.write({
        kind,
        words: `obligation ${term.name}: manually ${entries.map(({ timeframe, total }) => `${timeframe} ${total ?? "as its pattern"}`).join(", ")}`,
        method: "POST",
        path: `${term.contract.path}/obligation/${term.obligationId}/custom-revenue`,
        body: entries,
      });
    },
  },
  {
    kind: "obligation deleted",
    weight: 1,
    isPossible: hasObligations,
    make: async (book, kind) => {
      const term = obligations(book).at(-1);
      if (term === undefined) return;
      const path = `${term.contract.path}/obligations/${term.obligationId}`;
      const words = `obligation ${term.name} is deleted`;
      if ((await book.write({ kind, words, method: "DELETE", path })).isDone) forget(book, term);
    },
  },
];
