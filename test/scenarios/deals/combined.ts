import { act, approve, close, obligation, on, reopen } from "../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, taxed, termPath, total } from "./deal.ts";

// Changes of different kinds in one deal: of its seats, plans, prices and documents, one because of the other.

const [from, to] = ["2026-01-01", "2026-12-31"];
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const seats = (effectiveDate: string, delta: string) =>
  act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate, delta });
const amended = (name: string, effectiveDate: string, amount: string) =>
  act(`POST ${termPath(name)}/amendments`, { ...total(amount), effectiveDate, settlement: "IMMEDIATE" });
const voided = (memo: number) => act(`POST /v3/credit-memos/$memos.${memo}.id/void`, { reason: "In error" });
const once = (name: string, price: string, day: string, served: string, alone: string) =>
  obligation(
    name,
    { price, from: day, to: day, interval: "NONE" },
    {
      ...{ serviceStartDate: served, serviceEndDate: served },
      ...{ recognitionPattern: "POINT_IN_TIME", standaloneSellingPrice: alone },
    },
  );

export const combinedDeals: readonly Deal[] = [
  {
    // Six seats more from April on wait for the next bill: 542.47. Eight go in July: those six are billed to June only, 179.51, and 120.99 of two others are credited. That credit is void, and
    // 60.49 are credited in August for all of the year, 5.04 a month.
    title: "seats that wait for the next bill, more of them that go, their credit void, and another one in its place",
    steps: [
      on(
        from,
        obligation("Seats", {
          ...{ price: "120.00", interval: "YEAR", from, to, billingType: "UNIT", quantity: "10" },
          seatConfig: { defaultTrueUpTiming: "CO_TERM", creditOnDecrease: "PRORATED" },
        }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 3)),
      on("2026-04-01", seats("2026-04-01", "6")),
      ...closedInTurn(...months.slice(3, 6)),
      on("2026-07-01", seats("2026-07-01", "-8")),
      on("2026-07-20", voided(0)),
      ...closedInTurn("2026-07"),
      on("2026-08-15", creditOfLine(0, 0, "2026-08-15", "60.49")),
      ...closedInTurn(...months.slice(7), "2027-01"),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | ISSUED
      2027-01-01 | 179.51  | 0 | ISSUED
      2026-07-01 | 120.99  | 0 | VOID
      2026-08-15 | 60.49   | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 1200.00 | 0 | 0 | 1100.00 | 0 | 0
      2026-02 | 100.00 | 1200.00 | 0 | 0 | 1000.00 | 0 | 0
      2026-03 | 100.00 | 1200.00 | 0 | 0 | 900.00 | 0 | 0
      2026-04 | 160.27 | 1200.00 | 60.27 | 0 | 800.00 | 0 | 0
      2026-05 | 160.28 | 1200.00 | 120.55 | 0 | 700.00 | 0 | 0
      2026-06 | 160.27 | 1200.00 | 180.82 | 0 | 600.00 | 0 | 0
      2026-07 | 99.79 | 1200.00 | 179.51 | 0 | 498.90 | 0 | 0
      2026-08 | 59.44 | 1200.00 | 179.51 | 0 | 378.97 | 0 | 60.49
      2026-09 | 94.75 | 1200.00 | 179.51 | 0 | 284.22 | 0 | 60.49
      2026-10 | 94.74 | 1200.00 | 179.51 | 0 | 189.48 | 0 | 60.49
      2026-11 | 94.74 | 1200.00 | 179.51 | 0 | 94.74 | 0 | 60.49
      2026-12 | 94.74 | 1200.00 | 179.51 | 0 | 0 | 0 | 60.49
      2027-01 | 0 | 1379.51 | 0 | 0 | 0 | 0 | 60.49`,
  },
  {
    // 3,600.00 by 3,000 and 1,200: 2,571.43 and 1,028.57. Another device at what it sells for is a contract of its own. From July on 15.00 a month more are all of the subscription: 604.28 are left.
    title:
      "a device and a subscription, another device at its standalone selling price, and a more expensive subscription",
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        once("Device", "2700.00", from, "2026-01-20", "3000.00"),
        obligation("Subscription", { price: "75.00", from, to }, { standaloneSellingPrice: "1200.00" }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 3)),
      on(
        "2026-04-01",
        once("Second", "300.00", "2026-04-01", "2026-04-10", "300.00"),
        act("GET /v3/contracts/$contract/modifications", undefined, "log"),
        act("PATCH /v3/contracts/$contract/modifications/$log.data.0.id", {
          ...{ treatment: "SEPARATE_CONTRACT", reason: "At what it sells for" },
        }),
      ),
      ...closedInTurn("2026-04", "2026-05"),
      on("2026-06-20", act(`PATCH ${termPath("Subscription")}`, { ...total("90.00"), effectiveDate: "2026-07-01" })),
      ...closedInTurn(...months.slice(5)),
    ],
    table: `
      2026-01-01 | 2775.00 | 0 | ISSUED
      2026-02-01 | 75.00   | 0 | ISSUED
      2026-03-01 | 75.00   | 0 | ISSUED
      2026-04-01 | 75.00   | 0 | ISSUED
      2026-04-01 | 300.00  | 0 | ISSUED
      2026-05-01 | 75.00   | 0 | ISSUED
      2026-06-01 | 75.00   | 0 | ISSUED
      2026-07-01 | 90.00   | 0 | ISSUED
      2026-08-01 | 90.00   | 0 | ISSUED
      2026-09-01 | 90.00   | 0 | ISSUED
      2026-10-01 | 90.00   | 0 | ISSUED
      2026-11-01 | 90.00   | 0 | ISSUED
      2026-12-01 | 90.00   | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 2657.14 | 2775.00 | 0 | 0 | 117.86 | 0 | 0
      2026-02 | 85.72 | 2850.00 | 0 | 0 | 107.14 | 0 | 0
      2026-03 | 85.71 | 2925.00 | 0 | 0 | 96.43 | 0 | 0
      2026-04 | 385.72 | 3300.00 | 0 | 0 | 85.71 | 0 | 0
      2026-05 | 85.71 | 3375.00 | 0 | 0 | 75.00 | 0 | 0
      2026-06 | 85.72 | 3450.00 | 0 | 0 | 64.28 | 0 | 0
      2026-07 | 100.71 | 3540.00 | 0 | 0 | 53.57 | 0 | 0
      2026-08 | 100.72 | 3630.00 | 0 | 0 | 42.85 | 0 | 0
      2026-09 | 100.71 | 3720.00 | 0 | 0 | 32.14 | 0 | 0
      2026-10 | 100.71 | 3810.00 | 0 | 0 | 21.43 | 0 | 0
      2026-11 | 100.72 | 3900.00 | 0 | 0 | 10.71 | 0 | 0
      2026-12 | 100.71 | 3990.00 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // From 15 February on 360.00 a quarter: 300.00 × 76/91 + 360.00 × 15/91 = 309.89 to the leap day. February is opened again for 420.00 from the 20th on: 316.48, 6.59 more at once. 69.89 and 66.59 are
    // earned by 15/29 and 10/29 of February and three months, a few cents otherwise than by the days of the quarter.
    title:
      "a quarter in arrears to a leap day, more expensive in its last month, and more expensive again once that was closed",
    steps: [
      on(
        "2027-12-01",
        ...taxed("0.21"),
        obligation("Hosting", {
          ...{ price: "300.00", interval: "QUARTER", invoiceDateStrategy: "ARREARS" },
          ...{ from: "2027-12-01", to: "2028-05-31" },
        }),
        approve,
      ),
      ...closedInTurn("2027-12", "2028-01"),
      on("2028-02-10", amended("Hosting", "2028-02-15", "360.00")),
      ...closedInTurn("2028-02"),
      on("2028-03-10", reopen("2028-02"), amended("Hosting", "2028-02-20", "420.00"), close("2028-02")),
      ...closedInTurn("2028-03", "2028-04", "2028-05", "2028-06"),
    ],
    table: `
      2028-03-01 | 374.97 | 65.08 | ISSUED
      2028-02-20 | 7.97   | 1.38  | ISSUED
      2028-06-01 | 508.20 | 88.20 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2027-12 | 100.00 | 0 | 100.00 | 0 | 0 | 0 | 0
      2028-01 | 100.00 | 0 | 200.00 | 0 | 0 | 0 | 0
      2028-02 | 110.28 | 0 | 309.89 | 0.39 | 0 | 0 | 0
      2028-02 | 117.14 | 7.97 | 309.89 | 0.66 | 0 | 1.38 | 0
      2028-03 | 139.78 | 382.94 | 140.00 | 0.44 | 0 | 66.46 | 0
      2028-04 | 139.78 | 382.94 | 280.00 | 0.22 | 0 | 66.46 | 0
      2028-05 | 139.78 | 382.94 | 420.00 | 0 | 0 | 66.46 | 0
      2028-06 | 0 | 891.14 | 0 | 0 | 0 | 154.66 | 0`,
  },
  {
    // 30.00 more for the quarter that is added: 10.00 a month. Two seats more from 16 December on, told in January: 10.43 and 60.00 at the price of December, and 6.00 of the rise. 10.34 of that are
    // December's, which is closed.
    title: "a renewal at a higher price, and seats that were added before it, recorded after it",
    steps: [
      on(
        "2026-10-01",
        obligation("Seats", {
          ...{ price: "30.00", interval: "QUARTER", from: "2026-10-01", to, billingType: "UNIT", quantity: "10" },
          seatConfig: { defaultTrueUpTiming: "IMMEDIATE" },
        }),
        approve,
      ),
      ...closedInTurn("2026-10"),
      on(
        "2026-11-15",
        act(`PATCH ${termPath("Seats")}`, { endDate: "2027-03-31", reasonCode: "RENEWAL" }),
        act(`PATCH ${termPath("Seats")}`, {
          ...{ pricing: [{ amount: "33.00", amountType: "PER_ITEM" }], effectiveDate: "2027-01-01" },
        }),
      ),
      ...closedInTurn("2026-11", "2026-12"),
      on("2027-01-20", seats("2026-12-16", "2")),
      ...closedInTurn("2027-01", "2027-02", "2027-03"),
    ],
    table: `
      2026-10-01 | 300.00 | 0 | ISSUED
      2027-01-01 | 330.00 | 0 | ISSUED
      2027-01-20 | 76.43  | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-10 | 100.00 | 300.00 | 0 | 0 | 200.00 | 0 | 0
      2026-11 | 100.00 | 300.00 | 0 | 0 | 100.00 | 0 | 0
      2026-12 | 100.00 | 300.00 | 0 | 0 | 0 | 0 | 0
      2027-01 | 142.37 | 706.43 | 0 | 0 | 264.06 | 0 | 0
      2027-02 | 132.03 | 706.43 | 0 | 0 | 132.03 | 0 | 0
      2027-03 | 132.03 | 706.43 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 750.00 each, and two months are closed before anybody approved it: March has the device and three months. Of 150.00 that are credited of the device 75.00 are of it, and 12.50 of each month.
    title: "a device and a subscription that are approved when two months are closed, and a credit of the device",
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        once("Device", "900.00", from, "2026-01-15", "1000.00"),
        obligation("Subscription", { price: "100.00", from, to: "2026-06-30" }, { standaloneSellingPrice: "1000.00" }),
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on("2026-03-10", approve),
      ...closedInTurn("2026-03"),
      on("2026-04-05", creditOfLine(0, 0, "2026-04-05", "150.00")),
      ...closedInTurn("2026-04", "2026-05", "2026-06"),
    ],
    table: `
      2026-03-10 | 1000.00 | 0 | ISSUED
      2026-03-10 | 100.00  | 0 | ISSUED
      2026-03-01 | 100.00  | 0 | ISSUED
      2026-04-01 | 100.00  | 0 | ISSUED
      2026-05-01 | 100.00  | 0 | ISSUED
      2026-06-01 | 100.00  | 0 | ISSUED
      2026-04-05 | 150.00  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 0 | 0 | 0 | 0 | 0 | 0 | 0
      2026-02 | 0 | 0 | 0 | 0 | 0 | 0 | 0
      2026-03 | 1125.00 | 1200.00 | 0 | 0 | 75.00 | 0 | 0
      2026-04 | 0 | 1300.00 | 0 | 0 | 25.00 | 0 | 150.00
      2026-05 | 112.50 | 1400.00 | 0 | 0 | 12.50 | 0 | 150.00
      2026-06 | 112.50 | 1500.00 | 0 | 0 | 0 | 0 | 150.00`,
  },
  {
    // Nothing for a month from 16 March on: 160.00 of March are credited, and April's bill is for nothing, until the price is back: 155.00 for its other half.
    title: "a month free of charge from the middle of an invoiced one on, and the price back in the middle of the next",
    steps: [
      on(
        from,
        obligation("Platform", { price: "310.00", from, to: "2026-06-30", creditOnDecrease: "PRORATED" }),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on("2026-03-10", amended("Platform", "2026-03-16", "0.00")),
      ...closedInTurn("2026-03"),
      on("2026-04-10", amended("Platform", "2026-04-16", "310.00")),
      ...closedInTurn("2026-04", "2026-05", "2026-06"),
    ],
    table: `
      2026-01-01 | 310.00 | 0 | ISSUED
      2026-02-01 | 310.00 | 0 | ISSUED
      2026-03-01 | 310.00 | 0 | ISSUED
      2026-04-01 | 0.00   | 0 | PAID
      2026-04-16 | 155.00 | 0 | ISSUED
      2026-05-01 | 310.00 | 0 | ISSUED
      2026-06-01 | 310.00 | 0 | ISSUED
      2026-03-10 | 160.00 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 310.00 | 310.00 | 0 | 0 | 0 | 0 | 0
      2026-02 | 310.00 | 620.00 | 0 | 0 | 0 | 0 | 0
      2026-03 | 150.00 | 930.00 | 0 | 0 | 0 | 0 | 160.00
      2026-04 | 155.00 | 1085.00 | 0 | 0 | 0 | 0 | 160.00
      2026-05 | 310.00 | 1395.00 | 0 | 0 | 0 | 0 | 160.00
      2026-06 | 310.00 | 1705.00 | 0 | 0 | 0 | 0 | 160.00`,
  },
  {
    // 100.00 a month for three months and 110.00 after that are 105.00 of revenue. 80.00 before the rise are 88.00: 11.00 of April are credited, and 22.00 a month are billed less.
    title: "a lower price, before the rise that there was, from the middle of an invoiced month on",
    steps: [
      on(
        from,
        obligation("Platform", {
          ...{ price: "100.00", from, to: "2026-06-30", creditOnDecrease: "PRORATED" },
          escalator: { type: "PERCENTAGE", amount: "0.10", everyMonths: 3 },
        }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 3)),
      on("2026-04-16", amended("Platform", "2026-04-16", "80.00")),
      ...closedInTurn(...months.slice(3, 6)),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 110.00 | 0 | ISSUED
      2026-05-01 | 88.00  | 0 | ISSUED
      2026-06-01 | 88.00  | 0 | ISSUED
      2026-04-16 | 11.00  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 105.00 | 100.00 | 0 | 5.00 | 0 | 0 | 0
      2026-02 | 105.00 | 200.00 | 0 | 10.00 | 0 | 0 | 0
      2026-03 | 105.00 | 300.00 | 0 | 15.00 | 0 | 0 | 0
      2026-04 | 94.00 | 410.00 | 0 | 10.00 | 0 | 0 | 11.00
      2026-05 | 83.00 | 498.00 | 0 | 5.00 | 0 | 0 | 11.00
      2026-06 | 83.00 | 586.00 | 0 | 0 | 0 | 0 | 11.00`,
  },
];
