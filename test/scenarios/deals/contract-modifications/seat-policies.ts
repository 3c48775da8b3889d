import { act, approve, obligation, on } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, shown, termPath } from "../deal.ts";

// Seats added and removed several times: for whole years, above a minimum, and at a discount that ends.

const from = "2026-01-01";
const seats = (effectiveDate: string, delta: string, parts: object = {}) =>
  act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate, delta, ...parts });
const between = (first: string, last: string): string[] => {
  const start = Temporal.PlainYearMonth.from(first);
  const { months } = start.until(last, { largestUnit: "months" });
  return Array.from({ length: months + 1 }, (_, index) => start.add({ months: index }).toString());
};

export const seatPolicyDeals: readonly Deal[] = [
  {
    // 200.00 a seat for two years. Two more in November have both years before them, if one in part: 400.00. One more in April has one of two: 100.00. Three less in July by months: 600.00 × 6/24 are credited.
    // Twelve of 23 months are current in January 2026; in November 300.00 and 400.00 × 12/14 of what is known by then.
    title: "seats of two years that are added for whole years, and credited by the month",
    steps: [
      on(
        from,
        obligation("Seats", {
          ...{ price: "200.00", interval: "YEAR", intervalFrequency: 2, from, to: "2027-12-31" },
          ...{ billingType: "UNIT", quantity: "3" },
          seatConfig: {
            ...{ defaultProrationPolicy: "YEAR", defaultTrueUpTiming: "IMMEDIATE", creditOnDecrease: "PRORATED" },
          },
        }),
        approve,
      ),
      ...closedInTurn(...between("2026-01", "2026-10")),
      on("2026-11-01", seats("2026-11-01", "2")),
      ...closedInTurn(...between("2026-11", "2027-03")),
      on("2027-04-01", seats("2027-04-01", "1")),
      ...closedInTurn(...between("2027-04", "2027-06")),
      on("2027-07-01", seats("2027-07-01", "-3", { prorationPolicy: "MONTH" })),
      ...closedInTurn(...between("2027-07", "2027-12")),
      on(
        "2028-01-02",
        ...["2026-01", "2026-11"].map((month) =>
          shown(
            month,
            act(`GET /v3/reports/contract-balances?month=${month}`),
            ...["contractLiability", "currentLiability", "nonCurrentLiability"],
          ),
        ),
      ),
    ],
    table: `
      2026-01-01 | 600.00 | 0 | ISSUED
      2026-11-01 | 400.00 | 0 | ISSUED
      2027-04-01 | 100.00 | 0 | ISSUED
      2027-07-01 | 150.00 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 25.00 | 600.00 | 0 | 0 | 575.00 | 0 | 0
      2026-02 | 25.00 | 600.00 | 0 | 0 | 550.00 | 0 | 0
      2026-03 | 25.00 | 600.00 | 0 | 0 | 525.00 | 0 | 0
      2026-04 | 25.00 | 600.00 | 0 | 0 | 500.00 | 0 | 0
      2026-05 | 25.00 | 600.00 | 0 | 0 | 475.00 | 0 | 0
      2026-06 | 25.00 | 600.00 | 0 | 0 | 450.00 | 0 | 0
      2026-07 | 25.00 | 600.00 | 0 | 0 | 425.00 | 0 | 0
      2026-08 | 25.00 | 600.00 | 0 | 0 | 400.00 | 0 | 0
      2026-09 | 25.00 | 600.00 | 0 | 0 | 375.00 | 0 | 0
      2026-10 | 25.00 | 600.00 | 0 | 0 | 350.00 | 0 | 0
      2026-11 | 53.57 | 1000.00 | 0 | 0 | 696.43 | 0 | 0
      2026-12 | 53.57 | 1000.00 | 0 | 0 | 642.86 | 0 | 0
      2027-01 | 53.57 | 1000.00 | 0 | 0 | 589.29 | 0 | 0
      2027-02 | 53.58 | 1000.00 | 0 | 0 | 535.71 | 0 | 0
      2027-03 | 53.57 | 1000.00 | 0 | 0 | 482.14 | 0 | 0
      2027-04 | 64.68 | 1100.00 | 0 | 0 | 517.46 | 0 | 0
      2027-05 | 64.68 | 1100.00 | 0 | 0 | 452.78 | 0 | 0
      2027-06 | 64.68 | 1100.00 | 0 | 0 | 388.10 | 0 | 0
      2027-07 | 39.68 | 1100.00 | 0 | 0 | 198.42 | 0 | 150.00
      2027-08 | 39.69 | 1100.00 | 0 | 0 | 158.73 | 0 | 150.00
      2027-09 | 39.69 | 1100.00 | 0 | 0 | 119.04 | 0 | 150.00
      2027-10 | 39.68 | 1100.00 | 0 | 0 | 79.36 | 0 | 150.00
      2027-11 | 39.68 | 1100.00 | 0 | 0 | 39.68 | 0 | 150.00
      2027-12 | 39.68 | 1100.00 | 0 | 0 | 0 | 0 | 150.00
      answers
      2026-01 | 575.00 | 300.00 | 275.00
      2026-11 | 696.43 | 642.86 | 53.57`,
  },
  {
    // 90.00 a seat and quarter, 10 of them, at least 8. Six on 10 January, eight on 1 February: still billed. 13 on 15 February are 3 × 90.00 × 45/90 = 135.00 more; five on 10 March are eight from April on. Nine on 1 May are 60.33 on a
    // bill after the end. A change is earned from the day on which the bill is another:
    // −180.00 and −450.00 from April, 585.00 from 15 February, 60.33 from May. What the first quarter earns beyond its bill waits for the next one.
    title:
      "seats that fall below what is billed and below a minimum, and rise above both: only what is above is charged",
    steps: [
      on(
        from,
        obligation("Seats", {
          ...{ price: "90.00", interval: "QUARTER", from, to: "2026-06-30", billingType: "UNIT", quantity: "10" },
          seatConfig: { minQuantity: "8", defaultTrueUpTiming: "CO_TERM" },
        }),
        approve,
      ),
      on("2026-01-10", seats("2026-01-10", "-4")),
      ...closedInTurn("2026-01"),
      on("2026-02-01", seats("2026-02-01", "2")),
      on("2026-02-15", seats("2026-02-15", "5")),
      ...closedInTurn("2026-02"),
      on("2026-03-10", seats("2026-03-10", "-8")),
      ...closedInTurn("2026-03", "2026-04"),
      on("2026-05-01", seats("2026-05-01", "4")),
      ...closedInTurn("2026-05", "2026-06", "2026-07"),
    ],
    table: `
      2026-01-01 | 900.00 | 0 | ISSUED
      2026-04-01 | 855.00 | 0 | ISSUED
      2026-07-01 | 60.33  | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 300.00 | 900.00  | 0      | 0 | 600.00 | 0 | 0
      2026-02 | 365.00 | 900.00  | 45.00  | 0 | 280.00 | 0 | 0
      2026-03 | 430.00 | 900.00  | 195.00 | 0 | 0      | 0 | 0
      2026-04 | 220.00 | 1755.00 | 0      | 0 | 440.00 | 0 | 0
      2026-05 | 250.17 | 1755.00 | 30.17  | 0 | 220.00 | 0 | 0
      2026-06 | 250.16 | 1755.00 | 60.33  | 0 | 0      | 0 | 0
      2026-07 | 0      | 1815.33 | 0      | 0 | 0      | 0 | 0`,
  },
  {
    // 10 seats at 90.00 a quarter, 20 % less until June: 3,240.00, 270.00 a month. Five more from 16 February on: 360.00 × 44/90 = 176.00, and 1,436.00 in all; four less from July on, as is agreed on 10 May: −120.00 a month from then on.
    // A year of 10 seats is 2,880.00, of 15 4,320.00, of 11 without discount 3,960.00.
    title: "seats at a discount that ends, five more and four less: annual recurring revenue and why a month differs",
    steps: [
      on(
        from,
        obligation(
          "Seats",
          { price: "90.00", interval: "QUARTER", from, to: "2026-12-31", billingType: "UNIT", quantity: "10" },
          {
            seatConfig: { defaultTrueUpTiming: "IMMEDIATE" },
            discounts: [{ type: "PERCENTAGE", amount: "0.20", startDate: from, endDate: "2026-06-30" }],
          },
        ),
        approve,
      ),
      ...closedInTurn("2026-01"),
      on("2026-02-16", seats("2026-02-16", "5")),
      ...closedInTurn("2026-02", "2026-03", "2026-04"),
      on("2026-05-10", seats("2026-05-10", "-4")),
      ...closedInTurn("2026-05", "2026-06", "2026-07"),
      on(
        "2026-08-02",
        shown(
          "arr",
          act("GET /v3/reports/arr?startMonth=2026-01&endMonth=2026-07"),
          ...["month", "new", "expansion", "contraction", "closing", "mrr"],
        ),
        ...["2026-02", "2026-07"].map((month) =>
          shown(
            "flux",
            act(`GET /v3/reports/flux?month=${month}`),
            ...["before", "new", "modified", "ended", "schedule", "change", "after"],
          ),
        ),
      ),
    ],
    table: `
      2026-01-01 | 720.00  | 0 | ISSUED
      2026-02-16 | 176.00  | 0 | ISSUED
      2026-04-01 | 1080.00 | 0 | ISSUED
      2026-07-01 | 990.00  | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 270.00 | 720.00  | 0 | 0      | 450.00 | 0 | 0
      2026-02 | 333.71 | 896.00  | 0 | 0      | 292.29 | 0 | 0
      2026-03 | 407.23 | 896.00  | 0 | 114.94 | 0      | 0 | 0
      2026-04 | 407.23 | 1976.00 | 0 | 0      | 557.83 | 0 | 0
      2026-05 | 407.23 | 1976.00 | 0 | 0      | 150.60 | 0 | 0
      2026-06 | 407.23 | 1976.00 | 0 | 256.63 | 0      | 0 | 0
      2026-07 | 287.23 | 2966.00 | 0 | 0      | 446.14 | 0 | 0
      answers
      arr | 2026-01 | 2880.00 | 0.00 | 0.00 | 2880.00 | 240.00
      arr | 2026-02 | 0.00 | 1440.00 | 0.00 | 4320.00 | 360.00
      arr | 2026-03 | 0.00 | 0.00 | 0.00 | 4320.00 | 360.00
      arr | 2026-04 | 0.00 | 0.00 | 0.00 | 4320.00 | 360.00
      arr | 2026-05 | 0.00 | 0.00 | 0.00 | 4320.00 | 360.00
      arr | 2026-06 | 0.00 | 0.00 | 0.00 | 4320.00 | 360.00
      arr | 2026-07 | 0.00 | 0.00 | -360.00 | 3960.00 | 330.00
      flux | 270.00 | 0.00 | 63.71 | 0.00 | 0.00 | 63.71 | 333.71
      flux | 407.23 | 0.00 | -120.00 | 0.00 | 0.00 | -120.00 | 287.23`,
  },
  {
    // 4 seats at 31.00. January and February are billed 30 days before they begin, when two more come on 10 January: 22 of 31 days, 44.00, and all of February, 62.00, are on the next bill, that of March.
    title: "seats billed 30 days ahead, two more when the next month is billed: both months are charged with the third",
    steps: [
      on(
        "2025-12-01",
        obligation("Seats", {
          ...{ price: "31.00", from, to: "2026-04-30", billingType: "UNIT", quantity: "4" },
          ...{ invoiceDateStrategy: "ADVANCED_DUE_START", netPaymentTerms: 30 },
          seatConfig: { defaultTrueUpTiming: "CO_TERM" },
        }),
        approve,
      ),
      ...closedInTurn("2025-12"),
      on("2026-01-10", seats("2026-01-10", "2")),
      ...closedInTurn(...between("2026-01", "2026-04")),
    ],
    table: `
      2025-12-02 | 124.00 | 0 | ISSUED
      2026-01-02 | 124.00 | 0 | ISSUED
      2026-01-30 | 292.00 | 0 | ISSUED
      2026-03-02 | 186.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2025-12 | 0      | 124.00 | 0 | 0 | 124.00 | 0 | 0
      2026-01 | 168.00 | 540.00 | 0 | 0 | 372.00 | 0 | 0
      2026-02 | 186.00 | 540.00 | 0 | 0 | 186.00 | 0 | 0
      2026-03 | 186.00 | 726.00 | 0 | 0 | 186.00 | 0 | 0
      2026-04 | 186.00 | 726.00 | 0 | 0 | 0      | 0 | 0`,
  },
  {
    // Two seats at 62.00 a half month: 6 of 15 days of the first, 49.60. One more on 20 January has 12 of 16 days, 46.50. 421.60 are earned over 22/31 and a month, 170.50 more over 12/31 and a month: 2.48 of January wait for the bill of 1 February.
    title: "seats by the half month from the 10th, prorated by months, and one more in the midst of the second half",
    steps: [
      on(
        "2026-01-10",
        obligation("Seats", {
          ...{ price: "62.00", interval: "SEMI_MONTH", from: "2026-01-10", to: "2026-02-28", prorationPolicy: "MONTH" },
          ...{ billingType: "UNIT", quantity: "2" },
          seatConfig: { defaultProrationPolicy: "MONTH", defaultTrueUpTiming: "IMMEDIATE" },
        }),
        approve,
      ),
      on("2026-01-20", seats("2026-01-20", "1")),
      ...closedInTurn("2026-01", "2026-02"),
    ],
    table: `
      2026-01-10 | 49.60  | 0 | ISSUED
      2026-01-16 | 124.00 | 0 | ISSUED
      2026-01-20 | 46.50  | 0 | ISSUED
      2026-02-01 | 186.00 | 0 | ISSUED
      2026-02-16 | 186.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 222.58 | 220.10 | 2.48 | 0 | 0 | 0 | 0
      2026-02 | 369.52 | 592.10 | 0    | 0 | 0 | 0 | 0`,
  },
];
