import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  fraction,
  type ReferenceEventType,
  type ReferencePeriod,
  type ReferenceResult,
  reference,
} from "../../test/support/commitment-reference.ts";
import {
  allEarned,
  commitmentOf,
  computeAllPeriods,
  overageOf,
  owedOf,
  scheduleOf,
  stepOf,
  usageTerm,
  used,
} from "../../test/support/commitments.ts";
import { flatPrice, unitPrice } from "../../test/support/terms.ts";
import type { Price } from "../billing-terms/billing-term.ts";
import { formatDay } from "../kernel/day.ts";
import { ratioFromDecimal } from "../kernel/decimal.ts";
import { sum } from "../kernel/money.ts";
import { addRatios, compareRatios, type Ratio, ratio, reduceRatio, subtractRatios } from "../kernel/ratio.ts";
import { shownDecimal } from "../kernel/ratio-text.ts";
import type { Commitment, CommittedTerms, DailyUsage, OverageConfig } from "./commitment.ts";
import type { CommitmentLine } from "./commitment-lines.ts";
import { type PeriodComputation, prepaidAccount } from "./period-computation.ts";

// `ACCORD_COMMITMENT_COUNT=100000 npm run test:commitments` runs more; a failure prints the seed and the smallest commitment.
const count = Number(process.env.ACCORD_COMMITMENT_COUNT ?? 300);

const months = ["2026-01", "2026-02", "2026-03"] as const;

/** Prices in thousandths of a dollar, values in cents or whole units. */
type Plan = {
  readonly unit: "CURRENCY" | "UNITS";
  readonly priority: "LOW" | "HIGH";
  readonly steps: readonly { readonly value: number; readonly prices: readonly number[] }[];
  /** Of the one event type of the one step: prices of the tiers from 0, 10 and 25 units a month. */
  readonly tiered: readonly number[] | null;
  readonly prepaidPercent: number;
  readonly isTruedUp: boolean;
  readonly overage: readonly { readonly kind: "CONTINUED" | "GRADUATED" | "TOP"; readonly prices: readonly number[] }[];
  /** By event type and month. */
  readonly usage: readonly (readonly number[])[];
};

const price = fc.integer({ min: 0, max: 400 });
const anyPlan: fc.Arbitrary<Plan> = fc
  .record({
    unit: fc.constantFrom("CURRENCY" as const, "UNITS" as const),
    priority: fc.constantFrom("LOW" as const, "HIGH" as const),
    types: fc.integer({ min: 1, max: 3 }),
    values: fc.array(fc.integer({ min: 1, max: 1500 }), { minLength: 1, maxLength: 4 }),
    isTiered: fc.boolean(),
    prepaidPercent: fc.constantFrom(0, 1, 50, 99, 100),
    isTruedUp: fc.boolean(),
  })
  .chain(({ types, values, isTiered, ...plain }) => {
    const hasTiers = isTiered && plain.unit === "CURRENCY" && types === 1;
    const prices = plain.unit === "UNITS" ? price.map((one) => Array<number>(types).fill(one)) : listOf(price, types);
    const overage = fc.record({
      kind: fc.constantFrom("CONTINUED" as const, "GRADUATED" as const, "TOP" as const),
      prices: listOf(price, 3),
    });
    const scale = plain.unit === "UNITS" ? 20 : 1;
    const ofSteps = hasTiers ? values.slice(0, 1) : values;
    return fc.record({
      ...constants(plain),
      steps: fc.tuple(...ofSteps.map((value) => fc.record({ value: fc.constant(Math.ceil(value / scale)), prices }))),
      tiered: hasTiers ? listOf(price, 3) : fc.constant(null),
      overage: listOf(overage, types),
      usage: listOf(listOf(fc.integer({ min: 0, max: 60 }), months.length), types),
    });
  });

test("property: drawdown, prepaid, overage and true-up equal a calculation unit by unit", () => {
  fc.assert(
    fc.property(anyPlan, (plan) => {
      const { commitment, terms, facts } = worldOf(plan);
      const { periods, lines } = computeAllPeriods(commitment, terms, facts);
      const { computation } = periods[0] ?? assert.fail();
      assertSame(computation, lines, reference(referenceOf(plan)));
      assertInvariants(computation, lines);
    }),
    { numRuns: count },
  );
});

