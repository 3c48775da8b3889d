import {
  type Act,
  act,
  approve,
  close,
  eventType,
  grace,
  obligation,
  on,
  usageTerm,
  use,
} from "../../golden/scenario.ts";
import { closedInTurn, commitment, creditOfLine, type Deal, taxed, termPath } from "../deal.ts";

// Tax rates that change between an invoice and its credit, several rates on one invoice, and exemptions.

const [from, to] = ["2026-01-01", "2026-12-31"];
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
const forget = act("DELETE /v3/events/$later.id");
const seats = (effectiveDate: string, delta: string) =>
  act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate, delta });
const pay = (index: number, amount: string, parts: object = {}, as?: string) =>
  act(`POST /v3/invoices/$invoices.${index}.id/payments`, { amount, ...parts }, as);
const applyMemo = (memo: number, invoice: number, parts: object = {}, as?: string) =>
  act(`POST /v3/credit-memos/$memos.${memo}.id/applications`, { invoiceId: `$invoices.${invoice}.id`, ...parts }, as);
/** One credit memo for lines of several invoices: invoice and line, both counted from 0, and amount. */
const creditOfLines = (issueDate: string, ...lines: readonly (readonly [number, number, string])[]): Act =>
  act("POST /v3/credit-memos", {
    ...{ customerId: "$customer", issueDate, currency: "USD", reason: "Out of service" },
    items: lines.map(([invoice, line, amount]) => {
      return { invoiceLineItemId: `$invoices.${invoice}.lineItems.${line}.id`, amount };
    }),
  });
const exempt = (isTaxExempt: boolean) => act("PATCH /v3/customers/$customer", { taxInfo: { isTaxExempt } });

