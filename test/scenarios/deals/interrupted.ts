import { act, approve, close, eventType, grace, obligation, on, reopen, usageTerm, use } from "../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, taxed, termPath, total } from "./deal.ts";

// Ends, pauses, counts and agreements that are told when their months are closed.

const [from, to] = ["2026-01-01", "2026-12-31"];
const voided = (memo: number) => act(`POST /v3/credit-memos/$memos.${memo}.id/void`, { reason: "In error" });
const amended = (name: string, effectiveDate: string, amount: string, parts: object = {}) =>
  act(`POST ${termPath(name)}/amendments`, { effectiveDate, settlement: "IMMEDIATE", ...total(amount), ...parts });
const end = (name: string, endDate: string, parts: object = {}) =>
  act(`PATCH ${termPath(name)}/terminate`, { endDate, ...parts });
const seats = (effectiveDate: string, delta: string) =>
  act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate, delta });
const tiers = (pricingType: string, ...prices: readonly (readonly [string, string])[]) => ({
  pricingType,
  pricing: prices.map(([tierMinimum, amount], tier) => ({ tier, tierMinimum, amount, amountType: "PER_ITEM" })),
});

export const interruptedDeals: readonly Deal[] = [
  {
    // 45 of 90 days of the first quarter are 450.00: 450.00 and all of the second are credited in April, and that is void: nothing is left to serve, so April has all of the 1,800.00. 600.00 of
    // the second are credited in May, which is void in a May that is reopened.
    title: "an end in the middle of a closed quarter, whose credit is void, and a credit after it that is void as well",
    contract: { currency: "EUR" },
    steps: [
      on(from, ...taxed("0.20"), obligation("Support", { price: "900.00", interval: "QUARTER", from, to }), approve),
      ...closedInTurn("2026-01", "2026-02", "2026-03"),
      on("2026-04-10", end("Support", "2026-02-14", { creditUnused: true })),
      on("2026-04-20", voided(0)),
      ...closedInTurn("2026-04"),
      on("2026-05-10", creditOfLine(1, 0, "2026-05-10", "600.00", "EUR")),
      ...closedInTurn("2026-05"),
      on("2026-06-05", reopen("2026-05"), voided(1), close("2026-05")),
      ...closedInTurn("2026-06"),
    ],
    table: `
      2026-01-01 | 1080.00 | 180.00 | ISSUED
      2026-04-01 | 1080.00 | 180.00 | ISSUED
      2026-04-10 | 1620.00 | 270.00 | VOID
      2026-05-10 | 720.00  | 120.00 | VOID
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 300.00  | 1080.00 | 0 | 0 | 600.00 | 180.00 | 0      | 3300.00
      2026-02 | 300.00  | 1080.00 | 0 | 0 | 300.00 | 180.00 | 0      | 3000.00
      2026-03 | 300.00  | 1080.00 | 0 | 0 | 0      | 180.00 | 0      | 2700.00
      2026-04 | 900.00  | 2160.00 | 0 | 0 | 0      | 360.00 | 0      | 0
      2026-05 | -600.00 | 2160.00 | 0 | 0 | 0      | 240.00 | 720.00 | 0
      2026-05 | 0       | 2160.00 | 0 | 0 | 0      | 360.00 | 0      | 0
      2026-06 | 0       | 2160.00 | 0 | 0 | 0      | 360.00 | 0      | 0`,
  },
  {
    // Nothing from 10 February on: 19/28 of it, March and April are credited, 830.36. From 24 March on as before: 80.00 and 310.00 are billed. April takes 440.36 back. The credit is void in an April that
    // is reopened: what was paused is paid for.
    title: "a pause of six weeks in a closed quarter, as is recorded after it, and its credit void in the end",
    steps: [
      on(
        from,
        obligation("Hosting", { price: "310.00", from, to: "2026-06-30", creditOnDecrease: "PRORATED" }),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02", "2026-03"),
      on("2026-04-10", amended("Hosting", "2026-02-10", "0.00"), amended("Hosting", "2026-03-24", "310.00")),
      ...closedInTurn("2026-04"),
      on("2026-05-05", reopen("2026-04"), voided(0), close("2026-04")),
      ...closedInTurn("2026-05", "2026-06"),
    ],
    table: `
      2026-01-01 | 310.00 | 0 | ISSUED
      2026-02-01 | 310.00 | 0 | ISSUED
      2026-03-01 | 310.00 | 0 | ISSUED
      2026-04-01 | 310.00 | 0 | ISSUED
      2026-04-10 | 390.00 | 0 | ISSUED
      2026-05-01 | 310.00 | 0 | ISSUED
      2026-06-01 | 310.00 | 0 | ISSUED
      2026-04-10 | 830.36 | 0 | VOID
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 310.00  | 310.00  | 0 | 0 | 0 | 0 | 0      | 1550.00
      2026-02 | 310.00  | 620.00  | 0 | 0 | 0 | 0 | 0      | 1240.00
      2026-03 | 310.00  | 930.00  | 0 | 0 | 0 | 0 | 0      | 930.00
      2026-04 | -130.36 | 1630.00 | 0 | 0 | 0 | 0 | 830.36 | 620.00
      2026-04 | 700.00  | 1630.00 | 0 | 0 | 0 | 0 | 0      | 620.00
      2026-05 | 310.00  | 1940.00 | 0 | 0 | 0 | 0 | 0      | 310.00
      2026-06 | 310.00  | 2250.00 | 0 | 0 | 0 | 0 | 0      | 0`,
  },
  {
    // January's 1,500 calls are 140.00. 700 of them are taken back when only 40.00 of February are there to carry the 60.00: a credit memo has them. 1,000 late ones of
    // January are 84.00 more; March's 200 below zero, 20.00, wait for April's 445.00. 600 taken back after the end are 33.00.
    title: "graduated calls deleted after their bill, late ones of the same month, and a month below zero",
    steps: [
      on(
        from,
        eventType,
        grace(2),
        ...taxed("0.20"),
        usageTerm("Calls", {
          ...{ price: "0", from, to: "2026-04-30" },
          ...tiers("TIERED", ["0", "0.10"], ["1000", "0.08"], ["5000", "0.05"]),
        }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "1500")),
      on("2026-02-04", close("2026-01")),
      on("2026-02-05", use("2026-02-05", "400")),
      on("2026-02-10", use("2026-01-25", "-700")),
      on("2026-02-20", use("2026-02-20", "200")),
      on("2026-03-04", close("2026-02")),
      on("2026-03-10", use("2026-01-28", "1000")),
      on("2026-03-15", use("2026-03-15", "-200")),
      on("2026-04-04", close("2026-03")),
      on("2026-04-10", use("2026-04-10", "5500")),
      on("2026-05-04", close("2026-04")),
      on("2026-05-10", use("2026-04-20", "-600")),
      ...closedInTurn("2026-05"),
    ],
    table: `
      2026-02-01 | 168.00 | 28.00 | ISSUED
      2026-03-01 | 72.00  | 12.00 | ISSUED
      2026-04-01 | 100.80 | 16.80 | ISSUED
      2026-05-01 | 510.00 | 85.00 | ISSUED
      2026-02-10 | 72.00  | 12.00 | OPEN
      2026-05-10 | 39.60  | 6.60  | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 140.00 | 0      | 140.00 | 0 | 0     | 0      | 0
      2026-02 | 0      | 168.00 | 60.00  | 0 | 0     | 16.00  | 72.00
      2026-03 | 64.00  | 240.00 | 84.00  | 0 | 20.00 | 28.00  | 72.00
      2026-04 | 445.00 | 340.80 | 425.00 | 0 | 0     | 44.80  | 72.00
      2026-05 | -33.00 | 850.80 | 0      | 0 | 0     | 123.20 | 111.60`,
  },
  {
    // 1,100 calls at 9 yen; 950 after all, at 12: 1,500 more for less. February's 700 are lifted by 600 to 9,000, and with 200 late ones they are 10,800. March ends with the 20th: 5,806 at least. What is
    // taken back of it then only lifts it by more; 60 late ones of January make it cheaper by 2,310.
    title: "calls in yen whose volume falls and rises after their bills, at least so much a month, and an end",
    contract: { currency: "JPY" },
    steps: [
      on(
        from,
        eventType,
        grace(0),
        ...taxed("0.10"),
        usageTerm("Calls", {
          ...{ price: "0", from, to: "2026-06-30", minimumAmount: "9000" },
          ...tiers("VOLUME", ["0", "12"], ["1000", "9"]),
        }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "1100")),
      ...closedInTurn("2026-01"),
      on("2026-02-10", use("2026-01-22", "-150")),
      on("2026-02-20", use("2026-02-20", "700")),
      ...closedInTurn("2026-02"),
      on("2026-03-05", use("2026-02-25", "200")),
      on("2026-03-10", end("Calls", "2026-03-20")),
      on("2026-03-12", use("2026-03-12", "300")),
      ...closedInTurn("2026-03"),
      on("2026-04-05", use("2026-03-15", "-100")),
      on("2026-04-12", use("2026-01-25", "60")),
      ...closedInTurn("2026-04"),
    ],
    table: `
      2026-02-01 | 10890 | 990  | ISSUED
      2026-03-01 | 11550 | 1050 | ISSUED
      2026-03-21 | 8367  | 761  | ISSUED
      2026-04-05 | 0     | 0    | PAID
      2026-04-12 | 2541  | 231  | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 9900  | 0     | 9900  | 0 | 0 | 0    | 0
      2026-02 | 10500 | 10890 | 10500 | 0 | 0 | 990  | 0
      2026-03 | 7606  | 30807 | 0     | 0 | 0 | 2801 | 0
      2026-04 | -2310 | 30807 | 0     | 0 | 0 | 2570 | 2541`,
  },
  {
    // 2.755 a started 500 calls, less 10 %: 2.480, 4.959 and 7.439 of one, two and three. 400, 700, 450 and 1,150 calls in the first quarter; 200 less of it later are 2.480 less, on the bill of the
    // second, whose 600 are 4.959.
    title: "packages of a quarter from the 16th in dinars, begun and not begun, and calls deleted after its bill",
    contract: { currency: "KWD" },
    steps: [
      on(
        "2026-01-16",
        eventType,
        grace(0),
        ...taxed("0.05"),
        usageTerm("Calls", {
          ...{ price: "2.755", interval: "QUARTER", from: "2026-01-16", to: "2026-07-15" },
          ...{ pricingType: "PACKAGE", packageSize: "500", minimumPackages: 1 },
          discounts: [{ type: "PERCENTAGE", amount: "0.1" }],
        }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "400")),
      ...closedInTurn("2026-01"),
      on("2026-02-20", use("2026-02-20", "300")),
      ...closedInTurn("2026-02"),
      on("2026-03-20", use("2026-03-20", "-250")),
      ...closedInTurn("2026-03"),
      on("2026-04-10", use("2026-04-10", "700")),
      on("2026-04-20", use("2026-04-20", "100")),
      ...closedInTurn("2026-04"),
      on("2026-05-10", use("2026-03-21", "-200")),
      ...closedInTurn("2026-05"),
      on("2026-06-10", use("2026-06-10", "500")),
      ...closedInTurn("2026-06", "2026-07"),
    ],
    table: `
      2026-04-16 | 7.811 | 0.372 | ISSUED
      2026-07-16 | 2.603 | 0.124 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 2.480  | 0      | 2.480 | 0 | 0     | 0     | 0
      2026-02 | 2.479  | 0      | 4.959 | 0 | 0     | 0     | 0
      2026-03 | -2.479 | 0      | 2.480 | 0 | 0     | 0     | 0
      2026-04 | 7.439  | 7.811  | 2.480 | 0 | 0     | 0.372 | 0
      2026-05 | -2.480 | 7.811  | 2.480 | 0 | 2.480 | 0.372 | 0
      2026-06 | 2.479  | 7.811  | 4.959 | 0 | 2.480 | 0.372 | 0
      2026-07 | 0      | 10.414 | 0     | 0 | 0     | 0.496 | 0`,
  },
  {
    // 100.00 of 22 and 9 days, and 20.65 for two seats more over 7 and 9, which wait for the next bill. From 10 March on 154.00, ended with 4 April: 26 of 31 days are 129.16, and 24.84 are credited. One seat more from the 20th on is
    // 11.35 for 16 days, on a bill of its own.
    title:
      "open-ended seats in advance with seats that wait for the next bill, more expensive, and ended before one of them is billed",
    steps: [
      on(
        "2026-01-10",
        ...taxed("0.20"),
        obligation(
          "Seats",
          { price: "20.00", from: "2026-01-10", billingType: "UNIT", quantity: "5" },
          { seatConfig: { defaultTrueUpTiming: "CO_TERM" } },
        ),
        approve,
      ),
      on("2026-01-25", seats("2026-01-25", "2")),
      ...closedInTurn("2026-01"),
      on(
        "2026-02-20",
        act(`PATCH ${termPath("Seats")}`, {
          ...{ pricing: [{ amount: "22.00", amountType: "PER_ITEM" }], effectiveDate: "2026-03-10" },
        }),
      ),
      ...closedInTurn("2026-02"),
      on("2026-03-05", seats("2026-03-20", "1")),
      on("2026-03-10", end("Seats", "2026-04-04", { creditUnused: true })),
      ...closedInTurn("2026-03", "2026-04", "2026-05"),
    ],
    table: `
      2026-01-10 | 120.00 | 20.00 | ISSUED
      2026-02-10 | 192.78 | 32.13 | ISSUED
      2026-03-10 | 184.80 | 30.80 | ISSUED
      2026-04-05 | 13.62  | 2.27  | ISSUED
      2026-03-10 | 29.81  | 4.97  | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 77.35  | 120.00 | 8.52 | 0 | 31.17 | 20.00 | 0
      2026-02 | 141.35 | 312.78 | 0    | 0 | 41.95 | 52.13 | 0
      2026-03 | 159.12 | 497.58 | 8.44 | 0 | 20.43 | 77.96 | 29.81
      2026-04 | 23.34  | 511.20 | 0    | 0 | 0     | 80.23 | 29.81
      2026-05 | 0      | 511.20 | 0    | 0 | 0     | 80.23 | 29.81`,
  },
  {
    // 74 of 365 days are 243.29; the other 956.71 are credited, and that is void. Nothing of it is in February and March, for which the contract is held: April has 1,100.00.
    title: "a year held out of two months, in the second of which it ends, is credited, and its credit is void",
    steps: [
      on(from, obligation("Platform", { price: "1200.00", interval: "YEAR", from, to }), approve),
      ...closedInTurn("2026-01"),
      on("2026-02-10", act("POST /v3/contracts/$contract/close-hold", { reason: "Disputed" })),
      ...closedInTurn("2026-02"),
      on("2026-03-10", end("Platform", "2026-03-15", { creditUnused: true })),
      on("2026-03-20", voided(0)),
      ...closedInTurn("2026-03"),
      on("2026-04-05", act("DELETE /v3/contracts/$contract/close-hold")),
      ...closedInTurn("2026-04", "2026-05"),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | ISSUED
      2026-03-10 | 956.71  | 0 | VOID
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00  | 1200.00 | 0 | 0 | 1100.00 | 0 | 0
      2026-02 | 0       | 1200.00 | 0 | 0 | 1100.00 | 0 | 0
      2026-03 | 0       | 1200.00 | 0 | 0 | 1100.00 | 0 | 0
      2026-04 | 1100.00 | 1200.00 | 0 | 0 | 0       | 0 | 0
      2026-05 | 0       | 1200.00 | 0 | 0 | 0       | 0 | 0`,
  },
];
