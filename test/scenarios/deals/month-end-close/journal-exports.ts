import { type Act, act, approve, close, obligation, on, rejected, reopen } from "../../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, shown, taxed, termPath } from "../deal.ts";

// The journal of a month in batches: what is in each, and its control totals.

const [from, to] = ["2026-01-01", "2026-03-31"];
const totalsOf = (index: number) =>
  ["currency", "entries", "lines", "debit", "credit"].map((field) => `totals.${index}.${field}`);
/** A batch of a month, with its control totals in so many currencies. */
const batch = (month: string, level: string, currencies = 1, parts: object = {}): Act =>
  shown(
    month,
    act("POST /v3/journal-exports", { month, level, format: "JSON", ...parts }, "batch"),
    ...["exportNumber", "entryCount"],
    ...Array.from({ length: currencies }, (_, index) => totalsOf(index)).flat(),
  );
const nothingLeft = (month: string) =>
  rejected("NOTHING_TO_EXPORT", "POST /v3/journal-exports", { month, level: "DETAIL", format: "JSON" });
const platform = (parts: object = {}) => obligation("Platform", { price: "100.00", from, to, ...parts });

export const journalExportDeals: readonly Deal[] = [
  {
    // 300.00 and 60.00 of tax for the quarter. January has the invoice, three lines of 360.00, and its revenue, two of 100.00. Opened
    // again for a credit of 30.00 and 6.00 of tax, it has that, three lines of 36.00, and 10.00 less revenue: a batch of its own.
    title: "a month exported entry by entry, reopened for a credit, and exported again",
    steps: [
      on(from, ...taxed("0.20"), platform({ price: "300.00", interval: "QUARTER" }), approve),
      on("2026-02-01", close("2026-01"), batch("2026-01", "DETAIL"), nothingLeft("2026-01")),
      on(
        "2026-02-05",
        reopen("2026-01"),
        creditOfLine(0, 0, "2026-01-15", "30.00"),
        close("2026-01"),
        batch("2026-01", "DETAIL"),
        nothingLeft("2026-01"),
        shown(
          "January",
          act("GET /v3/reports/trial-balance?month=2026-01"),
          "currencies.0.totalDebit",
          "currencies.0.totalCredit",
        ),
      ),
      ...closedInTurn("2026-02"),
      on("2026-03-02", batch("2026-02", "DETAIL")),
      ...closedInTurn("2026-03"),
    ],
    table: `
      2026-01-01 | 360.00 | 60.00 | ISSUED
      2026-01-15 | 36.00 | 6.00 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 360.00 | 0 | 0 | 200.00 | 60.00 | 0 | 200.00
      2026-01 | 90.00 | 360.00 | 0 | 0 | 180.00 | 54.00 | 36.00 | 180.00
      2026-02 | 90.00 | 360.00 | 0 | 0 | 90.00 | 54.00 | 36.00 | 90.00
      2026-03 | 90.00 | 360.00 | 0 | 0 | 0 | 54.00 | 36.00 | 0
      answers
      2026-01 | JX-000001 | 2 | USD | 2 | 5 | 460.00 | 460.00
      2026-01 | JX-000002 | 2 | USD | 2 | 5 | 46.00 | 46.00
      January | 506.00 | 506.00
      2026-02 | JX-000003 | 1 | USD | 1 | 2 | 90.00 | 90.00`,
  },
  {
    // One entry with a line for each account and side. January: receivable 120.00 on both sides, cash 120.00, liability 100.00 on both
    // sides, tax 20.00, revenue 100.00. February's invoice is exported, then void and issued anew: receivable 120.00, liability 100.00
    // and tax 20.00, each on both sides.
    title: "months exported as sums, and an invoice voided after its export",
    steps: [
      on(from, ...taxed("0.20"), platform(), approve),
      on("2026-01-10", act("POST /v3/invoices/$invoices.0.id/payments", {})),
      ...closedInTurn("2026-01"),
      on("2026-02-02", batch("2026-01", "SUMMARY")),
      on("2026-02-05", batch("2026-02", "SUMMARY")),
      on(
        "2026-02-10",
        act("POST /v3/invoices/$invoices.1.id/actions", { action: "VOID" }),
        act(`PATCH ${termPath("Platform")}`, { description: "Billed anew" }),
        batch("2026-02", "SUMMARY"),
      ),
      ...closedInTurn("2026-02"),
      on("2026-03-02", batch("2026-02", "SUMMARY"), nothingLeft("2026-02")),
      ...closedInTurn("2026-03"),
    ],
    table: `
      2026-01-01 | 120.00 | 20.00 | PAID
      2026-02-01 | 120.00 | 20.00 | VOID
      2026-02-01 | 120.00 | 20.00 | ISSUED
      2026-03-01 | 120.00 | 20.00 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 0 | 0 | 0 | 0 | 20.00 | 0
      2026-02 | 100.00 | 120.00 | 0 | 0 | 0 | 40.00 | 0
      2026-03 | 100.00 | 240.00 | 0 | 0 | 0 | 60.00 | 0
      answers
      2026-01 | JX-000001 | 3 | USD | 3 | 7 | 340.00 | 340.00
      2026-02 | JX-000002 | 1 | USD | 1 | 3 | 120.00 | 120.00
      2026-02 | JX-000003 | 2 | USD | 2 | 6 | 240.00 | 240.00
      2026-02 | JX-000004 | 1 | USD | 1 | 2 | 100.00 | 100.00`,
  },
  {
    // 100.00 a month, billed on the first of the next. January has its revenue and what is not billed of it; February has that taken back
    // and January's invoice, and once it is closed the same two as January.
    title: "presentation and its reversal, each in the batch of its month",
    steps: [
      on(from, platform({ invoiceDateStrategy: "ARREARS" }), approve),
      ...closedInTurn("2026-01"),
      on("2026-02-02", batch("2026-01", "DETAIL"), batch("2026-02", "DETAIL")),
      ...closedInTurn("2026-02"),
      on("2026-03-02", batch("2026-02", "SUMMARY"), batch("2026-03", "SUMMARY")),
      ...closedInTurn("2026-03"),
    ],
    table: `
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 0 | 100.00 | 0 | 0 | 0 | 0
      2026-02 | 100.00 | 100.00 | 100.00 | 0 | 0 | 0 | 0
      2026-03 | 100.00 | 200.00 | 100.00 | 0 | 0 | 0 | 0
      answers
      2026-01 | JX-000001 | 2 | USD | 2 | 4 | 200.00 | 200.00
      2026-02 | JX-000002 | 2 | USD | 2 | 4 | 200.00 | 200.00
      2026-02 | JX-000003 | 2 | USD | 2 | 4 | 200.00 | 200.00
      2026-03 | JX-000004 | 2 | USD | 2 | 4 | 200.00 | 200.00`,
  },
  {
    // January of two contracts, 100.00 in dollars and 80.00 in euros: each an invoice and its revenue.
    title: "two currencies in one month, exported one at a time and together",
    steps: [
      on(
        from,
        platform({ to: "2026-02-28" }),
        approve,
        act("POST /v3/contracts", { name: "Quay", customerId: "$customer", currency: "EUR" }, "quay"),
        {
          ...obligation("Support", { price: "80.00", from, to: "2026-02-28" }),
          send: "POST /v3/contracts/$quay.id/obligations",
        },
        act("POST /v3/contracts/$quay.id/actions", { action: "APPROVE" }),
      ),
      ...closedInTurn("2026-01"),
      on(
        "2026-02-02",
        batch("2026-01", "DETAIL", 1, { currency: "EUR" }),
        batch("2026-01", "DETAIL"),
        nothingLeft("2026-01"),
        batch("2026-02", "SUMMARY", 2),
      ),
      ...closedInTurn("2026-02"),
      on("2026-03-02", batch("2026-02", "DETAIL", 2)),
    ],
    table: `
      2026-01-01 | 100.00 USD | 0 | ISSUED
      2026-01-01 | 80.00 EUR | 0 | ISSUED
      2026-02-01 | 100.00 USD | 0 | ISSUED
      2026-02-01 | 80.00 EUR | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 EUR | 80.00 | 80.00 | 0 | 0 | 0 | 0 | 0
      2026-01 USD | 100.00 | 100.00 | 0 | 0 | 0 | 0 | 0
      2026-02 EUR | 80.00 | 160.00 | 0 | 0 | 0 | 0 | 0
      2026-02 USD | 100.00 | 200.00 | 0 | 0 | 0 | 0 | 0
      answers
      2026-01 | JX-000001 | 2 | EUR | 2 | 4 | 160.00 | 160.00
      2026-01 | JX-000002 | 2 | USD | 2 | 4 | 200.00 | 200.00
      2026-02 | JX-000003 | 2 | EUR | 1 | 2 | 80.00 | 80.00 | USD | 1 | 2 | 100.00 | 100.00
      2026-02 | JX-000004 | 2 | EUR | 1 | 2 | 80.00 | 80.00 | USD | 1 | 2 | 100.00 | 100.00`,
  },
  {
    // An exported month stays closed. 30.00 of January's 100.00 and 6.00 of tax are credited in February, which earns
    // 100.00 and has 30.00 of January taken back: its batch is 120.00, 36.00 and 100.00, of which 70.00 leave the liability.
    title: "a month that was exported stays closed, and its credit is in the next",
    settings: { forbidReopenSynced: true },
    steps: [
      on(from, ...taxed("0.20"), platform(), approve),
      on(
        "2026-02-01",
        close("2026-01"),
        batch("2026-01", "SUMMARY"),
        rejected("PERIOD_SYNCED", "POST /v3/month-end-close/reopen-period?month=2026-01&reason=correction"),
        rejected("PERIOD_CLOSED", "POST /v3/credit-memos", {
          ...{ customerId: "$customer", issueDate: "2026-01-31", currency: "USD", reason: "Goodwill" },
          items: [{ invoiceLineItemId: "$invoices.0.lineItems.0.id", amount: "30.00" }],
        }),
      ),
      on("2026-02-05", creditOfLine(0, 0, "2026-02-05", "30.00")),
      ...closedInTurn("2026-02"),
      on("2026-03-02", batch("2026-02", "DETAIL")),
    ],
    table: `
      2026-01-01 | 120.00 | 20.00 | ISSUED
      2026-02-01 | 120.00 | 20.00 | ISSUED
      2026-03-01 | 120.00 | 20.00 | ISSUED
      2026-02-05 | 36.00 | 6.00 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 120.00 | 0 | 0 | 0 | 20.00 | 0
      2026-02 | 70.00 | 240.00 | 0 | 0 | 0 | 34.00 | 36.00
      answers
      2026-01 | JX-000001 | 2 | USD | 2 | 5 | 220.00 | 220.00
      2026-02 | JX-000002 | 3 | USD | 3 | 9 | 256.00 | 256.00`,
  },
];
