import type { RevenueEffect } from "../billing-terms/billing-credit.ts";
import { maximumContractMinor } from "../billing-terms/price-check.ts";
import type { ExternalId } from "../catalog/external-id.ts";
import { type Day, formatDay } from "../kernel/day.ts";
import { ratioFromDecimal } from "../kernel/decimal.ts";
import type { Issue } from "../kernel/errors.ts";
import {
  add,
  formatMoney,
  isNegative,
  type Money,
  max,
  money,
  parseMoney,
  subtract,
  sum,
  zero,
} from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import { multiplyRatios, type Rounding, ratio, roundRatio } from "../kernel/ratio.ts";
import type { TaxCategory } from "../kernel/tax-category.ts";
import type { SyncStatus } from "../ledger/sync-status.ts";

export const creditMemoStatuses = ["OPEN", "PARTIALLY_APPLIED", "APPLIED", "VOID"] as const;
export type CreditMemoStatus = (typeof creditMemoStatuses)[number];

/** An issued credit memo. Its items, dates and amounts never change; what is left of it does. */
export type CreditMemo = {
  readonly id: string;
  readonly number: bigint;
  readonly creditMemoNumber: string;
  readonly customerId: string;
  readonly customerName: string;
  readonly currency: string;
  readonly issueDate: Day;
  readonly reason: string;
  readonly memo: string | null;
  /** Without tax. */
  readonly subtotal: Money;
  readonly taxTotal: Money;
  readonly total: Money;
  readonly applied: Money;
  readonly refunded: Money;
  readonly status: CreditMemoStatus;
  readonly syncStatus: SyncStatus;
  readonly externalIds: readonly ExternalId[];
  readonly voidReason: string | null;
  readonly voidedAt: string | null;
  readonly items: readonly CreditMemoItem[];
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
};

/** An item of a credit memo: it credits a part of an invoice's line, or stands alone. */
export type CreditMemoItem = {
  readonly id: string;
  /** The line it is linked to, and the days of service it credits. */
  readonly line: LinkedLine | null;
  readonly revenueEffect: RevenueEffect;
  /** Did its line bill none of it, so that the line's amount does not bound it? */
  readonly isBeyondLine: boolean;
  readonly itemId: string | null;
  readonly classId: string | null;
  readonly categoryId: string | null;
  readonly name: string | null;
  readonly note: string | null;
  readonly quantity: string | null;
  /** Without tax, above zero. */
  readonly amount: Money;
  readonly tax: Money;
};

export type LinkedLine = {
  readonly invoiceLineId: string;
  readonly invoiceId: string;
  readonly contractId: string;
  readonly billingTermId: string;
  readonly service: Period;
};

/** A credited part of an issued line, with the days of service that it was billed for. */
export type CreditedPart = { readonly invoiceLineId: string; readonly amount: Money; readonly service: Period };

/** An item as requested. Amounts are decimal texts, because their currency is loaded later. */
export type CreditMemoDraft = {
  readonly customerId: string;
  readonly issueDate: Day;
  /** The customer's unless stated. */
  readonly currency: string | undefined;
  readonly reason: string;
  readonly memo: string | null;
  readonly items: readonly CreditMemoItemDraft[];
  readonly externalIds: readonly ExternalId[];
  readonly applyOnCreate?: { readonly invoiceId: string; readonly amount: string | undefined } | undefined;
};

export type CreditMemoItemDraft = {
  readonly invoiceLineId: string | null;
  readonly itemId: string | null;
  readonly classId: string | null;
  readonly name: string | null;
  readonly note: string | null;
  readonly quantity: string | null;
  /** Without tax. */
  readonly amount: string;
  /** The linked line's tax in proportion unless stated; none for an item of its own. */
  readonly tax: string | undefined;
  /** The days of service to credit; the line's own unless stated. */
  readonly service?: Period | undefined;
  /** Set by a use case that has lowered the term's price as well. */
  readonly revenueEffect?: RevenueEffect | undefined;
  /** Of usage below zero: the line billed none of it, so its amount does not bound it, and tax is by the line's rate. */
  readonly isBeyondLine?: boolean | undefined;
};

/** A line of an invoice with what the credit memos that are not void have credited of it. */
export type CreditableLine = LinkedLine & {
  readonly currency: string;
  readonly customerId: string;
  /** Is its invoice owed or paid, also after it was written off? */
  readonly isOpen: boolean;
  /** Was its invoice written off, and not paid in full since? */
  readonly isWrittenOff: boolean;
  readonly total: Money;
  readonly tax: Money;
  readonly taxCategory: TaxCategory | null;
  /** Decimal text of a fraction, as 0.19; null where the line has no rate. */
  readonly taxRate: string | null;
  readonly credited: Money;
  readonly creditedTax: Money;
};

