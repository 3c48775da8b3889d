import {
  act,
  approve,
  close,
  eventType,
  grace,
  obligation,
  on,
  pobs,
  reopen,
  term,
  usageTerm,
  use,
} from "../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, taxed } from "./deal.ts";

// Credits, write-offs and late facts, also in months that were closed.

export const correctedDeals: readonly Deal[] = [
  {
    // 99.99 a month, 21 % and from March on 25 %. 33.33 of February are credited with 7.00 of tax, and void. 50.00 without tax; the other
    // 49.99 with all of its 21.00. 33.33 of March: 25.00 × 33.33/99.99 = 8.33. March earns 99.99 − 99.99 − 33.33.
    title: "a rate that rises, and credits of the old one: one void, one without tax, one of the rest",
    steps: [
      on(
        "2026-01-01",
        act("PATCH /v3/merchant", {
          address: { country: "ES" },
          taxRates: [
            { country: "ES", category: "S", rate: "0.21", validFrom: "2020-01-01" },
            { country: "ES", category: "S", rate: "0.25", validFrom: "2026-03-01" },
          ],
        }),
        act("PATCH /v3/customers/$customer", { billingAddress: { country: "ES" } }),
        obligation("Platform", { price: "99.99", from: "2026-01-01", to: "2026-03-31" }),
        approve,
      ),
      on("2026-03-10", close("2026-01"), creditOfLine(1, 0, "2026-03-10", "33.33")),
      on(
        "2026-03-11",
        act("POST /v3/credit-memos/$memos.0.id/applications", { invoiceId: "$invoices.2.id" }, "applied"),
      ),
      on(
        "2026-03-12",
        act("DELETE /v3/credit-memos/$memos.0.id/applications/$applied.id"),
        act("POST /v3/credit-memos/$memos.0.id/void", { reason: "Wrong" }),
      ),
      on("2026-03-13", creditOfLine(1, 0, "2026-03-13", "50.00", "USD", { salesTaxAmount: "0.00" })),
      on("2026-03-14", creditOfLine(1, 0, "2026-03-14", "49.99")),
      on("2026-03-15", creditOfLine(2, 0, "2026-03-15", "33.33")),
      on("2026-04-01", close("2026-02"), close("2026-03")),
    ],
    table: `
      2026-01-01 | 120.99 | 21.00 | ISSUED
      2026-02-01 | 120.99 | 21.00 | ISSUED
      2026-03-01 | 124.99 | 25.00 | ISSUED
      2026-03-10 | 40.33  | 7.00  | VOID
      2026-03-13 | 50.00  | 0     | OPEN
      2026-03-14 | 70.99  | 21.00 | OPEN
      2026-03-15 | 41.66  | 8.33  | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 99.99  | 120.99 | 0 | 0 | 0 | 21.00 | 0      | 199.98
      2026-02 | 99.99  | 241.98 | 0 | 0 | 0 | 42.00 | 0      | 99.99
      2026-03 | -33.33 | 366.97 | 0 | 0 | 0 | 37.67 | 162.65 | 0`,
  },
  {
    // 100.00 a month and calls at 0.010. February is opened again, and March with it: 5.00 of late calls and −30.00 of January's credit
    // make its 120.00 95.00. The calls wait for the bill of May.
    title: "two months reopened for late calls and a credit in the earlier one",
    steps: [
      on(
        "2026-01-01",
        eventType,
        grace(0),
        obligation("Platform", { price: "100.00", from: "2026-01-01", to: "2026-04-30" }),
        usageTerm("Calls", { price: "0.010", from: "2026-01-01", to: "2026-04-30" }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "1000")),
      on("2026-02-20", close("2026-01"), use("2026-02-20", "2000")),
      on("2026-04-05", close("2026-03")),
      on(
        "2026-04-06",
        reopen("2026-02"),
        use("2026-02-25", "500"),
        creditOfLine(0, 0, "2026-02-20", "30.00"),
        close("2026-02"),
        close("2026-03"),
      ),
      ...closedInTurn("2026-04"),
    ],
    table: `
      2026-01-01 | 100.00 | 0 | ISSUED
      2026-02-01 | 110.00 | 0 | ISSUED
      2026-03-01 | 120.00 | 0 | ISSUED
      2026-04-01 | 100.00 | 0 | ISSUED
      2026-05-01 | 5.00   | 0 | ISSUED
      2026-02-20 | 30.00  | 0 | OPEN
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 110.00 | 100.00 | 10.00 | 0 | 0 | 0 | 0     | 300.00
      2026-02 | 120.00 | 210.00 | 20.00 | 0 | 0 | 0 | 0     | 200.00
      2026-03 | 100.00 | 330.00 | 0     | 0 | 0 | 0 | 0     | 100.00
      2026-02 | 95.00  | 210.00 | 25.00 | 0 | 0 | 0 | 30.00 | 200.00
      2026-03 | 100.00 | 330.00 | 5.00  | 0 | 0 | 0 | 30.00 | 100.00
      2026-04 | 100.00 | 430.00 | 5.00  | 0 | 0 | 0 | 30.00 | 0`,
  },
  {
    // 407.14 are earned by 10 February, of which nobody pays; the other 492.86 are not earned. 1,200.00 come in March: 587.14 recover the
    // loss, 492.86 are earned in it, 120.00 are too much. Taken off the invoice and refunded in April, they are lost again.
    title: "a quarter written off, paid with too much, all of it refunded",
    steps: [
      on(
        "2026-01-01",
        ...taxed("0.20"),
        obligation("Platform", { price: "900.00", interval: "QUARTER", from: "2026-01-01", to: "2026-03-31" }),
        approve,
      ),
      on(
        "2026-02-10",
        close("2026-01"),
        act("POST /v3/invoices/$invoices.0.id/actions", { action: "MARK_UNCOLLECTIBLE" }),
      ),
      on(
        "2026-03-12",
        close("2026-02"),
        act(
          "POST /v3/payments",
          { customerId: "$customer", amount: "1200.00", currency: "USD", receivedAt: "2026-03-12" },
          "payment",
        ),
        act(
          "POST /v3/payments/$payment.id/applications",
          { invoiceId: "$invoices.0.id", amount: "1080.00" },
          "application",
        ),
      ),
      on("2026-04-02", close("2026-03"), act("POST /v3/payments/$payment.id/refunds", { amount: "120.00" })),
      on("2026-04-10", act("DELETE /v3/payments/$payment.id/applications/$application.id")),
      on("2026-04-11", act("POST /v3/payments/$payment.id/refunds", { amount: "1080.00" })),
      ...closedInTurn("2026-04"),
    ],
    table: `
      2026-01-01 | 1080.00 | 180.00 | UNCOLLECTIBLE
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 300.00  | 1080.00 | 0 | 0 | 600.00 | 180.00 | 0      | 600.00
      2026-02 | 107.14  | 0       | 0 | 0 | 0      | 180.00 | 0      | 0
      2026-03 | 492.86  | 0       | 0 | 0 | 0      | 180.00 | 120.00 | 0
      2026-04 | -492.86 | 0       | 0 | 0 | 0      | 180.00 | 0      | 0`,
  },
  {
    // 7,000.00 by 2 : 5, and 5,000.00. January: 2,000.00 + 10 %. The credit of 1,200.00 leaves 6,300.00 and 4,500.00: February makes good
    // 250.00 and earns 20 %, 900.00. March: 4,500.00 + 25 %. In April 55 % are 50 %.
    title: "milestones and progress in one group, credited, paid with the credit, and corrected",
    pobs: true,
    steps: [
      on(
        "2026-01-01",
        term("Project", { price: "3000.00", interval: "QUARTER", from: "2026-01-01", to: "2026-12-31" }),
        pobs(
          "Project",
          {
            serviceStartDate: "2026-01-01",
            serviceEndDate: "2026-12-31",
            transactionPrice: "7000.00",
            recognitionPattern: "MILESTONE",
            milestones: [
              { name: "Design", weight: "2" },
              { name: "Build", weight: "5" },
            ],
          },
          {
            serviceStartDate: "2026-01-01",
            serviceEndDate: "2026-12-31",
            transactionPrice: "5000.00",
            recognitionPattern: "PERCENT_COMPLETE",
          },
        ),
        approve,
      ),
      on(
        "2026-02-01",
        act(`PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id`, {
          milestones: [
            { name: "Design", weight: "2", reachedDate: "2026-01-20" },
            { name: "Build", weight: "5" },
          ],
        }),
        act(`PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.1.id`, {
          progress: [{ asOf: "2026-01-31", percentComplete: "0.1" }],
        }),
        close("2026-01"),
      ),
      on("2026-02-15", creditOfLine(0, 0, "2026-02-15", "1200.00")),
      on(
        "2026-03-01",
        act(`PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.1.id`, {
          progress: [
            { asOf: "2026-01-31", percentComplete: "0.1" },
            { asOf: "2026-02-28", percentComplete: "0.3" },
          ],
        }),
        close("2026-02"),
      ),
      on(
        "2026-04-01",
        act(`PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.0.id`, {
          milestones: [
            { name: "Design", weight: "2", reachedDate: "2026-01-20" },
            { name: "Build", weight: "5", reachedDate: "2026-03-31" },
          ],
        }),
        act(`PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.1.id`, {
          progress: [
            { asOf: "2026-01-31", percentComplete: "0.1" },
            { asOf: "2026-02-28", percentComplete: "0.3" },
            { asOf: "2026-03-31", percentComplete: "0.55" },
          ],
        }),
        close("2026-03"),
      ),
      on("2026-04-03", act("POST /v3/credit-memos/$memos.0.id/applications", { invoiceId: "$invoices.1.id" })),
      on(
        "2026-05-01",
        act(`PATCH /v3/contracts/$contract/performance-obligations/$pobs.created.1.id`, {
          correction: true,
          progress: [
            { asOf: "2026-01-31", percentComplete: "0.1" },
            { asOf: "2026-02-28", percentComplete: "0.3" },
            { asOf: "2026-03-31", percentComplete: "0.55" },
            { asOf: "2026-04-30", percentComplete: "0.5" },
          ],
        }),
        close("2026-04"),
      ),
    ],
    table: `
      2026-01-01 | 3000.00 | 0 | ISSUED
      2026-04-01 | 3000.00 | 0 | PARTIALLY_PAID
      2026-02-15 | 1200.00 | 0 | APPLIED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 2500.00 | 3000.00 | 0 | 0       | 500.00 | 0 | 0       | 9500.00
      2026-02 | 650.00  | 3000.00 | 0 | 1350.00 | 0      | 0 | 1200.00 | 7650.00
      2026-03 | 5625.00 | 3000.00 | 0 | 6975.00 | 0      | 0 | 1200.00 | 2025.00
      2026-04 | -225.00 | 4800.00 | 0 | 3750.00 | 0      | 0 | 0       | 2250.00`,
  },
  {
    // 900 calls at 0.10; 200 more make 1,100 at 0.05: 35.00 less, on February's bill of 60.00. Until then what is too much is liability.
    title: "late calls that make all of a closed month cheaper",
    steps: [
      on(
        "2026-01-01",
        ...taxed("0.21"),
        eventType,
        grace(0),
        usageTerm("Calls", {
          price: "0",
          pricingType: "VOLUME",
          from: "2026-01-01",
          to: "2026-03-31",
          pricing: [
            { tier: 0, tierMinimum: "0", amount: "0.10", amountType: "PER_ITEM" },
            { tier: 1, tierMinimum: "1000", amount: "0.05", amountType: "PER_ITEM" },
          ],
        }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "900")),
      on("2026-02-05", close("2026-01"), use("2026-02-05", "600")),
      on("2026-02-10", use("2026-01-25", "200")),
      ...closedInTurn("2026-02", "2026-03", "2026-04"),
    ],
    table: `
      2026-02-01 | 108.90 | 18.90 | ISSUED
      2026-03-01 | 30.25  | 5.25  | ISSUED
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 90.00 | 0      | 90.00 | 0 | 0     | 0     | 0 | 0
      2026-02 | 25.00 | 108.90 | 60.00 | 0 | 35.00 | 18.90 | 0 | 0
      2026-03 | 0     | 139.15 | 0     | 0 | 0     | 24.15 | 0 | 0
      2026-04 | 0     | 139.15 | 0     | 0 | 0     | 24.15 | 0 | 0`,
  },
  {
    // 333 and 33 of tax each. 100 and 10 of tax are credited of the first, and settle 55 of each.
    title: "two contracts in yen on one document: a credit applied to both, another void",
    contract: { currency: "JPY", consolidationKey: "harbour" },
    steps: [
      on(
        "2025-12-15",
        ...taxed("0.10"),
        obligation("Platform", { price: "333", from: "2026-01-01", to: "2026-02-28" }),
        approve,
        act(
          "POST /v3/contracts",
          { name: "Quay", customerId: "$customer", currency: "JPY", consolidationKey: "harbour" },
          "quay",
        ),
        {
          ...obligation("Support", { price: "333", from: "2026-01-01", to: "2026-02-28" }),
          send: "POST /v3/contracts/$quay.id/obligations",
        },
        act("POST /v3/contracts/$quay.id/actions", { action: "APPROVE" }),
      ),
      on(
        "2026-01-10",
        creditOfLine(0, 0, "2026-01-10", "100", "JPY"),
        act("POST /v3/consolidated-invoices/$invoices.0.consolidatedInvoiceId/credit-memo-applications", {
          creditMemoId: "$memos.0.id",
        }),
      ),
      on(
        "2026-01-12",
        creditOfLine(1, 0, "2026-01-12", "50", "JPY"),
        act("POST /v3/credit-memos/$memos.1.id/void", { reason: "Wrong" }),
      ),
      ...closedInTurn("2026-01", "2026-02"),
    ],
    table: `
      2026-01-01 | 366 | 33 | PARTIALLY_PAID
      2026-01-01 | 366 | 33 | PARTIALLY_PAID
      2026-02-01 | 366 | 33 | ISSUED
      2026-02-01 | 366 | 33 | ISSUED
      2026-01-10 | 110 | 10 | APPLIED
      2026-01-12 | 55  | 5  | VOID
      month   | revenue | receivable | unbilled | asset | liability | tax | credit | remaining
      2026-01 | 566 | 622  | 0 | 0 | 0 | 56  | 0 | 666
      2026-02 | 666 | 1354 | 0 | 0 | 0 | 122 | 0 | 0`,
  },
];
