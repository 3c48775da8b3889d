import { act, approve, close, on, pobs, type Scenario, term } from "./scenario.ts";

/** A fee for 2024 for a licence, delivered in January, and support over the year, 6,000.00 each. */
const bundle = (billed: { readonly price: string; readonly interval: string }) =>
  on(
    "2024-01-01",
    term("Fee", { ...billed, from: "2024-01-01", to: "2024-12-31" }),
    pobs(
      "Fee",
      {
        ...{
          name: "Licence",
          serviceStartDate: "2024-01-15",
          serviceEndDate: "2024-01-15",
          transactionPrice: "6000.00",
        },
        ...{ recognitionPattern: "POINT_IN_TIME", recognitionDate: "2024-01-15" },
      },
      {
        ...{
          name: "Support",
          serviceStartDate: "2024-01-01",
          serviceEndDate: "2024-12-31",
          transactionPrice: "6000.00",
        },
        recognitionPattern: "STRAIGHT_LINE",
      },
    ),
    approve,
  );

export const terminations: readonly Scenario[] = [
  {
    // The licence was delivered and keeps its 6,000.00. Of support 182 of 366 days are left: 2,983.61 of 6,000.00, so the short
    // period bills 8,983.61 and 3,016.39 are credited. Support earned 2,500.00 by the end of May, and 483.61 in June.
    title: "what was delivered keeps its price, and only the rest is credited",
    pobs: true,
    steps: [
      bundle({ price: "12000.00", interval: "YEAR" }),
      on("2024-06-01", close("2024-05")),
      on(
        "2024-06-20",
        act("PATCH /v3/contracts/$contract/billing-terms/$Fee.id/terminate", {
          ...{ endDate: "2024-06-30", creditUnused: true },
        }),
      ),
      on("2024-08-01", close("2024-07")),
    ],
    worksheet: `
      INVOICES
      2024-01-01 | Fee 12000.00 | 12000.00 | ISSUED
      JOURNAL
      2024-01-01 | Dr RECEIVABLE 12000.00        | Cr CONTRACT_LIABILITY 12000.00
      2024-01-31 | Dr CONTRACT_LIABILITY 6500.00 | Cr REVENUE 6500.00
      2024-02-29 | Dr CONTRACT_LIABILITY 500.00  | Cr REVENUE 500.00
      2024-03-31 | Dr CONTRACT_LIABILITY 500.00  | Cr REVENUE 500.00
      2024-04-30 | Dr CONTRACT_LIABILITY 500.00  | Cr REVENUE 500.00
      2024-05-31 | Dr CONTRACT_LIABILITY 500.00  | Cr REVENUE 500.00
      2024-06-20 | Dr CONTRACT_LIABILITY 3016.39 | Cr CUSTOMER_CREDIT 3016.39
      2024-06-30 | Dr CONTRACT_LIABILITY 483.61  | Cr REVENUE 483.61
      MONTH ENDS
      month   | revenue | RECEIVABLE  | CUSTOMER_CREDIT | CONTRACT_LIABILITY | REVENUE
      2024-01 | 6500.00 | 12000.00 Dr |            0.00 |         5500.00 Cr | 6500.00 Cr
      2024-02 |  500.00 | 12000.00 Dr |            0.00 |         5000.00 Cr | 7000.00 Cr
      2024-03 |  500.00 | 12000.00 Dr |            0.00 |         4500.00 Cr | 7500.00 Cr
      2024-04 |  500.00 | 12000.00 Dr |            0.00 |         4000.00 Cr | 8000.00 Cr
      2024-05 |  500.00 | 12000.00 Dr |            0.00 |         3500.00 Cr | 8500.00 Cr
      2024-06 |  483.61 | 12000.00 Dr |      3016.39 Cr |               0.00 | 8983.61 Cr
      2024-07 |    0.00 | 12000.00 Dr |      3016.39 Cr |               0.00 | 8983.61 Cr`,
  },
  {
    // The same, billed by the month: the licence is ahead of its instalments, an asset of 5,500.00 at the end of January. When the last six
    // are cancelled, 6,000.00 are billed, and the licence alone costs as much, support to June beside it. So what is lacking, 6,000.00
    // of 12,000.00, is shared by price: 3,000.00 each. Support keeps 500.00 a month to June, and of the licence 3,000.00 go in June.
    title: "where instalments of what was delivered are cancelled, all share what is lacking by price",
    pobs: true,
    steps: [
      bundle({ price: "1000.00", interval: "MONTH" }),
      on("2024-06-01", close("2024-05")),
      on("2024-06-20", act("PATCH /v3/contracts/$contract/billing-terms/$Fee.id/terminate", { endDate: "2024-06-30" })),
      on("2024-08-01", close("2024-07")),
    ],
    worksheet: `
      INVOICES
      2024-01-01 | Fee 1000.00 | 1000.00 | ISSUED
      2024-02-01 | Fee 1000.00 | 1000.00 | ISSUED
      2024-03-01 | Fee 1000.00 | 1000.00 | ISSUED
      2024-04-01 | Fee 1000.00 | 1000.00 | ISSUED
      2024-05-01 | Fee 1000.00 | 1000.00 | ISSUED
      2024-06-01 | Fee 1000.00 | 1000.00 | ISSUED
      JOURNAL
      2024-01-01 | Dr RECEIVABLE 1000.00         | Cr CONTRACT_LIABILITY 1000.00
      2024-01-31 | Dr CONTRACT_LIABILITY 6500.00 | Cr REVENUE 6500.00
      2024-01-31 | Dr CONTRACT_ASSET 5500.00     | Cr CONTRACT_LIABILITY 5500.00
      2024-02-01 | Dr CONTRACT_LIABILITY 5500.00 | Cr CONTRACT_ASSET 5500.00
      2024-02-01 | Dr RECEIVABLE 1000.00         | Cr CONTRACT_LIABILITY 1000.00
      2024-02-29 | Dr CONTRACT_LIABILITY 500.00  | Cr REVENUE 500.00
      2024-02-29 | Dr CONTRACT_ASSET 5000.00     | Cr CONTRACT_LIABILITY 5000.00
      2024-03-01 | Dr CONTRACT_LIABILITY 5000.00 | Cr CONTRACT_ASSET 5000.00
      2024-03-01 | Dr RECEIVABLE 1000.00         | Cr CONTRACT_LIABILITY 1000.00
      2024-03-31 | Dr CONTRACT_LIABILITY 500.00  | Cr REVENUE 500.00
      2024-03-31 | Dr CONTRACT_ASSET 4500.00     | Cr CONTRACT_LIABILITY 4500.00
      2024-04-01 | Dr CONTRACT_LIABILITY 4500.00 | Cr CONTRACT_ASSET 4500.00
      2024-04-01 | Dr RECEIVABLE 1000.00         | Cr CONTRACT_LIABILITY 1000.00
      2024-04-30 | Dr CONTRACT_LIABILITY 500.00  | Cr REVENUE 500.00
      2024-04-30 | Dr CONTRACT_ASSET 4000.00     | Cr CONTRACT_LIABILITY 4000.00
      2024-05-01 | Dr CONTRACT_LIABILITY 4000.00 | Cr CONTRACT_ASSET 4000.00
      2024-05-01 | Dr RECEIVABLE 1000.00         | Cr CONTRACT_LIABILITY 1000.00
      2024-05-31 | Dr CONTRACT_LIABILITY 500.00  | Cr REVENUE 500.00
      2024-05-31 | Dr CONTRACT_ASSET 3500.00     | Cr CONTRACT_LIABILITY 3500.00
      2024-06-01 | Dr CONTRACT_LIABILITY 3500.00 | Cr CONTRACT_ASSET 3500.00
      2024-06-01 | Dr RECEIVABLE 1000.00         | Cr CONTRACT_LIABILITY 1000.00
      2024-06-30 | Dr REVENUE 2500.00            | Cr CONTRACT_LIABILITY 2500.00
      MONTH ENDS
      month   | revenue  | RECEIVABLE | CONTRACT_ASSET | CONTRACT_LIABILITY | REVENUE
      2024-01 | 6500.00  | 1000.00 Dr | 5500.00 Dr     | 0.00               | 6500.00 Cr
      2024-02 | 500.00   | 2000.00 Dr | 5000.00 Dr     | 0.00               | 7000.00 Cr
      2024-03 | 500.00   | 3000.00 Dr | 4500.00 Dr     | 0.00               | 7500.00 Cr
      2024-04 | 500.00   | 4000.00 Dr | 4000.00 Dr     | 0.00               | 8000.00 Cr
      2024-05 | 500.00   | 5000.00 Dr | 3500.00 Dr     | 0.00               | 8500.00 Cr
      2024-06 | -2500.00 | 6000.00 Dr | 0.00           | 0.00               | 6000.00 Cr
      2024-07 | 0.00     | 6000.00 Dr | 0.00           | 0.00               | 6000.00 Cr`,
  },
];
