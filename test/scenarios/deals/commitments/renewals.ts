import { act, approve, eventType, grace, on, usageTerm, use } from "../../golden/scenario.ts";
import { closedInTurn, commitment, creditOfLine, type Deal, taxed } from "../deal.ts";

// Commitments that are extended, or followed by another one.

const [from, to] = ["2026-01-01", "2026-12-31"];
const contract = { startDate: from, endDate: to };
const committed = "/v3/contracts/$contract/commitments/$committed.commitments.0.id";
const calls = (name: string, price: string, start: string, end: string) =>
  usageTerm(name, { price, from: start, to: end, usageScope: "COMMITMENT" });
const step = (commitmentValue: string, name = "Calls") => [{ commitmentValue, billingTermIds: [`$${name}.id`] }];
const monthly = { commitmentInterval: "MONTHLY", trueUpBehavior: "EACH_PERIOD" };
const shortened = (endDate: string) =>
  act(`PATCH ${committed}/schedules/$committed.commitments.0.schedules.0.id`, { endDate });
/** Months with usage on their 20th, closed in turn. */
const used = (...months: readonly (readonly [string, string])[]) =>
  months.flatMap(([month, value]) => [
    on(`${month}-20`, use(`${month}-20`, value, `meanwhile-${month}`)),
    ...closedInTurn(month),
  ]);

