import assert from "node:assert/strict";
import { test } from "node:test";
import {
  bodyOf,
  type Draft,
  pastedLayers,
  percent,
} from "../../console/src/screens/contracts/build/obligation-draft.ts";

const draft: Draft = {
  name: "Platform seats",
  kind: "SEATS",
  start: "2026-01-01",
  end: "2026-12-31",
  interval: "MONTH",
  when: "FIRST_OF_PERIOD",
  quantity: "25",
  pricing: "SIMPLE",
  layers: [{ from: "", amount: "40" }],
  discount: "12.5",
  escalation: "",
  categoryId: null,
  eventTypeId: null,
  pattern: "",
};

test("a form becomes the request that it stands for", () => {
  const body = bodyOf(draft);
  assert.equal(body?.billingSchedule.quantity, "25");
  assert.deepEqual(body?.billingSchedule.pricing, [{ tier: 0, amount: "40", amountType: "PER_ITEM" }]);
  assert.deepEqual(body?.billingSchedule.discount, { type: "PERCENTAGE", amount: "0.125" });
  assert.deepEqual(body?.billingSchedule.seatConfig, {});
});

test("nothing is asked for while something is missing or no number", () => {
  assert.equal(bodyOf({ ...draft, name: " " }), undefined);
  assert.equal(bodyOf({ ...draft, layers: [{ from: "", amount: "40,00" }] }), undefined);
  assert.equal(bodyOf({ ...draft, kind: "USAGE", eventTypeId: null }), undefined);
  assert.equal(bodyOf({ ...draft, quantity: "" }), undefined);
});

test("percent become a fraction digit by digit", () => {
  assert.deepEqual(["5", "12.5", "100", "0.25"].map(percent), ["0.05", "0.125", "1.00", "0.0025"]);
});

test("two columns of a spreadsheet are tiers", () => {
  assert.deepEqual(pastedLayers("0\t$1.50\n1,000\t1.20\n\n"), [
    { from: "0", amount: "1.50" },
    { from: "1000", amount: "1.20" },
  ]);
  assert.deepEqual(pastedLayers("1.5\n1.2"), [
    { from: "", amount: "1.5" },
    { from: "", amount: "1.2" },
  ]);
});
