import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { runs } from "../../../test/support/case-counts.ts";
import {
  amended,
  day,
  decimal,
  flatPrice,
  invoicedByPeriod,
  seatConfig,
  seatTermOf,
  termOf,
} from "../../../test/support/terms.ts";
import { required } from "../../kernel/assert.ts";
import { prorationPolicies } from "../../kernel/proration.ts";
import { addRatios, compareRatios, multiplyRatios, type Ratio, ratio, zeroRatio } from "../../kernel/ratio.ts";
import { exactText } from "../../kernel/ratio-text.ts";
import {
  type BillingTerm,
  type Discount,
  type Escalator,
  type Price,
  priceOn,
  type TierBoundary,
} from "../billing-term.ts";
import { type SeatAmendment, seatProrationPolicies, seatsOn, seatTimeline, trueUpTimings } from "../seats.ts";
import { type Charge, chargesOf } from "./charges.ts";
import { amountOfQuantity } from "./tier-price.ts";

const context = { currency: "USD", rounding: "HALF_UP" } as const;
const charges = (term: BillingTerm): Charge[] => [...chargesOf(term, context)];
const firstDay = day("2026-01-01");

const amounts = fc.nat(100_000).map((cents) => decimal(cents, 2));
const someDay = fc.integer({ min: firstDay - 30, max: firstDay + 500 });

const discount: fc.Arbitrary<Discount> = fc.record({
  type: fc.constantFrom("PERCENTAGE" as const, "FIXED" as const),
  amount: fc.nat(100).map((parts) => decimal(parts, 2)),
  note: fc.constant(null),
  start: fc.option(someDay),
  end: fc.option(someDay),
});

const escalator: fc.Arbitrary<Escalator> = fc.record({
  type: fc.constantFrom("PERCENTAGE" as const, "FIXED" as const),
  amount: fc.nat(100).map((parts) => decimal(parts, 2)),
  everyMonths: fc.integer({ min: 1, max: 12 }),
  firstDate: fc.option(someDay),
});

const price: fc.Arbitrary<Price> = fc
  .record({
    pricingType: fc.constantFrom("SIMPLE" as const, "TIERED" as const, "VOLUME" as const, "PACKAGE" as const),
    tierBoundary: fc.constantFrom<TierBoundary>("UPPER", "LOWER"),
    tiers: fc.array(fc.tuple(fc.integer({ min: 1, max: 20 }), amounts, fc.boolean()), { minLength: 2, maxLength: 4 }),
    quantity: fc.nat(400).map((parts) => decimal(parts, 1)),
    discounts: fc.array(discount, { maxLength: 3 }),
    escalator: fc.option(escalator),
  })
  .map(({ tiers, pricingType, ...parts }) => {
    const isTiered = pricingType === "TIERED" || pricingType === "VOLUME";
    let minimum = 0;
    const pricing = tiers.slice(0, isTiered ? 4 : 1).map(([width, amount, isFlat], tier) => {
      const tierMinimum = String(minimum);
      minimum += width;
      const amountType = isFlat && pricingType !== "PACKAGE" ? ("TOTAL_INVOICE" as const) : ("PER_ITEM" as const);
      return { tier, amount, amountType, tierMinimum };
    });
    return flatPrice("0", { ...parts, pricingType, pricing, packageSize: pricingType === "PACKAGE" ? "2.5" : null });
  });

const span = {
  days: fc.integer({ min: 1, max: 500 }),
  interval: fc.constantFrom(
    "WEEK" as const,
    "SEMI_MONTH" as const,
    "MONTH" as const,
    "QUARTER" as const,
    "YEAR" as const,
  ),
  start: fc.integer({ min: firstDay, max: firstDay + 60 }),
  prorationPolicy: fc.constantFrom(...prorationPolicies),
  invoiceDateStrategy: fc.constantFrom("FIRST_OF_PERIOD" as const, "ADVANCED_DUE_START" as const, "ARREARS" as const),
};

/** Terms with a quantity, of every price. */
const unitTerm: fc.Arbitrary<BillingTerm> = fc
  .record({ ...span, price })
  .map(({ days, ...parts }) => termOf({ ...parts, billingType: "UNIT", end: parts.start + days }));

