import { act, approve, close, eventType, grace, obligation, on, usageTerm, use } from "../golden/scenario.ts";
import { credit, type Deal, total } from "./deal.ts";

// What was agreed is changed, and then something is credited, written off or ended.

const start = "2026-01-01";
const year = { interval: "YEAR", from: start, to: "2026-12-31" };

const ended = (name: string, endDate: string) =>
  act(`PATCH /v3/contracts/$contract/billing-terms/$${name}.billingTermId/terminate`, { endDate, creditUnused: true });
/** Another price of the term from a day on; what it changes of invoiced days is settled at once. */
const amended = (name: string, effectiveDate: string, amount: string) =>
  act(`POST /v3/contracts/$contract/billing-terms/$${name}.billingTermId/amendments`, {
    ...{ effectiveDate, settlement: "IMMEDIATE" },
    ...total(amount),
  });
const paid = (receivedAt: string) => act("POST /v3/invoices/$invoices.0.id/payments", { receivedAt }, "paid");
const invoiceIs = (action: string) => act("POST /v3/invoices/$invoices.0.id/actions", { action });

/** 333.33 are earned by 10 April. */
const yearWrittenOff = [
  on(start, obligation("Platform", { ...year, price: "1200.00" }), approve),
  on("2026-04-10", close("2026-03"), invoiceIs("MARK_UNCOLLECTIBLE")),
];
const monthsToWriteOff = `
      2026-01 | 100.00 | 1200.00 | 0 | 0 | 1100.00 | 0 | 0
      2026-02 | 100.00 | 1200.00 | 0 | 0 | 1000.00 | 0 | 0
      2026-03 | 100.00 | 1200.00 | 0 | 0 | 900.00  | 0 | 0
      2026-04 | 33.33  | 0       | 0 | 0 | 0       | 0 | 0`.trim();

/** 1,200.00 are committed for a quarter at 0.010 a call, 600.00 of it prepaid on its first day. */
const prepaidQuarter = on(
  start,
  eventType,
  grace(0),
  usageTerm("Calls", { price: "0.010", from: start, to: "2026-03-31", usageScope: "COMMITMENT" }),
  act("POST /v3/contracts/$contract/commitments", {
    commitments: [
      {
        commitmentUnitType: "CURRENCY",
        schedules: [
          {
            ...{ startDate: start, endDate: "2026-03-31", trueUpBehavior: "EACH_PERIOD" },
            ...{ prepaidEnabled: true, prepaidValue: "600.00" },
            steps: [{ commitmentValue: "1200.00", billingTermIds: ["$Calls.id"] }],
          },
        ],
      },
    ],
  }),
  approve,
);

