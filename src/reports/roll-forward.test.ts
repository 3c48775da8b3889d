import assert from "node:assert/strict";
import { test } from "node:test";
import { usd } from "../../test/support/terms.ts";
import { formatMoney } from "../kernel/money.ts";
import { earnedOutOf, type Movement, type MovementKind, rollForward } from "./roll-forward.ts";
import { isMoney, type Row } from "./table.ts";

const moved = (kind: MovementKind, cents: number, parts: Partial<Movement> = {}): Movement => ({
  ...{ contractId: "c1", customerId: "u1", categoryId: null, kind, isOpening: false, amount: usd(cents) },
  ...parts,
});
const shown = ({ cells }: Row) =>
  ["opening", "billed", "credited", "writtenOff", "recognized", "reclassified", "closing"].map((key) => {
    const cell = cells[key];
    return isMoney(cell) ? formatMoney(cell) : "";
  });
const options = { dimension: "contract", names: new Map(), currency: "USD", notes: [] } as const;

test("opening + billed − credited − written off − recognized + reclassified = closing", () => {
  const { rows, totals } = rollForward(
    [
      moved("billed", 1200_00, { isOpening: true }),
      moved("recognized", 200_00, { isOpening: true }),
      moved("billed", 300_00),
      moved("credited", 50_00),
      moved("writtenOff", 20_00),
      moved("recognized", 100_00),
      moved("recognized", 70_00, { contractId: "c2" }),
    ],
    options,
  );
  assert.deepEqual(rows.map(shown), [
    ["1000.00", "300.00", "50.00", "20.00", "100.00", "0.00", "1130.00"],
    ["0.00", "0.00", "0.00", "0.00", "70.00", "0.00", "-70.00"],
  ]);
  assert.deepEqual(shown(totals as Row), ["1000.00", "300.00", "50.00", "20.00", "170.00", "0.00", "1060.00"]);
});

test("a row without balance and movement is left out", () => {
  const movements = [
    moved("billed", 100_00, { isOpening: true }),
    moved("recognized", 100_00, { isOpening: true }),
    moved("billed", 5_00, { contractId: "c2" }),
    moved("recognized", 5_00, { contractId: "c2" }),
  ];
  const { rows } = rollForward(movements, options);
  assert.deepEqual(
    rows.map(({ cells }) => cells.id),
    ["c2"],
  );
});

test("revenue of a category other than its group's is shown there, and reclassified from the balance of the group's", () => {
  const recognized = (cents: number, isOpening: boolean) =>
    earnedOutOf("now", moved("recognized", cents, { categoryId: "then", isOpening }));
  const { rows, totals } = rollForward(
    [
      moved("billed", 1200_00, { categoryId: "now", isOpening: true }),
      ...recognized(100_00, true),
      ...recognized(30_00, false),
    ],
    { ...options, dimension: "category" },
  );
  assert.deepEqual(
    rows.map((row) => [row.cells.id, ...shown(row)]),
    [
      ["now", "1100.00", "0.00", "0.00", "0.00", "0.00", "-30.00", "1070.00"],
      ["then", "0.00", "0.00", "0.00", "0.00", "30.00", "30.00", "0.00"],
    ],
  );
  assert.deepEqual(shown(totals as Row), ["1100.00", "0.00", "0.00", "0.00", "30.00", "0.00", "1070.00"]);
  const own = moved("recognized", 5_00, { categoryId: "now" });
  assert.deepEqual(earnedOutOf("now", own), [own]);
});
