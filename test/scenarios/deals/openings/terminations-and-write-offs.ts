import { act, close, obligation, on } from "../../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, taxed, termPath, total } from "../deal.ts";

// Contracts that other books had before: ended, written off, repriced and loaded again here.

const [from, to] = ["2026-01-01", "2026-12-31"];
const invoiceIs = (index: number, action: string) => act(`POST /v3/invoices/$invoices.${index}.id/actions`, { action });
/** A year of 1,200.00 and 20 % of tax, billed in January and half recognized, loaded as of June. */
const halfYear = ({ balance, ...rest }: { balance: string; customerCredit?: string }) => [
  ...taxed("0.20"),
  obligation("Platform", { price: "1200.00", interval: "YEAR", from, to: "2026-12-31" }),
  act("POST /v3/contracts/$contract/opening", {
    asOf: "2026-06-30",
    billingTerms: [{ billingTermId: "$Platform.billingTermId", invoicedThrough: "2026-12-31", billed: "1200.00" }],
    performanceObligations: [{ performanceObligationId: "$Platform.performanceObligationId", recognized: "600.00" }],
    openInvoices: [
      { invoiceNumber: "R-17", issueDate: from, dueDate: "2026-01-31", total: "1440.00", tax: "240.00", balance },
    ],
    ...rest,
  }),
];
const year = { interval: "YEAR", from, to };
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

export const terminationsAndWriteOffDeals: readonly Deal[] = [
  {
    // 600.00 were recognized and 500.00 of the old bill are not paid. Ended with September, 302.47 are credited with 60.49 of tax and pay for it. 268.50 are
    // left from 10 July on; 49.54 of them are not earned by 15 September, and 87.50 of the open 137.04 are lost.
    title: "a year from the old books that ends early, its old invoice settled by the credit and written off",
    steps: [
      on("2026-07-01", ...halfYear({ balance: "500.00" }), close("2026-06")),
      on("2026-07-10", act(`PATCH ${termPath("Platform")}/terminate`, { endDate: "2026-09-30", creditUnused: true })),
      ...closedInTurn("2026-07"),
      on("2026-08-05", act("POST /v3/credit-memos/$memos.0.id/applications", { invoiceId: "$invoices.0.id" })),
      ...closedInTurn("2026-08"),
      on("2026-09-15", invoiceIs(0, "MARK_UNCOLLECTIBLE")),
      ...closedInTurn("2026-09", "2026-10"),
    ],
    table: `
      2026-06-30 | 1440.00 | 240.00 | UNCOLLECTIBLE
      2026-07-10 | 362.96 | 60.49 | APPLIED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-06 | 0 | 500.00 | 0 | 0 | 600.00 | 240.00 | 0 | 600.00
      2026-07 | 99.35 | 500.00 | 0 | 0 | 198.18 | 179.51 | 362.96 | 198.18
      2026-08 | 99.09 | 137.04 | 0 | 0 | 99.09 | 179.51 | 0 | 99.09
      2026-09 | 49.55 | 0 | 0 | 0 | 0 | 179.51 | 0 | 0
      2026-10 | 0 | 0 | 0 | 0 | 0 | 179.51 | 0 | 0`,
  },
  {
    // 240.00 of 300.00 were recognized: 60.00 more over nine months, 106.67 and 106.66. 50.00 of credit pay for the old bill; 120.00 of it are credited in May, 10.00 of
    // each month. Ended with July, 503.01 are unused; of 696.99 and the 60.00 121.83 are left for each of two months. The credit is on seven months now, 17.14 each: 52.86
    // of it in June. The last 26.99 of the old bill are not earned by 10 July, and paid in August with 3.01 too much.
    title:
      "a year from the old books beside quarters in arrears: less recognized than earned, credited, ended, written off and paid",
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
    // 600.00 more a year from 16 July on: 169/365 are 277.81. Ended with September: 1,200.00 × 273/365 + 600.00 × 77/365 = 1,024.11 are
    // owed, 453.70 credited. 24.11 of the old invoice are credited in October.
    title: "a year loaded at its middle, made more expensive, ended and credited",
    steps: [
      on(
        "2026-07-01",
        obligation("Platform", { ...year, price: "1200.00" }),
        act(`POST /v3/contracts/$contract/opening`, {
          asOf: "2026-06-30",
          billingTerms: [
            { billingTermId: "$Platform.billingTermId", invoicedThrough: "2026-12-31", billed: "1200.00" },
          ],
          performanceObligations: [
            { performanceObligationId: "$Platform.performanceObligationId", recognized: "600.00" },
          ],
        }),
        close("2026-06"),
      ),
      on(
        "2026-07-16",
        act(`POST ${termPath("Platform")}/amendments`, {
          effectiveDate: "2026-07-16",
          settlement: "IMMEDIATE",
          ...total("1800.00"),
        }),
      ),
      ...closedInTurn("2026-07", "2026-08"),
      on("2026-09-10", act(`PATCH ${termPath("Platform")}/terminate`, { endDate: "2026-09-30", creditUnused: true })),
      ...closedInTurn("2026-09"),
      on("2026-10-10", creditOfLine(1, 0, "2026-10-10", "24.11")),
      ...closedInTurn("2026-10"),
    ],
    table: `
      2026-07-16 | 277.81  | 0 | ISSUED
      2026-06-30 | 1200.00 | 0 | PAID
      2026-09-10 | 453.70  | 0 | OPEN
      2026-10-10 | 24.11   | 0 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-06 | 0      | 0      | 0 | 0 | 600.00 | 0 | 0      | 600.00
      2026-07 | 125.99 | 277.81 | 0 | 0 | 751.82 | 0 | 0      | 751.82
      2026-08 | 150.37 | 277.81 | 0 | 0 | 601.45 | 0 | 0      | 601.45
      2026-09 | 147.75 | 277.81 | 0 | 0 | 0      | 0 | 453.70 | 0
      2026-10 | -24.11 | 277.81 | 0 | 0 | 0      | 0 | 477.81 | 0`,
  },
];
