import type { Json } from "../../support/api.ts";
import type { Book } from "../book.ts";
import { addDays, lastDayOf, monthOf } from "../days.ts";
import type { Change } from "./change.ts";

// What a controller does to closes and positions: holds, locks, adjustments.

/** Holds a contract out of closes, from a month on or from every open one. */
async function hold(book: Book, kind: string): Promise<void> {
  const { dice, closedThrough } = book;
  const contract = dice.pick(book.contracts);
  if (contract === undefined) return;
  const isLater = dice.chance(35);
  const fromMonth =
    closedThrough > "0000-00" ? monthOf(closedThrough, dice.pick([0, 1, 1, 2, 3])) : monthOf(book.today);
  const answer = await book.write({
    kind,
    words: `${contract.name} is held out of closes${isLater ? ` from ${fromMonth} on` : ""}`,
    method: "POST",
    path: `${contract.path}/close-hold`,
    body: { reason: "The order form is disputed", ...(isLater ? { fromMonth } : {}) },
  });
  if (answer.isDone) book.held.add(contract.id);
}

/** Releases a contract; what closes left out of it, the next one posts. */
export async function release(book: Book, kind: string, contractId: string): Promise<void> {
  const words = `${book.names.of(contractId)} is released`;
  const path = `/v3/contracts/${contractId}/close-hold`;
  const { isDone } = await book.write({ kind, words, method: "DELETE", path });
  if (!isDone) return;
  book.held.delete(contractId);
  book.released.add(contractId);
}

/** Locks a sub-ledger of a month that is open, mostly. */
async function lock(book: Book, kind: string): Promise<void> {
  const { dice, locked } = book;
  const subLedger = dice.pick(["BILLING", "CASH"] as const);
  const month = monthOf(book.today, dice.pick([-2, -1, -1, -1, -1, 0]));
  const words = `${subLedger} of ${month} is locked`;
  const request = { kind: `${kind}, ${subLedger}`, words, method: "POST", path: "/v3/month-end-close/lock" };
  const answer = await book.write({ ...request, body: { month, subLedger } });
  if (answer.isDone) locked.set(subLedger, month);
}

/** Unlocks the last month that was locked, mostly, or one before it. */
async function unlock(book: Book, kind: string): Promise<void> {
  const { dice, locked } = book;
  const subLedger = dice.pick([...locked.keys()]) ?? "BILLING";
  const month = monthOf(locked.get(subLedger) ?? book.today, dice.pick([-1, 0, 0, 0, 1]));
  const words = `${subLedger} of ${month} is unlocked`;
  const request = { kind: `${kind}, ${subLedger}`, words, method: "POST", path: "/v3/month-end-close/unlock" };
  const answer = await book.write({ ...request, body: { month, subLedger, reason: "A late document" } });
  if (answer.isDone) locked.delete(subLedger);
}

/** Debit and credit of an adjustment; the last ones are rejected. */
const pairs = [
  ["CONTRACT_LIABILITY", "REVENUE"],
  ["CONTRACT_LIABILITY", "REVENUE"],
  ["REVENUE", "CONTRACT_LIABILITY"],
  ["CONTRACT_ASSET", "REVENUE"],
  ["UNBILLED_RECEIVABLE", "REVENUE"],
  ["REVENUE", "UNBILLED_RECEIVABLE"],
  ["REVENUE", "CONTRACT_ASSET"],
  ["BAD_DEBT", "CONTRACT_LIABILITY"],
  ["CONTRA_REVENUE", "CONTRACT_LIABILITY"],
  ["CONTRACT_LIABILITY", "BREAKAGE_REVENUE"],
  ["REVENUE", "BREAKAGE_REVENUE"],
  ["RECEIVABLE", "REVENUE"],
  ["CONTRACT_LIABILITY", "CASH"],
] as const;

/** The end of a month, mostly; else a day around today. */
function adjustmentDay(book: Book): string {
  const { dice, today } = book;
  return dice.chance(60)
    ? lastDayOf(monthOf(today, dice.pick([-2, -1, -1, 0])))
    : addDays(today, dice.between(-30, 10));
}

async function adjust(book: Book, kind: string): Promise<void> {
  const { dice } = book;
  const contract = dice.pick(book.contracts);
  if (contract === undefined) return;
  const { id: contractId, currency = book.currency } = contract;
  const amount = book.money(book.amount(5, 300));
  const [debit, credit] = dice.pick(pairs);
  const date = adjustmentDay(book);
  const reverseOn = dice.chance(30) ? addDays(date, dice.between(1, 40)) : null;
  const category = dice.chance(30) ? { categoryId: dice.pick(book.categoryIds) } : {};
  await book.write({
    kind: reverseOn === null ? kind : `${kind}, reversed later`,
    words: `${contract.name}: adjusted by ${amount} on ${date}, Dr ${debit} Cr ${credit}${reverseOn === null ? "" : `, reversed on ${reverseOn}`}`,
    method: "POST",
    path: "/v3/adjustments",
    body: {
      ...{ date, currency, reason: "A judgement", reverseOn },
      lines: [
        { role: debit, debit: amount, contractId, ...category },
        { role: credit, credit: amount, contractId, ...category },
      ],
    },
  });
}

/** Takes an adjustment back, on a day of its own or without one. */
export async function reverse(book: Book, kind: string, adjustment: Json, date?: string): Promise<void> {
  await book.write({
    kind,
    words: `${adjustment.adjustmentNumber} is reversed${date === undefined ? "" : ` on ${date}`}`,
    method: "POST",
    path: `/v3/adjustments/${adjustment.id}/reverse`,
    body: { reason: "It is over", ...(date === undefined ? {} : { date }) },
  });
}

/** Adjustments by number. */
export async function adjustmentsOf(book: Book): Promise<Json[]> {
  const all = await book.session.all("/v3/adjustments");
  return all.toSorted((a, b) => (a.adjustmentNumber < b.adjustmentNumber ? -1 : 1));
}

/** True if an adjustment is neither reversed nor a reversal. */
export const stands = (adjustment: Json): boolean =>
  adjustment.reversesAdjustmentId === null && adjustment.reversedByAdjustmentId === null;

export const controlChanges: readonly Change[] = [
  { kind: "hold", weight: 4, isPossible: (book) => book.contracts.length > 0, make: hold },
  {
    kind: "release",
    weight: 6,
    isPossible: ({ held, contracts }) => held.size > 0 && contracts.length > 0,
    make: async (book, kind) => {
      const one = book.dice.chance(90) ? book.dice.pick([...book.held]) : book.dice.pick(book.contracts)?.id;
      if (one !== undefined) await release(book, kind, one);
    },
  },
  { kind: "lock", weight: 5, make: lock },
  { kind: "unlock", weight: 5, isPossible: ({ locked }) => locked.size > 0, make: unlock },
  { kind: "adjustment", weight: 7, isPossible: (book) => book.contracts.length > 0, make: adjust },
  {
    kind: "adjustment reversed",
    weight: 4,
    make: async (book, kind) => {
      const all = await adjustmentsOf(book);
      const one = book.dice.pick(book.dice.chance(85) ? all.filter(stands) : all);
      if (one === undefined) return;
      await reverse(book, kind, one, book.dice.chance(70) ? adjustmentDay(book) : undefined);
    },
  },
];