export const taxRatesAndExemptionDeals: readonly Deal[] = [
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
  {
    // 1.00 a day and seat: 3,650.00 at 20 % of tax, and 1,530.00 of 306 days at 25 %. Seven seats of ten and five go in April: 1,925.00, of which 1,356.42 are of the first bill with 271.28 of its tax, and 568.58 of
    // the second with 142.15.
    title: "seats billed at two rates of tax, of both of which fewer are credited",
    steps: [
      on(
        from,
        act("PATCH /v3/merchant", {
          address: { country: "ES" },
          taxRates: [
            { country: "ES", category: "S", rate: "0.20", validFrom: "2020-01-01" },
            { country: "ES", category: "S", rate: "0.25", validFrom: "2026-03-01" },
          ],
        }),
        act("PATCH /v3/customers/$customer", { billingAddress: { country: "ES" } }),
        obligation("Seats", {
          ...{ price: "365.00", interval: "YEAR", from, to, billingType: "UNIT", quantity: "10" },
          seatConfig: { defaultTrueUpTiming: "IMMEDIATE", creditOnDecrease: "PRORATED" },
        }),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on("2026-03-01", seats("2026-03-01", "5")),
      ...closedInTurn("2026-03"),
      on("2026-04-01", seats("2026-04-01", "-7")),
      ...closedInTurn("2026-04", "2026-05", "2026-06"),
    ],
    table: `
      2026-01-01 | 4380.00 | 730.00 | ISSUED
      2026-03-01 | 1912.50 | 382.50 | ISSUED
      2026-04-01 | 2338.43 | 413.43 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 304.17 | 4380.00 | 0 | 0 | 3345.83 | 730.00  | 0       | 3345.83
      2026-02 | 304.16 | 4380.00 | 0 | 0 | 3041.67 | 730.00  | 0       | 3041.67
      2026-03 | 457.17 | 6292.50 | 0 | 0 | 4114.50 | 1112.50 | 0       | 4114.50
      2026-04 | 243.28 | 6292.50 | 0 | 0 | 1946.22 | 699.07  | 2338.43 | 1946.22
      2026-05 | 243.27 | 6292.50 | 0 | 0 | 1702.95 | 699.07  | 2338.43 | 1702.95
      2026-06 | 243.28 | 6292.50 | 0 | 0 | 1459.67 | 699.07  | 2338.43 | 1459.67`,
  },
  {
    // 43.38 at 21 % have 9.11 of tax, 7.00 and 2.11 by line; 33.35 at 10 % have 3.34, and 33.35 none. March is exempt. In April all of February's second line goes, with
    // 2.11, 16.67 of its third with 1.67, and 16.68 of March's without tax. What it paid of March is taken off again and refunded.
    title: "two rates and none on one invoice, a month that is exempt, and one credit across both",
    steps: [
      on(
        from,
        act("PATCH /v3/merchant", {
          address: { country: "ES" },
          taxRates: [
            { country: "ES", category: "S", rate: "0.21", validFrom: "2020-01-01" },
            { country: "ES", category: "L", rate: "0.10", validFrom: "2020-01-01" },
          ],
        }),
        act("PATCH /v3/customers/$customer", { billingAddress: { country: "ES" } }),
        act("POST /v3/items", { name: "Books", taxCategory: "L" }, "books"),
        act("POST /v3/items", { name: "Lessons", taxCategory: "E" }, "lessons"),
        obligation("Platform", { price: "33.33", from, to: "2026-04-30" }),
        obligation("Support", { price: "10.05", from, to: "2026-04-30" }),
        obligation("Books", { price: "33.35", from, to: "2026-04-30", itemId: "$books.id" }),
        obligation("Lessons", { price: "33.35", from, to: "2026-04-30", itemId: "$lessons.id" }),
        approve,
      ),
      on("2026-01-15", pay(0, "122.53")),
      ...closedInTurn("2026-01"),
      on("2026-02-10", exempt(true)),
      ...closedInTurn("2026-02"),
      on("2026-03-20", exempt(false)),
      ...closedInTurn("2026-03"),
      on(
        "2026-04-10",
        creditOfLines("2026-04-10", [1, 1, "10.05"], [1, 2, "16.67"], [2, 2, "16.68"]),
        applyMemo(0, 1, { amount: "20.00" }),
        applyMemo(0, 2, {}, "second"),
      ),
      ...closedInTurn("2026-04"),
      on(
        "2026-05-05",
        act("DELETE /v3/credit-memos/$memos.0.id/applications/$second.id"),
        act("POST /v3/credit-memos/$memos.0.id/refunds", {}),
      ),
      ...closedInTurn("2026-05"),
    ],
    table: `
      2026-01-01 | 122.53 | 12.45 | PAID
      2026-02-01 | 122.53 | 12.45 | PARTIALLY_PAID
      2026-03-01 | 110.08 | 0     | ISSUED
      2026-04-01 | 122.53 | 12.45 | ISSUED
      2026-04-10 | 47.18  | 3.78  | APPLIED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 110.08 | 0      | 0 | 0 | 0 | 12.45 | 0 | 330.24
      2026-02 | 110.08 | 122.53 | 0 | 0 | 0 | 24.90 | 0 | 220.16
      2026-03 | 110.08 | 232.61 | 0 | 0 | 0 | 24.90 | 0 | 110.08
      2026-04 | 66.68  | 307.96 | 0 | 0 | 0 | 33.57 | 0 | 0
      2026-05 | 0      | 335.14 | 0 | 0 | 0 | 33.57 | 0 | 0`,
  },
  {
    // 99.99 a month, 21 % and from March on 25 %. 33.33 of February are credited with 7.00 of tax, and void. 50.00 without tax; the other
    // 49.99 with all of its 21.00. 33.33 of March: 25.00 × 33.33/99.99 = 8.33. March earns 99.99 − 99.99 − 33.33.
    title: "a rate that rises, and credits of the old one: one void, one without tax, one of the rest",
    steps: [
      on(
        "2026-01-01",
        act("PATCH /v3/merchant", {
          address: { country: "ES" },
          taxRates: [
            { country: "ES", category: "S", rate: "0.21", validFrom: "2020-01-01" },
            { country: "ES", category: "S", rate: "0.25", validFrom: "2026-03-01" },
          ],
        }),
        act("PATCH /v3/customers/$customer", { billingAddress: { country: "ES" } }),
        obligation("Platform", { price: "99.99", from: "2026-01-01", to: "2026-03-31" }),
        approve,
      ),
      on("2026-03-10", close("2026-01"), creditOfLine(1, 0, "2026-03-10", "33.33")),
      on(
        "2026-03-11",
        act("POST /v3/credit-memos/$memos.0.id/applications", { invoiceId: "$invoices.2.id" }, "applied"),
      ),
      on(
        "2026-03-12",
        act("DELETE /v3/credit-memos/$memos.0.id/applications/$applied.id"),
        act("POST /v3/credit-memos/$memos.0.id/void", { reason: "Wrong" }),
      ),
      on("2026-03-13", creditOfLine(1, 0, "2026-03-13", "50.00", "USD", { salesTaxAmount: "0.00" })),
      on("2026-03-14", creditOfLine(1, 0, "2026-03-14", "49.99")),
      on("2026-03-15", creditOfLine(2, 0, "2026-03-15", "33.33")),
      on("2026-04-01", close("2026-02"), close("2026-03")),
    ],
    table: `
      2026-01-01 | 120.99 | 21.00 | ISSUED
      2026-02-01 | 120.99 | 21.00 | ISSUED
      2026-03-01 | 124.99 | 25.00 | ISSUED
      2026-03-10 | 40.33  | 7.00  | VOID
      2026-03-13 | 50.00  | 0     | OPEN
      2026-03-14 | 70.99  | 21.00 | OPEN
      2026-03-15 | 41.66  | 8.33  | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 99.99  | 120.99 | 0 | 0 | 0 | 21.00 | 0      | 199.98
      2026-02 | 99.99  | 241.98 | 0 | 0 | 0 | 42.00 | 0      | 99.99
      2026-03 | -33.33 | 366.97 | 0 | 0 | 0 | 37.67 | 162.65 | 0`,
  },
];
