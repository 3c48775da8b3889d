import { act, approve, close, obligation, on, pobs, term } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, termPath } from "../deal.ts";

// An obligation of an allocated contract ends early beside work that is earned by progress or by a list of months.

const [from, to] = ["2026-01-01", "2026-12-31"];
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const by = (name: string) => `/v3/contracts/$contract/billing-terms/$${name}.id`;
const end = (path: string, endDate: string, parts: object = {}) =>
  act(`PATCH ${path}/terminate`, { endDate, ...parts });
const pob = (index: number, body: object) =>
  act(`PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.${index}.id`, body);
const evenly = (name: string, transactionPrice: string, parts: object = {}) => ({
  ...{
    name,
    serviceStartDate: from,
    serviceEndDate: to,
    transactionPrice,
    recognitionPattern: "STRAIGHT_LINE",
    ...parts,
  },
});
/** Amounts of the months of 2026. */
const listed = (amounts: string) =>
  amounts.split(" ").map((amount, index) => ({ timeframe: months[index], total: amount }));
const pobWithId = (id: string, body: object) =>
  act(`PATCH /v3/contracts/$contract/performance-obligations/${id}`, body);
const shared = { allocationMethod: "RELATIVE_SSP" };
const done = (...reports: readonly [string, string][]) =>
  act("PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id", {
    progress: reports.map(([asOf, percentComplete]) => ({ asOf, percentComplete })),
  });

