import { act, approve, eventType, grace, on, usageTerm, use } from "../../golden/scenario.ts";
import { closedInTurn, commitment, creditOfLine, type Deal } from "../deal.ts";

// True-ups that are credited, before late usage takes their place or while their contract is held.

const from = "2026-01-01";
const contract = { startDate: from, endDate: "2026-12-31" };
const step = (commitmentValue: string) => [{ commitmentValue, billingTermIds: ["$Calls.id"] }];

export const creditedTrueUpDeals: readonly Deal[] = [
  {
    // 700.00 of 1,200.00 are used, 600.00 of which were prepaid: 100.00 and a true-up of 500.00, of which 200.00 are credited. 150.00 of late calls take the place of as much of it, so nothing is
    // billed for them. The second quarter is 590.00 short of 900.00.
    title: "prepaid in part and trued up, a credit of the true-up, late calls within it, and another quarter",
    contract,
    steps: [
      on(
        from,
        eventType,
        grace(0),
        usageTerm("Calls", { price: "0.010", from, to: "2026-06-30", usageScope: "COMMITMENT" }),
        act("POST /v3/contracts/$contract/commitments", {
          commitments: [
            {
              commitmentUnitType: "CURRENCY",
              schedules: [
                {
                  ...{ startDate: from, endDate: "2026-03-31", trueUpBehavior: "EACH_PERIOD" },
                  ...{ prepaidEnabled: true, prepaidValue: "600.00", steps: step("1200.00") },
                },
                {
                  ...{ startDate: "2026-04-01", endDate: "2026-06-30", trueUpBehavior: "EACH_PERIOD" },
                  steps: step("900.00"),
                },
              ],
            },
          ],
        }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "30000")),
      ...closedInTurn("2026-01"),
      on("2026-02-20", use("2026-02-20", "20000")),
      ...closedInTurn("2026-02"),
      on("2026-03-20", use("2026-03-20", "20000")),
      ...closedInTurn("2026-03"),
      on("2026-04-10", creditOfLine(3, 2, "2026-04-10", "200.00")),
      on("2026-04-20", use("2026-03-10", "15000"), use("2026-04-20", "20000")),
      ...closedInTurn("2026-04"),
      on("2026-05-20", use("2026-05-20", "1000")),
      ...closedInTurn("2026-05"),
      on("2026-06-20", use("2026-06-20", "10000")),
      ...closedInTurn("2026-06", "2026-07"),
    ],
    table: `
      2026-01-01 | 600.00 | 0 | ISSUED
      2026-02-01 | 0.00   | 0 | PAID
      2026-03-01 | 0.00   | 0 | PAID
      2026-04-01 | 600.00 | 0 | ISSUED
      2026-05-01 | 200.00 | 0 | ISSUED
      2026-06-01 | 10.00  | 0 | ISSUED
      2026-07-01 | 690.00 | 0 | ISSUED
      2026-04-10 | 200.00 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 300.00 | 600.00 | 0 | 0 | 300.00 | 0 | 0 | 1800.00
      2026-02 | 200.00 | 600.00 | 0 | 0 | 100.00 | 0 | 0 | 1600.00
      2026-03 | 700.00 | 600.00 | 600.00 | 0 | 0 | 0 | 0 | 900.00
      2026-04 | 0 | 1200.00 | 200.00 | 0 | 0 | 0 | 200.00 | 700.00
      2026-05 | 10.00 | 1400.00 | 10.00 | 0 | 0 | 0 | 200.00 | 690.00
      2026-06 | 690.00 | 1410.00 | 690.00 | 0 | 0 | 0 | 200.00 | 0
      2026-07 | 0 | 2100.00 | 0 | 0 | 0 | 0 | 200.00 | 0`,
  },
  {
    // 100.00 a month: 40.00 and 60.00, of which all of the true-up is credited in February, and 70.00 and 30.00. Held, February posts nothing: March has its 100.00, less 60.00, and 120.00 of its own.
    title: "a commitment by the month whose true-up is credited while its contract is held out of a close",
    contract,
    steps: [
      on(
        from,
        eventType,
        grace(0),
        usageTerm("Calls", { price: "0.010", from, to: "2026-03-31", usageScope: "COMMITMENT" }),
        commitment({ commitmentInterval: "MONTHLY", trueUpBehavior: "EACH_PERIOD", steps: step("100.00") }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "4000")),
      ...closedInTurn("2026-01"),
      on(
        "2026-02-10",
        act("POST /v3/contracts/$contract/close-hold", { reason: "The true-up is disputed" }),
        creditOfLine(0, 1, "2026-02-10", "60.00"),
        use("2026-02-10", "7000"),
      ),
      ...closedInTurn("2026-02"),
      on("2026-03-05", act("DELETE /v3/contracts/$contract/close-hold"), use("2026-03-05", "12000")),
      ...closedInTurn("2026-03", "2026-04"),
    ],
    table: `
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 120.00 | 0 | ISSUED
      2026-02-10 | 60.00  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 0      | 100.00 | 0 | 0      | 0 | 0
      2026-02 | 0      | 100.00 | 0      | 0 | -60.00 | 0 | 60.00
      2026-03 | 160.00 | 200.00 | 120.00 | 0 | 0      | 0 | 60.00
      2026-04 | 0      | 320.00 | 0      | 0 | 0      | 0 | 60.00`,
  },
];
