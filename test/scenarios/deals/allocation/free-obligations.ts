import { act, approve, close, obligation, on, reopen } from "../../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, termPath, total } from "../deal.ts";

// Obligations free of charge that have a part of the allocated price.

const [from, to] = ["2026-01-01", "2026-12-31"];
const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);

export const freeObligationDeals: readonly Deal[] = [
  {
    // Onboarding for nothing sells for 300.00: it is 240.00 of 1,200.00, the platform 80.00 a month. 30.00 more from July on are 110.00 a month. On 10 September the platform ends
    // with that month: 990.00 are billed in all, 973.00 are earned, and 17.00 are left for September.
    title: "an obligation free of charge that shares the price, a higher price from July on, and an end",
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        obligation("Platform", { price: "100.00", from, to }, { standaloneSellingPrice: "1200.00" }),
        obligation(
          "Onboarding",
          { price: "0.00", from: "2026-02-10", to: "2026-02-10", interval: "NONE" },
          { standaloneSellingPrice: "300.00" },
        ),
        approve,
      ),
      ...closedInTurn(...months.slice(0, 5)),
      on("2026-06-20", act(`PATCH ${termPath("Platform")}`, { ...total("130.00"), effectiveDate: "2026-07-01" })),
      ...closedInTurn(...months.slice(5, 8)),
      on("2026-09-10", act(`PATCH ${termPath("Platform")}/terminate`, { endDate: "2026-09-30" })),
      ...closedInTurn("2026-09", "2026-10"),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-02-10 | 0.00   | 0 | PAID
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-05-01 | 100.00 | 0 | ISSUED
      2026-06-01 | 100.00 | 0 | ISSUED
      2026-07-01 | 130.00 | 0 | ISSUED
      2026-08-01 | 130.00 | 0 | ISSUED
      2026-09-01 | 130.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 80.00  | 100.00 | 0 | 0      | 20.00 | 0 | 0 | 1120.00
      2026-02 | 320.00 | 200.00 | 0 | 200.00 | 0     | 0 | 0 | 800.00
      2026-03 | 80.00  | 300.00 | 0 | 180.00 | 0     | 0 | 0 | 720.00
      2026-04 | 80.00  | 400.00 | 0 | 160.00 | 0     | 0 | 0 | 640.00
      2026-05 | 80.00  | 500.00 | 0 | 140.00 | 0     | 0 | 0 | 560.00
      2026-06 | 80.00  | 600.00 | 0 | 120.00 | 0     | 0 | 0 | 660.00
      2026-07 | 110.00 | 730.00 | 0 | 100.00 | 0     | 0 | 0 | 550.00
      2026-08 | 110.00 | 860.00 | 0 | 80.00  | 0     | 0 | 0 | 440.00
      2026-09 | 50.00  | 990.00 | 0 | 0      | 0     | 0 | 0 | 0
      2026-10 | 0      | 990.00 | 0 | 0      | 0     | 0 | 0 | 0`,
  },
  {
    // 960.00 and 240.00, as above. January's bill is credited whole: 20.00 of the onboarding, and 80.00 of the platform, which January earned. 30.00 more from July on are 110.00 a month. In
    // August the credit is void, and March has it again.
    title: "an obligation free of charge that shares the price, a credit of the other, and the credit void",
    contract: { allocationMethod: "RELATIVE_SSP" },
    steps: [
      on(
        from,
        obligation("Platform", { price: "100.00", from, to }, { standaloneSellingPrice: "1200.00" }),
        obligation(
          "Onboarding",
          { price: "0.00", from: "2026-02-10", to: "2026-02-10", interval: "NONE" },
          { standaloneSellingPrice: "300.00" },
        ),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on("2026-03-10", creditOfLine(0, 0, "2026-03-10", "100.00")),
      ...closedInTurn("2026-03", "2026-04", "2026-05"),
      on("2026-06-20", act(`PATCH ${termPath("Platform")}`, { ...total("130.00"), effectiveDate: "2026-07-01" })),
      ...closedInTurn("2026-06", "2026-07"),
      on(
        "2026-08-10",
        reopen("2026-03"),
        act("POST /v3/credit-memos/$memos.0.id/void", { reason: "In error" }),
        close("2026-07"),
      ),
      ...closedInTurn("2026-08"),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-02-10 | 0.00   | 0 | PAID
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-05-01 | 100.00 | 0 | ISSUED
      2026-06-01 | 100.00 | 0 | ISSUED
      2026-07-01 | 130.00 | 0 | ISSUED
      2026-08-01 | 130.00 | 0 | ISSUED
      2026-09-01 | 130.00 | 0 | ISSUED
      2026-03-10 | 100.00 | 0 | VOID
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 80.00  | 100.00 | 0 | 0      | 20.00 | 0 | 0      | 1120.00
      2026-02 | 320.00 | 200.00 | 0 | 200.00 | 0     | 0 | 0      | 800.00
      2026-03 | -20.00 | 300.00 | 0 | 180.00 | 0     | 0 | 100.00 | 720.00
      2026-04 | 80.00  | 400.00 | 0 | 160.00 | 0     | 0 | 100.00 | 640.00
      2026-05 | 80.00  | 500.00 | 0 | 140.00 | 0     | 0 | 100.00 | 560.00
      2026-06 | 80.00  | 600.00 | 0 | 120.00 | 0     | 0 | 100.00 | 660.00
      2026-07 | 110.00 | 730.00 | 0 | 100.00 | 0     | 0 | 100.00 | 550.00
      2026-03 | 80.00  | 300.00 | 0 | 180.00 | 0     | 0 | 0      | 720.00
      2026-04 | 80.00  | 400.00 | 0 | 160.00 | 0     | 0 | 0      | 640.00
      2026-05 | 80.00  | 500.00 | 0 | 140.00 | 0     | 0 | 0      | 560.00
      2026-06 | 80.00  | 600.00 | 0 | 120.00 | 0     | 0 | 0      | 660.00
      2026-07 | 110.00 | 730.00 | 0 | 100.00 | 0     | 0 | 0      | 550.00
      2026-08 | 110.00 | 860.00 | 0 | 80.00  | 0     | 0 | 0      | 440.00`,
  },
];
