import { act, approve, close, eventType, grace, on, usageTerm, use } from "../golden/scenario.ts";
import { closedInTurn, commitment, type Deal, taxed } from "./deal.ts";

// Commitments that are changed, ended, counted in units, or earned evenly.

export const committedDeals: readonly Deal[] = [
  {
    // 0.010 a call, 0.012 beyond the commitment. 1,200.00 for the quarter; 500.00 are used in January. On 10 February 1,500.00: February's
    // 900.00 are within it. On 5 March 1,300.00: of 1,400.00 used by February 100.00 cost 120.00, 20.00 more in March, whose 20,000 calls
    // cost 240.00.
    title: "a commitment raised in its period, and lowered again",
    contract: { startDate: "2026-01-01", endDate: "2026-12-31" },
    steps: [
      on(
        "2026-01-01",
        eventType,
        grace(0),
        usageTerm("Calls", {
          price: "0.010",
          from: "2026-01-01",
          to: "2026-03-31",
          interval: "QUARTER",
          usageScope: "COMMITMENT",
        }),
        commitment({
          trueUpBehavior: "EACH_PERIOD",
          overageConfigs: [{ eventTypeId: "$calls.id", overagePrice: "0.012" }],
          steps: [{ commitmentValue: "1200.00", billingTermIds: ["$Calls.id"] }],
        }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "50000")),
      on(
        "2026-02-10",
        close("2026-01"),
        act(
          `PATCH /v3/contracts/$contract/commitments/$committed.commitments.0.id/steps/$committed.commitments.0.schedules.0.steps.0.id`,
          { commitmentValue: "1500.00" },
        ),
      ),
      on("2026-02-20", use("2026-02-20", "90000")),
      on(
        "2026-03-05",
        close("2026-02"),
        act(
          `PATCH /v3/contracts/$contract/commitments/$committed.commitments.0.id/steps/$committed.commitments.0.schedules.0.steps.0.id`,
          { commitmentValue: "1300.00" },
        ),
      ),
      on("2026-03-20", use("2026-03-20", "20000")),
      ...closedInTurn("2026-03", "2026-04"),
    ],
    table: `
      2026-04-01 | 1660.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 500.00 | 0       | 500.00  | 0 | 0 | 0 | 0 | 700.00
      2026-02 | 900.00 | 0       | 1400.00 | 0 | 0 | 0 | 0 | 100.00
      2026-03 | 260.00 | 0       | 1660.00 | 0 | 0 | 0 | 0 | 0
      2026-04 | 0      | 1660.00 | 0       | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 1,000.00 a quarter, 400.00 prepaid, tax 20 %. The first uses 600.00 and is trued up by 400.00. April uses 1,200.00: 1,000.00 and
    // 20,000 calls beyond it at 0.008, 160.00; May 40.00. Ended with June, so the 2,000.00 of two quarters that remained are no more.
    title: "a commitment by the quarter, prepaid in part, trued up, exceeded, and terminated early",
    contract: { startDate: "2026-01-01", endDate: "2026-12-31" },
    steps: [
      on(
        "2026-01-01",
        eventType,
        grace(0),
        ...taxed("0.20"),
        usageTerm("Calls", { price: "0.010", from: "2026-01-01", to: "2026-12-31", usageScope: "COMMITMENT" }),
        commitment({
          endDate: "2026-12-31",
          commitmentInterval: "QUARTERLY",
          trueUpBehavior: "EACH_PERIOD",
          prepaidEnabled: true,
          prepaidValue: "400.00",
          prepaymentScheduleType: "PER_COMMITMENT_PERIOD",
          overageConfigs: [{ eventTypeId: "$calls.id", overagePrice: "0.008" }],
          steps: [{ commitmentValue: "1000.00", billingTermIds: ["$Calls.id"] }],
        }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "30000")),
      on("2026-02-10", close("2026-01"), use("2026-02-10", "20000")),
      on("2026-03-10", close("2026-02"), use("2026-03-10", "10000")),
      on("2026-04-10", close("2026-03"), use("2026-04-10", "120000")),
      on("2026-05-10", close("2026-04"), use("2026-05-10", "5000")),
      on(
        "2026-05-20",
        act(`POST /v3/contracts/$contract/commitments/$committed.commitments.0.id/terminate`, {
          endDate: "2026-06-30",
        }),
      ),
      ...closedInTurn("2026-05", "2026-06", "2026-07"),
    ],
    table: `
      2026-01-01 | 480.00  | 80.00  | ISSUED
      2026-02-01 | 0.00    | 0      | PAID
      2026-03-01 | 120.00  | 20.00  | ISSUED
      2026-04-01 | 1080.00 | 180.00 | ISSUED
      2026-05-01 | 912.00  | 152.00 | ISSUED
      2026-06-01 | 48.00   | 8.00   | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 300.00  | 480.00  | 0      | 0 | 100.00 | 80.00  | 0 | 3700.00
      2026-02 | 200.00  | 480.00  | 100.00 | 0 | 0      | 80.00  | 0 | 3500.00
      2026-03 | 500.00  | 600.00  | 500.00 | 0 | 0      | 100.00 | 0 | 3000.00
      2026-04 | 1160.00 | 1680.00 | 760.00 | 0 | 0      | 280.00 | 0 | 2000.00
      2026-05 | 40.00   | 2592.00 | 40.00  | 0 | 0      | 432.00 | 0 | 0
      2026-06 | 0       | 2640.00 | 0      | 0 | 0      | 440.00 | 0 | 0
      2026-07 | 0       | 2640.00 | 0      | 0 | 0      | 440.00 | 0 | 0`,
  },
  {
    // 100.000 are owed for the quarter whatever is used, so each third waits for time alone. 30.000 and 90.000 are used: 20.000 beyond it
    // in February.
    title: "a commitment in dinars earned in a straight line and billed at its end",
    contract: { currency: "KWD", startDate: "2026-01-01", endDate: "2026-12-31" },
    steps: [
      on(
        "2026-01-01",
        eventType,
        grace(0),
        usageTerm("Calls", {
          price: "0.010",
          from: "2026-01-01",
          to: "2026-03-31",
          interval: "QUARTER",
          usageScope: "COMMITMENT",
        }),
        commitment(
          { trueUpBehavior: "EACH_PERIOD", steps: [{ commitmentValue: "100.000", billingTermIds: ["$Calls.id"] }] },
          { revenueRecognitionPattern: "STRAIGHT_LINE" },
        ),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "3000")),
      on("2026-02-10", close("2026-01"), use("2026-02-10", "9000")),
      ...closedInTurn("2026-02", "2026-03", "2026-04"),
    ],
    table: `
      2026-04-01 | 120.000 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 33.333 | 0       | 33.333  | 0 | 0 | 0 | 0 | 66.667
      2026-02 | 53.334 | 0       | 86.667  | 0 | 0 | 0 | 0 | 33.333
      2026-03 | 33.333 | 0       | 120.000 | 0 | 0 | 0 | 0 | 0
      2026-04 | 0      | 120.000 | 0       | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 600 units at 0.333 and 400 at 0.250; 400 are prepaid, 133.200. January draws 300; February 100, and 150 are billed; March 50 at
    // 0.333 and 150 at 0.250. The last 250 are trued up, 62.500.
    title: "a commitment of units in two steps, in dinars, prepaid in part and trued up",
    contract: { currency: "KWD", startDate: "2026-01-01", endDate: "2026-12-31" },
    steps: [
      on(
        "2026-01-01",
        eventType,
        grace(0),
        usageTerm("First", { price: "0.333", from: "2026-01-01", to: "2026-03-31", usageScope: "COMMITMENT" }),
        usageTerm("Second", { price: "0.250", from: "2026-01-01", to: "2026-03-31", usageScope: "COMMITMENT" }),
        commitment(
          {
            trueUpBehavior: "EACH_PERIOD",
            prepaidEnabled: true,
            prepaidValue: "400",
            steps: [
              { commitmentValue: "600", billingTermIds: ["$First.id"] },
              { commitmentValue: "400", billingTermIds: ["$Second.id"] },
            ],
          },
          { commitmentUnitType: "UNITS" },
        ),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "300")),
      on("2026-02-10", close("2026-01"), use("2026-02-10", "250")),
      on("2026-03-10", close("2026-02"), use("2026-03-10", "200")),
      ...closedInTurn("2026-03", "2026-04"),
    ],
    table: `
      2026-01-01 | 133.200 | 0 | ISSUED
      2026-02-01 | 0.000   | 0 | PAID
      2026-03-01 | 49.950  | 0 | ISSUED
      2026-04-01 | 116.650 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 99.900  | 133.200 | 0       | 0 | 33.300 | 0 | 0 | 199.900
      2026-02 | 83.250  | 133.200 | 49.950  | 0 | 0      | 0 | 0 | 116.650
      2026-03 | 116.650 | 183.150 | 116.650 | 0 | 0      | 0 | 0 | 0
      2026-04 | 0       | 299.800 | 0       | 0 | 0      | 0 | 0 | 0`,
  },
];
