import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { documentOf } from "../../test/support/invoice-documents.ts";
import { day, termOf } from "../../test/support/terms.ts";
import { required } from "../kernel/assert.ts";
import { formatDay, monthOf, parseMonth } from "../kernel/day.ts";
import { formatMoney, money, sum } from "../kernel/money.ts";
import { isClosed } from "../ledger/books.ts";
import { assertBalanced } from "../ledger/journal-entry.ts";
import {
  contentHash,
  contentOfIssuedLine,
  contentOfTaxation,
  type IssuedContent,
  issueDates,
  issueEntry,
  type TaxationContent,
  totalsOf,
} from "./issue.ts";
import { type PlannedInvoice, planInvoices } from "./plan.ts";

const context = { currency: "USD", rounding: "HALF_UP" } as const;
const books = (closedThrough: string | null) => ({
  closedThrough: closedThrough === null ? null : required(parseMonth(closedThrough), closedThrough),
});

const [invoice] = planInvoices([termOf()], context, { through: day("2026-01-01"), andNext: false });
const planned: PlannedInvoice = required(invoice, "the planned invoice");
const [line] = planned.lines;

describe("the dates of an issued invoice", () => {
  for (const [name, today, closed, late, issue, due] of [
    ["on its day", "2026-01-01", null, "PLANNED", "2026-01-01", "2026-01-31"],
    ["on its day", "2026-01-01", "2025-12", "TODAY", "2026-01-01", "2026-01-31"],
    ["a day late", "2026-01-02", null, "PLANNED", "2026-01-01", "2026-02-01"],
    ["a day late", "2026-01-02", null, "TODAY", "2026-01-02", "2026-02-01"],
    ["late, its month still open", "2026-03-10", "2025-12", "PLANNED", "2026-01-01", "2026-04-09"],
    ["late, its month closed", "2026-03-10", "2026-01", "PLANNED", "2026-03-10", "2026-04-09"],
    ["late, a later month closed", "2026-03-10", "2026-02", "PLANNED", "2026-03-10", "2026-04-09"],
  ] as const) {
    test(`${name}, ${closed ?? "nothing"} closed, ${late}`, () => {
      const dates = issueDates(planned, day(today), books(closed), late);
      assert.deepEqual([formatDay(dates.issueDate), formatDay(dates.dueDate)], [issue, due]);
    });
  }

  test("property: no invoice is dated in a closed month or after today, nor due earlier than planned", () => {
    fc.assert(
      fc.property(
        fc.nat(800),
        fc.nat(800),
        fc.constantFrom("PLANNED" as const, "TODAY" as const),
        fc.nat(365),
        (lateness, closedBefore, late, netPaymentTerms) => {
          const each = { ...planned, netPaymentTerms, dueDate: planned.issueDate + netPaymentTerms };
          const today = each.issueDate + lateness;
          const shut = { closedThrough: monthOf(today - closedBefore) - 1 };
          const { issueDate, dueDate } = issueDates(each, today, shut, late);
          assert.ok(!isClosed(shut, monthOf(issueDate)));
          assert.ok(issueDate <= today && issueDate >= each.issueDate);
          assert.ok(dueDate >= each.dueDate && dueDate - today >= netPaymentTerms);
          if (late === "TODAY") assert.equal(issueDate, today);
        },
      ),
    );
  });
});

describe("the content hash of an issued invoice", () => {
  const content: IssuedContent = {
    invoiceNumber: "INV-000001",
    customerId: "customer",
    contractId: "contract",
    currency: "USD",
    issueDate: "2026-01-01",
    dueDate: "2026-01-31",
    total: "1200.00",
    lines: planned.lines.map(contentOfIssuedLine),
    taxation: { lines: [["O", "0", "0.00"]], rows: [["O", "0", "1200.00", "0.00"]], parties: null },
  };

  test("is SHA-256 and the same for the same content in any order of fields", () => {
    assert.equal(contentHash(content).length, 32);
    const turned = Object.fromEntries(Object.entries(content).toReversed()) as IssuedContent;
    assert.deepEqual(contentHash(turned), contentHash({ ...content }));
  });

  for (const field of Object.keys(content).filter((key) => key !== "lines" && key !== "taxation")) {
    test(`changes with ${field}`, () => {
      const other = { ...content, [field]: `${content[field as keyof IssuedContent]}0` };
      assert.notDeepEqual(contentHash(other), contentHash(content));
    });
  }

  for (const [name, change] of [
    ["term", { billingTermId: "other" }],
    ["type", { type: "UNIT" }],
    ["first day", { period: { start: day("2026-01-02"), end: day("2027-01-01") } }],
    ["last day", { period: { start: day("2026-01-01"), end: day("2026-12-31") } }],
    ["quantity", { quantity: "2" }],
    ["seat amendment", { amendmentId: "amendment" }],
    ["unit price", { unitPrice: "1200.1" }],
    ["subtotal", { subtotal: money(120_001n, "USD") }],
    ["discount", { discountTotal: money(1n, "USD") }],
    ["total", { total: money(119_999n, "USD") }],
    ["name", { name: "Other" }],
    ["description", { description: "Other" }],
    ["item", { itemId: "item" }],
    ["class", { classId: "class" }],
    ["tiers", { tiers: [{ tier: 0, quantity: "1", unitPrice: null, amount: "1" }] }],
  ] as const) {
    test(`changes with the ${name} of a line`, () => {
      const other = { ...content, lines: [contentOfIssuedLine({ ...required(line, "the line"), ...change })] };
      assert.notDeepEqual(contentHash(other), contentHash(content));
    });
  }

  test("changes with the tax of a line, a row of the tax table and the parties, in any order from the database", () => {
    const { parties } = documentOf({ lines: [{ name: "Platform", net: "1200.00" }] });
    const { lines, taxLines } = documentOf({ lines: [{ name: "Platform", net: "1200.00" }] });
    const tax = lines.map(({ category, taxRate: rate, tax }) => ({ category, rate, tax }));
    const taxation = contentOfTaxation({ lines: tax, taxLines, parties });
    const withTaxation = (change: Partial<TaxationContent>) =>
      contentHash({ ...content, taxation: { ...taxation, ...change } }).toString("hex");
    const { seller, buyer } = parties;
    const turned = { buyer: Object.fromEntries(Object.entries(buyer).toReversed()) as typeof buyer, seller };
    assert.equal(withTaxation({ parties: turned }), withTaxation({}));
    const hashes = [
      contentHash(content).toString("hex"),
      withTaxation({}),
      withTaxation({ lines: [["S", "0.19", "228.01"]] }),
      withTaxation({ rows: [["S", "0.2", "1200.00", "228.00"]] }),
      withTaxation({ parties: { seller: { ...seller, vatId: "DE0" }, buyer } }),
      withTaxation({ parties: { seller, buyer: { ...buyer, name: "Other" } } }),
    ];
    assert.equal(new Set(hashes).size, hashes.length);
  });

  test("depends on where a field ends and on the order of lines", () => {
    const shifted = { ...content, customerId: "custome", contractId: "rcontract" };
    assert.notDeepEqual(contentHash(shifted), contentHash(content));
    const two = [["a"], ["b"]];
    assert.notDeepEqual(contentHash({ ...content, lines: two }), contentHash({ ...content, lines: two.toReversed() }));
    assert.notDeepEqual(contentHash({ ...content, lines: [["a", "b"]] }), contentHash({ ...content, lines: two }));
  });
});

