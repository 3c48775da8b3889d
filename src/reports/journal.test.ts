import assert from "node:assert/strict";
import { test } from "node:test";
import { usd } from "../../test/support/terms.ts";
import { money } from "../kernel/money.ts";
import { accountActivity, journalTable, type ReportedLine } from "./journal.ts";

const line = (parts: Partial<ReportedLine>): ReportedLine => ({
  ...{ number: "1", date: "2026-01-31", type: "REVENUE_RECOGNIZED", account: "Revenue", role: "REVENUE" },
  ...{ debit: usd(0), credit: usd(0), contractId: null, contractName: null, customerId: null, customerName: null },
  ...{ categoryName: null, itemName: null, className: null, sourceType: "ACCOUNTING_PERIOD", sourceId: "2026-01" },
  ...{ entryId: "e", reversesEntryId: null, postedAt: "2026-02-01T00:00:00.000Z", ...parts },
});

test("a line has debit or credit, its month and its currency; the totals balance", () => {
  const { rows, totals } = journalTable(
    [line({ debit: usd(5) }), line({ credit: usd(5) })],
    [{ debit: usd(5), credit: usd(5) }],
    [],
  );
  assert.deepEqual(
    rows.map(({ cells: { debit, credit, month, currency } }) => [debit, credit, month, currency]),
    [
      [usd(5), null, "2026-01", "USD"],
      [null, usd(5), "2026-01", "USD"],
    ],
  );
  assert.deepEqual(totals?.cells, { debit: usd(5), credit: usd(5) });
});

test("several currencies are listed and have no total", () => {
  const euro = line({ debit: money(7n, "EUR"), credit: money(0n, "EUR") });
  const table = journalTable(
    [line({ debit: usd(5) }), euro],
    [
      { debit: usd(5), credit: usd(0) },
      { debit: money(7n, "EUR"), credit: money(0n, "EUR") },
    ],
    [],
  );
  assert.equal(table.rows.length, 2);
  assert.equal(table.totals, null);
  assert.equal(journalTable([], [], []).totals, null);
});

test("account activity carries the balance from line to line", () => {
  const { rows, totals } = accountActivity([line({ debit: usd(30) }), line({ credit: usd(100) })], {
    ...{ opening: usd(50), from: "2026-01-01", to: "2026-01-31" },
  });
  assert.deepEqual(
    rows.map(({ cells: { type, date, balance } }) => [type, date, balance]),
    [
      ["OPENING", "2026-01-01", usd(50)],
      ["REVENUE_RECOGNIZED", "2026-01-31", usd(80)],
      ["REVENUE_RECOGNIZED", "2026-01-31", usd(-20)],
      ["CLOSING", "2026-01-31", usd(-20)],
    ],
  );
  assert.deepEqual(totals?.cells, { debit: usd(30), credit: usd(100) });
});
