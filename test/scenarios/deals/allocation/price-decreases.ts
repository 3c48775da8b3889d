import { act, approve, obligation, on, pobs, term } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, shown, termPath, total } from "../deal.ts";

// Lower prices of what is not billed yet, in contracts whose obligations share a price.

const [from, to] = ["2026-01-01", "2026-12-31"];
const patch = (name: string, body: object) => act(`PATCH ${termPath(name)}`, body);
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const by = (name: string) => `/v3/contracts/$contract/billing-terms/$${name}.id`;
const pob = (index: number, body: object) =>
  act(`PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.${index}.id`, body);
const pobWithId = (id: string, body: object) =>
  act(`PATCH /v3/contracts/$contract/performance-obligations/${id}`, body);
const earned = (name: string, month: string) =>
  shown(
    name,
    act(
      `GET /v3/revenue-schedules?filter=performanceObligationId:eq:$${name}.performanceObligationId,timeframe:eq:${month}`,
    ),
    "timeframe",
    "amount",
  );

export const priceDecreaseDeals: readonly Deal[] = [
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
    // 600.00 less, stated of support: 3,000.00 of it are earned by July, and 2,400.00 are left.
    title: "a licence and support in one fee, cheaper from July on",
    pobs: true,
    steps: [
      on(
        from,
        term("Fee", { price: "1000.00", from, to }),
        pobs(
          "Fee",
          {
            name: "Licence",
            serviceStartDate: "2026-01-20",
            serviceEndDate: "2026-01-20",
            recognitionPattern: "POINT_IN_TIME",
            recognitionDate: "2026-01-20",
            transactionPrice: "6000.00",
          },
          {
            name: "Support",
            serviceStartDate: from,
            serviceEndDate: to,
            recognitionPattern: "STRAIGHT_LINE",
            transactionPrice: "6000.00",
          },
        ),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 5)),
      on(
        "2026-06-20",
        act(`PATCH ${by("Fee")}`, { ...total("900.00"), effectiveDate: "2026-07-01" }),
        pob(1, { transactionPrice: "5400.00", effectiveDate: "2026-07-01" }),
      ),
      ...closedInTurn(...months.slice(5)),
    ],
    table: `
      2026-01-01 | 1000.00 | 0 | ISSUED
      2026-02-01 | 1000.00 | 0 | ISSUED
      2026-03-01 | 1000.00 | 0 | ISSUED
      2026-04-01 | 1000.00 | 0 | ISSUED
      2026-05-01 | 1000.00 | 0 | ISSUED
      2026-06-01 | 1000.00 | 0 | ISSUED
      2026-07-01 | 900.00 | 0 | ISSUED
      2026-08-01 | 900.00 | 0 | ISSUED
      2026-09-01 | 900.00 | 0 | ISSUED
      2026-10-01 | 900.00 | 0 | ISSUED
      2026-11-01 | 900.00 | 0 | ISSUED
      2026-12-01 | 900.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 6500.00 | 1000.00 | 0 | 5500.00 | 0 | 0 | 0
      2026-02 | 500.00 | 2000.00 | 0 | 5000.00 | 0 | 0 | 0
      2026-03 | 500.00 | 3000.00 | 0 | 4500.00 | 0 | 0 | 0
      2026-04 | 500.00 | 4000.00 | 0 | 4000.00 | 0 | 0 | 0
      2026-05 | 500.00 | 5000.00 | 0 | 3500.00 | 0 | 0 | 0
      2026-06 | 500.00 | 6000.00 | 0 | 3000.00 | 0 | 0 | 0
      2026-07 | 400.00 | 6900.00 | 0 | 2500.00 | 0 | 0 | 0
      2026-08 | 400.00 | 7800.00 | 0 | 2000.00 | 0 | 0 | 0
      2026-09 | 400.00 | 8700.00 | 0 | 1500.00 | 0 | 0 | 0
      2026-10 | 400.00 | 9600.00 | 0 | 1000.00 | 0 | 0 | 0
      2026-11 | 400.00 | 10500.00 | 0 | 500.00 | 0 | 0 | 0
      2026-12 | 400.00 | 11400.00 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 1,200.00 each at first. In April the licence turns out to sell for 1,800.00: 1,440.00 of 2,400.00, 240.00 more of it and 60.00 less of the first quarter's platform. From July on the
    // platform bills 70.00 and hosting, which sells for as much as what is left of it, 60.00: 660.00 are left, 55.00 a month each.
    title: "a delivered licence that sells for more, a lower price in July, and hosting beside it",
    pobs: true,
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        obligation("Platform", { price: "100.00", from, to }, { standaloneSellingPrice: "1200.00" }),
        obligation(
          "Licence",
          { price: "1200.00", from: "2026-01-05", to: "2026-01-05", interval: "NONE" },
          { standaloneSellingPrice: "1200.00" },
        ),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02", "2026-03"),
      on("2026-04-10", pobWithId("$Licence.performanceObligationId", { standaloneSellingPrice: "1800.00" })),
      ...closedInTurn("2026-04", "2026-05"),
      on(
        "2026-06-10",
        act(`PATCH ${termPath("Platform")}`, { ...total("70.00"), effectiveDate: "2026-07-01" }),
        obligation("Hosting", { price: "60.00", from: "2026-07-01", to }, { standaloneSellingPrice: "600.00" }),
      ),
      ...closedInTurn(...months.slice(5)),
      on("2027-01-02", earned("Platform", "2026-07"), earned("Hosting", "2026-07")),
    ],
    table: `
      2026-01-01 | 100.00  | 0 | ISSUED
      2026-01-05 | 1200.00 | 0 | ISSUED
      2026-02-01 | 100.00  | 0 | ISSUED
      2026-03-01 | 100.00  | 0 | ISSUED
      2026-04-01 | 100.00  | 0 | ISSUED
      2026-05-01 | 100.00  | 0 | ISSUED
      2026-06-01 | 100.00  | 0 | ISSUED
      2026-07-01 | 130.00  | 0 | ISSUED
      2026-08-01 | 130.00  | 0 | ISSUED
      2026-09-01 | 130.00  | 0 | ISSUED
      2026-10-01 | 130.00  | 0 | ISSUED
      2026-11-01 | 130.00  | 0 | ISSUED
      2026-12-01 | 130.00  | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 1300.00 | 1300.00 | 0 | 0      | 0 | 0 | 0 | 1100.00
      2026-02 | 100.00  | 1400.00 | 0 | 0      | 0 | 0 | 0 | 1000.00
      2026-03 | 100.00  | 1500.00 | 0 | 0      | 0 | 0 | 0 | 900.00
      2026-04 | 260.00  | 1600.00 | 0 | 160.00 | 0 | 0 | 0 | 640.00
      2026-05 | 80.00   | 1700.00 | 0 | 140.00 | 0 | 0 | 0 | 560.00
      2026-06 | 80.00   | 1800.00 | 0 | 120.00 | 0 | 0 | 0 | 660.00
      2026-07 | 110.00  | 1930.00 | 0 | 100.00 | 0 | 0 | 0 | 550.00
      2026-08 | 110.00  | 2060.00 | 0 | 80.00  | 0 | 0 | 0 | 440.00
      2026-09 | 110.00  | 2190.00 | 0 | 60.00  | 0 | 0 | 0 | 330.00
      2026-10 | 110.00  | 2320.00 | 0 | 40.00  | 0 | 0 | 0 | 220.00
      2026-11 | 110.00  | 2450.00 | 0 | 20.00  | 0 | 0 | 0 | 110.00
      2026-12 | 110.00  | 2580.00 | 0 | 0      | 0 | 0 | 0 | 0
      answers
      Platform | 2026-07 | 55.00
      Hosting | 2026-07 | 55.00`,
  },
];
