import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { anyTerm, day, flat, obligationOf, termOf } from "../../../test/support/terms.ts";
import { formatMoney, money, sum } from "../../kernel/money.ts";
import { allocateStatedPrices, sharesBy } from "./allocation.ts";
import { eventTypeViolations, fixedBilling, groupBalance, roleOf } from "./group.ts";
import { groupReasons } from "./group-readiness.ts";
import type { PerformanceObligation } from "./performance-obligation.ts";
import { replacedBy } from "./pob-group.ts";

const context = { currency: "USD", rounding: "HALF_UP" } as const;
const usd = (minor: number) => money(BigInt(minor), "USD");
const usageTerm = (eventTypeId: string) =>
  termOf({ id: `term ${eventTypeId}`, eventTypeId, billingType: "UNIT", interval: "MONTH" });
/** A performance obligation of its own. */
const pob = (id: string, parts: Partial<PerformanceObligation>): PerformanceObligation => ({
  ...obligationOf(termOf()),
  id,
  billingTerm: null,
  ...parts,
});
const stated = (minor: number, parts: Partial<PerformanceObligation> = {}) =>
  pob(`stated ${minor}`, { transactionPrice: usd(minor), ...parts });
const consumed = (eventTypeId: string, id = `consumed ${eventTypeId}`) =>
  pob(id, { recognitionPattern: "RECOGNIZE_AS_CONSUMED", considerationType: "VARIABLE", eventTypeId });
const asBilled = pob("as billed", { recognitionPattern: "RECOGNIZE_AS_BILLED", considerationType: "VARIABLE" });

describe("event types of a group (data model 6.3)", () => {
  const cases: [string, string[], PerformanceObligation[], string[]][] = [
    ["in sync", ["a", "b"], [consumed("a"), consumed("b")], []],
    ["nothing consumed: free", ["a", "b"], [stated(100)], []],
    ["as billed: free", ["a"], [asBilled], []],
    ["H: waits for what is never billed", ["a"], [consumed("a"), consumed("c")], ["H c"]],
    ["H: no usage at all", [], [consumed("a")], ["H a"]],
    ["U: two take the same usage", ["a"], [consumed("a"), consumed("a", "second")], ["U a"]],
    ["C: one reaches no performance obligation", ["a", "b"], [consumed("a")], ["C b"]],
    ["C: the rest is recognized as billed", ["a", "b"], [consumed("a"), asBilled], []],
    ["all at once", ["a", "b"], [consumed("a"), consumed("a", "second"), consumed("c")], ["U a", "H c", "C b"]],
  ];
  for (const [name, billed, pobs, expected] of cases) {
    test(name, () => {
      const found = eventTypeViolations({ terms: [termOf(), ...billed.map(usageTerm)], pobs });
      assert.deepEqual(
        found.map(({ rule, eventTypeId }) => `${rule} ${eventTypeId}`),
        expected,
      );
    });
  }

  test("two terms of one event type have an implied performance obligation each", () => {
    const terms = [usageTerm("a"), { ...usageTerm("a"), id: "second" }];
    const pobs = terms.map((term) =>
      obligationOf(term, { recognitionPattern: "RECOGNIZE_AS_CONSUMED", eventTypeId: "a" }),
    );
    assert.deepEqual(eventTypeViolations({ terms, pobs }), []);
  });
});

describe("the balance of a group (data model 6.6)", () => {
  const balance = (terms: Parameters<typeof groupBalance>[0]["terms"], pobs: PerformanceObligation[]) => {
    const { billed, stated: prices, difference } = groupBalance({ terms, pobs }, context);
    return [billed, prices, difference].map(formatMoney);
  };

  test("is fixed billing less stated prices, without usage", () => {
    const terms = [termOf(), usageTerm("a")];
    assert.deepEqual(balance(terms, [stated(90_000), stated(20_000)]), ["1200.00", "1100.00", "100.00"]);
    assert.deepEqual(balance(terms, [stated(120_000), stated(7, { considerationType: "VARIABLE" })]), [
      "1200.00",
      "1200.00",
      "0.00",
    ]);
  });

  test("counts open-ended billing up to the last day of service, and leaves out implied performance obligations", () => {
    const monthly = termOf({ ...flat("100"), interval: "MONTH", end: null });
    const served = stated(60_000, { service: { start: day("2026-01-01"), end: day("2026-07-01") } });
    assert.deepEqual(balance([monthly], [served]), ["600.00", "600.00", "0.00"]);
    const other = termOf({ id: "followed" });
    assert.deepEqual(balance([monthly, other], [served, obligationOf(other)]), ["600.00", "600.00", "0.00"]);
  });

  test("is zero where an as-billed performance obligation recognizes the rest", () => {
    assert.deepEqual(balance([termOf()], [asBilled]), ["0.00", "0.00", "0.00"]);
    assert.deepEqual(balance([termOf()], [asBilled, stated(100_000)]), ["1200.00", "1000.00", "200.00"]);
  });

  test("counts a milestone as if it were reached", () => {
    const term = termOf({ interval: "NONE", trigger: "MILESTONE", end: null });
    assert.equal(formatMoney(fixedBilling(term, null, context)), "1200.00");
  });

  test("has block reasons that name the record", () => {
    const reasons = (pobs: PerformanceObligation[]) =>
      groupReasons(new Map([["g", { terms: [termOf()], pobs }]]), context).map(({ code, path }) => `${code} ${path}`);
    assert.deepEqual(reasons([]), ["MISSING_POB /billing-term-groups/g"]);
    assert.deepEqual(reasons([stated(1)]), ["TRANSACTION_PRICE_UNALLOCATED /billing-term-groups/g"]);
    const endless = stated(120_000, { service: { start: 0, end: null } });
    assert.deepEqual(reasons([endless]), [
      `MISSING_SERVICE_DATES /performance-obligations/${endless.id}/serviceEndDate`,
    ]);
    assert.deepEqual(reasons([stated(120_000)]), []);
  });
});

