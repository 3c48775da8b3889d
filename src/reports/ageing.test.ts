import assert from "node:assert/strict";
import { test } from "node:test";
import { usd } from "../../test/support/terms.ts";
import { ageing, type OpenBalance } from "./ageing.ts";

const owed = (bucket: number, cents: number, parts: Partial<OpenBalance> = {}): OpenBalance => ({
  ...{ customerId: "u1", customerName: "Alpha", bucket, invoices: 1, balance: usd(cents), ...parts },
});

test("a customer has one row, with a column for each bucket", () => {
  const { rows } = ageing(
    [0, 1, 2, 3, 4].map((bucket) => owed(bucket, 10 ** bucket, { invoices: 2 })),
    "USD",
  );
  assert.deepEqual(
    rows.map(({ cells }) => cells),
    [
      {
        ...{ id: "u1", name: "Alpha", invoices: 10, current: usd(1), days1To30: usd(10), days31To60: usd(100) },
        ...{ days61To90: usd(1000), daysOver90: usd(10_000), total: usd(11_111) },
      },
    ],
  );
});

test("customers have a row each, in their order, and together the totals", () => {
  const { rows, totals } = ageing([owed(0, 5), owed(0, 7, { customerId: "u2", customerName: "Beta" })], "USD");
  assert.deepEqual(
    rows.map(({ cells }) => [cells.name, cells.total]),
    [
      ["Alpha", usd(5)],
      ["Beta", usd(7)],
    ],
  );
  assert.deepEqual([totals?.cells.total, totals?.cells.invoices], [usd(12), 2]);
});
