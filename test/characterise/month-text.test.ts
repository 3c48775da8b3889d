import assert from "node:assert/strict";
import { test } from "node:test";
import { monthsOfText, textOfMonths } from "./month-text.ts";

test("consecutive months with the same amount are written as one range", () => {
  const amounts = [
    { month: "2026-11", source: "", amount: "100.00" },
    { month: "2026-12", source: "", amount: "100.00" },
    { month: "2027-01", source: "", amount: "100.00" },
    { month: "2027-01", source: "CATCH_UP of 2026-12", amount: "-5.00" },
    { month: "2027-03", source: "", amount: "1.00 + 2.00" },
  ];
  const text = "2026-11 to 2027-01 100.00, 2027-01 CATCH_UP of 2026-12 -5.00, 2027-03 1.00 + 2.00";
  assert.equal(textOfMonths(amounts), text);
  assert.deepEqual(monthsOfText(text), amounts);
  assert.deepEqual(monthsOfText(""), []);
});
