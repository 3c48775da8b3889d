import { act, approve, close, eventType, grace, obligation, on, usageTerm, use } from "../../golden/scenario.ts";
import { closedInTurn, commitment, type Deal, taxed, termPath } from "../deal.ts";

// Commitments whose value, prices or end change within a commitment period.

const [from, to] = ["2026-01-01", "2026-12-31"];
const contract = { startDate: from, endDate: to };
const calls = (price: string, until: string, parts: object = {}) =>
  usageTerm("Calls", { price, from, to: until, usageScope: "COMMITMENT", ...parts });
const committedTo = (commitmentValue: string) => [{ commitmentValue, billingTermIds: ["$Calls.id"] }];
const committedPath = "/v3/contracts/$contract/commitments/$committed.commitments.0.id";
const eachAt = (amount: string, effectiveDate: string) =>
  act(`PATCH ${termPath("Calls")}`, { pricing: [{ amount, amountType: "PER_ITEM" }], effectiveDate });
const callsOfQuarter = (price: string, parts: object = {}) =>
  usageTerm("Calls", { price, from, to: "2026-03-31", usageScope: "COMMITMENT", ...parts });
const step = (commitmentValue: string) => [{ commitmentValue, billingTermIds: ["$Calls.id"] }];
const end = (name: string, endDate: string, parts: object = {}) =>
  act(`PATCH ${termPath(name)}/terminate`, { endDate, ...parts });
const shared = { allocationMethod: "RELATIVE_SSP" };

export const changesAndTerminationDeals: readonly Deal[] = [
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
    // 40.00 of January, 20.00 of March and all of April are short: 160.00 are billed on the day after the new end. February's 50.00 beyond are set off against none of them.
    title: "a commitment trued up at the end of its schedule, terminated before it",
    contract,
    steps: [
      on(
        from,
        eventType,
        grace(0),
        calls("0.010", "2026-06-30"),
        commitment({
          endDate: "2026-06-30",
          commitmentInterval: "MONTHLY",
          trueUpBehavior: "END_OF_SCHEDULE",
          steps: committedTo("100.00"),
        }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "6000")),
      ...closedInTurn("2026-01"),
      on("2026-02-10", use("2026-02-10", "15000")),
      ...closedInTurn("2026-02"),
      on("2026-03-10", use("2026-03-10", "8000")),
      ...closedInTurn("2026-03"),
      on("2026-04-10", act(`POST ${committedPath}/terminate`, { endDate: "2026-04-30" })),
      ...closedInTurn("2026-04", "2026-05"),
    ],
    table: `
      2026-02-01 | 60.00 | 0 | ISSUED
      2026-03-01 | 150.00 | 0 | ISSUED
      2026-04-01 | 80.00 | 0 | ISSUED
      2026-05-01 | 160.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 0 | 100.00 | 0 | 0 | 0 | 0 | 500.00
      2026-02 | 150.00 | 60.00 | 190.00 | 0 | 0 | 0 | 0 | 400.00
      2026-03 | 100.00 | 210.00 | 140.00 | 0 | 0 | 0 | 0 | 300.00
      2026-04 | 100.00 | 290.00 | 160.00 | 0 | 0 | 0 | 0 | 0
      2026-05 | 0 | 450.00 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 150.00 for the quarter. 100.00 are used at 0.010. From 16 February on 0.012: 50.00 of 120.00 are within it, and 60.00 of March are not.
    title: "a commitment whose calls become more expensive in the midst of its only invoice",
    contract,
    steps: [
      on(
        from,
        eventType,
        grace(0),
        callsOfQuarter("0.010", { interval: "QUARTER" }),
        commitment({ trueUpBehavior: "EACH_PERIOD", steps: step("150.00") }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "10000")),
      ...closedInTurn("2026-01"),
      on("2026-02-10", eachAt("0.012", "2026-02-16")),
      on("2026-02-20", use("2026-02-20", "10000")),
      ...closedInTurn("2026-02"),
      on("2026-03-10", use("2026-03-10", "5000")),
      ...closedInTurn("2026-03", "2026-04"),
    ],
    table: `
      2026-04-01 | 280.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 0      | 100.00 | 0 | 0 | 0 | 0 | 50.00
      2026-02 | 120.00 | 0      | 220.00 | 0 | 0 | 0 | 0 | 0
      2026-03 | 60.00  | 0      | 280.00 | 0 | 0 | 0 | 0 | 0
      2026-04 | 0      | 280.00 | 0      | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 150.00 a month, and 300.00 of calls that are committed for the quarter, which bear none of its changes: 100.00, 50.00, and 150.00 that March falls short of.
    // The platform ends with March: 450.00 are left for support.
    title: "a commitment beside a price that is shared, one part of which ends",
    contract: { ...shared, startDate: from, endDate: to },
    steps: [
      on(
        from,
        eventType,
        grace(0),
        obligation("Platform", { price: "100.00", from, to }, { standaloneSellingPrice: "1200.00" }),
        obligation("Support", { price: "50.00", from, to }, { standaloneSellingPrice: "1200.00" }),
        usageTerm("Calls", { price: "0.010", from, to: "2026-03-31", usageScope: "COMMITMENT" }),
        commitment({
          trueUpBehavior: "EACH_PERIOD",
          steps: [{ commitmentValue: "300.00", billingTermIds: ["$Calls.id"] }],
        }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "10000", "beside-1")),
      ...closedInTurn("2026-01"),
      on("2026-02-10", use("2026-02-10", "5000", "beside-2"), end("Platform", "2026-03-31")),
      ...closedInTurn("2026-02", "2026-03", "2026-04"),
    ],
    table: `
      2026-01-01 | 150.00 | 0 | ISSUED
      2026-02-01 | 250.00 | 0 | ISSUED
      2026-03-01 | 200.00 | 0 | ISSUED
      2026-04-01 | 200.00 | 0 | ISSUED
      2026-05-01 | 50.00  | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 250.00 | 150.00 | 100.00 | 0 | 0 | 0 | 0
      2026-02 | 200.00 | 400.00 | 50.00  | 0 | 0 | 0 | 0
      2026-03 | 300.00 | 600.00 | 150.00 | 0 | 0 | 0 | 0
      2026-04 | 50.00  | 800.00 | 0      | 0 | 0 | 0 | 0`,
  },
];
