import { act, approve, close, on, pobs, term } from "../../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, shown } from "../deal.ts";

// Service over years and by days, with credits, concessions and refunds, and what reports show of it.

const [from, to] = ["2026-01-01", "2026-12-31"];
const once = (name: string, price: string, day: string, parts: object = {}) =>
  term(name, { price, from: day, to: day, interval: "NONE", ...parts });
const pob = (index: number, body: object) =>
  act(`PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.${index}.id`, body);
const done = (index: number, ...reports: readonly [string, string][]) =>
  pob(index, { progress: reports.map(([asOf, percentComplete]) => ({ asOf, percentComplete })) });
const backlog = (month: string) =>
  shown(
    `backlog ${month}`,
    act(`GET /v3/reports/remaining-performance-obligations?month=${month}`),
    ...["total", "within12Months", "months13To24", "after24Months", "undated"],
  );
const balances = (month: string) =>
  shown(
    `balances ${month}`,
    act(`GET /v3/reports/contract-balances?month=${month}`),
    ...["contractLiability", "currentLiability", "nonCurrentLiability", "undated"],
  );

export const longServiceAndRefundDeals: readonly Deal[] = [
  {
    // 3,600.00 over three years, and a build of 2,000.00, of which a quarter is done. A year free of charge, granted from March on, spreads the other 3,400.00 over 46 months: 886.96 in a
    // year and 886.95 in the next.
    title: "three years and a build at once, and a year more free of charge: backlog, balances and the waterfall",
    pobs: true,
    steps: [
      on(
        from,
        once("Deal", "5600.00", from),
        pobs(
          "Deal",
          {
            ...{ name: "Build", serviceStartDate: from, serviceEndDate: to },
            ...{ transactionPrice: "2000.00", recognitionPattern: "PERCENT_COMPLETE" },
          },
          {
            ...{ name: "Hosting", serviceStartDate: from, serviceEndDate: "2028-12-31" },
            ...{ transactionPrice: "3600.00", recognitionPattern: "STRAIGHT_LINE" },
          },
        ),
        approve,
      ),
      on("2026-01-31", done(0, ["2026-01-31", "0.25"])),
      ...closedInTurn("2026-01"),
      on(
        "2026-02-05",
        backlog("2026-01"),
        balances("2026-01"),
        shown(
          "waterfall",
          act("GET /v3/reports/waterfall?month=2026-02"),
          ...["recognized", "values.2026-02", "thereafter", "total"],
        ),
      ),
      on("2026-02-10", pob(1, { serviceEndDate: "2029-12-31", reasonCode: "CONCESSION", effectiveDate: "2026-03-01" })),
      ...closedInTurn("2026-02"),
      on("2026-03-05", backlog("2026-02"), balances("2026-02")),
      ...closedInTurn("2026-03", "2026-04"),
    ],
    table: `
      2026-01-01 | 5600.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 600.00 | 5600.00 | 0 | 0 | 5000.00 | 0 | 0 | 5000.00
      2026-02 | 100.00 | 5600.00 | 0 | 0 | 4900.00 | 0 | 0 | 4900.00
      2026-03 | 73.91  | 5600.00 | 0 | 0 | 4826.09 | 0 | 0 | 4826.09
      2026-04 | 73.92  | 5600.00 | 0 | 0 | 4752.17 | 0 | 0 | 4752.17
      answers
      backlog 2026-01 | 5000.00 | 1200.00 | 1200.00 | 1100.00 | 1500.00
      balances 2026-01 | 5000.00 | 2700.00 | 2300.00 | 1500.00
      waterfall | 600.00 | 100.00 | 2300.00 | 3500.00
      backlog 2026-02 | 4900.00 | 886.96 | 886.95 | 1626.09 | 1500.00
      balances 2026-02 | 4900.00 | 2386.96 | 2513.04 | 1500.00`,
  },
  {
    // 10.00 a day for 366 days. From 1 March on 550.00 more, agreed in February: 3,300.00 for 275 days, 12.00 a day. 183.00 of the year are credited in March, 0.50 a day: 61.00 of the 122 days to
    // its end.
    title: "a year by days over a leap day, dearer from March on, and credited in part",
    pobs: true,
    steps: [
      on(
        "2027-12-01",
        term("Fee", { price: "3660.00", interval: "YEAR", from: "2027-12-01", to: "2028-11-30" }),
        pobs("Fee", {
          ...{ name: "Support", serviceStartDate: "2027-12-01", serviceEndDate: "2028-11-30" },
          ...{ transactionPrice: "3660.00", recognitionPattern: "STRAIGHT_LINE_DAILY" },
        }),
        approve,
      ),
      ...closedInTurn("2027-12", "2028-01"),
      on(
        "2028-02-10",
        once("More", "550.00", "2028-03-01", { billingTermGroupId: "$Fee.billingTermGroupId" }),
        pob(0, { transactionPrice: "4210.00", effectiveDate: "2028-03-01" }),
      ),
      ...closedInTurn("2028-02"),
      on("2028-03-20", creditOfLine(0, 0, "2028-03-20", "183.00")),
      ...closedInTurn(...[3, 4, 5, 6, 7, 8, 9].map((month) => `2028-0${month}`), "2028-10", "2028-11"),
    ],
    table: `
      2027-12-01 | 3660.00 | 0 | ISSUED
      2028-03-01 | 550.00  | 0 | ISSUED
      2028-03-20 | 183.00  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2027-12 | 310.00 | 3660.00 | 0 | 0 | 3350.00 | 0 | 0 | 3350.00
      2028-01 | 310.00 | 3660.00 | 0 | 0 | 3040.00 | 0 | 0 | 3040.00
      2028-02 | 290.00 | 3660.00 | 0 | 0 | 2750.00 | 0 | 0 | 3300.00
      2028-03 | 311.00 | 4210.00 | 0 | 0 | 2806.00 | 0 | 183.00 | 2806.00
      2028-04 | 345.00 | 4210.00 | 0 | 0 | 2461.00 | 0 | 183.00 | 2461.00
      2028-05 | 356.50 | 4210.00 | 0 | 0 | 2104.50 | 0 | 183.00 | 2104.50
      2028-06 | 345.00 | 4210.00 | 0 | 0 | 1759.50 | 0 | 183.00 | 1759.50
      2028-07 | 356.50 | 4210.00 | 0 | 0 | 1403.00 | 0 | 183.00 | 1403.00
      2028-08 | 356.50 | 4210.00 | 0 | 0 | 1046.50 | 0 | 183.00 | 1046.50
      2028-09 | 345.00 | 4210.00 | 0 | 0 | 701.50 | 0 | 183.00 | 701.50
      2028-10 | 356.50 | 4210.00 | 0 | 0 | 345.00 | 0 | 183.00 | 345.00
      2028-11 | 345.00 | 4210.00 | 0 | 0 | 0 | 0 | 183.00 | 0`,
  },
  {
    // 4,000.00 of a licence, delivered, and 8,000.00 of a build, 40 % of which is done. The fee is paid and ends with June: 184 of 365 days of the build are 4,032.88, which are credited and refunded. 40 %
    // of the other 3,967.12 are 1,586.85, 1,613.15 less. In July the rest is done.
    title: "a yearly fee for a delivered licence and a build, paid, ended half-way, credited and refunded",
    pobs: true,
    steps: [
      on(
        from,
        term("Fee", { price: "12000.00", interval: "YEAR", from, to }),
        pobs(
          "Fee",
          {
            ...{ name: "Build", serviceStartDate: from, serviceEndDate: to },
            ...{ transactionPrice: "8000.00", recognitionPattern: "PERCENT_COMPLETE" },
          },
          {
            ...{ name: "Licence", serviceStartDate: "2026-01-15", serviceEndDate: "2026-01-15" },
            ...{ recognitionPattern: "POINT_IN_TIME", recognitionDate: "2026-01-15", transactionPrice: "4000.00" },
          },
        ),
        approve,
      ),
      on("2026-01-20", act("POST /v3/invoices/$invoices.0.id/payments", { amount: "12000.00" })),
      ...closedInTurn("2026-01", "2026-02", "2026-03", "2026-04"),
      on("2026-05-31", done(0, ["2026-05-31", "0.4"])),
      ...closedInTurn("2026-05"),
      on(
        "2026-06-10",
        act("PATCH /v3/contracts/$contract/billing-terms/$Fee.id/terminate", {
          ...{ endDate: "2026-06-30", creditUnused: true },
        }),
      ),
      on("2026-06-15", act("POST /v3/credit-memos/$memos.0.id/refunds", { amount: "4032.88" })),
      ...closedInTurn("2026-06"),
      on("2026-07-10", done(0, ["2026-05-31", "0.4"], ["2026-07-10", "1"])),
      on("2026-08-01", close("2026-07")),
    ],
    table: `
      2026-01-01 | 12000.00 | 0 | PAID
      2026-06-10 | 4032.88  | 0 | APPLIED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 4000.00 | 0 | 0 | 0 | 8000.00 | 0 | 0 | 8000.00
      2026-02 | 0 | 0 | 0 | 0 | 8000.00 | 0 | 0 | 8000.00
      2026-03 | 0 | 0 | 0 | 0 | 8000.00 | 0 | 0 | 8000.00
      2026-04 | 0 | 0 | 0 | 0 | 8000.00 | 0 | 0 | 8000.00
      2026-05 | 3200.00 | 0 | 0 | 0 | 4800.00 | 0 | 0 | 4800.00
      2026-06 | -1613.15 | 0 | 0 | 0 | 2380.27 | 0 | 0 | 2380.27
      2026-07 | 2380.27 | 0 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
];
