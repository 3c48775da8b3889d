import { type AccountMap, type AccountRole, accountName } from "../kernel/account.ts";
import { assert } from "../kernel/assert.ts";
import { type Day, formatDay } from "../kernel/day.ts";
import { isZero, type Money, money } from "../kernel/money.ts";

export const entryTypes = [
  "INVOICE_ISSUED",
  "INVOICE_VOIDED",
  "INVOICE_UNCOLLECTIBLE",
  "INVOICE_REINSTATED",
  "CREDIT_MEMO_ISSUED",
  "CREDIT_MEMO_VOIDED",
  "CREDIT_MEMO_REFUNDED",
  "CREDIT_APPLIED",
  "CREDIT_UNAPPLIED",
  "PAYMENT_RECEIVED",
  "PAYMENT_REFUNDED",
  "PAYMENT_RETURNED",
  "REVENUE_RECOGNIZED",
  "PRESENTATION",
  "PRESENTATION_REVERSAL",
  "ADJUSTMENT",
  "OPENING",
] as const;
export type EntryType = (typeof entryTypes)[number];

/** The source of an entry: a document, or the month that was closed. */
export type EntrySource = {
  readonly type: "INVOICE" | "CREDIT_MEMO" | "PAYMENT" | "ADJUSTMENT" | "ACCOUNTING_PERIOD" | "CONTRACT";
  readonly id: string;
};

/** One side of an entry: exactly one of `debit` and `credit` is above zero. */
export type JournalLine = {
  readonly role: AccountRole;
  readonly debit: Money;
  readonly credit: Money;
  readonly categoryId: string | null;
  /** The item, in the accounting system, of a line of revenue or contra revenue. */
  readonly itemId: string | null;
  readonly classId: string | null;
  /** The category's own account, which replaces that of the role; null: the role's account. */
  readonly categoryAccount: string | null;
  /** Set if it differs from the entry's customer: a parent's credit is applied to a child's invoice. */
  readonly customerId?: string | null;
};

/** The name of the account of a line: its category's (data model 9), or else the merchant's for the role. */
export function accountOfLine(line: Pick<JournalLine, "role" | "categoryAccount">, names: AccountMap): string {
  return line.categoryAccount ?? accountName(line.role, names);
}

/** The records behind a line, and the account of its category. */
type LineOrigin = {
  readonly categoryId?: string | null;
  readonly itemId?: string | null;
  readonly classId?: string | null;
  readonly account?: string | null;
};

/** An entry about to be posted. Posted entries never change; a correction is another entry (data model 16). */
export type EntryDraft = {
  readonly id: string;
  readonly date: Day;
  readonly type: EntryType;
  readonly contractId: string | null;
  readonly customerId: string | null;
  readonly source: EntrySource;
  readonly reversesEntryId?: string;
  readonly lines: readonly JournalLine[];
};

/** A posted entry, which never changes. */
export type JournalEntry = {
  readonly id: string;
  /** Its consecutive number in the merchant's journal. */
  readonly number: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly type: EntryType;
  readonly contractId: string | null;
  readonly customerId: string | null;
  readonly sourceType: string;
  readonly sourceId: string;
  readonly reversesEntryId: string | null;
  readonly currency: string;
  /** RFC 3339 in UTC with milliseconds. */
  readonly postedAt: string;
  readonly lines: readonly PostedLine[];
};

type PostedLine = {
  readonly role: AccountRole;
  /** The name of the account when it was posted. */
  readonly account: string;
  readonly debit: Money;
  readonly credit: Money;
  readonly customerId: string | null;
  readonly categoryId: string | null;
  readonly itemId: string | null;
  readonly classId: string | null;
};

/** An entry without its number, which the database assigns. */
export type UnnumberedEntry = Omit<JournalEntry, "number">;

/** What posting adds to a draft. */
export type Posting = {
  readonly postedAt: string;
  /** The merchant's names of accounts. */
  readonly names: AccountMap;
};

/** The posted entry of a draft, all of whose lines have one currency. */
export function posted(draft: EntryDraft, { number, ...posting }: Posting & { readonly number: bigint }): JournalEntry {
  return { ...unnumbered(draft, posting), number: number.toString() };
}

/** As {@link posted}, without the number. */
export function unnumbered(draft: EntryDraft, { postedAt, names }: Posting): UnnumberedEntry {
  return {
    id: draft.id,
    date: formatDay(draft.date),
    type: draft.type,
    contractId: draft.contractId,
    customerId: draft.customerId,
    sourceType: draft.source.type,
    sourceId: draft.source.id,
    reversesEntryId: draft.reversesEntryId ?? null,
    currency: draft.lines[0]?.debit.currency ?? "",
    postedAt,
    lines: draft.lines.map((line) => ({
      role: line.role,
      account: accountOfLine(line, names),
      debit: line.debit,
      credit: line.credit,
      customerId: line.customerId ?? draft.customerId,
      categoryId: line.categoryId,
      itemId: line.itemId,
      classId: line.classId,
    })),
  };
}

/** A debit of the amount; a negative one is a credit of its opposite. */
export function debit(role: AccountRole, amount: Money, origin: LineOrigin = {}): JournalLine {
  const none = money(0n, amount.currency);
  const [debited, credited] = amount.minor >= 0n ? [amount, none] : [none, money(-amount.minor, amount.currency)];
  const { categoryId = null, itemId = null, classId = null, account: categoryAccount = null } = origin;
  return { role, debit: debited, credit: credited, categoryId, itemId, classId, categoryAccount };
}

/** A credit of the amount; a negative one is a debit of its opposite. */
export function credit(role: AccountRole, amount: Money, origin: LineOrigin = {}): JournalLine {
  return debit(role, money(-amount.minor, amount.currency), origin);
}

/** The lines with an amount other than zero; an entry has no other lines. */
export function withoutZeros(lines: readonly JournalLine[]): JournalLine[] {
  return lines.filter((line) => !(isZero(line.debit) && isZero(line.credit)));
}

/** The same lines with sides exchanged. */
export function reversed(lines: readonly JournalLine[]): JournalLine[] {
  return lines.map((line) => ({ ...line, debit: line.credit, credit: line.debit }));
}

/** Asserts that debits equal credits, in one currency; anything else is a bug and must not be posted. */
export function assertBalanced(entry: EntryDraft): void {
  const [first] = entry.lines;
  assert(first !== undefined, "a journal entry has lines");
  let balance = 0n;
  for (const line of entry.lines) {
    assert(line.debit.currency === first.debit.currency, "a journal entry has one currency");
    balance += line.debit.minor - line.credit.minor;
  }
  assert(balance === 0n, `journal entry ${entry.type} of ${entry.source.id} balances`);
}
