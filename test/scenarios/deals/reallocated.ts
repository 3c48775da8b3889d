import { act, approve, eventType, grace, obligation, on, pobs, term, usageTerm, use } from "../golden/scenario.ts";
import { closedInTurn, credit, creditOfLine, type Deal, termPath, total } from "./deal.ts";

// A price that parts share by what they sell for, with usage beside it, credits, write-offs, holds, and other prices and days.

const [from, to] = ["2026-01-01", "2026-12-31"];
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const patch = (name: string, body: object) => act(`PATCH ${termPath(name)}`, body);
const pob = (index: number, body: object) =>
  act(`PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.${index}.id`, body);
const shared = { allocationMethod: "RELATIVE_SSP" };
const once = { from, to: from, interval: "NONE" };

export const reallocatedDeals: readonly Deal[] = [
  {
    // 1,800.00 by halves, 150.00 a month, and what is used. Usage is no part of that price, so 30.00 of January's calls that are credited in March are
    // March's. From July on 302.47 more: 1,202.47 for six months, 601.24 and 601.23.
    title: "usage beside a price that is shared: a credit of calls, and a higher price in July",
    contract: shared,
    steps: [
      on(
        from,
        eventType,
        grace(0),
        obligation("Platform", { price: "1200.00", interval: "YEAR", from, to }, { standaloneSellingPrice: "1000.00" }),
        obligation("Support", { price: "600.00", interval: "YEAR", from, to }, { standaloneSellingPrice: "1000.00" }),
        usageTerm("Calls", { price: "0.10", from, to }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "1000", "re-1")),
      ...closedInTurn("2026-01"),
      on("2026-02-20", use("2026-02-20", "500", "re-2")),
      ...closedInTurn("2026-02"),
      on("2026-03-10", creditOfLine(1, 0, "2026-03-10", "30.00")),
      ...closedInTurn(...months.slice(2, 6)),
      on(
        "2026-07-01",
        act(`POST ${termPath("Platform")}/amendments`, {
          ...{ effectiveDate: "2026-07-01", settlement: "IMMEDIATE" },
          ...total("1800.00"),
        }),
      ),
      on("2026-07-20", use("2026-07-20", "200", "re-3")),
      ...closedInTurn(...months.slice(6)),
    ],
    table: `
      2026-01-01 | 1800.00 | 0 | ISSUED
      2026-02-01 | 100.00  | 0 | ISSUED
      2026-03-01 | 50.00   | 0 | ISSUED
      2026-07-01 | 302.47  | 0 | ISSUED
      2026-08-01 | 20.00   | 0 | ISSUED
      2026-03-10 | 30.00   | 0 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 250.00 | 1800.00 | 100.00 | 0 | 1650.00 | 0 | 0
      2026-02 | 200.00 | 1900.00 | 50.00  | 0 | 1500.00 | 0 | 0
      2026-03 | 120.00 | 1950.00 | 0      | 0 | 1350.00 | 0 | 30.00
      2026-04 | 150.00 | 1950.00 | 0      | 0 | 1200.00 | 0 | 30.00
      2026-05 | 150.00 | 1950.00 | 0      | 0 | 1050.00 | 0 | 30.00
      2026-06 | 150.00 | 1950.00 | 0      | 0 | 900.00  | 0 | 30.00
      2026-07 | 220.42 | 2252.47 | 20.00  | 0 | 1002.05 | 0 | 30.00
      2026-08 | 200.40 | 2272.47 | 0      | 0 | 801.65  | 0 | 30.00
      2026-09 | 200.42 | 2272.47 | 0      | 0 | 601.23  | 0 | 30.00
      2026-10 | 200.41 | 2272.47 | 0      | 0 | 400.82  | 0 | 30.00
      2026-11 | 200.41 | 2272.47 | 0      | 0 | 200.41  | 0 | 30.00
      2026-12 | 200.41 | 2272.47 | 0      | 0 | 0       | 0 | 30.00`,
  },
  {
    // 1,800.00 by halves. From July on 360.00 more: 1,260.00 for six months, 210.00 a month. The credit of January's line takes 60.00 back in July.
    title: "a higher price and a credit on one day, in an allocated contract",
    contract: shared,
    steps: [
      on(
        from,
        obligation("Platform", { price: "100.00", from, to }, { standaloneSellingPrice: "900.00" }),
        obligation("Support", { price: "50.00", from, to }, { standaloneSellingPrice: "900.00" }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 6)),
      on(
        "2026-07-01",
        patch("Platform", { ...total("160.00"), effectiveDate: "2026-08-01" }),
        credit("2026-07-01", "60.00"),
      ),
      ...closedInTurn(...months.slice(6)),
    ],
    table: `
      2026-01-01 | 150.00 | 0 | ISSUED
      2026-02-01 | 150.00 | 0 | ISSUED
      2026-03-01 | 150.00 | 0 | ISSUED
      2026-04-01 | 150.00 | 0 | ISSUED
      2026-05-01 | 150.00 | 0 | ISSUED
      2026-06-01 | 150.00 | 0 | ISSUED
      2026-07-01 | 150.00 | 0 | ISSUED
      2026-08-01 | 210.00 | 0 | ISSUED
      2026-09-01 | 210.00 | 0 | ISSUED
      2026-10-01 | 210.00 | 0 | ISSUED
      2026-11-01 | 210.00 | 0 | ISSUED
      2026-12-01 | 210.00 | 0 | ISSUED
      2026-07-01 | 60.00  | 0 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 150.00 | 150.00  | 0 | 0 | 0 | 0 | 0     | 1650.00
      2026-02 | 150.00 | 300.00  | 0 | 0 | 0 | 0 | 0     | 1500.00
      2026-03 | 150.00 | 450.00  | 0 | 0 | 0 | 0 | 0     | 1350.00
      2026-04 | 150.00 | 600.00  | 0 | 0 | 0 | 0 | 0     | 1200.00
      2026-05 | 150.00 | 750.00  | 0 | 0 | 0 | 0 | 0     | 1050.00
      2026-06 | 150.00 | 900.00  | 0 | 0 | 0 | 0 | 0     | 900.00
      2026-07 | 90.00  | 1050.00 | 0 | 0 | 0 | 0 | 60.00 | 1050.00
      2026-08 | 210.00 | 1260.00 | 0 | 0 | 0 | 0 | 60.00 | 840.00
      2026-09 | 210.00 | 1470.00 | 0 | 0 | 0 | 0 | 60.00 | 630.00
      2026-10 | 210.00 | 1680.00 | 0 | 0 | 0 | 0 | 60.00 | 420.00
      2026-11 | 210.00 | 1890.00 | 0 | 0 | 0 | 0 | 60.00 | 210.00
      2026-12 | 210.00 | 2100.00 | 0 | 0 | 0 | 0 | 60.00 | 0`,
  },
  {
    // 12,000.00 by 9,000 and 3,000. In March 1,200.00 more for the licence, which is delivered: shared as at inception (32-43), 900.00 and 300.00, of
    // which 25.00 are of each month.
    title: "a more expensive licence after its delivery, beside support, in an allocated contract",
    pobs: true,
    contract: shared,
    steps: [
      on(
        from,
        term("Fee", { price: "12000.00", ...once }),
        pobs(
          "Fee",
          {
            ...{ name: "Licence", serviceStartDate: "2026-01-15", serviceEndDate: "2026-01-15" },
            ...{ recognitionPattern: "POINT_IN_TIME", recognitionDate: "2026-01-15" },
            ...{ transactionPrice: "7000.00", standaloneSellingPrice: "9000.00" },
          },
          {
            ...{ name: "Support", serviceStartDate: from, serviceEndDate: to, recognitionPattern: "STRAIGHT_LINE" },
            ...{ transactionPrice: "5000.00", standaloneSellingPrice: "3000.00" },
          },
        ),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on(
        "2026-03-10",
        term("More", {
          price: "1200.00",
          from: "2026-03-10",
          to: "2026-03-10",
          interval: "NONE",
          billingTermGroupId: "$Fee.billingTermGroupId",
        }),
        pob(0, { transactionPrice: "8200.00" }),
      ),
      ...closedInTurn("2026-03", "2026-04"),
    ],
    table: `
      2026-01-01 | 12000.00 | 0 | ISSUED
      2026-03-10 | 1200.00  | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 9250.00 | 12000.00 | 0 | 0 | 2750.00 | 0 | 0 | 2750.00
      2026-02 | 250.00  | 12000.00 | 0 | 0 | 2500.00 | 0 | 0 | 2500.00
      2026-03 | 1225.00 | 13200.00 | 0 | 0 | 2475.00 | 0 | 0 | 2475.00
      2026-04 | 275.00  | 13200.00 | 0 | 0 | 2200.00 | 0 | 0 | 2200.00`,
  },
  {
    // 1,000.00 and 800.00 of 1,800.00: 150.00 a month. On 10 April 500.00 of 1,400.00 are earned. The 900.00 that are not are 871.23 to 33.33 of the days
    // that are paid ahead, so 866.84 of the year's invoice: 433.16 are left to earn. In June all comes back: 900.00 by the end of it.
    title: "a year written off and reinstated, in an allocated contract",
    contract: shared,
    steps: [
      on(
        from,
        obligation("Platform", { price: "1200.00", interval: "YEAR", from, to }, { standaloneSellingPrice: "1000.00" }),
        obligation("Support", { price: "50.00", from, to }, { standaloneSellingPrice: "800.00" }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 3)),
      on("2026-04-10", act("POST /v3/invoices/$invoices.0.id/actions", { action: "MARK_UNCOLLECTIBLE" })),
      ...closedInTurn("2026-04", "2026-05"),
      on("2026-06-20", act("POST /v3/invoices/$invoices.0.id/actions", { action: "REINSTATE" })),
      ...closedInTurn("2026-06", "2026-07"),
    ],
    table: `
      2026-01-01 | 1250.00 | 0 | ISSUED
      2026-02-01 | 50.00   | 0 | ISSUED
      2026-03-01 | 50.00   | 0 | ISSUED
      2026-04-01 | 50.00   | 0 | ISSUED
      2026-05-01 | 50.00   | 0 | ISSUED
      2026-06-01 | 50.00   | 0 | ISSUED
      2026-07-01 | 50.00   | 0 | ISSUED
      2026-08-01 | 50.00   | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 150.00 | 1250.00 | 0 | 0    | 1100.00 | 0 | 0
      2026-02 | 150.00 | 1300.00 | 0 | 0    | 1000.00 | 0 | 0
      2026-03 | 150.00 | 1350.00 | 0 | 0    | 900.00  | 0 | 0
      2026-04 | 83.32  | 150.00  | 0 | 0.16 | 0       | 0 | 0
      2026-05 | 49.98  | 200.00  | 0 | 0.14 | 0       | 0 | 0
      2026-06 | 316.70 | 1500.00 | 0 | 0    | 600.00  | 0 | 0
      2026-07 | 150.00 | 1550.00 | 0 | 0    | 500.00  | 0 | 0`,
  },
  {
    // The same, but support is billed in arrears: 16.67 of April's first ten days are still to be billed, so 866.67 of 1,350.00 are not earned. 50.00 a month
    // are left, what support bills.
    title: "a year written off and reinstated, in an allocated contract with months in arrears",
    contract: shared,
    steps: [
      on(
        from,
        obligation("Platform", { price: "1200.00", interval: "YEAR", from, to }, { standaloneSellingPrice: "1000.00" }),
        obligation(
          "Support",
          { price: "50.00", from, to, invoiceDateStrategy: "ARREARS" },
          { standaloneSellingPrice: "800.00" },
        ),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 3)),
      on("2026-04-10", act("POST /v3/invoices/$invoices.0.id/actions", { action: "MARK_UNCOLLECTIBLE" })),
      ...closedInTurn("2026-04", "2026-05"),
      on("2026-06-20", act("POST /v3/invoices/$invoices.0.id/actions", { action: "REINSTATE" })),
      ...closedInTurn("2026-06", "2026-07"),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | ISSUED
      2026-02-01 | 50.00   | 0 | ISSUED
      2026-03-01 | 50.00   | 0 | ISSUED
      2026-04-01 | 50.00   | 0 | ISSUED
      2026-05-01 | 50.00   | 0 | ISSUED
      2026-06-01 | 50.00   | 0 | ISSUED
      2026-07-01 | 50.00   | 0 | ISSUED
      2026-08-01 | 50.00   | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 150.00 | 1200.00 | 50.00 | 0 | 1100.00 | 0 | 0
      2026-02 | 150.00 | 1250.00 | 50.00 | 0 | 1000.00 | 0 | 0
      2026-03 | 150.00 | 1300.00 | 50.00 | 0 | 900.00  | 0 | 0
      2026-04 | 83.33  | 150.00  | 50.00 | 0 | 0       | 0 | 0
      2026-05 | 50.00  | 200.00  | 50.00 | 0 | 0       | 0 | 0
      2026-06 | 316.67 | 1450.00 | 50.00 | 0 | 600.00  | 0 | 0
      2026-07 | 150.00 | 1500.00 | 50.00 | 0 | 500.00  | 0 | 0`,
  },
  {
    // 150.00 a month. Held out of June, in which a price from July on is agreed: 120.00 less. July has June's 150.00 and 130.00 of its own.
    title: "held out of a month in which a lower price is agreed, in an allocated contract",
    contract: shared,
    steps: [
      on(
        from,
        obligation("Platform", { price: "100.00", from, to }, { standaloneSellingPrice: "900.00" }),
        obligation("Support", { price: "50.00", from, to }, { standaloneSellingPrice: "900.00" }),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 5)),
      on(
        "2026-06-20",
        act("POST /v3/contracts/$contract/close-hold", { reason: "The amendment is disputed" }),
        patch("Platform", { ...total("80.00"), effectiveDate: "2026-07-01" }),
      ),
      ...closedInTurn("2026-06"),
      on("2026-07-10", act("DELETE /v3/contracts/$contract/close-hold")),
      ...closedInTurn("2026-07", "2026-08"),
    ],
    table: `
      2026-01-01 | 150.00 | 0 | ISSUED
      2026-02-01 | 150.00 | 0 | ISSUED
      2026-03-01 | 150.00 | 0 | ISSUED
      2026-04-01 | 150.00 | 0 | ISSUED
      2026-05-01 | 150.00 | 0 | ISSUED
      2026-06-01 | 150.00 | 0 | ISSUED
      2026-07-01 | 130.00 | 0 | ISSUED
      2026-08-01 | 130.00 | 0 | ISSUED
      2026-09-01 | 130.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 150.00 | 150.00  | 0 | 0 | 0      | 0 | 0
      2026-02 | 150.00 | 300.00  | 0 | 0 | 0      | 0 | 0
      2026-03 | 150.00 | 450.00  | 0 | 0 | 0      | 0 | 0
      2026-04 | 150.00 | 600.00  | 0 | 0 | 0      | 0 | 0
      2026-05 | 150.00 | 750.00  | 0 | 0 | 0      | 0 | 0
      2026-06 | 0      | 900.00  | 0 | 0 | 150.00 | 0 | 0
      2026-07 | 280.00 | 1030.00 | 0 | 0 | 0      | 0 | 0
      2026-08 | 130.00 | 1160.00 | 0 | 0 | 0      | 0 | 0`,
  },
  {
    // 150.00 a month; from August on 200.00 more, of which June knows. Then support turns out to have begun in February: its 900.00 over eleven months,
    // 81.82 a month, so that five months have 409.09 by June, of 450.00. On 1 August 984.09 are left, by 375.00 and 409.09 of what is still to serve.
    title: "a price of days to come, and then service that turns out to have begun later",
    contract: shared,
    steps: [
      on(
        from,
        obligation("Platform", { price: "100.00", from, to }, { standaloneSellingPrice: "900.00" }),
        obligation(
          "Support",
          { price: "600.00", ...once },
          {
            serviceEndDate: to,
            recognitionPattern: "STRAIGHT_LINE",
            standaloneSellingPrice: "900.00",
          },
        ),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 5)),
      on("2026-06-10", patch("Platform", { ...total("140.00"), effectiveDate: "2026-08-01" })),
      on(
        "2026-06-20",
        act("PATCH /v3/contracts/$contract/obligation/$Support.id", {
          revenueStartDate: "2026-02-01",
          reasonCode: "CORRECTION",
        }),
      ),
      ...closedInTurn(...months.slice(5)),
    ],
    table: `
      2026-01-01 | 700.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-05-01 | 100.00 | 0 | ISSUED
      2026-06-01 | 100.00 | 0 | ISSUED
      2026-07-01 | 100.00 | 0 | ISSUED
      2026-08-01 | 140.00 | 0 | ISSUED
      2026-09-01 | 140.00 | 0 | ISSUED
      2026-10-01 | 140.00 | 0 | ISSUED
      2026-11-01 | 140.00 | 0 | ISSUED
      2026-12-01 | 140.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 150.00 | 700.00  | 0 | 0 | 550.00 | 0 | 0
      2026-02 | 150.00 | 800.00  | 0 | 0 | 500.00 | 0 | 0
      2026-03 | 150.00 | 900.00  | 0 | 0 | 450.00 | 0 | 0
      2026-04 | 150.00 | 1000.00 | 0 | 0 | 400.00 | 0 | 0
      2026-05 | 150.00 | 1100.00 | 0 | 0 | 350.00 | 0 | 0
      2026-06 | 109.09 | 1200.00 | 0 | 0 | 340.91 | 0 | 0
      2026-07 | 156.82 | 1300.00 | 0 | 0 | 284.09 | 0 | 0
      2026-08 | 196.82 | 1440.00 | 0 | 0 | 227.27 | 0 | 0
      2026-09 | 196.82 | 1580.00 | 0 | 0 | 170.45 | 0 | 0
      2026-10 | 196.81 | 1720.00 | 0 | 0 | 113.64 | 0 | 0
      2026-11 | 196.82 | 1860.00 | 0 | 0 | 56.82  | 0 | 0
      2026-12 | 196.82 | 2000.00 | 0 | 0 | 0      | 0 | 0`,
  },
];
