import { type Act, act, approve, obligation, on, rejected } from "../../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, shown, taxed, termPath } from "../deal.ts";

// Invoices with payment terms of their own, how late they are on a day, and payments that are moved from one to another.

const from = "2026-01-01";
const ageing = (days: string) =>
  shown(
    `ageing ${days}`,
    act(`GET /v3/reports/receivables-ageing?${days}`),
    ...["invoices", "current", "days1To30", "days31To60", "days61To90", "daysOver90", "total"],
  );
const statement = (days: string) =>
  shown(
    "account",
    act(`GET /v3/reports/account-statement?${days}&customerId=$customer`),
    ...["date", "type", "charged", "credited", "balance"],
  );
/** Debits of all entries up to the end of a month. */
const posted = (month: string) =>
  shown(`posted by ${month}`, act(`GET /v3/reports/trial-balance?month=${month}`), "currencies.0.totalDebit");
const applied = (payment: string, invoice: number, parts: object = {}, as?: string): Act =>
  act(`POST /v3/payments/$${payment}.id/applications`, { invoiceId: `$invoices.${invoice}.id`, ...parts }, as);

export const dueDateAndAgeingDeals: readonly Deal[] = [
  {
    // From the 31st 100.00 due at once and 50.00 due 60 days on, each an invoice of its own. 60.00 of the first are paid; 20.00 of the second are credited with 2.00 of tax, which pay for the third. On 31 March the first is 59
    // days late, the third 31, a day before 58 and 30; on 2 May 91 and 63, and the others 31, 3, 32 and not.
    title:
      "months from the 31st due at once and after 60 days: paid and credited in part, and late by 30, 31, 59 and 91 days",
    steps: [
      on(
        "2026-01-31",
        ...taxed("0.10"),
        obligation("Hosting", { price: "100.00", from: "2026-01-31", to: "2026-04-29", netPaymentTerms: 0 }),
        obligation("Support", { price: "50.00", from: "2026-01-31", to: "2026-04-29", netPaymentTerms: 60 }),
        approve,
      ),
      ...closedInTurn("2026-01"),
      on("2026-02-10", act("POST /v3/invoices/$invoices.0.id/payments", { amount: "60.00" })),
      ...closedInTurn("2026-02"),
      on(
        "2026-03-05",
        creditOfLine(1, 0, "2026-03-05", "20.00"),
        act("POST /v3/credit-memos/$memos.0.id/applications", { invoiceId: "$invoices.2.id" }),
      ),
      on(
        "2026-03-31",
        ...["month=2026-02", "date=2026-03-30", "date=2026-03-31"].map(ageing),
        statement("month=2026-03"),
        shown("due", act("GET /v3/invoices?sort=invoiceNumber:asc&filter=status:neq:DRAFT"), "issueDate", "dueDate"),
      ),
      ...closedInTurn("2026-03", "2026-04"),
      on(
        "2026-05-02",
        ageing("date=2026-05-02"),
        shown("customer", act("GET /v3/customers?balances=true"), ...["balances.0.open", "balances.0.overdue"]),
      ),
    ],
    table: `
      2026-01-31 | 110.00 | 10.00 | PARTIALLY_PAID
      2026-01-31 | 55.00  | 5.00  | ISSUED
      2026-02-28 | 110.00 | 10.00 | PARTIALLY_PAID
      2026-02-28 | 55.00  | 5.00  | ISSUED
      2026-03-31 | 110.00 | 10.00 | ISSUED
      2026-03-31 | 55.00  | 5.00  | ISSUED
      2026-03-05 | 22.00  | 2.00  | APPLIED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 4.84   | 165.00 | 0 | 0 | 145.16 | 15.00 | 0
      2026-02 | 150.05 | 270.00 | 0 | 0 | 145.11 | 30.00 | 0
      2026-03 | 130.06 | 413.00 | 0 | 0 | 145.05 | 43.00 | 0
      2026-04 | 145.05 | 413.00 | 0 | 0 | 0      | 43.00 | 0
      answers
      ageing month=2026-02 | 4 | 220.00 | 50.00 | 0.00 | 0.00 | 0.00 | 270.00
      ageing date=2026-03-30 | 4 | 110.00 | 88.00 | 50.00 | 0.00 | 0.00 | 248.00
      ageing date=2026-03-31 | 6 | 275.00 | 0.00 | 138.00 | 0.00 | 0.00 | 413.00
      account | 2026-03-01 | OPENING | – | – | 270.00
      account | 2026-03-05 | CREDIT_MEMO_ISSUED | – | 22.00 | 248.00
      account | 2026-03-31 | INVOICE_ISSUED | 110.00 | – | 358.00
      account | 2026-03-31 | INVOICE_ISSUED | 55.00 | – | 413.00
      account | 2026-03-31 | CLOSING | – | – | 413.00
      due | 2026-01-31 | 2026-01-31
      due | 2026-01-31 | 2026-04-01
      due | 2026-02-28 | 2026-02-28
      due | 2026-02-28 | 2026-04-29
      due | 2026-03-31 | 2026-03-31
      due | 2026-03-31 | 2026-05-30
      ageing date=2026-05-02 | 6 | 55.00 | 55.00 | 165.00 | 88.00 | 50.00 | 413.00
      customer | 413.00 | 358.00`,
  },
  {
    // 300.00 come for 120.00, and 10.00 of the rest go back. 50.00 pay for a part of February, which cannot be void until they are taken off; billed again it takes 120.00, and March the last 50.00. 36.00 of March are credited, 34.00 paid.
    // By January 120.00, 300.00, 10.00 and 100.00 are posted; February adds a bill, its void, another bill and its payment, 480.00, 50.00 on and off, and 100.00; March 120.00, 50.00, 36.00 twice, 34.00 and 70.00.
    title: "too much paid: refunded in part, on an invoice that is void once it is taken off, and on two after that",
    steps: [
      on(from, ...taxed("0.20"), obligation("Plan", { price: "100.00", from, to: "2026-03-31" }), approve),
      on(
        "2026-01-05",
        act(
          "POST /v3/payments",
          {
            ...{ customerId: "$customer", amount: "300.00", currency: "USD", receivedAt: "2026-01-05" },
            applications: [{ invoiceId: "$invoices.0.id" }],
          },
          "paid",
        ),
      ),
      on("2026-01-20", act("POST /v3/payments/$paid.id/refunds", { amount: "10.00" })),
      ...closedInTurn("2026-01"),
      on("2026-02-03", applied("paid", 1, { amount: "50.00" }, "part")),
      on(
        "2026-02-04",
        rejected("INVOICE_HAS_APPLICATIONS", "POST /v3/invoices/$invoices.1.id/actions", { action: "VOID" }),
        act("DELETE /v3/payments/$paid.id/applications/$part.id"),
        act("POST /v3/invoices/$invoices.1.id/actions", { action: "VOID" }),
        act(`PATCH ${termPath("Plan")}`, { description: "Billed anew" }),
      ),
      on("2026-02-06", applied("paid", 2)),
      ...closedInTurn("2026-02"),
      on("2026-03-02", applied("paid", 3)),
      on(
        "2026-03-10",
        creditOfLine(3, 0, "2026-03-10", "30.00"),
        act("POST /v3/credit-memos/$memos.0.id/applications", { invoiceId: "$invoices.3.id" }),
      ),
      on("2026-03-12", act("POST /v3/invoices/$invoices.3.id/payments", {})),
      ...closedInTurn("2026-03"),
      on(
        "2026-04-02",
        shown("payment", act("GET /v3/payments/$paid.id"), "total", "appliedTotal", "refundedTotal", "unappliedAmount"),
        statement("from=2026-01-01&to=2026-03-31"),
        ...["2026-01", "2026-02", "2026-03"].map(posted),
      ),
    ],
    table: `
      2026-01-01 | 120.00 | 20.00 | PAID
      2026-02-01 | 120.00 | 20.00 | VOID
      2026-02-01 | 120.00 | 20.00 | PAID
      2026-03-01 | 120.00 | 20.00 | PAID
      2026-03-10 | 36.00  | 6.00  | APPLIED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 0 | 0 | 0 | 0 | 20.00 | 170.00
      2026-02 | 100.00 | 0 | 0 | 0 | 0 | 40.00 | 50.00
      2026-03 | 70.00  | 0 | 0 | 0 | 0 | 54.00 | 0
      answers
      payment | 300.00 | 290.00 | 10.00 | 0.00
      account | 2026-01-01 | OPENING | – | – | 0.00
      account | 2026-01-01 | INVOICE_ISSUED | 120.00 | – | 120.00
      account | 2026-01-05 | PAYMENT_RECEIVED | – | 300.00 | -180.00
      account | 2026-01-20 | PAYMENT_REFUNDED | 10.00 | – | -170.00
      account | 2026-02-01 | INVOICE_ISSUED | 120.00 | – | -50.00
      account | 2026-02-01 | INVOICE_VOIDED | – | 120.00 | -170.00
      account | 2026-02-01 | INVOICE_ISSUED | 120.00 | – | -50.00
      account | 2026-03-01 | INVOICE_ISSUED | 120.00 | – | 70.00
      account | 2026-03-10 | CREDIT_MEMO_ISSUED | – | 36.00 | 34.00
      account | 2026-03-12 | PAYMENT_RECEIVED | – | 34.00 | 0.00
      account | 2026-03-31 | CLOSING | – | – | 0.00
      posted by 2026-01 | 530.00
      posted by 2026-02 | 1210.00
      posted by 2026-03 | 1556.00`,
  },
  {
    // 3.33 with 0.33 of tax three times, not 9.99 with 1.00. 10.00 pay for two and 2.68 of the third. All of two of February are credited: 7.32, which pay for the third of February, the 0.98 of January, and 2.68 go back.
    title:
      "three invoice groups with a tax of their own: one payment and one credit over several, and the rest refunded",
    steps: [
      on(
        from,
        ...taxed("0.10"),
        ...[{}, { invoiceGroup: "east" }, { invoiceGroup: "west" }].map((group, index) =>
          obligation(`Site ${index}`, { price: "3.33", from, to: "2026-02-28", ...group }),
        ),
        approve,
      ),
      on(
        "2026-01-10",
        act("POST /v3/payments", {
          ...{ customerId: "$customer", amount: "10.00", currency: "USD", receivedAt: "2026-01-10" },
          applications: [0, 1, 2].map((invoice) => ({ invoiceId: `$invoices.${invoice}.id` })),
        }),
      ),
      ...closedInTurn("2026-01"),
      on(
        "2026-02-10",
        act("POST /v3/credit-memos", {
          ...{ customerId: "$customer", issueDate: "2026-02-10", currency: "USD", reason: "Closed sites" },
          items: [3, 4].map((invoice) => {
            return { invoiceLineItemId: `$invoices.${invoice}.lineItems.0.id`, amount: "3.33" };
          }),
        }),
        ...[5, 2].map((invoice) =>
          act("POST /v3/credit-memos/$memos.0.id/applications", { invoiceId: `$invoices.${invoice}.id` }),
        ),
        act("POST /v3/credit-memos/$memos.0.id/refunds", {}),
      ),
      ...closedInTurn("2026-02"),
      on("2026-03-31", ageing("date=2026-03-31")),
    ],
    table: `
      2026-01-01 | 3.66 | 0.33 | PAID
      2026-01-01 | 3.66 | 0.33 | PAID
      2026-01-01 | 3.66 | 0.33 | PAID
      2026-02-01 | 3.66 | 0.33 | ISSUED
      2026-02-01 | 3.66 | 0.33 | ISSUED
      2026-02-01 | 3.66 | 0.33 | PAID
      2026-02-10 | 7.32 | 0.66 | APPLIED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 9.99 | 0.98 | 0 | 0 | 0 | 0.99 | 0
      2026-02 | 3.33 | 7.32 | 0 | 0 | 0 | 1.32 | 0
      answers
      ageing date=2026-03-31 | 2 | 0.00 | 7.32 | 0.00 | 0.00 | 0.00 | 7.32`,
  },
  {
    // 10.501 each with 0.500 of tax. 10.000 are 3.334, 3.333 and 3.333; 21.000 are 7.000 of 7.167, 7.168 and 7.168; of 1.000 more 0.503 are open and 0.497 too much.
    title:
      "three contracts in dinars on one document, paid in three parts: each to the last fils, and a rest that is credit",
    contract: { currency: "KWD", consolidationKey: "harbour" },
    steps: [
      on(
        "2025-12-15",
        ...taxed("0.05"),
        obligation("Platform", { price: "10.001", from, to: "2026-02-28" }),
        approve,
        ...["Quay", "Port"].flatMap((name) => [
          act(
            "POST /v3/contracts",
            { name, customerId: "$customer", currency: "KWD", consolidationKey: "harbour" },
            name,
          ),
          {
            ...obligation(`${name}Plan`, { price: "10.001", from, to: "2026-02-28" }),
            send: `POST /v3/contracts/$${name}.id/obligations`,
          },
          act(`POST /v3/contracts/$${name}.id/actions`, { action: "APPROVE" }),
        ]),
      ),
      ...(
        [
          ["2026-01-10", "10.000"],
          ["2026-01-15", "21.000"],
          ["2026-01-20", "1.000"],
        ] as const
      ).map(([day, amount]) =>
        on(
          day,
          act("POST /v3/consolidated-invoices/$invoices.0.consolidatedInvoiceId/payments", { amount }),
          ...[0, 1, 2].map((invoice) =>
            shown(
              `${day} ${invoice}`,
              act(`GET /v3/invoices/$invoices.${invoice}.id`),
              "amountPaid",
              "balanceRemaining",
            ),
          ),
        ),
      ),
      ...closedInTurn("2026-01", "2026-02"),
    ],
    table: `
      2026-01-01 | 10.501 | 0.500 | PAID
      2026-01-01 | 10.501 | 0.500 | PAID
      2026-01-01 | 10.501 | 0.500 | PAID
      2026-02-01 | 10.501 | 0.500 | ISSUED
      2026-02-01 | 10.501 | 0.500 | ISSUED
      2026-02-01 | 10.501 | 0.500 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 30.003 | 0      | 0 | 0 | 0 | 1.500 | 0.497
      2026-02 | 30.003 | 31.503 | 0 | 0 | 0 | 3.000 | 0.497
      answers
      2026-01-10 0 | 3.334 | 7.167
      2026-01-10 1 | 3.333 | 7.168
      2026-01-10 2 | 3.333 | 7.168
      2026-01-15 0 | 10.334 | 0.167
      2026-01-15 1 | 10.333 | 0.168
      2026-01-15 2 | 10.333 | 0.168
      2026-01-20 0 | 10.501 | 0.000
      2026-01-20 1 | 10.501 | 0.000
      2026-01-20 2 | 10.501 | 0.000`,
  },
  {
    // 40.00 of goodwill with 8.00 of tax lower no contract's revenue, but January's 50.00 to 10.00. They pay for January, and from February on 30.00 for February and 18.00 for January: dated in a closed month, they cannot be void. On 31 January 12.00 are owed,
    // as if nothing had been moved since.
    title: "goodwill of no invoice, moved from one invoice to two in the next month: what was owed before it stays",
    steps: [
      on(
        from,
        ...taxed("0.20"),
        act("POST /v3/items", { name: "Goodwill" }, "item"),
        obligation("Plan", { price: "50.00", from, to: "2026-02-28" }),
        approve,
      ),
      on(
        "2026-01-20",
        act("POST /v3/credit-memos", {
          ...{ customerId: "$customer", issueDate: "2026-01-20", currency: "USD", reason: "Goodwill" },
          items: [{ itemId: "$item.id", amount: "40.00", salesTaxAmount: "8.00" }],
        }),
        act("POST /v3/credit-memos/$memos.0.id/applications", { invoiceId: "$invoices.0.id" }, "first"),
      ),
      ...closedInTurn("2026-01"),
      on(
        "2026-02-05",
        act("DELETE /v3/credit-memos/$memos.0.id/applications/$first.id"),
        act("POST /v3/credit-memos/$memos.0.id/applications", { invoiceId: "$invoices.1.id", amount: "30.00" }),
        act("POST /v3/credit-memos/$memos.0.id/applications", { invoiceId: "$invoices.0.id" }),
        rejected("PERIOD_CLOSED", "POST /v3/credit-memos/$memos.0.id/void", { reason: "In error" }),
      ),
      on("2026-02-28", ageing("date=2026-01-31"), ageing("date=2026-02-28")),
      ...closedInTurn("2026-02"),
      on(
        "2026-03-02",
        shown("revenue", act("GET /v3/reports/revenue?month=2026-01&groupBy=customer"), "total"),
        shown("revenue", act("GET /v3/reports/revenue?month=2026-02&groupBy=customer"), "total"),
      ),
    ],
    table: `
      2026-01-01 | 60.00 | 10.00 | PARTIALLY_PAID
      2026-02-01 | 60.00 | 10.00 | PARTIALLY_PAID
      2026-01-20 | 48.00 | 8.00  | APPLIED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 50.00 | 12.00 | 0 | 0 | 0 | 2.00  | 0
      2026-02 | 50.00 | 72.00 | 0 | 0 | 0 | 12.00 | 0
      answers
      ageing date=2026-01-31 | 1 | 12.00 | 0.00 | 0.00 | 0.00 | 0.00 | 12.00
      ageing date=2026-02-28 | 2 | 30.00 | 42.00 | 0.00 | 0.00 | 0.00 | 72.00
      revenue | 10.00
      revenue | 50.00`,
  },
  {
    // 100.00 of 25 January are told on 3 February, when January is closed: they are posted on 1 February, so that on 31 January the invoice, due that day, is owed.
    title: "money of a closed month, posted on the first open day: the invoice is owed until then",
    steps: [
      on(from, obligation("Plan", { price: "100.00", from, to: "2026-02-28" }), approve),
      ...closedInTurn("2026-01"),
      on("2026-02-03", act("POST /v3/invoices/$invoices.0.id/payments", { receivedAt: "2026-01-25" }, "paid")),
      on(
        "2026-02-28",
        shown("invoice", act("GET /v3/invoices/$invoices.0.id"), "status", "balanceRemaining"),
        ageing("date=2026-01-31"),
        ageing("date=2026-02-01"),
        statement("month=2026-02"),
      ),
      ...closedInTurn("2026-02"),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | PAID
      2026-02-01 | 100.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 100.00 | 0 | 0 | 0 | 0 | 0
      2026-02 | 100.00 | 100.00 | 0 | 0 | 0 | 0 | 0
      answers
      invoice | PAID | 0.00
      ageing date=2026-01-31 | 1 | 100.00 | 0.00 | 0.00 | 0.00 | 0.00 | 100.00
      ageing date=2026-02-01 | 1 | 100.00 | 0.00 | 0.00 | 0.00 | 0.00 | 100.00
      account | 2026-02-01 | OPENING | – | – | 100.00
      account | 2026-02-01 | INVOICE_ISSUED | 100.00 | – | 200.00
      account | 2026-02-01 | PAYMENT_RECEIVED | – | 100.00 | 100.00
      account | 2026-02-28 | CLOSING | – | – | 100.00`,
  },
];
