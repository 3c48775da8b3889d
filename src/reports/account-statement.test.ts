import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { usd } from "../../test/support/terms.ts";
import { add, formatMoney, type Money, subtract, sum } from "../kernel/money.ts";
import { accountStatement, type StatementMove } from "./account-statement.ts";
import { isMoney } from "./table.ts";

const move = (date: string, type: string, minor: number): StatementMove => ({
  ...{ date, type, document: null, dueDate: null, amount: usd(minor) },
  ...{ sourceType: "INVOICE", sourceId: "i1" },
});

const days = { from: "2026-01-01", to: "2026-01-31" };

test("an invoice is charged, a payment is credited, and applied credit is left out", () => {
  const moves = [
    move("2026-01-10", "INVOICE_ISSUED", 100_00),
    move("2026-01-20", "PAYMENT_RECEIVED", -130_00),
    move("2026-01-20", "CREDIT_APPLIED", 0),
  ];
  const { rows, totals } = accountStatement(moves, { opening: usd(50_00), ...days });
  const text = (cell: unknown) => (isMoney(cell as never) ? formatMoney(cell as Money) : (cell ?? null));
  assert.deepEqual(
    rows.map(({ cells }) => [cells.date, cells.type, text(cells.charged), text(cells.credited), text(cells.balance)]),
    [
      ["2026-01-01", "OPENING", null, null, "50.00"],
      ["2026-01-10", "INVOICE_ISSUED", "100.00", null, "150.00"],
      ["2026-01-20", "PAYMENT_RECEIVED", null, "130.00", "20.00"],
      ["2026-01-31", "CLOSING", null, null, "20.00"],
    ],
  );
  assert.deepEqual([totals?.cells.charged, totals?.cells.credited], [usd(100_00), usd(130_00)]);
});

test("property: opening + charged − credited = closing", () => {
  const minor = fc.integer({ min: -1_000_000, max: 1_000_000 });
  fc.assert(
    fc.property(minor, fc.array(minor), (start, amounts) => {
      const moves = amounts.map((amount) => move("2026-01-10", "INVOICE_ISSUED", amount));
      const { rows, totals } = accountStatement(moves, { opening: usd(start), ...days });
      const total = (key: string) =>
        sum([totals?.cells[key]].filter((cell) => isMoney(cell ?? null)) as Money[], "USD");
      const closing = rows.at(-1)?.cells.balance;
      assert.deepEqual(closing, subtract(add(usd(start), total("charged")), total("credited")));
    }),
  );
});
