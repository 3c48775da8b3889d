import {
  act,
  approve,
  close,
  eventType,
  obligation,
  on,
  rejected,
  reopen,
  usageTerm,
  use,
} from "../../golden/scenario.ts";
import { credit, type Deal, taxed, total } from "../deal.ts";

// Tax of invoices and of their credits, of tiers and of proration, in currencies with two, no and three decimals.

const quarter = { from: "2026-01-01", to: "2026-03-31" };
const start = "2026-01-01";
const seats = (price: string) =>
  obligation("Seats", {
    ...quarter,
    ...{ price, billingType: "UNIT", quantity: "10", seatConfig: { defaultTrueUpTiming: "IMMEDIATE" } },
  });
const fiveMore = act("POST /v3/contracts/$contract/billing-terms/$Seats.billingTermId/seat-amendment", {
  ...{ effectiveDate: "2026-01-16", delta: "5" },
});
const tiers = {
  ...{ pricingType: "TIERED", price: "0" },
  pricing: [
    { tier: 0, tierMinimum: "0", amount: "0.10", amountType: "PER_ITEM" },
    { tier: 1, tierMinimum: "1000", amount: "0.05", amountType: "PER_ITEM" },
  ],
};
const calls = [
  on("2026-01-20", use("2026-01-20", "1500")),
  on("2026-02-05", close("2026-01"), use("2026-02-05", "333")),
  on("2026-04-02", close("2026-03")),
];
const endedInFebruary = act("PATCH /v3/contracts/$contract/billing-terms/$Platform.billingTermId/terminate", {
  ...{ endDate: "2026-02-15", creditUnused: true },
});
const voided = (rate: string, price: string) => [
  on(start, ...taxed(rate), obligation("Platform", { price, from: start, to: "2026-02-28" }), approve),
  on("2026-02-05", close("2026-01")),
  on(
    "2026-02-06",
    rejected("PERIOD_CLOSED", "POST /v3/invoices/$invoices.0.id/actions", { action: "VOID" }),
    reopen("2026-01"),
    taxed("0.10")[0] as ReturnType<typeof act>,
    act("POST /v3/invoices/$invoices.0.id/actions", { action: "VOID" }),
    act("PATCH /v3/contracts/$contract/billing-terms/$Platform.billingTermId", { description: "Voided for its tax" }),
    close("2026-01"),
  ),
  on("2026-03-01", close("2026-02")),
];

