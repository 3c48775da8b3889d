import { act, approve, close, obligation, on, type Scenario } from "./scenario.ts";

// Obligations that follow their billing terms share the price of the contract as stated ones do (ASC 606-10-32-31).

const shared = { allocationMethod: "RELATIVE_SSP" };
const year = { from: "2026-01-01", to: "2026-12-31", interval: "YEAR" };
const onFirstOfFebruary = { from: "2026-02-01", to: "2026-02-01", interval: "NONE" };
const access = obligation(
  "Access",
  { price: "12000.00", ...year },
  { serviceEndDate: "2026-12-31", standaloneSellingPrice: "10000.00" },
);
const setup = obligation(
  "Setup",
  { price: "1000.00", ...onFirstOfFebruary },
  { serviceEndDate: "2026-02-01", standaloneSellingPrice: "5000.00" },
);

export const sharedPrices: readonly Scenario[] = [
  {
    // 13,000.00 are shared 2 : 1. Access 8,666.67, 722.22 a month; setup 4,333.33 on its day: February has 722.23 and 4,333.33. By
    // the end of February 5,777.78 are earned of 13,000.00 billed.
    title: "two implied performance obligations share the price by standalone selling prices",
    contract: shared,
    steps: [on("2026-01-01", access, setup, approve), on("2026-03-01", close("2026-02"))],
    worksheet: `
      INVOICES
      2026-01-01 | Access 12000.00 | 12000.00 | ISSUED
      2026-02-01 | Setup 1000.00   | 1000.00  | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 12000.00       | Cr CONTRACT_LIABILITY 12000.00
      2026-01-31 | Dr CONTRACT_LIABILITY 722.22 | Cr REVENUE 722.22
      2026-02-01 | Dr RECEIVABLE 1000.00        | Cr CONTRACT_LIABILITY 1000.00
      2026-02-28 | Dr CONTRACT_LIABILITY 5055.56 | Cr REVENUE 5055.56
      MONTH ENDS
      month   | revenue | RECEIVABLE  | CONTRACT_LIABILITY | REVENUE
      2026-01 |  722.22 | 12000.00 Dr |        11277.78 Cr |  722.22 Cr
      2026-02 | 5055.56 | 13000.00 Dr |         7222.22 Cr | 5777.78 Cr`,
  },
  {
    // A credit of 1,300.00 on the line of access is a change of the price of both, shared as it was: 866.67 and 433.33. January and
    // February were closed before. Access is 7,800.00 now, 650.00 a month, setup 3,900.00: by the end of March 1,950.00 and 3,900.00.
    title: "a credit of the first line lowers both, by standalone selling prices",
    contract: shared,
    steps: [
      on("2026-01-01", access, setup, approve),
      on("2026-03-01", close("2026-02")),
      on(
        "2026-03-10",
        act("POST /v3/credit-memos", {
          ...{ customerId: "$customer", issueDate: "2026-03-10", reason: "Price" },
          items: [{ invoiceLineItemId: "$invoices.0.lineItems.0.id", amount: "1300.00" }],
        }),
      ),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Access 12000.00 | 12000.00 | ISSUED
      2026-02-01 | Setup 1000.00   | 1000.00  | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 12000.00        | Cr CONTRACT_LIABILITY 12000.00
      2026-01-31 | Dr CONTRACT_LIABILITY 722.22  | Cr REVENUE 722.22
      2026-02-01 | Dr RECEIVABLE 1000.00         | Cr CONTRACT_LIABILITY 1000.00
      2026-02-28 | Dr CONTRACT_LIABILITY 5055.56 | Cr REVENUE 5055.56
      2026-03-10 | Dr CONTRACT_LIABILITY 1300.00 | Cr CUSTOMER_CREDIT 1300.00
      2026-03-31 | Dr CONTRACT_LIABILITY 72.22   | Cr REVENUE 72.22
      MONTH ENDS
      month   | revenue | RECEIVABLE  | CUSTOMER_CREDIT | CONTRACT_LIABILITY | REVENUE
      2026-01 |  722.22 | 12000.00 Dr |            0.00 |        11277.78 Cr |  722.22 Cr
      2026-02 | 5055.56 | 13000.00 Dr |            0.00 |         7222.22 Cr | 5777.78 Cr
      2026-03 |   72.22 | 13000.00 Dr |      1300.00 Cr |         5850.00 Cr | 5850.00 Cr`,
  },
  {
    // January and February earned 600.00 of 1,200.00. The 600.00 that are left and the 300.00 of the training are shared by what is
    // still to be served: 600.00 of support and 600.00 of training. 450.00 each: March 225.00 and 450.00, April 225.00.
    title: "an obligation added later shares the rest of the price, though both are implied",
    contract: shared,
    steps: [
      on(
        "2026-01-01",
        obligation(
          "Support",
          { price: "1200.00", from: "2026-01-01", to: "2026-04-30", interval: "MONTH", intervalFrequency: 4 },
          { serviceEndDate: "2026-04-30", standaloneSellingPrice: "1200.00" },
        ),
        approve,
      ),
      on(
        "2026-03-01",
        close("2026-02"),
        obligation(
          "Training",
          { price: "300.00", from: "2026-03-01", to: "2026-03-01", interval: "NONE" },
          {
            ...{ serviceStartDate: "2026-03-15", serviceEndDate: "2026-03-15", standaloneSellingPrice: "600.00" },
            recognitionPattern: "POINT_IN_TIME",
          },
        ),
      ),
      on("2026-05-01", close("2026-04")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Support 1200.00 | 1200.00 | ISSUED
      2026-03-01 | Training 300.00 | 300.00  | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 1200.00        | Cr CONTRACT_LIABILITY 1200.00
      2026-01-31 | Dr CONTRACT_LIABILITY 300.00 | Cr REVENUE 300.00
      2026-02-28 | Dr CONTRACT_LIABILITY 300.00 | Cr REVENUE 300.00
      2026-03-01 | Dr RECEIVABLE 300.00         | Cr CONTRACT_LIABILITY 300.00
      2026-03-31 | Dr CONTRACT_LIABILITY 675.00 | Cr REVENUE 675.00
      2026-04-30 | Dr CONTRACT_LIABILITY 225.00 | Cr REVENUE 225.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |  300.00 | 1200.00 Dr |          900.00 Cr |  300.00 Cr
      2026-02 |  300.00 | 1200.00 Dr |          600.00 Cr |  600.00 Cr
      2026-03 |  675.00 | 1500.00 Dr |          225.00 Cr | 1275.00 Cr
      2026-04 |  225.00 | 1500.00 Dr |               0.00 | 1500.00 Cr`,
  },
  {
    // Ten seats for half a year, 600.00, sell for 1,200.00, and a training in June, 600.00, for 600.00: 800.00 and 400.00 of 1,200.00. Ten more
    // seats from April on bring what they sell for, 600.00 for their three months. Then 1,100.00 are left, 400.00 being earned: for twenty
    // seats, which sell for 1,200.00 in that time, 733.33, and 366.67 for the training.
    title: "added seats bring their standalone selling price in proportion",
    contract: shared,
    steps: [
      on(
        "2026-01-01",
        obligation(
          "Seats",
          {
            ...{ price: "10.00", from: "2026-01-01", to: "2026-06-30", billingType: "UNIT", quantity: "10" },
            seatConfig: {},
          },
          { standaloneSellingPrice: "1200.00" },
        ),
        obligation(
          "Training",
          { price: "600.00", from: "2026-06-01", to: "2026-06-01", interval: "NONE" },
          { serviceEndDate: "2026-06-01", standaloneSellingPrice: "600.00" },
        ),
        approve,
      ),
      on("2026-03-01", close("2026-02")),
      on(
        "2026-03-20",
        act("POST /v3/contracts/$contract/billing-terms/$Seats.billingTermId/seat-amendment", {
          ...{ effectiveDate: "2026-04-01", delta: "10" },
        }),
      ),
      on("2026-07-01", close("2026-06")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Seats 100.00                   | 100.00 | ISSUED
      2026-02-01 | Seats 100.00                   | 100.00 | ISSUED
      2026-03-01 | Seats 100.00                   | 100.00 | ISSUED
      2026-04-01 | Seats 200.00                   | 200.00 | ISSUED
      2026-05-01 | Seats 200.00                   | 200.00 | ISSUED
      2026-06-01 | Seats 200.00 + Training 600.00 | 800.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 100.00         | Cr CONTRACT_LIABILITY 100.00
      2026-01-31 | Dr CONTRACT_LIABILITY 133.33 | Cr REVENUE 133.33
      2026-01-31 | Dr CONTRACT_ASSET 33.33      | Cr CONTRACT_LIABILITY 33.33
      2026-02-01 | Dr CONTRACT_LIABILITY 33.33  | Cr CONTRACT_ASSET 33.33
      2026-02-01 | Dr RECEIVABLE 100.00         | Cr CONTRACT_LIABILITY 100.00
      2026-02-28 | Dr CONTRACT_LIABILITY 133.34 | Cr REVENUE 133.34
      2026-02-28 | Dr CONTRACT_ASSET 66.67      | Cr CONTRACT_LIABILITY 66.67
      2026-03-01 | Dr CONTRACT_LIABILITY 66.67  | Cr CONTRACT_ASSET 66.67
      2026-03-01 | Dr RECEIVABLE 100.00         | Cr CONTRACT_LIABILITY 100.00
      2026-03-31 | Dr CONTRACT_LIABILITY 133.33 | Cr REVENUE 133.33
      2026-03-31 | Dr CONTRACT_ASSET 100.00     | Cr CONTRACT_LIABILITY 100.00
      2026-04-01 | Dr CONTRACT_LIABILITY 100.00 | Cr CONTRACT_ASSET 100.00
      2026-04-01 | Dr RECEIVABLE 200.00         | Cr CONTRACT_LIABILITY 200.00
      2026-04-30 | Dr CONTRACT_LIABILITY 244.44 | Cr REVENUE 244.44
      2026-04-30 | Dr CONTRACT_ASSET 144.44     | Cr CONTRACT_LIABILITY 144.44
      2026-05-01 | Dr CONTRACT_LIABILITY 144.44 | Cr CONTRACT_ASSET 144.44
      2026-05-01 | Dr RECEIVABLE 200.00         | Cr CONTRACT_LIABILITY 200.00
      2026-05-31 | Dr CONTRACT_LIABILITY 244.45 | Cr REVENUE 244.45
      2026-05-31 | Dr CONTRACT_ASSET 188.89     | Cr CONTRACT_LIABILITY 188.89
      2026-06-01 | Dr CONTRACT_LIABILITY 188.89 | Cr CONTRACT_ASSET 188.89
      2026-06-01 | Dr RECEIVABLE 800.00         | Cr CONTRACT_LIABILITY 800.00
      2026-06-30 | Dr CONTRACT_LIABILITY 611.11 | Cr REVENUE 611.11
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_ASSET | CONTRACT_LIABILITY | REVENUE
      2026-01 | 133.33  | 100.00 Dr  | 33.33 Dr       | 0.00               | 133.33 Cr
      2026-02 | 133.34  | 200.00 Dr  | 66.67 Dr       | 0.00               | 266.67 Cr
      2026-03 | 133.33  | 300.00 Dr  | 100.00 Dr      | 0.00               | 400.00 Cr
      2026-04 | 244.44  | 500.00 Dr  | 144.44 Dr      | 0.00               | 644.44 Cr
      2026-05 | 244.45  | 700.00 Dr  | 188.89 Dr      | 0.00               | 888.89 Cr
      2026-06 | 611.11  | 1500.00 Dr | 0.00           | 0.00               | 1500.00 Cr`,
  },
];
