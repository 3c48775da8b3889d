import { act, approve, close, eventType, grace, on, usageTerm, use } from "../../golden/scenario.ts";
import { closedInTurn, commitment, type Deal, taxed } from "../deal.ts";

// Usage within a commitment that comes late: in value that lapsed, beyond the commitment, at other prices.

const [from, to] = ["2026-01-01", "2026-12-31"];
const committed = "/v3/contracts/$contract/commitments/$committed.commitments.0.id";
const calls = (parts: object) => usageTerm("Calls", { price: "0.010", from, to, usageScope: "COMMITMENT", ...parts });
const mails = (day: string, value: string) =>
  act("POST /v3/events", {
    ...{ idempotencyKey: `mails-${day}`, customerId: "$customer", eventTypeId: "$mails.id" },
    ...{ datetime: `${day}T08:00:00Z`, value },
  });
const contract = { startDate: from, endDate: to };
const callsOfQuarter = (price: string, parts: object = {}) =>
  usageTerm("Calls", { price, from, to: "2026-03-31", usageScope: "COMMITMENT", ...parts });
const callsUntil = (price: string, until: string, parts: object = {}) =>
  usageTerm("Calls", { price, from, to: until, usageScope: "COMMITMENT", ...parts });
const committedTo = (commitmentValue: string) => [{ commitmentValue, billingTermIds: ["$Calls.id"] }];

