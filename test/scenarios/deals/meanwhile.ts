import { act, approve, close, eventType, grace, on, pobs, term, usageTerm, use } from "../golden/scenario.ts";
import { closedInTurn, commitment, creditOfLine, type Deal } from "./deal.ts";

// Bills that are void, lost or corrected while what they are for goes on: usage that comes late, and work that is measured.

const from = "2026-01-01";
const voided = (memo: number) => act(`POST /v3/credit-memos/$memos.${memo}.id/void`, { reason: "In error" });
const progress = (...reports: readonly [string, string][]) =>
  act("PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id", {
    progress: reports.map(([asOf, percentComplete]) => ({ asOf, percentComplete })),
  });
const mails = (day: string, value: string) =>
  act("POST /v3/events", {
    ...{ idempotencyKey: `combined-mails-${day}`, customerId: "$customer", eventTypeId: "$mails.id" },
    ...{ datetime: `${day}T08:00:00Z`, value },
  });

/** Months with usage on their 20th, closed in turn. */
const used = (...months: readonly (readonly [string, string])[]) =>
  months.flatMap(([month, value]) => [
    on(`${month}-20`, use(`${month}-20`, value, `meanwhile-${month}`)),
    ...closedInTurn(month),
  ]);

export const meanwhileDeals: readonly Deal[] = [
  {
    // 30.00 are used in January, and 20.00 make it 50.00. That line is credited, and the credit is void; 45.00 come late, so that the bill, void and made anew, has 75.00.
    title: "a minimum that is credited, the credit void, and the bill voided and billed again with late calls",
    steps: [
      on(
        from,
        eventType,
        grace(0),
        usageTerm("Calls", { price: "0.01", from, to: "2026-03-31", minimumAmount: "50.00" }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "3000", "combined-1")),
      ...closedInTurn("2026-01"),
      on("2026-02-05", creditOfLine(0, 1, "2026-02-05", "20.00")),
      on("2026-02-06", voided(0)),
      on("2026-02-10", use("2026-01-25", "4500", "combined-2")),
      on("2026-02-12", act("POST /v3/invoices/$invoices.0.id/actions", { action: "VOID" })),
      ...closedInTurn("2026-02", "2026-03", "2026-04"),
    ],
    table: `
      2026-02-01 | 50.00 | 0 | VOID
      2026-02-01 | 75.00 | 0 | ISSUED
      2026-03-01 | 50.00 | 0 | ISSUED
      2026-04-01 | 50.00 | 0 | ISSUED
      2026-02-05 | 20.00 | 0 | VOID
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 50.00 | 0 | 50.00 | 0 | 0 | 0 | 0
      2026-02 | 75.00 | 75.00 | 50.00 | 0 | 0 | 0 | 0
      2026-03 | 50.00 | 125.00 | 50.00 | 0 | 0 | 0 | 0
      2026-04 | 0 | 175.00 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 1,200.00 are done before the milestone, and are an asset until it is reached; then 900.00 of 3,000.00 are not done yet. In March it is lost: 2,100.00 of bad debt. What is done then is nobody's, until all of
    // it is paid.
    title: "an asset that becomes a bill by its milestone, which is written off, and paid after all is done",
    pobs: true,
    steps: [
      on(
        from,
        term("Build", { price: "3000.00", from, to: from, interval: "NONE", trigger: "MILESTONE" }),
        pobs("Build", {
          ...{ name: "Build", serviceStartDate: from, serviceEndDate: "2026-03-31" },
          ...{ transactionPrice: "3000.00", recognitionPattern: "PERCENT_COMPLETE" },
        }),
        approve,
      ),
      on("2026-02-01", progress(["2026-01-31", "0.4"]), close("2026-01")),
      on(
        "2026-02-20",
        act("POST /v3/contracts/$contract/billing-terms/$Build.id/milestone", { reachedOn: "2026-02-20" }),
      ),
      on("2026-03-01", progress(["2026-01-31", "0.4"], ["2026-02-28", "0.7"]), close("2026-02")),
      on("2026-03-10", act("POST /v3/invoices/$invoices.0.id/actions", { action: "MARK_UNCOLLECTIBLE" })),
      on("2026-03-31", progress(["2026-01-31", "0.4"], ["2026-02-28", "0.7"], ["2026-03-31", "1"])),
      ...closedInTurn("2026-03"),
      on("2026-04-15", act("POST /v3/invoices/$invoices.0.id/payments", { amount: "3000.00" })),
      ...closedInTurn("2026-04"),
    ],
    table: `
      2026-02-20 | 3000.00 | 0 | PAID
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 1200.00 | 0 | 0 | 1200.00 | 0 | 0 | 0
      2026-02 | 900.00 | 3000.00 | 0 | 0 | 900.00 | 0 | 0
      2026-03 | 0 | 0 | 0 | 0 | 0 | 0 | 0
      2026-04 | 900.00 | 0 | 0 | 0 | 0 | 0 | 0`,
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
