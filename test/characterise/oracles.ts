import { readFileSync } from "node:fs";
import { act, approve, close, obligation, on, pobs, type Step, term } from "../scenarios/golden/scenario.ts";
import type { Json } from "../support/api.ts";
import { sumOf } from "../support/contract-view.ts";
import { hundredths } from "./amount.ts";
import { addDays, addMonths, earlier, lastDayOf, later, monthOf } from "./days.ts";

/** A published worked example as a story that is played over HTTP, and the revenue by month that it must come to. */
export type Oracle = {
  readonly id: string;
  readonly title: string;
  readonly hasPobs: boolean;
  readonly contract: object;
  readonly steps: readonly Step[];
  readonly revenue: Readonly<Record<string, string>>;
};

type Case = { readonly id: string; readonly title: string; readonly input: Json; readonly expected: Json };

const cases = new Map<string, Case>(
  ["revenue-saas", "revenue-standard"].flatMap((file) => {
    const text = readFileSync(new URL(`../oracles/${file}.jsonl`, import.meta.url), "utf8");
    const all: Case[] = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    return all.map((each) => [each.id, each] as const);
  }),
);

function caseOf(id: string): Case {
  const found = cases.get(id);
  if (found === undefined) throw new Error(`There is no oracle ${id}.`);
  return found;
}

const once = (day: string) => ({ from: day, to: day, interval: "NONE" });
const amountOf = (text: string) => (text.includes(".") ? text : `${text}.00`);

/** The day after a month is over: it is closed then. */
const closing = (month: string): Step => on(`${monthOf(month, 1)}-01`, close(month));

type Served = { readonly pattern: string; readonly isInclusive?: boolean; readonly revenue?: object };

/** An amount that is invoiced once, and earned over its service. */
function servedOracle(id: string, { pattern, isInclusive = false, revenue }: Served): Oracle {
  const { title, input, expected } = caseOf(id);
  const { currency, amount, service_start: start, service_end: end, invoice_date: invoiced = start } = input;
  const last = isInclusive ? end : addDays(end, -1);
  const service = { serviceStartDate: start, serviceEndDate: last, recognitionPattern: pattern };
  return {
    ...{ id, title, hasPobs: false, contract: { currency } },
    steps: [
      on(earlier(invoiced, start), obligation("Service", { ...once(invoiced), price: amount }, service), approve),
      closing(monthOf(later(last, invoiced))),
    ],
    revenue: revenue ?? expected.revenue,
  };
}

/** Obligations that share a price by what they sell for, each satisfied in a month of its own. */
function allocationOracle(id: string, allocation: Readonly<Record<string, string>>, discount?: object): Oracle {
  const { title, input } = caseOf(id);
  const day = "2027-01-01";
  const months = input.obligations.map((_: Json, index: number) => addMonths(day, index));
  const price = amountOf(input.transaction_price);
  return {
    ...{ id, title, hasPobs: true, contract: { allocationMethod: "RELATIVE_SSP" } },
    steps: [
      on(
        day,
        term("Contract", { ...once(day), price }),
        pobs(
          "Contract",
          ...input.obligations.map(({ id: name, ssp }: Json, index: number) => ({
            ...{ name, transactionPrice: index === 0 ? price : "0.00", standaloneSellingPrice: amountOf(ssp) },
            ...{ serviceStartDate: months[index], serviceEndDate: months[index] },
            ...{ recognitionPattern: "POINT_IN_TIME", recognitionDate: months[index] },
          })),
        ),
        ...(discount === undefined ? [] : [act("POST /v3/contracts/$contract/discount-allocations", discount)]),
        approve,
      ),
      closing(monthOf(months.at(-1))),
    ],
    revenue: Object.fromEntries(
      Object.values(allocation).map((amount, index) => [monthOf(months[index]), amountOf(amount)]),
    ),
  };
}

function upgradeOracle(): Oracle {
  const { id, title, input, expected } = caseOf("saas-upgrade-mid-month");
  const [before, after] = input.plan;
  const billing = { from: before.from, to: lastDayOf(monthOf(before.from)), invoiceDateStrategy: "ARREARS" };
  const daily = { recognitionPattern: "STRAIGHT_LINE_DAILY" };
  const pricing = [{ amount: after.amount, amountType: "TOTAL_INVOICE" }];
  return {
    ...{ id, title, hasPobs: false, contract: {} },
    steps: [
      on(before.from, obligation("Plan", { ...billing, price: before.amount }, daily), approve),
      on(
        after.from,
        act("PATCH /v3/contracts/$contract/billing-terms/$Plan.billingTermId", { pricing, effectiveDate: after.from }),
      ),
      closing(monthOf(before.from)),
    ],
    revenue: expected.revenue,
  };
}

