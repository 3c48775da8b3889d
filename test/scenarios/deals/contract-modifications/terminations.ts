import { act, approve, close, obligation, on, reopen } from "../../golden/scenario.ts";
import { closedInTurn, credit, creditOfLine, type Deal, taxed, termPath, total } from "../deal.ts";

// Terms that end early or pause, also in closed months, with credits, refunds and voids.

const [from, to] = ["2026-01-01", "2026-12-31"];
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const endPath = (path: string, endDate: string, parts: object = {}) =>
  act(`PATCH ${path}/terminate`, { endDate, ...parts });
const voided = (memo: number) => act(`POST /v3/credit-memos/$memos.${memo}.id/void`, { reason: "In error" });
const amended = (name: string, effectiveDate: string, amount: string, parts: object = {}) =>
  act(`POST ${termPath(name)}/amendments`, { effectiveDate, settlement: "IMMEDIATE", ...total(amount), ...parts });
const end = (name: string, endDate: string, parts: object = {}) =>
  act(`PATCH ${termPath(name)}/terminate`, { endDate, ...parts });
const seats = (effectiveDate: string, delta: string) =>
  act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate, delta });
const endWithCredit = (name: string, endDate: string) =>
  act(`PATCH ${termPath(name)}/terminate`, { endDate, creditUnused: true });

export const terminationDeals: readonly Deal[] = [
  {
    // 227 of 365 days of 3,600.00 are 2,238.90; 1,361.10 are credited and refunded. By 10 September 2,190.00 are earned of 7,200.00, and 48.90 are left
    // for five days. What is credited in October was served: it is October's.
    title: "two years in advance, paid, ended in the first and refunded, and then a credit of what was served",
    steps: [
      on(
        "2026-02-01",
        obligation("Plan", { price: "3600.00", interval: "YEAR", from: "2026-02-01", to: "2028-01-31" }),
        approve,
      ),
      on("2026-02-10", act("POST /v3/invoices/$invoices.0.id/payments", { receivedAt: "2026-02-10" })),
      ...closedInTurn("2026-02", "2026-03", "2026-04", "2026-05", "2026-06", "2026-07", "2026-08"),
      on("2026-09-10", endPath(termPath("Plan"), "2026-09-15", { creditUnused: true })),
      on("2026-10-01", close("2026-09")),
      on("2026-10-05", act("POST /v3/credit-memos/$memos.0.id/refunds", { date: "2026-10-05", amount: "1361.10" })),
      on("2026-10-10", credit("2026-10-10", "100.00")),
      ...closedInTurn("2026-10", "2026-11"),
    ],
    table: `
      2026-02-01 | 3600.00 | 0 | PAID
      2026-09-10 | 1361.10 | 0 | APPLIED
      2026-10-10 | 100.00 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-02 | 300.00 | 0 | 0 | 0 | 3300.00 | 0 | 0
      2026-03 | 300.00 | 0 | 0 | 0 | 3000.00 | 0 | 0
      2026-04 | 300.00 | 0 | 0 | 0 | 2700.00 | 0 | 0
      2026-05 | 300.00 | 0 | 0 | 0 | 2400.00 | 0 | 0
      2026-06 | 300.00 | 0 | 0 | 0 | 2100.00 | 0 | 0
      2026-07 | 300.00 | 0 | 0 | 0 | 1800.00 | 0 | 0
      2026-08 | 300.00 | 0 | 0 | 0 | 1500.00 | 0 | 0
      2026-09 | 138.90 | 0 | 0 | 0 | 0 | 0 | 1361.10
      2026-10 | -100.00 | 0 | 0 | 0 | 0 | 0 | 100.00
      2026-11 | 0 | 0 | 0 | 0 | 0 | 0 | 100.00`,
  },
  {
    // 45 of 91 days of the second quarter are 148.35, so 448.35 in all; 600.00 are posted by June, and July takes 151.65 back.
    title: "quarters in advance that ended in a closed month, recorded later",
    steps: [
      on(from, obligation("Plan", { price: "300.00", interval: "QUARTER", from, to }), approve),
      ...closedInTurn(...months.slice(0, 6)),
      on("2026-07-10", endPath(termPath("Plan"), "2026-05-15", { creditUnused: true })),
      ...closedInTurn("2026-07", "2026-08"),
    ],
    table: `
      2026-01-01 | 300.00 | 0 | ISSUED
      2026-04-01 | 300.00 | 0 | ISSUED
      2026-07-01 | 300.00 | 0 | ISSUED
      2026-07-10 | 451.65 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 300.00 | 0 | 0 | 200.00 | 0 | 0
      2026-02 | 100.00 | 300.00 | 0 | 0 | 100.00 | 0 | 0
      2026-03 | 100.00 | 300.00 | 0 | 0 | 0 | 0 | 0
      2026-04 | 100.00 | 600.00 | 0 | 0 | 200.00 | 0 | 0
      2026-05 | 100.00 | 600.00 | 0 | 0 | 100.00 | 0 | 0
      2026-06 | 100.00 | 600.00 | 0 | 0 | 0 | 0 | 0
      2026-07 | -151.65 | 900.00 | 0 | 0 | 0 | 0 | 451.65
      2026-08 | 0 | 900.00 | 0 | 0 | 0 | 0 | 451.65`,
  },
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
    title: "a pause of six weeks in a closed quarter, recorded after it, and its credit void in the end",
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
    // 100.00 of 22 and 9 days, and 20.65 for two seats more over 7 and 9, which wait for the next bill. From 10 March on 154.00, ended with 4 April: 26 of 31 days are 129.16, and 24.84 are credited. One seat more from the 20th on is
    // 11.35 for 16 days, on a bill of its own.
    title:
      "open-ended seats in advance with seats that wait for the next invoice, more expensive, and ended before one of them is billed",
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
    // Due on its first day, so it is billed before. Ended with that day, 364 of 365 days are credited, and then the 3.29 of the day.
    title: "two years billed before they begin, and cancelled before",
    steps: [
      on(
        "2025-12-10",
        ...taxed("0.10"),
        obligation("Platform", {
          ...{ price: "1200.00", interval: "YEAR", from, to: "2027-12-31" },
          invoiceDateStrategy: "ADVANCED_DUE_START",
        }),
        approve,
      ),
      on("2025-12-20", endWithCredit("Platform", from), creditOfLine(0, 0, "2025-12-20", "3.29")),
      ...closedInTurn("2025-12", "2026-01"),
    ],
    table: `
      2025-12-02 | 1320.00 | 120.00 | ISSUED
      2025-12-20 | 1316.38 | 119.67 | OPEN
      2025-12-20 | 3.62    | 0.33   | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2025-12 | 0 | 1320.00 | 0 | 0 | 0 | 0 | 1320.00 | 0
      2026-01 | 0 | 1320.00 | 0 | 0 | 0 | 0 | 1320.00 | 0`,
  },
];