describe("the journal entry of an issued invoice", () => {
  const ids = { entryId: "entry", invoiceId: "invoice", contractId: "contract", customerId: "customer" };
  const entryOf = (total: bigint, tax = 0n) => {
    const totals = {
      subtotal: money(total - tax, "USD"),
      discountTotal: money(0n, "USD"),
      taxTotal: money(tax, "USD"),
      total: money(total, "USD"),
    };
    return issueEntry({ ...ids, issueDate: day("2026-01-01"), totals, categoryLiabilities: [] });
  };

  test("debits the receivable with the total, and credits contract liability without the tax", () => {
    const entry = required(entryOf(11_900n, 1_900n), "the entry");
    assertBalanced(entry);
    assert.deepEqual(
      entry.lines.map(({ role, debit, credit }) => [role, formatMoney(debit), formatMoney(credit)]),
      [
        ["RECEIVABLE", "119.00", "0.00"],
        ["CONTRACT_LIABILITY", "0.00", "100.00"],
        ["TAX_PAYABLE", "0.00", "19.00"],
      ],
    );
    assert.deepEqual(
      [entry.date, entry.type, entry.source],
      [day("2026-01-01"), "INVOICE_ISSUED", { type: "INVOICE", id: "invoice" }],
    );
  });

  test("has no tax line without tax, and there is no entry for 0.00", () => {
    assert.equal(entryOf(100n)?.lines.length, 2);
    assert.equal(entryOf(0n), null);
  });

  test("with lines that sum to zero moves the difference between accounts, and their tax", () => {
    const zero = { subtotal: money(0n, "USD"), discountTotal: money(0n, "USD"), total: money(0n, "USD") };
    const about = { entryId: "entry", invoiceId: "invoice", contractId: "contract", customerId: "customer" };
    const issued = { ...about, issueDate: day("2026-01-01") };
    const shown = (entry: ReturnType<typeof issueEntry>) =>
      entry?.lines.map(({ role, categoryAccount, debit, credit }) => {
        return [role, categoryAccount, formatMoney(debit), formatMoney(credit)].join(" ");
      });
    const moved = issueEntry({
      ...issued,
      totals: { ...zero, taxTotal: money(0n, "USD") },
      categoryLiabilities: [{ account: "2410", amount: money(100_00n, "USD") }],
    });
    assert.deepEqual(shown(moved), ["CONTRACT_LIABILITY  100.00 0.00", "CONTRACT_LIABILITY 2410 0.00 100.00"]);
    const taxed = issueEntry({
      ...issued,
      totals: { ...zero, subtotal: money(19_00n, "USD"), taxTotal: money(-19_00n, "USD") },
      categoryLiabilities: [],
    });
    assert.deepEqual(shown(taxed), ["CONTRACT_LIABILITY  0.00 19.00", "TAX_PAYABLE  19.00 0.00"]);
  });
});

test("property: the totals of an invoice are the sums of its lines", () => {
  const amounts = fc.array(fc.tuple(fc.nat(10 ** 6), fc.nat(10 ** 6)), { maxLength: 5 });
  fc.assert(
    fc.property(amounts, (pairs) => {
      const usd = (minor: number) => money(BigInt(minor), "USD");
      const lines = pairs.map(([total, discount]) => ({
        ...required(line, "the line"),
        subtotal: usd(total + discount),
        discountTotal: usd(discount),
        total: usd(total),
      }));
      const totals = totalsOf(lines, "USD");
      assert.deepEqual(
        totals.total,
        sum(
          lines.map((each) => each.total),
          "USD",
        ),
      );
      assert.deepEqual(
        totals.discountTotal,
        sum(
          lines.map((each) => each.discountTotal),
          "USD",
        ),
      );
      assert.equal(totals.subtotal.minor - totals.discountTotal.minor + totals.taxTotal.minor, totals.total.minor);
    }),
  );
});
