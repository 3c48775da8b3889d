import type { AccountRole } from "../kernel/account.ts";
import type { Day } from "../kernel/day.ts";
import { add, isZero, type Money, sum, sumAmounts } from "../kernel/money.ts";
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

/** An entry without an id. The posting table is in rules 8. */
export type Posting = Omit<EntryDraft, "id">;

type CreditMemoParts = Pick<CreditMemo, "id" | "customerId" | "issueDate" | "currency" | "items">;

/** Liability accounts of categories by term; other terms use the merchant's account. */
export type LiabilityAccounts = ReadonlyMap<string, string>;

/**
 * The entries of an issued credit memo: credit of the customer. Linked items debit the contract liability, one entry per contract; other items are
 * contra revenue and belong to no contract.
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

/** Debits of the contract liability, in the accounts that the invoices credited; negative amounts credit it. */
export function liabilityOf(
  parts: readonly TermAmount[],
  accounts: LiabilityAccounts,
  currency: string,
): JournalLine[] {
  const byAccount = Map.groupBy(parts, ({ billingTermId }) => accounts.get(billingTermId ?? "") ?? null);
  return [...byAccount].map(([account, own]) => {
    return debit("CONTRACT_LIABILITY", sumAmounts(own, currency), { account });
  });
}

function contraRevenue(items: readonly CreditMemoItem[], currency: string): JournalLine[] {
  const bySale = Map.groupBy(items, ({ categoryId, itemId, classId }) => [categoryId, itemId, classId].join("/"));
  return [...bySale.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const { categoryId, itemId, classId } = first;
    return debit("CONTRA_REVENUE", sumAmounts(own, currency), { categoryId, itemId, classId });
  });
}

/** The fields of a posted entry that its reversal needs. */
export type ReversibleEntry = {
  readonly id: string;
  readonly contractId: string | null;
  readonly lines: readonly (Omit<JournalLine, "categoryAccount"> & { readonly account: string })[];
};

/**
 * The reversal of a document's entry, with the same date and accounts, so that a void leaves no amount in any month (rules 8).
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
  /** The part of the invoice that it settles: its receivable, or its write-off. */
  readonly against: readonly JournalLine[];
  readonly postedOn: Day;
};

/** The entry of customer credit applied to an invoice, or with a negative amount unapplied. */
export function creditApplied(source: Pick<Credit, "kind" | "id" | "customerId">, act: Applied): Posting {
  return {
    ...about(act, source, act.amount.minor > 0n ? "CREDIT_APPLIED" : "CREDIT_UNAPPLIED"),
    lines: [{ ...debit("CUSTOMER_CREDIT", act.amount), customerId: source.customerId }, ...act.against],
  };
}

/** The entry of a payment for an invoice; with a negative amount, of its return. */
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

/** The entry of an unapplied payment, which is credit of the customer. */
export function creditReceived(paymentId: string, act: CashAct): Posting[] {
  return ofCustomer("PAYMENT_RECEIVED", { type: "PAYMENT", id: paymentId }, act, "CASH", "CUSTOMER_CREDIT");
}

/** The entry of the unapplied part of a returned payment. */
export function creditReturned(paymentId: string, act: CashAct): Posting[] {
  return ofCustomer("PAYMENT_RETURNED", { type: "PAYMENT", id: paymentId }, act, "CUSTOMER_CREDIT", "CASH");
}

/** The entry of a refund. */
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

/** The entry of a write-off: undelivered service is not owed, tax may be refunded, the rest is bad debt. */
export function invoiceWrittenOff(
  { id, contractId, customerId, currency }: Pick<InvoiceAccount, "id" | "contractId" | "customerId" | "currency">,
  { parts, badDebt, tax, postedOn }: Pick<WriteOff, "parts" | "badDebt" | "tax"> & { readonly postedOn: Day },
  accounts: LiabilityAccounts,
): Posting {
  const liability = liabilityOf(parts, accounts, currency);
  const contractLiability = sumAmounts(parts, currency);
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

/** The reversal of the part of a write-off that was not recovered. */
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
