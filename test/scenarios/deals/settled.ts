import { act, approve, eventType, grace, obligation, on, rejected, usageTerm, use } from "../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, taxed, termPath } from "./deal.ts";

// Credits and money of others: applied, taken off again, refunded, void.

const from = "2026-01-01";

export const settledDeals: readonly Deal[] = [
  {
    // 360.00 a month. The parent pays 1,000.00: 360.00 for January at once, 360.00 for February later; what is left goes back with the rest, and
    // 720.00 are owed again. Its own credit of 50.00 pays for March.
    title: "a parent pays for its child: money in advance, a credit of its own, and the payment returned",
    steps: [
      on(
        from,
        ...taxed("0.20"),
        act("POST /v3/customers", { name: "Group" }, "parent"),
        act("PATCH /v3/customers/$customer", { parentCustomerId: "$parent.id" }),
        act("POST /v3/items", { name: "Goodwill" }, "item"),
        obligation("Platform", { price: "300.00", from, to: "2026-03-31" }),
        approve,
      ),
      on(
        "2026-01-10",
        act(
          "POST /v3/payments",
          {
            customerId: "$parent.id",
            amount: "1000.00",
            currency: "USD",
            receivedAt: "2026-01-10",
            applications: [{ invoiceId: "$invoices.0.id" }],
          },
          "paid",
        ),
      ),
      ...closedInTurn("2026-01"),
      on("2026-02-05", act("POST /v3/payments/$paid.id/applications", { invoiceId: "$invoices.1.id" })),
      ...closedInTurn("2026-02"),
      on(
        "2026-03-05",
        act("POST /v3/credit-memos", {
          ...{ customerId: "$parent.id", issueDate: "2026-03-05", currency: "USD", reason: "Goodwill" },
          items: [{ itemId: "$item.id", amount: "50.00", salesTaxAmount: "0.00" }],
          applyOnCreate: { invoiceId: "$invoices.2.id" },
        }),
      ),
      on("2026-03-20", act("POST /v3/payments/$paid.id/return", { date: "2026-03-20" })),
      ...closedInTurn("2026-03"),
    ],
    table: `
      2026-01-01 | 360.00 | 60.00 | ISSUED
      2026-02-01 | 360.00 | 60.00 | ISSUED
      2026-03-01 | 360.00 | 60.00 | PARTIALLY_PAID
      2026-03-05 | 50.00 | 0 | APPLIED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 300.00 | 0 | 0 | 0 | 0 | 60.00 | 640.00 | 600.00
      2026-02 | 300.00 | 0 | 0 | 0 | 0 | 120.00 | 280.00 | 300.00
      2026-03 | 300.00 | 1030.00 | 0 | 0 | 0 | 180.00 | 0 | 0`,
  },
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
    // 40.00 and 60.00 up to the minimum, of which 30.00 are credited. 80.00 of late calls take the place of the 60.00: 20.00 more are owed, and the credit stays.
    title: "the minimum credited in part, and then late calls above it",
    steps: [
      on(
        from,
        eventType,
        grace(0),
        usageTerm("Calls", { price: "0.010", from, to: "2026-03-31", minimumAmount: "100.00" }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "4000")),
      ...closedInTurn("2026-01"),
      on("2026-02-10", creditOfLine(0, 1, "2026-02-10", "30.00"), use("2026-02-10", "15000")),
      on("2026-02-15", use("2026-01-20", "8000")),
      ...closedInTurn("2026-02", "2026-03", "2026-04"),
    ],
    table: `
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 170.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-02-10 | 30.00 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 0 | 100.00 | 0 | 0 | 0 | 0 | 200.00
      2026-02 | 140.00 | 100.00 | 170.00 | 0 | 0 | 0 | 30.00 | 100.00
      2026-03 | 100.00 | 270.00 | 100.00 | 0 | 0 | 0 | 30.00 | 0
      2026-04 | 0 | 370.00 | 0 | 0 | 0 | 0 | 30.00 | 0`,
  },
  {
    // 604.93 are unused, and 200.00 not credited yet. With the 1,000.00 void, 1,000.00 of 1,200.00 are kept: 366.04 of the year from 10 March on, and 404.93 beyond its price over
    // the six months, 202.47 of them by March.
    title: "a credit that left little to credit at the end of the term, void after that",
    steps: [
      on(from, obligation("Platform", { price: "1200.00", interval: "YEAR", from, to: "2026-12-31" }), approve),
      ...closedInTurn("2026-01"),
      on("2026-02-10", creditOfLine(0, 0, "2026-02-10", "1000.00")),
      on("2026-03-10", act(`PATCH ${termPath("Platform")}/terminate`, { endDate: "2026-06-30", creditUnused: true })),
      on("2026-03-20", act("POST /v3/credit-memos/$memos.0.id/void", { reason: "Wrong" })),
      ...closedInTurn("2026-03", "2026-04", "2026-05", "2026-06", "2026-07"),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | ISSUED
      2026-02-10 | 1000.00 | 0 | VOID
      2026-03-10 | 200.00 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 1200.00 | 0 | 0 | 1100.00 | 0 | 0 | 1100.00
      2026-02 | 100.00 | 1200.00 | 0 | 0 | 1000.00 | 0 | 0 | 1000.00
      2026-03 | 301.53 | 1200.00 | 0 | 0 | 498.47 | 0 | 200.00 | 498.47
      2026-04 | 166.15 | 1200.00 | 0 | 0 | 332.32 | 0 | 200.00 | 332.32
      2026-05 | 166.16 | 1200.00 | 0 | 0 | 166.16 | 0 | 200.00 | 166.16
      2026-06 | 166.16 | 1200.00 | 0 | 0 | 0 | 0 | 200.00 | 0
      2026-07 | 0 | 1200.00 | 0 | 0 | 0 | 0 | 200.00 | 0`,
  },
  {
    // The bill of March is dated in January, so it can only be credited: March earns nothing.
    title: "bills that are due on their first day, one of them of a closed month credited",
    steps: [
      on(
        from,
        obligation("Platform", {
          ...{ price: "100.00", invoiceDateStrategy: "ADVANCED_DUE_START", netPaymentTerms: 30 },
          ...{ from: "2026-02-01", to: "2026-04-30" },
        }),
        approve,
      ),
      ...closedInTurn("2026-01"),
      on(
        "2026-02-10",
        rejected("PERIOD_CLOSED", "POST /v3/invoices/$invoices.1.id/actions", { action: "VOID" }),
        creditOfLine(1, 0, "2026-02-10", "100.00"),
      ),
      ...closedInTurn("2026-02", "2026-03", "2026-04"),
    ],
    table: `
      2026-01-02 | 100.00 | 0 | ISSUED
      2026-01-30 | 100.00 | 0 | ISSUED
      2026-03-02 | 100.00 | 0 | ISSUED
      2026-02-10 | 100.00 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 0 | 200.00 | 0 | 0 | 200.00 | 0 | 0 | 300.00
      2026-02 | 100.00 | 200.00 | 0 | 0 | 0 | 0 | 100.00 | 100.00
      2026-03 | 0 | 300.00 | 0 | 0 | 100.00 | 0 | 100.00 | 100.00
      2026-04 | 100.00 | 300.00 | 0 | 0 | 0 | 0 | 100.00 | 0`,
  },
  {
    // 50.00 × 20/31 = 32.26 for March; 50.00 once the late calls are in. 10.00 of January are credited when its month is closed.
    title: "open-ended calls with a minimum, ended in a month, and corrected when no bill is left",
    steps: [
      on(from, eventType, grace(0), usageTerm("Calls", { price: "0.010", from, minimumAmount: "50.00" }), approve),
      on("2026-01-20", use("2026-01-20", "8000")),
      ...closedInTurn("2026-01"),
      on("2026-02-10", use("2026-02-10", "1000")),
      ...closedInTurn("2026-02"),
      on(
        "2026-03-10",
        act("PATCH /v3/contracts/$contract/billing-terms/$Calls.id/terminate", { endDate: "2026-03-20" }),
      ),
      on("2026-03-15", use("2026-03-15", "2000")),
      on("2026-03-25", use("2026-03-18", "3000")),
      ...closedInTurn("2026-03"),
      on("2026-04-05", use("2026-01-20", "-1000")),
      ...closedInTurn("2026-04"),
    ],
    table: `
      2026-02-01 | 80.00 | 0 | ISSUED
      2026-03-01 | 50.00 | 0 | ISSUED
      2026-03-21 | 32.26 | 0 | ISSUED
      2026-03-25 | 17.74 | 0 | ISSUED
      2026-04-05 | 10.00 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 80.00 | 0 | 80.00 | 0 | 0 | 0 | 0 | 0
      2026-02 | 50.00 | 80.00 | 50.00 | 0 | 0 | 0 | 0 | 0
      2026-03 | 50.00 | 180.00 | 0 | 0 | 0 | 0 | 0 | 0
      2026-04 | -10.00 | 180.00 | 0 | 0 | 0 | 0 | 10.00 | 0`,
  },
  {
    // February is opened again: its 40.00 are void, and the end on 15 March was agreed in March: 48.39 are left of it, 51.61 and all of April are credited.
    title: "a void credit memo and a termination in a reopened month",
    steps: [
      on(from, obligation("Platform", { price: "100.00", from, to: "2026-06-30" }), approve),
      ...closedInTurn("2026-01"),
      on("2026-02-10", creditOfLine(0, 0, "2026-02-10", "40.00")),
      ...closedInTurn("2026-02", "2026-03"),
      on(
        "2026-04-05",
        act("POST /v3/month-end-close/reopen-period?month=2026-02&reason=wrong"),
        act("POST /v3/credit-memos/$memos.0.id/void", { reason: "Wrong" }),
        act(`PATCH ${termPath("Platform")}/terminate`, {
          endDate: "2026-03-15",
          creditUnused: true,
          agreedOn: "2026-03-10",
        }),
        act("POST /v3/month-end-close/close-period?month=2026-02"),
        act("POST /v3/month-end-close/close-period?month=2026-03"),
      ),
      ...closedInTurn("2026-04"),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-02-10 | 40.00 | 0 | VOID
      2026-04-05 | 151.61 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 100.00 | 0 | 0 | 0 | 0 | 0 | 500.00
      2026-02 | 60.00 | 200.00 | 0 | 0 | 0 | 0 | 40.00 | 400.00
      2026-03 | 100.00 | 300.00 | 0 | 0 | 0 | 0 | 40.00 | 300.00
      2026-02 | 100.00 | 200.00 | 0 | 0 | 0 | 0 | 0 | 400.00
      2026-03 | 48.39 | 300.00 | 0 | 0 | 51.61 | 0 | 0 | 0
      2026-04 | 0 | 400.00 | 0 | 0 | 0 | 0 | 151.61 | 0`,
  },
];
