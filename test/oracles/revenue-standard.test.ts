import assert from "node:assert/strict";
import { allocateStatedPrices, discountedWeights } from "../../src/billing-terms/performance-obligations/allocation.ts";
import { checkDiscount } from "../../src/billing-terms/performance-obligations/discount-allocation.ts";
import type { PerformanceObligation } from "../../src/billing-terms/performance-obligations/performance-obligation.ts";
import { contractPosition } from "../../src/close/presentation.ts";
import { required } from "../../src/kernel/assert.ts";
import { addMonths, type Day, firstDayOf, monthOf } from "../../src/kernel/day.ts";
import { add, formatMoney, type Money, money, subtract, sum, zero } from "../../src/kernel/money.ts";
import {
  allEarned,
  commitmentOf,
  computeAllPeriods,
  scheduleOf,
  stepOf,
  termsOf,
  usageTerm,
  used,
} from "../support/commitments.ts";
import { earnedBy, revenueOf } from "../support/contract-facts.ts";
import { statedOf } from "../support/terms.ts";
import { assertMoney, type Check, checking, dayFrom, moneyFrom, testOracles } from "./cases.ts";
import { modificationChecks } from "./modification-checks.ts";

// Accord's conventions (rules 5 and 7, ADR 0016): amounts are whole minor units, allocated by largest remainder; a month's
// revenue is the difference of two rounded cumulative amounts; progress is exact. Years such as 20X7 are set to 2027.

const estimates = "the transaction price is what is billed or stated; Accord estimates no variable consideration";

const notOffered: Readonly<Record<string, string>> = {
  "rev-right-of-return": "a refund liability and an asset for expected returns need an estimate; Accord keeps no stock",
  "rev-volume-rebate-catchup": `${estimates} (a rebate for a year's volume is a volume tier or a credit memo)`,
  "rev-financing-advance-payment": "no significant financing component: interest on advance payments is not accreted",
  "rev-consideration-payable-to-customer": "what is paid to a customer is not taken off revenue by committed purchases",
  "rev-presentation-refund-liability": `${estimates}, so there is no refund liability`,
  "rev-loyalty-three-years": "breakage of points is re-estimated; Accord recognizes what is consumed and what lapses",
  "rev-breakage-single-card": "breakage in proportion to use needs an estimate; Accord recognizes it when it is remote",
  "drv-breakage-three-periods":
    "breakage in proportion to use needs an estimate; Accord recognizes it when it is remote",
};

const start = dayFrom("2027-01-01");

type Priced = { readonly id: string; readonly ssp: string };

/**
 * Performance obligations that share a price, each with its standalone selling price; the price is stated on the first.
 */
function pobsOf(obligations: readonly Priced[], price: Money): PerformanceObligation[] {
  return obligations.map(({ id, ssp }, index) => ({
    ...statedOf(index === 0 ? price : zero(price.currency)),
    id,
    standaloneSellingPrice: moneyFrom(ssp, price.currency),
  }));
}

function allocationOf(pobs: readonly PerformanceObligation[], currency: string): Record<string, string> {
  const shares = allocateStatedPrices(pobs, currency);
  return Object.fromEntries(pobs.map(({ id }, index) => [id, formatMoney(required(shares[index], id))]));
}

const twoPlaces = (amounts: Readonly<Record<string, string>>, currency: string) =>
  Object.fromEntries(Object.entries(amounts).map(([id, text]) => [id, formatMoney(moneyFrom(text, currency))]));

const checkAllocation = (row: "allocation_2dp_largest_remainder" | "allocation_2dp" | "allocation"): Check =>
  checking<
    { readonly transaction_price: string; readonly obligations: readonly Priced[] },
    Readonly<Record<string, Readonly<Record<string, string>>>>
  >((input, expected) => {
    const price = moneyFrom(input.transaction_price, "USD");
    assert.deepEqual(allocationOf(pobsOf(input.obligations, price), "USD"), required(expected[row], row));
  });

const units = (price: string, count: number) => money(moneyFrom(price, "USD").minor * BigInt(count), "USD");

