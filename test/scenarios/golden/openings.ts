import { act, approve, close, eventType, grace, obligation, on, type Scenario, use } from "./scenario.ts";

const from = "2026-05-01";

/** A year in advance, quarters in arrears, and months in advance that share an invoice with the year. */
const parts = [
  obligation("Platform", { price: "1200.00", interval: "YEAR", from, to: "2027-04-30" }),
  obligation("Support", {
    price: "300.00",
    interval: "QUARTER",
    invoiceDateStrategy: "ARREARS",
    from,
    to: "2027-04-30",
  }),
  obligation("Training", { price: "50.00", from, to: "2026-12-31" }),
];
const afterwards = [on("2026-08-01", close("2026-07")), on("2026-09-01", close("2026-08"))];

const platform = obligation("Platform", { price: "1200.00", interval: "YEAR", from: "2026-01-01", to: "2026-12-31" });
const open = (body: object) => act("POST /v3/contracts/$contract/opening", body);
const halfYear = (rest: object) =>
  open({
    asOf: "2026-06-30",
    billingTerms: [{ billingTermId: "$Platform.billingTermId", invoicedThrough: "2026-12-31", billed: "1200.00" }],
    performanceObligations: [{ performanceObligationId: "$Platform.performanceObligationId", recognized: "550.00" }],
    ...rest,
  });

const calls = {
  ...{ from: "2026-01-01", to: "2026-12-31", usageScope: "COMMITMENT", eventTypeId: "$calls.id" },
  ...{ invoiceDateStrategy: "ARREARS", billingType: "UNIT" },
};

