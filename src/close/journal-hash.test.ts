import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { required } from "../kernel/assert.ts";
import { parseDay } from "../kernel/day.ts";
import { money } from "../kernel/money.ts";
import { credit, debit, type EntryDraft, type JournalLine, posted } from "../ledger/journal-entry.ts";
import { emptyJournal, withEntry } from "./journal-hash.ts";

const amount = money(500n, "USD");
const postedAt = "2026-02-15T00:00:00.000Z";

/** The hash of an entry with some lines, which is the first of its month. */
function hashOf(lines: readonly JournalLine[]): string {
  const draft: EntryDraft = {
    ...{ id: "entry", date: required(parseDay("2026-01-31"), "a day"), type: "REVENUE_RECOGNIZED", lines },
    ...{ contractId: "contract", customerId: "customer", source: { type: "ACCOUNTING_PERIOD", id: "2026-01" } },
  };
  return withEntry(emptyJournal, posted(draft, { number: 7n, postedAt, names: {} })).hash.toString("hex");
}

/** The same over the lines as docs/close.md writes them. */
function hashOfText(lines: readonly unknown[]): string {
  const about = ["7", "entry", "2026-01-31", "REVENUE_RECOGNIZED", "contract", "ACCOUNTING_PERIOD", "2026-01", null];
  return createHash("sha256")
    .update(JSON.stringify([...about, "USD", postedAt, lines]))
    .digest("hex");
}

const liability = ["CONTRACT_LIABILITY", "Contract liability", "5.00", "0.00", "customer", null];
const revenue = ["REVENUE", "Revenue", "0.00", "5.00", "customer", "software"];

test("a line without item and class has the hash that it had before these fields existed", () => {
  const lines = [debit("CONTRACT_LIABILITY", amount), credit("REVENUE", amount, { categoryId: "software" })];
  assert.equal(hashOf(lines), hashOfText([liability, revenue]));
});

test("the hash of a line with an item or a class includes both", () => {
  for (const [itemId, classId] of [
    ["licence", null],
    [null, "europe"],
    ["licence", "europe"],
  ] as const) {
    const lines = [
      debit("CONTRACT_LIABILITY", amount),
      credit("REVENUE", amount, { categoryId: "software", itemId, classId }),
    ];
    assert.equal(hashOf(lines), hashOfText([liability, [...revenue, itemId, classId]]));
  }
});
