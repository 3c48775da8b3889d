import { act, approve, eventType, grace, obligation, on, pobs, term, usageTerm, use } from "../../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, taxed } from "../deal.ts";

// Invoices written off with their tax, paid in part, recovered and reinstated.

const from = "2026-01-01";
const invoiceIs = (index: number, action: string) => act(`POST /v3/invoices/$invoices.${index}.id/actions`, { action });
const pay = (index: number, amount: string, as?: string) =>
  act(`POST /v3/invoices/$invoices.${index}.id/payments`, { amount }, as);

export const writeOffDeals: readonly Deal[] = [
  {
    // 90.00 of 900.00 are credited, 310.00 of the rest paid. By 10 February 366.43 of 810.00 are earned: 443.57 of the open 500.00 are not, 56.43 are
    // lost, and 100.00 of tax come back. Of 300.00 that come in March 50.00 are tax and 56.43 the loss; 193.57 are earned. The last 250.00 are once the write-off is taken back.
    title: "a quarter credited and paid in part, written off with its tax, paid in part again, and reversed",
    steps: [
      on(
        from,
        ...taxed("0.20"),
        act("PATCH /v3/merchant", { badDebtTaxRelief: true }),
        obligation("Platform", { price: "900.00", interval: "QUARTER", from, to: "2026-03-31" }),
        approve,
      ),
      on(
        "2026-01-15",
        creditOfLine(0, 0, "2026-01-15", "90.00"),
        act("POST /v3/credit-memos/$memos.0.id/applications", { invoiceId: "$invoices.0.id" }),
      ),
      ...closedInTurn("2026-01"),
      on("2026-02-02", act("POST /v3/invoices/$invoices.0.id/payments", { amount: "372.00" })),
      on("2026-02-10", invoiceIs(0, "MARK_UNCOLLECTIBLE")),
      ...closedInTurn("2026-02"),
      on("2026-03-12", act("POST /v3/invoices/$invoices.0.id/payments", { amount: "300.00" })),
      ...closedInTurn("2026-03"),
      on("2026-04-05", invoiceIs(0, "REINSTATE")),
      ...closedInTurn("2026-04"),
    ],
    table: `
      2026-01-01 | 1080.00 | 180.00 | PARTIALLY_PAID
      2026-01-15 | 108.00 | 18.00 | APPLIED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 270.00 | 972.00 | 0 | 0 | 540.00 | 162.00 | 0 | 540.00
      2026-02 | 96.43 | 0 | 0 | 0 | 0 | 62.00 | 0 | 0
      2026-03 | 193.57 | 0 | 0 | 0 | 0 | 112.00 | 0 | 0
      2026-04 | 250.00 | 300.00 | 0 | 0 | 0 | 162.00 | 0 | 0`,
  },
  {
    // 720.00 are paid. On 10 February 60.00 of tax and 300.00 of service are given up. When the payment goes back nobody pays 720.00 more: 120.00 are tax, 41.65 of March are not
    // earned, 558.35 are lost. 540.00 that come in April are tax and loss; owed again, the last 341.65 are earned.
    title: "a quarter paid in part, written off with its tax, and the payment returned",
    steps: [
      on(
        from,
        ...taxed("0.20"),
        act("PATCH /v3/merchant", { badDebtTaxRelief: true }),
        obligation("Platform", { price: "900.00", interval: "QUARTER", from, to: "2026-03-31" }),
        approve,
      ),
      on("2026-01-05", pay(0, "720.00", "paid")),
      ...closedInTurn("2026-01"),
      on("2026-02-10", invoiceIs(0, "MARK_UNCOLLECTIBLE")),
      ...closedInTurn("2026-02"),
      on("2026-03-20", act("POST /v3/payments/$paid.id/return", { date: "2026-03-20" })),
      ...closedInTurn("2026-03"),
      on("2026-04-05", pay(0, "540.00")),
      on("2026-04-10", invoiceIs(0, "REINSTATE")),
      ...closedInTurn("2026-04"),
    ],
    table: `
      2026-01-01 | 1080.00 | 180.00 | PARTIALLY_PAID
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 300.00 | 360.00 | 0 | 0 | 600.00 | 180.00 | 0 | 600.00
      2026-02 | 182.61 | 0 | 0 | 0 | 117.39 | 120.00 | 0 | 117.39
      2026-03 | 75.74 | 0 | 0 | 0 | 0 | 0 | 0 | 0
      2026-04 | 341.65 | 540.00 | 0 | 0 | 0 | 180.00 | 0 | 0`,
  },
  {
    // 64.29 of February are not earned. Of 90.00 that come first 15.00 are tax and 75.00 loss; then 15.00 are tax, 10.71 loss and 64.29 earned after all.
    title: "an advance and calls on one invoice, written off, recovered in two halves, with late calls between",
    steps: [
      on(
        from,
        eventType,
        grace(0),
        ...taxed("0.20"),
        act("PATCH /v3/merchant", { badDebtTaxRelief: true }),
        obligation("Platform", { price: "100.00", from, to: "2026-03-31" }),
        usageTerm("Calls", { price: "0.010", from, to: "2026-03-31" }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "5000")),
      ...closedInTurn("2026-01"),
      on("2026-02-10", invoiceIs(1, "MARK_UNCOLLECTIBLE"), use("2026-02-10", "2000")),
      ...closedInTurn("2026-02"),
      on("2026-03-05", pay(1, "90.00")),
      on("2026-03-08", use("2026-01-25", "3000")),
      on("2026-03-20", pay(1, "90.00")),
      ...closedInTurn("2026-03", "2026-04"),
    ],
    table: `
      2026-01-01 | 120.00 | 20.00 | ISSUED
      2026-02-01 | 180.00 | 30.00 | PAID
      2026-03-01 | 144.00 | 24.00 | ISSUED
      2026-04-01 | 36.00 | 6.00 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 150.00 | 120.00 | 50.00 | 0 | 0 | 20.00 | 0 | 200.00
      2026-02 | 55.71 | 120.00 | 20.00 | 0 | 0 | 20.00 | 0 | 100.00
      2026-03 | 194.29 | 264.00 | 30.00 | 0 | 0 | 74.00 | 0 | 0
      2026-04 | 0 | 300.00 | 0 | 0 | 0 | 80.00 | 0 | 0`,
  },
  {
    // What is billed is earned, so nothing of a bill is unearned: 60.00 credited lower February, and 300.00 are lost in May.
    title: "recognized as billed: credited, written off, and paid in part",
    pobs: true,
    steps: [
      on(
        from,
        term("Platform", { price: "300.00", interval: "QUARTER", from, to: "2026-12-31" }),
        pobs("Platform", { name: "Service", recognitionPattern: "RECOGNIZE_AS_BILLED" }),
        approve,
      ),
      ...closedInTurn("2026-01"),
      on("2026-02-10", creditOfLine(0, 0, "2026-02-10", "60.00")),
      ...closedInTurn("2026-02", "2026-03", "2026-04"),
      on("2026-05-10", invoiceIs(1, "MARK_UNCOLLECTIBLE")),
      ...closedInTurn("2026-05"),
      on("2026-06-05", pay(1, "100.00")),
      ...closedInTurn("2026-06"),
    ],
    table: `
      2026-01-01 | 300.00 | 0 | ISSUED
      2026-04-01 | 300.00 | 0 | UNCOLLECTIBLE
      2026-07-01 | 300.00 | 0 | ISSUED
      2026-02-10 | 60.00 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 300.00 | 300.00 | 0 | 0 | 0 | 0 | 0 | 0
      2026-02 | -60.00 | 300.00 | 0 | 0 | 0 | 0 | 60.00 | 0
      2026-03 | 0 | 300.00 | 0 | 0 | 0 | 0 | 60.00 | 0
      2026-04 | 300.00 | 600.00 | 0 | 0 | 0 | 0 | 60.00 | 0
      2026-05 | 0 | 300.00 | 0 | 0 | 0 | 0 | 60.00 | 0
      2026-06 | 0 | 300.00 | 0 | 0 | 0 | 0 | 60.00 | 0`,
  },
  {
    // Nothing was earned, so nothing is lost and the delivery brings nothing; 400.00 that come after it are earned, and the rest once it is owed again.
    title: "a licence written off before it is delivered, paid in part after it, and reinstated",
    pobs: true,
    steps: [
      on(
        from,
        term("Fee", { price: "1000.00", interval: "NONE", from, to: from }),
        pobs("Fee", {
          name: "Licence",
          serviceStartDate: "2026-03-15",
          serviceEndDate: "2026-03-15",
          recognitionPattern: "POINT_IN_TIME",
          recognitionDate: "2026-03-15",
          transactionPrice: "1000.00",
        }),
        approve,
      ),
      ...closedInTurn("2026-01"),
      on("2026-02-10", invoiceIs(0, "MARK_UNCOLLECTIBLE")),
      ...closedInTurn("2026-02", "2026-03"),
      on("2026-04-05", pay(0, "400.00")),
      on("2026-04-20", invoiceIs(0, "REINSTATE")),
      ...closedInTurn("2026-04"),
    ],
    table: `
      2026-01-01 | 1000.00 | 0 | PARTIALLY_PAID
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 0 | 1000.00 | 0 | 0 | 1000.00 | 0 | 0 | 1000.00
      2026-02 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0
      2026-03 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0
      2026-04 | 1000.00 | 600.00 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
];