/** The commitment of "a prepaid commitment in two steps, with overage" (`commitments.ts`). */
const quarter = act(
  "POST /v3/contracts/$contract/commitments",
  {
    commitments: [
      {
        commitmentUnitType: "CURRENCY",
        schedules: [
          {
            ...{ startDate: "2026-01-01", endDate: "2026-03-31", commitmentInterval: "QUARTERLY" },
            ...{ prepaidEnabled: true, prepaidValue: "600.00", prepaymentScheduleType: "PER_COMMITMENT_PERIOD" },
            trueUpBehavior: "EACH_PERIOD",
            steps: [
              { commitmentValue: "600.00", billingTermIds: ["$First.billingTermId"] },
              { commitmentValue: "600.00", billingTermIds: ["$Second.billingTermId"] },
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
          },
        ],
      },
    ],
  },
  "committed",
);

export const openings: readonly Scenario[] = [
  {
    // The book that ran from the start; the next one is loaded from its figures at the end of June. A month earns Platform 100.00,
    // Support 100.00 and Training 50.00. By the end of June it has billed 1,250.00 + 50.00 and recognized 500.00; two months of
    // Support wait for time alone. So contract liability = 1,300.00 − 500.00 + 200.00 = 1,000.00.
    title: "a contract that runs from May",
    steps: [
      on(from, ...parts, approve),
      on("2026-05-20", act("POST /v3/invoices/$invoices.0.id/payments", { amount: "850.00" })),
      on("2026-06-10", act("POST /v3/invoices/$invoices.1.id/payments", {})),
      on("2026-07-01", close("2026-06")),
      ...afterwards,
    ],
    worksheet: `
      INVOICES
      2026-05-01 | Platform 1200.00 + Training 50.00 | 1250.00 | PARTIALLY_PAID
      2026-06-01 | Training 50.00                    |   50.00 | PAID
      2026-07-01 | Training 50.00                    |   50.00 | ISSUED
      2026-08-01 | Support 300.00 + Training 50.00   |  350.00 | ISSUED
      2026-09-01 | Training 50.00                    |   50.00 | ISSUED
      JOURNAL
      2026-05-01 | Dr RECEIVABLE 1250.00         | Cr CONTRACT_LIABILITY 1250.00
      2026-05-20 | Dr CASH 850.00                | Cr RECEIVABLE 850.00
      2026-05-31 | Dr CONTRACT_LIABILITY 250.00  | Cr REVENUE 250.00
      2026-05-31 | Dr UNBILLED_RECEIVABLE 100.00 | Cr CONTRACT_LIABILITY 100.00
      2026-06-01 | Dr CONTRACT_LIABILITY 100.00  | Cr UNBILLED_RECEIVABLE 100.00
      2026-06-01 | Dr RECEIVABLE 50.00           | Cr CONTRACT_LIABILITY 50.00
      2026-06-10 | Dr CASH 50.00                 | Cr RECEIVABLE 50.00
      2026-06-30 | Dr CONTRACT_LIABILITY 250.00  | Cr REVENUE 250.00
      2026-06-30 | Dr UNBILLED_RECEIVABLE 200.00 | Cr CONTRACT_LIABILITY 200.00
      2026-07-01 | Dr CONTRACT_LIABILITY 200.00  | Cr UNBILLED_RECEIVABLE 200.00
      2026-07-01 | Dr RECEIVABLE 50.00           | Cr CONTRACT_LIABILITY 50.00
      2026-07-31 | Dr CONTRACT_LIABILITY 250.00  | Cr REVENUE 250.00
      2026-07-31 | Dr UNBILLED_RECEIVABLE 300.00 | Cr CONTRACT_LIABILITY 300.00
      2026-08-01 | Dr CONTRACT_LIABILITY 300.00  | Cr UNBILLED_RECEIVABLE 300.00
      2026-08-01 | Dr RECEIVABLE 350.00          | Cr CONTRACT_LIABILITY 350.00
      2026-08-31 | Dr CONTRACT_LIABILITY 250.00  | Cr REVENUE 250.00
      2026-08-31 | Dr UNBILLED_RECEIVABLE 100.00 | Cr CONTRACT_LIABILITY 100.00
      2026-09-01 | Dr CONTRACT_LIABILITY 100.00  | Cr UNBILLED_RECEIVABLE 100.00
      2026-09-01 | Dr RECEIVABLE 50.00           | Cr CONTRACT_LIABILITY 50.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE    | CASH
      2026-05 |  250.00 |  400.00 Dr |           100.00 Dr |         1100.00 Cr |  250.00 Cr | 850.00 Dr
      2026-06 |  250.00 |  400.00 Dr |           200.00 Dr |         1000.00 Cr |  500.00 Cr | 900.00 Dr
      2026-07 |  250.00 |  450.00 Dr |           300.00 Dr |          900.00 Cr |  750.00 Cr | 900.00 Dr
      2026-08 |  250.00 |  800.00 Dr |           100.00 Dr |          800.00 Cr | 1000.00 Cr | 900.00 Dr`,
  },
  {
    // The same as of 30 June. The invoice of May is open with 400.00 of 1,250.00, that of June is settled: 850.00 + 50.00 were
    // paid. 200.00 + 200.00 + 100.00 were recognized. Clearing has what cash less revenue has in the old ledger: 900.00 − 500.00.
    //
    //          RECEIVABLE                    CONTRACT_LIABILITY                MIGRATION_CLEARING
    //   R-17     1,250.00 |             opening   500.00 | R-17    1,250.00     opening 400.00 |
    //   settled     50.00 | opening 900.00               | settled    50.00
    //   30 June    400.00 |                              | 30 June   800.00, and 200.00 unbilled
    //
    // From the end of June on, every account but those of cash and revenue is what it is above.
    title: "the same contract, loaded as of 30 June",
    steps: [
      on(
        "2026-07-01",
        ...parts,
        open({
          asOf: "2026-06-30",
          billingTerms: [
            { billingTermId: "$Platform.billingTermId", invoicedThrough: "2027-04-30", billed: "1200.00" },
            { billingTermId: "$Training.billingTermId", invoicedThrough: "2026-06-30", billed: "100.00" },
          ],
          performanceObligations: [
            { performanceObligationId: "$Platform.performanceObligationId", recognized: "200.00" },
            { performanceObligationId: "$Support.performanceObligationId", recognized: "200.00" },
            { performanceObligationId: "$Training.performanceObligationId", recognized: "100.00" },
          ],
          openInvoices: [
            {
              ...{ invoiceNumber: "R-17", issueDate: "2026-05-01", dueDate: "2026-05-31" },
              ...{ total: "1250.00", balance: "400.00" },
            },
          ],
        }),
        close("2026-06"),
      ),
      ...afterwards,
    ],
    worksheet: `
      INVOICES
      2026-07-01 | Training 50.00                    |   50.00 | ISSUED
      2026-08-01 | Support 300.00 + Training 50.00   |  350.00 | ISSUED
      2026-09-01 | Training 50.00                    |   50.00 | ISSUED
      2026-06-30 | Training 50.00                    |   50.00 | PAID
      2026-06-30 | Platform 1200.00 + Training 50.00 | 1250.00 | PARTIALLY_PAID
      JOURNAL
      2026-06-30 | Dr RECEIVABLE 1250.00         | Cr CONTRACT_LIABILITY 1250.00
      2026-06-30 | Dr RECEIVABLE 50.00           | Cr CONTRACT_LIABILITY 50.00
      2026-06-30 | Dr CONTRACT_LIABILITY 500.00 + MIGRATION_CLEARING 400.00 | Cr RECEIVABLE 900.00
      2026-06-30 | Dr UNBILLED_RECEIVABLE 200.00 | Cr CONTRACT_LIABILITY 200.00
      2026-07-01 | Dr CONTRACT_LIABILITY 200.00  | Cr UNBILLED_RECEIVABLE 200.00
      2026-07-01 | Dr RECEIVABLE 50.00           | Cr CONTRACT_LIABILITY 50.00
      2026-07-31 | Dr CONTRACT_LIABILITY 250.00  | Cr REVENUE 250.00
      2026-07-31 | Dr UNBILLED_RECEIVABLE 300.00 | Cr CONTRACT_LIABILITY 300.00
      2026-08-01 | Dr CONTRACT_LIABILITY 300.00  | Cr UNBILLED_RECEIVABLE 300.00
      2026-08-01 | Dr RECEIVABLE 350.00          | Cr CONTRACT_LIABILITY 350.00
      2026-08-31 | Dr CONTRACT_LIABILITY 250.00  | Cr REVENUE 250.00
      2026-08-31 | Dr UNBILLED_RECEIVABLE 100.00 | Cr CONTRACT_LIABILITY 100.00
      2026-09-01 | Dr CONTRACT_LIABILITY 100.00  | Cr UNBILLED_RECEIVABLE 100.00
      2026-09-01 | Dr RECEIVABLE 50.00           | Cr CONTRACT_LIABILITY 50.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE   | MIGRATION_CLEARING
      2026-06 |    0.00 |  400.00 Dr |           200.00 Dr |         1000.00 Cr |      0.00 |          400.00 Dr
      2026-07 |  250.00 |  450.00 Dr |           300.00 Dr |          900.00 Cr | 250.00 Cr |          400.00 Dr
      2026-08 |  250.00 |  800.00 Dr |           100.00 Dr |          800.00 Cr | 500.00 Cr |          400.00 Dr`,
  },
  {
    // 1,200.00 for 2026, of which the old books recognized 550.00 and the pattern 600.00. The 50.00 are earned over the six months
    // that are left, 8.33 in July, 16.67 − 8.33 = 8.34 in August.
    title: "less recognized than by the pattern: the difference is spread over the rest",
    steps: [on("2026-07-01", platform, halfYear({}), close("2026-06")), ...afterwards],
    worksheet: `
      INVOICES
      2026-06-30 | Platform 1200.00 | 1200.00 | PAID
      JOURNAL
      2026-06-30 | Dr RECEIVABLE 1200.00        | Cr CONTRACT_LIABILITY 1200.00
      2026-06-30 | Dr CONTRACT_LIABILITY 550.00 + MIGRATION_CLEARING 650.00 | Cr RECEIVABLE 1200.00
      2026-07-31 | Dr CONTRACT_LIABILITY 108.33 | Cr REVENUE 108.33
      2026-08-31 | Dr CONTRACT_LIABILITY 108.34 | Cr REVENUE 108.34
      MONTH ENDS
      month   | revenue | CONTRACT_LIABILITY | REVENUE   | MIGRATION_CLEARING
      2026-06 |    0.00 |          650.00 Cr |      0.00 |          650.00 Dr
      2026-07 |  108.33 |          541.67 Cr | 108.33 Cr |          650.00 Dr
      2026-08 |  108.34 |          433.33 Cr | 216.67 Cr |          650.00 Dr`,
  },
  {
    // The same, caught up: July has 100.00 of its own and the 50.00. June is closed twice, and the second time posts nothing.
    title: "less recognized than by the pattern: the difference catches up after the opening",
    steps: [
      on(
        "2026-07-01",
        platform,
        halfYear({ difference: "CATCH_UP" }),
        close("2026-06"),
        act("POST /v3/month-end-close/reopen-period?month=2026-06&reason=again"),
        close("2026-06"),
      ),
      ...afterwards,
    ],
    worksheet: `
      INVOICES
      2026-06-30 | Platform 1200.00 | 1200.00 | PAID
      JOURNAL
      2026-06-30 | Dr RECEIVABLE 1200.00        | Cr CONTRACT_LIABILITY 1200.00
      2026-06-30 | Dr CONTRACT_LIABILITY 550.00 + MIGRATION_CLEARING 650.00 | Cr RECEIVABLE 1200.00
      2026-07-31 | Dr CONTRACT_LIABILITY 150.00 | Cr REVENUE 150.00
      2026-08-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      MONTH ENDS
      month   | revenue | CONTRACT_LIABILITY | REVENUE   | MIGRATION_CLEARING
      2026-06 |    0.00 |          650.00 Cr |      0.00 |          650.00 Dr
      2026-06 |    0.00 |          650.00 Cr |      0.00 |          650.00 Dr
      2026-07 |  150.00 |          500.00 Cr | 150.00 Cr |          650.00 Dr
      2026-08 |  100.00 |          400.00 Cr | 250.00 Cr |          650.00 Dr`,
  },
  {
    // "A prepaid commitment in two steps, with overage" (`commitments.ts`), loaded as of 28 February. The old books billed 600.00 in
    // advance, which is not paid, and January: 400.00 less 400.00 prepaid. They recognized 400.00 + 440.00. 40,000 and 50,000 calls
    // come along, so 840.00 of the 1,200.00 are used, and 200.00 of what is prepaid are left for February.
    //
    //          RECEIVABLE              CONTRACT_LIABILITY                    MIGRATION_CLEARING
    //   R-1       600.00 |     opening   840.00 | R-1            600.00              | opening 840.00
    //   28 Feb    600.00 |                      | 28 February      0.00, and 240.00 unbilled
    //
    // From March on it is entry by entry as there.
    title: "a commitment in progress, loaded as of 28 February",
    contract: { startDate: "2026-01-01", endDate: "2026-12-31" },
    steps: [
      on(
        "2026-03-01",
        eventType,
        grace(0),
        obligation("First", { ...calls, price: "0.010" }),
        obligation("Second", { ...calls, price: "0.008" }),
        quarter,
        open({
          asOf: "2026-02-28",
          commitments: [
            { commitmentId: "$committed.commitments.0.id", invoicedThrough: "2026-01-31", billed: "600.00" },
          ],
          usage: [
            { eventTypeId: "$calls.id", date: "2026-01-01", quantity: "40000" },
            { eventTypeId: "$calls.id", date: "2026-02-01", quantity: "50000" },
          ],
          performanceObligations: [
            { performanceObligationId: "$First.performanceObligationId", recognized: "600.00" },
            { performanceObligationId: "$Second.performanceObligationId", recognized: "240.00" },
          ],
          openInvoices: [
            {
              ...{ invoiceNumber: "R-1", issueDate: "2026-01-01", dueDate: "2026-01-31" },
              ...{ total: "600.00", balance: "600.00" },
              periods: [{ billingTermId: "$First.billingTermId", startDate: "2026-01-01", isPrepayment: true }],
            },
          ],
        }),
        close("2026-02"),
      ),
      on("2026-03-15", use("2026-03-15", "120000")),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-03-01 | First 200.00 + Second 240.00 + PREPAID_APPLIED -200.00 | 240.00 | ISSUED
      2026-04-01 | Second 360.00 + OVERAGE 625.00                         | 985.00 | ISSUED
      2026-02-28 | First 400.00 + PREPAID_APPLIED -400.00                 | 0.00   | PAID
      2026-02-28 | PREPAYMENT 600.00                                      | 600.00 | ISSUED
      JOURNAL
      2026-02-28 | Dr RECEIVABLE 600.00          | Cr CONTRACT_LIABILITY 600.00
      2026-02-28 | Dr CONTRACT_LIABILITY 840.00  | Cr MIGRATION_CLEARING 840.00
      2026-02-28 | Dr UNBILLED_RECEIVABLE 240.00 | Cr CONTRACT_LIABILITY 240.00
      2026-03-01 | Dr CONTRACT_LIABILITY 240.00  | Cr UNBILLED_RECEIVABLE 240.00
      2026-03-01 | Dr RECEIVABLE 240.00          | Cr CONTRACT_LIABILITY 240.00
      2026-03-31 | Dr CONTRACT_LIABILITY 985.00  | Cr REVENUE 985.00
      2026-03-31 | Dr UNBILLED_RECEIVABLE 985.00 | Cr CONTRACT_LIABILITY 985.00
      2026-04-01 | Dr CONTRACT_LIABILITY 985.00  | Cr UNBILLED_RECEIVABLE 985.00
      2026-04-01 | Dr RECEIVABLE 985.00          | Cr CONTRACT_LIABILITY 985.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE   | MIGRATION_CLEARING
      2026-02 |    0.00 |  600.00 Dr |           240.00 Dr |               0.00 |      0.00 |          840.00 Cr
      2026-03 |  985.00 |  840.00 Dr |           985.00 Dr |               0.00 | 985.00 Cr |          840.00 Cr`,
  },
  {
    // 50.00 less than the pattern, spread over six months: July has 8.33 of them. On 10 August, July being closed, the term is ended with
    // September: it bills 900.00, and 300.00 are credited. July keeps its 108.33. The 41.67 that are left go over August and September,
    // 20.84 and 20.83, beside their 100.00.
    title:
      "the spread part of a difference stays in months before an end, and the rest is spread over the remaining months",
    steps: [
      on(
        "2026-07-01",
        obligation("Platform", {
          ...{ price: "1200.00", interval: "YEAR", from: "2026-01-01", to: "2026-12-31", prorationPolicy: "MONTH" },
        }),
        halfYear({}),
        close("2026-06"),
      ),
      on("2026-08-01", close("2026-07")),
      on(
        "2026-08-10",
        act("PATCH /v3/contracts/$contract/billing-terms/$Platform.billingTermId/terminate", {
          ...{ endDate: "2026-09-30", creditUnused: true },
        }),
      ),
      on("2026-11-01", close("2026-10")),
    ],
    worksheet: `
      INVOICES
      2026-06-30 | Platform 1200.00 | 1200.00 | PAID
      JOURNAL
      2026-06-30 | Dr RECEIVABLE 1200.00        | Cr CONTRACT_LIABILITY 1200.00
      2026-06-30 | Dr CONTRACT_LIABILITY 550.00 + MIGRATION_CLEARING 650.00 | Cr RECEIVABLE 1200.00
      2026-07-31 | Dr CONTRACT_LIABILITY 108.33 | Cr REVENUE 108.33
      2026-08-10 | Dr CONTRACT_LIABILITY 300.00 | Cr CUSTOMER_CREDIT 300.00
      2026-08-31 | Dr CONTRACT_LIABILITY 120.84 | Cr REVENUE 120.84
      2026-09-30 | Dr CONTRACT_LIABILITY 120.83 | Cr REVENUE 120.83
      MONTH ENDS
      month   | revenue | CUSTOMER_CREDIT | CONTRACT_LIABILITY | REVENUE   | MIGRATION_CLEARING
      2026-06 |    0.00 |            0.00 |          650.00 Cr |      0.00 |          650.00 Dr
      2026-07 |  108.33 |            0.00 |          541.67 Cr | 108.33 Cr |          650.00 Dr
      2026-08 |  120.84 |       300.00 Cr |          120.83 Cr | 229.17 Cr |          650.00 Dr
      2026-09 |  120.83 |       300.00 Cr |               0.00 | 350.00 Cr |          650.00 Dr
      2026-10 |    0.00 |       300.00 Cr |               0.00 | 350.00 Cr |          650.00 Dr`,
  },
];
