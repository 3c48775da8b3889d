import { approve, close, eventType, grace, obligation, on, usageTerm, use } from "../../golden/scenario.ts";
import { closedInTurn, commitment, creditOfLine, type Deal } from "../deal.ts";

// Commitments over several periods: in tiers, in units, straight-line, trued up by the period or at the end.

const [from, to] = ["2026-01-01", "2026-12-31"];
const contract = { startDate: from, endDate: to };
const calls = (price: string, until: string, parts: object = {}) =>
  usageTerm("Calls", { price, from, to: until, usageScope: "COMMITMENT", ...parts });
const committedTo = (commitmentValue: string) => [{ commitmentValue, billingTermIds: ["$Calls.id"] }];

export const drawdownAndTrueUpDeals: readonly Deal[] = [
  {
    // 0.10 for the first 1,000 calls of a month, 0.05 beyond. 150.00 + 125.00, and of March's 350.00 225.00 are within the 500.00. 500 late calls
    // of February cost 25.00, and as much of March is beyond. In the second quarter 100.00 are used, 400.00 trued up.
    title: "a commitment in monthly tiers, and late calls once its first quarter is final",
    contract,
    steps: [
      on(
        from,
        eventType,
        grace(0),
        calls("0.10", "2026-06-30", {
          pricingType: "TIERED",
          pricing: [
            { tier: 0, amount: "0.10", amountType: "PER_ITEM", tierMinimum: "0" },
            { tier: 1, amount: "0.05", amountType: "PER_ITEM", tierMinimum: "1000" },
          ],
        }),
        commitment({
          endDate: "2026-06-30",
          commitmentInterval: "QUARTERLY",
          trueUpBehavior: "EACH_PERIOD",
          steps: committedTo("500.00"),
        }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "2000")),
      ...closedInTurn("2026-01"),
      on("2026-02-10", use("2026-02-10", "1500")),
      ...closedInTurn("2026-02"),
      on("2026-03-10", use("2026-03-10", "6000")),
      ...closedInTurn("2026-03"),
      on("2026-04-20", use("2026-02-12", "500")),
      ...closedInTurn("2026-04", "2026-05"),
      on("2026-06-10", use("2026-06-10", "1000")),
      ...closedInTurn("2026-06", "2026-07"),
    ],
    table: `
      2026-02-01 | 150.00 | 0 | ISSUED
      2026-03-01 | 125.00 | 0 | ISSUED
      2026-04-01 | 350.00 | 0 | ISSUED
      2026-05-01 | 25.00 | 0 | ISSUED
      2026-07-01 | 500.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 150.00 | 0 | 150.00 | 0 | 0 | 0 | 0 | 850.00
      2026-02 | 125.00 | 150.00 | 125.00 | 0 | 0 | 0 | 0 | 725.00
      2026-03 | 350.00 | 275.00 | 350.00 | 0 | 0 | 0 | 0 | 500.00
      2026-04 | 25.00 | 625.00 | 25.00 | 0 | 0 | 0 | 0 | 500.00
      2026-05 | 0 | 650.00 | 0 | 0 | 0 | 0 | 0 | 500.00
      2026-06 | 500.00 | 650.00 | 500.00 | 0 | 0 | 0 | 0 | 0
      2026-07 | 0 | 1150.00 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 300.00 a month whatever is used. 600.00 of the first quarter are trued up, and 150.00 of that credited. 250.00 of March come late: what is
    // billed for them comes off the true-up.
    title: "a commitment recognized straight-line whose true-up is credited before late calls take its place",
    contract,
    steps: [
      on(
        from,
        eventType,
        grace(0),
        calls("0.010", "2026-06-30"),
        commitment(
          {
            endDate: "2026-06-30",
            commitmentInterval: "QUARTERLY",
            trueUpBehavior: "EACH_PERIOD",
            steps: committedTo("900.00"),
          },
          { revenueRecognitionPattern: "STRAIGHT_LINE" },
        ),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "20000")),
      ...closedInTurn("2026-01"),
      on("2026-02-10", use("2026-02-10", "10000")),
      ...closedInTurn("2026-02", "2026-03"),
      on("2026-04-15", creditOfLine(2, 0, "2026-04-15", "150.00")),
      on("2026-04-20", use("2026-03-10", "25000")),
      ...closedInTurn("2026-04", "2026-05", "2026-06", "2026-07"),
    ],
    table: `
      2026-02-01 | 200.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 600.00 | 0 | ISSUED
      2026-04-01 | 0.00 | 0 | PAID
      2026-07-01 | 900.00 | 0 | ISSUED
      2026-04-15 | 150.00 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 300.00 | 0 | 300.00 | 0 | 0 | 0 | 0 | 1500.00
      2026-02 | 300.00 | 200.00 | 400.00 | 0 | 0 | 0 | 0 | 1200.00
      2026-03 | 300.00 | 300.00 | 600.00 | 0 | 0 | 0 | 0 | 900.00
      2026-04 | 150.00 | 900.00 | 300.00 | 0 | 0 | 0 | 150.00 | 600.00
      2026-05 | 300.00 | 900.00 | 600.00 | 0 | 0 | 0 | 150.00 | 300.00
      2026-06 | 300.00 | 900.00 | 900.00 | 0 | 0 | 0 | 150.00 | 0
      2026-07 | 0 | 1800.00 | 0 | 0 | 0 | 0 | 150.00 | 0`,
  },
  {
    // 1,000 units a month at 0.333, 0.500 beyond. January's 1,200 were 800: 100.000 less, on February's bill, though 66.600 of it are trued up.
    title: "units in dinars: what was beyond the commitment becomes a true-up",
    contract: { ...contract, currency: "KWD" },
    steps: [
      on(
        from,
        eventType,
        grace(0),
        calls("0.333", "2026-03-31"),
        commitment(
          {
            commitmentInterval: "MONTHLY",
            trueUpBehavior: "EACH_PERIOD",
            overageConfigs: [{ eventTypeId: "$calls.id", overagePrice: "0.5" }],
            steps: committedTo("1000"),
          },
          { commitmentUnitType: "UNITS" },
        ),
        approve,
      ),
      on("2026-01-25", use("2026-01-25", "1200")),
      ...closedInTurn("2026-01"),
      on("2026-02-10", use("2026-01-25", "-400"), use("2026-02-10", "1000")),
      ...closedInTurn("2026-02", "2026-03", "2026-04"),
    ],
    table: `
      2026-02-01 | 433.000 | 0 | ISSUED
      2026-03-01 | 233.000 | 0 | ISSUED
      2026-04-01 | 333.000 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 433.000 | 0 | 433.000 | 0 | 0 | 0 | 0 | 666.000
      2026-02 | 233.000 | 433.000 | 333.000 | 0 | 100.000 | 0 | 0 | 333.000
      2026-03 | 333.000 | 666.000 | 333.000 | 0 | 0 | 0 | 0 | 0
      2026-04 | 0 | 999.000 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 60.00 are trued up. 50.00 of January take 40.00 of that and 10.00 beyond; 70.00 less in February are 20.00 beyond and 50.00 that are trued up.
    title: "a true-up at the end of the schedule, and late calls of two months after it",
    contract,
    steps: [
      on(
        from,
        eventType,
        grace(0),
        calls("0.010", "2026-03-31"),
        commitment({ commitmentInterval: "MONTHLY", trueUpBehavior: "END_OF_SCHEDULE", steps: committedTo("100.00") }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "6000")),
      on("2026-02-20", use("2026-02-20", "12000")),
      on("2026-03-20", use("2026-03-20", "8000")),
      ...closedInTurn("2026-03"),
      on("2026-04-10", use("2026-01-25", "5000")),
      on("2026-04-12", use("2026-02-25", "-7000")),
      ...closedInTurn("2026-04"),
    ],
    table: `
      2026-02-01 | 60.00 | 0 | ISSUED
      2026-03-01 | 120.00 | 0 | ISSUED
      2026-04-01 | 140.00 | 0 | ISSUED
      2026-04-10 | 10.00 | 0 | ISSUED
      2026-04-12 | 50.00 | 0 | ISSUED
      2026-04-12 | 70.00 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 0 | 100.00 | 0 | 0 | 0 | 0 | 200.00
      2026-02 | 120.00 | 60.00 | 160.00 | 0 | 0 | 0 | 0 | 100.00
      2026-03 | 100.00 | 180.00 | 140.00 | 0 | 0 | 0 | 0 | 0
      2026-04 | -10.00 | 380.00 | 0 | 0 | 0 | 0 | 70.00 | 0`,
  },
  {
    // 300.000 a quarter in arrears, 330.000 in the second year: 105.000 a month, of which time alone is waited for up to 100.000, then 110.000. 50.000 a month are trued up,
    // but February 2027, whose 90.000 of calls are sent in March.
    title: "a clock that leaps over fourteen months of due work",
    contract: { currency: "KWD", startDate: from, endDate: "2027-12-31" },
    steps: [
      on(
        from,
        eventType,
        grace(0),
        obligation("Platform", {
          ...{ price: "300.000", interval: "QUARTER", invoiceDateStrategy: "ARREARS", from, to: "2027-12-31" },
          escalator: { type: "PERCENTAGE", amount: "0.10" },
        }),
        calls("0.010", "2027-12-31"),
        commitment({
          endDate: "2027-12-31",
          commitmentInterval: "MONTHLY",
          trueUpBehavior: "EACH_PERIOD",
          steps: committedTo("50.000"),
        }),
        approve,
      ),
      on("2027-03-15", use("2027-02-20", "9000")),
      on("2027-04-01", close("2027-03")),
    ],
    table: `
      2026-02-01 | 50.000 | 0 | ISSUED
      2026-03-01 | 50.000 | 0 | ISSUED
      2026-04-01 | 350.000 | 0 | ISSUED
      2026-05-01 | 50.000 | 0 | ISSUED
      2026-06-01 | 50.000 | 0 | ISSUED
      2026-07-01 | 350.000 | 0 | ISSUED
      2026-08-01 | 50.000 | 0 | ISSUED
      2026-09-01 | 50.000 | 0 | ISSUED
      2026-10-01 | 350.000 | 0 | ISSUED
      2026-11-01 | 50.000 | 0 | ISSUED
      2026-12-01 | 50.000 | 0 | ISSUED
      2027-01-01 | 350.000 | 0 | ISSUED
      2027-02-01 | 50.000 | 0 | ISSUED
      2027-03-01 | 50.000 | 0 | ISSUED
      2027-03-01 | 40.000 | 0 | ISSUED
      2027-04-01 | 380.000 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 155.000 | 0 | 150.000 | 5.000 | 0 | 0 | 0 | 3565.000
      2026-02 | 155.000 | 50.000 | 250.000 | 10.000 | 0 | 0 | 0 | 3410.000
      2026-03 | 155.000 | 100.000 | 350.000 | 15.000 | 0 | 0 | 0 | 3255.000
      2026-04 | 155.000 | 450.000 | 150.000 | 20.000 | 0 | 0 | 0 | 3100.000
      2026-05 | 155.000 | 500.000 | 250.000 | 25.000 | 0 | 0 | 0 | 2945.000
      2026-06 | 155.000 | 550.000 | 350.000 | 30.000 | 0 | 0 | 0 | 2790.000
      2026-07 | 155.000 | 900.000 | 150.000 | 35.000 | 0 | 0 | 0 | 2635.000
      2026-08 | 155.000 | 950.000 | 250.000 | 40.000 | 0 | 0 | 0 | 2480.000
      2026-09 | 155.000 | 1000.000 | 350.000 | 45.000 | 0 | 0 | 0 | 2325.000
      2026-10 | 155.000 | 1350.000 | 150.000 | 50.000 | 0 | 0 | 0 | 2170.000
      2026-11 | 155.000 | 1400.000 | 250.000 | 55.000 | 0 | 0 | 0 | 2015.000
      2026-12 | 155.000 | 1450.000 | 350.000 | 60.000 | 0 | 0 | 0 | 1860.000
      2027-01 | 155.000 | 1800.000 | 160.000 | 55.000 | 0 | 0 | 0 | 1705.000
      2027-02 | 195.000 | 1850.000 | 310.000 | 50.000 | 0 | 0 | 0 | 1550.000
      2027-03 | 155.000 | 1940.000 | 380.000 | 45.000 | 0 | 0 | 0 | 1395.000`,
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
