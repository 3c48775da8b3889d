import assert from "node:assert/strict";
import { test } from "node:test";
import { type EntryType, entryTypes } from "../ledger/journal-entry.ts";
import { memoOfLine } from "./entry-memo.ts";

const names = {
  documents: new Map([
    ["invoice", "invoice INV-000012"],
    ["memo", "credit memo CM-000003"],
    ["payment", "payment of 2025-12-30, wire 2"],
  ]),
  categories: new Map([["support", "Support"]]),
};

const memo = (type: EntryType, sourceId: string, line: { role?: "BREAKAGE_REVENUE"; categoryId?: string } = {}) =>
  memoOfLine(
    { type, sourceId, sourceType: "INVOICE", date: "2026-01-31", reversesEntryId: null },
    { role: "REVENUE", categoryId: null, ...line },
    names,
  );

test("the memo of a line names its document", () => {
  const rows: [EntryType, string, string][] = [
    ["INVOICE_ISSUED", "invoice", "Invoice INV-000012"],
    ["INVOICE_VOIDED", "invoice", "Void of invoice INV-000012"],
    ["INVOICE_UNCOLLECTIBLE", "invoice", "Write-off of invoice INV-000012"],
    ["INVOICE_REINSTATED", "invoice", "Write-off of invoice INV-000012, reversed"],
    ["CREDIT_MEMO_ISSUED", "memo", "Credit memo CM-000003"],
    ["CREDIT_MEMO_REFUNDED", "memo", "Refund of credit memo CM-000003"],
    ["PAYMENT_RECEIVED", "payment", "Payment of 2025-12-30, wire 2"],
    ["CREDIT_APPLIED", "payment", "Application of payment of 2025-12-30, wire 2"],
    ["CREDIT_UNAPPLIED", "memo", "Application of credit memo CM-000003, reversed"],
    ["REVENUE_RECOGNIZED", "2026-01", "Revenue 2026-01"],
    ["PRESENTATION", "2026-01", "Contract position 2026-01-31"],
    ["PRESENTATION_REVERSAL", "2026-01", "Contract position of 2026-01, reversed"],
  ];
  for (const [type, sourceId, expected] of rows) assert.equal(memo(type, sourceId), expected);
});

test("the memo of a category's line names the category, and breakage apart from revenue", () => {
  assert.equal(memo("REVENUE_RECOGNIZED", "2026-01", { categoryId: "support" }), "Revenue 2026-01, Support");
  const breakage = memo("REVENUE_RECOGNIZED", "2026-01", { role: "BREAKAGE_REVENUE", categoryId: "support" });
  assert.equal(breakage, "Lapsed prepaid value 2026-01, Support");
});

test("every entry type has a memo, also for a document without a number", () => {
  for (const type of entryTypes) assert.match(memo(type, "unknown"), /^[A-Z][\w ,-]+$/, type);
  assert.equal(memo("INVOICE_ISSUED", "unknown"), "Invoice");
});
