import { act, approve, obligation, on } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, termPath, total } from "../deal.ts";

// Prices with an escalator, and seats, prices, months and terminations that change beside it.

const from = "2026-01-01";
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
const seats = (effectiveDate: string, delta: string) =>
  act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate, delta });
const amended = (name: string, effectiveDate: string, amount: string, parts: object = {}) =>
  act(`POST ${termPath(name)}/amendments`, { effectiveDate, settlement: "IMMEDIATE", ...total(amount), ...parts });
const patch = (name: string, body: object) => act(`PATCH ${termPath(name)}`, body);
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const shared = { allocationMethod: "RELATIVE_SSP" };
/** 1,350 yen a month of 15,600 that are billed for the first year. */
const firstYear = months
  .map((month, index) => {
    const left = 15_600 - 1_350 * (index + 1);
    return `${month} | 1350 | 15600 | 0 | ${left < 0 ? `${-left} | 0` : `0 | ${left}`} | 0 | 0`;
  })
  .join("\n");

export const escalatorDeals: readonly Deal[] = [
  {
    // 960.00 and 5 % more are 1,968.00, 82.00 a month. Three seats from 16 September on: 3 × 96.00 × 181/365 = 142.82 with the bill of the anniversary, and
    // 302.40 in it, 445.22 over a year and a half. On 10 June 980.44 of all that are left, for 21/30, ten months and 15/31.
    title: "seats that rise half a year before their price does, and two months granted after that",
    steps: [
      on(
        "2026-03-16",
        obligation("Seats", {
          ...{ price: "96.00", interval: "YEAR", from: "2026-03-16", to: "2028-03-15" },
          ...{ billingType: "UNIT", quantity: "10", seatConfig: { defaultTrueUpTiming: "CO_TERM" } },
          escalator: { type: "PERCENTAGE", amount: "0.05" },
        }),
        approve,
      ),
      ...closedInTurn(...between("2026-03", "2026-08")),
      on("2026-09-16", seats("2026-09-16", "3")),
      ...closedInTurn(...between("2026-09", "2027-05")),
      on(
        "2027-06-10",
        act("PATCH /v3/contracts/$contract/obligation/$Seats.id", {
          ...{ revenueEndDate: "2028-05-15", reasonCode: "CONCESSION" },
        }),
      ),
      ...closedInTurn(...between("2027-06", "2028-05")),
    ],
    table: `
      2026-03-16 | 960.00  | 0 | ISSUED
      2027-03-16 | 1453.22 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-03 | 42.32 | 960.00 | 0 | 0 | 917.68 | 0 | 0 | 1925.68
      2026-04 | 82.00 | 960.00 | 0 | 0 | 835.68 | 0 | 0 | 1843.68
      2026-05 | 82.00 | 960.00 | 0 | 0 | 753.68 | 0 | 0 | 1761.68
      2026-06 | 82.00 | 960.00 | 0 | 0 | 671.68 | 0 | 0 | 1679.68
      2026-07 | 82.00 | 960.00 | 0 | 0 | 589.68 | 0 | 0 | 1597.68
      2026-08 | 82.00 | 960.00 | 0 | 0 | 507.68 | 0 | 0 | 1515.68
      2026-09 | 94.38 | 960.00 | 11.93 | 0 | 425.23 | 0 | 0 | 1866.52
      2026-10 | 106.75 | 960.00 | 35.80 | 0 | 342.35 | 0 | 0 | 1759.77
      2026-11 | 106.76 | 960.00 | 59.67 | 0 | 259.46 | 0 | 0 | 1653.01
      2026-12 | 106.76 | 960.00 | 83.54 | 0 | 176.57 | 0 | 0 | 1546.25
      2027-01 | 106.75 | 960.00 | 107.40 | 0 | 93.68 | 0 | 0 | 1439.50
      2027-02 | 106.76 | 960.00 | 131.27 | 0 | 10.79 | 0 | 0 | 1332.74
      2027-03 | 106.76 | 2413.22 | 0 | 0 | 1225.98 | 0 | 0 | 1225.98
      2027-04 | 106.75 | 2413.22 | 0 | 0 | 1119.23 | 0 | 0 | 1119.23
      2027-05 | 106.76 | 2413.22 | 0 | 0 | 1012.47 | 0 | 0 | 1012.47
      2027-06 | 93.40 | 2413.22 | 0 | 0 | 919.07 | 0 | 0 | 919.07
      2027-07 | 87.66 | 2413.22 | 0 | 0 | 831.41 | 0 | 0 | 831.41
      2027-08 | 87.67 | 2413.22 | 0 | 0 | 743.74 | 0 | 0 | 743.74
      2027-09 | 87.66 | 2413.22 | 0 | 0 | 656.08 | 0 | 0 | 656.08
      2027-10 | 87.67 | 2413.22 | 0 | 0 | 568.41 | 0 | 0 | 568.41
      2027-11 | 87.66 | 2413.22 | 0 | 0 | 480.75 | 0 | 0 | 480.75
      2027-12 | 87.67 | 2413.22 | 0 | 0 | 393.08 | 0 | 0 | 393.08
      2028-01 | 87.66 | 2413.22 | 0 | 0 | 305.42 | 0 | 0 | 305.42
      2028-02 | 87.67 | 2413.22 | 0 | 0 | 217.75 | 0 | 0 | 217.75
      2028-03 | 87.67 | 2413.22 | 0 | 0 | 130.08 | 0 | 0 | 130.08
      2028-04 | 87.66 | 2413.22 | 0 | 0 | 42.42 | 0 | 0 | 42.42
      2028-05 | 42.42 | 2413.22 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 300.00 a quarter and 30.00 more from July on: 1,260.00, 105.00 a month. 60.00 more from 16 May on: 60.00 × 46/91 = 30.33, and 120.00. On 20 October, 1,111.94 are earned, a quarter at
    // 420.00 is added: 718.39 are left for 12/31 and five months.
    title:
      "an escalator by the half year, a price before uplifts in the middle of a quarter, and another quarter renewed",
    steps: [
      on(
        "2026-01-01",
        obligation("Hosting", {
          ...{ price: "300.00", interval: "QUARTER", from: "2026-01-01", to: "2026-12-31" },
          escalator: { type: "FIXED", amount: "30.00", everyMonths: 6 },
        }),
        approve,
      ),
      ...closedInTurn(...between("2026-01", "2026-04")),
      on("2026-05-16", amended("Hosting", "2026-05-16", "360.00")),
      ...closedInTurn(...between("2026-05", "2026-09")),
      on("2026-10-20", act(`PATCH ${termPath("Hosting")}`, { endDate: "2027-03-31", reasonCode: "RENEWAL" })),
      ...closedInTurn(...between("2026-10", "2027-03")),
    ],
    table: `
      2026-01-01 | 300.00 | 0 | ISSUED
      2026-04-01 | 300.00 | 0 | ISSUED
      2026-05-16 | 30.33  | 0 | ISSUED
      2026-07-01 | 390.00 | 0 | ISSUED
      2026-10-01 | 390.00 | 0 | ISSUED
      2027-01-01 | 420.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 105.00 | 300.00 | 0 | 0 | 195.00 | 0 | 0 | 1155.00
      2026-02 | 105.00 | 300.00 | 0 | 0 | 90.00 | 0 | 0 | 1050.00
      2026-03 | 105.00 | 300.00 | 0 | 15.00 | 0 | 0 | 0 | 945.00
      2026-04 | 105.00 | 600.00 | 0 | 0 | 180.00 | 0 | 0 | 840.00
      2026-05 | 115.32 | 630.33 | 0 | 0 | 95.01 | 0 | 0 | 875.01
      2026-06 | 125.00 | 630.33 | 0 | 29.99 | 0 | 0 | 0 | 750.01
      2026-07 | 125.01 | 1020.33 | 0 | 0 | 235.00 | 0 | 0 | 625.00
      2026-08 | 125.00 | 1020.33 | 0 | 0 | 110.00 | 0 | 0 | 500.00
      2026-09 | 125.00 | 1020.33 | 0 | 15.00 | 0 | 0 | 0 | 375.00
      2026-10 | 128.23 | 1410.33 | 0 | 0 | 246.77 | 0 | 0 | 666.77
      2026-11 | 133.35 | 1410.33 | 0 | 0 | 113.42 | 0 | 0 | 533.42
      2026-12 | 133.36 | 1410.33 | 0 | 19.94 | 0 | 0 | 0 | 400.06
      2027-01 | 133.35 | 1830.33 | 0 | 0 | 266.71 | 0 | 0 | 266.71
      2027-02 | 133.36 | 1830.33 | 0 | 0 | 133.35 | 0 | 0 | 133.35
      2027-03 | 133.35 | 1830.33 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // Quarters of 91, 90, 92 and 92 days, the last two at 102.30 a seat: 1,562.40, 130.20 a month. Two seats from 15 January on are 2 × 93.00 × 44/90 = 90.93 and 2 × 204.60; one less from 10
    // April on takes 102.30 × 51/92 = 56.71 and 102.30. What the months earn beyond the days of their own quarter waits for the dearer ones.
    title:
      "seats in arrears from 31 August, more in the second quarter, more expensive from the third on, and fewer in it",
    steps: [
      on(
        "2026-08-31",
        obligation("Seats", {
          ...{ price: "93.00", interval: "QUARTER", from: "2026-08-31", to: "2027-08-30" },
          ...{ invoiceDateStrategy: "ARREARS", billingType: "UNIT", quantity: "4", seatConfig: {} },
          escalator: { type: "PERCENTAGE", amount: "0.10", everyMonths: 6 },
        }),
        approve,
      ),
      ...closedInTurn(...between("2026-08", "2026-12")),
      on("2027-01-15", seats("2027-01-15", "2")),
      ...closedInTurn(...between("2027-01", "2027-03")),
      on("2027-04-10", seats("2027-04-10", "-1")),
      ...closedInTurn(...between("2027-04", "2027-08")),
    ],
    table: `
      2026-11-30 | 372.00 | 0 | ISSUED
      2027-02-28 | 462.93 | 0 | ISSUED
      2027-05-31 | 557.09 | 0 | ISSUED
      2027-08-31 | 511.50 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-08 | 4.20 | 0 | 4.00 | 0.20 | 0 | 0 | 0 | 1558.20
      2026-09 | 130.20 | 0 | 128.05 | 6.35 | 0 | 0 | 0 | 1428.00
      2026-10 | 130.20 | 0 | 252.09 | 12.51 | 0 | 0 | 0 | 1297.80
      2026-11 | 130.20 | 372.00 | 4.14 | 18.66 | 0 | 0 | 0 | 1167.60
      2026-12 | 130.20 | 372.00 | 128.24 | 24.76 | 0 | 0 | 0 | 1037.40
      2027-01 | 166.69 | 372.00 | 285.29 | 34.40 | 0 | 0 | 0 | 1370.84
      2027-02 | 196.74 | 834.93 | 7.30 | 46.20 | 0 | 0 | 0 | 1174.10
      2027-03 | 196.74 | 834.93 | 211.66 | 38.58 | 0 | 0 | 0 | 977.36
      2027-04 | 172.89 | 834.93 | 392.23 | 30.90 | 0 | 0 | 0 | 645.46
      2027-05 | 162.68 | 1392.02 | 5.50 | 23.22 | 0 | 0 | 0 | 482.78
      2027-06 | 162.67 | 1392.02 | 176.00 | 15.39 | 0 | 0 | 0 | 320.11
      2027-07 | 162.69 | 1392.02 | 346.50 | 7.58 | 0 | 0 | 0 | 157.42
      2027-08 | 157.42 | 1903.52 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 150.00 and 300.00, 75.00 a month. Three months more at 110.00, by then what a month sells for alone, are a contract of their own. It ends in the second of them: half of February is credited.
    title: "months at a risen price that are what they sell for by then, and an end among them",
    steps: [
      on(
        "2026-07-01",
        act(
          "POST /v3/products",
          {
            name: "Hosting",
            standaloneSellingPrices: [
              { currency: "USD", amount: "100.00", validFrom: "2026-01-01" },
              { currency: "USD", amount: "110.00", validFrom: "2026-10-01" },
            ],
          },
          "product",
        ),
        obligation("Hosting", {
          ...{ price: "100.00", from: "2026-07-01", to: "2026-12-31", productId: "$product.id" },
          discounts: [{ type: "PERCENTAGE", amount: "0.5", startDate: "2026-07-01", endDate: "2026-09-30" }],
          escalator: { type: "PERCENTAGE", amount: "0.10", everyMonths: 6 },
        }),
        approve,
      ),
      ...closedInTurn("2026-07", "2026-08", "2026-09", "2026-10"),
      on("2026-11-10", patch("Hosting", { endDate: "2027-03-31", reasonCode: "RENEWAL" })),
      ...closedInTurn("2026-11", "2026-12", "2027-01"),
      on("2027-02-10", act(`PATCH ${termPath("Hosting")}/terminate`, { endDate: "2027-02-14", creditUnused: true })),
      ...closedInTurn("2027-02", "2027-03"),
    ],
    table: `
      2026-07-01 | 50.00  | 0 | ISSUED
      2026-08-01 | 50.00  | 0 | ISSUED
      2026-09-01 | 50.00  | 0 | ISSUED
      2026-10-01 | 100.00 | 0 | ISSUED
      2026-11-01 | 100.00 | 0 | ISSUED
      2026-12-01 | 100.00 | 0 | ISSUED
      2027-01-01 | 110.00 | 0 | ISSUED
      2027-02-01 | 110.00 | 0 | ISSUED
      2027-02-10 | 55.00  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-07 | 75.00  | 50.00  | 0 | 25.00 | 0 | 0 | 0     | 375.00
      2026-08 | 75.00  | 100.00 | 0 | 50.00 | 0 | 0 | 0     | 300.00
      2026-09 | 75.00  | 150.00 | 0 | 75.00 | 0 | 0 | 0     | 225.00
      2026-10 | 75.00  | 250.00 | 0 | 50.00 | 0 | 0 | 0     | 150.00
      2026-11 | 75.00  | 350.00 | 0 | 25.00 | 0 | 0 | 0     | 405.00
      2026-12 | 75.00  | 450.00 | 0 | 0     | 0 | 0 | 0     | 330.00
      2027-01 | 110.00 | 560.00 | 0 | 0     | 0 | 0 | 0     | 220.00
      2027-02 | 55.00  | 670.00 | 0 | 0     | 0 | 0 | 55.00 | 0
      2027-03 | 0      | 670.00 | 0 | 0     | 0 | 0 | 55.00 | 0`,
  },
  {
    // 1,260.00 and 480.00 by 3 and 1: 108.75 and 36.25 a month. 15.00 a month more from July on leave 960.00: 720.00 and 240.00. The days of a month in arrears are receivable at their own price; what is
    // earned beyond the quarters' bills waits for the dearer ones.
    title:
      "quarters that rise in July beside months in arrears that are made more expensive then, in an allocated contract",
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        obligation(
          "Platform",
          {
            ...{ price: "300.00", interval: "QUARTER", from, to: "2026-12-31" },
            escalator: { type: "PERCENTAGE", amount: "0.10", everyMonths: 6 },
          },
          { standaloneSellingPrice: "1500.00" },
        ),
        obligation(
          "Support",
          { price: "40.00", from, to: "2026-12-31", invoiceDateStrategy: "ARREARS" },
          { standaloneSellingPrice: "500.00" },
        ),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02", "2026-03", "2026-04", "2026-05"),
      on("2026-06-20", patch("Support", { ...total("55.00"), effectiveDate: "2026-07-01" })),
      ...closedInTurn("2026-06", "2026-07", "2026-08", "2026-09", "2026-10", "2026-11", "2026-12", "2027-01"),
    ],
    table: `
      2026-01-01 | 300.00 | 0 | ISSUED
      2026-02-01 | 40.00  | 0 | ISSUED
      2026-03-01 | 40.00  | 0 | ISSUED
      2026-04-01 | 340.00 | 0 | ISSUED
      2026-05-01 | 40.00  | 0 | ISSUED
      2026-06-01 | 40.00  | 0 | ISSUED
      2026-07-01 | 370.00 | 0 | ISSUED
      2026-08-01 | 55.00  | 0 | ISSUED
      2026-09-01 | 55.00  | 0 | ISSUED
      2026-10-01 | 385.00 | 0 | ISSUED
      2026-11-01 | 55.00  | 0 | ISSUED
      2026-12-01 | 55.00  | 0 | ISSUED
      2027-01-01 | 55.00  | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 145.00 | 300.00 | 40.00 | 0 | 195.00 | 0 | 0 | 1595.00
      2026-02 | 145.00 | 340.00 | 40.00 | 0 | 90.00 | 0 | 0 | 1450.00
      2026-03 | 145.00 | 380.00 | 40.00 | 15.00 | 0 | 0 | 0 | 1305.00
      2026-04 | 145.00 | 720.00 | 40.00 | 0 | 180.00 | 0 | 0 | 1160.00
      2026-05 | 145.00 | 760.00 | 40.00 | 0 | 75.00 | 0 | 0 | 1015.00
      2026-06 | 145.00 | 800.00 | 40.00 | 30.00 | 0 | 0 | 0 | 960.00
      2026-07 | 160.00 | 1170.00 | 55.00 | 0 | 195.00 | 0 | 0 | 800.00
      2026-08 | 160.00 | 1225.00 | 55.00 | 0 | 90.00 | 0 | 0 | 640.00
      2026-09 | 160.00 | 1280.00 | 55.00 | 15.00 | 0 | 0 | 0 | 480.00
      2026-10 | 160.00 | 1665.00 | 55.00 | 0 | 210.00 | 0 | 0 | 320.00
      2026-11 | 160.00 | 1720.00 | 55.00 | 0 | 105.00 | 0 | 0 | 160.00
      2026-12 | 160.00 | 1775.00 | 55.00 | 0 | 0 | 0 | 0 | 0
      2027-01 | 0 | 1830.00 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 25,200 with the escalator and 7,200, which sell for 24,000 and 12,000: 1,350 a month. From the second year on 1,200 more: 17,400 are left.
    title: "two years in yen with an escalator, and a more expensive second one of what shares its price",
    contract: { ...shared, currency: "JPY" },
    steps: [
      on(
        from,
        obligation(
          "Platform",
          {
            ...{ price: "12000", interval: "YEAR", from, to: "2027-12-31" },
            escalator: { type: "PERCENTAGE", amount: "0.10" },
          },
          { standaloneSellingPrice: "24000" },
        ),
        obligation(
          "Support",
          { price: "3600", interval: "YEAR", from, to: "2027-12-31" },
          { standaloneSellingPrice: "12000" },
        ),
        approve,
      ),
      on("2026-12-10", patch("Support", { ...total("4800"), effectiveDate: "2027-01-01" })),
      ...closedInTurn("2026-12", "2027-01", "2027-02"),
    ],
    table: `
      2026-01-01 | 15600 | 0 | ISSUED
      2027-01-01 | 18000 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      ${firstYear}
      2027-01 | 1450 | 33600 | 0 | 0 | 15950 | 0 | 0
      2027-02 | 1450 | 33600 | 0 | 0 | 14500 | 0 | 0`,
  },
];
