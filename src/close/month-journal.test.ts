import assert from "node:assert/strict";
import { test } from "node:test";
import { required } from "../kernel/assert.ts";
import { parseDay, parseMonth } from "../kernel/day.ts";
import { money } from "../kernel/money.ts";
import { credit, debit, type EntryDraft, posted } from "../ledger/journal-entry.ts";
import { emptyJournal } from "./journal-hash.ts";
import { type MonthJournal, withPosted } from "./month-journal.ts";

const january = required(parseMonth("2026-01"), "a month");
const nothing: MonthJournal = { chain: emptyJournal, activity: [] };
const entries = [
  entry(1, "2026-01-31", 500n),
  entry(2, "2026-02-01", 70n),
  entry(3, "2026-01-31", 20n),
  entry(4, "2026-01-01", 3n),
];

test("a month's journal has the entries dated in it, and their sums by account", () => {
  const { chain, activity } = withPosted(nothing, january, entries);
  assert.deepEqual([chain.count, chain.lines, chain.lastNumber], [3, 6, "4"]);
  assert.deepEqual(
    activity.map(({ role, type, debitMinor, creditMinor }) => [role, type, debitMinor, creditMinor]),
    [
      ["CONTRACT_LIABILITY", "REVENUE_RECOGNIZED", 523n, 0n],
      ["REVENUE", "REVENUE_RECOGNIZED", 0n, 523n],
    ],
  );
});

test("it is the same however the entries are divided into chunks", () => {
  const whole = withPosted(nothing, january, entries);
  for (const at of [0, 1, 2, 3, 4]) {
    const first = withPosted(nothing, january, entries.slice(0, at));
    assert.deepEqual(withPosted(first, january, entries.slice(at)), whole);
  }
});

function entry(number: number, date: string, minor: bigint) {
  const amount = money(minor, "USD");
  const draft: EntryDraft = {
    id: `entry ${number}`,
    date: required(parseDay(date), "a day"),
    type: "REVENUE_RECOGNIZED",
    contractId: null,
    customerId: null,
    source: { type: "ACCOUNTING_PERIOD", id: "2026-01" },
    lines: [debit("CONTRACT_LIABILITY", amount), credit("REVENUE", amount)],
  };
  return posted(draft, { number: BigInt(number), postedAt: "2026-02-15T00:00:00.000Z", names: {} });
}
