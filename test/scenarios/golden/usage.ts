import { act, approve, close, eventType, grace, on, type Scenario, usageTerm, use } from "./scenario.ts";

const year = { from: "2026-01-01", to: "2026-12-31" };

export const usage: readonly Scenario[] = [
  {
    // 2.00 a call. January's 10 calls are known when it is closed on 2 February: 20.00, unbilled until the three days of grace
    // are over. Five more of 31 January come on 10 February: 10.00, earned in February and billed with its 7 calls, 14.00.
    title: "calls billed after three days of grace, and late ones after the close",
    steps: [
      on("2026-01-01", eventType, grace(3), usageTerm("Calls", { ...year, price: "2.00" }), approve),
      on("2026-01-15", use("2026-01-15", "10")),
      on("2026-02-02", close("2026-01")),
      on("2026-02-10", use("2026-01-31", "5")),
      on("2026-02-20", use("2026-02-20", "7")),
      on("2026-03-05", close("2026-02")),
      on("2026-04-05", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-02-01 | Calls 20.00                    | 20.00 | ISSUED
      2026-03-01 | LATE_USAGE 10.00 + Calls 14.00 | 24.00 | ISSUED
      JOURNAL
      2026-01-31 | Dr CONTRACT_LIABILITY 20.00  | Cr REVENUE 20.00
      2026-01-31 | Dr UNBILLED_RECEIVABLE 20.00 | Cr CONTRACT_LIABILITY 20.00
      2026-02-01 | Dr CONTRACT_LIABILITY 20.00  | Cr UNBILLED_RECEIVABLE 20.00
      2026-02-01 | Dr RECEIVABLE 20.00          | Cr CONTRACT_LIABILITY 20.00
      2026-02-28 | Dr CONTRACT_LIABILITY 24.00  | Cr REVENUE 24.00
      2026-02-28 | Dr UNBILLED_RECEIVABLE 24.00 | Cr CONTRACT_LIABILITY 24.00
      2026-03-01 | Dr CONTRACT_LIABILITY 24.00  | Cr UNBILLED_RECEIVABLE 24.00
      2026-03-01 | Dr RECEIVABLE 24.00          | Cr CONTRACT_LIABILITY 24.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |   20.00 |       0.00 |            20.00 Dr |               0.00 | 20.00 Cr
      2026-02 |   24.00 |   20.00 Dr |            24.00 Dr |               0.00 | 44.00 Cr
      2026-03 |    0.00 |   44.00 Dr |                0.00 |               0.00 | 44.00 Cr`,
  },
  {
    // 20, 30 and 10 calls at 1.00 are 60.00 of at least 100.00 a quarter. Each month earns its calls; the 40.00 that are missing
    // are certain on the last day: March earns 10.00 + 40.00.
    title: "a minimum by the quarter waits for its last day",
    steps: [
      on(
        "2026-01-01",
        eventType,
        grace(3),
        usageTerm("Calls", { ...year, price: "1.00", interval: "QUARTER", minimumAmount: "100.00" }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "20")),
      on("2026-02-20", use("2026-02-20", "30")),
      on("2026-03-20", use("2026-03-20", "10")),
      on("2026-04-05", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-04-01 | Calls 60.00 + MINIMUM 40.00 | 100.00 | ISSUED
      JOURNAL
      2026-01-31 | Dr CONTRACT_LIABILITY 20.00   | Cr REVENUE 20.00
      2026-01-31 | Dr UNBILLED_RECEIVABLE 20.00  | Cr CONTRACT_LIABILITY 20.00
      2026-02-01 | Dr CONTRACT_LIABILITY 20.00   | Cr UNBILLED_RECEIVABLE 20.00
      2026-02-28 | Dr CONTRACT_LIABILITY 30.00   | Cr REVENUE 30.00
      2026-02-28 | Dr UNBILLED_RECEIVABLE 50.00  | Cr CONTRACT_LIABILITY 50.00
      2026-03-01 | Dr CONTRACT_LIABILITY 50.00   | Cr UNBILLED_RECEIVABLE 50.00
      2026-03-31 | Dr CONTRACT_LIABILITY 50.00   | Cr REVENUE 50.00
      2026-03-31 | Dr UNBILLED_RECEIVABLE 100.00 | Cr CONTRACT_LIABILITY 100.00
      2026-04-01 | Dr CONTRACT_LIABILITY 100.00  | Cr UNBILLED_RECEIVABLE 100.00
      2026-04-01 | Dr RECEIVABLE 100.00          | Cr CONTRACT_LIABILITY 100.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |   20.00 |       0.00 |            20.00 Dr |               0.00 |  20.00 Cr
      2026-02 |   30.00 |       0.00 |            50.00 Dr |               0.00 |  50.00 Cr
      2026-03 |   50.00 |       0.00 |           100.00 Dr |               0.00 | 100.00 Cr`,
  },
  {
    // January billed 6 + 4 calls, 20.00, and is closed. The 4 are deleted in February: 8.00 less, on the invoice with February's 7
    // calls, 14.00. February earns 14.00 − 8.00 = 6.00. What is billed too much of January is not set off against the calls
    // that wait to be billed: unbilled 14.00, liability 20.00 − 26.00 + 14.00 = 8.00.
    title: "calls deleted after their month was billed and closed",
    steps: [
      on("2026-01-01", eventType, grace(0), usageTerm("Calls", { ...year, price: "2.00" }), approve),
      on("2026-01-15", use("2026-01-15", "6"), { ...use("2026-01-15", "4"), as: "mistake" }),
      on("2026-02-02", close("2026-01")),
      on("2026-02-08", use("2026-02-08", "7")),
      on("2026-02-10", act("DELETE /v3/events/$mistake.id")),
      on("2026-03-01", close("2026-02")),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-02-01 | Calls 20.00                    | 20.00 | ISSUED
      2026-03-01 | LATE_USAGE -8.00 + Calls 14.00 | 6.00  | ISSUED
      JOURNAL
      2026-01-31 | Dr CONTRACT_LIABILITY 20.00  | Cr REVENUE 20.00
      2026-01-31 | Dr UNBILLED_RECEIVABLE 20.00 | Cr CONTRACT_LIABILITY 20.00
      2026-02-01 | Dr CONTRACT_LIABILITY 20.00  | Cr UNBILLED_RECEIVABLE 20.00
      2026-02-01 | Dr RECEIVABLE 20.00          | Cr CONTRACT_LIABILITY 20.00
      2026-02-28 | Dr CONTRACT_LIABILITY 6.00   | Cr REVENUE 6.00
      2026-02-28 | Dr UNBILLED_RECEIVABLE 14.00 | Cr CONTRACT_LIABILITY 14.00
      2026-03-01 | Dr CONTRACT_LIABILITY 14.00  | Cr UNBILLED_RECEIVABLE 14.00
      2026-03-01 | Dr RECEIVABLE 6.00           | Cr CONTRACT_LIABILITY 6.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |   20.00 |       0.00 |            20.00 Dr |               0.00 | 20.00 Cr
      2026-02 |    6.00 |   20.00 Dr |            14.00 Dr |            8.00 Cr | 26.00 Cr
      2026-03 |    0.00 |   26.00 Dr |                0.00 |               0.00 | 26.00 Cr`,
  },
  {
    // The same, but nothing is used in February when the 4 calls are deleted: an invoice of −8.00 cannot be, so a credit memo gives
    // them back at once. February's 7 calls, 14.00, are billed by themselves; it earns 14.00 − 8.00 = 6.00.
    title: "calls deleted when the next invoice cannot carry them",
    steps: [
      on("2026-01-01", eventType, grace(0), usageTerm("Calls", { ...year, price: "2.00" }), approve),
      on("2026-01-15", use("2026-01-15", "6"), { ...use("2026-01-15", "4"), as: "mistake" }),
      on("2026-02-02", close("2026-01")),
      on("2026-02-10", act("DELETE /v3/events/$mistake.id")),
      on("2026-02-20", use("2026-02-20", "7")),
      on("2026-03-01", close("2026-02")),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-02-01 | Calls 20.00 | 20.00 | ISSUED
      2026-03-01 | Calls 14.00 | 14.00 | ISSUED
      JOURNAL
      2026-01-31 | Dr CONTRACT_LIABILITY 20.00  | Cr REVENUE 20.00
      2026-01-31 | Dr UNBILLED_RECEIVABLE 20.00 | Cr CONTRACT_LIABILITY 20.00
      2026-02-01 | Dr CONTRACT_LIABILITY 20.00  | Cr UNBILLED_RECEIVABLE 20.00
      2026-02-01 | Dr RECEIVABLE 20.00          | Cr CONTRACT_LIABILITY 20.00
      2026-02-10 | Dr CONTRACT_LIABILITY 8.00   | Cr CUSTOMER_CREDIT 8.00
      2026-02-28 | Dr CONTRACT_LIABILITY 6.00   | Cr REVENUE 6.00
      2026-02-28 | Dr UNBILLED_RECEIVABLE 14.00 | Cr CONTRACT_LIABILITY 14.00
      2026-03-01 | Dr CONTRACT_LIABILITY 14.00  | Cr UNBILLED_RECEIVABLE 14.00
      2026-03-01 | Dr RECEIVABLE 14.00          | Cr CONTRACT_LIABILITY 14.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE  | CUSTOMER_CREDIT
      2026-01 |   20.00 |       0.00 |            20.00 Dr |               0.00 | 20.00 Cr |            0.00
      2026-02 |    6.00 |   20.00 Dr |            14.00 Dr |               0.00 | 26.00 Cr |         8.00 Cr
      2026-03 |    0.00 |   34.00 Dr |                0.00 |               0.00 | 26.00 Cr |         8.00 Cr`,
  },
];