export const taxDeals: readonly Deal[] = [
  {
    // 1,200.00 less 10 % is 1,080.00, 90.00 a month; tax 226.80. Ended on 30 June: 1,080.00 × 181/365 = 535.56, so 544.44 are
    // credited, with 226.80 × 544.44/1,080.00 = 114.33 of tax. June earns 535.56 − 5 × 90.00 = 85.56.
    title: "a year with a discount and tax, terminated half-way and credited",
    steps: [
      on(
        start,
        ...taxed("0.21"),
        obligation(
          "Platform",
          { price: "1200.00", interval: "YEAR", from: start, to: "2026-12-31" },
          { discounts: [{ type: "PERCENTAGE", amount: "0.10" }] },
        ),
        approve,
      ),
      on("2026-06-01", close("2026-05")),
      on(
        "2026-06-15",
        act("PATCH /v3/contracts/$contract/billing-terms/$Platform.billingTermId/terminate", {
          ...{ endDate: "2026-06-30", creditUnused: true },
        }),
      ),
      on("2026-07-01", close("2026-06")),
    ],
    table: `
      2026-01-01 | 1306.80 | 226.80 | ISSUED
      2026-06-15 | 658.77  | 114.33 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 90.00 | 1306.80 | 0 | 0 | 990.00 | 226.80 | 0
      2026-02 | 90.00 | 1306.80 | 0 | 0 | 900.00 | 226.80 | 0
      2026-03 | 90.00 | 1306.80 | 0 | 0 | 810.00 | 226.80 | 0
      2026-04 | 90.00 | 1306.80 | 0 | 0 | 720.00 | 226.80 | 0
      2026-05 | 90.00 | 1306.80 | 0 | 0 | 630.00 | 226.80 | 0
      2026-06 | 85.56 | 1306.80 | 0 | 0 | 0 | 112.47 | 658.77`,
  },
  {
    // 10 seats at 30.00 and 63.00 of tax a month. Five more from 16 January on: 5 × 30.00 × 16/31 = 77.42, tax 16.26.
    title: "five more seats in the middle of a month, with tax",
    steps: [
      on(start, ...taxed("0.21"), seats("30.00"), approve),
      on("2026-01-16", fiveMore),
      on("2026-04-01", close("2026-03")),
    ],
    table: `
      2026-01-01 | 363.00 | 63.00 | ISSUED
      2026-01-16 | 93.68  | 16.26 | ISSUED
      2026-02-01 | 544.50 | 94.50 | ISSUED
      2026-03-01 | 544.50 | 94.50 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 377.42 | 456.68  | 0 | 0 | 0 | 79.26  | 0
      2026-02 | 450.00 | 1001.18 | 0 | 0 | 0 | 173.76 | 0
      2026-03 | 450.00 | 1545.68 | 0 | 0 | 0 | 268.26 | 0`,
  },
  {
    // The same in dinars with 5 %: 77.419 and 3.871 of tax (3.87095). Of 377.419 more in all, January earns 16/31 ÷ 2 16/31: 77.419.
    title: "five more seats in the middle of a month, with tax, in dinars",
    contract: { currency: "KWD" },
    steps: [
      on(start, ...taxed("0.05"), seats("30.000"), approve),
      on("2026-01-16", fiveMore),
      on("2026-04-01", close("2026-03")),
    ],
    table: `
      2026-01-01 | 315.000 | 15.000 | ISSUED
      2026-01-16 | 81.290  | 3.871  | ISSUED
      2026-02-01 | 472.500 | 22.500 | ISSUED
      2026-03-01 | 472.500 | 22.500 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 377.419 | 396.290  | 0 | 0 | 0 | 18.871 | 0
      2026-02 | 450.000 | 868.790  | 0 | 0 | 0 | 41.371 | 0
      2026-03 | 450.000 | 1341.290 | 0 | 0 | 0 | 63.871 | 0`,
  },
  {
    // 1,000 calls at 0.10 and 500 at 0.05: 125.00, tax 26.25. 333 in February: 33.30, tax 6.993, 6.99. Tax comes with the bill.
    title: "calls in tiers, with tax when they are billed",
    steps: [on(start, ...taxed("0.21"), eventType, usageTerm("Calls", { ...quarter, ...tiers }), approve), ...calls],
    table: `
      2026-02-01 | 151.25 | 26.25 | ISSUED
      2026-03-01 | 40.29  | 6.99  | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 125.00 | 0   | 125.00 | 0 | 0 | 0  | 0
      2026-02 | 33.30  | 151.25 | 33.30  | 0 | 0 | 26.25 | 0
      2026-03 | 0   | 191.54 | 0   | 0 | 0 | 33.24 | 0`,
  },
  {
    // All 1,500 calls at 0.05, because there are more than 1,000: 75.00, tax 15.75.
    title: "calls at the price of their volume, with tax when they are billed",
    steps: [
      on(
        start,
        ...taxed("0.21"),
        eventType,
        usageTerm("Calls", { ...quarter, ...tiers, pricingType: "VOLUME", tierBoundary: "LOWER" }),
        approve,
      ),
      ...calls,
    ],
    table: `
      2026-02-01 | 90.75 | 15.75 | ISSUED
      2026-03-01 | 40.29 | 6.99  | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 75.00 | 0      | 75.00 | 0 | 0 | 0     | 0
      2026-02 | 33.30 | 90.75  | 33.30 | 0 | 0 | 15.75 | 0
      2026-03 | 0     | 131.04 | 0     | 0 | 0 | 22.74 | 0`,
  },
  {
    // 125 yen and 12.5 of tax, 13; 33.3, 33 yen, and 3 of tax.
    title: "calls in tiers, with tax when they are billed, in yen",
    contract: { currency: "JPY" },
    steps: [on(start, ...taxed("0.10"), eventType, usageTerm("Calls", { ...quarter, ...tiers }), approve), ...calls],
    table: `
      2026-02-01 | 138 | 13 | ISSUED
      2026-03-01 | 36  | 3  | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 125 | 0   | 125 | 0 | 0 | 0  | 0
      2026-02 | 33  | 138 | 33  | 0 | 0 | 13 | 0
      2026-03 | 0   | 174 | 0   | 0 | 0 | 16 | 0`,
  },
  {
    // 10.00 and 8.25 % of tax, 0.83. Credits of 3.33, 3.33 and 3.34: tax 0.83 × what is credited so far ÷ 10.00 is 0.28, 0.55, 0.83. The
    // third comes after January is closed.
    title: "one line credited in three parts, its tax to the cent",
    steps: [
      on(start, ...taxed("0.0825"), obligation("Hosting", { price: "10.00", from: start, to: "2026-01-31" }), approve),
      on("2026-01-20", credit("2026-01-20", "3.33"), credit("2026-01-20", "3.33")),
      on("2026-02-10", close("2026-01"), credit("2026-02-10", "3.34")),
      on("2026-03-01", close("2026-02")),
    ],
    table: `
      2026-01-01 | 10.83 | 0.83 | ISSUED
      2026-01-20 | 3.61  | 0.28 | OPEN
      2026-01-20 | 3.60  | 0.27 | OPEN
      2026-02-10 | 3.62  | 0.28 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 3.34  | 10.83 | 0 | 0 | 0 | 0.28 | 7.21
      2026-02 | -3.34 | 10.83 | 0 | 0 | 0 | 0 | 10.83`,
  },
  {
    // 100.00 a month in advance, 160.00 from 16 June on: 60.00 × 15/30 = 30.00 at once, tax 6.30.
    title: "a higher price in the middle of an invoiced month, with tax",
    steps: [
      on(
        "2026-06-01",
        ...taxed("0.21"),
        obligation("Platform", { price: "100.00", from: "2026-06-01", to: "2026-07-31" }),
        approve,
      ),
      on(
        "2026-06-16",
        act("POST /v3/contracts/$contract/billing-terms/$Platform.billingTermId/amendments", {
          ...{ effectiveDate: "2026-06-16", settlement: "IMMEDIATE", ...total("160.00") },
        }),
      ),
      on("2026-08-01", close("2026-07")),
    ],
    table: `
      2026-06-01 | 121.00 | 21.00 | ISSUED
      2026-06-16 | 36.30  | 6.30  | ISSUED
      2026-07-01 | 193.60 | 33.60 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-06 | 130.00 | 157.30 | 0 | 0 | 0 | 27.30 | 0
      2026-07 | 160.00 | 350.90 | 0 | 0 | 0 | 60.90 | 0`,
  },
  {
    // Three lines of 333 yen: 10 % of 333, 666 and 999 are 33, 67 and 100. A credit of 100 on the first has 33 × 100/333 = 10 of tax.
    title: "three lines of yen whose tax is rounded as one, and a credit of the first",
    contract: { currency: "JPY" },
    steps: [
      on(
        start,
        ...taxed("0.10"),
        ...["One", "Two", "Three"].map((name) => obligation(name, { price: "333", from: start, to: "2026-01-31" })),
        approve,
      ),
      on("2026-01-20", credit("2026-01-20", "100", "JPY")),
      on("2026-02-01", close("2026-01")),
    ],
    table: `
      2026-01-01 | 1099 | 100 | ISSUED
      2026-01-20 | 110  | 10  | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 899 | 1099 | 0 | 0 | 0 | 90 | 110`,
  },
  {
    // 10.000 for 90 days, tax 0.500. Ended on 15 February: 10.000 × 46/90 = 5.111 is owed, 4.889 credited with 0.244 of tax.
    title: "a quarter in dinars, terminated half-way and credited with its tax",
    contract: { currency: "KWD" },
    steps: [
      on(
        start,
        ...taxed("0.05"),
        obligation("Platform", { ...quarter, price: "10.000", interval: "QUARTER" }),
        approve,
      ),
      on("2026-02-10", close("2026-01"), endedInFebruary),
      on("2026-03-01", close("2026-02")),
    ],
    table: `
      2026-01-01 | 10.500 | 0.500 | ISSUED
      2026-02-10 | 5.133  | 0.244 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 3.333 | 10.500 | 0 | 0 | 6.667 | 0.500 | 0
      2026-02 | 1.778 | 10.500 | 0 | 0 | 0 | 0.256 | 5.133`,
  },
  {
    // The January invoice had the wrong rate. Its month is closed, so it is voided only once that is open again; issued anew it has 10.00
    // of tax, and February keeps 21.00.
    title: "an invoice of a closed month voided and issued again with another rate of tax",
    steps: voided("0.21", "100.00"),
    table: `
      2026-01-01 | 121.00 | 21.00 | VOID
      2026-02-01 | 121.00 | 21.00 | ISSUED
      2026-01-01 | 110.00 | 10.00 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 121.00 | 0 | 0 | 0 | 21.00 | 0
      2026-01 | 100.00 | 110.00 | 0 | 0 | 0 | 10.00 | 0
      2026-02 | 100.00 | 231.00 | 0 | 0 | 0 | 31.00 | 0`,
  },
  {
    title: "an invoice of a closed month voided and issued again with another rate of tax, in dinars",
    contract: { currency: "KWD" },
    steps: voided("0.05", "100.000"),
    table: `
      2026-01-01 | 105.000 | 5.000  | VOID
      2026-02-01 | 105.000 | 5.000  | ISSUED
      2026-01-01 | 110.000 | 10.000 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.000 | 105.000 | 0 | 0 | 0 | 5.000  | 0
      2026-01 | 100.000 | 110.000 | 0 | 0 | 0 | 10.000 | 0
      2026-02 | 100.000 | 215.000 | 0 | 0 | 0 | 15.000 | 0`,
  },
];
