import {
  act,
  approve,
  close,
  eventType,
  grace,
  obligation,
  on,
  pobs,
  reopen,
  term,
  usageTerm,
  use,
} from "../../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, termPath, total } from "../deal.ts";

// Credits of allocated contracts that were renewed, repriced or extended before.

const [from, to] = ["2026-01-01", "2026-12-31"];
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const shared = { allocationMethod: "RELATIVE_SSP" };
const patch = (name: string, body: object) => act(`PATCH ${termPath(name)}`, body);
const sells = (standaloneSellingPrice: string, parts: object = {}) => ({ standaloneSellingPrice, ...parts });
const treatedAs = (treatment: string, reason: string) => [
  act("GET /v3/contracts/$contract/modifications", undefined, "log"),
  act("PATCH /v3/contracts/$contract/modifications/$log.data.0.id", { treatment, reason }),
];
const done = (...reports: readonly [string, string][]) =>
  act("PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id", {
    progress: reports.map(([asOf, percentComplete]) => ({ asOf, percentComplete })),
  });

export const creditsAfterChangeDeals: readonly Deal[] = [
  {
    // 6,000.00 by 4,000, 2,000 and 2,000: 3,000.00, 1,500.00 and 1,500.00. On 1 July 900.00 of the build and 750.00 of support are earned. Half a year more of
    // support is 595.07: 2,845.07 are left for all of the build, 2,000, and a year of support, 2,000: 1,422.54 and 1,422.53. 60 % are 853.52, 46.48 less. Of 300.00
    // that are credited of the licence 136.47, 64.71 and 98.82 are theirs by 3,000.00, 1,422.54 and 2,172.53: 9 of 18 months of support are 49.41.
    title: "a licence, a build and support: support is renewed, then a credit of the licence is shared by all three",
    pobs: true,
    contract: shared,
    steps: [
      on(
        from,
        term("Build", { price: "1800.00", from, to: from, interval: "NONE" }),
        pobs("Build", {
          ...{ name: "Build", serviceStartDate: from, serviceEndDate: to, transactionPrice: "1800.00" },
          ...sells("2000.00", { recognitionPattern: "PERCENT_COMPLETE" }),
        }),
        obligation(
          "Licence",
          { price: "3000.00", from, to: from, interval: "NONE" },
          sells("4000.00", {
            ...{ serviceStartDate: "2026-01-10", serviceEndDate: "2026-01-10", recognitionPattern: "POINT_IN_TIME" },
          }),
        ),
        obligation("Support", { price: "1200.00", interval: "YEAR", from, to }, sells("2000.00")),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on("2026-03-31", done(["2026-03-31", "0.4"])),
      ...closedInTurn("2026-03", "2026-04", "2026-05"),
      on("2026-06-30", done(["2026-03-31", "0.4"], ["2026-06-30", "0.6"])),
      on(
        "2026-07-01",
        close("2026-06"),
        patch("Support", { endDate: "2027-06-30", reasonCode: "RENEWAL" }),
        act("PATCH /v3/contracts/$contract/obligation/$Support.id", sells("3000.00")),
        ...treatedAs("MIXED", "The build is satisfied in part"),
      ),
      ...closedInTurn("2026-07", "2026-08"),
      on("2026-09-10", creditOfLine(0, 1, "2026-09-10", "300.00")),
      ...closedInTurn("2026-09", "2026-10"),
      on("2026-11-20", done(["2026-03-31", "0.4"], ["2026-06-30", "0.6"], ["2026-11-20", "1"])),
      ...closedInTurn("2026-11", "2026-12", "2027-01"),
    ],
    table: `
      2026-01-01 | 6000.00 | 0 | ISSUED
      2027-01-01 | 595.07  | 0 | ISSUED
      2026-09-10 | 300.00  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 3125.00 | 6000.00 | 0 | 0 | 2875.00 | 0 | 0 | 2875.00
      2026-02 | 125.00 | 6000.00 | 0 | 0 | 2750.00 | 0 | 0 | 2750.00
      2026-03 | 725.00 | 6000.00 | 0 | 0 | 2025.00 | 0 | 0 | 2025.00
      2026-04 | 125.00 | 6000.00 | 0 | 0 | 1900.00 | 0 | 0 | 1900.00
      2026-05 | 125.00 | 6000.00 | 0 | 0 | 1775.00 | 0 | 0 | 1775.00
      2026-06 | 425.00 | 6000.00 | 0 | 0 | 1350.00 | 0 | 0 | 1350.00
      2026-07 | 72.06 | 6000.00 | 0 | 0 | 1277.94 | 0 | 0 | 1873.01
      2026-08 | 118.55 | 6000.00 | 0 | 0 | 1159.39 | 0 | 0 | 1754.46
      2026-09 | -106.17 | 6000.00 | 0 | 0 | 965.56 | 0 | 300.00 | 1560.63
      2026-10 | 113.06 | 6000.00 | 0 | 0 | 852.50 | 0 | 300.00 | 1447.57
      2026-11 | 656.19 | 6000.00 | 0 | 0 | 196.31 | 0 | 300.00 | 791.38
      2026-12 | 113.06 | 6000.00 | 0 | 0 | 83.25 | 0 | 300.00 | 678.32
      2027-01 | 113.05 | 6595.07 | 0 | 0 | 565.27 | 0 | 300.00 | 565.27`,
  },
  {
    // 810.00 by 600 and 300: 90.00 and 30.00 a month. From January on the plan is a separate contract of 600.00 for half a year, and so are 60.00 that are credited of it in February: 20.00 for
    // two months, and 10.00 a month. Support bears nothing of them.
    title: "half a year that was added as a separate contract, credited in part, beside support at a shared price",
    contract: shared,
    steps: [
      on(
        "2026-07-01",
        act(
          "POST /v3/products",
          { name: "Plan", standaloneSellingPrices: [{ currency: "USD", amount: "600.00", validFrom: from }] },
          "product",
        ),
        obligation(
          "Plan",
          { price: "360.00", from: "2026-07-01", to, intervalFrequency: 6, productId: "$product.id" },
          sells("600.00"),
        ),
        obligation("Support", { price: "50.00", from: "2026-07-01", to: "2027-03-31" }, sells("300.00")),
        approve,
      ),
      ...closedInTurn("2026-07", "2026-08", "2026-09", "2026-10"),
      on(
        "2026-11-10",
        patch("Plan", {
          ...{ endDate: "2027-06-30", reasonCode: "RENEWAL", ...total("600.00"), effectiveDate: "2027-01-01" },
        }),
      ),
      ...closedInTurn("2026-11", "2026-12", "2027-01"),
      on("2027-02-10", creditOfLine(6, 0, "2027-02-10", "60.00")),
      ...closedInTurn("2027-02", "2027-03", "2027-04", "2027-05", "2027-06"),
    ],
    table: `
      2026-07-01 | 410.00 | 0 | ISSUED
      2026-08-01 | 50.00 | 0 | ISSUED
      2026-09-01 | 50.00 | 0 | ISSUED
      2026-10-01 | 50.00 | 0 | ISSUED
      2026-11-01 | 50.00 | 0 | ISSUED
      2026-12-01 | 50.00 | 0 | ISSUED
      2027-01-01 | 650.00 | 0 | ISSUED
      2027-02-01 | 50.00 | 0 | ISSUED
      2027-03-01 | 50.00 | 0 | ISSUED
      2027-02-10 | 60.00 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-07 | 120.00 | 410.00 | 0 | 0 | 290.00 | 0 | 0 | 690.00
      2026-08 | 120.00 | 460.00 | 0 | 0 | 220.00 | 0 | 0 | 570.00
      2026-09 | 120.00 | 510.00 | 0 | 0 | 150.00 | 0 | 0 | 450.00
      2026-10 | 120.00 | 560.00 | 0 | 0 | 80.00 | 0 | 0 | 330.00
      2026-11 | 120.00 | 610.00 | 0 | 0 | 10.00 | 0 | 0 | 810.00
      2026-12 | 120.00 | 660.00 | 0 | 60.00 | 0 | 0 | 0 | 690.00
      2027-01 | 130.00 | 1310.00 | 0 | 0 | 460.00 | 0 | 0 | 560.00
      2027-02 | 110.00 | 1360.00 | 0 | 0 | 340.00 | 0 | 60.00 | 390.00
      2027-03 | 120.00 | 1410.00 | 0 | 0 | 270.00 | 0 | 60.00 | 270.00
      2027-04 | 90.00 | 1410.00 | 0 | 0 | 180.00 | 0 | 60.00 | 180.00
      2027-05 | 90.00 | 1410.00 | 0 | 0 | 90.00 | 0 | 60.00 | 90.00
      2027-06 | 90.00 | 1410.00 | 0 | 0 | 0 | 0 | 60.00 | 0`,
  },
  {
    // Of 27.00 that are credited of support in December 18.00 are of the plan, over its first half year, and 9.00 of nine months of support, by 540.00 and 270.00. The half year that was
    // added bears nothing of it.
    title: "half a year that was added as a separate contract, and a credit of support before it begins",
    contract: shared,
    steps: [
      on(
        "2026-07-01",
        act(
          "POST /v3/products",
          { name: "Plan", standaloneSellingPrices: [{ currency: "USD", amount: "600.00", validFrom: from }] },
          "product",
        ),
        obligation(
          "Plan",
          { price: "360.00", from: "2026-07-01", to, intervalFrequency: 6, productId: "$product.id" },
          sells("600.00"),
        ),
        obligation(
          "Support",
          { price: "450.00", from: "2026-07-01", to: "2026-07-01", interval: "NONE" },
          sells("300.00", { serviceEndDate: "2027-03-31", recognitionPattern: "STRAIGHT_LINE" }),
        ),
        approve,
      ),
      ...closedInTurn("2026-07", "2026-08", "2026-09", "2026-10"),
      on(
        "2026-11-10",
        patch("Plan", {
          ...{ endDate: "2027-06-30", reasonCode: "RENEWAL", ...total("600.00"), effectiveDate: "2027-01-01" },
        }),
      ),
      ...closedInTurn("2026-11"),
      on("2026-12-05", creditOfLine(0, 1, "2026-12-05", "27.00")),
      ...closedInTurn("2026-12", "2027-01"),
      ...closedInTurn("2027-02", "2027-03", "2027-04"),
    ],
    table: `
      2026-07-01 | 810.00 | 0 | ISSUED
      2027-01-01 | 600.00 | 0 | ISSUED
      2026-12-05 | 27.00  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-07 | 120.00 | 810.00 | 0 | 0 | 690.00 | 0 | 0 | 690.00
      2026-08 | 120.00 | 810.00 | 0 | 0 | 570.00 | 0 | 0 | 570.00
      2026-09 | 120.00 | 810.00 | 0 | 0 | 450.00 | 0 | 0 | 450.00
      2026-10 | 120.00 | 810.00 | 0 | 0 | 330.00 | 0 | 0 | 330.00
      2026-11 | 120.00 | 810.00 | 0 | 0 | 210.00 | 0 | 0 | 810.00
      2026-12 | 96.00 | 810.00 | 0 | 0 | 87.00 | 0 | 27.00 | 687.00
      2027-01 | 129.00 | 1410.00 | 0 | 0 | 558.00 | 0 | 27.00 | 558.00
      2027-02 | 129.00 | 1410.00 | 0 | 0 | 429.00 | 0 | 27.00 | 429.00
      2027-03 | 129.00 | 1410.00 | 0 | 0 | 300.00 | 0 | 27.00 | 300.00
      2027-04 | 100.00 | 1410.00 | 0 | 0 | 200.00 | 0 | 27.00 | 200.00`,
  },
  {
    // 900.00 each, 75.00 a month, and at least 50.00 of calls. In March 20.00 of January's calls are credited and ten are late, within the minimum; 90.00 of the
    // platform are credited, 45.00 of either: 22.50 for three months, and 7.50 a month. Support is dearer by 30.00 from July on: 180.00 a month.
    title: "calls with a minimum beside a shared price: a credit of either, late calls, and dearer support",
    contract: shared,
    steps: [
      on(
        from,
        eventType,
        grace(0),
        obligation("Platform", { price: "1200.00", interval: "YEAR", from, to }, sells("1000.00")),
        obligation("Support", { price: "50.00", from, to }, sells("1000.00")),
        usageTerm("Calls", { price: "0.010", from, to: "2026-06-30", minimumAmount: "50.00" }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "3000")),
      ...closedInTurn("2026-01"),
      on("2026-02-20", use("2026-02-20", "8000")),
      ...closedInTurn("2026-02"),
      on(
        "2026-03-10",
        creditOfLine(1, 1, "2026-03-10", "20.00"),
        use("2026-01-25", "1000"),
        creditOfLine(0, 0, "2026-03-10", "90.00"),
      ),
      ...closedInTurn("2026-03", "2026-04", "2026-05"),
      on("2026-06-10", patch("Support", { ...total("80.00"), effectiveDate: "2026-07-01" })),
      ...closedInTurn("2026-06", "2026-07", "2026-08"),
    ],
    table: `
      2026-01-01 | 1250.00 | 0 | ISSUED
      2026-02-01 | 100.00  | 0 | ISSUED
      2026-03-01 | 130.00  | 0 | ISSUED
      2026-04-01 | 100.00  | 0 | ISSUED
      2026-05-01 | 100.00  | 0 | ISSUED
      2026-06-01 | 100.00  | 0 | ISSUED
      2026-07-01 | 130.00  | 0 | ISSUED
      2026-08-01 | 80.00   | 0 | ISSUED
      2026-09-01 | 80.00   | 0 | ISSUED
      2026-03-10 | 20.00   | 0 | OPEN
      2026-03-10 | 90.00   | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 200.00 | 1250.00 | 50.00 | 0 | 1100.00 | 0 | 0
      2026-02 | 230.00 | 1350.00 | 80.00 | 0 | 1000.00 | 0 | 0
      2026-03 | 157.50 | 1480.00 | 50.00 | 0 | 832.50 | 0 | 110.00
      2026-04 | 192.50 | 1580.00 | 50.00 | 0 | 740.00 | 0 | 110.00
      2026-05 | 192.50 | 1680.00 | 50.00 | 0 | 647.50 | 0 | 110.00
      2026-06 | 192.50 | 1780.00 | 50.00 | 0 | 555.00 | 0 | 110.00
      2026-07 | 172.50 | 1910.00 | 0 | 0 | 462.50 | 0 | 110.00
      2026-08 | 172.50 | 1990.00 | 0 | 0 | 370.00 | 0 | 110.00`,
  },
  {
    // 900.00 each. The device is delivered in January, and access of 300.00 a quarter is billed in arrears: it alone waits for time. Of 300.00 that are credited of the
    // device 150.00 are of it, and 12.50 of each month of access.
    title: "a device that is billed after its delivery beside quarters in arrears, and a credit of it in October",
    contract: shared,
    steps: [
      on(
        from,
        obligation(
          "Device",
          { price: "600.00", from: "2026-04-01", to: "2026-04-01", interval: "NONE" },
          sells("1000.00", {
            ...{ serviceStartDate: "2026-01-10", serviceEndDate: "2026-01-10", recognitionPattern: "POINT_IN_TIME" },
          }),
        ),
        obligation(
          "Access",
          { price: "300.00", interval: "QUARTER", invoiceDateStrategy: "ARREARS", from, to },
          sells("1000.00"),
        ),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 9)),
      on("2026-10-15", creditOfLine(0, 1, "2026-10-15", "300.00")),
      ...closedInTurn(...months.slice(9)),
    ],
    table: `
      2026-04-01 | 900.00 | 0 | ISSUED
      2026-07-01 | 300.00 | 0 | ISSUED
      2026-10-01 | 300.00 | 0 | ISSUED
      2027-01-01 | 300.00 | 0 | ISSUED
      2026-10-15 | 300.00 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 975.00 | 0 | 100.00 | 875.00 | 0 | 0 | 0 | 825.00
      2026-02 | 75.00 | 0 | 200.00 | 850.00 | 0 | 0 | 0 | 750.00
      2026-03 | 75.00 | 0 | 300.00 | 825.00 | 0 | 0 | 0 | 675.00
      2026-04 | 75.00 | 900.00 | 100.00 | 200.00 | 0 | 0 | 0 | 600.00
      2026-05 | 75.00 | 900.00 | 200.00 | 175.00 | 0 | 0 | 0 | 525.00
      2026-06 | 75.00 | 900.00 | 300.00 | 150.00 | 0 | 0 | 0 | 450.00
      2026-07 | 75.00 | 1200.00 | 100.00 | 125.00 | 0 | 0 | 0 | 375.00
      2026-08 | 75.00 | 1200.00 | 200.00 | 100.00 | 0 | 0 | 0 | 300.00
      2026-09 | 75.00 | 1200.00 | 300.00 | 75.00 | 0 | 0 | 0 | 225.00
      2026-10 | -200.00 | 1500.00 | 100.00 | 75.00 | 0 | 0 | 300.00 | 125.00
      2026-11 | 62.50 | 1500.00 | 200.00 | 37.50 | 0 | 0 | 300.00 | 62.50
      2026-12 | 62.50 | 1500.00 | 300.00 | 0 | 0 | 0 | 300.00 | 0`,
  },
  {
    // 3,150.00 and 1,050.00. In May the licence turns out to be delivered in April, and then, with March open again, in March: it is March's, and nothing is left for
    // May to catch up.
    title: "a licence that was delivered in a closed month, and a month before it that is reopened for it",
    contract: shared,
    steps: [
      on(
        from,
        obligation(
          "Licence",
          { price: "3000.00", from, to: from, interval: "NONE" },
          sells("3000.00", {
            ...{ serviceStartDate: "2026-06-15", serviceEndDate: "2026-06-15", recognitionPattern: "POINT_IN_TIME" },
          }),
        ),
        obligation("Support", { price: "1200.00", interval: "YEAR", from, to }, sells("1000.00")),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02", "2026-03", "2026-04"),
      on(
        "2026-05-10",
        act("PATCH /v3/contracts/$contract/obligation/$Licence.id", {
          ...{ revenueStartDate: "2026-04-20", revenueEndDate: "2026-04-20" },
        }),
      ),
      on(
        "2026-05-12",
        reopen("2026-03"),
        act("PATCH /v3/contracts/$contract/obligation/$Licence.id", {
          ...{ revenueStartDate: "2026-03-20", revenueEndDate: "2026-03-20" },
        }),
        close("2026-04"),
      ),
      ...closedInTurn("2026-05"),
    ],
    table: `
      2026-01-01 | 4200.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 87.50 | 4200.00 | 0 | 0 | 4112.50 | 0 | 0 | 4112.50
      2026-02 | 87.50 | 4200.00 | 0 | 0 | 4025.00 | 0 | 0 | 4025.00
      2026-03 | 87.50 | 4200.00 | 0 | 0 | 3937.50 | 0 | 0 | 3937.50
      2026-04 | 87.50 | 4200.00 | 0 | 0 | 3850.00 | 0 | 0 | 3850.00
      2026-03 | 3237.50 | 4200.00 | 0 | 0 | 787.50 | 0 | 0 | 787.50
      2026-04 | 87.50 | 4200.00 | 0 | 0 | 700.00 | 0 | 0 | 700.00
      2026-05 | 87.50 | 4200.00 | 0 | 0 | 612.50 | 0 | 0 | 612.50`,
  },
];
