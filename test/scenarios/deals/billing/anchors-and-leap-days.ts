import { act, approve, close, obligation, on, pobs, term } from "../../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, taxed, termPath, total } from "../deal.ts";

// Billing periods anchored on a day that not every month has, over a leap day, in weeks and in half months.

const start = "2026-01-01";
const platform = (billing: Parameters<typeof obligation>[1], parts: object = {}) =>
  obligation("Platform", billing, parts);
const platformPath = "/v3/contracts/$contract/billing-terms/$Platform.billingTermId";
const end = (name: string, endDate: string) =>
  act(`PATCH ${termPath(name)}/terminate`, { endDate, creditUnused: true });
const between = (first: string, last: string): string[] => {
  const end = Temporal.PlainYearMonth.from(last);
  const months: string[] = [];
  for (
    let at = Temporal.PlainYearMonth.from(first);
    Temporal.PlainYearMonth.compare(at, end) <= 0;
    at = at.add({ months: 1 })
  ) {
    months.push(at.toString());
  }
  return months;
};
const amended = (name: string, effectiveDate: string, amount: string, parts: object = {}) =>
  act(`POST ${termPath(name)}/amendments`, { effectiveDate, settlement: "IMMEDIATE", ...total(amount), ...parts });

export const anchorsAndLeapDayDeals: readonly Deal[] = [
  {
    // The second year begins on 28 February 2029 and is 10 % dearer: 366.00 + 402.60 = 768.60 for 730 days. February 2028 has one of them.
    title: "two years from a leap day, earned by the day",
    steps: [
      on(
        "2028-02-29",
        platform(
          {
            ...{ price: "366.00", interval: "YEAR", from: "2028-02-29", to: "2030-02-27" },
            escalator: { type: "PERCENTAGE", amount: "0.10" },
          },
          { recognitionPattern: "STRAIGHT_LINE_DAILY" },
        ),
        approve,
      ),
      on("2028-06-01", close("2028-05")),
      on("2029-04-01", close("2029-03")),
    ],
    table: `
      2028-02-29 | 366.00 | 0 | ISSUED
      2029-02-28 | 402.60 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2028-02 | 1.05  | 366.00 | 0 | 0 | 364.95 | 0 | 0
      2028-03 | 32.64 | 366.00 | 0 | 0 | 332.31 | 0 | 0
      2028-04 | 31.59 | 366.00 | 0 | 0 | 300.72 | 0 | 0
      2028-05 | 32.64 | 366.00 | 0 | 0 | 268.08 | 0 | 0
      2028-06 | 31.58 | 366.00 | 0 | 0 | 236.50 | 0 | 0
      2028-07 | 32.64 | 366.00 | 0 | 0 | 203.86 | 0 | 0
      2028-08 | 32.64 | 366.00 | 0 | 0 | 171.22 | 0 | 0
      2028-09 | 31.59 | 366.00 | 0 | 0 | 139.63 | 0 | 0
      2028-10 | 32.64 | 366.00 | 0 | 0 | 106.99 | 0 | 0
      2028-11 | 31.58 | 366.00 | 0 | 0 | 75.41  | 0 | 0
      2028-12 | 32.64 | 366.00 | 0 | 0 | 42.77  | 0 | 0
      2029-01 | 32.64 | 366.00 | 0 | 0 | 10.13  | 0 | 0
      2029-02 | 29.48 | 768.60 | 0 | 0 | 383.25 | 0 | 0
      2029-03 | 32.64 | 768.60 | 0 | 0 | 350.61 | 0 | 0`,
  },
  {
    // 1,300.00 for 52 weeks, 1 January to 30 December: eleven months and 30/31 of one, 108.625 a month. Thirteen bills of 100.00, each
    // after four weeks.
    title: "52 weeks, billed every four in arrears",
    steps: [
      on(
        start,
        platform({
          ...{ price: "100.00", interval: "WEEK", intervalFrequency: 4, from: start, to: "2026-12-30" },
          invoiceDateStrategy: "ARREARS",
        }),
        approve,
      ),
      on("2027-01-01", close("2026-12")),
    ],
    table: `
      2026-01-29 | 100.00 | 0 | ISSUED
      2026-02-26 | 100.00 | 0 | ISSUED
      2026-03-26 | 100.00 | 0 | ISSUED
      2026-04-23 | 100.00 | 0 | ISSUED
      2026-05-21 | 100.00 | 0 | ISSUED
      2026-06-18 | 100.00 | 0 | ISSUED
      2026-07-16 | 100.00 | 0 | ISSUED
      2026-08-13 | 100.00 | 0 | ISSUED
      2026-09-10 | 100.00 | 0 | ISSUED
      2026-10-08 | 100.00 | 0 | ISSUED
      2026-11-05 | 100.00 | 0 | ISSUED
      2026-12-03 | 100.00 | 0 | ISSUED
      2026-12-31 | 100.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 108.63 | 100.00  | 8.63  | 0 | 0 | 0 | 0
      2026-02 | 108.62 | 200.00  | 17.25 | 0 | 0 | 0 | 0
      2026-03 | 108.63 | 300.00  | 25.88 | 0 | 0 | 0 | 0
      2026-04 | 108.62 | 400.00  | 34.50 | 0 | 0 | 0 | 0
      2026-05 | 108.63 | 500.00  | 43.13 | 0 | 0 | 0 | 0
      2026-06 | 108.62 | 600.00  | 51.75 | 0 | 0 | 0 | 0
      2026-07 | 108.63 | 700.00  | 60.38 | 0 | 0 | 0 | 0
      2026-08 | 108.62 | 800.00  | 69.00 | 0 | 0 | 0 | 0
      2026-09 | 108.63 | 900.00  | 77.63 | 0 | 0 | 0 | 0
      2026-10 | 108.62 | 1000.00 | 86.25 | 0 | 0 | 0 | 0
      2026-11 | 108.63 | 1100.00 | 94.88 | 0 | 0 | 0 | 0
      2026-12 | 105.12 | 1300.00 | 0     | 0 | 0 | 0 | 0`,
  },
  {
    // 6 of 15 days, 20.00, and three half months of 50.00: 170.00 over 22/31 of January and February, 70.57 and 99.43.
    title: "half months, billed on their last day",
    steps: [
      on(
        "2026-01-10",
        platform({
          ...{ price: "50.00", interval: "SEMI_MONTH", from: "2026-01-10", to: "2026-02-28" },
          invoiceDateStrategy: "LAST_OF_PERIOD",
        }),
        approve,
      ),
      on("2026-03-01", close("2026-02")),
    ],
    table: `
      2026-01-15 | 20.00 | 0 | ISSUED
      2026-01-31 | 50.00 | 0 | ISSUED
      2026-02-15 | 50.00 | 0 | ISSUED
      2026-02-28 | 50.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 70.57 | 70.00  | 0.57 | 0 | 0 | 0 | 0
      2026-02 | 99.43 | 170.00 | 0    | 0 | 0 | 0 | 0`,
  },
  {
    // Each quarter is its own price. The first earns 90.000 over 16/31 of January, two months and half of April; the second 120.000, of
    // which 46 of 91 days are served when it ends on 31 May: 60.659. 59.341 are credited, with 2.967 of 6.000 tax.
    title: "open-ended quarters in dinars from the 16th, more expensive from the second on, ended in it",
    contract: { currency: "KWD" },
    steps: [
      on(
        "2026-01-16",
        ...taxed("0.05"),
        platform({ price: "90.000", interval: "QUARTER", from: "2026-01-16" }),
        approve,
      ),
      on(
        "2026-03-10",
        close("2026-02"),
        act(`PATCH ${platformPath}`, { ...total("120.000"), effectiveDate: "2026-04-16" }),
      ),
      on(
        "2026-05-20",
        close("2026-04"),
        act(`PATCH ${platformPath}/terminate`, { endDate: "2026-05-31", creditUnused: true }),
      ),
      on("2026-07-01", close("2026-06")),
    ],
    table: `
      2026-01-16 | 94.500  | 4.500 | ISSUED
      2026-04-16 | 126.000 | 6.000 | ISSUED
      2026-05-20 | 62.308  | 2.967 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 15.401 | 94.500  | 0 | 0 | 74.599 | 4.500  | 0
      2026-02 | 29.840 | 94.500  | 0 | 0 | 44.759 | 4.500  | 0
      2026-03 | 29.839 | 94.500  | 0 | 0 | 14.920 | 4.500  | 0
      2026-04 | 35.028 | 220.500 | 0 | 0 | 99.892 | 10.500 | 0
      2026-05 | 40.551 | 220.500 | 0 | 0 | 0      | 7.533  | 62.308
      2026-06 | 0      | 220.500 | 0 | 0 | 0      | 7.533  | 62.308`,
  },
  {
    // 31 August to 29 November, to 28 February, to 30 May: 91, 91 and 92 days for 910.00 each, 2,730.00 over 274 days. Ended on 14 April,
    // 46 of 92 days: 455.00.
    title: "quarters in arrears anchored on 31 August, over a leap day, ended in the last one",
    steps: [
      on(
        "2027-08-31",
        obligation(
          "Platform",
          {
            price: "910.00",
            interval: "QUARTER",
            from: "2027-08-31",
            to: "2028-05-30",
            invoiceDateStrategy: "ARREARS",
          },
          { recognitionPattern: "STRAIGHT_LINE_DAILY" },
        ),
        approve,
      ),
      on("2028-04-10", close("2028-03"), act(`PATCH ${termPath("Platform")}/terminate`, { endDate: "2028-04-14" })),
      ...closedInTurn("2028-04"),
    ],
    table: `
      2027-11-30 | 910.00 | 0 | ISSUED
      2028-02-29 | 910.00 | 0 | ISSUED
      2028-04-15 | 455.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2027-08 | 9.96   | 0       | 9.96   | 0 | 0 | 0 | 0 | 2720.04
      2027-09 | 298.91 | 0       | 308.87 | 0 | 0 | 0 | 0 | 2421.13
      2027-10 | 308.87 | 0       | 617.74 | 0 | 0 | 0 | 0 | 2112.26
      2027-11 | 298.90 | 910.00  | 6.64   | 0 | 0 | 0 | 0 | 1813.36
      2027-12 | 308.87 | 910.00  | 315.51 | 0 | 0 | 0 | 0 | 1504.49
      2028-01 | 308.87 | 910.00  | 624.38 | 0 | 0 | 0 | 0 | 1195.62
      2028-02 | 288.94 | 1820.00 | 3.32   | 0 | 0 | 0 | 0 | 906.68
      2028-03 | 308.87 | 1820.00 | 312.19 | 0 | 0 | 0 | 0 | 597.81
      2028-04 | 142.81 | 2275.00 | 0      | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // The second half begins on 29 February. 600.00 + 660.00 = 1,260.00 over 1/31, eleven months and 30/31: 105.00 a month. In April 63.00
    // of the second are credited over 1/29, five months and 30/31: 10.50 a month, of which 10.86 are of closed months.
    title: "half years anchored on 31 August, the second more expensive and credited in part",
    steps: [
      on(
        "2027-08-31",
        obligation("Platform", {
          price: "600.00",
          intervalFrequency: 6,
          from: "2027-08-31",
          to: "2028-08-30",
          escalator: { type: "PERCENTAGE", amount: "0.10", everyMonths: 6 },
        }),
        approve,
      ),
      on("2028-04-12", close("2028-03"), creditOfLine(1, 0, "2028-04-12", "63.00")),
      ...closedInTurn("2028-04", "2028-05", "2028-06", "2028-07", "2028-08"),
    ],
    table: `
      2027-08-31 | 600.00 | 0 | ISSUED
      2028-02-29 | 660.00 | 0 | ISSUED
      2028-04-12 | 63.00  | 0 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2027-08 | 3.39   | 600.00  | 0 | 0 | 596.61 | 0 | 0     | 1256.61
      2027-09 | 105.00 | 600.00  | 0 | 0 | 491.61 | 0 | 0     | 1151.61
      2027-10 | 105.00 | 600.00  | 0 | 0 | 386.61 | 0 | 0     | 1046.61
      2027-11 | 105.00 | 600.00  | 0 | 0 | 281.61 | 0 | 0     | 941.61
      2027-12 | 105.00 | 600.00  | 0 | 0 | 176.61 | 0 | 0     | 836.61
      2028-01 | 105.00 | 600.00  | 0 | 0 | 71.61  | 0 | 0     | 731.61
      2028-02 | 105.00 | 1260.00 | 0 | 0 | 626.61 | 0 | 0     | 626.61
      2028-03 | 105.00 | 1260.00 | 0 | 0 | 521.61 | 0 | 0     | 521.61
      2028-04 | 83.65  | 1260.00 | 0 | 0 | 374.96 | 0 | 63.00 | 374.96
      2028-05 | 94.50  | 1260.00 | 0 | 0 | 280.46 | 0 | 63.00 | 280.46
      2028-06 | 94.50  | 1260.00 | 0 | 0 | 185.96 | 0 | 63.00 | 185.96
      2028-07 | 94.51  | 1260.00 | 0 | 0 | 91.45  | 0 | 63.00 | 91.45
      2028-08 | 91.45  | 1260.00 | 0 | 0 | 0      | 0 | 63.00 | 0`,
  },
  {
    // 1,200.00 over 1/29, eleven months and 27/28. Ended on 13 June: three months and 16 of the 31 days from 29 May on, 351.61.
    title: "a year from a leap day, ended by months",
    steps: [
      on(
        "2028-02-29",
        obligation("Platform", {
          price: "1200.00",
          interval: "YEAR",
          prorationPolicy: "MONTH",
          from: "2028-02-29",
          to: "2029-02-27",
        }),
        approve,
      ),
      on(
        "2028-06-10",
        close("2028-05"),
        act(`PATCH ${termPath("Platform")}/terminate`, { endDate: "2028-06-13", creditUnused: true }),
      ),
      ...closedInTurn("2028-06"),
    ],
    table: `
      2028-02-29 | 1200.00 | 0 | ISSUED
      2028-06-10 | 848.39  | 0 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2028-02 | 3.45   | 1200.00 | 0 | 0 | 1196.55 | 0 | 0      | 1196.55
      2028-03 | 100.01 | 1200.00 | 0 | 0 | 1096.54 | 0 | 0      | 1096.54
      2028-04 | 100.01 | 1200.00 | 0 | 0 | 996.53  | 0 | 0      | 996.53
      2028-05 | 100.01 | 1200.00 | 0 | 0 | 896.52  | 0 | 0      | 896.52
      2028-06 | 48.13  | 1200.00 | 0 | 0 | 0       | 0 | 848.39 | 0`,
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
    // 910.00 and 360.00 over 182 days from 30 November on: quarters of 91 days, months of 30 and 31. At the end of December 223.87 are served, 223.30 earned: 0.57 less of the 3.87 that are not billed
    // are receivable. Care ends with 14 April, 16 of 31 days: 89.03 less, which the 45 days after it lose.
    title: "quarters in advance and months in arrears of one group from 30 November over a leap day, one of them ended",
    pobs: true,
    steps: [
      on(
        "2027-11-30",
        term("Access", { price: "455.00", interval: "QUARTER", from: "2027-11-30", to: "2028-05-29" }),
        term("Care", {
          ...{ price: "60.00", from: "2027-11-30", to: "2028-05-29", invoiceDateStrategy: "ARREARS" },
          billingTermGroupId: "$Access.billingTermGroupId",
        }),
        pobs("Access", {
          ...{ name: "Platform", serviceStartDate: "2027-11-30", serviceEndDate: "2028-05-29" },
          ...{ transactionPrice: "1270.00", recognitionPattern: "STRAIGHT_LINE_DAILY" },
        }),
        approve,
      ),
      ...closedInTurn(...between("2027-11", "2028-03")),
      on(
        "2028-04-05",
        act("PATCH /v3/contracts/$contract/billing-terms/$Care.id/terminate", { endDate: "2028-04-14" }),
      ),
      ...closedInTurn("2028-04", "2028-05"),
    ],
    table: `
      2027-11-30 | 455.00 | 0 | ISSUED
      2027-12-30 | 60.00  | 0 | ISSUED
      2028-01-30 | 60.00  | 0 | ISSUED
      2028-02-29 | 515.00 | 0 | ISSUED
      2028-03-30 | 60.00  | 0 | ISSUED
      2028-04-15 | 30.97  | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2027-11 | 6.98 | 455.00 | 1.98 | 0 | 450.00 | 0 | 0 | 1263.02
      2027-12 | 216.32 | 515.00 | 3.30 | 0 | 295.00 | 0 | 0 | 1046.70
      2028-01 | 216.32 | 575.00 | 4.00 | 0 | 139.38 | 0 | 0 | 830.38
      2028-02 | 202.36 | 1090.00 | 1.98 | 0 | 450.00 | 0 | 0 | 628.02
      2028-03 | 216.32 | 1150.00 | 3.30 | 0 | 295.00 | 0 | 0 | 411.70
      2028-04 | 177.68 | 1180.97 | 0 | 0 | 144.99 | 0 | 0 | 144.99
      2028-05 | 144.99 | 1180.97 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // Periods from 29 January, 28 February and 29 March on. 31.000 more from 10 February on, of which 18 of 30 days are 18.600. It ends with 10 April, 13 of the 31 days from 29 March on: 52.000
    // of 124.000. 261.252 of 287.600 are earned by 5 April.
    title:
      "months in dinars anchored on the 29th, by months: more expensive in February, as recorded in March, and ended in April",
    contract: { currency: "KWD" },
    steps: [
      on(
        "2027-01-29",
        obligation("Hosting", { price: "93.000", from: "2027-01-29", to: "2027-04-28", prorationPolicy: "MONTH" }),
        approve,
      ),
      ...closedInTurn("2027-01"),
      on("2027-03-05", amended("Hosting", "2027-02-10", "124.000", { agreedOn: "2027-02-20" }), close("2027-02")),
      ...closedInTurn("2027-03"),
      on("2027-04-05", act(`PATCH ${termPath("Hosting")}/terminate`, { endDate: "2027-04-10", creditUnused: true })),
      ...closedInTurn("2027-04", "2027-05"),
    ],
    table: `
      2027-01-29 | 93.000  | 0 | ISSUED
      2027-02-28 | 93.000  | 0 | ISSUED
      2027-02-10 | 49.600  | 0 | ISSUED
      2027-03-29 | 124.000 | 0 | ISSUED
      2027-04-05 | 72.000  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2027-01 | 8.911 | 93.000 | 0 | 0 | 84.089 | 0 | 0 | 270.089
      2027-02 | 113.016 | 235.600 | 0 | 0 | 113.673 | 0 | 0 | 237.673
      2027-03 | 122.934 | 359.600 | 0 | 0 | 114.739 | 0 | 0 | 114.739
      2027-04 | 42.739 | 359.600 | 0 | 0 | 0 | 0 | 72.000 | 0
      2027-05 | 0 | 359.600 | 0 | 0 | 0 | 0 | 72.000 | 0`,
  },
];
