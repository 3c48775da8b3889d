import assert from "node:assert/strict";
import { test } from "node:test";
import { type AccountTotal, figuresOf, type TypedActivity } from "./month-figures.ts";

function total(role: string, debitMinor: bigint, creditMinor: bigint, account = role): AccountTotal {
  return { currency: "USD", role, account, debitMinor, creditMinor };
}

function posted(type: TypedActivity["type"], lines: readonly AccountTotal[]): TypedActivity[] {
  return lines.map((line) => ({ ...line, type }));
}

const opening = [total("RECEIVABLE", 1_000n, 0n), total("CONTRACT_LIABILITY", 0n, 1_000n)];

test("the roll-forward has billed, recognized and adjustments separately, and presentation sums to zero", () => {
  const { currencies } = figuresOf(opening, [
    ...posted("INVOICE_ISSUED", [total("RECEIVABLE", 550n, 0n), total("CONTRACT_LIABILITY", 0n, 500n)]),
    ...posted("INVOICE_VOIDED", [total("CONTRACT_LIABILITY", 100n, 0n)]),
    ...posted("REVENUE_RECOGNIZED", [total("CONTRACT_LIABILITY", 300n, 0n), total("REVENUE", 0n, 300n)]),
    ...posted("CREDIT_MEMO_ISSUED", [total("CONTRACT_LIABILITY", 40n, 0n), total("CUSTOMER_CREDIT", 0n, 40n)]),
    ...posted("ADJUSTMENT", [total("CONTRACT_LIABILITY", 10n, 0n), total("REVENUE", 0n, 10n)]),
    ...posted("PRESENTATION", [total("CONTRACT_ASSET", 70n, 0n), total("CONTRACT_LIABILITY", 0n, 70n)]),
  ]);
  assert.deepEqual(currencies[0]?.contractRollForward, {
    opening: "10.00",
    billed: "4.00",
    recognized: "3.00",
    adjustments: "-0.40",
    adjusted: "-0.10",
    closing: "10.50",
    contractLiability: "11.20",
    contractAsset: "0.70",
    unbilledReceivable: "0.00",
  });
});

test("balances carry over to the next month and are no activity of it", () => {
  const issued = posted("INVOICE_ISSUED", [total("RECEIVABLE", 200n, 0n), total("CONTRACT_LIABILITY", 0n, 200n)]);
  const { closing } = figuresOf(opening, issued);
  const [next] = figuresOf(closing, []).currencies;
  assert.deepEqual(
    next?.accounts.map(({ role, balance, activityDebit, activityCredit }) => [
      role,
      balance,
      activityDebit,
      activityCredit,
    ]),
    [
      ["CONTRACT_LIABILITY", "-12.00", "0.00", "0.00"],
      ["RECEIVABLE", "12.00", "0.00", "0.00"],
    ],
  );
  assert.deepEqual([next?.totalDebit, next?.totalCredit], ["12.00", "12.00"]);
});

test("accounts of one role and currencies are kept apart, in any order of the lines", () => {
  const parts = [total("REVENUE", 0n, 5n, "Support"), total("REVENUE", 0n, 7n, "Licences")];
  const euros = posted("REVENUE_RECOGNIZED", [{ ...total("REVENUE", 0n, 1n), currency: "EUR" }]);
  const forward = figuresOf(parts, euros).currencies;
  assert.deepEqual(figuresOf(parts.toReversed(), euros).currencies, forward);
  assert.deepEqual(
    forward.map(({ currency, accounts }) => [currency, ...accounts.map(({ account }) => account)]),
    [
      ["EUR", "REVENUE"],
      ["USD", "Licences", "Support"],
    ],
  );
});

test("a month without entries has no figures", () => {
  assert.deepEqual(figuresOf([], []), { currencies: [], closing: [] });
});
