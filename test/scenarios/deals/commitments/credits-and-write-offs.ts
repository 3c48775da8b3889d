import { act, approve, close, eventType, grace, on, usageTerm, use } from "../../golden/scenario.ts";
import { closedInTurn, commitment, credit, creditOfLine, type Deal } from "../deal.ts";

// Invoices of commitments credited, written off or billed again, and less usage than was invoiced.

const from = "2026-01-01";
const invoiceIs = (index: number, action: string, parts: object = {}) =>
  act(`POST /v3/invoices/$invoices.${index}.id/actions`, { action, ...parts });
const pay = (index: number, amount: string, parts: object = {}, as?: string) =>
  act(`POST /v3/invoices/$invoices.${index}.id/payments`, { amount, ...parts }, as);
const contract = { startDate: from, endDate: "2026-12-31" };
const calls = (price: string, until: string) =>
  usageTerm("Calls", { price, from, to: until, usageScope: "COMMITMENT" });
const committedTo = (commitmentValue: string) => [{ commitmentValue, billingTermIds: ["$Calls.id"] }];
const mails = (day: string, value: string, idempotencyKey: string) =>
  act("POST /v3/events", {
    ...{ idempotencyKey, customerId: "$customer", eventTypeId: "$mails.id", datetime: `${day}T08:00:00Z`, value },
  });
const later = { ...use("2026-01-19", "900"), as: "later" };
const forget = act("DELETE /v3/events/$later.id");
const start = "2026-01-01";
const firstInvoiceIs = (action: string) => act("POST /v3/invoices/$invoices.0.id/actions", { action });
/** 1,200.00 are committed for a quarter at 0.010 a call, 600.00 of it prepaid on its first day. */
const prepaidQuarter = on(
  start,
  eventType,
  grace(0),
  usageTerm("Calls", { price: "0.010", from: start, to: "2026-03-31", usageScope: "COMMITMENT" }),
  act("POST /v3/contracts/$contract/commitments", {
    commitments: [
      {
        commitmentUnitType: "CURRENCY",
        schedules: [
          {
            ...{ startDate: start, endDate: "2026-03-31", trueUpBehavior: "EACH_PERIOD" },
            ...{ prepaidEnabled: true, prepaidValue: "600.00" },
            steps: [{ commitmentValue: "1200.00", billingTermIds: ["$Calls.id"] }],
          },
        ],
      },
    ],
  }),
  approve,
);

