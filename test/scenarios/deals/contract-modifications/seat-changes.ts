import { act, approve, close, obligation, on } from "../../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, taxed, termPath } from "../deal.ts";

// Seats added and removed: at once or with the next invoice, credited or not, with tax.

const [from, to] = ["2026-01-01", "2026-12-31"];
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const seats = (effectiveDate: string, delta: string) =>
  act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate, delta });
const voided = (memo: number) => act(`POST /v3/credit-memos/$memos.${memo}.id/void`, { reason: "In error" });
const patch = (name: string, body: object) => act(`PATCH ${termPath(name)}`, body);
const amendSeats = (name: string, body: object) => act(`POST ${termPath(name)}/seat-amendment`, body);
const seatsOf = (name: string, effectiveDate: string, delta: string) =>
  act(`POST ${termPath(name)}/seat-amendment`, { effectiveDate, delta });
const end = (name: string, endDate: string) =>
  act(`PATCH ${termPath(name)}/terminate`, { endDate, creditUnused: true });
const voidedInvoice = (invoice: number) => act(`POST /v3/invoices/$invoices.${invoice}.id/actions`, { action: "VOID" });
const shared = { allocationMethod: "RELATIVE_SSP" };

export const seatChangeDeals: readonly Deal[] = [
  {
    // Six seats more from April on wait for the next bill: 542.47. Eight go in July: those six are billed to June only, 179.51, and 120.99 of two others are credited. That credit is void, and
    // 60.49 are credited in August for all of the year, 5.04 a month.
    title:
      "seats that wait for the next invoice, more of them that go, their credit void, and another one in its place",
    steps: [
      on(
        from,
        obligation("Seats", {
          ...{ price: "120.00", interval: "YEAR", from, to, billingType: "UNIT", quantity: "10" },
          seatConfig: { defaultTrueUpTiming: "CO_TERM", creditOnDecrease: "PRORATED" },
        }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 3)),
      on("2026-04-01", seats("2026-04-01", "6")),
      ...closedInTurn(...months.slice(3, 6)),
      on("2026-07-01", seats("2026-07-01", "-8")),
      on("2026-07-20", voided(0)),
      ...closedInTurn("2026-07"),
      on("2026-08-15", creditOfLine(0, 0, "2026-08-15", "60.49")),
      ...closedInTurn(...months.slice(7), "2027-01"),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | ISSUED
      2027-01-01 | 179.51  | 0 | ISSUED
      2026-07-01 | 120.99  | 0 | VOID
      2026-08-15 | 60.49   | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 1200.00 | 0 | 0 | 1100.00 | 0 | 0
      2026-02 | 100.00 | 1200.00 | 0 | 0 | 1000.00 | 0 | 0
      2026-03 | 100.00 | 1200.00 | 0 | 0 | 900.00 | 0 | 0
      2026-04 | 160.27 | 1200.00 | 60.27 | 0 | 800.00 | 0 | 0
      2026-05 | 160.28 | 1200.00 | 120.55 | 0 | 700.00 | 0 | 0
      2026-06 | 160.27 | 1200.00 | 180.82 | 0 | 600.00 | 0 | 0
      2026-07 | 99.79 | 1200.00 | 179.51 | 0 | 498.90 | 0 | 0
      2026-08 | 59.44 | 1200.00 | 179.51 | 0 | 378.97 | 0 | 60.49
      2026-09 | 94.75 | 1200.00 | 179.51 | 0 | 284.22 | 0 | 60.49
      2026-10 | 94.74 | 1200.00 | 179.51 | 0 | 189.48 | 0 | 60.49
      2026-11 | 94.74 | 1200.00 | 179.51 | 0 | 94.74 | 0 | 60.49
      2026-12 | 94.74 | 1200.00 | 179.51 | 0 | 0 | 0 | 60.49
      2027-01 | 0 | 1379.51 | 0 | 0 | 0 | 0 | 60.49`,
  },
  {
    // Each change is earned over its own days: five seats from 20 March on, three less from 10 July on after 45.00 were credited for the days before,
    // and 24.00 in place of 30.00 from 10 September on.
    title: "seats from the 10th: more, fewer with a credit, and a lower price",
    steps: [
      on(
        "2026-01-10",
        obligation("Seats", {
          price: "30.00",
          from: "2026-01-10",
          to,
          billingType: "UNIT",
          quantity: "10",
          seatConfig: { creditOnDecrease: "PRORATED", defaultTrueUpTiming: "IMMEDIATE", defaultProrationPolicy: "DAY" },
        }),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on("2026-03-20", amendSeats("Seats", { effectiveDate: "2026-03-20", delta: "5" })),
      ...closedInTurn("2026-03", "2026-04", "2026-05"),
      on("2026-06-25", amendSeats("Seats", { effectiveDate: "2026-06-25", delta: "-3" })),
      ...closedInTurn("2026-06", "2026-07", "2026-08"),
      on(
        "2026-09-05",
        patch("Seats", { pricing: [{ amount: "24.00", amountType: "PER_ITEM" }], effectiveDate: "2026-09-10" }),
      ),
      ...closedInTurn("2026-09", "2026-10", "2026-11", "2026-12"),
    ],
    table: `
      2026-01-10 | 300.00 | 0 | ISSUED
      2026-02-10 | 300.00 | 0 | ISSUED
      2026-03-10 | 300.00 | 0 | ISSUED
      2026-03-20 | 101.61 | 0 | ISSUED
      2026-04-10 | 450.00 | 0 | ISSUED
      2026-05-10 | 450.00 | 0 | ISSUED
      2026-06-10 | 450.00 | 0 | ISSUED
      2026-07-10 | 360.00 | 0 | ISSUED
      2026-08-10 | 360.00 | 0 | ISSUED
      2026-09-10 | 288.00 | 0 | ISSUED
      2026-10-10 | 288.00 | 0 | ISSUED
      2026-11-10 | 288.00 | 0 | ISSUED
      2026-12-10 | 204.39 | 0 | ISSUED
      2026-06-25 | 45.00 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 212.90 | 300.00 | 0 | 0 | 87.10 | 0 | 0
      2026-02 | 300.00 | 600.00 | 0 | 0 | 87.10 | 0 | 0
      2026-03 | 358.06 | 1001.61 | 0 | 0 | 130.65 | 0 | 0
      2026-04 | 450.00 | 1451.61 | 0 | 0 | 130.65 | 0 | 0
      2026-05 | 450.00 | 1901.61 | 0 | 0 | 130.65 | 0 | 0
      2026-06 | 431.64 | 2351.61 | 0 | 0 | 104.01 | 0 | 45.00
      2026-07 | 359.49 | 2711.61 | 0 | 0 | 104.52 | 0 | 45.00
      2026-08 | 360.00 | 3071.61 | 0 | 0 | 104.52 | 0 | 45.00
      2026-09 | 309.47 | 3359.61 | 0 | 0 | 83.05 | 0 | 45.00
      2026-10 | 287.81 | 3647.61 | 0 | 0 | 83.24 | 0 | 45.00
      2026-11 | 287.82 | 3935.61 | 0 | 0 | 83.42 | 0 | 45.00
      2026-12 | 287.81 | 4140.00 | 0 | 0 | 0 | 0 | 45.00`,
  },
  {
    // 10 seats at 12.00 a month. Five more from 11 June on, 60.00 × 20/30 = 40.00; eight fewer from 16 June on, 96.00 × 15/30 = 48.00 credited.
    // June earns 112.00, later months seven seats.
    title: "seats raised and lowered in the same month",
    steps: [
      on(
        "2026-06-01",
        obligation(
          "Seats",
          { price: "12.00", from: "2026-06-01", to: "2026-08-31", billingType: "UNIT", quantity: "10" },
          { seatConfig: { defaultTrueUpTiming: "IMMEDIATE", creditOnDecrease: "PRORATED" } },
        ),
        approve,
      ),
      on("2026-06-11", seats("2026-06-11", "5")),
      on("2026-06-16", seats("2026-06-16", "-8")),
      on("2026-09-01", close("2026-08")),
    ],
    table: `
      2026-06-01 | 120.00 | 0 | ISSUED
      2026-06-11 | 40.00  | 0 | ISSUED
      2026-07-01 | 84.00  | 0 | ISSUED
      2026-08-01 | 84.00  | 0 | ISSUED
      2026-06-16 | 48.00  | 0 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-06 | 112.00 | 160.00 | 0 | 0 | 0 | 0 | 48.00
      2026-07 | 84.00  | 244.00 | 0 | 0 | 0 | 0 | 48.00
      2026-08 | 84.00  | 328.00 | 0 | 0 | 0 | 0 | 48.00`,
  },
  {
    // From 20 January on four seats less: 4 × 1.005 × 21/31 = 2.723 of the bill are credited, and 20.100 less are billed from 10 February on. 20 February:
    // three more, 1.938 for 18 of 28 days and 12.060 to the end; and on that day three less, so that 1.938 are credited. From 10 March on two less, before
    // that is billed: 8.040. April earns 10.050 − 4.045 + 3.035 − 3.015 − 2.010.
    title: "seats in dinars: fewer, more and fewer on one day, and fewer again",
    contract: { currency: "KWD" },
    steps: [
      on(
        "2026-01-10",
        obligation(
          "Seats",
          { price: "1.005", from: "2026-01-10", to: "2026-07-09", billingType: "UNIT", quantity: "10" },
          { seatConfig: { defaultTrueUpTiming: "IMMEDIATE", creditOnDecrease: "PRORATED" } },
        ),
        approve,
      ),
      on("2026-01-20", seatsOf("Seats", "2026-01-20", "-4")),
      ...closedInTurn("2026-01"),
      on("2026-02-20", seatsOf("Seats", "2026-02-20", "3"), seatsOf("Seats", "2026-02-20", "-3")),
      ...closedInTurn("2026-02"),
      on("2026-03-05", seatsOf("Seats", "2026-03-10", "-2")),
      ...closedInTurn("2026-03", "2026-04", "2026-05", "2026-06", "2026-07"),
    ],
    table: `
      2026-01-10 | 10.050 | 0 | ISSUED
      2026-02-10 | 6.030  | 0 | ISSUED
      2026-02-20 | 1.938  | 0 | ISSUED
      2026-03-10 | 4.020  | 0 | ISSUED
      2026-04-10 | 4.020  | 0 | ISSUED
      2026-05-10 | 4.020  | 0 | ISSUED
      2026-06-10 | 4.020  | 0 | ISSUED
      2026-01-20 | 2.723  | 0 | OPEN
      2026-02-20 | 1.938  | 0 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 5.644 | 10.050 | 0 | 0 | 1.683 | 0 | 2.723
      2026-02 | 6.028 | 18.018 | 0 | 0 | 1.685 | 0 | 4.661
      2026-03 | 4.554 | 22.038 | 0 | 0 | 1.151 | 0 | 4.661
      2026-04 | 4.015 | 26.058 | 0 | 0 | 1.156 | 0 | 4.661
      2026-05 | 4.015 | 30.078 | 0 | 0 | 1.161 | 0 | 4.661
      2026-06 | 4.015 | 34.098 | 0 | 0 | 1.166 | 0 | 4.661
      2026-07 | 1.166 | 34.098 | 0 | 0 | 0     | 0 | 4.661`,
  },
  {
    // A seat is 1.00 a day: 10 of them, 15 from April on, 18 from July on and 14 from October on. The credit of 368.00 with its tax is applied to the last bill.
    title: "seats of a year with tax, added twice and removed once, and the credit applied to the last invoice",
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
    // 50,000 and 55,000 are 4,375 a month. Three seats for half a year and at 11,000 are 2,667 a month more; one less credits 2,500. A day of the second year is 210 of 77,000: 3,500 were
    // earned ahead of its rise.
    title:
      "seats in yen for two years, more expensive in the second: three more, one less, ended on the first day of that year",
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
  {
    // 310.00, and 63.00 for three seats more from 11 March on; both bills are void and made again. Five less from the 22nd on: 50.00 are credited, 41.56 of the one and 8.44 of the other. April has eight.
    title: "a month and its added seats billed, void and billed again, and fewer seats after that",
    steps: [
      on(
        from,
        ...taxed("0.20"),
        obligation("Seats", {
          ...{ price: "31.00", from, to: "2026-04-30", billingType: "UNIT", quantity: "10" },
          seatConfig: { defaultTrueUpTiming: "IMMEDIATE", creditOnDecrease: "PRORATED" },
        }),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on("2026-03-11", seats("2026-03-11", "3")),
      on("2026-03-20", voidedInvoice(2)),
      on("2026-03-21", voidedInvoice(3), act(`PATCH ${termPath("Seats")}`, { description: "Billed anew" })),
      on("2026-03-22", seats("2026-03-22", "-5")),
      ...closedInTurn("2026-03", "2026-04"),
    ],
    table: `
      2026-01-01 | 372.00 | 62.00 | ISSUED
      2026-02-01 | 372.00 | 62.00 | ISSUED
      2026-03-01 | 372.00 | 62.00 | VOID
      2026-03-11 | 75.60  | 12.60 | VOID
      2026-03-01 | 372.00 | 62.00 | ISSUED
      2026-03-11 | 75.60  | 12.60 | ISSUED
      2026-04-01 | 297.60 | 49.60 | ISSUED
      2026-03-22 | 60.00  | 10.00 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 310.00 | 372.00  | 0 | 0 | 0 | 62.00  | 0     | 930.00
      2026-02 | 310.00 | 744.00  | 0 | 0 | 0 | 124.00 | 0     | 620.00
      2026-03 | 323.00 | 1191.60 | 0 | 0 | 0 | 188.60 | 60.00 | 248.00
      2026-04 | 248.00 | 1489.20 | 0 | 0 | 0 | 238.20 | 60.00 | 0`,
  },
  {
    // 900.000 each. Five seats more from September on are said first, and then two less from July on: 780.000 are left for six months. 200.000 more leave 720.000
    // for four, and 5.000 more for each of thirteen seats 735.000 for three.
    title: "seats in dinars, more in autumn, fewer in summer, and more expensive: each from its days on",
    contract: { ...shared, currency: "KWD" },
    steps: [
      on(
        from,
        obligation(
          "Seats",
          { price: "10.000", from, to, billingType: "UNIT", quantity: "10" },
          { seatConfig: { defaultTrueUpTiming: "IMMEDIATE" }, standaloneSellingPrice: "1200.000" },
        ),
        obligation("Support", { price: "50.000", from, to }, { standaloneSellingPrice: "1200.000" }),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on("2026-03-10", seatsOf("Seats", "2026-09-01", "5")),
      on("2026-03-20", seatsOf("Seats", "2026-07-01", "-2")),
      ...closedInTurn(...months.slice(2, 6)),
      on(
        "2026-07-20",
        patch("Seats", { pricing: [{ amount: "15.000", amountType: "PER_ITEM" }], effectiveDate: "2026-10-01" }),
      ),
      ...closedInTurn(...months.slice(6)),
    ],
    table: `
      2026-01-01 | 150.000 | 0 | ISSUED
      2026-02-01 | 150.000 | 0 | ISSUED
      2026-03-01 | 150.000 | 0 | ISSUED
      2026-04-01 | 150.000 | 0 | ISSUED
      2026-05-01 | 150.000 | 0 | ISSUED
      2026-06-01 | 150.000 | 0 | ISSUED
      2026-07-01 | 130.000 | 0 | ISSUED
      2026-08-01 | 130.000 | 0 | ISSUED
      2026-09-01 | 180.000 | 0 | ISSUED
      2026-10-01 | 245.000 | 0 | ISSUED
      2026-11-01 | 245.000 | 0 | ISSUED
      2026-12-01 | 245.000 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 150.000 | 150.000  | 0 | 0 | 0 | 0 | 0
      2026-02 | 150.000 | 300.000  | 0 | 0 | 0 | 0 | 0
      2026-03 | 150.000 | 450.000  | 0 | 0 | 0 | 0 | 0
      2026-04 | 150.000 | 600.000  | 0 | 0 | 0 | 0 | 0
      2026-05 | 150.000 | 750.000  | 0 | 0 | 0 | 0 | 0
      2026-06 | 150.000 | 900.000  | 0 | 0 | 0 | 0 | 0
      2026-07 | 130.000 | 1030.000 | 0 | 0 | 0 | 0 | 0
      2026-08 | 130.000 | 1160.000 | 0 | 0 | 0 | 0 | 0
      2026-09 | 180.000 | 1340.000 | 0 | 0 | 0 | 0 | 0
      2026-10 | 245.000 | 1585.000 | 0 | 0 | 0 | 0 | 0
      2026-11 | 245.000 | 1830.000 | 0 | 0 | 0 | 0 | 0
      2026-12 | 245.000 | 2075.000 | 0 | 0 | 0 | 0 | 0`,
  },
];
