import { act, approve, close, obligation, on, pobs, term } from "../golden/scenario.ts";
import { closedInTurn, credit, type Deal, taxed, termPath, total } from "./deal.ts";

// Terms that end ahead of their last day, and what that leaves.

const [from, to] = ["2026-01-01", "2026-12-31"];
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const by = (name: string) => `/v3/contracts/$contract/billing-terms/$${name}.id`;
const end = (path: string, endDate: string, parts: object = {}) =>
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

export const endedDeals: readonly Deal[] = [
  {
    // 200.00 a month more from July to December are nobody's price: the residual earns them. They end with September, 600.00, and the 12,000.00 that
    // were stated without them stay.
    title: "more is billed from July on than was agreed, and that ends with September",
    pobs: true,
    steps: [
      on(
        from,
        term("Base", { price: "1000.00", from, to }),
        pobs("Base", {
          name: "Service",
          serviceStartDate: from,
          serviceEndDate: to,
          transactionPrice: "12000.00",
          recognitionPattern: "STRAIGHT_LINE",
        }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 5)),
      on(
        "2026-06-10",
        term("Extra", { price: "200.00", from: "2026-07-01", to, billingTermGroupId: "$Base.billingTermGroupId" }),
      ),
      ...closedInTurn(...months.slice(5, 8)),
      on("2026-09-05", end(by("Extra"), "2026-09-30")),
      ...closedInTurn(...months.slice(8)),
    ],
    table: `
      2026-01-01 | 1000.00 | 0 | ISSUED
      2026-02-01 | 1000.00 | 0 | ISSUED
      2026-03-01 | 1000.00 | 0 | ISSUED
      2026-04-01 | 1000.00 | 0 | ISSUED
      2026-05-01 | 1000.00 | 0 | ISSUED
      2026-06-01 | 1000.00 | 0 | ISSUED
      2026-07-01 | 1200.00 | 0 | ISSUED
      2026-08-01 | 1200.00 | 0 | ISSUED
      2026-09-01 | 1200.00 | 0 | ISSUED
      2026-10-01 | 1000.00 | 0 | ISSUED
      2026-11-01 | 1000.00 | 0 | ISSUED
      2026-12-01 | 1000.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 1000.00 | 1000.00 | 0 | 0 | 0 | 0 | 0
      2026-02 | 1000.00 | 2000.00 | 0 | 0 | 0 | 0 | 0
      2026-03 | 1000.00 | 3000.00 | 0 | 0 | 0 | 0 | 0
      2026-04 | 1000.00 | 4000.00 | 0 | 0 | 0 | 0 | 0
      2026-05 | 1000.00 | 5000.00 | 0 | 0 | 0 | 0 | 0
      2026-06 | 1000.00 | 6000.00 | 0 | 0 | 0 | 0 | 0
      2026-07 | 1200.00 | 7200.00 | 0 | 0 | 0 | 0 | 0
      2026-08 | 1200.00 | 8400.00 | 0 | 0 | 0 | 0 | 0
      2026-09 | 1200.00 | 9600.00 | 0 | 0 | 0 | 0 | 0
      2026-10 | 1000.00 | 10600.00 | 0 | 0 | 0 | 0 | 0
      2026-11 | 1000.00 | 11600.00 | 0 | 0 | 0 | 0 | 0
      2026-12 | 1000.00 | 12600.00 | 0 | 0 | 0 | 0 | 0`,
  },
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
      on("2026-09-10", end(termPath("Plan"), "2026-09-15", { creditUnused: true })),
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
    // 1,200.00 over the year, 100.00 a month, though nothing is billed before March. Ended with September 840.00 are billed: of those 729.03 are earned
    // by 10 August, and 110.97 are left for 22/31 of August and September.
    title: "two free months at first, and an end in September",
    steps: [
      on(
        from,
        obligation(
          "Plan",
          { price: "120.00", from, to },
          { discount: { type: "PERCENTAGE", amount: "1.00", startDate: from, endDate: "2026-02-28" } },
        ),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02", "2026-03", "2026-04", "2026-05", "2026-06", "2026-07"),
      on("2026-08-10", end(termPath("Plan"), "2026-09-30")),
      ...closedInTurn("2026-08", "2026-09", "2026-10"),
    ],
    table: `
      2026-01-01 | 0.00 | 0 | PAID
      2026-02-01 | 0.00 | 0 | PAID
      2026-03-01 | 120.00 | 0 | ISSUED
      2026-04-01 | 120.00 | 0 | ISSUED
      2026-05-01 | 120.00 | 0 | ISSUED
      2026-06-01 | 120.00 | 0 | ISSUED
      2026-07-01 | 120.00 | 0 | ISSUED
      2026-08-01 | 120.00 | 0 | ISSUED
      2026-09-01 | 120.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 0 | 0 | 100.00 | 0 | 0 | 0
      2026-02 | 100.00 | 0 | 0 | 200.00 | 0 | 0 | 0
      2026-03 | 100.00 | 120.00 | 0 | 180.00 | 0 | 0 | 0
      2026-04 | 100.00 | 240.00 | 0 | 160.00 | 0 | 0 | 0
      2026-05 | 100.00 | 360.00 | 0 | 140.00 | 0 | 0 | 0
      2026-06 | 100.00 | 480.00 | 0 | 120.00 | 0 | 0 | 0
      2026-07 | 100.00 | 600.00 | 0 | 100.00 | 0 | 0 | 0
      2026-08 | 75.09 | 720.00 | 0 | 55.09 | 0 | 0 | 0
      2026-09 | 64.91 | 840.00 | 0 | 0 | 0 | 0 | 0
      2026-10 | 0 | 840.00 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 45 of 91 days of the second quarter are 148.35, so 448.35 in all; 600.00 are posted by June, and July takes 151.65 back.
    title: "quarters in advance that ended in a closed month, as is recorded later",
    steps: [
      on(from, obligation("Plan", { price: "300.00", interval: "QUARTER", from, to }), approve),
      ...closedInTurn(...months.slice(0, 6)),
      on("2026-07-10", end(termPath("Plan"), "2026-05-15", { creditUnused: true })),
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
      on("2026-11-10", end(by("More"), "2026-11-30")),
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
    // 31 of 365 days of 1,200.00 are 101.92. The other 1,098.08 were to be taken off the bill of the new plan; once that is taxed otherwise they are
    // credited with their tax, 219.62.
    title: "a plan in place of another one, not taxed any more by its first bill",
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
