import assert from "node:assert/strict";
import { test } from "node:test";
import { money } from "../kernel/money.ts";
import type { TaxCategory } from "../kernel/tax-category.ts";
import { type DatedPart, documentsOf } from "./consolidation.ts";

const amount = money(100n, "EUR");

function part(id: string, consolidationKey: string | null, draft: Partial<DatedPart["draft"]> = {}): DatedPart {
  return {
    contract: { consolidationKey },
    draft: {
      ...{ id, customerId: "customer", currency: "EUR", poNumber: null, tax: taxOf("S") },
      invoice: { issueDate: 10, readyOn: 10, netPaymentTerms: 30, invoiceGroup: null },
      ...draft,
    },
    issueDate: 10,
    dueDate: 40,
  };
}

const taxOf = (...categories: TaxCategory[]) => ({
  taxLines: categories.map((category) => ({ category, rate: "0", taxable: amount, tax: amount })),
});
const grouped = (...parts: DatedPart[]) => documentsOf(parts).map((own) => own.map(({ draft }) => draft.id).join(""));

test("invoices with one key are one document, in the given order; without a key each is alone", () => {
  const parts = [part("a", "x"), part("b", null), part("c", "y"), part("d", "x"), part("e", null)];
  assert.deepEqual(grouped(...parts), ["ad", "b", "c", "e"]);
});

test("an invoice outside the scope of tax is on a document of its own", () => {
  const parts = [part("a", "x", { tax: taxOf("O") }), part("b", "x", { tax: taxOf("S", "E") }), part("c", "x")];
  assert.deepEqual(grouped(...parts, part("d", "x", { tax: taxOf("O") })), ["ad", "bc"]);
});

test("usage after its days of grace, and an invoice with another date, are on another document", () => {
  const invoice = part("a", "x").draft.invoice;
  const waited = part("b", "x", { invoice: { ...invoice, readyOn: 13 } });
  const late = { ...part("c", "x"), dueDate: 43 };
  assert.deepEqual(grouped(part("a", "x"), waited, late, part("d", "x", { currency: "USD" })), ["a", "b", "c", "d"]);
});
