import { act, approve, close, obligation, on, rejected, reopen } from "../../golden/scenario.ts";
import { closedInTurn, credit, creditOfLine, type Deal, taxed, termPath } from "../deal.ts";

// Credit memos and voids of them in months that are closed or reopened.

const from = "2026-01-01";
const start = "2026-01-01";
const quarter = { from: "2026-01-01", to: "2026-03-31" };

export const creditMemosOfClosedMonthsDeals: readonly Deal[] = [
  {
    // 90.00 a month after 10 %, billed on the day after each. In April half of January is credited, which is closed: April earns 45.00 less.
    title: "half a year in euros, in arrears at a discount, and its first month credited after it was closed",
    contract: { currency: "EUR" },
    steps: [
      on(
        start,
        obligation(
          "Support",
          { price: "100.00", from: start, to: "2026-06-30", invoiceDateStrategy: "ARREARS" },
          { discounts: [{ type: "PERCENTAGE", amount: "0.1" }] },
        ),
        approve,
      ),
      on("2026-04-15", close("2026-03"), credit("2026-04-15", "45.00", "EUR")),
      on("2026-08-01", close("2026-07")),
    ],
    table: `
      2026-02-01 | 90.00 | 0 | ISSUED
      2026-03-01 | 90.00 | 0 | ISSUED
      2026-04-01 | 90.00 | 0 | ISSUED
      2026-05-01 | 90.00 | 0 | ISSUED
      2026-06-01 | 90.00 | 0 | ISSUED
      2026-07-01 | 90.00 | 0 | ISSUED
      2026-04-15 | 45.00 | 0 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 90.00 | 0      | 90.00 | 0 | 0 | 0 | 0
      2026-02 | 90.00 | 90.00  | 90.00 | 0 | 0 | 0 | 0
      2026-03 | 90.00 | 180.00 | 90.00 | 0 | 0 | 0 | 0
      2026-04 | 45.00 | 270.00 | 90.00 | 0 | 0 | 0 | 45.00
      2026-05 | 90.00 | 360.00 | 90.00 | 0 | 0 | 0 | 45.00
      2026-06 | 90.00 | 450.00 | 90.00 | 0 | 0 | 0 | 45.00
      2026-07 | 0     | 540.00 | 0     | 0 | 0 | 0 | 45.00`,
  },
  {
    // 604.93 are unused, and 200.00 not credited yet. With the 1,000.00 void, 1,000.00 of 1,200.00 are kept: 366.04 of the year from 10 March on, and 404.93 beyond its price over
    // the six months, 202.47 of them by March.
    title: "a credit that left little to credit at the end of the term, void after that",
    steps: [
      on(from, obligation("Platform", { price: "1200.00", interval: "YEAR", from, to: "2026-12-31" }), approve),
      ...closedInTurn("2026-01"),
      on("2026-02-10", creditOfLine(0, 0, "2026-02-10", "1000.00")),
      on("2026-03-10", act(`PATCH ${termPath("Platform")}/terminate`, { endDate: "2026-06-30", creditUnused: true })),
      on("2026-03-20", act("POST /v3/credit-memos/$memos.0.id/void", { reason: "Wrong" })),
      ...closedInTurn("2026-03", "2026-04", "2026-05", "2026-06", "2026-07"),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | ISSUED
      2026-02-10 | 1000.00 | 0 | VOID
      2026-03-10 | 200.00 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 1200.00 | 0 | 0 | 1100.00 | 0 | 0 | 1100.00
      2026-02 | 100.00 | 1200.00 | 0 | 0 | 1000.00 | 0 | 0 | 1000.00
      2026-03 | 301.53 | 1200.00 | 0 | 0 | 498.47 | 0 | 200.00 | 498.47
      2026-04 | 166.15 | 1200.00 | 0 | 0 | 332.32 | 0 | 200.00 | 332.32
      2026-05 | 166.16 | 1200.00 | 0 | 0 | 166.16 | 0 | 200.00 | 166.16
      2026-06 | 166.16 | 1200.00 | 0 | 0 | 0 | 0 | 200.00 | 0
      2026-07 | 0 | 1200.00 | 0 | 0 | 0 | 0 | 200.00 | 0`,
  },
  {
    // The bill of March is dated in January, so it can only be credited: March earns nothing.
    title: "invoices that are due on their first day, one of them of a closed month credited",
    steps: [
      on(
        from,
        obligation("Platform", {
          ...{ price: "100.00", invoiceDateStrategy: "ADVANCED_DUE_START", netPaymentTerms: 30 },
          ...{ from: "2026-02-01", to: "2026-04-30" },
        }),
        approve,
      ),
      ...closedInTurn("2026-01"),
      on(
        "2026-02-10",
        rejected("PERIOD_CLOSED", "POST /v3/invoices/$invoices.1.id/actions", { action: "VOID" }),
        creditOfLine(1, 0, "2026-02-10", "100.00"),
      ),
      ...closedInTurn("2026-02", "2026-03", "2026-04"),
    ],
    table: `
      2026-01-02 | 100.00 | 0 | ISSUED
      2026-01-30 | 100.00 | 0 | ISSUED
      2026-03-02 | 100.00 | 0 | ISSUED
      2026-02-10 | 100.00 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 0 | 200.00 | 0 | 0 | 200.00 | 0 | 0 | 300.00
      2026-02 | 100.00 | 200.00 | 0 | 0 | 0 | 0 | 100.00 | 100.00
      2026-03 | 0 | 300.00 | 0 | 0 | 100.00 | 0 | 100.00 | 100.00
      2026-04 | 100.00 | 300.00 | 0 | 0 | 0 | 0 | 100.00 | 0`,
  },
  {
    // February is opened again: its 40.00 are void, and the end on 15 March was agreed in March: 48.39 are left of it, 51.61 and all of April are credited.
    title: "a void credit memo and a termination in a reopened month",
    steps: [
      on(from, obligation("Platform", { price: "100.00", from, to: "2026-06-30" }), approve),
      ...closedInTurn("2026-01"),
      on("2026-02-10", creditOfLine(0, 0, "2026-02-10", "40.00")),
      ...closedInTurn("2026-02", "2026-03"),
      on(
        "2026-04-05",
        act("POST /v3/month-end-close/reopen-period?month=2026-02&reason=wrong"),
        act("POST /v3/credit-memos/$memos.0.id/void", { reason: "Wrong" }),
        act(`PATCH ${termPath("Platform")}/terminate`, {
          endDate: "2026-03-15",
          creditUnused: true,
          agreedOn: "2026-03-10",
        }),
        act("POST /v3/month-end-close/close-period?month=2026-02"),
        act("POST /v3/month-end-close/close-period?month=2026-03"),
      ),
      ...closedInTurn("2026-04"),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-02-10 | 40.00 | 0 | VOID
      2026-04-05 | 151.61 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 100.00 | 0 | 0 | 0 | 0 | 0 | 500.00
      2026-02 | 60.00 | 200.00 | 0 | 0 | 0 | 0 | 40.00 | 400.00
      2026-03 | 100.00 | 300.00 | 0 | 0 | 0 | 0 | 40.00 | 300.00
      2026-02 | 100.00 | 200.00 | 0 | 0 | 0 | 0 | 0 | 400.00
      2026-03 | 48.39 | 300.00 | 0 | 0 | 51.61 | 0 | 0 | 0
      2026-04 | 0 | 400.00 | 0 | 0 | 0 | 0 | 151.61 | 0`,
  },
  {
    // 60.00 of 300.00 are credited in March, 12.60 of tax with them: 20.00 a month, of which 40.00 are of closed months. March earns
    // 80.00 − 40.00. Opened and closed again, the months before stay as they were.
    title: "a credit memo over closed months, which are opened and closed again",
    steps: [
      on(
        start,
        ...taxed("0.21"),
        obligation("Platform", { ...quarter, price: "300.00", interval: "QUARTER" }),
        approve,
      ),
      on("2026-03-10", close("2026-02"), credit("2026-03-10", "60.00"), reopen("2026-01"), close("2026-02")),
      on("2026-04-01", close("2026-03")),
    ],
    table: `
      2026-01-01 | 363.00 | 63.00 | ISSUED
      2026-03-10 | 72.60  | 12.60 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 363.00 | 0 | 0 | 200.00 | 63.00 | 0
      2026-02 | 100.00 | 363.00 | 0 | 0 | 100.00 | 63.00 | 0
      2026-01 | 100.00 | 363.00 | 0 | 0 | 200.00 | 63.00 | 0
      2026-02 | 100.00 | 363.00 | 0 | 0 | 100.00 | 63.00 | 0
      2026-03 | 40.00  | 363.00 | 0 | 0 | 0   | 50.40 | 72.60`,
  },
  {
    // 60.001 of 300.000 dinars: 239.999 are left. 200.000 are posted, so March earns 39.999. Tax 15.000 × 60.001/300.000 = 3.000.
    title: "a credit memo over closed months, in dinars",
    contract: { currency: "KWD" },
    steps: [
      on(
        start,
        ...taxed("0.05"),
        obligation("Platform", { ...quarter, price: "300.000", interval: "QUARTER" }),
        approve,
      ),
      on("2026-03-10", close("2026-02"), credit("2026-03-10", "60.001", "KWD")),
      on("2026-04-01", close("2026-03")),
    ],
    table: `
      2026-01-01 | 315.000 | 15.000 | ISSUED
      2026-03-10 | 63.001  | 3.000  | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.000 | 315.000 | 0 | 0 | 200.000 | 15.000 | 0
      2026-02 | 100.000 | 315.000 | 0 | 0 | 100.000 | 15.000 | 0
      2026-03 | 39.999  | 315.000 | 0 | 0 | 0   | 12.000 | 63.001`,
  },
];
