import { act, approve, eventType, grace, on, pobs, term, usageTerm, use } from "../../golden/scenario.ts";
import { closedInTurn, type Deal } from "../deal.ts";

// Usage in a group with stated prices: what ends of the one leaves the other alone.

const [from, to] = ["2026-01-01", "2026-12-31"];

export const usageBesideStatedPriceDeals: readonly Deal[] = [
  {
    // 100.00 a month, stated as 1,200.00, and calls at 0.010 of the same group. The months end with 15 April: 50.00 are credited, and 350.00 are all that the stated price has. The calls go on to June; 5.00 of April come in June.
    title: "months that end in the midst of one, beside calls of the same group that go on, and late ones",
    pobs: true,
    steps: [
      on(
        from,
        eventType,
        grace(0),
        term("Platform", { price: "100.00", from, to }),
        usageTerm("Calls", {
          ...{ price: "0.010", from, to: "2026-06-30" },
          billingTermGroupId: "$Platform.billingTermGroupId",
        }),
        pobs(
          "Platform",
          {
            ...{ name: "Service", serviceStartDate: from, serviceEndDate: to },
            ...{ transactionPrice: "1200.00", recognitionPattern: "STRAIGHT_LINE" },
          },
          { name: "Calls", recognitionPattern: "RECOGNIZE_AS_CONSUMED", eventTypeId: "$calls.id" },
        ),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "1000")),
      ...closedInTurn("2026-01", "2026-02", "2026-03"),
      on(
        "2026-04-10",
        use("2026-04-10", "2000"),
        act("PATCH /v3/contracts/$contract/billing-terms/$Platform.id/terminate", {
          ...{ endDate: "2026-04-15", creditUnused: true },
        }),
      ),
      ...closedInTurn("2026-04"),
      on("2026-05-20", use("2026-05-20", "3000")),
      ...closedInTurn("2026-05"),
      on("2026-06-05", use("2026-04-12", "500")),
      ...closedInTurn("2026-06", "2026-07"),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 110.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-05-01 | 20.00  | 0 | ISSUED
      2026-06-01 | 30.00  | 0 | ISSUED
      2026-07-01 | 5.00   | 0 | ISSUED
      2026-04-10 | 50.00  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 110.00 | 100.00 | 10.00 | 0 | 0 | 0 | 0
      2026-02 | 100.00 | 210.00 | 0 | 0 | 0 | 0 | 0
      2026-03 | 100.00 | 310.00 | 0 | 0 | 0 | 0 | 0
      2026-04 | 70.00 | 410.00 | 20.00 | 0 | 0 | 0 | 50.00
      2026-05 | 30.00 | 430.00 | 30.00 | 0 | 0 | 0 | 50.00
      2026-06 | 5.00 | 460.00 | 5.00 | 0 | 0 | 0 | 50.00
      2026-07 | 0 | 465.00 | 0 | 0 | 0 | 0 | 50.00`,
  },
];
