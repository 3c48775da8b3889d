import { act, approve, close, obligation, on, type Scenario } from "./scenario.ts";

const quarter = { from: "2026-01-01", to: "2026-03-31" };
const tenSeats = { ...quarter, price: "30.00", billingType: "UNIT", quantity: "10" };

export const prices: readonly Scenario[] = [
  {
    // 100.00 a month; 20 % off in February and March: 80.00; from April on 10 % more: 110.00. Together 100.00 + 2 × 80.00 + 3 ×
    // 110.00 = 590.00, earned evenly: 590.00 × k/6 through month k is 98.33, 196.67, 295.00, 393.33, 491.67, 590.00. Billed is
    // 100.00, 180.00, 260.00, 370.00, 480.00, 590.00, so from February to May more is earned than billed.
    title: "a discount for two months and an escalator",
    steps: [
      on(
        "2026-01-01",
        obligation(
          "Platform",
          {
            price: "100.00",
            from: "2026-01-01",
            to: "2026-06-30",
            escalator: { type: "PERCENTAGE", amount: "0.10", everyMonths: 3 },
          },
          { discounts: [{ type: "PERCENTAGE", amount: "0.20", startDate: "2026-02-01", endDate: "2026-03-31" }] },
        ),
        approve,
      ),
      on("2026-07-01", close("2026-06")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Platform 100.00 | 100.00 | ISSUED
      2026-02-01 | Platform 80.00  | 80.00  | ISSUED
      2026-03-01 | Platform 80.00  | 80.00  | ISSUED
      2026-04-01 | Platform 110.00 | 110.00 | ISSUED
      2026-05-01 | Platform 110.00 | 110.00 | ISSUED
      2026-06-01 | Platform 110.00 | 110.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 100.00        | Cr CONTRACT_LIABILITY 100.00
      2026-01-31 | Dr CONTRACT_LIABILITY 98.33 | Cr REVENUE 98.33
      2026-02-01 | Dr RECEIVABLE 80.00         | Cr CONTRACT_LIABILITY 80.00
      2026-02-28 | Dr CONTRACT_LIABILITY 98.34 | Cr REVENUE 98.34
      2026-02-28 | Dr CONTRACT_ASSET 16.67     | Cr CONTRACT_LIABILITY 16.67
      2026-03-01 | Dr CONTRACT_LIABILITY 16.67 | Cr CONTRACT_ASSET 16.67
      2026-03-01 | Dr RECEIVABLE 80.00         | Cr CONTRACT_LIABILITY 80.00
      2026-03-31 | Dr CONTRACT_LIABILITY 98.33 | Cr REVENUE 98.33
      2026-03-31 | Dr CONTRACT_ASSET 35.00     | Cr CONTRACT_LIABILITY 35.00
      2026-04-01 | Dr CONTRACT_LIABILITY 35.00 | Cr CONTRACT_ASSET 35.00
      2026-04-01 | Dr RECEIVABLE 110.00        | Cr CONTRACT_LIABILITY 110.00
      2026-04-30 | Dr CONTRACT_LIABILITY 98.33 | Cr REVENUE 98.33
      2026-04-30 | Dr CONTRACT_ASSET 23.33     | Cr CONTRACT_LIABILITY 23.33
      2026-05-01 | Dr CONTRACT_LIABILITY 23.33 | Cr CONTRACT_ASSET 23.33
      2026-05-01 | Dr RECEIVABLE 110.00        | Cr CONTRACT_LIABILITY 110.00
      2026-05-31 | Dr CONTRACT_LIABILITY 98.34 | Cr REVENUE 98.34
      2026-05-31 | Dr CONTRACT_ASSET 11.67     | Cr CONTRACT_LIABILITY 11.67
      2026-06-01 | Dr CONTRACT_LIABILITY 11.67 | Cr CONTRACT_ASSET 11.67
      2026-06-01 | Dr RECEIVABLE 110.00        | Cr CONTRACT_LIABILITY 110.00
      2026-06-30 | Dr CONTRACT_LIABILITY 98.33 | Cr REVENUE 98.33
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_ASSET | CONTRACT_LIABILITY | REVENUE
      2026-01 |   98.33 |  100.00 Dr |           0.00 |            1.67 Cr |  98.33 Cr
      2026-02 |   98.34 |  180.00 Dr |       16.67 Dr |               0.00 | 196.67 Cr
      2026-03 |   98.33 |  260.00 Dr |       35.00 Dr |               0.00 | 295.00 Cr
      2026-04 |   98.33 |  370.00 Dr |       23.33 Dr |               0.00 | 393.33 Cr
      2026-05 |   98.34 |  480.00 Dr |       11.67 Dr |               0.00 | 491.67 Cr
      2026-06 |   98.33 |  590.00 Dr |           0.00 |               0.00 | 590.00 Cr`,
  },
  {
    // 100.00 a month in arrears, 156.00 from 15 February on. February is 100.00 × 14/28 + 156.00 × 14/28 = 50.00 + 78.00 =
    // 128.00; March 156.00. The old days keep their price.
    title: "an upgrade in the middle of a month, by a changed price",
    steps: [
      on(
        "2026-01-01",
        obligation("Platform", { ...quarter, price: "100.00", invoiceDateStrategy: "ARREARS" }),
        approve,
      ),
      on("2026-02-01", close("2026-01")),
      on(
        "2026-02-10",
        act("PATCH /v3/contracts/$contract/billing-terms/$Platform.billingTermId", {
          pricing: [{ amount: "156.00", amountType: "TOTAL_INVOICE" }],
          effectiveDate: "2026-02-15",
        }),
      ),
      on("2026-03-01", close("2026-02")),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-02-01 | Platform 100.00 | 100.00 | ISSUED
      2026-03-01 | Platform 128.00 | 128.00 | ISSUED
      2026-04-01 | Platform 156.00 | 156.00 | ISSUED
      JOURNAL
      2026-01-31 | Dr CONTRACT_LIABILITY 100.00  | Cr REVENUE 100.00
      2026-01-31 | Dr UNBILLED_RECEIVABLE 100.00 | Cr CONTRACT_LIABILITY 100.00
      2026-02-01 | Dr CONTRACT_LIABILITY 100.00  | Cr UNBILLED_RECEIVABLE 100.00
      2026-02-01 | Dr RECEIVABLE 100.00          | Cr CONTRACT_LIABILITY 100.00
      2026-02-28 | Dr CONTRACT_LIABILITY 128.00  | Cr REVENUE 128.00
      2026-02-28 | Dr UNBILLED_RECEIVABLE 128.00 | Cr CONTRACT_LIABILITY 128.00
      2026-03-01 | Dr CONTRACT_LIABILITY 128.00  | Cr UNBILLED_RECEIVABLE 128.00
      2026-03-01 | Dr RECEIVABLE 128.00          | Cr CONTRACT_LIABILITY 128.00
      2026-03-31 | Dr CONTRACT_LIABILITY 156.00  | Cr REVENUE 156.00
      2026-03-31 | Dr UNBILLED_RECEIVABLE 156.00 | Cr CONTRACT_LIABILITY 156.00
      2026-04-01 | Dr CONTRACT_LIABILITY 156.00  | Cr UNBILLED_RECEIVABLE 156.00
      2026-04-01 | Dr RECEIVABLE 156.00          | Cr CONTRACT_LIABILITY 156.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |  100.00 |       0.00 |           100.00 Dr |               0.00 | 100.00 Cr
      2026-02 |  128.00 |  100.00 Dr |           128.00 Dr |               0.00 | 228.00 Cr
      2026-03 |  156.00 |  228.00 Dr |           156.00 Dr |               0.00 | 384.00 Cr`,
  },
  {
    // 10 × 30.00 = 300.00 a month. Five more from 15 February on: 5 × 30.00 × 14/28 = 75.00 at once, and 15 × 30.00 = 450.00 from
    // March on. The five earn 75.00 + 150.00 = 225.00 from their own day on: half a month and a month.
    title: "five more seats in the middle of a month, billed at once",
    steps: [
      on("2026-01-01", obligation("Seats", tenSeats, { seatConfig: { defaultTrueUpTiming: "IMMEDIATE" } }), approve),
      on("2026-02-01", close("2026-01")),
      on(
        "2026-02-15",
        act("POST /v3/contracts/$contract/billing-terms/$Seats.billingTermId/seat-amendment", {
          effectiveDate: "2026-02-15",
          delta: "5",
        }),
      ),
      on("2026-03-01", close("2026-02")),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Seats 300.00       | 300.00 | ISSUED
      2026-02-01 | Seats 300.00       | 300.00 | ISSUED
      2026-02-15 | SEAT_TRUE_UP 75.00 | 75.00  | ISSUED
      2026-03-01 | Seats 450.00       | 450.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 300.00         | Cr CONTRACT_LIABILITY 300.00
      2026-01-31 | Dr CONTRACT_LIABILITY 300.00 | Cr REVENUE 300.00
      2026-02-01 | Dr RECEIVABLE 300.00         | Cr CONTRACT_LIABILITY 300.00
      2026-02-15 | Dr RECEIVABLE 75.00          | Cr CONTRACT_LIABILITY 75.00
      2026-02-28 | Dr CONTRACT_LIABILITY 375.00 | Cr REVENUE 375.00
      2026-03-01 | Dr RECEIVABLE 450.00         | Cr CONTRACT_LIABILITY 450.00
      2026-03-31 | Dr CONTRACT_LIABILITY 450.00 | Cr REVENUE 450.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |  300.00 |  300.00 Dr |               0.00 |  300.00 Cr
      2026-02 |  375.00 |  675.00 Dr |               0.00 |  675.00 Cr
      2026-03 |  450.00 | 1125.00 Dr |               0.00 | 1125.00 Cr`,
  },
  {
    // Each month is billed ten days before it begins. Four more from 10 February on: 4 × 30.00 × 19/28 = 81.43, which waits for
    // the invoice of March, 14 × 30.00 = 420.00. The four earn 81.43 + 120.00 = 201.43 from their own day on, 19/28 + 1 = 47/28
    // months: in February 201.43 × 19/47 = 81.43.
    title: "four more seats in the middle of a month, billed with the next invoice",
    steps: [
      on(
        "2025-12-20",
        obligation(
          "Seats",
          { ...tenSeats, invoiceDateStrategy: "ADVANCED_DUE_START", netPaymentTerms: 10 },
          { seatConfig: { defaultTrueUpTiming: "CO_TERM" } },
        ),
        approve,
      ),
      on("2026-02-01", close("2026-01")),
      on(
        "2026-02-10",
        act("POST /v3/contracts/$contract/billing-terms/$Seats.billingTermId/seat-amendment", {
          effectiveDate: "2026-02-10",
          delta: "4",
        }),
      ),
      on("2026-03-01", close("2026-02")),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2025-12-22 | Seats 300.00                      | 300.00 | ISSUED
      2026-01-22 | Seats 300.00                      | 300.00 | ISSUED
      2026-02-19 | SEAT_TRUE_UP 81.43 + Seats 420.00 | 501.43 | ISSUED
      JOURNAL
      2025-12-22 | Dr RECEIVABLE 300.00         | Cr CONTRACT_LIABILITY 300.00
      2026-01-22 | Dr RECEIVABLE 300.00         | Cr CONTRACT_LIABILITY 300.00
      2026-01-31 | Dr CONTRACT_LIABILITY 300.00 | Cr REVENUE 300.00
      2026-02-19 | Dr RECEIVABLE 501.43         | Cr CONTRACT_LIABILITY 501.43
      2026-02-28 | Dr CONTRACT_LIABILITY 381.43 | Cr REVENUE 381.43
      2026-03-31 | Dr CONTRACT_LIABILITY 420.00 | Cr REVENUE 420.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2025-12 |    0.00 |  300.00 Dr |          300.00 Cr |       0.00
      2026-01 |  300.00 |  600.00 Dr |          300.00 Cr |  300.00 Cr
      2026-02 |  381.43 | 1101.43 Dr |          420.00 Cr |  681.43 Cr
      2026-03 |  420.00 | 1101.43 Dr |               0.00 | 1101.43 Cr`,
  },
  {
    // The same with invoices on the first day: the four seats serve February for 4 × 30.00 × 19/28 = 81.43, and March's invoice
    // has them. At the end of February only time must pass until they are billed.
    title:
      "four seats more in the middle of a month, co-termed in advance: an unbilled receivable until the next invoice",
    steps: [
      on("2026-01-01", obligation("Seats", tenSeats, { seatConfig: { defaultTrueUpTiming: "CO_TERM" } }), approve),
      on("2026-02-01", close("2026-01")),
      on(
        "2026-02-10",
        act("POST /v3/contracts/$contract/billing-terms/$Seats.billingTermId/seat-amendment", {
          effectiveDate: "2026-02-10",
          delta: "4",
        }),
      ),
      on("2026-03-01", close("2026-02")),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Seats 300.00                      | 300.00 | ISSUED
      2026-02-01 | Seats 300.00                      | 300.00 | ISSUED
      2026-03-01 | SEAT_TRUE_UP 81.43 + Seats 420.00 | 501.43 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 300.00         | Cr CONTRACT_LIABILITY 300.00
      2026-01-31 | Dr CONTRACT_LIABILITY 300.00 | Cr REVENUE 300.00
      2026-02-01 | Dr RECEIVABLE 300.00         | Cr CONTRACT_LIABILITY 300.00
      2026-02-28 | Dr CONTRACT_LIABILITY 381.43 | Cr REVENUE 381.43
      2026-02-28 | Dr UNBILLED_RECEIVABLE 81.43 | Cr CONTRACT_LIABILITY 81.43
      2026-03-01 | Dr CONTRACT_LIABILITY 81.43  | Cr UNBILLED_RECEIVABLE 81.43
      2026-03-01 | Dr RECEIVABLE 501.43         | Cr CONTRACT_LIABILITY 501.43
      2026-03-31 | Dr CONTRACT_LIABILITY 420.00 | Cr REVENUE 420.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |  300.00 |  300.00 Dr |                0.00 |               0.00 |  300.00 Cr
      2026-02 |  381.43 |  600.00 Dr |            81.43 Dr |               0.00 |  681.43 Cr
      2026-03 |  420.00 | 1101.43 Dr |                0.00 |               0.00 | 1101.43 Cr`,
  },
  {
    // Four seats fewer from 15 February on: 4 × 30.00 × 14/28 = 60.00 are credited, and March is billed 6 × 30.00 = 180.00. The four
    // take 60.00 + 120.00 off from their own day on.
    title: "four seats fewer in the middle of a month, credited",
    steps: [
      on("2026-01-01", obligation("Seats", tenSeats, { seatConfig: { creditOnDecrease: "PRORATED" } }), approve),
      on("2026-02-01", close("2026-01")),
      on(
        "2026-02-15",
        act("POST /v3/contracts/$contract/billing-terms/$Seats.billingTermId/seat-amendment", {
          effectiveDate: "2026-02-15",
          delta: "-4",
        }),
      ),
      on("2026-03-01", close("2026-02")),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Seats 300.00 | 300.00 | ISSUED
      2026-02-01 | Seats 300.00 | 300.00 | ISSUED
      2026-03-01 | Seats 180.00 | 180.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 300.00         | Cr CONTRACT_LIABILITY 300.00
      2026-01-31 | Dr CONTRACT_LIABILITY 300.00 | Cr REVENUE 300.00
      2026-02-01 | Dr RECEIVABLE 300.00         | Cr CONTRACT_LIABILITY 300.00
      2026-02-15 | Dr CONTRACT_LIABILITY 60.00  | Cr CUSTOMER_CREDIT 60.00
      2026-02-28 | Dr CONTRACT_LIABILITY 240.00 | Cr REVENUE 240.00
      2026-03-01 | Dr RECEIVABLE 180.00         | Cr CONTRACT_LIABILITY 180.00
      2026-03-31 | Dr CONTRACT_LIABILITY 180.00 | Cr REVENUE 180.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE   | CUSTOMER_CREDIT
      2026-01 |  300.00 |  300.00 Dr |               0.00 | 300.00 Cr |            0.00
      2026-02 |  240.00 |  600.00 Dr |               0.00 | 540.00 Cr |        60.00 Cr
      2026-03 |  180.00 |  780.00 Dr |               0.00 | 720.00 Cr |        60.00 Cr`,
  },
  {
    // On 10 March five more seats are said to hold from 15 February on, when February is closed. Each invoiced month gets its line:
    // 5 × 30.00 × 14/28 = 75.00 and 5 × 30.00 = 150.00, dated today. March earns 450.00 and the 75.00 of February.
    title: "five more seats, back-dated into a closed month",
    steps: [
      on("2026-01-01", obligation("Seats", tenSeats, { seatConfig: { defaultTrueUpTiming: "IMMEDIATE" } }), approve),
      on("2026-03-01", close("2026-02")),
      on(
        "2026-03-10",
        act("POST /v3/contracts/$contract/billing-terms/$Seats.billingTermId/seat-amendment", {
          effectiveDate: "2026-02-15",
          delta: "5",
        }),
      ),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Seats 300.00                             | 300.00 | ISSUED
      2026-02-01 | Seats 300.00                             | 300.00 | ISSUED
      2026-03-01 | Seats 300.00                             | 300.00 | ISSUED
      2026-03-10 | SEAT_TRUE_UP 75.00 + SEAT_TRUE_UP 150.00 | 225.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 300.00         | Cr CONTRACT_LIABILITY 300.00
      2026-01-31 | Dr CONTRACT_LIABILITY 300.00 | Cr REVENUE 300.00
      2026-02-01 | Dr RECEIVABLE 300.00         | Cr CONTRACT_LIABILITY 300.00
      2026-02-28 | Dr CONTRACT_LIABILITY 300.00 | Cr REVENUE 300.00
      2026-03-01 | Dr RECEIVABLE 300.00         | Cr CONTRACT_LIABILITY 300.00
      2026-03-10 | Dr RECEIVABLE 225.00         | Cr CONTRACT_LIABILITY 225.00
      2026-03-31 | Dr CONTRACT_LIABILITY 525.00 | Cr REVENUE 525.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |  300.00 |  300.00 Dr |               0.00 |  300.00 Cr
      2026-02 |  300.00 |  600.00 Dr |               0.00 |  600.00 Cr
      2026-03 |  525.00 | 1125.00 Dr |               0.00 | 1125.00 Cr`,
  },
  {
    // A year of 1,200.00 ends on 14 February: 45 of 365 days, 147.95, are owed and 1,052.05 credited. In its place a bigger plan is
    // billed, 2,100.00 to the end of the year: half a month and ten, 200.00 a month. The credit settles a part of it. February
    // earns what is left of the old plan, 147.95 − 100.00 = 47.95, and 100.00 of the new one.
    title: "an upgrade of a year that is paid ahead: the old plan ends with a credit",
    steps: [
      on(
        "2026-01-01",
        obligation("Platform", { price: "1200.00", interval: "YEAR", from: "2026-01-01", to: "2026-12-31" }),
        approve,
      ),
      on("2026-02-01", close("2026-01")),
      on(
        "2026-02-14",
        act("PATCH /v3/contracts/$contract/billing-terms/$Platform.billingTermId/terminate", {
          endDate: "2026-02-14",
          creditUnused: true,
        }),
      ),
      on(
        "2026-02-15",
        obligation(
          "Enterprise",
          { price: "2100.00", interval: "NONE", from: "2026-02-15", to: "2026-02-15" },
          { serviceStartDate: "2026-02-15", serviceEndDate: "2026-12-31", recognitionPattern: "STRAIGHT_LINE" },
        ),
      ),
      on("2026-02-16", act("POST /v3/credit-memos/$memos.0.id/applications", { invoiceId: "$invoices.1.id" })),
      on("2026-03-01", close("2026-02")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Platform 1200.00   | 1200.00 | ISSUED
      2026-02-15 | Enterprise 2100.00 | 2100.00 | PARTIALLY_PAID
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 1200.00         | Cr CONTRACT_LIABILITY 1200.00
      2026-01-31 | Dr CONTRACT_LIABILITY 100.00  | Cr REVENUE 100.00
      2026-02-14 | Dr CONTRACT_LIABILITY 1052.05 | Cr CUSTOMER_CREDIT 1052.05
      2026-02-15 | Dr RECEIVABLE 2100.00         | Cr CONTRACT_LIABILITY 2100.00
      2026-02-16 | Dr CUSTOMER_CREDIT 1052.05    | Cr RECEIVABLE 1052.05
      2026-02-28 | Dr CONTRACT_LIABILITY 147.95  | Cr REVENUE 147.95
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE   | CUSTOMER_CREDIT
      2026-01 |  100.00 | 1200.00 Dr |         1100.00 Cr | 100.00 Cr |            0.00
      2026-02 |  147.95 | 2247.95 Dr |         2000.00 Cr | 247.95 Cr |            0.00`,
  },
];
