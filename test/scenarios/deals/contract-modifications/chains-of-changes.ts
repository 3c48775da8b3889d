import { act, approve, obligation, on, pobs, term } from "../../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, taxed, termPath, total } from "../deal.ts";

// One contract after several changes of different kinds: each is measured by what the ones before it left.

const [from, to] = ["2026-01-01", "2026-12-31"];
const monthsOf = (year: string, first = 1, last = 12) =>
  Array.from({ length: last - first + 1 }, (_, index) => `${year}-${String(first + index).padStart(2, "0")}`);
const seats = (effectiveDate: string, delta: string) =>
  act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate, delta });
const patch = (name: string, body: object) => act(`PATCH ${termPath(name)}`, body);
const amended = (name: string, effectiveDate: string, amount: string, settlement = "IMMEDIATE") =>
  act(`POST ${termPath(name)}/amendments`, { ...total(amount), effectiveDate, settlement });
const end = (name: string, endDate: string, parts: object = { creditUnused: true }) =>
  act(`PATCH ${termPath(name)}/terminate`, { endDate, ...parts });
const invoiceIs = (index: number, action: string) => act(`POST /v3/invoices/$invoices.${index}.id/actions`, { action });

export const chainOfChangeDeals: readonly Deal[] = [
  {
    // 300.00 and from July 330.00 a month are 3,780.00, 315.00 a month. Four seats more from 16 March on: 61.94, 3 × 120.00 and 6 × 132.00; two less from 11 May on: 40.65 credited, 60.00 and 6 × 66.00 less.
    // 36.00 of June are credited in July. On 5 November 3,792.77 are earned and half a year at 12 × 36.30 is added: 3,318.12 are left for 26/30 and seven months. 25.00 × 1.21 = 30.25 a seat from March on: 72.60 less a month.
    title:
      "seats: more, fewer with a credit, a part of a month credited, renewed with an escalator, and cheaper in that",
    steps: [
      on(
        from,
        obligation("Seats", {
          ...{ price: "30.00", from, to, billingType: "UNIT", quantity: "10" },
          seatConfig: { defaultTrueUpTiming: "IMMEDIATE", creditOnDecrease: "PRORATED" },
          escalator: { type: "PERCENTAGE", amount: "0.10", everyMonths: 6 },
        }),
        approve,
      ),
      ...closedInTurn(...monthsOf("2026", 1, 2)),
      on("2026-03-16", seats("2026-03-16", "4")),
      ...closedInTurn(...monthsOf("2026", 3, 4)),
      on("2026-05-11", seats("2026-05-11", "-2")),
      ...closedInTurn(...monthsOf("2026", 5, 6)),
      on("2026-07-10", creditOfLine(6, 0, "2026-07-10", "36.00")),
      ...closedInTurn(...monthsOf("2026", 7, 10)),
      on("2026-11-05", patch("Seats", { endDate: "2027-06-30", reasonCode: "RENEWAL" })),
      ...closedInTurn(...monthsOf("2026", 11, 12), "2027-01"),
      on(
        "2027-02-10",
        patch("Seats", { pricing: [{ amount: "25.00", amountType: "PER_ITEM" }], effectiveDate: "2027-03-01" }),
      ),
      ...closedInTurn(...monthsOf("2027", 2, 6)),
    ],
    table: `
      2026-01-01 | 300.00 | 0 | ISSUED
      2026-02-01 | 300.00 | 0 | ISSUED
      2026-03-01 | 300.00 | 0 | ISSUED
      2026-03-16 | 61.94  | 0 | ISSUED
      2026-04-01 | 420.00 | 0 | ISSUED
      2026-05-01 | 420.00 | 0 | ISSUED
      2026-06-01 | 360.00 | 0 | ISSUED
      2026-07-01 | 396.00 | 0 | ISSUED
      2026-08-01 | 396.00 | 0 | ISSUED
      2026-09-01 | 396.00 | 0 | ISSUED
      2026-10-01 | 396.00 | 0 | ISSUED
      2026-11-01 | 396.00 | 0 | ISSUED
      2026-12-01 | 396.00 | 0 | ISSUED
      2027-01-01 | 435.60 | 0 | ISSUED
      2027-02-01 | 435.60 | 0 | ISSUED
      2027-03-01 | 363.00 | 0 | ISSUED
      2027-04-01 | 363.00 | 0 | ISSUED
      2027-05-01 | 363.00 | 0 | ISSUED
      2027-06-01 | 363.00 | 0 | ISSUED
      2026-05-11 | 40.65  | 0 | OPEN
      2026-07-10 | 36.00  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 315.00 | 300.00 | 0 | 15.00 | 0 | 0 | 0 | 3465.00
      2026-02 | 315.00 | 600.00 | 0 | 30.00 | 0 | 0 | 0 | 3150.00
      2026-03 | 380.84 | 961.94 | 0 | 48.90 | 0 | 0 | 0 | 3983.10
      2026-04 | 442.57 | 1381.94 | 0 | 71.47 | 0 | 0 | 0 | 3540.53
      2026-05 | 401.91 | 1801.94 | 0 | 94.03 | 0 | 0 | 40.65 | 2641.97
      2026-06 | 377.43 | 2161.94 | 0 | 111.46 | 0 | 0 | 40.65 | 2264.54
      2026-07 | 341.42 | 2557.94 | 0 | 92.88 | 0 | 0 | 76.65 | 1887.12
      2026-08 | 377.42 | 2953.94 | 0 | 74.30 | 0 | 0 | 76.65 | 1509.70
      2026-09 | 377.43 | 3349.94 | 0 | 55.73 | 0 | 0 | 76.65 | 1132.27
      2026-10 | 377.43 | 3745.94 | 0 | 37.16 | 0 | 0 | 76.65 | 754.84
      2026-11 | 415.88 | 4141.94 | 0 | 57.04 | 0 | 0 | 76.65 | 2952.56
      2026-12 | 421.79 | 4537.94 | 0 | 82.83 | 0 | 0 | 76.65 | 2530.77
      2027-01 | 421.80 | 4973.54 | 0 | 69.03 | 0 | 0 | 76.65 | 2108.97
      2027-02 | 421.79 | 5409.14 | 0 | 55.22 | 0 | 0 | 76.65 | 1396.78
      2027-03 | 349.20 | 5772.14 | 0 | 41.42 | 0 | 0 | 76.65 | 1047.58
      2027-04 | 349.19 | 6135.14 | 0 | 27.61 | 0 | 0 | 76.65 | 698.39
      2027-05 | 349.20 | 6498.14 | 0 | 13.81 | 0 | 0 | 76.65 | 349.19
      2027-06 | 349.19 | 6861.14 | 0 | 0 | 0 | 0 | 76.65 | 0`,
  },
  {
    // 600.00 and 672.00, 106.00 a month. 30.00 more from 10 February on, told in March: 20.36 of February and 30.00 of March wait for the bill of April, which is void and made again; 320.36 in all.
    // Ended with August, 1,024.36 are billed: 30.00 of what later steps would have paid go back.
    title:
      "a ramp dearer from a day of a closed month on, with a bill that is void and made again, and ended in its second step",
    steps: [
      on(
        from,
        obligation("Plan", {
          ...{ price: "100.00", from, to },
          escalator: { type: "FIXED", amount: "12.00", everyMonths: 6 },
        }),
        approve,
      ),
      ...closedInTurn(...monthsOf("2026", 1, 2)),
      on("2026-03-20", amended("Plan", "2026-02-10", "130.00", "CO_TERM")),
      ...closedInTurn("2026-03"),
      on("2026-04-05", invoiceIs(3, "VOID"), patch("Plan", { description: "Billed anew" })),
      ...closedInTurn(...monthsOf("2026", 4, 7)),
      on("2026-08-10", end("Plan", "2026-08-31", {})),
      ...closedInTurn("2026-08"),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 180.36 | 0 | VOID
      2026-04-01 | 180.36 | 0 | ISSUED
      2026-05-01 | 130.00 | 0 | ISSUED
      2026-06-01 | 130.00 | 0 | ISSUED
      2026-07-01 | 142.00 | 0 | ISSUED
      2026-08-01 | 142.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 106.00 | 100.00 | 0 | 6.00 | 0 | 0 | 0 | 1166.00
      2026-02 | 106.00 | 200.00 | 0 | 12.00 | 0 | 0 | 0 | 1060.00
      2026-03 | 156.36 | 300.00 | 50.36 | 18.00 | 0 | 0 | 0 | 1224.00
      2026-04 | 136.00 | 480.36 | 0 | 24.00 | 0 | 0 | 0 | 1088.00
      2026-05 | 136.00 | 610.36 | 0 | 30.00 | 0 | 0 | 0 | 952.00
      2026-06 | 136.00 | 740.36 | 0 | 36.00 | 0 | 0 | 0 | 816.00
      2026-07 | 136.00 | 882.36 | 0 | 30.00 | 0 | 0 | 0 | 680.00
      2026-08 | 112.00 | 1024.36 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 166.67 a month of 6,000.00. On 10 April of the second year 2,550.00 are earned. The third year falls away, the second ends with June, 1,008.22 are credited, and a fee of 700.00 is agreed for that: of 2,691.78
    // 141.78 are left for 21/30 and two months (25-13(a)).
    title: "three stated yearly prices of one service, ended in the second year for a fee that is earned to its end",
    pobs: true,
    steps: [
      on(
        from,
        ...(["1000.00", "2000.00", "3000.00"] as const).map((price, index) =>
          term(`Year${index}`, {
            ...{ price, interval: "YEAR", from: `${2026 + index}-01-01`, to: `${2026 + index}-12-31` },
            ...(index === 0 ? {} : { billingTermGroupId: "$Year0.billingTermGroupId" }),
          }),
        ),
        pobs("Year0", {
          ...{ name: "Service", serviceStartDate: from, serviceEndDate: "2028-12-31" },
          ...{ transactionPrice: "6000.00", recognitionPattern: "STRAIGHT_LINE" },
        }),
        approve,
      ),
      ...closedInTurn(...monthsOf("2026"), ...monthsOf("2027", 1, 3)),
      on(
        "2027-04-10",
        act("DELETE /v3/contracts/$contract/billing-terms/$Year2.id"),
        act("PATCH /v3/contracts/$contract/billing-terms/$Year1.id/terminate", {
          ...{ endDate: "2027-06-30", creditUnused: true },
        }),
        term("Fee", {
          ...{ price: "700.00", from: "2027-04-10", to: "2027-04-10", interval: "NONE" },
          billingTermGroupId: "$Year0.billingTermGroupId",
        }),
        act("PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id", {
          ...{ transactionPrice: "2691.78", serviceEndDate: "2027-06-30", effectiveDate: "2027-04-10" },
        }),
      ),
      ...closedInTurn(...monthsOf("2027", 4, 6)),
    ],
    table: `
      2026-01-01 | 1000.00 | 0 | ISSUED
      2027-01-01 | 2000.00 | 0 | ISSUED
      2027-04-10 | 700.00  | 0 | ISSUED
      2027-04-10 | 1008.22 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 166.67 | 1000.00 | 0 | 0 | 833.33 | 0 | 0 | 5833.33
      2026-02 | 166.66 | 1000.00 | 0 | 0 | 666.67 | 0 | 0 | 5666.67
      2026-03 | 166.67 | 1000.00 | 0 | 0 | 500.00 | 0 | 0 | 5500.00
      2026-04 | 166.67 | 1000.00 | 0 | 0 | 333.33 | 0 | 0 | 5333.33
      2026-05 | 166.66 | 1000.00 | 0 | 0 | 166.67 | 0 | 0 | 5166.67
      2026-06 | 166.67 | 1000.00 | 0 | 0 | 0 | 0 | 0 | 5000.00
      2026-07 | 166.67 | 1000.00 | 0 | 166.67 | 0 | 0 | 0 | 4833.33
      2026-08 | 166.66 | 1000.00 | 0 | 333.33 | 0 | 0 | 0 | 4666.67
      2026-09 | 166.67 | 1000.00 | 0 | 500.00 | 0 | 0 | 0 | 4500.00
      2026-10 | 166.67 | 1000.00 | 0 | 666.67 | 0 | 0 | 0 | 4333.33
      2026-11 | 166.66 | 1000.00 | 0 | 833.33 | 0 | 0 | 0 | 4166.67
      2026-12 | 166.67 | 1000.00 | 0 | 1000.00 | 0 | 0 | 0 | 4000.00
      2027-01 | 166.67 | 3000.00 | 0 | 0 | 833.33 | 0 | 0 | 3833.33
      2027-02 | 166.66 | 3000.00 | 0 | 0 | 666.67 | 0 | 0 | 3666.67
      2027-03 | 166.67 | 3000.00 | 0 | 0 | 500.00 | 0 | 0 | 3500.00
      2027-04 | 86.76 | 3700.00 | 0 | 0 | 105.02 | 0 | 1008.22 | 105.02
      2027-05 | 52.51 | 3700.00 | 0 | 0 | 52.51 | 0 | 1008.22 | 52.51
      2027-06 | 52.51 | 3700.00 | 0 | 0 | 0 | 0 | 1008.22 | 0`,
  },
  {
    // 310.00, 155.00 more for half of February, 620.00 for March. By 12 March 240.00 of that are earned and lost, 380.00 never earned. Half of April back at 310.00: 155.00 are credited; ended with the 25th: 51.67 more. 200.00 that
    // come are of the loss; owed again, the 380.00 are May's.
    title: "open-ended months: dearer, one written off, cheaper with a credit, ended, paid in part, and owed again",
    steps: [
      on(from, obligation("Plan", { price: "310.00", from, creditOnDecrease: "PRORATED" }), approve),
      ...closedInTurn("2026-01"),
      on("2026-02-10", amended("Plan", "2026-02-15", "620.00")),
      ...closedInTurn("2026-02"),
      on("2026-03-12", invoiceIs(3, "MARK_UNCOLLECTIBLE")),
      ...closedInTurn("2026-03"),
      on("2026-04-10", amended("Plan", "2026-04-16", "310.00")),
      on("2026-04-12", act("POST /v3/invoices/$invoices.3.id/payments", { amount: "200.00" })),
      on("2026-04-20", end("Plan", "2026-04-25")),
      ...closedInTurn("2026-04"),
      on("2026-05-05", invoiceIs(3, "REINSTATE")),
      ...closedInTurn("2026-05"),
    ],
    table: `
      2026-01-01 | 310.00 | 0 | ISSUED
      2026-02-01 | 310.00 | 0 | ISSUED
      2026-02-15 | 155.00 | 0 | ISSUED
      2026-03-01 | 620.00 | 0 | PARTIALLY_PAID
      2026-04-01 | 620.00 | 0 | ISSUED
      2026-04-10 | 155.00 | 0 | OPEN
      2026-04-20 | 51.67  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 310.00 | 310.00 | 0 | 0 | 0 | 0 | 0
      2026-02 | 465.00 | 775.00 | 0 | 0 | 0 | 0 | 0
      2026-03 | 240.00 | 775.00 | 0 | 0 | 0 | 0 | 0
      2026-04 | 413.33 | 1395.00 | 0 | 0 | 0 | 0 | 206.67
      2026-05 | 380.00 | 1815.00 | 0 | 0 | 0 | 0 | 206.67`,
  },
  {
    // Periods of 29, 31 and 30 days: 930.00 over 90 days. From 29 February, the first day of the second, 90.00 more for each of two periods, 180.00 over 61 days. Ended on 30 March, the last day of the second: 710.00.
    title:
      "months from 31 January of a leap year by the day, dearer from the leap day on, and ended on the last day of a period",
    steps: [
      on(
        "2028-01-31",
        obligation(
          "Plan",
          { price: "310.00", from: "2028-01-31", to: "2028-04-29" },
          { recognitionPattern: "STRAIGHT_LINE_DAILY" },
        ),
        approve,
      ),
      ...closedInTurn("2028-01"),
      on("2028-02-20", amended("Plan", "2028-02-29", "400.00")),
      ...closedInTurn("2028-02"),
      on("2028-03-30", end("Plan", "2028-03-30")),
      ...closedInTurn("2028-03"),
    ],
    table: `
      2028-01-31 | 310.00 | 0 | ISSUED
      2028-02-29 | 400.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2028-01 | 10.33 | 310.00 | 0 | 0 | 299.67 | 0 | 0 | 919.67
      2028-02 | 302.62 | 710.00 | 0 | 0 | 397.05 | 0 | 0 | 797.05
      2028-03 | 397.05 | 710.00 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 15 of 31 days of March are 48.39, so 51.61 with 5.16 are taken off the year of 1,500.00. By 10 April 106.18 of it are earned, and 1,393.82 of the bill are not; 199.41 are lost, tax in them. Of 800.00 that come in May 600.59 are
    // earned again over the days from 11 April on: 1 2/3 of 11.15 months by May.
    title: "open-ended months replaced by a year with tax, whose bill is written off, and paid in part",
    steps: [
      on(from, ...taxed("0.10"), obligation("Basic", { price: "100.00", from }), approve),
      ...closedInTurn("2026-01", "2026-02"),
      on(
        "2026-03-16",
        act(`POST ${termPath("Basic")}/swap`, {
          effectiveDate: "2026-03-16",
          newTerm: {
            ...{ name: "Pro", endDate: "2027-03-15", interval: "YEAR", invoiceDateStrategy: "FIRST_OF_PERIOD" },
            ...{ billingType: "FLAT", ...total("1500.00") },
          },
        }),
      ),
      ...closedInTurn("2026-03"),
      on("2026-04-10", invoiceIs(3, "MARK_UNCOLLECTIBLE")),
      ...closedInTurn("2026-04"),
      on("2026-05-10", act("POST /v3/invoices/$invoices.3.id/payments", { amount: "800.00" })),
      ...closedInTurn("2026-05", "2026-06"),
    ],
    table: `
      2026-01-01 | 110.00  | 10.00  | ISSUED
      2026-02-01 | 110.00  | 10.00  | ISSUED
      2026-03-01 | 110.00  | 10.00  | ISSUED
      2026-03-16 | 1593.23 | 144.84 | UNCOLLECTIBLE
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 110.00 | 0 | 0 | 0 | 10.00 | 0
      2026-02 | 100.00 | 220.00 | 0 | 0 | 0 | 20.00 | 0
      2026-03 | 112.91 | 1923.23 | 0 | 0 | 1435.48 | 174.84 | 0
      2026-04 | 41.66 | 330.00 | 0 | 0 | 0 | 174.84 | 0
      2026-05 | 89.78 | 330.00 | 0 | 0 | 510.81 | 174.84 | 0
      2026-06 | 53.86 | 330.00 | 0 | 0 | 456.95 | 174.84 | 0`,
  },
  {
    // Billed 30 days ahead. 31.00 more from 16 January on: 16.00 and 31.00 of February, which is billed by then. Ended with 20 February: 243.57 of its 341.00, so 97.43 and all of March are credited, which pay for March's bill and
    // 97.43 of February's.
    title:
      "months billed 30 days ahead, dearer in the first, and ended in the second: the third and a part are credited and applied to two bills",
    steps: [
      on(
        "2025-12-01",
        obligation("Plan", {
          ...{ price: "310.00", from, to: "2026-06-30" },
          ...{ invoiceDateStrategy: "ADVANCED_DUE_START", netPaymentTerms: 30 },
        }),
        approve,
      ),
      ...closedInTurn("2025-12"),
      on("2026-01-16", amended("Plan", "2026-01-16", "341.00")),
      ...closedInTurn("2026-01"),
      on("2026-02-10", end("Plan", "2026-02-20")),
      ...closedInTurn("2026-02"),
      on(
        "2026-03-05",
        act("POST /v3/credit-memos/$memos.0.id/applications", { invoiceId: "$invoices.3.id" }),
        act("POST /v3/credit-memos/$memos.0.id/applications", { invoiceId: "$invoices.1.id" }),
      ),
      ...closedInTurn("2026-03"),
    ],
    table: `
      2025-12-02 | 310.00 | 0 | ISSUED
      2026-01-02 | 310.00 | 0 | PARTIALLY_PAID
      2026-01-16 | 47.00  | 0 | ISSUED
      2026-01-30 | 341.00 | 0 | PAID
      2026-02-10 | 438.43 | 0 | APPLIED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2025-12 | 0 | 310.00 | 0 | 0 | 310.00 | 0 | 0
      2026-01 | 326.00 | 1008.00 | 0 | 0 | 682.00 | 0 | 0
      2026-02 | 243.57 | 1008.00 | 0 | 0 | 0 | 0 | 438.43
      2026-03 | 0 | 569.57 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 600.00 × 334/365 = 549.04 more of the year from February on, told in March. 200.00 are credited and not after all; 1,800.00 × 214/365 = 1,055.34 are credited from June on. What is billed and credited is what is earned, each in its month.
    title: "a year recognized as billed: dearer from a day of a closed month on, credited in vain, and ended",
    pobs: true,
    steps: [
      on(
        from,
        term("Plan", { price: "1200.00", interval: "YEAR", from, to }),
        pobs("Plan", { name: "Access", recognitionPattern: "RECOGNIZE_AS_BILLED" }),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on(
        "2026-03-10",
        act("POST /v3/contracts/$contract/billing-terms/$Plan.id/amendments", {
          ...{ ...total("1800.00"), effectiveDate: "2026-02-01", settlement: "IMMEDIATE" },
        }),
      ),
      ...closedInTurn("2026-03"),
      on(
        "2026-04-05",
        creditOfLine(0, 0, "2026-04-05", "200.00"),
        act("POST /v3/credit-memos/$memos.0.id/void", { reason: "In error" }),
      ),
      ...closedInTurn("2026-04"),
      on(
        "2026-05-20",
        act("PATCH /v3/contracts/$contract/billing-terms/$Plan.id/terminate", {
          ...{ endDate: "2026-05-31", creditUnused: true },
        }),
      ),
      ...closedInTurn("2026-05"),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | ISSUED
      2026-03-10 | 549.04  | 0 | ISSUED
      2026-04-05 | 200.00  | 0 | VOID
      2026-05-20 | 1055.34 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 1200.00 | 1200.00 | 0 | 0 | 0 | 0 | 0
      2026-02 | 0 | 1200.00 | 0 | 0 | 0 | 0 | 0
      2026-03 | 549.04 | 1749.04 | 0 | 0 | 0 | 0 | 0
      2026-04 | 0 | 1749.04 | 0 | 0 | 0 | 0 | 0
      2026-05 | -1055.34 | 1749.04 | 0 | 0 | 0 | 0 | 1055.34`,
  },
];
