import { act, approve, close, obligation, on } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, termPath, total } from "../deal.ts";

// One obligation of an allocated contract ends early, and the others go on.

const [from, to] = ["2026-01-01", "2026-12-31"];
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const end = (path: string, endDate: string, parts: object = {}) =>
  act(`PATCH ${path}/terminate`, { endDate, ...parts });
const shared = { allocationMethod: "RELATIVE_SSP" };
/** 900.00 and 900.00 of 1,800.00. */
const halves = [
  obligation("Platform", { price: "100.00", from, to }, { standaloneSellingPrice: "1200.00" }),
  obligation("Support", { price: "50.00", from, to }, { standaloneSellingPrice: "1200.00" }),
  approve,
];
const patch = (name: string, body: object) => act(`PATCH ${termPath(name)}`, body);
const start = "2026-01-01";
const year = { interval: "YEAR", from: start, to: "2026-12-31" };
const ended = (name: string, endDate: string) =>
  act(`PATCH /v3/contracts/$contract/billing-terms/$${name}.billingTermId/terminate`, { endDate, creditUnused: true });

export const terminationDeals: readonly Deal[] = [
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
  {
    // The platform ends with June: 300.00 are left for support. A new one from August on, at more than it sells for, shares the 250.00 that are left then and
    // its 600.00: 500 and 500 are still to serve.
    title: "a part that ends, and another one in its place a month later",
    contract: shared,
    steps: [
      on(from, ...halves),
      ...closedInTurn(...months.slice(0, 5)),
      on("2026-06-10", end(termPath("Platform"), "2026-06-30")),
      ...closedInTurn("2026-06"),
      on(
        "2026-07-20",
        obligation("Again", { price: "120.00", from: "2026-08-01", to }, { standaloneSellingPrice: "500.00" }),
      ),
      ...closedInTurn("2026-07", "2026-08", "2026-09"),
    ],
    table: `
      2026-01-01 | 150.00 | 0 | ISSUED
      2026-02-01 | 150.00 | 0 | ISSUED
      2026-03-01 | 150.00 | 0 | ISSUED
      2026-04-01 | 150.00 | 0 | ISSUED
      2026-05-01 | 150.00 | 0 | ISSUED
      2026-06-01 | 150.00 | 0 | ISSUED
      2026-07-01 | 50.00  | 0 | ISSUED
      2026-08-01 | 170.00 | 0 | ISSUED
      2026-09-01 | 170.00 | 0 | ISSUED
      2026-10-01 | 170.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 150.00 | 150.00  | 0 | 0 | 0 | 0 | 0 | 1650.00
      2026-02 | 150.00 | 300.00  | 0 | 0 | 0 | 0 | 0 | 1500.00
      2026-03 | 150.00 | 450.00  | 0 | 0 | 0 | 0 | 0 | 1350.00
      2026-04 | 150.00 | 600.00  | 0 | 0 | 0 | 0 | 0 | 1200.00
      2026-05 | 150.00 | 750.00  | 0 | 0 | 0 | 0 | 0 | 1050.00
      2026-06 | 150.00 | 900.00  | 0 | 0 | 0 | 0 | 0 | 300.00
      2026-07 | 50.00  | 950.00  | 0 | 0 | 0 | 0 | 0 | 850.00
      2026-08 | 170.00 | 1120.00 | 0 | 0 | 0 | 0 | 0 | 680.00
      2026-09 | 170.00 | 1290.00 | 0 | 0 | 0 | 0 | 0 | 510.00`,
  },
  {
    // 10,857 and 8,143 of 19,000 yen, 11,083 by July. Support ends with July: 212 of 365 days of 7,000 are 4,066, and 2,934 are credited. 4,983 are left for
    // five months.
    title: "a year in yen of which a part ends early, in an allocated contract",
    contract: { ...shared, currency: "JPY" },
    steps: [
      on(
        from,
        obligation("Plan", { price: "12000", interval: "YEAR", from, to }, { standaloneSellingPrice: "12000" }),
        obligation("Support", { price: "7000", interval: "YEAR", from, to }, { standaloneSellingPrice: "9000" }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 5)),
      on("2026-06-20", end(termPath("Support"), "2026-07-31", { creditUnused: true })),
      ...closedInTurn(...months.slice(5)),
    ],
    table: `
      2026-01-01 | 19000 | 0 | ISSUED
      2026-06-20 | 2934  | 0 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 1584 | 19000 | 0 | 0 | 17416 | 0 | 0
      2026-02 | 1583 | 19000 | 0 | 0 | 15833 | 0 | 0
      2026-03 | 1583 | 19000 | 0 | 0 | 14250 | 0 | 0
      2026-04 | 1583 | 19000 | 0 | 0 | 12667 | 0 | 0
      2026-05 | 1584 | 19000 | 0 | 0 | 11083 | 0 | 0
      2026-06 | 1584 | 19000 | 0 | 0 | 6565  | 0 | 2934
      2026-07 | 1582 | 19000 | 0 | 0 | 4983  | 0 | 2934
      2026-08 | 997  | 19000 | 0 | 0 | 3986  | 0 | 2934
      2026-09 | 996  | 19000 | 0 | 0 | 2990  | 0 | 2934
      2026-10 | 997  | 19000 | 0 | 0 | 1993  | 0 | 2934
      2026-11 | 996  | 19000 | 0 | 0 | 997   | 0 | 2934
      2026-12 | 997  | 19000 | 0 | 0 | 0     | 0 | 2934`,
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
    // 1,000.00 over the year and 500.00 over half of it. Support ended with 20 March, as was agreed in April: 220.43 of either are earned by then, and 891.40 of the 1,332.26 that are billed after all are left for
    // 11/31 and nine months. March, still open when it is said, does not know of it; the 117.74 are credited in May.
    title: "a part of a shared price that ended in March, agreed in April, and recorded in May before March is closed",
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        obligation(
          "Platform",
          { price: "1200.00", interval: "YEAR", from, to: "2026-12-31" },
          { standaloneSellingPrice: "1200.00" },
        ),
        obligation("Support", { price: "50.00", from, to: "2026-06-30" }, { standaloneSellingPrice: "600.00" }),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on(
        "2026-05-10",
        act(`PATCH ${termPath("Support")}/terminate`, {
          ...{ endDate: "2026-03-20", creditUnused: true, agreedOn: "2026-04-20" },
        }),
        close("2026-03"),
        close("2026-04"),
      ),
      ...closedInTurn("2026-05", "2026-06", "2026-07"),
    ],
    table: `
      2026-01-01 | 1250.00 | 0 | ISSUED
      2026-02-01 | 50.00   | 0 | ISSUED
      2026-03-01 | 50.00   | 0 | ISSUED
      2026-04-01 | 50.00   | 0 | ISSUED
      2026-05-01 | 50.00   | 0 | ISSUED
      2026-05-10 | 117.74  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 166.66 | 1250.00 | 0 | 0 | 1083.34 | 0 | 0      | 1333.34
      2026-02 | 166.68 | 1300.00 | 0 | 0 | 966.66  | 0 | 0      | 1166.66
      2026-03 | 166.66 | 1350.00 | 0 | 0 | 850.00  | 0 | 0      | 1000.00
      2026-04 | 69.96  | 1400.00 | 0 | 0 | 830.04  | 0 | 0      | 762.30
      2026-05 | 95.29  | 1450.00 | 0 | 0 | 667.01  | 0 | 117.74 | 667.01
      2026-06 | 95.28  | 1450.00 | 0 | 0 | 571.73  | 0 | 117.74 | 571.73
      2026-07 | 95.29  | 1450.00 | 0 | 0 | 476.44  | 0 | 117.74 | 476.44`,
  },
  {
    // 1,800.00 shared 1,500 : 500: 150.00 a month. On 10 June the seats are ended with June: 1,200.00 × 181/365 = 595.07 are owed, 604.93
    // credited. June is served as agreed. Of 1,195.07 in all 900.00 are earned by then; support takes over 295.07, 49.18 a month (49.17 in October).
    title: "a bundle allocated by standalone selling price, one of which ends early",
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        start,
        obligation("Seats", { ...year, price: "1200.00" }, { standaloneSellingPrice: "1500.00" }),
        obligation("Support", { ...year, price: "600.00" }, { standaloneSellingPrice: "500.00" }),
        approve,
      ),
      on("2026-06-10", close("2026-05"), ended("Seats", "2026-06-30")),
      on("2027-01-02", close("2026-12")),
    ],
    table: `
      2026-01-01 | 1800.00 | 0 | ISSUED
      2026-06-10 | 604.93  | 0 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 150.00 | 1800.00 | 0 | 0 | 1650.00 | 0 | 0
      2026-02 | 150.00 | 1800.00 | 0 | 0 | 1500.00 | 0 | 0
      2026-03 | 150.00 | 1800.00 | 0 | 0 | 1350.00 | 0 | 0
      2026-04 | 150.00 | 1800.00 | 0 | 0 | 1200.00 | 0 | 0
      2026-05 | 150.00 | 1800.00 | 0 | 0 | 1050.00 | 0 | 0
      2026-06 | 150.00 | 1800.00 | 0 | 0 | 295.07  | 0 | 604.93
      2026-07 | 49.18  | 1800.00 | 0 | 0 | 245.89  | 0 | 604.93
      2026-08 | 49.18  | 1800.00 | 0 | 0 | 196.71  | 0 | 604.93
      2026-09 | 49.18  | 1800.00 | 0 | 0 | 147.53  | 0 | 604.93
      2026-10 | 49.17  | 1800.00 | 0 | 0 | 98.36   | 0 | 604.93
      2026-11 | 49.18  | 1800.00 | 0 | 0 | 49.18   | 0 | 604.93
      2026-12 | 49.18  | 1800.00 | 0 | 0 | 0       | 0 | 604.93`,
  },
];