export type ItemFacts = {
  readonly id: string;
  readonly draft: CreditMemoItemDraft;
  /** The linked line; undefined without one. */
  readonly line: CreditableLine | undefined;
  /** Of a line of a commitment: its commitment period. */
  readonly period?: CreditablePeriod | undefined;
  readonly categoryId: string | null;
};

/** A commitment period with what its lines billed together, prepaid value taken off, less all credits of them. */
export type CreditablePeriod = { readonly key: string; readonly open: Money };

/**
 * The items of a credit memo, and everything that speaks against them. The credits of a line never exceed it, and the
 * tax of each is what the credits so far come to less what was credited before, so a line that is credited whole credits
 * exactly its tax (rules 5).
 */
export function creditItems(
  facts: readonly ItemFacts[],
  { customerId, currency, rounding }: { customerId: string; currency: string; rounding: Rounding },
): { readonly items: CreditMemoItem[]; readonly issues: Issue[] } {
  const issues: Issue[] = [];
  const creditedHere = new Map<string, { net: Money; tax: Money }>();
  const creditedOfPeriods = new Map<string, Money>();
  const items = facts.map(({ id, draft, line, period, categoryId }, index): CreditMemoItem => {
    const issue = (field: string, code: string, message: string) =>
      issues.push({ path: `/items/${index}/${field}`, code, message });
    const amountOf = (text: string, field: string): Money => {
      const amount = parseMoney(text, currency);
      if (amount === undefined)
        issue(field, "AMOUNT_INVALID", `The amount ${text} has more decimals than ${currency}.`);
      return amount ?? zero(currency);
    };
    const amount = amountOf(draft.amount, "amount");
    const stated = draft.tax === undefined ? undefined : amountOf(draft.tax, "salesTaxAmount");
    const { itemId, classId, name, note, quantity } = draft;
    const common = {
      id,
      itemId,
      classId,
      categoryId,
      name,
      note,
      quantity,
      amount,
      revenueEffect: draft.revenueEffect ?? "CREDITED_DAYS",
      isBeyondLine: draft.isBeyondLine ?? false,
    };
    if (line === undefined) return { ...common, line: null, tax: stated ?? zero(currency) };

    // A term that ended credits what was paid for later days, also of an invoice that was written off.
    const isOpen = line.isOpen || (line.isWrittenOff && draft.revenueEffect === "IN_PRICE");
    for (const problem of lineProblems({ ...line, isOpen }, { customerId, currency })) {
      issue("invoiceLineItemId", problem.code, problem.message);
    }
    if (draft.isBeyondLine) return { ...common, line: linkOf(line, draft), tax: taxAtRate(line, amount, rounding) };
    if (line.currency !== currency) return { ...common, line: linkOf(line, draft), tax: zero(currency) };
    const earlier = creditedHere.get(line.invoiceLineId);
    const before = {
      net: add(line.credited, earlier?.net ?? zero(currency)),
      tax: add(line.creditedTax, earlier?.tax ?? zero(currency)),
    };
    const tax = stated ?? taxOfCredit({ line, before, amount, rounding });
    const net = add(before.net, amount);
    if (isNegative(subtract(line.total, net))) {
      const left = formatMoney(max(subtract(line.total, before.net), zero(currency)));
      issue(
        "amount",
        "EXCEEDS_INVOICE_LINE",
        `Only ${left} of the line's ${formatMoney(line.total)} is left to credit.`,
      );
    } else if (isNegative(subtract(line.tax, add(before.tax, tax)))) {
      const left = formatMoney(subtract(line.tax, before.tax));
      issue("salesTaxAmount", "EXCEEDS_INVOICE_LINE", `Only ${left} of the line's tax is left to credit.`);
    } else if (period !== undefined && draft.revenueEffect !== "IN_PRICE") {
      const left = subtract(period.open, creditedOfPeriods.get(period.key) ?? zero(currency));
      if (isNegative(subtract(left, amount))) {
        const message = `Only ${formatMoney(max(left, zero(currency)))} of what its commitment period was billed is left to credit.`;
        issue("amount", "EXCEEDS_INVOICE_LINE", message);
      }
      creditedOfPeriods.set(period.key, add(subtract(period.open, left), amount));
    }
    creditedHere.set(line.invoiceLineId, {
      net: add(earlier?.net ?? zero(currency), amount),
      tax: add(earlier?.tax ?? zero(currency), tax),
    });
    return { ...common, line: linkOf(line, draft), tax };
  });
  if (issues.length === 0 && totalsOf(items, currency).total.minor > maximumContractMinor) {
    const message = "The credit memo comes to more than can be kept in the books; split it or check its amounts.";
    issues.push({ path: "/items", code: "AMOUNT_INVALID", message });
  }
  return { items, issues };
}

