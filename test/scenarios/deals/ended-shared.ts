import { act, approve, obligation, on, pobs, term } from "../golden/scenario.ts";
import { closedInTurn, type Deal, termPath } from "./deal.ts";

// Parts of a price that is shared by what they sell for end ahead of their day, and others go on.

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

export const endedSharedDeals: readonly Deal[] = [
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
    // From April on 900.00 and 450.00 are shared by 900 and 900. The add-on ends with August: 400.00 of 1,450.00 are left for four months.
    title: "an add-on at half of what it sells for, and its end in August",
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(from, obligation("Plan", { price: "100.00", from, to }, { standaloneSellingPrice: "1200.00" }), approve),
      ...closedInTurn(...months.slice(0, 3)),
      on(
        "2026-04-01",
        obligation("Addon", { price: "50.00", from: "2026-04-01", to }, { standaloneSellingPrice: "900.00" }),
      ),
      ...closedInTurn(...months.slice(3, 7)),
      on("2026-08-10", end(termPath("Addon"), "2026-08-31")),
      ...closedInTurn(...months.slice(7)),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 50.00 | 0 | ISSUED
      2026-05-01 | 150.00 | 0 | ISSUED
      2026-06-01 | 150.00 | 0 | ISSUED
      2026-07-01 | 150.00 | 0 | ISSUED
      2026-08-01 | 150.00 | 0 | ISSUED
      2026-09-01 | 100.00 | 0 | ISSUED
      2026-10-01 | 100.00 | 0 | ISSUED
      2026-11-01 | 100.00 | 0 | ISSUED
      2026-12-01 | 100.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 100.00 | 0 | 0 | 0 | 0 | 0
      2026-02 | 100.00 | 200.00 | 0 | 0 | 0 | 0 | 0
      2026-03 | 100.00 | 300.00 | 0 | 0 | 0 | 0 | 0
      2026-04 | 150.00 | 450.00 | 0 | 0 | 0 | 0 | 0
      2026-05 | 150.00 | 600.00 | 0 | 0 | 0 | 0 | 0
      2026-06 | 150.00 | 750.00 | 0 | 0 | 0 | 0 | 0
      2026-07 | 150.00 | 900.00 | 0 | 0 | 0 | 0 | 0
      2026-08 | 150.00 | 1050.00 | 0 | 0 | 0 | 0 | 0
      2026-09 | 100.00 | 1150.00 | 0 | 0 | 0 | 0 | 0
      2026-10 | 100.00 | 1250.00 | 0 | 0 | 0 | 0 | 0
      2026-11 | 100.00 | 1350.00 | 0 | 0 | 0 | 0 | 0
      2026-12 | 100.00 | 1450.00 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 720.00 and 1,080.00. On 16 April 425.00 more: 1,275 of either are still to serve, so each has 850.00 of what is left. Support ends with September,
    // 151.23 of it are credited, and seats earn the 448.77 that are left.
    title: "seats and support at a price they share: more seats in April, and support that ends with September",
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        obligation(
          "Seats",
          {
            price: "10.00",
            from,
            to,
            billingType: "UNIT",
            quantity: "10",
            seatConfig: { defaultTrueUpTiming: "IMMEDIATE", defaultProrationPolicy: "DAY" },
          },
          { standaloneSellingPrice: "1200.00" },
        ),
        obligation("Support", { price: "600.00", interval: "YEAR", from, to }, { standaloneSellingPrice: "1800.00" }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 3)),
      on("2026-04-16", act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate: "2026-04-16", delta: "5" })),
      ...closedInTurn(...months.slice(3, 8)),
      on("2026-09-10", end(termPath("Support"), "2026-09-30", { creditUnused: true })),
      ...closedInTurn(...months.slice(8)),
    ],
    table: `
      2026-01-01 | 700.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-04-16 | 25.00 | 0 | ISSUED
      2026-05-01 | 150.00 | 0 | ISSUED
      2026-06-01 | 150.00 | 0 | ISSUED
      2026-07-01 | 150.00 | 0 | ISSUED
      2026-08-01 | 150.00 | 0 | ISSUED
      2026-09-01 | 150.00 | 0 | ISSUED
      2026-10-01 | 150.00 | 0 | ISSUED
      2026-11-01 | 150.00 | 0 | ISSUED
      2026-12-01 | 150.00 | 0 | ISSUED
      2026-09-10 | 151.23 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 150.00 | 700.00 | 0 | 0 | 550.00 | 0 | 0
      2026-02 | 150.00 | 800.00 | 0 | 0 | 500.00 | 0 | 0
      2026-03 | 150.00 | 900.00 | 0 | 0 | 450.00 | 0 | 0
      2026-04 | 175.00 | 1025.00 | 0 | 0 | 400.00 | 0 | 0
      2026-05 | 200.00 | 1175.00 | 0 | 0 | 350.00 | 0 | 0
      2026-06 | 200.00 | 1325.00 | 0 | 0 | 300.00 | 0 | 0
      2026-07 | 200.00 | 1475.00 | 0 | 0 | 250.00 | 0 | 0
      2026-08 | 200.00 | 1625.00 | 0 | 0 | 200.00 | 0 | 0
      2026-09 | 200.00 | 1775.00 | 0 | 1.23 | 0 | 0 | 151.23
      2026-10 | 149.59 | 1925.00 | 0 | 0.82 | 0 | 0 | 151.23
      2026-11 | 149.59 | 2075.00 | 0 | 0.41 | 0 | 0 | 151.23
      2026-12 | 149.59 | 2225.00 | 0 | 0 | 0 | 0 | 151.23`,
  },
];
