import { type Act, act, approve, obligation, on, rejected } from "../../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, shown, taxed } from "../deal.ts";

// One customer, several currencies: documents, money and reports of each stand by themselves.

const [from, to] = ["2026-01-01", "2026-03-31"];
/** Another contract of the customer, with a monthly price in its currency. */
const inCurrency = (name: string, currency: string, price: string): Act[] => [
  act("POST /v3/contracts", { name, customerId: "$customer", currency }, name),
  { ...obligation(`${name}Plan`, { price, from, to }), send: `POST /v3/contracts/$${name}.id/obligations` },
  act(`POST /v3/contracts/$${name}.id/actions`, { action: "APPROVE" }),
];
const pay = (invoice: number, currency: string, amount: string, receivedAt: string) =>
  act("POST /v3/payments", {
    ...{ customerId: "$customer", amount, currency, receivedAt },
    applications: [{ invoiceId: `$invoices.${invoice}.id` }],
  });
const report = (name: string, path: string, ...fields: string[]) =>
  shown(name, act(`GET /v3/reports/${path}`), ...fields);
const ageing = (currency: string) =>
  report(
    `ageing ${currency}`,
    `receivables-ageing?date=2026-03-31&currency=${currency}`,
    ...["invoices", "current", "days1To30", "days31To60", "total"],
  );
const statement = (month: string, currency: string) =>
  report(
    `statement ${currency}`,
    `account-statement?month=${month}&customerId=$customer&currency=${currency}`,
    ...["date", "type", "charged", "credited", "balance"],
  );

