import { act, approve, close, obligation, on, reopen } from "../../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, taxed, termPath } from "../deal.ts";

// Credits that are refunded, in months that are closed, reopened and closed again.

const [from, to] = ["2026-01-01", "2026-12-31"];

export const refundAndReopenedCloseDeals: readonly Deal[] = [
  {
    // 12,001 yen of 120,001 are credited, 1,000 a month. On 10 April 33,000 of the year are earned; it ends with 15 June: 120,001 × 166/365 = 54,576, so 65,425 are credited, and 21,576 are left for 2.2 months. The first credit
    // is on 5 1/2 months now. Tax of 12,000: 1,200 and 12,000 × 77,426/120,001 − 1,200 = 6,543. Opened and closed again, April and May are the same.
    title:
      "a year in yen paid ahead, credited in part, ended in June and refunded with its tax, and two months opened and closed again",
    contract: { currency: "JPY" },
    steps: [
      on(from, ...taxed("0.10"), obligation("Platform", { price: "120001", interval: "YEAR", from, to }), approve),
      on("2026-01-20", act("POST /v3/invoices/$invoices.0.id/payments", { amount: "132001" })),
      ...closedInTurn("2026-01"),
      on("2026-02-10", creditOfLine(0, 0, "2026-02-10", "12001", "JPY")),
      ...closedInTurn("2026-02", "2026-03"),
      on("2026-04-10", act(`PATCH ${termPath("Platform")}/terminate`, { endDate: "2026-06-15", creditUnused: true })),
      ...closedInTurn("2026-04"),
      on(
        "2026-05-08",
        act("POST /v3/credit-memos/$memos.0.id/refunds", {}),
        act("POST /v3/credit-memos/$memos.1.id/refunds", {}),
      ),
      ...closedInTurn("2026-05"),
      on("2026-06-05", reopen("2026-04"), close("2026-04"), close("2026-05")),
      ...closedInTurn("2026-06"),
    ],
    table: `
      2026-01-01 | 132001 | 12000 | PAID
      2026-02-10 | 13201  | 1200  | APPLIED
      2026-04-10 | 71968  | 6543  | APPLIED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 10000 | 0 | 0 | 0 | 110001 | 12000 | 0 | 110001
      2026-02 | 8000 | 0 | 0 | 0 | 90000 | 10800 | 13201 | 90000
      2026-03 | 9000 | 0 | 0 | 0 | 81000 | 10800 | 13201 | 81000
      2026-04 | 4137 | 0 | 0 | 0 | 11438 | 4257 | 85169 | 11438
      2026-05 | 7625 | 0 | 0 | 0 | 3813 | 4257 | 0 | 3813
      2026-04 | 4137 | 0 | 0 | 0 | 11438 | 4257 | 85169 | 11438
      2026-05 | 7625 | 0 | 0 | 0 | 3813 | 4257 | 0 | 3813
      2026-06 | 3813 | 0 | 0 | 0 | 0 | 4257 | 0 | 0`,
  },
];
