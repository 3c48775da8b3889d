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

/** An issued credit memo. Its items, dates and amounts never change; its balance does. */
export type CreditMemo = {
  readonly id: string;
  /** Null for the credits of other books, which an opening loads: they are not of the series. */
  readonly number: bigint | null;
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

/** An item of a credit memo: it credits a part of an invoice line (linked), or has no line. */
export type CreditMemoItem = {
  readonly id: string;
  /** The credited invoice line with the credited days of service; null if not linked. */
  readonly line: LinkedLine | null;
  readonly revenueEffect: RevenueEffect;
  /** True if its line did not bill it (negative usage), so that the amount of the line is no limit. */
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

/** An amount to credit of an issued line, with its days of service. */
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
  /** Set if the price of the term was lowered too. */
  readonly revenueEffect?: RevenueEffect | undefined;
  /** True for negative usage: the amount of the line is no limit, and tax is by the rate of the line. */
  readonly isBeyondLine?: boolean | undefined;
};

/** An invoice line with its credits so far, without void credit memos. */
export type CreditableLine = LinkedLine & {
  readonly currency: string;
  readonly customerId: string;
  /** True if its invoice is owed or paid (also if paid after a write-off). */
  readonly isOpen: boolean;
  /** True if its invoice was written off and not paid in full since. */
  readonly isWrittenOff: boolean;
  readonly total: Money;
  readonly tax: Money;
  readonly taxCategory: TaxCategory | null;
  /** Fraction as decimal text, such as 0.19; null if the line has no rate. */
  readonly taxRate: string | null;
  readonly credited: Money;
  readonly creditedTax: Money;
};

export type ItemFacts = {
  readonly id: string;
  readonly draft: CreditMemoItemDraft;
  /** The linked line; undefined without one. */
  readonly line: CreditableLine | undefined;
  /** The commitment period of a commitment line. */
  readonly period?: CreditablePeriod | undefined;
  readonly categoryId: string | null;
};

/** A commitment period; `open` is what its lines billed, less applied prepaid value and all credits. */
export type CreditablePeriod = { readonly key: string; readonly open: Money };

type CreditedAmounts = { readonly net: Money; readonly tax: Money };

/** Amounts credited by earlier items of the same credit memo, by line and by commitment period. */
type CreditedHere = { readonly lines: Map<string, CreditedAmounts>; readonly periods: Map<string, Money> };

type MemoRules = { readonly customerId: string; readonly currency: string; readonly rounding: Rounding };

/** Reports a validation error of a field of an item. */
type ReportIssue = (field: string, code: string, message: string) => void;

/**
 * The items of a credit memo with their tax, and all validation errors. Credits of a line never exceed it. The tax of each is the rounded
 * tax of all credits of the line so far less the tax credited before, so a line that is credited in full credits exactly its tax (rules 5).
 */
export function creditItems(
  facts: readonly ItemFacts[],
  rules: MemoRules,
): { readonly items: CreditMemoItem[]; readonly issues: Issue[] } {
  const issues: Issue[] = [];
  const here: CreditedHere = { lines: new Map(), periods: new Map() };
  const items = facts.map((item, index) =>
    creditItem(item, rules, here, (field, code, message) => {
      issues.push({ path: `/items/${index}/${field}`, code, message });
    }),
  );
  if (issues.length === 0 && totalsOf(items, rules.currency).total.minor > maximumContractMinor) {
    const message = "The credit memo is too large for the books; split it or check its amounts.";
    issues.push({ path: "/items", code: "AMOUNT_INVALID", message });
  }
  return { items, issues };
}

function creditItem(
  { id, draft, line, period, categoryId }: ItemFacts,
  rules: MemoRules,
  here: CreditedHere,
  issue: ReportIssue,
): CreditMemoItem {
  const { currency, rounding } = rules;
  const nothing = zero(currency);
  const amountOf = (text: string, field: string): Money => {
    const amount = parseMoney(text, currency);
    if (amount === undefined) issue(field, "AMOUNT_INVALID", `The amount ${text} has more decimals than ${currency}.`);
    return amount ?? nothing;
  };
  const amount = amountOf(draft.amount, "amount");
  const stated = draft.tax === undefined ? undefined : amountOf(draft.tax, "salesTaxAmount");
  const { itemId, classId, name, note, quantity } = draft;
  const common = {
    ...{ id, itemId, classId, categoryId, name, note, quantity, amount },
    revenueEffect: draft.revenueEffect ?? "CREDITED_DAYS",
    isBeyondLine: draft.isBeyondLine ?? false,
  };
  if (line === undefined) return { ...common, line: null, tax: stated ?? nothing };
  const linked = { ...common, line: linkOf(line, draft) };

  // The end of a term credits later days that were paid, even of an invoice that was written off.
  const isOpen = line.isOpen || (line.isWrittenOff && draft.revenueEffect === "IN_PRICE");
  for (const { code, message } of lineProblems({ ...line, isOpen }, rules)) issue("invoiceLineItemId", code, message);
  if (draft.isBeyondLine) return { ...linked, tax: taxAtRate(line, amount, rounding) };
  if (line.currency !== currency) return { ...linked, tax: nothing };

  const earlier = here.lines.get(line.invoiceLineId) ?? { net: nothing, tax: nothing };
  const before = { net: add(line.credited, earlier.net), tax: add(line.creditedTax, earlier.tax) };
  const tax = stated ?? taxOfCredit({ line, before, amount, rounding });
  if (
    isWithinLine(line, before, { net: amount, tax }, issue) &&
    period !== undefined &&
    draft.revenueEffect !== "IN_PRICE"
  )
    creditPeriod(period, amount, here, issue);
  here.lines.set(line.invoiceLineId, { net: add(earlier.net, amount), tax: add(earlier.tax, tax) });
  return { ...linked, tax };
}

/** False, with an issue, if a credit exceeds what is left of its line, or its tax what is left of the tax of the line. */
function isWithinLine(
  line: CreditableLine,
  before: CreditedAmounts,
  credit: CreditedAmounts,
  issue: ReportIssue,
): boolean {
  const left = { net: subtract(line.total, before.net), tax: subtract(line.tax, before.tax) };
  if (isNegative(subtract(left.net, credit.net))) {
    const most = formatMoney(max(left.net, zero(line.currency)));
    const message = `Only ${most} of the line's ${formatMoney(line.total)} is left to credit.`;
    issue("amount", "EXCEEDS_INVOICE_LINE", message);
    return false;
  }
  if (isNegative(subtract(left.tax, credit.tax))) {
    const message = `Only ${formatMoney(left.tax)} of the line's tax is left to credit.`;
    issue("salesTaxAmount", "EXCEEDS_INVOICE_LINE", message);
    return false;
  }
  return true;
}

/** Counts a credit against its commitment period; an issue if it exceeds what is left of that. */
function creditPeriod(period: CreditablePeriod, amount: Money, { periods }: CreditedHere, issue: ReportIssue): void {
  const nothing = zero(amount.currency);
  const credited = periods.get(period.key) ?? nothing;
  const left = subtract(period.open, credited);
  if (isNegative(subtract(left, amount))) {
    const message = `Only ${formatMoney(max(left, nothing))} of what its commitment period was billed is left to credit.`;
    issue("amount", "EXCEEDS_INVOICE_LINE", message);
  }
  periods.set(period.key, add(credited, amount));
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

/** round(tax × credited so far ÷ line amount) − tax credited before (rules 5); never below zero. */
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

/** The amount left to apply or refund; zero for a void credit memo. */
export function balanceOfCreditMemo(memo: Pick<CreditMemo, "status" | "total" | "applied" | "refunded">): Money {
  return memo.status === "VOID"
    ? subtract(memo.total, memo.total)
    : subtract(subtract(memo.total, memo.applied), memo.refunded);
}

/** The status of a credit memo, from its amounts; refunds count like applications (data model 10.3). */
export function statusOfCreditMemo(
  memo: Pick<CreditMemo, "total" | "applied" | "refunded" | "voidedAt">,
): CreditMemoStatus {
  if (memo.voidedAt !== null) return "VOID";
  const used = add(memo.applied, memo.refunded);
  if (used.minor === 0n) return "OPEN";
  return used.minor < memo.total.minor ? "PARTIALLY_APPLIED" : "APPLIED";
}

/**
 * Why a credit memo cannot be voided: part of it was used, or its month is closed (data model 10.3, rules 8).
 */
export function checkVoid(memo: CreditMemo, { bar }: { readonly bar: string | undefined }): Issue[] {
  if (memo.status === "VOID")
    return [{ path: "", code: "CREDIT_MEMO_VOID", message: "The credit memo is void already." }];
  const issues: Issue[] = [];
  const used = add(memo.applied, memo.refunded);
  if (used.minor > 0n) {
    const message = `${formatMoney(used)} of the credit memo is applied or refunded; reverse its applications first.`;
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
