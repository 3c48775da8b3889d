import { act, approve, eventType, grace, obligation, on, rejected, usageTerm, use } from "../../golden/scenario.ts";
import { closedInTurn, commitment, creditOfLine, type Deal, shown, taxed, termPath } from "../deal.ts";

// Prices and quantities with more decimals than their currency has: they are never rounded on the way, a line is rounded once.

const from = "2026-01-01";
const months = ["2026-01", "2026-02", "2026-03"];

export const fractionalPricesAndQuantityDeals: readonly Deal[] = [
  {
    // 2.5 × 33.333333333333 = 83.33; 3.75 of them are 125.00. March has 15 and 16 days of 31: 40.32 + 64.52 = 104.84, to the cent of both together. 63.18 more are earned by 16/31 of March and
    // a month.
    title: "two units and a half at a price of twelve decimals, in arrears, and more from the middle of a month on",
    steps: [
      on(
        from,
        obligation("Storage", {
          ...{ price: "33.333333333333", from, to: "2026-04-30", billingType: "UNIT", quantity: "2.5" },
          invoiceDateStrategy: "ARREARS",
        }),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on(
        "2026-03-10",
        act(`POST ${termPath("Storage")}/amendments`, {
          ...{ quantity: "3.75", effectiveDate: "2026-03-16", settlement: "IMMEDIATE" },
        }),
      ),
      ...closedInTurn("2026-03", "2026-04", "2026-05"),
    ],
    table: `
      2026-02-01 | 83.33  | 0 | ISSUED
      2026-03-01 | 83.33  | 0 | ISSUED
      2026-04-01 | 104.84 | 0 | ISSUED
      2026-05-01 | 125.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 83.33 | 0 | 83.33 | 0 | 0 | 0 | 0
      2026-02 | 83.33 | 83.33 | 83.33 | 0 | 0 | 0 | 0
      2026-03 | 104.84 | 166.66 | 104.84 | 0 | 0 | 0 | 0
      2026-04 | 125.00 | 271.50 | 125.00 | 0 | 0 | 0 | 0
      2026-05 | 0 | 396.50 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 100,000.5 calls at 0.012345678901 are 1,234.574063 yen. In February as many less a trillionth, and one more with it: one of them beyond the boundary: 1,235.07. 2.9 late ones of February
    // make 1,236.52.
    title: "calls by the fraction on both sides of a tier in yen, and late ones",
    contract: { currency: "JPY" },
    steps: [
      on(
        from,
        eventType,
        grace(0),
        usageTerm("Calls", {
          ...{ price: "0", from, to: "2026-03-31", pricingType: "TIERED" },
          pricing: [
            { tier: 0, amount: "0.012345678901", amountType: "PER_ITEM", tierMinimum: "0" },
            { tier: 1, amount: "0.5", amountType: "PER_ITEM", tierMinimum: "100000.5" },
          ],
        }),
        rejected("AMOUNT_INVALID", "PATCH /v3/contracts/$contract/billing-terms/$Calls.id", {
          minimumAmount: "10.5",
        }),
        approve,
      ),
      on("2026-01-20", use("2026-01-19", "60000.25"), use("2026-01-20", "40000.25")),
      ...closedInTurn("2026-01"),
      on("2026-02-20", use("2026-02-19", "100000.499999999999"), use("2026-02-20", "1.000000000001")),
      ...closedInTurn("2026-02"),
      on("2026-03-10", use("2026-02-25", "2.9")),
      ...closedInTurn("2026-03", "2026-04"),
      on(
        "2026-05-02",
        shown("line", act("GET /v3/invoices/$invoices.1.id"), "lineItems.0.quantity", "lineItems.0.total"),
      ),
    ],
    table: `
      2026-02-01 | 1235 | 0 | ISSUED
      2026-03-01 | 1235 | 0 | ISSUED
      2026-04-01 | 2    | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 1235 | 0 | 1235 | 0 | 0 | 0 | 0
      2026-02 | 1235 | 1235 | 1235 | 0 | 0 | 0 | 0
      2026-03 | 2 | 2470 | 2 | 0 | 0 | 0 | 0
      2026-04 | 0 | 2472 | 0 | 0 | 0 | 0 | 0
      answers
      line | 100001.5 | 1235`,
  },
  {
    // 10.001 less a third of eight decimals and less half are 3.333667, less 0.001: 3.333, and 15/31 of it 1.613, 8.279 in all. Of 3.333 with 0.242 of tax 1.111 and 2.222 are credited, 0.081 and 0.161.
    title: "a third off, half off and a thousandth off in dinars, and the first month credited in two parts",
    contract: { currency: "KWD" },
    steps: [
      on(
        from,
        ...taxed("0.0725"),
        obligation(
          "Platform",
          { price: "10.001", from, to: "2026-03-15" },
          {
            discounts: [
              { type: "PERCENTAGE", amount: "0.33333333" },
              { type: "PERCENTAGE", amount: "0.5" },
              { type: "FIXED", amount: "0.001" },
            ],
          },
        ),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on(
        "2026-03-10",
        creditOfLine(0, 0, "2026-03-10", "1.111", "KWD"),
        rejected("AMOUNT_INVALID", "POST /v3/credit-memos", {
          ...{ customerId: "$customer", issueDate: "2026-03-10", currency: "KWD", reason: "Goodwill" },
          items: [{ invoiceLineItemId: "$invoices.0.lineItems.0.id", amount: "2.2225" }],
        }),
        creditOfLine(0, 0, "2026-03-10", "2.222", "KWD"),
      ),
      ...closedInTurn("2026-03"),
    ],
    table: `
      2026-01-01 | 3.575 | 0.242 | ISSUED
      2026-02-01 | 3.575 | 0.242 | ISSUED
      2026-03-01 | 1.730 | 0.117 | ISSUED
      2026-03-10 | 1.192 | 0.081 | OPEN
      2026-03-10 | 2.383 | 0.161 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 3.333 | 3.575 | 0 | 0 | 0 | 0.242 | 0
      2026-02 | 3.333 | 7.150 | 0 | 0 | 0 | 0.484 | 0
      2026-03 | -1.720 | 8.880 | 0 | 0 | 0 | 0.359 | 3.575`,
  },
  {
    // 24.99, and 1.69 and 1.18 for 21 and 11 days of a quarter and of a third of a seat. February is 27.49 with the first of them, 30.82 with both.
    title: "a quarter and a third of a seat more, each from its day on",
    steps: [
      on(
        from,
        obligation("Seats", {
          ...{ price: "9.995", from, to: "2026-02-28", billingType: "UNIT", quantity: "2.5" },
          seatConfig: { defaultTrueUpTiming: "IMMEDIATE" },
        }),
        approve,
      ),
      on("2026-01-11", act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate: "2026-01-11", delta: "0.25" })),
      on(
        "2026-01-21",
        act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate: "2026-01-21", delta: "0.333333333333" }),
      ),
      ...closedInTurn("2026-01", "2026-02"),
    ],
    table: `
      2026-01-01 | 24.99 | 0 | ISSUED
      2026-01-11 | 1.69  | 0 | ISSUED
      2026-01-21 | 1.18  | 0 | ISSUED
      2026-02-01 | 30.82 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 27.86 | 27.86 | 0 | 0 | 0 | 0 | 0
      2026-02 | 30.82 | 58.68 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 1,000.4 yen a month are 1,000; a rise of a third of a thousandth a month makes them 1,001 and 1,001. A third of 3,002 is earned each month.
    title: "a price with a part of a yen that rises by a part of it each month",
    contract: { currency: "JPY" },
    steps: [
      on(
        from,
        obligation("Platform", {
          ...{ price: "1000.4", from, to: "2026-03-31" },
          escalator: { type: "PERCENTAGE", amount: "0.00033333", everyMonths: 1 },
        }),
        approve,
      ),
      ...closedInTurn(...months),
    ],
    table: `
      2026-01-01 | 1000 | 0 | ISSUED
      2026-02-01 | 1001 | 0 | ISSUED
      2026-03-01 | 1001 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 1001 | 1000 | 0 | 1 | 0 | 0 | 0
      2026-02 | 1000 | 2001 | 0 | 0 | 0 | 0 | 0
      2026-03 | 1001 | 3002 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 100.5 units at 0.35 are 35 yen. 14.09, 28.18 and 31.68 are used by each month: 14, 14 and 4, and 3 are trued up. 5.125 late units of February make that 33.47: one yen
    // more for them, one less to true up.
    title: "a commitment of units and a half in yen, and late ones that are within it",
    contract: { currency: "JPY", startDate: from, endDate: "2026-03-31" },
    steps: [
      on(
        from,
        eventType,
        grace(0),
        usageTerm("Calls", { price: "0.35", from, to: "2026-03-31", usageScope: "COMMITMENT" }),
        commitment(
          { trueUpBehavior: "EACH_PERIOD", steps: [{ commitmentValue: "100.5", billingTermIds: ["$Calls.id"] }] },
          { commitmentUnitType: "UNITS" },
        ),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "40.25")),
      ...closedInTurn("2026-01"),
      on("2026-02-20", use("2026-02-20", "40.25")),
      ...closedInTurn("2026-02"),
      on("2026-03-20", use("2026-03-20", "10")),
      ...closedInTurn("2026-03"),
      on("2026-04-10", use("2026-02-20", "5.125")),
      ...closedInTurn("2026-04"),
    ],
    table: `
      2026-02-01 | 14 | 0 | ISSUED
      2026-03-01 | 14 | 0 | ISSUED
      2026-04-01 | 7  | 0 | ISSUED
      2026-04-10 | 0  | 0 | PAID
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 14 | 0  | 14 | 0 | 0 | 0 | 0
      2026-02 | 14 | 14 | 14 | 0 | 0 | 0 | 0
      2026-03 | 7  | 28 | 7  | 0 | 0 | 0 | 0
      2026-04 | 0  | 35 | 0  | 0 | 0 | 0 | 0`,
  },
  {
    // What is no unit price is an amount, and half a yen is none. 0.5 each are a unit price: 101 of them are 51 yen, and 17 a month.
    title: "half a yen: a price of one, and no amount of anything",
    contract: { currency: "JPY" },
    steps: [
      on(
        from,
        rejected("AMOUNT_INVALID", "POST /v3/contracts/$contract/obligations", {
          ...{ serviceStartDate: from, serviceEndDate: "2026-03-31", discounts: [{ type: "FIXED", amount: "0.5" }] },
          billingSchedule: {
            ...{ name: "Units", startDate: from, endDate: "2026-03-31", interval: "QUARTER", billingType: "UNIT" },
            ...{ invoiceDateStrategy: "FIRST_OF_PERIOD", quantity: "101" },
            pricing: [{ amount: "0.5", amountType: "PER_ITEM" }],
          },
        }),
        rejected("AMOUNT_INVALID", "POST /v3/contracts/$contract/obligations", {
          ...{ serviceStartDate: from, serviceEndDate: "2026-03-31", standaloneSellingPrice: "50.5" },
          billingSchedule: {
            ...{ name: "Units", startDate: from, endDate: "2026-03-31", interval: "QUARTER", billingType: "UNIT" },
            ...{ invoiceDateStrategy: "FIRST_OF_PERIOD", quantity: "101" },
            pricing: [{ amount: "0.5", amountType: "PER_ITEM" }],
          },
        }),
        obligation("Units", {
          ...{ price: "0.5", interval: "QUARTER", from, to: "2026-03-31", billingType: "UNIT", quantity: "101" },
        }),
        approve,
        rejected("AMOUNT_INVALID", "POST /v3/contracts/$contract/obligation/$Units.id/custom-revenue", [
          { timeframe: "2026-02", total: "16.5" },
        ]),
        rejected("AMOUNT_INVALID", "POST /v3/invoices/$invoices.0.id/payments", { amount: "10.5" }),
        rejected("AMOUNT_INVALID", "POST /v3/payments", {
          ...{ customerId: "$customer", amount: "10.5", currency: "JPY", receivedAt: from },
        }),
        rejected("AMOUNT_INVALID", "POST /v3/adjustments", {
          ...{ date: from, currency: "JPY", reason: "Reserve" },
          lines: [
            { role: "CONTRACT_LIABILITY", debit: "0.5", contractId: "$contract" },
            { role: "REVENUE", credit: "0.5", contractId: "$contract" },
          ],
        }),
      ),
      on("2026-01-20", act("POST /v3/invoices/$invoices.0.id/payments", { amount: "51" })),
      ...closedInTurn(...months),
    ],
    table: `
      2026-01-01 | 51 | 0 | PAID
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 17 | 0 | 0 | 0 | 34 | 0 | 0
      2026-02 | 17 | 0 | 0 | 0 | 17 | 0 | 0
      2026-03 | 17 | 0 | 0 | 0 | 0  | 0 | 0`,
  },
];
