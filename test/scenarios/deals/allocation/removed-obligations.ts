import { act, approve, close, obligation, on, pobs, term } from "../../golden/scenario.ts";
import { closedInTurn, type Deal } from "../deal.ts";

// Obligations that are taken out of a shared price before they are delivered: what the others have earned stays (25-13(a)).

const [from, to] = ["2026-01-01", "2026-12-31"];
const shared = { allocationMethod: "RELATIVE_SSP" };
const fromApril = Array.from({ length: 9 }, (_, index) => `2026-${String(index + 4).padStart(2, "0")}`);
const licence = (name: string, day: string) => ({
  ...{ name, serviceStartDate: day, serviceEndDate: day, recognitionDate: day, standaloneSellingPrice: "1500.00" },
  ...{ transactionPrice: "2000.00", recognitionPattern: "POINT_IN_TIME" },
});

export const removedObligationDeals: readonly Deal[] = [
  {
    // 1,500.00 each. A licence of the same prices in the place of the first one changes nothing but its day: 412.50 of support are earned by 10 April, and 2,587.50 are shared by 1,087.50 and 1,500.00.
    title: "a licence in whose place another one at the same price comes, in one batch and in an allocated contract",
    pobs: true,
    contract: shared,
    steps: [
      on(
        from,
        term("Deal", { price: "3000.00", from, to: from, interval: "NONE" }),
        pobs(
          "Deal",
          {
            ...{ name: "Support", serviceStartDate: from, serviceEndDate: to, standaloneSellingPrice: "1500.00" },
            ...{ transactionPrice: "1000.00", recognitionPattern: "STRAIGHT_LINE" },
          },
          licence("Licence", "2026-09-01"),
        ),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02", "2026-03"),
      on(
        "2026-04-10",
        act("POST /v3/contracts/$contract/performance-obligations", {
          billingTermGroupId: "$Deal.billingTermGroupId",
          toDelete: ["$pobs.created.1.id"],
          toCreate: [licence("Other licence", "2026-10-01")],
        }),
      ),
      ...closedInTurn(...fromApril),
    ],
    table: `
      2026-01-01 | 3000.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 125.00 | 3000.00 | 0 | 0 | 2875.00 | 0 | 0 | 2875.00
      2026-02 | 125.00 | 3000.00 | 0 | 0 | 2750.00 | 0 | 0 | 2750.00
      2026-03 | 125.00 | 3000.00 | 0 | 0 | 2625.00 | 0 | 0 | 2625.00
      2026-04 | 125.00 | 3000.00 | 0 | 0 | 2500.00 | 0 | 0 | 2500.00
      2026-05 | 125.00 | 3000.00 | 0 | 0 | 2375.00 | 0 | 0 | 2375.00
      2026-06 | 125.00 | 3000.00 | 0 | 0 | 2250.00 | 0 | 0 | 2250.00
      2026-07 | 125.00 | 3000.00 | 0 | 0 | 2125.00 | 0 | 0 | 2125.00
      2026-08 | 125.00 | 3000.00 | 0 | 0 | 2000.00 | 0 | 0 | 2000.00
      2026-09 | 125.00 | 3000.00 | 0 | 0 | 1875.00 | 0 | 0 | 1875.00
      2026-10 | 1625.00 | 3000.00 | 0 | 0 | 250.00 | 0 | 0 | 250.00
      2026-11 | 125.00 | 3000.00 | 0 | 0 | 125.00 | 0 | 0 | 125.00
      2026-12 | 125.00 | 3000.00 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 900.00 each of 1,200.00 and 600.00. On 10 April, when 247.50 of the platform are earned, support that was to begin in July is called off: 952.50 are left of it for 21/30 and eight months.
    title:
      "support that is called off before it begins, and before the month before is closed, in an allocated contract",
    contract: shared,
    steps: [
      on(
        from,
        obligation("Platform", { price: "1200.00", interval: "YEAR", from, to }, { standaloneSellingPrice: "1200.00" }),
        obligation(
          "Support",
          { price: "600.00", interval: "MONTH", intervalFrequency: 6, from: "2026-07-01", to },
          { standaloneSellingPrice: "1200.00" },
        ),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on("2026-04-10", act("DELETE /v3/contracts/$contract/obligations/$Support.id")),
      on("2026-04-12", close("2026-03")),
      ...closedInTurn(...fromApril),
    ],
    table: `
      2026-01-01 | 1200.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 75.00 | 1200.00 | 0 | 0 | 1125.00 | 0 | 0 | 1725.00
      2026-02 | 75.00 | 1200.00 | 0 | 0 | 1050.00 | 0 | 0 | 1650.00
      2026-03 | 75.00 | 1200.00 | 0 | 0 | 975.00 | 0 | 0 | 1575.00
      2026-04 | 99.14 | 1200.00 | 0 | 0 | 875.86 | 0 | 0 | 875.86
      2026-05 | 109.48 | 1200.00 | 0 | 0 | 766.38 | 0 | 0 | 766.38
      2026-06 | 109.48 | 1200.00 | 0 | 0 | 656.90 | 0 | 0 | 656.90
      2026-07 | 109.49 | 1200.00 | 0 | 0 | 547.41 | 0 | 0 | 547.41
      2026-08 | 109.48 | 1200.00 | 0 | 0 | 437.93 | 0 | 0 | 437.93
      2026-09 | 109.48 | 1200.00 | 0 | 0 | 328.45 | 0 | 0 | 328.45
      2026-10 | 109.48 | 1200.00 | 0 | 0 | 218.97 | 0 | 0 | 218.97
      2026-11 | 109.49 | 1200.00 | 0 | 0 | 109.48 | 0 | 0 | 109.48
      2026-12 | 109.48 | 1200.00 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
];
