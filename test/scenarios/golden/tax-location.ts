import { act, approve, ask, close, obligation, on, rejected, type Scenario } from "./scenario.ts";

// Where the merchant has tax rates nobody is billed whose place is not known.

const state = ask("contract", "/v3/contracts/$contract", "status", "blockReasons.0.code");
const drafts = ask(
  "drafts",
  "/v3/invoices?filter=status:eq:DRAFT&sort=issueDate:asc",
  "issueDate",
  "holdReason",
  "total",
);
const located = (billingAddress: object | null) => act("PATCH /v3/customers/$customer", { billingAddress });
const berlin = { line1: "Kai 1", city: "Berlin", postalCode: "10115", country: "DE" };

export const taxLocation: readonly Scenario[] = [
  {
    // 100.00 a month and 19 % of tax. Without an address the contract cannot be approved. On 20 January the address is taken away:
    // the draft of February waits and is issued when the address is back, on 10 February.
    title: "a customer without an address blocks its contract, and holds its drafts when the address goes later",
    steps: [
      on(
        "2026-01-01",
        act("PATCH /v3/merchant", {
          address: { country: "DE" },
          taxRates: [{ country: "DE", category: "S", rate: "0.19", validFrom: "2021-01-01" }],
        }),
        obligation("Hosting", { price: "100.00", from: "2026-01-01", to: "2026-03-31" }),
        state,
        rejected("approval", "POST /v3/contracts/$contract/actions", { action: "APPROVE" }),
        located(berlin),
        state,
        approve,
      ),
      on("2026-01-20", located(null)),
      on("2026-02-05", drafts),
      on("2026-02-10", located(berlin)),
      on("2026-02-10", drafts),
      on("2026-04-01", close("2026-03")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Hosting 100.00 tax 19.00 | 119.00 | ISSUED
      2026-02-01 | Hosting 100.00 tax 19.00 | 119.00 | ISSUED
      2026-03-01 | Hosting 100.00 tax 19.00 | 119.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 119.00         | Cr CONTRACT_LIABILITY 100.00 + TAX_PAYABLE 19.00
      2026-01-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-02-01 | Dr RECEIVABLE 119.00         | Cr CONTRACT_LIABILITY 100.00 + TAX_PAYABLE 19.00
      2026-02-28 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      2026-03-01 | Dr RECEIVABLE 119.00         | Cr CONTRACT_LIABILITY 100.00 + TAX_PAYABLE 19.00
      2026-03-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | TAX_PAYABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |  100.00 |  119.00 Dr |    19.00 Cr |               0.00 | 100.00 Cr
      2026-02 |  100.00 |  238.00 Dr |    38.00 Cr |               0.00 | 200.00 Cr
      2026-03 |  100.00 |  357.00 Dr |    57.00 Cr |               0.00 | 300.00 Cr
      ANSWERS
      2026-01-01 | contract | status BLOCKED | blockReasons.0.code TAX_LOCATION_MISSING
      2026-01-01 | approval | 400 INVALID_CONTRACT_STATE
      2026-01-01 | contract | status PROCESSED | blockReasons.0.code undefined
      2026-02-05 | drafts | issueDate 2026-02-01 | holdReason TAX_LOCATION_MISSING | total 119.00
      2026-02-05 | drafts | issueDate 2026-03-01 | holdReason TAX_LOCATION_MISSING | total 119.00
      2026-02-10 | drafts | issueDate 2026-03-01 | holdReason null | total 119.00`,
  },
  {
    // Exempt customers are billed without a place.
    title: "an exempt customer needs no address",
    steps: [
      on(
        "2026-01-01",
        act("PATCH /v3/merchant", {
          address: { country: "DE" },
          taxRates: [{ country: "DE", category: "S", rate: "0.19", validFrom: "2021-01-01" }],
        }),
        act("PATCH /v3/customers/$customer", { taxInfo: { isTaxExempt: true } }),
        obligation("Hosting", { price: "100.00", from: "2026-01-01", to: "2026-01-31" }),
        state,
        approve,
      ),
      on("2026-02-01", close("2026-01")),
    ],
    worksheet: `
      INVOICES
      2026-01-01 | Hosting 100.00 | 100.00 | ISSUED
      JOURNAL
      2026-01-01 | Dr RECEIVABLE 100.00         | Cr CONTRACT_LIABILITY 100.00
      2026-01-31 | Dr CONTRACT_LIABILITY 100.00 | Cr REVENUE 100.00
      MONTH ENDS
      month   | revenue | RECEIVABLE | CONTRACT_LIABILITY | REVENUE
      2026-01 |  100.00 |  100.00 Dr |               0.00 | 100.00 Cr
      ANSWERS
      2026-01-01 | contract | status PROCESSED | blockReasons.0.code undefined`,
  },
];
