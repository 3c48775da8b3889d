import assert from "node:assert/strict";
import { test } from "node:test";
import { corrected, day, month, obligationOf, recordOf, statedOf, termOf, usd } from "../../test/support/terms.ts";
import { billedAsKnown } from "./group-billing.ts";
import { isEver } from "./pattern.ts";
import { everything, scopeIn } from "./scope.ts";

const asBilled = recordOf(
  statedOf(usd(0), { id: "as billed", transactionPrice: null, recognitionPattern: "RECOGNIZE_AS_BILLED" }),
);
const [fixed, usage] = [
  { date: day("2026-01-01"), amount: usd(500), billingTermId: "fixed", eventTypeId: null },
  { date: day("2026-02-01"), amount: usd(70), billingTermId: "usage", eventTypeId: "calls" },
];
const amounts = [fixed, usage];

test("a group leaves all that it billed to one that is alone", () => {
  assert.deepEqual(billedAsKnown({ amounts, promises: [asBilled] }, everything), amounts);
});

test("fixed terms are earned by stated prices, usage by its event type, a term by who follows it", () => {
  const consumed = {
    transactionPrice: null,
    recognitionPattern: "RECOGNIZE_AS_CONSUMED",
    eventTypeId: "calls",
  } as const;
  const rows = [
    [statedOf(usd(500)), [usage]],
    [statedOf(usd(500), { considerationType: "VARIABLE" }), amounts],
    [statedOf(usd(0), { ...consumed, considerationType: "VARIABLE" }), [fixed]],
    [statedOf(usd(0), { ...consumed, considerationType: "VARIABLE", eventTypeId: "seats" }), amounts],
    [obligationOf(termOf({ id: "fixed" })), [usage]],
    [obligationOf(termOf({ id: "another" })), amounts],
  ] as const;
  for (const [other, left] of rows) {
    assert.deepEqual(billedAsKnown({ amounts, promises: [asBilled, recordOf(other)] }, everything), left);
  }
});

test("others have their part from the month in which they came to the one in which they left", () => {
  const other = recordOf(statedOf(usd(500)), {
    bookMonth: month("2026-03"),
    isDeleted: true,
    deletionBookMonth: month("2026-05"),
  });
  const left = (timeframe: string) =>
    billedAsKnown({ amounts, promises: [asBilled, other] }, scopeIn(month(timeframe))).length;
  assert.deepEqual(["2026-02", "2026-03", "2026-04", "2026-05"].map(left), [2, 1, 1, 2]);
});

test("a promise that was recognized as billed before a correction takes nothing in the months before it", () => {
  const changes = { recognitionPattern: { from: "RECOGNIZE_AS_BILLED", to: "STRAIGHT_LINE" } };
  const corrections = [corrected({ of: "PROMISE", changes, bookMonth: month("2026-03") })];
  const former = recordOf(statedOf(usd(500)), { corrections });
  const isEverAsBilled = (one: typeof former) => isEver(one, "RECOGNIZE_AS_BILLED");
  assert.deepEqual([asBilled, former, recordOf(former.obligation)].map(isEverAsBilled), [true, true, false]);
  const left = (timeframe: string) =>
    billedAsKnown({ amounts, promises: [asBilled, former] }, scopeIn(month(timeframe))).length;
  assert.deepEqual(["2026-02", "2026-03"].map(left), [2, 1]);
});
