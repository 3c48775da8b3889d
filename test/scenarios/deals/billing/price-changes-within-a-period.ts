import { act, approve, obligation, on } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, taxed, termPath, total } from "../deal.ts";

// Prices that change in the middle of a billing period, and periods that are not whole.

const from = "2026-01-01";
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const amended = (effectiveDate: string, amount: string, settlement = "IMMEDIATE") =>
  act(`POST ${termPath("Plan")}/amendments`, { ...total(amount), effectiveDate, settlement });
const end = (endDate: string) => act(`PATCH ${termPath("Plan")}/terminate`, { endDate, creditUnused: true });
const credited = { creditOnDecrease: "PRORATED" };
const daily = { recognitionPattern: "STRAIGHT_LINE_DAILY" };

export const priceChangesWithinAPeriodDeals: readonly Deal[] = [
  {
    // 100.00 less 10 % less 5.00. Half of June at 60.00 more is 27.00 more; 16 days of July at 120.00 less are 55.74 less: the 5.00 are taken off once a month.
    title:
      "a percentage and a fixed discount, more expensive from the middle of June on, cheaper from the middle of July on",
    steps: [
      on(
        from,
        obligation(
          "Plan",
          { price: "100.00", from, to: "2026-09-30", ...credited },
          {
            discounts: [
              { type: "PERCENTAGE", amount: "0.10" },
              { type: "FIXED", amount: "5.00" },
            ],
          },
        ),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 5)),
      on("2026-06-16", amended("2026-06-16", "160.00")),
      ...closedInTurn("2026-06"),
      on("2026-07-16", amended("2026-07-16", "40.00")),
      ...closedInTurn("2026-07", "2026-08", "2026-09"),
    ],
    table: `
      2026-01-01 | 85.00  | 0 | ISSUED
      2026-02-01 | 85.00  | 0 | ISSUED
      2026-03-01 | 85.00  | 0 | ISSUED
      2026-04-01 | 85.00  | 0 | ISSUED
      2026-05-01 | 85.00  | 0 | ISSUED
      2026-06-01 | 85.00  | 0 | ISSUED
      2026-06-16 | 27.00  | 0 | ISSUED
      2026-07-01 | 139.00 | 0 | ISSUED
      2026-08-01 | 31.00  | 0 | ISSUED
      2026-09-01 | 31.00  | 0 | ISSUED
      2026-07-16 | 55.74  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 85.00  | 85.00  | 0 | 0 | 0 | 0 | 0
      2026-02 | 85.00  | 170.00 | 0 | 0 | 0 | 0 | 0
      2026-03 | 85.00  | 255.00 | 0 | 0 | 0 | 0 | 0
      2026-04 | 85.00  | 340.00 | 0 | 0 | 0 | 0 | 0
      2026-05 | 85.00  | 425.00 | 0 | 0 | 0 | 0 | 0
      2026-06 | 112.00 | 537.00 | 0 | 0 | 0 | 0 | 0
      2026-07 | 83.26  | 676.00 | 0 | 0 | 0 | 0 | 55.74
      2026-08 | 31.00  | 707.00 | 0 | 0 | 0 | 0 | 55.74
      2026-09 | 31.00  | 738.00 | 0 | 0 | 0 | 0 | 55.74`,
  },
  {
    // The second quarter of the add-on has 52 of 92 days: 169.57. 469.57 are 100.37 a month over 19/28 and four months.
    title: "an add-on by the quarter from 10 February on, which ends with the contract",
    steps: [
      on(from, obligation("Plan", { price: "100.00", from, to: "2026-06-30" }), approve),
      ...closedInTurn("2026-01"),
      on(
        "2026-02-10",
        obligation("Addon", { price: "300.00", interval: "QUARTER", from: "2026-02-10", to: "2026-06-30" }),
      ),
      ...closedInTurn(...months.slice(1, 6)),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-02-10 | 300.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-05-01 | 100.00 | 0 | ISSUED
      2026-05-10 | 169.57 | 0 | ISSUED
      2026-06-01 | 100.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 100.00  | 0 | 0 | 0      | 0 | 0
      2026-02 | 168.11 | 500.00  | 0 | 0 | 231.89 | 0 | 0
      2026-03 | 200.36 | 600.00  | 0 | 0 | 131.53 | 0 | 0
      2026-04 | 200.37 | 700.00  | 0 | 0 | 31.16  | 0 | 0
      2026-05 | 200.36 | 969.57  | 0 | 0 | 100.37 | 0 | 0
      2026-06 | 200.37 | 1069.57 | 0 | 0 | 0      | 0 | 0`,
  },
  {
    // 10.00 a day, and 15.00 from Saturday 24 January on: 20.00 for four days of the third week.
    title: "weeks in advance by the day, more expensive from a Saturday on",
    steps: [
      on(
        "2026-01-07",
        obligation("Plan", { price: "70.00", interval: "WEEK", from: "2026-01-07", to: "2026-03-03" }, daily),
        approve,
      ),
      on("2026-01-24", amended("2026-01-24", "105.00")),
      ...closedInTurn("2026-01", "2026-02", "2026-03"),
    ],
    table: `
      2026-01-07 | 70.00  | 0 | ISSUED
      2026-01-14 | 70.00  | 0 | ISSUED
      2026-01-21 | 70.00  | 0 | ISSUED
      2026-01-24 | 20.00  | 0 | ISSUED
      2026-01-28 | 105.00 | 0 | ISSUED
      2026-02-04 | 105.00 | 0 | ISSUED
      2026-02-11 | 105.00 | 0 | ISSUED
      2026-02-18 | 105.00 | 0 | ISSUED
      2026-02-25 | 105.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 290.00 | 335.00 | 0 | 0 | 45.00 | 0 | 0
      2026-02 | 420.00 | 755.00 | 0 | 0 | 45.00 | 0 | 0
      2026-03 | 45.00  | 755.00 | 0 | 0 | 0     | 0 | 0`,
  },
  {
    // 930.00 over 90 days, and 716.21 more over the 70 days from 20 February on: 96.21 are 9 of 29 days. On 31 March one day of a month at 620.00 waits for its
    // bill, 20.67; what is recognized beyond that depends on later days.
    title:
      "months in arrears from 31 January of a leap year by the day, more expensive from a day of a closed month on",
    steps: [
      on(
        "2028-01-31",
        obligation(
          "Plan",
          { price: "310.00", from: "2028-01-31", to: "2028-04-29", invoiceDateStrategy: "ARREARS" },
          daily,
        ),
        approve,
      ),
      ...closedInTurn("2028-01", "2028-02"),
      on("2028-03-10", amended("2028-02-20", "620.00")),
      ...closedInTurn("2028-03", "2028-04"),
    ],
    table: `
      2028-02-29 | 310.00 | 0 | ISSUED
      2028-03-10 | 96.21  | 0 | ISSUED
      2028-03-31 | 620.00 | 0 | ISSUED
      2028-04-30 | 620.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2028-01 | 10.33  | 0       | 10.33 | 0    | 0 | 0 | 0
      2028-02 | 299.67 | 310.00  | 0     | 0    | 0 | 0 | 0
      2028-03 | 739.82 | 1026.21 | 20.67 | 2.94 | 0 | 0 | 0
      2028-04 | 596.39 | 1646.21 | 0     | 0    | 0 | 0 | 0`,
  },
  {
    // Each period has its own price: 140.00 of the first, 310.00 of the second and third are on the bill of 15 April. It ends with 16 of 30 days: 289.33 are credited.
    title:
      "open-ended from the 15th, more expensive from a day two closed months ago on, with the next invoice, and ended",
    steps: [
      on("2026-01-15", obligation("Plan", { price: "310.00", from: "2026-01-15" }), approve),
      ...closedInTurn("2026-01", "2026-02"),
      on("2026-03-20", amended("2026-02-01", "620.00", "CO_TERM")),
      ...closedInTurn("2026-03"),
      on("2026-04-20", end("2026-04-30")),
      ...closedInTurn("2026-04", "2026-05"),
    ],
    table: `
      2026-01-15 | 310.00  | 0 | ISSUED
      2026-02-15 | 310.00  | 0 | ISSUED
      2026-03-15 | 310.00  | 0 | ISSUED
      2026-04-15 | 1380.00 | 0 | ISSUED
      2026-04-20 | 289.33  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 162.15 | 310.00  | 0      | 0 | 147.85 | 0 | 0
      2026-02 | 310.73 | 620.00  | 0      | 0 | 147.12 | 0 | 0
      2026-03 | 932.08 | 930.00  | 617.48 | 0 | 142.52 | 0 | 0
      2026-04 | 615.71 | 2310.00 | 0      | 0 | 0      | 0 | 289.33
      2026-05 | 0      | 2310.00 | 0      | 0 | 0      | 0 | 289.33`,
  },
  {
    // 6 of 15 days, 60.00, and 450.00 over 22/31 and one month; 210.00 more from 10 February on.
    title: "half months billed on their last day from the 10th on, more expensive in the midst of one",
    steps: [
      on(
        "2026-01-10",
        obligation("Plan", {
          ...{ price: "150.00", interval: "SEMI_MONTH", invoiceDateStrategy: "LAST_OF_PERIOD" },
          ...{ from: "2026-01-10", to: "2026-02-28" },
        }),
        approve,
      ),
      ...closedInTurn("2026-01"),
      on("2026-02-10", amended("2026-02-10", "300.00")),
      ...closedInTurn("2026-02"),
    ],
    table: `
      2026-01-15 | 60.00  | 0 | ISSUED
      2026-01-31 | 150.00 | 0 | ISSUED
      2026-02-15 | 210.00 | 0 | ISSUED
      2026-02-28 | 300.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 211.70 | 210.00 | 1.70 | 0 | 0 | 0 | 0
      2026-02 | 508.30 | 720.00 | 0    | 0 | 0 | 0 | 0`,
  },
  {
    // 45 of 90 days at half: 75.00 with 7.50 of tax. 16 days at half are credited with the tax that they were billed with, though the rate is 20 % by then.
    title: "a quarter that is half as much from the middle of February on, credited with tax, another rate, and an end",
    steps: [
      on(
        from,
        ...taxed("0.10"),
        obligation("Plan", { price: "300.00", interval: "QUARTER", from, to: "2026-06-30", ...credited }),
        approve,
      ),
      ...closedInTurn("2026-01"),
      on("2026-02-15", amended("2026-02-15", "150.00")),
      ...closedInTurn("2026-02"),
      on(
        "2026-03-10",
        act("PATCH /v3/merchant", {
          taxRates: [
            { country: "ES", category: "S", rate: "0.10", validFrom: "2020-01-01" },
            { country: "ES", category: "S", rate: "0.20", validFrom: "2026-03-01" },
          ],
        }),
        end("2026-03-15"),
      ),
      ...closedInTurn("2026-03", "2026-04"),
    ],
    table: `
      2026-01-01 | 330.00 | 30.00 | ISSUED
      2026-02-15 | 82.50  | 7.50  | OPEN
      2026-03-10 | 29.34  | 2.67  | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 330.00 | 0 | 0 | 200.00 | 30.00 | 0
      2026-02 | 75.00  | 330.00 | 0 | 0 | 50.00  | 22.50 | 82.50
      2026-03 | 23.33  | 330.00 | 0 | 0 | 0      | 19.83 | 111.84
      2026-04 | 0      | 330.00 | 0 | 0 | 0      | 19.83 | 111.84`,
  },
  {
    // 14 of 28 days of February, which is closed and billed: 77.50 with 15.50 of tax.
    title: "months in arrears that are half as much from a day of a closed month on, credited with tax",
    steps: [
      on(
        from,
        ...taxed("0.20"),
        obligation("Plan", {
          ...{ price: "310.00", from, to: "2026-04-30", invoiceDateStrategy: "ARREARS" },
          ...credited,
        }),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on("2026-03-10", amended("2026-02-15", "155.00")),
      ...closedInTurn("2026-03", "2026-04", "2026-05"),
    ],
    table: `
      2026-02-01 | 372.00 | 62.00 | ISSUED
      2026-03-01 | 372.00 | 62.00 | ISSUED
      2026-04-01 | 186.00 | 31.00 | ISSUED
      2026-05-01 | 186.00 | 31.00 | ISSUED
      2026-03-10 | 93.00  | 15.50 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 310.00 | 0       | 310.00 | 0 | 0 | 0      | 0
      2026-02 | 310.00 | 372.00  | 310.00 | 0 | 0 | 62.00  | 0
      2026-03 | 77.50  | 744.00  | 155.00 | 0 | 0 | 108.50 | 93.00
      2026-04 | 155.00 | 930.00  | 155.00 | 0 | 0 | 139.50 | 93.00
      2026-05 | 0      | 1116.00 | 0      | 0 | 0 | 170.50 | 93.00`,
  },
  {
    // 10 × 12.50 less 20 % until March, less 5 %, less 7.00: 88.00. Two more from 15 February on are 9.50 of half a month: the 7.00 come off once. From March on 13.50 each, 116.12 for twelve; in April without the 20 % 146.90.
    // 392.85 are earned in four months, 55.67 more in two and a half.
    title:
      "a quantity at two percentages and a fixed discount: more of it in a month, a price that rises, a discount that ends",
    steps: [
      on(
        from,
        obligation(
          "Plan",
          {
            ...{ price: "12.50", from, to: "2026-04-30", billingType: "UNIT", quantity: "10" },
            escalator: { type: "PERCENTAGE", amount: "0.08", everyMonths: 2 },
          },
          {
            discounts: [
              { type: "PERCENTAGE", amount: "0.20", startDate: from, endDate: "2026-03-31" },
              { type: "FIXED", amount: "7.00" },
              { type: "PERCENTAGE", amount: "0.05" },
            ],
          },
        ),
        approve,
      ),
      ...closedInTurn("2026-01"),
      on(
        "2026-02-15",
        act(`POST ${termPath("Plan")}/amendments`, {
          ...{ quantity: "12", effectiveDate: "2026-02-15", settlement: "IMMEDIATE" },
        }),
      ),
      ...closedInTurn("2026-02", "2026-03", "2026-04"),
    ],
    table: `
      2026-01-01 | 88.00  | 0 | ISSUED
      2026-02-01 | 88.00  | 0 | ISSUED
      2026-02-15 | 9.50   | 0 | ISSUED
      2026-03-01 | 116.12 | 0 | ISSUED
      2026-04-01 | 146.90 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 98.21  | 88.00  | 0 | 10.21 | 0 | 0 | 0
      2026-02 | 109.35 | 185.50 | 0 | 22.06 | 0 | 0 | 0
      2026-03 | 120.48 | 301.62 | 0 | 26.42 | 0 | 0 | 0
      2026-04 | 120.48 | 448.52 | 0 | 0     | 0 | 0 | 0`,
  },
];
