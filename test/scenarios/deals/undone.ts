import { act, approve, close, obligation, on, reopen } from "../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, taxed, termPath } from "./deal.ts";

// Money that went out and came back, an invoice written off while its contract is held, and a year that is cancelled before it begins.

const [from, to] = ["2026-01-01", "2026-12-31"];
const year = { interval: "YEAR", from, to };
const end = (name: string, endDate: string) =>
  act(`PATCH ${termPath(name)}/terminate`, { endDate, creditUnused: true });
const invoiceIs = (index: number, action: string) => act(`POST /v3/invoices/$invoices.${index}.id/actions`, { action });

export const undoneDeals: readonly Deal[] = [
  {
    // 394.52 for 120 of 365 days, of which 400.00 are posted; 805.48 are credited and refunded in May, as is said in June. The payment of 1,200.00 goes back: all of it is owed, and lost, since
    // all that stays billed was earned. 300.00 come back, and 900.00 are owed again.
    title: "a year paid, ended, its credit refunded, and the payment returned, written off and reinstated",
    steps: [
      on(from, obligation("Platform", { ...year, price: "1200.00" }), approve),
      on("2026-01-10", act("POST /v3/invoices/$invoices.0.id/payments", { receivedAt: "2026-01-10" }, "paid")),
      ...closedInTurn("2026-01", "2026-02", "2026-03", "2026-04"),
      on("2026-05-05", end("Platform", "2026-04-30")),
      on("2026-06-02", close("2026-05"), act("POST /v3/credit-memos/$memos.0.id/refunds", { date: "2026-05-20" })),
      on("2026-06-12", act("POST /v3/payments/$paid.id/return", { date: "2026-06-12" })),
      on("2026-06-20", invoiceIs(0, "MARK_UNCOLLECTIBLE")),
      ...closedInTurn("2026-06"),
      on("2026-07-05", reopen("2026-06"), close("2026-06")),
      on("2026-07-10", act("POST /v3/invoices/$invoices.0.id/payments", { amount: "300.00" })),
      on("2026-07-20", invoiceIs(0, "REINSTATE")),
      ...closedInTurn("2026-07"),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | PARTIALLY_PAID
      2026-05-05 | 805.48  | 0 | APPLIED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 0      | 0 | 0 | 1100.00 | 0 | 0      | 1100.00
      2026-02 | 100.00 | 0      | 0 | 0 | 1000.00 | 0 | 0      | 1000.00
      2026-03 | 100.00 | 0      | 0 | 0 | 900.00  | 0 | 0      | 900.00
      2026-04 | 100.00 | 0      | 0 | 0 | 800.00  | 0 | 0      | 800.00
      2026-05 | -5.48  | 0      | 0 | 0 | 0       | 0 | 805.48 | 0
      2026-06 | 0      | 0      | 0 | 0 | 0       | 0 | 0      | 0
      2026-06 | 0      | 0      | 0 | 0 | 0       | 0 | 0      | 0
      2026-07 | 0      | 900.00 | 0 | 0 | 0       | 0 | 0      | 0`,
  },
  {
    // Of March 5 of 31 days are earned when its invoice is written off: 16.13 are lost, 83.87 are not earned. Held, February and March post no revenue; in April 100.00 and 16.13 of
    // them come with its own 100.00. Owed again in May, the 83.87 are earned.
    title: "an invoice written off while its contract is held for two months, and reinstated",
    steps: [
      on(from, obligation("Support", { price: "100.00", from, to: "2026-06-30" }), approve),
      ...closedInTurn("2026-01"),
      on("2026-02-10", act("POST /v3/contracts/$contract/close-hold", { reason: "Disputed" })),
      ...closedInTurn("2026-02"),
      on("2026-03-05", invoiceIs(2, "MARK_UNCOLLECTIBLE")),
      ...closedInTurn("2026-03"),
      on("2026-04-10", act("DELETE /v3/contracts/$contract/close-hold")),
      ...closedInTurn("2026-04"),
      on("2026-05-10", invoiceIs(2, "REINSTATE")),
      ...closedInTurn("2026-05", "2026-06"),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-05-01 | 100.00 | 0 | ISSUED
      2026-06-01 | 100.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 100.00 | 0 | 0 | 0      | 0 | 0
      2026-02 | 0      | 200.00 | 0 | 0 | 100.00 | 0 | 0
      2026-03 | 0      | 200.00 | 0 | 0 | 116.13 | 0 | 0
      2026-04 | 216.13 | 300.00 | 0 | 0 | 0      | 0 | 0
      2026-05 | 183.87 | 500.00 | 0 | 0 | 0      | 0 | 0
      2026-06 | 100.00 | 600.00 | 0 | 0 | 0      | 0 | 0`,
  },
  {
    // Due on its first day, so it is billed before. Ended with that day, 364 of 365 days are credited, and then the 3.29 of the day.
    title: "two years billed before they begin, and cancelled before",
    steps: [
      on(
        "2025-12-10",
        ...taxed("0.10"),
        obligation("Platform", {
          ...{ price: "1200.00", interval: "YEAR", from, to: "2027-12-31" },
          invoiceDateStrategy: "ADVANCED_DUE_START",
        }),
        approve,
      ),
      on("2025-12-20", end("Platform", from), creditOfLine(0, 0, "2025-12-20", "3.29")),
      ...closedInTurn("2025-12", "2026-01"),
    ],
    table: `
      2025-12-02 | 1320.00 | 120.00 | ISSUED
      2025-12-20 | 1316.38 | 119.67 | OPEN
      2025-12-20 | 3.62    | 0.33   | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2025-12 | 0 | 1320.00 | 0 | 0 | 0 | 0 | 1320.00 | 0
      2026-01 | 0 | 1320.00 | 0 | 0 | 0 | 0 | 1320.00 | 0`,
  },
];
