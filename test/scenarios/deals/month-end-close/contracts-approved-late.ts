import { act, approve, close, obligation, on, pobs, term } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, shown } from "../deal.ts";

// Contracts that are approved long after their first day: each past period has an invoice of its own.

export const contractsApprovedLateDeals: readonly Deal[] = [
  {
    // 60.00 a month less 10 % in the first two, 65.00 in the fourth: 233.00 over four months, 58.25 each. On 20 April January and February are closed: their bills are dated that day, March's keeps its own, and all are due 30 days on.
    // March catches up 118.38. 108.00 of that, two whole months, wait for bills that are dated in April; of the third bill 49.62 are paid ahead.
    title:
      "approved in its third month, from the 31st with a discount and an escalator: three invoices, two of them of that day",
    steps: [
      on("2026-03-05", close("2026-02")),
      on(
        "2026-04-20",
        obligation(
          "Platform",
          {
            ...{ price: "60.00", from: "2026-01-31", to: "2026-05-30" },
            escalator: { type: "FIXED", amount: "5.00", everyMonths: 3 },
          },
          { discounts: [{ type: "PERCENTAGE", amount: "0.10", startDate: "2026-01-31", endDate: "2026-03-15" }] },
        ),
        approve,
        close("2026-03"),
      ),
      ...closedInTurn("2026-04", "2026-05"),
      on(
        "2026-06-02",
        shown("due", act("GET /v3/invoices?sort=invoiceNumber:asc&filter=status:neq:DRAFT"), "issueDate", "dueDate"),
      ),
    ],
    table: `
      2026-04-20 | 54.00 | 0 | ISSUED
      2026-04-20 | 54.00 | 0 | ISSUED
      2026-03-31 | 60.00 | 0 | ISSUED
      2026-04-30 | 65.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-02 | 0      | 0      | 0      | 0 | 0     | 0 | 0
      2026-03 | 118.38 | 60.00  | 108.00 | 0 | 49.62 | 0 | 0
      2026-04 | 58.25  | 233.00 | 0      | 0 | 56.37 | 0 | 0
      2026-05 | 56.37  | 233.00 | 0      | 0 | 0     | 0 | 0
      answers
      due | 2026-04-20 | 2026-05-20
      due | 2026-04-20 | 2026-05-20
      due | 2026-03-31 | 2026-05-20
      due | 2026-04-30 | 2026-05-30`,
  },
  {
    // 300.00 are stated for three months of 100.00. Approved on 3 March, January's bill is of that day: at the end of February 200.00 are earned, 100.00 billed, and the other 100.00 wait for their bill alone.
    title: "a stated price whose months in advance are approved late: the late bill's month is unbilled receivable",
    pobs: true,
    steps: [
      on("2026-02-01", close("2026-01")),
      on(
        "2026-03-03",
        term("Support", { price: "100.00", from: "2026-01-01", to: "2026-03-31" }),
        pobs("Support", {
          ...{ name: "Support", serviceStartDate: "2026-01-01", serviceEndDate: "2026-03-31" },
          ...{ transactionPrice: "300.00", recognitionPattern: "STRAIGHT_LINE" },
        }),
        approve,
      ),
      on("2026-03-04", close("2026-02")),
      ...closedInTurn("2026-03"),
    ],
    table: `
      2026-03-03 | 100.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 0      | 0      | 0      | 0 | 0 | 0 | 0
      2026-02 | 200.00 | 100.00 | 100.00 | 0 | 0 | 0 | 0
      2026-03 | 100.00 | 300.00 | 0      | 0 | 0 | 0 | 0`,
  },
  {
    // 150.00 a month of two obligations that share their price. At the end of February 300.00 are earned and 150.00 billed.
    title: "a shared price whose months in advance are approved late: the late bill's month is unbilled receivable",
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on("2026-02-01", close("2026-01")),
      on(
        "2026-03-03",
        ...(
          [
            ["Support", "100.00", "500.00"],
            ["Hosting", "50.00", "100.00"],
          ] as const
        ).map(([name, price, standaloneSellingPrice]) =>
          obligation(name, { price, from: "2026-01-01", to: "2026-03-31" }, { standaloneSellingPrice }),
        ),
        approve,
      ),
      on("2026-03-04", close("2026-02")),
      ...closedInTurn("2026-03"),
    ],
    table: `
      2026-03-03 | 150.00 | 0 | ISSUED
      2026-02-01 | 150.00 | 0 | ISSUED
      2026-03-01 | 150.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 0      | 0      | 0      | 0 | 0 | 0 | 0
      2026-02 | 300.00 | 150.00 | 150.00 | 0 | 0 | 0 | 0
      2026-03 | 150.00 | 450.00 | 0      | 0 | 0 | 0 | 0`,
  },
];
