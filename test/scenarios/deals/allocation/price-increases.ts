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
import { closedInTurn, credit, creditOfLine, type Deal, taxed, termPath, total } from "../deal.ts";

// Higher prices in contracts whose price is allocated by standalone selling prices.

const [from, to] = ["2026-01-01", "2026-12-31"];
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const patch = (name: string, body: object) => act(`PATCH ${termPath(name)}`, body);
const pob = (index: number, body: object) =>
  act(`PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.${index}.id`, body);
const shared = { allocationMethod: "RELATIVE_SSP" };
const once = { from, to: from, interval: "NONE" };
const amended = (name: string, effectiveDate: string, amount: string) =>
  act(`POST ${termPath(name)}/amendments`, { effectiveDate, settlement: "IMMEDIATE", ...total(amount) });
/** 900.00 and 900.00 of 1,800.00. */
const halves = [
  obligation("Platform", { price: "100.00", from, to }, { standaloneSellingPrice: "1200.00" }),
  obligation("Support", { price: "50.00", from, to }, { standaloneSellingPrice: "1200.00" }),
  approve,
];

export const priceIncreaseDeals: readonly Deal[] = [
  {
    // 1,800.00 by halves, 150.00 a month, and what is used. Usage is no part of that price, so 30.00 of January's calls that are credited in March are
    // March's. From July on 302.47 more: 1,202.47 for six months, 601.24 and 601.23.
    title: "usage beside a price that is shared: a credit of calls, and a higher price in July",
    contract: shared,
    steps: [
      on(
        from,
        eventType,
        grace(0),
        obligation("Platform", { price: "1200.00", interval: "YEAR", from, to }, { standaloneSellingPrice: "1000.00" }),
        obligation("Support", { price: "600.00", interval: "YEAR", from, to }, { standaloneSellingPrice: "1000.00" }),
        usageTerm("Calls", { price: "0.10", from, to }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "1000", "re-1")),
      ...closedInTurn("2026-01"),
      on("2026-02-20", use("2026-02-20", "500", "re-2")),
      ...closedInTurn("2026-02"),
      on("2026-03-10", creditOfLine(1, 0, "2026-03-10", "30.00")),
      ...closedInTurn(...months.slice(2, 6)),
      on(
        "2026-07-01",
        act(`POST ${termPath("Platform")}/amendments`, {
          ...{ effectiveDate: "2026-07-01", settlement: "IMMEDIATE" },
          ...total("1800.00"),
        }),
      ),
      on("2026-07-20", use("2026-07-20", "200", "re-3")),
      ...closedInTurn(...months.slice(6)),
    ],
    table: `
      2026-01-01 | 1800.00 | 0 | ISSUED
      2026-02-01 | 100.00  | 0 | ISSUED
      2026-03-01 | 50.00   | 0 | ISSUED
      2026-07-01 | 302.47  | 0 | ISSUED
      2026-08-01 | 20.00   | 0 | ISSUED
      2026-03-10 | 30.00   | 0 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 250.00 | 1800.00 | 100.00 | 0 | 1650.00 | 0 | 0
      2026-02 | 200.00 | 1900.00 | 50.00  | 0 | 1500.00 | 0 | 0
      2026-03 | 120.00 | 1950.00 | 0      | 0 | 1350.00 | 0 | 30.00
      2026-04 | 150.00 | 1950.00 | 0      | 0 | 1200.00 | 0 | 30.00
      2026-05 | 150.00 | 1950.00 | 0      | 0 | 1050.00 | 0 | 30.00
      2026-06 | 150.00 | 1950.00 | 0      | 0 | 900.00  | 0 | 30.00
      2026-07 | 220.42 | 2252.47 | 20.00  | 0 | 1002.05 | 0 | 30.00
      2026-08 | 200.40 | 2272.47 | 0      | 0 | 801.65  | 0 | 30.00
      2026-09 | 200.42 | 2272.47 | 0      | 0 | 601.23  | 0 | 30.00
      2026-10 | 200.41 | 2272.47 | 0      | 0 | 400.82  | 0 | 30.00
      2026-11 | 200.41 | 2272.47 | 0      | 0 | 200.41  | 0 | 30.00
      2026-12 | 200.41 | 2272.47 | 0      | 0 | 0       | 0 | 30.00`,
  },
  {
    // 1,800.00 by halves. From July on 360.00 more: 1,260.00 for six months, 210.00 a month. The credit of January's line takes 60.00 back in July.
    title: "a higher price and a credit on one day, in an allocated contract",
    contract: shared,
    steps: [
      on(
        from,
        obligation("Platform", { price: "100.00", from, to }, { standaloneSellingPrice: "900.00" }),
        obligation("Support", { price: "50.00", from, to }, { standaloneSellingPrice: "900.00" }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 6)),
      on(
        "2026-07-01",
        patch("Platform", { ...total("160.00"), effectiveDate: "2026-08-01" }),
        credit("2026-07-01", "60.00"),
      ),
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
      2026-08-01 | 210.00 | 0 | ISSUED
      2026-09-01 | 210.00 | 0 | ISSUED
      2026-10-01 | 210.00 | 0 | ISSUED
      2026-11-01 | 210.00 | 0 | ISSUED
      2026-12-01 | 210.00 | 0 | ISSUED
      2026-07-01 | 60.00  | 0 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 150.00 | 150.00  | 0 | 0 | 0 | 0 | 0     | 1650.00
      2026-02 | 150.00 | 300.00  | 0 | 0 | 0 | 0 | 0     | 1500.00
      2026-03 | 150.00 | 450.00  | 0 | 0 | 0 | 0 | 0     | 1350.00
      2026-04 | 150.00 | 600.00  | 0 | 0 | 0 | 0 | 0     | 1200.00
      2026-05 | 150.00 | 750.00  | 0 | 0 | 0 | 0 | 0     | 1050.00
      2026-06 | 150.00 | 900.00  | 0 | 0 | 0 | 0 | 0     | 900.00
      2026-07 | 90.00  | 1050.00 | 0 | 0 | 0 | 0 | 60.00 | 1050.00
      2026-08 | 210.00 | 1260.00 | 0 | 0 | 0 | 0 | 60.00 | 840.00
      2026-09 | 210.00 | 1470.00 | 0 | 0 | 0 | 0 | 60.00 | 630.00
      2026-10 | 210.00 | 1680.00 | 0 | 0 | 0 | 0 | 60.00 | 420.00
      2026-11 | 210.00 | 1890.00 | 0 | 0 | 0 | 0 | 60.00 | 210.00
      2026-12 | 210.00 | 2100.00 | 0 | 0 | 0 | 0 | 60.00 | 0`,
  },
  {
    // 12,000.00 by 9,000 and 3,000. In March 1,200.00 more for the licence, which is delivered: shared as at inception (32-43), 900.00 and 300.00, of
    // which 25.00 are of each month.
    title: "a more expensive licence after its delivery, beside support, in an allocated contract",
    pobs: true,
    contract: shared,
    steps: [
      on(
        from,
        term("Fee", { price: "12000.00", ...once }),
        pobs(
          "Fee",
          {
            ...{ name: "Licence", serviceStartDate: "2026-01-15", serviceEndDate: "2026-01-15" },
            ...{ recognitionPattern: "POINT_IN_TIME", recognitionDate: "2026-01-15" },
            ...{ transactionPrice: "7000.00", standaloneSellingPrice: "9000.00" },
          },
          {
            ...{ name: "Support", serviceStartDate: from, serviceEndDate: to, recognitionPattern: "STRAIGHT_LINE" },
            ...{ transactionPrice: "5000.00", standaloneSellingPrice: "3000.00" },
          },
        ),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on(
        "2026-03-10",
        term("More", {
          price: "1200.00",
          from: "2026-03-10",
          to: "2026-03-10",
          interval: "NONE",
          billingTermGroupId: "$Fee.billingTermGroupId",
        }),
        pob(0, { transactionPrice: "8200.00" }),
      ),
      ...closedInTurn("2026-03", "2026-04"),
    ],
    table: `
      2026-01-01 | 12000.00 | 0 | ISSUED
      2026-03-10 | 1200.00  | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 9250.00 | 12000.00 | 0 | 0 | 2750.00 | 0 | 0 | 2750.00
      2026-02 | 250.00  | 12000.00 | 0 | 0 | 2500.00 | 0 | 0 | 2500.00
      2026-03 | 1225.00 | 13200.00 | 0 | 0 | 2475.00 | 0 | 0 | 2475.00
      2026-04 | 275.00  | 13200.00 | 0 | 0 | 2200.00 | 0 | 0 | 2200.00`,
  },
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
    // 500.00 by the day and 1,500.00 by the month: 236.26 and 712.10 are earned by 10 April. 300.00 more leave 1,351.64, by 527.47 and 1,575.81 of what is
    // still to serve: 338.97 over 96 days, and 1,012.67 over 21/30, two months and 14/31.
    title:
      "a leap year by the day and by the month, in an allocated contract in euros, more expensive in the middle of a month",
    pobs: true,
    contract: { ...shared, currency: "EUR" },
    steps: [
      on(
        "2028-01-15",
        term("Fee", { price: "2000.00", interval: "NONE", from: "2028-01-15", to: "2028-01-15" }),
        pobs(
          "Fee",
          ...(
            [
              ["Hosting", "STRAIGHT_LINE_DAILY", "1000.00"],
              ["Support", "STRAIGHT_LINE", "3000.00"],
            ] as const
          ).map(([name, recognitionPattern, standaloneSellingPrice]) => ({
            ...{ name, serviceStartDate: "2028-01-15", serviceEndDate: "2028-07-14", transactionPrice: "1000.00" },
            ...{ recognitionPattern, standaloneSellingPrice },
          })),
        ),
        approve,
      ),
      ...closedInTurn("2028-01", "2028-02", "2028-03"),
      on(
        "2028-04-10",
        term("More", {
          ...{ price: "300.00", interval: "NONE", from: "2028-04-10", to: "2028-04-10" },
          billingTermGroupId: "$Fee.billingTermGroupId",
        }),
        pob(0, { transactionPrice: "1300.00" }),
      ),
      ...closedInTurn("2028-04", "2028-05", "2028-06", "2028-07"),
    ],
    table: `
      2028-01-15 | 2000.00 | 0 | ISSUED
      2028-04-10 | 300.00  | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2028-01 | 183.80 | 2000.00 | 0 | 0 | 1816.20 | 0 | 0
      2028-02 | 329.67 | 2000.00 | 0 | 0 | 1486.53 | 0 | 0
      2028-03 | 335.17 | 2000.00 | 0 | 0 | 1151.36 | 0 | 0
      2028-04 | 398.79 | 2300.00 | 0 | 0 | 1052.57 | 0 | 0
      2028-05 | 430.78 | 2300.00 | 0 | 0 | 621.79  | 0 | 0
      2028-06 | 427.25 | 2300.00 | 0 | 0 | 194.54  | 0 | 0
      2028-07 | 194.54 | 2300.00 | 0 | 0 | 0       | 0 | 0`,
  },
  {
    // 7,429 of 13,000 yen and 5,571 over the year. The licence comes on 20 April, as is known in March, which takes back what January had. 1,008 more for support from July on, said in February, are support's alone, for the
    // licence is delivered by then.
    title:
      "a licence in yen that was not delivered after all, in an allocated contract with support that is more expensive from July on",
    contract: { currency: "JPY", allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        ...taxed("0.10"),
        obligation(
          "Support",
          { price: "4000", interval: "YEAR", from, to: "2026-12-31" },
          { standaloneSellingPrice: "6000" },
        ),
        obligation(
          "Licence",
          { price: "9000", interval: "NONE", from: "2026-01-10", to: "2026-01-10" },
          { standaloneSellingPrice: "8000" },
        ),
        approve,
      ),
      ...closedInTurn("2026-01"),
      on(
        "2026-02-10",
        act(`POST ${termPath("Support")}/amendments`, {
          ...{ effectiveDate: "2026-07-01", settlement: "IMMEDIATE", ...total("6000") },
        }),
      ),
      ...closedInTurn("2026-02"),
      on(
        "2026-03-10",
        act("PATCH /v3/contracts/$contract/obligation/$Licence.id", {
          ...{ revenueStartDate: "2026-04-20", revenueEndDate: "2026-04-20", reasonCode: "CORRECTION" },
        }),
      ),
      ...closedInTurn("2026-03", "2026-04", "2026-05", "2026-06", "2026-07", "2026-08", "2026-09"),
    ],
    table: `
      2026-01-01 | 4400 | 400 | ISSUED
      2026-01-10 | 9900 | 900 | ISSUED
      2026-07-01 | 1109 | 101 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 7893 | 14300 | 0 | 0 | 5107 | 1300 | 0 | 5107
      2026-02 | 465 | 14300 | 0 | 0 | 4642 | 1300 | 0 | 5650
      2026-03 | -6965 | 14300 | 0 | 0 | 11607 | 1300 | 0 | 12615
      2026-04 | 7893 | 14300 | 0 | 0 | 3714 | 1300 | 0 | 4722
      2026-05 | 464 | 14300 | 0 | 0 | 3250 | 1300 | 0 | 4258
      2026-06 | 465 | 14300 | 0 | 0 | 2785 | 1300 | 0 | 3793
      2026-07 | 632 | 15409 | 0 | 0 | 3161 | 1401 | 0 | 3161
      2026-08 | 632 | 15409 | 0 | 0 | 2529 | 1401 | 0 | 2529
      2026-09 | 633 | 15409 | 0 | 0 | 1896 | 1401 | 0 | 1896`,
  },
];
