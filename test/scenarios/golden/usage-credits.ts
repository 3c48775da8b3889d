import { act, approve, close, eventType, grace, on, type Scenario, usageTerm, use } from "./scenario.ts";

// What was agreed to credit of usage is taken off what usage earns, once, whatever the usage comes to afterwards (rules 7, 13).

const credit = (date: string, amount: string, invoice: number, line = 0) =>
  act("POST /v3/credit-memos", {
    ...{ customerId: "$customer", issueDate: date, reason: "Agreed" },
    items: [{ invoiceLineItemId: `$invoices.${invoice}.lineItems.${line}.id`, amount }],
  });

const ends = (endDate: string) => act("PATCH /v3/contracts/$contract/billing-terms/$Calls.id", { endDate });

export const usageCredits: readonly Scenario[] = [
  {
    // −5 calls at 10.00 are worth −50.00. The term ends on 10 February, so they are credited on the 11th. On the 12th it turns out
    // to end on the 22nd: the days to the 10th are no line any more, so on the 23rd their 50.00 are billed again, and the days to the
    // 22nd are credited 50.00. Of the 50.00 that were billed 20.00 are credited by agreement. So the customer was given
    // 50.00 for the calls and 20.00 by agreement: revenue is −70.00.
    title: "of an amount billed again after a term with negative usage was extended: no balance is left",
    steps: [
      on(
        "2026-01-01",
        eventType,
        grace(0),
        usageTerm("Calls", { from: "2026-01-01", to: "2026-02-10", price: "10.00", interval: "QUARTER" }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "-5")),
      on("2026-02-02", close("2026-01")),
      on("2026-02-11"),
      on("2026-02-12", ends("2026-02-22")),
      on("2026-02-25", credit("2026-02-25", "20.00", 1, 1)),
      on("2026-03-01", close("2026-02")),
    ],
    worksheet: `
      INVOICES
      2026-02-11 | Calls 0.00 | 0.00 | PAID
      2026-02-23 | LATE_USAGE 0.00 + LATE_USAGE 50.00 | 50.00 | ISSUED
      JOURNAL
      2026-01-31 | Dr REVENUE 50.00            | Cr CONTRACT_LIABILITY 50.00
      2026-02-11 | Dr CONTRACT_LIABILITY 50.00 | Cr CUSTOMER_CREDIT 50.00
      2026-02-23 | Dr CONTRACT_LIABILITY 50.00 | Cr CUSTOMER_CREDIT 50.00
      2026-02-23 | Dr RECEIVABLE 50.00         | Cr CONTRACT_LIABILITY 50.00
      2026-02-25 | Dr CONTRACT_LIABILITY 20.00 | Cr CUSTOMER_CREDIT 20.00
      2026-02-28 | Dr REVENUE 20.00            | Cr CONTRACT_LIABILITY 20.00
      MONTH ENDS
      month   | revenue | CONTRACT_LIABILITY | REVENUE  | CUSTOMER_CREDIT | RECEIVABLE
      2026-01 |  -50.00 |           50.00 Cr | 50.00 Dr |            0.00 |       0.00
      2026-02 |  -20.00 |               0.00 | 70.00 Dr |       120.00 Cr |   50.00 Dr`,
  },
  {
    // January's 10 calls at 10.00 are billed, 100.00, and credited whole by agreement: nothing is earned. In March the calls are
    // deleted. They are worth nothing now, and nothing is left to credit: the customer was given 100.00 once, and revenue is 0.00.
    title: "of usage that is deleted later lowers revenue once",
    steps: [
      on(
        "2026-01-01",
        eventType,
        grace(0),
        usageTerm("Calls", { from: "2026-01-01", to: "2026-01-31", price: "10.00" }),
        approve,
      ),
      on("2026-01-15", { ...use("2026-01-15", "10"), as: "used" }),
      on("2026-02-05", credit("2026-02-05", "100.00", 0)),
      on("2026-02-10", close("2026-01")),
      on("2026-03-01", close("2026-02")),
      on("2026-03-05", act("DELETE /v3/events/$used.id")),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-02-01 | Calls 100.00 | 100.00 | ISSUED
      JOURNAL
      2026-01-31 | Dr CONTRACT_LIABILITY 100.00  | Cr REVENUE 100.00
      2026-01-31 | Dr UNBILLED_RECEIVABLE 100.00 | Cr CONTRACT_LIABILITY 100.00
      2026-02-01 | Dr CONTRACT_LIABILITY 100.00  | Cr UNBILLED_RECEIVABLE 100.00
      2026-02-01 | Dr RECEIVABLE 100.00          | Cr CONTRACT_LIABILITY 100.00
      2026-02-05 | Dr CONTRACT_LIABILITY 100.00  | Cr CUSTOMER_CREDIT 100.00
      2026-02-28 | Dr REVENUE 100.00             | Cr CONTRACT_LIABILITY 100.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE   | CUSTOMER_CREDIT
      2026-01 |  100.00 |       0.00 |           100.00 Dr |               0.00 | 100.00 Cr |            0.00
      2026-02 | -100.00 |  100.00 Dr |                0.00 |               0.00 |      0.00 |       100.00 Cr
      2026-03 |    0.00 |  100.00 Dr |                0.00 |               0.00 |      0.00 |       100.00 Cr`,
  },
  {
    // January's −5 calls are worth −50.00 and wait. February's 6 + 2 are worth 80.00: 30.00 are billed on 1 March, and credited whole
    // on the 5th. Then 2 of them are deleted: 6 calls are worth 60.00, of which 10.00 were to bill, so 20.00 of the credit are of
    // calls that are no more, and 10.00 of calls that are. March takes back 20.00 + 10.00; in all −50.00 + 60.00 − 10.00 = 0.00,
    // which is what the customer was billed less what was credited.
    title: "of usage billed net of an earlier credit, then deleted: only the billed part is credited",
    steps: [
      on(
        "2026-01-01",
        eventType,
        grace(0),
        usageTerm("Calls", { from: "2026-01-01", to: "2026-02-28", price: "10.00" }),
        approve,
      ),
      on("2026-01-15", use("2026-01-15", "-5")),
      on("2026-02-02", close("2026-01")),
      on("2026-02-15", use("2026-02-14", "6"), { ...use("2026-02-15", "2"), as: "used" }),
      on("2026-03-05", credit("2026-03-05", "30.00", 1)),
      on("2026-03-10", close("2026-02")),
      on("2026-03-20", act("DELETE /v3/events/$used.id")),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-02-01 | Calls 0.00  | 0.00  | PAID
      2026-03-01 | Calls 30.00 | 30.00 | ISSUED
      JOURNAL
      2026-01-31 | Dr REVENUE 50.00             | Cr CONTRACT_LIABILITY 50.00
      2026-02-28 | Dr CONTRACT_LIABILITY 80.00  | Cr REVENUE 80.00
      2026-02-28 | Dr UNBILLED_RECEIVABLE 30.00 | Cr CONTRACT_LIABILITY 30.00
      2026-03-01 | Dr CONTRACT_LIABILITY 30.00  | Cr UNBILLED_RECEIVABLE 30.00
      2026-03-01 | Dr RECEIVABLE 30.00          | Cr CONTRACT_LIABILITY 30.00
      2026-03-05 | Dr CONTRACT_LIABILITY 30.00  | Cr CUSTOMER_CREDIT 30.00
      2026-03-31 | Dr REVENUE 30.00             | Cr CONTRACT_LIABILITY 30.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | UNBILLED_RECEIVABLE | CONTRACT_LIABILITY | REVENUE  | CUSTOMER_CREDIT
      2026-01 |  -50.00 |       0.00 |                0.00 |           50.00 Cr | 50.00 Dr |            0.00
      2026-02 |   80.00 |       0.00 |            30.00 Dr |               0.00 | 30.00 Cr |            0.00
      2026-03 |  -30.00 |   30.00 Dr |                0.00 |               0.00 |     0.00 |        30.00 Cr`,
  },
];
