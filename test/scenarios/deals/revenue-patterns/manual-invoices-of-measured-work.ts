import { act, approve, on, pobs, term } from "../../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal } from "../deal.ts";

// Work that is measured, and invoices by hand for more of it.

const from = "2026-01-01";
const done = (...reports: readonly (readonly [string, string])[]) =>
  act("PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id", {
    progress: reports.map(([asOf, percentComplete]) => ({ asOf, percentComplete })),
  });
const reports = [
  ["2026-01-31", "0.2"],
  ["2026-02-28", "0.5"],
  ["2026-03-31", "0.6"],
  ["2026-04-30", "1"],
] as const;

export const manualInvoiceOfMeasuredWorkDeals: readonly Deal[] = [
  {
    // 20 % of 10,000.00, then half of 12,500.00. 1,000.00 of the extra bill are credited in March and not after all: 60 %. All of it in April.
    title: "measured work for more by an invoice by hand, which is credited in vain",
    pobs: true,
    steps: [
      on(
        from,
        term("Build", { price: "10000.00", from, to: from, interval: "NONE" }),
        pobs("Build", {
          ...{ name: "Build", serviceStartDate: from, serviceEndDate: "2026-06-30" },
          ...{ transactionPrice: "10000.00", recognitionPattern: "PERCENT_COMPLETE" },
        }),
        approve,
      ),
      on("2026-01-31", done(...reports.slice(0, 1))),
      ...closedInTurn("2026-01"),
      on(
        "2026-02-15",
        act("POST /v3/invoices", {
          ...{ contractId: "$contract", issueDate: "2026-02-15" },
          lines: [
            {
              ...{ name: "Extra work", unitPrice: "2500.00" },
              revenue: { performanceObligationId: "$pobs.created.0.id" },
            },
          ],
        }),
      ),
      on("2026-02-28", done(...reports.slice(0, 2))),
      ...closedInTurn("2026-02"),
      on("2026-03-10", creditOfLine(1, 0, "2026-03-10", "1000.00")),
      on("2026-03-20", act("POST /v3/credit-memos/$memos.0.id/void", { reason: "In error" })),
      on("2026-03-31", done(...reports.slice(0, 3))),
      ...closedInTurn("2026-03"),
      on("2026-04-30", done(...reports)),
      ...closedInTurn("2026-04"),
    ],
    table: `
      2026-01-01 | 10000.00 | 0 | ISSUED
      2026-02-15 | 2500.00  | 0 | ISSUED
      2026-03-10 | 1000.00  | 0 | VOID
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 2000.00 | 10000.00 | 0 | 0 | 8000.00 | 0 | 0
      2026-02 | 4250.00 | 12500.00 | 0 | 0 | 6250.00 | 0 | 0
      2026-03 | 1250.00 | 12500.00 | 0 | 0 | 5000.00 | 0 | 0
      2026-04 | 5000.00 | 12500.00 | 0 | 0 | 0 | 0 | 0`,
  },
];
