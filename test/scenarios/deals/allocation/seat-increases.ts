import { act, approve, close, obligation, on } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, termPath } from "../deal.ts";

// More seats in contracts whose price is allocated by standalone selling prices.

const [from, to] = ["2026-01-01", "2026-12-31"];
const shared = { allocationMethod: "RELATIVE_SSP" };
const start = "2026-01-01";
const seats = obligation(
  "Seats",
  {
    ...{ price: "120.00", interval: "YEAR", from: start, to: "2026-12-31", billingType: "UNIT", quantity: "10" },
    seatConfig: { defaultTrueUpTiming: "CO_TERM" },
  },
  { standaloneSellingPrice: "1200.00" },
);
const setup = obligation(
  "Setup",
  { price: "600.00", interval: "NONE", from: start, to: start },
  { serviceEndDate: start, standaloneSellingPrice: "800.00" },
);

export const seatIncreaseDeals: readonly Deal[] = [
  {
    // 2,400.00 by halves. A seat more from April on sells for 0.075 where ten sell for 1.00 a year: 2,040.00 are left by 0.825 and 0.875, so seats have 110.00 a
    // month and support its 50.00.
    title: "a seat more in a contract allocated by standalone selling prices of cents",
    contract: shared,
    steps: [
      on(
        from,
        obligation(
          "Seats",
          { price: "10.00", from, to, billingType: "UNIT", quantity: "10", seatConfig: {} },
          { standaloneSellingPrice: "1.00" },
        ),
        obligation("Support", { price: "50.00", from, to: "2027-12-31" }, { standaloneSellingPrice: "1.00" }),
        approve,
      ),
      on("2026-03-20", act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate: "2026-04-01", delta: "1" })),
      ...closedInTurn("2026-05", "2027-01"),
    ],
    table: `
      2026-01-01 | 150.00 | 0 | ISSUED
      2026-02-01 | 150.00 | 0 | ISSUED
      2026-03-01 | 150.00 | 0 | ISSUED
      2026-04-01 | 160.00 | 0 | ISSUED
      2026-05-01 | 160.00 | 0 | ISSUED
      2026-06-01 | 160.00 | 0 | ISSUED
      2026-07-01 | 160.00 | 0 | ISSUED
      2026-08-01 | 160.00 | 0 | ISSUED
      2026-09-01 | 160.00 | 0 | ISSUED
      2026-10-01 | 160.00 | 0 | ISSUED
      2026-11-01 | 160.00 | 0 | ISSUED
      2026-12-01 | 160.00 | 0 | ISSUED
      2027-01-01 | 50.00  | 0 | ISSUED
      2027-02-01 | 50.00  | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 150.00 | 150.00  | 0 | 0 | 0 | 0 | 0
      2026-02 | 150.00 | 300.00  | 0 | 0 | 0 | 0 | 0
      2026-03 | 150.00 | 450.00  | 0 | 0 | 0 | 0 | 0
      2026-04 | 160.00 | 610.00  | 0 | 0 | 0 | 0 | 0
      2026-05 | 160.00 | 770.00  | 0 | 0 | 0 | 0 | 0
      2026-06 | 160.00 | 930.00  | 0 | 0 | 0 | 0 | 0
      2026-07 | 160.00 | 1090.00 | 0 | 0 | 0 | 0 | 0
      2026-08 | 160.00 | 1250.00 | 0 | 0 | 0 | 0 | 0
      2026-09 | 160.00 | 1410.00 | 0 | 0 | 0 | 0 | 0
      2026-10 | 160.00 | 1570.00 | 0 | 0 | 0 | 0 | 0
      2026-11 | 160.00 | 1730.00 | 0 | 0 | 0 | 0 | 0
      2026-12 | 160.00 | 1890.00 | 0 | 0 | 0 | 0 | 0
      2027-01 | 50.00  | 1940.00 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 1,800.00 shared 1,200 : 800: seats 1,080.00, 90.00 a month; setup 720.00. Five more seats from 1 July on: 5 × 120.00 × 184/365 =
    // 302.47, billed when the term is over, bring what they sell for, and only the seats are still to be served: 540.00 + 302.47 over six
    // months, 140.41 (140.42 in September). The added seats' days are unbilled: 50.41 a month (50.42 in September).
    title: "a bundle allocated by standalone selling price, with seats that are added to the end of its term",
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(start, seats, setup, approve),
      on(
        "2026-07-01",
        act("POST /v3/contracts/$contract/billing-terms/$Seats.billingTermId/seat-amendment", {
          ...{ effectiveDate: "2026-07-01", delta: "5" },
        }),
      ),
      on("2027-01-02", close("2026-12")),
      on("2027-02-01", close("2027-01")),
    ],
    table: `
      2026-01-01 | 1800.00 | 0 | ISSUED
      2027-01-01 | 302.47  | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 810.00 | 1800.00 | 0   | 0 | 990.00 | 0 | 0
      2026-02 | 90.00  | 1800.00 | 0   | 0 | 900.00 | 0 | 0
      2026-03 | 90.00  | 1800.00 | 0   | 0 | 810.00 | 0 | 0
      2026-04 | 90.00  | 1800.00 | 0   | 0 | 720.00 | 0 | 0
      2026-05 | 90.00  | 1800.00 | 0   | 0 | 630.00 | 0 | 0
      2026-06 | 90.00  | 1800.00 | 0   | 0 | 540.00 | 0 | 0
      2026-07 | 140.41 | 1800.00 | 50.41  | 0 | 450.00 | 0 | 0
      2026-08 | 140.41 | 1800.00 | 100.82 | 0 | 360.00 | 0 | 0
      2026-09 | 140.42 | 1800.00 | 151.24 | 0 | 270.00 | 0 | 0
      2026-10 | 140.41 | 1800.00 | 201.65 | 0 | 180.00 | 0 | 0
      2026-11 | 140.41 | 1800.00 | 252.06 | 0 | 90.00  | 0 | 0
      2026-12 | 140.41 | 1800.00 | 302.47 | 0 | 0   | 0 | 0
      2027-01 | 0   | 2102.47 | 0   | 0 | 0   | 0 | 0`,
  },
];
