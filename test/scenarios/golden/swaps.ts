import { type Act, act, approve, close, obligation, on, type Scenario } from "./scenario.ts";

// 300.00 for the quarter, billed ahead; from July on another plan. June keeps its third.
const quarter = {
  ...{ from: "2026-06-01", to: "2026-08-31", interval: "QUARTER", price: "300.00" },
  prorationPolicy: "MONTH",
};

/** Another plan in the place of Support from July on. */
const swap = (name: string, amount: string, intervalFrequency: number): Act =>
  act("POST /v3/contracts/$contract/billing-terms/$Support.billingTermId/swap", {
    effectiveDate: "2026-07-01",
    newTerm: {
      ...{ name, intervalFrequency, endDate: "2026-08-31", interval: "MONTH", invoiceDateStrategy: "FIRST_OF_PERIOD" },
      billingType: "FLAT",
      pricing: [{ amount, amountType: "TOTAL_INVOICE" }],
    },
  });

// What two services sell for, a year of each.
const year = { from: "2026-01-01", to: "2026-12-31", interval: "YEAR" };
const sellsFor = (standaloneSellingPrice: string) => ({ serviceEndDate: year.to, standaloneSellingPrice });

const swapShared = act("POST /v3/contracts/$contract/billing-terms/$Access.billingTermId/swap", {
  effectiveDate: "2026-07-01",
  newTerm: {
    ...{ name: "Large", endDate: "2026-12-31", interval: "MONTH", intervalFrequency: 6 },
    ...{ invoiceDateStrategy: "FIRST_OF_PERIOD", billingType: "FLAT", standaloneSellingPrice: "1800.00" },
    pricing: [{ amount: "900.00", amountType: "TOTAL_INVOICE" }],
  },
});

const closes = [
  on("2026-07-02", close("2026-06")),
  on("2026-08-02", close("2026-07")),
  on("2026-09-02", close("2026-08")),
];

