import { act, approve, close, obligation, on, pobs, term } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, termPath } from "../deal.ts";

// Ramps of prices and of seats, and what changes or ends them.

const from = "2026-01-01";
const start = "2026-01-01";
/** Three years of 12,000, 24,000 and 36,000, billed ahead and served as one: 2,000 a month. */
const ramp = (price: string) =>
  obligation("Ramp", {
    ...{ price, interval: "YEAR", from: start, to: "2028-12-31" },
    escalator: { type: "FIXED", amount: price },
  });
const ended = act("PATCH /v3/contracts/$contract/billing-terms/$Ramp.billingTermId/terminate", {
  ...{ endDate: "2027-06-30", creditUnused: true },
});
const pay = (invoice: number, receivedAt: string) =>
  act(`POST /v3/invoices/$invoices.${invoice}.id/payments`, { receivedAt });
/** 2,000 are earned a month; billed are 12,000, and 24,000 more from the thirteenth month on. */
const yenOfRamp = Array.from({ length: 17 }, (_, index) => {
  const [year, month] = index < 12 ? [2026, index + 1] : [2027, index - 11];
  const billed = index < 12 ? 12_000 : 36_000;
  const left = billed - 2_000 * (index + 1);
  const position = left < 0 ? `${-left} | 0` : `0 | ${left}`;
  return `${year}-${String(month).padStart(2, "0")} | 2000 | ${billed} | 0 | ${position} | 0 | 0`;
}).join("\n");
const by = (name: string) => `/v3/contracts/$contract/billing-terms/$${name}.id`;

