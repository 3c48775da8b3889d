import {
  act,
  approve,
  ask,
  close,
  eventType,
  grace,
  obligation,
  on,
  pobs,
  rejected,
  type Scenario,
  term,
  usageTerm,
} from "./scenario.ts";

// What the other rules leave open (rules 13): balances of revenue entries, memos, what a body may say twice, and codes.

const quarter = { from: "2026-01-01", to: "2026-03-31" };
const entries = (month: string) =>
  ask(
    `revenue entries of ${month}`,
    `/v3/revenue-schedules?filter=timeframe:eq:${month}`,
    ...["amount", "contractLiability", "contractAsset"],
  );
const unknown = "0197f1a0-5c1e-7b9a-9a55-000000000000";
const newPob = (parts: object) => ({
  billingTermGroupId: "$Licence.billingTermGroupId",
  toCreate: [
    {
      ...{ name: "Second", serviceStartDate: "2026-01-01", serviceEndDate: "2026-03-31", transactionPrice: "1.00" },
      ...parts,
    },
  ],
});

const january = { from: "2026-01-01", to: "2026-01-31" };
const commit = "POST /v3/contracts/$contract/commitments";
const committedOn = (billingTermId: string) => ({
  commitments: [
    {
      ...{ commitmentUnitType: "CURRENCY", isFullDuration: true },
      schedules: [
        {
          steps: [{ commitmentValue: "100.00", billingTermIds: [billingTermId] }],
          overageConfigs: [{ eventTypeId: "$calls.id", overagePrice: "2.00" }],
        },
      ],
    },
  ],
});