export const renewalDeals: readonly Deal[] = [
  {
    // 100.00 a month at 0.010: 60.00, 120.00 and 50.00 are used, 40.00 and 50.00 are short. From April on 150.00 a month at 0.008: 150.00 and 11,250 calls beyond it
    // for 90.00, then 40.00 and 110.00 short. 2,000 late calls of March cost 20.00, which is as much less to true up, on the next bill.
    title: "a commitment trued up at its end, in whose place another one comes in April, and late calls of the first",
    contract,
    steps: [
      on(
        from,
        eventType,
        grace(0),
        calls("Calls", "0.010", from, to),
        commitment({ ...monthly, endDate: "2026-06-30", trueUpBehavior: "END_OF_SCHEDULE", steps: step("100.00") }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "6000")),
      ...closedInTurn("2026-01"),
      on("2026-02-20", use("2026-02-20", "12000")),
      ...closedInTurn("2026-02"),
      on("2026-03-15", use("2026-03-15", "5000")),
      on(
        "2026-03-20",
        calls("New", "0.008", "2026-04-01", "2026-06-30"),
        shortened("2026-03-31"),
        act(`POST ${committed}/schedules`, { ...monthly, endDate: "2026-06-30", steps: step("150.00", "New") }),
      ),
      ...closedInTurn("2026-03"),
      on("2026-04-20", use("2026-04-20", "30000")),
      ...closedInTurn("2026-04"),
      on("2026-05-20", use("2026-05-20", "5000")),
      ...closedInTurn("2026-05"),
      on("2026-06-10", use("2026-03-10", "2000")),
      ...closedInTurn("2026-06", "2026-07"),
    ],
    table: `
      2026-02-01 | 60.00  | 0 | ISSUED
      2026-03-01 | 120.00 | 0 | ISSUED
      2026-04-01 | 140.00 | 0 | ISSUED
      2026-05-01 | 240.00 | 0 | ISSUED
      2026-06-01 | 150.00 | 0 | ISSUED
      2026-07-01 | 150.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 0      | 100.00 | 0 | 0 | 0 | 0 | 500.00
      2026-02 | 120.00 | 60.00  | 160.00 | 0 | 0 | 0 | 0 | 400.00
      2026-03 | 100.00 | 180.00 | 140.00 | 0 | 0 | 0 | 0 | 450.00
      2026-04 | 240.00 | 320.00 | 240.00 | 0 | 0 | 0 | 0 | 300.00
      2026-05 | 150.00 | 560.00 | 150.00 | 0 | 0 | 0 | 0 | 150.00
      2026-06 | 150.00 | 710.00 | 150.00 | 0 | 0 | 0 | 0 | 0
      2026-07 | 0      | 860.00 | 0      | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 900.00 a quarter, 0.012 beyond: 120.00 in January. 500.00 of the second quarter are used, 400.00 trued up. Then 600.00 a quarter at 0.008, 300.00 of it prepaid: 200.00
    // and 160.00 are used, 240.00 trued up; in the last quarter nothing, so 300.00 lapse and 300.00 are trued up. 100.00 of late calls of June are as much less true-up.
    title: "a commitment ended with June, a cheaper one prepaid in half after it, and late calls of the first",
    contract,
    steps: [
      on(
        from,
        eventType,
        grace(0),
        ...taxed("0.10"),
        calls("Calls", "0.010", from, to),
        commitment({
          ...{ endDate: to, commitmentInterval: "QUARTERLY", trueUpBehavior: "EACH_PERIOD" },
          overageConfigs: [{ eventTypeId: "$calls.id", overagePrice: "0.012" }],
          steps: step("900.00"),
        }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "100000")),
      ...closedInTurn("2026-01", "2026-02", "2026-03"),
      on("2026-04-20", use("2026-04-20", "30000")),
      ...closedInTurn("2026-04"),
      on(
        "2026-05-10",
        act(`POST ${committed}/terminate`, { endDate: "2026-06-30" }),
        calls("New", "0.008", "2026-07-01", to),
        {
          ...commitment({
            ...{ startDate: "2026-07-01", endDate: to, commitmentInterval: "QUARTERLY", trueUpBehavior: "EACH_PERIOD" },
            ...{ prepaidEnabled: true, prepaidValue: "300.00", prepaymentScheduleType: "PER_COMMITMENT_PERIOD" },
            steps: step("600.00", "New"),
          }),
          as: "renewed",
        },
      ),
      ...closedInTurn("2026-05"),
      on("2026-06-10", use("2026-06-10", "20000")),
      ...closedInTurn("2026-06"),
      on("2026-07-10", use("2026-07-10", "25000")),
      ...closedInTurn("2026-07"),
      on("2026-08-10", use("2026-06-20", "10000")),
      on("2026-08-20", use("2026-08-20", "20000")),
      ...closedInTurn("2026-08", "2026-09", "2026-10", "2026-11", "2026-12", "2027-01"),
    ],
    table: `
      2026-02-01 | 1122.00 | 102.00 | ISSUED
      2026-05-01 | 330.00  | 30.00  | ISSUED
      2026-07-01 | 990.00  | 90.00  | ISSUED
      2026-08-01 | 0.00    | 0      | PAID
      2026-09-01 | 66.00   | 6.00   | ISSUED
      2026-10-01 | 594.00  | 54.00  | ISSUED
      2027-01-01 | 330.00  | 30.00  | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 1020.00 | 0       | 1020.00 | 0 | 0      | 0      | 0 | 2700.00
      2026-02 | 0       | 1122.00 | 0       | 0 | 0      | 102.00 | 0 | 2700.00
      2026-03 | 0       | 1122.00 | 0       | 0 | 0      | 102.00 | 0 | 2700.00
      2026-04 | 300.00  | 1122.00 | 300.00  | 0 | 0      | 102.00 | 0 | 2400.00
      2026-05 | 0       | 1452.00 | 0       | 0 | 0      | 132.00 | 0 | 1800.00
      2026-06 | 600.00  | 1452.00 | 600.00  | 0 | 0      | 132.00 | 0 | 1200.00
      2026-07 | 200.00  | 2442.00 | 0       | 0 | 100.00 | 222.00 | 0 | 1000.00
      2026-08 | 160.00  | 2442.00 | 60.00   | 0 | 0      | 222.00 | 0 | 840.00
      2026-09 | 240.00  | 2508.00 | 240.00  | 0 | 0      | 228.00 | 0 | 600.00
      2026-10 | 0       | 3102.00 | 0       | 0 | 300.00 | 282.00 | 0 | 600.00
      2026-11 | 0       | 3102.00 | 0       | 0 | 300.00 | 282.00 | 0 | 600.00
      2026-12 | 600.00  | 3102.00 | 300.00  | 0 | 0      | 282.00 | 0 | 0
      2027-01 | 0       | 3432.00 | 0       | 0 | 0      | 312.00 | 0 | 0`,
  },
  {
    // 100.00 a month whatever is used; 30.00, 130.00 and 100.00 are, so 170.00 are trued up once it ends with April. Then 150.00 a month: 200.00 are used in May. 70.00 of the
    // true-up are credited in July, whose days are over.
    title:
      "a commitment recognized straight-line, more expensive from May on, and a credit of what was trued up before",
    contract,
    steps: [
      on(
        from,
        eventType,
        grace(0),
        calls("Calls", "0.010", from, to),
        commitment(
          { ...monthly, endDate: "2026-06-30", trueUpBehavior: "END_OF_SCHEDULE", steps: step("100.00") },
          { revenueRecognitionPattern: "STRAIGHT_LINE" },
        ),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "3000")),
      ...closedInTurn("2026-01"),
      on("2026-02-20", use("2026-02-20", "13000")),
      ...closedInTurn("2026-02"),
      on("2026-03-20", use("2026-03-20", "10000")),
      ...closedInTurn("2026-03"),
      on(
        "2026-04-10",
        shortened("2026-04-30"),
        act(`POST ${committed}/schedules`, { ...monthly, endDate: "2026-08-31", steps: step("150.00") }),
      ),
      ...closedInTurn("2026-04"),
      on("2026-05-20", use("2026-05-20", "20000")),
      ...closedInTurn("2026-05", "2026-06"),
      on("2026-07-10", creditOfLine(3, 0, "2026-07-10", "70.00"), use("2026-07-10", "10000")),
      ...closedInTurn("2026-07", "2026-08", "2026-09"),
    ],
    table: `
      2026-02-01 | 30.00  | 0 | ISSUED
      2026-03-01 | 130.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-05-01 | 170.00 | 0 | ISSUED
      2026-06-01 | 200.00 | 0 | ISSUED
      2026-07-01 | 150.00 | 0 | ISSUED
      2026-08-01 | 150.00 | 0 | ISSUED
      2026-09-01 | 150.00 | 0 | ISSUED
      2026-07-10 | 70.00  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 0       | 100.00 | 0 | 0 | 0 | 0     | 500.00
      2026-02 | 130.00 | 30.00   | 200.00 | 0 | 0 | 0 | 0     | 400.00
      2026-03 | 100.00 | 160.00  | 170.00 | 0 | 0 | 0 | 0     | 300.00
      2026-04 | 100.00 | 260.00  | 170.00 | 0 | 0 | 0 | 0     | 600.00
      2026-05 | 200.00 | 430.00  | 200.00 | 0 | 0 | 0 | 0     | 450.00
      2026-06 | 150.00 | 630.00  | 150.00 | 0 | 0 | 0 | 0     | 300.00
      2026-07 | 80.00  | 780.00  | 150.00 | 0 | 0 | 0 | 70.00 | 150.00
      2026-08 | 150.00 | 930.00  | 150.00 | 0 | 0 | 0 | 70.00 | 0
      2026-09 | 0      | 1080.00 | 0      | 0 | 0 | 0 | 70.00 | 0`,
  },
  {
    // 300.00 a quarter: 250.00 are used and 50.00 trued up, and 20.00 of 320.00 are beyond it. The contract goes on for a quarter more, of which 100.00 are used and 200.00 trued up.
    title: "a commitment for as long as its contract, which is extended in its last quarter",
    contract: { startDate: from, endDate: "2026-06-30" },
    steps: [
      on(
        from,
        eventType,
        grace(0),
        usageTerm("Calls", { price: "0.010", from, to: "2026-06-30", usageScope: "COMMITMENT" }),
        act("POST /v3/contracts/$contract/commitments", {
          commitments: [
            {
              ...{ commitmentUnitType: "CURRENCY", isFullDuration: true },
              schedules: [
                {
                  ...{ commitmentInterval: "QUARTERLY", trueUpBehavior: "EACH_PERIOD" },
                  steps: [{ commitmentValue: "300.00", billingTermIds: ["$Calls.id"] }],
                },
              ],
            },
          ],
        }),
        approve,
      ),
      ...used(["2026-01", "10000"], ["2026-02", "10000"], ["2026-03", "5000"], ["2026-04", "12000"]),
      on(
        "2026-05-20",
        use("2026-05-20", "10000", "meanwhile-2026-05"),
        act("PATCH /v3/contracts/$contract/billing-terms/$Calls.id", { endDate: "2026-09-30", reasonCode: "RENEWAL" }),
        act("PATCH /v3/contracts/$contract", { endDate: "2026-09-30" }),
      ),
      ...closedInTurn("2026-05"),
      ...used(["2026-06", "10000"], ["2026-07", "10000"]),
      ...closedInTurn("2026-08", "2026-09", "2026-10"),
    ],
    table: `
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-05-01 | 120.00 | 0 | ISSUED
      2026-06-01 | 100.00 | 0 | ISSUED
      2026-07-01 | 100.00 | 0 | ISSUED
      2026-08-01 | 100.00 | 0 | ISSUED
      2026-10-01 | 200.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 0 | 100.00 | 0 | 0 | 0 | 0
      2026-02 | 100.00 | 100.00 | 100.00 | 0 | 0 | 0 | 0
      2026-03 | 100.00 | 200.00 | 100.00 | 0 | 0 | 0 | 0
      2026-04 | 120.00 | 300.00 | 120.00 | 0 | 0 | 0 | 0
      2026-05 | 100.00 | 420.00 | 100.00 | 0 | 0 | 0 | 0
      2026-06 | 100.00 | 520.00 | 100.00 | 0 | 0 | 0 | 0
      2026-07 | 100.00 | 620.00 | 100.00 | 0 | 0 | 0 | 0
      2026-08 | 0 | 720.00 | 0 | 0 | 0 | 0 | 0
      2026-09 | 200.00 | 720.00 | 200.00 | 0 | 0 | 0 | 0
      2026-10 | 0 | 920.00 | 0 | 0 | 0 | 0 | 0`,
  },
];
