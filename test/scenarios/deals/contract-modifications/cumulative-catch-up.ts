import { act, approve, obligation, on, pobs, term } from "../../golden/scenario.ts";
import { closedInTurn, credit, type Deal, taxed, termPath, total } from "../deal.ts";

// Modifications that an accountant treats as a cumulative catch-up: the contract price is earned as if it had been agreed at first.

const [from, to] = ["2026-01-01", "2026-12-31"];
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const caughtUp = [
  act("GET /v3/contracts/$contract/modifications", undefined, "log"),
  act("PATCH /v3/contracts/$contract/modifications/$log.data.0.id", {
    ...{ treatment: "CUMULATIVE_CATCH_UP", reason: "One service" },
  }),
];
const ten = (parts: object) =>
  obligation("Seats", {
    ...{ price: "120.00", interval: "YEAR", from, to: "2026-12-31", billingType: "UNIT", quantity: "10" },
    seatConfig: { creditOnDecrease: "PRORATED" },
    ...parts,
  });
const fewer = act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate: "2026-07-01", delta: "-5" });
const by = (name: string) => `/v3/contracts/$contract/billing-terms/$${name}.id`;
const pob = (index: number, body: object) =>
  act(`PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.${index}.id`, body);
const treat = (place: number, treatment: string, reason: string) => [
  act("GET /v3/contracts/$contract/modifications", undefined, "log"),
  act(`PATCH /v3/contracts/$contract/modifications/$log.data.${place}.id`, { treatment, reason }),
];
const shared = { allocationMethod: "RELATIVE_SSP" };
const once = { from, to: from, interval: "NONE" };
const bundled = { serviceStartDate: from, serviceEndDate: to, standaloneSellingPrice: "6000.00" };

