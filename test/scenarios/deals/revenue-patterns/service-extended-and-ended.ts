import { act, approve, obligation, on } from "../../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, shown, termPath, total } from "../deal.ts";

// Service by the day and over several years that is extended, credited and ended: what remains, and when.

const [from, to] = ["2026-01-01", "2026-12-31"];

export const serviceExtendedAndEndedDeals: readonly Deal[] = [
  {
    // 1.00 a day; 1.00 more from July on, 184.00. 36.50 that are credited in August are 0.10 a day, 24.30 by then. Ended with October: 304.00 + 123.00 are owed, 122.00 credited, and the 36.50 are all on the days to October.
    title: "a year by the day as the merchant has it: dearer, credited, ended and credited again",
    settings: { straightLineDefault: "STRAIGHT_LINE_DAILY" },
    steps: [
      on(from, obligation("Plan", { price: "365.00", interval: "YEAR", from, to }), approve),
      ...closedInTurn("2026-01", "2026-02", "2026-03", "2026-04", "2026-05", "2026-06"),
      on(
        "2026-07-01",
        act(`POST ${termPath("Plan")}/amendments`, {
          ...{ ...total("730.00"), effectiveDate: "2026-07-01", settlement: "IMMEDIATE" },
        }),
      ),
      ...closedInTurn("2026-07"),
      on("2026-08-10", creditOfLine(0, 0, "2026-08-10", "36.50")),
      ...closedInTurn("2026-08", "2026-09"),
      on("2026-10-10", act(`PATCH ${termPath("Plan")}/terminate`, { endDate: "2026-10-31", creditUnused: true })),
      ...closedInTurn("2026-10"),
    ],
    table: `
      2026-01-01 | 365.00 | 0 | ISSUED
      2026-07-01 | 184.00 | 0 | ISSUED
      2026-08-10 | 36.50  | 0 | OPEN
      2026-10-10 | 122.00 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 31.00 | 365.00 | 0 | 0 | 334.00 | 0 | 0 | 334.00
      2026-02 | 28.00 | 365.00 | 0 | 0 | 306.00 | 0 | 0 | 306.00
      2026-03 | 31.00 | 365.00 | 0 | 0 | 275.00 | 0 | 0 | 275.00
      2026-04 | 30.00 | 365.00 | 0 | 0 | 245.00 | 0 | 0 | 245.00
      2026-05 | 31.00 | 365.00 | 0 | 0 | 214.00 | 0 | 0 | 214.00
      2026-06 | 30.00 | 365.00 | 0 | 0 | 184.00 | 0 | 0 | 184.00
      2026-07 | 62.00 | 549.00 | 0 | 0 | 306.00 | 0 | 0 | 306.00
      2026-08 | 37.70 | 549.00 | 0 | 0 | 231.80 | 0 | 36.50 | 231.80
      2026-09 | 57.00 | 549.00 | 0 | 0 | 174.80 | 0 | 36.50 | 174.80
      2026-10 | 52.80 | 549.00 | 0 | 0 | 0 | 0 | 158.50 | 0`,
  },
  {
    // 100.00 a month. Half a year more free of charge from January on: 1,800.00 for two years, 75.00 a month. A year of December's 1,800.00 is 1,200.00 before that is agreed, and of January's 1,725.00 900.00 after it.
    title: "two years paid ahead, half a year more free of charge: what is current, and what remains for later years",
    steps: [
      on(
        "2026-07-01",
        obligation(
          "Plan",
          { price: "2400.00", interval: "NONE", from: "2026-07-01", to: "2026-07-01" },
          { serviceEndDate: "2028-06-30", recognitionPattern: "STRAIGHT_LINE" },
        ),
        approve,
      ),
      ...closedInTurn("2026-07", "2026-08", "2026-09", "2026-10", "2026-11"),
      on(
        "2027-01-01",
        act("POST /v3/month-end-close/close-period?month=2026-12"),
        shown(
          "December",
          act("GET /v3/reports/contract-balances?month=2026-12"),
          ...["contractLiability", "currentLiability", "nonCurrentLiability"],
        ),
        act("PATCH /v3/contracts/$contract/obligation/$Plan.id", {
          ...{ revenueEndDate: "2028-12-31", reasonCode: "CONCESSION", effectiveDate: "2027-01-01" },
        }),
      ),
      ...closedInTurn("2027-01"),
      on(
        "2027-02-02",
        shown(
          "January",
          act("GET /v3/reports/contract-balances?month=2027-01"),
          ...["contractLiability", "currentLiability", "nonCurrentLiability"],
        ),
        shown(
          "remaining",
          act("GET /v3/reports/remaining-performance-obligations?month=2027-01"),
          ...["total", "within12Months", "months13To24", "after24Months"],
        ),
      ),
      ...closedInTurn("2027-02"),
    ],
    table: `
      2026-07-01 | 2400.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-07 | 100.00 | 2400.00 | 0 | 0 | 2300.00 | 0 | 0 | 2300.00
      2026-08 | 100.00 | 2400.00 | 0 | 0 | 2200.00 | 0 | 0 | 2200.00
      2026-09 | 100.00 | 2400.00 | 0 | 0 | 2100.00 | 0 | 0 | 2100.00
      2026-10 | 100.00 | 2400.00 | 0 | 0 | 2000.00 | 0 | 0 | 2000.00
      2026-11 | 100.00 | 2400.00 | 0 | 0 | 1900.00 | 0 | 0 | 1900.00
      2026-12 | 100.00 | 2400.00 | 0 | 0 | 1800.00 | 0 | 0 | 1800.00
      2027-01 | 75.00 | 2400.00 | 0 | 0 | 1725.00 | 0 | 0 | 1725.00
      2027-02 | 75.00 | 2400.00 | 0 | 0 | 1650.00 | 0 | 0 | 1650.00
      answers
      December | 1800.00 | 1200.00 | 600.00
      January | 1725.00 | 900.00 | 825.00
      remaining | 1725.00 | 900.00 | 825.00 | 0.00`,
  },
];
