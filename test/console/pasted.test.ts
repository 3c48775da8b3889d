import assert from "node:assert/strict";
import { test } from "node:test";
import {
  decimalMarkOf,
  pastedDay,
  pastedMonth,
  pastedNumber,
  pastedTable,
  typedDay,
  typedMonth,
} from "../../console/src/format/pasted.ts";

test("pasted numbers are read with decimal points and with decimal commas", () => {
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

test("an ambiguous number (1.000) is read like the other numbers of its table, and is rejected without any", () => {
  const inTable = (...cells: string[]) => cells.map((cell) => pastedNumber(cell, decimalMarkOf([cells])));
  assert.deepEqual(inTable("1.000", "0,10"), ["1000", "0.10"]);
  assert.deepEqual(inTable("1.250", "0.10"), ["1.250", "0.10"]);
  assert.deepEqual(inTable("1,250", "2.000.000"), ["1.250", "2000000"]);
  assert.deepEqual(inTable("1,000", "1.20"), ["1000", "1.20"]);
  assert.deepEqual(inTable("1.000", "31.1.2026", "Price"), ["", "", ""], "a day says nothing of numbers");
  assert.deepEqual(inTable("1.000", "0.5", "0,5"), ["", "0.5", "0.5"], "they differ");
});

test("a date is read only if it is unambiguous", () => {
  const days = ["2026-01-31", "31.1.2026", "31 Jan 2026", "31-Jan-26", "January 31, 2026", "1/31/2026", "31/1/26"];
  for (const each of days) assert.equal(pastedDay(each), "2026-01-31", each);
  assert.equal(pastedDay("Jul-26"), "2026-07-01");
  assert.equal(pastedDay("4/4/2026"), "2026-04-04");
  for (const each of ["4/5/2026", "31.2.2026", "From", "", "12", "13/13/2026"]) assert.equal(pastedDay(each), "", each);
});

test("a month needs its year, and a date is read as its month", () => {
  const months = [
    "2026-01",
    "2026-1",
    "2026/01",
    "01/2026",
    "1.2026",
    "202601",
    "Jan 2026",
    "january 2026",
    "Jan-26",
    "Jan '26",
  ];
  for (const each of [
    ...months,
    " 2026-01 ",
    "2026 Jan",
    "2026-01-31",
    "31.1.2026",
    "31 Jan 2026",
    "Jan 31, 2026",
    "1/31/2026",
  ]) {
    assert.equal(pastedMonth(each), "2026-01", each);
  }
  assert.equal(pastedMonth("Sept 2026"), "2026-09");
  assert.equal(pastedMonth("12/2025"), "2025-12");
  const unread = [
    "",
    "2026",
    "2026-",
    "2026-0",
    "2026-13",
    "13/2026",
    "202613",
    "Jan",
    "01/26",
    "26",
    "2026-01-99",
    "4/5/2026",
  ];
  for (const each of [...unread, "Total", "Jan 202", "2026-01 2026-02"]) assert.equal(pastedMonth(each), "", each);
});

test("a typed month is taken when no further letter could change it", () => {
  const told = (text: string) => Array.from(text, (_, at) => typedMonth(text.slice(0, at + 1))).filter(Boolean);
  assert.deepEqual(told("2026-12"), ["2026-12"]);
  assert.deepEqual(told("Jan 2026"), ["2026-01"]);
  assert.deepEqual(told("12/2025"), ["2025-12"]);
  assert.deepEqual(told("2026-01-31"), ["2026-01"]);
  assert.deepEqual(told("13/2026"), []);
});

test("a typed date is taken when it is complete", () => {
  const told = (text: string) => Array.from(text, (_, at) => typedDay(text.slice(0, at + 1))).filter(Boolean);
  assert.deepEqual(told("2026-01-15"), ["2026-01-15"]);
  assert.deepEqual(told("2026-1-05"), ["2026-01-05"]);
  assert.deepEqual(told("31.1.2026"), ["2026-01-31"]);
  assert.deepEqual(told("31 Jan 2026"), ["2026-01-31"]);
  assert.deepEqual(told("Jan 31, 2026"), ["2026-01-31"]);
  // These may go on: they are read when the field is left.
  for (const each of ["2026-01-1", "31.1.20", "1/31/20", "31 Jan 26"]) assert.deepEqual(told(each), [], each);
  assert.deepEqual(told("2026-02-30"), []);
});

test("empty lines of pasted text are left out", () => {
  assert.deepEqual(pastedTable("0\t1.50\r\n\r\n1,000\t 1.20 \n"), [
    ["0", "1.50"],
    ["1,000", "1.20"],
  ]);
});