export const cumulativeCatchUpDeals: readonly Deal[] = [
  {
    // Half of the price from 16 March on: 930.00 − 80.00 + 465.00 = 1,315.00 in six months, of which 657.50 are earned by March.
    title: "half of the price from the middle of an invoiced month, credited, which catches up",
    steps: [
      on(from, obligation("Plan", { price: "310.00", from, to: "2026-06-30", creditOnDecrease: "PRORATED" }), approve),
      ...closedInTurn("2026-01", "2026-02"),
      on(
        "2026-03-16",
        act(`POST ${termPath("Plan")}/amendments`, {
          ...total("155.00"),
          ...{ effectiveDate: "2026-03-16", settlement: "IMMEDIATE" },
        }),
        ...caughtUp,
      ),
      ...closedInTurn(...months.slice(2, 6)),
    ],
    table: `
      2026-01-01 | 310.00 | 0 | ISSUED
      2026-02-01 | 310.00 | 0 | ISSUED
      2026-03-01 | 310.00 | 0 | ISSUED
      2026-04-01 | 155.00 | 0 | ISSUED
      2026-05-01 | 155.00 | 0 | ISSUED
      2026-06-01 | 155.00 | 0 | ISSUED
      2026-03-16 | 80.00  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 310.00 | 310.00  | 0 | 0 | 0      | 0 | 0
      2026-02 | 310.00 | 620.00  | 0 | 0 | 0      | 0 | 0
      2026-03 | 37.50  | 930.00  | 0 | 0 | 192.50 | 0 | 80.00
      2026-04 | 219.17 | 1085.00 | 0 | 0 | 128.33 | 0 | 80.00
      2026-05 | 219.16 | 1240.00 | 0 | 0 | 64.17  | 0 | 80.00
      2026-06 | 219.17 | 1395.00 | 0 | 0 | 0      | 0 | 80.00`,
  },
  {
    // 5 × 120.00 × 184/365 = 302.47 are credited with 30.25 of tax: 897.53 in the year, 523.56 of it by July.
    title: "half of the seats of a year go in July, credited with tax, which catches up",
    steps: [
      on(from, ...taxed("0.10"), ten({}), approve),
      ...closedInTurn(...months.slice(0, 6)),
      on("2026-07-01", fewer, ...caughtUp),
      ...closedInTurn(...months.slice(6)),
    ],
    table: `
      2026-01-01 | 1320.00 | 120.00 | ISSUED
      2026-07-01 | 332.72  | 30.25  | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 1320.00 | 0 | 0 | 1100.00 | 120.00 | 0
      2026-02 | 100.00 | 1320.00 | 0 | 0 | 1000.00 | 120.00 | 0
      2026-03 | 100.00 | 1320.00 | 0 | 0 | 900.00  | 120.00 | 0
      2026-04 | 100.00 | 1320.00 | 0 | 0 | 800.00  | 120.00 | 0
      2026-05 | 100.00 | 1320.00 | 0 | 0 | 700.00  | 120.00 | 0
      2026-06 | 100.00 | 1320.00 | 0 | 0 | 600.00  | 120.00 | 0
      2026-07 | -76.44 | 1320.00 | 0 | 0 | 373.97  | 89.75  | 332.72
      2026-08 | 74.79  | 1320.00 | 0 | 0 | 299.18  | 89.75  | 332.72
      2026-09 | 74.80  | 1320.00 | 0 | 0 | 224.38  | 89.75  | 332.72
      2026-10 | 74.79  | 1320.00 | 0 | 0 | 149.59  | 89.75  | 332.72
      2026-11 | 74.80  | 1320.00 | 0 | 0 | 74.79   | 89.75  | 332.72
      2026-12 | 74.79  | 1320.00 | 0 | 0 | 0       | 89.75  | 332.72`,
  },
  {
    // The credit is void in July: nothing is billed less, and the year is earned as it was at first.
    title: "half of the seats of a year go in July, which catches up, and the credit is void",
    steps: [
      on(from, ten({}), approve),
      ...closedInTurn(...months.slice(0, 6)),
      on("2026-07-01", fewer, ...caughtUp),
      on("2026-07-20", act("POST /v3/credit-memos/$memos.0.id/void", { reason: "In error" })),
      ...closedInTurn("2026-07", "2026-08"),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | ISSUED
      2026-07-01 | 302.47  | 0 | VOID
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 1200.00 | 0 | 0 | 1100.00 | 0 | 0
      2026-02 | 100.00 | 1200.00 | 0 | 0 | 1000.00 | 0 | 0
      2026-03 | 100.00 | 1200.00 | 0 | 0 | 900.00  | 0 | 0
      2026-04 | 100.00 | 1200.00 | 0 | 0 | 800.00  | 0 | 0
      2026-05 | 100.00 | 1200.00 | 0 | 0 | 700.00  | 0 | 0
      2026-06 | 100.00 | 1200.00 | 0 | 0 | 600.00  | 0 | 0
      2026-07 | 100.00 | 1200.00 | 0 | 0 | 500.00  | 0 | 0
      2026-08 | 100.00 | 1200.00 | 0 | 0 | 400.00  | 0 | 0`,
  },
  {
    // 600.00 × 184/365 = 302.47 are credited in July. Ended with September, the year bills 746.30: 151.23 more are credited. 545.27 are earned by 9 August, and 201.03 are left for 22/31 of
    // August and September.
    title: "half of the price from July on, credited, which catches up, and an end with September",
    steps: [
      on(
        from,
        obligation("Plan", {
          ...{ price: "1200.00", interval: "YEAR", from, to: "2026-12-31", creditOnDecrease: "PRORATED" },
        }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 6)),
      on(
        "2026-07-01",
        act(`POST ${termPath("Plan")}/amendments`, {
          ...total("600.00"),
          ...{ effectiveDate: "2026-07-01", settlement: "IMMEDIATE" },
        }),
        ...caughtUp,
      ),
      ...closedInTurn("2026-07"),
      on("2026-08-10", act(`PATCH ${termPath("Plan")}/terminate`, { endDate: "2026-09-30", creditUnused: true })),
      ...closedInTurn("2026-08", "2026-09", "2026-10"),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | ISSUED
      2026-07-01 | 302.47  | 0 | OPEN
      2026-08-10 | 151.23  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 1200.00 | 0 | 0 | 1100.00 | 0 | 0
      2026-02 | 100.00 | 1200.00 | 0 | 0 | 1000.00 | 0 | 0
      2026-03 | 100.00 | 1200.00 | 0 | 0 | 900.00  | 0 | 0
      2026-04 | 100.00 | 1200.00 | 0 | 0 | 800.00  | 0 | 0
      2026-05 | 100.00 | 1200.00 | 0 | 0 | 700.00  | 0 | 0
      2026-06 | 100.00 | 1200.00 | 0 | 0 | 600.00  | 0 | 0
      2026-07 | -76.44 | 1200.00 | 0 | 0 | 373.97  | 0 | 302.47
      2026-08 | 105.16 | 1200.00 | 0 | 0 | 117.58  | 0 | 453.70
      2026-09 | 117.58 | 1200.00 | 0 | 0 | 0       | 0 | 453.70
      2026-10 | 0      | 1200.00 | 0 | 0 | 0       | 0 | 453.70`,
  },
  {
    // 74.79 a month after 302.47 are credited. 89.75 more are credited by hand, 7.48 of each month: 59.83 of the months to August are August's.
    title: "half of the price from July on, credited, which catches up, and a part of the rest credited as well",
    steps: [
      on(
        from,
        obligation("Plan", {
          ...{ price: "1200.00", interval: "YEAR", from, to: "2026-12-31", creditOnDecrease: "PRORATED" },
        }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 6)),
      on(
        "2026-07-01",
        act(`POST ${termPath("Plan")}/amendments`, {
          ...total("600.00"),
          ...{ effectiveDate: "2026-07-01", settlement: "IMMEDIATE" },
        }),
        ...caughtUp,
      ),
      ...closedInTurn("2026-07"),
      on("2026-08-10", credit("2026-08-10", "89.75")),
      ...closedInTurn("2026-08", "2026-09"),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | ISSUED
      2026-07-01 | 302.47  | 0 | OPEN
      2026-08-10 | 89.75   | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 1200.00 | 0 | 0 | 1100.00 | 0 | 0
      2026-02 | 100.00 | 1200.00 | 0 | 0 | 1000.00 | 0 | 0
      2026-03 | 100.00 | 1200.00 | 0 | 0 | 900.00  | 0 | 0
      2026-04 | 100.00 | 1200.00 | 0 | 0 | 800.00  | 0 | 0
      2026-05 | 100.00 | 1200.00 | 0 | 0 | 700.00  | 0 | 0
      2026-06 | 100.00 | 1200.00 | 0 | 0 | 600.00  | 0 | 0
      2026-07 | -76.44 | 1200.00 | 0 | 0 | 373.97  | 0 | 302.47
      2026-08 | 14.96  | 1200.00 | 0 | 0 | 269.26  | 0 | 392.22
      2026-09 | 67.32  | 1200.00 | 0 | 0 | 201.94  | 0 | 392.22`,
  },
  {
    // 5,000.00 each. In July 2,000.00 more catch up in all: 6,000.00 each, 2,400.00 of the build at 40 % and 3,500.00 of seven months, 1,400.00 more than
    // was posted. In August they are shared by what is left again: 6,333.33, of which 40 % are 2,533.33, and 2,500.00 + 2 × 527.78 of 5,666.67.
    title: "progress-based work and support: a higher price caught up in all, and then in part",
    pobs: true,
    contract: shared,
    steps: [
      on(
        from,
        term("Deal", { ...once, price: "10000.00" }),
        pobs(
          "Deal",
          { ...bundled, name: "Build", transactionPrice: "6000.00", recognitionPattern: "PERCENT_COMPLETE" },
          { ...bundled, name: "Support", transactionPrice: "4000.00", recognitionPattern: "STRAIGHT_LINE" },
        ),
        approve,
      ),
      on("2026-02-01", pob(0, { progress: [{ asOf: "2026-01-31", percentComplete: "0.4" }] })),
      ...closedInTurn(...months.slice(0, 6)),
      on(
        "2026-07-02",
        term("More", {
          ...{ price: "2000.00", from: "2026-07-02", to: "2026-07-02", interval: "NONE" },
          billingTermGroupId: "$Deal.billingTermGroupId",
        }),
        pob(1, { transactionPrice: "6000.00", effectiveDate: "2026-07-01" }),
      ),
      on("2026-07-10", ...treat(1, "CUMULATIVE_CATCH_UP", "Support is a part of the build")),
      ...closedInTurn("2026-07"),
      on("2026-08-10", ...treat(1, "MIXED", "Support is distinct day by day")),
      ...closedInTurn("2026-08"),
      on(
        "2026-09-20",
        pob(0, {
          progress: [
            { asOf: "2026-01-31", percentComplete: "0.4" },
            { asOf: "2026-09-20", percentComplete: "1" },
          ],
        }),
      ),
      ...closedInTurn(...months.slice(8)),
    ],
    table: `
      2026-01-01 | 10000.00 | 0 | ISSUED
      2026-07-02 | 2000.00  | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 2416.67 | 10000.00 | 0 | 0 | 7583.33 | 0 | 0
      2026-02 | 416.66  | 10000.00 | 0 | 0 | 7166.67 | 0 | 0
      2026-03 | 416.67  | 10000.00 | 0 | 0 | 6750.00 | 0 | 0
      2026-04 | 416.67  | 10000.00 | 0 | 0 | 6333.33 | 0 | 0
      2026-05 | 416.66  | 10000.00 | 0 | 0 | 5916.67 | 0 | 0
      2026-06 | 416.67  | 10000.00 | 0 | 0 | 5500.00 | 0 | 0
      2026-07 | 1400.00 | 12000.00 | 0 | 0 | 6100.00 | 0 | 0
      2026-08 | 188.89  | 12000.00 | 0 | 0 | 5911.11 | 0 | 0
      2026-09 | 4327.78 | 12000.00 | 0 | 0 | 1583.33 | 0 | 0
      2026-10 | 527.77  | 12000.00 | 0 | 0 | 1055.56 | 0 | 0
      2026-11 | 527.78  | 12000.00 | 0 | 0 | 527.78  | 0 | 0
      2026-12 | 527.78  | 12000.00 | 0 | 0 | 0       | 0 | 0`,
  },
  {
    // From July on 150.00 a month. Treated as a catch-up in August: 125.00 a month since January, 1,000.00 by August. In October as it was proposed: 1,200.00
    // by October, 75.00 more than the 1,125.00 that were posted.
    title: "a higher price that is caught up in August, and in October is not",
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
        act(`PATCH ${by("Plan")}`, { ...total("150.00"), effectiveDate: "2026-07-01" }),
        pob(0, { transactionPrice: "1500.00", effectiveDate: "2026-07-01" }),
      ),
      ...closedInTurn("2026-06", "2026-07"),
      on("2026-08-10", ...treat(1, "CUMULATIVE_CATCH_UP", "Not distinct")),
      ...closedInTurn("2026-08", "2026-09"),
      on("2026-10-10", ...treat(1, "PROSPECTIVE", "Distinct after all")),
      ...closedInTurn("2026-10", "2026-11", "2026-12"),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-05-01 | 100.00 | 0 | ISSUED
      2026-06-01 | 100.00 | 0 | ISSUED
      2026-07-01 | 150.00 | 0 | ISSUED
      2026-08-01 | 150.00 | 0 | ISSUED
      2026-09-01 | 150.00 | 0 | ISSUED
      2026-10-01 | 150.00 | 0 | ISSUED
      2026-11-01 | 150.00 | 0 | ISSUED
      2026-12-01 | 150.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 100.00  | 0 | 0      | 0 | 0 | 0 | 1100.00
      2026-02 | 100.00 | 200.00  | 0 | 0      | 0 | 0 | 0 | 1000.00
      2026-03 | 100.00 | 300.00  | 0 | 0      | 0 | 0 | 0 | 900.00
      2026-04 | 100.00 | 400.00  | 0 | 0      | 0 | 0 | 0 | 800.00
      2026-05 | 100.00 | 500.00  | 0 | 0      | 0 | 0 | 0 | 700.00
      2026-06 | 100.00 | 600.00  | 0 | 0      | 0 | 0 | 0 | 900.00
      2026-07 | 150.00 | 750.00  | 0 | 0      | 0 | 0 | 0 | 750.00
      2026-08 | 250.00 | 900.00  | 0 | 100.00 | 0 | 0 | 0 | 500.00
      2026-09 | 125.00 | 1050.00 | 0 | 75.00  | 0 | 0 | 0 | 375.00
      2026-10 | 75.00  | 1200.00 | 0 | 0      | 0 | 0 | 0 | 300.00
      2026-11 | 150.00 | 1350.00 | 0 | 0      | 0 | 0 | 0 | 150.00
      2026-12 | 150.00 | 1500.00 | 0 | 0      | 0 | 0 | 0 | 0`,
  },
];
