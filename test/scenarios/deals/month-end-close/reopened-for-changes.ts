import { act, approve, close, obligation, on, reopen } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, termPath, total } from "../deal.ts";

// Months that are reopened for a change of the contract, and closed again.

const from = "2026-01-01";

export const reopenedForChangeDeals: readonly Deal[] = [
  {
    // 28.00 more a month from 15 February on, recorded in April once February is open again: 14.00 of February, 28.00 of March and of April wait for the bill of May.
    title: "two months reopened for a higher price from the midst of the first, with the next bill",
    steps: [
      on(from, obligation("Plan", { price: "100.00", from, to: "2026-06-30" }), approve),
      ...closedInTurn("2026-01", "2026-02", "2026-03"),
      on(
        "2026-04-05",
        reopen("2026-02"),
        act(`POST ${termPath("Plan")}/amendments`, {
          ...{ ...total("128.00"), effectiveDate: "2026-02-15", settlement: "CO_TERM" },
        }),
        close("2026-02"),
        close("2026-03"),
      ),
      ...closedInTurn("2026-04", "2026-05", "2026-06"),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-05-01 | 198.00 | 0 | ISSUED
      2026-06-01 | 128.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 100.00 | 0 | 0 | 0 | 0 | 0
      2026-02 | 100.00 | 200.00 | 0 | 0 | 0 | 0 | 0
      2026-03 | 100.00 | 300.00 | 0 | 0 | 0 | 0 | 0
      2026-02 | 114.00 | 200.00 | 14.00 | 0 | 0 | 0 | 0
      2026-03 | 128.00 | 300.00 | 42.00 | 0 | 0 | 0 | 0
      2026-04 | 128.00 | 400.00 | 70.00 | 0 | 0 | 0 | 0
      2026-05 | 128.00 | 598.00 | 0 | 0 | 0 | 0 | 0
      2026-06 | 128.00 | 726.00 | 0 | 0 | 0 | 0 | 0`,
  },
];
