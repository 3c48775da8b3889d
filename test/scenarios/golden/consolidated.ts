import { act, approve, close, obligation, on, type Scenario } from "./scenario.ts";

const consolidationKey = "harbour";
const months = { from: "2026-01-01", to: "2026-03-31" };

/** 100.00 a month of the scenario's own contract. */
const platform = obligation("Platform", { price: "100.00", ...months });

/** Another contract of the customer, with the same key: 50.00 a month. */
const quay = [
  act("POST /v3/contracts", { name: "Quay", customerId: "$customer", consolidationKey }, "quay"),
  {
    ...obligation("Support", { price: "50.00", ...months }),
    send: "POST /v3/contracts/$quay.id/obligations",
  },
  act("POST /v3/contracts/$quay.id/actions", { action: "APPROVE" }),
] as const;

const document = (invoice: number) => `POST /v3/consolidated-invoices/$invoices.${invoice}.consolidatedInvoiceId`;
const pay = (amount: string) => act(`${document(0)}/payments`, { amount });
const writeOff = (invoice: number) => act(`${document(invoice)}/actions`, { action: "MARK_UNCOLLECTIBLE" });
const credit = act("POST /v3/credit-memos", {
  customerId: "$customer",
  issueDate: "2026-01-20",
  reason: "Service was down",
  items: [{ invoiceLineItemId: "$invoices.0.lineItems.0.id", amount: "12.00" }],
});
const applyCredit = act(`${document(0)}/credit-memo-applications`, { creditMemoId: "$memos.0.id" });

export const consolidated: readonly Scenario[] = [
  {
    // One document a month, 100.00 of Platform and 50.00 of Support. Of January's, 90.00 are paid: two thirds settle Platform,
    // 60.00 and 30.00. The credit of 12.00 is Platform's, so January earns 88.00 of it; applied to the document it settles
    // what is open, 40.00 and 20.00, with 8.00 and 4.00. On 31 January all is served, so what is left, 32.00 and 16.00, is
    // lost; 24.00 that come in February recover 16.00 and 8.00. March is written off when 15 days of 31 are served: 48.39
    // of Platform, 24.19 of Support; the rest was not earned.
    //
    // T-accounts by contract at the end of March, debits above zero:
    //   Platform: RECEIVABLE 100.00, CASH 76.00, CUSTOMER_CREDIT -4.00, BAD_DEBT 80.39, BAD_DEBT_RECOVERED -16.00, REVENUE -236.39
    //   Support:  RECEIVABLE  50.00, CASH 38.00, CUSTOMER_CREDIT  4.00, BAD_DEBT 40.19, BAD_DEBT_RECOVERED  -8.00, REVENUE -124.19
    // What a customer has to its credit is the customer's, and is over zero here.
    title: "one document of two contracts: paid in part, credited, written off, recovered",
    contract: { consolidationKey },
    steps: [
      on("2025-12-15", platform, approve, ...quay),
      on("2026-01-10", pay("90.00")),
      on("2026-01-20", credit, applyCredit),
      on("2026-01-31", writeOff(0)),
      on("2026-02-10", close("2026-01"), pay("24.00")),
      on("2026-03-15", close("2026-02"), writeOff(4)),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Platform 100.00 | 100.00 | UNCOLLECTIBLE
      2026-01-01 | Support 50.00   |  50.00 | UNCOLLECTIBLE
      2026-02-01 | Platform 100.00 | 100.00 | ISSUED
      2026-02-01 | Support 50.00   |  50.00 | ISSUED
      2026-03-01 | Platform 100.00 | 100.00 | UNCOLLECTIBLE
      2026-03-01 | Support 50.00   |  50.00 | UNCOLLECTIBLE
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 100.00                           | Cr CONTRACT_LIABILITY 100.00
      2026-01-01 | Dr RECEIVABLE 50.00                            | Cr CONTRACT_LIABILITY 50.00
      2026-01-10 | Dr CASH 60.00                                  | Cr RECEIVABLE 60.00
      2026-01-10 | Dr CASH 30.00                                  | Cr RECEIVABLE 30.00
      2026-01-20 | Dr CONTRACT_LIABILITY 12.00                    | Cr CUSTOMER_CREDIT 12.00
      2026-01-20 | Dr CUSTOMER_CREDIT 8.00                        | Cr RECEIVABLE 8.00
      2026-01-20 | Dr CUSTOMER_CREDIT 4.00                        | Cr RECEIVABLE 4.00
      2026-01-31 | Dr BAD_DEBT 32.00                              | Cr RECEIVABLE 32.00
      2026-01-31 | Dr BAD_DEBT 16.00                              | Cr RECEIVABLE 16.00
      2026-01-31 | Dr CONTRACT_LIABILITY 88.00                    | Cr REVENUE 88.00
      2026-01-31 | Dr CONTRACT_LIABILITY 50.00                    | Cr REVENUE 50.00
      2026-02-01 | Dr RECEIVABLE 100.00                           | Cr CONTRACT_LIABILITY 100.00
      2026-02-01 | Dr RECEIVABLE 50.00                            | Cr CONTRACT_LIABILITY 50.00
      2026-02-10 | Dr CASH 16.00                                  | Cr BAD_DEBT_RECOVERED 16.00
      2026-02-10 | Dr CASH 8.00                                   | Cr BAD_DEBT_RECOVERED 8.00
      2026-02-28 | Dr CONTRACT_LIABILITY 100.00                   | Cr REVENUE 100.00
      2026-02-28 | Dr CONTRACT_LIABILITY 50.00                    | Cr REVENUE 50.00
      2026-03-01 | Dr RECEIVABLE 100.00                           | Cr CONTRACT_LIABILITY 100.00
      2026-03-01 | Dr RECEIVABLE 50.00                            | Cr CONTRACT_LIABILITY 50.00
      2026-03-15 | Dr CONTRACT_LIABILITY 51.61 + BAD_DEBT 48.39   | Cr RECEIVABLE 100.00
      2026-03-15 | Dr CONTRACT_LIABILITY 25.81 + BAD_DEBT 24.19   | Cr RECEIVABLE 50.00
      2026-03-31 | Dr CONTRACT_LIABILITY 48.39                    | Cr REVENUE 48.39
      2026-03-31 | Dr CONTRACT_LIABILITY 24.19                    | Cr REVENUE 24.19
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE   | CASH      | BAD_DEBT  | BAD_DEBT_RECOVERED
      2026-01 |  138.00 |       0.00 |               0.00 | 138.00 Cr |  90.00 Dr |  48.00 Dr |               0.00
      2026-02 |  150.00 |  150.00 Dr |               0.00 | 288.00 Cr | 114.00 Dr |  48.00 Dr |           24.00 Cr
      2026-03 |   72.58 |  150.00 Dr |               0.00 | 360.58 Cr | 114.00 Dr | 120.58 Dr |           24.00 Cr`,
  },
];
