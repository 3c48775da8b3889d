import { act, approve, close, obligation, on, pobs, term } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, termPath, total } from "../deal.ts";

// Terms whose price changes, and that end after that.

const [from, to] = ["2026-01-01", "2026-12-31"];
const amendedCoTerm = (name: string, effectiveDate: string, amount: string) =>
  act(`POST ${termPath(name)}/amendments`, { effectiveDate, settlement: "CO_TERM", ...total(amount) });
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const by = (name: string) => `/v3/contracts/$contract/billing-terms/$${name}.id`;
const endPath = (path: string, endDate: string, parts: object = {}) =>
  act(`PATCH ${path}/terminate`, { endDate, ...parts });
const pob = (index: number, body: object) =>
  act(`PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.${index}.id`, body);
const evenly = (name: string, transactionPrice: string, parts: object = {}) => ({
  ...{
    name,
    serviceStartDate: from,
    serviceEndDate: to,
    transactionPrice,
    recognitionPattern: "STRAIGHT_LINE",
    ...parts,
  },
});
const ended = (name: string, endDate: string) =>
  act(`PATCH /v3/contracts/$contract/billing-terms/$${name}.billingTermId/terminate`, { endDate, creditUnused: true });
/** Another price of the term from a day on; what it changes of invoiced days is settled at once. */
const amended = (name: string, effectiveDate: string, amount: string) =>
  act(`POST /v3/contracts/$contract/billing-terms/$${name}.billingTermId/amendments`, {
    ...{ effectiveDate, settlement: "IMMEDIATE" },
    ...total(amount),
  });
const amendedPlan = (effectiveDate: string, amount: string) =>
  act(`POST ${termPath("Plan")}/amendments`, { ...total(amount), effectiveDate, settlement: "IMMEDIATE" });
const end = (name: string, endDate: string) =>
  act(`PATCH ${termPath(name)}/terminate`, { endDate, creditUnused: true });

