import assert from "node:assert/strict";
import { test } from "node:test";
import { month, usd } from "../../test/support/terms.ts";
import { formatMonth } from "../kernel/day.ts";
import { formatMoney } from "../kernel/money.ts";
import { arrMovements, ratesOfCustomer } from "./recurring.ts";
import { isMoney } from "./table.ts";

const context = { currency: "USD", rounding: "HALF_UP" } as const;

test("movements: a customer is new, expands, contracts, churns and returns", () => {
  const amounts = ["1200", "1500", "900", "0", "600"];
  const arr = new Map(
    amounts.flatMap((amount, index) => (amount === "0" ? [] : [[month("2026-01") + index, usd(Number(amount) * 100)]])),
  );
  const since = month("2026-01");
  const other = { customerId: "u2", since, arr: new Map([[month("2026-01"), usd(10_00)]]) };
  const { rows, totals } = arrMovements([{ customerId: "u1", since, arr }, other], {
    ...{ first: month("2026-01"), last: month("2026-05"), context },
  });
  const shown = rows.map(({ cells: { month: name, mrr: _mrr, customers, ...amounts } }) => [
    name,
    ...Object.values(amounts).map((cell) => (isMoney(cell ?? null) && isMoney(cell) ? formatMoney(cell) : "")),
    customers,
  ]);
  // month, opening, new, reactivation, expansion, contraction, churn, closing, customers
  assert.deepEqual(shown, [
    ["2026-01", "0.00", "1210.00", "0.00", "0.00", "0.00", "0.00", "1210.00", 2],
    ["2026-02", "1210.00", "0.00", "0.00", "300.00", "0.00", "-10.00", "1500.00", 1],
    ["2026-03", "1500.00", "0.00", "0.00", "0.00", "-600.00", "0.00", "900.00", 1],
    ["2026-04", "900.00", "0.00", "0.00", "0.00", "0.00", "-900.00", "0.00", 0],
    ["2026-05", "0.00", "0.00", "600.00", "0.00", "0.00", "0.00", "600.00", 1],
  ]);
  assert.equal(totals?.cells.closing, undefined, "balances are not summed");
  assert.deepEqual(rows[0]?.cells.mrr, usd(100_83), "1,210.00 ÷ 12");
});

test("a customer's terms are summed exactly and rounded once", () => {
  const third = { from: month("2026-01"), before: month("2026-02"), rate: { numerator: 1n, denominator: 3n } };
  const wanted = { first: month("2025-12"), last: month("2026-05"), context };
  const { arr, since } = ratesOfCustomer("u1", [third, third, third], wanted);
  assert.equal(since, month("2026-01"));
  assert.deepEqual(
    [...arr].map(([each, amount]) => [formatMonth(each), formatMoney(amount)]),
    [["2026-01", "1.00"]],
  );
});

test("a customer with earlier recurring revenue is not new in the first month shown", () => {
  const spanOf = (from: string, before: string, numerator: bigint) => {
    return { from: month(from), before: month(before), rate: { numerator, denominator: 1n } };
  };
  const spans = [spanOf("2025-01", "2025-03", 5n), spanOf("2026-03", "2028-01", 7n), spanOf("2026-04", "2026-05", 1n)];
  const { arr, since } = ratesOfCustomer("u1", spans, { first: month("2026-01"), last: month("2026-05"), context });
  assert.equal(since, month("2025-01"));
  assert.deepEqual(
    [...arr].map(([each, amount]) => [formatMonth(each), formatMoney(amount)]),
    [
      ["2026-03", "7.00"],
      ["2026-04", "8.00"],
      ["2026-05", "7.00"],
    ],
  );
});