test("property: order and number of usage events make no difference", () => {
  fc.assert(
    fc.property(
      anyPlan,
      fc.array(fc.nat(), { maxLength: 40 }),
      fc.integer({ min: 1, max: 4 }),
      (plan, picks, parts) => {
        const { commitment, terms, facts } = worldOf(plan);
        const { lines } = computeAllPeriods(commitment, terms, facts);
        assert.deepEqual(computeAllPeriods(commitment, terms, shuffled(inParts(facts, parts), picks)).lines, lines);
      },
    ),
    { numRuns: Math.ceil(count / 3) },
  );
});

test("property: late and deleted usage bills new less billed, and nothing after that", () => {
  fc.assert(
    fc.property(anyPlan, fc.array(fc.nat({ max: 8 }), { maxLength: 4 }), fc.nat({ max: 3 }), (plan, moved, through) => {
      const { commitment, terms, facts } = worldOf(plan);
      const before = computeAllPeriods(commitment, terms, facts);
      const issued = before.lines.filter(({ issueDate }) => issueDate <= day(through));
      const changed = moved.reduce((all, at) => [...all.slice(0, at), ...all.slice(at + 1)], facts);
      const late = [...changed, ...moved.map((at) => used(months[at % 3] ?? "", String(at), { eventTypeId: "0" }))];
      const after = computeAllPeriods(commitment, terms, late);

      const owed = owedOf(after, terms, issued, day(through));
      assert.deepEqual(totals([...issued, ...owed]), totals(after.lines));
      assert.deepEqual(owedOf(after, terms, [...issued, ...owed], day(through)), []);
    }),
    { numRuns: Math.ceil(count / 3) },
  );
});

test("property: revenue of a period is its billing plus breakage", () => {
  fc.assert(
    fc.property(anyPlan, fc.constantFrom("HALF_UP" as const, "HALF_EVEN" as const), (plan, rounding) => {
      const { commitment, terms, facts } = worldOf(plan);
      const { periods, lines } = computeAllPeriods(commitment, terms, facts, { rounding });
      const computed = periods[0] ?? assert.fail();
      assert.equal(allEarned(computed, facts, rounding).minor, total(lines.map((line) => line.price.total.minor)));
    }),
    { numRuns: Math.ceil(count / 3) },
  );
});

function assertSame(computation: PeriodComputation, lines: readonly CommitmentLine[], expected: ReferenceResult): void {
  const ofMonth = (type: CommitmentLine["type"], month: string) =>
    lines.filter((line) => line.type === type && formatDay(line.service.start).startsWith(month));
  months.forEach((month, index) => {
    assert.equal(minor(ofMonth("USAGE", month)), expected.usage[index], `usage of ${month}`);
    assert.equal(minor(ofMonth("PREPAID_APPLIED", month)), -(expected.applied[index] ?? 0n), `prepaid of ${month}`);
    assert.equal(minor(ofMonth("OVERAGE", month)), expected.overage[index], `overage of ${month}`);
  });
  const ofType = (type: CommitmentLine["type"]) => minor(lines.filter((line) => line.type === type));
  assert.equal(ofType("PREPAYMENT"), expected.prepayment);
  assert.equal(ofType("TRUE_UP"), expected.trueUp);
  assertEqual(computation.consumed, ratio(...expected.consumedValue), "consumed");
  expected.left.forEach((left, step) => {
    assertEqual(computation.steps[step]?.remaining, ratio(...left), `left of step ${step}`);
  });
  for (const { eventTypeId, consumed, overage } of computation.eventTypes) {
    const use = expected.eventTypes.get(eventTypeId) ?? assert.fail();
    assertEqual(consumed.amount, ratio(...use.consumed), "consumed amount");
    assertEqual(consumed.units, ratio(...use.consumedUnits), "consumed units");
    assertEqual(overage.amount, ratio(...use.overage), "overage amount");
    assertEqual(overage.units, ratio(...use.overageUnits), "overage units");
  }
}

