import assert from "node:assert/strict";
import { test } from "node:test";
import { formatMoney, money } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import { type BilledUsage, type ExpectedUsageLine, keyOf } from "../usage/late-usage.ts";
import { withinCreditable } from "./credited-usage.ts";

const january: Period = { start: 0, end: 31 };
const dollars = (amount: number) => money(BigInt(amount) * 100n, "USD");
const keyed = (service: Period) => ({
  ...{ type: "USAGE" as const, service, billingTermId: "term", differentiator: null, invoiceSplitKey: null },
});

/** A line that is billed, of which `credited` came back, or was written off. */
function billedOf(
  total: number,
  credited: number,
  service = january,
  writtenOff = 0,
): BilledUsage & Record<"creditable" | "writtenOff", ReturnType<typeof dollars>> {
  const amounts = { subtotal: dollars(total), total: dollars(total), creditable: dollars(total - credited) };
  return { ...keyed(service), ...amounts, writtenOff: dollars(writtenOff), quantity: "1", tiers: [] };
}

function owedOf(total: number, service = january): ExpectedUsageLine {
  const price = { subtotal: dollars(total), discountTotal: dollars(0), total: dollars(total) };
  const stated = { quantity: "1", unitPrice: null, tiers: [], explanation: { total: "", billed: null } };
  return { ...keyed(service), ...stated, price, isCorrection: true };
}

const totals = (lines: readonly ExpectedUsageLine[]) => lines.map(({ price }) => formatMoney(price.total));

for (const [what, owed, billed, expected] of [
  ["nothing was credited", [owedOf(-100)], [billedOf(100, 0)], ["-100.00"]],
  ["a price below zero has nothing credited either", [owedOf(-100)], [], ["-100.00"]],
  ["a part was credited", [owedOf(-100)], [billedOf(100, 60)], ["-40.00"]],
  ["all was credited", [owedOf(-100)], [billedOf(100, 100)], []],
  ["more is left than comes back", [owedOf(-30)], [billedOf(100, 60)], ["-30.00"]],
  ["what is billed more is billed", [owedOf(30)], [billedOf(100, 60)], ["30.00"]],
  [
    "another key was credited",
    [owedOf(-100)],
    [billedOf(100, 0), billedOf(50, 50, { start: 31, end: 59 })],
    ["-100.00"],
  ],
  ["a correction before took some", [owedOf(-60)], [billedOf(100, 60), billedOf(-40, 0)], []],
] as const) {
  test(`credited: ${what}`, () => {
    assert.deepEqual(
      totals(withinCreditable(owed, billed, (line, other) => keyOf(other) === keyOf(line)).outstanding),
      expected,
    );
  });
}

test("lines that credit one line share its rest, with the lines billed beside them", () => {
  const owed = [owedOf(-70), owedOf(50), owedOf(-70)];
  assert.deepEqual(totals(withinCreditable(owed, [billedOf(100, 60)], () => true).outstanding), [
    "-70.00",
    "50.00",
    "-20.00",
  ]);
});

test("a written-off amount is not credited, and is no longer bad debt as far as it is not owed", () => {
  const isSame = () => true;
  const split = (owed: number, ...billed: ReturnType<typeof billedOf>[]) => {
    const { outstanding, writtenOff } = withinCreditable([owedOf(owed)], billed, isSame);
    return [totals(outstanding), totals(writtenOff)];
  };
  assert.deepEqual(split(-40, billedOf(100, 100, january, 100)), [[], ["-40.00"]]);
  assert.deepEqual(split(-40, billedOf(100, 100, january, 30)), [[], ["-30.00"]], "30.00 were not taken back before");
  const paid = billedOf(50, 0);
  assert.deepEqual(split(-70, billedOf(100, 100, january, 100), paid), [["-50.00"], ["-20.00"]]);
});
