import { act, approve, close, eventType, grace, obligation, on, usageTerm, use } from "../golden/scenario.ts";
import { closedInTurn, commitment, type Deal, taxed, termPath, total } from "./deal.ts";

// What is approved, priced, released or used late, and what that leaves of limits, prepayments and instalments.

const [from, to] = ["2026-01-01", "2026-12-31"];
const contract = { startDate: from, endDate: to };
const eachAt = (amount: string, effectiveDate: string) =>
  act(`PATCH ${termPath("Calls")}`, { pricing: [{ amount, amountType: "PER_ITEM" }], effectiveDate });
const calls = (price: string, parts: object = {}) =>
  usageTerm("Calls", { price, from, to: "2026-03-31", usageScope: "COMMITMENT", ...parts });
const step = (commitmentValue: string) => [{ commitmentValue, billingTermIds: ["$Calls.id"] }];

export const belatedDeals: readonly Deal[] = [
  {
    // 150.00 for the quarter. 100.00 are used at 0.010. From 16 February on 0.012: 50.00 of 120.00 are within it, and 60.00 of March are not.
    title: "a commitment whose calls become more expensive in the midst of its only bill",
    contract,
    steps: [
      on(
        from,
        eventType,
        grace(0),
        calls("0.010", { interval: "QUARTER" }),
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
    // 600.00 for the quarter, 300.00 of it prepaid in three instalments. 150.00, 100.00 and 50.00 of 200.00 are drawn of that; 150.00 are short.
    title: "a prepayment in instalments, drawn ahead of them, that is approved when two months are closed",
    contract,
    steps: [
      on(
        from,
        eventType,
        grace(0),
        calls("0.010"),
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
  {
    // 100.00 a month for service to March, billed from April on. On 10 February the last bill becomes 130.00: no day of service is
    // left for what it adds from June on, so the last one earns it.
    title: "service that is over before its three bills, the last of which becomes more expensive",
    steps: [
      on(
        from,
        obligation(
          "Service",
          { price: "100.00", from: "2026-04-01", to: "2026-06-30" },
          { serviceStartDate: from, serviceEndDate: "2026-03-31" },
        ),
        approve,
      ),
      ...closedInTurn("2026-01"),
      on("2026-02-10", act(`PATCH ${termPath("Service")}`, { ...total("130.00"), effectiveDate: "2026-06-01" })),
      ...closedInTurn("2026-02", "2026-03", "2026-04", "2026-05", "2026-06"),
    ],
    table: `
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-05-01 | 100.00 | 0 | ISSUED
      2026-06-01 | 130.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 0      | 100.00 | 0      | 0 | 0 | 0 | 200.00
      2026-02 | 100.00 | 0      | 0      | 200.00 | 0 | 0 | 0 | 130.00
      2026-03 | 130.00 | 0      | 330.00 | 0      | 0 | 0 | 0 | 0
      2026-04 | 0      | 100.00 | 230.00 | 0      | 0 | 0 | 0 | 0
      2026-05 | 0      | 200.00 | 130.00 | 0      | 0 | 0 | 0 | 0
      2026-06 | 0      | 330.00 | 0      | 0      | 0 | 0 | 0 | 0`,
  },
  {
    // 100.00 a month: 60.00 of January and 40.00 trued up, 20.00 of which are used after all, as is said while the contract is held. February's 120.00 are earned in March, with
    // 100.00 of its own.
    title: "a commitment held out of a month in which late calls come",
    contract,
    steps: [
      on(
        from,
        eventType,
        grace(0),
        calls("0.010"),
        commitment({ commitmentInterval: "MONTHLY", trueUpBehavior: "EACH_PERIOD", steps: step("100.00") }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "6000")),
      ...closedInTurn("2026-01"),
      on("2026-02-10", act("POST /v3/contracts/$contract/close-hold", { reason: "Disputed" })),
      on("2026-02-20", use("2026-01-22", "2000"), use("2026-02-20", "12000")),
      ...closedInTurn("2026-02"),
      on("2026-03-10", act("DELETE /v3/contracts/$contract/close-hold"), use("2026-03-10", "5000")),
      ...closedInTurn("2026-03", "2026-04"),
    ],
    table: `
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 120.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 0      | 100.00 | 0 | 0 | 0 | 0
      2026-02 | 0      | 100.00 | 0      | 0 | 0 | 0 | 0
      2026-03 | 220.00 | 220.00 | 100.00 | 0 | 0 | 0 | 0
      2026-04 | 0      | 320.00 | 0      | 0 | 0 | 0 | 0`,
  },
  {
    // At least 100.00 a month: 120.00, and then nothing. The 20 days of March are at least 64.52: 30.00 at 1.00 and, from the 11th on, 10.00 at 2.00 are lifted by 24.52. 40.00 of late calls
    // of the 5th leave nothing to lift.
    title: "calls with a minimum, more expensive in their last month, which ends short, and late ones after it",
    steps: [
      on(
        from,
        eventType,
        grace(0),
        usageTerm("Calls", { price: "1", from, to: "2026-06-30", minimumAmount: "100.00" }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "120")),
      ...closedInTurn("2026-01", "2026-02"),
      on("2026-03-09", use("2026-03-05", "30"), eachAt("2", "2026-03-11")),
      on("2026-03-18", use("2026-03-15", "5"), act(`PATCH ${termPath("Calls")}/terminate`, { endDate: "2026-03-20" })),
      on("2026-04-02", close("2026-03"), use("2026-03-05", "40")),
      ...closedInTurn("2026-04"),
    ],
    table: `
      2026-02-01 | 120.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-03-21 | 64.52  | 0 | ISSUED
      2026-04-02 | 15.48  | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 120.00 | 0      | 120.00 | 0 | 0 | 0 | 0
      2026-02 | 100.00 | 120.00 | 100.00 | 0 | 0 | 0 | 0
      2026-03 | 64.52  | 284.52 | 0      | 0 | 0 | 0 | 0
      2026-04 | 15.48  | 300.00 | 0      | 0 | 0 | 0 | 0`,
  },
  {
    // All of the hardware is earned in January, so 480.00 of its first bill are lost. The other two become 50.00 less in May, which is May's. What was lost comes after all.
    title:
      "hardware delivered before its three bills: the first is written off, two become cheaper, and it is paid after all",
    steps: [
      on(
        from,
        ...taxed("0.20"),
        obligation(
          "Hardware",
          { price: "400.00", from: "2026-04-01", to, interval: "QUARTER" },
          {
            ...{ serviceStartDate: "2026-01-20", serviceEndDate: "2026-01-20" },
            recognitionPattern: "POINT_IN_TIME",
          },
        ),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02", "2026-03"),
      on("2026-04-20", act("POST /v3/invoices/$invoices.0.id/actions", { action: "MARK_UNCOLLECTIBLE" })),
      ...closedInTurn("2026-04"),
      on("2026-05-10", act(`PATCH ${termPath("Hardware")}`, { ...total("350.00"), effectiveDate: "2026-07-01" })),
      ...closedInTurn("2026-05", "2026-06"),
      on("2026-07-20", act("POST /v3/invoices/$invoices.0.id/payments", { amount: "480.00" })),
      ...closedInTurn("2026-07", "2026-08", "2026-09", "2026-10"),
    ],
    table: `
      2026-04-01 | 480.00 | 80.00 | PAID
      2026-07-01 | 420.00 | 70.00 | ISSUED
      2026-10-01 | 420.00 | 70.00 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 1200.00 | 0      | 1200.00 | 0 | 0 | 0      | 0
      2026-02 | 0       | 0      | 1200.00 | 0 | 0 | 0      | 0
      2026-03 | 0       | 0      | 1200.00 | 0 | 0 | 0      | 0
      2026-04 | 0       | 0      | 800.00  | 0 | 0 | 80.00  | 0
      2026-05 | -100.00 | 0      | 700.00  | 0 | 0 | 80.00  | 0
      2026-06 | 0       | 0      | 700.00  | 0 | 0 | 80.00  | 0
      2026-07 | 0       | 420.00 | 350.00  | 0 | 0 | 150.00 | 0
      2026-08 | 0       | 420.00 | 350.00  | 0 | 0 | 150.00 | 0
      2026-09 | 0       | 420.00 | 350.00  | 0 | 0 | 150.00 | 0
      2026-10 | 0       | 840.00 | 0       | 0 | 0 | 220.00 | 0`,
  },
  {
    // 1,000.00, 1,050.00 and 1,102.50 for what is delivered in January.
    title: "hardware delivered before three yearly bills that rise by an escalator",
    steps: [
      on(
        from,
        obligation(
          "Hardware",
          {
            ...{ price: "1000.00", from: "2026-02-01", to: "2029-01-31", interval: "YEAR" },
            escalator: { type: "PERCENTAGE", amount: "0.05" },
          },
          { serviceStartDate: "2026-01-20", serviceEndDate: "2026-01-20", recognitionPattern: "POINT_IN_TIME" },
        ),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on("2027-03-01", close("2027-02")),
    ],
    table: `
      2026-02-01 | 1000.00 | 0 | ISSUED
      2027-02-01 | 1050.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 3152.50 | 0       | 3152.50 | 0 | 0 | 0 | 0
      2026-02 | 0       | 1000.00 | 2152.50 | 0 | 0 | 0 | 0
      2026-03 | 0       | 1000.00 | 2152.50 | 0 | 0 | 0 | 0
      2026-04 | 0       | 1000.00 | 2152.50 | 0 | 0 | 0 | 0
      2026-05 | 0       | 1000.00 | 2152.50 | 0 | 0 | 0 | 0
      2026-06 | 0       | 1000.00 | 2152.50 | 0 | 0 | 0 | 0
      2026-07 | 0       | 1000.00 | 2152.50 | 0 | 0 | 0 | 0
      2026-08 | 0       | 1000.00 | 2152.50 | 0 | 0 | 0 | 0
      2026-09 | 0       | 1000.00 | 2152.50 | 0 | 0 | 0 | 0
      2026-10 | 0       | 1000.00 | 2152.50 | 0 | 0 | 0 | 0
      2026-11 | 0       | 1000.00 | 2152.50 | 0 | 0 | 0 | 0
      2026-12 | 0       | 1000.00 | 2152.50 | 0 | 0 | 0 | 0
      2027-01 | 0       | 1000.00 | 2152.50 | 0 | 0 | 0 | 0
      2027-02 | 0       | 2050.00 | 1102.50 | 0 | 0 | 0 | 0`,
  },
  {
    // From 16 April on 300.00 a quarter: 76 of 91 days of the first bill are 83.52 less, and the others 300.00 each. 916.48 in all, 283.52 less than January earned, of which
    // 600.00 wait for their dates.
    title: "hardware delivered before its three bills, cheaper from a day of the first one on",
    steps: [
      on(
        from,
        obligation(
          "Hardware",
          {
            ...{ price: "400.00", from: "2026-04-01", to, interval: "QUARTER" },
            creditOnDecrease: "PRORATED",
          },
          { serviceStartDate: "2026-01-20", serviceEndDate: "2026-01-20", recognitionPattern: "POINT_IN_TIME" },
        ),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02", "2026-03"),
      on(
        "2026-04-16",
        act(`POST ${termPath("Hardware")}/amendments`, {
          ...{ effectiveDate: "2026-04-16", settlement: "IMMEDIATE" },
          ...total("300.00"),
        }),
      ),
      ...closedInTurn("2026-04", "2026-05", "2026-06", "2026-07", "2026-08", "2026-09", "2026-10"),
    ],
    table: `
      2026-04-01 | 400.00 | 0 | ISSUED
      2026-07-01 | 300.00 | 0 | ISSUED
      2026-10-01 | 300.00 | 0 | ISSUED
      2026-04-16 | 83.52  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 1200.00 | 0       | 1200.00 | 0 | 0 | 0 | 0
      2026-02 | 0       | 0       | 1200.00 | 0 | 0 | 0 | 0
      2026-03 | 0       | 0       | 1200.00 | 0 | 0 | 0 | 0
      2026-04 | -283.52 | 400.00  | 600.00  | 0 | 0 | 0 | 83.52
      2026-05 | 0       | 400.00  | 600.00  | 0 | 0 | 0 | 83.52
      2026-06 | 0       | 400.00  | 600.00  | 0 | 0 | 0 | 83.52
      2026-07 | 0       | 700.00  | 300.00  | 0 | 0 | 0 | 83.52
      2026-08 | 0       | 700.00  | 300.00  | 0 | 0 | 0 | 83.52
      2026-09 | 0       | 700.00  | 300.00  | 0 | 0 | 0 | 83.52
      2026-10 | 0       | 1000.00 | 0       | 0 | 0 | 0 | 83.52`,
  },
];
