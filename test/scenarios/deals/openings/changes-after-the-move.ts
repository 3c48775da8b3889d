import { act, close, obligation, on, pobs, term } from "../../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal } from "../deal.ts";

// Contracts of other books whose service is extended, credited or measured after the move.

const [from, to] = ["2026-01-01", "2026-12-31"];
const openInvoice = (amount: string) => ({
  openInvoices: [{ invoiceNumber: "R-1", issueDate: from, dueDate: "2026-01-31", total: amount, balance: amount }],
});
const done = (...reports: readonly [string, string][]) =>
  act("PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id", {
    progress: reports.map(([asOf, percentComplete]) => ({ asOf, percentComplete })),
  });

export const changeAfterTheMoveDeals: readonly Deal[] = [
  {
    // 540.00 of 600.00 were recognized: 10.00 more a month. Two months free of charge from September on leave 400.00 and 40.00 for six months. Of 120.00 that are credited of the year 10.00 are
    // of each month of 2026: 100.00 in October.
    title:
      "a year from the old books, recognized short, with two free months granted after it, and a credit of the year",
    steps: [
      on(
        "2026-07-01",
        obligation("Platform", { price: "1200.00", interval: "YEAR", from, to }),
        act("POST /v3/contracts/$contract/opening", {
          ...{ asOf: "2026-06-30", difference: "SPREAD" },
          billingTerms: [{ billingTermId: "$Platform.billingTermId", invoicedThrough: to, billed: "1200.00" }],
          performanceObligations: [
            { performanceObligationId: "$Platform.performanceObligationId", recognized: "540.00" },
          ],
          ...openInvoice("1200.00"),
        }),
        close("2026-06"),
      ),
      ...closedInTurn("2026-07"),
      on(
        "2026-08-10",
        act("PATCH /v3/contracts/$contract/obligation/$Platform.id", {
          ...{ revenueEndDate: "2027-02-28", reasonCode: "CONCESSION", effectiveDate: "2026-09-01" },
        }),
      ),
      ...closedInTurn("2026-08", "2026-09"),
      on("2026-10-05", creditOfLine(0, 0, "2026-10-05", "120.00")),
      ...closedInTurn("2026-10", "2026-11", "2026-12", "2027-01", "2027-02"),
    ],
    table: `
      2026-06-30 | 1200.00 | 0 | ISSUED
      2026-10-05 | 120.00  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-06 | 0 | 1200.00 | 0 | 0 | 660.00 | 0 | 0 | 660.00
      2026-07 | 110.00 | 1200.00 | 0 | 0 | 550.00 | 0 | 0 | 550.00
      2026-08 | 110.00 | 1200.00 | 0 | 0 | 440.00 | 0 | 0 | 440.00
      2026-09 | 73.34 | 1200.00 | 0 | 0 | 366.66 | 0 | 0 | 366.66
      2026-10 | -26.68 | 1200.00 | 0 | 0 | 273.34 | 0 | 120.00 | 273.34
      2026-11 | 63.34 | 1200.00 | 0 | 0 | 210.00 | 0 | 120.00 | 210.00
      2026-12 | 63.34 | 1200.00 | 0 | 0 | 146.66 | 0 | 120.00 | 146.66
      2027-01 | 73.32 | 1200.00 | 0 | 0 | 73.34 | 0 | 120.00 | 73.34
      2027-02 | 73.34 | 1200.00 | 0 | 0 | 0 | 0 | 120.00 | 0`,
  },
  {
    // 30 % of 10,000.00 are done, of which 2,800.00 were recognized: 200.00 are April's, and 2,000.00 at half. Half of 1,000.00 that are credited in May is lost at once, the rest in June.
    title: "a build from the old books, recognized short of what was done, and a credit when half of it is done",
    pobs: true,
    steps: [
      on(
        "2026-04-01",
        term("Build", { price: "10000.00", from, to: from, interval: "NONE" }),
        pobs("Build", {
          ...{ name: "Build", serviceStartDate: from, serviceEndDate: "2026-09-30" },
          ...{ transactionPrice: "10000.00", recognitionPattern: "PERCENT_COMPLETE" },
        }),
        done(["2026-03-31", "0.3"]),
        act("POST /v3/contracts/$contract/opening", {
          ...{ asOf: "2026-03-31", difference: "CATCH_UP" },
          billingTerms: [{ billingTermId: "$Build.id", invoicedThrough: from, billed: "10000.00" }],
          performanceObligations: [{ performanceObligationId: "$pobs.created.0.id", recognized: "2800.00" }],
          ...openInvoice("10000.00"),
        }),
        close("2026-03"),
      ),
      on("2026-04-30", done(["2026-03-31", "0.3"], ["2026-04-30", "0.5"])),
      ...closedInTurn("2026-04"),
      on("2026-05-10", creditOfLine(0, 0, "2026-05-10", "1000.00")),
      ...closedInTurn("2026-05"),
      on("2026-06-20", done(["2026-03-31", "0.3"], ["2026-04-30", "0.5"], ["2026-06-20", "1"])),
      ...closedInTurn("2026-06"),
    ],
    table: `
      2026-03-31 | 10000.00 | 0 | ISSUED
      2026-05-10 | 1000.00  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-03 | 0       | 10000.00 | 0 | 0 | 7200.00 | 0 | 0       | 7200.00
      2026-04 | 2200.00 | 10000.00 | 0 | 0 | 5000.00 | 0 | 0       | 5000.00
      2026-05 | -500.00 | 10000.00 | 0 | 0 | 4500.00 | 0 | 1000.00 | 4500.00
      2026-06 | 4500.00 | 10000.00 | 0 | 0 | 0       | 0 | 1000.00 | 0`,
  },
];
