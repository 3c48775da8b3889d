import {
  type Act,
  act,
  approve,
  close,
  eventType,
  grace,
  obligation,
  on,
  rejected,
  reopen,
  usageTerm,
  use,
} from "../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, taxed, termPath } from "./deal.ts";

// Money that comes late, too much or back again, credits of several lines at once, and tax that is charged on a part.

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
const exempt = (isTaxExempt: boolean) => act("PATCH /v3/customers/$customer", { taxInfo: { isTaxExempt } });
const document = (invoice: number) => `POST /v3/consolidated-invoices/$invoices.${invoice}.consolidatedInvoiceId`;

export const collectedDeals: readonly Deal[] = [
  {
    // 99.95 a month with 7.00 of tax. 43.05 too much for January pay for February, with 40.00 of a credit of January's 30.00 and February's 20.05, 2.10 and 1.40 of tax.
    // 23.90 of February are lost; of 30.00 that come after all 6.10 are too much. April is void and ends with its 15th: 49.98.
    title:
      "too much paid for one month, a credit of two, a third that is written off and comes, and a void one that ends short",
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
    // 43.38 at 21 % have 9.11 of tax, 7.00 and 2.11 by line; 33.35 at 10 % have 3.34, and 33.35 none. March is exempt. In April all of February's second line goes, with
    // 2.11, 16.67 of its third with 1.67, and 16.68 of March's without tax. What it paid of March is taken off again and refunded.
    title: "two rates and none on one invoice, a month that is exempt, and one credit across both",
    steps: [
      on(
        from,
        act("PATCH /v3/merchant", {
          address: { country: "ES" },
          taxRates: [
            { country: "ES", category: "S", rate: "0.21", validFrom: "2020-01-01" },
            { country: "ES", category: "L", rate: "0.10", validFrom: "2020-01-01" },
          ],
        }),
        act("PATCH /v3/customers/$customer", { billingAddress: { country: "ES" } }),
        act("POST /v3/items", { name: "Books", taxCategory: "L" }, "books"),
        act("POST /v3/items", { name: "Lessons", taxCategory: "E" }, "lessons"),
        obligation("Platform", { price: "33.33", from, to: "2026-04-30" }),
        obligation("Support", { price: "10.05", from, to: "2026-04-30" }),
        obligation("Books", { price: "33.35", from, to: "2026-04-30", itemId: "$books.id" }),
        obligation("Lessons", { price: "33.35", from, to: "2026-04-30", itemId: "$lessons.id" }),
        approve,
      ),
      on("2026-01-15", pay(0, "122.53")),
      ...closedInTurn("2026-01"),
      on("2026-02-10", exempt(true)),
      ...closedInTurn("2026-02"),
      on("2026-03-20", exempt(false)),
      ...closedInTurn("2026-03"),
      on(
        "2026-04-10",
        creditOfLines("2026-04-10", [1, 1, "10.05"], [1, 2, "16.67"], [2, 2, "16.68"]),
        applyMemo(0, 1, { amount: "20.00" }),
        applyMemo(0, 2, {}, "second"),
      ),
      ...closedInTurn("2026-04"),
      on(
        "2026-05-05",
        act("DELETE /v3/credit-memos/$memos.0.id/applications/$second.id"),
        act("POST /v3/credit-memos/$memos.0.id/refunds", {}),
      ),
      ...closedInTurn("2026-05"),
    ],
    table: `
      2026-01-01 | 122.53 | 12.45 | PAID
      2026-02-01 | 122.53 | 12.45 | PARTIALLY_PAID
      2026-03-01 | 110.08 | 0     | ISSUED
      2026-04-01 | 122.53 | 12.45 | ISSUED
      2026-04-10 | 47.18  | 3.78  | APPLIED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 110.08 | 0      | 0 | 0 | 0 | 12.45 | 0 | 330.24
      2026-02 | 110.08 | 122.53 | 0 | 0 | 0 | 24.90 | 0 | 220.16
      2026-03 | 110.08 | 232.61 | 0 | 0 | 0 | 24.90 | 0 | 110.08
      2026-04 | 66.68  | 307.96 | 0 | 0 | 0 | 33.57 | 0 | 0
      2026-05 | 0      | 335.14 | 0 | 0 | 0 | 33.57 | 0 | 0`,
  },
  {
    // 2,400.00 are 960.00 and 120.00 a month by what the parts sell for. 300.00 off the licence have no tax: 120.00 of it and 180.00 of support, 15.00 a month. 140.00 off
    // support have 28.00: 56.00 and 84.00. That one is void in March, opened again, though what it paid comes off in April: until then it has 168.00 too much applied.
    title: "a licence without tax and support with it, in an allocated contract: a credit of each, one of them void",
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        ...taxed("0.20"),
        act("POST /v3/items", { name: "Licence", taxCategory: "E" }, "item"),
        obligation(
          "Licence",
          { price: "1000.00", from, to: from, interval: "NONE", itemId: "$item.id" },
          { recognitionPattern: "POINT_IN_TIME", standaloneSellingPrice: "1200.00" },
        ),
        obligation(
          "Support",
          { price: "1400.00", from, to: "2026-12-31", interval: "YEAR" },
          { standaloneSellingPrice: "1800.00" },
        ),
        approve,
      ),
      ...closedInTurn("2026-01"),
      on("2026-02-10", creditOfLine(0, 0, "2026-02-10", "300.00"), applyMemo(0, 0)),
      ...closedInTurn("2026-02"),
      on("2026-03-05", creditOfLine(0, 1, "2026-03-05", "140.00"), applyMemo(1, 0, {}, "applied")),
      on("2026-03-10", pay(0, "2300.00", {}, "paid")),
      ...closedInTurn("2026-03"),
      on(
        "2026-04-10",
        act("DELETE /v3/credit-memos/$memos.1.id/applications/$applied.id"),
        rejected("PERIOD_CLOSED", "POST /v3/credit-memos/$memos.1.id/void", { reason: "Wrong" }),
        reopen("2026-03"),
        act("POST /v3/credit-memos/$memos.1.id/void", { reason: "Wrong" }),
        close("2026-03"),
        applyMoney("paid", 0),
      ),
      ...closedInTurn("2026-04"),
    ],
    table: `
      2026-01-01 | 2680.00 | 280.00 | PARTIALLY_PAID
      2026-02-10 | 300.00  | 0      | APPLIED
      2026-03-05 | 168.00  | 28.00  | VOID
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 1080.00 | 2680.00 | 0 | 0 | 1320.00 | 280.00 | 0      | 1320.00
      2026-02 | -30.00  | 2380.00 | 0 | 0 | 1050.00 | 280.00 | 0      | 1050.00
      2026-03 | 28.00   | 0       | 0 | 0 | 882.00  | 252.00 | 88.00  | 882.00
      2026-03 | 105.00  | 0       | 0 | 0 | 945.00  | 280.00 | -80.00 | 945.00
      2026-04 | 105.00  | 80.00   | 0 | 0 | 840.00  | 280.00 | 0      | 840.00`,
  },
  {
    // 110.00 and 55.00 with tax. 35.00 too much pay for the quay's February. 22.00 and 11.00 are credited; of February's open 110.00 and 20.00 they settle 27.92 and 5.08.
    // The quay's 14.92 are lost while it is held; of 90.00 that come for the document 82.08 are the platform's and 7.92 recover. Released, the quay earns 40.00 and 50.00
    // in March.
    title: "two contracts on one document paid with too much, a credit of both, one of them held and lost in part",
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
    // 100.00 a month, trued up by the month: 40.00 and 60.00, then 100.00, which are lost. From March on trued up at the end: 70.00 and 30.00 short. April uses 120.00. 30.00 of
    // late calls of February take the place of as much of its true-up, on one bill of their own. Ended with April, all of the rest is on the last bill.
    title:
      "trued up by the month and then at the end: a true-up that is written off, late calls of its month, and an early end",
    contract: { startDate: from, endDate: "2026-12-31" },
    steps: [
      on(
        from,
        eventType,
        grace(0),
        usageTerm("Calls", { price: "0.010", from, to: "2026-06-30", usageScope: "COMMITMENT" }),
        act(
          "POST /v3/contracts/$contract/commitments",
          {
            commitments: [
              {
                commitmentUnitType: "CURRENCY",
                schedules: (
                  [
                    [from, "2026-02-28", "EACH_PERIOD"],
                    ["2026-03-01", "2026-06-30", "END_OF_SCHEDULE"],
                  ] as const
                ).map(([startDate, endDate, trueUpBehavior]) => {
                  const steps = [{ commitmentValue: "100.00", billingTermIds: ["$Calls.id"] }];
                  return { startDate, endDate, trueUpBehavior, commitmentInterval: "MONTHLY", steps };
                }),
              },
            ],
          },
          "committed",
        ),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "4000")),
      ...closedInTurn("2026-01", "2026-02"),
      on("2026-03-20", use("2026-03-20", "7000")),
      on("2026-03-25", invoiceIs(1, "MARK_UNCOLLECTIBLE")),
      ...closedInTurn("2026-03"),
      on("2026-04-10", use("2026-02-12", "3000"), use("2026-04-10", "12000")),
      on(
        "2026-04-20",
        act("POST /v3/contracts/$contract/commitments/$committed.commitments.0.id/terminate", {
          endDate: "2026-04-30",
        }),
      ),
      ...closedInTurn("2026-04"),
      on("2026-05-10", pay(1, "100.00")),
      ...closedInTurn("2026-05"),
    ],
    table: `
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | PAID
      2026-04-01 | 70.00  | 0 | ISSUED
      2026-04-10 | 0.00   | 0 | PAID
      2026-05-01 | 150.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 0      | 100.00 | 0 | 0 | 0 | 0 | 500.00
      2026-02 | 100.00 | 100.00 | 100.00 | 0 | 0 | 0 | 0 | 400.00
      2026-03 | 100.00 | 100.00 | 100.00 | 0 | 0 | 0 | 0 | 300.00
      2026-04 | 120.00 | 170.00 | 150.00 | 0 | 0 | 0 | 0 | 0
      2026-05 | 0      | 320.00 | 0      | 0 | 0 | 0 | 0 | 0`,
  },
];
