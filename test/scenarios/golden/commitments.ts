import { act, approve, close, eventType, grace, on, type Scenario, usageTerm, use } from "./scenario.ts";

const contract = { startDate: "2026-01-01", endDate: "2026-12-31" };
const calls = { from: "2026-01-01", to: "2026-12-31", usageScope: "COMMITMENT" };
const quarter = { startDate: "2026-01-01", endDate: "2026-03-31" };

const commitment = (schedule: object, parts: object = {}) =>
  act("POST /v3/contracts/$contract/commitments", {
    commitments: [{ commitmentUnitType: "CURRENCY", ...parts, schedules: [{ ...quarter, ...schedule }] }],
  });

export const commitments: readonly Scenario[] = [
  {
    // Data model 8.10, March a. The value of 1,200.00 is drawn in two steps: 60,000 calls at 0.010, then 75,000 at 0.008. January:
    // 40,000 × 0.010 = 400.00. February: 20,000 × 0.010 + 30,000 × 0.008 = 200.00 + 240.00. March: 45,000 × 0.008 = 360.00 use the
    // value up; of 75,000 beyond it 50,000 × 0.009 + 25,000 × 0.007 = 450.00 + 175.00 = 625.00. The prepaid 600.00 pay for January
    // and for 200.00 of February. Earned: 400.00, 440.00, 985.00, together 1,200.00 + 625.00.
    title: "a prepaid commitment in two steps, with overage",
    contract,
    steps: [
      on(
        "2026-01-01",
        eventType,
        grace(0),
        usageTerm("First", { ...calls, price: "0.010" }),
        usageTerm("Second", { ...calls, price: "0.008" }),
        commitment({
          commitmentInterval: "QUARTERLY",
          prepaidEnabled: true,
          prepaidValue: "600.00",
          prepaymentScheduleType: "PER_COMMITMENT_PERIOD",
          trueUpBehavior: "EACH_PERIOD",
          steps: [
            { commitmentValue: "600.00", billingTermIds: ["$First.id"] },
            { commitmentValue: "600.00", billingTermIds: ["$Second.id"] },
          ],
          overageConfigs: [
            {
              eventTypeId: "$calls.id",
              overagePricings: [
                { name: "first", tier: 0, conditionValue: "0", price: "0.009" },
                { name: "then", tier: 1, conditionValue: "50000", price: "0.007" },
              ],
            },
          ],
        }),
        approve,
      ),
      on("2026-01-15", use("2026-01-15", "40000")),
      on("2026-02-01", close("2026-01")),
      on("2026-02-15", use("2026-02-15", "50000")),
      on("2026-03-01", close("2026-02")),
      on("2026-03-15", use("2026-03-15", "120000")),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | PREPAYMENT 600.00                                      | 600.00 | ISSUED
      2026-02-01 | First 400.00 + PREPAID_APPLIED -400.00                 | 0.00   | PAID
      2026-03-01 | First 200.00 + Second 240.00 + PREPAID_APPLIED -200.00 | 240.00 | ISSUED
      2026-04-01 | Second 360.00 + OVERAGE 625.00                         | 985.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 600.00          | Cr CONTRACT_LIABILITY 600.00
      2026-01-31 | Dr CONTRACT_LIABILITY 400.00  | Cr REVENUE 400.00
      2026-02-28 | Dr CONTRACT_LIABILITY 440.00  | Cr REVENUE 440.00
      2026-02-28 | Dr UNBILLED_RECEIVABLE 240.00 | Cr CONTRACT_LIABILITY 240.00
      2026-03-01 | Dr CONTRACT_LIABILITY 240.00  | Cr UNBILLED_RECEIVABLE 240.00
      2026-03-01 | Dr RECEIVABLE 240.00          | Cr CONTRACT_LIABILITY 240.00
      2026-03-31 | Dr CONTRACT_LIABILITY 985.00  | Cr REVENUE 985.00
      2026-03-31 | Dr UNBILLED_RECEIVABLE 985.00 | Cr CONTRACT_LIABILITY 985.00
      2026-04-01 | Dr CONTRACT_LIABILITY 985.00  | Cr UNBILLED_RECEIVABLE 985.00
      2026-04-01 | Dr RECEIVABLE 985.00          | Cr CONTRACT_LIABILITY 985.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |  400.00 |  600.00 Dr |                0.00 |          200.00 Cr |  400.00 Cr
      2026-02 |  440.00 |  600.00 Dr |           240.00 Dr |               0.00 |  840.00 Cr
      2026-03 |  985.00 |  840.00 Dr |           985.00 Dr |               0.00 | 1825.00 Cr`,
  },
  {
    // 300.00 are prepaid. 10,000 and 5,000 calls at 0.010 use 100.00 and 50.00; the other 150.00 lapse with the quarter.
    title: "unused prepaid value lapses as breakage",
    contract,
    steps: [
      on(
        "2026-01-01",
        eventType,
        grace(0),
        usageTerm("Calls", { ...calls, price: "0.010" }),
        commitment({
          prepaidEnabled: true,
          prepaidValue: "300.00",
          steps: [{ commitmentValue: "300.00", billingTermIds: ["$Calls.id"] }],
        }),
        approve,
      ),
      on("2026-01-15", use("2026-01-15", "10000")),
      on("2026-02-01", close("2026-01")),
      on("2026-02-15", use("2026-02-15", "5000")),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | PREPAYMENT 300.00                      | 300.00 | ISSUED
      2026-02-01 | Calls 100.00 + PREPAID_APPLIED -100.00 | 0.00   | PAID
      2026-03-01 | Calls 50.00 + PREPAID_APPLIED -50.00   | 0.00   | PAID
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 300.00         | Cr CONTRACT_LIABILITY 300.00
      2026-01-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-02-28 | Dr CONTRACT_LIABILITY 50.00  | Cr REVENUE 50.00
      2026-03-31 | Dr CONTRACT_LIABILITY 150.00 | Cr BREAKAGE_REVENUE 150.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE   | BREAKAGE_REVENUE
      2026-01 |  100.00 |  300.00 Dr |          200.00 Cr | 100.00 Cr |             0.00
      2026-02 |   50.00 |  300.00 Dr |          150.00 Cr | 150.00 Cr |             0.00
      2026-03 |  150.00 |  300.00 Dr |               0.00 | 150.00 Cr |        150.00 Cr`,
  },
  {
    // 100.00 a month at 0.010 a call. January uses 60.00 and falls 40.00 short; February uses 120.00, 20.00 of it overage; March
    // uses 30.00 and falls 70.00 short. Each shortfall is earned with its own month and billed once, 40.00 + 70.00 = 110.00, on
    // the day after the last; overage does not make up for it.
    title: "a commitment by the month, trued up at the end of its schedule",
    contract,
    steps: [
      on(
        "2026-01-01",
        eventType,
        grace(0),
        usageTerm("Calls", { ...calls, price: "0.010" }),
        commitment({
          commitmentInterval: "MONTHLY",
          trueUpBehavior: "END_OF_SCHEDULE",
          steps: [{ commitmentValue: "100.00", billingTermIds: ["$Calls.id"] }],
        }),
        approve,
      ),
      on("2026-01-15", use("2026-01-15", "6000")),
      on("2026-02-01", close("2026-01")),
      on("2026-02-15", use("2026-02-15", "12000")),
      on("2026-03-01", close("2026-02")),
      on("2026-03-15", use("2026-03-15", "3000")),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-02-01 | Calls 60.00                  | 60.00  | ISSUED
      2026-03-01 | Calls 100.00 + OVERAGE 20.00 | 120.00 | ISSUED
      2026-04-01 | Calls 30.00 + TRUE_UP 110.00 | 140.00 | ISSUED
      JOURNAL
      2026-01-31 | Dr CONTRACT_LIABILITY 100.00  | Cr REVENUE 100.00
      2026-01-31 | Dr UNBILLED_RECEIVABLE 100.00 | Cr CONTRACT_LIABILITY 100.00
      2026-02-01 | Dr CONTRACT_LIABILITY 100.00  | Cr UNBILLED_RECEIVABLE 100.00
      2026-02-01 | Dr RECEIVABLE 60.00           | Cr CONTRACT_LIABILITY 60.00
      2026-02-28 | Dr CONTRACT_LIABILITY 120.00  | Cr REVENUE 120.00
      2026-02-28 | Dr UNBILLED_RECEIVABLE 160.00 | Cr CONTRACT_LIABILITY 160.00
      2026-03-01 | Dr CONTRACT_LIABILITY 160.00  | Cr UNBILLED_RECEIVABLE 160.00
      2026-03-01 | Dr RECEIVABLE 120.00          | Cr CONTRACT_LIABILITY 120.00
      2026-03-31 | Dr CONTRACT_LIABILITY 100.00  | Cr REVENUE 100.00
      2026-03-31 | Dr UNBILLED_RECEIVABLE 140.00 | Cr CONTRACT_LIABILITY 140.00
      2026-04-01 | Dr CONTRACT_LIABILITY 140.00  | Cr UNBILLED_RECEIVABLE 140.00
      2026-04-01 | Dr RECEIVABLE 140.00          | Cr CONTRACT_LIABILITY 140.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |  100.00 |       0.00 |           100.00 Dr |               0.00 | 100.00 Cr
      2026-02 |  120.00 |   60.00 Dr |           160.00 Dr |               0.00 | 220.00 Cr
      2026-03 |  100.00 |  180.00 Dr |           140.00 Dr |               0.00 | 320.00 Cr`,
  },
  {
    // As above, but 10,000 calls of March come on 10 April, when the quarter is closed. They draw 100.00 of what had lapsed: in April
    // breakage falls by 100.00 and revenue rises by as much. The prepayment pays for them.
    title: "late calls draw down lapsed prepaid value",
    contract,
    steps: [
      on(
        "2026-01-01",
        eventType,
        grace(0),
        usageTerm("Calls", { ...calls, to: "2026-03-31", price: "0.010" }),
        commitment({
          prepaidEnabled: true,
          prepaidValue: "300.00",
          steps: [{ commitmentValue: "300.00", billingTermIds: ["$Calls.id"] }],
        }),
        approve,
      ),
      on("2026-01-15", use("2026-01-15", "15000")),
      on("2026-04-01", close("2026-03")),
      on("2026-04-10", use("2026-03-20", "10000")),
      on("2026-05-01", close("2026-04")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | PREPAYMENT 300.00                      | 300.00 | ISSUED
      2026-02-01 | Calls 150.00 + PREPAID_APPLIED -150.00 | 0.00   | PAID
      2026-04-01 | Calls 100.00 + PREPAID_APPLIED -100.00 | 0.00   | PAID
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 300.00         | Cr CONTRACT_LIABILITY 300.00
      2026-01-31 | Dr CONTRACT_LIABILITY 150.00 | Cr REVENUE 150.00
      2026-03-31 | Dr CONTRACT_LIABILITY 150.00 | Cr BREAKAGE_REVENUE 150.00
      2026-04-30 | Dr BREAKAGE_REVENUE 100.00   | Cr REVENUE 100.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE   | BREAKAGE_REVENUE
      2026-01 |  150.00 |  300.00 Dr |          150.00 Cr | 150.00 Cr |             0.00
      2026-02 |    0.00 |  300.00 Dr |          150.00 Cr | 150.00 Cr |             0.00
      2026-03 |  150.00 |  300.00 Dr |               0.00 | 150.00 Cr |        150.00 Cr
      2026-04 |    0.00 |  300.00 Dr |               0.00 | 250.00 Cr |         50.00 Cr`,
  },
  {
    // 300.00 are prepaid for the quarter and earned evenly, 100.00 a month, whatever is used; nothing lapses.
    title: "a prepaid commitment earned in a straight line",
    contract,
    steps: [
      on(
        "2026-01-01",
        eventType,
        grace(0),
        usageTerm("Calls", { ...calls, price: "0.010" }),
        commitment(
          {
            prepaidEnabled: true,
            prepaidValue: "300.00",
            steps: [{ commitmentValue: "300.00", billingTermIds: ["$Calls.id"] }],
          },
          { revenueRecognitionPattern: "STRAIGHT_LINE" },
        ),
        approve,
      ),
      on("2026-01-15", use("2026-01-15", "20000")),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | PREPAYMENT 300.00                      | 300.00 | ISSUED
      2026-02-01 | Calls 200.00 + PREPAID_APPLIED -200.00 | 0.00   | PAID
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 300.00         | Cr CONTRACT_LIABILITY 300.00
      2026-01-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-02-28 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-03-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |  100.00 |  300.00 Dr |          200.00 Cr | 100.00 Cr
      2026-02 |  100.00 |  300.00 Dr |          100.00 Cr | 200.00 Cr
      2026-03 |  100.00 |  300.00 Dr |               0.00 | 300.00 Cr`,
  },
  {
    // Three months of 100.00 are prepaid at once. January uses 60.00, and 40.00 lapse with it; February uses 120.00, 20.00 of it
    // overage, unbilled at its end beside March's prepaid 100.00; March uses its 100.00.
    title: "months prepaid at once, with breakage of each month",
    contract,
    steps: [
      on(
        "2026-01-01",
        eventType,
        grace(0),
        usageTerm("Calls", { ...calls, price: "0.010" }),
        commitment({
          commitmentInterval: "MONTHLY",
          prepaidEnabled: true,
          prepaidValue: "100.00",
          prepaymentScheduleType: "FULL_UPFRONT",
          steps: [{ commitmentValue: "100.00", billingTermIds: ["$Calls.id"] }],
        }),
        approve,
      ),
      on("2026-01-15", use("2026-01-15", "6000")),
      on("2026-02-01", close("2026-01")),
      on("2026-02-15", use("2026-02-15", "12000")),
      on("2026-03-01", close("2026-02")),
      on("2026-03-15", use("2026-03-15", "10000")),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | PREPAYMENT 100.00 + PREPAYMENT 100.00 + PREPAYMENT 100.00 | 300.00 | ISSUED
      2026-02-01 | Calls 60.00 + PREPAID_APPLIED -60.00                      | 0.00   | PAID
      2026-03-01 | Calls 100.00 + PREPAID_APPLIED -100.00 + OVERAGE 20.00    | 20.00  | ISSUED
      2026-04-01 | Calls 100.00 + PREPAID_APPLIED -100.00                    | 0.00   | PAID
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 300.00         | Cr CONTRACT_LIABILITY 300.00
      2026-01-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 60.00 + BREAKAGE_REVENUE 40.00
      2026-02-28 | Dr CONTRACT_LIABILITY 120.00 | Cr REVENUE 120.00
      2026-02-28 | Dr UNBILLED_RECEIVABLE 20.00 | Cr CONTRACT_LIABILITY 20.00
      2026-03-01 | Dr CONTRACT_LIABILITY 20.00  | Cr UNBILLED_RECEIVABLE 20.00
      2026-03-01 | Dr RECEIVABLE 20.00          | Cr CONTRACT_LIABILITY 20.00
      2026-03-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE   | BREAKAGE_REVENUE
      2026-01 |  100.00 |  300.00 Dr |                0.00 |          200.00 Cr |  60.00 Cr |         40.00 Cr
      2026-02 |  120.00 |  300.00 Dr |            20.00 Dr |          100.00 Cr | 180.00 Cr |         40.00 Cr
      2026-03 |  100.00 |  320.00 Dr |                0.00 |               0.00 | 280.00 Cr |         40.00 Cr`,
  },
  {
    // 335, 335 and 330 calls at 0.001 use up 1.00 exactly. Through each month 0.335, 0.670, 1.000, rounded 0.34, 0.67, 1.00: the months
    // bill and earn 0.34, 0.33 and 0.33, and never more than the value.
    title: "half cents inside one commitment period are rounded once",
    contract,
    steps: [
      on(
        "2026-01-01",
        eventType,
        grace(0),
        usageTerm("Calls", { ...calls, price: "0.001" }),
        commitment({ trueUpBehavior: "NONE", steps: [{ commitmentValue: "1.00", billingTermIds: ["$Calls.id"] }] }),
        approve,
      ),
      on("2026-01-15", use("2026-01-15", "335")),
      on("2026-02-01", close("2026-01")),
      on("2026-02-15", use("2026-02-15", "335")),
      on("2026-03-01", close("2026-02")),
      on("2026-03-15", use("2026-03-15", "330")),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-02-01 | Calls 0.34 | 0.34 | ISSUED
      2026-03-01 | Calls 0.33 | 0.33 | ISSUED
      2026-04-01 | Calls 0.33 | 0.33 | ISSUED
      JOURNAL
      2026-01-31 | Dr CONTRACT_LIABILITY 0.34  | Cr REVENUE 0.34
      2026-01-31 | Dr UNBILLED_RECEIVABLE 0.34 | Cr CONTRACT_LIABILITY 0.34
      2026-02-01 | Dr CONTRACT_LIABILITY 0.34  | Cr UNBILLED_RECEIVABLE 0.34
      2026-02-01 | Dr RECEIVABLE 0.34          | Cr CONTRACT_LIABILITY 0.34
      2026-02-28 | Dr CONTRACT_LIABILITY 0.33  | Cr REVENUE 0.33
      2026-02-28 | Dr UNBILLED_RECEIVABLE 0.33 | Cr CONTRACT_LIABILITY 0.33
      2026-03-01 | Dr CONTRACT_LIABILITY 0.33  | Cr UNBILLED_RECEIVABLE 0.33
      2026-03-01 | Dr RECEIVABLE 0.33          | Cr CONTRACT_LIABILITY 0.33
      2026-03-31 | Dr CONTRACT_LIABILITY 0.33  | Cr REVENUE 0.33
      2026-03-31 | Dr UNBILLED_RECEIVABLE 0.33 | Cr CONTRACT_LIABILITY 0.33
      2026-04-01 | Dr CONTRACT_LIABILITY 0.33  | Cr UNBILLED_RECEIVABLE 0.33
      2026-04-01 | Dr RECEIVABLE 0.33          | Cr CONTRACT_LIABILITY 0.33
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |    0.34 |       0.00 |             0.34 Dr |               0.00 | 0.34 Cr
      2026-02 |    0.33 |    0.34 Dr |             0.33 Dr |               0.00 | 0.67 Cr
      2026-03 |    0.33 |    0.67 Dr |             0.33 Dr |               0.00 | 1.00 Cr`,
  },
  {
    // 50 units at 1.00, then 50 at 0.80, a month: 90.00. The first 30 of each month, 30.00, are prepaid on 1 January. January uses 70:
    // 50.00 + 16.00 = 66.00, of which 36.00 are to bill, and falls 24.00 short; February uses nothing: 30.00 lapse, 60.00 fall short;
    // March uses all. What is prepaid for one month pays for no other: at the end of January 36.00 + 24.00 wait for their bill while
    // 60.00 are held for February and March; at the end of February 24.00 + 60.00 wait and 30.00 are held.
    title: "prepaid by the month with a true-up at the end of the schedule: prepaid values of months are not netted",
    contract,
    steps: [
      on(
        "2026-01-01",
        eventType,
        grace(0),
        usageTerm("First", { ...calls, price: "1.00" }),
        usageTerm("Second", { ...calls, price: "0.80" }),
        commitment(
          {
            commitmentInterval: "MONTHLY",
            prepaidEnabled: true,
            prepaidValue: "30",
            prepaymentScheduleType: "FULL_UPFRONT",
            trueUpBehavior: "END_OF_SCHEDULE",
            steps: [
              { commitmentValue: "50", billingTermIds: ["$First.id"] },
              { commitmentValue: "50", billingTermIds: ["$Second.id"] },
            ],
          },
          { commitmentUnitType: "UNITS" },
        ),
        approve,
      ),
      on("2026-01-15", use("2026-01-15", "70", "true-up-1")),
      on("2026-02-01", close("2026-01")),
      on("2026-03-01", close("2026-02")),
      on("2026-03-15", use("2026-03-15", "100", "true-up-2")),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | PREPAYMENT 30.00 + PREPAYMENT 30.00 + PREPAYMENT 30.00                  | 90.00  | ISSUED
      2026-02-01 | First 50.00 + Second 16.00 + PREPAID_APPLIED -30.00                     | 36.00  | ISSUED
      2026-04-01 | First 50.00 + Second 40.00 + PREPAID_APPLIED -30.00 + TRUE_UP 84.00     | 144.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 90.00           | Cr CONTRACT_LIABILITY 90.00
      2026-01-31 | Dr CONTRACT_LIABILITY 90.00   | Cr REVENUE 90.00
      2026-01-31 | Dr UNBILLED_RECEIVABLE 60.00  | Cr CONTRACT_LIABILITY 60.00
      2026-02-01 | Dr CONTRACT_LIABILITY 60.00   | Cr UNBILLED_RECEIVABLE 60.00
      2026-02-01 | Dr RECEIVABLE 36.00           | Cr CONTRACT_LIABILITY 36.00
      2026-02-28 | Dr CONTRACT_LIABILITY 90.00   | Cr REVENUE 60.00 + BREAKAGE_REVENUE 30.00
      2026-02-28 | Dr UNBILLED_RECEIVABLE 84.00  | Cr CONTRACT_LIABILITY 84.00
      2026-03-01 | Dr CONTRACT_LIABILITY 84.00   | Cr UNBILLED_RECEIVABLE 84.00
      2026-03-31 | Dr CONTRACT_LIABILITY 90.00   | Cr REVENUE 90.00
      2026-03-31 | Dr UNBILLED_RECEIVABLE 144.00 | Cr CONTRACT_LIABILITY 144.00
      2026-04-01 | Dr CONTRACT_LIABILITY 144.00  | Cr UNBILLED_RECEIVABLE 144.00
      2026-04-01 | Dr RECEIVABLE 144.00          | Cr CONTRACT_LIABILITY 144.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE   | BREAKAGE_REVENUE
      2026-01 |   90.00 |   90.00 Dr |            60.00 Dr |           60.00 Cr |  90.00 Cr |             0.00
      2026-02 |   90.00 |  126.00 Dr |            84.00 Dr |           30.00 Cr | 150.00 Cr |         30.00 Cr
      2026-03 |   90.00 |  126.00 Dr |           144.00 Dr |               0.00 | 240.00 Cr |         30.00 Cr`,
  },
];