testOracles(
  "revenue-standard",
  {
    ...modificationChecks,

    "rev-alloc-relative-ssp": checkAllocation("allocation_2dp_largest_remainder"),
    "rev-alloc-three-way-embedded-discount": checkAllocation("allocation_2dp"),

    "rev-alloc-discount-to-subset": checking<
      {
        readonly transaction_price: string;
        readonly obligations: readonly Priced[];
        readonly observable_subset_price: { readonly members: readonly string[]; readonly price: string };
      },
      { readonly allocation: Readonly<Record<string, string>>; readonly discount_total: string }
    >((input, expected) => {
      const price = moneyFrom(input.transaction_price, "USD");
      const pobs = pobsOf(input.obligations, price);
      const { members, price: together } = input.observable_subset_price;
      const named = pobs.filter(({ id }) => members.includes(id));
      const selling = sum(
        named.flatMap(({ standaloneSellingPrice }) => standaloneSellingPrice ?? []),
        "USD",
      );
      const discount = subtract(selling, moneyFrom(together, "USD"));
      assertMoney(discount, formatMoney(moneyFrom(expected.discount_total, "USD")));
      const share = { discount, pobIds: members };
      assert.deepEqual(checkDiscount(share, pobs, [], { currency: "USD", rounding: "HALF_UP" }), []);
      const weighed = discountedWeights(pobs, [share]);
      assert.deepEqual(allocationOf(weighed, "USD"), twoPlaces(expected.allocation, "USD"));
    }),

    // Fixed and variable consideration have performance obligations of their own: the fixed price is stated for X, and
    // what the customer's sales bring is recognized as it is billed, in a group of its own.
    "rev-variable-alloc-entirely-one": checking<
      { readonly fixed_price: { readonly X: string } },
      { readonly revenue_at_inception: string; readonly revenue_when_X_transfers: string }
    >(({ fixed_price }, expected) => {
      const transfer = addMonths(start, 3);
      const price = moneyFrom(fixed_price.X, "USD");
      const x = statedOf(price, { recognitionPattern: "POINT_IN_TIME", recognitionDate: transfer });
      const y = statedOf(price, { transactionPrice: null, recognitionPattern: "RECOGNIZE_AS_BILLED" });
      const atInception = [x, y].map((pob) => earnedBy(revenueOf(pob), start + 1));
      assertMoney(sum(atInception, "USD"), formatMoney(moneyFrom(expected.revenue_at_inception, "USD")));
      const transferred = earnedBy(revenueOf(x), transfer + 1);
      assertMoney(transferred, formatMoney(moneyFrom(expected.revenue_when_X_transfers, "USD")));
      const sales = { date: transfer, amount: moneyFrom("30", "USD"), billingTermId: "sales", eventTypeId: null };
      const billing = new Map([[y.billingTermGroupId, [sales]]]);
      assertMoney(earnedBy(revenueOf(y, { billing }), transfer + 1), "30.00");
    }),

    // Uninstalled materials earn what they cost and are no progress: a performance obligation of their own.
    "rev-poc-uninstalled-materials-thirds": checking<
      {
        readonly transaction_price: string;
        readonly incurred: { readonly uninstalled_materials: string };
      },
      { readonly progress_exact: string; readonly revenue_exact: string }
    >((input, expected) => {
      const materials = moneyFrom(input.incurred.uninstalled_materials, "USD");
      const work = statedOf(subtract(moneyFrom(input.transaction_price, "USD"), materials), {
        recognitionPattern: "MILESTONE",
        milestones: [
          { name: "Done", weight: "1", reachedDate: start },
          { name: "To do", weight: "2", reachedDate: null },
        ],
      });
      assert.equal(expected.progress_exact, "1/3", "one weight of three");
      const delivery = statedOf(materials, { recognitionPattern: "POINT_IN_TIME", recognitionDate: start });
      const earned = [work, delivery].map((pob) => earnedBy(revenueOf(pob), start + 1));
      assertMoney(sum(earned, "USD"), formatMoney(moneyFrom(expected.revenue_exact, "USD")));
    }),

    // A receivable exists once an invoice is issued, and a cancellable contract is billed when it is paid. What is
    // billed and not yet earned is a contract liability.
    "rev-presentation-cancellable-prepay": checking<
      { readonly amount: string; readonly transferred: string },
      { readonly journal: readonly { readonly lines: readonly { account: string; credit?: string }[] }[] }
    >(({ amount }, { journal }) => {
      const [price, nothing] = [moneyFrom(amount, "USD"), zero("USD")];
      const transferred = dayFrom("2029-03-31");
      const pob = { recognitionPattern: "POINT_IN_TIME", recognitionDate: transferred } as const;
      const revenue = revenueOf(statedOf(price, pob));
      const liabilityOf = (billed: Money, through: Day) =>
        contractPosition(billed, earnedBy(revenue, through), nothing).contractLiability;
      assertMoney(liabilityOf(nothing, dayFrom("2029-02-01")), "0.00", "before it is paid");
      const deferred = required(
        journal[0]?.lines.find(({ account }) => account === "contract_liability")?.credit,
        "paid",
      );
      assertMoney(liabilityOf(price, transferred), formatMoney(moneyFrom(deferred, "USD")), "paid");
      assertMoney(liabilityOf(price, transferred + 1), "0.00", "transferred");
      const earned = required(journal[1]?.lines.find(({ account }) => account === "revenue")?.credit, "revenue");
      assertMoney(earnedBy(revenue, transferred + 1), formatMoney(moneyFrom(earned, "USD")));
    }),

    // The option is a performance obligation with its own standalone selling price; how likely it is taken is said by
    // whoever states it.
    "rev-material-right-voucher": checking<
      { readonly sale_price: string },
      { readonly option_ssp: string; readonly allocation_2dp: Readonly<Record<string, string>> }
    >(({ sale_price }, { option_ssp, allocation_2dp }) => {
      const obligations = [
        { id: "product", ssp: sale_price },
        { id: "option", ssp: option_ssp },
      ];
      assert.deepEqual(allocationOf(pobsOf(obligations, moneyFrom(sale_price, "USD")), "USD"), allocation_2dp);
    }),
    "rev-material-right-option-ssp": checking<
      { readonly product_x_price: string },
      { readonly option_ssp: string; readonly allocation_of_1000_2dp: Readonly<Record<string, string>> }
    >(({ product_x_price }, { option_ssp, allocation_of_1000_2dp }) => {
      const obligations = [
        { id: "X", ssp: product_x_price },
        { id: "option", ssp: option_ssp },
      ];
      const allocation = allocationOf(pobsOf(obligations, moneyFrom(product_x_price, "USD")), "USD");
      assert.deepEqual(allocation, allocation_of_1000_2dp);
    }),

    // The source's equal months of a year and of three years. The fee is a performance obligation of its own: served
    // for the contract, or for as long as the customer is expected to stay.
    "drv-upfront-fee": checking<
      { setup_fee: string; monthly_fee: string; contract_months: number; expected_customer_months: number },
      { readonly monthly_revenue_2dp: readonly string[]; readonly setup_deferred_after_12_months: readonly string[] }
    >((input, expected) => {
      const monthly = units(input.monthly_fee, 1);
      [input.contract_months, input.expected_customer_months].forEach((months, row) => {
        const fee = moneyFrom(input.setup_fee, "USD");
        const setup = revenueOf(statedOf(fee, { service: { start, end: addMonths(start, months) } }));
        const first = add(monthly, earnedBy(setup, addMonths(start, 1)));
        assertMoney(first, required(expected.monthly_revenue_2dp[row], "revenue"));
        const deferred = subtract(fee, earnedBy(setup, addMonths(start, 12)));
        assertMoney(deferred, required(expected.setup_deferred_after_12_months[row], "deferred"));
      });
    }),

    "drv-ramp-contract-asset": checking<
      { readonly annual_billing: readonly string[] },
      { readonly revenue_by_year: readonly string[]; readonly net_contract_position_end_of_year: readonly string[] }
    >(({ annual_billing }, expected) => {
      const charges = annual_billing.map((text) => moneyFrom(text, "USD"));
      const end = addMonths(start, 12 * charges.length);
      const revenue = revenueOf(statedOf(sum(charges, "USD"), { service: { start, end } }));
      charges.forEach((_, year) => {
        const [from, to] = [addMonths(start, 12 * year), addMonths(start, 12 * (year + 1))];
        const earned = subtract(earnedBy(revenue, to), earnedBy(revenue, from));
        assertMoney(earned, required(expected.revenue_by_year[year], "revenue"));
        const billed = sum(charges.slice(0, year + 1), "USD");
        const { contractAsset } = contractPosition(billed, earnedBy(revenue, to), zero("USD"));
        assertMoney(contractAsset, required(expected.net_contract_position_end_of_year[year], "position"));
      });
    }),

    // What remains is the price less what was earned. The term counts from July on: a day in June is no month.
    "rev-rpo-fixed-monthly": checking<
      { readonly term_months: number; readonly fixed_per_month: string },
      { readonly remaining: Readonly<Record<"20X8" | "20X9" | "total", string>> }
    >((input, { remaining }) => {
      const first = dayFrom("2027-07-01");
      const price = units(input.fixed_per_month, input.term_months);
      const revenue = revenueOf(
        statedOf(price, { service: { start: first, end: addMonths(first, input.term_months) } }),
      );
      const [asOf, next] = [dayFrom("2028-01-01"), dayFrom("2029-01-01")];
      const left = [
        subtract(earnedBy(revenue, next), earnedBy(revenue, asOf)),
        subtract(price, earnedBy(revenue, next)),
      ];
      assert.deepEqual(left, [moneyFrom(remaining["20X8"], "USD"), moneyFrom(remaining["20X9"], "USD")]);
      assert.deepEqual(sum(left, "USD"), moneyFrom(remaining.total, "USD"));
    }),

    // Prepaid value that lapses is earned on the last day of its commitment period.
    "drv-breakage-remote": checking<
      { readonly prepaid: string; readonly redeemed: readonly string[] },
      { readonly revenue: readonly string[]; readonly contract_liability: readonly string[] }
    >(({ prepaid: value, redeemed }, expected) => {
      const months = ["2026-01", "2026-02", "2026-03", "2026-04"];
      const prepaid = { value, scheduleType: "PER_COMMITMENT_PERIOD", lineName: null, itemId: null } as const;
      const trueUp = { behavior: "NONE", name: null, itemId: null } as const;
      const steps = [stepOf("step", value, "a")];
      const schedule = scheduleOf({ end: dayFrom("2026-05-01"), prepaid, trueUp, steps });
      const facts = redeemed.map((amount, index) => used(required(months[index], "a month"), amount));
      const commitment = commitmentOf({ schedules: [schedule] });
      let liability = moneyFrom(value, "USD");
      months.forEach((month, index) => {
        const today = firstDayOf(monthOf(dayFrom(`${month}-01`)) + 1);
        const known = facts.filter(({ day }) => day < today);
        const { periods } = computeAllPeriods(commitment, termsOf(usageTerm("a", "1")), known, { today });
        const earned = allEarned(required(periods[0], "the period"), known, "HALF_UP");
        const revenue = subtract(earned, subtract(moneyFrom(value, "USD"), liability));
        assertMoney(revenue, required(expected.revenue[index], "revenue"), month);
        liability = subtract(liability, revenue);
        assertMoney(liability, required(expected.contract_liability[index], "liability"), month);
      });
    }),

    "drv-stand-ready-daily": checking<
      { readonly amount: string; readonly service_start: string; readonly service_end: string },
      { readonly revenue: Readonly<Record<string, string>> }
    >((input, { revenue }) => {
      const service = { start: dayFrom(input.service_start), end: dayFrom(input.service_end) };
      const pattern = { recognitionPattern: "STRAIGHT_LINE_DAILY" } as const;
      const daily = revenueOf(statedOf(moneyFrom(input.amount, "USD"), { ...pattern, service }));
      for (const [timeframe, amount] of Object.entries(revenue)) {
        const month = monthOf(dayFrom(`${timeframe}-01`));
        const earned = subtract(earnedBy(daily, firstDayOf(month + 1)), earnedBy(daily, firstDayOf(month)));
        assertMoney(earned, amount, timeframe);
      }
    }),
  },
  notOffered,
);
