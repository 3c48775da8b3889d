import { act, approve, obligation, on } from "../golden/scenario.ts";
import { closedInTurn, type Deal, termPath, total } from "./deal.ts";

// Months for nothing in front, which pay their part of the price, and a change that begins in one of them: it is earned from its day on,
// though nothing is billed for that month before or after it.

const [from, to] = ["2026-01-01", "2026-12-31"];
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const free = { discounts: [{ type: "PERCENTAGE", amount: "1", startDate: from, endDate: "2026-03-31" }] };

/** Bills of 0.00, and then one a month from April on. */
const bills = (nothing: readonly string[], amount: string) =>
  [
    ...nothing.map((day) => `${day} | 0.00 | 0 | PAID`),
    ...months.slice(3).map((month) => `${month}-01 | ${amount} | 0 | ISSUED`),
  ].join("\n");

export const freeMonthDeals: readonly Deal[] = [
  {
    // 900.00 for the year are 75.00 a month. 33.00 more from March on are 297.00 in all, 29.70 in each of ten months.
    title: "three free months, and a price that rises from the last of them on",
    steps: [
      on(from, obligation("Plan", { price: "100.00", from, to }, free), approve),
      ...closedInTurn("2026-01"),
      on("2026-02-10", act(`PATCH ${termPath("Plan")}`, { ...total("133.00"), effectiveDate: "2026-03-01" })),
      ...closedInTurn(...months.slice(1)),
    ],
    table: `
      ${bills(["2026-01-01", "2026-02-01", "2026-03-01"], "133.00")}
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 75.00  | 0       | 0 | 75.00  | 0 | 0 | 0 | 825.00
      2026-02 | 75.00  | 0       | 0 | 150.00 | 0 | 0 | 0 | 1047.00
      2026-03 | 104.70 | 0       | 0 | 254.70 | 0 | 0 | 0 | 942.30
      2026-04 | 104.70 | 133.00  | 0 | 226.40 | 0 | 0 | 0 | 837.60
      2026-05 | 104.70 | 266.00  | 0 | 198.10 | 0 | 0 | 0 | 732.90
      2026-06 | 104.70 | 399.00  | 0 | 169.80 | 0 | 0 | 0 | 628.20
      2026-07 | 104.70 | 532.00  | 0 | 141.50 | 0 | 0 | 0 | 523.50
      2026-08 | 104.70 | 665.00  | 0 | 113.20 | 0 | 0 | 0 | 418.80
      2026-09 | 104.70 | 798.00  | 0 | 84.90  | 0 | 0 | 0 | 314.10
      2026-10 | 104.70 | 931.00  | 0 | 56.60  | 0 | 0 | 0 | 209.40
      2026-11 | 104.70 | 1064.00 | 0 | 28.30  | 0 | 0 | 0 | 104.70
      2026-12 | 104.70 | 1197.00 | 0 | 0      | 0 | 0 | 0 | 0`,
  },
  {
    // 50.00 a month more from 15 February on, which is billed for nothing: 450.00 over half of February and ten months, 42.86 a month.
    title: "three free months, and a larger plan from the middle of an invoiced one on",
    steps: [
      on(from, obligation("Plan", { price: "100.00", from, to }, free), approve),
      ...closedInTurn("2026-01"),
      on(
        "2026-02-10",
        act(`POST ${termPath("Plan")}/amendments`, {
          ...total("150.00"),
          ...{ effectiveDate: "2026-02-15", settlement: "IMMEDIATE" },
        }),
      ),
      ...closedInTurn(...months.slice(1)),
    ],
    table: `
      ${bills(["2026-01-01", "2026-02-01", "2026-02-15", "2026-03-01"], "150.00")}
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 75.00  | 0       | 0 | 75.00  | 0 | 0 | 0 | 825.00
      2026-02 | 96.43  | 0       | 0 | 171.43 | 0 | 0 | 0 | 1178.57
      2026-03 | 117.86 | 0       | 0 | 289.29 | 0 | 0 | 0 | 1060.71
      2026-04 | 117.85 | 150.00  | 0 | 257.14 | 0 | 0 | 0 | 942.86
      2026-05 | 117.86 | 300.00  | 0 | 225.00 | 0 | 0 | 0 | 825.00
      2026-06 | 117.86 | 450.00  | 0 | 192.86 | 0 | 0 | 0 | 707.14
      2026-07 | 117.85 | 600.00  | 0 | 160.71 | 0 | 0 | 0 | 589.29
      2026-08 | 117.86 | 750.00  | 0 | 128.57 | 0 | 0 | 0 | 471.43
      2026-09 | 117.86 | 900.00  | 0 | 96.43  | 0 | 0 | 0 | 353.57
      2026-10 | 117.86 | 1050.00 | 0 | 64.29  | 0 | 0 | 0 | 235.71
      2026-11 | 117.85 | 1200.00 | 0 | 32.14  | 0 | 0 | 0 | 117.86
      2026-12 | 117.86 | 1350.00 | 0 | 0      | 0 | 0 | 0 | 0`,
  },
  {
    // The same as five seats of 10.00 beside ten.
    title: "three free months, and more seats from the middle of an invoiced one on",
    steps: [
      on(
        from,
        obligation(
          "Seats",
          {
            ...{ price: "10.00", billingType: "UNIT", quantity: "10", from, to },
            seatConfig: { defaultTrueUpTiming: "IMMEDIATE" },
          },
          free,
        ),
        approve,
      ),
      ...closedInTurn("2026-01"),
      on("2026-02-10", act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate: "2026-02-15", delta: "5" })),
      ...closedInTurn("2026-02", "2026-03"),
    ],
    table: `
      2026-01-01 | 0.00   | 0 | PAID
      2026-02-01 | 0.00   | 0 | PAID
      2026-02-15 | 0.00   | 0 | PAID
      2026-03-01 | 0.00   | 0 | PAID
      2026-04-01 | 150.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 75.00  | 0 | 0 | 75.00  | 0 | 0 | 0 | 825.00
      2026-02 | 96.43  | 0 | 0 | 171.43 | 0 | 0 | 0 | 1178.57
      2026-03 | 117.86 | 0 | 0 | 289.29 | 0 | 0 | 0 | 1060.71`,
  },
];
