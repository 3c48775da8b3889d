import assert from "node:assert/strict";
import { test } from "node:test";
import { day, usd } from "../../test/support/terms.ts";
import { ageing, type OpenInvoice } from "./ageing.ts";

const invoice = (dueDate: string, cents: number, parts: Partial<OpenInvoice> = {}): OpenInvoice => ({
  ...{ customerId: "u1", customerName: "Alpha", dueDate, balance: usd(cents), ...parts },
});

test("an invoice is as old as it is past due: edges of the buckets", () => {
  const dueDates = ["2026-07-01", "2026-06-30", "2026-06-29", "2026-05-31", "2026-05-30", "2026-05-01"];
  const older = ["2026-04-30", "2026-04-01", "2026-03-31"];
  const invoices = [...dueDates, ...older].map((dueDate, index) => invoice(dueDate, 10 ** index));
  const { rows } = ageing(invoices, day("2026-06-30"), "USD");
  const { current, days1To30, days31To60, days61To90, daysOver90, total, invoices: count } = rows[0]?.cells ?? {};
  assert.deepEqual(
    [current, days1To30, days31To60, days61To90, daysOver90, total],
    [usd(11), usd(1100), usd(110_000), usd(11_000_000), usd(100_000_000), usd(111_111_111)],
  );
  assert.equal(count, 9);
});

test("customers have a row each, and what is settled has none", () => {
  const beta = { customerId: "u2", customerName: "Beta" };
  const { rows, totals } = ageing(
    [invoice("2026-06-30", 5), invoice("2026-06-30", 7, beta), invoice("2026-06-30", 0, { customerId: "u3" })],
    day("2026-06-30"),
    "USD",
  );
  assert.deepEqual(
    rows.map(({ cells }) => [cells.name, cells.total]),
    [
      ["Alpha", usd(5)],
      ["Beta", usd(7)],
    ],
  );
  assert.deepEqual([totals?.cells.total, totals?.cells.invoices], [usd(12), 2]);
});
