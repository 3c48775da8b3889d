import { act, approve, obligation, on } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, shown, taxed, termPath, total } from "../deal.ts";

// Billing periods of some days, anchors on the last days of a month side by side, and prices that no period shares out.

const daily = { recognitionPattern: "STRAIGHT_LINE_DAILY" };
const amended = (name: string, effectiveDate: string, parts: object) =>
  act(`POST ${termPath(name)}/amendments`, { effectiveDate, settlement: "IMMEDIATE", ...parts });

export const daysAndPolicyDeals: readonly Deal[] = [
  {
    // 31.00 for ten days less 1.00, and 34.10 less 1.00 in periods that begin after 10 February. January has 7 of 43 days of 136.13. Ended on 20 February with the 28th: five of ten days are 16.55, and of 109.65
    // all that January did not earn are February's.
    title:
      "ten days at a time with a fixed discount, more expensive from the third on, ended in the midst of the fourth",
    steps: [
      on(
        "2026-01-25",
        obligation(
          "Platform",
          {
            ...{ price: "31.00", interval: "DAY", intervalFrequency: 10, from: "2026-01-25", to: "2026-03-08" },
            escalator: { type: "PERCENTAGE", amount: "0.10", everyMonths: 1, firstDate: "2026-02-10" },
          },
          { ...daily, discounts: [{ type: "FIXED", amount: "1.00" }] },
        ),
        approve,
      ),
      ...closedInTurn("2026-01"),
      on("2026-02-20", act(`PATCH ${termPath("Platform")}/terminate`, { endDate: "2026-02-28" })),
      ...closedInTurn("2026-02"),
    ],
    table: `
      2026-01-25 | 30.00 | 0 | ISSUED
      2026-02-04 | 30.00 | 0 | ISSUED
      2026-02-14 | 33.10 | 0 | ISSUED
      2026-02-24 | 16.55 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 22.16 | 30.00  | 0 | 0 | 7.84 | 0 | 0
      2026-02 | 87.49 | 109.65 | 0 | 0 | 0    | 0 | 0`,
  },
  {
    // No period is shared out: 100.00 and 100.00, though the second has nine days. 150.00 from 25 January on change nothing of the first, whose first day is before it. 200.00 are earned over 12/31
    // and a month, 55.81 and 144.19; 50.00 more over the days that cost more, from 20 February on.
    title: "periods at their full price however short: a price from a day of one on begins with the next",
    steps: [
      on(
        "2026-01-20",
        obligation("Plan", { price: "100.00", from: "2026-01-20", to: "2026-02-28", prorationPolicy: "NONE" }),
        approve,
      ),
      on("2026-01-25", amended("Plan", "2026-01-25", total("150.00"))),
      ...closedInTurn("2026-01", "2026-02"),
    ],
    table: `
      2026-01-20 | 100.00 | 0 | ISSUED
      2026-02-20 | 150.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 55.81  | 100.00 | 0 | 0 | 44.19 | 0 | 0
      2026-02 | 194.19 | 250.00 | 0 | 0 | 0     | 0 | 0`,
  },
  {
    // Three months each from 29, 30 and 31 January on: all end first on 27 February, so that one bill has the three. Then they part; two meet again on 30 April. All that is earned before its bill waits for time alone.
    title: "months in arrears from the 29th, the 30th and the 31st: one invoice where February ends them together",
    steps: [
      on(
        "2026-01-29",
        ...(
          [
            ["Hosting", "29.00", "2026-01-29", "2026-04-28"],
            ["Support", "30.00", "2026-01-30", "2026-04-29"],
            ["Backup", "31.00", "2026-01-31", "2026-04-29"],
          ] as const
        ).map(([name, price, from, to]) =>
          obligation(name, { ...{ price, from, to, duration: 3 }, invoiceDateStrategy: "ARREARS" }),
        ),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02", "2026-03", "2026-04"),
    ],
    table: `
      2026-02-28 | 90.00 | 0 | ISSUED
      2026-03-29 | 29.00 | 0 | ISSUED
      2026-03-30 | 30.00 | 0 | ISSUED
      2026-03-31 | 31.00 | 0 | ISSUED
      2026-04-29 | 29.00 | 0 | ISSUED
      2026-04-30 | 61.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 5.70  | 0      | 5.70 | 0 | 0 | 0 | 0
      2026-02 | 89.41 | 90.00  | 5.11 | 0 | 0 | 0 | 0
      2026-03 | 89.41 | 180.00 | 4.52 | 0 | 0 | 0 | 0
      2026-04 | 85.48 | 270.00 | 0    | 0 | 0 | 0 | 0`,
  },
  {
    // Five units at 1.250 and the rest at 0.999, less an eighth: 7.217 for seven, 8.965 for nine. From 5 February on 15 of 31 days are 8.063 in all, 0.846 more. 12 of 31 days are 3.470. 17.228 are earned over 12/31 and two months,
    // 3.270 more over 24/28 and one.
    title: "graduated units in dinars with a discount and tax, two more in the midst of a month, and a short last one",
    contract: { currency: "KWD" },
    steps: [
      on(
        "2026-01-20",
        ...taxed("0.05"),
        obligation("Units", {
          ...{ price: "0", from: "2026-01-20", to: "2026-03-31", billingType: "UNIT", quantity: "7" },
          ...{ pricingType: "TIERED", discounts: [{ type: "PERCENTAGE", amount: "0.125" }] },
          pricing: [
            { tier: 0, tierMinimum: "0", amount: "1.250", amountType: "PER_ITEM" },
            { tier: 1, tierMinimum: "5", amount: "0.999", amountType: "PER_ITEM" },
          ],
        }),
        approve,
      ),
      ...closedInTurn("2026-01"),
      on("2026-02-05", amended("Units", "2026-02-05", { quantity: "9" })),
      ...closedInTurn("2026-02", "2026-03"),
    ],
    table: `
      2026-01-20 | 7.578 | 0.361 | ISSUED
      2026-02-05 | 0.888 | 0.042 | ISSUED
      2026-02-20 | 9.413 | 0.448 | ISSUED
      2026-03-20 | 3.644 | 0.174 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 2.794 | 7.578  | 0 | 0 | 4.423 | 0.361 | 0
      2026-02 | 8.726 | 17.879 | 0 | 0 | 5.508 | 0.851 | 0
      2026-03 | 8.978 | 21.523 | 0 | 0 | 0     | 1.025 | 0`,
  },
  {
    // A week at 10.00, 6 of 16 days of a half month at 20.00, ten days at 31.00, two years at 200.00. January earns 8.44 of a week that has one day of February, 7.50, 17.84 of ten days that have four, and 1.61.
    // A year of them is 52 × 10.00, 24 × 20.00, 36.5 × 31.00 and half of 200.00.
    title:
      "a week, a half month, ten days and two years from one day on: one invoice, and what a year of them comes to",
    steps: [
      on(
        "2026-01-26",
        ...(
          [
            ["Week", "10.00", { interval: "WEEK" }],
            ["Half", "20.00", { interval: "SEMI_MONTH" }],
            ["Days", "31.00", { interval: "DAY", intervalFrequency: 10 }],
            ["Years", "200.00", { interval: "YEAR", intervalFrequency: 2 }],
          ] as const
        ).map(([name, price, interval]) => obligation(name, { price, from: "2026-01-26", ...interval })),
        approve,
      ),
      ...closedInTurn("2026-01"),
      on("2026-02-01", shown("arr", act("GET /v3/reports/arr?month=2026-01"), "new", "closing", "mrr")),
    ],
    table: `
      2026-01-26 | 248.50 | 0 | ISSUED
      2026-02-01 | 20.00  | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 35.39 | 248.50 | 0 | 0 | 213.11 | 0 | 0
      answers
      arr | 2231.50 | 2231.50 | 185.96`,
  },
];
