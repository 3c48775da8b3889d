import { act, approve, close, obligation, on, pobs, reopen, term } from "../golden/scenario.ts";
import { closedInTurn, type Deal, termPath, total } from "./deal.ts";

// A price that parts share: what ends, goes on or is told late after it was changed.

const [from, to] = ["2026-01-01", "2026-12-31"];
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const patch = (name: string, body: object) => act(`PATCH ${termPath(name)}`, body);
const amended = (name: string, effectiveDate: string, amount: string) =>
  act(`POST ${termPath(name)}/amendments`, { effectiveDate, settlement: "IMMEDIATE", ...total(amount) });
const end = (path: string, endDate: string, parts: object = {}) =>
  act(`PATCH ${path}/terminate`, { endDate, ...parts });
const by = (name: string) => `/v3/contracts/$contract/billing-terms/$${name}.id`;
const pob = (id: string, body: object) => act(`PATCH /v3/contracts/$contract/performance-obligations/${id}`, body);
const shared = { allocationMethod: "RELATIVE_SSP" };

/** 900.00 and 900.00 of 1,800.00. */
const halves = [
  obligation("Platform", { price: "100.00", from, to }, { standaloneSellingPrice: "1200.00" }),
  obligation("Support", { price: "50.00", from, to }, { standaloneSellingPrice: "1200.00" }),
  approve,
];

