import { act, approve, obligation, on } from "../golden/scenario.ts";
import { closedInTurn, type Deal, termPath, total } from "./deal.ts";

// What is agreed after approval: prices, seats, plans and days.

const [from, to] = ["2026-01-01", "2026-12-31"];
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const patch = (name: string, body: object) => act(`PATCH ${termPath(name)}`, body);
const seats = (name: string, body: object) => act(`POST ${termPath(name)}/seat-amendment`, body);

export const agreedDeals: readonly Deal[] = [
  {
    // Each change is earned over its own days: five seats from 20 March on, three less from 10 July on after 45.00 were credited for the days before,
    // and 24.00 in place of 30.00 from 10 September on.
    title: "seats from the 10th: more, fewer with a credit, and a lower price",
    steps: [
      on(
        "2026-01-10",
        obligation("Seats", {
          price: "30.00",
          from: "2026-01-10",
          to,
          billingType: "UNIT",
          quantity: "10",
          seatConfig: { creditOnDecrease: "PRORATED", defaultTrueUpTiming: "IMMEDIATE", defaultProrationPolicy: "DAY" },
        }),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on("2026-03-20", seats("Seats", { effectiveDate: "2026-03-20", delta: "5" })),
      ...closedInTurn("2026-03", "2026-04", "2026-05"),
      on("2026-06-25", seats("Seats", { effectiveDate: "2026-06-25", delta: "-3" })),
      ...closedInTurn("2026-06", "2026-07", "2026-08"),
      on(
        "2026-09-05",
        patch("Seats", { pricing: [{ amount: "24.00", amountType: "PER_ITEM" }], effectiveDate: "2026-09-10" }),
      ),
      ...closedInTurn("2026-09", "2026-10", "2026-11", "2026-12"),
    ],
    table: `
      2026-01-10 | 300.00 | 0 | ISSUED
      2026-02-10 | 300.00 | 0 | ISSUED
      2026-03-10 | 300.00 | 0 | ISSUED
      2026-03-20 | 101.61 | 0 | ISSUED
      2026-04-10 | 450.00 | 0 | ISSUED
      2026-05-10 | 450.00 | 0 | ISSUED
      2026-06-10 | 450.00 | 0 | ISSUED
      2026-07-10 | 360.00 | 0 | ISSUED
      2026-08-10 | 360.00 | 0 | ISSUED
      2026-09-10 | 288.00 | 0 | ISSUED
      2026-10-10 | 288.00 | 0 | ISSUED
      2026-11-10 | 288.00 | 0 | ISSUED
      2026-12-10 | 204.39 | 0 | ISSUED
      2026-06-25 | 45.00 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 212.90 | 300.00 | 0 | 0 | 87.10 | 0 | 0
      2026-02 | 300.00 | 600.00 | 0 | 0 | 87.10 | 0 | 0
      2026-03 | 358.06 | 1001.61 | 0 | 0 | 130.65 | 0 | 0
      2026-04 | 450.00 | 1451.61 | 0 | 0 | 130.65 | 0 | 0
      2026-05 | 450.00 | 1901.61 | 0 | 0 | 130.65 | 0 | 0
      2026-06 | 431.64 | 2351.61 | 0 | 0 | 104.01 | 0 | 45.00
      2026-07 | 359.49 | 2711.61 | 0 | 0 | 104.52 | 0 | 45.00
      2026-08 | 360.00 | 3071.61 | 0 | 0 | 104.52 | 0 | 45.00
      2026-09 | 309.47 | 3359.61 | 0 | 0 | 83.05 | 0 | 45.00
      2026-10 | 287.81 | 3647.61 | 0 | 0 | 83.24 | 0 | 45.00
      2026-11 | 287.82 | 3935.61 | 0 | 0 | 83.42 | 0 | 45.00
      2026-12 | 287.81 | 4140.00 | 0 | 0 | 0 | 0 | 45.00`,
  },
  {
    // 1,820.00 by 1,500, 600 and 300: 1,137.50, 455.00 and 227.50. From July on 18.00 a month less: 574.50 are left, by 750 and 150.
    title: "a bundle allocated by standalone selling price, with a discount, and a lower price from July",
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        obligation(
          "Suite",
          { price: "100.00", from, to },
          { standaloneSellingPrice: "1500.00", discount: { type: "PERCENTAGE", amount: "0.10" } },
        ),
        obligation(
          "Setup",
          { price: "500.00", from, to: from, interval: "NONE" },
          {
            serviceStartDate: "2026-02-15",
            serviceEndDate: "2026-02-15",
            recognitionPattern: "POINT_IN_TIME",
            standaloneSellingPrice: "600.00",
          },
        ),
        obligation("Support", { price: "240.00", from, to, interval: "YEAR" }, { standaloneSellingPrice: "300.00" }),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02", "2026-03", "2026-04", "2026-05"),
      on("2026-06-10", patch("Suite", { ...total("80.00"), effectiveDate: "2026-07-01" })),
      ...closedInTurn("2026-06", "2026-07", "2026-08", "2026-09", "2026-10", "2026-11", "2026-12"),
    ],
    table: `
      2026-01-01 | 830.00 | 0 | ISSUED
      2026-02-01 | 90.00 | 0 | ISSUED
      2026-03-01 | 90.00 | 0 | ISSUED
      2026-04-01 | 90.00 | 0 | ISSUED
      2026-05-01 | 90.00 | 0 | ISSUED
      2026-06-01 | 90.00 | 0 | ISSUED
      2026-07-01 | 72.00 | 0 | ISSUED
      2026-08-01 | 72.00 | 0 | ISSUED
      2026-09-01 | 72.00 | 0 | ISSUED
      2026-10-01 | 72.00 | 0 | ISSUED
      2026-11-01 | 72.00 | 0 | ISSUED
      2026-12-01 | 72.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 113.75 | 830.00 | 0 | 0 | 716.25 | 0 | 0
      2026-02 | 568.75 | 920.00 | 0 | 0 | 237.50 | 0 | 0
      2026-03 | 113.76 | 1010.00 | 0 | 0 | 213.74 | 0 | 0
      2026-04 | 113.74 | 1100.00 | 0 | 0 | 190.00 | 0 | 0
      2026-05 | 113.75 | 1190.00 | 0 | 0 | 166.25 | 0 | 0
      2026-06 | 113.75 | 1280.00 | 0 | 0 | 142.50 | 0 | 0
      2026-07 | 95.75 | 1352.00 | 0 | 0 | 118.75 | 0 | 0
      2026-08 | 95.75 | 1424.00 | 0 | 0 | 95.00 | 0 | 0
      2026-09 | 95.76 | 1496.00 | 0 | 0 | 71.24 | 0 | 0
      2026-10 | 95.74 | 1568.00 | 0 | 0 | 47.50 | 0 | 0
      2026-11 | 95.75 | 1640.00 | 0 | 0 | 23.75 | 0 | 0
      2026-12 | 95.75 | 1712.00 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 181 of 365 days of 1,200.00 are 595.07. Of the 604.93 that were billed beyond them 600.00 are taken off the new plan's year, and 4.93 credited. By
    // 20 June 563.33 are earned, so 31.74 are left for eleven days.
    title: "a smaller plan from July on, half of a year in advance",
    steps: [
      on(from, obligation("Large", { price: "1200.00", interval: "YEAR", from, to }), approve),
      ...closedInTurn("2026-01", "2026-02", "2026-03", "2026-04", "2026-05"),
      on(
        "2026-06-20",
        act(`POST ${termPath("Large")}/swap`, {
          effectiveDate: "2026-07-01",
          newTerm: {
            name: "Small",
            endDate: "2027-06-30",
            interval: "YEAR",
            invoiceDateStrategy: "FIRST_OF_PERIOD",
            billingType: "FLAT",
            ...total("600.00"),
          },
        }),
      ),
      ...closedInTurn("2026-06", "2026-07", "2026-08", "2026-09"),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | ISSUED
      2026-07-01 | 0.00 | 0 | PAID
      2026-06-20 | 4.93 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 1200.00 | 0 | 0 | 1100.00 | 0 | 0
      2026-02 | 100.00 | 1200.00 | 0 | 0 | 1000.00 | 0 | 0
      2026-03 | 100.00 | 1200.00 | 0 | 0 | 900.00 | 0 | 0
      2026-04 | 100.00 | 1200.00 | 0 | 0 | 800.00 | 0 | 0
      2026-05 | 100.00 | 1200.00 | 0 | 0 | 700.00 | 0 | 0
      2026-06 | 95.07 | 1200.00 | 0 | 0 | 600.00 | 0 | 4.93
      2026-07 | 50.00 | 1200.00 | 0 | 0 | 550.00 | 0 | 4.93
      2026-08 | 50.00 | 1200.00 | 0 | 0 | 500.00 | 0 | 4.93
      2026-09 | 50.00 | 1200.00 | 0 | 0 | 450.00 | 0 | 4.93`,
  },
  {
    // By the end of August 800.00 are earned; the other 400.00 are earned from September to February.
    title: "quarters in arrears, and two free months given in July from September on",
    steps: [
      on(
        from,
        obligation("Plan", { price: "300.00", interval: "QUARTER", invoiceDateStrategy: "ARREARS", from, to }),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02", "2026-03", "2026-04", "2026-05", "2026-06"),
      on(
        "2026-07-10",
        act("PATCH /v3/contracts/$contract/obligation/$Plan.id", {
          revenueEndDate: "2027-02-28",
          reasonCode: "CONCESSION",
          effectiveDate: "2026-09-01",
        }),
      ),
      ...closedInTurn("2026-07", "2026-08", "2026-09", "2026-10", "2026-11", "2026-12", "2027-01", "2027-02"),
    ],
    table: `
      2026-04-01 | 300.00 | 0 | ISSUED
      2026-07-01 | 300.00 | 0 | ISSUED
      2026-10-01 | 300.00 | 0 | ISSUED
      2027-01-01 | 300.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 0 | 100.00 | 0 | 0 | 0 | 0
      2026-02 | 100.00 | 0 | 200.00 | 0 | 0 | 0 | 0
      2026-03 | 100.00 | 0 | 300.00 | 0 | 0 | 0 | 0
      2026-04 | 100.00 | 300.00 | 100.00 | 0 | 0 | 0 | 0
      2026-05 | 100.00 | 300.00 | 200.00 | 0 | 0 | 0 | 0
      2026-06 | 100.00 | 300.00 | 300.00 | 0 | 0 | 0 | 0
      2026-07 | 100.00 | 600.00 | 100.00 | 0 | 0 | 0 | 0
      2026-08 | 100.00 | 600.00 | 200.00 | 0 | 0 | 0 | 0
      2026-09 | 66.67 | 600.00 | 266.67 | 0 | 0 | 0 | 0
      2026-10 | 66.66 | 900.00 | 33.33 | 0 | 0 | 0 | 0
      2026-11 | 66.67 | 900.00 | 100.00 | 0 | 0 | 0 | 0
      2026-12 | 66.67 | 900.00 | 166.67 | 0 | 0 | 0 | 0
      2027-01 | 66.66 | 1200.00 | 0 | 0 | 66.67 | 0 | 0
      2027-02 | 66.67 | 1200.00 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 4,200.00 by 3,000 and 1,500. The licence is moved from April to June before it was earned. From September on 466.67 of support are left for seven
    // months.
    title: "a licence that is delivered later, and free months of the support beside it",
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        obligation(
          "Licence",
          { price: "3000.00", from, to: from, interval: "NONE" },
          {
            serviceStartDate: "2026-04-15",
            serviceEndDate: "2026-04-15",
            recognitionPattern: "POINT_IN_TIME",
            standaloneSellingPrice: "3000.00",
          },
        ),
        obligation("Support", { price: "1200.00", from, to, interval: "YEAR" }, { standaloneSellingPrice: "1500.00" }),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on(
        "2026-03-10",
        act("PATCH /v3/contracts/$contract/obligation/$Licence.id", {
          revenueStartDate: "2026-06-20",
          revenueEndDate: "2026-06-20",
        }),
      ),
      ...closedInTurn(...months.slice(2, 7)),
      on(
        "2026-08-10",
        act("PATCH /v3/contracts/$contract/obligation/$Support.id", {
          revenueEndDate: "2027-03-31",
          reasonCode: "CONCESSION",
          effectiveDate: "2026-09-01",
        }),
      ),
      ...closedInTurn(...months.slice(7), "2027-01", "2027-02", "2027-03"),
    ],
    table: `
      2026-01-01 | 4200.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 116.67 | 4200.00 | 0 | 0 | 4083.33 | 0 | 0
      2026-02 | 116.66 | 4200.00 | 0 | 0 | 3966.67 | 0 | 0
      2026-03 | 116.67 | 4200.00 | 0 | 0 | 3850.00 | 0 | 0
      2026-04 | 116.67 | 4200.00 | 0 | 0 | 3733.33 | 0 | 0
      2026-05 | 116.66 | 4200.00 | 0 | 0 | 3616.67 | 0 | 0
      2026-06 | 2916.67 | 4200.00 | 0 | 0 | 700.00 | 0 | 0
      2026-07 | 116.67 | 4200.00 | 0 | 0 | 583.33 | 0 | 0
      2026-08 | 116.66 | 4200.00 | 0 | 0 | 466.67 | 0 | 0
      2026-09 | 66.67 | 4200.00 | 0 | 0 | 400.00 | 0 | 0
      2026-10 | 66.66 | 4200.00 | 0 | 0 | 333.34 | 0 | 0
      2026-11 | 66.67 | 4200.00 | 0 | 0 | 266.67 | 0 | 0
      2026-12 | 66.67 | 4200.00 | 0 | 0 | 200.00 | 0 | 0
      2027-01 | 66.67 | 4200.00 | 0 | 0 | 133.33 | 0 | 0
      2027-02 | 66.66 | 4200.00 | 0 | 0 | 66.67 | 0 | 0
      2027-03 | 66.67 | 4200.00 | 0 | 0 | 0 | 0 | 0`,
  },
];
