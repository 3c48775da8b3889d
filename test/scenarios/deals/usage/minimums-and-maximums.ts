import { act, approve, close, eventType, grace, on, usageTerm, use } from "../../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, termPath } from "../deal.ts";

// Usage with a minimum or a maximum for each billing period, credited, changed and prorated.

const from = "2026-01-01";
const voided = (memo: number) => act(`POST /v3/credit-memos/$memos.${memo}.id/void`, { reason: "In error" });

export const minimumsAndMaximumDeals: readonly Deal[] = [
  {
    // At least 300.00 a quarter: 50.00, and from 16 February on 40.00 and 20.00 at twice the price. What lifts them is due when the quarter is over.
    title: "a minimum of a quarter, whose price changes in its second month",
    steps: [
      on(
        from,
        eventType,
        grace(0),
        usageTerm("Calls", { price: "1", from, to: "2026-03-31", interval: "QUARTER", minimumAmount: "300.00" }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "50")),
      ...closedInTurn("2026-01"),
      on(
        "2026-02-10",
        act(`PATCH ${termPath("Calls")}`, {
          pricing: [{ amount: "2", amountType: "PER_ITEM" }],
          effectiveDate: "2026-02-16",
        }),
      ),
      on("2026-02-20", use("2026-02-20", "20")),
      ...closedInTurn("2026-02"),
      on("2026-03-10", use("2026-03-10", "10")),
      ...closedInTurn("2026-03", "2026-04"),
    ],
    table: `
      2026-04-01 | 300.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 50.00  | 0      | 50.00  | 0 | 0 | 0 | 0
      2026-02 | 40.00  | 0      | 90.00  | 0 | 0 | 0 | 0
      2026-03 | 210.00 | 0      | 300.00 | 0 | 0 | 0 | 0
      2026-04 | 0      | 300.00 | 0      | 0 | 0 | 0 | 0`,
  },
  {
    // 2.00 a call from the 16th, at least 100.00, at most 180.00. 40.00 and 30.00, and the other 30.00 on 15 February; then 200.00, of
    // which 180.00; the last 16 of 31 days have a minimum of 51.61. Late calls make 20.00 of them 60.00.
    title: "calls with a minimum and a maximum, half months among them, and late ones",
    steps: [
      on(
        "2026-01-16",
        eventType,
        grace(0),
        usageTerm("Calls", {
          price: "2.00",
          from: "2026-01-16",
          to: "2026-03-31",
          minimumAmount: "100.00",
          maximumAmount: "180.00",
        }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "20")),
      on("2026-02-03", close("2026-01"), use("2026-02-03", "15")),
      on("2026-02-20", use("2026-02-20", "100")),
      on("2026-03-20", close("2026-02"), use("2026-03-20", "10")),
      on("2026-04-10", close("2026-03"), use("2026-03-20", "20")),
      ...closedInTurn("2026-04"),
    ],
    table: `
      2026-02-16 | 100.00 | 0 | ISSUED
      2026-03-16 | 180.00 | 0 | ISSUED
      2026-04-01 | 51.61  | 0 | ISSUED
      2026-04-10 | 8.39   | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 40.00  | 0      | 40.00  | 0 | 0 | 0 | 0 | 211.61
      2026-02 | 240.00 | 100.00 | 180.00 | 0 | 0 | 0 | 0 | 51.61
      2026-03 | 51.61  | 280.00 | 51.61  | 0 | 0 | 0 | 0 | 0
      2026-04 | 8.39   | 340.00 | 0      | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 40.00 and 60.00 up to the minimum, of which 30.00 are credited. 80.00 of late calls take the place of the 60.00: 20.00 more are owed, and the credit stays.
    title: "the minimum credited in part, and then late calls above it",
    steps: [
      on(
        from,
        eventType,
        grace(0),
        usageTerm("Calls", { price: "0.010", from, to: "2026-03-31", minimumAmount: "100.00" }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "4000")),
      ...closedInTurn("2026-01"),
      on("2026-02-10", creditOfLine(0, 1, "2026-02-10", "30.00"), use("2026-02-10", "15000")),
      on("2026-02-15", use("2026-01-20", "8000")),
      ...closedInTurn("2026-02", "2026-03", "2026-04"),
    ],
    table: `
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 170.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-02-10 | 30.00 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 0 | 100.00 | 0 | 0 | 0 | 0 | 200.00
      2026-02 | 140.00 | 100.00 | 170.00 | 0 | 0 | 0 | 30.00 | 100.00
      2026-03 | 100.00 | 270.00 | 100.00 | 0 | 0 | 0 | 30.00 | 0
      2026-04 | 0 | 370.00 | 0 | 0 | 0 | 0 | 30.00 | 0`,
  },
  {
    // 50.00 × 20/31 = 32.26 for March; 50.00 once the late calls are in. 10.00 of January are credited when its month is closed.
    title: "open-ended calls with a minimum, ended in a month, and corrected when no invoice is left",
    steps: [
      on(from, eventType, grace(0), usageTerm("Calls", { price: "0.010", from, minimumAmount: "50.00" }), approve),
      on("2026-01-20", use("2026-01-20", "8000")),
      ...closedInTurn("2026-01"),
      on("2026-02-10", use("2026-02-10", "1000")),
      ...closedInTurn("2026-02"),
      on(
        "2026-03-10",
        act("PATCH /v3/contracts/$contract/billing-terms/$Calls.id/terminate", { endDate: "2026-03-20" }),
      ),
      on("2026-03-15", use("2026-03-15", "2000")),
      on("2026-03-25", use("2026-03-18", "3000")),
      ...closedInTurn("2026-03"),
      on("2026-04-05", use("2026-01-20", "-1000")),
      ...closedInTurn("2026-04"),
    ],
    table: `
      2026-02-01 | 80.00 | 0 | ISSUED
      2026-03-01 | 50.00 | 0 | ISSUED
      2026-03-21 | 32.26 | 0 | ISSUED
      2026-03-25 | 17.74 | 0 | ISSUED
      2026-04-05 | 10.00 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 80.00 | 0 | 80.00 | 0 | 0 | 0 | 0 | 0
      2026-02 | 50.00 | 80.00 | 50.00 | 0 | 0 | 0 | 0 | 0
      2026-03 | 50.00 | 180.00 | 0 | 0 | 0 | 0 | 0 | 0
      2026-04 | -10.00 | 180.00 | 0 | 0 | 0 | 0 | 10.00 | 0`,
  },
  {
    // 30.00 are used in January, and 20.00 make it 50.00. That line is credited, and the credit is void; 45.00 come late, so that the bill, void and made anew, has 75.00.
    title: "a minimum that is credited, the credit void, and the invoice voided and billed again with late calls",
    steps: [
      on(
        from,
        eventType,
        grace(0),
        usageTerm("Calls", { price: "0.01", from, to: "2026-03-31", minimumAmount: "50.00" }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "3000", "combined-1")),
      ...closedInTurn("2026-01"),
      on("2026-02-05", creditOfLine(0, 1, "2026-02-05", "20.00")),
      on("2026-02-06", voided(0)),
      on("2026-02-10", use("2026-01-25", "4500", "combined-2")),
      on("2026-02-12", act("POST /v3/invoices/$invoices.0.id/actions", { action: "VOID" })),
      ...closedInTurn("2026-02", "2026-03", "2026-04"),
    ],
    table: `
      2026-02-01 | 50.00 | 0 | VOID
      2026-02-01 | 75.00 | 0 | ISSUED
      2026-03-01 | 50.00 | 0 | ISSUED
      2026-04-01 | 50.00 | 0 | ISSUED
      2026-02-05 | 20.00 | 0 | VOID
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 50.00 | 0 | 50.00 | 0 | 0 | 0 | 0
      2026-02 | 75.00 | 75.00 | 50.00 | 0 | 0 | 0 | 0
      2026-03 | 50.00 | 125.00 | 50.00 | 0 | 0 | 0 | 0
      2026-04 | 0 | 175.00 | 0 | 0 | 0 | 0 | 0`,
  },
];
