import assert from "node:assert/strict";
import { test } from "node:test";
import { usd } from "../../test/support/terms.ts";
import { formatMoney } from "../kernel/money.ts";
import { type ContractBalance, contractBalances } from "./balances.ts";
import { isMoney } from "./table.ts";

const balance = (parts: Partial<ContractBalance>): ContractBalance => ({
  ...{ contractId: "c1", contractName: "Plan", customerName: "Alpha" },
  ...{ liability: usd(0), asset: usd(0), unbilled: usd(0), upcoming: usd(0), undated: usd(0) },
  ...parts,
});
const split = (parts: Partial<ContractBalance>) => {
  const { rows } = contractBalances([balance(parts)], { currency: "USD", notes: [] });
  return ["contractLiability", "currentLiability", "nonCurrentLiability", "undated", "net"].map((key) => {
    const cell = rows[0]?.cells[key];
    return isMoney(cell) ? formatMoney(cell) : null;
  });
};

test("the liability that is recognized within twelve months is current", () => {
  assert.deepEqual(split({ liability: usd(2100_00), upcoming: usd(1200_00) }), [
    ...["2100.00", "1200.00", "900.00", "0.00", "2100.00"],
  ]);
  assert.deepEqual(split({ liability: usd(500_00), upcoming: usd(1200_00) }), [
    "500.00",
    "500.00",
    "0.00",
    "0.00",
    "500.00",
  ]);
});

test("negative revenue has no current part; a negative liability is current as a whole", () => {
  assert.deepEqual(split({ liability: usd(500_00), upcoming: usd(-10_00) }), [
    "500.00",
    "0.00",
    "500.00",
    "0.00",
    "500.00",
  ]);
  assert.deepEqual(split({ liability: usd(-40_00), upcoming: usd(10_00) }), [
    "-40.00",
    "-40.00",
    "0.00",
    "0.00",
    "-40.00",
  ]);
});

test("a liability without a month is current, after the dated part, and never above the liability", () => {
  const project = { liability: usd(900_00), undated: usd(600_00) };
  assert.deepEqual(split(project), ["900.00", "600.00", "300.00", "600.00", "900.00"]);
  assert.deepEqual(split({ ...project, upcoming: usd(400_00) }), ["900.00", "900.00", "0.00", "500.00", "900.00"]);
  assert.deepEqual(split({ ...project, upcoming: usd(-10_00) }), ["900.00", "600.00", "300.00", "600.00", "900.00"]);
});

test("assets and unbilled receivables count against the net, and contracts without a balance are left out", () => {
  const { rows, totals } = contractBalances(
    [
      balance({ asset: usd(30_00) }),
      balance({ contractId: "c2", unbilled: usd(20_00) }),
      balance({ contractId: "c3" }),
    ],
    { currency: "USD", notes: [] },
  );
  assert.deepEqual(
    rows.map(({ cells }) => cells.id),
    ["c1", "c2"],
  );
  assert.deepEqual(totals?.cells.net, usd(-50_00));
});
