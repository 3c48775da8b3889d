import { act, approve, close, obligation, on } from "../../golden/scenario.ts";
import { closedInTurn, credit, creditOfLine, type Deal, taxed, termPath, total } from "../deal.ts";

// Invoices written off, and then paid, credited, refunded, or ended.

const from = "2026-01-01";
const start = "2026-01-01";
const year = { interval: "YEAR", from: start, to: "2026-12-31" };
const ended = (name: string, endDate: string) =>
  act(`PATCH /v3/contracts/$contract/billing-terms/$${name}.billingTermId/terminate`, { endDate, creditUnused: true });
const paid = (receivedAt: string) => act("POST /v3/invoices/$invoices.0.id/payments", { receivedAt }, "paid");
const firstInvoiceIs = (action: string) => act("POST /v3/invoices/$invoices.0.id/actions", { action });
/** 333.33 are earned by 10 April. */
const yearWrittenOff = [
  on(start, obligation("Platform", { ...year, price: "1200.00" }), approve),
  on("2026-04-10", close("2026-03"), firstInvoiceIs("MARK_UNCOLLECTIBLE")),
];
const monthsToWriteOff = `
      2026-01 | 100.00 | 1200.00 | 0 | 0 | 1100.00 | 0 | 0
      2026-02 | 100.00 | 1200.00 | 0 | 0 | 1000.00 | 0 | 0
      2026-03 | 100.00 | 1200.00 | 0 | 0 | 900.00  | 0 | 0
      2026-04 | 33.33  | 0       | 0 | 0 | 0       | 0 | 0`.trim();
const invoiceIs = (index: number, action: string, parts: object = {}) =>
  act(`POST /v3/invoices/$invoices.${index}.id/actions`, { action, ...parts });
const amended = (effectiveDate: string, amount: string) =>
  act(`POST ${termPath("Plan")}/amendments`, { ...total(amount), effectiveDate, settlement: "IMMEDIATE" });
const end = (name: string, endDate: string) =>
  act(`PATCH ${termPath(name)}/terminate`, { endDate, creditUnused: true });

