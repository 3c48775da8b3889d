import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { runs } from "../../test/support/case-counts.ts";
import { dayOf } from "../kernel/day.ts";
import { money, sum } from "../kernel/money.ts";
import { balanceOf, type InvoiceAccount } from "./invoice-account.ts";
import { openOf, settlementOf } from "./section-settlement.ts";

// ADR 0040: money for a consolidated invoice settles its sections pro rata, those that are owed before those that are lost.

const cents = (minor: number) => money(BigInt(minor), "USD");

const section = fc
  .record({
    status: fc.constantFrom("ISSUED", "PARTIALLY_PAID", "UNCOLLECTIBLE", "PAID", "VOID"),
    balance: fc.integer({ min: 1, max: 100_000 }),
  })
  .map(({ status, balance }): InvoiceAccount => {
    const isOpen = status !== "PAID" && status !== "VOID";
    const total = cents(balance);
    return {
      id: "invoice",
      ...{ contractId: "contract", customerId: "customer", invoiceNumber: "INV-000001", currency: "USD", status },
      ...{ issueDate: dayOf(2026, 1, 1), dueDate: dayOf(2026, 1, 31), total, tax: cents(0) },
      ...{
        amountPaid: isOpen ? cents(0) : total,
        amountCredited: cents(0),
        lastAppliedOn: null,
        uncollectibleOn: null,
      },
    };
  });
const kinds = fc.constantFrom("PAYMENT" as const, "CREDIT_MEMO" as const);
const isOwed = ({ status }: InvoiceAccount) => status === "ISSUED" || status === "PARTIALLY_PAID";

test("property: amounts sum to the payment, none exceeds its section, and each is within a cent of its exact share", () => {
  const cases = fc.tuple(
    fc.array(section, { minLength: 1, maxLength: 8 }),
    kinds,
    fc.double({ min: 0, max: 1, noNaN: true }),
  );
  fc.assert(
    fc.property(cases, ([sections, kind, part]) => {
      const open = openOf(sections, kind);
      const counted = sections.filter(
        (each) => isOwed(each) || (kind === "PAYMENT" && each.status === "UNCOLLECTIBLE"),
      );
      assert.equal(open === undefined, counted.length === 0);
      if (open === undefined) return;
      const amount = cents(Math.max(1, Math.floor(Number(open.minor) * part)));
      const settled = settlementOf(sections, { kind, amount });
      const total = (of: typeof settled) =>
        sum(
          of.map((each) => each.amount),
          "USD",
        );
      assert.equal(total(settled).minor, amount.minor);
      const owed = sections.filter(isOwed);
      const owedTotal = sum(owed.map(balanceOf), "USD").minor;
      const first = settled.filter(({ invoice }) => isOwed(invoice));
      assert.equal(total(first).minor, amount.minor < owedTotal ? amount.minor : owedTotal, "what is owed comes first");
      for (const { invoice, amount: own } of settled) {
        assert.ok(own.minor > 0n && own.minor <= balanceOf(invoice).minor);
        const ofOwed = isOwed(invoice);
        const settledOfRank = ofOwed ? total(first).minor : amount.minor - total(first).minor;
        const rank: bigint = ofOwed ? owedTotal : open.minor - owedTotal;
        const offBy: bigint = own.minor * rank - settledOfRank * balanceOf(invoice).minor;
        assert.ok((offBy < 0n ? -offBy : offBy) < rank, "less than a cent from the exact share");
      }
    }),
    { numRuns: runs(300) },
  );
});

test("a payment of the whole open amount settles every section", () => {
  fc.assert(
    fc.property(fc.array(section, { minLength: 1, maxLength: 8 }), kinds, (sections, kind) => {
      const open = openOf(sections, kind);
      if (open === undefined) return;
      for (const { invoice, amount } of settlementOf(sections, { kind, amount: open })) {
        assert.equal(amount.minor, balanceOf(invoice).minor);
      }
    }),
    { numRuns: runs(100) },
  );
});
