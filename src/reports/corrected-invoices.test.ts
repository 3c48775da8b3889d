import assert from "node:assert/strict";
import { test } from "node:test";
import { correctedInvoices, type Documents, type ShownInvoice, type ShownLine } from "./corrected-invoices.ts";

const line = (parts: Partial<ShownLine>): ShownLine => ({
  ...{ type: "USAGE", billingTermId: "term", commitmentId: null, isCorrection: false, total: "10.00" },
  ...{ serviceStartDate: "2026-01-01", serviceEndDate: "2026-01-31", ...parts },
});

const invoice = (invoiceId: string | null, status: string, ...lineItems: ShownLine[]): ShownInvoice => {
  return { invoiceId, status, lineItems };
};

const documents = (...invoices: ShownInvoice[]): Documents<ShownInvoice> => ({
  currency: "USD",
  invoices,
  creditMemos: [],
});

const january = invoice("january", "ISSUED", line({}));
const february = line({ serviceStartDate: "2026-02-01", serviceEndDate: "2026-02-28" });
const less = line({ isCorrection: true, total: "-4.00" });

const reported = (before: Documents<ShownInvoice>, after: Documents<ShownInvoice>) =>
  correctedInvoices(before, after).map(({ invoice: { invoiceId }, amount }) => `${invoiceId} ${amount}`);

test("usage: the line of a later invoice corrects the one that billed its days, by the difference", () => {
  const planned = documents(january, invoice(null, "PLANNED", february));
  const corrected = documents(january, invoice(null, "PLANNED", february, less));
  assert.deepEqual(reported(planned, corrected), ["january -4.00"]);
  const more = documents(january, invoice(null, "PLANNED", february, { ...less, total: "-9.00" }));
  assert.deepEqual(reported(corrected, more), ["january -5.00"]);
  const issued = documents(january, invoice("february", "ISSUED", february, less));
  assert.deepEqual(reported(corrected, issued), [], "it was corrected before the correction was issued");
});

test("void invoices neither correct nor are corrected, and drafts cannot be corrected", () => {
  const voided = invoice("january", "VOID", line({}));
  const next = invoice("february", "ISSUED", february, less);
  assert.deepEqual(reported(documents(january), documents(voided, invoice(null, "PLANNED", less))), []);
  assert.deepEqual(reported(documents(january, next), documents(january, { ...next, status: "VOID" })), [
    "january 4.00",
  ]);
  const planned = invoice(null, "PLANNED", line({}));
  assert.deepEqual(reported(documents(planned), documents(planned, invoice(null, "PLANNED", less))), []);
});
