import { act, approve, close, eventType, grace, obligation, on, usageTerm, use } from "../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, taxed, termPath, total } from "./deal.ts";

// What comes after a change: another one, an end, a swap, a lost bill, and what is paid, credited and refunded of it.

const [from, to] = ["2026-01-01", "2026-12-31"];
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const seats = (effectiveDate: string, delta: string) =>
  act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate, delta });
const amended = (effectiveDate: string, amount: string) =>
  act(`POST ${termPath("Plan")}/amendments`, { ...total(amount), effectiveDate, settlement: "IMMEDIATE" });
const end = (name: string, endDate: string) =>
  act(`PATCH ${termPath(name)}/terminate`, { endDate, creditUnused: true });

export const afterChangeDeals: readonly Deal[] = [
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
    // A seat is 1.00 a day: 10 of them, 15 from April on, 18 from July on and 14 from October on. The credit of 368.00 with its tax is applied to the last bill.
    title: "seats of a year with tax, added twice and removed once, and the credit applied to the last bill",
    steps: [
      on(
        from,
        ...taxed("0.10"),
        obligation(
          "Seats",
          {
            ...{ price: "365.00", interval: "YEAR", from, to, billingType: "UNIT", quantity: "10" },
            seatConfig: { defaultTrueUpTiming: "IMMEDIATE", creditOnDecrease: "PRORATED" },
          },
          { recognitionPattern: "STRAIGHT_LINE_DAILY" },
        ),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 3)),
      on("2026-04-01", seats("2026-04-01", "5")),
      ...closedInTurn(...months.slice(3, 6)),
      on("2026-07-01", seats("2026-07-01", "3")),
      ...closedInTurn(...months.slice(6, 9)),
      on("2026-10-01", seats("2026-10-01", "-4")),
      on(
        "2026-10-05",
        act("POST /v3/credit-memos/$memos.0.id/applications", { invoiceId: "$invoices.2.id", amount: "404.80" }),
      ),
      ...closedInTurn(...months.slice(9)),
    ],
    table: `
      2026-01-01 | 4015.00 | 365.00 | ISSUED
      2026-04-01 | 1512.50 | 137.50 | ISSUED
      2026-07-01 | 607.20  | 55.20  | PARTIALLY_PAID
      2026-10-01 | 404.80  | 36.80  | APPLIED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 310.00 | 4015.00 | 0 | 0 | 3340.00 | 365.00 | 0
      2026-02 | 280.00 | 4015.00 | 0 | 0 | 3060.00 | 365.00 | 0
      2026-03 | 310.00 | 4015.00 | 0 | 0 | 2750.00 | 365.00 | 0
      2026-04 | 450.00 | 5527.50 | 0 | 0 | 3675.00 | 502.50 | 0
      2026-05 | 465.00 | 5527.50 | 0 | 0 | 3210.00 | 502.50 | 0
      2026-06 | 450.00 | 5527.50 | 0 | 0 | 2760.00 | 502.50 | 0
      2026-07 | 558.00 | 6134.70 | 0 | 0 | 2754.00 | 557.70 | 0
      2026-08 | 558.00 | 6134.70 | 0 | 0 | 2196.00 | 557.70 | 0
      2026-09 | 540.00 | 6134.70 | 0 | 0 | 1656.00 | 557.70 | 0
      2026-10 | 434.00 | 5729.90 | 0 | 0 | 854.00  | 520.90 | 0
      2026-11 | 420.00 | 5729.90 | 0 | 0 | 434.00  | 520.90 | 0
      2026-12 | 434.00 | 5729.90 | 0 | 0 | 0       | 520.90 | 0`,
  },
  {
    // 904.11 more for 275 days. Ended with August, 1,301.92 are billed: 802.19 of both bills are credited, and 200.09 are left for August.
    title: "a year that is twice as much from April on, and ends with August",
    steps: [
      on(from, obligation("Plan", { price: "1200.00", interval: "YEAR", from, to }), approve),
      ...closedInTurn(...months.slice(0, 3)),
      on("2026-04-01", amended("2026-04-01", "2400.00")),
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
  {
    // 11 days at 20.00 are unused, 220.00, and are taken off the first bill of the new plan. 2,119.35 of that are 900.00 a month.
    title: "a plan that is dearer from the middle of a month on, and replaced five days later",
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
    // Of 160.00 for 16 days 50.00 are earned when they are lost, and 110.00 are not earned any more. April ends with its 10th: 413.33 are credited.
    title: "a higher price whose bill is lost, and an end in the next month",
    steps: [
      on("2026-03-01", obligation("Plan", { price: "310.00", from: "2026-03-01", to: "2026-05-31" }), approve),
      on("2026-03-16", amended("2026-03-16", "620.00")),
      on("2026-03-20", act("POST /v3/invoices/$invoices.1.id/actions", { action: "MARK_UNCOLLECTIBLE" })),
      ...closedInTurn("2026-03"),
      on("2026-04-05", end("Plan", "2026-04-10")),
      ...closedInTurn("2026-04", "2026-05"),
    ],
    table: `
      2026-03-01 | 310.00 | 0 | ISSUED
      2026-03-16 | 160.00 | 0 | UNCOLLECTIBLE
      2026-04-01 | 620.00 | 0 | ISSUED
      2026-04-05 | 413.33 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-03 | 360.00 | 310.00 | 0 | 0 | 0 | 0 | 0
      2026-04 | 206.67 | 930.00 | 0 | 0 | 0 | 0 | 413.33
      2026-05 | 0      | 930.00 | 0 | 0 | 0 | 0 | 413.33`,
  },
  {
    // 200.00 less for July and August leave 400.00 for six months. It ends with August: those months are for nothing, and the 66.67 of July go back.
    title: "two free months agreed in June as a discount, and an end in the second",
    steps: [
      on(from, obligation("Plan", { price: "100.00", from, to }), approve),
      ...closedInTurn(...months.slice(0, 5)),
      on(
        "2026-06-10",
        act(`PATCH ${termPath("Plan")}`, {
          discounts: [{ type: "PERCENTAGE", amount: "1", startDate: "2026-07-01", endDate: "2026-08-31" }],
          effectiveDate: "2026-07-01",
        }),
      ),
      ...closedInTurn("2026-06", "2026-07"),
      on("2026-08-10", act(`PATCH ${termPath("Plan")}/terminate`, { endDate: "2026-08-31" })),
      ...closedInTurn("2026-08", "2026-09"),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-05-01 | 100.00 | 0 | ISSUED
      2026-06-01 | 100.00 | 0 | ISSUED
      2026-07-01 | 0.00   | 0 | PAID
      2026-08-01 | 0.00   | 0 | PAID
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 100.00 | 0 | 0     | 0 | 0 | 0 | 1100.00
      2026-02 | 100.00 | 200.00 | 0 | 0     | 0 | 0 | 0 | 1000.00
      2026-03 | 100.00 | 300.00 | 0 | 0     | 0 | 0 | 0 | 900.00
      2026-04 | 100.00 | 400.00 | 0 | 0     | 0 | 0 | 0 | 800.00
      2026-05 | 100.00 | 500.00 | 0 | 0     | 0 | 0 | 0 | 700.00
      2026-06 | 100.00 | 600.00 | 0 | 0     | 0 | 0 | 0 | 400.00
      2026-07 | 66.67  | 600.00 | 0 | 66.67 | 0 | 0 | 0 | 333.33
      2026-08 | -66.67 | 600.00 | 0 | 0     | 0 | 0 | 0 | 0
      2026-09 | 0      | 600.00 | 0 | 0     | 0 | 0 | 0 | 0`,
  },
  {
    // With relief for its tax 200.00 are bad debt, and 100.00 for March stop. All of it is paid: March earns them again, less 100.00 that are credited and refunded.
    title: "a quarter written off with relief for its tax, paid in full, credited in part, and the credit refunded",
    settings: { badDebtTaxRelief: true },
    steps: [
      on(
        from,
        ...taxed("0.20"),
        obligation("Plan", { price: "300.00", interval: "QUARTER", from, to: "2026-03-31" }),
        approve,
      ),
      ...closedInTurn("2026-01"),
      on("2026-02-28", act("POST /v3/invoices/$invoices.0.id/actions", { action: "MARK_UNCOLLECTIBLE" })),
      ...closedInTurn("2026-02"),
      on(
        "2026-03-15",
        act("POST /v3/invoices/$invoices.0.id/payments", { receivedAt: "2026-03-15", amount: "360.00" }),
      ),
      on("2026-03-20", creditOfLine(0, 0, "2026-03-20", "100.00")),
      on("2026-03-25", act("POST /v3/credit-memos/$memos.0.id/refunds", { amount: "120.00", date: "2026-03-25" })),
      ...closedInTurn("2026-03", "2026-04"),
    ],
    table: `
      2026-01-01 | 360.00 | 60.00 | PAID
      2026-03-20 | 120.00 | 20.00 | APPLIED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 360.00 | 0 | 0 | 200.00 | 60.00 | 0
      2026-02 | 100.00 | 0      | 0 | 0 | 0      | 0     | 0
      2026-03 | 0      | 0      | 0 | 0 | 0      | 40.00 | 0
      2026-04 | 0      | 0      | 0 | 0 | 0      | 40.00 | 0`,
  },
  {
    // 50,000 and 55,000 are 4,375 a month. Three seats for half a year and at 11,000 are 2,667 a month more; one less credits 2,500. A day of the second year is 210 of 77,000: 3,500 were
    // earned ahead of its rise.
    title:
      "seats in yen for two years, dearer in the second: three more, one less, ended on the first day of that year",
    contract: { currency: "JPY" },
    steps: [
      on(
        "2026-04-01",
        obligation("Seats", {
          ...{ price: "10000", interval: "YEAR", from: "2026-04-01", to: "2028-03-31", billingType: "UNIT" },
          ...{ quantity: "5", escalator: { type: "FIXED", amount: "1000" } },
          seatConfig: {
            ...{ defaultTrueUpTiming: "IMMEDIATE", creditOnDecrease: "PRORATED", defaultProrationPolicy: "MONTH" },
          },
        }),
        approve,
      ),
      on("2026-10-01", close("2026-09"), seats("2026-10-01", "3")),
      on("2027-01-01", close("2026-12"), seats("2027-01-01", "-1")),
      on("2027-04-01", close("2027-03"), end("Seats", "2027-04-01")),
      ...closedInTurn("2027-04"),
    ],
    table: `
      2026-04-01 | 50000 | 0 | ISSUED
      2026-10-01 | 15000 | 0 | ISSUED
      2027-04-01 | 77000 | 0 | ISSUED
      2027-01-01 | 2500  | 0 | OPEN
      2027-04-01 | 76790 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-04 | 4375  | 50000  | 0 | 0    | 45625 | 0 | 0
      2026-05 | 4375  | 50000  | 0 | 0    | 41250 | 0 | 0
      2026-06 | 4375  | 50000  | 0 | 0    | 36875 | 0 | 0
      2026-07 | 4375  | 50000  | 0 | 0    | 32500 | 0 | 0
      2026-08 | 4375  | 50000  | 0 | 0    | 28125 | 0 | 0
      2026-09 | 4375  | 50000  | 0 | 0    | 23750 | 0 | 0
      2026-10 | 7042  | 65000  | 0 | 0    | 31708 | 0 | 0
      2026-11 | 7041  | 65000  | 0 | 0    | 24667 | 0 | 0
      2026-12 | 7042  | 65000  | 0 | 0    | 17625 | 0 | 0
      2027-01 | 6209  | 65000  | 0 | 0    | 8916  | 0 | 2500
      2027-02 | 6207  | 65000  | 0 | 0    | 2709  | 0 | 2500
      2027-03 | 6209  | 65000  | 0 | 3500 | 0     | 0 | 2500
      2027-04 | -3290 | 142000 | 0 | 0    | 0     | 0 | 79290`,
  },
];
