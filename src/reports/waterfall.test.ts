import assert from "node:assert/strict";
import { test } from "node:test";
import { month, usd } from "../../test/support/terms.ts";
import { formatMoney } from "../kernel/money.ts";
import { grouped } from "./grouping.ts";
import { isMoney, type Row, tableOf } from "./table.ts";
import { type RevenueFact, revenueByMonth, waterfallColumns, waterfallPeriods, waterfallRows } from "./waterfall.ts";

const belonging = { contractId: "c1", customerId: "u1", categoryId: null, productId: null };
const fact = (text: string, cents: number, parts: Partial<RevenueFact> = {}): RevenueFact => {
  return { ...belonging, month: month(text), amount: usd(cents), ...parts };
};
const texts = ({ cells, values = {} }: Row) =>
  Object.fromEntries(
    [...Object.entries(cells), ...Object.entries(values)].flatMap(([key, cell]) =>
      isMoney(cell) ? [[key, formatMoney(cell)]] : [],
    ),
  );
const names = new Map([
  ["c1", "Alpha plan"],
  ["c2", "Beta plan"],
]);
const options = { dimension: "contract", first: month("2026-03"), names, currency: "USD" } as const;

function waterfall(facts: readonly RevenueFact[]) {
  const { dimension, first, currency } = options;
  const rows = grouped(dimension, facts, names).map(waterfallRows(first, currency));
  return tableOf({ columns: waterfallColumns, periods: waterfallPeriods(first) }, rows, currency);
}

test("a waterfall has twelve months, one column before and one after them", () => {
  // 2,400.00 over two years from January 2026, 100.00 a month.
  const facts = Array.from({ length: 24 }, (_, index) => fact("2026-01", 100_00, { month: month("2026-01") + index }));
  const table = waterfall(facts);
  assert.deepEqual(table.periods.slice(0, 2), ["2026-03", "2026-04"]);
  assert.equal(table.periods.length, 12);
  const [row] = table.rows;
  assert.ok(row);
  const shown = texts(row);
  assert.deepEqual(
    [shown.recognized, shown["2026-03"], shown["2027-02"], shown.thereafter, shown.total],
    ["200.00", "100.00", "100.00", "1000.00", "2200.00"],
  );
  assert.equal(row.cells.name, "Alpha plan");
});

test("a catch-up and other revenue of one month are one amount", () => {
  const { rows } = waterfall([fact("2026-03", 100_00), fact("2026-03", -30_00)]);
  assert.equal(texts(rows[0] as Row)["2026-03"], "70.00");
});

test("rows are sorted by name, rows without a dimension last", () => {
  const facts = [
    fact("2026-03", 1, { contractId: null }),
    fact("2026-03", 1, { contractId: "c2" }),
    fact("2026-03", 1, { contractId: "c1" }),
  ];
  const { rows, totals } = waterfall(facts);
  assert.deepEqual(
    rows.map(({ cells }) => [cells.id, cells.name]),
    [
      ["c1", "Alpha plan"],
      ["c2", "Beta plan"],
      [null, "Without contract"],
    ],
  );
  assert.equal(texts(totals as Row)["2026-03"], "0.03");
});

test("revenue by month leaves out other months and rows of zero", () => {
  const facts = [
    fact("2025-12", 5_00),
    fact("2026-01", 10_00),
    fact("2026-02", 20_00),
    fact("2026-03", 40_00),
    fact("2026-01", 7_00, { contractId: "c2" }),
    fact("2026-01", -7_00, { contractId: "c2" }),
  ];
  const { rows, totals } = revenueByMonth(facts, {
    ...options,
    first: month("2026-01"),
    end: month("2026-03"),
    notes: [],
  });
  assert.deepEqual(rows.map(texts), [{ total: "30.00", "2026-01": "10.00", "2026-02": "20.00" }]);
  assert.equal(texts(totals as Row).total, "30.00");
});
