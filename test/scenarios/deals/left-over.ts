import { act, approve, on, pobs, term } from "../golden/scenario.ts";
import { closedInTurn, type Deal } from "./deal.ts";

// Prices that are stated, and what they leave of a bill.

const [from, to] = ["2026-01-01", "2026-12-31"];
const by = (name: string) => `/v3/contracts/$contract/billing-terms/$${name}.id`;
const evenly = (name: string, transactionPrice: string, parts: object = {}) => ({
  ...{ name, serviceStartDate: from, serviceEndDate: to, recognitionPattern: "STRAIGHT_LINE", transactionPrice },
  ...parts,
});

export const leftOverDeals: readonly Deal[] = [
  {
    // A quarter is billed as a whole, though it ends with January: 300.00, of which 175.00 and 125.00 are stated then. The licence was never agreed: its
    // 175.00 are nobody's price, and January's as well.
    title: "a quarter that ends in its first month, and an obligation that was none",
    pobs: true,
    steps: [
      on(
        from,
        term("Service", { price: "300.00", interval: "QUARTER", prorationPolicy: "NONE", from, to }),
        pobs("Service", evenly("Licence", "700.00"), evenly("Support", "500.00")),
        approve,
      ),
      on(
        "2026-01-15",
        act(`PATCH ${by("Service")}/terminate`, { endDate: "2026-01-31", creditUnused: true }),
        act("POST /v3/contracts/$contract/performance-obligations", {
          ...{ billingTermGroupId: "$Service.billingTermGroupId", toDelete: ["$pobs.created.0.id"] },
        }),
      ),
      ...closedInTurn("2026-01", "2026-02"),
    ],
    table: `
      2026-01-01 | 300.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 300.00 | 300.00 | 0 | 0 | 0 | 0 | 0
      2026-02 | 0      | 300.00 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 1,000.00 a month, 12,000.00 stated. From April on 200.00 more a month are nobody's price, 1,800.00. From July on 1,200.00 of it are of support: its
    // 1,200.00 are earned over six months, and 600.00 stay what April to June earned.
    title: "more is billed from April on than was agreed, and in July it is agreed",
    pobs: true,
    steps: [
      on(from, term("Base", { price: "1000.00", from, to }), pobs("Base", evenly("Support", "12000.00")), approve),
      ...closedInTurn("2026-01", "2026-02"),
      on(
        "2026-03-10",
        act(`PATCH ${by("Base")}`, {
          pricing: [{ amount: "1200.00", amountType: "TOTAL_INVOICE" }],
          effectiveDate: "2026-04-01",
        }),
      ),
      ...closedInTurn("2026-03", "2026-04", "2026-05", "2026-06"),
      on(
        "2026-07-05",
        act("PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id", {
          ...{ transactionPrice: "13200.00", effectiveDate: "2026-07-01" },
        }),
      ),
      ...closedInTurn("2026-07", "2026-08"),
    ],
    table: `
      2026-01-01 | 1000.00 | 0 | ISSUED
      2026-02-01 | 1000.00 | 0 | ISSUED
      2026-03-01 | 1000.00 | 0 | ISSUED
      2026-04-01 | 1200.00 | 0 | ISSUED
      2026-05-01 | 1200.00 | 0 | ISSUED
      2026-06-01 | 1200.00 | 0 | ISSUED
      2026-07-01 | 1200.00 | 0 | ISSUED
      2026-08-01 | 1200.00 | 0 | ISSUED
      2026-09-01 | 1200.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 1000.00 | 1000.00 | 0 | 0 | 0 | 0 | 0
      2026-02 | 1000.00 | 2000.00 | 0 | 0 | 0 | 0 | 0
      2026-03 | 1000.00 | 3000.00 | 0 | 0 | 0 | 0 | 0
      2026-04 | 1200.00 | 4200.00 | 0 | 0 | 0 | 0 | 0
      2026-05 | 1200.00 | 5400.00 | 0 | 0 | 0 | 0 | 0
      2026-06 | 1200.00 | 6600.00 | 0 | 0 | 0 | 0 | 0
      2026-07 | 1200.00 | 7800.00 | 0 | 0 | 0 | 0 | 0
      2026-08 | 1200.00 | 9000.00 | 0 | 0 | 0 | 0 | 0`,
  },
];