export const rulings: readonly Scenario[] = [
  {
    // 300.00 for a quarter in advance: 200.00 are owed at the end of January. 100.00 a month in advance, of which January costs half:
    // 250.00 ÷ 3 = 83.33 are earned and 50.00 billed, an asset of 33.33. Each entry shows its own group; the accounts net
    // both per contract, 166.67 and, at the end of February, 100.00 − 16.67 = 83.33.
    title: "revenue entries of closed months have the balances of their group, and journal lines have memos",
    steps: [
      on(
        "2026-01-01",
        act("POST /v3/categories", { name: "Support" }, "category"),
        obligation("Support", { ...quarter, price: "300.00", interval: "QUARTER" }, { categoryId: "$category.id" }),
        obligation("Ramp", {
          ...{ ...quarter, price: "100.00" },
          discounts: [{ type: "PERCENTAGE", amount: "0.5", startDate: "2026-01-01", endDate: "2026-01-31" }],
        }),
        approve,
        entries("2026-01"),
      ),
      on("2026-02-01", close("2026-01"), entries("2026-01")),
      on("2026-03-01", close("2026-02"), entries("2026-02")),
      on("2026-04-01", close("2026-03"), entries("2026-03")),
      on("2026-04-01", ask("January", "/v3/journal-entries?filter=month:eq:2026-01", "lines.1.memo")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Support 300.00 + Ramp 50.00 | 350.00 | ISSUED
      2026-02-01 | Ramp 100.00 | 100.00 | ISSUED
      2026-03-01 | Ramp 100.00 | 100.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 350.00         | Cr CONTRACT_LIABILITY 350.00
      2026-01-31 | Dr CONTRACT_LIABILITY 183.33 | Cr REVENUE 183.33
      2026-02-01 | Dr RECEIVABLE 100.00         | Cr CONTRACT_LIABILITY 100.00
      2026-02-28 | Dr CONTRACT_LIABILITY 183.34 | Cr REVENUE 183.34
      2026-03-01 | Dr RECEIVABLE 100.00         | Cr CONTRACT_LIABILITY 100.00
      2026-03-31 | Dr CONTRACT_LIABILITY 183.33 | Cr REVENUE 183.33
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |  183.33 |  350.00 Dr |          166.67 Cr | 183.33 Cr
      2026-02 |  183.34 |  450.00 Dr |           83.33 Cr | 366.67 Cr
      2026-03 |  183.33 |  550.00 Dr |               0.00 | 550.00 Cr
      ANSWERS
      2026-01-01 | revenue entries of 2026-01 | amount 100.00 | contractLiability null   | contractAsset null
      2026-01-01 | revenue entries of 2026-01 | amount 83.33  | contractLiability null   | contractAsset null
      2026-02-01 | revenue entries of 2026-01 | amount 100.00 | contractLiability 200.00 | contractAsset 0.00
      2026-02-01 | revenue entries of 2026-01 | amount 83.33  | contractLiability 0.00   | contractAsset 33.33
      2026-03-01 | revenue entries of 2026-02 | amount 100.00 | contractLiability 100.00 | contractAsset 0.00
      2026-03-01 | revenue entries of 2026-02 | amount 83.34  | contractLiability 0.00   | contractAsset 16.67
      2026-04-01 | revenue entries of 2026-03 | amount 100.00 | contractLiability 0.00   | contractAsset 0.00
      2026-04-01 | revenue entries of 2026-03 | amount 83.33  | contractLiability 0.00   | contractAsset 0.00
      2026-04-01 | January | lines.1.memo Revenue 2026-01, Support
      2026-04-01 | January | lines.1.memo Invoice INV-000001`,
  },
  {
    // 10 % off 100.00, said in the schedule and beside it: once. A price with leading zeros is the price. A credit of 10.00 of it
    // is known by two names.
    title: "a discount in the billing schedule is one beside it, and both that differ are rejected",
    steps: [
      on(
        "2026-01-01",
        rejected("discounts that differ", "POST /v3/contracts/$contract/obligations", {
          ...{ serviceStartDate: "2026-01-01", serviceEndDate: "2026-01-31" },
          discounts: [{ type: "PERCENTAGE", amount: "0.2" }],
          billingSchedule: {
            ...{
              name: "Hosting",
              startDate: "2026-01-01",
              endDate: "2026-01-31",
              interval: "MONTH",
              billingType: "FLAT",
            },
            ...{ invoiceDateStrategy: "FIRST_OF_PERIOD", pricing: [{ amount: "100.00", amountType: "TOTAL_INVOICE" }] },
            discounts: [{ type: "PERCENTAGE", amount: "0.1" }],
          },
        }),
        obligation(
          "Hosting",
          {
            ...{ price: "0100.00", from: "2026-01-01", to: "2026-01-31" },
            discounts: [{ type: "PERCENTAGE", amount: "0.1" }],
          },
          { discounts: [{ type: "PERCENTAGE", amount: "0.1" }] },
        ),
        rejected("a price beyond all bounds", "POST /v3/contracts/$contract/billing-terms", {
          ...{
            name: "Too much",
            startDate: "2026-01-01",
            endDate: "2026-12-31",
            interval: "MONTH",
            billingType: "UNIT",
          },
          ...{ invoiceDateStrategy: "FIRST_OF_PERIOD", quantity: "999999999" },
          pricing: [{ amount: "9999999999.00", amountType: "PER_ITEM" }],
        }),
        approve,
      ),
      on(
        "2026-01-10",
        act(
          "POST /v3/credit-memos",
          {
            ...{ customerId: "$customer", issueDate: "2026-01-10", reason: "Outage" },
            items: [{ invoiceLineItemId: "$invoices.0.lineItems.0.id", amount: "10.00" }],
          },
          "memo",
        ),
        ask("credit memo", "/v3/credit-memos/$memo.creditMemoId", "total", "creditMemoNumber"),
        rejected(
          "an end before what is invoiced",
          "PATCH /v3/contracts/$contract/billing-terms/$Hosting.billingTermId",
          {
            endDate: "2026-01-20",
          },
        ),
        rejected(
          "a termination before what is invoiced",
          "PATCH /v3/contracts/$contract/billing-terms/$Hosting.billingTermId/terminate",
          { endDate: "2026-01-20" },
        ),
      ),
      on("2026-02-01", close("2026-01")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Hosting 90.00 | 90.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 90.00         | Cr CONTRACT_LIABILITY 90.00
      2026-01-10 | Dr CONTRACT_LIABILITY 10.00 | Cr CUSTOMER_CREDIT 10.00
      2026-01-31 | Dr CONTRACT_LIABILITY 80.00 | Cr REVENUE 80.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE  | CUSTOMER_CREDIT
      2026-01 |   80.00 |   90.00 Dr |               0.00 | 80.00 Cr |        10.00 Cr
      ANSWERS
      2026-01-01 | discounts that differ | 400 VALIDATION_FAILED
      2026-01-01 | a price beyond all bounds | 400 AMOUNT_INVALID
      2026-01-10 | credit memo | total 10.00 | creditMemoNumber CM-000001
      2026-01-10 | an end before what is invoiced | 400 BILLING_TERM_LOCKED
      2026-01-10 | a termination before what is invoiced | 400 BILLING_TERM_LOCKED`,
  },
  {
    // A quarter of 300.00, half of which is measured on 10 February and earned then.
    title:
      "in a batch of performance obligations an unknown product is not found, and progress of tomorrow is rejected",
    pobs: true,
    steps: [
      on(
        "2026-01-01",
        term("Licence", { ...quarter, price: "300.00", interval: "QUARTER" }),
        rejected("a product that nobody has", "POST /v3/contracts/$contract/performance-obligations", {
          ...newPob({ productId: unknown }),
        }),
        rejected("a category that nobody has", "POST /v3/contracts/$contract/performance-obligations", {
          ...newPob({ categoryId: unknown }),
        }),
        pobs("Licence", {
          ...{
            name: "Licence",
            serviceStartDate: "2026-01-01",
            serviceEndDate: "2026-03-31",
            transactionPrice: "300.00",
          },
          ...{ recognitionPattern: "PERCENT_COMPLETE" },
        }),
        approve,
      ),
      on(
        "2026-02-10",
        rejected("progress of tomorrow", "PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id", {
          progress: [{ asOf: "2026-02-11", percentComplete: "0.5" }],
        }),
        act("PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id", {
          progress: [{ asOf: "2026-02-10", percentComplete: "0.5" }],
        }),
        rejected("a performance obligation that nobody has", "POST /v3/contracts/$contract/performance-obligations", {
          billingTermGroupId: "$Licence.billingTermGroupId",
          toUpdate: [{ id: unknown, name: "Third" }],
        }),
      ),
      on("2026-03-01", close("2026-02")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Licence 300.00 | 300.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 300.00         | Cr CONTRACT_LIABILITY 300.00
      2026-02-28 | Dr CONTRACT_LIABILITY 150.00 | Cr REVENUE 150.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |    0.00 |  300.00 Dr |          300.00 Cr |      0.00
      2026-02 |  150.00 |  300.00 Dr |          150.00 Cr | 150.00 Cr
      ANSWERS
      2026-01-01 | a product that nobody has | 404 PRODUCT_NOT_FOUND
      2026-01-01 | a category that nobody has | 404 CATEGORY_NOT_FOUND
      2026-02-10 | progress of tomorrow | 400 VALIDATION_FAILED
      2026-02-10 | a performance obligation that nobody has | 404 POB_NOT_FOUND`,
  },
  {
    // 100.00 are committed for the days of the contract, which nobody repeats, at 1.00 a call and 2.00 beyond. 110 calls: 100.00 and 20.00.
    title:
      "a commitment follows the days of its contract, shows its price for overage as a tier, and takes no term of another one",
    contract: { startDate: "2026-01-01", endDate: "2026-01-31" },
    steps: [
      on(
        "2026-01-01",
        eventType,
        grace(0),
        usageTerm("Calls", { ...january, price: "1.00", usageScope: "COMMITMENT" }),
        act("POST /v3/contracts", { name: "Other", customerId: "$customer" }, "other"),
        act(
          "POST /v3/contracts/$other.id/billing-terms",
          {
            ...{
              name: "Others",
              startDate: "2026-01-01",
              endDate: "2026-01-31",
              interval: "MONTH",
              billingType: "UNIT",
            },
            ...{ invoiceDateStrategy: "ARREARS", eventTypeId: "$calls.id", usageScope: "COMMITMENT" },
            pricing: [{ amount: "1.00", amountType: "PER_ITEM" }],
          },
          "foreign",
        ),
        rejected("a term of another contract", commit, committedOn("$foreign.id")),
        act(commit, committedOn("$Calls.id"), "made"),
        ask(
          "commitment",
          "/v3/commitments/$made.commitmentIds.0",
          ...["schedules.0.startDate", "schedules.0.endDate"],
          ...["schedules.0.overageConfigs.0.overagePrice", "schedules.0.overageConfigs.0.overagePricings.0.price"],
        ),
        approve,
      ),
      on(
        "2026-01-20",
        act("POST /v3/events", {
          ...{ idempotencyKey: "rulings-1", customerId: "$customer", eventTypeId: "$calls.id" },
          ...{ datetime: "2026-01-20T08:00:00Z", value: "110" },
        }),
      ),
      on("2026-02-01", close("2026-01")),
    ],
    worksheet: `
      INVOICES
      2026-02-01 | Calls 100.00 + OVERAGE 20.00 | 120.00 | ISSUED
      JOURNAL
      2026-01-31 | Dr CONTRACT_LIABILITY 120.00  | Cr REVENUE 120.00
      2026-01-31 | Dr UNBILLED_RECEIVABLE 120.00 | Cr CONTRACT_LIABILITY 120.00
      2026-02-01 | Dr CONTRACT_LIABILITY 120.00  | Cr UNBILLED_RECEIVABLE 120.00
      2026-02-01 | Dr RECEIVABLE 120.00          | Cr CONTRACT_LIABILITY 120.00
      MONTH ENDS
      month   | revenue | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE   | RECEIVABLE
      2026-01 |  120.00 |           120.00 Dr |               0.00 | 120.00 Cr |       0.00
      ANSWERS
      2026-01-01 | a term of another contract | 400 BILLING_TERM_INELIGIBLE
      2026-01-01 | commitment | schedules.0.startDate 2026-01-01 | schedules.0.endDate 2026-01-31 | schedules.0.overageConfigs.0.overagePrice 2 | schedules.0.overageConfigs.0.overagePricings.0.price 2`,
  },
];
