import { addDays } from "../days.ts";
import { type Change, effectiveDay, termsOf } from "./change.ts";

const hasSeats: Change["isPossible"] = (book) => termsOf(book, "SEAT").length > 0;

export const seatChanges: readonly Change[] = [
  {
    kind: "seats",
    weight: 12,
    isPossible: hasSeats,
    make: async (book, kind) => {
      const { dice } = book;
      const term = dice.pick(termsOf(book, "SEAT"));
      if (term === undefined) return;
      const effectiveDate = dice.chance(70) ? effectiveDay(book) : addDays(term.start, dice.between(0, 120));
      const isDelta = dice.chance(75);
      const many = isDelta ? dice.pick(["-3", "-1", "1", "2", "5", "10"] as const) : String(dice.between(0, 20));
      const options = {
        ...(dice.chance(20) ? { trueUpTiming: dice.pick(["IMMEDIATE", "CO_TERM"] as const) } : {}),
        ...(dice.chance(20) ? { prorationPolicy: dice.pick(["DAY", "MONTH", "NONE"] as const) } : {}),
      };
      const isLess = many.startsWith("-");
      await book.write({
        kind: isLess ? `${kind}, fewer` : kind,
        words:
          `${term.name}: ${isDelta ? `${isLess ? "" : "+"}${many}` : many} seats from ${effectiveDate} ${Object.values(options).join(" ")}`.trim(),
        method: "POST",
        path: `${term.contract.path}/billing-terms/${term.id}/seat-amendment`,
        body: { effectiveDate, ...(isDelta ? { delta: many } : { quantity: many }), ...options },
      });
    },
  },
  {
    kind: "seat amendment withdrawn",
    weight: 3,
    isPossible: hasSeats,
    make: async (book, kind) => {
      const term = book.dice.pick(termsOf(book, "SEAT"));
      if (term === undefined) return;
      const path = `${term.contract.path}/billing-terms/${term.id}/seat-amendments`;
      const amendments = (await book.session.all(path)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
      const last = amendments.at(-1);
      if (last === undefined) return;
      const words = `${term.name}: the last change of seats, of ${last.effectiveDate}, is taken back`;
      await book.write({ kind, words, method: "DELETE", path: `${path}/${last.id}` });
    },
  },
];
