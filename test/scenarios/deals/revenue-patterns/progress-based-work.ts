import { act, approve, close, on, pobs, term } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, total } from "../deal.ts";

// Work that is earned by its progress, at a higher price from a day on.

const [from, to] = ["2026-01-01", "2026-12-31"];
const pobPath = "PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id";
/** A price by the month in advance that one measured performance obligation earns. */
const project = (price: string, to: string, stated: object) => [
  term("Project", { price, from, to }),
  pobs("Project", { serviceStartDate: from, serviceEndDate: to, ...stated }),
];
/** What is billed from a day on is another price, and so is what is earned in all. */
const dearer = (amount: string, effectiveDate: string, transactionPrice: string) => [
  act("PATCH /v3/contracts/$contract/billing-terms/$Project.id", { ...total(amount), effectiveDate }),
  act(pobPath, { transactionPrice }),
];
const progress = (...done: readonly string[]) =>
  act(pobPath, {
    progress: done.map((percentComplete, index) => ({
      asOf: ["2026-01-31", "2026-02-28", "2026-03-31"][index],
      percentComplete,
    })),
  });
const measuredProject = (price: string, inAll: string, later: string, laterInAll: string) => [
  on(
    from,
    ...project(price, "2026-10-31", { transactionPrice: inAll, recognitionPattern: "PERCENT_COMPLETE" }),
    approve,
  ),
  on("2026-02-05", progress("0.3"), close("2026-01")),
  on("2026-03-01", progress("0.3", "0.4"), close("2026-02")),
  on("2026-03-05", ...dearer(later, "2026-04-01", laterInAll)),
  on("2026-04-05", progress("0.3", "0.4", "0.5"), close("2026-03")),
];
const once = { from, to: from, interval: "NONE" };
/** Parts of a bundle that sell for as much as each other. */
const bundled = { serviceStartDate: from, serviceEndDate: "2026-12-31", standaloneSellingPrice: "6000.00" };
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const pob = (body: object) => act("PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id", body);
const treat = (place: number, treatment: string, reason: string) => [
  act("GET /v3/contracts/$contract/modifications", undefined, "log"),
  act(`PATCH /v3/contracts/$contract/modifications/$log.data.${place}.id`, { treatment, reason }),
];
const pobAt = (index: number, body: object) =>
  act(`PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.${index}.id`, body);
const progressReports = (...reports: readonly (readonly [string, string])[]) =>
  pobAt(0, { progress: reports.map(([asOf, percentComplete]) => ({ asOf, percentComplete })) });

