import { act, approve, close, obligation, on, rejected, reopen } from "../../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, termPath } from "../deal.ts";

// Credit memos that are applied to other invoices, taken off again, and refunded.

const [from, to] = ["2026-01-01", "2026-12-31"];
const year = { interval: "YEAR", from, to };
const end = (name: string, endDate: string) =>
  act(`PATCH ${termPath(name)}/terminate`, { endDate, creditUnused: true });
const invoiceIs = (index: number, action: string) => act(`POST /v3/invoices/$invoices.${index}.id/actions`, { action });

export const appliedAndRefundedCreditMemoDeals: readonly Deal[] = [
  {
    // 150.00 are credited of 300.00, of which 100.00 are open; the rest pays for the second quarter. The 100.00 are taken off again and refunded.
    title: "a credit larger than what is open, applied to two invoices, taken off one and refunded",
    steps: [
      on(from, obligation("Platform", { price: "300.00", interval: "QUARTER", from, to: "2026-06-30" }), approve),
      on("2026-01-10", act("POST /v3/invoices/$invoices.0.id/payments", { amount: "200.00" })),
      on(
        "2026-01-20",
        creditOfLine(0, 0, "2026-01-20", "150.00"),
        rejected("INVOICE_OVERAPPLIED", "POST /v3/credit-memos/$memos.0.id/applications", {
          ...{ invoiceId: "$invoices.0.id", amount: "150.00" },
        }),
        act("POST /v3/credit-memos/$memos.0.id/applications", { invoiceId: "$invoices.0.id" }, "first"),
      ),
      ...closedInTurn("2026-01", "2026-02", "2026-03"),
      on("2026-04-02", act("POST /v3/credit-memos/$memos.0.id/applications", { invoiceId: "$invoices.1.id" })),
      on(
        "2026-04-10",
        act("DELETE /v3/credit-memos/$memos.0.id/applications/$first.id"),
        rejected("CREDIT_MEMO_INSUFFICIENT", "POST /v3/credit-memos/$memos.0.id/refunds", { amount: "100.01" }),
        act("POST /v3/credit-memos/$memos.0.id/refunds", { amount: "100.00" }),
      ),
      ...closedInTurn("2026-04"),
    ],
    table: `
      2026-01-01 | 300.00 | 0 | PARTIALLY_PAID
      2026-04-01 | 300.00 | 0 | PARTIALLY_PAID
      2026-01-20 | 150.00 | 0 | APPLIED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 50.00 | 0 | 0 | 0 | 100.00 | 0 | 50.00 | 400.00
      2026-02 | 50.00 | 0 | 0 | 0 | 50.00 | 0 | 50.00 | 350.00
      2026-03 | 50.00 | 0 | 0 | 0 | 0 | 0 | 50.00 | 300.00
      2026-04 | 100.00 | 350.00 | 0 | 0 | 200.00 | 0 | 0 | 200.00`,
  },
  {
    // 240.00 of a year are credited, 20.00 a month. They pay for February and March of the other contract, and 40.00 are refunded.
    title: "a credit of one contract that pays for another",
    steps: [
      on(
        from,
        obligation("Platform", { price: "1200.00", interval: "YEAR", from, to: "2026-12-31" }),
        approve,
        act("POST /v3/contracts", { name: "Quay", customerId: "$customer" }, "quay"),
        {
          ...obligation("Support", { price: "100.00", from, to: "2026-03-31" }),
          send: "POST /v3/contracts/$quay.id/obligations",
        },
        act("POST /v3/contracts/$quay.id/actions", { action: "APPROVE" }),
      ),
      ...closedInTurn("2026-01"),
      on(
        "2026-02-10",
        creditOfLine(0, 0, "2026-02-10", "240.00"),
        act("POST /v3/credit-memos/$memos.0.id/applications", { invoiceId: "$invoices.2.id" }),
      ),
      ...closedInTurn("2026-02"),
      on(
        "2026-03-02",
        act("POST /v3/credit-memos/$memos.0.id/applications", { invoiceId: "$invoices.3.id" }),
        act("POST /v3/credit-memos/$memos.0.id/refunds", {}),
      ),
      ...closedInTurn("2026-03"),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | ISSUED
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | PAID
      2026-03-01 | 100.00 | 0 | PAID
      2026-02-10 | 240.00 | 0 | APPLIED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 200.00 | 1300.00 | 0 | 0 | 1100.00 | 0 | 0 | 1300.00
      2026-02 | 160.00 | 1300.00 | 0 | 0 | 800.00 | 0 | 140.00 | 900.00
      2026-03 | 180.00 | 1300.00 | 0 | 0 | 720.00 | 0 | 0 | 720.00`,
  },
  {
    // 394.52 for 120 of 365 days, of which 400.00 are posted; 805.48 are credited and refunded in May, as is said in June. The payment of 1,200.00 goes back: all of it is owed, and lost, since
    // all that stays billed was earned. 300.00 come back, and 900.00 are owed again.
    title: "a year paid, ended, its credit refunded, and the payment returned, written off and reinstated",
    steps: [
      on(from, obligation("Platform", { ...year, price: "1200.00" }), approve),
      on("2026-01-10", act("POST /v3/invoices/$invoices.0.id/payments", { receivedAt: "2026-01-10" }, "paid")),
      ...closedInTurn("2026-01", "2026-02", "2026-03", "2026-04"),
      on("2026-05-05", end("Platform", "2026-04-30")),
      on("2026-06-02", close("2026-05"), act("POST /v3/credit-memos/$memos.0.id/refunds", { date: "2026-05-20" })),
      on("2026-06-12", act("POST /v3/payments/$paid.id/return", { date: "2026-06-12" })),
      on("2026-06-20", invoiceIs(0, "MARK_UNCOLLECTIBLE")),
      ...closedInTurn("2026-06"),
      on("2026-07-05", reopen("2026-06"), close("2026-06")),
      on("2026-07-10", act("POST /v3/invoices/$invoices.0.id/payments", { amount: "300.00" })),
      on("2026-07-20", invoiceIs(0, "REINSTATE")),
      ...closedInTurn("2026-07"),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | PARTIALLY_PAID
      2026-05-05 | 805.48  | 0 | APPLIED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 0      | 0 | 0 | 1100.00 | 0 | 0      | 1100.00
      2026-02 | 100.00 | 0      | 0 | 0 | 1000.00 | 0 | 0      | 1000.00
      2026-03 | 100.00 | 0      | 0 | 0 | 900.00  | 0 | 0      | 900.00
      2026-04 | 100.00 | 0      | 0 | 0 | 800.00  | 0 | 0      | 800.00
      2026-05 | -5.48  | 0      | 0 | 0 | 0       | 0 | 805.48 | 0
      2026-06 | 0      | 0      | 0 | 0 | 0       | 0 | 0      | 0
      2026-06 | 0      | 0      | 0 | 0 | 0       | 0 | 0      | 0
      2026-07 | 0      | 900.00 | 0 | 0 | 0       | 0 | 0      | 0`,
  },
];
