import assert from "node:assert/strict";
import { test } from "node:test";
import { type BatchContent, contentFormat, type ExportFormat, exportFormats } from "./export-batch.ts";
import { formatProblems } from "./format-needs.ts";

/** A batch in one currency, whose accounts have all that a format asks for. */
const batchIn = (currency: string): BatchContent => ({
  ...{ format: contentFormat, merchantId: "merchant", exportNumber: "EXP-000001", month: "2026-01", level: "DETAIL" },
  ...{ createdAt: "2026-02-01T00:00:00.000Z", settings: {}, entries: [] },
  totals: [{ currency, entries: 0, lines: 0, debit: "0", credit: "0" }],
});

test("a format with two decimals rejects currencies with more, and takes every other one", () => {
  const tooFine = (format: ExportFormat, currency: string) =>
    formatProblems(batchIn(currency), format).some(({ message }) => message.endsWith(`${currency} has more.`));
  for (const [currency, formats] of [
    ["KWD", ["XERO", "NETSUITE", "DATEV"]],
    ["BHD", ["XERO", "NETSUITE", "DATEV"]],
    ["USD", []],
    ["JPY", []],
  ] as const) {
    assert.deepEqual(
      exportFormats.filter((format) => tooFine(format, currency)).toSorted(),
      [...formats].toSorted(),
      currency,
    );
  }
});