export const creditsAndWriteOffDeals: readonly Deal[] = [
  {
    // 100.00 a month, trued up by the month: 40.00 and 60.00, then 100.00, which are lost. From March on trued up at the end: 70.00 and 30.00 short. April uses 120.00. 30.00 of
    // late calls of February take the place of as much of its true-up, on one bill of their own. Ended with April, all of the rest is on the last bill.
    title:
      "trued up by the month and then at the end: a true-up that is written off, late calls of its month, and an early end",
    contract: { startDate: from, endDate: "2026-12-31" },
    steps: [
      on(
        from,
        eventType,
        grace(0),
        usageTerm("Calls", { price: "0.010", from, to: "2026-06-30", usageScope: "COMMITMENT" }),
        act(
          "POST /v3/contracts/$contract/commitments",
          {
            commitments: [
              {
                commitmentUnitType: "CURRENCY",
                schedules: (
                  [
                    [from, "2026-02-28", "EACH_PERIOD"],
                    ["2026-03-01", "2026-06-30", "END_OF_SCHEDULE"],
                  ] as const
                ).map(([startDate, endDate, trueUpBehavior]) => {
                  const steps = [{ commitmentValue: "100.00", billingTermIds: ["$Calls.id"] }];
                  return { startDate, endDate, trueUpBehavior, commitmentInterval: "MONTHLY", steps };
                }),
              },
            ],
          },
          "committed",
        ),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "4000")),
      ...closedInTurn("2026-01", "2026-02"),
      on("2026-03-20", use("2026-03-20", "7000")),
      on("2026-03-25", invoiceIs(1, "MARK_UNCOLLECTIBLE")),
      ...closedInTurn("2026-03"),
      on("2026-04-10", use("2026-02-12", "3000"), use("2026-04-10", "12000")),
      on(
        "2026-04-20",
        act("POST /v3/contracts/$contract/commitments/$committed.commitments.0.id/terminate", {
          endDate: "2026-04-30",
        }),
      ),
      ...closedInTurn("2026-04"),
      on("2026-05-10", pay(1, "100.00")),
      ...closedInTurn("2026-05"),
    ],
    table: `
      2026-02-01 | 100.00 | 0 | ISSUED
      2026-03-01 | 100.00 | 0 | PAID
      2026-04-01 | 70.00  | 0 | ISSUED
      2026-04-10 | 0.00   | 0 | PAID
      2026-05-01 | 150.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 0      | 100.00 | 0 | 0 | 0 | 0 | 500.00
      2026-02 | 100.00 | 100.00 | 100.00 | 0 | 0 | 0 | 0 | 400.00
      2026-03 | 100.00 | 100.00 | 100.00 | 0 | 0 | 0 | 0 | 300.00
      2026-04 | 120.00 | 170.00 | 150.00 | 0 | 0 | 0 | 0 | 0
      2026-05 | 0      | 320.00 | 0      | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 100.00 were billed in advance, and 70.00 less 70.00 in arrears. With 70.00 of the usage credited 30.00 are left of the period.
    title: "usage and its prepayment both credited: no more than was billed together",
    contract,
    steps: [
      on(
        from,
        eventType,
        grace(0),
        calls("0.010", "2026-01-31"),
        commitment({
          endDate: "2026-01-31",
          trueUpBehavior: "NONE",
          prepaidEnabled: true,
          prepaidValue: "100.00",
          steps: committedTo("100.00"),
        }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "7000")),
      ...closedInTurn("2026-01"),
      on("2026-02-05", creditOfLine(1, 0, "2026-02-05", "70.00")),
      on(
        "2026-02-06",
        { ...creditOfLine(0, 0, "2026-02-06", "30.01"), rejectedAs: "EXCEEDS_INVOICE_LINE" },
        creditOfLine(0, 0, "2026-02-06", "30.00"),
      ),
      ...closedInTurn("2026-02", "2026-03"),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 0.00 | 0 | PAID
      2026-02-05 | 70.00 | 0 | OPEN
      2026-02-06 | 30.00 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 100.00 | 0 | 0 | 0 | 0 | 0 | 0
      2026-02 | -100.00 | 100.00 | 0 | 0 | 0 | 0 | 100.00 | 0
      2026-03 | 0 | 100.00 | 0 | 0 | 0 | 0 | 100.00 | 0`,
  },
  {
    // 100.00 and 100.00 beyond, of which 60.00 are credited. 4,000 calls less are 80.00 of overage, on the bill of February: 100.00 − 60.00 − 80.00.
    title: "overage credited in part, and then fewer calls",
    contract,
    steps: [
      on(
        from,
        eventType,
        grace(0),
        calls("0.010", "2026-02-28"),
        commitment({
          endDate: "2026-02-28",
          commitmentInterval: "MONTHLY",
          trueUpBehavior: "EACH_PERIOD",
          overageConfigs: [{ eventTypeId: "$calls.id", overagePrice: "0.02" }],
          steps: committedTo("100.00"),
        }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "15000")),
      ...closedInTurn("2026-01"),
      on("2026-02-05", creditOfLine(0, 1, "2026-02-05", "60.00")),
      on("2026-02-10", use("2026-01-20", "-4000"), use("2026-02-10", "10000")),
      ...closedInTurn("2026-02", "2026-03"),
    ],
    table: `
      2026-02-01 | 200.00 | 0 | ISSUED
      2026-03-01 | 20.00 | 0 | ISSUED
      2026-02-05 | 60.00 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 200.00 | 0 | 200.00 | 0 | 0 | 0 | 0 | 100.00
      2026-02 | -40.00 | 200.00 | 100.00 | 0 | 80.00 | 0 | 60.00 | 0
      2026-03 | 0 | 220.00 | 0 | 0 | 0 | 0 | 60.00 | 0`,
  },
  {
    // 100.00 a month, 70.00 with 90.00 credited: February makes good 30.00 and is 70.00 beyond, which wait for their bill beside the 70.00 that March is prepaid.
    title: "prepaid and recognized straight-line, credited in part, and exceeded",
    contract,
    steps: [
      on(
        from,
        eventType,
        grace(0),
        calls("0.010", "2026-03-31"),
        commitment(
          { trueUpBehavior: "NONE", prepaidEnabled: true, prepaidValue: "300.00", steps: committedTo("300.00") },
          { revenueRecognitionPattern: "STRAIGHT_LINE" },
        ),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "12000")),
      ...closedInTurn("2026-01"),
      on("2026-02-10", creditOfLine(0, 0, "2026-02-10", "90.00"), use("2026-02-10", "25000")),
      ...closedInTurn("2026-02", "2026-03"),
    ],
    table: `
      2026-01-01 | 300.00 | 0 | ISSUED
      2026-02-01 | 0.00 | 0 | PAID
      2026-03-01 | 70.00 | 0 | ISSUED
      2026-02-10 | 90.00 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 100.00 | 300.00 | 0 | 0 | 200.00 | 0 | 0 | 200.00
      2026-02 | 110.00 | 300.00 | 70.00 | 0 | 70.00 | 0 | 90.00 | 70.00
      2026-03 | 70.00 | 370.00 | 0 | 0 | 0 | 0 | 90.00 | 0`,
  },
  {
    // 60.00 of calls, 40.00 of mails and 2,000 mails beyond at 0.03. With 10.00 more of calls 500 mails more are beyond: 15.00.
    title: "two kinds of usage on one commitment, more of one, and their invoice voided and billed again",
    contract,
    steps: [
      on(
        from,
        eventType,
        act("POST /v3/events/types", { name: "Mails" }, "mails"),
        grace(0),
        calls("0.010", "2026-01-31"),
        usageTerm("Mails", {
          price: "0.020",
          from,
          to: "2026-01-31",
          usageScope: "COMMITMENT",
          eventTypeId: "$mails.id",
        }),
        commitment({
          endDate: "2026-01-31",
          trueUpBehavior: "EACH_PERIOD",
          overageConfigs: [{ eventTypeId: "$mails.id", overagePrice: "0.03" }],
          steps: [{ commitmentValue: "100.00", billingTermIds: ["$Calls.id", "$Mails.id"] }],
        }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "6000"), mails("2026-01-20", "4000", "m1")),
      ...closedInTurn("2026-01"),
      on(
        "2026-02-05",
        invoiceIs(0, "VOID"),
        use("2026-01-25", "1000"),
        act(`PATCH /v3/contracts/$contract/billing-terms/$Calls.id`, { name: "Calls, again" }),
      ),
      ...closedInTurn("2026-02"),
    ],
    table: `
      2026-02-01 | 160.00 | 0 | VOID
      2026-02-01 | 175.00 | 0 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 160.00 | 0 | 160.00 | 0 | 0 | 0 | 0 | 0
      2026-02 | 15.00 | 175.00 | 0 | 0 | 0 | 0 | 0 | 0`,
  },
  {
    // 600.00 of 1,000.00 are prepaid. 1,200.00 are used in January, 200.00 beyond; then 300.00 alone: a true-up of 400.00, and 300.00 of
    // what was prepaid lapse. January comes to 1,000.00 in place of 1,200.00: 200.00 are credited, and an invoice of nothing says how.
    title: "less used of a commitment than was billed: one credit memo of the difference",
    contract: { startDate: from, endDate: "2026-12-31" },
    steps: [
      on(
        from,
        eventType,
        grace(0),
        usageTerm("Calls", { price: "1.00", from, to: "2026-03-31", usageScope: "COMMITMENT" }),
        commitment({
          ...{ endDate: "2026-01-31", trueUpBehavior: "EACH_PERIOD" },
          ...{ prepaidEnabled: true, prepaidValue: "600.00", prepaymentScheduleType: "FULL_UPFRONT" },
          steps: [{ commitmentValue: "1000.00", billingTermIds: ["$Calls.id"] }],
        }),
        approve,
      ),
      on("2026-01-20", use("2026-01-18", "300"), later),
      on("2026-02-05", close("2026-01")),
      on("2026-02-10", forget),
      ...closedInTurn("2026-02", "2026-03"),
    ],
    table: `
      2026-01-01 | 600.00 | 0 | ISSUED
      2026-02-01 | 600.00 | 0 | ISSUED
      2026-03-01 | 0.00 | 0 | PAID
      2026-02-10 | 200.00 | 0 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 1200.00 | 600.00 | 600.00 | 0 | 0 | 0 | 0
      2026-02 | -200.00 | 1200.00 | 0 | 0 | 0 | 0 | 200.00
      2026-03 | 0 | 1200.00 | 0 | 0 | 0 | 0 | 200.00`,
  },
  {
    // By 10 February 500.00 of the prepaid 600.00 are drawn: 100.00 are not earned, and 500.00 are lost. February uses 400.00, of which
    // nobody pays 100.00: 300.00 are earned. Without use in March the other 400.00 of the 1,200.00 are trued up.
    title: "a prepayment written off when most of it is drawn",
    contract: { startDate: start, endDate: "2026-12-31" },
    steps: [
      prepaidQuarter,
      on("2026-01-15", use("2026-01-15", "40000")),
      on("2026-02-05", close("2026-01"), use("2026-02-05", "10000")),
      on("2026-02-10", firstInvoiceIs("MARK_UNCOLLECTIBLE")),
      on("2026-02-20", use("2026-02-20", "30000")),
      on("2026-04-01", close("2026-03")),
      on("2026-05-01", close("2026-04")),
    ],
    table: `
      2026-01-01 | 600.00 | 0 | UNCOLLECTIBLE
      2026-02-01 | 0.00   | 0 | PAID
      2026-03-01 | 200.00 | 0 | ISSUED
      2026-04-01 | 400.00 | 0 | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 400.00 | 600.00 | 0      | 0 | 200.00 | 0 | 0
      2026-02 | 300.00 | 0      | 200.00 | 0 | 0      | 0 | 0
      2026-03 | 400.00 | 200.00 | 400.00 | 0 | 0      | 0 | 0
      2026-04 | 0      | 600.00 | 0      | 0 | 0      | 0 | 0`,
  },
  {
    // 60.00 of the prepaid 600.00 are credited. February uses 500.00: 200.00 draw what is left of the prepayment, of which nobody pays 60.00.
    // March uses 100.00 and is 200.00 short.
    title: "a credit of a prepayment lowers what is drawn of it last",
    contract: { startDate: start, endDate: "2026-12-31" },
    steps: [
      prepaidQuarter,
      on("2026-01-15", use("2026-01-15", "40000")),
      on("2026-02-10", close("2026-01"), credit("2026-02-10", "60.00"), use("2026-02-10", "50000")),
      on("2026-03-10", close("2026-02"), use("2026-03-10", "10000")),
      on("2026-04-01", close("2026-03")),
      on("2026-05-01", close("2026-04")),
    ],
    table: `
      2026-01-01 | 600.00 | 0 | ISSUED
      2026-02-01 | 0.00   | 0 | PAID
      2026-03-01 | 300.00 | 0 | ISSUED
      2026-04-01 | 300.00 | 0 | ISSUED
      2026-02-10 | 60.00  | 0 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 400.00 | 600.00  | 0      | 0 | 200.00 | 0 | 0
      2026-02 | 440.00 | 600.00  | 300.00 | 0 | 0      | 0 | 60.00
      2026-03 | 300.00 | 900.00  | 300.00 | 0 | 0      | 0 | 60.00
      2026-04 | 0      | 1200.00 | 0      | 0 | 0      | 0 | 60.00`,
  },
];