const firstPob = "/v3/contracts/$contract/performance-obligations/$pobs.created.0.id";

/** The price of a term that was billed nothing before. */
const priced = (name: string, amount: string) =>
  act(`PATCH /v3/contracts/$contract/billing-terms/$${name}.billingTermId`, {
    pricing: [{ amount, amountType: "TOTAL_INVOICE" }],
  });

/** 1,200.00 a year, and 600.00 more after five months: what is left is served anew, or all of it is caught up. */
function treatmentOracle(treatment: "PROSPECTIVE" | "CUMULATIVE_CATCH_UP"): Oracle {
  const { id, title, input, expected } = caseOf("drv-mod-two-treatments");
  const day = "2027-01-01";
  const last = addDays(addMonths(day, input.term_months), -1);
  const changed = addMonths(day, input.modification.after_months);
  const whole = sumOf([input.original_price, input.modification.extra_price]);
  const {
    catch_up: catchUp,
    monthly_remaining_2dp: cents,
    monthly_remaining: monthly,
  } = expected[treatment.toLowerCase()] as Json;
  return {
    ...{ id: `${id}-${treatment.toLowerCase()}`, title, hasPobs: true, contract: {} },
    steps: [
      on(
        day,
        term("Service", { from: day, to: last, interval: "YEAR", price: input.original_price }),
        term("More", { ...once(last), price: "0.00", billingTermGroupId: "$Service.billingTermGroupId" }),
        pobs("Service", {
          ...{ name: "Service", transactionPrice: input.original_price },
          ...{ serviceStartDate: day, serviceEndDate: last },
        }),
        approve,
      ),
      closing(monthOf(changed, -1)),
      on(
        changed,
        act(`PATCH ${firstPob}`, { transactionPrice: whole, effectiveDate: changed }),
        priced("More", input.modification.extra_price),
        act("GET /v3/contracts/$contract/modifications", undefined, "log"),
        act("PATCH /v3/contracts/$contract/modifications/$log.data.0.id", { treatment, reason: "As published." }),
      ),
      closing(monthOf(last)),
    ],
    revenue: { [monthOf(changed)]: sumOf([catchUp, cents ?? monthly]) },
  };
}

/** A project at 60 %; its price rises and its progress falls to 21/41: all of it is caught up. */
function catchUpOracle(): Oracle {
  const { id, title, input, expected } = caseOf("rev-mod-cumulative-catchup");
  const [day, measured, changed] = ["2027-01-01", "2027-12-31", "2028-01-31"];
  const after = expected.after_mod_transaction_price;
  const extra = String(Number(after) - Number(input.inception.fixed));
  const progress = [{ asOf: measured, percentComplete: "0.6" }];
  return {
    ...{ id, title, hasPobs: true, contract: {} },
    steps: [
      on(
        day,
        term("Project", { ...once(day), price: amountOf(input.inception.fixed) }),
        term("More", { ...once("2028-12-31"), price: "0.00", billingTermGroupId: "$Project.billingTermGroupId" }),
        pobs("Project", {
          ...{ name: "Project", transactionPrice: amountOf(input.inception.fixed) },
          ...{ recognitionPattern: "PERCENT_COMPLETE", serviceStartDate: day, serviceEndDate: "2028-12-31" },
        }),
        approve,
      ),
      on(measured, act(`PATCH ${firstPob}`, { progress })),
      closing(monthOf(measured)),
      on(
        changed,
        act(`PATCH ${firstPob}`, {
          transactionPrice: amountOf(after),
          effectiveDate: changed,
          progress: [...progress, { asOf: changed, percentComplete: "0.51219512" }],
          correction: true,
        }),
        priced("More", amountOf(extra)),
      ),
      closing(monthOf(changed)),
    ],
    revenue: { [monthOf(measured)]: amountOf(expected.year1_revenue), [monthOf(changed)]: expected.catch_up_exact_2dp },
  };
}

/** Three years whose price rises each year, for the same service: the first two earn more than they bill. */
function rampOracle(): Oracle {
  const { id, title, input, expected } = caseOf("drv-ramp-contract-asset");
  const day = "2027-01-01";
  const years: string[] = input.annual_billing;
  const first = { ...once(day), price: years[0] ?? "" };
  const terms = years.map((price, index) => {
    const start = addMonths(day, 12 * index);
    const group = index === 0 ? {} : { billingTermGroupId: "$Year1.billingTermGroupId" };
    return term(`Year${index + 1}`, { ...first, ...once(start), price, ...group });
  });
  const last = addDays(addMonths(day, 12 * years.length), -1);
  const transactionPrice = sumOf(years.map(amountOf));
  const service = { serviceStartDate: day, serviceEndDate: last };
  const months = Array.from({ length: 12 * years.length }, (_, index) => monthOf(day, index));
  const monthly = hundredths((100 * Number(expected.revenue_by_year[0])) / 12);
  return {
    ...{ id, title, hasPobs: true, contract: {} },
    steps: [
      on(day, ...terms, pobs("Year1", { name: "Service", transactionPrice, ...service }), approve),
      ...[11, 23, 35].map((index) => closing(monthOf(day, index))),
    ],
    // The price of a month is no whole number of cents, so only months that are rounded alike are stated.
    revenue: Object.fromEntries(months.slice(0, 1).map((month) => [month, monthly])),
  };
}