export const changedDeals: readonly Deal[] = [
  {
    // 600.00 are earned to June; six free months leave 600.00 for twelve months, 50.00 each. In October all is credited: 750.00 of it was
    // earned by September, and nothing is left for later months to take back.
    title: "free months, and then all of it credited",
    steps: [
      on(
        start,
        obligation(
          "Support",
          { price: "1200.00", from: start, to: start, interval: "NONE" },
          { serviceEndDate: "2026-12-31", recognitionPattern: "STRAIGHT_LINE" },
        ),
        approve,
      ),
      on(
        "2026-07-01",
        close("2026-06"),
        act("PATCH /v3/contracts/$contract/obligation/$Support.id", { revenueEndDate: "2027-06-30" }),
      ),
      on("2026-10-10", close("2026-09"), credit("2026-10-10", "1200.00")),
      on("2026-12-01", close("2026-11")),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | ISSUED
      2026-10-10 | 1200.00 | 0 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00  | 1200.00 | 0 | 0 | 1100.00 | 0 | 0
      2026-02 | 100.00  | 1200.00 | 0 | 0 | 1000.00 | 0 | 0
      2026-03 | 100.00  | 1200.00 | 0 | 0 | 900.00  | 0 | 0
      2026-04 | 100.00  | 1200.00 | 0 | 0 | 800.00  | 0 | 0
      2026-05 | 100.00  | 1200.00 | 0 | 0 | 700.00  | 0 | 0
      2026-06 | 100.00  | 1200.00 | 0 | 0 | 600.00  | 0 | 0
      2026-07 | 50.00   | 1200.00 | 0 | 0 | 550.00  | 0 | 0
      2026-08 | 50.00   | 1200.00 | 0 | 0 | 500.00  | 0 | 0
      2026-09 | 50.00   | 1200.00 | 0 | 0 | 450.00  | 0 | 0
      2026-10 | -750.00 | 1200.00 | 0 | 0 | 0       | 0 | 1200.00
      2026-11 | 0       | 1200.00 | 0 | 0 | 0       | 0 | 1200.00`,
  },
  {
    // Written off on 10 April, when 333.33 are earned: the other 866.67 were not, and nothing is earned afterwards. On 5 May the year ends with
    // June: of its 595.07 only 261.74 were not served by the write-off, and no month earns or takes back a cent of them.
    title: "a year written off, and ended afterwards",
    steps: [
      ...yearWrittenOff,
      on("2026-05-05", close("2026-04"), ended("Platform", "2026-06-30")),
      on("2026-07-01", close("2026-06")),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | UNCOLLECTIBLE
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      ${monthsToWriteOff}
      2026-05 | 0      | 0       | 0 | 0 | 0       | 0 | 0
      2026-06 | 0      | 0       | 0 | 0 | 0       | 0 | 0`,
  },
  {
    // By 10 February 500.00 of the prepaid 600.00 are drawn: 100.00 are not earned, and 500.00 are lost. February uses 400.00, of which
    // nobody pays 100.00: 300.00 are earned. Without use in March the other 400.00 of the 1,200.00 are trued up.
    title: "a prepayment written off when most of it is drawn",
    contract: { startDate: start, endDate: "2026-12-31" },
    steps: [
      prepaidQuarter,
      on("2026-01-15", use("2026-01-15", "40000")),
      on("2026-02-05", close("2026-01"), use("2026-02-05", "10000")),
      on("2026-02-10", invoiceIs("MARK_UNCOLLECTIBLE")),
      on("2026-02-20", use("2026-02-20", "30000")),
      on("2026-04-01", close("2026-03")),
      on("2026-05-01", close("2026-04")),
    ],
    table: `
      2026-01-01 | 600.00 | 0 | UNCOLLECTIBLE
      2026-02-01 | 0.00   | 0 | PAID
      2026-03-01 | 200.00 | 0 | ISSUED
      2026-04-01 | 400.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 400.00 | 600.00 | 0      | 0 | 200.00 | 0 | 0
      2026-02 | 300.00 | 0      | 200.00 | 0 | 0      | 0 | 0
      2026-03 | 400.00 | 200.00 | 400.00 | 0 | 0      | 0 | 0
      2026-04 | 0      | 600.00 | 0      | 0 | 0      | 0 | 0`,
  },
  {
    // 60.00 of the prepaid 600.00 are credited. February uses 500.00: 200.00 draw what is left of the prepayment, of which nobody pays 60.00.
    // March uses 100.00 and is 200.00 short.
    title: "a credit of a prepayment lowers what is drawn of it last",
    contract: { startDate: start, endDate: "2026-12-31" },
    steps: [
      prepaidQuarter,
      on("2026-01-15", use("2026-01-15", "40000")),
      on("2026-02-10", close("2026-01"), credit("2026-02-10", "60.00"), use("2026-02-10", "50000")),
      on("2026-03-10", close("2026-02"), use("2026-03-10", "10000")),
      on("2026-04-01", close("2026-03")),
      on("2026-05-01", close("2026-04")),
    ],
    table: `
      2026-01-01 | 600.00 | 0 | ISSUED
      2026-02-01 | 0.00   | 0 | PAID
      2026-03-01 | 300.00 | 0 | ISSUED
      2026-04-01 | 300.00 | 0 | ISSUED
      2026-02-10 | 60.00  | 0 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 400.00 | 600.00  | 0      | 0 | 200.00 | 0 | 0
      2026-02 | 440.00 | 600.00  | 300.00 | 0 | 0      | 0 | 60.00
      2026-03 | 300.00 | 900.00  | 300.00 | 0 | 0      | 0 | 60.00
      2026-04 | 0      | 1200.00 | 0      | 0 | 0      | 0 | 60.00`,
  },
  {
    // June bills 100.00 ahead. 130.00 from 11 June: 30.00 × 20/30 = 20.00. 40.00 from 16 June: 90.00 × 15/30 = 45.00 are credited. It ends on
    // 25 June: 33.33 + 21.67 + 13.33 = 68.33 are owed of the 75.00 that are left, so 6.67 are credited.
    title: "a price raised, lowered below the first one, and ended",
    steps: [
      on(
        "2026-06-01",
        obligation("Support", {
          ...{ price: "100.00", from: "2026-06-01", to: "2026-08-31" },
          creditOnDecrease: "PRORATED",
        }),
        approve,
      ),
      on("2026-06-11", amended("Support", "2026-06-11", "130.00")),
      on("2026-06-16", amended("Support", "2026-06-16", "40.00")),
      on("2026-06-20", ended("Support", "2026-06-25")),
      on("2026-07-01", close("2026-06")),
    ],
    table: `
      2026-06-01 | 100.00 | 0 | ISSUED
      2026-06-11 | 20.00  | 0 | ISSUED
      2026-06-16 | 45.00  | 0 | OPEN
      2026-06-20 | 6.67   | 0 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-06 | 68.33 | 120.00 | 0 | 0 | 0 | 0 | 51.67`,
  },
  {
    // 866.67 of the year were not earned when it was written off, 333.33 were lost. All of it comes in June, and 166.67 of May and half of June
    // catch up: 266.67. The 240.00 that are credited in July are 20.00 a month: 120.00 of the months to June, and 80.00 are left of each.
    title: "a year written off, paid in full, and credited in part",
    steps: [
      ...yearWrittenOff,
      on("2026-06-05", close("2026-05"), paid("2026-06-05")),
      on("2026-07-20", close("2026-06"), credit("2026-07-20", "240.00")),
      on("2027-01-01", close("2026-12")),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | PAID
      2026-07-20 | 240.00  | 0 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      ${monthsToWriteOff}
      2026-05 | 0      | 0 | 0 | 0 | 0      | 0 | 0
      2026-06 | 266.67 | 0 | 0 | 0 | 600.00 | 0 | 0
      2026-07 | -40.00 | 0 | 0 | 0 | 400.00 | 0 | 240.00
      2026-08 | 80.00  | 0 | 0 | 0 | 320.00 | 0 | 240.00
      2026-09 | 80.00  | 0 | 0 | 0 | 240.00 | 0 | 240.00
      2026-10 | 80.00  | 0 | 0 | 0 | 160.00 | 0 | 240.00
      2026-11 | 80.00  | 0 | 0 | 0 | 80.00  | 0 | 240.00
      2026-12 | 80.00  | 0 | 0 | 0 | 0      | 0 | 240.00`,
  },
  {
    // Paid in May, ended with June: 1,200.00 × 181/365 = 595.07 are owed, 604.93 credited. The payment goes back in August: of the 866.67 that
    // it brought for service 261.74 are not credited, and lost again.
    title: "a year written off, paid in full, ended, and the payment returned",
    steps: [
      ...yearWrittenOff,
      on("2026-05-05", close("2026-04"), paid("2026-05-05")),
      on("2026-06-10", close("2026-05"), ended("Platform", "2026-06-30")),
      on("2026-08-05", close("2026-07"), act("POST /v3/payments/$paid.id/return", {})),
      on("2026-09-01", close("2026-08")),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | UNCOLLECTIBLE
      2026-06-10 | 604.93  | 0 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      ${monthsToWriteOff}
      2026-05 | 166.67  | 0 | 0 | 0 | 700.00 | 0 | 0
      2026-06 | 95.07   | 0 | 0 | 0 | 0      | 0 | 604.93
      2026-07 | 0       | 0 | 0 | 0 | 0      | 0 | 604.93
      2026-08 | -261.74 | 0 | 0 | 0 | 0      | 0 | 604.93`,
  },
  {
    // 1,800.00 shared 1,500 : 500: 150.00 a month. On 10 June the seats are ended with June: 1,200.00 × 181/365 = 595.07 are owed, 604.93
    // credited. June is served as agreed. Of 1,195.07 in all 900.00 are earned by then; support takes over 295.07, 49.18 a month (49.17 in October).
    title: "a bundle allocated by standalone selling price, one of which ends early",
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        start,
        obligation("Seats", { ...year, price: "1200.00" }, { standaloneSellingPrice: "1500.00" }),
        obligation("Support", { ...year, price: "600.00" }, { standaloneSellingPrice: "500.00" }),
        approve,
      ),
      on("2026-06-10", close("2026-05"), ended("Seats", "2026-06-30")),
      on("2027-01-02", close("2026-12")),
    ],
    table: `
      2026-01-01 | 1800.00 | 0 | ISSUED
      2026-06-10 | 604.93  | 0 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 150.00 | 1800.00 | 0 | 0 | 1650.00 | 0 | 0
      2026-02 | 150.00 | 1800.00 | 0 | 0 | 1500.00 | 0 | 0
      2026-03 | 150.00 | 1800.00 | 0 | 0 | 1350.00 | 0 | 0
      2026-04 | 150.00 | 1800.00 | 0 | 0 | 1200.00 | 0 | 0
      2026-05 | 150.00 | 1800.00 | 0 | 0 | 1050.00 | 0 | 0
      2026-06 | 150.00 | 1800.00 | 0 | 0 | 295.07  | 0 | 604.93
      2026-07 | 49.18  | 1800.00 | 0 | 0 | 245.89  | 0 | 604.93
      2026-08 | 49.18  | 1800.00 | 0 | 0 | 196.71  | 0 | 604.93
      2026-09 | 49.18  | 1800.00 | 0 | 0 | 147.53  | 0 | 604.93
      2026-10 | 49.17  | 1800.00 | 0 | 0 | 98.36   | 0 | 604.93
      2026-11 | 49.18  | 1800.00 | 0 | 0 | 49.18   | 0 | 604.93
      2026-12 | 49.18  | 1800.00 | 0 | 0 | 0       | 0 | 604.93`,
  },
  {
    // On 15 November a year is added, 10 % dearer: 1,320.00. 1,000.00 and 14/30 of 100.00 are earned; the other 1,473.33 are spread over 16/30
    // of November and thirteen months: 58.06 more in November, and then 108.87 (108.86 in February).
    title: "a year in euros, renewed before its end at a higher price",
    contract: { currency: "EUR" },
    steps: [
      on(
        start,
        obligation("Hosting", { ...year, price: "1200.00", escalator: { type: "PERCENTAGE", amount: "0.10" } }),
        approve,
      ),
      on(
        "2026-11-15",
        close("2026-10"),
        act("PATCH /v3/contracts/$contract/billing-terms/$Hosting.billingTermId", {
          ...{ endDate: "2027-12-31", reasonCode: "RENEWAL" },
        }),
      ),
      on("2027-03-01", close("2027-02")),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | ISSUED
      2027-01-01 | 1320.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 1200.00 | 0 | 0     | 1100.00 | 0 | 0
      2026-02 | 100.00 | 1200.00 | 0 | 0     | 1000.00 | 0 | 0
      2026-03 | 100.00 | 1200.00 | 0 | 0     | 900.00  | 0 | 0
      2026-04 | 100.00 | 1200.00 | 0 | 0     | 800.00  | 0 | 0
      2026-05 | 100.00 | 1200.00 | 0 | 0     | 700.00  | 0 | 0
      2026-06 | 100.00 | 1200.00 | 0 | 0     | 600.00  | 0 | 0
      2026-07 | 100.00 | 1200.00 | 0 | 0     | 500.00  | 0 | 0
      2026-08 | 100.00 | 1200.00 | 0 | 0     | 400.00  | 0 | 0
      2026-09 | 100.00 | 1200.00 | 0 | 0     | 300.00  | 0 | 0
      2026-10 | 100.00 | 1200.00 | 0 | 0     | 200.00  | 0 | 0
      2026-11 | 104.73 | 1200.00 | 0 | 0     | 95.27   | 0 | 0
      2026-12 | 108.87 | 1200.00 | 0 | 13.60 | 0       | 0 | 0
      2027-01 | 108.87 | 2520.00 | 0 | 0     | 1197.53 | 0 | 0
      2027-02 | 108.86 | 2520.00 | 0 | 0     | 1088.67 | 0 | 0`,
  },
];
