import type { Json } from "../../support/api.ts";
import type { Book } from "../book.ts";
import { addDays, earlier, lastDayOf, later, monthOf } from "../days.ts";
import { type Change, contractOf, minorOf, termsOf } from "./change.ts";

const isMetered: Change["isPossible"] = (book) => book.eventTypes.length > 0;
const isCommitted: Change["isPossible"] = (book) =>
  termsOf(book, "USAGE").some(({ name }) => name.startsWith("Committed"));

/** Records what was used on some days in one step, or credited where the sign is a minus. */
export async function use(book: Book, kind: string, days: readonly string[], sign: "" | "-" = ""): Promise<void> {
  const { dice } = book;
  const type = dice.pick(book.eventTypes);
  if (type === undefined || days.length === 0) return;
  const events = days.map((day) => ({
    idempotencyKey: book.nameOf("event"),
    customerId: book.customerId,
    eventTypeId: type.id,
    datetime: `${day}T08:00:00Z`,
    value: `${sign}${dice.between(5, 250)}`,
  }));
  const answer = await book.write({
    kind,
    words: `${type.name}: ${events.map(({ datetime, value }) => `${value} on ${datetime.slice(0, 10)}`).join(", ")}`,
    method: "POST",
    path: "/v3/events/bulk",
    body: { events },
  });
  if (!answer.isDone) return;
  const listed = await book.session.all(`/v3/events?filter=eventTypeId:eq:${type.id}`);
  for (const { idempotencyKey, value } of events) {
    const made = listed.find((each) => each.idempotencyKey === idempotencyKey);
    if (made !== undefined) book.events.push({ id: made.id, words: `${value} of ${made.datetime.slice(0, 10)}` });
  }
}

async function commitmentOf(book: Book): Promise<Json | undefined> {
  const all = await book.session.all("/v3/commitments");
  const found = book.dice.pick(all.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
  return found === undefined
    ? undefined
    : { ...found, path: `${contractOf(book, found.contractId).path}/commitments/${found.id}` };
}

/** Usage below zero, which storms alone draw. */
export const creditedUsageChanges: readonly Change[] = [
  {
    kind: "usage credited",
    weight: 7,
    isPossible: isMetered,
    make: async (book, kind) => {
      const { dice, today } = book;
      const first = termsOf(book, "USAGE")[0]?.start ?? today;
      const days = Array.from({ length: dice.between(1, 2) }, () => addDays(today, -dice.between(0, 60)));
      await use(
        book,
        kind,
        days.map((day) => earlier(today, later(first, day))),
        "-",
      );
    },
  },
];

export const usageChanges: readonly Change[] = [
  {
    kind: "usage",
    weight: 14,
    isPossible: isMetered,
    make: async (book, kind) => {
      const { dice, today } = book;
      const days = Array.from({ length: dice.between(1, 4) }, () => addDays(today, -dice.between(0, 25)));
      await use(book, kind, days);
    },
  },
  {
    kind: "usage, late",
    weight: 5,
    isPossible: isMetered,
    make: async (book, kind) => {
      const first = termsOf(book, "USAGE")[0]?.start ?? book.today;
      const day = addDays(book.today, -book.dice.between(26, 110));
      await use(book, kind, [earlier(book.today, later(first, day))]);
    },
  },
  {
    kind: "usage deleted",
    weight: 5,
    isPossible: (book) => book.events.length > 0,
    make: async (book, kind) => {
      const event = book.dice.pick(book.events);
      if (event === undefined) return;
      book.events.splice(book.events.indexOf(event), 1);
      await book.write({
        kind,
        words: `usage ${event.words} is deleted`,
        method: "DELETE",
        path: `/v3/events/${event.id}`,
      });
    },
  },
  {
    kind: "commitment step",
    weight: 3,
    isPossible: isCommitted,
    make: async (book, kind) => {
      const commitment = await commitmentOf(book);
      const step = commitment?.schedules.at(-1).steps.at(-1);
      if (commitment === undefined) return;
      const value = Math.max(1, Math.round((minorOf(book, step.commitmentValue) * book.dice.between(60, 170)) / 100));
      const commitmentValue = book.money(value);
      await book.write({
        kind,
        words: `${book.names.of(commitment.id)}: its last step is ${commitmentValue}`,
        method: "PATCH",
        path: `${commitment.path}/steps/${step.id}`,
        body: { commitmentValue },
      });
    },
  },
  {
    kind: "commitment terminated",
    weight: 2,
    isPossible: isCommitted,
    make: async (book, kind) => {
      const commitment = await commitmentOf(book);
      if (commitment === undefined) return;
      const endDate = lastDayOf(monthOf(book.today, book.dice.between(-1, 3)));
      await book.write({
        kind,
        words: `${book.names.of(commitment.id)} is terminated on ${endDate}`,
        method: "POST",
        path: `${commitment.path}/terminate`,
        body: { endDate },
      });
    },
  },
];