export const progressBasedWorkDeals: readonly Deal[] = [
  {
    // 1,000.00 a month in advance for ten months: 10,000.00. 30 % by January, 40 % by February. From April on 1,500.00 a month: 13,500.00
    // in all, and 50 % by March are 6,750.00, of which 1,400.00 catch up for February. What progress earns beyond the bills is an asset.
    title: "a progress-based project, at a higher price from its fourth month on",
    pobs: true,
    steps: measuredProject("1000.00", "10000.00", "1500.00", "13500.00"),
    table: `
      2026-01-01 | 1000.00 | 0 | ISSUED
      2026-02-01 | 1000.00 | 0 | ISSUED
      2026-03-01 | 1000.00 | 0 | ISSUED
      2026-04-01 | 1500.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 3000.00 | 1000.00 | 0 | 2000.00 | 0 | 0 | 0
      2026-02 | 1000.00 | 2000.00 | 0 | 2000.00 | 0 | 0 | 0
      2026-03 | 2750.00 | 3000.00 | 0 | 3750.00 | 0 | 0 | 0`,
  },
  {
    // 10,010 yen, 3,003 by January and 4,004 by February; then 3 × 1,001 + 7 × 1,501 = 13,510, half of it by March: 6,755.
    title: "a progress-based project, at a higher price from its fourth month on, in yen",
    pobs: true,
    contract: { currency: "JPY" },
    steps: measuredProject("1001", "10010", "1501", "13510"),
    table: `
      2026-01-01 | 1001 | 0 | ISSUED
      2026-02-01 | 1001 | 0 | ISSUED
      2026-03-01 | 1001 | 0 | ISSUED
      2026-04-01 | 1501 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 3003 | 1001 | 0 | 2002 | 0 | 0 | 0
      2026-02 | 1001 | 2002 | 0 | 2002 | 0 | 0 | 0
      2026-03 | 2751 | 3003 | 0 | 3752 | 0 | 0 | 0`,
  },
  {
    // 10,000.00 shared 1 : 1: 5,000.00 for the build, 2,000.00 of it in January at 40 %, and 5,000.00 for support, 416.67 a month. On 1 July
    // support costs 2,000.00 more. 2,500.00 of it are earned; the other 9,500.00 are shared by what the whole build and half of support sell
    // for, 6,000 : 3,000 (25-13(c)): 6,333.33, of which 40 % are 533.33 more in July, and 3,166.67, 527.78 a month. The build is done in
    // September: 3,800.00.
    title: "a bundle of progress-based work and support, at a higher price from July on",
    pobs: true,
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        term("Deal", { ...once, price: "10000.00" }),
        pobs(
          "Deal",
          { ...bundled, transactionPrice: "6000.00", recognitionPattern: "PERCENT_COMPLETE" },
          { ...bundled, transactionPrice: "4000.00", recognitionPattern: "STRAIGHT_LINE" },
        ),
        approve,
      ),
      on("2026-02-05", progress("0.4"), close("2026-01")),
      on(
        "2026-07-01",
        close("2026-06"),
        term("More", {
          ...{ price: "2000.00", from: "2026-07-01", to: "2026-07-01", interval: "NONE" },
          billingTermGroupId: "$Deal.billingTermGroupId",
        }),
        act("PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.1.id", {
          ...{ transactionPrice: "6000.00", effectiveDate: "2026-07-01" },
        }),
      ),
      on(
        "2026-10-01",
        act(pobPath, {
          progress: [
            { asOf: "2026-01-31", percentComplete: "0.4" },
            { asOf: "2026-09-30", percentComplete: "1" },
          ],
        }),
        close("2026-09"),
      ),
    ],
    table: `
      2026-01-01 | 10000.00 | 0 | ISSUED
      2026-07-01 | 2000.00  | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 2416.67 | 10000.00 | 0 | 0 | 7583.33 | 0 | 0
      2026-02 | 416.66  | 10000.00 | 0 | 0 | 7166.67 | 0 | 0
      2026-03 | 416.67  | 10000.00 | 0 | 0 | 6750.00 | 0 | 0
      2026-04 | 416.67  | 10000.00 | 0 | 0 | 6333.33 | 0 | 0
      2026-05 | 416.66  | 10000.00 | 0 | 0 | 5916.67 | 0 | 0
      2026-06 | 416.67  | 10000.00 | 0 | 0 | 5500.00 | 0 | 0
      2026-07 | 1061.11 | 12000.00 | 0 | 0 | 6438.89 | 0 | 0
      2026-08 | 527.78  | 12000.00 | 0 | 0 | 5911.11 | 0 | 0
      2026-09 | 4327.78 | 12000.00 | 0 | 0 | 1583.33 | 0 | 0`,
  },
  {
    // 20 % of 6,000.00 in January. 3,000.00 more from August on are treated prospectively. Half is done by June, of what was agreed till then: 1,800.00 more. Of
    // the other 6,000.00 half are earned in September, at three quarters, and half in December.
    title: "work that goes on before a higher price of days to come, which is the price of the remaining work",
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
    // Two parts of 10,000.00 by halves. In June it is told that support is dearer by 2,000.00 from May on, as was agreed in April: 5,000.00 of the build and 3,333.33 of support are left for May, with 2,000.00, by 6,000 and
    // 4,000: 6,200.00 and 4,133.33. The build catches up in April, in which it was agreed: 50 % are 3,100.00, and 80 % in May 4,960.00.
    title:
      "progress-based work in an allocated contract, reported on, before what was agreed for it in April is recorded",
    pobs: true,
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        term("Deal", { price: "10000.00", from, to: from, interval: "NONE" }),
        pobs(
          "Deal",
          ...(
            [
              ["Build", "6000.00", "PERCENT_COMPLETE"],
              ["Support", "4000.00", "STRAIGHT_LINE"],
            ] as const
          ).map(([name, transactionPrice, recognitionPattern]) => ({
            ...{ name, serviceStartDate: from, serviceEndDate: to, transactionPrice, recognitionPattern },
            standaloneSellingPrice: "6000.00",
          })),
        ),
        approve,
      ),
      on("2026-01-31", progressReports(["2026-01-31", "0.4"])),
      ...closedInTurn(...months.slice(0, 3)),
      on("2026-04-30", progressReports(["2026-01-31", "0.4"], ["2026-04-30", "0.5"])),
      on("2026-05-31", progressReports(["2026-01-31", "0.4"], ["2026-04-30", "0.5"], ["2026-05-31", "0.8"])),
      on(
        "2026-06-10",
        term("More", {
          ...{ price: "2000.00", from: "2026-06-10", to: "2026-06-10", interval: "NONE" },
          ...{ billingTermGroupId: "$Deal.billingTermGroupId", agreedOn: "2026-04-20" },
        }),
        pobAt(1, { transactionPrice: "6000.00", effectiveDate: "2026-05-01", agreedOn: "2026-04-20" }),
        close("2026-04"),
        close("2026-05"),
      ),
      on(
        "2026-06-30",
        progressReports(["2026-01-31", "0.4"], ["2026-04-30", "0.5"], ["2026-05-31", "0.8"], ["2026-06-30", "1"]),
      ),
      ...closedInTurn("2026-06"),
    ],
    table: `
      2026-01-01 | 10000.00 | 0 | ISSUED
      2026-06-10 | 2000.00  | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 2416.67 | 10000.00 | 0 | 0 | 7583.33 | 0 | 0 | 7583.33
      2026-02 | 416.66  | 10000.00 | 0 | 0 | 7166.67 | 0 | 0 | 7166.67
      2026-03 | 416.67  | 10000.00 | 0 | 0 | 6750.00 | 0 | 0 | 6750.00
      2026-04 | 1516.67 | 10000.00 | 0 | 0 | 5233.33 | 0 | 0 | 7233.33
      2026-05 | 2376.67 | 10000.00 | 0 | 0 | 2856.66 | 0 | 0 | 4856.66
      2026-06 | 1756.66 | 12000.00 | 0 | 0 | 3100.00 | 0 | 0 | 3100.00`,
  },
];