export const afterAnotherDeals: readonly Deal[] = [
  {
    // 200.00 a month from August on. In October support turns out to cost 10.00 more from July on: 160.00 in July and 210.00 after it, 1,690.00 by October, of
    // which 1,450.00 are posted.
    title: "a price that is recorded of days before those of another one, in closed months",
    contract: shared,
    steps: [
      on(from, ...halves),
      ...closedInTurn(...months.slice(0, 6)),
      on("2026-07-10", patch("Platform", { ...total("150.00"), effectiveDate: "2026-08-01" })),
      ...closedInTurn("2026-07", "2026-08", "2026-09"),
      on("2026-10-05", amended("Support", "2026-07-01", "60.00")),
      ...closedInTurn("2026-10", "2026-11", "2026-12"),
    ],
    table: `
      2026-01-01 | 150.00 | 0 | ISSUED
      2026-02-01 | 150.00 | 0 | ISSUED
      2026-03-01 | 150.00 | 0 | ISSUED
      2026-04-01 | 150.00 | 0 | ISSUED
      2026-05-01 | 150.00 | 0 | ISSUED
      2026-06-01 | 150.00 | 0 | ISSUED
      2026-07-01 | 150.00 | 0 | ISSUED
      2026-08-01 | 200.00 | 0 | ISSUED
      2026-09-01 | 200.00 | 0 | ISSUED
      2026-10-01 | 200.00 | 0 | ISSUED
      2026-10-05 | 40.00  | 0 | ISSUED
      2026-11-01 | 210.00 | 0 | ISSUED
      2026-12-01 | 210.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 150.00 | 150.00  | 0 | 0 | 0 | 0 | 0
      2026-02 | 150.00 | 300.00  | 0 | 0 | 0 | 0 | 0
      2026-03 | 150.00 | 450.00  | 0 | 0 | 0 | 0 | 0
      2026-04 | 150.00 | 600.00  | 0 | 0 | 0 | 0 | 0
      2026-05 | 150.00 | 750.00  | 0 | 0 | 0 | 0 | 0
      2026-06 | 150.00 | 900.00  | 0 | 0 | 0 | 0 | 0
      2026-07 | 150.00 | 1050.00 | 0 | 0 | 0 | 0 | 0
      2026-08 | 200.00 | 1250.00 | 0 | 0 | 0 | 0 | 0
      2026-09 | 200.00 | 1450.00 | 0 | 0 | 0 | 0 | 0
      2026-10 | 240.00 | 1690.00 | 0 | 0 | 0 | 0 | 0
      2026-11 | 210.00 | 1900.00 | 0 | 0 | 0 | 0 | 0
      2026-12 | 210.00 | 2110.00 | 0 | 0 | 0 | 0 | 0`,
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
          pob("$known.data.0.id", {
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
        pob("$known.data.0.id", {
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
    // 150.00 a month. From July on support is served for half a year more, which sells for 600.00: 900.00 are left, by 600 and 1,200.
    title: "free months of a part, with what they sell for, in an allocated contract",
    contract: shared,
    steps: [
      on(
        from,
        ...["Platform", "Support"].map((name, index) =>
          obligation(
            name,
            { price: index === 0 ? "1200.00" : "600.00", from, to: from, interval: "NONE" },
            { serviceEndDate: to, recognitionPattern: "STRAIGHT_LINE", standaloneSellingPrice: "1200.00" },
          ),
        ),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 6)),
      on(
        "2026-07-01",
        act("PATCH /v3/contracts/$contract/obligation/$Support.id", {
          ...{ revenueEndDate: "2027-06-30", standaloneSellingPrice: "1800.00", reasonCode: "CONCESSION" },
        }),
      ),
      ...closedInTurn(...months.slice(6), "2027-01"),
    ],
    table: `
      2026-01-01 | 1800.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 150.00 | 1800.00 | 0 | 0 | 1650.00 | 0 | 0
      2026-02 | 150.00 | 1800.00 | 0 | 0 | 1500.00 | 0 | 0
      2026-03 | 150.00 | 1800.00 | 0 | 0 | 1350.00 | 0 | 0
      2026-04 | 150.00 | 1800.00 | 0 | 0 | 1200.00 | 0 | 0
      2026-05 | 150.00 | 1800.00 | 0 | 0 | 1050.00 | 0 | 0
      2026-06 | 150.00 | 1800.00 | 0 | 0 | 900.00  | 0 | 0
      2026-07 | 100.00 | 1800.00 | 0 | 0 | 800.00  | 0 | 0
      2026-08 | 100.00 | 1800.00 | 0 | 0 | 700.00  | 0 | 0
      2026-09 | 100.00 | 1800.00 | 0 | 0 | 600.00  | 0 | 0
      2026-10 | 100.00 | 1800.00 | 0 | 0 | 500.00  | 0 | 0
      2026-11 | 100.00 | 1800.00 | 0 | 0 | 400.00  | 0 | 0
      2026-12 | 100.00 | 1800.00 | 0 | 0 | 300.00  | 0 | 0
      2027-01 | 50.00  | 1800.00 | 0 | 0 | 250.00  | 0 | 0`,
  },
  {
    // June is opened again for a price from its first day on: 210.00 more in seven months, 1,260.00 are left for them.
    title: "a month that is reopened for a higher price of its own, in an allocated contract",
    contract: shared,
    steps: [
      on(from, ...halves),
      ...closedInTurn(...months.slice(0, 6)),
      on("2026-07-10", reopen("2026-06"), amended("Platform", "2026-06-01", "130.00"), close("2026-06")),
      ...closedInTurn("2026-07", "2026-08"),
    ],
    table: `
      2026-01-01 | 150.00 | 0 | ISSUED
      2026-02-01 | 150.00 | 0 | ISSUED
      2026-03-01 | 150.00 | 0 | ISSUED
      2026-04-01 | 150.00 | 0 | ISSUED
      2026-05-01 | 150.00 | 0 | ISSUED
      2026-06-01 | 150.00 | 0 | ISSUED
      2026-07-01 | 150.00 | 0 | ISSUED
      2026-06-01 | 60.00  | 0 | ISSUED
      2026-08-01 | 180.00 | 0 | ISSUED
      2026-09-01 | 180.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 150.00 | 150.00  | 0 | 0 | 0     | 0 | 0
      2026-02 | 150.00 | 300.00  | 0 | 0 | 0     | 0 | 0
      2026-03 | 150.00 | 450.00  | 0 | 0 | 0     | 0 | 0
      2026-04 | 150.00 | 600.00  | 0 | 0 | 0     | 0 | 0
      2026-05 | 150.00 | 750.00  | 0 | 0 | 0     | 0 | 0
      2026-06 | 150.00 | 900.00  | 0 | 0 | 0     | 0 | 0
      2026-06 | 180.00 | 960.00  | 0 | 0 | 30.00 | 0 | 0
      2026-07 | 180.00 | 1110.00 | 0 | 0 | 0     | 0 | 0
      2026-08 | 180.00 | 1290.00 | 0 | 0 | 0     | 0 | 0`,
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
];
