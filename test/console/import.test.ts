import assert from "node:assert/strict";
import { test } from "node:test";
import { parseCsv } from "../../console/src/screens/imports/csv.ts";
import { guessed, readRows } from "../../console/src/screens/imports/kinds.ts";

test("a CSV file as spreadsheets write it: quotes, line breaks within, another separator, a mark at the start", () => {
  assert.deepEqual(parseCsv('\u{feff}Name,Note\r\n"Vale, Marrow & Co","says ""yes""\nand no"\r\n\r\nHalvorn,\r\n'), [
    ["Name", "Note"],
    ["Vale, Marrow & Co", 'says "yes"\nand no'],
    ["Halvorn", ""],
  ]);
  assert.deepEqual(parseCsv("Name;Price\nPlatform;1200,50"), [
    ["Name", "Price"],
    ["Platform", "1200,50"],
  ]);
  assert.deepEqual(parseCsv(""), []);
});

test("columns find their fields, and each row says the first thing that is wrong with it, by its line", () => {
  const [heads = [], ...lines] = parseCsv(
    "Deal,Customer,Plan,Amount,Interval,Start date,Seats\n" +
      "Platform 2026,Halvorn,Platform,1200.00,monthly,2026-02-01,\n" +
      "Seats 2026,Halvorn,Seats,45,Monthly,2026-02-01,40\n" +
      ",Halvorn,Platform,1200.00,monthly,2026-02-01,\n" +
      "Support,Halvorn,Support,12 hundred,fortnightly,1.2.2026,\n",
  );
  const mapping = guessed("contracts", heads);
  assert.deepEqual(
    [mapping.name, mapping.price, mapping.rhythm, mapping.start, mapping.quantity, mapping.po],
    [0, 3, 4, 5, 6, undefined],
  );
  const rows = readRows("contracts", lines, mapping);
  assert.deepEqual(
    rows.map(({ line, problem }) => [line, problem]),
    [
      [2, undefined],
      [3, undefined],
      [4, "Contract is missing."],
      [5, "Price of a period: “12 hundred” is no number such as 1250.00."],
    ],
  );
  assert.equal(rows[1]?.values.quantity, "40");
});
