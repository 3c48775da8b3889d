import { act, approve, close, obligation, on, pobs, reopen, term } from "../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, termPath, total } from "./deal.ts";

// Free, cheaper and short days at first, and a price, days or an end that come later.

const [from, to] = ["2026-01-01", "2026-12-31"];
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const pob = (body: object) => act("PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id", body);
const end = (name: string, endDate: string) =>
  act(`PATCH ${termPath(name)}/terminate`, { endDate, creditUnused: true });

export const steppedDeals: readonly Deal[] = [
  {
    // 750.00 for a year, nothing of it billed before April: 62.50 a month. From October on 130.00 are billed and 840.00 is the price: 277.50 are left, 92.50 a month. A free month
    // given on 10 November leaves 157.25 for the 21 days of it, December and January.
    title: "three free months and a ramp, more expensive in October, and a month more free of charge",
    pobs: true,
    steps: [
      on(
        from,
        term("First", { price: "50.00", from: "2026-04-01", to: "2026-06-30" }),
        term("Then", { price: "100.00", from: "2026-07-01", to, billingTermGroupId: "$First.billingTermGroupId" }),
        pobs("First", {
          ...{ name: "Service", serviceStartDate: from, serviceEndDate: to },
          ...{ transactionPrice: "750.00", recognitionPattern: "STRAIGHT_LINE" },
        }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 6)),
      on(
        "2026-07-20",
        act(`PATCH ${termPath("Then")}`, { ...total("130.00"), effectiveDate: "2026-10-01" }),
        pob({ transactionPrice: "840.00", effectiveDate: "2026-10-01" }),
      ),
      ...closedInTurn(...months.slice(6, 10)),
      on("2026-11-10", pob({ serviceEndDate: "2027-01-31", reasonCode: "CONCESSION" })),
      ...closedInTurn("2026-11", "2026-12", "2027-01"),
    ],
    table: `
      2026-04-01 | 50.00  | 0 | ISSUED
      2026-05-01 | 50.00  | 0 | ISSUED
      2026-06-01 | 50.00  | 0 | ISSUED
      2026-07-01 | 100.00 | 0 | ISSUED
      2026-08-01 | 100.00 | 0 | ISSUED
      2026-09-01 | 100.00 | 0 | ISSUED
      2026-10-01 | 130.00 | 0 | ISSUED
      2026-11-01 | 130.00 | 0 | ISSUED
      2026-12-01 | 130.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 62.50 | 0      | 0 | 62.50  | 0     | 0 | 0 | 687.50
      2026-02 | 62.50 | 0      | 0 | 125.00 | 0     | 0 | 0 | 625.00
      2026-03 | 62.50 | 0      | 0 | 187.50 | 0     | 0 | 0 | 562.50
      2026-04 | 62.50 | 50.00  | 0 | 200.00 | 0     | 0 | 0 | 500.00
      2026-05 | 62.50 | 100.00 | 0 | 212.50 | 0     | 0 | 0 | 437.50
      2026-06 | 62.50 | 150.00 | 0 | 225.00 | 0     | 0 | 0 | 375.00
      2026-07 | 62.50 | 250.00 | 0 | 187.50 | 0     | 0 | 0 | 402.50
      2026-08 | 62.50 | 350.00 | 0 | 150.00 | 0     | 0 | 0 | 340.00
      2026-09 | 62.50 | 450.00 | 0 | 112.50 | 0     | 0 | 0 | 277.50
      2026-10 | 92.50 | 580.00 | 0 | 75.00  | 0     | 0 | 0 | 185.00
      2026-11 | 68.52 | 710.00 | 0 | 13.52  | 0     | 0 | 0 | 116.48
      2026-12 | 58.24 | 840.00 | 0 | 0      | 58.24 | 0 | 0 | 58.24
      2027-01 | 58.24 | 840.00 | 0 | 0      | 0     | 0 | 0 | 0`,
  },
  {
    // 200.00 a month, half of it for the first quarter: 175.00 are earned a month. It ends on 14 February, as is said on the 10th: 150.00 are billed, 25.00 less than January earned.
    title: "half of the price for three months, and an end in the second",
    steps: [
      on(
        from,
        obligation(
          "Plan",
          { price: "200.00", from, to },
          { discounts: [{ type: "PERCENTAGE", amount: "0.50", startDate: from, endDate: "2026-03-31" }] },
        ),
        approve,
      ),
      ...closedInTurn("2026-01"),
      on("2026-02-10", end("Plan", "2026-02-14")),
      ...closedInTurn("2026-02", "2026-03"),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-02-10 | 50.00  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 175.00 | 100.00 | 0 | 75.00 | 0 | 0 | 0     | 1925.00
      2026-02 | -25.00 | 200.00 | 0 | 0     | 0 | 0 | 50.00 | 0
      2026-03 | 0      | 200.00 | 0 | 0     | 0 | 0 | 50.00 | 0`,
  },
  {
    // Onboarding for nothing sells for 300.00: it is 240.00 of 1,200.00, the platform 80.00 a month. 30.00 more from July on are 110.00 a month. On 10 September the platform ends
    // with that month: 990.00 are billed in all, 973.00 are earned, and 17.00 are left for September.
    title: "an obligation free of charge that shares the price, a higher price from July on, and an end",
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        obligation("Platform", { price: "100.00", from, to }, { standaloneSellingPrice: "1200.00" }),
        obligation(
          "Onboarding",
          { price: "0.00", from: "2026-02-10", to: "2026-02-10", interval: "NONE" },
          { standaloneSellingPrice: "300.00" },
        ),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 5)),
      on("2026-06-20", act(`PATCH ${termPath("Platform")}`, { ...total("130.00"), effectiveDate: "2026-07-01" })),
      ...closedInTurn(...months.slice(5, 8)),
      on("2026-09-10", act(`PATCH ${termPath("Platform")}/terminate`, { endDate: "2026-09-30" })),
      ...closedInTurn("2026-09", "2026-10"),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-02-10 | 0.00   | 0 | PAID
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-05-01 | 100.00 | 0 | ISSUED
      2026-06-01 | 100.00 | 0 | ISSUED
      2026-07-01 | 130.00 | 0 | ISSUED
      2026-08-01 | 130.00 | 0 | ISSUED
      2026-09-01 | 130.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 80.00  | 100.00 | 0 | 0      | 20.00 | 0 | 0 | 1120.00
      2026-02 | 320.00 | 200.00 | 0 | 200.00 | 0     | 0 | 0 | 800.00
      2026-03 | 80.00  | 300.00 | 0 | 180.00 | 0     | 0 | 0 | 720.00
      2026-04 | 80.00  | 400.00 | 0 | 160.00 | 0     | 0 | 0 | 640.00
      2026-05 | 80.00  | 500.00 | 0 | 140.00 | 0     | 0 | 0 | 560.00
      2026-06 | 80.00  | 600.00 | 0 | 120.00 | 0     | 0 | 0 | 660.00
      2026-07 | 110.00 | 730.00 | 0 | 100.00 | 0     | 0 | 0 | 550.00
      2026-08 | 110.00 | 860.00 | 0 | 80.00  | 0     | 0 | 0 | 440.00
      2026-09 | 50.00  | 990.00 | 0 | 0      | 0     | 0 | 0 | 0
      2026-10 | 0      | 990.00 | 0 | 0      | 0     | 0 | 0 | 0`,
  },
  {
    // 310.00 a month each, anchored on the 31st, for 182 days. One is earned by the month, 1,860.00 over 5,579/930 months, the other by the day. On 5 March both end on the 10th: 11
    // of the 31 days from 29 February on are 110.00, and 200.00 of each are credited.
    title: "from the 31st over a leap day, by the month and by the day, ended in March",
    steps: [
      on(
        "2027-12-31",
        obligation("Months", { price: "310.00", from: "2027-12-31", to: "2028-06-29", prorationPolicy: "MONTH" }),
        obligation(
          "Days",
          { price: "310.00", from: "2027-12-31", to: "2028-06-29" },
          { recognitionPattern: "STRAIGHT_LINE_DAILY" },
        ),
        approve,
      ),
      ...closedInTurn("2027-12", "2028-01", "2028-02"),
      on("2028-03-05", end("Months", "2028-03-10"), end("Days", "2028-03-10")),
      ...closedInTurn("2028-03"),
    ],
    table: `
      2027-12-31 | 620.00 | 0 | ISSUED
      2028-01-31 | 620.00 | 0 | ISSUED
      2028-02-29 | 620.00 | 0 | ISSUED
      2028-03-05 | 200.00 | 0 | OPEN
      2028-03-05 | 200.00 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2027-12 | 20.22  | 620.00  | 0 | 0 | 599.78 | 0 | 0      | 3699.78
      2028-01 | 626.87 | 1240.00 | 0 | 0 | 592.91 | 0 | 0      | 3072.91
      2028-02 | 606.43 | 1860.00 | 0 | 0 | 606.48 | 0 | 0      | 2466.48
      2028-03 | 206.48 | 1860.00 | 0 | 0 | 0      | 0 | 400.00 | 0`,
  },
  {
    // 960.00 and 240.00, as above. January's bill is credited whole: 20.00 of the onboarding, and 80.00 of the platform, which January earned. 30.00 more from July on are 110.00 a month. In
    // August the credit is void, and March has it again.
    title: "an obligation free of charge that shares the price, a credit of the other, and the credit void",
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        obligation("Platform", { price: "100.00", from, to }, { standaloneSellingPrice: "1200.00" }),
        obligation(
          "Onboarding",
          { price: "0.00", from: "2026-02-10", to: "2026-02-10", interval: "NONE" },
          { standaloneSellingPrice: "300.00" },
        ),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on("2026-03-10", creditOfLine(0, 0, "2026-03-10", "100.00")),
      ...closedInTurn("2026-03", "2026-04", "2026-05"),
      on("2026-06-20", act(`PATCH ${termPath("Platform")}`, { ...total("130.00"), effectiveDate: "2026-07-01" })),
      ...closedInTurn("2026-06", "2026-07"),
      on(
        "2026-08-10",
        reopen("2026-03"),
        act("POST /v3/credit-memos/$memos.0.id/void", { reason: "In error" }),
        close("2026-07"),
      ),
      ...closedInTurn("2026-08"),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-02-10 | 0.00   | 0 | PAID
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-05-01 | 100.00 | 0 | ISSUED
      2026-06-01 | 100.00 | 0 | ISSUED
      2026-07-01 | 130.00 | 0 | ISSUED
      2026-08-01 | 130.00 | 0 | ISSUED
      2026-09-01 | 130.00 | 0 | ISSUED
      2026-03-10 | 100.00 | 0 | VOID
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 80.00  | 100.00 | 0 | 0      | 20.00 | 0 | 0      | 1120.00
      2026-02 | 320.00 | 200.00 | 0 | 200.00 | 0     | 0 | 0      | 800.00
      2026-03 | -20.00 | 300.00 | 0 | 180.00 | 0     | 0 | 100.00 | 720.00
      2026-04 | 80.00  | 400.00 | 0 | 160.00 | 0     | 0 | 100.00 | 640.00
      2026-05 | 80.00  | 500.00 | 0 | 140.00 | 0     | 0 | 100.00 | 560.00
      2026-06 | 80.00  | 600.00 | 0 | 120.00 | 0     | 0 | 100.00 | 660.00
      2026-07 | 110.00 | 730.00 | 0 | 100.00 | 0     | 0 | 100.00 | 550.00
      2026-03 | 80.00  | 300.00 | 0 | 180.00 | 0     | 0 | 0      | 720.00
      2026-04 | 80.00  | 400.00 | 0 | 160.00 | 0     | 0 | 0      | 640.00
      2026-05 | 80.00  | 500.00 | 0 | 140.00 | 0     | 0 | 0      | 560.00
      2026-06 | 80.00  | 600.00 | 0 | 120.00 | 0     | 0 | 0      | 660.00
      2026-07 | 110.00 | 730.00 | 0 | 100.00 | 0     | 0 | 0      | 550.00
      2026-08 | 110.00 | 860.00 | 0 | 80.00  | 0     | 0 | 0      | 440.00`,
  },
];