test("new performance obligations replace implied ones that earn the same billing", () => {
  const [fixed, metered] = [termOf({ id: "fixed" }), usageTerm("a")];
  const following = [
    obligationOf(fixed),
    obligationOf(metered, { recognitionPattern: "RECOGNIZE_AS_CONSUMED", eventTypeId: "a" }),
  ];
  const residual = obligationOf(fixed, { id: "residual", isResidual: true });
  assert.equal(roleOf(residual), "RESIDUAL");
  const members = { terms: [fixed, metered], pobs: [...following, residual] };
  const replaced = (created: PerformanceObligation[]) => replacedBy(members, created).map(({ id }) => id);
  assert.deepEqual(replaced([stated(1)]), ["obligation of fixed"]);
  assert.deepEqual(replaced([consumed("a")]), ["obligation of term a"]);
  assert.deepEqual(replaced([consumed("b")]), []);
  assert.deepEqual(replaced([asBilled]), ["obligation of fixed", "obligation of term a"]);
});

describe("allocation by standalone selling price (ASC 606-10-32-31)", () => {
  const priced = (price: number, ssp: number | null) => ({
    transactionPrice: usd(price),
    standaloneSellingPrice: ssp === null ? null : usd(ssp),
  });

  test("gives each performance obligation its part of all stated prices", () => {
    const prices = allocateStatedPrices([priced(40_000, 60_000), priced(60_000, 30_000)], "USD");
    assert.deepEqual(prices.map(formatMoney), ["666.67", "333.33"]);
  });

  test("is a block reason where a standalone selling price is missing", () => {
    const prices = allocateStatedPrices([priced(40_000, null), priced(60_000, 30_000)], "USD");
    assert.deepEqual(prices.map(formatMoney), ["400.00", "600.00"]);
  });

  const anyPriced = fc
    .array(fc.tuple(fc.nat(10_000_000), fc.integer({ min: 1, max: 10_000_000 })), { minLength: 1, maxLength: 12 })
    .map((pairs) => pairs.map(([price, ssp]) => priced(price, ssp)));

  test("property: parts sum to the total, and each is within a cent of its exact share", () => {
    fc.assert(
      fc.property(anyPriced, (pobs) => {
        const prices = allocateStatedPrices(pobs, "USD");
        const total = sum(
          pobs.map(({ transactionPrice }) => transactionPrice),
          "USD",
        );
        assert.equal(sum(prices, "USD").minor, total.minor);
        const whole = pobs.reduce((all, each) => all + (each.standaloneSellingPrice?.minor ?? 0n), 0n);
        pobs.forEach((each, index) => {
          const exact = total.minor * (each.standaloneSellingPrice?.minor ?? 0n);
          const off = (prices[index]?.minor ?? 0n) * whole - exact;
          assert.ok(off < whole && off > -whole);
        });
      }),
    );
  });

  test("property: parts sum to the total for weights of any size and sign", () => {
    const amounts = fc.array(fc.integer({ min: -1000, max: 1000 }).map(usd), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.integer({ min: -100_000, max: 100_000 }), amounts, (total, sizes) => {
        assert.equal(sum(sharesBy(usd(total), sizes), "USD").minor, BigInt(total));
      }),
    );
  });
});

test("property: a group whose stated prices equal its billing has no balance", () => {
  fc.assert(
    fc.property(fc.array(anyTerm, { minLength: 1, maxLength: 4 }), (generated) => {
      const terms = generated.map((term, index) => ({ ...term, id: `term ${index}` }));
      const service = { start: day("2025-01-01"), end: day("2028-01-01") };
      const pobs = terms.map((term, index) =>
        pob(`performance obligation ${index}`, { service, transactionPrice: fixedBilling(term, service.end, context) }),
      );
      assert.equal(groupBalance({ terms, pobs }, context).difference.minor, 0n);
    }),
  );
});