export const lateUsageDeals: readonly Deal[] = [
  {
    // 150.00 of 400.00 lapse with March. Late calls of 100.00 draw them again, so that 100.00 less are lapsed: April comes to nothing. In May 500.00 are
    // used, 100.00 beyond what is prepaid.
    title: "value that lapses, and late calls that draw it",
    contract: { startDate: from, endDate: to },
    steps: [
      on(
        from,
        eventType,
        grace(0),
        usageTerm("Calls", { price: "0.01", from, to: "2026-06-30", usageScope: "COMMITMENT" }),
        commitment({
          endDate: "2026-06-30",
          commitmentInterval: "QUARTERLY",
          trueUpBehavior: "NONE",
          prepaidEnabled: true,
          prepaidValue: "400.00",
          prepaymentScheduleType: "PER_COMMITMENT_PERIOD",
          overageConfigs: [{ eventTypeId: "$calls.id", overagePrice: "0.02" }],
          steps: [{ commitmentValue: "1000.00", billingTermIds: ["$Calls.id"] }],
        }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "15000", "l1")),
      on("2026-02-10", close("2026-01"), use("2026-02-10", "10000", "l2")),
      on("2026-03-02", close("2026-02")),
      on("2026-04-02", close("2026-03")),
      on("2026-04-15", use("2026-03-10", "10000", "l3")),
      on("2026-05-02", close("2026-04")),
      on("2026-05-10", use("2026-05-10", "50000", "l4")),
      ...closedInTurn("2026-05", "2026-06"),
    ],
    table: `
      2026-01-01 | 400.00 | 0 | ISSUED
      2026-02-01 | 0.00 | 0 | PAID
      2026-03-01 | 0.00 | 0 | PAID
      2026-04-01 | 400.00 | 0 | ISSUED
      2026-04-01 | 0.00 | 0 | PAID
      2026-06-01 | 100.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 150.00 | 400.00 | 0 | 0 | 250.00 | 0 | 0
      2026-02 | 100.00 | 400.00 | 0 | 0 | 150.00 | 0 | 0
      2026-03 | 150.00 | 400.00 | 0 | 0 | 0 | 0 | 0
      2026-04 | 0 | 800.00 | 0 | 0 | 400.00 | 0 | 0
      2026-05 | 500.00 | 800.00 | 100.00 | 0 | 0 | 0 | 0
      2026-06 | 0 | 900.00 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 100.00 a month, 60.00 prepaid. January: calls for 40.00 and mails for 80.00, 20.00 beyond. February: 30.00 of the 60.00 are drawn, 30.00 lapse, 40.00 are trued up at
    // the end. March: 24.00 beyond at 0.012. 6,000 late mails of February make it 150.00: 120.00 more, less the 30.00 that had lapsed and 40.00 of true-up.
    title:
      "calls and mails on one commitment, prepaid in part: value that lapses, and late mails that draw it and go beyond",
    contract: { startDate: from, endDate: to },
    steps: [
      on(
        from,
        eventType,
        act("POST /v3/events/types", { name: "Mails" }, "mails"),
        grace(0),
        calls({ to: "2026-03-31" }),
        usageTerm("Mails", {
          ...{ price: "0.020", from, to: "2026-03-31", usageScope: "COMMITMENT", eventTypeId: "$mails.id" },
        }),
        commitment({
          ...{ commitmentInterval: "MONTHLY", trueUpBehavior: "END_OF_SCHEDULE" },
          ...{ prepaidEnabled: true, prepaidValue: "60.00", prepaymentScheduleType: "PER_COMMITMENT_PERIOD" },
          overageConfigs: [{ eventTypeId: "$calls.id", overagePrice: "0.012" }],
          steps: [{ commitmentValue: "100.00", billingTermIds: ["$Calls.id", "$Mails.id"] }],
        }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "4000"), mails("2026-01-10", "4000")),
      ...closedInTurn("2026-01"),
      on("2026-02-20", use("2026-02-20", "2000"), mails("2026-02-10", "500")),
      ...closedInTurn("2026-02"),
      on("2026-03-20", use("2026-03-20", "12000")),
      ...closedInTurn("2026-03"),
      on("2026-04-10", mails("2026-02-20", "6000")),
      ...closedInTurn("2026-04"),
    ],
    table: `
      2026-01-01 | 60.00  | 0 | ISSUED
      2026-02-01 | 120.00 | 0 | ISSUED
      2026-03-01 | 60.00  | 0 | ISSUED
      2026-04-01 | 104.00 | 0 | ISSUED
      2026-04-10 | 50.00  | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 120.00 | 60.00  | 60.00  | 0 | 0 | 0 | 0 | 200.00
      2026-02 | 100.00 | 180.00 | 40.00  | 0 | 0 | 0 | 0 | 100.00
      2026-03 | 124.00 | 240.00 | 104.00 | 0 | 0 | 0 | 0 | 0
      2026-04 | 50.00  | 394.00 | 0      | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 300.00 a quarter, prepaid and earned evenly, 0.015 beyond: 75.00 in February. From July on 150.00 a quarter and 0.020 beyond, as is said in March. 60.00 of late
    // calls of March are all beyond and billed at once, since March had no bill. Ended in July with September; August is 100.00 beyond.
    title:
      "prepaid and recognized straight-line, cheaper from July on and ended with September, and late calls beyond it",
    contract: { startDate: from, endDate: to },
    steps: [
      on(
        from,
        eventType,
        grace(0),
        ...taxed("0.10"),
        calls({}),
        commitment(
          {
            ...{ endDate: to, commitmentInterval: "QUARTERLY", trueUpBehavior: "NONE" },
            ...{ prepaidEnabled: true, prepaidValue: "300.00", prepaymentScheduleType: "PER_COMMITMENT_PERIOD" },
            overageConfigs: [{ eventTypeId: "$calls.id", overagePrice: "0.015" }],
            steps: [{ commitmentValue: "300.00", billingTermIds: ["$Calls.id"] }],
          },
          { revenueRecognitionPattern: "STRAIGHT_LINE" },
        ),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "10000")),
      ...closedInTurn("2026-01"),
      on("2026-02-20", use("2026-02-20", "25000")),
      ...closedInTurn("2026-02"),
      on(
        "2026-03-10",
        act(`PATCH ${committed}/schedules/$committed.commitments.0.schedules.0.id`, { endDate: "2026-06-30" }),
        act(`POST ${committed}/schedules`, {
          ...{ endDate: to, commitmentInterval: "QUARTERLY", trueUpBehavior: "NONE" },
          ...{ prepaidEnabled: true, prepaidValue: "150.00", prepaymentScheduleType: "PER_COMMITMENT_PERIOD" },
          overageConfigs: [{ eventTypeId: "$calls.id", overagePrice: "0.020" }],
          steps: [{ commitmentValue: "150.00", billingTermIds: ["$Calls.id"] }],
        }),
      ),
      ...closedInTurn("2026-03", "2026-04"),
      on("2026-05-20", use("2026-03-10", "4000"), use("2026-05-20", "8000")),
      ...closedInTurn("2026-05", "2026-06"),
      on("2026-07-10", act(`POST ${committed}/terminate`, { endDate: "2026-09-30" })),
      ...closedInTurn("2026-07"),
      on("2026-08-20", use("2026-08-20", "20000")),
      ...closedInTurn("2026-08", "2026-09"),
    ],
    table: `
      2026-01-01 | 330.00 | 30.00 | ISSUED
      2026-02-01 | 0.00   | 0     | PAID
      2026-03-01 | 82.50  | 7.50  | ISSUED
      2026-04-01 | 330.00 | 30.00 | ISSUED
      2026-05-20 | 66.00  | 6.00  | ISSUED
      2026-06-01 | 0.00   | 0     | PAID
      2026-07-01 | 165.00 | 15.00 | ISSUED
      2026-09-01 | 110.00 | 10.00 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 330.00  | 0      | 0 | 200.00 | 30.00 | 0 | 1100.00
      2026-02 | 175.00 | 330.00  | 75.00  | 0 | 100.00 | 30.00 | 0 | 1000.00
      2026-03 | 100.00 | 412.50  | 0      | 0 | 0      | 37.50 | 0 | 600.00
      2026-04 | 100.00 | 742.50  | 0      | 0 | 200.00 | 67.50 | 0 | 500.00
      2026-05 | 160.00 | 808.50  | 0      | 0 | 100.00 | 73.50 | 0 | 400.00
      2026-06 | 100.00 | 808.50  | 0      | 0 | 0      | 73.50 | 0 | 300.00
      2026-07 | 50.00  | 973.50  | 0      | 0 | 100.00 | 88.50 | 0 | 100.00
      2026-08 | 150.00 | 973.50  | 100.00 | 0 | 50.00  | 88.50 | 0 | 50.00
      2026-09 | 50.00  | 1083.50 | 0      | 0 | 0      | 98.50 | 0 | 0`,
  },
  {
    // 1,000.00, of which 600.00 are prepaid, the dearer ones first: 700.00 in January; in February 200.00 of calls and 100.00 of mails are left of it, and 10,000 mails are beyond it for 80.00. March: 15,000 calls at 0.015.
    // 6,000 late calls of February take the place of 10,000 mails: 1,000 calls and 10,000 mails more are beyond it, 15.00 and 80.00. 4,000 late ones of March make 20,000 calls beyond it, all of which
    // are 0.010 then: 40.00 less.
    title:
      "two kinds of usage on one commitment, the more expensive one first, and late calls that make those beyond it cheaper",
    contract: { startDate: from, endDate: "2026-03-31" },
    steps: [
      on(
        from,
        eventType,
        act("POST /v3/events/types", { name: "Mails" }, "mails"),
        grace(0),
        usageTerm("Calls", { price: "0.020", from, to: "2026-03-31", usageScope: "COMMITMENT" }),
        usageTerm("Mails", {
          ...{ price: "0.010", from, to: "2026-03-31", usageScope: "COMMITMENT", eventTypeId: "$mails.id" },
        }),
        commitment(
          {
            ...{ prepaidEnabled: true, prepaidValue: "600.00", trueUpBehavior: "EACH_PERIOD" },
            steps: [{ commitmentValue: "1000.00", billingTermIds: ["$Calls.id", "$Mails.id"] }],
            overageConfigs: [
              {
                eventTypeId: "$calls.id",
                tierPricingType: "USE_TOP_TIER_PRICE_ONLY",
                overagePricings: [
                  { name: "First", tier: 0, conditionValue: "0", price: "0.015" },
                  { name: "Many", tier: 1, conditionValue: "20000", price: "0.010" },
                ],
              },
              { eventTypeId: "$mails.id", overagePrice: "0.008" },
            ],
          },
          { pricePriority: "HIGH" },
        ),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "20000", "combined-3"), mails("2026-01-10", "30000")),
      ...closedInTurn("2026-01"),
      on("2026-02-20", use("2026-02-20", "10000", "combined-4"), mails("2026-02-10", "20000")),
      ...closedInTurn("2026-02"),
      on("2026-03-20", use("2026-03-20", "15000", "combined-5")),
      ...closedInTurn("2026-03"),
      on("2026-04-05", use("2026-02-25", "6000", "combined-6")),
      on("2026-04-06", use("2026-03-25", "4000", "combined-7")),
      ...closedInTurn("2026-04"),
    ],
    table: `
      2026-01-01 | 600.00 | 0 | ISSUED
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 380.00 | 0 | ISSUED
      2026-04-01 | 225.00 | 0 | ISSUED
      2026-04-05 | 95.00  | 0 | ISSUED
      2026-04-06 | 40.00  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 700.00 | 600.00 | 100.00 | 0 | 0 | 0 | 0
      2026-02 | 380.00 | 700.00 | 380.00 | 0 | 0 | 0 | 0
      2026-03 | 225.00 | 1080.00 | 225.00 | 0 | 0 | 0 | 0
      2026-04 | 55.00 | 1400.00 | 0 | 0 | 0 | 0 | 40.00`,
  },
  {
    // 0.10, 0.12 and 0.144 a call: 100.00, 180.00, and 72.00, of which 20.00 are within 300.00. 800 calls of February are none: 184.00 and 72.00, and 44.00 trued up, so 52.00 are credited. 300 late ones
    // of January take the place of 30.00 of the true-up.
    title: "a commitment whose calls rise by the month: beyond it after all is within, and trued up, and less of that",
    contract: { startDate: from, endDate: "2026-12-31" },
    steps: [
      on(
        from,
        eventType,
        grace(0),
        usageTerm("Calls", {
          ...{ price: "0.10", from, to: "2026-03-31", usageScope: "COMMITMENT" },
          escalator: { type: "PERCENTAGE", amount: "0.20", everyMonths: 1 },
        }),
        commitment({
          trueUpBehavior: "EACH_PERIOD",
          steps: [{ commitmentValue: "300.00", billingTermIds: ["$Calls.id"] }],
        }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "1000")),
      ...closedInTurn("2026-01"),
      on("2026-02-10", use("2026-02-10", "1500")),
      ...closedInTurn("2026-02"),
      on("2026-03-10", use("2026-03-10", "500")),
      ...closedInTurn("2026-03"),
      on("2026-04-05", use("2026-02-20", "-800")),
      on("2026-04-20", use("2026-01-25", "300")),
      ...closedInTurn("2026-04"),
    ],
    table: `
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 180.00 | 0 | ISSUED
      2026-04-01 | 72.00  | 0 | ISSUED
      2026-04-05 | 0.00   | 0 | PAID
      2026-04-20 | 0.00   | 0 | PAID
      2026-04-05 | 52.00  | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 0      | 100.00 | 0 | 0 | 0 | 0
      2026-02 | 180.00 | 100.00 | 180.00 | 0 | 0 | 0 | 0
      2026-03 | 72.00  | 280.00 | 72.00  | 0 | 0 | 0 | 0
      2026-04 | -52.00 | 352.00 | 0      | 0 | 0 | 0 | 52.00`,
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
        callsOfQuarter("0.010"),
        commitment({ commitmentInterval: "MONTHLY", trueUpBehavior: "EACH_PERIOD", steps: committedTo("100.00") }),
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
    // 9,000 calls beyond at 0.02 are 180.00; with 3,000 more all 12,000 cost 0.01: 60.00 less, which no bill can carry.
    title: "overage that becomes cheaper with its last calls",
    contract,
    steps: [
      on(
        from,
        eventType,
        grace(0),
        callsUntil("0.010", "2026-03-31"),
        commitment({
          trueUpBehavior: "EACH_PERIOD",
          overageConfigs: [
            {
              eventTypeId: "$calls.id",
              tierPricingType: "USE_TOP_TIER_PRICE_ONLY",
              overagePricings: [
                { name: "first", tier: 0, conditionValue: "0", price: "0.02" },
                { name: "then", tier: 1, conditionValue: "10000", price: "0.01" },
              ],
            },
          ],
          steps: committedTo("100.00"),
        }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "10000")),
      ...closedInTurn("2026-01"),
      on("2026-02-10", use("2026-02-10", "9000")),
      ...closedInTurn("2026-02"),
      on("2026-03-10", use("2026-03-10", "3000")),
      ...closedInTurn("2026-03", "2026-04"),
    ],
    table: `
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 180.00 | 0 | ISSUED
      2026-03-10 | 60.00 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 0 | 100.00 | 0 | 0 | 0 | 0 | 0
      2026-02 | 180.00 | 100.00 | 180.00 | 0 | 0 | 0 | 0 | 0
      2026-03 | -60.00 | 280.00 | 0 | 0 | 0 | 0 | 60.00 | 0
      2026-04 | 0 | 280.00 | 0 | 0 | 0 | 0 | 60.00 | 0`,
  },
];
