import { maximumContractMinor } from "../billing-terms/price-check.ts";
import type { AccountRole } from "../kernel/account.ts";
import type { Day } from "../kernel/day.ts";
import type { Issue } from "../kernel/errors.ts";
import { formatMoney, type Money, parseMoney, subtract, sum, zero } from "../kernel/money.ts";
import { positionRoles } from "../ledger/contract-position.ts";
import { credit, debit, type EntryDraft, type JournalLine } from "../ledger/journal-entry.ts";

/**
 * Accounts that an adjustment may post to: those that a controller may need to correct by judgement, and the clearing account that
 * loaded books were posted against.
 */
const adjustableRoles = [
  "REVENUE",
  "BREAKAGE_REVENUE",
  "CONTRA_REVENUE",
  "CONTRACT_LIABILITY",
  "CONTRACT_ASSET",
  "UNBILLED_RECEIVABLE",
  "BAD_DEBT",
  "MIGRATION_CLEARING",
] as const;
export type AdjustableRole = (typeof adjustableRoles)[number];

/** For each account that an adjustment must not post to, the documents that do post to it. */
const documents: Readonly<Record<Exclude<AccountRole, AdjustableRole>, string>> = {
  RECEIVABLE: "an invoice, a credit memo, a payment or the write-off of an invoice",
  CUSTOMER_CREDIT: "a credit memo or a payment",
  CASH: "a payment, a refund or a return",
  TAX_PAYABLE: "an invoice or a credit memo",
  BAD_DEBT_RECOVERED: "a payment of an invoice that was written off",
};

/** One line of a requested adjustment; amounts are decimal strings above zero. */
export type AdjustmentLineDraft = {
  readonly role: AccountRole;
  readonly debit: string | undefined;
  readonly credit: string | undefined;
  readonly contractId: string | null;
  readonly categoryId: string | null;
};

export type AdjustmentDraft = {
  readonly date: Day;
  readonly currency: string;
  readonly reason: string;
  readonly reverseOn: Day | null;
  readonly lines: readonly AdjustmentLineDraft[];
};

/** One line of an adjustment: exactly one of `debit` and `credit` is above zero. */
export type AdjustmentLine = {
  readonly role: AdjustableRole;
  readonly debit: Money;
  readonly credit: Money;
  readonly contractId: string | null;
  readonly categoryId: string | null;
  /** The account name of the line's category; null means the merchant's default account. */
  readonly account: string | null;
};

/** A manual entry by a controller. It never changes; it is reversed by another adjustment. */
export type Adjustment = {
  readonly id: string;
  readonly number: bigint;
  readonly date: Day;
  readonly currency: string;
  readonly reason: string;
  /** The adjustment that this one reverses. */
  readonly reversesId: string | null;
  /** The adjustment that reverses this one. */
  readonly reversedById: string | null;
  readonly lines: readonly AdjustmentLine[];
  /** RFC 3339 in UTC with milliseconds. */
  readonly createdAt: string;
};

/** Account names of a category; null means the merchant's default account. */
export type AccountsOfCategory = { readonly revenue: string | null; readonly contractLiability: string | null };

/** For example "ADJ-000012". */
export function adjustmentNumber(number: bigint): string {
  return `ADJ-${number.toString().padStart(6, "0")}`;
}

/**
 * Issues that can be found without reading other records: accounts that only documents post to, lines without exactly one side,
 * invalid amounts, missing contracts, and a reversal that is not after the adjustment.
 */
export function problemsOf({ lines, currency, date, reverseOn }: AdjustmentDraft): Issue[] {
  const issues = lines.flatMap((line, index) => problemsOfLine(line, `/lines/${index}`, currency));
  if (reverseOn !== null && reverseOn <= date) {
    const message = "The reversal must be after the day of the adjustment.";
    issues.push({ path: "/reverseOn", code: "RANGE", message });
  }
  if (issues.length === 0 && sidesOf(lines, currency).some(({ minor }) => minor > maximumContractMinor)) {
    const message = "The adjustment is too large for the books; split it or check its amounts.";
    issues.push({ path: "/lines", code: "AMOUNT_INVALID", message });
  }
  return issues;
}

/** The total debit and the total credit of the lines. */
function sidesOf(lines: readonly AdjustmentLineDraft[], currency: string): Money[] {
  const amount = (text: string | undefined) => parseMoney(text ?? "0", currency) ?? zero(currency);
  return (["debit", "credit"] as const).map((side) =>
    sum(
      lines.map((line) => amount(line[side])),
      currency,
    ),
  );
}

