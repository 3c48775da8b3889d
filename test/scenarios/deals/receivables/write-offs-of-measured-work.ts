import { act, approve, on, pobs, term } from "../../golden/scenario.ts";
import { closedInTurn, type Deal } from "../deal.ts";

// Invoices of measured work that are lost before, between and after what they pay for is done.

const from = "2026-01-01";
const done = (...reports: readonly (readonly [string, string])[]) =>
  act("PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id", {
    progress: reports.map(([asOf, percentComplete]) => ({ asOf, percentComplete })),
  });
const reports = [
  ["2026-01-31", "0.4"],
  ["2026-03-31", "0.6"],
  ["2026-05-31", "1"],
] as const;

export const writeOffOfMeasuredWorkDeals: readonly Deal[] = [
  {
    // 40 % of 6,000.00 are earned, and 3,000.00 billed: 600.00 of the lost bill are not. 60.00 % earn 1,200.00 less a third of them. Paid in May after all: 2,400.00 of the loss, and the 600.00 are of the work again, all of which is done.
    title:
      "the first of two bills of measured work, written off when more is billed than done, and paid when all is done",
    pobs: true,
    steps: [
      on(
        from,
        term("First", { price: "3000.00", from, to: from, interval: "NONE" }),
        term("Second", {
          ...{ price: "3000.00", from: "2026-04-01", to: "2026-04-01", interval: "NONE" },
          billingTermGroupId: "$First.billingTermGroupId",
        }),
        pobs("First", {
          ...{ name: "Build", serviceStartDate: from, serviceEndDate: "2026-06-30" },
          ...{ transactionPrice: "6000.00", recognitionPattern: "PERCENT_COMPLETE" },
        }),
        approve,
      ),
      on("2026-01-31", done(...reports.slice(0, 1))),
      ...closedInTurn("2026-01"),
      on("2026-02-10", act("POST /v3/invoices/$invoices.0.id/actions", { action: "MARK_UNCOLLECTIBLE" })),
      ...closedInTurn("2026-02"),
      on("2026-03-31", done(...reports.slice(0, 2))),
      ...closedInTurn("2026-03", "2026-04"),
      on("2026-05-10", act("POST /v3/invoices/$invoices.0.id/payments", { amount: "3000.00" })),
      on("2026-05-31", done(...reports)),
      ...closedInTurn("2026-05"),
    ],
    table: `
      2026-01-01 | 3000.00 | 0 | PAID
      2026-04-01 | 3000.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 2400.00 | 3000.00 | 0 | 0 | 600.00 | 0 | 0
      2026-02 | 0 | 0 | 0 | 0 | 0 | 0 | 0
      2026-03 | 1000.00 | 0 | 0 | 1000.00 | 0 | 0 | 0
      2026-04 | 0 | 3000.00 | 0 | 0 | 2000.00 | 0 | 0
      2026-05 | 2600.00 | 3000.00 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // Design is a quarter of 8,000.00. The bill of February is lost when 2,000.00 of 4,000.00 are earned: none of it was. Build comes to 4,000.00 in April, and to 2,000.00 more once it is owed again.
    title: "a month of a price by milestones, written off between them and owed again after the last",
    pobs: true,
    steps: [
      on(
        from,
        term("Project", { price: "2000.00", from, to: "2026-04-30" }),
        pobs("Project", {
          ...{ name: "Project", serviceStartDate: from, serviceEndDate: "2026-04-30", transactionPrice: "8000.00" },
          recognitionPattern: "MILESTONE",
          milestones: [
            { name: "Design", weight: "1" },
            { name: "Build", weight: "3" },
          ],
        }),
        approve,
      ),
      on(
        "2026-01-31",
        act("PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id", {
          milestones: [
            { name: "Design", weight: "1", reachedDate: "2026-01-31" },
            { name: "Build", weight: "3" },
          ],
        }),
      ),
      ...closedInTurn("2026-01"),
      on("2026-02-20", act("POST /v3/invoices/$invoices.1.id/actions", { action: "MARK_UNCOLLECTIBLE" })),
      ...closedInTurn("2026-02", "2026-03"),
      on(
        "2026-04-20",
        act("PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id", {
          milestones: [
            { name: "Design", weight: "1", reachedDate: "2026-01-31" },
            { name: "Build", weight: "3", reachedDate: "2026-04-20" },
          ],
        }),
      ),
      ...closedInTurn("2026-04"),
      on("2026-05-05", act("POST /v3/invoices/$invoices.1.id/actions", { action: "REINSTATE" })),
      ...closedInTurn("2026-05"),
    ],
    table: `
      2026-01-01 | 2000.00 | 0 | ISSUED
      2026-02-01 | 2000.00 | 0 | ISSUED
      2026-03-01 | 2000.00 | 0 | ISSUED
      2026-04-01 | 2000.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 2000.00 | 2000.00 | 0 | 0 | 0 | 0 | 0
      2026-02 | 0 | 2000.00 | 0 | 0 | 0 | 0 | 0
      2026-03 | 0 | 4000.00 | 0 | 0 | 2000.00 | 0 | 0
      2026-04 | 4000.00 | 6000.00 | 0 | 0 | 0 | 0 | 0
      2026-05 | 2000.00 | 8000.00 | 0 | 0 | 0 | 0 | 0`,
  },
];
