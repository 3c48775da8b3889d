import { act, approve, close, obligation, on } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, termPath, total } from "../deal.ts";

// A change of later days is recorded first, and then one of earlier days: each price is of its own days.

const [from, to] = ["2026-01-01", "2026-12-31"];
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const amended = (effectiveDate: string, amount: string) =>
  act(`POST ${termPath("Plan")}/amendments`, { ...total(amount), effectiveDate, settlement: "IMMEDIATE" });
const spring = (parts: object) =>
  obligation("Plan", { price: "310.00", from: "2026-03-01", to: "2026-05-31", ...parts });
const seats = (effectiveDate: string, delta: string) =>
  act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate, delta });
const credited = { creditOnDecrease: "PRORATED" };
const daily = { recognitionPattern: "STRAIGHT_LINE_DAILY" };
const patch = (name: string, body: object) => act(`PATCH ${termPath(name)}`, body);
const amendedTerm = (name: string, effectiveDate: string, amount: string) =>
  act(`POST ${termPath(name)}/amendments`, { ...total(amount), effectiveDate, settlement: "IMMEDIATE" });

export const changesRecordedOutOfOrderDeals: readonly Deal[] = [
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
  {
    // Each price holds for days of its own, whichever was said first.
    title: "a price from September on, and then one from May on",
    steps: [
      on(
        from,
        obligation("Plan", { price: "100.00", from, to }),
        obligation("Support", { price: "600.00", interval: "YEAR", from, to }),
        approve,
      ),
      on("2026-03-10", close("2026-02"), patch("Plan", { ...total("150.00"), effectiveDate: "2026-09-01" })),
      on("2026-04-10", close("2026-03"), patch("Plan", { ...total("120.00"), effectiveDate: "2026-05-01" })),
      ...closedInTurn(...months.slice(3)),
    ],
    table: `
      2026-01-01 | 700.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-05-01 | 120.00 | 0 | ISSUED
      2026-06-01 | 120.00 | 0 | ISSUED
      2026-07-01 | 120.00 | 0 | ISSUED
      2026-08-01 | 120.00 | 0 | ISSUED
      2026-09-01 | 150.00 | 0 | ISSUED
      2026-10-01 | 150.00 | 0 | ISSUED
      2026-11-01 | 150.00 | 0 | ISSUED
      2026-12-01 | 150.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 150.00 | 700.00 | 0 | 0 | 550.00 | 0 | 0
      2026-02 | 150.00 | 800.00 | 0 | 0 | 500.00 | 0 | 0
      2026-03 | 150.00 | 900.00 | 0 | 0 | 450.00 | 0 | 0
      2026-04 | 150.00 | 1000.00 | 0 | 0 | 400.00 | 0 | 0
      2026-05 | 170.00 | 1120.00 | 0 | 0 | 350.00 | 0 | 0
      2026-06 | 170.00 | 1240.00 | 0 | 0 | 300.00 | 0 | 0
      2026-07 | 170.00 | 1360.00 | 0 | 0 | 250.00 | 0 | 0
      2026-08 | 170.00 | 1480.00 | 0 | 0 | 200.00 | 0 | 0
      2026-09 | 200.00 | 1630.00 | 0 | 0 | 150.00 | 0 | 0
      2026-10 | 200.00 | 1780.00 | 0 | 0 | 100.00 | 0 | 0
      2026-11 | 200.00 | 1930.00 | 0 | 0 | 50.00 | 0 | 0
      2026-12 | 200.00 | 2080.00 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 100.00 a month for three months and 110.00 after that are 105.00 of revenue. 80.00 before the rise are 88.00: 11.00 of April are credited, and 22.00 a month are billed less.
    title: "a lower price, before the rise that there was, from the middle of an invoiced month on",
    steps: [
      on(
        from,
        obligation("Platform", {
          ...{ price: "100.00", from, to: "2026-06-30", creditOnDecrease: "PRORATED" },
          escalator: { type: "PERCENTAGE", amount: "0.10", everyMonths: 3 },
        }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 3)),
      on("2026-04-16", amendedTerm("Platform", "2026-04-16", "80.00")),
      ...closedInTurn(...months.slice(3, 6)),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 110.00 | 0 | ISSUED
      2026-05-01 | 88.00  | 0 | ISSUED
      2026-06-01 | 88.00  | 0 | ISSUED
      2026-04-16 | 11.00  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 105.00 | 100.00 | 0 | 5.00 | 0 | 0 | 0
      2026-02 | 105.00 | 200.00 | 0 | 10.00 | 0 | 0 | 0
      2026-03 | 105.00 | 300.00 | 0 | 15.00 | 0 | 0 | 0
      2026-04 | 94.00 | 410.00 | 0 | 10.00 | 0 | 0 | 11.00
      2026-05 | 83.00 | 498.00 | 0 | 5.00 | 0 | 0 | 11.00
      2026-06 | 83.00 | 586.00 | 0 | 0 | 0 | 0 | 11.00`,
  },
];
