import { act, approve, eventType, grace, on, rejected, usageTerm, use } from "../../golden/scenario.ts";
import { closedInTurn, commitment, creditOfLine, type Deal, taxed } from "../deal.ts";

// Prepaid commitments: in instalments, written off, credited, and taxed otherwise than the usage they pay for.

const [from, to] = ["2026-01-01", "2026-12-31"];
const contract = { startDate: from, endDate: to };
const calls = (price: string, until: string, parts: object = {}) =>
  usageTerm("Calls", { price, from, to: until, usageScope: "COMMITMENT", ...parts });
const committedTo = (commitmentValue: string) => [{ commitmentValue, billingTermIds: ["$Calls.id"] }];
const committedPath = "/v3/contracts/$contract/commitments/$committed.commitments.0.id";
const exempt = act("PATCH /v3/customers/$customer", { taxInfo: { isTaxExempt: true } });
const firstInvoiceIs = (action: string) => act("POST /v3/invoices/$invoices.0.id/actions", { action });
const itemOf = (name: string, taxCategory: string) => act("POST /v3/items", { name, taxCategory }, name);
const prepaidOf = (prepaidItem: string, parts: object = {}) =>
  commitment({
    commitmentInterval: "MONTHLY",
    trueUpBehavior: "NONE",
    prepaidEnabled: true,
    prepaidValue: "100.00",
    prepaymentScheduleType: "PER_COMMITMENT_PERIOD",
    prepaymentIntegrationItem: `$${prepaidItem}.id`,
    steps: committedTo("100.00"),
    ...parts,
  });