export const terminationsAfterPriceChangeDeals: readonly Deal[] = [
  {
    // 900.00 a quarter, 300.00 a month. From March on 1,200.00 a quarter, and it ends with March: 44 and 31 of 90 days are 440.00 and 413.33, billed the day after.
    title: "quarters in arrears from the 16th, more expensive from March on, that end with March",
    steps: [
      on(
        "2026-01-16",
        obligation("Support", {
          ...{ price: "900.00", interval: "QUARTER", from: "2026-01-16", to: "2027-01-15" },
          invoiceDateStrategy: "ARREARS",
        }),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on("2026-03-10", amendedCoTerm("Support", "2026-03-01", "1200.00")),
      on("2026-03-20", act(`PATCH ${termPath("Support")}/terminate`, { endDate: "2026-03-31" })),
      ...closedInTurn("2026-03", "2026-04"),
    ],
    table: `
      2026-04-01 | 853.33 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 154.84 | 0      | 154.84 | 0 | 0 | 0 | 0 | 3445.16
      2026-02 | 300.00 | 0      | 454.84 | 0 | 0 | 0 | 0 | 3145.16
      2026-03 | 398.49 | 0      | 853.33 | 0 | 0 | 0 | 0 | 0
      2026-04 | 0      | 853.33 | 0      | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // From 11 March on 50.00 more a month, to be billed in April. It ends on the 20th: 64.52 of the 100.00 that are billed are owed, so 35.48 are
    // credited, and 16.13 are billed the day after.
    title: "a month that becomes more expensive by its next invoice, and ends before that",
    steps: [
      on("2026-03-01", obligation("Support", { price: "100.00", from: "2026-03-01", to: "2026-08-31" }), approve),
      on("2026-03-11", amendedCoTerm("Support", "2026-03-11", "150.00")),
      on("2026-03-20", act(`PATCH ${termPath("Support")}/terminate`, { endDate: "2026-03-20", creditUnused: true })),
      ...closedInTurn("2026-03", "2026-04"),
    ],
    table: `
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-03-21 | 16.13  | 0 | ISSUED
      2026-03-20 | 35.48  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-03 | 80.65 | 116.13 | 0 | 0 | 0 | 0 | 35.48 | 0
      2026-04 | 0     | 116.13 | 0 | 0 | 0 | 0 | 35.48 | 0`,
  },
  {
    // Support is 12,000.00 from November on: 5,000.00 are earned, and 3,500.00 a month are left. With December's 3,000.00 it loses no more than that:
    // 15,000.00 cover the licence and the 8,500.00 that it was served for, so the licence keeps its 6,000.00.
    title: "support that is more expensive from November on, and half of that again with its end, beside a licence",
    pobs: true,
    steps: [
      on(
        from,
        term("Fee", { price: "12000.00", interval: "YEAR", from, to }),
        pobs("Fee", evenly("Support", "6000.00"), {
          name: "Licence",
          serviceStartDate: "2026-01-20",
          serviceEndDate: "2026-01-20",
          recognitionPattern: "POINT_IN_TIME",
          recognitionDate: "2026-01-20",
          transactionPrice: "6000.00",
        }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 9)),
      on(
        "2026-10-10",
        term("More", { price: "3000.00", from: "2026-11-01", to, billingTermGroupId: "$Fee.billingTermGroupId" }),
        pob(0, { transactionPrice: "12000.00", effectiveDate: "2026-11-01" }),
      ),
      ...closedInTurn("2026-10"),
      on("2026-11-10", endPath(by("More"), "2026-11-30")),
      ...closedInTurn("2026-11", "2026-12"),
    ],
    table: `
      2026-01-01 | 12000.00 | 0 | ISSUED
      2026-11-01 | 3000.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 6500.00 | 12000.00 | 0 | 0 | 5500.00 | 0 | 0
      2026-02 | 500.00 | 12000.00 | 0 | 0 | 5000.00 | 0 | 0
      2026-03 | 500.00 | 12000.00 | 0 | 0 | 4500.00 | 0 | 0
      2026-04 | 500.00 | 12000.00 | 0 | 0 | 4000.00 | 0 | 0
      2026-05 | 500.00 | 12000.00 | 0 | 0 | 3500.00 | 0 | 0
      2026-06 | 500.00 | 12000.00 | 0 | 0 | 3000.00 | 0 | 0
      2026-07 | 500.00 | 12000.00 | 0 | 0 | 2500.00 | 0 | 0
      2026-08 | 500.00 | 12000.00 | 0 | 0 | 2000.00 | 0 | 0
      2026-09 | 500.00 | 12000.00 | 0 | 0 | 1500.00 | 0 | 0
      2026-10 | 500.00 | 12000.00 | 0 | 0 | 1000.00 | 0 | 0
      2026-11 | 3500.00 | 15000.00 | 0 | 0 | 500.00 | 0 | 0
      2026-12 | 500.00 | 15000.00 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // June bills 100.00 ahead. 130.00 from 11 June: 30.00 × 20/30 = 20.00. 40.00 from 16 June: 90.00 × 15/30 = 45.00 are credited. It ends on
    // 25 June: 33.33 + 21.67 + 13.33 = 68.33 are owed of the 75.00 that are left, so 6.67 are credited.
    title: "a price raised, lowered below the first one, and ended",
    steps: [
      on(
        "2026-06-01",
        obligation("Support", {
          ...{ price: "100.00", from: "2026-06-01", to: "2026-08-31" },
          creditOnDecrease: "PRORATED",
        }),
        approve,
      ),
      on("2026-06-11", amended("Support", "2026-06-11", "130.00")),
      on("2026-06-16", amended("Support", "2026-06-16", "40.00")),
      on("2026-06-20", ended("Support", "2026-06-25")),
      on("2026-07-01", close("2026-06")),
    ],
    table: `
      2026-06-01 | 100.00 | 0 | ISSUED
      2026-06-11 | 20.00  | 0 | ISSUED
      2026-06-16 | 45.00  | 0 | OPEN
      2026-06-20 | 6.67   | 0 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-06 | 68.33 | 120.00 | 0 | 0 | 0 | 0 | 51.67`,
  },
  {
    // 904.11 more for 275 days. Ended with August, 1,301.92 are billed: 802.19 of both bills are credited, and 200.09 are left for August.
    title: "a year that is twice as much from April on, and ends with August",
    steps: [
      on(from, obligation("Plan", { price: "1200.00", interval: "YEAR", from, to }), approve),
      ...closedInTurn(...months.slice(0, 3)),
      on("2026-04-01", amendedPlan("2026-04-01", "2400.00")),
      ...closedInTurn(...months.slice(3, 7)),
      on("2026-08-10", end("Plan", "2026-08-31")),
      ...closedInTurn("2026-08"),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | ISSUED
      2026-04-01 | 904.11  | 0 | ISSUED
      2026-08-10 | 802.19  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 1200.00 | 0 | 0 | 1100.00 | 0 | 0
      2026-02 | 100.00 | 1200.00 | 0 | 0 | 1000.00 | 0 | 0
      2026-03 | 100.00 | 1200.00 | 0 | 0 | 900.00  | 0 | 0
      2026-04 | 200.46 | 2104.11 | 0 | 0 | 1603.65 | 0 | 0
      2026-05 | 200.45 | 2104.11 | 0 | 0 | 1403.20 | 0 | 0
      2026-06 | 200.46 | 2104.11 | 0 | 0 | 1202.74 | 0 | 0
      2026-07 | 200.46 | 2104.11 | 0 | 0 | 1002.28 | 0 | 0
      2026-08 | 200.09 | 2104.11 | 0 | 0 | 0       | 0 | 802.19`,
  },
];
