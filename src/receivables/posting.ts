import type { AccountRole } from "../kernel/account.ts";
import type { Day } from "../kernel/day.ts";
import { add, isZero, type Money, sum } from "../kernel/money.ts";
import {
  credit,
  debit,
  type EntryDraft,
  type EntryType,
  type JournalLine,
  reversed,
  withoutZeros,
} from "../ledger/journal-entry.ts";
import type { Credit } from "./application.ts";
import type { CreditMemo, CreditMemoItem } from "./credit-memo.ts";
import type { InvoiceAccount } from "./invoice-account.ts";
import type { WriteOff } from "./write-off.ts";

/** An entry that has no id yet. What each fact posts is the table of rules 8. */
export type Posting = Omit<EntryDraft, "id">;

type CreditMemoParts = Pick<CreditMemo, "id" | "customerId" | "issueDate" | "currency" | "items">;

/** Accounts of categories that hold the contract liability of some terms; the others' is in the merchant's own. */
export type LiabilityAccounts = ReadonlyMap<string, string>;

/**
 * An issued memo: the customer has a credit. What lines billed is taken out of the contract liability, an entry for each
 * contract; items of their own are contra revenue at once and belong to no contract.
 */
export function creditMemoIssued(
  { id, customerId, issueDate, currency, items }: CreditMemoParts,
  accounts: LiabilityAccounts,
): Posting[] {
  const total = (amounts: readonly Money[]) => sum(amounts, currency);
  const byContract = Map.groupBy(items, (item) => item.line?.contractId ?? null);
  return [...byContract].map(([contractId, own]) => ({
    date: issueDate,
    type: "CREDIT_MEMO_ISSUED",
    contractId,
    customerId,
    source: { type: "CREDIT_MEMO", id },
    lines: withoutZeros([
      ...(contractId === null ? contraRevenue(own, currency) : liabilityOf(own.map(partOfItem), accounts, currency)),
      debit("TAX_PAYABLE", total(own.map((item) => item.tax))),
      credit("CUSTOMER_CREDIT", total(own.map((item) => add(item.amount, item.tax)))),
    ]),
  }));
}

type TermAmount = { readonly billingTermId: string | undefined; readonly amount: Money };

function partOfItem({ line, amount }: CreditMemoItem): TermAmount {
  return { billingTermId: line?.billingTermId, amount };
}

/** What is taken out of the contract liability, from the accounts that the invoices credited; below zero, put back. */
export function liabilityOf(
  parts: readonly TermAmount[],
  accounts: LiabilityAccounts,
  currency: string,
): JournalLine[] {
  const byAccount = Map.groupBy(parts, ({ billingTermId }) => accounts.get(billingTermId ?? "") ?? null);
  return [...byAccount].map(([account, own]) => {
    const amounts = own.map(({ amount }) => amount);
    return debit("CONTRACT_LIABILITY", sum(amounts, currency), { account });
  });
}

function contraRevenue(items: readonly CreditMemoItem[], currency: string): JournalLine[] {
  const bySale = Map.groupBy(items, ({ categoryId, itemId, classId }) => [categoryId, itemId, classId].join("/"));
  return [...bySale.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const { categoryId, itemId, classId } = first;
    const amounts = own.map((item) => item.amount);
    return debit("CONTRA_REVENUE", sum(amounts, currency), { categoryId, itemId, classId });
  });
}

/** An entry that was posted, as far as its reversal needs it. */
export type ReversibleEntry = {
  readonly id: string;
  readonly contractId: string | null;
  readonly lines: readonly (Omit<JournalLine, "categoryAccount"> & { readonly account: string })[];
};

/**
 * The reversal of what a document posted, on the day it was posted and in the same accounts: a void leaves nothing in any
 * month (rules 8).
 */
export function documentVoided(
  entry: ReversibleEntry,
  document: {
    readonly type: "INVOICE_VOIDED" | "CREDIT_MEMO_VOIDED";
    readonly date: Day;
    readonly source: EntryDraft["source"];
    readonly customerId: string;
  },
): Posting {
  const { id, contractId } = entry;
  const lines = entry.lines.map((line) => ({ ...line, categoryAccount: line.account }));
  return { ...document, contractId, reversesEntryId: id, lines: reversed(lines) };
}

type Applied = {
  readonly invoice: Pick<InvoiceAccount, "contractId" | "customerId">;
  readonly amount: Money;
  /** What it settles of the invoice: its receivable, or what was written off of it. */
  readonly against: readonly JournalLine[];
  readonly postedOn: Day;
};

