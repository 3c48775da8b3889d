import { approve, eventType, grace, on, usageTerm, use } from "../../golden/scenario.ts";
import { closedInTurn, commitment, type Deal } from "../deal.ts";

// Commitments that are approved when months of them are closed.

const [from, to] = ["2026-01-01", "2026-12-31"];
const contract = { startDate: from, endDate: to };
const calls = (name: string, price: string, start: string, end: string) =>
  usageTerm(name, { price, from: start, to: end, usageScope: "COMMITMENT" });
const step = (commitmentValue: string, name = "Calls") => [{ commitmentValue, billingTermIds: [`$${name}.id`] }];
const monthly = { commitmentInterval: "MONTHLY", trueUpBehavior: "EACH_PERIOD" };
const callsOfQuarter = (price: string, parts: object = {}) =>
  usageTerm("Calls", { price, from, to: "2026-03-31", usageScope: "COMMITMENT", ...parts });

export const lateApprovalDeals: readonly Deal[] = [
  {
    // 100.00 a month, 50.00 of it prepaid. January's 60.00 are 10.00 more and 40.00 short, February's 120.00 are 70.00 more, March's 30.00 let 20.00 lapse and are 50.00 short.
    // What was due in months that are closed is dated as of the approval, and earned in its month.
    title: "a commitment by the month, prepaid in half, that is approved when two months are closed",
    contract,
    steps: [
      on(
        from,
        eventType,
        grace(0),
        calls("Calls", "0.010", from, "2026-03-31"),
        commitment({
          ...monthly,
          ...{ prepaidEnabled: true, prepaidValue: "50.00", prepaymentScheduleType: "PER_COMMITMENT_PERIOD" },
          steps: step("100.00"),
        }),
      ),
      on("2026-01-20", use("2026-01-20", "6000")),
      ...closedInTurn("2026-01"),
      on("2026-02-20", use("2026-02-20", "12000")),
      ...closedInTurn("2026-02"),
      on("2026-03-10", approve),
      on("2026-03-20", use("2026-03-20", "3000")),
      ...closedInTurn("2026-03", "2026-04"),
    ],
    table: `
      2026-03-10 | 50.00  | 0 | ISSUED
      2026-03-10 | 100.00 | 0 | ISSUED
      2026-03-01 | 120.00 | 0 | ISSUED
      2026-04-01 | 50.00  | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 0      | 0      | 0     | 0 | 0 | 0 | 0 | 0
      2026-02 | 0      | 0      | 0     | 0 | 0 | 0 | 0 | 0
      2026-03 | 320.00 | 270.00 | 50.00 | 0 | 0 | 0 | 0 | 0
      2026-04 | 0      | 320.00 | 0     | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 5,000 calls beyond 100.00 at 0.020 are 100.00; 15,000 at 0.005 are 75.00, and 16,000 80.00. All that was used by February is billed at once when it is approved: 175.00.
    title: "overage that becomes cheaper with its later calls, approved when two months are closed",
    contract,
    steps: [
      on(
        from,
        eventType,
        grace(0),
        calls("Calls", "0.010", from, "2026-03-31"),
        commitment({
          trueUpBehavior: "EACH_PERIOD",
          overageConfigs: [
            {
              eventTypeId: "$calls.id",
              tierPricingType: "USE_TOP_TIER_PRICE_ONLY",
              overagePricings: [
                { name: "few", tier: 0, conditionValue: "0", price: "0.020" },
                { name: "many", tier: 1, conditionValue: "10000", price: "0.005" },
              ],
            },
          ],
          steps: step("100.00"),
        }),
      ),
      on("2026-01-20", use("2026-01-20", "15000")),
      ...closedInTurn("2026-01"),
      on("2026-02-20", use("2026-02-20", "10000")),
      ...closedInTurn("2026-02"),
      on("2026-03-10", approve),
      on("2026-03-20", use("2026-03-20", "1000")),
      ...closedInTurn("2026-03", "2026-04"),
    ],
    table: `
      2026-03-10 | 175.00 | 0 | ISSUED
      2026-04-01 | 5.00   | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 0      | 0      | 0    | 0 | 0 | 0 | 0
      2026-02 | 0      | 0      | 0    | 0 | 0 | 0 | 0
      2026-03 | 180.00 | 175.00 | 5.00 | 0 | 0 | 0 | 0
      2026-04 | 0      | 180.00 | 0    | 0 | 0 | 0 | 0`,
  },
  {
    // 600.00 for the quarter, 300.00 of it prepaid in three instalments. 150.00, 100.00 and 50.00 of 200.00 are drawn of that; 150.00 are short.
    title: "a prepayment in instalments, drawn ahead of them, that is approved when two months are closed",
    contract,
    steps: [
      on(
        from,
        eventType,
        grace(0),
        callsOfQuarter("0.010"),
        commitment({
          ...{ trueUpBehavior: "EACH_PERIOD", prepaidEnabled: true, prepaidValue: "300.00" },
          prepaymentScheduleType: "SPLIT_ACROSS_BILLING_PERIODS",
          steps: step("600.00"),
        }),
      ),
      on("2026-01-20", use("2026-01-20", "15000")),
      ...closedInTurn("2026-01"),
      on("2026-02-20", use("2026-02-20", "10000")),
      ...closedInTurn("2026-02"),
      on("2026-03-10", approve),
      on("2026-03-20", use("2026-03-20", "20000")),
      ...closedInTurn("2026-03", "2026-04"),
    ],
    table: `
      2026-03-10 | 100.00 | 0 | ISSUED
      2026-03-10 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 300.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 0      | 0      | 0      | 0 | 0 | 0 | 0
      2026-02 | 0      | 0      | 0      | 0 | 0 | 0 | 0
      2026-03 | 600.00 | 300.00 | 300.00 | 0 | 0 | 0 | 0
      2026-04 | 0      | 600.00 | 0      | 0 | 0 | 0 | 0`,
  },
];
