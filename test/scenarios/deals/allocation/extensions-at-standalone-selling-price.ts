import { act, approve, obligation, on, pobs, term } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, termPath, total } from "../deal.ts";

// Months added to an obligation of an allocated contract at their standalone selling price: a separate contract.

const shared = { allocationMethod: "RELATIVE_SSP" };
const patch = (name: string, body: object) => act(`PATCH ${termPath(name)}`, body);
const product = (amount: string) =>
  act(
    "POST /v3/products",
    { name: "Plan", standaloneSellingPrices: [{ currency: "USD", amount, validFrom: "2026-01-01" }] },
    "product",
  );
/** 810.00 by 600 and 300: 90.00 a month of the plan for half a year, and 30.00 of support to March. */
const planAndSupport = on(
  "2026-07-01",
  product("100.00"),
  obligation(
    "Plan",
    { price: "60.00", from: "2026-07-01", to: "2026-12-31", productId: "$product.id" },
    { standaloneSellingPrice: "600.00" },
  ),
  obligation("Support", { price: "50.00", from: "2026-07-01", to: "2027-03-31" }, { standaloneSellingPrice: "300.00" }),
  approve,
);
const renewed = { endDate: "2027-06-30", reasonCode: "RENEWAL", ...total("100.00"), effectiveDate: "2027-01-01" };
const end = (name: string, endDate: string) => act(`PATCH ${termPath(name)}/terminate`, { endDate });

