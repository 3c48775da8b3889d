import { type Act, act, approve, obligation, on, rejected } from "../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, shown, taxed, termPath } from "./deal.ts";

// Documents of several contracts, money of a parent, and the account of a customer beside its invoices.

const from = "2026-01-01";
const to = "2026-03-31";

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

const consolidationKey = "harbour";
const document = (invoice: number) => `POST /v3/consolidated-invoices/$invoices.${invoice}.consolidatedInvoiceId`;

export const togetherDeals: readonly Deal[] = [
  {
    // 10.05 of each contract with 10 % of tax, 1.005, rounded for each: 11.06 twice. 15.00 are paid, 7.50 of each. 5.00 of the first and
    // 0.50 of tax are credited, of 1.01 × 5.00/10.05; applied to the document they settle 2.75 of each, so 0.81 of each are owed. February's
    // document is void and issued again under the next number.
    title: "two contracts on one document: tax of each, paid, credited, and void in the next month",
    contract: { consolidationKey },
    steps: [
      on(
        "2025-12-15",
        ...taxed("0.10"),
        obligation("Platform", { price: "10.05", from, to }),
        approve,
        ...contractOf("Quay", "$customer", "10.05", { consolidationKey }),
      ),
      on("2026-01-10", act(`${document(0)}/payments`, { amount: "15.00" })),
      on(
        "2026-01-20",
        creditOfLine(0, 0, "2026-01-20", "5.00"),
        act(`${document(0)}/credit-memo-applications`, { creditMemoId: "$memos.0.id" }),
      ),
      ...closedInTurn("2026-01"),
      on(
        "2026-02-10",
        act(`${document(2)}/actions`, { action: "VOID" }),
        act(`PATCH ${termPath("Platform")}`, { description: "Billed anew" }),
        statement("January", "$customer", "month=2026-01"),
        statement("February", "$customer", "month=2026-02"),
      ),
      ...closedInTurn("2026-02", "2026-03"),
    ],
    table: `
      2026-01-01 | 11.06 | 1.01 | PARTIALLY_PAID
      2026-01-01 | 11.06 | 1.01 | PARTIALLY_PAID
      2026-02-01 | 11.06 | 1.01 | VOID
      2026-02-01 | 11.06 | 1.01 | VOID
      2026-02-01 | 11.06 | 1.01 | ISSUED
      2026-02-01 | 11.06 | 1.01 | ISSUED
      2026-03-01 | 11.06 | 1.01 | ISSUED
      2026-03-01 | 11.06 | 1.01 | ISSUED
      2026-01-20 | 5.50 | 0.50 | APPLIED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 15.10 | 1.62 | 0 | 0 | 0 | 1.52 | 0
      2026-02 | 20.10 | 23.74 | 0 | 0 | 0 | 3.54 | 0
      2026-03 | 20.10 | 45.86 | 0 | 0 | 0 | 5.56 | 0
      answers
      January | 2026-01-01 | OPENING | – | – | 0.00
      January | 2026-01-01 | INVOICE_ISSUED | 11.06 | – | 11.06
      January | 2026-01-01 | INVOICE_ISSUED | 11.06 | – | 22.12
      January | 2026-01-10 | PAYMENT_RECEIVED | – | 15.00 | 7.12
      January | 2026-01-20 | CREDIT_MEMO_ISSUED | – | 5.50 | 1.62
      January | 2026-01-31 | CLOSING | – | – | 1.62
      February | 2026-02-01 | OPENING | – | – | 1.62
      February | 2026-02-01 | INVOICE_ISSUED | 11.06 | – | 12.68
      February | 2026-02-01 | INVOICE_ISSUED | 11.06 | – | 23.74
      February | 2026-02-01 | INVOICE_VOIDED | – | 11.06 | 12.68
      February | 2026-02-01 | INVOICE_VOIDED | – | 11.06 | 1.62
      February | 2026-02-01 | INVOICE_ISSUED | 11.06 | – | 12.68
      February | 2026-02-01 | INVOICE_ISSUED | 11.06 | – | 23.74
      February | 2026-02-28 | CLOSING | – | – | 23.74`,
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
