import { act, approve, close, obligation, on, reopen } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, taxed, termPath, total } from "../deal.ts";

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
  {
    // February to April are void once February is open again, and billed anew at 120.00 from its first day on, with 10 % of tax.
    title: "two months reopened, their bills and the next one void, and billed again at a higher price",
    steps: [
      on(from, ...taxed("0.10"), obligation("Plan", { price: "100.00", from, to: "2026-06-30" }), approve),
      ...closedInTurn("2026-01", "2026-02", "2026-03"),
      on(
        "2026-04-05",
        reopen("2026-02"),
        ...[1, 2, 3].map((index) => act(`POST /v3/invoices/$invoices.${index}.id/actions`, { action: "VOID" })),
        act(`PATCH ${termPath("Plan")}`, { ...total("120.00"), effectiveDate: "2026-02-01" }),
      ),
      on("2026-04-06", close("2026-02"), close("2026-03")),
      ...closedInTurn("2026-04", "2026-05", "2026-06"),
    ],
    table: `
      2026-01-01 | 110.00 | 10.00 | ISSUED
      2026-02-01 | 110.00 | 10.00 | VOID
      2026-03-01 | 110.00 | 10.00 | VOID
      2026-04-01 | 110.00 | 10.00 | VOID
      2026-02-01 | 132.00 | 12.00 | ISSUED
      2026-03-01 | 132.00 | 12.00 | ISSUED
      2026-04-01 | 132.00 | 12.00 | ISSUED
      2026-05-01 | 132.00 | 12.00 | ISSUED
      2026-06-01 | 132.00 | 12.00 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 110.00 | 0 | 0 | 0 | 10.00 | 0
      2026-02 | 100.00 | 220.00 | 0 | 0 | 0 | 20.00 | 0
      2026-03 | 100.00 | 330.00 | 0 | 0 | 0 | 30.00 | 0
      2026-02 | 120.00 | 242.00 | 0 | 0 | 0 | 22.00 | 0
      2026-03 | 120.00 | 374.00 | 0 | 0 | 0 | 34.00 | 0
      2026-04 | 120.00 | 506.00 | 0 | 0 | 0 | 46.00 | 0
      2026-05 | 120.00 | 638.00 | 0 | 0 | 0 | 58.00 | 0
      2026-06 | 120.00 | 770.00 | 0 | 0 | 0 | 70.00 | 0`,
  },
  {
    // February is left out. March's bill of 100.00 is taken off the new plan's 160.00, and March has both months once the contract is released.
    title: "a contract held out of a month, a larger plan in the next, and released before that is closed",
    steps: [
      on(from, obligation("Plan", { price: "100.00", from, to: "2026-06-30" }), approve),
      ...closedInTurn("2026-01"),
      on("2026-02-05", act("POST /v3/contracts/$contract/close-hold", { reason: "Disputed" })),
      on("2026-03-01", close("2026-02")),
      on(
        "2026-03-02",
        act(`POST ${termPath("Plan")}/swap`, {
          effectiveDate: "2026-03-01",
          newTerm: {
            ...{ name: "Large", endDate: "2026-06-30", interval: "MONTH", invoiceDateStrategy: "FIRST_OF_PERIOD" },
            ...{ billingType: "FLAT", ...total("160.00") },
          },
        }),
      ),
      on("2026-03-10", act("DELETE /v3/contracts/$contract/close-hold")),
      ...closedInTurn("2026-03", "2026-04"),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 60.00  | 0 | ISSUED
      2026-04-01 | 160.00 | 0 | ISSUED
      2026-05-01 | 160.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 100.00 | 0 | 0 | 0 | 0 | 0
      2026-02 | 0 | 200.00 | 0 | 0 | 100.00 | 0 | 0
      2026-03 | 260.00 | 360.00 | 0 | 0 | 0 | 0 | 0
      2026-04 | 160.00 | 520.00 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 50.00 of the year are moved to revenue in February and back in April. It ends with May: 496.44 of 1,200.00 are owed, 703.56 credited.
    title: "a year that is adjusted, taken back two months later, and ended with a credit",
    steps: [
      on(from, obligation("Plan", { price: "1200.00", interval: "YEAR", from, to: "2026-12-31" }), approve),
      ...closedInTurn("2026-01"),
      on(
        "2026-03-01",
        act(
          "POST /v3/adjustments",
          {
            ...{ date: "2026-02-28", currency: "USD", reason: "Accepted early" },
            lines: [
              { role: "CONTRACT_LIABILITY", debit: "50.00", contractId: "$contract" },
              { role: "REVENUE", credit: "50.00", contractId: "$contract" },
            ],
          },
          "adjusted",
        ),
        close("2026-02"),
      ),
      ...closedInTurn("2026-03"),
      on(
        "2026-04-15",
        act("POST /v3/adjustments/$adjusted.id/reverse", { reason: "Not accepted", date: "2026-04-15" }),
      ),
      ...closedInTurn("2026-04"),
      on("2026-05-10", act(`PATCH ${termPath("Plan")}/terminate`, { endDate: "2026-05-31", creditUnused: true })),
      ...closedInTurn("2026-05"),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | ISSUED
      2026-05-10 | 703.56  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 1200.00 | 0 | 0 | 1100.00 | 0 | 0
      2026-02 | 100.00 | 1200.00 | 0 | 0 | 950.00 | 0 | 0
      2026-03 | 100.00 | 1200.00 | 0 | 0 | 850.00 | 0 | 0
      2026-04 | 100.00 | 1200.00 | 0 | 0 | 800.00 | 0 | 0
      2026-05 | 96.44 | 1200.00 | 0 | 0 | 0 | 0 | 703.56`,
  },
];
