import { type Act, act, approve, close, obligation, on, reopen, type Scenario } from "./scenario.ts";

/** 1,200.00 for 2026, billed at once: 100.00 a month. */
const support = obligation("Support", { price: "1200.00", interval: "YEAR", from: "2026-01-01", to: "2026-12-31" });

/** An adjustment of what is credited, out of what is debited. */
const adjust = (date: string, amount: string, [debited, credited]: [string, string], parts: object = {}): Act =>
  act("POST /v3/adjustments", {
    ...{ date, currency: "USD", reason: "Accepted early", ...parts },
    lines: [
      { role: debited, debit: amount, contractId: "$contract" },
      { role: credited, credit: amount, contractId: "$contract" },
    ],
  });

export const adjustments: readonly Scenario[] = [
  {
    // 50.00 of what is served later count as earned in March, and are taken back in April: March 100.00 + 50.00, April
    // 100.00 − 50.00. March is reopened and closed again, and posts nothing: the close does not know better.
    title: "liability adjusted to revenue in March and reversed in April",
    steps: [
      on("2026-01-01", support, approve),
      on("2026-03-31", adjust("2026-03-31", "50.00", ["CONTRACT_LIABILITY", "REVENUE"], { reverseOn: "2026-04-01" })),
      on("2026-04-02", close("2026-03"), reopen("2026-03"), close("2026-03")),
      on("2026-05-02", close("2026-04")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Support 1200.00 | 1200.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 1200.00        | Cr CONTRACT_LIABILITY 1200.00
      2026-01-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-02-28 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-03-31 | Dr CONTRACT_LIABILITY 50.00  | Cr REVENUE 50.00
      2026-03-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-04-01 | Dr REVENUE 50.00             | Cr CONTRACT_LIABILITY 50.00
      2026-04-30 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |  100.00 | 1200.00 Dr |         1100.00 Cr | 100.00 Cr
      2026-02 |  100.00 | 1200.00 Dr |         1000.00 Cr | 200.00 Cr
      2026-03 |  150.00 | 1200.00 Dr |          850.00 Cr | 350.00 Cr
      2026-03 |  150.00 | 1200.00 Dr |          850.00 Cr | 350.00 Cr
      2026-04 |   50.00 | 1200.00 Dr |          800.00 Cr | 400.00 Cr`,
  },
];
