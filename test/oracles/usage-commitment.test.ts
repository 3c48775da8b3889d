import assert from "node:assert/strict";
import type { Schedule, TrueUpBehavior } from "../../src/commitments/commitment.ts";
import type { CommitmentLine } from "../../src/commitments/commitment-lines.ts";
import { type PeriodComputation, prepaidAccount } from "../../src/commitments/period-computation.ts";
import { required } from "../../src/kernel/assert.ts";
import { formatDay } from "../../src/kernel/day.ts";
import { roundToMoney, sum } from "../../src/kernel/money.ts";
import { addRatios, multiplyRatios, type Ratio } from "../../src/kernel/ratio.ts";
import { exactText, shownDecimal } from "../../src/kernel/ratio-text.ts";
import {
  allEarned,
  commitmentOf,
  computeAllPeriods,
  overageOf,
  scheduleOf,
  stepOf,
  termsOf,
  usageTerm,
  used,
} from "../support/commitments.ts";
import { day } from "../support/terms.ts";
import { assertMoney, type Check, checking, exactly, testOracles } from "./cases.ts";

// Accord's conventions (data model 8): the value of a period resets without rollover, periods are whole, usage accumulates
// over the commitment period, overage has a price of its own, and only metered usage draws down.

const onlyUsage = "only metered usage draws a commitment down; a subscription fee does not count towards it";
const wholePeriods = "a schedule is a whole number of commitment periods, so no value is prorated";

const notOffered: Readonly<Record<string, string>> = {
  "commit-quantity-bucket-and-base": "commitments count civil days; hours of a day cannot have a price of their own",
  "commit-minimum-full-periods": onlyUsage,
  "commit-minimum-quarter-stub": `${wholePeriods}; ${onlyUsage}`,
  "commit-proration-coefficient": wholePeriods,
  "commit-min-spend-split-billing": "flat amounts in tiers are due without usage, so such a term is not committed on",
  "commit-max-spend-package": "a maximum is for terms of their own; packages cannot be split between steps",
};

const times = (price: string, factor: string) => decimal(multiplyRatios(exactly(price), exactly(factor)));
const decimal = (value: Ratio) => shownDecimal(value);
const price = (value: string) => termsOf(usageTerm("a", value));

const monthly = (value: string, parts: Partial<Schedule> = {}) =>
  scheduleOf({ interval: "MONTHLY", steps: [stepOf("step", value, "a")], ...parts });

function trueUp(behavior: TrueUpBehavior): Schedule["trueUp"] {
  return { behavior, name: null, itemId: null };
}

function prepaid(value: string): Schedule["prepaid"] {
  return { value, scheduleType: "PER_COMMITMENT_PERIOD", lineName: null, itemId: null };
}

function billed(lines: readonly CommitmentLine[], type: CommitmentLine["type"], from?: string) {
  const own = lines.filter(
    (line) => line.type === type && (from === undefined || formatDay(line.periodStart) === from),
  );
  return sum(
    own.map((line) => line.price.total),
    "USD",
  );
}

const money = (amount: Ratio) => roundToMoney(amount, "USD", "HALF_UP");
const months = ["2026-01", "2026-02", "2026-03"] as const;
const cents = (text: string) => (text.includes(".") ? text : `${text}.00`);

type Quantities = {
  unit_price: string;
  commitment_quantity: string;
  overage_factor: string;
  cases: readonly { usage: string; true_up: boolean }[];
};
type Windows = {
  unit_price: string;
  commitment_amount_per_window: string;
  overage_factor: string;
  usage_by_window: readonly string[];
};
type Crossing = {
  commitment_amount: string;
  overage_factor: string;
  prior_base_usage: readonly string[];
  current_base_usage: string;
};
type Ramp = { steps: readonly { commitment: string }[]; usage_at_list: readonly string[]; overage_factor: string };
type PrepaidUnits = {
  prepaid_units: string;
  drawdown_unit_price: string;
  overage_unit_price: string;
  usage_units: readonly string[];
};
type Priority = {
  commitment_remaining: string;
  products: readonly { id: string; unit_price: string; overage_unit_price: string; usage: string }[];
  cases: readonly { priority: string }[];
};

