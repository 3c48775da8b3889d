import { act, approve, obligation, on } from "../../golden/scenario.ts";
import { closedInTurn, type Deal, termPath, total } from "../deal.ts";

// Invoices of allocated contracts, written off and reinstated.

const [from, to] = ["2026-01-01", "2026-12-31"];
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const shared = { allocationMethod: "RELATIVE_SSP" };
const patch = (name: string, body: object) => act(`PATCH ${termPath(name)}`, body);
const product = (amount: string) =>
  act(
    "POST /v3/products",
    { name: "Plan", standaloneSellingPrices: [{ currency: "USD", amount, validFrom: "2026-01-01" }] },
    "product",
  );
const renewed = { endDate: "2027-06-30", reasonCode: "RENEWAL", ...total("100.00"), effectiveDate: "2027-01-01" };

export const writeOffDeals: readonly Deal[] = [
  {
    // 1,000.00 and 800.00 of 1,800.00: 150.00 a month. On 10 April 500.00 of 1,400.00 are earned. The 900.00 that are not are 866.67 of the year's invoice and
    // 33.33 of April's, by months: 433.33 are left to earn, 50.00 a month. In June all comes back: 900.00 by the end of it.
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
      2026-04 | 83.33  | 150.00  | 0 | 0    | 0       | 0 | 0
      2026-05 | 50.00  | 200.00  | 0 | 0    | 0       | 0 | 0
      2026-06 | 316.67 | 1500.00 | 0 | 0    | 600.00  | 0 | 0
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
    // 810.00 by 600 and 300 over half a year. Of February, which was added, 14 of 28 days are served when it is written off: 50.00 are not earned before it is
    // owed again.
    title: "a month that was added to a shared price, written off and reinstated",
    contract: shared,
    steps: [
      on(
        "2026-07-01",
        product("100.00"),
        obligation(
          "Plan",
          { price: "60.00", from: "2026-07-01", to: "2026-12-31", productId: "$product.id" },
          { standaloneSellingPrice: "600.00" },
        ),
        obligation(
          "Support",
          { price: "75.00", from: "2026-07-01", to: "2026-12-31" },
          { standaloneSellingPrice: "300.00" },
        ),
        approve,
      ),
      ...closedInTurn("2026-11"),
      on("2026-12-10", patch("Plan", { ...renewed, endDate: "2027-03-31" })),
      ...closedInTurn("2026-12", "2027-01"),
      on("2027-02-14", act("POST /v3/invoices/$invoices.7.id/actions", { action: "MARK_UNCOLLECTIBLE" })),
      ...closedInTurn("2027-02"),
      on("2027-03-20", act("POST /v3/invoices/$invoices.7.id/actions", { action: "REINSTATE" })),
      ...closedInTurn("2027-03"),
    ],
    table: `
      2026-07-01 | 135.00 | 0 | ISSUED
      2026-08-01 | 135.00 | 0 | ISSUED
      2026-09-01 | 135.00 | 0 | ISSUED
      2026-10-01 | 135.00 | 0 | ISSUED
      2026-11-01 | 135.00 | 0 | ISSUED
      2026-12-01 | 135.00 | 0 | ISSUED
      2027-01-01 | 100.00 | 0 | ISSUED
      2027-02-01 | 100.00 | 0 | ISSUED
      2027-03-01 | 100.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-07 | 135.00 | 135.00  | 0 | 0 | 0 | 0 | 0
      2026-08 | 135.00 | 270.00  | 0 | 0 | 0 | 0 | 0
      2026-09 | 135.00 | 405.00  | 0 | 0 | 0 | 0 | 0
      2026-10 | 135.00 | 540.00  | 0 | 0 | 0 | 0 | 0
      2026-11 | 135.00 | 675.00  | 0 | 0 | 0 | 0 | 0
      2026-12 | 135.00 | 810.00  | 0 | 0 | 0 | 0 | 0
      2027-01 | 100.00 | 910.00  | 0 | 0 | 0 | 0 | 0
      2027-02 | 50.00  | 910.00  | 0 | 0 | 0 | 0 | 0
      2027-03 | 150.00 | 1110.00 | 0 | 0 | 0 | 0 | 0`,
  },
];
