import { act, approve, close, obligation, on, pobs, term } from "../../golden/scenario.ts";
import { closedInTurn, credit, type Deal, termPath, total } from "../deal.ts";

// Months free of charge at the start of a term, and changes and terminations of it.

const [from, to] = ["2026-01-01", "2026-12-31"];
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const free = { discounts: [{ type: "PERCENTAGE", amount: "1", startDate: from, endDate: "2026-03-31" }] };
/** Bills of 0.00, and then one a month from April on. */
const bills = (nothing: readonly string[], amount: string) =>
  [
    ...nothing.map((day) => `${day} | 0.00 | 0 | PAID`),
    ...months.slice(3).map((month) => `${month}-01 | ${amount} | 0 | ISSUED`),
  ].join("\n");
const platform = (billing: Parameters<typeof obligation>[1], parts: object = {}) =>
  obligation("Platform", billing, parts);
const start = "2026-01-01";
const endPath = (path: string, endDate: string, parts: object = {}) =>
  act(`PATCH ${path}/terminate`, { endDate, ...parts });
const end = (name: string, endDate: string, creditUnused = true) =>
  act(`PATCH ${termPath(name)}/terminate`, { endDate, creditUnused });
const pob = (body: object) => act("PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id", body);

export const freeMonthsAtTheStartDeals: readonly Deal[] = [
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
  {
    // From the 31st on, twelve months of 100.00, two of them free: 1,000.00, 83.33 a month, and 1/31 of it in January. What is earned before
    // it is billed waits for later prices, so it is a contract asset.
    title: "two free months, anchored on the 31st",
    steps: [
      on(
        "2026-01-31",
        platform(
          { price: "100.00", from: "2026-01-31", to: "2027-01-30" },
          { discounts: [{ type: "PERCENTAGE", amount: "1", startDate: "2026-01-31", endDate: "2026-03-30" }] },
        ),
        approve,
      ),
      on("2026-05-01", close("2026-04")),
    ],
    table: `
      2026-01-31 | 0.00   | 0 | PAID
      2026-02-28 | 0.00   | 0 | PAID
      2026-03-31 | 100.00 | 0 | ISSUED
      2026-04-30 | 100.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 2.69  | 0      | 0 | 2.69  | 0 | 0 | 0
      2026-02 | 83.33 | 0      | 0 | 86.02 | 0 | 0 | 0
      2026-03 | 83.33 | 100.00 | 0 | 69.35 | 0 | 0 | 0
      2026-04 | 83.34 | 200.00 | 0 | 52.69 | 0 | 0 | 0`,
  },
  {
    // 600.00 are earned to June; six free months leave 600.00 for twelve months, 50.00 each. In October all is credited: 750.00 of it was
    // earned by September, and nothing is left for later months to take back.
    title: "free months, and then all of it credited",
    steps: [
      on(
        start,
        obligation(
          "Support",
          { price: "1200.00", from: start, to: start, interval: "NONE" },
          { serviceEndDate: "2026-12-31", recognitionPattern: "STRAIGHT_LINE" },
        ),
        approve,
      ),
      on(
        "2026-07-01",
        close("2026-06"),
        act("PATCH /v3/contracts/$contract/obligation/$Support.id", { revenueEndDate: "2027-06-30" }),
      ),
      on("2026-10-10", close("2026-09"), credit("2026-10-10", "1200.00")),
      on("2026-12-01", close("2026-11")),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | ISSUED
      2026-10-10 | 1200.00 | 0 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00  | 1200.00 | 0 | 0 | 1100.00 | 0 | 0
      2026-02 | 100.00  | 1200.00 | 0 | 0 | 1000.00 | 0 | 0
      2026-03 | 100.00  | 1200.00 | 0 | 0 | 900.00  | 0 | 0
      2026-04 | 100.00  | 1200.00 | 0 | 0 | 800.00  | 0 | 0
      2026-05 | 100.00  | 1200.00 | 0 | 0 | 700.00  | 0 | 0
      2026-06 | 100.00  | 1200.00 | 0 | 0 | 600.00  | 0 | 0
      2026-07 | 50.00   | 1200.00 | 0 | 0 | 550.00  | 0 | 0
      2026-08 | 50.00   | 1200.00 | 0 | 0 | 500.00  | 0 | 0
      2026-09 | 50.00   | 1200.00 | 0 | 0 | 450.00  | 0 | 0
      2026-10 | -750.00 | 1200.00 | 0 | 0 | 0       | 0 | 1200.00
      2026-11 | 0       | 1200.00 | 0 | 0 | 0       | 0 | 1200.00`,
  },
  {
    // 1,200.00 over the year, 100.00 a month, though nothing is billed before March. Ended with September 840.00 are billed: of those 729.03 are earned
    // by 10 August, and 110.97 are left for 22/31 of August and September.
    title: "two free months at first, and an end in September",
    steps: [
      on(
        from,
        obligation(
          "Plan",
          { price: "120.00", from, to },
          { discount: { type: "PERCENTAGE", amount: "1.00", startDate: from, endDate: "2026-02-28" } },
        ),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02", "2026-03", "2026-04", "2026-05", "2026-06", "2026-07"),
      on("2026-08-10", endPath(termPath("Plan"), "2026-09-30")),
      ...closedInTurn("2026-08", "2026-09", "2026-10"),
    ],
    table: `
      2026-01-01 | 0.00 | 0 | PAID
      2026-02-01 | 0.00 | 0 | PAID
      2026-03-01 | 120.00 | 0 | ISSUED
      2026-04-01 | 120.00 | 0 | ISSUED
      2026-05-01 | 120.00 | 0 | ISSUED
      2026-06-01 | 120.00 | 0 | ISSUED
      2026-07-01 | 120.00 | 0 | ISSUED
      2026-08-01 | 120.00 | 0 | ISSUED
      2026-09-01 | 120.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 0 | 0 | 100.00 | 0 | 0 | 0
      2026-02 | 100.00 | 0 | 0 | 200.00 | 0 | 0 | 0
      2026-03 | 100.00 | 120.00 | 0 | 180.00 | 0 | 0 | 0
      2026-04 | 100.00 | 240.00 | 0 | 160.00 | 0 | 0 | 0
      2026-05 | 100.00 | 360.00 | 0 | 140.00 | 0 | 0 | 0
      2026-06 | 100.00 | 480.00 | 0 | 120.00 | 0 | 0 | 0
      2026-07 | 100.00 | 600.00 | 0 | 100.00 | 0 | 0 | 0
      2026-08 | 75.09 | 720.00 | 0 | 55.09 | 0 | 0 | 0
      2026-09 | 64.91 | 840.00 | 0 | 0 | 0 | 0 | 0
      2026-10 | 0 | 840.00 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 400.00 over six months are 66.67 a month, two of which are free. All that is paid for begins after the end: the 66.67 of January go back.
    title: "months in arrears of which two are free, ended with the second",
    steps: [
      on(
        from,
        obligation(
          "Plan",
          { price: "100.00", from, to: "2026-06-30", invoiceDateStrategy: "ARREARS" },
          { discounts: [{ type: "PERCENTAGE", amount: "1", startDate: from, endDate: "2026-02-28" }] },
        ),
        approve,
      ),
      ...closedInTurn("2026-01"),
      on("2026-02-20", end("Plan", "2026-02-28", false)),
      ...closedInTurn("2026-02", "2026-03"),
    ],
    table: `
      2026-02-01 | 0.00 | 0 | PAID
      2026-03-01 | 0.00 | 0 | PAID
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 66.67  | 0 | 0 | 66.67 | 0 | 0 | 0 | 333.33
      2026-02 | -66.67 | 0 | 0 | 0     | 0 | 0 | 0 | 0
      2026-03 | 0      | 0 | 0 | 0     | 0 | 0 | 0 | 0`,
  },
  {
    // 750.00 for a year, nothing of it billed before April: 62.50 a month. From October on 130.00 are billed and 840.00 is the price: 277.50 are left, 92.50 a month. A free month
    // given on 10 November leaves 157.25 for the 21 days of it, December and January.
    title: "three free months and a ramp, more expensive in October, and a month more free of charge",
    pobs: true,
    steps: [
      on(
        from,
        term("First", { price: "50.00", from: "2026-04-01", to: "2026-06-30" }),
        term("Then", { price: "100.00", from: "2026-07-01", to, billingTermGroupId: "$First.billingTermGroupId" }),
        pobs("First", {
          ...{ name: "Service", serviceStartDate: from, serviceEndDate: to },
          ...{ transactionPrice: "750.00", recognitionPattern: "STRAIGHT_LINE" },
        }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 6)),
      on(
        "2026-07-20",
        act(`PATCH ${termPath("Then")}`, { ...total("130.00"), effectiveDate: "2026-10-01" }),
        pob({ transactionPrice: "840.00", effectiveDate: "2026-10-01" }),
      ),
      ...closedInTurn(...months.slice(6, 10)),
      on("2026-11-10", pob({ serviceEndDate: "2027-01-31", reasonCode: "CONCESSION" })),
      ...closedInTurn("2026-11", "2026-12", "2027-01"),
    ],
    table: `
      2026-04-01 | 50.00  | 0 | ISSUED
      2026-05-01 | 50.00  | 0 | ISSUED
      2026-06-01 | 50.00  | 0 | ISSUED
      2026-07-01 | 100.00 | 0 | ISSUED
      2026-08-01 | 100.00 | 0 | ISSUED
      2026-09-01 | 100.00 | 0 | ISSUED
      2026-10-01 | 130.00 | 0 | ISSUED
      2026-11-01 | 130.00 | 0 | ISSUED
      2026-12-01 | 130.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 62.50 | 0      | 0 | 62.50  | 0     | 0 | 0 | 687.50
      2026-02 | 62.50 | 0      | 0 | 125.00 | 0     | 0 | 0 | 625.00
      2026-03 | 62.50 | 0      | 0 | 187.50 | 0     | 0 | 0 | 562.50
      2026-04 | 62.50 | 50.00  | 0 | 200.00 | 0     | 0 | 0 | 500.00
      2026-05 | 62.50 | 100.00 | 0 | 212.50 | 0     | 0 | 0 | 437.50
      2026-06 | 62.50 | 150.00 | 0 | 225.00 | 0     | 0 | 0 | 375.00
      2026-07 | 62.50 | 250.00 | 0 | 187.50 | 0     | 0 | 0 | 402.50
      2026-08 | 62.50 | 350.00 | 0 | 150.00 | 0     | 0 | 0 | 340.00
      2026-09 | 62.50 | 450.00 | 0 | 112.50 | 0     | 0 | 0 | 277.50
      2026-10 | 92.50 | 580.00 | 0 | 75.00  | 0     | 0 | 0 | 185.00
      2026-11 | 68.52 | 710.00 | 0 | 13.52  | 0     | 0 | 0 | 116.48
      2026-12 | 58.24 | 840.00 | 0 | 0      | 58.24 | 0 | 0 | 58.24
      2027-01 | 58.24 | 840.00 | 0 | 0      | 0     | 0 | 0 | 0`,
  },
  {
    // 200.00 a month, half of it for the first quarter: 175.00 are earned a month. It ends on 14 February, as is said on the 10th: 150.00 are billed, 25.00 less than January earned.
    title: "half of the price for three months, and an end in the second",
    steps: [
      on(
        from,
        obligation(
          "Plan",
          { price: "200.00", from, to },
          { discounts: [{ type: "PERCENTAGE", amount: "0.50", startDate: from, endDate: "2026-03-31" }] },
        ),
        approve,
      ),
      ...closedInTurn("2026-01"),
      on("2026-02-10", end("Plan", "2026-02-14")),
      ...closedInTurn("2026-02", "2026-03"),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-02-10 | 50.00  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 175.00 | 100.00 | 0 | 75.00 | 0 | 0 | 0     | 1925.00
      2026-02 | -25.00 | 200.00 | 0 | 0     | 0 | 0 | 50.00 | 0
      2026-03 | 0      | 200.00 | 0 | 0     | 0 | 0 | 50.00 | 0`,
  },
  {
    // 4,000 and six months of 1,101 over the days of twelve months: 6,215 by August. Ended with 14 September, 15 of 30 days are 551, and 550 are credited: 5,652 in all, 563 less than is
    // earned.
    title: "two free months in yen from the 31st, dearer by an escalator after six, and ended in the eighth",
    contract: { currency: "JPY" },
    steps: [
      on(
        "2026-01-31",
        obligation(
          "Plan",
          {
            ...{ price: "1000", from: "2026-01-31", to: "2027-01-30", prorationPolicy: "MONTH" },
            escalator: { type: "FIXED", amount: "101", everyMonths: 6 },
          },
          { discounts: [{ type: "PERCENTAGE", amount: "1", startDate: "2026-01-31", endDate: "2026-03-30" }] },
        ),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 8)),
      on("2026-09-05", end("Plan", "2026-09-14")),
      ...closedInTurn("2026-09"),
    ],
    table: `
      2026-01-31 | 0    | 0 | PAID
      2026-02-28 | 0    | 0 | PAID
      2026-03-31 | 1000 | 0 | ISSUED
      2026-04-30 | 1000 | 0 | ISSUED
      2026-05-31 | 1000 | 0 | ISSUED
      2026-06-30 | 1000 | 0 | ISSUED
      2026-07-31 | 1101 | 0 | ISSUED
      2026-08-31 | 1101 | 0 | ISSUED
      2026-09-05 | 550  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 29 | 0 | 0 | 29 | 0 | 0 | 0 | 10577
      2026-02 | 883 | 0 | 0 | 912 | 0 | 0 | 0 | 9694
      2026-03 | 884 | 1000 | 0 | 796 | 0 | 0 | 0 | 8810
      2026-04 | 884 | 2000 | 0 | 680 | 0 | 0 | 0 | 7926
      2026-05 | 884 | 3000 | 0 | 564 | 0 | 0 | 0 | 7042
      2026-06 | 884 | 4000 | 0 | 448 | 0 | 0 | 0 | 6158
      2026-07 | 884 | 5101 | 0 | 231 | 0 | 0 | 0 | 5274
      2026-08 | 883 | 6202 | 0 | 13 | 0 | 0 | 0 | 4391
      2026-09 | -563 | 6202 | 0 | 0 | 0 | 0 | 550 | 0`,
  },
];
