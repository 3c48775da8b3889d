import { act, approve, close, obligation, on } from "../golden/scenario.ts";
import { credit, type Deal, taxed, total } from "./deal.ts";

// What the calendar does: anchors that a month does not have, leap days, weeks, half months, months given free of charge.

const start = "2026-01-01";
const platform = (billing: Parameters<typeof obligation>[1], parts: object = {}) =>
  obligation("Platform", billing, parts);
const term = "/v3/contracts/$contract/billing-terms/$Platform.billingTermId";

const seats = (effectiveDate: string, delta: string) =>
  act("POST /v3/contracts/$contract/billing-terms/$Seats.billingTermId/seat-amendment", { effectiveDate, delta });

export const calendarDeals: readonly Deal[] = [
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
    // The second year begins on 28 February 2029 and is 10 % dearer: 366.00 + 402.60 = 768.60 for 730 days. February 2028 has one of them.
    title: "two years from a leap day, earned by the day",
    steps: [
      on(
        "2028-02-29",
        platform(
          {
            ...{ price: "366.00", interval: "YEAR", from: "2028-02-29", to: "2030-02-27" },
            escalator: { type: "PERCENTAGE", amount: "0.10" },
          },
          { recognitionPattern: "STRAIGHT_LINE_DAILY" },
        ),
        approve,
      ),
      on("2028-06-01", close("2028-05")),
      on("2029-04-01", close("2029-03")),
    ],
    table: `
      2028-02-29 | 366.00 | 0 | ISSUED
      2029-02-28 | 402.60 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2028-02 | 1.05  | 366.00 | 0 | 0 | 364.95 | 0 | 0
      2028-03 | 32.64 | 366.00 | 0 | 0 | 332.31 | 0 | 0
      2028-04 | 31.59 | 366.00 | 0 | 0 | 300.72 | 0 | 0
      2028-05 | 32.64 | 366.00 | 0 | 0 | 268.08 | 0 | 0
      2028-06 | 31.58 | 366.00 | 0 | 0 | 236.50 | 0 | 0
      2028-07 | 32.64 | 366.00 | 0 | 0 | 203.86 | 0 | 0
      2028-08 | 32.64 | 366.00 | 0 | 0 | 171.22 | 0 | 0
      2028-09 | 31.59 | 366.00 | 0 | 0 | 139.63 | 0 | 0
      2028-10 | 32.64 | 366.00 | 0 | 0 | 106.99 | 0 | 0
      2028-11 | 31.58 | 366.00 | 0 | 0 | 75.41  | 0 | 0
      2028-12 | 32.64 | 366.00 | 0 | 0 | 42.77  | 0 | 0
      2029-01 | 32.64 | 366.00 | 0 | 0 | 10.13  | 0 | 0
      2029-02 | 29.48 | 768.60 | 0 | 0 | 383.25 | 0 | 0
      2029-03 | 32.64 | 768.60 | 0 | 0 | 350.61 | 0 | 0`,
  },
  {
    // 1,300.00 for 52 weeks, 1 January to 30 December: eleven months and 30/31 of one, 108.625 a month. Thirteen bills of 100.00, each
    // after four weeks.
    title: "52 weeks, billed every four in arrears",
    steps: [
      on(
        start,
        platform({
          ...{ price: "100.00", interval: "WEEK", intervalFrequency: 4, from: start, to: "2026-12-30" },
          invoiceDateStrategy: "ARREARS",
        }),
        approve,
      ),
      on("2027-01-01", close("2026-12")),
    ],
    table: `
      2026-01-29 | 100.00 | 0 | ISSUED
      2026-02-26 | 100.00 | 0 | ISSUED
      2026-03-26 | 100.00 | 0 | ISSUED
      2026-04-23 | 100.00 | 0 | ISSUED
      2026-05-21 | 100.00 | 0 | ISSUED
      2026-06-18 | 100.00 | 0 | ISSUED
      2026-07-16 | 100.00 | 0 | ISSUED
      2026-08-13 | 100.00 | 0 | ISSUED
      2026-09-10 | 100.00 | 0 | ISSUED
      2026-10-08 | 100.00 | 0 | ISSUED
      2026-11-05 | 100.00 | 0 | ISSUED
      2026-12-03 | 100.00 | 0 | ISSUED
      2026-12-31 | 100.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 108.63 | 100.00  | 8.63  | 0 | 0 | 0 | 0
      2026-02 | 108.62 | 200.00  | 17.25 | 0 | 0 | 0 | 0
      2026-03 | 108.63 | 300.00  | 25.88 | 0 | 0 | 0 | 0
      2026-04 | 108.62 | 400.00  | 34.50 | 0 | 0 | 0 | 0
      2026-05 | 108.63 | 500.00  | 43.13 | 0 | 0 | 0 | 0
      2026-06 | 108.62 | 600.00  | 51.75 | 0 | 0 | 0 | 0
      2026-07 | 108.63 | 700.00  | 60.38 | 0 | 0 | 0 | 0
      2026-08 | 108.62 | 800.00  | 69.00 | 0 | 0 | 0 | 0
      2026-09 | 108.63 | 900.00  | 77.63 | 0 | 0 | 0 | 0
      2026-10 | 108.62 | 1000.00 | 86.25 | 0 | 0 | 0 | 0
      2026-11 | 108.63 | 1100.00 | 94.88 | 0 | 0 | 0 | 0
      2026-12 | 105.12 | 1300.00 | 0     | 0 | 0 | 0 | 0`,
  },
  {
    // 6 of 15 days, 20.00, and three half months of 50.00: 170.00 over 22/31 of January and February, 70.57 and 99.43.
    title: "half months, billed on their last day",
    steps: [
      on(
        "2026-01-10",
        platform({
          ...{ price: "50.00", interval: "SEMI_MONTH", from: "2026-01-10", to: "2026-02-28" },
          invoiceDateStrategy: "LAST_OF_PERIOD",
        }),
        approve,
      ),
      on("2026-03-01", close("2026-02")),
    ],
    table: `
      2026-01-15 | 20.00 | 0 | ISSUED
      2026-01-31 | 50.00 | 0 | ISSUED
      2026-02-15 | 50.00 | 0 | ISSUED
      2026-02-28 | 50.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 70.57 | 70.00  | 0.57 | 0 | 0 | 0 | 0
      2026-02 | 99.43 | 170.00 | 0    | 0 | 0 | 0 | 0`,
  },
  {
    // Each quarter is its own price. The first earns 90.000 over 16/31 of January, two months and half of April; the second 120.000, of
    // which 46 of 91 days are served when it ends on 31 May: 60.659. 59.341 are credited, with 2.967 of 6.000 tax.
    title: "open-ended quarters in dinars from the 16th, more expensive from the second on, ended in it",
    contract: { currency: "KWD" },
    steps: [
      on(
        "2026-01-16",
        ...taxed("0.05"),
        platform({ price: "90.000", interval: "QUARTER", from: "2026-01-16" }),
        approve,
      ),
      on("2026-03-10", close("2026-02"), act(`PATCH ${term}`, { ...total("120.000"), effectiveDate: "2026-04-16" })),
      on("2026-05-20", close("2026-04"), act(`PATCH ${term}/terminate`, { endDate: "2026-05-31", creditUnused: true })),
      on("2026-07-01", close("2026-06")),
    ],
    table: `
      2026-01-16 | 94.500  | 4.500 | ISSUED
      2026-04-16 | 126.000 | 6.000 | ISSUED
      2026-05-20 | 62.308  | 2.967 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 15.401 | 94.500  | 0 | 0 | 74.599 | 4.500  | 0
      2026-02 | 29.840 | 94.500  | 0 | 0 | 44.759 | 4.500  | 0
      2026-03 | 29.839 | 94.500  | 0 | 0 | 14.920 | 4.500  | 0
      2026-04 | 35.028 | 220.500 | 0 | 0 | 99.892 | 10.500 | 0
      2026-05 | 40.551 | 220.500 | 0 | 0 | 0      | 7.533  | 62.308
      2026-06 | 0      | 220.500 | 0 | 0 | 0      | 7.533  | 62.308`,
  },
  {
    // 10 seats at 12.00 a month. Five more from 11 June on, 60.00 × 20/30 = 40.00; eight fewer from 16 June on, 96.00 × 15/30 = 48.00 credited.
    // June earns 112.00, later months seven seats.
    title: "seats raised and lowered in the same month",
    steps: [
      on(
        "2026-06-01",
        obligation(
          "Seats",
          { price: "12.00", from: "2026-06-01", to: "2026-08-31", billingType: "UNIT", quantity: "10" },
          { seatConfig: { defaultTrueUpTiming: "IMMEDIATE", creditOnDecrease: "PRORATED" } },
        ),
        approve,
      ),
      on("2026-06-11", seats("2026-06-11", "5")),
      on("2026-06-16", seats("2026-06-16", "-8")),
      on("2026-09-01", close("2026-08")),
    ],
    table: `
      2026-06-01 | 120.00 | 0 | ISSUED
      2026-06-11 | 40.00  | 0 | ISSUED
      2026-07-01 | 84.00  | 0 | ISSUED
      2026-08-01 | 84.00  | 0 | ISSUED
      2026-06-16 | 48.00  | 0 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-06 | 112.00 | 160.00 | 0 | 0 | 0 | 0 | 48.00
      2026-07 | 84.00  | 244.00 | 0 | 0 | 0 | 0 | 48.00
      2026-08 | 84.00  | 328.00 | 0 | 0 | 0 | 0 | 48.00`,
  },
  {
    // 90.00 a month after 10 %, billed on the day after each. In April half of January is credited, which is closed: April earns 45.00 less.
    title: "half a year in euros, in arrears at a discount, and its first month credited after it was closed",
    contract: { currency: "EUR" },
    steps: [
      on(
        start,
        obligation(
          "Support",
          { price: "100.00", from: start, to: "2026-06-30", invoiceDateStrategy: "ARREARS" },
          { discounts: [{ type: "PERCENTAGE", amount: "0.1" }] },
        ),
        approve,
      ),
      on("2026-04-15", close("2026-03"), credit("2026-04-15", "45.00", "EUR")),
      on("2026-08-01", close("2026-07")),
    ],
    table: `
      2026-02-01 | 90.00 | 0 | ISSUED
      2026-03-01 | 90.00 | 0 | ISSUED
      2026-04-01 | 90.00 | 0 | ISSUED
      2026-05-01 | 90.00 | 0 | ISSUED
      2026-06-01 | 90.00 | 0 | ISSUED
      2026-07-01 | 90.00 | 0 | ISSUED
      2026-04-15 | 45.00 | 0 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 90.00 | 0      | 90.00 | 0 | 0 | 0 | 0
      2026-02 | 90.00 | 90.00  | 90.00 | 0 | 0 | 0 | 0
      2026-03 | 90.00 | 180.00 | 90.00 | 0 | 0 | 0 | 0
      2026-04 | 45.00 | 270.00 | 90.00 | 0 | 0 | 0 | 45.00
      2026-05 | 90.00 | 360.00 | 90.00 | 0 | 0 | 0 | 45.00
      2026-06 | 90.00 | 450.00 | 90.00 | 0 | 0 | 0 | 45.00
      2026-07 | 0     | 540.00 | 0     | 0 | 0 | 0 | 45.00`,
  },
];