const amendments = (effective: fc.Arbitrary<number>): fc.Arbitrary<SeatAmendment[]> =>
  fc
    .array(
      fc.record({
        effectiveDate: effective,
        change: fc.oneof(
          fc.nat(30).map((count) => ({ quantity: String(count), delta: null })),
          fc.integer({ min: -3, max: 8 }).map((count) => ({ quantity: null, delta: String(count) })),
        ),
        prorationPolicy: fc.constantFrom(...seatProrationPolicies),
        trueUpTiming: fc.constantFrom(...trueUpTimings),
        invoicedThrough: fc.option(someDay),
        isBilled: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
      }),
      { maxLength: 6 },
    )
    .map((stated) =>
      stated.map(({ change, isBilled, ...parts }, index) =>
        amended("2026-01-01", {
          ...change,
          ...parts,
          unbilled: stated.slice(0, index).flatMap((_, i) => (isBilled[i] === true ? [] : [`amendment ${i}`])),
          id: `amendment ${index}`,
          createdAt: `2026-01-01T00:00:0${index}.000Z`,
        }),
      ),
    );

/** Seats that rise and fall, of every price, said before and after their periods were invoiced. */
const seatTerm = fc
  .record({ ...span, price, amendments: amendments(someDay), isMovingMinimum: fc.boolean(), isCredited: fc.boolean() })
  .map(({ days, isMovingMinimum, isCredited, ...parts }) =>
    seatTermOf({
      ...parts,
      end: parts.start + days,
      amendments: parts.amendments.filter(({ effectiveDate }) => effectiveDate >= parts.start),
      seatConfig: seatConfig({ isMovingMinimum, creditOnDecrease: isCredited ? "PRORATED" : "NONE" }),
    }),
  )
  .map(invoicedByPeriod);

const anyTerm: fc.Arbitrary<BillingTerm> = fc.oneof(unitTerm, seatTerm);

test("property: no charge is negative, and the discount is subtotal less total", () => {
  fc.assert(
    fc.property(anyTerm, (term) => {
      for (const { price: each } of charges(term)) {
        assert.ok(each.total.minor >= 0n && each.discountTotal.minor >= 0n);
        assert.equal(each.subtotal.minor - each.discountTotal.minor, each.total.minor);
      }
    }),
    { numRuns: runs(300) },
  );
});

test("property: base charges cover the term without a gap or an overlap", () => {
  fc.assert(
    fc.property(anyTerm, fc.array(someDay, { maxLength: 2 }), (term, ends) => {
      const issued = new Map<number, number>();
      for (const { covered } of charges(term).map(({ billingPeriod }) => billingPeriod)) {
        const end = ends.find((each) => covered.start < each && each < covered.end);
        if (end !== undefined) issued.set(covered.start, end);
      }
      let next = term.start;
      for (const { period, amendmentId } of chargesOf(term, context, issued)) {
        if (amendmentId !== null) continue;
        assert.equal(period.start, next);
        next = period.end;
      }
      assert.equal(next, term.end);
    }),
    { numRuns: runs(200) },
  );
});

/** The charges as plain values, which can be compared. */
const values = (of: readonly Charge[]) =>
  of.map(({ explanation, ...charge }) => ({ ...charge, explanation: explanation() }));

test("property: a layer with the same price changes nothing, nor does terminating on the existing end", () => {
  fc.assert(
    fc.property(anyTerm, someDay, (term, effectiveFrom) => {
      const layers = [{ price: structuredClone(term.price), effectiveFrom, bookMonth: null }];
      assert.deepEqual(values(charges({ ...term, layers })), values(charges(term)));
      const terminated = { ...term, terminatedAt: "2026-02-01T00:00:00.000Z" };
      assert.deepEqual(values(charges(terminated)), values(charges(term)));
    }),
    { numRuns: runs(200) },
  );
});

test("property: the parts of a period that an issued end divides sum to it", () => {
  fc.assert(
    fc.property(unitTerm, fc.integer({ min: 1, max: 400 }), (anyPrice, offset) => {
      const term = { ...anyPrice, price: { ...anyPrice.price, discounts: [] } };
      const [whole] = charges(term);
      const { start, end } = required(whole, "the first charge").period;
      const cut = start + 1 + (offset % Math.max(end - start - 1, 1));
      const parts = [...chargesOf(term, context, new Map([[start, cut]]))].filter(({ period }) => period.end <= end);
      assert.equal(
        exactText(exactGross(term, parts)),
        exactText(exactGross(term, [required(whole, "the first charge")])),
      );
    }),
    { numRuns: runs(200) },
  );
});

test("property: the order in which amendments are stored does not matter", () => {
  fc.assert(
    fc.property(seatTerm, fc.infiniteStream(fc.nat()), (term, keys) => {
      const shuffled = term.amendments
        .map((amendment) => ({ amendment, key: required(keys.next().value, "a key") }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ amendment }) => amendment);
      assert.deepEqual(values(charges({ ...term, amendments: shuffled })), values(charges(term)));
    }),
    { numRuns: runs(200) },
  );
});

