import { act, approve, obligation, on, pobs, term } from "../golden/scenario.ts";
import { closedInTurn, type Deal, termPath, total } from "./deal.ts";

// Months that are added at what they sell for alone, to parts of a price that is shared: a contract of their own beside it.

const shared = { allocationMethod: "RELATIVE_SSP" };
const patch = (name: string, body: object) => act(`PATCH ${termPath(name)}`, body);

export const renewedSharedDeals: readonly Deal[] = [
  {
    // 810.00 by 600 and 300: 90.00 a month of the plan, and 30.00 of support to March. Half a year more of the plan at 100.00 a month bears nothing of it:
    // not what support is dearer by in March, 30.00, nor is the end of the plan in May of any but the plan.
    title:
      "half a year of one part of a price is added at what it sells for, the other is dearer then, and the first ends",
    contract: shared,
    steps: [
      on(
        "2026-07-01",
        act(
          "POST /v3/products",
          { name: "Plan", standaloneSellingPrices: [{ currency: "USD", amount: "100.00", validFrom: "2026-01-01" }] },
          "product",
        ),
        obligation(
          "Plan",
          { price: "60.00", from: "2026-07-01", to: "2026-12-31", productId: "$product.id" },
          { standaloneSellingPrice: "600.00" },
        ),
        obligation(
          "Support",
          { price: "50.00", from: "2026-07-01", to: "2027-03-31" },
          { standaloneSellingPrice: "300.00" },
        ),
        approve,
      ),
      ...closedInTurn("2026-07", "2026-08", "2026-09", "2026-10"),
      on(
        "2026-11-10",
        patch("Plan", {
          endDate: "2027-06-30",
          reasonCode: "RENEWAL",
          ...total("100.00"),
          effectiveDate: "2027-01-01",
        }),
      ),
      ...closedInTurn("2026-11", "2026-12", "2027-01"),
      on("2027-02-10", patch("Support", { ...total("80.00"), effectiveDate: "2027-03-01" })),
      ...closedInTurn("2027-02", "2027-03"),
      on("2027-04-10", act(`PATCH ${termPath("Plan")}/terminate`, { endDate: "2027-05-31" })),
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
    title: "one batch that renews a part of a price for what it sells for, and has the other dearer at once",
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
];
