import { act, approve, obligation, on } from "../../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, termPath } from "../deal.ts";

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
  {
    // 304.17 a month; five more from July on are 920.00, 153.33 a month, of which 900.00 are credited as goodwill in August. Five go in October: 460.00 for 92 days are credited all the same, 20.00 of the bill of those and the rest of the first.
    title: "seats whose bill is credited almost whole, and as many that go, credited by their days",
    steps: [
      on(
        from,
        obligation("Seats", {
          ...{ price: "365.00", interval: "YEAR", from, to, billingType: "UNIT", quantity: "10" },
          seatConfig: { defaultTrueUpTiming: "IMMEDIATE", creditOnDecrease: "PRORATED" },
        }),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02", "2026-03", "2026-04", "2026-05", "2026-06"),
      on("2026-07-01", seats("2026-07-01", "5")),
      ...closedInTurn("2026-07"),
      on("2026-08-10", creditOfLine(1, 0, "2026-08-10", "900.00")),
      ...closedInTurn("2026-08", "2026-09"),
      on("2026-10-01", seats("2026-10-01", "-5")),
      ...closedInTurn("2026-10", "2026-11", "2026-12"),
    ],
    table: `
      2026-01-01 | 3650.00 | 0 | ISSUED
      2026-07-01 | 920.00  | 0 | ISSUED
      2026-08-10 | 900.00  | 0 | OPEN
      2026-10-01 | 460.00  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 304.17 | 3650.00 | 0 | 0 | 3345.83 | 0 | 0 | 3345.83
      2026-02 | 304.16 | 3650.00 | 0 | 0 | 3041.67 | 0 | 0 | 3041.67
      2026-03 | 304.17 | 3650.00 | 0 | 0 | 2737.50 | 0 | 0 | 2737.50
      2026-04 | 304.17 | 3650.00 | 0 | 0 | 2433.33 | 0 | 0 | 2433.33
      2026-05 | 304.16 | 3650.00 | 0 | 0 | 2129.17 | 0 | 0 | 2129.17
      2026-06 | 304.17 | 3650.00 | 0 | 0 | 1825.00 | 0 | 0 | 1825.00
      2026-07 | 457.50 | 4570.00 | 0 | 0 | 2287.50 | 0 | 0 | 2287.50
      2026-08 | 157.50 | 4570.00 | 0 | 0 | 1230.00 | 0 | 900.00 | 1230.00
      2026-09 | 307.50 | 4570.00 | 0 | 0 | 922.50 | 0 | 900.00 | 922.50
      2026-10 | 154.17 | 4570.00 | 0 | 0 | 308.33 | 0 | 1360.00 | 308.33
      2026-11 | 154.16 | 4570.00 | 0 | 0 | 154.17 | 0 | 1360.00 | 154.17
      2026-12 | 154.17 | 4570.00 | 0 | 0 | 0 | 0 | 1360.00 | 0`,
  },
  {
    // Three of ten seats go from 16 January on, told in March: 93.00 × 16/31 = 48.00 and 93.00 with 10 % of tax, and 93.00 of March with 20 %: 234.00 and 32.70. All of it is March's, and 217.00 a month are left.
    title: "seats that went in a closed month, told two months later: credited month by month, each at its rate of tax",
    steps: [
      on(
        from,
        act("PATCH /v3/merchant", {
          address: { country: "ES" },
          taxRates: [
            { country: "ES", category: "S", rate: "0.10", validFrom: "2020-01-01" },
            { country: "ES", category: "S", rate: "0.20", validFrom: "2026-03-01" },
          ],
        }),
        act("PATCH /v3/customers/$customer", { billingAddress: { country: "ES" } }),
        obligation("Seats", {
          ...{ price: "31.00", from, to: "2026-06-30", billingType: "UNIT", quantity: "10" },
          seatConfig: { creditOnDecrease: "PRORATED" },
        }),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on("2026-03-20", seats("2026-01-16", "-3")),
      ...closedInTurn("2026-03", "2026-04", "2026-05", "2026-06"),
    ],
    table: `
      2026-01-01 | 341.00 | 31.00 | ISSUED
      2026-02-01 | 341.00 | 31.00 | ISSUED
      2026-03-01 | 372.00 | 62.00 | ISSUED
      2026-04-01 | 260.40 | 43.40 | ISSUED
      2026-05-01 | 260.40 | 43.40 | ISSUED
      2026-06-01 | 260.40 | 43.40 | ISSUED
      2026-03-20 | 266.70 | 32.70 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 310.00 | 341.00 | 0 | 0 | 0 | 31.00 | 0
      2026-02 | 310.00 | 682.00 | 0 | 0 | 0 | 62.00 | 0
      2026-03 | 76.00 | 1054.00 | 0 | 0 | 0 | 91.30 | 266.70
      2026-04 | 217.00 | 1314.40 | 0 | 0 | 0 | 134.70 | 266.70
      2026-05 | 217.00 | 1574.80 | 0 | 0 | 0 | 178.10 | 266.70
      2026-06 | 217.00 | 1835.20 | 0 | 0 | 0 | 221.50 | 266.70`,
  },
  {
    // On 10 March 229.03 of 1,200.00 are earned; the rest is for 22/31 and eleven months, 82.92 a month. Five seats more from July on, 302.47, are served as long as the others, eight months.
    title: "two free months for seats, and more of them after that, which are served to the same end",
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
      on(
        "2026-03-10",
        act("PATCH /v3/contracts/$contract/obligation/$Seats.id", {
          ...{ revenueEndDate: "2027-02-28", reasonCode: "CONCESSION" },
        }),
      ),
      ...closedInTurn("2026-03", "2026-04", "2026-05", "2026-06"),
      on("2026-07-01", seats("2026-07-01", "5")),
      ...closedInTurn("2026-07", "2026-08", "2026-09", "2026-10", "2026-11", "2026-12", "2027-01", "2027-02"),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | ISSUED
      2026-07-01 | 302.47  | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 1200.00 | 0 | 0 | 1100.00 | 0 | 0 | 1100.00
      2026-02 | 100.00 | 1200.00 | 0 | 0 | 1000.00 | 0 | 0 | 1000.00
      2026-03 | 87.88 | 1200.00 | 0 | 0 | 912.12 | 0 | 0 | 912.12
      2026-04 | 82.92 | 1200.00 | 0 | 0 | 829.20 | 0 | 0 | 829.20
      2026-05 | 82.92 | 1200.00 | 0 | 0 | 746.28 | 0 | 0 | 746.28
      2026-06 | 82.92 | 1200.00 | 0 | 0 | 663.36 | 0 | 0 | 663.36
      2026-07 | 120.73 | 1502.47 | 0 | 0 | 845.10 | 0 | 0 | 845.10
      2026-08 | 120.73 | 1502.47 | 0 | 0 | 724.37 | 0 | 0 | 724.37
      2026-09 | 120.73 | 1502.47 | 0 | 0 | 603.64 | 0 | 0 | 603.64
      2026-10 | 120.73 | 1502.47 | 0 | 0 | 482.91 | 0 | 0 | 482.91
      2026-11 | 120.72 | 1502.47 | 0 | 0 | 362.19 | 0 | 0 | 362.19
      2026-12 | 120.73 | 1502.47 | 0 | 0 | 241.46 | 0 | 0 | 241.46
      2027-01 | 120.73 | 1502.47 | 0 | 0 | 120.73 | 0 | 0 | 120.73
      2027-02 | 120.73 | 1502.47 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
];
