import assert from "node:assert/strict";
import { test } from "node:test";
import { csvRows } from "../../console/src/screens/imports/csv.ts";
import { inSlices } from "../../console/src/screens/imports/in-slices.ts";
import { emptyFile, fieldsOf, guessed, readRows } from "../../console/src/screens/imports/kinds.ts";

const cellsOf = (text: string) => [...csvRows(text)].map(({ cells }) => cells);

test("a CSV file as spreadsheets write it: quotes, line breaks in cells, another separator, a byte order mark", () => {
  assert.deepEqual(cellsOf('\u{feff}Name,Note\r\n"Vale, Marrow & Co","says ""yes""\nand no"\r\n\r\nHalvorn,\r\n'), [
    ["Name", "Note"],
    ["Vale, Marrow & Co", 'says "yes"\nand no'],
    ["Halvorn", ""],
  ]);
  assert.deepEqual(cellsOf("Name;Price\nPlatform;1200,50"), [
    ["Name", "Price"],
    ["Platform", "1200,50"],
  ]);
  assert.deepEqual(cellsOf(""), []);
});

test("columns are matched to fields, and each row shows its first issue with its line", () => {
  const [first, ...lines] = csvRows(
    "Deal,Customer,Plan,Amount,Interval,Start date,Seats\n" +
      "Platform 2026,Halvorn,Platform,1200.00,monthly,2026-02-01,\n" +
      "Seats 2026,Halvorn,Seats,45,Monthly,2026-02-01,40\n" +
      ",Halvorn,Platform,1200.00,monthly,2026-02-01,\n" +
      "Support,Halvorn,Support,12 hundred,fortnightly,1.2.2026,\n",
  );
  const mapping = guessed("contracts", first?.cells ?? []);
  assert.deepEqual(
    [mapping.name, mapping.price, mapping.rhythm, mapping.start, mapping.quantity, mapping.po],
    [0, 3, 4, 5, 6, undefined],
  );
  const rows = [...readRows("contracts", lines, mapping)];
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

test("a row is named by its line in the spreadsheet, after empty lines and line breaks in cells", () => {
  assert.deepEqual(
    [...csvRows('Name\n\n"Vale\nMarrow"\nHalvorn')].map(({ line }) => line),
    [1, 3, 4],
  );
});

test("a large file is read in slices that leave the page responsive, and is abandoned when it is closed", async () => {
  function* slow() {
    for (let at = 0; at < 5; at += 1) {
      const until = performance.now() + 13;
      while (performance.now() < until);
      yield at;
    }
  }
  let others = 0;
  const other = setInterval(() => {
    others += 1;
  });
  assert.deepEqual(await inSlices(slow()), [0, 1, 2, 3, 4]);
  clearInterval(other);
  assert(others > 0);
  const left = new AbortController();
  const given = inSlices(slow(), left.signal);
  left.abort();
  assert.equal(await given, undefined);
});

test("the template file has every column, and each is matched to its field", () => {
  for (const kind of ["customers", "contracts", "usage"] as const) {
    const [heads] = csvRows(`\u{feff}${emptyFile(kind)}`);
    const mapping = guessed(kind, heads?.cells ?? []);
    const found = fieldsOf[kind].filter(({ id }) => mapping[id] !== undefined);
    assert.equal(found.length, fieldsOf[kind].length, kind);
    assert.equal(new Set(Object.values(mapping)).size, fieldsOf[kind].length, kind);
  }
});