test("property: a later amendment changes no invoiced charge, so deleting it restores the rest", () => {
  fc.assert(
    fc.property(seatTerm, (term) => {
      const last = term.amendments.at(-1);
      fc.pre(last !== undefined && last.invoicedThrough !== null);
      const without = charges({ ...term, amendments: term.amendments.slice(0, -1) });
      const issuedOf = (each: readonly Charge[]) =>
        each.filter(({ period, amendmentId }) => {
          const isBilled = amendmentId === null || last?.unbilled.includes(amendmentId) === false;
          return isBilled && amendmentId !== last?.id && period.end <= (last?.invoicedThrough ?? 0);
        });
      assert.deepEqual(values(issuedOf(charges(term))), values(issuedOf(without)));
    }),
    { numRuns: runs(300) },
  );
});

// Billed by days, everything that is charged is the count of each day × its price: no matter what was said when.
test("property: base charges and true-ups by days equal the seats integrated over time", () => {
  const growing = fc
    .record({
      ...span,
      price,
      amendments: amendments(someDay),
      through: fc.array(fc.option(someDay), { minLength: 6, maxLength: 6 }),
    })
    .map(({ days, through, ...parts }) =>
      seatTermOf({
        ...parts,
        end: parts.start + days,
        prorationPolicy: "DAY",
        price: { ...parts.price, pricingType: "TIERED", discounts: [] },
        amendments: parts.amendments
          .filter(({ effectiveDate }) => effectiveDate >= parts.start)
          .map((amendment, index) => ({
            ...amendment,
            quantity: null,
            delta: String(index + 1),
            prorationPolicy: "DAY",
            invoicedThrough: through[index] ?? null,
          })),
      }),
    )
    .map(invoicedByPeriod);
  fc.assert(
    fc.property(growing, (anyGrowing) => {
      const term = { ...anyGrowing, price: { ...anyGrowing.price, escalator: null } };
      const steps = seatTimeline({ ...term, quantity: term.price.quantity, amendments: term.amendments });
      let integral = zeroRatio;
      const all = charges(term);
      for (const { billingPeriod, amendmentId } of all) {
        if (amendmentId !== null) continue;
        const { covered, full } = billingPeriod;
        for (let each = covered.start; each < covered.end; each++) {
          const cost = amountOfQuantity(priceOn(term, each), seatsOn(steps, each).billed);
          integral = addRatios(integral, multiplyRatios(cost, ratio(1, full.end - full.start)));
        }
      }
      assert.equal(compareRatios(exactGross(term, all), integral), 0);
    }),
    { numRuns: runs(60) },
  );
});

// PRE-4: made at one moment, amendments that only add charge the same in whatever order they were said, or in two halves.
test("property: PRE-4: neither the order nor the number of steps in which seats are added to an invoiced period changes a total", () => {
  const added = fc.array(fc.tuple(fc.nat(364), fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(added, price, fc.constantFrom(...seatProrationPolicies), (changes, anyPrice, prorationPolicy) => {
      const invoicedThrough = day("2027-01-01");
      const total = (stated: readonly (readonly [offset: number, count: number])[]) => {
        const list = stated.map(([offset, count], index) => {
          const parts = { id: String(index).padStart(3, "0"), effectiveDate: firstDay + offset, delta: String(count) };
          return amended("2026-01-01", { ...parts, prorationPolicy, invoicedThrough });
        });
        const term = seatTermOf({ price: { ...anyPrice, pricingType: "TIERED", discounts: [] }, amendments: list });
        return exactText(exactGross(term, charges(term)));
      };
      assert.equal(total(changes.toReversed()), total(changes));
      const halves = changes.flatMap(([offset, count]) => Array.from({ length: count }, () => [offset, 1] as const));
      assert.equal(total(halves), total(changes));
    }),
  );
});

/** The exact amount of all charges before discounts: as explained, or quantity × unit price where there is nothing to say. */
function exactGross({ price: { pricingType, pricing } }: BillingTerm, all: Iterable<Charge>): Ratio {
  const isFlat = pricingType === "SIMPLE" && pricing[0]?.amountType === "TOTAL_INVOICE";
  let sum = zeroRatio;
  for (const { explanation, quantity, unitPrice } of all) {
    const explained = explanation()
      ?.segments.map(({ gross }) => fraction(gross))
      .reduce(addRatios, zeroRatio);
    const plain = () =>
      multiplyRatios(isFlat ? ratio(1) : fraction(quantity), fraction(required(unitPrice, "the price")));
    sum = addRatios(sum, explained ?? plain());
  }
  return sum;
}

function fraction(text: string): Ratio {
  const [numerator = "0", denominator = "1"] = text.split("/");
  const [whole = "0", decimals = ""] = numerator.split(".");
  return ratio(BigInt(whole + decimals), BigInt(denominator) * 10n ** BigInt(decimals.length));
}
