import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { flatPrice } from "../../test/support/terms.ts";
import type { Price } from "../billing-terms/billing-term.ts";
import { required } from "../kernel/assert.ts";
import { parseDay } from "../kernel/day.ts";
import { formatMoney } from "../kernel/money.ts";
import { ratio } from "../kernel/ratio.ts";
import type { UsageQuantity } from "./aggregate.ts";
import { limitsOf } from "./period-limits.ts";
import { rateUsage } from "./rate.ts";
import type { UsageRule } from "./usage-rule.ts";

const day = (text: string) => required(parseDay(text), text);
const april = { start: day("2026-04-01"), end: day("2026-05-01"), anchor: day("2026-04-01") };

type Limits = Partial<Pick<Price, "minimumAmount" | "maximumAmount">>;

/** April in parts that begin on these days of it, a unit for 1.00. */
function parts(scope: UsageRule["tierScope"], ...of: readonly (readonly [number, Limits])[]): UsageRule[] {
  return of.map(([from, limits], index) => ({
    price: flatPrice("0", { pricing: [{ tier: 0, amount: "1", amountType: "PER_ITEM", tierMinimum: "0" }], ...limits }),
    ...{ tierScope: scope, prorationPolicy: "DAY", aggregation: "SUM", termStart: april.start },
    billingPeriod: { index: 0, full: april, covered: april },
    days: { start: april.start + from - 1, end: april.start + (of[index + 1]?.[0] ?? 31) - 1 },
  }));
}

const used = (units: number, differentiator: string | null = null): UsageQuantity => {
  return { differentiator, invoiceSplitKey: null, quantity: ratio(units) };
};

/** Lines part by part, "type differentiator total". */
function shown(rules: readonly UsageRule[], ...quantities: readonly (readonly UsageQuantity[])[]): string[] {
  const begun = quantities.map((each, index) => ({ rule: rules[index] as UsageRule, quantities: each }));
  return rateUsage(begun, limitsOf(rules), { currency: "USD", rounding: "HALF_UP" }).map((lines) =>
    lines
      .map(({ type, differentiator, price }) => `${type} ${differentiator ?? "-"} ${formatMoney(price.total)}`)
      .join(),
  );
}

describe("a price changed inside a billing period", () => {
  const least = { minimumAmount: "100.00" };
  const most = { maximumAmount: "90.00" };

  test("has one minimum for the whole period, charged with its last part", () => {
    const rules = parts("TERM", [1, least], [16, least]);
    assert.deepEqual(shown(rules, [used(80)], [used(10)]), ["USAGE - 80.00", "USAGE - 10.00,MINIMUM - 10.00"]);
    assert.deepEqual(shown(rules, [used(80)], [used(30)]), ["USAGE - 80.00", "USAGE - 30.00"]);
    assert.deepEqual(shown(rules, [], []), ["USAGE - 0.00", "USAGE - 0.00,MINIMUM - 100.00"]);
    assert.deepEqual(shown(rules, [used(80)]), ["USAGE - 80.00"], "the second part has not begun");
  });

  test("has one maximum, used up in the order of days", () => {
    const rules = parts("TERM", [1, most], [16, most]);
    assert.deepEqual(shown(rules, [used(60)], [used(36)]), ["USAGE - 60.00", "USAGE - 30.00"]);
    assert.deepEqual(shown(rules, [used(99)], [used(36)]), ["USAGE - 90.00", "USAGE - 0.00"]);
  });

  test("has a changed limit for its own days", () => {
    const raised = parts("TERM", [1, least], [16, { minimumAmount: "130.00" }]);
    assert.deepEqual(shown(raised, [], []), ["USAGE - 0.00", "USAGE - 0.00,MINIMUM - 115.00"]);
    const dropped = parts("TERM", [1, least], [16, {}]);
    assert.deepEqual(shown(dropped, [used(20)], [used(90)]), ["USAGE - 20.00,MINIMUM - 30.00", "USAGE - 90.00"]);
    const begun = parts("TERM", [1, {}], [16, most]);
    assert.deepEqual(shown(begun, [used(60)], [used(60)]), ["USAGE - 60.00", "USAGE - 45.00"]);
  });

  test("has limits by differentiator, also of one used in the first part alone", () => {
    const rules = parts("DIFFERENTIATOR", [1, least], [16, least]);
    assert.deepEqual(shown(rules, [used(80, "a")], [used(120, "b")]), [
      "USAGE a 80.00",
      "USAGE b 120.00,MINIMUM a 20.00",
    ]);
    assert.deepEqual(shown(rules, [], [used(10, "a")]), ["USAGE - 0.00", "USAGE a 10.00,MINIMUM a 90.00"]);
  });
});

test("property: a change that keeps price and limits changes no amount, wherever it is", () => {
  const units = fc.nat(120);
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 30 }), units, units, fc.nat(100), fc.nat(100), (from, a, b, low, more) => {
      const limits = { minimumAmount: `${low}.00`, maximumAmount: `${low + more}.00` };
      const charged = (rules: readonly UsageRule[], ...of: readonly (readonly UsageQuantity[])[]) =>
        rateUsage(
          of.map((quantities, index) => ({ rule: rules[index] as UsageRule, quantities })),
          limitsOf(rules),
          { currency: "USD", rounding: "HALF_UP" },
        )
          .flat()
          .reduce((sum, { price }) => sum + price.total.minor, 0n);
      assert.equal(
        charged(parts("TERM", [1, limits], [from, limits]), [used(a)], [used(b)]),
        charged(parts("TERM", [1, limits]), [used(a + b)]),
      );
    }),
  );
});
