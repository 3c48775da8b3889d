import {
  act,
  approve,
  close,
  eventType,
  grace,
  obligation,
  on,
  pobs,
  term,
  usageTerm,
  use,
} from "../golden/scenario.ts";
import { closedInTurn, type Deal, taxed, termPath, total } from "./deal.ts";

// What was billed, credited or agreed once, and is billed, credited or agreed anew.

const [from, to] = ["2026-01-01", "2026-12-31"];
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const seats = (effectiveDate: string, delta: string) =>
  act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate, delta });
const amended = (effectiveDate: string, amount: string) =>
  act(`POST ${termPath("Hosting")}/amendments`, { effectiveDate, settlement: "IMMEDIATE", ...total(amount) });
const voided = (invoice: number) => act(`POST /v3/invoices/$invoices.${invoice}.id/actions`, { action: "VOID" });
const pob = (index: number, body: object) =>
  act(`PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.${index}.id`, body);
const progress = (...reports: readonly (readonly [string, string])[]) =>
  pob(0, { progress: reports.map(([asOf, percentComplete]) => ({ asOf, percentComplete })) });

export const anewDeals: readonly Deal[] = [
  {
    // 10.00 a day of March are billed. 6.00 from the 6th on and 9.00 from the 16th on are not credited, and replaced before the next bill: no day is billed at them. 12.00 from the 21st on are 2.00 more
    // for 11 days, 22.00, and 12.00 a day in April and May.
    title:
      "a lower price that is not credited, and two higher ones, of which one is above what is billed, in one invoiced month",
    steps: [
      on("2026-03-01", obligation("Hosting", { price: "310.00", from: "2026-03-01", to: "2026-05-31" }), approve),
      on("2026-03-05", amended("2026-03-06", "186.00")),
      on("2026-03-12", amended("2026-03-16", "279.00")),
      on("2026-03-20", amended("2026-03-21", "372.00")),
      ...closedInTurn("2026-03", "2026-04", "2026-05"),
    ],
    table: `
      2026-03-01 | 310.00 | 0 | ISSUED
      2026-03-21 | 22.00  | 0 | ISSUED
      2026-04-01 | 372.00 | 0 | ISSUED
      2026-05-01 | 372.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-03 | 332.00 | 332.00  | 0 | 0 | 0 | 0 | 0 | 744.00
      2026-04 | 372.00 | 704.00  | 0 | 0 | 0 | 0 | 0 | 372.00
      2026-05 | 372.00 | 1076.00 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // Two parts of 10,000.00 by halves. In June it is told that support is dearer by 2,000.00 from May on, as was agreed in April: 5,000.00 of the build and 3,333.33 of support are left for May, with 2,000.00, by 6,000 and
    // 4,000: 6,200.00 and 4,133.33. The build catches up in April, in which it was agreed: 50 % are 3,100.00, and 80 % in May 4,960.00.
    title:
      "progress-based work in an allocated contract, reported on, before what was agreed for it in April is recorded",
    pobs: true,
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        term("Deal", { price: "10000.00", from, to: from, interval: "NONE" }),
        pobs(
          "Deal",
          ...(
            [
              ["Build", "6000.00", "PERCENT_COMPLETE"],
              ["Support", "4000.00", "STRAIGHT_LINE"],
            ] as const
          ).map(([name, transactionPrice, recognitionPattern]) => ({
            ...{ name, serviceStartDate: from, serviceEndDate: to, transactionPrice, recognitionPattern },
            standaloneSellingPrice: "6000.00",
          })),
        ),
        approve,
      ),
      on("2026-01-31", progress(["2026-01-31", "0.4"])),
      ...closedInTurn(...months.slice(0, 3)),
      on("2026-04-30", progress(["2026-01-31", "0.4"], ["2026-04-30", "0.5"])),
      on("2026-05-31", progress(["2026-01-31", "0.4"], ["2026-04-30", "0.5"], ["2026-05-31", "0.8"])),
      on(
        "2026-06-10",
        term("More", {
          ...{ price: "2000.00", from: "2026-06-10", to: "2026-06-10", interval: "NONE" },
          ...{ billingTermGroupId: "$Deal.billingTermGroupId", agreedOn: "2026-04-20" },
        }),
        pob(1, { transactionPrice: "6000.00", effectiveDate: "2026-05-01", agreedOn: "2026-04-20" }),
        close("2026-04"),
        close("2026-05"),
      ),
      on(
        "2026-06-30",
        progress(["2026-01-31", "0.4"], ["2026-04-30", "0.5"], ["2026-05-31", "0.8"], ["2026-06-30", "1"]),
      ),
      ...closedInTurn("2026-06"),
    ],
    table: `
      2026-01-01 | 10000.00 | 0 | ISSUED
      2026-06-10 | 2000.00  | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 2416.67 | 10000.00 | 0 | 0 | 7583.33 | 0 | 0 | 7583.33
      2026-02 | 416.66  | 10000.00 | 0 | 0 | 7166.67 | 0 | 0 | 7166.67
      2026-03 | 416.67  | 10000.00 | 0 | 0 | 6750.00 | 0 | 0 | 6750.00
      2026-04 | 1516.67 | 10000.00 | 0 | 0 | 5233.33 | 0 | 0 | 7233.33
      2026-05 | 2376.67 | 10000.00 | 0 | 0 | 2856.66 | 0 | 0 | 4856.66
      2026-06 | 1756.66 | 12000.00 | 0 | 0 | 3100.00 | 0 | 0 | 3100.00`,
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
      on("2026-03-20", voided(2)),
      on("2026-03-21", voided(3), act(`PATCH ${termPath("Seats")}`, { description: "Billed anew" })),
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
    // Three seats less from 16 March on, as was agreed in April and is told in June: 48.00, and three times 93.00, are credited then. April takes back 48.00 of March and earns 217.00 like the months after it.
    title: "fewer seats agreed in April from a day in March on, recorded in June before April is closed",
    steps: [
      on(
        from,
        obligation("Seats", {
          ...{ price: "31.00", from, to: "2026-08-31", billingType: "UNIT", quantity: "10" },
          seatConfig: { defaultTrueUpTiming: "IMMEDIATE", creditOnDecrease: "PRORATED" },
        }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 3)),
      on(
        "2026-06-10",
        act(`POST ${termPath("Seats")}/seat-amendment`, {
          ...{ effectiveDate: "2026-03-16", delta: "-3", agreedOn: "2026-04-20" },
        }),
        close("2026-04"),
        close("2026-05"),
      ),
      ...closedInTurn(...months.slice(5, 8)),
    ],
    table: `
      2026-01-01 | 310.00 | 0 | ISSUED
      2026-02-01 | 310.00 | 0 | ISSUED
      2026-03-01 | 310.00 | 0 | ISSUED
      2026-04-01 | 310.00 | 0 | ISSUED
      2026-05-01 | 310.00 | 0 | ISSUED
      2026-06-01 | 310.00 | 0 | ISSUED
      2026-07-01 | 217.00 | 0 | ISSUED
      2026-08-01 | 217.00 | 0 | ISSUED
      2026-06-10 | 327.00 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 310.00 | 310.00  | 0 | 0 | 0      | 0 | 0      | 2170.00
      2026-02 | 310.00 | 620.00  | 0 | 0 | 0      | 0 | 0      | 1860.00
      2026-03 | 310.00 | 930.00  | 0 | 0 | 0      | 0 | 0      | 1550.00
      2026-04 | 169.00 | 1240.00 | 0 | 0 | 141.00 | 0 | 0      | 868.00
      2026-05 | 217.00 | 1550.00 | 0 | 0 | 234.00 | 0 | 0      | 651.00
      2026-06 | 217.00 | 1860.00 | 0 | 0 | 0      | 0 | 327.00 | 434.00
      2026-07 | 217.00 | 2077.00 | 0 | 0 | 0      | 0 | 327.00 | 217.00
      2026-08 | 217.00 | 2294.00 | 0 | 0 | 0      | 0 | 327.00 | 0`,
  },
  {
    // 217.00 in place of 310.00, agreed and told as above. The credit is void: June has its 327.00 again, and what April took back stays April's.
    title: "a lower price agreed in April from a day in March on, recorded in June, and its credit void",
    steps: [
      on(
        from,
        obligation("Hosting", { price: "310.00", from, to: "2026-08-31", creditOnDecrease: "PRORATED" }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 3)),
      on(
        "2026-06-10",
        act(`POST ${termPath("Hosting")}/amendments`, {
          ...{ effectiveDate: "2026-03-16", settlement: "IMMEDIATE", ...total("217.00"), agreedOn: "2026-04-20" },
        }),
        close("2026-04"),
        close("2026-05"),
      ),
      on("2026-06-20", act("POST /v3/credit-memos/$memos.0.id/void", { reason: "In error" })),
      ...closedInTurn(...months.slice(5, 8)),
    ],
    table: `
      2026-01-01 | 310.00 | 0 | ISSUED
      2026-02-01 | 310.00 | 0 | ISSUED
      2026-03-01 | 310.00 | 0 | ISSUED
      2026-04-01 | 310.00 | 0 | ISSUED
      2026-05-01 | 310.00 | 0 | ISSUED
      2026-06-01 | 310.00 | 0 | ISSUED
      2026-07-01 | 217.00 | 0 | ISSUED
      2026-08-01 | 217.00 | 0 | ISSUED
      2026-06-10 | 327.00 | 0 | VOID
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 310.00 | 310.00  | 0 | 0 | 0      | 0 | 0 | 2170.00
      2026-02 | 310.00 | 620.00  | 0 | 0 | 0      | 0 | 0 | 1860.00
      2026-03 | 310.00 | 930.00  | 0 | 0 | 0      | 0 | 0 | 1550.00
      2026-04 | 169.00 | 1240.00 | 0 | 0 | 141.00 | 0 | 0 | 868.00
      2026-05 | 217.00 | 1550.00 | 0 | 0 | 234.00 | 0 | 0 | 651.00
      2026-06 | 544.00 | 1860.00 | 0 | 0 | 0      | 0 | 0 | 434.00
      2026-07 | 217.00 | 2077.00 | 0 | 0 | 0      | 0 | 0 | 217.00
      2026-08 | 217.00 | 2294.00 | 0 | 0 | 0      | 0 | 0 | 0`,
  },
];
