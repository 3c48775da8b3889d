import { act, approve, obligation, on, pobs, term } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, termPath } from "../deal.ts";

// Parts of a shared price that end, or fall away, before other parts are delivered or served.

const [from, to] = ["2026-01-01", "2026-12-31"];
const shared = { allocationMethod: "RELATIVE_SSP" };
const monthsOf = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `2026-${String(first + index).padStart(2, "0")}`);

export const endBeforeDeliveryDeals: readonly Deal[] = [
  {
    // 1,800.00 and 600.00, 200.00 a month. On 10 April, 660.00 are earned, the second step falls away: 600.00 and 600.00 less those leave 540.00 for the service to the end of the year, 62.07 a month.
    title: "a stated ramp in an allocated contract whose second step is deleted before it begins",
    pobs: true,
    contract: shared,
    steps: [
      on(
        from,
        term("First", { price: "100.00", from, to: "2026-06-30" }),
        term("Second", {
          ...{ price: "200.00", from: "2026-07-01", to },
          billingTermGroupId: "$First.billingTermGroupId",
        }),
        pobs("First", {
          ...{ name: "Service", serviceStartDate: from, serviceEndDate: to, standaloneSellingPrice: "1800.00" },
          ...{ transactionPrice: "1800.00", recognitionPattern: "STRAIGHT_LINE" },
        }),
        obligation("Support", { price: "50.00", from, to }, { standaloneSellingPrice: "600.00" }),
        approve,
      ),
      ...closedInTurn(...monthsOf(1, 3)),
      on("2026-04-10", act("DELETE /v3/contracts/$contract/billing-terms/$Second.id")),
      ...closedInTurn(...monthsOf(4, 12)),
    ],
    table: `
      2026-01-01 | 150.00 | 0 | ISSUED
      2026-02-01 | 150.00 | 0 | ISSUED
      2026-03-01 | 150.00 | 0 | ISSUED
      2026-04-01 | 150.00 | 0 | ISSUED
      2026-05-01 | 150.00 | 0 | ISSUED
      2026-06-01 | 150.00 | 0 | ISSUED
      2026-07-01 | 50.00  | 0 | ISSUED
      2026-08-01 | 50.00  | 0 | ISSUED
      2026-09-01 | 50.00  | 0 | ISSUED
      2026-10-01 | 50.00  | 0 | ISSUED
      2026-11-01 | 50.00  | 0 | ISSUED
      2026-12-01 | 50.00  | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 200.00 | 150.00 | 0 | 50.00 | 0 | 0 | 0 | 2200.00
      2026-02 | 200.00 | 300.00 | 0 | 100.00 | 0 | 0 | 0 | 2000.00
      2026-03 | 200.00 | 450.00 | 0 | 150.00 | 0 | 0 | 0 | 1800.00
      2026-04 | 103.45 | 600.00 | 0 | 103.45 | 0 | 0 | 0 | 496.55
      2026-05 | 62.07 | 750.00 | 0 | 15.52 | 0 | 0 | 0 | 434.48
      2026-06 | 62.07 | 900.00 | 0 | 0 | 72.41 | 0 | 0 | 372.41
      2026-07 | 62.06 | 950.00 | 0 | 0 | 60.35 | 0 | 0 | 310.35
      2026-08 | 62.07 | 1000.00 | 0 | 0 | 48.28 | 0 | 0 | 248.28
      2026-09 | 62.07 | 1050.00 | 0 | 0 | 36.21 | 0 | 0 | 186.21
      2026-10 | 62.08 | 1100.00 | 0 | 0 | 24.13 | 0 | 0 | 124.13
      2026-11 | 62.06 | 1150.00 | 0 | 0 | 12.07 | 0 | 0 | 62.07
      2026-12 | 62.07 | 1200.00 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 4,200.00 by 3,000 and 1,000: 3,150.00 of the device and 1,050.00 of support. That ends with April: 394.52 are served, 805.48 credited, and of 3,394.52 − 350.00 all is the device's, which is delivered on 20 July in place of 15 June.
    title:
      "support that ends before the device beside it is delivered, and that later than was agreed, in an allocated contract",
    contract: shared,
    steps: [
      on(
        from,
        obligation(
          "Device",
          { price: "3000.00", from, to: from, interval: "NONE" },
          {
            ...{ serviceStartDate: "2026-06-15", serviceEndDate: "2026-06-15" },
            ...{ recognitionPattern: "POINT_IN_TIME", standaloneSellingPrice: "3000.00" },
          },
        ),
        obligation("Support", { price: "1200.00", interval: "YEAR", from, to }, { standaloneSellingPrice: "1000.00" }),
        approve,
      ),
      ...closedInTurn(...monthsOf(1, 3)),
      on("2026-04-10", act(`PATCH ${termPath("Support")}/terminate`, { endDate: "2026-04-30", creditUnused: true })),
      ...closedInTurn("2026-04", "2026-05"),
      on(
        "2026-06-10",
        act("PATCH /v3/contracts/$contract/obligation/$Device.id", {
          ...{ revenueStartDate: "2026-07-20", revenueEndDate: "2026-07-20" },
        }),
      ),
      ...closedInTurn("2026-06", "2026-07"),
    ],
    table: `
      2026-01-01 | 4200.00 | 0 | ISSUED
      2026-04-10 | 805.48  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 87.50 | 4200.00 | 0 | 0 | 4112.50 | 0 | 0 | 4112.50
      2026-02 | 87.50 | 4200.00 | 0 | 0 | 4025.00 | 0 | 0 | 4025.00
      2026-03 | 87.50 | 4200.00 | 0 | 0 | 3937.50 | 0 | 0 | 3937.50
      2026-04 | 87.50 | 4200.00 | 0 | 0 | 3044.52 | 0 | 805.48 | 3044.52
      2026-05 | 0 | 4200.00 | 0 | 0 | 3044.52 | 0 | 805.48 | 3044.52
      2026-06 | 0 | 4200.00 | 0 | 0 | 3044.52 | 0 | 805.48 | 3044.52
      2026-07 | 3044.52 | 4200.00 | 0 | 0 | 0 | 0 | 805.48 | 0`,
  },
  {
    // 900.00 each. Four seats from March on, billed after the end, are 402.41, 40.24 a month with as much of what they sell for. In April they were not to come at all: March's 40.24 go back.
    title:
      "seats that wait for the last bill, in an allocated contract, and are withdrawn when a month of them is closed",
    contract: shared,
    steps: [
      on(
        from,
        obligation(
          "Seats",
          { price: "120.00", interval: "YEAR", from, to, billingType: "UNIT", quantity: "10" },
          { standaloneSellingPrice: "1200.00", seatConfig: { defaultTrueUpTiming: "CO_TERM" } },
        ),
        obligation("Support", { price: "600.00", interval: "YEAR", from, to }, { standaloneSellingPrice: "1200.00" }),
        approve,
      ),
      ...closedInTurn(...monthsOf(1, 2)),
      on(
        "2026-03-01",
        act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate: "2026-03-01", delta: "4" }, "more"),
      ),
      ...closedInTurn("2026-03"),
      on("2026-04-10", act(`DELETE ${termPath("Seats")}/seat-amendments/$more.id`)),
      ...closedInTurn(...monthsOf(4, 6)),
    ],
    table: `
      2026-01-01 | 1800.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 150.00 | 1800.00 | 0 | 0 | 1650.00 | 0 | 0
      2026-02 | 150.00 | 1800.00 | 0 | 0 | 1500.00 | 0 | 0
      2026-03 | 190.24 | 1800.00 | 40.24 | 0 | 1350.00 | 0 | 0
      2026-04 | 109.76 | 1800.00 | 0 | 0 | 1200.00 | 0 | 0
      2026-05 | 150.00 | 1800.00 | 0 | 0 | 1050.00 | 0 | 0
      2026-06 | 150.00 | 1800.00 | 0 | 0 | 900.00 | 0 | 0`,
  },
];
