import { type Act, act, approve, close, obligation, on, rejected, reopen } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, shown, taxed, termPath } from "../deal.ts";

// Payments that are too much, refunded, or returned by the bank.

const from = "2026-01-01";
const invoiceIs = (index: number, action: string, parts: object = {}) =>
  act(`POST /v3/invoices/$invoices.${index}.id/actions`, { action, ...parts });
const pay = (index: number, amount: string, parts: object = {}, as?: string) =>
  act(`POST /v3/invoices/$invoices.${index}.id/payments`, { amount, ...parts }, as);
const applyMemo = (memo: number, invoice: number, parts: object = {}, as?: string) =>
  act(`POST /v3/credit-memos/$memos.${memo}.id/applications`, { invoiceId: `$invoices.${invoice}.id`, ...parts }, as);
const applyMoney = (payment: string, invoice: number) =>
  act(`POST /v3/payments/$${payment}.id/applications`, { invoiceId: `$invoices.${invoice}.id` });
/** One credit memo for lines of several invoices: invoice and line, both counted from 0, and amount. */
const creditOfLines = (issueDate: string, ...lines: readonly (readonly [number, number, string])[]): Act =>
  act("POST /v3/credit-memos", {
    ...{ customerId: "$customer", issueDate, currency: "USD", reason: "Out of service" },
    items: lines.map(([invoice, line, amount]) => {
      return { invoiceLineItemId: `$invoices.${invoice}.lineItems.${line}.id`, amount };
    }),
  });
const statement = (name: string, customerId: string, days: string) =>
  shown(
    name,
    act(`GET /v3/reports/account-statement?${days}&customerId=${customerId}`),
    ...["date", "type", "charged", "credited", "balance"],
  );
/** Debits of all entries up to the end of a month. */
const posted = (month: string) =>
  shown(`posted by ${month}`, act(`GET /v3/reports/trial-balance?month=${month}`), "currencies.0.totalDebit");

