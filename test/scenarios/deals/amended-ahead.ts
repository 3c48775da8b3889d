import { act, approve, close, obligation, on } from "../golden/scenario.ts";
import { closedInTurn, type Deal, termPath, total } from "./deal.ts";

// A change of days to come is agreed first, and then another one for the days before it, all of them invoiced: each price is of its own days.

const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const amended = (effectiveDate: string, amount: string) =>
  act(`POST ${termPath("Plan")}/amendments`, { ...total(amount), effectiveDate, settlement: "IMMEDIATE" });
const spring = (parts: object) =>
  obligation("Plan", { price: "310.00", from: "2026-03-01", to: "2026-05-31", ...parts });
const seats = (effectiveDate: string, delta: string) =>
  act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate, delta });
const credited = { creditOnDecrease: "PRORATED" };
const daily = { recognitionPattern: "STRAIGHT_LINE_DAILY" };

export const amendedAheadDeals: readonly Deal[] = [
  {
    // 20.00 a day from the 20th on, and 5.00 from the 10th to the 19th: 9 days at 10.00, 10 at 5.00 and 12 at 20.00.
    title: "a higher price from the 20th on, and then a lower one from the 10th on, credited",
    steps: [
      on("2026-03-01", spring(credited), approve),
      on("2026-03-05", amended("2026-03-20", "620.00")),
      on("2026-03-08", amended("2026-03-10", "155.00")),
      ...closedInTurn("2026-03", "2026-04", "2026-05"),
    ],
    table: `
      2026-03-01 | 310.00 | 0 | ISSUED
      2026-03-20 | 120.00 | 0 | ISSUED
      2026-04-01 | 620.00 | 0 | ISSUED
      2026-05-01 | 620.00 | 0 | ISSUED
      2026-03-08 | 50.00  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-03 | 380.00 | 430.00  | 0 | 0 | 0 | 0 | 50.00
      2026-04 | 620.00 | 1050.00 | 0 | 0 | 0 | 0 | 50.00
      2026-05 | 620.00 | 1670.00 | 0 | 0 | 0 | 0 | 50.00`,
  },
  {
    // The same without a credit: the 10th to the 19th stay at the 10.00 that were billed.
    title: "a higher price from the 20th on, and then a lower one from the 10th on, not credited",
    steps: [
      on("2026-03-01", spring({}), approve),
      on("2026-03-05", amended("2026-03-20", "620.00")),
      on("2026-03-08", amended("2026-03-10", "155.00")),
      ...closedInTurn("2026-03", "2026-04", "2026-05"),
    ],
    table: `
      2026-03-01 | 310.00 | 0 | ISSUED
      2026-03-20 | 120.00 | 0 | ISSUED
      2026-04-01 | 620.00 | 0 | ISSUED
      2026-05-01 | 620.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-03 | 430.00 | 430.00  | 0 | 0 | 0 | 0 | 0
      2026-04 | 620.00 | 1050.00 | 0 | 0 | 0 | 0 | 0
      2026-05 | 620.00 | 1670.00 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 10.00 a day, 5.00 from May to August, of which 123 days are credited, and 20.00 from September on, also in the second year.
    title: "two years billed yearly: a higher price from September on, and then a lower one for the summer",
    steps: [
      on(
        "2026-01-01",
        obligation(
          "Plan",
          { price: "3650.00", interval: "YEAR", from: "2026-01-01", to: "2027-12-31", ...credited },
          daily,
        ),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on("2026-03-10", amended("2026-09-01", "7300.00")),
      ...closedInTurn("2026-03"),
      on("2026-04-10", amended("2026-05-01", "1825.00")),
      ...closedInTurn(...months.slice(3)),
      on("2027-02-01", close("2027-01")),
    ],
    table: `
      2026-01-01 | 3650.00 | 0 | ISSUED
      2026-09-01 | 1220.00 | 0 | ISSUED
      2027-01-01 | 7300.00 | 0 | ISSUED
      2026-04-10 | 615.00  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 310.00 | 3650.00  | 0 | 0 | 3340.00 | 0 | 0
      2026-02 | 280.00 | 3650.00  | 0 | 0 | 3060.00 | 0 | 0
      2026-03 | 310.00 | 3650.00  | 0 | 0 | 2750.00 | 0 | 0
      2026-04 | 300.00 | 3650.00  | 0 | 0 | 1835.00 | 0 | 615.00
      2026-05 | 155.00 | 3650.00  | 0 | 0 | 1680.00 | 0 | 615.00
      2026-06 | 150.00 | 3650.00  | 0 | 0 | 1530.00 | 0 | 615.00
      2026-07 | 155.00 | 3650.00  | 0 | 0 | 1375.00 | 0 | 615.00
      2026-08 | 155.00 | 3650.00  | 0 | 0 | 1220.00 | 0 | 615.00
      2026-09 | 600.00 | 4870.00  | 0 | 0 | 1840.00 | 0 | 615.00
      2026-10 | 620.00 | 4870.00  | 0 | 0 | 1220.00 | 0 | 615.00
      2026-11 | 600.00 | 4870.00  | 0 | 0 | 620.00  | 0 | 615.00
      2026-12 | 620.00 | 4870.00  | 0 | 0 | 0       | 0 | 615.00
      2027-01 | 620.00 | 12170.00 | 0 | 0 | 6680.00 | 0 | 615.00`,
  },
  {
    // 10 seats at 1.00 a day, 5 from May on and 15 from September on. Ten seats were agreed for September: five of the ten that are paid are not used from May
    // to August, 615.00, and are among those ten afterwards, so that only five more are billed.
    title: "ten seats more from September on, and then five fewer from May on, credited",
    steps: [
      on(
        "2026-01-01",
        obligation(
          "Seats",
          {
            ...{ price: "365.00", interval: "YEAR", from: "2026-01-01", to: "2026-12-31", billingType: "UNIT" },
            ...{ quantity: "10", seatConfig: { defaultTrueUpTiming: "IMMEDIATE", ...credited } },
          },
          daily,
        ),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on("2026-03-10", seats("2026-09-01", "10")),
      ...closedInTurn("2026-03"),
      on("2026-04-10", seats("2026-05-01", "-5")),
      ...closedInTurn(...months.slice(3)),
    ],
    table: `
      2026-01-01 | 3650.00 | 0 | ISSUED
      2026-09-01 | 610.00  | 0 | ISSUED
      2026-04-10 | 615.00  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 310.00 | 3650.00 | 0 | 0 | 3340.00 | 0 | 0
      2026-02 | 280.00 | 3650.00 | 0 | 0 | 3060.00 | 0 | 0
      2026-03 | 310.00 | 3650.00 | 0 | 0 | 2750.00 | 0 | 0
      2026-04 | 300.00 | 3650.00 | 0 | 0 | 1835.00 | 0 | 615.00
      2026-05 | 155.00 | 3650.00 | 0 | 0 | 1680.00 | 0 | 615.00
      2026-06 | 150.00 | 3650.00 | 0 | 0 | 1530.00 | 0 | 615.00
      2026-07 | 155.00 | 3650.00 | 0 | 0 | 1375.00 | 0 | 615.00
      2026-08 | 155.00 | 3650.00 | 0 | 0 | 1220.00 | 0 | 615.00
      2026-09 | 450.00 | 4260.00 | 0 | 0 | 1380.00 | 0 | 615.00
      2026-10 | 465.00 | 4260.00 | 0 | 0 | 915.00  | 0 | 615.00
      2026-11 | 450.00 | 4260.00 | 0 | 0 | 465.00  | 0 | 615.00
      2026-12 | 465.00 | 4260.00 | 0 | 0 | 0       | 0 | 615.00`,
  },
];