function problemsOfLine(line: AdjustmentLineDraft, path: string, currency: string): Issue[] {
  const { role, contractId } = line;
  if (!isAdjustable(role)) {
    const message = `Only documents post to ${role}: use ${documents[role]}.`;
    return [{ path: `${path}/role`, code: "ROLE_HAS_DOCUMENTS", message }];
  }
  const issues: Issue[] = [];
  if (contractId === null && (isPosition(role) || role === "MIGRATION_CLEARING")) {
    const whose = isPosition(role) ? "is part of a contract's position" : "is the offset of a contract's opening";
    issues.push({ path: `${path}/contractId`, code: "REQUIRED", message: `${role} ${whose}; name the contract.` });
  }
  if ((line.debit === undefined) === (line.credit === undefined)) {
    issues.push({ path, code: "ONE_SIDE", message: "A line must have a debit or a credit, not both." });
  }
  for (const side of ["debit", "credit"] as const) {
    const text = line[side];
    if (text === undefined || parseMoney(text, currency) !== undefined) continue;
    const message = `The amount has more decimals than ${currency}.`;
    issues.push({ path: `${path}/${side}`, code: "AMOUNT_INVALID", message });
  }
  return issues;
}

/** The lines of a valid draft, with the accounts of their categories. */
export function linesOf(
  { lines, currency }: AdjustmentDraft,
  categories: ReadonlyMap<string, AccountsOfCategory>,
): AdjustmentLine[] {
  return lines.flatMap(({ role, contractId, categoryId, ...sides }): AdjustmentLine[] => {
    if (!isAdjustable(role)) return [];
    const amount = (text: string | undefined) => parseMoney(text ?? "0", currency) ?? zero(currency);
    const accounts = categories.get(categoryId ?? "");
    const account = accountFor(role, accounts);
    return [{ role, debit: amount(sides.debit), credit: amount(sides.credit), contractId, categoryId, account }];
  });
}

function accountFor(role: AdjustableRole, accounts: AccountsOfCategory | undefined): string | null {
  if (role === "REVENUE") return accounts?.revenue ?? null;
  return role === "CONTRACT_LIABILITY" ? (accounts?.contractLiability ?? null) : null;
}

/**
 * Checks that debits equal credits for each contract, and for the lines without a contract: an entry belongs to one contract, and
 * contracts do not net against each other (ASC 606-10-45-1).
 */
export function imbalances(lines: readonly AdjustmentLine[], currency: string): Issue[] {
  return [...byContract(lines)].flatMap(([contractId, own]): Issue[] => {
    const total = (side: "debit" | "credit") =>
      sum(
        own.map((line) => line[side]),
        currency,
      );
    const [debits, credits] = [total("debit"), total("credit")];
    if (debits.minor === credits.minor) return [];
    const whose = contractId === null ? "The lines without a contract" : `The lines of contract ${contractId}`;
    const difference = formatMoney(subtract(debits, credits));
    const message = `${whose} do not balance: debits ${formatMoney(debits)} less credits ${formatMoney(credits)} is ${difference}.`;
    return [{ path: "/lines", code: "ADJUSTMENT_UNBALANCED", message }];
  });
}

/** The lines of a reversal: debits and credits are swapped. */
export function reversedLines(lines: readonly AdjustmentLine[]): AdjustmentLine[] {
  return lines.map((line) => ({ ...line, debit: line.credit, credit: line.debit }));
}

type Posted = Pick<Adjustment, "id" | "date" | "lines">;

/**
 * The journal entries of an adjustment: one for each contract, and one for the lines without a contract.
 *
 * @param customers by contract
 * @param reversed the entries that a reversal reverses, by contract
 */
export function entriesOf(
  { id, date, lines }: Posted,
  customers: ReadonlyMap<string, string | null>,
  reversed: ReadonlyMap<string | null, string> = new Map(),
): Omit<EntryDraft, "id">[] {
  return [...byContract(lines)].map(([contractId, own]) => {
    const reversesEntryId = reversed.get(contractId);
    return {
      date,
      type: "ADJUSTMENT",
      contractId,
      customerId: contractId === null ? null : (customers.get(contractId) ?? null),
      source: { type: "ADJUSTMENT", id },
      ...(reversesEntryId === undefined ? {} : { reversesEntryId }),
      lines: own.map(journalLine),
    };
  });
}

function journalLine({ role, debit: debited, credit: credited, categoryId, account }: AdjustmentLine): JournalLine {
  const origin = { categoryId, account };
  return debited.minor > 0n ? debit(role, debited, origin) : credit(role, credited, origin);
}

function byContract(lines: readonly AdjustmentLine[]): Map<string | null, AdjustmentLine[]> {
  return Map.groupBy(lines, ({ contractId }) => contractId);
}

function isPosition(role: AccountRole): boolean {
  return positionRoles.includes(role);
}

function isAdjustable(role: AccountRole): role is AdjustableRole {
  return (adjustableRoles as readonly AccountRole[]).includes(role);
}
