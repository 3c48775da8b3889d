import { act, approve, eventType, grace, on, usageTerm, use } from "../../golden/scenario.ts";
import { closedInTurn, commitment, creditOfLine, type Deal } from "../deal.ts";

// Commitments that are raised and lowered again by schedules, and what comes late of the schedules before.

const [from, to] = ["2026-01-01", "2026-12-31"];
const contract = { startDate: from, endDate: to };
const committed = "/v3/contracts/$contract/commitments/$committed.commitments.0.id";
const step = (commitmentValue: string) => [{ commitmentValue, billingTermIds: ["$Calls.id"] }];
const monthly = { commitmentInterval: "MONTHLY", trueUpBehavior: "EACH_PERIOD" };

export const raisedAndLoweredDeals: readonly Deal[] = [
  {
    // 10,000 yen a month at 33, beyond them 40. 6,600 are used, and 3,400 trued up. Of 400 calls 303.03 are within it, 96.97 × 40 = 3,879. From March on 20,000: 16,500 and 3,500; of 700 calls 93.94 × 40 = 3,758, and 1,000 of February's
    // overage are credited. From May on 5,000: all trued up, and 3,300 of late calls of January take the place of as much true-up. June: 4,983 and 17.
    title:
      "a commitment in yen, raised from March on and lowered from May on: overage credited, and late calls of the first month",
    contract: { ...contract, currency: "JPY" },
    steps: [
      on(
        from,
        eventType,
        grace(0),
        usageTerm("Calls", { price: "33", from, to, usageScope: "COMMITMENT" }),
        commitment({
          ...{ ...monthly, endDate: "2026-06-30", steps: step("10000") },
          overageConfigs: [{ eventTypeId: "$calls.id", overagePrice: "40" }],
        }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "200")),
      ...closedInTurn("2026-01"),
      on(
        "2026-02-10",
        use("2026-02-10", "400"),
        act(`PATCH ${committed}/schedules/$committed.commitments.0.schedules.0.id`, { endDate: "2026-02-28" }),
        act(
          `POST ${committed}/schedules`,
          {
            ...{ ...monthly, endDate: "2026-06-30", steps: step("20000") },
            overageConfigs: [{ eventTypeId: "$calls.id", overagePrice: "40" }],
          },
          "raised",
        ),
      ),
      ...closedInTurn("2026-02"),
      on("2026-03-20", use("2026-03-20", "500")),
      ...closedInTurn("2026-03"),
      on(
        "2026-04-05",
        use("2026-04-05", "700"),
        act(`PATCH ${committed}/schedules/$raised.id`, { endDate: "2026-04-30" }),
        act(`POST ${committed}/schedules`, { ...monthly, endDate: "2026-06-30", steps: step("5000") }),
      ),
      on("2026-04-20", creditOfLine(1, 1, "2026-04-20", "1000", "JPY")),
      ...closedInTurn("2026-04"),
      on("2026-05-10", use("2026-01-25", "100")),
      ...closedInTurn("2026-05"),
      on("2026-06-10", use("2026-06-10", "151")),
      ...closedInTurn("2026-06", "2026-07"),
    ],
    table: `
      2026-02-01 | 10000 | 0 | ISSUED
      2026-03-01 | 13879 | 0 | ISSUED
      2026-04-01 | 20000 | 0 | ISSUED
      2026-05-01 | 23758 | 0 | ISSUED
      2026-06-01 | 5000  | 0 | ISSUED
      2026-07-01 | 5000  | 0 | ISSUED
      2026-04-20 | 1000  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 10000 | 0 | 10000 | 0 | 0 | 0 | 0
      2026-02 | 13879 | 10000 | 13879 | 0 | 0 | 0 | 0
      2026-03 | 20000 | 23879 | 20000 | 0 | 0 | 0 | 0
      2026-04 | 22758 | 43879 | 23758 | 0 | 0 | 0 | 1000
      2026-05 | 5000 | 67637 | 5000 | 0 | 0 | 0 | 1000
      2026-06 | 5000 | 72637 | 5000 | 0 | 0 | 0 | 1000
      2026-07 | 0 | 77637 | 0 | 0 | 0 | 0 | 1000`,
  },
  {
    // 600 units at 0.50 and 300 at 0.40; 300 are prepaid, 150.00 in three parts. January draws 125.00 of them, of which 50.00 are billed. February draws 25.00, and 150.00 and 20.00 are beyond it. March: 100.00, and 250 units
    // beyond all for 75.00. 350 of them were none: 60.00 and a true-up of 40.00, which is billed less as much of the calls; the other 75.00 are credited.
    title:
      "units in two steps, prepaid in instalments, exceeded, and fewer after the last bill: overage becomes a true-up, and the rest is credited",
    contract,
    steps: [
      on(
        from,
        eventType,
        grace(0),
        usageTerm("First", { price: "0.50", from, to: "2026-03-31", usageScope: "COMMITMENT" }),
        usageTerm("Second", { price: "0.40", from, to: "2026-03-31", usageScope: "COMMITMENT" }),
        commitment(
          {
            ...{ trueUpBehavior: "EACH_PERIOD", prepaidEnabled: true, prepaidValue: "300" },
            prepaymentScheduleType: "SPLIT_ACROSS_BILLING_PERIODS",
            overageConfigs: [{ eventTypeId: "$calls.id", overagePrice: "0.30" }],
            steps: [
              { commitmentValue: "600", billingTermIds: ["$First.id"] },
              { commitmentValue: "300", billingTermIds: ["$Second.id"] },
            ],
          },
          { commitmentUnitType: "UNITS" },
        ),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "250")),
      ...closedInTurn("2026-01"),
      on("2026-02-20", use("2026-02-20", "400")),
      ...closedInTurn("2026-02"),
      on("2026-03-20", use("2026-03-20", "500")),
      ...closedInTurn("2026-03"),
      on("2026-04-10", use("2026-03-20", "-350")),
      ...closedInTurn("2026-04"),
    ],
    table: `
      2026-01-01 | 50.00  | 0 | ISSUED
      2026-02-01 | 50.00  | 0 | ISSUED
      2026-03-01 | 220.00 | 0 | ISSUED
      2026-04-01 | 175.00 | 0 | ISSUED
      2026-04-10 | 0.00   | 0 | PAID
      2026-04-10 | 75.00  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 125.00 | 50.00 | 75.00 | 0 | 0 | 0 | 0 | 295.00
      2026-02 | 195.00 | 100.00 | 220.00 | 0 | 0 | 0 | 0 | 100.00
      2026-03 | 175.00 | 320.00 | 175.00 | 0 | 0 | 0 | 0 | 0
      2026-04 | -75.00 | 495.00 | 0 | 0 | 0 | 0 | 75.00 | 0`,
  },
  {
    // 100.00 a month, prepaid and earned evenly, 0.010 a call: 30.00 of February are beyond it. The bill of 1 March, with March's 100.00, is lost on the 16th, when 51.61 of that are earned; nobody pays for its calls. 150.00 a month from April on. The
    // payment in April brings the loss of 81.61, and 48.39 for March.
    title:
      "a commitment earned straight-line, raised by another schedule, whose last prepayment before it is written off and paid",
    contract,
    steps: [
      on(
        from,
        eventType,
        grace(0),
        usageTerm("Calls", { price: "0.010", from, to, usageScope: "COMMITMENT" }),
        commitment(
          {
            ...{ commitmentInterval: "MONTHLY", prepaidEnabled: true, prepaidValue: "100.00" },
            ...{ prepaymentScheduleType: "PER_COMMITMENT_PERIOD", steps: step("100.00") },
          },
          { revenueRecognitionPattern: "STRAIGHT_LINE" },
        ),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "6000")),
      ...closedInTurn("2026-01"),
      on("2026-02-20", use("2026-02-20", "13000")),
      ...closedInTurn("2026-02"),
      on(
        "2026-03-10",
        use("2026-03-10", "8000"),
        act(`POST ${committed}/schedules`, {
          ...{ endDate: "2026-05-31", commitmentInterval: "MONTHLY", prepaidEnabled: true, prepaidValue: "150.00" },
          ...{ prepaymentScheduleType: "PER_COMMITMENT_PERIOD", steps: step("150.00") },
        }),
      ),
      on("2026-03-16", act("POST /v3/invoices/$invoices.2.id/actions", { action: "MARK_UNCOLLECTIBLE" })),
      ...closedInTurn("2026-03"),
      on("2026-04-10", act("POST /v3/invoices/$invoices.2.id/payments", { amount: "130.00" })),
      ...closedInTurn("2026-04", "2026-05"),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 130.00 | 0 | PAID
      2026-04-01 | 150.00 | 0 | ISSUED
      2026-05-01 | 150.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 100.00 | 0 | 0 | 0 | 0 | 0 | 200.00
      2026-02 | 130.00 | 200.00 | 30.00 | 0 | 0 | 0 | 0 | 100.00
      2026-03 | 51.61 | 200.00 | 0 | 0 | 0 | 0 | 0 | 300.00
      2026-04 | 198.39 | 350.00 | 0 | 0 | 0 | 0 | 0 | 150.00
      2026-05 | 150.00 | 500.00 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 50.000 a month: 20.000 of January and 30.000 of February are short, March uses 60.000. A month more is agreed in March, of which 5.000 are short: 55.000 are trued up, 15.000 of that credited. 25.000 of January come late: 5.000 beyond it, and 20.000
    // less to true up.
    title:
      "a commitment in dinars trued up at its end, extended by a month, its true-up credited in part, and late calls of its first month",
    contract: { ...contract, currency: "KWD" },
    steps: [
      on(
        from,
        eventType,
        grace(0),
        usageTerm("Calls", { price: "0.010", from, to, usageScope: "COMMITMENT" }),
        commitment({ commitmentInterval: "MONTHLY", trueUpBehavior: "END_OF_SCHEDULE", steps: step("50.000") }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "3000")),
      ...closedInTurn("2026-01"),
      on("2026-02-20", use("2026-02-20", "2000")),
      ...closedInTurn("2026-02"),
      on(
        "2026-03-10",
        use("2026-03-10", "6000"),
        act(`PATCH ${committed}/schedules/$committed.commitments.0.schedules.0.id`, { endDate: "2026-04-30" }),
      ),
      ...closedInTurn("2026-03"),
      on("2026-04-20", use("2026-04-20", "4500")),
      ...closedInTurn("2026-04"),
      on("2026-05-05", creditOfLine(3, 1, "2026-05-05", "15.000", "KWD")),
      on("2026-05-12", use("2026-01-25", "2500")),
      ...closedInTurn("2026-05"),
    ],
    table: `
      2026-02-01 | 30.000  | 0 | ISSUED
      2026-03-01 | 20.000  | 0 | ISSUED
      2026-04-01 | 60.000  | 0 | ISSUED
      2026-05-01 | 100.000 | 0 | ISSUED
      2026-06-01 | 5.000   | 0 | ISSUED
      2026-05-05 | 15.000  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 50.000 | 0 | 50.000 | 0 | 0 | 0 | 0
      2026-02 | 50.000 | 30.000 | 70.000 | 0 | 0 | 0 | 0
      2026-03 | 60.000 | 50.000 | 110.000 | 0 | 0 | 0 | 0
      2026-04 | 50.000 | 110.000 | 100.000 | 0 | 0 | 0 | 0
      2026-05 | -10.000 | 210.000 | 5.000 | 0 | 0 | 0 | 15.000`,
  },
];
