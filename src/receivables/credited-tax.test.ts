import assert from "node:assert/strict";
import { test } from "node:test";
import { usd } from "../../test/support/terms.ts";
import type { LineTax } from "../invoicing/tax.ts";
import { creditedTreatment } from "./credited-tax.ts";

const standard = { category: "S", rate: "0.19", tax: usd(19_00) } as LineTax;
const treatment = (amount: bigint | number, tax: bigint | number, line: LineTax | null) => {
  const { category, rate } = creditedTreatment({ amount: usd(Number(amount)), tax: usd(Number(tax)) }, line);
  return `${category} ${rate}`;
};

test("an item is taxed like the line that it credits", () => {
  assert.equal(treatment(100_00, 19_00, standard), "S 0.19");
  assert.equal(treatment(50_00, 0, { ...standard, category: "AE", rate: "0", tax: usd(0) } as LineTax), "AE 0");
});

test("an amount that a line never billed has its rate, and so has a small credit of a taxed line", () => {
  assert.equal(treatment(2_50, 48, { ...standard, tax: usd(0) }), "S 0.19", "0.475, which is 19.2 % of 2.50");
  assert.equal(treatment(2, 0, standard), "S 0.19");
});

test("with a stated tax the rate follows from that tax", () => {
  assert.equal(treatment(100_00, 0, standard), "O 0");
  assert.equal(treatment(100_00, 7_00, null), "S 0.07");
  assert.equal(treatment(100_00, 0, null), "O 0");
});
