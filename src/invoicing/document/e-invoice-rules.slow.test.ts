import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import fc from "fast-check";
import { address, buyer, documentOf, samples, seller } from "../../../test/support/invoice-documents.ts";
import { hasOfficialRules, type OfficialRules, officialRules } from "../../../test/support/official-rules.ts";
import { add, type Money, parseMoney } from "../../kernel/money.ts";
import type { TaxCategory } from "../../kernel/tax-category.ts";
import { brokenRules } from "./e-invoice-rules.ts";
import type { InvoiceDocument } from "./invoice-document.ts";
import { ublDocument } from "./ubl.ts";

// What we say of an e-invoice is what the official rules of EN 16931 say of it.

if (hasOfficialRules) {
  let official: OfficialRules;
  before(async () => {
    official = await officialRules();
  });
  const ours = (document: InvoiceDocument) => [...new Set(brokenRules(document).map(({ code }) => code))].toSorted();
  const theirs = (document: InvoiceDocument) => official(ublDocument(document));

  describe("documents of every kind conform to the official rules", () => {
    for (const [name, sample] of Object.entries(samples)) {
      if (name === "300-lines") continue;
      test(name, () => {
        const document = documentOf(sample);
        assert.deepEqual([theirs(document), ours(document)], [[], []]);
        const memo: InvoiceDocument = { ...document, kind: "CREDIT_MEMO", credits: ["INV-000001"], applied: [] };
        assert.deepEqual([theirs(memo), ours(memo)], [[], []], "as a credit memo");
      });
    }

    test("an item without an invoice line has no period, and its credit memo without a contract is referenced by number", () => {
      const document = documentOf({ lines: [{ name: "Goodwill", net: "10.00" }], contract: null });
      const lines = document.lines.map((line) => ({ ...line, period: null }));
      const memo: InvoiceDocument = { ...document, kind: "CREDIT_MEMO", lines };
      assert.deepEqual([theirs(memo), ours(memo)], [[], []]);
    });
  });

  test("property: Accord and the official validation find the same rules violated", () => {
    fc.assert(
      fc.property(anyDocument, (document) => assert.deepEqual(ours(document), theirs(document))),
      { numRuns: 200 },
    );
  });

  test("a currency with three decimals is rejected by the standard", () => {
    const document = documentOf({ currency: "KWD", lines: [{ name: "Platform", net: "10.125" }] });
    assert.ok(theirs(document).some((rule) => rule.startsWith("BR-DEC-")));
    assert.deepEqual(ours(document), ["BR-DEC-12"]);
  });
}

const cents = (text: string): Money => {
  const money = parseMoney(text, "EUR");
  assert.ok(money !== undefined);
  return money;
};
const chargedRates: Partial<Record<TaxCategory, [string, string]>> = {
  S: ["0.19", "19.00"],
  L: ["0.07", "7.00"],
  M: ["0.04", "4.00"],
};

/** One line of 100.00 under each category, between parties of which this and that is not recorded. */
function taxedUnder(categories: readonly TaxCategory[], parts: Partial<InvoiceDocument>): InvoiceDocument {
  const [line] = documentOf({ lines: [{ name: "Platform", net: "100.00" }] }).lines;
  assert.ok(line !== undefined);
  const lines = categories.map((category) => {
    const [taxRate, tax] = chargedRates[category] ?? ["0", "0.00"];
    return { ...line, category, taxRate, tax: cents(tax) };
  });
  const taxTotal = lines.reduce((sum, { tax }) => add(sum, tax), cents("0.00"));
  const subtotal = cents(`${100 * lines.length}.00`);
  const total = add(subtotal, taxTotal);
  return {
    ...documentOf({ lines: [{ name: "Platform", net: "100.00" }] }),
    lines,
    taxLines: lines.map(({ category, taxRate: rate, tax }) => ({ category, rate, taxable: cents("100.00"), tax })),
    ...{ subtotal, taxTotal, total, balance: total },
    ...parts,
  };
}

const home = address("Speicherstraße 12", "20457", "Hamburg", "DE");
const anyAddress = fc.constantFrom(home, null, { ...home, country: null });
const anyDocument = fc
  .record({
    kind: fc.constantFrom("INVOICE" as const, "CREDIT_MEMO" as const),
    categories: fc.uniqueArray(fc.constantFrom<TaxCategory>("S", "Z", "E", "AE", "K", "G", "O", "L", "M"), {
      minLength: 1,
      maxLength: 2,
    }),
    sellerAddress: anyAddress,
    buyerAddress: anyAddress,
    sellerVatId: fc.constantFrom("DE123456789", "12/345/67890", null),
    registration: fc.constantFrom("HRB 104711", null),
    buyerVatId: fc.constantFrom("FR40303265045", "12-3456789", null),
    buyerRegistration: fc.constantFrom("303265045", null),
    bankAccount: fc.constantFrom(seller.bankAccount, null),
    email: fc.constantFrom("billing@example.com", null),
  })
  .map((parts) =>
    taxedUnder(parts.categories, {
      kind: parts.kind,
      parties: {
        seller: {
          ...seller,
          address: parts.sellerAddress,
          vatId: parts.sellerVatId,
          registrationNumber: parts.registration,
          bankAccount: parts.bankAccount,
          email: parts.email,
        },
        buyer: {
          ...buyer,
          address: parts.buyerAddress,
          vatId: parts.buyerVatId,
          registrationNumber: parts.buyerRegistration,
          email: parts.email,
        },
      },
    }),
  );