/** Prepaid value that lapses is earned on the last day of its period. */
function breakageOracle(): Oracle {
  const { id, title, input, expected } = caseOf("drv-breakage-remote");
  const day = "2026-01-01";
  const last = "2026-04-30";
  const redeemed: string[] = input.redeemed;
  const calls = {
    ...{ from: day, to: last, price: "1.00", billingType: "UNIT", eventTypeId: "$calls.id" },
    ...{ invoiceDateStrategy: "ARREARS", usageScope: "COMMITMENT" },
  };
  const schedule = {
    ...{ startDate: day, endDate: last, trueUpBehavior: "NONE" },
    ...{ prepaidEnabled: true, prepaidValue: input.prepaid },
    steps: [{ commitmentValue: input.prepaid, billingTermIds: ["$Calls.id"] }],
  };
  const commitments = [{ commitmentUnitType: "CURRENCY", schedules: [schedule] }];
  return {
    ...{ id, title, hasPobs: false, contract: { startDate: day, endDate: last } },
    steps: [
      on(
        day,
        act("POST /v3/events/types", { name: "Calls" }, "calls"),
        act("PATCH /v3/merchant", { usageGraceDays: 0 }),
        term("Calls", calls),
        act("POST /v3/contracts/$contract/commitments", { commitments }),
        approve,
      ),
      ...redeemed.flatMap((value, index) => {
        const used = `${monthOf(day, index)}-15`;
        const event = { idempotencyKey: `redeemed-${index}`, customerId: "$customer", eventTypeId: "$calls.id" };
        return [
          on(used, act("POST /v3/events", { ...event, datetime: `${used}T08:00:00Z`, value })),
          closing(monthOf(day, index)),
        ];
      }),
      closing(monthOf(last)),
    ],
    revenue: Object.fromEntries(expected.revenue.map((amount: string, index: number) => [monthOf(day, index), amount])),
  };
}

const daily = "STRAIGHT_LINE_DAILY";
const subset = () => caseOf("rev-alloc-discount-to-subset");

/** Published cases about revenue that can be told as a contract. */
export const oracles: readonly Oracle[] = [
  servedOracle("saas-daily-monthly-sub", { pattern: daily }),
  servedOracle("saas-daily-annual-sub", { pattern: daily }),
  servedOracle("drv-stand-ready-daily", { pattern: daily }),
  // The source puts what months round otherwise into the last one.
  servedOracle("saas-erp-daily-plug-last", { pattern: daily, isInclusive: true, revenue: { "2019-01": "33.85" } }),
  servedOracle("saas-cutoff-prepaid-days", { pattern: daily, isInclusive: true, revenue: { "2019-04": "30.00" } }),
  servedOracle("saas-erp-months-even-report", { pattern: "STRAIGHT_LINE" }),
  servedOracle("saas-future-month-only", { pattern: "STRAIGHT_LINE", isInclusive: true }),
  servedOracle("saas-month-prorata-both-ends", {
    pattern: "STRAIGHT_LINE",
    isInclusive: true,
    revenue: { "2023-02": "1016.40" },
  }),
  upgradeOracle(),
  allocationOracle(
    "rev-alloc-relative-ssp",
    caseOf("rev-alloc-relative-ssp").expected.allocation_2dp_largest_remainder,
  ),
  allocationOracle(
    "rev-alloc-three-way-embedded-discount",
    caseOf("rev-alloc-three-way-embedded-discount").expected.allocation_2dp,
  ),
  allocationOracle("rev-alloc-discount-to-subset", subset().expected.allocation, {
    discount: amountOf(subset().expected.discount_total),
    performanceObligationIds: ["$pobs.created.1.id", "$pobs.created.2.id"],
    conditions: {
      ...{ regularlySoldSeparately: true, bundleRegularlySoldAtDiscount: true, discountSubstantiallySame: true },
    },
    evidence: "As published.",
  }),
  treatmentOracle("PROSPECTIVE"),
  treatmentOracle("CUMULATIVE_CATCH_UP"),
  catchUpOracle(),
  rampOracle(),
  breakageOracle(),
];
