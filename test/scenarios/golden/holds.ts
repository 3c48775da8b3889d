import { act, approve, close, obligation, on, pobs, type Scenario, term } from "./scenario.ts";

const hold = act("POST /v3/contracts/$contract/close-hold", { reason: "The order form is disputed" });
const release = act("DELETE /v3/contracts/$contract/close-hold");

export const holds: readonly Scenario[] = [
  {
    // Held in June and released in July: June posts nothing of the contract but its invoice, July its own 100.00 and the
    // 100.00 of June, as a catch-up.
    title: "a contract in advance is held out of June and released in July: July catches up",
    steps: [
      on("2026-05-01", obligation("Support", { price: "100.00", from: "2026-05-01", to: "2026-08-31" }), approve),
      on("2026-06-01", close("2026-05")),
      on("2026-06-20", hold),
      on("2026-07-01", close("2026-06")),
      on("2026-07-10", release),
      on("2026-08-01", close("2026-07")),
      on("2026-09-01", close("2026-08")),
    ],
    worksheet: `
      INVOICES
      2026-05-01 | Support 100.00 | 100.00 | ISSUED
      2026-06-01 | Support 100.00 | 100.00 | ISSUED
      2026-07-01 | Support 100.00 | 100.00 | ISSUED
      2026-08-01 | Support 100.00 | 100.00 | ISSUED
      JOURNAL
      2026-05-01 | Dr RECEIVABLE 100.00         | Cr CONTRACT_LIABILITY 100.00
      2026-05-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-06-01 | Dr RECEIVABLE 100.00         | Cr CONTRACT_LIABILITY 100.00
      2026-07-01 | Dr RECEIVABLE 100.00         | Cr CONTRACT_LIABILITY 100.00
      2026-07-31 | Dr CONTRACT_LIABILITY 200.00 | Cr REVENUE 200.00
      2026-08-01 | Dr RECEIVABLE 100.00         | Cr CONTRACT_LIABILITY 100.00
      2026-08-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-05 |  100.00 |  100.00 Dr |               0.00 | 100.00 Cr
      2026-06 |    0.00 |  200.00 Dr |          100.00 Cr | 100.00 Cr
      2026-07 |  200.00 |  300.00 Dr |               0.00 | 300.00 Cr
      2026-08 |  100.00 |  400.00 Dr |               0.00 | 400.00 Cr`,
  },
  {
    // In arrears: May's unbilled receivable is reversed on 1 June and billed on the same day. June shows no position: neither
    // its revenue nor what waits to be billed is posted, until July has both.
    title: "a contract in arrears is held out of June: its unbilled receivable of June is never shown",
    steps: [
      on(
        "2026-05-01",
        obligation("Support", {
          ...{ price: "100.00", from: "2026-05-01", to: "2026-07-31" },
          invoiceDateStrategy: "ARREARS",
        }),
        approve,
      ),
      on("2026-06-01", close("2026-05")),
      on("2026-06-20", hold),
      on("2026-07-01", close("2026-06")),
      on("2026-07-10", release),
      on("2026-08-01", close("2026-07")),
    ],
    worksheet: `
      INVOICES
      2026-06-01 | Support 100.00 | 100.00 | ISSUED
      2026-07-01 | Support 100.00 | 100.00 | ISSUED
      2026-08-01 | Support 100.00 | 100.00 | ISSUED
      JOURNAL
      2026-05-31 | Dr CONTRACT_LIABILITY 100.00   | Cr REVENUE 100.00
      2026-05-31 | Dr UNBILLED_RECEIVABLE 100.00  | Cr CONTRACT_LIABILITY 100.00
      2026-06-01 | Dr CONTRACT_LIABILITY 100.00   | Cr UNBILLED_RECEIVABLE 100.00
      2026-06-01 | Dr RECEIVABLE 100.00           | Cr CONTRACT_LIABILITY 100.00
      2026-07-01 | Dr RECEIVABLE 100.00           | Cr CONTRACT_LIABILITY 100.00
      2026-07-31 | Dr CONTRACT_LIABILITY 200.00   | Cr REVENUE 200.00
      2026-07-31 | Dr UNBILLED_RECEIVABLE 100.00  | Cr CONTRACT_LIABILITY 100.00
      2026-08-01 | Dr CONTRACT_LIABILITY 100.00   | Cr UNBILLED_RECEIVABLE 100.00
      2026-08-01 | Dr RECEIVABLE 100.00           | Cr CONTRACT_LIABILITY 100.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-05 |  100.00 |       0.00 |           100.00 Dr |               0.00 | 100.00 Cr
      2026-06 |    0.00 |  100.00 Dr |                0.00 |               0.00 | 100.00 Cr
      2026-07 |  200.00 |  200.00 Dr |           100.00 Dr |               0.00 | 300.00 Cr`,
  },
  {
    // 600.00 for half a year, stated at 500.00 too much from 20 January on; in February it is put right from the same day on.
    title: "an unbalanced group is held out of January's close; corrected and released, it catches up in February",
    pobs: true,
    steps: [
      on(
        "2026-01-01",
        term("Care", { price: "600.00", from: "2026-01-01", to: "2026-06-30", interval: "NONE" }),
        pobs("Care", {
          ...{ name: "Care", serviceStartDate: "2026-01-01", serviceEndDate: "2026-06-30" },
          ...{ recognitionPattern: "STRAIGHT_LINE", transactionPrice: "600.00" },
        }),
        approve,
      ),
      on("2026-01-20", price("1100.00"), hold),
      on("2026-02-01", close("2026-01")),
      on("2026-02-10", price("600.00"), release),
      on("2026-03-01", close("2026-02")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Care 600.00 | 600.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 600.00         | Cr CONTRACT_LIABILITY 600.00
      2026-02-28 | Dr CONTRACT_LIABILITY 200.00 | Cr REVENUE 200.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |    0.00 |  600.00 Dr |          600.00 Cr | 0.00
      2026-02 |  200.00 |  600.00 Dr |          400.00 Cr | 200.00 Cr`,
  },
];

function price(transactionPrice: string) {
  return act("PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id", {
    ...{ transactionPrice, effectiveDate: "2026-01-20" },
  });
}