export const swaps: readonly Scenario[] = [
  {
    // 200.00 of the quarter are unused. The new plan is 480.00 for two months, so 280.00 are left to pay, on one invoice.
    title: "a larger plan replaces one that is billed ahead: one invoice with what is left to pay",
    steps: [
      on("2026-06-01", obligation("Support", quarter), approve),
      on("2026-07-01", swap("Large", "480.00", 2)),
      ...closes,
    ],
    worksheet: `
      INVOICES
      2026-06-01 | Support 300.00                    | 300.00 | ISSUED
      2026-07-01 | Large 480.00 + ADJUSTMENT -200.00 | 280.00 | ISSUED
      JOURNAL
      2026-06-01 | Dr RECEIVABLE 300.00         | Cr CONTRACT_LIABILITY 300.00
      2026-06-30 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-07-01 | Dr RECEIVABLE 280.00         | Cr CONTRACT_LIABILITY 280.00
      2026-07-31 | Dr CONTRACT_LIABILITY 240.00 | Cr REVENUE 240.00
      2026-08-31 | Dr CONTRACT_LIABILITY 240.00 | Cr REVENUE 240.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-06 |  100.00 |  300.00 Dr |          200.00 Cr | 100.00 Cr
      2026-07 |  240.00 |  580.00 Dr |          240.00 Cr | 340.00 Cr
      2026-08 |  240.00 |  580.00 Dr |               0.00 | 580.00 Cr`,
  },
  {
    // The new plan is 80.00 a month. Its first bill takes 80.00 of the 200.00 and comes to nothing; 120.00 are a credit memo.
    title: "a smaller plan replaces one that is billed ahead: what its first bill cannot carry is credited",
    steps: [
      on("2026-06-01", obligation("Support", quarter), approve),
      on("2026-07-01", swap("Small", "80.00", 1)),
      ...closes,
    ],
    worksheet: `
      INVOICES
      2026-06-01 | Support 300.00                  | 300.00 | ISSUED
      2026-07-01 | Small 80.00 + ADJUSTMENT -80.00 |   0.00 | PAID
      2026-08-01 | Small 80.00                     |  80.00 | ISSUED
      JOURNAL
      2026-06-01 | Dr RECEIVABLE 300.00         | Cr CONTRACT_LIABILITY 300.00
      2026-06-30 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-07-01 | Dr CONTRACT_LIABILITY 120.00 | Cr CUSTOMER_CREDIT 120.00
      2026-07-31 | Dr CONTRACT_LIABILITY 80.00  | Cr REVENUE 80.00
      2026-08-01 | Dr RECEIVABLE 80.00          | Cr CONTRACT_LIABILITY 80.00
      2026-08-31 | Dr CONTRACT_LIABILITY 80.00  | Cr REVENUE 80.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CUSTOMER_CREDIT | CONTRACT_LIABILITY | REVENUE
      2026-06 |  100.00 |  300.00 Dr |            0.00 |          200.00 Cr | 100.00 Cr
      2026-07 |   80.00 |  300.00 Dr |       120.00 Cr |               0.00 | 180.00 Cr
      2026-08 |   80.00 |  380.00 Dr |       120.00 Cr |               0.00 | 260.00 Cr`,
  },
  {
    // 1,800.00 for two services that sell for 1,200.00 each: 75.00 a month of either. On 1 July 900.00 are earned. Access bills
    // 600.00 and the other plan 900.00, so 2,100.00 − 900.00 = 1,200.00 are left for half a year of training, which sells for
    // 600.00, and the plan, which sells for 1,800.00: 300.00 and 900.00, 200.00 a month together.
    title: "where the price is shared, the new plan takes its part by what it sells for",
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        "2026-01-01",
        obligation("Access", { ...year, price: "1200.00", prorationPolicy: "MONTH" }, sellsFor("1200.00")),
        obligation("Training", { ...year, price: "600.00" }, sellsFor("1200.00")),
        approve,
      ),
      on("2026-07-01", close("2026-06"), swapShared),
      on("2027-01-02", close("2026-12")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Access 1200.00 + Training 600.00  | 1800.00 | ISSUED
      2026-07-01 | Large 900.00 + ADJUSTMENT -600.00 |  300.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 1800.00        | Cr CONTRACT_LIABILITY 1800.00
      2026-01-31 | Dr CONTRACT_LIABILITY 150.00 | Cr REVENUE 150.00
      2026-02-28 | Dr CONTRACT_LIABILITY 150.00 | Cr REVENUE 150.00
      2026-03-31 | Dr CONTRACT_LIABILITY 150.00 | Cr REVENUE 150.00
      2026-04-30 | Dr CONTRACT_LIABILITY 150.00 | Cr REVENUE 150.00
      2026-05-31 | Dr CONTRACT_LIABILITY 150.00 | Cr REVENUE 150.00
      2026-06-30 | Dr CONTRACT_LIABILITY 150.00 | Cr REVENUE 150.00
      2026-07-01 | Dr RECEIVABLE 300.00         | Cr CONTRACT_LIABILITY 300.00
      2026-07-31 | Dr CONTRACT_LIABILITY 200.00 | Cr REVENUE 200.00
      2026-08-31 | Dr CONTRACT_LIABILITY 200.00 | Cr REVENUE 200.00
      2026-09-30 | Dr CONTRACT_LIABILITY 200.00 | Cr REVENUE 200.00
      2026-10-31 | Dr CONTRACT_LIABILITY 200.00 | Cr REVENUE 200.00
      2026-11-30 | Dr CONTRACT_LIABILITY 200.00 | Cr REVENUE 200.00
      2026-12-31 | Dr CONTRACT_LIABILITY 200.00 | Cr REVENUE 200.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |  150.00 | 1800.00 Dr |         1650.00 Cr |  150.00 Cr
      2026-02 |  150.00 | 1800.00 Dr |         1500.00 Cr |  300.00 Cr
      2026-03 |  150.00 | 1800.00 Dr |         1350.00 Cr |  450.00 Cr
      2026-04 |  150.00 | 1800.00 Dr |         1200.00 Cr |  600.00 Cr
      2026-05 |  150.00 | 1800.00 Dr |         1050.00 Cr |  750.00 Cr
      2026-06 |  150.00 | 1800.00 Dr |          900.00 Cr |  900.00 Cr
      2026-07 |  200.00 | 2100.00 Dr |         1000.00 Cr | 1100.00 Cr
      2026-08 |  200.00 | 2100.00 Dr |          800.00 Cr | 1300.00 Cr
      2026-09 |  200.00 | 2100.00 Dr |          600.00 Cr | 1500.00 Cr
      2026-10 |  200.00 | 2100.00 Dr |          400.00 Cr | 1700.00 Cr
      2026-11 |  200.00 | 2100.00 Dr |          200.00 Cr | 1900.00 Cr
      2026-12 |  200.00 | 2100.00 Dr |               0.00 | 2100.00 Cr`,
  },
];