/** Data model 8.11, rules 5. */
function assertInvariants(computation: PeriodComputation, lines: readonly CommitmentLine[]): void {
  const { committed, consumed, remaining, usage, committedAmount, trueUp, eventTypes } = computation;
  assertEqual(addRatios(consumed, remaining), committed, "consumed + remaining = committed");
  for (const { consumed, overage, cumulative } of eventTypes) {
    assertEqual(addRatios(consumed.amount, overage.amount), cumulative.amount, "charges = consumed + overage");
    assertEqual(addRatios(consumed.units, overage.units), cumulative.units, "units = consumed + overage");
  }
  const { opening, drawn, lapsed, balance } = prepaidAccount(computation);
  assert.equal(opening.minor, drawn.minor + lapsed.minor + balance.minor, "prepaid opening = drawn + lapsed + balance");
  assert.ok(drawn.minor >= 0n && lapsed.minor >= 0n && balance.minor >= 0n);
  assert.ok(trueUp.minor >= 0n && trueUp.minor <= committedAmount.minor - usage.minor, "0 ≤ true-up ≤ remaining");
  assert.ok(usage.minor <= committedAmount.minor, "rounding charges no more than the commitment");
  for (const { type, price, explanation } of lines) {
    if (type !== "USAGE" && type !== "OVERAGE") continue;
    const [whole = "0", part = "1"] = explanation.exact.split("/");
    const exact = addRatios(ratio(0), { ...ratioFromDecimal(whole) });
    const value = ratio(exact.numerator, exact.denominator * BigInt(part));
    const away = subtractRatios({ numerator: price.total.minor, denominator: 100n }, value);
    assert.ok(compareRatios(away, ratio(-1, 100)) > 0 && compareRatios(away, ratio(1, 100)) < 0, "within a cent");
  }
}

type World = { readonly commitment: Commitment; readonly terms: CommittedTerms; readonly facts: readonly DailyUsage[] };

function worldOf(plan: Plan): World {
  const isMoney = plan.unit === "CURRENCY";
  const terms: [string, { term: ReturnType<typeof usageTerm>; aggregation: "SUM" }][] = plan.steps.flatMap(
    ({ prices }, step) =>
      prices.map((each, type) => {
        const id = `${step}.${type}`;
        const term = usageTerm(
          id,
          plan.tiered === null ? unitPrice(thousandths(each), "1") : tieredPrice(plan.tiered),
          {
            eventTypeId: String(type),
          },
        );
        return [id, { term, aggregation: "SUM" }] as const satisfies [string, unknown];
      }),
  );
  const prepaid = prepaidOf(plan);
  const schedule = scheduleOf({
    steps: plan.steps.map(({ value, prices }, step) =>
      stepOf(String(step), isMoney ? hundredths(value) : String(value), ...prices.map((_, type) => `${step}.${type}`)),
    ),
    prepaid:
      prepaid === 0
        ? null
        : {
            ...{ value: isMoney ? hundredths(prepaid) : String(prepaid), scheduleType: "SPLIT_ACROSS_BILLING_PERIODS" },
            ...{ lineName: null, itemId: null },
          },
    trueUp: { behavior: plan.isTruedUp ? "EACH_PERIOD" : "NONE", name: null, itemId: null },
    overageConfigs: plan.overage.flatMap(({ kind, prices }, type): OverageConfig[] => {
      if (kind === "CONTINUED") return [];
      const tiers = prices.map((each, tier) => [String(overageBounds[tier]), thousandths(each)] as const);
      const tierPricingType = kind === "TOP" ? "USE_TOP_TIER_PRICE_ONLY" : "USE_ALL_TIER_PRICES";
      return [overageOf(tiers, { eventTypeId: String(type), tierPricingType })];
    }),
  });
  const facts = plan.usage.flatMap((byMonth, type) =>
    byMonth.map((units, month) => used(months[month] ?? "", String(units), { eventTypeId: String(type) })),
  );
  const commitment = commitmentOf({ unitType: plan.unit, pricePriority: plan.priority, schedules: [schedule] });
  return { commitment, terms: new Map(terms), facts };
}

