import assert from "node:assert/strict";
import { test } from "node:test";
import { billFocusRows, focusRows } from "../../scripts/focus-bill.ts";
import { startApi } from "../support/api.ts";

const record = (quantity: string, unitPrice: string, cost: string) => ({
  PricingQuantity: quantity,
  ListUnitPrice: unitPrice,
  ListCost: cost,
  ChargePeriodStart: "2024-09-17 05:00:00",
});

test("rows in another pricing unit are left out", () => {
  const rows = focusRows([
    record("2.500000", "0.30", "0.75"),
    record("3.00000000001", "0.3", "0.9"),
    record("2", "0.30", "0.61"),
    record("NULL", "0.30", "0.30"),
  ]);
  assert.deepEqual(rows, [
    { quantity: "2.5", unitPrice: "0.3", datetime: "2024-09-17T05:00:00Z" },
    { quantity: "3.00000000001", unitPrice: "0.3", datetime: "2024-09-17T05:00:00Z" },
  ]);
});

test("a cloud bill is rated to the last decimal, line by line and in total, each line rounded once", async () => {
  const api = await startApi();
  try {
    const rows = focusRows([
      record("0.00000012345", "0.000000412345", "0.000000000000"),
      record("7.00000000003", "0.015", "0.105"),
      record("1", "0.005", "0.005"),
      record("1.5", "0.005", "0.0075"),
      record("-0.5", "0.005", "-0.0025"),
      record("0", "0.005", "0"),
      record("-2", "12.5", "-25"),
      record("1.25", "12.5", "15.625"),
      record("4096", "0", "0"),
    ]);
    assert.deepEqual(await billFocusRows(api, rows), {
      ...{ rows: 9, negativeRows: 2, zeroRows: 1, unitPrices: 5 },
      // 0.00 + 0.11 + 0.01 + 0.01: half a cent is rounded up, and −25.00 takes off more than the 15.63 beside it.
      ...{ rowLines: 8, rowTotal: "0.13" },
      // 0.00 + 0.11 + 2 × 0.005, and nothing for −0.75 units at 12.5.
      ...{ sumLines: 5, sumTotal: "0.12", negativeSums: 1 },
      differences: [],
    });
  } finally {
    await api.close();
  }
});