const checks: Readonly<Record<string, Check>> = {
  "commit-monthly-quantity": checking((input: Quantities, expected: { results: readonly Record<string, string>[] }) => {
    input.cases.forEach(({ usage, true_up }, index) => {
      const { unit_price, overage_factor, commitment_quantity } = input;
      const schedule = monthly(commitment_quantity, {
        end: day("2026-02-01"),
        trueUp: trueUp(true_up ? "EACH_PERIOD" : "NONE"),
        overageConfigs: [overageOf(times(unit_price, overage_factor))],
      });
      const commitment = commitmentOf({ unitType: "UNITS", schedules: [schedule] });
      const { lines } = computeAllPeriods(commitment, price(unit_price), [used("2026-01", usage)]);
      const result = required(expected.results[index], "a result");
      assertMoney(billed(lines, "USAGE"), cents(result.base ?? ""), "base");
      assertMoney(billed(lines, "OVERAGE"), cents(result.overage ?? ""), "overage");
      assertMoney(billed(lines, "TRUE_UP"), cents(result.true_up ?? ""), "true-up");
      const all = lines.map((line) => line.price.total);
      assertMoney(sum(all, "USD"), cents(result.total ?? ""), "total");
    });
  }),

  "commit-windowed-amount": checking((input: Windows, expected: { window_charges: readonly string[] }) => {
    const { unit_price, overage_factor, commitment_amount_per_window, usage_by_window } = input;
    const schedule = monthly(commitment_amount_per_window, {
      ...{ interval: "DAILY", end: day("2026-01-03") },
      overageConfigs: [overageOf(times(unit_price, overage_factor))],
    });
    const terms = termsOf(usageTerm("a", unit_price, { interval: "DAY" }));
    const facts = usage_by_window.map((quantity, index) => used(`2026-01-0${index + 1}`, quantity));
    const { lines } = computeAllPeriods(commitmentOf({ schedules: [schedule] }), terms, facts);
    expected.window_charges.forEach((charge, index) => {
      const own = lines.filter(({ periodStart }) => periodStart === day(`2026-01-0${index + 1}`));
      const totals = own.map((line) => line.price.total);
      assertMoney(sum(totals, "USD"), cents(charge));
    });
  }),

  "commit-annual-cumulative-crossing": checking((input: Crossing, expected: Record<string, string>) => {
    const schedule = monthly(input.commitment_amount, {
      ...{ interval: "YEARLY", end: day("2027-01-01") },
      overageConfigs: [overageOf(input.overage_factor)],
    });
    const quantities = [...input.prior_base_usage, input.current_base_usage];
    const facts = quantities.map((quantity, index) => used(months[index] ?? "", quantity));
    const { lines } = computeAllPeriods(commitmentOf({ schedules: [schedule] }), price("1"), facts);
    const march = lines.filter(({ service }) => service.start === day("2026-03-01"));
    assertMoney(billed(march, "USAGE"), cents(expected.within_commitment ?? ""));
    assertMoney(billed(march, "OVERAGE"), cents(expected.overage_charge ?? ""));
    assert.equal(march.find(({ type }) => type === "OVERAGE")?.quantity, expected.overage_base);
  }),

  "commit-charge-minimum": checking(
    (input: { unit_price: string; charge_minimum: string; usage_amount: string }, expected: { true_up: string }) => {
      const quantity = decimal(exactly(`${input.usage_amount}/${input.unit_price}`));
      const schedule = monthly(input.charge_minimum, { end: day("2026-02-01") });
      const { lines } = computeAllPeriods(commitmentOf({ schedules: [schedule] }), price(input.unit_price), [
        used("2026-01", quantity),
      ]);
      assertMoney(billed(lines, "TRUE_UP"), cents(expected.true_up));
    },
  ),

  "commit-prepaid-overage-simple": checking(
    (input: { service_charge: string; prepaid_balance: string }, expected: Record<string, string>) => {
      const value = input.prepaid_balance;
      const schedule = monthly(value, { end: day("2026-02-01"), prepaid: prepaid(value), trueUp: trueUp("NONE") });
      const computed = computeAllPeriods(commitmentOf({ schedules: [schedule] }), price("1"), [
        used("2026-01", input.service_charge),
      ]);
      assertMoney(billed(computed.lines, "PREPAID_APPLIED"), `-${cents(expected.prepaid_applied ?? "")}`);
      assertMoney(billed(computed.lines, "OVERAGE"), cents(expected.overage_billed ?? ""));
      const { computation } = required(computed.periods[0], "a period");
      assertMoney(prepaidAccount(computation).lapsed, cents(expected.prepaid_balance_after ?? ""));
    },
  ),

  "commit-prepaid-two-wallets": checking(
    (
      input: { usage_line: string; balances: readonly { id: string; balance: string }[] },
      expected: Record<"applied" | "balance_after", Record<string, string>>,
    ) => {
      const steps = input.balances.map(({ id, balance }) => stepOf(id, balance, "a"));
      const value = decimal(
        input.balances.reduce((all, { balance }) => addRatios(all, exactly(balance)), exactly("0")),
      );
      const schedule = monthly(value, { end: day("2026-02-01"), steps, prepaid: prepaid(value) });
      const { periods } = computeAllPeriods(commitmentOf({ schedules: [schedule] }), price("1"), [
        used("2026-01", input.usage_line),
      ]);
      const uses = required(periods[0], "a period").computation.steps;
      steps.forEach(({ id }, index) => {
        assert.equal(exactText(required(uses[index], id).consumed), expected.applied[id]);
        assert.equal(exactText(required(uses[index], id).remaining), expected.balance_after[id]);
      });
    },
  ),

  "drv-commit-ramped": checking(
    (input: Ramp, expected: Record<"true_up" | "overage" | "billed", readonly string[]>) => {
      const years = [2026, 2027, 2028];
      const schedules = input.steps.map(({ commitment }, index) =>
        scheduleOf({
          id: `year ${index}`,
          ...{ start: day(`${years[index]}-01-01`), end: day(`${(years[index] ?? 0) + 1}-01-01`), interval: "YEARLY" },
          steps: [stepOf(`step ${index}`, commitment, "a")],
          overageConfigs: [overageOf(input.overage_factor)],
        }),
      );
      const facts = input.usage_at_list.map((quantity, index) => used(`${years[index]}-06`, quantity));
      const { lines } = computeAllPeriods(commitmentOf({ schedules }), price("1"), facts);
      years.forEach((year, index) => {
        const own = lines.filter(({ periodStart }) => periodStart === day(`${year}-01-01`));
        assertMoney(billed(own, "TRUE_UP"), required(expected.true_up[index], "a true-up"));
        assertMoney(billed(own, "OVERAGE"), required(expected.overage[index], "overage"));
        const totals = own.map((line) => line.price.total);
        assertMoney(sum(totals, "USD"), required(expected.billed[index], "a total"));
      });
    },
  ),

  "drv-prepaid-units-overage": checking((input: PrepaidUnits, expected: Record<string, readonly string[]>) => {
    const schedule = monthly(input.prepaid_units, {
      ...{ prepaid: prepaid(input.prepaid_units), trueUp: trueUp("NONE") },
      overageConfigs: [overageOf(input.overage_unit_price)],
    });
    const facts = input.usage_units.map((quantity, index) => used(months[index] ?? "", quantity));
    const commitment = commitmentOf({ unitType: "UNITS", schedules: [schedule] });
    const { lines, periods } = computeAllPeriods(commitment, price(input.drawdown_unit_price), facts);
    months.forEach((month, index) => {
      const from = `${month}-01`;
      const computed = required(periods[index], month);
      assertMoney(billed(lines, "PREPAYMENT", from), required(expected.invoice_prepayment?.[index], "a prepayment"));
      assertMoney(billed(lines, "OVERAGE", from), required(expected.overage?.[index], "overage"));
      assert.equal(exactText(computed.computation.remaining), expected.expired_units?.[index]);
      assertMoney(
        allEarned(computed, facts, "HALF_UP"),
        required(expected.revenue_if_breakage_at_expiry?.[index], "revenue"),
      );
    });
  }),

  "drv-commit-price-priority": checking(
    (input: Priority, expected: Record<"covered" | "overage", readonly Record<string, string>[]>) => {
      const ids = input.products.map(({ id }) => id);
      const terms = termsOf(
        ...input.products.map(({ id, unit_price }) => usageTerm(`term of ${id}`, unit_price, { eventTypeId: id })),
      );
      const schedule = monthly(input.commitment_remaining, {
        end: day("2026-02-01"),
        steps: [stepOf("step", input.commitment_remaining, ...ids.map((id) => `term of ${id}`))],
        overageConfigs: input.products.map(({ id, overage_unit_price }) =>
          overageOf(overage_unit_price, { eventTypeId: id }),
        ),
      });
      const facts = input.products.map(({ id, usage }) => used("2026-01", usage, { eventTypeId: id }));
      input.cases.forEach(({ priority }, index) => {
        const pricePriority = priority === "highest_unit_price_first" ? "HIGH" : "LOW";
        const { periods } = computeAllPeriods(commitmentOf({ pricePriority, schedules: [schedule] }), terms, facts);
        const { eventTypes }: PeriodComputation = required(periods[0], "a period").computation;
        for (const { eventTypeId, consumed, overage } of eventTypes) {
          assertMoney(money(consumed.amount), expected.covered[index]?.[eventTypeId] ?? "", `covered ${eventTypeId}`);
          assertMoney(money(overage.amount), expected.overage[index]?.[eventTypeId] ?? "", `overage ${eventTypeId}`);
        }
      });
    },
  ),
};

testOracles("usage-commitment", checks, notOffered);
