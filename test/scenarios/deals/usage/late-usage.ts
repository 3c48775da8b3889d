import { act, approve, close, eventType, grace, on, usageTerm, use } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, taxed, termPath } from "../deal.ts";

// Usage that is recorded after its invoice or its close, across changes of price.

const [from, to] = ["2026-01-01", "2026-12-31"];
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
const eachAt = (amount: string, effectiveDate: string) =>
  act(`PATCH ${termPath("Calls")}`, { pricing: [{ amount, amountType: "PER_ITEM" }], effectiveDate });

export const lateUsageDeals: readonly Deal[] = [
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
    // 900 calls at 0.10; 200 more make 1,100 at 0.05: 35.00 less, on February's bill of 60.00. Until then what is too much is liability.
    title: "late calls that make all of a closed month cheaper",
    steps: [
      on(
        "2026-01-01",
        ...taxed("0.21"),
        eventType,
        grace(0),
        usageTerm("Calls", {
          price: "0",
          pricingType: "VOLUME",
          from: "2026-01-01",
          to: "2026-03-31",
          pricing: [
            { tier: 0, tierMinimum: "0", amount: "0.10", amountType: "PER_ITEM" },
            { tier: 1, tierMinimum: "1000", amount: "0.05", amountType: "PER_ITEM" },
          ],
        }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "900")),
      on("2026-02-05", close("2026-01"), use("2026-02-05", "600")),
      on("2026-02-10", use("2026-01-25", "200")),
      ...closedInTurn("2026-02", "2026-03", "2026-04"),
    ],
    table: `
      2026-02-01 | 108.90 | 18.90 | ISSUED
      2026-03-01 | 30.25  | 5.25  | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 90.00 | 0      | 90.00 | 0 | 0     | 0     | 0 | 0
      2026-02 | 25.00 | 108.90 | 60.00 | 0 | 35.00 | 18.90 | 0 | 0
      2026-03 | 0     | 139.15 | 0     | 0 | 0     | 24.15 | 0 | 0
      2026-04 | 0     | 139.15 | 0     | 0 | 0     | 24.15 | 0 | 0`,
  },
  {
    // At least 100.00 a month: 120.00, and then nothing. The 20 days of March are at least 64.52: 30.00 at 1.00 and, from the 11th on, 10.00 at 2.00 are lifted by 24.52. 40.00 of late calls
    // of the 5th leave nothing to lift.
    title: "calls with a minimum, more expensive in their last month, which ends short, and late ones after it",
    steps: [
      on(
        from,
        eventType,
        grace(0),
        usageTerm("Calls", { price: "1", from, to: "2026-06-30", minimumAmount: "100.00" }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "120")),
      ...closedInTurn("2026-01", "2026-02"),
      on("2026-03-09", use("2026-03-05", "30"), eachAt("2", "2026-03-11")),
      on("2026-03-18", use("2026-03-15", "5"), act(`PATCH ${termPath("Calls")}/terminate`, { endDate: "2026-03-20" })),
      on("2026-04-02", close("2026-03"), use("2026-03-05", "40")),
      ...closedInTurn("2026-04"),
    ],
    table: `
      2026-02-01 | 120.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-03-21 | 64.52  | 0 | ISSUED
      2026-04-02 | 15.48  | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 120.00 | 0      | 120.00 | 0 | 0 | 0 | 0
      2026-02 | 100.00 | 120.00 | 100.00 | 0 | 0 | 0 | 0
      2026-03 | 64.52  | 284.52 | 0      | 0 | 0 | 0 | 0
      2026-04 | 15.48  | 300.00 | 0      | 0 | 0 | 0 | 0`,
  },
  {
    // 15 of 31 days of a minimum of 100.00 are 48.39. Of 30.00 late calls 1.61 are beyond it. The second period of the new term has 40.00 of 200.00.
    title: "calls with a minimum that are renewed in the middle of a month, and late ones of the days before",
    contract: { startDate: from, endDate: to },
    steps: [
      on(from, eventType, grace(0), usageTerm("Old", { price: "0.10", from, to, minimumAmount: "100.00" }), approve),
      on("2026-01-20", use("2026-01-20", "500", "renewed-1")),
      ...closedInTurn("2026-01"),
      on("2026-02-20", use("2026-02-20", "1500", "renewed-2")),
      ...closedInTurn("2026-02"),
      on(
        "2026-03-10",
        use("2026-03-10", "200", "renewed-3"),
        act(`PATCH ${termPath("Old")}/terminate`, { endDate: "2026-03-15" }),
        usageTerm("New", { price: "0.08", from: "2026-03-16", to: "2026-05-15", minimumAmount: "200.00" }),
      ),
      on("2026-03-25", use("2026-03-25", "1000", "renewed-4")),
      ...closedInTurn("2026-03"),
      on("2026-04-05", use("2026-03-12", "300", "renewed-5")),
      on("2026-04-10", use("2026-04-10", "2000", "renewed-6")),
      on("2026-04-20", use("2026-04-20", "500", "renewed-7")),
      ...closedInTurn("2026-04", "2026-05"),
    ],
    table: `
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 150.00 | 0 | ISSUED
      2026-03-16 | 48.39  | 0 | ISSUED
      2026-04-05 | 1.61   | 0 | ISSUED
      2026-04-16 | 240.00 | 0 | ISSUED
      2026-05-16 | 200.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 0      | 100.00 | 0 | 0 | 0 | 0
      2026-02 | 150.00 | 100.00 | 150.00 | 0 | 0 | 0 | 0
      2026-03 | 128.39 | 298.39 | 80.00  | 0 | 0 | 0 | 0
      2026-04 | 201.61 | 540.00 | 40.00  | 0 | 0 | 0 | 0
      2026-05 | 160.00 | 740.00 | 0      | 0 | 0 | 0 | 0`,
  },
  {
    // 30.00 a month with 100 calls, 0.50 beyond; from 16 April on 33.00 and 0.55. Late calls of February and April are at 0.50, those of June at 0.55; half of the last month costs 16.50. What is taken
    // back below 100 calls is worth nothing.
    title:
      "calls with an allowance from the 16th that become more expensive by an escalator, deleted and late ones on both sides of it",
    contract: { currency: "EUR" },
    steps: [
      on(
        "2026-01-16",
        eventType,
        grace(0),
        usageTerm("Calls", {
          ...{ price: "0", from: "2026-01-16", to: "2026-06-30", pricingType: "TIERED" },
          pricing: [
            { tier: 0, amount: "30.00", amountType: "TOTAL_INVOICE", tierMinimum: "0" },
            { tier: 1, amount: "0.50", amountType: "PER_ITEM", tierMinimum: "100" },
          ],
          escalator: { type: "PERCENTAGE", amount: "0.10", everyMonths: 3 },
        }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "140")),
      ...closedInTurn("2026-01"),
      on("2026-02-10", use("2026-02-10", "60")),
      on("2026-02-20", use("2026-02-20", "50")),
      ...closedInTurn("2026-02"),
      on("2026-03-10", use("2026-03-10", "-80")),
      on("2026-03-20", use("2026-03-20", "300")),
      ...closedInTurn("2026-03"),
      on("2026-04-05", use("2026-02-12", "40")),
      on("2026-04-10", use("2026-04-10", "-250")),
      on("2026-04-20", use("2026-04-20", "120")),
      ...closedInTurn("2026-04"),
      on("2026-05-10", use("2026-04-12", "100")),
      on("2026-05-25", use("2026-05-25", "300")),
      ...closedInTurn("2026-05"),
      on("2026-06-10", use("2026-06-10", "10")),
      on("2026-06-20", use("2026-06-20", "200")),
      ...closedInTurn("2026-06", "2026-07"),
    ],
    table: `
      2026-02-16 | 80.00  | 0 | ISSUED
      2026-03-16 | 30.00  | 0 | ISSUED
      2026-04-16 | 50.00  | 0 | ISSUED
      2026-05-16 | 69.00  | 0 | ISSUED
      2026-06-16 | 148.50 | 0 | ISSUED
      2026-07-01 | 71.50  | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 50.00  | 0      | 50.00  | 0 | 0 | 0 | 0
      2026-02 | 60.00  | 80.00  | 30.00  | 0 | 0 | 0 | 0
      2026-03 | 130.00 | 110.00 | 130.00 | 0 | 0 | 0 | 0
      2026-04 | -36.00 | 160.00 | 44.00  | 0 | 0 | 0 | 0
      2026-05 | 168.00 | 229.00 | 143.00 | 0 | 0 | 0 | 0
      2026-06 | 77.00  | 377.50 | 71.50  | 0 | 0 | 0 | 0
      2026-07 | 0      | 449.00 | 0      | 0 | 0 | 0 | 0`,
  },
  {
    // February ended with the 20th, as is said in April: 30.00 and 41.43 up to 20/28 of the minimum are left of its 100.00, and nothing of March's 200.00. A term in its place has what was used after it: 250 calls at 0.50.
    title: "calls whose term ended in a closed month, and which another one in its place bills for less",
    steps: [
      on(
        from,
        eventType,
        grace(0),
        usageTerm("Calls", { price: "1.00", from, to: "2026-06-30", minimumAmount: "100.00" }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "120")),
      ...closedInTurn("2026-01"),
      on("2026-02-10", use("2026-02-10", "30")),
      on("2026-02-25", use("2026-02-25", "50")),
      ...closedInTurn("2026-02"),
      on("2026-03-10", use("2026-03-10", "200")),
      ...closedInTurn("2026-03"),
      on("2026-04-10", act(`PATCH ${termPath("Calls")}/terminate`, { endDate: "2026-02-20", creditUnused: true })),
      on("2026-04-12", usageTerm("Cheaper", { price: "0.50", from: "2026-02-21", to: "2026-06-30" })),
      ...closedInTurn("2026-04", "2026-05"),
    ],
    table: `
      2026-02-01 | 120.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 200.00 | 0 | ISSUED
      2026-04-10 | 0.00   | 0 | PAID
      2026-04-12 | 125.00 | 0 | ISSUED
      2026-04-10 | 228.57 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 120.00  | 0      | 120.00 | 0 | 0 | 0 | 0
      2026-02 | 100.00  | 120.00 | 100.00 | 0 | 0 | 0 | 0
      2026-03 | 200.00  | 220.00 | 200.00 | 0 | 0 | 0 | 0
      2026-04 | -103.57 | 545.00 | 0      | 0 | 0 | 0 | 228.57
      2026-05 | 0       | 545.00 | 0      | 0 | 0 | 0 | 228.57`,
  },
];
