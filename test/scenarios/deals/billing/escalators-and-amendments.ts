import { act, approve, obligation, on } from "../../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, termPath, total } from "../deal.ts";

// Prices with an escalator that are credited, amended with each settlement, and renewed.

const [from, to] = ["2026-01-01", "2026-12-31"];
const monthsOf = (year: string, first = 1, last = 12) =>
  Array.from({ length: last - first + 1 }, (_, index) => `${year}-${String(first + index).padStart(2, "0")}`);
const amended = (effectiveDate: string, amount: string, settlement: string) =>
  act(`POST ${termPath("Plan")}/amendments`, { ...total(amount), effectiveDate, settlement });

export const escalatorAndAmendmentDeals: readonly Deal[] = [
  {
    // 2 × 300.00 and 2 × 330.00, 105.00 a month; the days of a quarter wait for time at their own price. 60.00 of the first bill are credited, not after all, and 30.00 in their place. On 10 November 1,081.50 are earned and a
    // quarter at 363.00 is added: 541.50 are left for 21/30 and four months.
    title: "quarters in arrears with an escalator: a credit that is void and made again for half, and a renewal",
    steps: [
      on(
        from,
        obligation("Plan", {
          ...{ price: "300.00", interval: "QUARTER", invoiceDateStrategy: "ARREARS", from, to },
          escalator: { type: "PERCENTAGE", amount: "0.10", everyMonths: 6 },
        }),
        approve,
      ),
      ...closedInTurn(...monthsOf("2026", 1, 3)),
      on("2026-04-20", creditOfLine(0, 0, "2026-04-20", "60.00")),
      on(
        "2026-04-28",
        act("POST /v3/credit-memos/$memos.0.id/void", { reason: "Too much" }),
        creditOfLine(0, 0, "2026-04-28", "30.00"),
      ),
      ...closedInTurn(...monthsOf("2026", 4, 10)),
      on("2026-11-10", act(`PATCH ${termPath("Plan")}`, { endDate: "2027-03-31", reasonCode: "RENEWAL" })),
      ...closedInTurn(...monthsOf("2026", 11), ...monthsOf("2027", 1, 4)),
    ],
    table: `
      2026-04-01 | 300.00 | 0 | ISSUED
      2026-07-01 | 300.00 | 0 | ISSUED
      2026-10-01 | 330.00 | 0 | ISSUED
      2027-01-01 | 330.00 | 0 | ISSUED
      2027-04-01 | 363.00 | 0 | ISSUED
      2026-04-20 | 60.00  | 0 | VOID
      2026-04-28 | 30.00  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 105.00 | 0 | 100.00 | 5.00 | 0 | 0 | 0 | 1155.00
      2026-02 | 105.00 | 0 | 200.00 | 10.00 | 0 | 0 | 0 | 1050.00
      2026-03 | 105.00 | 0 | 300.00 | 15.00 | 0 | 0 | 0 | 945.00
      2026-04 | 75.00 | 300.00 | 100.00 | 20.00 | 0 | 0 | 30.00 | 840.00
      2026-05 | 105.00 | 300.00 | 200.00 | 25.00 | 0 | 0 | 30.00 | 735.00
      2026-06 | 105.00 | 300.00 | 300.00 | 30.00 | 0 | 0 | 30.00 | 630.00
      2026-07 | 105.00 | 600.00 | 110.00 | 25.00 | 0 | 0 | 30.00 | 525.00
      2026-08 | 105.00 | 600.00 | 220.00 | 20.00 | 0 | 0 | 30.00 | 420.00
      2026-09 | 105.00 | 600.00 | 330.00 | 15.00 | 0 | 0 | 30.00 | 315.00
      2026-10 | 105.00 | 930.00 | 110.00 | 10.00 | 0 | 0 | 30.00 | 210.00
      2026-11 | 112.15 | 930.00 | 220.00 | 12.15 | 0 | 0 | 30.00 | 460.85
      2026-12 | 115.21 | 930.00 | 330.00 | 17.36 | 0 | 0 | 30.00 | 345.64
      2027-01 | 115.21 | 1260.00 | 121.00 | 11.57 | 0 | 0 | 30.00 | 230.43
      2027-02 | 115.22 | 1260.00 | 242.00 | 5.79 | 0 | 0 | 30.00 | 115.21
      2027-03 | 115.21 | 1260.00 | 363.00 | 0 | 0 | 0 | 30.00 | 0
      2027-04 | 0 | 1623.00 | 0 | 0 | 0 | 0 | 30.00 | 0`,
  },
  {
    // 100.000, 103.000, 106.090 and 109.273: 418.363. 120.000 before uplifts, not for the billed quarter: 20.600 + 21.218 + 21.854 over nine months. 130.000 from 16 May on: (45 × 123.600 + 46 × 133.900)/91 − 123.600 = 5.207 with
    // the bill of July, 10.609 and 10.928 more, 26.744 over 16/31 and seven months. Of the 5.207 1.773 wait for time in May.
    title:
      "quarters in dinars that rise each time: dearer from the next bill on, and from the middle of that with the one after it",
    contract: { currency: "KWD" },
    steps: [
      on(
        from,
        obligation("Plan", {
          ...{ price: "100.000", interval: "QUARTER", from, to },
          escalator: { type: "PERCENTAGE", amount: "0.03", everyMonths: 3 },
        }),
        approve,
      ),
      ...closedInTurn("2026-01"),
      on("2026-02-10", amended("2026-02-10", "120.000", "NONE")),
      ...closedInTurn(...monthsOf("2026", 2, 4)),
      on("2026-05-20", amended("2026-05-16", "130.000", "CO_TERM")),
      ...closedInTurn(...monthsOf("2026", 5)),
    ],
    table: `
      2026-01-01 | 100.000 | 0 | ISSUED
      2026-04-01 | 123.600 | 0 | ISSUED
      2026-07-01 | 143.124 | 0 | ISSUED
      2026-10-01 | 142.055 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 34.864 | 100.000 | 0 | 0 | 65.136 | 0 | 0 | 383.499
      2026-02 | 34.863 | 100.000 | 0 | 0 | 30.273 | 0 | 0 | 412.308
      2026-03 | 34.864 | 100.000 | 0 | 4.591 | 0 | 0 | 0 | 377.444
      2026-04 | 41.938 | 223.600 | 0 | 0 | 77.071 | 0 | 0 | 335.506
      2026-05 | 43.774 | 223.600 | 1.773 | 0 | 35.070 | 0 | 0 | 318.476
      2026-06 | 45.498 | 223.600 | 5.207 | 6.994 | 0 | 0 | 0 | 272.978
      2026-07 | 45.496 | 366.724 | 0 | 0 | 85.427 | 0 | 0 | 227.482
      2026-08 | 45.496 | 366.724 | 0 | 0 | 39.931 | 0 | 0 | 181.986
      2026-09 | 45.496 | 366.724 | 0 | 5.565 | 0 | 0 | 0 | 136.490
      2026-10 | 45.498 | 508.779 | 0 | 0 | 90.992 | 0 | 0 | 90.992
      2026-11 | 45.495 | 508.779 | 0 | 0 | 45.497 | 0 | 0 | 45.497
      2026-12 | 45.497 | 508.779 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 81.000 a quarter after a fixed discount, 27.000 a month; without it from April on 9.000 more. 30.000 more from 16 May on: × 46/91 = 15.165. 6.000 of the first bill are credited in May.
    title:
      "a fixed discount in dinars that is taken away, a higher price in the next quarter, and a credit of the first",
    contract: { currency: "KWD" },
    steps: [
      on(
        from,
        obligation(
          "Plan",
          { price: "90.000", interval: "QUARTER", from, to: "2026-06-30" },
          { discounts: [{ type: "FIXED", amount: "9.000" }] },
        ),
        approve,
      ),
      ...closedInTurn("2026-01"),
      on("2026-02-10", act(`PATCH ${termPath("Plan")}`, { discounts: [], effectiveDate: "2026-04-01" })),
      ...closedInTurn(...monthsOf("2026", 2, 4)),
      on("2026-05-16", amended("2026-05-16", "120.000", "IMMEDIATE")),
      on("2026-05-20", creditOfLine(0, 0, "2026-05-20", "6.000", "KWD")),
      ...closedInTurn("2026-05", "2026-06"),
    ],
    table: `
      2026-01-01 | 81.000 | 0 | ISSUED
      2026-04-01 | 90.000 | 0 | ISSUED
      2026-05-16 | 15.165 | 0 | ISSUED
      2026-05-20 | 6.000  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 27.000 | 81.000 | 0 | 0 | 54.000 | 0 | 0 | 135.000
      2026-02 | 27.000 | 81.000 | 0 | 0 | 27.000 | 0 | 0 | 117.000
      2026-03 | 27.000 | 81.000 | 0 | 0 | 0 | 0 | 0 | 90.000
      2026-04 | 30.000 | 171.000 | 0 | 0 | 60.000 | 0 | 0 | 60.000
      2026-05 | 29.163 | 186.165 | 0 | 0 | 40.002 | 0 | 6.000 | 40.002
      2026-06 | 40.002 | 186.165 | 0 | 0 | 0 | 0 | 6.000 | 0`,
  },
  {
    // By 14 February 150.00 of 300.00 are earned; the other 150.00 are not. On 10 March a quarter at 330.00 is added: 400.97 are left for 22/31 and three months, 108.09 a month. March's days up to its end lose 70.97 of theirs: 5.74 of March remain, which the next bill pays.
    title: "a quarter that is written off, and renewed by an escalator before its end",
    steps: [
      on(
        from,
        obligation("Plan", {
          ...{ price: "300.00", interval: "QUARTER", from, to: "2026-03-31" },
          escalator: { type: "PERCENTAGE", amount: "0.10", everyMonths: 3 },
        }),
        approve,
      ),
      ...closedInTurn("2026-01"),
      on("2026-02-14", act("POST /v3/invoices/$invoices.0.id/actions", { action: "MARK_UNCOLLECTIBLE" })),
      ...closedInTurn("2026-02"),
      on("2026-03-10", act(`PATCH ${termPath("Plan")}`, { endDate: "2026-06-30", reasonCode: "RENEWAL" })),
      ...closedInTurn(...monthsOf("2026", 3, 6)),
    ],
    table: `
      2026-01-01 | 300.00 | 0 | UNCOLLECTIBLE
      2026-04-01 | 330.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 300.00 | 0 | 0 | 200.00 | 0 | 0 | 200.00
      2026-02 | 50.00 | 0 | 0 | 0 | 0 | 0 | 0 | 0
      2026-03 | 5.74 | 0 | 0 | 5.74 | 0 | 0 | 0 | 324.26
      2026-04 | 108.08 | 330.00 | 0 | 0 | 216.18 | 0 | 0 | 216.18
      2026-05 | 108.09 | 330.00 | 0 | 0 | 108.09 | 0 | 0 | 108.09
      2026-06 | 108.09 | 330.00 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
];