export const prepaymentDeals: readonly Deal[] = [
  {
    // 100.00 a month are prepaid. January uses 120.00, and then it was 50.00 less: 30.00 lapse in place of 20.00 beyond, so 20.00 come off
    // February's bill, 30.00 beyond its 100.00. March uses 40.00, and 60.00 lapse.
    title: "calls that were fewer than what is prepaid after all, when more had been billed",
    contract,
    steps: [
      on(
        from,
        eventType,
        grace(0),
        ...taxed("0.20"),
        calls("0.010", "2026-03-31"),
        commitment({
          commitmentInterval: "MONTHLY",
          trueUpBehavior: "NONE",
          prepaidEnabled: true,
          prepaidValue: "100.00",
          prepaymentScheduleType: "PER_COMMITMENT_PERIOD",
          steps: committedTo("100.00"),
        }),
        approve,
      ),
      on("2026-01-25", use("2026-01-25", "12000")),
      ...closedInTurn("2026-01"),
      on("2026-02-10", use("2026-01-25", "-5000"), use("2026-02-10", "13000")),
      ...closedInTurn("2026-02"),
      on("2026-03-10", use("2026-03-10", "4000")),
      ...closedInTurn("2026-03", "2026-04"),
    ],
    table: `
      2026-01-01 | 120.00 | 20.00 | ISSUED
      2026-02-01 | 144.00 | 24.00 | ISSUED
      2026-03-01 | 132.00 | 22.00 | ISSUED
      2026-04-01 | 0.00 | 0 | PAID
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 120.00 | 120.00 | 20.00 | 0 | 0 | 20.00 | 0 | 200.00
      2026-02 | 110.00 | 264.00 | 30.00 | 0 | 20.00 | 44.00 | 0 | 100.00
      2026-03 | 100.00 | 396.00 | 0 | 0 | 0 | 66.00 | 0 | 0
      2026-04 | 0 | 396.00 | 0 | 0 | 0 | 66.00 | 0 | 0`,
  },
  {
    // Four months of 100.00 are billed at once, so the commitment cannot end with February; what was prepaid for March and April is credited.
    // Of March's 50.00 nobody pays anything, and nothing is left to lapse.
    title: "months prepaid at once, which cannot be ended, and the last two of them credited",
    contract,
    steps: [
      on(
        from,
        eventType,
        grace(0),
        calls("0.010", "2026-04-30"),
        commitment({
          endDate: "2026-04-30",
          commitmentInterval: "MONTHLY",
          trueUpBehavior: "NONE",
          prepaidEnabled: true,
          prepaidValue: "100.00",
          prepaymentScheduleType: "FULL_UPFRONT",
          steps: committedTo("100.00"),
        }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "7000")),
      ...closedInTurn("2026-01"),
      on(
        "2026-02-10",
        use("2026-02-10", "10000"),
        rejected(
          "SCHEDULE_INVOICE_GATE",
          "POST /v3/contracts/$contract/commitments/$committed.commitments.0.id/terminate",
          {
            endDate: "2026-02-28",
          },
        ),
        creditOfLine(0, 2, "2026-02-10", "100.00"),
        creditOfLine(0, 3, "2026-02-10", "100.00"),
      ),
      ...closedInTurn("2026-02"),
      on("2026-03-10", use("2026-03-10", "5000")),
      ...closedInTurn("2026-03", "2026-04", "2026-05"),
    ],
    table: `
      2026-01-01 | 400.00 | 0 | ISSUED
      2026-02-01 | 0.00 | 0 | PAID
      2026-03-01 | 0.00 | 0 | PAID
      2026-04-01 | 0.00 | 0 | PAID
      2026-02-10 | 100.00 | 0 | OPEN
      2026-02-10 | 100.00 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 400.00 | 0 | 0 | 300.00 | 0 | 0 | 300.00
      2026-02 | 100.00 | 400.00 | 0 | 0 | 0 | 0 | 200.00 | 0
      2026-03 | 0 | 400.00 | 0 | 0 | 0 | 0 | 200.00 | 0
      2026-04 | 0 | 400.00 | 0 | 0 | 0 | 0 | 200.00 | 0
      2026-05 | 0 | 400.00 | 0 | 0 | 0 | 0 | 200.00 | 0`,
  },
  {
    // The prepayment of 10,000 is voided and comes again without tax. 300 calls at 33 are 9,900. Of 40 calls 100 ÷ 33 draw the last 100; 36.97 are
    // beyond at 50: 1,848.48. With ten more they are 2,348.48.
    title: "a prepayment in yen, voided once it was drawn and billed again without tax",
    contract: { ...contract, currency: "JPY" },
    steps: [
      on(
        from,
        eventType,
        grace(0),
        ...taxed("0.10"),
        calls("33", "2026-03-31"),
        commitment({
          trueUpBehavior: "NONE",
          prepaidEnabled: true,
          prepaidValue: "10000",
          overageConfigs: [{ eventTypeId: "$calls.id", overagePrice: "50" }],
          steps: committedTo("10000"),
        }),
        approve,
      ),
      on("2026-01-15", use("2026-01-15", "300")),
      on("2026-01-20", exempt, act("POST /v3/invoices/$invoices.0.id/actions", { action: "VOID" })),
      ...closedInTurn("2026-01"),
      on("2026-02-10", use("2026-02-10", "40")),
      ...closedInTurn("2026-02"),
      on("2026-03-10", use("2026-03-10", "10")),
      ...closedInTurn("2026-03", "2026-04"),
    ],
    table: `
      2026-01-01 | 11000 | 1000 | VOID
      2026-01-01 | 10000 | 0 | ISSUED
      2026-02-01 | 0 | 0 | PAID
      2026-03-01 | 1848 | 0 | ISSUED
      2026-04-01 | 500 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 9900 | 10000 | 0 | 0 | 100 | 0 | 0 | 100
      2026-02 | 1948 | 10000 | 1848 | 0 | 0 | 0 | 0 | 0
      2026-03 | 500 | 11848 | 500 | 0 | 0 | 0 | 0 | 0
      2026-04 | 0 | 12348 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // A third of 100.00 is billed each month. Of January's 80.00 only 33.33 are, so 46.67 wait for time alone; February draws the last 20.00.
    title: "a prepayment in instalments, drawn ahead of them",
    contract,
    steps: [
      on(
        from,
        eventType,
        grace(0),
        ...taxed("0.20"),
        calls("0.010", "2026-03-31"),
        commitment({
          trueUpBehavior: "NONE",
          prepaidEnabled: true,
          prepaidValue: "100.00",
          prepaymentScheduleType: "SPLIT_ACROSS_BILLING_PERIODS",
          steps: committedTo("100.00"),
        }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "8000")),
      ...closedInTurn("2026-01"),
      on("2026-02-10", use("2026-02-10", "3000")),
      ...closedInTurn("2026-02"),
      on("2026-03-10", use("2026-03-10", "500")),
      ...closedInTurn("2026-03", "2026-04"),
    ],
    table: `
      2026-01-01 | 40.00 | 6.67 | ISSUED
      2026-02-01 | 40.01 | 6.67 | ISSUED
      2026-03-01 | 52.00 | 8.67 | ISSUED
      2026-04-01 | 6.00 | 1.00 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 80.00 | 40.00 | 46.67 | 0 | 0 | 6.67 | 0 | 20.00
      2026-02 | 30.00 | 80.01 | 43.33 | 0 | 0 | 13.34 | 0 | 0
      2026-03 | 5.00 | 132.01 | 5.00 | 0 | 0 | 22.01 | 0 | 0
      2026-04 | 0 | 138.01 | 0 | 0 | 0 | 23.01 | 0 | 0`,
  },
  {
    // 100.00 a month, 20.00 more used in January and 50.00 trued up in February. From April 500.00, of which 300.00 are prepaid in three parts:
    // April draws all of them and 100.00 beyond, May 100.00 more and 50.00 of overage.
    title: "months, and then a quarter prepaid in instalments, changed before it begins",
    contract,
    steps: [
      on(
        from,
        eventType,
        grace(0),
        calls("0.010", "2026-06-30"),
        commitment({ commitmentInterval: "MONTHLY", trueUpBehavior: "EACH_PERIOD", steps: committedTo("100.00") }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "12000")),
      ...closedInTurn("2026-01"),
      on(
        "2026-02-10",
        use("2026-02-10", "5000"),
        act(
          `POST ${committedPath}/schedules`,
          {
            startDate: "2026-04-01",
            endDate: "2026-06-30",
            commitmentInterval: "QUARTERLY",
            trueUpBehavior: "EACH_PERIOD",
            prepaidEnabled: true,
            prepaidValue: "240.00",
            prepaymentScheduleType: "SPLIT_ACROSS_BILLING_PERIODS",
            steps: committedTo("500.00"),
          },
          "second",
        ),
      ),
      ...closedInTurn("2026-02"),
      on(
        "2026-03-10",
        use("2026-03-10", "10000"),
        act(`PATCH ${committedPath}/schedules/$second.id`, { prepaidValue: "300.00" }),
      ),
      ...closedInTurn("2026-03"),
      on(
        "2026-04-10",
        use("2026-04-10", "40000"),
        rejected("SCHEDULE_HAS_INVOICED_PERIODS", `DELETE ${committedPath}/schedules/$second.id`),
      ),
      ...closedInTurn("2026-04"),
      on("2026-05-10", use("2026-05-10", "15000")),
      ...closedInTurn("2026-05", "2026-06"),
    ],
    table: `
      2026-02-01 | 120.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | ISSUED
      2026-04-01 | 200.00 | 0 | ISSUED
      2026-05-01 | 200.00 | 0 | ISSUED
      2026-06-01 | 250.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 120.00 | 0 | 120.00 | 0 | 0 | 0 | 0 | 200.00
      2026-02 | 100.00 | 120.00 | 100.00 | 0 | 0 | 0 | 0 | 600.00
      2026-03 | 100.00 | 220.00 | 100.00 | 0 | 0 | 0 | 0 | 500.00
      2026-04 | 400.00 | 420.00 | 300.00 | 0 | 0 | 0 | 0 | 100.00
      2026-05 | 150.00 | 620.00 | 250.00 | 0 | 0 | 0 | 0 | 0
      2026-06 | 0 | 870.00 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // By 10 February 140.00 of 300.00 are used and lost, 160.00 are owed no more: nobody pays for what is used later. Owed again, February catches up 60.00, and March is
    // 20.00 used and 80.00 lapsed.
    title: "months prepaid at once, written off, not used, and reinstated",
    contract,
    steps: [
      on(
        from,
        eventType,
        grace(0),
        calls("0.010", "2026-03-31"),
        commitment({
          commitmentInterval: "MONTHLY",
          trueUpBehavior: "NONE",
          prepaidEnabled: true,
          prepaidValue: "100.00",
          prepaymentScheduleType: "FULL_UPFRONT",
          steps: committedTo("100.00"),
        }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "10000")),
      ...closedInTurn("2026-01"),
      on("2026-02-05", use("2026-02-05", "4000")),
      on("2026-02-10", firstInvoiceIs("MARK_UNCOLLECTIBLE")),
      on("2026-02-20", use("2026-02-20", "3000")),
      ...closedInTurn("2026-02"),
      on("2026-03-10", use("2026-03-10", "2000")),
      on("2026-03-20", firstInvoiceIs("REINSTATE")),
      ...closedInTurn("2026-03"),
    ],
    table: `
      2026-01-01 | 300.00 | 0 | ISSUED
      2026-02-01 | 0.00 | 0 | PAID
      2026-03-01 | 0.00 | 0 | PAID
      2026-04-01 | 0.00 | 0 | PAID
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 300.00 | 0 | 0 | 200.00 | 0 | 0 | 200.00
      2026-02 | 40.00 | 0 | 0 | 0 | 0 | 0 | 0 | 0
      2026-03 | 160.00 | 300.00 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // The tax of what is prepaid comes off with it: in February 20.00 of the next month less 14.00, in March nothing is left of it.
    title: "prepaid with tax, used without",
    contract,
    steps: [
      on(
        from,
        eventType,
        grace(0),
        ...taxed("0.20"),
        itemOf("Taxed", "S"),
        itemOf("Free", "Z"),
        calls("0.010", "2026-03-31", { itemId: "$Free.id" }),
        prepaidOf("Taxed"),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "7000")),
      ...closedInTurn("2026-01"),
      on("2026-02-10", use("2026-02-10", "15000")),
      ...closedInTurn("2026-02", "2026-03", "2026-04"),
    ],
    table: `
      2026-01-01 | 120.00 | 20.00 | ISSUED
      2026-02-01 | 106.00 | 6.00 | ISSUED
      2026-03-01 | 150.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 120.00 | 0 | 0 | 0 | 20.00 | 0 | 200.00
      2026-02 | 150.00 | 226.00 | 50.00 | 0 | 0 | 26.00 | 0 | 100.00
      2026-03 | 100.00 | 376.00 | 0 | 0 | 0 | 26.00 | 0 | 0
      2026-04 | 0 | 376.00 | 0 | 0 | 0 | 26.00 | 0 | 0`,
  },
  {
    // What pays for calls without tax takes none back where nothing is beside it, for no bill is below zero: 70.00 are billed anew without
    // tax, and credited with 14.00. What lapses keeps its 6.00.
    title: "a month prepaid with tax, used without",
    contract,
    steps: [
      on(
        from,
        eventType,
        grace(0),
        ...taxed("0.20"),
        itemOf("Taxed", "S"),
        itemOf("Free", "Z"),
        calls("0.010", "2026-01-31", { itemId: "$Free.id" }),
        prepaidOf("Taxed", { endDate: "2026-01-31" }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "7000")),
      ...closedInTurn("2026-01", "2026-02"),
    ],
    table: `
      2026-01-01 | 120.00 | 20.00 | ISSUED
      2026-02-01 | 70.00 | 0 | ISSUED
      2026-02-01 | 84.00 | 14.00 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 120.00 | 0 | 0 | 0 | 20.00 | 0 | 0
      2026-02 | 0 | 190.00 | 0 | 0 | 0 | 6.00 | 84.00 | 0`,
  },
  {
    // The item of the prepayment has no tax, calls have 20 %: 14.00 of 70.00, and 30.00 of 150.00.
    title: "prepaid without tax, used with it",
    contract,
    steps: [
      on(
        from,
        eventType,
        grace(0),
        ...taxed("0.20"),
        itemOf("Taxed", "S"),
        itemOf("Free", "Z"),
        calls("0.010", "2026-02-28", { itemId: "$Taxed.id" }),
        prepaidOf("Free", { endDate: "2026-02-28" }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "7000")),
      ...closedInTurn("2026-01"),
      on("2026-02-10", use("2026-02-10", "15000")),
      ...closedInTurn("2026-02", "2026-03"),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 114.00 | 14.00 | ISSUED
      2026-03-01 | 80.00 | 30.00 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 100.00 | 0 | 0 | 0 | 0 | 0 | 100.00
      2026-02 | 150.00 | 214.00 | 50.00 | 0 | 0 | 14.00 | 0 | 0
      2026-03 | 0 | 294.00 | 0 | 0 | 0 | 44.00 | 0 | 0`,
  },
];