const overageBounds = [0, 7, 30];
const tierBounds = [0, 10, 25];

function referenceOf(plan: Plan): ReferencePeriod {
  const scale = plan.unit === "CURRENCY" ? 100 : 1;
  return {
    unit: plan.unit,
    priority: plan.priority,
    steps: plan.steps.map(({ value }) => fraction(value, scale)),
    prepaid: fraction(prepaidOf(plan), scale),
    isTruedUp: plan.isTruedUp,
    eventTypes: plan.usage.map((usage, type): ReferenceEventType => {
      const overage = plan.overage[type] ?? assert.fail();
      return {
        id: String(type),
        prices: plan.steps.map(({ prices }) =>
          plan.tiered === null ? bounded([0], [prices[type] ?? 0]) : bounded(tierBounds, plan.tiered),
        ),
        overage: { kind: overage.kind, tiers: bounded(overageBounds, overage.prices) },
        usage,
      };
    }),
  };
}

function bounded(bounds: readonly number[], prices: readonly number[]) {
  return prices.map((each, index) => [bounds[index] ?? 0, fraction(each, 1000)] as const);
}

function prepaidOf({ steps, prepaidPercent }: Plan): number {
  return Math.floor((steps.reduce((all, { value }) => all + value, 0) * prepaidPercent) / 100);
}

function tieredPrice(prices: readonly number[]): Price {
  const pricing = prices.map((each, tier) => ({
    ...{ tier, amount: thousandths(each), amountType: "PER_ITEM" as const, tierMinimum: String(tierBounds[tier]) },
  }));
  return flatPrice("0", { pricingType: "TIERED", pricing });
}

/** Every fact in equal parts, which sum to it exactly. */
function inParts(facts: readonly DailyUsage[], parts: number): DailyUsage[] {
  return facts.flatMap((fact) => {
    const quantity = reduceRatio({ ...fact.quantity, denominator: fact.quantity.denominator * BigInt(parts) });
    return Array.from({ length: parts }, () => ({ ...fact, quantity }));
  });
}

function shuffled<T>(items: readonly T[], picks: readonly number[]): T[] {
  const left = [...items];
  const taken = picks.flatMap((pick) => (left.length === 0 ? [] : left.splice(pick % left.length, 1)));
  return [...taken, ...left.reverse()];
}

function totals(lines: readonly CommitmentLine[]): Record<string, string> {
  const byKey: Record<string, bigint> = {};
  for (const line of lines) {
    const type = line.type === "LATE_USAGE" ? "USAGE" : line.type;
    const key = `${type} ${line.billingTermId} ${line.service.start}`;
    byKey[key] = (byKey[key] ?? 0n) + line.price.total.minor;
  }
  return Object.fromEntries(
    Object.entries(byKey)
      .filter(([, minor]) => minor !== 0n)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, minor]) => [key, String(minor)]),
  );
}

/** The first day of the month after the first `monthsOver` ones. */
function day(monthsOver: number): number {
  return used(`2026-0${1 + monthsOver}-01`, "0").day;
}

function minor(lines: readonly CommitmentLine[]): bigint {
  return sum(
    lines.map((line) => line.price.total),
    "USD",
  ).minor;
}

function assertEqual(actual: Ratio | undefined, expected: Ratio, what: string): void {
  assert.ok(actual !== undefined && compareRatios(actual, expected) === 0, what);
}

function listOf<T>(items: fc.Arbitrary<T>, length: number): fc.Arbitrary<T[]> {
  return fc.array(items, { minLength: length, maxLength: length });
}

function constants<T extends Record<string, unknown>>(values: T): { [Key in keyof T]: fc.Arbitrary<T[Key]> } {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, fc.constant(value)])) as {
    [Key in keyof T]: fc.Arbitrary<T[Key]>;
  };
}

const total = (amounts: readonly bigint[]) => amounts.reduce((all, each) => all + each, 0n);
const thousandths = (value: number) => shownDecimal(ratio(value, 1000));
const hundredths = (value: number) => shownDecimal(ratio(value, 100));
