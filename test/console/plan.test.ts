import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChangeRequest } from "@accord/client";
import { invoiceChanges, lossOf, type Plan, type PlannedInvoice } from "../../console/src/preview/plan.ts";
import { amountOf } from "../../console/src/screens/approvals/amount.ts";

const invoice = (status: string): PlannedInvoice => ({
  ...{ issueDate: "2026-01-01", status, invoiceId: "i", total: "5200.00" },
  lineItems: [{ name: "Platform", total: "5200.00", quantity: null }],
});

const plan = (status: string, debit: string, credit: string): Plan => ({
  ...{ creditMemos: [], revenue: [], modifications: [] },
  invoices: {
    ...{ added: [], removed: [], corrected: [] },
    changed: [{ before: invoice("ISSUED"), after: invoice(status) }],
  },
  journal: [
    {
      ...{ date: "2026-01-14", type: "INVOICE_UNCOLLECTIBLE", month: "2026-01" },
      lines: [
        { account: "Bad debt", role: "BAD_DEBT", debit, credit },
        { account: "Receivable", role: "RECEIVABLE", debit: credit, credit: debit },
      ],
    },
  ],
});

const request = (of: Plan) =>
  ({
    dryRun: { plan: of, summary: { currency: "USD", creditsDueNow: { count: 0, total: "0.00" } } },
  }) as unknown as ChangeRequest;

test("the plan of a write-off shows the bad debt, and the invoice as written off", () => {
  const of = plan("UNCOLLECTIBLE", "5200.00", "0.00");
  assert.equal(lossOf(of), "5200.00");
  assert.equal(invoiceChanges(of)[0]?.status, "Written off");
  assert.equal(amountOf(request(of)), "$5,200.00");
});

test("the plan of a void shows the invoice without an amount, beside the draft of the same days", () => {
  const { invoices, ...of } = plan("VOID", "0.00", "0.00");
  const changes = invoiceChanges({ ...of, invoices: { ...invoices, added: [invoice("DRAFT")] } });
  assert.deepEqual(
    changes.map(({ status, before, after, change }) => [status, before, after, change]),
    [
      ["New", undefined, "5200.00", "5200.00"],
      ["Void", "5200.00", "0.00", "-5200.00"],
    ],
  );
});

test("a reversed write-off has negative bad debt, and a plan that does not change bad debt has none", () => {
  assert.equal(lossOf(plan("ISSUED", "0.00", "5200.00")), "-5200.00");
  assert.equal(lossOf(plan("ISSUED", "0.00", "0.00")), undefined);
  assert.equal(invoiceChanges(plan("ISSUED", "0.00", "0.00"))[0]?.status, "Changed");
});
