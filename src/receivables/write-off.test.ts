import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { formatMoney, type Money, money } from "../kernel/money.ts";
import { creditMemoIssued, invoiceWrittenOff } from "./posting.ts";
import { badDebtOf, type WrittenOffLine, writeOff } from "./write-off.ts";

const usd = (minor: number | bigint): Money => money(BigInt(minor), "USD");

function lineOf(id: string, total: number, parts: Partial<WrittenOffLine> = {}): WrittenOffLine {
  return {
    invoiceLineId: id,
    billingTermId: id,
    service: { start: 0, end: 90 },
    total: usd(total),
    billingCredits: [],
    ...parts,
  };
}

function split(lines: readonly WrittenOffLine[], balance: number, date: number) {
  const { parts, contractLiability, badDebt } = writeOff(lines, { balance: usd(balance), date, rounding: "HALF_UP" });
  const shown = parts.map((part) => [
    part.invoiceLineId,
    formatMoney(part.amount),
    part.service.start,
    part.service.end,
  ]);
  return { liability: formatMoney(contractLiability), badDebt: formatMoney(badDebt), parts: shown };
}

test("days that are billed and not served are not owed, the others are lost, and so is the tax", () => {
  assert.deepEqual(split([lineOf("a", 90_00)], 107_10, 60), {
    liability: "30.00",
    badDebt: "77.10",
    parts: [["a", "30.00", 60, 90]],
  });
  assert.deepEqual(split([lineOf("a", 90_00)], 90_00, 90), { liability: "0.00", badDebt: "90.00", parts: [] });
});

test("what was paid pays for the days served first, so the unserved part is at most the balance", () => {
  const lines = [lineOf("a", 90_00), lineOf("b", 45_00)];
  assert.deepEqual(split(lines, 10_00, 60), {
    liability: "10.00",
    badDebt: "0.00",
    parts: [
      ["a", "6.67", 60, 90],
      ["b", "3.33", 60, 90],
    ],
  });
});

test("a loss is what nobody paid, without tax, less what was not owed", () => {
  // 300.00 and 57.00 of tax, of which 150.00 were not served.
  const badDebt = (balance: number) =>
    formatMoney(
      badDebtOf(
        { balance: usd(balance), total: usd(357_00) },
        { net: usd(300_00), notServed: usd(150_00), rounding: "HALF_UP" },
      ),
    );
  assert.deepEqual([357_00, 238_00, 119_00, 0].map(badDebt), ["150.00", "50.00", "0.00", "0.00"]);
});

test("what credit memos credited of the days to come is not taken back again", () => {
  const billingCredits = [{ amount: usd(15_00), service: { start: 60, end: 90 } }];
  assert.deepEqual(split([lineOf("a", 90_00, { billingCredits })], 75_00, 60).parts, [["a", "15.00", 60, 90]]);
  const all = [{ amount: usd(90_00), service: { start: 0, end: 90 } }];
  assert.deepEqual(split([lineOf("a", 90_00, { billingCredits: all })], 17_10, 60).parts, []);
});

test("property: the parts and the bad debt are the balance, and every entry balances", () => {
  const line = fc.record({
    total: fc.integer({ min: 0, max: 100_000 }),
    start: fc.integer({ min: 0, max: 50 }),
    days: fc.integer({ min: 1, max: 400 }),
  });
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 200_000 }),
      fc.integer({ min: 0, max: 460 }),
      (drafts, balance, date) => {
        const lines = drafts.map(({ total, start, days }, index) =>
          lineOf(String(index), total, { service: { start, end: start + days } }),
        );
        const result = writeOff(lines, { balance: usd(balance), date, rounding: "HALF_UP" });
        const parts = result.parts.reduce((sum, part) => sum + part.amount.minor, 0n);
        assert.equal(parts, result.contractLiability.minor);
        assert.equal(parts + result.badDebt.minor, BigInt(balance));
        assert.ok(
          result.badDebt.minor >= 0n &&
            result.parts.every((part) => part.amount.minor > 0n && part.service.start < part.service.end),
        );
        const invoice = { id: "i", contractId: "c", customerId: "u", currency: "USD" };
        const entry = invoiceWrittenOff(invoice, { ...result, postedOn: date }, new Map([["0", "Own account"]]));
        assert.equal(
          entry.lines.reduce((sum, each) => sum + each.debit.minor - each.credit.minor, 0n),
          0n,
        );
      },
    ),
  );
});

test("a credit memo posts an entry for each contract, in the accounts that the invoices credited, and one for items of its own", () => {
  const item = {
    revenueEffect: "CREDITED_DAYS" as const,
    itemId: null,
    classId: null,
    categoryId: null,
    name: null,
    note: null,
    quantity: null,
  };
  const linked = (id: string, contractId: string, amount: number, tax: number) => ({
    ...item,
    ...{ id, amount: usd(amount), tax: usd(tax) },
    line: { invoiceLineId: id, invoiceId: id, contractId, billingTermId: id, service: { start: 0, end: 1 } },
  });
  const items = [
    linked("a", "one", 10_00, 1_90),
    linked("b", "one", 5_00, 95),
    linked("c", "two", 2_00, 38),
    { ...item, id: "d", amount: usd(1_00), tax: usd(0), line: null, categoryId: "goodwill" },
  ];
  const entries = creditMemoIssued(
    { id: "memo", customerId: "u", issueDate: 3, currency: "USD", items },
    new Map([["b", "Support"]]),
  );
  const shown = entries.map(({ contractId, lines }) => [
    contractId,
    lines.map(
      (line) => `${line.role} ${line.categoryAccount ?? line.categoryId ?? ""} ${line.debit.minor - line.credit.minor}`,
    ),
  ]);
  assert.deepEqual(shown, [
    [
      "one",
      ["CONTRACT_LIABILITY  1000", "CONTRACT_LIABILITY Support 500", "TAX_PAYABLE  285", "CUSTOMER_CREDIT  -1785"],
    ],
    ["two", ["CONTRACT_LIABILITY  200", "TAX_PAYABLE  38", "CUSTOMER_CREDIT  -238"]],
    [null, ["CONTRA_REVENUE goodwill 100", "CUSTOMER_CREDIT  -100"]],
  ]);
});