export const terminationsBesideMeasuredWorkDeals: readonly Deal[] = [
  {
    // 2,160.00 by 1,200 and 600. The work ends with August: its months from January to August keep 1,200.05 of its 1,440.00, to the cent, and support
    // has what is left of 1,760.00 from September on.
    title: "listed work that ends early, beside support that goes on, in an allocated contract",
    pobs: true,
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        term("Work", { price: "100.00", from, to }),
        pobs("Work", {
          name: "Work",
          serviceStartDate: from,
          serviceEndDate: to,
          transactionPrice: "1200.00",
          standaloneSellingPrice: "1200.00",
          recognitionPattern: "CUSTOM",
          customRevenue: listed("299.93 100.07 199.99 99.98 100.03 100.01 49.99 50.03 99.98 49.99 25.01 24.99"),
        }),
        term("Support", { price: "80.00", from, to }),
        pobs("Support", {
          name: "Support",
          serviceStartDate: from,
          serviceEndDate: to,
          transactionPrice: "960.00",
          standaloneSellingPrice: "600.00",
          recognitionPattern: "STRAIGHT_LINE",
        }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 5)),
      on(
        "2026-06-10",
        act("PATCH /v3/contracts/$contract/billing-terms/$Work.id/terminate", { endDate: "2026-08-31" }),
      ),
      ...closedInTurn(...months.slice(5)),
    ],
    table: `
      2026-01-01 | 180.00 | 0 | ISSUED
      2026-02-01 | 180.00 | 0 | ISSUED
      2026-03-01 | 180.00 | 0 | ISSUED
      2026-04-01 | 180.00 | 0 | ISSUED
      2026-05-01 | 180.00 | 0 | ISSUED
      2026-06-01 | 180.00 | 0 | ISSUED
      2026-07-01 | 180.00 | 0 | ISSUED
      2026-08-01 | 180.00 | 0 | ISSUED
      2026-09-01 | 80.00 | 0 | ISSUED
      2026-10-01 | 80.00 | 0 | ISSUED
      2026-11-01 | 80.00 | 0 | ISSUED
      2026-12-01 | 80.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 419.92 | 180.00 | 0 | 239.92 | 0 | 0 | 0
      2026-02 | 180.08 | 360.00 | 0 | 240.00 | 0 | 0 | 0
      2026-03 | 299.99 | 540.00 | 0 | 359.99 | 0 | 0 | 0
      2026-04 | 179.97 | 720.00 | 0 | 359.96 | 0 | 0 | 0
      2026-05 | 180.04 | 900.00 | 0 | 360.00 | 0 | 0 | 0
      2026-06 | 180.01 | 1080.00 | 0 | 360.01 | 0 | 0 | 0
      2026-07 | 119.99 | 1260.00 | 0 | 300.00 | 0 | 0 | 0
      2026-08 | 120.04 | 1440.00 | 0 | 240.04 | 0 | 0 | 0
      2026-09 | 19.99 | 1520.00 | 0 | 180.03 | 0 | 0 | 0
      2026-10 | 19.99 | 1600.00 | 0 | 120.02 | 0 | 0 | 0
      2026-11 | 19.99 | 1680.00 | 0 | 60.01 | 0 | 0 | 0
      2026-12 | 19.99 | 1760.00 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 3,600.00 by halves. Support ends with June, having earned 900.00, and 2,400.00 are left. The listed months to June keep 1,350.00; those after it
    // have the other 150.00, by what is listed.
    title: "support that ends early, beside listed work that goes on, in an allocated contract",
    pobs: true,
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        term("Work", { price: "100.00", from, to }),
        pobs("Work", {
          name: "Work",
          serviceStartDate: from,
          serviceEndDate: to,
          transactionPrice: "1200.00",
          standaloneSellingPrice: "1200.00",
          recognitionPattern: "CUSTOM",
          customRevenue: listed("300.00 100.00 200.00 100.00 100.00 100.00 50.00 50.00 100.00 50.00 25.00 25.00"),
        }),
        term("Support", { price: "200.00", from, to }),
        pobs("Support", {
          name: "Support",
          serviceStartDate: from,
          serviceEndDate: to,
          transactionPrice: "2400.00",
          standaloneSellingPrice: "1200.00",
          recognitionPattern: "STRAIGHT_LINE",
        }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 5)),
      on("2026-06-10", end(by("Support"), "2026-06-30")),
      ...closedInTurn(...months.slice(5)),
    ],
    table: `
      2026-01-01 | 300.00 | 0 | ISSUED
      2026-02-01 | 300.00 | 0 | ISSUED
      2026-03-01 | 300.00 | 0 | ISSUED
      2026-04-01 | 300.00 | 0 | ISSUED
      2026-05-01 | 300.00 | 0 | ISSUED
      2026-06-01 | 300.00 | 0 | ISSUED
      2026-07-01 | 100.00 | 0 | ISSUED
      2026-08-01 | 100.00 | 0 | ISSUED
      2026-09-01 | 100.00 | 0 | ISSUED
      2026-10-01 | 100.00 | 0 | ISSUED
      2026-11-01 | 100.00 | 0 | ISSUED
      2026-12-01 | 100.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 600.00 | 300.00 | 0 | 300.00 | 0 | 0 | 0
      2026-02 | 300.00 | 600.00 | 0 | 300.00 | 0 | 0 | 0
      2026-03 | 450.00 | 900.00 | 0 | 450.00 | 0 | 0 | 0
      2026-04 | 300.00 | 1200.00 | 0 | 450.00 | 0 | 0 | 0
      2026-05 | 300.00 | 1500.00 | 0 | 450.00 | 0 | 0 | 0
      2026-06 | 300.00 | 1800.00 | 0 | 450.00 | 0 | 0 | 0
      2026-07 | 25.00 | 1900.00 | 0 | 375.00 | 0 | 0 | 0
      2026-08 | 25.00 | 2000.00 | 0 | 300.00 | 0 | 0 | 0
      2026-09 | 50.00 | 2100.00 | 0 | 250.00 | 0 | 0 | 0
      2026-10 | 25.00 | 2200.00 | 0 | 175.00 | 0 | 0 | 0
      2026-11 | 12.50 | 2300.00 | 0 | 87.50 | 0 | 0 | 0
      2026-12 | 12.50 | 2400.00 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 1,200.00 each. In July nothing moves: what is left is as much as was. From September on 200.00 more are shared by what is left to serve, 400 and
    // 200. When support ends with October, what is left is November's and December's of the list.
    title: "three parts of a price, of which one is listed: one ends, one is more expensive and ends as well",
    pobs: true,
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        term("Work", { price: "100.00", from, to }),
        pobs("Work", {
          name: "Work",
          serviceStartDate: from,
          serviceEndDate: to,
          transactionPrice: "1200.00",
          standaloneSellingPrice: "1200.00",
          recognitionPattern: "CUSTOM",
          customRevenue: listed("300.00 100.00 200.00 100.00 100.00 100.00 50.00 50.00 100.00 50.00 25.00 25.00"),
        }),
        term("Access", { price: "100.00", from, to }),
        pobs("Access", evenly("Access", "1200.00", { standaloneSellingPrice: "1200.00" })),
        term("Support", { price: "100.00", from, to }),
        pobs("Support", evenly("Support", "1200.00", { standaloneSellingPrice: "1200.00" })),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 5)),
      on("2026-06-10", end(by("Access"), "2026-06-30")),
      ...closedInTurn(...months.slice(5, 7)),
      on(
        "2026-08-10",
        act(`PATCH ${by("Support")}`, {
          pricing: [{ amount: "150.00", amountType: "TOTAL_INVOICE" }],
          effectiveDate: "2026-09-01",
        }),
        pob(0, { transactionPrice: "1400.00", effectiveDate: "2026-09-01" }),
      ),
      ...closedInTurn(...months.slice(7, 9)),
      on("2026-10-05", end(by("Support"), "2026-10-31")),
      ...closedInTurn(...months.slice(9)),
    ],
    table: `
      2026-01-01 | 300.00 | 0 | ISSUED
      2026-02-01 | 300.00 | 0 | ISSUED
      2026-03-01 | 300.00 | 0 | ISSUED
      2026-04-01 | 300.00 | 0 | ISSUED
      2026-05-01 | 300.00 | 0 | ISSUED
      2026-06-01 | 300.00 | 0 | ISSUED
      2026-07-01 | 200.00 | 0 | ISSUED
      2026-08-01 | 200.00 | 0 | ISSUED
      2026-09-01 | 250.00 | 0 | ISSUED
      2026-10-01 | 250.00 | 0 | ISSUED
      2026-11-01 | 100.00 | 0 | ISSUED
      2026-12-01 | 100.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 500.00 | 300.00 | 0 | 200.00 | 0 | 0 | 0
      2026-02 | 300.00 | 600.00 | 0 | 200.00 | 0 | 0 | 0
      2026-03 | 400.00 | 900.00 | 0 | 300.00 | 0 | 0 | 0
      2026-04 | 300.00 | 1200.00 | 0 | 300.00 | 0 | 0 | 0
      2026-05 | 300.00 | 1500.00 | 0 | 300.00 | 0 | 0 | 0
      2026-06 | 300.00 | 1800.00 | 0 | 300.00 | 0 | 0 | 0
      2026-07 | 150.00 | 2000.00 | 0 | 250.00 | 0 | 0 | 0
      2026-08 | 150.00 | 2200.00 | 0 | 200.00 | 0 | 0 | 0
      2026-09 | 266.67 | 2450.00 | 0 | 216.67 | 0 | 0 | 0
      2026-10 | 200.00 | 2700.00 | 0 | 166.67 | 0 | 0 | 0
      2026-11 | 16.67 | 2800.00 | 0 | 83.34 | 0 | 0 | 0
      2026-12 | 16.66 | 2900.00 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 4,800.00 and 7,200.00. The build ends with March, half done: 3,000.00 are not billed. 7,200.00 are left beside three months of support, by 6,000 and
    // 6,750: 3,388.24, of which half is 1,694.12, 705.88 less than 2,400.00, and 3,811.76 over nine months.
    title: "progress-based work that ends half done, beside support that goes on",
    pobs: true,
    contract: shared,
    steps: [
      on(
        from,
        term("Build", { price: "1000.00", from, to: "2026-06-30" }),
        pobs("Build", {
          ...{ name: "Build", serviceStartDate: from, serviceEndDate: "2026-06-30" },
          ...{ transactionPrice: "6000.00", standaloneSellingPrice: "6000.00", recognitionPattern: "PERCENT_COMPLETE" },
        }),
        act("GET /v3/contracts/$contract/performance-obligations", undefined, "known"),
        term("Support", { price: "500.00", from, to }),
        pobs("Support", {
          ...{ name: "Support", serviceStartDate: from, serviceEndDate: to, recognitionPattern: "STRAIGHT_LINE" },
          ...{ transactionPrice: "6000.00", standaloneSellingPrice: "9000.00" },
        }),
        approve,
      ),
      ...(
        [
          ["2026-02-01", "2026-01-31", "0.2"],
          ["2026-03-01", "2026-02-28", "0.5"],
        ] as const
      ).map(([day, asOf, percentComplete]) =>
        on(
          day,
          pobWithId("$known.data.0.id", {
            progress: [
              ...(asOf === "2026-01-31" ? [] : [{ asOf: "2026-01-31", percentComplete: "0.2" }]),
              { asOf, percentComplete },
            ],
          }),
          close(asOf.slice(0, 7)),
        ),
      ),
      on("2026-03-20", end(by("Build"), "2026-03-31")),
      ...closedInTurn("2026-03"),
      on(
        "2026-04-30",
        pobWithId("$known.data.0.id", {
          progress: [
            { asOf: "2026-01-31", percentComplete: "0.2" },
            { asOf: "2026-02-28", percentComplete: "0.5" },
            { asOf: "2026-04-30", percentComplete: "1" },
          ],
        }),
      ),
      ...closedInTurn("2026-04", "2026-05"),
    ],
    table: `
      2026-01-01 | 1500.00 | 0 | ISSUED
      2026-02-01 | 1500.00 | 0 | ISSUED
      2026-03-01 | 1500.00 | 0 | ISSUED
      2026-04-01 | 500.00  | 0 | ISSUED
      2026-05-01 | 500.00  | 0 | ISSUED
      2026-06-01 | 500.00  | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 1560.00 | 1500.00 | 0 | 60.00  | 0       | 0 | 0
      2026-02 | 2040.00 | 3000.00 | 0 | 600.00 | 0       | 0 | 0
      2026-03 | -105.88 | 4500.00 | 0 | 0      | 1005.88 | 0 | 0
      2026-04 | 2117.65 | 5000.00 | 0 | 611.77 | 0       | 0 | 0
      2026-05 | 423.53  | 5500.00 | 0 | 535.30 | 0       | 0 | 0`,
  },
  {
    // 1,500.00 each, and half of the build is done by June. Access ends with September, 453.70 are credited, and 1,421.30 of 2,546.30 are the build's, which is satisfied in part (25-13(c)): half of them is 39.35 less than
    // it had, in the month in which the end is agreed.
    title: "access that ends with September, beside work that is half done and catches up, in an allocated contract",
    contract: { allocationMethod: "RELATIVE_SSP" },
    pobs: true,
    steps: [
      on(
        from,
        term("Build", { price: "1200.00", from, to: from, interval: "NONE" }),
        pobs("Build", {
          ...{ name: "Build", serviceStartDate: from, serviceEndDate: to, transactionPrice: "1200.00" },
          ...{ recognitionPattern: "PERCENT_COMPLETE", standaloneSellingPrice: "1200.00" },
        }),
        obligation("Access", { price: "1800.00", interval: "YEAR", from, to }, { standaloneSellingPrice: "1200.00" }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 5)),
      on("2026-06-30", done(["2026-06-30", "0.5"])),
      ...closedInTurn(...months.slice(5, 8)),
      on(
        "2026-09-10",
        act(`PATCH ${termPath("Access")}/terminate`, { endDate: "2026-09-30", creditUnused: true }),
        act("GET /v3/contracts/$contract/modifications", undefined, "log"),
        act("PATCH /v3/contracts/$contract/modifications/$log.data.0.id", {
          ...{ treatment: "MIXED", reason: "The build is satisfied in part" },
        }),
      ),
      ...closedInTurn(...months.slice(8, 11)),
      on("2026-12-20", done(["2026-06-30", "0.5"], ["2026-12-20", "1"])),
      ...closedInTurn("2026-12"),
    ],
    table: `
      2026-01-01 | 3000.00 | 0 | ISSUED
      2026-09-10 | 453.70  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 125.00 | 3000.00 | 0 | 0 | 2875.00 | 0 | 0
      2026-02 | 125.00 | 3000.00 | 0 | 0 | 2750.00 | 0 | 0
      2026-03 | 125.00 | 3000.00 | 0 | 0 | 2625.00 | 0 | 0
      2026-04 | 125.00 | 3000.00 | 0 | 0 | 2500.00 | 0 | 0
      2026-05 | 125.00 | 3000.00 | 0 | 0 | 2375.00 | 0 | 0
      2026-06 | 875.00 | 3000.00 | 0 | 0 | 1500.00 | 0 | 0
      2026-07 | 125.00 | 3000.00 | 0 | 0 | 1375.00 | 0 | 0
      2026-08 | 125.00 | 3000.00 | 0 | 0 | 1250.00 | 0 | 0
      2026-09 | 85.65 | 3000.00 | 0 | 0 | 710.65 | 0 | 453.70
      2026-10 | 0 | 3000.00 | 0 | 0 | 710.65 | 0 | 453.70
      2026-11 | 0 | 3000.00 | 0 | 0 | 710.65 | 0 | 453.70
      2026-12 | 710.65 | 3000.00 | 0 | 0 | 0 | 0 | 453.70`,
  },
];
