import { act, approve, close, obligation, on, pobs, term } from "../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, taxed, termPath, total } from "./deal.ts";

// Prices that rise by themselves while something else changes, and currencies and anchors that do not divide.

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
const perItem = (prices: readonly (readonly [string, string])[]) =>
  prices.map(([tierMinimum, amount], tier) => ({ tier, tierMinimum, amount, amountType: "PER_ITEM" }));

export const upliftedDeals: readonly Deal[] = [
  {
    // 960.00 and 5 % more are 1,968.00, 82.00 a month. Three seats from 16 September on: 3 × 96.00 × 181/365 = 142.82 with the bill of the anniversary, and
    // 302.40 in it, 445.22 over a year and a half. On 10 June 980.44 of all that are left, for 21/30, ten months and 15/31.
    title: "seats that rise half a year before their price does, and two months given after that",
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
    // (5 × 3.125 + 7 × 2.250) less 10 % are 28.238, five times, and 60.000: 157.026 and 44.164 of 201.190. A credit of 6.000 takes 4.683 and 1.317. From 10 April on 26.100 are billed: 91.524 of
    // access are earned by then, and 56.543 are left for 21/30, a month and 9/30.
    title:
      "tiers with a discount in dinars, at a price that a setup shares, credited, and cheaper from the middle of a month on",
    contract: { currency: "KWD", allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        "2026-01-10",
        ...taxed("0.05"),
        obligation(
          "Access",
          {
            ...{ price: "0", from: "2026-01-10", to: "2026-06-09", billingType: "UNIT", quantity: "12" },
            ...{
              pricingType: "TIERED",
              pricing: perItem([
                ["0", "3.125"],
                ["5", "2.250"],
              ]),
            },
          },
          { discounts: [{ type: "PERCENTAGE", amount: "0.1" }], standaloneSellingPrice: "160.000" },
        ),
        obligation(
          "Setup",
          { price: "60.000", interval: "NONE", from: "2026-01-10", to: "2026-01-10" },
          { standaloneSellingPrice: "45.000" },
        ),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on("2026-03-15", creditOfLine(0, 1, "2026-03-15", "6.000", "KWD")),
      ...closedInTurn("2026-03"),
      on(
        "2026-04-02",
        act(`PATCH ${termPath("Access")}`, {
          ...{
            pricing: perItem([
              ["0", "3.000"],
              ["5", "2.000"],
            ]),
            effectiveDate: "2026-04-10",
          },
        }),
      ),
      ...closedInTurn(...between("2026-04", "2026-06")),
    ],
    table: `
      2026-01-10 | 92.650 | 4.412 | ISSUED
      2026-02-10 | 29.650 | 1.412 | ISSUED
      2026-03-10 | 29.650 | 1.412 | ISSUED
      2026-04-10 | 27.405 | 1.305 | ISSUED
      2026-05-10 | 27.405 | 1.305 | ISSUED
      2026-03-15 | 6.300  | 0.300 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 66.409 | 92.650 | 0 | 0 | 21.829 | 4.412 | 0 | 134.781
      2026-02 | 31.344 | 122.300 | 0 | 0 | 18.723 | 5.824 | 0 | 103.437
      2026-03 | 27.495 | 151.950 | 0 | 0 | 13.466 | 6.936 | 6.300 | 69.942
      2026-04 | 28.913 | 179.355 | 0 | 0 | 10.653 | 8.241 | 6.300 | 36.753
      2026-05 | 28.271 | 206.760 | 0 | 0 | 8.482 | 9.546 | 6.300 | 8.482
      2026-06 | 8.482 | 206.760 | 0 | 0 | 0 | 9.546 | 6.300 | 0`,
  },
  {
    // 10,250 twice and 1,333 six times are 28,498 by 24 and 7: 22,063 and 6,435, of which 4,745 and 1,384 are earned by 10 March. Three seats more, 1,300 at once for two started months of three and
    // 1,950, leave 25,619 by 32 and 7: 21,021 and 4,598. Of the 1,333 of a month that is not billed only what is earned beyond the bills' days is receivable.
    title:
      "seats by their volume in yen beside months in arrears, in an allocated contract, and more seats in started months",
    contract: { currency: "JPY", allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        "2026-02-01",
        ...taxed("0.10"),
        obligation(
          "Seats",
          {
            ...{
              price: "0",
              interval: "QUARTER",
              from: "2026-02-01",
              to: "2026-07-31",
              billingType: "UNIT",
              quantity: "9",
            },
            ...{
              pricingType: "VOLUME",
              pricing: perItem([
                ["0", "1250"],
                ["11", "1100"],
              ]),
            },
          },
          {
            discounts: [{ type: "FIXED", amount: "1000" }],
            seatConfig: { defaultProrationPolicy: "STARTED_MONTH", defaultTrueUpTiming: "IMMEDIATE" },
            standaloneSellingPrice: "24000",
          },
        ),
        obligation(
          "Support",
          { price: "1333", from: "2026-02-01", to: "2026-07-31", invoiceDateStrategy: "ARREARS" },
          { standaloneSellingPrice: "7000" },
        ),
        approve,
      ),
      ...closedInTurn("2026-02"),
      on("2026-03-10", seats("2026-03-10", "3")),
      ...closedInTurn(...between("2026-03", "2026-08")),
    ],
    table: `
      2026-02-01 | 11275 | 1025 | ISSUED
      2026-03-01 | 1466  | 133  | ISSUED
      2026-03-10 | 1430  | 130  | ISSUED
      2026-04-01 | 1466  | 133  | ISSUED
      2026-05-01 | 14886 | 1353 | ISSUED
      2026-06-01 | 1466  | 133  | ISSUED
      2026-07-01 | 1466  | 133  | ISSUED
      2026-08-01 | 1466  | 133  | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-02 | 4750 | 11275 | 1333 | 0 | 6833 | 1025 | 0 | 23748
      2026-03 | 5240 | 14171 | 1284 | 0 | 4177 | 1288 | 0 | 21758
      2026-04 | 5439 | 15637 | 1213 | 0 | 0 | 1421 | 0 | 16319
      2026-05 | 5439 | 30523 | 1252 | 0 | 8133 | 2774 | 0 | 10880
      2026-06 | 5441 | 31989 | 1294 | 0 | 4067 | 2907 | 0 | 5439
      2026-07 | 5439 | 33455 | 1333 | 0 | 0 | 3040 | 0 | 0
      2026-08 | 0 | 34921 | 0 | 0 | 0 | 3173 | 0 | 0`,
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
