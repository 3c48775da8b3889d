import { type Act, act, approve, eventType, grace, obligation, on, usageTerm, use } from "../../golden/scenario.ts";
import { closedInTurn, creditOfLine, type Deal, shown, taxed, termPath } from "../deal.ts";

// Tax that depends on where the customer is, on its number and its exemption when an invoice is issued.

const rates = (
  ...taxRates: readonly (readonly [country: string, region: string | null, rate: string, from?: string])[]
) =>
  taxRates.map(([country, region, rate, validFrom = "2020-01-01"]) => ({
    ...{ country, region, rate, validFrom },
    category: "S",
  }));
const customerHas = (parts: object): Act => act("PATCH /v3/customers/$customer", parts);

export const taxByPlaceDeals: readonly Deal[] = [
  {
    // 10 seats at 10.00. The customer owes the tax of January and February itself. Four seats of half of February, 20.00, are on March's bill, which has 20 % of tax, because the customer's
    // number is gone. 50.00 of February are credited without tax, the 20.00 with 4.00. April is exempt.
    title:
      "reverse charge until the customer loses its number, then tax, then exempt: credits have the tax of their line",
    steps: [
      on(
        "2026-01-01",
        act("PATCH /v3/merchant", {
          ...{ address: { country: "ES" }, vatId: "ESX1234567X" },
          taxRates: rates(["ES", null, "0.21"], ["FR", null, "0.20"]),
        }),
        customerHas({ billingAddress: { country: "FR" }, taxInfo: { vatId: "FR40303265045" } }),
        obligation("Seats", {
          ...{ price: "10.00", from: "2026-01-01", to: "2026-04-30", billingType: "UNIT", quantity: "10" },
          seatConfig: { defaultTrueUpTiming: "CO_TERM" },
        }),
        approve,
      ),
      ...closedInTurn("2026-01"),
      on("2026-02-15", act(`POST ${termPath("Seats")}/seat-amendment`, { effectiveDate: "2026-02-15", delta: "4" })),
      on("2026-02-20", customerHas({ taxInfo: { vatId: null } })),
      ...closedInTurn("2026-02"),
      on("2026-03-10", creditOfLine(1, 0, "2026-03-10", "50.00"), creditOfLine(2, 1, "2026-03-10", "20.00")),
      on("2026-03-20", customerHas({ taxInfo: { isTaxExempt: true } })),
      ...closedInTurn("2026-03", "2026-04"),
    ],
    table: `
      2026-01-01 | 100.00 | 0     | ISSUED
      2026-02-01 | 100.00 | 0     | ISSUED
      2026-03-01 | 192.00 | 32.00 | ISSUED
      2026-04-01 | 140.00 | 0     | ISSUED
      2026-03-10 | 50.00  | 0     | OPEN
      2026-03-10 | 24.00  | 4.00  | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 100.00 | 0     | 0 | 0 | 0     | 0
      2026-02 | 120.00 | 200.00 | 20.00 | 0 | 0 | 0     | 0
      2026-03 | 70.00  | 392.00 | 0     | 0 | 0 | 28.00 | 74.00
      2026-04 | 140.00 | 532.00 | 0     | 0 | 0 | 28.00 | 74.00`,
  },
  {
    // 33.33 and 16.67 with tax, 10.00 without. 8.25 % in Texas, 8.5 % from March on, 6.25 % elsewhere. March is billed in February at 8.25 %: 4.13, 2.75 and 1.38 by line. April has 4.25, May, in California,
    // 3.13. Of March's lines 10.00 and all 16.67 are credited with 0.83 and 1.38.
    title: "invoices 15 days ahead have the rate and the region of their date, and their credits that of their lines",
    steps: [
      on(
        "2026-01-10",
        act("PATCH /v3/merchant", {
          address: { country: "US", state: "TX" },
          taxRates: rates(["US", null, "0.0625"], ["US", "TX", "0.0825"], ["US", "TX", "0.085", "2026-03-01"]),
        }),
        customerHas({ billingAddress: { country: "US", state: "TX" } }),
        act("POST /v3/items", { name: "Lessons", taxCategory: "E" }, "lessons"),
        ...(
          [
            ["Platform", "33.33", {}],
            ["Support", "16.67", {}],
            ["Lessons", "10.00", { itemId: "$lessons.id" }],
          ] as const
        ).map(([name, price, parts]) =>
          obligation(name, {
            ...{ price, from: "2026-02-01", to: "2026-05-31", ...parts },
            ...{ invoiceDateStrategy: "ADVANCED_DUE_START", netPaymentTerms: 15 },
          }),
        ),
        approve,
      ),
      ...closedInTurn("2026-01", "2026-02"),
      on("2026-03-20", customerHas({ billingAddress: { country: "US", state: "CA" } })),
      ...closedInTurn("2026-03"),
      on(
        "2026-04-20",
        act("POST /v3/credit-memos", {
          ...{ customerId: "$customer", issueDate: "2026-04-20", currency: "USD", reason: "Outage" },
          items: [
            { invoiceLineItemId: "$invoices.1.lineItems.0.id", amount: "10.00" },
            { invoiceLineItemId: "$invoices.1.lineItems.1.id", amount: "16.67" },
          ],
        }),
        shown("due", act("GET /v3/invoices?sort=invoiceNumber:asc&filter=status:neq:DRAFT"), "issueDate", "dueDate"),
      ),
      ...closedInTurn("2026-04", "2026-05"),
    ],
    table: `
      2026-01-17 | 64.13 | 4.13 | ISSUED
      2026-02-14 | 64.13 | 4.13 | ISSUED
      2026-03-17 | 64.25 | 4.25 | ISSUED
      2026-04-16 | 63.13 | 3.13 | ISSUED
      2026-04-20 | 28.88 | 2.21 | OPEN
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 0     | 64.13  | 0 | 0 | 60.00 | 4.13  | 0
      2026-02 | 60.00 | 128.26 | 0 | 0 | 60.00 | 8.26  | 0
      2026-03 | 60.00 | 192.51 | 0 | 0 | 60.00 | 12.51 | 0
      2026-04 | 33.33 | 255.64 | 0 | 0 | 60.00 | 13.43 | 28.88
      2026-05 | 60.00 | 255.64 | 0 | 0 | 0     | 13.43 | 28.88
      answers
      due | 2026-01-17 | 2026-02-01
      due | 2026-02-14 | 2026-03-01
      due | 2026-03-17 | 2026-04-01
      due | 2026-04-16 | 2026-05-01`,
  },
  {
    // 100.00 of January with 20.00 of tax. 30.00 more and 40.00 less are told in February, when the customer is exempt: 10.00 of January come off with 2.00 of tax, beside February's 50.00 without. Until they are billed, the
    // 10.00 are owed to the customer.
    title:
      "calls of a taxed month corrected when the customer is exempt: an invoice that takes back tax and charges none",
    steps: [
      on(
        "2026-01-01",
        eventType,
        grace(0),
        ...taxed("0.20"),
        usageTerm("Calls", { price: "1.00", from: "2026-01-01", to: "2026-02-28" }),
        approve,
      ),
      on("2026-01-20", use("2026-01-20", "60", "exempt-1"), { ...use("2026-01-19", "40", "exempt-2"), as: "wrong" }),
      ...closedInTurn("2026-01"),
      on("2026-02-10", customerHas({ taxInfo: { isTaxExempt: true } })),
      on("2026-02-15", use("2026-01-22", "30", "exempt-3"), use("2026-02-15", "50", "exempt-4")),
      on("2026-02-16", act("DELETE /v3/events/$wrong.id")),
      ...closedInTurn("2026-02", "2026-03"),
    ],
    table: `
      2026-02-01 | 120.00 | 20.00 | ISSUED
      2026-03-01 | 38.00  | -2.00 | ISSUED
      month | revenue | receivable | unbilled | asset | liability | tax | credit
      2026-01 | 100.00 | 0      | 100.00 | 0 | 0     | 0     | 0
      2026-02 | 40.00  | 120.00 | 50.00  | 0 | 10.00 | 20.00 | 0
      2026-03 | 0      | 158.00 | 0      | 0 | 0     | 18.00 | 0`,
  },
];
