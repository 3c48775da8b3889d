import assert from "node:assert/strict";
import { proposedTreatment, type Treatment } from "../../src/billing-terms/modifications/modification.ts";
import type { PerformanceObligation } from "../../src/billing-terms/performance-obligations/performance-obligation.ts";
import { required } from "../../src/kernel/assert.ts";
import { addMonths, type Day, formatDay } from "../../src/kernel/day.ts";
import { add, formatMoney, type Money, money, roundToMoney, subtract, sum } from "../../src/kernel/money.ts";
import { ratio } from "../../src/kernel/ratio.ts";
import { shownDecimal } from "../../src/kernel/ratio-text.ts";
import type { PobRevenue } from "../../src/revenue/contract-revenue.ts";
import { earnedBy, revenueOf, stored } from "../support/contract-facts.ts";
import { corrected, recordOf, statedOf } from "../support/terms.ts";
import { assertMoney, type Check, checking, dayFrom, exactly, moneyFrom } from "./cases.ts";

const start = dayFrom("2027-01-01");

/** Revenue of an obligation whose price and facts changed on a day, treated in one way. */
function changed(
  before: PerformanceObligation,
  after: PerformanceObligation,
  { treatment, from }: { readonly treatment: Treatment; readonly from: Day },
): PobRevenue {
  const storedOrNull = (price: Money | null) => (price === null ? null : stored(price));
  const { transactionPrice, ...facts } = before;
  const changes = Object.fromEntries(
    (Object.keys(facts) as (keyof typeof facts)[]).map((field) => [field, { from: before[field], to: after[field] }]),
  );
  const prices = { from: storedOrNull(transactionPrice), to: storedOrNull(after.transactionPrice) };
  const correction = corrected({ of: "POB", changes: { ...changes, transactionPrice: prices }, bookMonth: null });
  const treated = { at: correction.createdAt, effectiveFrom: from, booked: [{ treatment, bookMonth: null }] };
  return revenueOf(recordOf(after, { corrections: [correction] }), { treatments: new Map([[correction.id, treated]]) });
}

const units = (price: string, count: number) => money(moneyFrom(price, "USD").minor * BigInt(count), "USD");

/** How many of some units were delivered, as progress by the day before `day`. */
const delivered = (count: number, of: number, day: Day) => ({
  asOf: day - 1,
  percentComplete: shownDecimal(ratio(BigInt(count), BigInt(of))),
});

type Units = {
  readonly original: { readonly units: number; readonly unit_price: string; readonly delivered_before_mod: number };
  readonly modification: { readonly units: number; readonly price_equals_ssp: boolean };
};

