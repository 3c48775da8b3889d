import { act, approve, eventType, grace, on, usageTerm, use } from "../golden/scenario.ts";
import { closedInTurn, commitment, creditOfLine, type Deal } from "./deal.ts";

// Commitments whose lines are credited, exceeded, or billed anew.

const from = "2026-01-01";
const contract = { startDate: from, endDate: "2026-12-31" };
const calls = (price: string, until: string) =>
  usageTerm("Calls", { price, from, to: until, usageScope: "COMMITMENT" });
const committedTo = (commitmentValue: string) => [{ commitmentValue, billingTermIds: ["$Calls.id"] }];
const invoiceIs = (index: number, action: string) => act(`POST /v3/invoices/$invoices.${index}.id/actions`, { action });
const mails = (day: string, value: string, idempotencyKey: string) =>
  act("POST /v3/events", {
    ...{ idempotencyKey, customerId: "$customer", eventTypeId: "$mails.id", datetime: `${day}T08:00:00Z`, value },
  });

export const creditedDeals: readonly Deal[] = [
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
    title: "two kinds of usage on one commitment, more of one, and their bill voided and billed again",
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
];
