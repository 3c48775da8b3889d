import { act, approve, obligation, on } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, termPath } from "../deal.ts";

// Seats whose service, tiers or count turn out otherwise.

const [from, to] = ["2026-01-01", "2026-12-31"];
const seats = (effectiveDate: string, delta: string) =>
  act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate, delta });

export const seatBesideCorrectionDeals: readonly Deal[] = [
  {
    // 1,200.00, and 503.01 of five more seats from March on, 50.30 a month. Service began in February: 109.09 a month, 327.27 and 100.60 by April, of which 350.30 are posted. Ended with June: 595.07 and 200.55 are owed, 907.39 credited.
    title: "seats, more of them, and service that turns out to have begun a month later, ended and credited",
    steps: [
      on(
        from,
        obligation("Seats", {
          ...{ price: "120.00", interval: "YEAR", from, to, billingType: "UNIT", quantity: "10" },
          seatConfig: { defaultTrueUpTiming: "IMMEDIATE" },
        }),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on("2026-03-01", seats("2026-03-01", "5")),
      ...closedInTurn("2026-03"),
      on(
        "2026-04-10",
        act("PATCH /v3/contracts/$contract/obligation/$Seats.id", {
          ...{ revenueStartDate: "2026-02-01", reasonCode: "CORRECTION" },
        }),
      ),
      ...closedInTurn("2026-04", "2026-05"),
      on("2026-06-20", act(`PATCH ${termPath("Seats")}/terminate`, { endDate: "2026-06-30", creditUnused: true })),
      ...closedInTurn("2026-06"),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | ISSUED
      2026-03-01 | 503.01  | 0 | ISSUED
      2026-06-20 | 907.39  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 1200.00 | 0 | 0 | 1100.00 | 0 | 0 | 1100.00
      2026-02 | 100.00 | 1200.00 | 0 | 0 | 1000.00 | 0 | 0 | 1000.00
      2026-03 | 150.30 | 1703.01 | 0 | 0 | 1352.71 | 0 | 0 | 1352.71
      2026-04 | 77.57 | 1703.01 | 0 | 0 | 1275.14 | 0 | 0 | 1275.14
      2026-05 | 159.39 | 1703.01 | 0 | 0 | 1115.75 | 0 | 0 | 1115.75
      2026-06 | 208.36 | 1703.01 | 0 | 0 | 0 | 0 | 907.39 | 0`,
  },
  {
    // 11 × 45.00 = 495.00. Ten are 10 × 60.00 = 600.00: fewer seats are neither charged nor credited, and the next quarter is 105.00 dearer.
    title: "a seat fewer, by which all that are left cost more: nothing of the billed quarter, and more of the next",
    steps: [
      on(
        from,
        obligation("Seats", {
          ...{ price: "0", interval: "QUARTER", from, to: "2026-06-30", billingType: "UNIT", quantity: "11" },
          pricingType: "VOLUME",
          pricing: [
            { tier: 0, tierMinimum: "0", amount: "60.00", amountType: "PER_ITEM" },
            { tier: 1, tierMinimum: "11", amount: "45.00", amountType: "PER_ITEM" },
          ],
          seatConfig: { defaultTrueUpTiming: "IMMEDIATE", creditOnDecrease: "PRORATED" },
        }),
        approve,
      ),
      ...closedInTurn("2026-01"),
      on("2026-02-15", seats("2026-02-15", "-1")),
      ...closedInTurn("2026-02", "2026-03", "2026-04", "2026-05", "2026-06"),
    ],
    table: `
      2026-01-01 | 495.00 | 0 | ISSUED
      2026-04-01 | 600.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 165.00 | 495.00 | 0 | 0 | 330.00 | 0 | 0 | 825.00
      2026-02 | 165.00 | 495.00 | 0 | 0 | 165.00 | 0 | 0 | 765.00
      2026-03 | 165.00 | 495.00 | 0 | 0 | 0 | 0 | 0 | 600.00
      2026-04 | 200.00 | 1095.00 | 0 | 0 | 400.00 | 0 | 0 | 400.00
      2026-05 | 200.00 | 1095.00 | 0 | 0 | 200.00 | 0 | 0 | 200.00
      2026-06 | 200.00 | 1095.00 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
];