export const rampDeals: readonly Deal[] = [
  {
    // 12,000.00 and 24,000.00 are billed. At the end of June 2027 the ramp ends: 24,000.00 × 181/365 = 11,901.37 of the second year
    // are owed, 12,098.63 credited. What is billed of 18 months is 23,901.37; 17 × 2,000.00 = 34,000.00 are earned by May, so June takes
    // 10,098.63 back: the contract asset that later steps would have paid.
    title: "a ramp that ends in its second year, paid and refunded",
    steps: [
      on(start, ramp("12000.00"), approve),
      on("2026-01-20", pay(0, "2026-01-20")),
      on("2027-01-10", pay(1, "2027-01-10"), close("2026-12")),
      on(
        "2027-06-15",
        close("2027-05"),
        ended,
        act("POST /v3/credit-memos/$memos.0.id/refunds", { amount: "12098.63" }),
      ),
      on("2027-07-01", close("2027-06")),
    ],
    table: `
      2026-01-01 | 12000.00 | 0 | PAID
      2027-01-01 | 24000.00 | 0 | PAID
      2027-06-15 | 12098.63 | 0 | APPLIED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 2000.00 | 0 | 0 | 0     | 10000.00 | 0 | 0
      2026-02 | 2000.00 | 0 | 0 | 0     | 8000.00  | 0 | 0
      2026-03 | 2000.00 | 0 | 0 | 0     | 6000.00  | 0 | 0
      2026-04 | 2000.00 | 0 | 0 | 0     | 4000.00  | 0 | 0
      2026-05 | 2000.00 | 0 | 0 | 0     | 2000.00  | 0 | 0
      2026-06 | 2000.00 | 0 | 0 | 0     | 0     | 0 | 0
      2026-07 | 2000.00 | 0 | 0 | 2000.00  | 0     | 0 | 0
      2026-08 | 2000.00 | 0 | 0 | 4000.00  | 0     | 0 | 0
      2026-09 | 2000.00 | 0 | 0 | 6000.00  | 0     | 0 | 0
      2026-10 | 2000.00 | 0 | 0 | 8000.00  | 0     | 0 | 0
      2026-11 | 2000.00 | 0 | 0 | 10000.00 | 0     | 0 | 0
      2026-12 | 2000.00 | 0 | 0 | 12000.00 | 0     | 0 | 0
      2027-01 | 2000.00 | 0 | 0 | 0     | 10000.00 | 0 | 0
      2027-02 | 2000.00 | 0 | 0 | 0     | 8000.00  | 0 | 0
      2027-03 | 2000.00 | 0 | 0 | 0     | 6000.00  | 0 | 0
      2027-04 | 2000.00 | 0 | 0 | 0     | 4000.00  | 0 | 0
      2027-05 | 2000.00 | 0 | 0 | 0     | 2000.00  | 0 | 0
      2027-06 | -10098.63 | 0 | 0 | 0   | 0     | 0 | 0`,
  },
  {
    // 24,000 × 181/365 = 11,901 yen are owed of the second year, 12,099 credited; June takes 34,000 − 23,901 = 10,099 back.
    title: "a ramp that ends in its second year, in yen",
    contract: { currency: "JPY" },
    steps: [
      on(start, ramp("12000"), approve),
      on("2027-06-15", close("2027-04"), close("2027-05"), ended),
      on("2027-07-01", close("2027-06")),
    ],
    table: `
      2026-01-01 | 12000 | 0 | ISSUED
      2027-01-01 | 24000 | 0 | ISSUED
      2027-06-15 | 12099 | 0 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      ${yenOfRamp}
      2027-06 | -10099 | 36000 | 0 | 0 | 0 | 0 | 12099`,
  },
  {
    // The first year is 12,000.00 × 181/365 = 5,950.68, 6,049.32 are credited. By May 10,000.00 are earned: June takes 4,049.32 back.
    title: "a ramp that ends in its first year, neither paid nor refunded",
    steps: [
      on(start, ramp("12000.00"), approve),
      on(
        "2026-06-15",
        close("2026-05"),
        act("PATCH /v3/contracts/$contract/billing-terms/$Ramp.billingTermId/terminate", {
          ...{ endDate: "2026-06-30", creditUnused: true },
        }),
      ),
      on("2026-07-01", close("2026-06")),
    ],
    table: `
      2026-01-01 | 12000.00 | 0 | ISSUED
      2026-06-15 | 6049.32  | 0 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 2000.00  | 12000.00 | 0 | 0 | 10000.00 | 0 | 0
      2026-02 | 2000.00  | 12000.00 | 0 | 0 | 8000.00  | 0 | 0
      2026-03 | 2000.00  | 12000.00 | 0 | 0 | 6000.00  | 0 | 0
      2026-04 | 2000.00  | 12000.00 | 0 | 0 | 4000.00  | 0 | 0
      2026-05 | 2000.00  | 12000.00 | 0 | 0 | 2000.00  | 0 | 0
      2026-06 | -4049.32 | 12000.00 | 0 | 0 | 0        | 0 | 6049.32`,
  },
  {
    // 1,500.00 over 16/31 of January, five months and 15/31: 250.00 a month. Five seats from 1 May on: 5 × 20.00 × 15/30 = 50.00 with the
    // next bill and 2 × 100.00: 250.00 over two months and 15/31, 100.65 a month. By the end of March 29.03 are earned that later steps
    // pay for.
    title: "a ramp of seats from the middle of a month, and five more of them",
    pobs: true,
    steps: [
      on(
        "2026-01-16",
        term("First", {
          price: "20.00",
          billingType: "UNIT",
          quantity: "10",
          from: "2026-01-16",
          to: "2026-04-15",
          seatConfig: { defaultTrueUpTiming: "CO_TERM" },
        }),
        term("Second", {
          price: "20.00",
          billingType: "UNIT",
          quantity: "15",
          from: "2026-04-16",
          to: "2026-07-15",
          seatConfig: { defaultTrueUpTiming: "CO_TERM" },
          billingTermGroupId: "$First.billingTermGroupId",
        }),
        pobs("First", {
          serviceStartDate: "2026-01-16",
          serviceEndDate: "2026-07-15",
          transactionPrice: "1500.00",
          recognitionPattern: "STRAIGHT_LINE",
        }),
        approve,
      ),
      on("2026-04-20", close("2026-03")),
      on(
        "2026-05-01",
        close("2026-04"),
        act(`POST ${termPath("Second")}/seat-amendment`, { effectiveDate: "2026-05-01", delta: "5" }),
      ),
      ...closedInTurn("2026-05", "2026-06", "2026-07"),
    ],
    table: `
      2026-01-16 | 200.00 | 0 | ISSUED
      2026-02-16 | 200.00 | 0 | ISSUED
      2026-03-16 | 200.00 | 0 | ISSUED
      2026-04-16 | 300.00 | 0 | ISSUED
      2026-05-16 | 450.00 | 0 | ISSUED
      2026-06-16 | 400.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 129.03 | 200.00  | 0 | 0     | 70.97  | 0 | 0 | 1370.97
      2026-02 | 250.00 | 400.00  | 0 | 0     | 20.97  | 0 | 0 | 1120.97
      2026-03 | 250.00 | 600.00  | 0 | 29.03 | 0      | 0 | 0 | 870.97
      2026-04 | 250.00 | 900.00  | 0 | 0     | 20.97  | 0 | 0 | 620.97
      2026-05 | 350.65 | 1350.00 | 0 | 0     | 120.32 | 0 | 0 | 520.32
      2026-06 | 350.65 | 1750.00 | 0 | 0     | 169.67 | 0 | 0 | 169.67
      2026-07 | 169.67 | 1750.00 | 0 | 0     | 0      | 0 | 0 | 0`,
  },
  {
    // 250.00 a month. Five seats more in February and March are 100.00 a month of nobody's price. Four more from 16 April on are 40.00 and 2 × 80.00, 80.00
    // a month for two months and a half, and two of them go again with May.
    title: "a ramp of seats: more in its first step, more and fewer in its second",
    pobs: true,
    steps: [
      on(
        from,
        ...(
          [
            ["First", "10", from, "2026-03-31", {}],
            ["Second", "15", "2026-04-01", "2026-06-30", { billingTermGroupId: "$First.billingTermGroupId" }],
          ] as const
        ).map(([name, quantity, start, last, parts]) =>
          term(name, {
            ...{ price: "20.00", billingType: "UNIT", quantity, from: start, to: last },
            ...{ seatConfig: { defaultTrueUpTiming: "IMMEDIATE" }, ...parts },
          }),
        ),
        pobs("First", {
          ...{ serviceStartDate: from, serviceEndDate: "2026-06-30" },
          ...{ transactionPrice: "1500.00", recognitionPattern: "STRAIGHT_LINE" },
        }),
        approve,
      ),
      ...closedInTurn("2026-01"),
      on("2026-02-01", act(`POST ${by("First")}/seat-amendment`, { effectiveDate: "2026-02-01", delta: "5" })),
      ...closedInTurn("2026-02", "2026-03"),
      on("2026-04-16", act(`POST ${by("Second")}/seat-amendment`, { effectiveDate: "2026-04-16", delta: "4" })),
      ...closedInTurn("2026-04"),
      on("2026-05-10", act(`POST ${by("Second")}/seat-amendment`, { effectiveDate: "2026-06-01", delta: "-2" })),
      ...closedInTurn("2026-05", "2026-06"),
    ],
    table: `
      2026-01-01 | 200.00 | 0 | ISSUED
      2026-02-01 | 200.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 300.00 | 0 | ISSUED
      2026-04-01 | 300.00 | 0 | ISSUED
      2026-04-16 | 40.00  | 0 | ISSUED
      2026-05-01 | 380.00 | 0 | ISSUED
      2026-06-01 | 340.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 250.00 | 200.00  | 0 | 50.00  | 0 | 0 | 0
      2026-02 | 350.00 | 500.00  | 0 | 100.00 | 0 | 0 | 0
      2026-03 | 350.00 | 800.00  | 0 | 150.00 | 0 | 0 | 0
      2026-04 | 290.00 | 1140.00 | 0 | 100.00 | 0 | 0 | 0
      2026-05 | 330.00 | 1520.00 | 0 | 50.00  | 0 | 0 | 0
      2026-06 | 290.00 | 1860.00 | 0 | 0      | 0 | 0 | 0`,
  },
];