function linkOf(line: CreditableLine, draft: CreditMemoItemDraft): LinkedLine {
  const { invoiceLineId, invoiceId, contractId, billingTermId } = line;
  return { invoiceLineId, invoiceId, contractId, billingTermId, service: draft.service ?? line.service };
}

function lineProblems(line: CreditableLine, memo: { customerId: string; currency: string }) {
  const problems: { code: string; message: string }[] = [];
  if (line.customerId !== memo.customerId) {
    const message = "The line's invoice is of another customer; credit it with a credit memo of that customer.";
    problems.push({ code: "CREDIT_MEMO_CUSTOMER_MISMATCH", message });
  }
  if (line.currency !== memo.currency) {
    const message = `The line's invoice is in ${line.currency}, the credit memo in ${memo.currency}.`;
    problems.push({ code: "CREDIT_MEMO_CURRENCY_MISMATCH", message });
  }
  if (!line.isOpen) {
    const message =
      "The line's invoice is void or written off; a line can be credited while its invoice is owed or paid.";
    problems.push({ code: "INVOICE_NOT_OPEN", message });
  }
  return problems;
}

/** round(tax × credited so far ÷ line amount) − tax credited before (rules 5); never below zero or above what is left. */
export function taxOfCredit({
  line,
  before,
  amount,
  rounding,
}: {
  line: Pick<CreditableLine, "total" | "tax">;
  before: { net: Money; tax: Money };
  amount: Money;
  rounding: Rounding;
}): Money {
  if (line.total.minor <= 0n) return zero(amount.currency);
  const numerator = line.tax.minor * (before.net.minor + amount.minor);
  const through = roundRatio({ numerator, denominator: line.total.minor }, rounding);
  return max(zero(amount.currency), subtract(money(through, amount.currency), before.tax));
}

function taxAtRate(
  { taxRate }: Pick<CreditableLine, "taxRate">,
  { minor, currency }: Money,
  rounding: Rounding,
): Money {
  const rate = ratioFromDecimal(taxRate ?? "0");
  return money(roundRatio(multiplyRatios(ratio(minor), rate), rounding), currency);
}

export function totalsOf(items: readonly CreditMemoItem[], currency: string) {
  const total = (amounts: readonly Money[]) => sum(amounts, currency);
  const subtotal = total(items.map((item) => item.amount));
  const taxTotal = total(items.map((item) => item.tax));
  return { subtotal, taxTotal, total: add(subtotal, taxTotal) };
}

/** What is left to apply or refund; nothing of a void credit memo. */
export function balanceOfCreditMemo(memo: Pick<CreditMemo, "status" | "total" | "applied" | "refunded">): Money {
  return memo.status === "VOID"
    ? subtract(memo.total, memo.total)
    : subtract(subtract(memo.total, memo.applied), memo.refunded);
}

/** A function of what was done with the credit memo; a refund uses it up as an application does (data model 10.3). */
export function statusOfCreditMemo(
  memo: Pick<CreditMemo, "total" | "applied" | "refunded" | "voidedAt">,
): CreditMemoStatus {
  if (memo.voidedAt !== null) return "VOID";
  const used = add(memo.applied, memo.refunded);
  if (used.minor === 0n) return "OPEN";
  return used.minor < memo.total.minor ? "PARTIALLY_APPLIED" : "APPLIED";
}

/**
 * What speaks against taking a credit memo back: something of it was used, or its month is closed (data model 10.3,
 * rules 8).
 */
export function checkVoid(memo: CreditMemo, { bar }: { readonly bar: string | undefined }): Issue[] {
  if (memo.status === "VOID")
    return [{ path: "", code: "CREDIT_MEMO_VOID", message: "The credit memo is void already." }];
  const issues: Issue[] = [];
  const used = add(memo.applied, memo.refunded);
  if (used.minor > 0n) {
    const message = `${formatMoney(used)} of the credit memo is applied or refunded; take its applications back first.`;
    issues.push({ path: "", code: "CREDIT_MEMO_INSUFFICIENT", message });
  }
  if (bar !== undefined) {
    const message = `The month of ${formatDay(memo.issueDate)} is ${bar}; open it again, or bill the amount again.`;
    issues.push({ path: "", code: "PERIOD_CLOSED", message });
  }
  return issues;
}

/** The number people read: the merchant's prefix and at least six digits, as CM-000001. */
export function creditMemoNumber(prefix: string, number: bigint): string {
  return `${prefix}${number.toString().padStart(6, "0")}`;
}