export const extensionsAtStandaloneSellingPriceDeals: readonly Deal[] = [
  {
    // 810.00 by 600 and 300: 90.00 a month of the plan, and 30.00 of support to March. Half a year more of the plan at 100.00 a month bears nothing of it:
    // not what support is dearer by in March, 30.00, nor is the end of the plan in May of any but the plan.
    title:
      "half a year of one part of a price is added at its standalone selling price, the other is more expensive then, and the first ends",
    contract: shared,
    steps: [
      planAndSupport,
      ...closedInTurn("2026-07", "2026-08", "2026-09", "2026-10"),
      on("2026-11-10", patch("Plan", renewed)),
      ...closedInTurn("2026-11", "2026-12", "2027-01"),
      on("2027-02-10", patch("Support", { ...total("80.00"), effectiveDate: "2027-03-01" })),
      ...closedInTurn("2027-02", "2027-03"),
      on("2027-04-10", end("Plan", "2027-05-31")),
      ...closedInTurn("2027-04", "2027-05", "2027-06"),
    ],
    table: `
      2026-07-01 | 110.00 | 0 | ISSUED
      2026-08-01 | 110.00 | 0 | ISSUED
      2026-09-01 | 110.00 | 0 | ISSUED
      2026-10-01 | 110.00 | 0 | ISSUED
      2026-11-01 | 110.00 | 0 | ISSUED
      2026-12-01 | 110.00 | 0 | ISSUED
      2027-01-01 | 150.00 | 0 | ISSUED
      2027-02-01 | 150.00 | 0 | ISSUED
      2027-03-01 | 180.00 | 0 | ISSUED
      2027-04-01 | 100.00 | 0 | ISSUED
      2027-05-01 | 100.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-07 | 120.00 | 110.00  | 0 | 10.00 | 0 | 0 | 0 | 690.00
      2026-08 | 120.00 | 220.00  | 0 | 20.00 | 0 | 0 | 0 | 570.00
      2026-09 | 120.00 | 330.00  | 0 | 30.00 | 0 | 0 | 0 | 450.00
      2026-10 | 120.00 | 440.00  | 0 | 40.00 | 0 | 0 | 0 | 330.00
      2026-11 | 120.00 | 550.00  | 0 | 50.00 | 0 | 0 | 0 | 810.00
      2026-12 | 120.00 | 660.00  | 0 | 60.00 | 0 | 0 | 0 | 690.00
      2027-01 | 130.00 | 810.00  | 0 | 40.00 | 0 | 0 | 0 | 560.00
      2027-02 | 130.00 | 960.00  | 0 | 20.00 | 0 | 0 | 0 | 460.00
      2027-03 | 160.00 | 1140.00 | 0 | 0     | 0 | 0 | 0 | 300.00
      2027-04 | 100.00 | 1240.00 | 0 | 0     | 0 | 0 | 0 | 100.00
      2027-05 | 100.00 | 1340.00 | 0 | 0     | 0 | 0 | 0 | 0
      2027-06 | 0      | 1340.00 | 0 | 0     | 0 | 0 | 0 | 0`,
  },
  {
    // 2,700.00 by 1,200 and 1,800: 90.00 a month of either. In October 120.00 more of access are shared by what is left of both, 300 and 900, so either has
    // 100.00 a month; and support has three months more for 300.00, for what they sell.
    title:
      "one batch that renews a part of a price at its standalone selling price, and has the other more expensive at once",
    pobs: true,
    contract: shared,
    steps: [
      on(
        "2026-01-01",
        term("Deal", { price: "2700.00", interval: "NONE", from: "2026-01-01", to: "2026-01-01" }),
        pobs(
          "Deal",
          {
            ...{ name: "Support", serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31" },
            ...{ transactionPrice: "1300.00", standaloneSellingPrice: "1200.00", recognitionPattern: "STRAIGHT_LINE" },
          },
          {
            ...{ name: "Access", serviceStartDate: "2026-01-01", serviceEndDate: "2027-06-30" },
            ...{ transactionPrice: "1400.00", standaloneSellingPrice: "1800.00", recognitionPattern: "STRAIGHT_LINE" },
          },
        ),
        approve,
      ),
      ...closedInTurn("2026-09"),
      on(
        "2026-10-01",
        term("More", {
          ...{ price: "420.00", interval: "NONE", from: "2026-10-01", to: "2026-10-01" },
          billingTermGroupId: "$Deal.billingTermGroupId",
        }),
        act("POST /v3/contracts/$contract/performance-obligations", {
          billingTermGroupId: "$Deal.billingTermGroupId",
          toUpdate: [
            {
              ...{ id: "$pobs.created.0.id", reasonCode: "RENEWAL", serviceEndDate: "2027-03-31" },
              ...{ transactionPrice: "1600.00", standaloneSellingPrice: "1500.00" },
            },
            { id: "$pobs.created.1.id", transactionPrice: "1520.00" },
          ],
        }),
      ),
      ...closedInTurn("2026-12", "2027-06"),
    ],
    table: `
      2026-01-01 | 2700.00 | 0 | ISSUED
      2026-10-01 | 420.00  | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 180.00 | 2700.00 | 0 | 0 | 2520.00 | 0 | 0
      2026-02 | 180.00 | 2700.00 | 0 | 0 | 2340.00 | 0 | 0
      2026-03 | 180.00 | 2700.00 | 0 | 0 | 2160.00 | 0 | 0
      2026-04 | 180.00 | 2700.00 | 0 | 0 | 1980.00 | 0 | 0
      2026-05 | 180.00 | 2700.00 | 0 | 0 | 1800.00 | 0 | 0
      2026-06 | 180.00 | 2700.00 | 0 | 0 | 1620.00 | 0 | 0
      2026-07 | 180.00 | 2700.00 | 0 | 0 | 1440.00 | 0 | 0
      2026-08 | 180.00 | 2700.00 | 0 | 0 | 1260.00 | 0 | 0
      2026-09 | 180.00 | 2700.00 | 0 | 0 | 1080.00 | 0 | 0
      2026-10 | 200.00 | 3120.00 | 0 | 0 | 1300.00 | 0 | 0
      2026-11 | 200.00 | 3120.00 | 0 | 0 | 1100.00 | 0 | 0
      2026-12 | 200.00 | 3120.00 | 0 | 0 | 900.00  | 0 | 0
      2027-01 | 200.00 | 3120.00 | 0 | 0 | 700.00  | 0 | 0
      2027-02 | 200.00 | 3120.00 | 0 | 0 | 500.00  | 0 | 0
      2027-03 | 200.00 | 3120.00 | 0 | 0 | 300.00  | 0 | 0
      2027-04 | 100.00 | 3120.00 | 0 | 0 | 200.00  | 0 | 0
      2027-05 | 100.00 | 3120.00 | 0 | 0 | 100.00  | 0 | 0
      2027-06 | 100.00 | 3120.00 | 0 | 0 | 0       | 0 | 0`,
  },
  {
    // Nothing of the half year is served when it is taken back: all is as if it had never been sold.
    title: "half a year that was added to a part of a price, and reversed before it began",
    contract: shared,
    steps: [
      planAndSupport,
      ...closedInTurn("2026-10"),
      on("2026-11-10", patch("Plan", renewed)),
      ...closedInTurn("2026-11"),
      on("2026-12-10", end("Plan", "2026-12-31")),
      ...closedInTurn("2026-12", "2027-03"),
    ],
    table: `
      2026-07-01 | 110.00 | 0 | ISSUED
      2026-08-01 | 110.00 | 0 | ISSUED
      2026-09-01 | 110.00 | 0 | ISSUED
      2026-10-01 | 110.00 | 0 | ISSUED
      2026-11-01 | 110.00 | 0 | ISSUED
      2026-12-01 | 110.00 | 0 | ISSUED
      2027-01-01 | 50.00  | 0 | ISSUED
      2027-02-01 | 50.00  | 0 | ISSUED
      2027-03-01 | 50.00  | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-07 | 120.00 | 110.00 | 0 | 10.00 | 0 | 0 | 0
      2026-08 | 120.00 | 220.00 | 0 | 20.00 | 0 | 0 | 0
      2026-09 | 120.00 | 330.00 | 0 | 30.00 | 0 | 0 | 0
      2026-10 | 120.00 | 440.00 | 0 | 40.00 | 0 | 0 | 0
      2026-11 | 120.00 | 550.00 | 0 | 50.00 | 0 | 0 | 0
      2026-12 | 120.00 | 660.00 | 0 | 60.00 | 0 | 0 | 0
      2027-01 | 30.00  | 710.00 | 0 | 40.00 | 0 | 0 | 0
      2027-02 | 30.00  | 760.00 | 0 | 20.00 | 0 | 0 | 0
      2027-03 | 30.00  | 810.00 | 0 | 0     | 0 | 0 | 0`,
  },
  {
    // The plan ends with November, so 750.00 are billed. By December 600.00 are earned, and the other 150.00 are of the four months of support that are left.
    title: "half a year that was added to a part of a price, which then ends before it was to end at first",
    contract: shared,
    steps: [
      planAndSupport,
      on("2026-10-10", patch("Plan", renewed)),
      ...closedInTurn("2026-10"),
      on("2026-11-10", end("Plan", "2026-11-30")),
      ...closedInTurn("2026-11", "2026-12", "2027-03"),
    ],
    table: `
      2026-07-01 | 110.00 | 0 | ISSUED
      2026-08-01 | 110.00 | 0 | ISSUED
      2026-09-01 | 110.00 | 0 | ISSUED
      2026-10-01 | 110.00 | 0 | ISSUED
      2026-11-01 | 110.00 | 0 | ISSUED
      2026-12-01 | 50.00  | 0 | ISSUED
      2027-01-01 | 50.00  | 0 | ISSUED
      2027-02-01 | 50.00  | 0 | ISSUED
      2027-03-01 | 50.00  | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-07 | 120.00 | 110.00 | 0 | 10.00 | 0 | 0 | 0
      2026-08 | 120.00 | 220.00 | 0 | 20.00 | 0 | 0 | 0
      2026-09 | 120.00 | 330.00 | 0 | 30.00 | 0 | 0 | 0
      2026-10 | 120.00 | 440.00 | 0 | 40.00 | 0 | 0 | 0
      2026-11 | 120.00 | 550.00 | 0 | 50.00 | 0 | 0 | 0
      2026-12 | 37.50  | 600.00 | 0 | 37.50 | 0 | 0 | 0
      2027-01 | 37.50  | 650.00 | 0 | 25.00 | 0 | 0 | 0
      2027-02 | 37.50  | 700.00 | 0 | 12.50 | 0 | 0 | 0
      2027-03 | 37.50  | 750.00 | 0 | 0     | 0 | 0 | 0`,
  },
  {
    // 1,080.00 by 900 and 180: 150.00 a month of ten seats and 15.00 of support. Five seats more for May and June, and half a year more of all fifteen, are at the
    // price of the book: 50.00 and 150.00 a month by themselves.
    title:
      "seats of a shared price: five more, and then half a year more of all of them, at their standalone selling price",
    contract: shared,
    steps: [
      on(
        "2026-01-01",
        product("10.00"),
        obligation(
          "Seats",
          {
            ...{ price: "10.00", from: "2026-01-01", to: "2026-06-30", billingType: "UNIT", quantity: "10" },
            ...{ seatConfig: {}, productId: "$product.id" },
          },
          { standaloneSellingPrice: "900.00" },
        ),
        obligation(
          "Support",
          { price: "40.00", from: "2026-01-01", to: "2026-12-31" },
          { standaloneSellingPrice: "180.00" },
        ),
        approve,
      ),
      ...closedInTurn("2026-03"),
      on("2026-04-10", act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate: "2026-05-01", delta: "5" })),
      ...closedInTurn("2026-05"),
      on("2026-06-10", patch("Seats", { endDate: "2026-12-31", reasonCode: "RENEWAL" })),
      ...closedInTurn("2026-06", "2026-12"),
    ],
    table: `
      2026-01-01 | 140.00 | 0 | ISSUED
      2026-02-01 | 140.00 | 0 | ISSUED
      2026-03-01 | 140.00 | 0 | ISSUED
      2026-04-01 | 140.00 | 0 | ISSUED
      2026-05-01 | 190.00 | 0 | ISSUED
      2026-06-01 | 190.00 | 0 | ISSUED
      2026-07-01 | 190.00 | 0 | ISSUED
      2026-08-01 | 190.00 | 0 | ISSUED
      2026-09-01 | 190.00 | 0 | ISSUED
      2026-10-01 | 190.00 | 0 | ISSUED
      2026-11-01 | 190.00 | 0 | ISSUED
      2026-12-01 | 190.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 165.00 | 140.00  | 0 | 25.00  | 0 | 0 | 0
      2026-02 | 165.00 | 280.00  | 0 | 50.00  | 0 | 0 | 0
      2026-03 | 165.00 | 420.00  | 0 | 75.00  | 0 | 0 | 0
      2026-04 | 165.00 | 560.00  | 0 | 100.00 | 0 | 0 | 0
      2026-05 | 215.00 | 750.00  | 0 | 125.00 | 0 | 0 | 0
      2026-06 | 215.00 | 940.00  | 0 | 150.00 | 0 | 0 | 0
      2026-07 | 165.00 | 1130.00 | 0 | 125.00 | 0 | 0 | 0
      2026-08 | 165.00 | 1320.00 | 0 | 100.00 | 0 | 0 | 0
      2026-09 | 165.00 | 1510.00 | 0 | 75.00  | 0 | 0 | 0
      2026-10 | 165.00 | 1700.00 | 0 | 50.00  | 0 | 0 | 0
      2026-11 | 165.00 | 1890.00 | 0 | 25.00  | 0 | 0 | 0
      2026-12 | 165.00 | 2080.00 | 0 | 0      | 0 | 0 | 0`,
  },
];
