import assert from "node:assert/strict";
import { test } from "node:test";
import { month, usd } from "../../test/support/terms.ts";
import { formatMoney } from "../kernel/money.ts";
import { type RemainingPob, remainingObligations } from "./remaining.ts";
import { isMoney } from "./table.ts";

const belonging = {
  contractId: "c1",
  customerId: "u1",
  categoryId: null,
  productId: null,
  isVariable: false,
  count: 1,
};
const months = (first: string, count: number, cents: number) =>
  Array.from({ length: count }, (_, index) => ({ month: month(first) + index, amount: usd(cents) }));

const nothingLater = { months13To24: "0.00", after24Months: "0.00" };

function shown(...pobs: RemainingPob[]) {
  const table = remainingObligations(pobs, {
    ...{ dimension: "contract", month: month("2026-03"), currency: "USD", names: new Map() },
  });
  const rows = table.rows.map(({ cells, values = {} }) =>
    Object.fromEntries(
      [...Object.entries(cells), ...Object.entries(values)].flatMap(([key, cell]) =>
        isMoney(cell) ? [[key, formatMoney(cell)]] : [],
      ),
    ),
  );
  return { rows, periods: table.periods, notes: table.notes };
}

test("revenue after the month end is divided into bands and years", () => {
  // 3,600.00 over three years from January 2026: 300.00 are earned by March, then 100.00 a month.
  const { rows, periods } = shown({ ...belonging, price: usd(3600_00), schedule: months("2026-01", 36, 100_00) });
  assert.deepEqual(periods, ["2026", "2027", "2028"]);
  assert.deepEqual(rows, [
    {
      ...{ total: "3300.00", within12Months: "1200.00", later: "2100.00", undated: "0.00" },
      ...{ months13To24: "1200.00", after24Months: "900.00" },
      ...{ "2026": "900.00", "2027": "1200.00", "2028": "1200.00" },
    },
  ]);
});

test("an open milestone has no month", () => {
  const { rows } = shown({ ...belonging, price: usd(1000_00), schedule: months("2026-02", 1, 400_00) });
  assert.deepEqual(rows, [
    { total: "600.00", within12Months: "0.00", later: "0.00", undated: "600.00", ...nothingLater },
  ]);
});

test("remaining usage is the scheduled minimum, however little was used", () => {
  const schedule = [...months("2026-01", 1, 200_00), ...months("2026-06", 1, 800_00)];
  const { rows, notes } = shown({ ...belonging, price: null, isVariable: true, schedule });
  assert.deepEqual(rows, [
    { total: "800.00", within12Months: "800.00", later: "0.00", undated: "0.00", ...nothingLater, "2026": "800.00" },
  ]);
  assert.match(notes[0] ?? "", /are recognized as billed or as consumed \(1\)/);
});

test("a fully recognized obligation has no row, one without a price is counted in the notes", () => {
  const done: RemainingPob = { ...belonging, price: usd(100_00), schedule: months("2026-01", 1, 100_00) };
  const evergreen: RemainingPob = { ...belonging, price: null, schedule: months("2026-01", 12, 10_00) };
  const usage: RemainingPob = { ...belonging, price: null, isVariable: true, schedule: [] };
  const { rows, notes } = shown(done, evergreen, usage, usage);
  assert.deepEqual(rows, []);
  assert.match(notes[0] ?? "", /are recognized as billed or as consumed \(2\)/);
  assert.match(notes[1] ?? "", /^Performance obligations without an end \(1\)/);
});