/** Customer credit is applied to an invoice, or unapplied where the amount is below zero. */
export function creditApplied(source: Pick<Credit, "kind" | "id" | "customerId">, act: Applied): Posting {
  return {
    ...about(act, source, act.amount.minor > 0n ? "CREDIT_APPLIED" : "CREDIT_UNAPPLIED"),
    lines: [{ ...debit("CUSTOMER_CREDIT", act.amount), customerId: source.customerId }, ...act.against],
  };
}

/** Money that came for an invoice; below zero, money that went back. */
export function paymentApplied(paymentId: string, act: Applied): Posting {
  const type = act.amount.minor > 0n ? "PAYMENT_RECEIVED" : "PAYMENT_RETURNED";
  return {
    ...about(act, { kind: "PAYMENT", id: paymentId }, type),
    lines: [debit("CASH", act.amount), ...act.against],
  };
}

function about({ invoice, postedOn }: Applied, { kind, id }: Pick<Credit, "kind" | "id">, type: EntryType) {
  const { contractId, customerId } = invoice;
  return { date: postedOn, type, contractId, customerId, source: { type: kind, id } } as const;
}

type CashAct = { readonly customerId: string; readonly amount: Money; readonly postedOn: Day };

/** Money that came and is not applied yet: the customer's credit. */
export function creditReceived(paymentId: string, act: CashAct): Posting[] {
  return ofCustomer("PAYMENT_RECEIVED", { type: "PAYMENT", id: paymentId }, act, "CASH", "CUSTOMER_CREDIT");
}

/** Money of the customer's credit that went back with a returned payment. */
export function creditReturned(paymentId: string, act: CashAct): Posting[] {
  return ofCustomer("PAYMENT_RETURNED", { type: "PAYMENT", id: paymentId }, act, "CUSTOMER_CREDIT", "CASH");
}

/** Credit refunded as money. */
export function creditRefunded(source: Pick<Credit, "kind" | "id">, act: CashAct): Posting[] {
  const type = source.kind === "PAYMENT" ? "PAYMENT_REFUNDED" : "CREDIT_MEMO_REFUNDED";
  return ofCustomer(type, { type: source.kind, id: source.id }, act, "CUSTOMER_CREDIT", "CASH");
}

function ofCustomer(
  type: EntryType,
  source: EntryDraft["source"],
  { customerId, amount, postedOn }: CashAct,
  from: AccountRole,
  to: AccountRole,
): Posting[] {
  if (isZero(amount)) return [];
  const lines = [debit(from, amount), credit(to, amount)];
  return [{ date: postedOn, type, contractId: null, customerId, source, lines }];
}

/** An uncollectible invoice: what was not served is not owed, tax may come back, the rest is bad debt. */
export function invoiceWrittenOff(
  { id, contractId, customerId, currency }: Pick<InvoiceAccount, "id" | "contractId" | "customerId" | "currency">,
  { parts, badDebt, tax, postedOn }: Pick<WriteOff, "parts" | "badDebt" | "tax"> & { readonly postedOn: Day },
  accounts: LiabilityAccounts,
): Posting {
  const liability = liabilityOf(parts, accounts, currency);
  const contractLiability = sum(
    parts.map(({ amount }) => amount),
    currency,
  );
  return {
    date: postedOn,
    type: "INVOICE_UNCOLLECTIBLE",
    contractId,
    customerId,
    source: { type: "INVOICE", id },
    lines: withoutZeros([
      ...liability,
      debit("BAD_DEBT", badDebt),
      debit("TAX_PAYABLE", tax),
      credit("RECEIVABLE", sum([contractLiability, badDebt, tax], currency)),
    ]),
  };
}

/** A write-off that is taken back, as far as it was not recovered. */
export function invoiceReinstated(
  { id, contractId, customerId }: Pick<InvoiceAccount, "id" | "contractId" | "customerId">,
  owed: {
    readonly balance: Money;
    readonly liability: readonly JournalLine[];
    readonly badDebt: Money;
    readonly tax: Money;
    readonly postedOn: Day;
  },
): Posting {
  const { balance, liability, badDebt, tax, postedOn } = owed;
  return {
    date: postedOn,
    type: "INVOICE_REINSTATED",
    contractId,
    customerId,
    source: { type: "INVOICE", id },
    lines: withoutZeros([
      debit("RECEIVABLE", balance),
      ...liability,
      credit("BAD_DEBT", badDebt),
      credit("TAX_PAYABLE", tax),
    ]),
  };
}
