import { act, approve, eventType, obligation, on, usageTerm, use } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, shown, taxed, termPath } from "../deal.ts";

// A merchant whose late invoices have the date of the day on which they are issued.

const [from, to] = ["2026-01-01", "2026-03-31"];
const settings = { lateInvoiceDate: "TODAY" } as const;
const rates = act("PATCH /v3/merchant", {
  address: { country: "ES" },
  taxRates: [
    { country: "ES", category: "S", rate: "0.20", validFrom: "2020-01-01" },
    { country: "ES", category: "S", rate: "0.25", validFrom: "2026-02-01" },
  ],
});
const inSpain = act("PATCH /v3/customers/$customer", { billingAddress: { country: "ES" } });
const dates = shown(
  "due",
  act("GET /v3/invoices?sort=invoiceNumber:asc&filter=status:neq:DRAFT"),
  "invoiceNumber",
  "issueDate",
  "dueDate",
);

export const invoicesIssuedLateDeals: readonly Deal[] = [
  {
    // 100.00 a month, approved on 10 February: the invoices of January and February are of that day, with its rate, and due 30 days on. At
    // the end of January its 100.00 wait for their bill alone.
    title: "dated today: approved in the second month, under another rate of tax",
    settings,
    steps: [
      on("2026-02-10", rates, inSpain, obligation("Platform", { price: "100.00", from, to }), approve, dates),
      on("2026-02-11", act("POST /v3/month-end-close/close-period?month=2026-01")),
      ...closedInTurn("2026-02", "2026-03"),
    ],
    table: `
      2026-02-10 | 125.00 | 25.00 | ISSUED
      2026-02-10 | 125.00 | 25.00 | ISSUED
      2026-03-01 | 125.00 | 25.00 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 0 | 100.00 | 0 | 0 | 0 | 0
      2026-02 | 100.00 | 250.00 | 0 | 0 | 0 | 50.00 | 0
      2026-03 | 100.00 | 375.00 | 0 | 0 | 0 | 75.00 | 0
      answers
      due | INV-000001 | 2026-02-10 | 2026-03-12
      due | INV-000002 | 2026-02-10 | 2026-03-12`,
  },
  {
    // Usage waits three days for more, and its bill is no late one for that: it has its planned date. 20.00 of March that are told on 20
    // April have no bill to wait for, so they have that day.
    title: "dated today: usage in its days of grace is on time, and what comes after the last invoice is not",
    settings,
    steps: [
      on(from, eventType, usageTerm("Calls", { price: "0.10", from: "2026-02-01", to }), approve),
      on("2026-02-20", use("2026-02-20", "1000")),
      on("2026-03-20", use("2026-03-20", "500")),
      on("2026-04-05", act("POST /v3/month-end-close/close-period?month=2026-03")),
      on("2026-04-20", use("2026-03-21", "200"), dates),
      ...closedInTurn("2026-04"),
    ],
    table: `
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 50.00 | 0 | ISSUED
      2026-04-20 | 20.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-02 | 100.00 | 0 | 100.00 | 0 | 0 | 0 | 0
      2026-03 | 50.00 | 100.00 | 50.00 | 0 | 0 | 0 | 0
      2026-04 | 20.00 | 170.00 | 0 | 0 | 0 | 0 | 0
      answers
      due | INV-000001 | 2026-03-01 | 2026-04-03
      due | INV-000002 | 2026-04-01 | 2026-05-04
      due | INV-000003 | 2026-04-20 | 2026-05-20`,
  },
  {
    // February's invoice is void and billed again on 10 March, of that day and in its month: February's 100.00 wait for it. At the end of
    // February nothing but January is billed.
    title: "dated today: an invoice that is void and billed again in the next month",
    settings,
    steps: [
      on(from, ...taxed("0.20"), obligation("Platform", { price: "100.00", from, to }), approve),
      ...closedInTurn("2026-01"),
      on(
        "2026-03-10",
        act("POST /v3/invoices/$invoices.1.id/actions", { action: "VOID" }),
        act(`PATCH ${termPath("Platform")}`, { description: "Billed anew" }),
        act("POST /v3/month-end-close/close-period?month=2026-02"),
      ),
      ...closedInTurn("2026-03"),
    ],
    table: `
      2026-01-01 | 120.00 | 20.00 | ISSUED
      2026-02-01 | 120.00 | 20.00 | VOID
      2026-03-01 | 120.00 | 20.00 | ISSUED
      2026-03-10 | 120.00 | 20.00 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 120.00 | 0 | 0 | 0 | 20.00 | 0
      2026-02 | 100.00 | 120.00 | 100.00 | 0 | 0 | 20.00 | 0
      2026-03 | 100.00 | 360.00 | 0 | 0 | 0 | 60.00 | 0`,
  },
  {
    // 10 seats at 30.00. Five more from 16 January, told on 10 February: 5 × 30.00 × 16/31 = 77.42 and 150.00 of February on one
    // invoice, of that day. January has
    // earned them, and what is not billed of it waits for that day alone.
    title: "dated today: seats that are recorded in the next month",
    settings,
    steps: [
      on(
        from,
        obligation("Seats", {
          ...{ price: "30.00", from, to, billingType: "UNIT", quantity: "10" },
          seatConfig: { defaultTrueUpTiming: "IMMEDIATE" },
        }),
        approve,
      ),
      on(
        "2026-02-10",
        act("POST /v3/contracts/$contract/billing-terms/$Seats.billingTermId/seat-amendment", {
          ...{ effectiveDate: "2026-01-16", delta: "5" },
        }),
        act("POST /v3/month-end-close/close-period?month=2026-01"),
      ),
      ...closedInTurn("2026-02", "2026-03"),
    ],
    table: `
      2026-01-01 | 300.00 | 0 | ISSUED
      2026-02-01 | 300.00 | 0 | ISSUED
      2026-02-10 | 227.42 | 0 | ISSUED
      2026-03-01 | 450.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 377.42 | 300.00 | 77.42 | 0 | 0 | 0 | 0
      2026-02 | 450.00 | 827.42 | 0 | 0 | 0 | 0 | 0
      2026-03 | 450.00 | 1277.42 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 100.00 and from March on 110.00: 103.33 a month, of which 3.33 wait for March's price. February's invoice is void and dated 10 March: at its end 100.00 wait for that bill alone, and 6.67 for March's price.
    title: "dated today: an invoice that is void and billed again in the next month, before a price that rises",
    settings,
    steps: [
      on(
        from,
        obligation("Platform", {
          ...{ price: "100.00", from, to },
          escalator: { type: "FIXED", amount: "10.00", firstDate: "2026-03-01" },
        }),
        approve,
      ),
      ...closedInTurn("2026-01"),
      on(
        "2026-03-10",
        act("POST /v3/invoices/$invoices.1.id/actions", { action: "VOID" }),
        act(`PATCH ${termPath("Platform")}`, { description: "Billed anew" }),
        act("POST /v3/month-end-close/close-period?month=2026-02"),
      ),
      ...closedInTurn("2026-03"),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | VOID
      2026-03-01 | 110.00 | 0 | ISSUED
      2026-03-10 | 100.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 103.33 | 100.00 | 0      | 3.33 | 0 | 0 | 0
      2026-02 | 103.34 | 100.00 | 100.00 | 6.67 | 0 | 0 | 0
      2026-03 | 103.33 | 310.00 | 0      | 0    | 0 | 0 | 0`,
  },
];
