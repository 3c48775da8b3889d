import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { formatMoney, type Money, money } from "../kernel/money.ts";
import { creditMemoIssued, invoiceWrittenOff } from "./posting.ts";
import { type ServiceLine, unearnedOf, unservedOf } from "./unearned.ts";
import { badDebtOf, type WrittenOffLine, writeOff } from "./write-off.ts";

const usd = (minor: number | bigint): Money => money(BigInt(minor), "USD");

const quarter = { start: 0, end: 90 };

/** What is not earned of some lines of one obligation, 1.00 a day of 90 each unless `earned` says otherwise. */
function unearned(lines: readonly Partial<ServiceLine>[], date: number, earned?: number): string[] {
  const own = lines.map((line) => ({ service: quarter, total: usd(90_00), billingCredits: [], ...line }));
  const byDays = own.map((line) => unservedOf(line, date + 1, "HALF_UP"));
  const billed = own.reduce((all, { total, billingCredits }) => {
    return all + total.minor - billingCredits.reduce((credited, { amount }) => credited + amount.minor, 0n);
  }, 0n);
  const even = billed - byDays.reduce((all, { minor }) => all + minor, 0n);
  return unearnedOf(own, { earned: usd(earned ?? even), from: date + 1, rounding: "HALF_UP" }).map(formatMoney);
}

function split(lines: readonly Partial<WrittenOffLine>[], balance: number, { tax = 0, date = 59 } = {}) {
  const own = lines.map((line, index) => ({
    ...{ invoiceLineId: String(index), billingTermId: String(index), service: quarter, unearned: usd(0) },
    ...line,
  }));
  const { parts, contractLiability, badDebt } = writeOff(own, { balance: usd(balance), tax: usd(tax), date });
  const shown = parts.map((part) => [
    part.invoiceLineId,
    formatMoney(part.amount),
    part.service.start,
    part.service.end,
  ]);
  return { liability: formatMoney(contractLiability), badDebt: formatMoney(badDebt), parts: shown };
}

test("unearned billing is credited, the rest is bad debt, and so is the tax unless it is recoverable", () => {
  const lines = [{ unearned: usd(30_00) }];
  const parts = [["0", "30.00", 60, 90]];
  assert.deepEqual(split(lines, 107_10), { liability: "30.00", badDebt: "77.10", parts });
  assert.deepEqual(split(lines, 107_10, { tax: 17_10 }), { liability: "30.00", badDebt: "60.00", parts });
  assert.deepEqual(split([{}], 90_00, { date: 89 }), { liability: "0.00", badDebt: "90.00", parts: [] });
});

test("payments cover earned billing first, so unearned billing is at most the balance", () => {
  const lines = [{ unearned: usd(30_00) }, { unearned: usd(15_00) }];
  assert.deepEqual(split(lines, 10_00), {
    liability: "10.00",
    badDebt: "0.00",
    parts: [
      ["0", "6.67", 60, 90],
      ["1", "3.33", 60, 90],
    ],
  });
});

test("lines of obligations that are earned by months share what is not earned by months", () => {
  // 1,200.00 for a year and 50.00 for its third month, of which 10 of 31 days are over: 300.00 and 48.39 are earned of 1,350.00.
  const lines = [
    { service: { start: 0, end: 365 }, total: usd(1200_00), billingCredits: [] },
    { service: { start: 0, end: 59 }, total: usd(100_00), billingCredits: [] },
    { service: { start: 59, end: 90 }, total: usd(50_00), billingCredits: [] },
  ];
  /** Every month is 31 units. */
  const units = new Map([0, 59, 69, 90, 365].map((day, index) => [day, [0, 62, 72, 93, 372][index] ?? 0]));
  const elapsed = ({ start, end }: { start: number; end: number }) => (units.get(end) ?? 0) - (units.get(start) ?? 0);
  const unearnedBy = { earned: usd(348_39), from: 69, rounding: "HALF_UP" } as const;
  assert.deepEqual(unearnedOf(lines, { ...unearnedBy, elapsed }).map(formatMoney), ["967.74", "0.00", "33.87"]);
  assert.deepEqual(unearnedOf(lines, unearnedBy).map(formatMoney), ["967.92", "0.00", "33.69"], "by days");
});

test("unearned billing is that of days to come, then of the latest lines", () => {
  assert.deepEqual(unearned([{}], 59), ["30.00"], "the day itself is served");
  assert.deepEqual(unearned([{}], 59, 90_00), ["0.00"], "a licence that was delivered");
  assert.deepEqual(unearned([{}], 59, 0), ["90.00"], "nothing was done yet");
  const next = { service: { start: 90, end: 180 } };
  assert.deepEqual(unearned([{}, next], 89, 60_00), ["30.00", "90.00"]);
  assert.deepEqual(unearned([{}, next], 200, 120_00), ["0.00", "60.00"], "what is billed first is earned first");
  assert.deepEqual(unearned([{}, next], 89, 200_00), ["0.00", "0.00"], "more is earned than billed");
});

test("bad debt is the unpaid amount without tax, less unearned billing", () => {
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

test("days to come that a credit memo already credited are not credited again", () => {
  const billingCredits = [{ amount: usd(15_00), service: { start: 60, end: 90 } }];
  assert.deepEqual(unearned([{ billingCredits }], 59), ["15.00"]);
  const all = [{ amount: usd(90_00), service: quarter }];
  assert.deepEqual(unearned([{ billingCredits: all }], 59), ["0.00"]);
});

test("property: credit, tax and bad debt sum to the balance, and every entry balances", () => {
  const line = fc.record({
    unearned: fc.integer({ min: 0, max: 100_000 }).map(usd),
    start: fc.integer({ min: 0, max: 50 }),
    days: fc.integer({ min: 1, max: 400 }),
  });
  const balances = fc.integer({ min: 1, max: 200_000 }).chain((balance) => {
    return fc.record({ balance: fc.constant(usd(balance)), tax: fc.integer({ min: 0, max: balance }).map(usd) });
  });
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 5 }),
      balances,
      fc.integer({ min: 0, max: 460 }),
      (drafts, { balance, tax }, date) => {
        const lines = drafts.map(({ unearned, start, days }, index) => {
          const id = String(index);
          return { invoiceLineId: id, billingTermId: id, unearned, service: { start, end: start + days } };
        });
        const result = writeOff(lines, { balance, tax, date });
        const parts = result.parts.reduce((sum, part) => sum + part.amount.minor, 0n);
        assert.equal(parts, result.contractLiability.minor);
        assert.equal(parts + result.tax.minor + result.badDebt.minor, balance.minor);
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

test("a credit memo posts an entry for each contract, in the accounts of the invoices, and one for items without a line", () => {
  const item = {
    isBeyondLine: false,
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
