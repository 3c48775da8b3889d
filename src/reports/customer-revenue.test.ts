import assert from "node:assert/strict";
import { test } from "node:test";
import { month, usd } from "../../test/support/terms.ts";
import { customerRevenue } from "./customer-revenue.ts";
import type { RevenueFact } from "./waterfall.ts";

const fact = (text: string, cents: number, categoryId: string | null): RevenueFact => ({
  ...{ contractId: "c1", customerId: "u1", productId: null, categoryId, month: month(text), amount: usd(cents) },
});

test("a month of a customer has revenue by category, and balances once it is closed", () => {
  const rows = customerRevenue(
    [fact("2026-02", 60_00, "k1"), fact("2026-02", 30_00, null), fact("2026-03", 90_00, "k1")],
    [
      { customerId: "u1", month: month("2026-01"), liability: usd(300_00), unbilled: usd(0) },
      { customerId: "u1", month: month("2026-02"), liability: usd(-90_00), unbilled: usd(5_00) },
      { customerId: "u2", month: month("2026-02"), liability: usd(7_00), unbilled: usd(0) },
    ],
    {
      ...{ first: month("2026-02"), end: month("2026-04"), closedThrough: month("2026-02"), currency: "USD" },
      customers: new Map([
        ["u1", "Alpha"],
        ["u2", "Beta"],
      ]),
      categories: new Map([["k1", "Software"]]),
    },
  );
  assert.deepEqual(
    rows.map(({ month: name, customerName, total, liability, unbilled }) => [
      name,
      customerName,
      total,
      liability,
      unbilled,
    ]),
    [
      ["2026-02", "Alpha", usd(90_00), usd(210_00), usd(5_00)],
      ["2026-02", "Beta", usd(0), usd(7_00), usd(0)],
      ["2026-03", "Alpha", usd(90_00), null, null],
    ],
  );
  assert.deepEqual(rows[0]?.categories, [
    { categoryId: "k1", name: "Software", revenue: usd(60_00) },
    { categoryId: null, name: "Without category", revenue: usd(30_00) },
  ]);
});

test("categories are sorted by name, then id, uncategorized revenue last, as in the reports", () => {
  const ids = ["k3", null, "k2", "k1"];
  const [row] = customerRevenue(
    ids.map((id) => fact("2026-02", 1_00, id)),
    [],
    {
      ...{ first: month("2026-02"), end: month("2026-03"), closedThrough: null, currency: "USD" },
      customers: new Map([["u1", "Alpha"]]),
      categories: new Map([
        ["k1", "Zeta"],
        ["k2", "Support"],
        ["k3", "Support"],
      ]),
    },
  );
  assert.deepEqual(
    row?.categories.map(({ categoryId }) => categoryId),
    ["k2", "k3", "k1", null],
  );
});
