import { act, approve, close, eventType, grace, obligation, on, usageTerm, use } from "../golden/scenario.ts";
import { closedInTurn, commitment, type Deal, taxed, termPath } from "./deal.ts";

// What is taken back of a period that was billed: on one document, and with its own tax.

const from = "2026-01-01";

/** 20 % of tax, and 25 % from March. */
const rising = [
  act("PATCH /v3/merchant", {
    address: { country: "ES" },
    taxRates: [
      { country: "ES", category: "S", rate: "0.20", validFrom: "2020-01-01" },
      { country: "ES", category: "S", rate: "0.25", validFrom: "2026-03-01" },
    ],
  }),
  act("PATCH /v3/customers/$customer", { billingAddress: { country: "ES" } }),
];
const later = { ...use("2026-01-19", "900"), as: "later" };
const forget = act("DELETE /v3/events/$later.id");

export const takenBackDeals: readonly Deal[] = [
  {
    // 600.00 of 1,000.00 are prepaid. 1,200.00 are used in January, 200.00 beyond; then 300.00 alone: a true-up of 400.00, and 300.00 of
    // what was prepaid lapse. January comes to 1,000.00 in place of 1,200.00: 200.00 are credited, and an invoice of nothing says how.
    title: "less used of a commitment than was billed: one credit memo of the difference",
    contract: { startDate: from, endDate: "2026-12-31" },
    steps: [
      on(
        from,
        eventType,
        grace(0),
        usageTerm("Calls", { price: "1.00", from, to: "2026-03-31", usageScope: "COMMITMENT" }),
        commitment({
          ...{ endDate: "2026-01-31", trueUpBehavior: "EACH_PERIOD" },
          ...{ prepaidEnabled: true, prepaidValue: "600.00", prepaymentScheduleType: "FULL_UPFRONT" },
          steps: [{ commitmentValue: "1000.00", billingTermIds: ["$Calls.id"] }],
        }),
        approve,
      ),
      on("2026-01-20", use("2026-01-18", "300"), later),
      on("2026-02-05", close("2026-01")),
      on("2026-02-10", forget),
      ...closedInTurn("2026-02", "2026-03"),
    ],
    table: `
      2026-01-01 | 600.00 | 0 | ISSUED
      2026-02-01 | 600.00 | 0 | ISSUED
      2026-03-01 | 0.00 | 0 | PAID
      2026-02-10 | 200.00 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 1200.00 | 600.00 | 600.00 | 0 | 0 | 0 | 0
      2026-02 | -200.00 | 1200.00 | 0 | 0 | 0 | 0 | 200.00
      2026-03 | 0 | 1200.00 | 0 | 0 | 0 | 0 | 200.00`,
  },
  {
    // 100.00 of January, 20.00 of tax. 40.00 of it were wrong: on the bill of 1 March they take 8.00 of tax back, beside 105.00 with 26.25.
    // February has earned 65.00; 105.00 of usage wait for the bill, and until then the 40.00 that January was billed too much are owed.
    title: "usage deleted after the rate of tax rose",
    steps: [
      on(from, ...rising, eventType, grace(0), usageTerm("Calls", { price: "1.00", from, to: "2026-03-31" }), approve),
      on("2026-01-20", use("2026-01-18", "60"), { ...use("2026-01-19", "40"), as: "later" }),
      on("2026-02-05", close("2026-01")),
      on("2026-02-20", use("2026-02-20", "105"), forget),
      ...closedInTurn("2026-02", "2026-03"),
    ],
    table: `
      2026-02-01 | 120.00 | 20.00 | ISSUED
      2026-03-01 | 83.25 | 18.25 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 0 | 100.00 | 0 | 0 | 0 | 0
      2026-02 | 65.00 | 120.00 | 105.00 | 0 | 40.00 | 20.00 | 0
      2026-03 | 0 | 203.25 | 0 | 0 | 0 | 38.25 | 0`,
  },
  {
    // 100.00 are prepaid with 20.00 of tax, and 60.00 of lessons drawn, which have none: they are billed anew without it, and 60.00 and 12.00
    // of tax are credited. The 40.00 that nobody draws lapse with the quarter, and keep their 8.00.
    title: "prepaid value with tax that pays for what has none",
    contract: { startDate: from, endDate: "2026-12-31" },
    steps: [
      on(
        from,
        ...taxed("0.20"),
        act("POST /v3/items", { name: "Lessons", taxCategory: "E" }, "lessons"),
        act("POST /v3/items", { name: "Vouchers", taxCategory: "S" }, "vouchers"),
        eventType,
        grace(0),
        usageTerm("Calls", { price: "1.00", from, to: "2026-03-31", usageScope: "COMMITMENT", itemId: "$lessons.id" }),
        commitment({
          ...{ trueUpBehavior: "NONE", prepaymentIntegrationItem: "$vouchers.id" },
          ...{ prepaidEnabled: true, prepaidValue: "100.00", prepaymentScheduleType: "FULL_UPFRONT" },
          steps: [{ commitmentValue: "1000.00", billingTermIds: ["$Calls.id"] }],
        }),
        approve,
      ),
      on("2026-01-20", use("2026-01-18", "60")),
      on("2026-02-05", close("2026-01")),
      ...closedInTurn("2026-02", "2026-03"),
    ],
    table: `
      2026-01-01 | 120.00 | 20.00 | ISSUED
      2026-02-01 | 60.00 | 0 | ISSUED
      2026-02-01 | 72.00 | 12.00 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 60.00 | 120.00 | 0 | 0 | 40.00 | 20.00 | 0
      2026-02 | 0 | 180.00 | 0 | 0 | 40.00 | 8.00 | 72.00
      2026-03 | 40.00 | 180.00 | 0 | 0 | 0 | 8.00 | 72.00`,
  },
  {
    // A quarter of 900.00 with 180.00 of tax, replaced from 1 March on by 1,000.00 a month: 900.00 × 31/90 = 310.00 of March and 62.00 of tax
    // come off its bill with 250.00 of tax. January and February earn 300.00 of the quarter each, less what 59 days of 90 leave: 590.00.
    title: "a term replaced after the rate of tax rose",
    steps: [
      on(
        from,
        ...rising,
        obligation("Small", { price: "900.00", interval: "QUARTER", from, to: "2026-12-31" }),
        approve,
      ),
      ...closedInTurn("2026-01"),
      on(
        "2026-02-20",
        act(`POST ${termPath("Small")}/swap`, {
          effectiveDate: "2026-03-01",
          newTerm: {
            ...{ name: "Large", interval: "MONTH", invoiceDateStrategy: "FIRST_OF_PERIOD", billingType: "FLAT" },
            ...{ endDate: "2026-03-31", pricing: [{ amount: "1000.00", amountType: "TOTAL_INVOICE" }] },
          },
        }),
      ),
      ...closedInTurn("2026-02", "2026-03"),
    ],
    table: `
      2026-01-01 | 1080.00 | 180.00 | ISSUED
      2026-03-01 | 878.00 | 188.00 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 300.00 | 1080.00 | 0 | 0 | 600.00 | 180.00 | 0
      2026-02 | 290.00 | 1080.00 | 0 | 0 | 310.00 | 180.00 | 0
      2026-03 | 1000.00 | 1958.00 | 0 | 0 | 0 | 368.00 | 0`,
  },
];
