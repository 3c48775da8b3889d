import { act, approve, close, obligation, on } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, termPath, total } from "../deal.ts";

// Months that a modification makes free of charge.

const [from, to] = ["2026-01-01", "2026-12-31"];
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const once = { interval: "NONE" };
const amended = (name: string, effectiveDate: string, amount: string) =>
  act(`POST ${termPath(name)}/amendments`, { ...total(amount), effectiveDate, settlement: "IMMEDIATE" });
const shared = { allocationMethod: "RELATIVE_SSP" };

export const freeMonthsGrantedLaterDeals: readonly Deal[] = [
  {
    // By the end of August 800.00 are earned; the other 400.00 are earned from September to February.
    title: "quarters in arrears, and two free months granted in July from September on",
    steps: [
      on(
        from,
        obligation("Plan", { price: "300.00", interval: "QUARTER", invoiceDateStrategy: "ARREARS", from, to }),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02", "2026-03", "2026-04", "2026-05", "2026-06"),
      on(
        "2026-07-10",
        act("PATCH /v3/contracts/$contract/obligation/$Plan.id", {
          revenueEndDate: "2027-02-28",
          reasonCode: "CONCESSION",
          effectiveDate: "2026-09-01",
        }),
      ),
      ...closedInTurn("2026-07", "2026-08", "2026-09", "2026-10", "2026-11", "2026-12", "2027-01", "2027-02"),
    ],
    table: `
      2026-04-01 | 300.00 | 0 | ISSUED
      2026-07-01 | 300.00 | 0 | ISSUED
      2026-10-01 | 300.00 | 0 | ISSUED
      2027-01-01 | 300.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 0 | 100.00 | 0 | 0 | 0 | 0
      2026-02 | 100.00 | 0 | 200.00 | 0 | 0 | 0 | 0
      2026-03 | 100.00 | 0 | 300.00 | 0 | 0 | 0 | 0
      2026-04 | 100.00 | 300.00 | 100.00 | 0 | 0 | 0 | 0
      2026-05 | 100.00 | 300.00 | 200.00 | 0 | 0 | 0 | 0
      2026-06 | 100.00 | 300.00 | 300.00 | 0 | 0 | 0 | 0
      2026-07 | 100.00 | 600.00 | 100.00 | 0 | 0 | 0 | 0
      2026-08 | 100.00 | 600.00 | 200.00 | 0 | 0 | 0 | 0
      2026-09 | 66.67 | 600.00 | 266.67 | 0 | 0 | 0 | 0
      2026-10 | 66.66 | 900.00 | 33.33 | 0 | 0 | 0 | 0
      2026-11 | 66.67 | 900.00 | 100.00 | 0 | 0 | 0 | 0
      2026-12 | 66.67 | 900.00 | 166.67 | 0 | 0 | 0 | 0
      2027-01 | 66.66 | 1200.00 | 0 | 0 | 66.67 | 0 | 0
      2027-02 | 66.67 | 1200.00 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 4,200.00 by 3,000 and 1,500. The licence is moved from April to June before it was earned. From September on 466.67 of support are left for seven
    // months.
    title: "a licence that is delivered later, and free months of the support beside it",
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        obligation(
          "Licence",
          { price: "3000.00", from, to: from, interval: "NONE" },
          {
            serviceStartDate: "2026-04-15",
            serviceEndDate: "2026-04-15",
            recognitionPattern: "POINT_IN_TIME",
            standaloneSellingPrice: "3000.00",
          },
        ),
        obligation("Support", { price: "1200.00", from, to, interval: "YEAR" }, { standaloneSellingPrice: "1500.00" }),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on(
        "2026-03-10",
        act("PATCH /v3/contracts/$contract/obligation/$Licence.id", {
          revenueStartDate: "2026-06-20",
          revenueEndDate: "2026-06-20",
        }),
      ),
      ...closedInTurn(...months.slice(2, 7)),
      on(
        "2026-08-10",
        act("PATCH /v3/contracts/$contract/obligation/$Support.id", {
          revenueEndDate: "2027-03-31",
          reasonCode: "CONCESSION",
          effectiveDate: "2026-09-01",
        }),
      ),
      ...closedInTurn(...months.slice(7), "2027-01", "2027-02", "2027-03"),
    ],
    table: `
      2026-01-01 | 4200.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 116.67 | 4200.00 | 0 | 0 | 4083.33 | 0 | 0
      2026-02 | 116.66 | 4200.00 | 0 | 0 | 3966.67 | 0 | 0
      2026-03 | 116.67 | 4200.00 | 0 | 0 | 3850.00 | 0 | 0
      2026-04 | 116.67 | 4200.00 | 0 | 0 | 3733.33 | 0 | 0
      2026-05 | 116.66 | 4200.00 | 0 | 0 | 3616.67 | 0 | 0
      2026-06 | 2916.67 | 4200.00 | 0 | 0 | 700.00 | 0 | 0
      2026-07 | 116.67 | 4200.00 | 0 | 0 | 583.33 | 0 | 0
      2026-08 | 116.66 | 4200.00 | 0 | 0 | 466.67 | 0 | 0
      2026-09 | 66.67 | 4200.00 | 0 | 0 | 400.00 | 0 | 0
      2026-10 | 66.66 | 4200.00 | 0 | 0 | 333.34 | 0 | 0
      2026-11 | 66.67 | 4200.00 | 0 | 0 | 266.67 | 0 | 0
      2026-12 | 66.67 | 4200.00 | 0 | 0 | 200.00 | 0 | 0
      2027-01 | 66.67 | 4200.00 | 0 | 0 | 133.33 | 0 | 0
      2027-02 | 66.66 | 4200.00 | 0 | 0 | 66.67 | 0 | 0
      2027-03 | 66.67 | 4200.00 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // On 16 June 550.00 of 1,200.00 are earned; the other 650.00 are spread over half of June and twelve months: 52.00 a month. Support
    // bills 250.00 + 65.00 + 6 × 80.00 = 795.00, 66.25 a month; June catches up 397.50 − 250.00 = 147.50. What it earns ahead of its bills
    // is taken off the liability of the contract.
    title: "free months and a price that catches up, agreed on one day",
    steps: [
      on(
        "2026-01-01",
        obligation(
          "Platform",
          { ...once, price: "1200.00", from: "2026-01-01", to: "2026-01-01" },
          { serviceEndDate: "2026-12-31", recognitionPattern: "STRAIGHT_LINE" },
        ),
        obligation("Support", { price: "50.00", from: "2026-01-01", to: "2026-12-31" }),
        approve,
      ),
      on(
        "2026-06-16",
        close("2026-05"),
        act(`PATCH /v3/contracts/$contract/obligation/$Platform.id`, {
          revenueEndDate: "2027-06-30",
          reasonCode: "CONCESSION",
        }),
        act(`POST ${termPath("Support")}/amendments`, {
          effectiveDate: "2026-06-16",
          settlement: "IMMEDIATE",
          ...total("80.00"),
        }),
        { ...act(`GET /v3/contracts/$contract/modifications`, undefined, "mods") },
        act(`PATCH /v3/contracts/$contract/modifications/$mods.data.1.id`, {
          treatment: "CUMULATIVE_CATCH_UP",
          reason: "Not distinct",
        }),
      ),
      ...closedInTurn("2026-06", "2026-07", "2026-08"),
    ],
    table: `
      2026-01-01 | 1250.00 | 0 | ISSUED
      2026-02-01 | 50.00   | 0 | ISSUED
      2026-03-01 | 50.00   | 0 | ISSUED
      2026-04-01 | 50.00   | 0 | ISSUED
      2026-05-01 | 50.00   | 0 | ISSUED
      2026-06-01 | 50.00   | 0 | ISSUED
      2026-06-16 | 15.00   | 0 | ISSUED
      2026-07-01 | 80.00   | 0 | ISSUED
      2026-08-01 | 80.00   | 0 | ISSUED
      2026-09-01 | 80.00   | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 150.00 | 1250.00 | 0 | 0 | 1100.00 | 0 | 0 | 1650.00
      2026-02 | 150.00 | 1300.00 | 0 | 0 | 1000.00 | 0 | 0 | 1500.00
      2026-03 | 150.00 | 1350.00 | 0 | 0 | 900.00  | 0 | 0 | 1350.00
      2026-04 | 150.00 | 1400.00 | 0 | 0 | 800.00  | 0 | 0 | 1200.00
      2026-05 | 150.00 | 1450.00 | 0 | 0 | 700.00  | 0 | 0 | 1050.00
      2026-06 | 223.50 | 1515.00 | 0 | 0 | 541.50  | 0 | 0 | 1021.50
      2026-07 | 118.25 | 1595.00 | 0 | 0 | 503.25  | 0 | 0 | 903.25
      2026-08 | 118.25 | 1675.00 | 0 | 0 | 465.00  | 0 | 0 | 785.00`,
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
    // 200.00 less for July and August leave 400.00 for six months. It ends with August: those months are for nothing, and the 66.67 of July go back.
    title: "two free months agreed in June as a discount, and an end in the second",
    steps: [
      on(from, obligation("Plan", { price: "100.00", from, to }), approve),
      ...closedInTurn(...months.slice(0, 5)),
      on(
        "2026-06-10",
        act(`PATCH ${termPath("Plan")}`, {
          discounts: [{ type: "PERCENTAGE", amount: "1", startDate: "2026-07-01", endDate: "2026-08-31" }],
          effectiveDate: "2026-07-01",
        }),
      ),
      ...closedInTurn("2026-06", "2026-07"),
      on("2026-08-10", act(`PATCH ${termPath("Plan")}/terminate`, { endDate: "2026-08-31" })),
      ...closedInTurn("2026-08", "2026-09"),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-05-01 | 100.00 | 0 | ISSUED
      2026-06-01 | 100.00 | 0 | ISSUED
      2026-07-01 | 0.00   | 0 | PAID
      2026-08-01 | 0.00   | 0 | PAID
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 100.00 | 0 | 0     | 0 | 0 | 0 | 1100.00
      2026-02 | 100.00 | 200.00 | 0 | 0     | 0 | 0 | 0 | 1000.00
      2026-03 | 100.00 | 300.00 | 0 | 0     | 0 | 0 | 0 | 900.00
      2026-04 | 100.00 | 400.00 | 0 | 0     | 0 | 0 | 0 | 800.00
      2026-05 | 100.00 | 500.00 | 0 | 0     | 0 | 0 | 0 | 700.00
      2026-06 | 100.00 | 600.00 | 0 | 0     | 0 | 0 | 0 | 400.00
      2026-07 | 66.67  | 600.00 | 0 | 66.67 | 0 | 0 | 0 | 333.33
      2026-08 | -66.67 | 600.00 | 0 | 0     | 0 | 0 | 0 | 0
      2026-09 | 0      | 600.00 | 0 | 0     | 0 | 0 | 0 | 0`,
  },
  {
    // 150.00 a month. From July on support is served for half a year more, which sells for 600.00: 900.00 are left, by 600 and 1,200.
    title: "free months of a part, with what they sell for, in an allocated contract",
    contract: shared,
    steps: [
      on(
        from,
        ...["Platform", "Support"].map((name, index) =>
          obligation(
            name,
            { price: index === 0 ? "1200.00" : "600.00", from, to: from, interval: "NONE" },
            { serviceEndDate: to, recognitionPattern: "STRAIGHT_LINE", standaloneSellingPrice: "1200.00" },
          ),
        ),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 6)),
      on(
        "2026-07-01",
        act("PATCH /v3/contracts/$contract/obligation/$Support.id", {
          ...{ revenueEndDate: "2027-06-30", standaloneSellingPrice: "1800.00", reasonCode: "CONCESSION" },
        }),
      ),
      ...closedInTurn(...months.slice(6), "2027-01"),
    ],
    table: `
      2026-01-01 | 1800.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 150.00 | 1800.00 | 0 | 0 | 1650.00 | 0 | 0
      2026-02 | 150.00 | 1800.00 | 0 | 0 | 1500.00 | 0 | 0
      2026-03 | 150.00 | 1800.00 | 0 | 0 | 1350.00 | 0 | 0
      2026-04 | 150.00 | 1800.00 | 0 | 0 | 1200.00 | 0 | 0
      2026-05 | 150.00 | 1800.00 | 0 | 0 | 1050.00 | 0 | 0
      2026-06 | 150.00 | 1800.00 | 0 | 0 | 900.00  | 0 | 0
      2026-07 | 100.00 | 1800.00 | 0 | 0 | 800.00  | 0 | 0
      2026-08 | 100.00 | 1800.00 | 0 | 0 | 700.00  | 0 | 0
      2026-09 | 100.00 | 1800.00 | 0 | 0 | 600.00  | 0 | 0
      2026-10 | 100.00 | 1800.00 | 0 | 0 | 500.00  | 0 | 0
      2026-11 | 100.00 | 1800.00 | 0 | 0 | 400.00  | 0 | 0
      2026-12 | 100.00 | 1800.00 | 0 | 0 | 300.00  | 0 | 0
      2027-01 | 50.00  | 1800.00 | 0 | 0 | 250.00  | 0 | 0`,
  },
];