/** The cases about contract modifications, each treated as its source does. */
export const modificationChecks: Readonly<Record<string, Check>> = {
  "rev-mod-separate-contract": checking<
    Units & { readonly modification: { readonly unit_price: string } },
    { readonly treatment: string; readonly total_remaining_revenue: string }
  >(({ original, modification }, expected) => {
    const selling = moneyFrom(modification.unit_price, "USD");
    const { treatment } = proposedTreatment({ kind: "TERM_ADDED", price: selling, standaloneSellingPrice: selling });
    assert.equal(treatment, expected.treatment.toUpperCase());
    const day = addMonths(start, 6);
    const half = delivered(original.delivered_before_mod, original.units, day);
    const first = statedOf(units(original.unit_price, original.units), {
      recognitionPattern: "PERCENT_COMPLETE",
      progress: [half, { asOf: day + 100, percentComplete: "1" }],
    });
    const second = statedOf(units(modification.unit_price, modification.units), {
      recognitionPattern: "PERCENT_COMPLETE",
      progress: [{ asOf: day + 100, percentComplete: "1" }],
    });
    const [earned, whole] = [day, day + 101].map((through) =>
      add(earnedBy(revenueOf(first), through), earnedBy(revenueOf(second), through)),
    );
    const left = subtract(required(whole, "the whole"), required(earned, "what was earned"));
    assertMoney(left, formatMoney(moneyFrom(expected.total_remaining_revenue, "USD")));
  }),

  // The credit for units that were delivered is a price that catches up; the units that are added are prospective.
  "rev-mod-prospective-blend": checking<
    Units & {
      readonly modification: {
        readonly unit_price_before_credit: string;
        readonly invoiced_unit_price: string;
        readonly credit_for_delivered_units: { readonly units: number; readonly per_unit: string };
      };
    },
    {
      readonly treatment: string;
      readonly revenue_reduction_at_modification: string;
      readonly remaining_units: number;
      readonly remaining_consideration: string;
      readonly blended_unit_revenue_exact: string;
    }
  >(({ original, modification }, expected) => {
    const day = addMonths(start, 6);
    const { unit_price: unitPrice, units: count, delivered_before_mod: done } = original;
    const credit = modification.credit_for_delivered_units;
    const whole = count + modification.units;
    const price = units(unitPrice, count);
    const half = statedOf(price, {
      recognitionPattern: "PERCENT_COMPLETE",
      progress: [delivered(done, count, day)],
    });
    // Measured progress catches up: a price that is less by the credit for all units is less by it for those delivered.
    const credited = { ...half, transactionPrice: subtract(price, units(credit.per_unit, count)) };
    const catchUp = { treatment: "CUMULATIVE_CATCH_UP", from: day } as const;
    const lost = subtract(earnedBy(revenueOf(half), day), earnedBy(changed(half, credited, catchUp), day));
    assertMoney(lost, formatMoney(moneyFrom(expected.revenue_reduction_at_modification, "USD")));

    const consideration = moneyFrom(expected.remaining_consideration, "USD");
    const added = units(modification.unit_price_before_credit, modification.units);
    assert.deepEqual(add(units(unitPrice, count - done), added), consideration);
    const earned = earnedBy(revenueOf(credited), day);
    const after = {
      ...credited,
      transactionPrice: add(earned, consideration),
      progress: [delivered(done, whole, day), delivered(done + 1, whole, day + 30), delivered(whole, whole, day + 60)],
    };
    const revenue = changed(credited, after, { treatment: "PROSPECTIVE", from: day });
    assertMoney(earnedBy(revenue, day), formatMoney(earned), "what was earned stays");
    const blended = roundToMoney(exactly(expected.blended_unit_revenue_exact), "USD", "HALF_UP");
    assertMoney(subtract(earnedBy(revenue, day + 31), earned), formatMoney(blended), "one unit");
    assert.deepEqual(subtract(earnedBy(revenue, day + 61), earned), consideration, `${expected.remaining_units} units`);
  }),

  "rev-mod-services-extension": checking<
    {
      readonly original: { readonly years: number; readonly annual_fee: string };
      readonly modification: { year3_fee: string; extension_years: number; extension_total: string };
    },
    { readonly remaining_years: number; readonly revenue_per_remaining_year: string }
  >(({ original, modification }, expected) => {
    const [twoYears, threeYears] = [2, 3].map((count) => addMonths(start, 12 * count)) as [Day, Day];
    const end = addMonths(threeYears, 12 * modification.extension_years);
    const fee = moneyFrom(original.annual_fee, "USD");
    const before = statedOf(units(original.annual_fee, original.years), { service: { start, end: threeYears } });
    const fees = [fee, fee, moneyFrom(modification.year3_fee, "USD"), moneyFrom(modification.extension_total, "USD")];
    const after = { ...before, transactionPrice: sum(fees, "USD"), service: { start, end } };
    const { treatment } = proposedTreatment({
      ...{
        kind: "PERFORMANCE_OBLIGATION_PRICE",
        recognitionPattern: "STRAIGHT_LINE",
        hasManualMonths: false,
        sharedWith: [],
        isServed: false,
      },
    });
    const revenue = changed(before, after, { treatment, from: twoYears });
    for (let year = 0; year < expected.remaining_years; year++) {
      const [from, to] = [addMonths(twoYears, 12 * year), addMonths(twoYears, 12 * (year + 1))];
      const earned = subtract(earnedBy(revenue, to), earnedBy(revenue, from));
      assertMoney(earned, formatMoney(moneyFrom(expected.revenue_per_remaining_year, "USD")), formatDay(from));
    }
    assert.deepEqual(earnedBy(revenue, twoYears), add(fee, fee), "what was earned stays");
  }),

  // Costs and gross profit are not kept; progress is the share of cost that is reported.
  "rev-mod-cumulative-catchup": checking<
    {
      readonly inception: { readonly fixed: string };
      readonly modification: { readonly extra_fixed: string };
    },
    {
      readonly year1_revenue: string;
      readonly after_mod_transaction_price: string;
      readonly after_mod_progress_exact: string;
      readonly catch_up_exact_2dp: string;
    }
  >(({ inception }, expected) => {
    const [year2, day] = [addMonths(start, 12), addMonths(start, 13)];
    const before = statedOf(moneyFrom(inception.fixed, "USD"), {
      recognitionPattern: "PERCENT_COMPLETE",
      service: { start, end: addMonths(start, 24) },
      progress: [{ asOf: year2 - 1, percentComplete: "0.6" }],
    });
    assertMoney(earnedBy(revenueOf(before), year2), formatMoney(moneyFrom(expected.year1_revenue, "USD")));
    const percentComplete = shownDecimal(exactly(expected.after_mod_progress_exact));
    const after = {
      ...before,
      transactionPrice: moneyFrom(expected.after_mod_transaction_price, "USD"),
      progress: [...before.progress, { asOf: day, percentComplete }],
    };
    const { treatment } = proposedTreatment({
      ...{
        kind: "PERFORMANCE_OBLIGATION_PRICE",
        recognitionPattern: "PERCENT_COMPLETE",
        hasManualMonths: false,
        sharedWith: [],
        isServed: false,
      },
    });
    assert.equal(treatment, "CUMULATIVE_CATCH_UP");
    const revenue = changed(before, after, { treatment, from: day });
    const catchUps = subtract(earnedBy(revenue, day + 1), earnedBy(revenueOf(before), day + 1));
    assertMoney(catchUps, expected.catch_up_exact_2dp);
  }),

  "drv-mod-two-treatments": checking<
    {
      readonly original_price: string;
      readonly modification: { readonly after_months: number; readonly extra_price: string };
    },
    {
      readonly prospective: { readonly catch_up: string; readonly monthly_remaining_2dp: string };
      readonly cumulative_catch_up: { readonly catch_up: string; readonly monthly_remaining: string };
    }
  >(({ original_price, modification }, expected) => {
    const day = addMonths(start, modification.after_months);
    const before = statedOf(moneyFrom(original_price, "USD"), { service: { start, end: addMonths(start, 12) } });
    const price = add(moneyFrom(original_price, "USD"), moneyFrom(modification.extra_price, "USD"));
    for (const [treatment, { catch_up, monthly }] of [
      ["PROSPECTIVE", { catch_up: expected.prospective.catch_up, monthly: expected.prospective.monthly_remaining_2dp }],
      [
        "CUMULATIVE_CATCH_UP",
        {
          catch_up: expected.cumulative_catch_up.catch_up,
          monthly: expected.cumulative_catch_up.monthly_remaining,
        },
      ],
    ] as const) {
      const revenue = changed(before, { ...before, transactionPrice: price }, { treatment, from: day });
      assertMoney(subtract(earnedBy(revenue, day), earnedBy(revenueOf(before), day)), catch_up, treatment);
      assertMoney(subtract(earnedBy(revenue, addMonths(day, 1)), earnedBy(revenue, day)), monthly, treatment);
      assert.deepEqual(earnedBy(revenue, addMonths(start, 12)), price, treatment);
    }
  }),
};
