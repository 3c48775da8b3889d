import assert from "node:assert/strict";
import { test } from "node:test";
import { csvText } from "./csv.ts";

test("cells are quoted where needed, formulas become text, numbers stay numbers", () => {
  const rows = [
    ["name", "amount"],
    ['say "a", b', { number: "-5.00" }],
    ["=1+1", { number: 3 }],
    ["-5.00", null],
  ];
  assert.equal(csvText(rows), '\uFEFFname,amount\r\n"say ""a"", b",-5.00\r\n\'=1+1,3\r\n\'-5.00,\r\n');
});

for (const start of ["=", "+", "-", "@", "\t", "\r", "\n", "\uFF1D", "\uFF0B", "\uFF0D", "\uFF20"]) {
  test(`a text that begins with ${JSON.stringify(start)} is no formula to a spreadsheet`, () => {
    const [, cell] = /^\uFEFF"?(.*)$/su.exec(csvText([[`${start}HYPERLINK(1)`]])) ?? [];
    assert.ok(cell?.startsWith(`'${start}HYPERLINK(1)`), String(cell));
  });
}
