import { act, approve, close, obligation, on, rejected } from "../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, taxed, termPath } from "./deal.ts";

// Contracts that other books had before and that end, are lost or loaded again here, and contracts that are deleted beside a close.

const [from, to] = ["2026-01-01", "2026-12-31"];
const year = { interval: "YEAR", from, to };
const invoiceIs = (index: number, action: string) => act(`POST /v3/invoices/$invoices.${index}.id/actions`, { action });
const pay = (index: number, amount: string) => act(`POST /v3/invoices/$invoices.${index}.id/payments`, { amount });
const applyMemo = (memo: number, invoice: number) =>
  act(`POST /v3/credit-memos/$memos.${memo}.id/applications`, { invoiceId: `$invoices.${invoice}.id` });

/** A year that other books billed on its first day, of which a part of one bill is not paid, as of March. */
const opened = (billed: string, recognized: string, total: string, tax: string, balance: string) => {
  return {
    asOf: "2026-03-31",
    billingTerms: [{ billingTermId: "$Platform.billingTermId", invoicedThrough: to, billed }],
    performanceObligations: [{ performanceObligationId: "$Platform.performanceObligationId", recognized }],
    openInvoices: [{ invoiceNumber: "R-1", issueDate: from, dueDate: "2026-01-31", total, tax, balance }],
  };
};

