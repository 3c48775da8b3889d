import assert from "node:assert/strict";
import { test } from "node:test";
import { decimalMarkOf, pastedDay, pastedNumber, pastedTable } from "../../console/src/format/pasted.ts";

test("numbers of a spreadsheet are read in the writing of either side of the ocean", () => {
  const numbers = [
    "$1,234.50",
    "1.234,50 €",
    "1 234,50",
    "1'234.50",
    "USD 1,000",
    "40,00",
    "0,5",
    "1.000.000",
    "0.125",
    "1234.567",
  ];
  const read = ["1234.50", "1234.50", "1234.50", "1234.50", "1000", "40.00", "0.5", "1000000", "0.125", "1234.567"];
  assert.deepEqual(
    numbers.map((each) => pastedNumber(each)),
    read,
  );
  assert.deepEqual(
    ["(5.00)", "-5", "", "Price", "1,2,3", "12 %", "1.2.3,4,5"].map((each) => pastedNumber(each)),
    ["-5.00", "-5", "", "", "", "", ""],
  );
});

test("a number that is a thousand to some and one to others is what the others of its table say, and else not read", () => {
  const inTable = (...cells: string[]) => cells.map((cell) => pastedNumber(cell, decimalMarkOf([cells])));
  assert.deepEqual(inTable("1.000", "0,10"), ["1000", "0.10"]);
  assert.deepEqual(inTable("1.250", "0.10"), ["1.250", "0.10"]);
  assert.deepEqual(inTable("1,250", "2.000.000"), ["1.250", "2000000"]);
  assert.deepEqual(inTable("1,000", "1.20"), ["1000", "1.20"]);
  assert.deepEqual(inTable("1.000", "31.1.2026", "Price"), ["", "", ""], "a day says nothing of numbers");
  assert.deepEqual(inTable("1.000", "0.5", "0,5"), ["", "0.5", "0.5"], "they differ");
});

test("days are read where they can be one day alone", () => {
  const days = ["2026-01-31", "31.1.2026", "31 Jan 2026", "31-Jan-26", "January 31, 2026", "1/31/2026", "31/1/26"];
  for (const each of days) assert.equal(pastedDay(each), "2026-01-31", each);
  assert.equal(pastedDay("Jul-26"), "2026-07-01");
  assert.equal(pastedDay("4/4/2026"), "2026-04-04");
  for (const each of ["4/5/2026", "31.2.2026", "From", "", "12", "13/13/2026"]) assert.equal(pastedDay(each), "", each);
});

test("empty lines of what was copied are left out", () => {
  assert.deepEqual(pastedTable("0\t1.50\r\n\r\n1,000\t 1.20 \n"), [
    ["0", "1.50"],
    ["1,000", "1.20"],
  ]);
});
