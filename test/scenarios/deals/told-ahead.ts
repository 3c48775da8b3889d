import { act, approve, obligation, on, pobs, term } from "../golden/scenario.ts";
import { closedInTurn, type Deal, termPath, total } from "./deal.ts";

// What is said of days to come, and what is said or done before they begin.

const [from, to] = ["2026-01-01", "2026-12-31"];
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const patch = (name: string, body: object) => act(`PATCH ${termPath(name)}`, body);
const by = (name: string) => `/v3/contracts/$contract/billing-terms/$${name}.id`;
const pob = (body: object) => act("PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id", body);
const shared = { allocationMethod: "RELATIVE_SSP" };
const treat = (place: number, treatment: string, reason: string) => [
  act("GET /v3/contracts/$contract/modifications", undefined, "log"),
  act(`PATCH /v3/contracts/$contract/modifications/$log.data.${place}.id`, { treatment, reason }),
];
const seats = (name: string, effectiveDate: string, delta: string) =>
  act(`POST ${termPath(name)}/seat-amendment`, { effectiveDate, delta });

export const toldAheadDeals: readonly Deal[] = [
  {
    // 200.00 more from August on, of which June knows. Service began in February: 1,200.00 over eleven months, 545.45 by June, of which 500.00 are posted. On 1
    // August 745.45 are left.
    title: "a stated price of days to come, and then service that turns out to have begun later",
    pobs: true,
    steps: [
      on(
        from,
        term("Plan", { price: "100.00", from, to }),
        pobs("Plan", {
          ...{ name: "Service", serviceStartDate: from, serviceEndDate: to },
          ...{ transactionPrice: "1200.00", recognitionPattern: "STRAIGHT_LINE" },
        }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 5)),
      on(
        "2026-06-10",
        act(`PATCH ${by("Plan")}`, { ...total("140.00"), effectiveDate: "2026-08-01" }),
        pob({ transactionPrice: "1400.00", effectiveDate: "2026-08-01" }),
      ),
      on("2026-06-20", pob({ serviceStartDate: "2026-02-01", reasonCode: "CORRECTION" })),
      ...closedInTurn(...months.slice(5)),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-05-01 | 100.00 | 0 | ISSUED
      2026-06-01 | 100.00 | 0 | ISSUED
      2026-07-01 | 100.00 | 0 | ISSUED
      2026-08-01 | 140.00 | 0 | ISSUED
      2026-09-01 | 140.00 | 0 | ISSUED
      2026-10-01 | 140.00 | 0 | ISSUED
      2026-11-01 | 140.00 | 0 | ISSUED
      2026-12-01 | 140.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 100.00  | 0 | 0 | 0     | 0 | 0
      2026-02 | 100.00 | 200.00  | 0 | 0 | 0     | 0 | 0
      2026-03 | 100.00 | 300.00  | 0 | 0 | 0     | 0 | 0
      2026-04 | 100.00 | 400.00  | 0 | 0 | 0     | 0 | 0
      2026-05 | 100.00 | 500.00  | 0 | 0 | 0     | 0 | 0
      2026-06 | 45.45  | 600.00  | 0 | 0 | 54.55 | 0 | 0
      2026-07 | 109.10 | 700.00  | 0 | 0 | 45.45 | 0 | 0
      2026-08 | 149.09 | 840.00  | 0 | 0 | 36.36 | 0 | 0
      2026-09 | 149.09 | 980.00  | 0 | 0 | 27.27 | 0 | 0
      2026-10 | 149.09 | 1120.00 | 0 | 0 | 18.18 | 0 | 0
      2026-11 | 149.09 | 1260.00 | 0 | 0 | 9.09  | 0 | 0
      2026-12 | 149.09 | 1400.00 | 0 | 0 | 0     | 0 | 0`,
  },
  {
    // 20 % of 6,000.00 in January. 3,000.00 more from August on are treated prospectively. Half is done by June, of what was agreed till then: 1,800.00 more. Of
    // the other 6,000.00 half are earned in September, at three quarters, and half in December.
    title: "work that goes on before a higher price of days to come, which is the price of what is left",
    pobs: true,
    steps: [
      on(
        from,
        term("Work", { price: "6000.00", from, to: from, interval: "NONE" }),
        pobs("Work", {
          ...{ name: "Work", serviceStartDate: from, serviceEndDate: to },
          ...{ transactionPrice: "6000.00", recognitionPattern: "PERCENT_COMPLETE" },
        }),
        approve,
      ),
      on("2026-01-31", pob({ progress: [{ asOf: "2026-01-31", percentComplete: "0.2" }] })),
      ...closedInTurn(...months.slice(0, 5)),
      on(
        "2026-06-10",
        term("More", {
          ...{ price: "3000.00", from: "2026-08-01", to: "2026-08-01", interval: "NONE" },
          billingTermGroupId: "$Work.billingTermGroupId",
        }),
        pob({ transactionPrice: "9000.00", effectiveDate: "2026-08-01" }),
        ...treat(1, "PROSPECTIVE", "What is left is distinct"),
      ),
      ...(
        [
          ["2026-06-30", ["2026-06-30", "0.5"]],
          ["2026-09-30", ["2026-06-30", "0.5"], ["2026-09-30", "0.75"]],
          ["2026-12-31", ["2026-06-30", "0.5"], ["2026-09-30", "0.75"], ["2026-12-31", "1"]],
        ] as const
      ).flatMap(([day, ...done], index) => [
        on(
          day,
          pob({
            progress: [["2026-01-31", "0.2"], ...done].map(([asOf, percentComplete]) => ({ asOf, percentComplete })),
          }),
        ),
        ...closedInTurn(...months.slice([5, 8, 11][index], [8, 11, 12][index])),
      ]),
    ],
    table: `
      2026-01-01 | 6000.00 | 0 | ISSUED
      2026-08-01 | 3000.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 1200.00 | 6000.00 | 0 | 0 | 4800.00 | 0 | 0
      2026-02 | 0       | 6000.00 | 0 | 0 | 4800.00 | 0 | 0
      2026-03 | 0       | 6000.00 | 0 | 0 | 4800.00 | 0 | 0
      2026-04 | 0       | 6000.00 | 0 | 0 | 4800.00 | 0 | 0
      2026-05 | 0       | 6000.00 | 0 | 0 | 4800.00 | 0 | 0
      2026-06 | 1800.00 | 6000.00 | 0 | 0 | 3000.00 | 0 | 0
      2026-07 | 0       | 6000.00 | 0 | 0 | 3000.00 | 0 | 0
      2026-08 | 0       | 9000.00 | 0 | 0 | 6000.00 | 0 | 0
      2026-09 | 3000.00 | 9000.00 | 0 | 0 | 3000.00 | 0 | 0
      2026-10 | 0       | 9000.00 | 0 | 0 | 3000.00 | 0 | 0
      2026-11 | 0       | 9000.00 | 0 | 0 | 3000.00 | 0 | 0
      2026-12 | 3000.00 | 9000.00 | 0 | 0 | 0       | 0 | 0`,
  },
  {
    // 150.00 a month. Support ends with October, as June knows. From August on the platform costs 30.00 more: 900.00 are left for five months; on 1 November
    // 260.00 for two.
    title: "an end in autumn, and then a higher price from summer on, in an allocated contract",
    contract: shared,
    steps: [
      on(
        from,
        obligation("Platform", { price: "100.00", from, to }, { standaloneSellingPrice: "1200.00" }),
        obligation("Support", { price: "50.00", from, to }, { standaloneSellingPrice: "1200.00" }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 5)),
      on("2026-06-10", act(`PATCH ${termPath("Support")}/terminate`, { endDate: "2026-10-31" })),
      ...closedInTurn("2026-06"),
      on("2026-07-10", patch("Platform", { ...total("130.00"), effectiveDate: "2026-08-01" })),
      ...closedInTurn(...months.slice(6)),
    ],
    table: `
      2026-01-01 | 150.00 | 0 | ISSUED
      2026-02-01 | 150.00 | 0 | ISSUED
      2026-03-01 | 150.00 | 0 | ISSUED
      2026-04-01 | 150.00 | 0 | ISSUED
      2026-05-01 | 150.00 | 0 | ISSUED
      2026-06-01 | 150.00 | 0 | ISSUED
      2026-07-01 | 150.00 | 0 | ISSUED
      2026-08-01 | 180.00 | 0 | ISSUED
      2026-09-01 | 180.00 | 0 | ISSUED
      2026-10-01 | 180.00 | 0 | ISSUED
      2026-11-01 | 130.00 | 0 | ISSUED
      2026-12-01 | 130.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 150.00 | 150.00  | 0 | 0 | 0 | 0 | 0 | 1650.00
      2026-02 | 150.00 | 300.00  | 0 | 0 | 0 | 0 | 0 | 1500.00
      2026-03 | 150.00 | 450.00  | 0 | 0 | 0 | 0 | 0 | 1350.00
      2026-04 | 150.00 | 600.00  | 0 | 0 | 0 | 0 | 0 | 1200.00
      2026-05 | 150.00 | 750.00  | 0 | 0 | 0 | 0 | 0 | 1050.00
      2026-06 | 150.00 | 900.00  | 0 | 0 | 0 | 0 | 0 | 800.00
      2026-07 | 150.00 | 1050.00 | 0 | 0 | 0 | 0 | 0 | 800.00
      2026-08 | 180.00 | 1230.00 | 0 | 0 | 0 | 0 | 0 | 620.00
      2026-09 | 180.00 | 1410.00 | 0 | 0 | 0 | 0 | 0 | 440.00
      2026-10 | 180.00 | 1590.00 | 0 | 0 | 0 | 0 | 0 | 260.00
      2026-11 | 130.00 | 1720.00 | 0 | 0 | 0 | 0 | 0 | 130.00
      2026-12 | 130.00 | 1850.00 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 900.000 each. Five seats more from September on are said first, and then two less from July on: 780.000 are left for six months. 200.000 more leave 720.000
    // for four, and 5.000 more for each of thirteen seats 735.000 for three.
    title: "seats in dinars, more in autumn, fewer in summer, and more expensive: each from its days on",
    contract: { ...shared, currency: "KWD" },
    steps: [
      on(
        from,
        obligation(
          "Seats",
          { price: "10.000", from, to, billingType: "UNIT", quantity: "10" },
          { seatConfig: { defaultTrueUpTiming: "IMMEDIATE" }, standaloneSellingPrice: "1200.000" },
        ),
        obligation("Support", { price: "50.000", from, to }, { standaloneSellingPrice: "1200.000" }),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on("2026-03-10", seats("Seats", "2026-09-01", "5")),
      on("2026-03-20", seats("Seats", "2026-07-01", "-2")),
      ...closedInTurn(...months.slice(2, 6)),
      on(
        "2026-07-20",
        patch("Seats", { pricing: [{ amount: "15.000", amountType: "PER_ITEM" }], effectiveDate: "2026-10-01" }),
      ),
      ...closedInTurn(...months.slice(6)),
    ],
    table: `
      2026-01-01 | 150.000 | 0 | ISSUED
      2026-02-01 | 150.000 | 0 | ISSUED
      2026-03-01 | 150.000 | 0 | ISSUED
      2026-04-01 | 150.000 | 0 | ISSUED
      2026-05-01 | 150.000 | 0 | ISSUED
      2026-06-01 | 150.000 | 0 | ISSUED
      2026-07-01 | 130.000 | 0 | ISSUED
      2026-08-01 | 130.000 | 0 | ISSUED
      2026-09-01 | 180.000 | 0 | ISSUED
      2026-10-01 | 245.000 | 0 | ISSUED
      2026-11-01 | 245.000 | 0 | ISSUED
      2026-12-01 | 245.000 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 150.000 | 150.000  | 0 | 0 | 0 | 0 | 0
      2026-02 | 150.000 | 300.000  | 0 | 0 | 0 | 0 | 0
      2026-03 | 150.000 | 450.000  | 0 | 0 | 0 | 0 | 0
      2026-04 | 150.000 | 600.000  | 0 | 0 | 0 | 0 | 0
      2026-05 | 150.000 | 750.000  | 0 | 0 | 0 | 0 | 0
      2026-06 | 150.000 | 900.000  | 0 | 0 | 0 | 0 | 0
      2026-07 | 130.000 | 1030.000 | 0 | 0 | 0 | 0 | 0
      2026-08 | 130.000 | 1160.000 | 0 | 0 | 0 | 0 | 0
      2026-09 | 180.000 | 1340.000 | 0 | 0 | 0 | 0 | 0
      2026-10 | 245.000 | 1585.000 | 0 | 0 | 0 | 0 | 0
      2026-11 | 245.000 | 1830.000 | 0 | 0 | 0 | 0 | 0
      2026-12 | 245.000 | 2075.000 | 0 | 0 | 0 | 0 | 0`,
  },
];