export const loadedAgainDeals: readonly Deal[] = [
  {
    // 240.00 of 300.00 were recognized: 60.00 more over nine months, 106.67 and 106.66. 50.00 of credit pay for the old bill; 120.00 of it are credited in May, 10.00 of
    // each month. Ended with July, 503.01 are unused; of 696.99 and the 60.00 121.83 are left for each of two months. The credit is on seven months now, 17.14 each: 52.86
    // of it in June. The last 26.99 of the old bill are not earned by 10 July, and paid in August with 3.01 too much.
    title:
      "a year from the old books beside quarters in arrears: less recognized than earned, credited, ended, lost and paid",
    contract: { startDate: from, endDate: to },
    steps: [
      on(
        "2026-04-02",
        obligation("Platform", { ...year, price: "1200.00" }),
        obligation("Support", { price: "90.00", interval: "QUARTER", invoiceDateStrategy: "ARREARS", from, to }),
        act("POST /v3/contracts/$contract/opening", {
          ...{ asOf: "2026-03-31", difference: "SPREAD", customerCredit: "50.00" },
          billingTerms: [{ billingTermId: "$Platform.billingTermId", invoicedThrough: to, billed: "1200.00" }],
          performanceObligations: [
            { performanceObligationId: "$Platform.performanceObligationId", recognized: "240.00" },
            { performanceObligationId: "$Support.performanceObligationId", recognized: "90.00" },
          ],
          openInvoices: [
            { invoiceNumber: "R-1", issueDate: from, dueDate: "2026-01-31", total: "1200.00", balance: "700.00" },
          ],
        }),
        close("2026-03"),
      ),
      on(
        "2026-04-10",
        act("GET /v3/payments?limit=10", undefined, "payments"),
        act("POST /v3/payments/$payments.data.0.id/applications", { invoiceId: "$invoices.1.id" }),
      ),
      ...closedInTurn("2026-04"),
      on("2026-05-12", creditOfLine(1, 0, "2026-05-12", "120.00"), applyMemo(0, 1)),
      ...closedInTurn("2026-05"),
      on(
        "2026-06-01",
        act(`PATCH ${termPath("Platform")}/terminate`, { endDate: "2026-07-31", creditUnused: true }),
        applyMemo(1, 1),
      ),
      ...closedInTurn("2026-06"),
      on("2026-07-10", invoiceIs(2, "MARK_UNCOLLECTIBLE")),
      ...closedInTurn("2026-07"),
      on("2026-08-05", pay(2, "30.00")),
      ...closedInTurn("2026-08"),
    ],
    table: `
      2026-04-01 | 90.00   | 0 | ISSUED
      2026-07-01 | 90.00   | 0 | ISSUED
      2026-03-31 | 1200.00 | 0 | PAID
      2026-05-12 | 120.00  | 0 | APPLIED
      2026-06-01 | 503.01  | 0 | APPLIED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-03 | 0      | 700.00 | 90.00 | 0 | 960.00 | 0 | 50.00 | 1230.00
      2026-04 | 136.67 | 740.00 | 30.00 | 0 | 853.33 | 0 | 0     | 1093.33
      2026-05 | 86.66  | 620.00 | 60.00 | 0 | 676.67 | 0 | 0     | 886.67
      2026-06 | 98.98  | 116.99 | 90.00 | 0 | 104.68 | 0 | 0     | 284.68
      2026-07 | 107.69 | 180.00 | 30.00 | 0 | 0      | 0 | 0     | 150.00
      2026-08 | 56.99  | 180.00 | 60.00 | 0 | 0      | 0 | 3.01  | 120.00`,
  },
  {
    // Loaded with the wrong prices and deleted, then loaded again under the number of its old bill: 900.00, 225.00 recognized, 480.00 not paid. By 20 April 625.00 are not
    // earned, so all of the 480.00 are not owed; 145.00 are left. 240.00 that come in May are earned again from 21 April on, 9.60 of April; so are the other 240.00 once
    // they are owed again.
    title:
      "a contract from the old books that is deleted before the close, loaded again, written off, paid in half and reinstated",
    steps: [
      on(
        "2026-04-02",
        ...taxed("0.20"),
        obligation("Platform", { ...year, price: "1200.00" }),
        act("POST /v3/contracts/$contract/opening", opened("1200.00", "300.00", "1440.00", "240.00", "1440.00")),
      ),
      on(
        "2026-04-03",
        act("DELETE /v3/contracts/$contract"),
        act("POST /v3/contracts", { name: "Harbour again", customerId: "$customer" }, "second"),
        {
          ...obligation("Platform", { ...year, price: "900.00" }),
          send: "POST /v3/contracts/$second.id/obligations",
        },
        act("POST /v3/contracts/$second.id/opening", {
          ...opened("900.00", "225.00", "1080.00", "180.00", "480.00"),
          customerCredit: "20.00",
        }),
        act("GET /v3/payments?limit=10", undefined, "payments"),
        act("GET /v3/invoices?filter=contractId:eq:$second.id", undefined, "old"),
        close("2026-03"),
      ),
      on("2026-04-20", act("POST /v3/invoices/$old.data.0.id/actions", { action: "MARK_UNCOLLECTIBLE" })),
      ...closedInTurn("2026-04"),
      on(
        "2026-05-15",
        act("POST /v3/invoices/$old.data.0.id/payments", { amount: "240.00" }),
        act("POST /v3/payments/$payments.data.0.id/refunds", { amount: "20.00" }),
      ),
      ...closedInTurn("2026-05"),
      on("2026-06-05", act("POST /v3/invoices/$old.data.0.id/actions", { action: "REINSTATE" })),
      ...closedInTurn("2026-06"),
    ],
    table: `
      2026-03-31 | 1080.00 | 180.00 | PARTIALLY_PAID
      2026-03-31 | 1440.00 | 240.00 | VOID
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-03 | 0      | 480.00 | 0 | 0 | 675.00 | 180.00 | 20.00 | 675.00
      2026-04 | 55.80  | 0      | 0 | 0 | 139.20 | 180.00 | 20.00 | 139.20
      2026-05 | 55.80  | 0      | 0 | 0 | 323.40 | 180.00 | 0     | 323.40
      2026-06 | 113.40 | 240.00 | 0 | 0 | 450.00 | 180.00 | 0     | 450.00`,
  },
  {
    // 100.00 a month. The berth, 300.00 for a quarter in arrears, is held out of February and deleted in March. The quay is billed 60.00 on 1 March and paid: it can be
    // deleted once the payment is taken off and the bill is void, and the 60.00 pay for the platform.
    title: "a contract that is held out of a month and deleted, and another one whose payment stays",
    steps: [
      on(from, obligation("Platform", { price: "100.00", from, to: "2026-06-30" }), approve),
      on(
        "2026-01-20",
        act("POST /v3/contracts", { name: "Berth", customerId: "$customer" }, "berth"),
        {
          ...obligation("Mooring", {
            ...{ price: "300.00", interval: "QUARTER", invoiceDateStrategy: "ARREARS" },
            ...{ from: "2026-02-01", to: "2026-04-30" },
          }),
          send: "POST /v3/contracts/$berth.id/obligations",
        },
        act("POST /v3/contracts/$berth.id/actions", { action: "APPROVE" }),
      ),
      ...closedInTurn("2026-01"),
      on("2026-02-10", act("POST /v3/contracts/$berth.id/close-hold", { reason: "Never begun" })),
      ...closedInTurn("2026-02"),
      on("2026-03-05", act("DELETE /v3/contracts/$berth.id")),
      on(
        "2026-03-10",
        act("POST /v3/contracts", { name: "Quay", customerId: "$customer" }, "quay"),
        {
          ...obligation("Quay", { price: "60.00", from: "2026-03-01", to: "2026-04-30" }),
          send: "POST /v3/contracts/$quay.id/obligations",
        },
        act("POST /v3/contracts/$quay.id/actions", { action: "APPROVE" }),
        act("POST /v3/payments", { customerId: "$customer", amount: "60.00", currency: "USD" }, "paid"),
        act("POST /v3/payments/$paid.id/applications", { invoiceId: "$invoices.3.id" }, "applied"),
      ),
      on(
        "2026-03-20",
        rejected("CONTRACT_INVOICED", "DELETE /v3/contracts/$quay.id"),
        act("DELETE /v3/payments/$paid.id/applications/$applied.id"),
        invoiceIs(3, "VOID"),
        act("DELETE /v3/contracts/$quay.id"),
        act("POST /v3/payments/$paid.id/applications", { invoiceId: "$invoices.2.id" }),
      ),
      ...closedInTurn("2026-03", "2026-04"),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | PARTIALLY_PAID
      2026-03-01 | 60.00  | 0 | VOID
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-05-01 | 100.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 100.00 | 0 | 0 | 0 | 0 | 0 | 800.00
      2026-02 | 100.00 | 200.00 | 0 | 0 | 0 | 0 | 0 | 700.00
      2026-03 | 100.00 | 240.00 | 0 | 0 | 0 | 0 | 0 | 300.00
      2026-04 | 100.00 | 340.00 | 0 | 0 | 0 | 0 | 0 | 200.00`,
  },
];
