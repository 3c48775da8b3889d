import { type Act, act, approve, close, obligation, on, type Scenario } from "./scenario.ts";

const summer = { from: "2026-06-01", to: "2026-08-31", price: "100.00" };

/** Another price of the term from a day on. */
const amend = (effectiveDate: string, amount: string, settlement: string): Act =>
  act("POST /v3/contracts/$contract/billing-terms/$Support.billingTermId/amendments", {
    ...{ effectiveDate, settlement },
    pricing: [{ amount, amountType: "TOTAL_INVOICE" }],
  });

const closes = [
  on("2026-07-02", close("2026-06")),
  on("2026-08-02", close("2026-07")),
  on("2026-09-02", close("2026-08")),
];

const amendSeats = (effectiveDate: string, delta: string): Act =>
  act("POST /v3/contracts/$contract/billing-terms/$Seats.billingTermId/seat-amendment", { effectiveDate, delta });

export const amendments: readonly Scenario[] = [
  {
    // 100.00 a month in advance, June invoiced. 160.00 from 16 June: 60.00 × 15/30 = 30.00 at once, and 160.00 from July on.
    title: "a higher price in the middle of an invoiced month, billed at once",
    steps: [
      on("2026-06-01", obligation("Support", summer), approve),
      on("2026-06-16", amend("2026-06-16", "160.00", "IMMEDIATE")),
      ...closes,
    ],
    worksheet: `
      INVOICES
      2026-06-01 | Support 100.00      | 100.00 | ISSUED
      2026-06-16 | PRICE_TRUE_UP 30.00 |  30.00 | ISSUED
      2026-07-01 | Support 160.00      | 160.00 | ISSUED
      2026-08-01 | Support 160.00      | 160.00 | ISSUED
      JOURNAL
      2026-06-01 | Dr RECEIVABLE 100.00         | Cr CONTRACT_LIABILITY 100.00
      2026-06-16 | Dr RECEIVABLE 30.00          | Cr CONTRACT_LIABILITY 30.00
      2026-06-30 | Dr CONTRACT_LIABILITY 130.00 | Cr REVENUE 130.00
      2026-07-01 | Dr RECEIVABLE 160.00         | Cr CONTRACT_LIABILITY 160.00
      2026-07-31 | Dr CONTRACT_LIABILITY 160.00 | Cr REVENUE 160.00
      2026-08-01 | Dr RECEIVABLE 160.00         | Cr CONTRACT_LIABILITY 160.00
      2026-08-31 | Dr CONTRACT_LIABILITY 160.00 | Cr REVENUE 160.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-06 |  130.00 |  130.00 Dr |               0.00 | 130.00 Cr
      2026-07 |  160.00 |  290.00 Dr |               0.00 | 290.00 Cr
      2026-08 |  160.00 |  450.00 Dr |               0.00 | 450.00 Cr`,
  },
  {
    // The same 30.00 wait for the invoice of July. At the end of June only time must pass until they are billed.
    title: "a higher price in the middle of an invoiced month, billed with the next invoice",
    steps: [
      on("2026-06-01", obligation("Support", summer), approve),
      on("2026-06-16", amend("2026-06-16", "160.00", "CO_TERM")),
      ...closes,
    ],
    worksheet: `
      INVOICES
      2026-06-01 | Support 100.00                       | 100.00 | ISSUED
      2026-07-01 | PRICE_TRUE_UP 30.00 + Support 160.00 | 190.00 | ISSUED
      2026-08-01 | Support 160.00                       | 160.00 | ISSUED
      JOURNAL
      2026-06-01 | Dr RECEIVABLE 100.00         | Cr CONTRACT_LIABILITY 100.00
      2026-06-30 | Dr CONTRACT_LIABILITY 130.00 | Cr REVENUE 130.00
      2026-06-30 | Dr UNBILLED_RECEIVABLE 30.00 | Cr CONTRACT_LIABILITY 30.00
      2026-07-01 | Dr CONTRACT_LIABILITY 30.00  | Cr UNBILLED_RECEIVABLE 30.00
      2026-07-01 | Dr RECEIVABLE 190.00         | Cr CONTRACT_LIABILITY 190.00
      2026-07-31 | Dr CONTRACT_LIABILITY 160.00 | Cr REVENUE 160.00
      2026-08-01 | Dr RECEIVABLE 160.00         | Cr CONTRACT_LIABILITY 160.00
      2026-08-31 | Dr CONTRACT_LIABILITY 160.00 | Cr REVENUE 160.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-06 |  130.00 |  100.00 Dr |            30.00 Dr |               0.00 | 130.00 Cr
      2026-07 |  160.00 |  290.00 Dr |                0.00 |               0.00 | 290.00 Cr
      2026-08 |  160.00 |  450.00 Dr |                0.00 |               0.00 | 450.00 Cr`,
  },
  {
    // Invoiced days stay as they are billed: June bills and earns 100.00, July is the first month at 160.00.
    title: "a higher price in the middle of an invoiced month, of which nothing is billed",
    steps: [
      on("2026-06-01", obligation("Support", summer), approve),
      on("2026-06-16", amend("2026-06-16", "160.00", "NONE")),
      ...closes,
    ],
    worksheet: `
      INVOICES
      2026-06-01 | Support 100.00 | 100.00 | ISSUED
      2026-07-01 | Support 160.00 | 160.00 | ISSUED
      2026-08-01 | Support 160.00 | 160.00 | ISSUED
      JOURNAL
      2026-06-01 | Dr RECEIVABLE 100.00         | Cr CONTRACT_LIABILITY 100.00
      2026-06-30 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-07-01 | Dr RECEIVABLE 160.00         | Cr CONTRACT_LIABILITY 160.00
      2026-07-31 | Dr CONTRACT_LIABILITY 160.00 | Cr REVENUE 160.00
      2026-08-01 | Dr RECEIVABLE 160.00         | Cr CONTRACT_LIABILITY 160.00
      2026-08-31 | Dr CONTRACT_LIABILITY 160.00 | Cr REVENUE 160.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-06 |  100.00 |  100.00 Dr |               0.00 | 100.00 Cr
      2026-07 |  160.00 |  260.00 Dr |               0.00 | 260.00 Cr
      2026-08 |  160.00 |  420.00 Dr |               0.00 | 420.00 Cr`,
  },
  {
    // 40.00 from 16 June: 60.00 × 15/30 = 30.00 are credited, because the term says so; June earns 70.00.
    title: "a lower price in the middle of an invoiced month, credited",
    steps: [
      on("2026-06-01", obligation("Support", { ...summer, creditOnDecrease: "PRORATED" }), approve),
      on("2026-06-16", amend("2026-06-16", "40.00", "IMMEDIATE")),
      ...closes,
    ],
    worksheet: `
      INVOICES
      2026-06-01 | Support 100.00 | 100.00 | ISSUED
      2026-07-01 | Support 40.00  |  40.00 | ISSUED
      2026-08-01 | Support 40.00  |  40.00 | ISSUED
      JOURNAL
      2026-06-01 | Dr RECEIVABLE 100.00        | Cr CONTRACT_LIABILITY 100.00
      2026-06-16 | Dr CONTRACT_LIABILITY 30.00 | Cr CUSTOMER_CREDIT 30.00
      2026-06-30 | Dr CONTRACT_LIABILITY 70.00 | Cr REVENUE 70.00
      2026-07-01 | Dr RECEIVABLE 40.00         | Cr CONTRACT_LIABILITY 40.00
      2026-07-31 | Dr CONTRACT_LIABILITY 40.00 | Cr REVENUE 40.00
      2026-08-01 | Dr RECEIVABLE 40.00         | Cr CONTRACT_LIABILITY 40.00
      2026-08-31 | Dr CONTRACT_LIABILITY 40.00 | Cr REVENUE 40.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CUSTOMER_CREDIT | CONTRACT_LIABILITY | REVENUE
      2026-06 |   70.00 |  100.00 Dr |        30.00 Cr |               0.00 |  70.00 Cr
      2026-07 |   40.00 |  140.00 Dr |        30.00 Cr |               0.00 | 110.00 Cr
      2026-08 |   40.00 |  180.00 Dr |        30.00 Cr |               0.00 | 150.00 Cr`,
  },
  {
    // On 20 August the price is 160.00 from 16 June, agreed that day; June and July are closed. One line a month, 30.00, 60.00 and
    // 60.00, on one invoice: its day is in a closed month, so it has the day of issue. August earns its 160.00 and catches up
    // 90.00 of June and July.
    title: "a price from a day of three invoiced months, two of them closed",
    steps: [
      on("2026-06-01", obligation("Support", summer), approve),
      on("2026-07-02", close("2026-06")),
      on("2026-08-02", close("2026-07")),
      on("2026-08-20", amend("2026-06-16", "160.00", "IMMEDIATE")),
      on("2026-09-02", close("2026-08")),
    ],
    worksheet: `
      INVOICES
      2026-06-01 | Support 100.00                                                  | 100.00 | ISSUED
      2026-07-01 | Support 100.00                                                  | 100.00 | ISSUED
      2026-08-01 | Support 100.00                                                  | 100.00 | ISSUED
      2026-08-20 | PRICE_TRUE_UP 30.00 + PRICE_TRUE_UP 60.00 + PRICE_TRUE_UP 60.00 | 150.00 | ISSUED
      JOURNAL
      2026-06-01 | Dr RECEIVABLE 100.00         | Cr CONTRACT_LIABILITY 100.00
      2026-06-30 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-07-01 | Dr RECEIVABLE 100.00         | Cr CONTRACT_LIABILITY 100.00
      2026-07-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-08-01 | Dr RECEIVABLE 100.00         | Cr CONTRACT_LIABILITY 100.00
      2026-08-20 | Dr RECEIVABLE 150.00         | Cr CONTRACT_LIABILITY 150.00
      2026-08-31 | Dr CONTRACT_LIABILITY 250.00 | Cr REVENUE 250.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-06 |  100.00 |  100.00 Dr |               0.00 | 100.00 Cr
      2026-07 |  100.00 |  200.00 Dr |               0.00 | 200.00 Cr
      2026-08 |  250.00 |  450.00 Dr |               0.00 | 450.00 Cr`,
  },
  {
    // 120.00 a seat, a year ahead. Two of ten seats go in February: 2 × 120.00 × 11/12 = 220.00 are credited, 20.00 a month. Six come in
    // April, 540.00 for nine months, and one goes in May: 80.00, 10.00 a month. Each from its day on: what May takes is not of April.
    title: "seats fewer, more and fewer again: each change from its day on",
    steps: [
      on(
        "2026-01-01",
        obligation("Seats", {
          ...{
            price: "120.00",
            from: "2026-01-01",
            to: "2026-12-31",
            interval: "YEAR",
            billingType: "UNIT",
            quantity: "10",
          },
          seatConfig: {
            ...{ creditOnDecrease: "PRORATED", defaultTrueUpTiming: "IMMEDIATE", defaultProrationPolicy: "MONTH" },
          },
        }),
        approve,
      ),
      on("2026-02-01", close("2026-01"), amendSeats("2026-02-01", "-2")),
      on("2026-04-01", close("2026-03"), amendSeats("2026-04-01", "6")),
      on("2026-05-01", close("2026-04"), amendSeats("2026-05-01", "-1")),
      on("2026-06-02", close("2026-05")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Seats 1200.00       | 1200.00 | ISSUED
      2026-04-01 | SEAT_TRUE_UP 540.00 |  540.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 1200.00        | Cr CONTRACT_LIABILITY 1200.00
      2026-01-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-02-01 | Dr CONTRACT_LIABILITY 220.00 | Cr CUSTOMER_CREDIT 220.00
      2026-02-28 | Dr CONTRACT_LIABILITY 80.00  | Cr REVENUE 80.00
      2026-03-31 | Dr CONTRACT_LIABILITY 80.00  | Cr REVENUE 80.00
      2026-04-01 | Dr RECEIVABLE 540.00         | Cr CONTRACT_LIABILITY 540.00
      2026-04-30 | Dr CONTRACT_LIABILITY 140.00 | Cr REVENUE 140.00
      2026-05-01 | Dr CONTRACT_LIABILITY 80.00  | Cr CUSTOMER_CREDIT 80.00
      2026-05-31 | Dr CONTRACT_LIABILITY 130.00 | Cr REVENUE 130.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CUSTOMER_CREDIT | CONTRACT_LIABILITY | REVENUE
      2026-01 |  100.00 | 1200.00 Dr |            0.00 |         1100.00 Cr | 100.00 Cr
      2026-02 |   80.00 | 1200.00 Dr |       220.00 Cr |          800.00 Cr | 180.00 Cr
      2026-03 |   80.00 | 1200.00 Dr |       220.00 Cr |          720.00 Cr | 260.00 Cr
      2026-04 |  140.00 | 1740.00 Dr |       220.00 Cr |         1120.00 Cr | 400.00 Cr
      2026-05 |  130.00 | 1740.00 Dr |       300.00 Cr |          910.00 Cr | 530.00 Cr`,
  },
];
