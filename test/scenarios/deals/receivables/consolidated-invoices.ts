import { type Act, act, approve, obligation, on } from "../../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, shown, taxed, termPath } from "../deal.ts";

// Documents of several contracts: their tax, credits, payments, voids and write-offs.

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
const consolidationKey = "harbour";
const document = (invoice: number) => `POST /v3/consolidated-invoices/$invoices.${invoice}.consolidatedInvoiceId`;
const invoiceIs = (index: number, action: string, parts: object = {}) =>
  act(`POST /v3/invoices/$invoices.${index}.id/actions`, { action, ...parts });
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
const documentPath = "/v3/consolidated-invoices/$invoices.0.consolidatedInvoiceId";

export const consolidatedInvoiceDeals: readonly Deal[] = [
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
    // 333 and 33 of tax each. 100 and 10 of tax are credited of the first, and settle 55 of each.
    title: "two contracts in yen on one document: a credit applied to both, another void",
    contract: { currency: "JPY", consolidationKey: "harbour" },
    steps: [
      on(
        "2025-12-15",
        ...taxed("0.10"),
        obligation("Platform", { price: "333", from: "2026-01-01", to: "2026-02-28" }),
        approve,
        act(
          "POST /v3/contracts",
          { name: "Quay", customerId: "$customer", currency: "JPY", consolidationKey: "harbour" },
          "quay",
        ),
        {
          ...obligation("Support", { price: "333", from: "2026-01-01", to: "2026-02-28" }),
          send: "POST /v3/contracts/$quay.id/obligations",
        },
        act("POST /v3/contracts/$quay.id/actions", { action: "APPROVE" }),
      ),
      on(
        "2026-01-10",
        creditOfLine(0, 0, "2026-01-10", "100", "JPY"),
        act("POST /v3/consolidated-invoices/$invoices.0.consolidatedInvoiceId/credit-memo-applications", {
          creditMemoId: "$memos.0.id",
        }),
      ),
      on(
        "2026-01-12",
        creditOfLine(1, 0, "2026-01-12", "50", "JPY"),
        act("POST /v3/credit-memos/$memos.1.id/void", { reason: "Wrong" }),
      ),
      ...closedInTurn("2026-01", "2026-02"),
    ],
    table: `
      2026-01-01 | 366 | 33 | PARTIALLY_PAID
      2026-01-01 | 366 | 33 | PARTIALLY_PAID
      2026-02-01 | 366 | 33 | ISSUED
      2026-02-01 | 366 | 33 | ISSUED
      2026-01-10 | 110 | 10 | APPLIED
      2026-01-12 | 55  | 5  | VOID
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 566 | 622  | 0 | 0 | 0 | 56  | 0 | 666
      2026-02 | 666 | 1354 | 0 | 0 | 0 | 122 | 0 | 0`,
  },
  {
    // 110.00 and 55.00 with tax. 35.00 too much pay for the quay's February. 22.00 and 11.00 are credited; of February's open 110.00 and 20.00 they settle 27.92 and 5.08.
    // The quay's 14.92 are lost while it is held; of 90.00 that come for the document 82.08 are the platform's and 7.92 recover. Released, the quay earns 40.00 and 50.00
    // in March.
    title:
      "two contracts on one document paid with too much, a credit of both, one of them held and written off in part",
    contract: { consolidationKey: "harbour" },
    steps: [
      on(
        "2025-12-15",
        ...taxed("0.10"),
        obligation("Platform", { price: "100.00", from, to: "2026-03-31" }),
        approve,
        act("POST /v3/contracts", { name: "Quay", customerId: "$customer", consolidationKey: "harbour" }, "quay"),
        {
          ...obligation("Support", { price: "50.00", from, to: "2026-03-31" }),
          send: "POST /v3/contracts/$quay.id/obligations",
        },
        act("POST /v3/contracts/$quay.id/actions", { action: "APPROVE" }),
      ),
      on("2026-01-10", act(`${document(0)}/payments`, { amount: "200.00" }, "paid")),
      ...closedInTurn("2026-01"),
      on(
        "2026-02-10",
        act("POST /v3/contracts/$quay.id/close-hold", { reason: "Disputed" }),
        applyMoney("paid", 3),
        creditOfLines("2026-02-10", [2, 0, "20.00"], [1, 0, "10.00"]),
        act(`${document(2)}/credit-memo-applications`, { creditMemoId: "$memos.0.id" }),
      ),
      ...closedInTurn("2026-02"),
      on("2026-03-05", invoiceIs(3, "MARK_UNCOLLECTIBLE")),
      on("2026-03-10", act("DELETE /v3/contracts/$quay.id/close-hold")),
      on("2026-03-20", act(`${document(2)}/payments`, { amount: "90.00" })),
      ...closedInTurn("2026-03"),
    ],
    table: `
      2026-01-01 | 110.00 | 10.00 | PAID
      2026-01-01 | 55.00  | 5.00  | PAID
      2026-02-01 | 110.00 | 10.00 | PAID
      2026-02-01 | 55.00  | 5.00  | UNCOLLECTIBLE
      2026-03-01 | 110.00 | 10.00 | ISSUED
      2026-03-01 | 55.00  | 5.00  | ISSUED
      2026-02-10 | 33.00  | 3.00  | APPLIED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 150.00 | 0      | 0 | 0 | 0     | 15.00 | 35.00
      2026-02 | 80.00  | 97.00  | 0 | 0 | 40.00 | 27.00 | 0
      2026-03 | 190.00 | 165.00 | 0 | 0 | 0     | 42.00 | 0`,
  },
  {
    // Each of the two sections has 33 of tax, and 183 paid. 17 come back with the write-off, the other 16 once the payment is gone.
    title: "one document in yen paid in part, written off with its tax, and the payment returned",
    contract: { currency: "JPY", consolidationKey: "harbour" },
    steps: [
      on(
        "2025-12-15",
        ...taxed("0.10"),
        act("PATCH /v3/merchant", { badDebtTaxRelief: true }),
        obligation("Platform", { price: "333", from, to: "2026-01-31" }),
        approve,
        act(
          "POST /v3/contracts",
          { name: "Quay", customerId: "$customer", currency: "JPY", consolidationKey: "harbour" },
          "quay",
        ),
        {
          ...obligation("Support", { price: "333", from, to: "2026-01-31" }),
          send: "POST /v3/contracts/$quay.id/obligations",
        },
        act("POST /v3/contracts/$quay.id/actions", { action: "APPROVE" }),
      ),
      on("2026-01-05", act(`POST ${documentPath}/payments`, { amount: "366" })),
      ...closedInTurn("2026-01"),
      on("2026-02-05", act(`POST ${documentPath}/actions`, { action: "MARK_UNCOLLECTIBLE" })),
      ...closedInTurn("2026-02"),
      on(
        "2026-03-05",
        act("GET /v3/payments?limit=10", undefined, "payments"),
        act("POST /v3/payments/$payments.data.0.id/return", {}),
      ),
      ...closedInTurn("2026-03"),
    ],
    table: `
      2026-01-01 | 366 | 33 | UNCOLLECTIBLE
      2026-01-01 | 366 | 33 | UNCOLLECTIBLE
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 666 | 366 | 0 | 0 | 0 | 66 | 0 | 0
      2026-02 | 0 | 0 | 0 | 0 | 0 | 32 | 0 | 0
      2026-03 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
];