export const writeOffsAndLaterPaymentDeals: readonly Deal[] = [
  {
    // Written off on 10 April, when 333.33 are earned: the other 866.67 were not, and nothing is earned afterwards. On 5 May the year ends with
    // June: of its 595.07 only 261.74 were not served by the write-off, and no month earns or takes back a cent of them.
    title: "a year written off, and ended afterwards",
    steps: [
      ...yearWrittenOff,
      on("2026-05-05", close("2026-04"), ended("Platform", "2026-06-30")),
      on("2026-07-01", close("2026-06")),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | UNCOLLECTIBLE
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      ${monthsToWriteOff}
      2026-05 | 0      | 0       | 0 | 0 | 0       | 0 | 0
      2026-06 | 0      | 0       | 0 | 0 | 0       | 0 | 0`,
  },
  {
    // 866.67 of the year were not earned when it was written off, 333.33 were lost. All of it comes in June, and 166.67 of May and half of June
    // catch up: 266.67. The 240.00 that are credited in July are 20.00 a month: 120.00 of the months to June, and 80.00 are left of each.
    title: "a year written off, paid in full, and credited in part",
    steps: [
      ...yearWrittenOff,
      on("2026-06-05", close("2026-05"), paid("2026-06-05")),
      on("2026-07-20", close("2026-06"), credit("2026-07-20", "240.00")),
      on("2027-01-01", close("2026-12")),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | PAID
      2026-07-20 | 240.00  | 0 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      ${monthsToWriteOff}
      2026-05 | 0      | 0 | 0 | 0 | 0      | 0 | 0
      2026-06 | 266.67 | 0 | 0 | 0 | 600.00 | 0 | 0
      2026-07 | -40.00 | 0 | 0 | 0 | 400.00 | 0 | 240.00
      2026-08 | 80.00  | 0 | 0 | 0 | 320.00 | 0 | 240.00
      2026-09 | 80.00  | 0 | 0 | 0 | 240.00 | 0 | 240.00
      2026-10 | 80.00  | 0 | 0 | 0 | 160.00 | 0 | 240.00
      2026-11 | 80.00  | 0 | 0 | 0 | 80.00  | 0 | 240.00
      2026-12 | 80.00  | 0 | 0 | 0 | 0      | 0 | 240.00`,
  },
  {
    // Paid in May, ended with June: 1,200.00 × 181/365 = 595.07 are owed, 604.93 credited. The payment goes back in August: of the 866.67 that
    // it brought for service 261.74 are not credited, and lost again.
    title: "a year written off, paid in full, ended, and the payment returned",
    steps: [
      ...yearWrittenOff,
      on("2026-05-05", close("2026-04"), paid("2026-05-05")),
      on("2026-06-10", close("2026-05"), ended("Platform", "2026-06-30")),
      on("2026-08-05", close("2026-07"), act("POST /v3/payments/$paid.id/return", {})),
      on("2026-09-01", close("2026-08")),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | UNCOLLECTIBLE
      2026-06-10 | 604.93  | 0 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      ${monthsToWriteOff}
      2026-05 | 166.67  | 0 | 0 | 0 | 700.00 | 0 | 0
      2026-06 | 95.07   | 0 | 0 | 0 | 0      | 0 | 604.93
      2026-07 | 0       | 0 | 0 | 0 | 0      | 0 | 604.93
      2026-08 | -261.74 | 0 | 0 | 0 | 0      | 0 | 604.93`,
  },
  {
    // 407.14 are earned by 10 February, of which nobody pays; the other 492.86 are not earned. 1,200.00 come in March: 587.14 recover the
    // loss, 492.86 are earned in it, 120.00 are too much. Taken off the invoice and refunded in April, they are lost again.
    title: "a quarter written off, paid with too much, all of it refunded",
    steps: [
      on(
        "2026-01-01",
        ...taxed("0.20"),
        obligation("Platform", { price: "900.00", interval: "QUARTER", from: "2026-01-01", to: "2026-03-31" }),
        approve,
      ),
      on(
        "2026-02-10",
        close("2026-01"),
        act("POST /v3/invoices/$invoices.0.id/actions", { action: "MARK_UNCOLLECTIBLE" }),
      ),
      on(
        "2026-03-12",
        close("2026-02"),
        act(
          "POST /v3/payments",
          { customerId: "$customer", amount: "1200.00", currency: "USD", receivedAt: "2026-03-12" },
          "payment",
        ),
        act(
          "POST /v3/payments/$payment.id/applications",
          { invoiceId: "$invoices.0.id", amount: "1080.00" },
          "application",
        ),
      ),
      on("2026-04-02", close("2026-03"), act("POST /v3/payments/$payment.id/refunds", { amount: "120.00" })),
      on("2026-04-10", act("DELETE /v3/payments/$payment.id/applications/$application.id")),
      on("2026-04-11", act("POST /v3/payments/$payment.id/refunds", { amount: "1080.00" })),
      ...closedInTurn("2026-04"),
    ],
    table: `
      2026-01-01 | 1080.00 | 180.00 | UNCOLLECTIBLE
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 300.00  | 1080.00 | 0 | 0 | 600.00 | 180.00 | 0      | 600.00
      2026-02 | 107.14  | 0       | 0 | 0 | 0      | 180.00 | 0      | 0
      2026-03 | 492.86  | 0       | 0 | 0 | 0      | 180.00 | 120.00 | 0
      2026-04 | -492.86 | 0       | 0 | 0 | 0      | 180.00 | 0      | 0`,
  },
  {
    // By 14 February 150.00 of 300.00 are earned and January's 50.00: 150.00 and 50.00 are lost, 70.00 of tax come back. One payment of 300.00 brings 40.00 of tax, 150.00
    // of the loss and 50.00 of service for the first, and all of the second. It goes back in April, and with it the 50.00; owed again in May, 150.00 are earned.
    title: "a quarter and a month in arrears, both written off with their tax, paid at once, and the payment returned",
    steps: [
      on(
        from,
        ...taxed("0.20"),
        act("PATCH /v3/merchant", { badDebtTaxRelief: true }),
        obligation("Platform", { price: "300.00", interval: "QUARTER", from, to: "2026-03-31" }),
        obligation("Support", { price: "50.00", invoiceDateStrategy: "ARREARS", from, to: "2026-03-31" }),
        approve,
      ),
      ...closedInTurn("2026-01"),
      on("2026-02-14", invoiceIs(0, "MARK_UNCOLLECTIBLE"), invoiceIs(1, "MARK_UNCOLLECTIBLE")),
      ...closedInTurn("2026-02"),
      on(
        "2026-03-10",
        act(
          "POST /v3/payments",
          {
            ...{ customerId: "$customer", amount: "300.00", currency: "USD", receivedAt: "2026-03-10" },
            applications: [
              { invoiceId: "$invoices.0.id", amount: "240.00" },
              { invoiceId: "$invoices.1.id", amount: "60.00" },
            ],
          },
          "paid",
        ),
      ),
      ...closedInTurn("2026-03"),
      on("2026-04-08", act("POST /v3/payments/$paid.id/return", { date: "2026-04-08" })),
      ...closedInTurn("2026-04"),
      on("2026-05-05", invoiceIs(0, "REINSTATE")),
      ...closedInTurn("2026-05"),
    ],
    table: `
      2026-01-01 | 360.00 | 60.00 | ISSUED
      2026-02-01 | 60.00  | 10.00 | UNCOLLECTIBLE
      2026-03-01 | 60.00  | 10.00 | ISSUED
      2026-04-01 | 60.00  | 10.00 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 150.00 | 360.00 | 50.00 | 0 | 200.00 | 60.00 | 0 | 300.00
      2026-02 | 100.00 | 0      | 50.00 | 0 | 0      | 0     | 0 | 50.00
      2026-03 | 100.00 | 60.00  | 50.00 | 0 | 0      | 60.00 | 0 | 0
      2026-04 | -50.00 | 120.00 | 0     | 0 | 0      | 20.00 | 0 | 0
      2026-05 | 150.00 | 480.00 | 0     | 0 | 0      | 80.00 | 0 | 0`,
  },
  {
    // Of 160.00 for 16 days 50.00 are earned when they are lost, and 110.00 are not earned any more. April ends with its 10th: 413.33 are credited.
    title: "a higher price whose invoice is written off, and an end in the next month",
    steps: [
      on("2026-03-01", obligation("Plan", { price: "310.00", from: "2026-03-01", to: "2026-05-31" }), approve),
      on("2026-03-16", amended("2026-03-16", "620.00")),
      on("2026-03-20", act("POST /v3/invoices/$invoices.1.id/actions", { action: "MARK_UNCOLLECTIBLE" })),
      ...closedInTurn("2026-03"),
      on("2026-04-05", end("Plan", "2026-04-10")),
      ...closedInTurn("2026-04", "2026-05"),
    ],
    table: `
      2026-03-01 | 310.00 | 0 | ISSUED
      2026-03-16 | 160.00 | 0 | UNCOLLECTIBLE
      2026-04-01 | 620.00 | 0 | ISSUED
      2026-04-05 | 413.33 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-03 | 360.00 | 310.00 | 0 | 0 | 0 | 0 | 0
      2026-04 | 206.67 | 930.00 | 0 | 0 | 0 | 0 | 413.33
      2026-05 | 0      | 930.00 | 0 | 0 | 0 | 0 | 413.33`,
  },
  {
    // With relief for its tax 200.00 are bad debt, and 100.00 for March stop. All of it is paid: March earns them again, less 100.00 that are credited and refunded.
    title: "a quarter written off with relief for its tax, paid in full, credited in part, and the credit refunded",
    settings: { badDebtTaxRelief: true },
    steps: [
      on(
        from,
        ...taxed("0.20"),
        obligation("Plan", { price: "300.00", interval: "QUARTER", from, to: "2026-03-31" }),
        approve,
      ),
      ...closedInTurn("2026-01"),
      on("2026-02-28", act("POST /v3/invoices/$invoices.0.id/actions", { action: "MARK_UNCOLLECTIBLE" })),
      ...closedInTurn("2026-02"),
      on(
        "2026-03-15",
        act("POST /v3/invoices/$invoices.0.id/payments", { receivedAt: "2026-03-15", amount: "360.00" }),
      ),
      on("2026-03-20", creditOfLine(0, 0, "2026-03-20", "100.00")),
      on("2026-03-25", act("POST /v3/credit-memos/$memos.0.id/refunds", { amount: "120.00", date: "2026-03-25" })),
      ...closedInTurn("2026-03", "2026-04"),
    ],
    table: `
      2026-01-01 | 360.00 | 60.00 | PAID
      2026-03-20 | 120.00 | 20.00 | APPLIED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 360.00 | 0 | 0 | 200.00 | 60.00 | 0
      2026-02 | 100.00 | 0      | 0 | 0 | 0      | 0     | 0
      2026-03 | 0      | 0      | 0 | 0 | 0      | 40.00 | 0
      2026-04 | 0      | 0      | 0 | 0 | 0      | 40.00 | 0`,
  },
];
