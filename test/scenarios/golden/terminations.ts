import { act, approve, ask, close, obligation, on, pobs, type Scenario, term } from "./scenario.ts";

/**
 * A fee for 2024 for a licence, delivered in January, and support over the year, 6,000.00 each; where their standalone selling prices are
 * given, they are of one price that is shared by these.
 */
const bundle = (
  billed: { readonly price: string; readonly interval: string },
  { licence, support }: { readonly licence?: string; readonly support?: string } = {},
) =>
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
        ...(licence === undefined ? {} : { standaloneSellingPrice: licence }),
      },
      {
        ...{
          name: "Support",
          serviceStartDate: "2024-01-01",
          serviceEndDate: "2024-12-31",
          transactionPrice: "6000.00",
        },
        recognitionPattern: "STRAIGHT_LINE",
        ...(support === undefined ? {} : { standaloneSellingPrice: support }),
      },
    ),
    approve,
  );

/** 3,000.00 a quarter for 2026, all of it stated of support; another price from April on, and what it comes to is stated. */
const followed = (quarterly: string, stated: string) => [
  on(
    "2026-01-01",
    term("Fee", { price: "3000.00", interval: "QUARTER", from: "2026-01-01", to: "2026-12-31" }),
    pobs("Fee", {
      ...{ name: "Support", serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31" },
      ...{ recognitionPattern: "STRAIGHT_LINE", transactionPrice: "12000.00" },
    }),
    approve,
  ),
  on(
    "2026-03-20",
    act("PATCH /v3/contracts/$contract/billing-terms/$Fee.id", {
      ...{ effectiveDate: "2026-04-01", pricing: [{ amount: quarterly, amountType: "TOTAL_INVOICE" }] },
    }),
    act("PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id", {
      ...{ effectiveDate: "2026-04-01", transactionPrice: stated },
    }),
  ),
];
const endedWithSeptember = act("PATCH /v3/contracts/$contract/billing-terms/$Fee.id/terminate", {
  endDate: "2026-09-30",
});

export const terminations: readonly Scenario[] = [
  {
    // The licence was delivered and keeps its 6,000.00. Of support 182 of 366 days are left: 2,983.61 of 6,000.00, so the short
    // period bills 8,983.61 and 3,016.39 are credited. Support earned 2,500.00 by the end of May, and 483.61 in June.
    title: "a delivered obligation keeps its price, and only the rest is credited",
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
    title:
      "when instalments of a delivered obligation are cancelled, all obligations share the missing amount by price",
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
  {
    // 300.00 a quarter in advance. All of the second one is credited in April, so April to June earn nothing. Ended with May, which is still
    // open on 3 June: the price falls by the days beyond it, which the credit took already, in May as well. Neither month moves.
    title: "a credit before the end of a term counts once in the month from which the end is effective",
    steps: [
      on(
        "2026-01-01",
        obligation("Care", { price: "300.00", interval: "QUARTER", from: "2026-01-01", to: "2026-12-31" }),
        approve,
      ),
      on("2026-04-01", close("2026-03")),
      on(
        "2026-04-10",
        act("POST /v3/credit-memos", {
          customerId: "$customer",
          issueDate: "2026-04-10",
          reason: "Out of service",
          items: [{ invoiceLineItemId: "$invoices.1.lineItems.0.id", amount: "300.00" }],
        }),
      ),
      on("2026-05-01", close("2026-04")),
      on(
        "2026-06-03",
        act("PATCH /v3/contracts/$contract/billing-terms/$Care.billingTermId/terminate", {
          ...{ endDate: "2026-05-31", creditUnused: true },
        }),
        close("2026-05"),
      ),
      on("2026-07-01", close("2026-06")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Care 300.00 | 300.00 | ISSUED
      2026-04-01 | Care 300.00 | 300.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 300.00         | Cr CONTRACT_LIABILITY 300.00
      2026-01-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-02-28 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-03-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-04-01 | Dr RECEIVABLE 300.00         | Cr CONTRACT_LIABILITY 300.00
      2026-04-10 | Dr CONTRACT_LIABILITY 300.00 | Cr CUSTOMER_CREDIT 300.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CUSTOMER_CREDIT | CONTRACT_LIABILITY | REVENUE
      2026-01 | 100.00  | 300.00 Dr  | 0.00            | 200.00 Cr          | 100.00 Cr
      2026-02 | 100.00  | 300.00 Dr  | 0.00            | 100.00 Cr          | 200.00 Cr
      2026-03 | 100.00  | 300.00 Dr  | 0.00            | 0.00               | 300.00 Cr
      2026-04 | 0.00    | 600.00 Dr  | 300.00 Cr       | 0.00               | 300.00 Cr
      2026-05 | 0.00    | 600.00 Dr  | 300.00 Cr       | 0.00               | 300.00 Cr
      2026-06 | 0.00    | 600.00 Dr  | 300.00 Cr       | 0.00               | 300.00 Cr`,
  },
  {
    // 3,000.00 + 2 × 1,500.00 are billed to the end of September, and support states 7,500.00, which follow the lower price: it loses the
    // 1,500.00 of the last quarter, and not the 3,000.00 that the quarter was worth at approval.
    title: "a stated price lowered after a lower term price loses the removed days at that price",
    pobs: true,
    steps: [
      ...followed("1500.00", "7500.00"),
      on("2026-09-01", close("2026-08")),
      on("2026-09-10", endedWithSeptember),
      on("2026-11-01", close("2026-10")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Fee 3000.00 | 3000.00 | ISSUED
      2026-04-01 | Fee 1500.00 | 1500.00 | ISSUED
      2026-07-01 | Fee 1500.00 | 1500.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 3000.00 | Cr CONTRACT_LIABILITY 3000.00
      2026-01-31 | Dr CONTRACT_LIABILITY 1000.00 | Cr REVENUE 1000.00
      2026-02-28 | Dr CONTRACT_LIABILITY 1000.00 | Cr REVENUE 1000.00
      2026-03-31 | Dr CONTRACT_LIABILITY 1000.00 | Cr REVENUE 1000.00
      2026-04-01 | Dr RECEIVABLE 1500.00 | Cr CONTRACT_LIABILITY 1500.00
      2026-04-30 | Dr CONTRACT_LIABILITY 500.00 | Cr REVENUE 500.00
      2026-05-31 | Dr CONTRACT_LIABILITY 500.00 | Cr REVENUE 500.00
      2026-06-30 | Dr CONTRACT_LIABILITY 500.00 | Cr REVENUE 500.00
      2026-07-01 | Dr RECEIVABLE 1500.00 | Cr CONTRACT_LIABILITY 1500.00
      2026-07-31 | Dr CONTRACT_LIABILITY 500.00 | Cr REVENUE 500.00
      2026-08-31 | Dr CONTRACT_LIABILITY 500.00 | Cr REVENUE 500.00
      2026-09-30 | Dr CONTRACT_LIABILITY 500.00 | Cr REVENUE 500.00
      MONTH ENDS
      month | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 | 1000.00 | 3000.00 Dr | 2000.00 Cr | 1000.00 Cr
      2026-02 | 1000.00 | 3000.00 Dr | 1000.00 Cr | 2000.00 Cr
      2026-03 | 1000.00 | 3000.00 Dr | 0.00 | 3000.00 Cr
      2026-04 | 500.00 | 4500.00 Dr | 1000.00 Cr | 3500.00 Cr
      2026-05 | 500.00 | 4500.00 Dr | 500.00 Cr | 4000.00 Cr
      2026-06 | 500.00 | 4500.00 Dr | 0.00 | 4500.00 Cr
      2026-07 | 500.00 | 6000.00 Dr | 1000.00 Cr | 5000.00 Cr
      2026-08 | 500.00 | 6000.00 Dr | 500.00 Cr | 5500.00 Cr
      2026-09 | 500.00 | 6000.00 Dr | 0.00 | 6000.00 Cr
      2026-10 | 0.00 | 6000.00 Dr | 0.00 | 6000.00 Cr`,
  },
  {
    // 3,000.00 + 2 × 4,500.00 are billed to the end of September. Support states 16,500.00, which follow the higher price, and loses the
    // 4,500.00 of the last quarter: nothing is beyond it, and each month goes on as it was.
    title: "a stated price raised after a higher term price leaves no residual",
    pobs: true,
    steps: [
      ...followed("4500.00", "16500.00"),
      on("2026-06-01", close("2026-05")),
      on("2026-06-10", endedWithSeptember),
      on("2026-11-01", close("2026-10")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Fee 3000.00 | 3000.00 | ISSUED
      2026-04-01 | Fee 4500.00 | 4500.00 | ISSUED
      2026-07-01 | Fee 4500.00 | 4500.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 3000.00 | Cr CONTRACT_LIABILITY 3000.00
      2026-01-31 | Dr CONTRACT_LIABILITY 1000.00 | Cr REVENUE 1000.00
      2026-02-28 | Dr CONTRACT_LIABILITY 1000.00 | Cr REVENUE 1000.00
      2026-03-31 | Dr CONTRACT_LIABILITY 1000.00 | Cr REVENUE 1000.00
      2026-04-01 | Dr RECEIVABLE 4500.00 | Cr CONTRACT_LIABILITY 4500.00
      2026-04-30 | Dr CONTRACT_LIABILITY 1500.00 | Cr REVENUE 1500.00
      2026-05-31 | Dr CONTRACT_LIABILITY 1500.00 | Cr REVENUE 1500.00
      2026-06-30 | Dr CONTRACT_LIABILITY 1500.00 | Cr REVENUE 1500.00
      2026-07-01 | Dr RECEIVABLE 4500.00 | Cr CONTRACT_LIABILITY 4500.00
      2026-07-31 | Dr CONTRACT_LIABILITY 1500.00 | Cr REVENUE 1500.00
      2026-08-31 | Dr CONTRACT_LIABILITY 1500.00 | Cr REVENUE 1500.00
      2026-09-30 | Dr CONTRACT_LIABILITY 1500.00 | Cr REVENUE 1500.00
      MONTH ENDS
      month | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 | 1000.00 | 3000.00 Dr | 2000.00 Cr | 1000.00 Cr
      2026-02 | 1000.00 | 3000.00 Dr | 1000.00 Cr | 2000.00 Cr
      2026-03 | 1000.00 | 3000.00 Dr | 0.00 | 3000.00 Cr
      2026-04 | 1500.00 | 7500.00 Dr | 3000.00 Cr | 4500.00 Cr
      2026-05 | 1500.00 | 7500.00 Dr | 1500.00 Cr | 6000.00 Cr
      2026-06 | 1500.00 | 7500.00 Dr | 0.00 | 7500.00 Cr
      2026-07 | 1500.00 | 12000.00 Dr | 3000.00 Cr | 9000.00 Cr
      2026-08 | 1500.00 | 12000.00 Dr | 1500.00 Cr | 10500.00 Cr
      2026-09 | 1500.00 | 12000.00 Dr | 0.00 | 12000.00 Cr
      2026-10 | 0.00 | 12000.00 Dr | 0.00 | 12000.00 Cr`,
  },
  {
    // 1,000.00 a month. Of 12,000.00 the work is listed with 2,000.00 each in January, March and June, and 3,000.00 each in September and
    // December. Ended with June it bills 6,000.00, which are those of the months that were served: the later ones lose all.
    title: "served listed months keep their amounts, and listed months after the end lose theirs",
    pobs: true,
    steps: [
      on(
        "2026-01-01",
        term("Fee", { price: "1000.00", from: "2026-01-01", to: "2026-12-31" }),
        pobs("Fee", {
          ...{
            name: "Work",
            serviceStartDate: "2026-01-01",
            serviceEndDate: "2026-12-31",
            transactionPrice: "12000.00",
          },
          recognitionPattern: "CUSTOM",
          customRevenue: [
            ...["2026-01", "2026-03", "2026-06"].map((timeframe) => ({ timeframe, total: "2000.00" })),
            ...["2026-09", "2026-12"].map((timeframe) => ({ timeframe, total: "3000.00" })),
          ],
        }),
        approve,
      ),
      on("2026-06-01", close("2026-05")),
      on(
        "2026-06-10",
        act("PATCH /v3/contracts/$contract/billing-terms/$Fee.id/terminate", { endDate: "2026-06-30" }),
        ask(
          "Work",
          "/v3/contracts/$contract/performance-obligations",
          ...["serviceEndDate", "transactionPrice", "customRevenue"],
        ),
      ),
      on("2026-08-01", close("2026-07")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Fee 1000.00 | 1000.00 | ISSUED
      2026-02-01 | Fee 1000.00 | 1000.00 | ISSUED
      2026-03-01 | Fee 1000.00 | 1000.00 | ISSUED
      2026-04-01 | Fee 1000.00 | 1000.00 | ISSUED
      2026-05-01 | Fee 1000.00 | 1000.00 | ISSUED
      2026-06-01 | Fee 1000.00 | 1000.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 1000.00         | Cr CONTRACT_LIABILITY 1000.00
      2026-01-31 | Dr CONTRACT_LIABILITY 2000.00 | Cr REVENUE 2000.00
      2026-01-31 | Dr CONTRACT_ASSET 1000.00     | Cr CONTRACT_LIABILITY 1000.00
      2026-02-01 | Dr CONTRACT_LIABILITY 1000.00 | Cr CONTRACT_ASSET 1000.00
      2026-02-01 | Dr RECEIVABLE 1000.00         | Cr CONTRACT_LIABILITY 1000.00
      2026-03-01 | Dr RECEIVABLE 1000.00         | Cr CONTRACT_LIABILITY 1000.00
      2026-03-31 | Dr CONTRACT_LIABILITY 2000.00 | Cr REVENUE 2000.00
      2026-03-31 | Dr CONTRACT_ASSET 1000.00     | Cr CONTRACT_LIABILITY 1000.00
      2026-04-01 | Dr CONTRACT_LIABILITY 1000.00 | Cr CONTRACT_ASSET 1000.00
      2026-04-01 | Dr RECEIVABLE 1000.00         | Cr CONTRACT_LIABILITY 1000.00
      2026-05-01 | Dr RECEIVABLE 1000.00         | Cr CONTRACT_LIABILITY 1000.00
      2026-06-01 | Dr RECEIVABLE 1000.00         | Cr CONTRACT_LIABILITY 1000.00
      2026-06-30 | Dr CONTRACT_LIABILITY 2000.00 | Cr REVENUE 2000.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_ASSET | CONTRACT_LIABILITY | REVENUE
      2026-01 | 2000.00 | 1000.00 Dr | 1000.00 Dr     | 0.00               | 2000.00 Cr
      2026-02 | 0.00    | 2000.00 Dr | 0.00           | 0.00               | 2000.00 Cr
      2026-03 | 2000.00 | 3000.00 Dr | 1000.00 Dr     | 0.00               | 4000.00 Cr
      2026-04 | 0.00    | 4000.00 Dr | 0.00           | 0.00               | 4000.00 Cr
      2026-05 | 0.00    | 5000.00 Dr | 0.00           | 1000.00 Cr         | 4000.00 Cr
      2026-06 | 2000.00 | 6000.00 Dr | 0.00           | 0.00               | 6000.00 Cr
      2026-07 | 0.00    | 6000.00 Dr | 0.00           | 0.00               | 6000.00 Cr
      ANSWERS
      2026-06-10 | Work | serviceEndDate 2026-06-30 | transactionPrice 6000.00 | customRevenue [{"timeframe":"2026-01","total":"2000.00"},{"timeframe":"2026-03","total":"2000.00"},{"timeframe":"2026-06","total":"2000.00"}]`,
  },
  {
    // One price of 12,000.00, of which the licence has 9,000.00 by what it sells for and support 3,000.00. The licence was delivered and
    // keeps its 9,000.00; of support 182 of 366 days are left, 1,491.80 of 3,000.00. So the short period bills 10,491.80 and 1,508.20 are
    // credited: what was not earned of support. Support earned 1,250.00 by the end of May, and 241.80 in June.
    title: "in an allocated contract a delivered obligation keeps its allocated price, and only the rest is credited",
    pobs: true,
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      bundle({ price: "12000.00", interval: "YEAR" }, { licence: "9000.00", support: "3000.00" }),
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
      2024-01-31 | Dr CONTRACT_LIABILITY 9250.00 | Cr REVENUE 9250.00
      2024-02-29 | Dr CONTRACT_LIABILITY 250.00  | Cr REVENUE 250.00
      2024-03-31 | Dr CONTRACT_LIABILITY 250.00  | Cr REVENUE 250.00
      2024-04-30 | Dr CONTRACT_LIABILITY 250.00  | Cr REVENUE 250.00
      2024-05-31 | Dr CONTRACT_LIABILITY 250.00  | Cr REVENUE 250.00
      2024-06-20 | Dr CONTRACT_LIABILITY 1508.20 | Cr CUSTOMER_CREDIT 1508.20
      2024-06-30 | Dr CONTRACT_LIABILITY 241.80  | Cr REVENUE 241.80
      MONTH ENDS
      month   | revenue | RECEIVABLE  | CUSTOMER_CREDIT | CONTRACT_LIABILITY | REVENUE
      2024-01 | 9250.00 | 12000.00 Dr |            0.00 |         2750.00 Cr |  9250.00 Cr
      2024-02 |  250.00 | 12000.00 Dr |            0.00 |         2500.00 Cr |  9500.00 Cr
      2024-03 |  250.00 | 12000.00 Dr |            0.00 |         2250.00 Cr |  9750.00 Cr
      2024-04 |  250.00 | 12000.00 Dr |            0.00 |         2000.00 Cr | 10000.00 Cr
      2024-05 |  250.00 | 12000.00 Dr |            0.00 |         1750.00 Cr | 10250.00 Cr
      2024-06 |  241.80 | 12000.00 Dr |      1508.20 Cr |               0.00 | 10491.80 Cr
      2024-07 |    0.00 | 12000.00 Dr |      1508.20 Cr |               0.00 | 10491.80 Cr`,
  },
  {
    // The same, billed by the month, and the last six instalments are cancelled: 6,000.00 are billed, less than the 9,000.00 of the licence
    // alone. What is lacking, 6,000.00 of 12,000.00, is shared as the price was: the licence has 4,500.00 and support 1,500.00. Support
    // earned 1,250.00 to May and 250.00 in June, and of the licence 4,500.00 go in June.
    title:
      "when the price of an allocated contract no longer covers delivered obligations, all share the missing amount like the price",
    pobs: true,
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      bundle({ price: "1000.00", interval: "MONTH" }, { licence: "9000.00", support: "3000.00" }),
      on("2024-06-01", close("2024-05")),
      on("2024-06-20", act("PATCH /v3/contracts/$contract/billing-terms/$Fee.id/terminate", { endDate: "2024-06-30" })),
      on(
        "2024-08-01",
        close("2024-07"),
        ask("Revenue", "/v3/revenue-schedules?filter=timeframe:eq:2024-06", "source", "amount"),
      ),
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
      2024-01-31 | Dr CONTRACT_LIABILITY 9250.00 | Cr REVENUE 9250.00
      2024-01-31 | Dr CONTRACT_ASSET 8250.00     | Cr CONTRACT_LIABILITY 8250.00
      2024-02-01 | Dr CONTRACT_LIABILITY 8250.00 | Cr CONTRACT_ASSET 8250.00
      2024-02-01 | Dr RECEIVABLE 1000.00         | Cr CONTRACT_LIABILITY 1000.00
      2024-02-29 | Dr CONTRACT_LIABILITY 250.00  | Cr REVENUE 250.00
      2024-02-29 | Dr CONTRACT_ASSET 7500.00     | Cr CONTRACT_LIABILITY 7500.00
      2024-03-01 | Dr CONTRACT_LIABILITY 7500.00 | Cr CONTRACT_ASSET 7500.00
      2024-03-01 | Dr RECEIVABLE 1000.00         | Cr CONTRACT_LIABILITY 1000.00
      2024-03-31 | Dr CONTRACT_LIABILITY 250.00  | Cr REVENUE 250.00
      2024-03-31 | Dr CONTRACT_ASSET 6750.00     | Cr CONTRACT_LIABILITY 6750.00
      2024-04-01 | Dr CONTRACT_LIABILITY 6750.00 | Cr CONTRACT_ASSET 6750.00
      2024-04-01 | Dr RECEIVABLE 1000.00         | Cr CONTRACT_LIABILITY 1000.00
      2024-04-30 | Dr CONTRACT_LIABILITY 250.00  | Cr REVENUE 250.00
      2024-04-30 | Dr CONTRACT_ASSET 6000.00     | Cr CONTRACT_LIABILITY 6000.00
      2024-05-01 | Dr CONTRACT_LIABILITY 6000.00 | Cr CONTRACT_ASSET 6000.00
      2024-05-01 | Dr RECEIVABLE 1000.00         | Cr CONTRACT_LIABILITY 1000.00
      2024-05-31 | Dr CONTRACT_LIABILITY 250.00  | Cr REVENUE 250.00
      2024-05-31 | Dr CONTRACT_ASSET 5250.00     | Cr CONTRACT_LIABILITY 5250.00
      2024-06-01 | Dr CONTRACT_LIABILITY 5250.00 | Cr CONTRACT_ASSET 5250.00
      2024-06-01 | Dr RECEIVABLE 1000.00         | Cr CONTRACT_LIABILITY 1000.00
      2024-06-30 | Dr REVENUE 4250.00            | Cr CONTRACT_LIABILITY 4250.00
      MONTH ENDS
      month   | revenue  | RECEIVABLE | CONTRACT_ASSET | CONTRACT_LIABILITY | REVENUE
      2024-01 | 9250.00  | 1000.00 Dr | 8250.00 Dr     | 0.00               |  9250.00 Cr
      2024-02 | 250.00   | 2000.00 Dr | 7500.00 Dr     | 0.00               |  9500.00 Cr
      2024-03 | 250.00   | 3000.00 Dr | 6750.00 Dr     | 0.00               |  9750.00 Cr
      2024-04 | 250.00   | 4000.00 Dr | 6000.00 Dr     | 0.00               | 10000.00 Cr
      2024-05 | 250.00   | 5000.00 Dr | 5250.00 Dr     | 0.00               | 10250.00 Cr
      2024-06 | -4250.00 | 6000.00 Dr | 0.00           | 0.00               |  6000.00 Cr
      2024-07 | 0.00     | 6000.00 Dr | 0.00           | 0.00               |  6000.00 Cr
      ANSWERS
      2024-08-01 | Revenue | source CATCH_UP | amount -4500.00
      2024-08-01 | Revenue | source PATTERN | amount 250.00`,
  },
];
