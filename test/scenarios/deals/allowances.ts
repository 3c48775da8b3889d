import { act, approve, close, eventType, grace, on, usageTerm, use } from "../golden/scenario.ts";
import { closedInTurn, type Deal, taxed, termPath } from "./deal.ts";

// Usage whose allowance, tiers or price change, and what comes late of days before and after it.

const from = "2026-01-01";
/** So much whatever is used, an allowance with it, and a price for each call beyond that. */
const allowance = (amount: string, included: string, beyond: string) => ({
  pricingType: "TIERED",
  pricing: [
    { tier: 0, amount, amountType: "TOTAL_INVOICE", tierMinimum: "0" },
    { tier: 1, amount: beyond, amountType: "PER_ITEM", tierMinimum: included },
  ],
});
const volume = (amount: string, above: string) => ({
  pricingType: "VOLUME",
  pricing: [
    { tier: 0, amount, amountType: "PER_ITEM", tierMinimum: "0" },
    { tier: 1, amount: above, amountType: "PER_ITEM", tierMinimum: "1000" },
  ],
});

export const allowanceDeals: readonly Deal[] = [
  {
    // 50.00 for 1,000 calls, 0.05 beyond; from April on 60.00 for 2,000, and 0.04. 300 late calls of March cost 10.00 by March's prices, and are none after all: until that is billed, it is owed
    // to the customer. 2,600 late ones
    // of April cost 104.00 when no bill is left to wait for.
    title: "a larger allowance from April on, late calls of March at its prices, and of April after the end",
    steps: [
      on(
        from,
        eventType,
        grace(0),
        ...taxed("0.20"),
        usageTerm("Calls", { price: "0", from, to: "2026-05-31", ...allowance("50.00", "1000", "0.05") }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "1500")),
      ...closedInTurn("2026-01", "2026-02"),
      on("2026-03-10", use("2026-03-10", "900")),
      on(
        "2026-03-25",
        act(`PATCH ${termPath("Calls")}`, { ...allowance("60.00", "2000", "0.04"), effectiveDate: "2026-04-01" }),
      ),
      ...closedInTurn("2026-03"),
      on("2026-04-10", { ...use("2026-03-12", "300"), as: "late" }, use("2026-04-10", "3000")),
      ...closedInTurn("2026-04"),
      on("2026-05-20", act("DELETE /v3/events/$late.id"), use("2026-05-20", "500")),
      ...closedInTurn("2026-05"),
      on("2026-06-15", use("2026-04-20", "2600")),
      ...closedInTurn("2026-06"),
    ],
    table: `
      2026-02-01 | 90.00  | 15.00 | ISSUED
      2026-03-01 | 60.00  | 10.00 | ISSUED
      2026-04-01 | 60.00  | 10.00 | ISSUED
      2026-05-01 | 132.00 | 22.00 | ISSUED
      2026-06-01 | 60.00  | 10.00 | ISSUED
      2026-06-15 | 124.80 | 20.80 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 75.00  | 0      | 75.00  | 0 | 0 | 0     | 0
      2026-02 | 50.00  | 90.00  | 50.00  | 0 | 0 | 15.00 | 0
      2026-03 | 50.00  | 150.00 | 50.00  | 0 | 0 | 25.00 | 0
      2026-04 | 110.00 | 210.00 | 110.00 | 0 | 0 | 35.00 | 0
      2026-05 | 50.00  | 342.00 | 60.00  | 0 | 10.00 | 57.00 | 0
      2026-06 | 104.00 | 526.80 | 0      | 0 | 0 | 87.80 | 0`,
  },
  {
    // 10 yen a call, at least 2,000 and at most 9,000 a month; from 16 March on 12 yen. March's 600 and 300 calls come to 9,600: its bill is one, and so is its maximum. April's 50
    // calls come to 600.
    title: "calls in yen with a minimum and a maximum, more expensive from the middle of a month on",
    contract: { currency: "JPY" },
    steps: [
      on(
        from,
        eventType,
        grace(0),
        usageTerm("Calls", {
          ...{ price: "0", from, to: "2026-04-30", minimumAmount: "2000", maximumAmount: "9000" },
          ...volume("10", "8"),
        }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "100")),
      ...closedInTurn("2026-01"),
      on("2026-02-20", use("2026-02-20", "1200")),
      ...closedInTurn("2026-02"),
      on("2026-03-10", use("2026-03-10", "600")),
      on("2026-03-14", act(`PATCH ${termPath("Calls")}`, { ...volume("12", "9"), effectiveDate: "2026-03-16" })),
      on("2026-03-20", use("2026-03-20", "300")),
      ...closedInTurn("2026-03"),
      on("2026-04-20", use("2026-04-20", "50")),
      ...closedInTurn("2026-04", "2026-05"),
    ],
    table: `
      2026-02-01 | 2000 | 0 | ISSUED
      2026-03-01 | 9000 | 0 | ISSUED
      2026-04-01 | 9000 | 0 | ISSUED
      2026-05-01 | 2000 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 2000 | 0     | 2000 | 0 | 0 | 0 | 0
      2026-02 | 9000 | 2000  | 9000 | 0 | 0 | 0 | 0
      2026-03 | 9000 | 11000 | 9000 | 0 | 0 | 0 | 0
      2026-04 | 2000 | 20000 | 2000 | 0 | 0 | 0 | 0
      2026-05 | 0    | 22000 | 0    | 0 | 0 | 0 | 0`,
  },
  {
    // Five days of grace. January is closed before its bill, which is dated when it is made, with 20.00 that came meanwhile. February's is dated on its last day. 3,000 late calls
    // of February cost 30.00, though 0.020 holds from March on, and wait for the bill of March with its 20.00.
    title: "months that are closed within grace or after it, and late calls across a price",
    steps: [
      on(
        from,
        eventType,
        grace(5),
        ...taxed("0.10"),
        usageTerm("Calls", { price: "0.010", from, to: "2026-03-31", invoiceDateStrategy: "LAST_OF_PERIOD" }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "5000")),
      on("2026-02-02", close("2026-01")),
      on("2026-02-04", use("2026-01-30", "2000")),
      on("2026-02-06"),
      on("2026-02-10", use("2026-02-10", "10000")),
      on(
        "2026-02-20",
        act(`PATCH ${termPath("Calls")}`, {
          pricing: [{ amount: "0.020", amountType: "PER_ITEM" }],
          effectiveDate: "2026-03-01",
        }),
      ),
      on("2026-03-10", close("2026-02")),
      on("2026-03-12", use("2026-02-20", "3000")),
      on("2026-03-15", use("2026-03-15", "1000")),
      on("2026-04-01", close("2026-03")),
      on("2026-04-06"),
      on("2026-05-01", close("2026-04")),
    ],
    table: `
      2026-02-06 | 77.00  | 7.00  | ISSUED
      2026-02-28 | 110.00 | 10.00 | ISSUED
      2026-04-06 | 55.00  | 5.00  | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 50.00  | 0      | 50.00 | 0 | 0 | 0     | 0
      2026-02 | 120.00 | 187.00 | 0     | 0 | 0 | 17.00 | 0
      2026-03 | 50.00  | 187.00 | 50.00 | 0 | 0 | 17.00 | 0
      2026-04 | 0      | 242.00 | 0     | 0 | 0 | 22.00 | 0`,
  },
  {
    // At least 300.00 a quarter: 50.00, and from 16 February on 40.00 and 20.00 at twice the price. What lifts them is due when the quarter is over.
    title: "a minimum of a quarter, whose price changes in its second month",
    steps: [
      on(
        from,
        eventType,
        grace(0),
        usageTerm("Calls", { price: "1", from, to: "2026-03-31", interval: "QUARTER", minimumAmount: "300.00" }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "50")),
      ...closedInTurn("2026-01"),
      on(
        "2026-02-10",
        act(`PATCH ${termPath("Calls")}`, {
          pricing: [{ amount: "2", amountType: "PER_ITEM" }],
          effectiveDate: "2026-02-16",
        }),
      ),
      on("2026-02-20", use("2026-02-20", "20")),
      ...closedInTurn("2026-02"),
      on("2026-03-10", use("2026-03-10", "10")),
      ...closedInTurn("2026-03", "2026-04"),
    ],
    table: `
      2026-04-01 | 300.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 50.00  | 0      | 50.00  | 0 | 0 | 0 | 0
      2026-02 | 40.00  | 0      | 90.00  | 0 | 0 | 0 | 0
      2026-03 | 210.00 | 0      | 300.00 | 0 | 0 | 0 | 0
      2026-04 | 0      | 300.00 | 0      | 0 | 0 | 0 | 0`,
  },
];