export const overpaymentsAndReturnedPaymentDeals: readonly Deal[] = [
  {
    // 99.95 a month with 7.00 of tax. 43.05 too much for January pay for February, with 40.00 of a credit of January's 30.00 and February's 20.05, 2.10 and 1.40 of tax.
    // 23.90 of February are lost; of 30.00 that come after all 6.10 are too much. April is void and ends with its 15th: 49.98.
    title:
      "too much paid for one month, a credit of two, a third that is written off and comes, and a void one that ends early",
    steps: [
      on(from, ...taxed("0.07"), obligation("Platform", { price: "99.95", from, to: "2026-04-30" }), approve),
      on("2026-01-20", pay(0, "150.00", {}, "first")),
      ...closedInTurn("2026-01"),
      on(
        "2026-02-10",
        applyMoney("first", 1),
        creditOfLines("2026-02-10", [0, 0, "30.00"], [1, 0, "20.05"]),
        applyMemo(0, 1, { amount: "40.00" }),
      ),
      ...closedInTurn("2026-02"),
      on("2026-03-15", invoiceIs(1, "MARK_UNCOLLECTIBLE"), applyMemo(0, 2)),
      ...closedInTurn("2026-03"),
      on(
        "2026-04-12",
        pay(1, "30.00", {}, "second"),
        invoiceIs(3, "VOID"),
        act(`PATCH ${termPath("Platform")}/terminate`, { endDate: "2026-04-15" }),
        applyMoney("second", 4),
      ),
      ...closedInTurn("2026-04"),
    ],
    table: `
      2026-01-01 | 106.95 | 7.00 | PAID
      2026-02-01 | 106.95 | 7.00 | PAID
      2026-03-01 | 106.95 | 7.00 | PARTIALLY_PAID
      2026-04-01 | 106.95 | 7.00 | VOID
      2026-04-01 | 53.48  | 3.50 | PARTIALLY_PAID
      2026-02-10 | 53.55  | 3.50 | APPLIED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 99.95 | 0      | 0 | 0 | 0 | 7.00  | 43.05 | 299.85
      2026-02 | 49.90 | 23.90  | 0 | 0 | 0 | 10.50 | 13.55 | 199.90
      2026-03 | 99.95 | 93.40  | 0 | 0 | 0 | 17.50 | 0     | 99.95
      2026-04 | 49.98 | 140.78 | 0 | 0 | 0 | 21.00 | 0     | 0`,
  },
  {
    // 500.00 that came on 28 January are known in February: 200.00 pay January, 120.00 February. 100.00 of the rest went out on 20 February and all else on the 25th, as is
    // said in March. January is lost on 15 March, once that month is open again, and paid in April.
    title: "money that came, was refunded and went back in months that were closed by then",
    contract: { currency: "EUR" },
    steps: [
      on(from, obligation("Platform", { price: "200.00", from, to: "2026-03-31" }), approve),
      ...closedInTurn("2026-01"),
      on("2026-02-05", pay(0, "500.00", { receivedAt: "2026-01-28" }, "paid")),
      on(
        "2026-02-06",
        act("POST /v3/payments/$paid.id/applications", { invoiceId: "$invoices.1.id", amount: "120.00" }),
      ),
      ...closedInTurn("2026-02"),
      on("2026-03-03", act("POST /v3/payments/$paid.id/refunds", { amount: "100.00", date: "2026-02-20" })),
      on("2026-03-10", act("POST /v3/payments/$paid.id/return", { date: "2026-02-25" })),
      ...closedInTurn("2026-03"),
      on(
        "2026-04-02",
        rejected("PERIOD_CLOSED", "POST /v3/invoices/$invoices.0.id/actions", {
          ...{ action: "MARK_UNCOLLECTIBLE", date: "2026-03-15" },
        }),
        reopen("2026-03"),
        invoiceIs(0, "MARK_UNCOLLECTIBLE", { date: "2026-03-15" }),
        close("2026-03"),
      ),
      on("2026-04-20", pay(0, "200.00")),
      ...closedInTurn("2026-04"),
    ],
    table: `
      2026-01-01 | 200.00 | 0 | PAID
      2026-02-01 | 200.00 | 0 | ISSUED
      2026-03-01 | 200.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 200.00 | 200.00 | 0 | 0 | 0 | 0 | 0      | 400.00
      2026-02 | 200.00 | 80.00  | 0 | 0 | 0 | 0 | 180.00 | 200.00
      2026-03 | 200.00 | 600.00 | 0 | 0 | 0 | 0 | 0      | 0
      2026-03 | 200.00 | 400.00 | 0 | 0 | 0 | 0 | 0      | 0
      2026-04 | 0      | 400.00 | 0 | 0 | 0 | 0 | 0      | 0`,
  },
  {
    // 200.00 for an invoice of 120.00; 30.00 of the rest are refunded. The bank takes the payment back: 170.00, for 30.00 are gone. Nothing
    // is left of its cash, 120.00 are owed again, and there is neither more to refund nor to return. Posted
    // are 120.00, 200.00, 30.00 and 100.00 by January, 120.00, 170.00 and 100.00 in February.
    title: "a payment of which a part was refunded, returned by the bank",
    steps: [
      on(from, ...taxed("0.20"), obligation("Platform", { price: "100.00", from, to: "2026-02-28" }), approve),
      on("2026-01-10", act("POST /v3/invoices/$invoices.0.id/payments", { amount: "200.00" }, "paid")),
      on("2026-01-20", act("POST /v3/payments/$paid.id/refunds", { amount: "30.00" })),
      ...closedInTurn("2026-01"),
      on(
        "2026-02-05",
        shown("returned", act("POST /v3/payments/$paid.id/return", {}), "status", "total", "unappliedAmount"),
        rejected("PAYMENT_INSUFFICIENT", "POST /v3/payments/$paid.id/refunds", { amount: "0.01" }),
        rejected("PAYMENT_NOT_COMPLETED", "POST /v3/payments/$paid.id/return", {}),
        statement("account", "$customer", "from=2026-01-01&to=2026-02-28"),
      ),
      ...closedInTurn("2026-02"),
      on("2026-03-02", posted("2026-01"), posted("2026-02")),
    ],
    table: `
      2026-01-01 | 120.00 | 20.00 | ISSUED
      2026-02-01 | 120.00 | 20.00 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 0 | 0 | 0 | 0 | 20.00 | 50.00
      2026-02 | 100.00 | 240.00 | 0 | 0 | 0 | 40.00 | 0
      answers
      returned | FAILED | 200.00 | 0.00
      account | 2026-01-01 | OPENING | – | – | 0.00
      account | 2026-01-01 | INVOICE_ISSUED | 120.00 | – | 120.00
      account | 2026-01-10 | PAYMENT_RECEIVED | – | 200.00 | -80.00
      account | 2026-01-20 | PAYMENT_REFUNDED | 30.00 | – | -50.00
      account | 2026-02-01 | INVOICE_ISSUED | 120.00 | – | 70.00
      account | 2026-02-05 | PAYMENT_RETURNED | 170.00 | – | 240.00
      account | 2026-02-28 | CLOSING | – | – | 240.00
      posted by 2026-01 | 450.00
      posted by 2026-02 | 840.00`,
  },
];