export const severalCurrencyDeals: readonly Deal[] = [
  {
    // 100.00 dollars, 80.00 euros and 1,000 yen a month, 20 % of tax on each. January's dollars are paid, 50.00 of its 96.00 euros. Of
    // February's euros 20.00 are credited, 4.00 of tax with them, and pay for it: 46.00 + 96.00 − 24.00. At the end of March January is 59
    // days late, February 28, and March is due that day.
    title: "one customer in dollars, euros and yen, and what is refused across them",
    steps: [
      on(
        from,
        ...taxed("0.20"),
        obligation("Platform", { price: "100.00", from, to }),
        approve,
        ...inCurrency("Quay", "EUR", "80.00"),
        ...inCurrency("Port", "JPY", "1000"),
      ),
      on(
        "2026-01-10",
        pay(0, "USD", "120.00", "2026-01-10"),
        rejected("VALIDATION_FAILED", "POST /v3/payments", {
          ...{ customerId: "$customer", amount: "10.00", currency: "USD", receivedAt: "2026-01-10" },
          applications: [{ invoiceId: "$invoices.1.id" }],
        }),
      ),
      on("2026-01-12", pay(1, "EUR", "50.00", "2026-01-12")),
      ...closedInTurn("2026-01"),
      on(
        "2026-02-10",
        rejected("CREDIT_MEMO_CURRENCY_MISMATCH", "POST /v3/credit-memos", {
          ...{ customerId: "$customer", issueDate: "2026-02-10", currency: "USD", reason: "Goodwill" },
          items: [{ invoiceLineItemId: "$invoices.4.lineItems.0.id", amount: "20.00" }],
        }),
        creditOfLine(4, 0, "2026-02-10", "20.00", "EUR"),
        rejected("CREDIT_MEMO_CURRENCY_MISMATCH", "POST /v3/credit-memos/$memos.0.id/applications", {
          invoiceId: "$invoices.3.id",
        }),
        act("POST /v3/credit-memos/$memos.0.id/applications", { invoiceId: "$invoices.4.id" }),
      ),
      ...closedInTurn("2026-02"),
      on(
        "2026-03-31",
        ...["USD", "EUR", "JPY"].map(ageing),
        statement("2026-02", "EUR"),
        ...["USD", "EUR", "JPY"].map((currency) =>
          report(
            `revenue ${currency}`,
            `revenue?startMonth=2026-01&endMonth=2026-03&basis=ALL&currency=${currency}`,
            "total",
          ),
        ),
        ...["USD", "EUR", "JPY"].map((currency) =>
          report(
            `remaining ${currency}`,
            `remaining-performance-obligations?month=2026-01&currency=${currency}&asOf=2026-02-01`,
            "total",
          ),
        ),
      ),
      ...closedInTurn("2026-03"),
    ],
    table: `
      2026-01-01 | 120.00 USD | 20.00 | PAID
      2026-01-01 | 96.00 EUR | 16.00 | PARTIALLY_PAID
      2026-01-01 | 1200 JPY | 200 | ISSUED
      2026-02-01 | 120.00 USD | 20.00 | ISSUED
      2026-02-01 | 96.00 EUR | 16.00 | PARTIALLY_PAID
      2026-02-01 | 1200 JPY | 200 | ISSUED
      2026-03-01 | 120.00 USD | 20.00 | ISSUED
      2026-03-01 | 96.00 EUR | 16.00 | ISSUED
      2026-03-01 | 1200 JPY | 200 | ISSUED
      2026-02-10 | 24.00 EUR | 4.00 | APPLIED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 EUR | 80.00 | 46.00 | 0 | 0 | 0 | 16.00 | 0
      2026-01 JPY | 1000 | 1200 | 0 | 0 | 0 | 200 | 0
      2026-01 USD | 100.00 | 0 | 0 | 0 | 0 | 20.00 | 0
      2026-02 EUR | 60.00 | 118.00 | 0 | 0 | 0 | 28.00 | 0
      2026-02 JPY | 1000 | 2400 | 0 | 0 | 0 | 400 | 0
      2026-02 USD | 100.00 | 120.00 | 0 | 0 | 0 | 40.00 | 0
      2026-03 EUR | 80.00 | 214.00 | 0 | 0 | 0 | 44.00 | 0
      2026-03 JPY | 1000 | 3600 | 0 | 0 | 0 | 600 | 0
      2026-03 USD | 100.00 | 240.00 | 0 | 0 | 0 | 60.00 | 0
      answers
      ageing USD | 2 | 120.00 | 120.00 | 0.00 | 240.00
      ageing EUR | 3 | 96.00 | 72.00 | 46.00 | 214.00
      ageing JPY | 3 | 1200 | 1200 | 1200 | 3600
      statement EUR | 2026-02-01 | OPENING | – | – | 46.00
      statement EUR | 2026-02-01 | INVOICE_ISSUED | 96.00 | – | 142.00
      statement EUR | 2026-02-10 | CREDIT_MEMO_ISSUED | – | 24.00 | 118.00
      statement EUR | 2026-02-28 | CLOSING | – | – | 118.00
      revenue USD | 300.00
      revenue EUR | 220.00
      revenue JPY | 3000
      remaining USD | 200.00
      remaining EUR | 160.00
      remaining JPY | 2000`,
  },
  {
    // 200.00 euros and 100.00 dollars come before their invoices. 96.00 euros pay for January, and 104.00 go back; the dollars pay for a
    // part of theirs, and no euro does.
    title: "money in advance in two currencies, each for its own invoices",
    steps: [
      on(
        "2025-12-20",
        ...taxed("0.20"),
        act(
          "POST /v3/payments",
          { customerId: "$customer", amount: "200.00", currency: "EUR", receivedAt: "2025-12-20" },
          "euros",
        ),
        act(
          "POST /v3/payments",
          { customerId: "$customer", amount: "100.00", currency: "USD", receivedAt: "2025-12-20" },
          "dollars",
        ),
        obligation("Platform", { price: "100.00", from, to: "2026-01-31" }),
        approve,
        act("POST /v3/contracts", { name: "Quay", customerId: "$customer", currency: "EUR" }, "quay"),
        {
          ...obligation("Support", { price: "80.00", from, to: "2026-01-31" }),
          send: "POST /v3/contracts/$quay.id/obligations",
        },
        act("POST /v3/contracts/$quay.id/actions", { action: "APPROVE" }),
      ),
      on(
        "2026-01-05",
        rejected("VALIDATION_FAILED", "POST /v3/payments/$euros.id/applications", { invoiceId: "$invoices.0.id" }),
        act("POST /v3/payments/$euros.id/applications", { invoiceId: "$invoices.1.id" }),
        act("POST /v3/payments/$dollars.id/applications", { invoiceId: "$invoices.0.id" }),
        statement("2026-01", "USD"),
        statement("2026-01", "EUR"),
      ),
      ...closedInTurn("2026-01"),
      on("2026-02-05", act("POST /v3/payments/$euros.id/refunds", {})),
      ...closedInTurn("2026-02"),
    ],
    table: `
      2026-01-01 | 120.00 USD | 20.00 | PARTIALLY_PAID
      2026-01-01 | 96.00 EUR | 16.00 | PAID
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2025-12 EUR | 0 | 0 | 0 | 0 | 0 | 0 | 200.00
      2025-12 USD | 0 | 0 | 0 | 0 | 0 | 0 | 100.00
      2026-01 EUR | 80.00 | 0 | 0 | 0 | 0 | 16.00 | 104.00
      2026-01 USD | 100.00 | 20.00 | 0 | 0 | 0 | 20.00 | 0
      2026-02 EUR | 0 | 0 | 0 | 0 | 0 | 16.00 | 0
      2026-02 USD | 0 | 20.00 | 0 | 0 | 0 | 20.00 | 0
      answers
      statement USD | 2026-01-01 | OPENING | – | – | -100.00
      statement USD | 2026-01-01 | INVOICE_ISSUED | 120.00 | – | 20.00
      statement USD | 2026-01-31 | CLOSING | – | – | 20.00
      statement EUR | 2026-01-01 | OPENING | – | – | -200.00
      statement EUR | 2026-01-01 | INVOICE_ISSUED | 96.00 | – | -104.00
      statement EUR | 2026-01-31 | CLOSING | – | – | -104.00`,
  },
];
