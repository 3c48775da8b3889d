import { act, approve, close, obligation, on, reopen } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, taxed, termPath, total } from "../deal.ts";

// A plan replaced by another one whose invoices, seats or credits are not settled by then.

const [from, to] = ["2026-01-01", "2026-12-31"];
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const swapped = (name: string, effectiveDate: string, amount: string, endDate: string) =>
  act(
    `POST ${termPath(name)}/swap`,
    {
      effectiveDate,
      newTerm: {
        ...{ name: "Next", endDate, interval: "MONTH", invoiceDateStrategy: "FIRST_OF_PERIOD", billingType: "FLAT" },
        ...total(amount),
      },
    },
    "swapped",
  );
const amended = (effectiveDate: string, amount: string) =>
  act(`POST ${termPath("Plan")}/amendments`, { ...total(amount), effectiveDate, settlement: "IMMEDIATE" });

export const planSwapDeals: readonly Deal[] = [
  {
    // 196.67 of the quarter are unused: 120.00 with 12.00 of tax are taken off the first bill of the new plan, and 76.67 with 7.67 credited. That plan ends with 14 February, which leaves 60.00.
    title: "a plan in place of a quarter, with tax, that ends in its first month",
    steps: [
      on(
        from,
        ...taxed("0.10"),
        obligation("Basic", { price: "300.00", interval: "QUARTER", from, to: "2026-03-31" }),
        approve,
      ),
      on("2026-01-20", swapped("Basic", "2026-02-01", "120.00", "2026-03-31")),
      ...closedInTurn("2026-01"),
      on(
        "2026-02-10",
        act("GET /v3/contracts/$contract/billing-terms", undefined, "terms"),
        act("PATCH /v3/contracts/$contract/billing-terms/$terms.data.0.id/terminate", {
          ...{ endDate: "2026-02-14", creditUnused: true },
        }),
      ),
      ...closedInTurn("2026-02"),
    ],
    table: `
      2026-01-01 | 330.00 | 30.00 | ISSUED
      2026-02-01 | 0.00   | 0     | PAID
      2026-01-20 | 84.34  | 7.67  | OPEN
      2026-02-10 | 66.00  | 6.00  | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 103.33 | 330.00 | 0 | 0 | 120.00 | 22.33 | 84.34
      2026-02 | 60.00 | 330.00 | 0 | 0 | 0 | 16.33 | 150.34`,
  },
  {
    // 150.00 of the quarter are unused, of which the first bill takes 20.00. The credit of the other 130.00 is void when all of that service is over: they are February's.
    title: "a small plan in the middle of a quarter, and the credit of what its invoice cannot carry void",
    steps: [
      on(from, obligation("Basic", { price: "300.00", interval: "QUARTER", from, to: "2026-03-31" }), approve),
      ...closedInTurn("2026-01"),
      on("2026-02-10", swapped("Basic", "2026-02-15", "20.00", "2026-03-31")),
      on("2026-02-20", act("POST /v3/credit-memos/$memos.0.id/void", { reason: "In error" })),
      ...closedInTurn("2026-02", "2026-03"),
    ],
    table: `
      2026-01-01 | 300.00 | 0 | ISSUED
      2026-02-15 | 0.00   | 0 | PAID
      2026-03-15 | 10.97  | 0 | ISSUED
      2026-02-10 | 130.00 | 0 | VOID
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 300.00 | 0 | 0 | 200.00 | 0 | 0
      2026-02 | 190.32 | 300.00 | 0 | 0 | 9.68 | 0 | 0
      2026-03 | 20.65 | 310.97 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 149.59 of five seats, to the end of June, are on the first bill of the plan, 1,814.79, from which the 604.93 are taken that the seats were billed beyond June. They have earned 6.02 more by months than
    // the 744.66 that their days come to, which is July's.
    title: "a plan in place of seats, some of which wait for the next invoice",
    steps: [
      on(
        from,
        obligation("Seats", {
          ...{ price: "120.00", interval: "YEAR", from, to, billingType: "UNIT", quantity: "10" },
          seatConfig: { defaultTrueUpTiming: "CO_TERM" },
        }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 3)),
      on("2026-04-01", act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate: "2026-04-01", delta: "5" })),
      ...closedInTurn(...months.slice(3, 6)),
      on(
        "2026-07-01",
        act(`POST ${termPath("Seats")}/swap`, {
          effectiveDate: "2026-07-01",
          newTerm: {
            ...{ name: "Plan", endDate: to, interval: "YEAR", invoiceDateStrategy: "FIRST_OF_PERIOD" },
            ...{ billingType: "FLAT", ...total("3600.00") },
          },
        }),
      ),
      ...closedInTurn(...months.slice(6)),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | ISSUED
      2026-07-01 | 1359.45 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 1200.00 | 0 | 0 | 1100.00 | 0 | 0
      2026-02 | 100.00 | 1200.00 | 0 | 0 | 1000.00 | 0 | 0
      2026-03 | 100.00 | 1200.00 | 0 | 0 | 900.00 | 0 | 0
      2026-04 | 150.23 | 1200.00 | 50.23 | 0 | 800.00 | 0 | 0
      2026-05 | 150.23 | 1200.00 | 100.46 | 0 | 700.00 | 0 | 0
      2026-06 | 150.22 | 1200.00 | 150.68 | 0 | 600.00 | 0 | 0
      2026-07 | 296.45 | 2559.45 | 0 | 0 | 1512.32 | 0 | 0
      2026-08 | 302.46 | 2559.45 | 0 | 0 | 1209.86 | 0 | 0
      2026-09 | 302.47 | 2559.45 | 0 | 0 | 907.39 | 0 | 0
      2026-10 | 302.46 | 2559.45 | 0 | 0 | 604.93 | 0 | 0
      2026-11 | 302.47 | 2559.45 | 0 | 0 | 302.46 | 0 | 0
      2026-12 | 302.46 | 2559.45 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // March, which was billed in arrears, ended with its 15th: of 100.00 51.61 are taken off the first bill of the new plan, which is March's. By its end 200.00 of the old plan are billed less those 51.61, so that all
    // of the bill of 1 April waits for time alone. 31.85 of the new plan are March's.
    title: "a plan in place of months in arrears, from the middle of a closed month on that is reopened",
    steps: [
      on(
        from,
        obligation("Basic", { price: "100.00", invoiceDateStrategy: "ARREARS", from, to: "2026-06-30" }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 3)),
      on("2026-04-10", reopen("2026-03"), swapped("Basic", "2026-03-16", "62.00", "2026-06-30"), close("2026-03")),
      ...closedInTurn(...months.slice(3, 6)),
    ],
    table: `
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-03-16 | 10.39  | 0 | ISSUED
      2026-04-16 | 62.00  | 0 | ISSUED
      2026-05-16 | 62.00  | 0 | ISSUED
      2026-06-16 | 31.00  | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 0 | 100.00 | 0 | 0 | 0 | 0
      2026-02 | 100.00 | 100.00 | 100.00 | 0 | 0 | 0 | 0
      2026-03 | 100.00 | 200.00 | 100.00 | 0 | 0 | 0 | 0
      2026-03 | 80.24 | 210.39 | 100.00 | 0 | 30.15 | 0 | 0
      2026-04 | 61.72 | 372.39 | 0 | 0 | 30.43 | 0 | 0
      2026-05 | 61.71 | 434.39 | 0 | 0 | 30.72 | 0 | 0
      2026-06 | 61.72 | 465.39 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 196.67 of the quarter are taken off 240.00. The plan ends with 14 February, and its credit and its bill are void: the bill that is made anew has 120.00 less 120.00, and the other 76.67 are credited.
    title: "a plan in place of a quarter, that ends in its first month, and whose credit and invoice are void",
    steps: [
      on(from, obligation("Basic", { price: "300.00", interval: "QUARTER", from, to: "2026-03-31" }), approve),
      on("2026-01-31", swapped("Basic", "2026-02-01", "240.00", "2026-03-31")),
      ...closedInTurn("2026-01"),
      on(
        "2026-02-10",
        act("GET /v3/contracts/$contract/billing-terms", undefined, "terms"),
        act("PATCH /v3/contracts/$contract/billing-terms/$terms.data.0.id/terminate", {
          ...{ endDate: "2026-02-14", creditUnused: true },
        }),
      ),
      on(
        "2026-02-11",
        act("POST /v3/credit-memos/$memos.0.id/void", { reason: "In error" }),
        act("POST /v3/invoices/$invoices.1.id/actions", { action: "VOID" }),
        act("GET /v3/invoices", undefined, "all"),
        act("POST /v3/invoices/$all.data.0.id/actions", { action: "ISSUE" }),
      ),
      ...closedInTurn("2026-02"),
    ],
    table: `
      2026-01-01 | 300.00 | 0 | ISSUED
      2026-02-01 | 43.33  | 0 | VOID
      2026-02-01 | 0.00   | 0 | PAID
      2026-02-10 | 120.00 | 0 | VOID
      2026-02-11 | 76.67  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 103.33 | 300.00 | 0 | 0 | 196.67 | 0 | 0
      2026-02 | 120.00 | 300.00 | 0 | 0 | 0 | 0 | 76.67`,
  },
  {
    // 11 days at 20.00 are unused, 220.00, and are taken off the first bill of the new plan. 2,119.35 of that are 900.00 a month.
    title: "a plan that is more expensive from the middle of a month on, and replaced five days later",
    steps: [
      on("2026-03-01", obligation("Plan", { price: "310.00", from: "2026-03-01", to: "2026-05-31" }), approve),
      on("2026-03-16", amended("2026-03-16", "620.00")),
      on(
        "2026-03-21",
        act(`POST ${termPath("Plan")}/swap`, {
          effectiveDate: "2026-03-21",
          newTerm: {
            ...{ name: "Pro", endDate: "2026-05-31", interval: "MONTH", invoiceDateStrategy: "FIRST_OF_PERIOD" },
            ...{ billingType: "FLAT", ...total("900.00") },
          },
        }),
      ),
      ...closedInTurn("2026-03", "2026-04", "2026-05"),
    ],
    table: `
      2026-03-01 | 310.00 | 0 | ISSUED
      2026-03-16 | 160.00 | 0 | ISSUED
      2026-03-21 | 680.00 | 0 | ISSUED
      2026-04-21 | 900.00 | 0 | ISSUED
      2026-05-21 | 319.35 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-03 | 569.35 | 1150.00 | 0 | 0 | 580.65 | 0 | 0
      2026-04 | 900.00 | 2050.00 | 0 | 0 | 580.65 | 0 | 0
      2026-05 | 900.00 | 2369.35 | 0 | 0 | 0      | 0 | 0`,
  },
  {
    // 31 of 365 days of 1,200.00 are 101.92. The other 1,098.08 were to be taken off the bill of the new plan; once that is taxed otherwise they are
    // credited with their tax, 219.62.
    title: "a plan in place of another one, not taxed any more by its first invoice",
    steps: [
      on(
        from,
        ...taxed("0.20"),
        act("POST /v3/items", { name: "Small", taxCategory: "S" }, "item"),
        obligation("Large", { price: "1200.00", interval: "YEAR", from, to }),
        approve,
      ),
      on(
        "2026-01-10",
        act(`POST ${termPath("Large")}/swap`, {
          effectiveDate: "2026-02-01",
          newTerm: {
            ...{ name: "Small", endDate: "2027-01-31", interval: "YEAR", invoiceDateStrategy: "FIRST_OF_PERIOD" },
            ...{ billingType: "FLAT", itemId: "$item.id", ...total("1200.00") },
          },
        }),
      ),
      on("2026-01-15", act("PATCH /v3/items/$item.id", { taxCategory: "Z" })),
      ...closedInTurn("2026-01", "2026-02"),
    ],
    table: `
      2026-01-01 | 1440.00 | 240.00 | ISSUED
      2026-02-01 | 1200.00 | 0      | ISSUED
      2026-02-01 | 1317.70 | 219.62 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 101.92  | 1440.00    | 0 | 0 | 1098.08 | 240.00 | 0
      2026-02 | 100.00  | 2640.00    | 0 | 0 | 1100.00 | 20.38  | 1317.70`,
  },
];
