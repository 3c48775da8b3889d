import { act, approve, close, obligation, on, pobs, term } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, termPath, total } from "../deal.ts";

// Changes of several parts of a shared price: seats and price on one day, milestones beside support, parts of other books.

const [from, to] = ["2026-01-01", "2026-12-31"];
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const shared = { allocationMethod: "RELATIVE_SSP" };
const sells = (standaloneSellingPrice: string, parts: object = {}) => ({ standaloneSellingPrice, ...parts });
const reached = (...dates: readonly string[]) =>
  act("PATCH /v3/contracts/$contract/performance-obligations/$setup.created.0.id", {
    milestones: ["Design", "Build"].map((name, index) => ({
      ...{ name, weight: index === 0 ? "1" : "3" },
      ...(dates[index] === undefined ? {} : { reachedDate: dates[index] }),
    })),
  });

export const changesOfSeveralPartDeals: readonly Deal[] = [
  {
    // 3,200.00 of the seats and 1,600.00 of support. By 15 June 2,200.00 are earned; two seats less leave 2,210.00 for 1,733.33 and 1,083.33: 1,360.00 and 850.00, of which
    // June has 170.00. From July on eight seats cost 24.00 more a month: 2,184.00 are left, 364.00 a month.
    title: "two seats fewer with a credit and a higher price of the rest, agreed on one day, in an allocated contract",
    contract: shared,
    steps: [
      on(
        from,
        obligation(
          "Seats",
          {
            ...{ price: "30.00", from, to, billingType: "UNIT", quantity: "10" },
            seatConfig: { defaultTrueUpTiming: "IMMEDIATE", creditOnDecrease: "PRORATED" },
          },
          sells("4000.00"),
        ),
        obligation("Support", { price: "100.00", from, to }, sells("2000.00")),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 5)),
      on(
        "2026-06-10",
        act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate: "2026-06-16", delta: "-2" }),
        act(`PATCH ${termPath("Seats")}`, {
          ...{ pricing: [{ amount: "33.00", amountType: "PER_ITEM" }], effectiveDate: "2026-07-01" },
        }),
      ),
      ...closedInTurn(...months.slice(5)),
    ],
    table: `
      ${months.map((month, index) => `${month}-01 | ${index < 6 ? "400.00" : "364.00"} | 0 | ISSUED`).join("\n")}
      2026-06-10 | 30.00 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 400.00 | 400.00 | 0 | 0 | 0 | 0 | 0 | 4400.00
      2026-02 | 400.00 | 800.00 | 0 | 0 | 0 | 0 | 0 | 4000.00
      2026-03 | 400.00 | 1200.00 | 0 | 0 | 0 | 0 | 0 | 3600.00
      2026-04 | 400.00 | 1600.00 | 0 | 0 | 0 | 0 | 0 | 3200.00
      2026-05 | 400.00 | 2000.00 | 0 | 0 | 0 | 0 | 0 | 2800.00
      2026-06 | 370.00 | 2400.00 | 0 | 0 | 0 | 0 | 30.00 | 2184.00
      2026-07 | 364.00 | 2764.00 | 0 | 0 | 0 | 0 | 30.00 | 1820.00
      2026-08 | 364.00 | 3128.00 | 0 | 0 | 0 | 0 | 30.00 | 1456.00
      2026-09 | 364.00 | 3492.00 | 0 | 0 | 0 | 0 | 30.00 | 1092.00
      2026-10 | 364.00 | 3856.00 | 0 | 0 | 0 | 0 | 30.00 | 728.00
      2026-11 | 364.00 | 4220.00 | 0 | 0 | 0 | 0 | 30.00 | 364.00
      2026-12 | 364.00 | 4584.00 | 0 | 0 | 0 | 0 | 30.00 | 0`,
  },
  {
    // 3,466.67 and 1,733.33. A quarter of the setup is 866.67 in February; support has 866.67 by June. With 360.00 more from July on 4,693.33 are left for all of the setup and half
    // of support, 4,000 and 1,000: 3,754.66 and 938.67. A quarter is 938.67, 72.00 more in June, in which it is agreed.
    title: "a setup by milestones, one of which is reached, beside support that is dearer from July on",
    pobs: true,
    contract: shared,
    steps: [
      on(
        from,
        term("Setup", { price: "4000.00", from, to: from, interval: "NONE" }),
        {
          ...pobs("Setup", {
            ...{ name: "Setup", serviceStartDate: from, serviceEndDate: to, transactionPrice: "4000.00" },
            ...sells("4000.00", { recognitionPattern: "MILESTONE" }),
            milestones: [
              { name: "Design", weight: "1" },
              { name: "Build", weight: "3" },
            ],
          }),
          as: "setup",
        },
        term("Support", { price: "100.00", from, to }),
        pobs("Support", {
          ...{ name: "Support", serviceStartDate: from, serviceEndDate: to, transactionPrice: "1200.00" },
          ...sells("2000.00", { recognitionPattern: "STRAIGHT_LINE" }),
        }),
        approve,
      ),
      ...closedInTurn("2026-01"),
      on("2026-02-10", reached("2026-02-10")),
      ...closedInTurn("2026-02", "2026-03", "2026-04", "2026-05"),
      on(
        "2026-06-10",
        act("PATCH /v3/contracts/$contract/billing-terms/$Support.id", {
          ...{ ...total("160.00"), effectiveDate: "2026-07-01" },
        }),
        act("PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id", {
          ...{ transactionPrice: "1560.00", effectiveDate: "2026-07-01" },
        }),
      ),
      ...closedInTurn("2026-06", "2026-07"),
      on("2026-08-05", reached("2026-02-10", "2026-08-05")),
      ...closedInTurn("2026-08", "2026-09", "2026-10"),
    ],
    table: `
      2026-01-01 | 4100.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-05-01 | 100.00 | 0 | ISSUED
      2026-06-01 | 100.00 | 0 | ISSUED
      2026-07-01 | 160.00 | 0 | ISSUED
      2026-08-01 | 160.00 | 0 | ISSUED
      2026-09-01 | 160.00 | 0 | ISSUED
      2026-10-01 | 160.00 | 0 | ISSUED
      2026-11-01 | 160.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 144.44 | 4100.00 | 0 | 0 | 3955.56 | 0 | 0 | 5055.56
      2026-02 | 1011.12 | 4200.00 | 0 | 0 | 3044.44 | 0 | 0 | 4044.44
      2026-03 | 144.44 | 4300.00 | 0 | 0 | 3000.00 | 0 | 0 | 3900.00
      2026-04 | 144.45 | 4400.00 | 0 | 0 | 2955.55 | 0 | 0 | 3755.55
      2026-05 | 144.44 | 4500.00 | 0 | 0 | 2911.11 | 0 | 0 | 3611.11
      2026-06 | 216.45 | 4600.00 | 0 | 0 | 2794.66 | 0 | 0 | 3754.66
      2026-07 | 156.45 | 4760.00 | 0 | 0 | 2798.21 | 0 | 0 | 3598.21
      2026-08 | 2972.43 | 4920.00 | 0 | 14.22 | 0 | 0 | 0 | 625.78
      2026-09 | 156.45 | 5080.00 | 0 | 10.67 | 0 | 0 | 0 | 469.33
      2026-10 | 156.44 | 5240.00 | 0 | 7.11 | 0 | 0 | 0 | 312.89`,
  },
  {
    // 900.00 each, of which other books recognized 480.00 and 450.00: 30.00 too much, 5.00 less a month. From August on 251.51 more are shared by halves with the 750.00 that
    // are left, 200.30 a month. Support ends with October, 100.27 are credited, and 300.33 are left for two months.
    title: "a shared price from the old books, recognized ahead, dearer in August, and an end of one part in October",
    contract: shared,
    steps: [
      on(
        "2026-07-01",
        obligation("Platform", { price: "1200.00", interval: "YEAR", from, to }, sells("1000.00")),
        obligation("Support", { price: "600.00", interval: "YEAR", from, to }, sells("1000.00")),
        act("POST /v3/contracts/$contract/opening", {
          ...{ asOf: "2026-06-30", difference: "SPREAD" },
          billingTerms: [
            { billingTermId: "$Platform.billingTermId", invoicedThrough: to, billed: "1200.00" },
            { billingTermId: "$Support.billingTermId", invoicedThrough: to, billed: "600.00" },
          ],
          performanceObligations: [
            { performanceObligationId: "$Platform.performanceObligationId", recognized: "480.00" },
            { performanceObligationId: "$Support.performanceObligationId", recognized: "450.00" },
          ],
          openInvoices: [
            { invoiceNumber: "R-1", issueDate: from, dueDate: "2026-01-31", total: "1800.00", balance: "1800.00" },
          ],
        }),
        close("2026-06"),
      ),
      ...closedInTurn("2026-07"),
      on(
        "2026-08-01",
        act(`POST ${termPath("Platform")}/amendments`, {
          ...{ ...total("1800.00"), effectiveDate: "2026-08-01", settlement: "IMMEDIATE" },
        }),
      ),
      ...closedInTurn("2026-08", "2026-09"),
      on("2026-10-10", act(`PATCH ${termPath("Support")}/terminate`, { endDate: "2026-10-31", creditUnused: true })),
      ...closedInTurn("2026-10", "2026-11", "2026-12"),
    ],
    table: `
      2026-08-01 | 251.51  | 0 | ISSUED
      2026-06-30 | 1800.00 | 0 | ISSUED
      2026-10-10 | 100.27  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-06 | 0 | 1800.00 | 0 | 0 | 870.00 | 0 | 0 | 870.00
      2026-07 | 145.00 | 1800.00 | 0 | 0 | 725.00 | 0 | 0 | 725.00
      2026-08 | 195.30 | 2051.51 | 0 | 0 | 781.21 | 0 | 0 | 781.21
      2026-09 | 195.30 | 2051.51 | 0 | 0 | 585.91 | 0 | 0 | 585.91
      2026-10 | 195.31 | 2051.51 | 0 | 0 | 290.33 | 0 | 100.27 | 290.33
      2026-11 | 145.17 | 2051.51 | 0 | 0 | 145.16 | 0 | 100.27 | 145.16
      2026-12 | 145.16 | 2051.51 | 0 | 0 | 0 | 0 | 100.27 | 0`,
  },
];
