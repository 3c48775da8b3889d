import { type Act, act, approve, obligation, on, rejected } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, shown, taxed } from "../deal.ts";

// Parents that pay for their children, and statements of account.

const [from, to] = ["2026-01-01", "2026-03-31"];
/** A contract with a monthly price, of a customer. */
const contractOf = (name: string, customerId: string, price: string, parts: object = {}): Act[] => [
  act("POST /v3/contracts", { name, customerId, ...parts }, name),
  { ...obligation(`${name}Plan`, { price, from, to }), send: `POST /v3/contracts/$${name}.id/obligations` },
  act(`POST /v3/contracts/$${name}.id/actions`, { action: "APPROVE" }),
];
const statement = (name: string, customerId: string, days: string) =>
  shown(
    name,
    act(`GET /v3/reports/account-statement?${days}&customerId=${customerId}`),
    ...["date", "type", "charged", "credited", "balance"],
  );
/** Debits of all entries up to the end of a month. */
const posted = (month: string) =>
  shown(`posted by ${month}`, act(`GET /v3/reports/trial-balance?month=${month}`), "currencies.0.totalDebit");

export const parentsAndStatementDeals: readonly Deal[] = [
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
    // 120.00 and 60.00 a month of two children, with tax. The parent pays 300.00 for January's, and what is left for February's 120.00. A
    // sister does not pay, nor does the parent's own parent. On the parent's account stands what it has to its credit, on a child's what was paid for it.
    title: "a parent pays for two children, and whose account says so",
    steps: [
      on(
        from,
        ...taxed("0.20"),
        act("POST /v3/customers", { name: "Holding" }, "holding"),
        act("POST /v3/customers", { name: "Group", parentCustomerId: "$holding.id" }, "parent"),
        act("PATCH /v3/customers/$customer", { parentCustomerId: "$parent.id" }),
        act(
          "POST /v3/customers",
          { name: "Quay Ltd", parentCustomerId: "$parent.id", billingAddress: { country: "ES" } },
          "sister",
        ),
        obligation("Platform", { price: "100.00", from, to }),
        approve,
        ...contractOf("Quay", "$sister.id", "50.00"),
      ),
      on(
        "2026-01-10",
        act(
          "POST /v3/payments",
          {
            ...{ customerId: "$parent.id", amount: "300.00", currency: "USD", receivedAt: "2026-01-10" },
            applications: [{ invoiceId: "$invoices.0.id" }, { invoiceId: "$invoices.1.id" }],
          },
          "paid",
        ),
      ),
      ...closedInTurn("2026-01"),
      on(
        "2026-02-05",
        ...["$customer", "$holding.id"].map((customerId) =>
          rejected("VALIDATION_FAILED", "POST /v3/payments", {
            ...{ customerId, amount: "10.00", currency: "USD", receivedAt: "2026-02-05" },
            applications: [{ invoiceId: "$invoices.3.id" }],
          }),
        ),
        act("POST /v3/payments/$paid.id/applications", { invoiceId: "$invoices.2.id" }),
        statement("parent", "$parent.id", "from=2026-01-01&to=2026-02-28"),
        statement("child", "$customer", "from=2026-01-01&to=2026-02-28"),
        statement("sister", "$sister.id", "from=2026-01-01&to=2026-02-28"),
      ),
      ...closedInTurn("2026-02", "2026-03"),
    ],
    table: `
      2026-01-01 | 120.00 | 20.00 | PAID
      2026-01-01 | 60.00 | 10.00 | PAID
      2026-02-01 | 120.00 | 20.00 | PAID
      2026-02-01 | 60.00 | 10.00 | ISSUED
      2026-03-01 | 120.00 | 20.00 | ISSUED
      2026-03-01 | 60.00 | 10.00 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 150.00 | 0 | 0 | 0 | 0 | 30.00 | 120.00
      2026-02 | 150.00 | 60.00 | 0 | 0 | 0 | 60.00 | 0
      2026-03 | 150.00 | 240.00 | 0 | 0 | 0 | 90.00 | 0
      answers
      parent | 2026-01-01 | OPENING | – | – | 0.00
      parent | 2026-01-10 | PAYMENT_RECEIVED | – | 120.00 | -120.00
      parent | 2026-02-05 | CREDIT_APPLIED | 120.00 | – | 0.00
      parent | 2026-02-28 | CLOSING | – | – | 0.00
      child | 2026-01-01 | OPENING | – | – | 0.00
      child | 2026-01-01 | INVOICE_ISSUED | 120.00 | – | 120.00
      child | 2026-01-10 | PAYMENT_RECEIVED | – | 120.00 | 0.00
      child | 2026-02-01 | INVOICE_ISSUED | 120.00 | – | 120.00
      child | 2026-02-05 | CREDIT_APPLIED | – | 120.00 | 0.00
      child | 2026-02-28 | CLOSING | – | – | 0.00
      sister | 2026-01-01 | OPENING | – | – | 0.00
      sister | 2026-01-01 | INVOICE_ISSUED | 60.00 | – | 60.00
      sister | 2026-01-10 | PAYMENT_RECEIVED | – | 60.00 | 0.00
      sister | 2026-02-01 | INVOICE_ISSUED | 60.00 | – | 60.00
      sister | 2026-02-28 | CLOSING | – | – | 60.00`,
  },
  {
    // 50.00 of 120.00 are paid and 70.00 written off. The 30.00 that come after it are no credit of the customer's, so its account stays.
    // 120.00 billed, 50.00 paid and 100.00 earned are posted by January, 70.00 more by February, 30.00 by March.
    title: "the account of a customer whose invoice was written off, and paid in part after it",
    steps: [
      on(from, ...taxed("0.20"), obligation("Platform", { price: "100.00", from, to: "2026-01-31" }), approve),
      on("2026-01-20", act("POST /v3/invoices/$invoices.0.id/payments", { amount: "50.00" })),
      ...closedInTurn("2026-01"),
      on("2026-02-10", act("POST /v3/invoices/$invoices.0.id/actions", { action: "MARK_UNCOLLECTIBLE" })),
      ...closedInTurn("2026-02"),
      on(
        "2026-03-05",
        act("POST /v3/invoices/$invoices.0.id/payments", { amount: "30.00" }),
        statement("account", "$customer", "from=2026-01-01&to=2026-03-31"),
      ),
      ...closedInTurn("2026-03"),
      on("2026-04-02", posted("2026-01"), posted("2026-02"), posted("2026-03")),
    ],
    table: `
      2026-01-01 | 120.00 | 20.00 | UNCOLLECTIBLE
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 70.00 | 0 | 0 | 0 | 20.00 | 0
      2026-02 | 0 | 0 | 0 | 0 | 0 | 20.00 | 0
      2026-03 | 0 | 0 | 0 | 0 | 0 | 20.00 | 0
      answers
      account | 2026-01-01 | OPENING | – | – | 0.00
      account | 2026-01-01 | INVOICE_ISSUED | 120.00 | – | 120.00
      account | 2026-01-20 | PAYMENT_RECEIVED | – | 50.00 | 70.00
      account | 2026-02-10 | INVOICE_UNCOLLECTIBLE | – | 70.00 | 0.00
      account | 2026-03-31 | CLOSING | – | – | 0.00
      posted by 2026-01 | 270.00
      posted by 2026-02 | 340.00
      posted by 2026-03 | 370.00`,
  },
];
