import { createHash } from "node:crypto";
import { formatDay } from "../kernel/day.ts";
import type { Chain, JournalChain } from "./journal-hash.ts";
import type { AccountFigures, CurrencyFigures } from "./month-figures.ts";
import type { ProofRecord } from "./proof.ts";
import { type Evidence, isDone, type MonthTask, type taskStatuses } from "./task.ts";

/** How many records, and the end of the chain of their hashes (SHA-256, hex; of none, the empty text). */
export type Digest = { readonly count: number; readonly hash: string };

/** A month's journal: entries by number. Those posted later have higher numbers, so what was there can be told for ever. */
export type JournalDigest = Digest & { readonly lines: number; readonly lastNumber: string };

export function digestOf({ count, hash }: Chain): Digest {
  return { count, hash: hash.toString("hex") };
}

export function journalDigestOf({ count, lines, lastNumber, hash }: JournalChain): JournalDigest {
  return { count, lines, lastNumber, hash: hash.toString("hex") };
}

/** What a month stood at when it was closed: everything that a close package says of the books. */
type MonthState = {
  readonly currencies: readonly CurrencyFigures[];
  /** Of the entries dated in the month, in the order of their numbers. */
  readonly journal: JournalDigest;
  /** Of the revenue posted in the month, by close, obligation and source. */
  readonly revenue: Digest;
};

export const manifestFormat = "accord.close-package/1";

/** The document that a close leaves; its hash is that of the text. */
export type Manifest = MonthState & {
  readonly format: typeof manifestFormat;
  readonly merchantId: string;
  /** Its place in the merchant's chain, from 1. */
  readonly sequence: number;
  readonly month: string;
  readonly closeCount: number;
  readonly closedAt: string;
  readonly closedBy: string;
  /** Contracts that the close left out, in the order of their ids. */
  readonly held: readonly { readonly contractId: string; readonly reason: string; readonly heldBy: string }[];
  /** The month's tasks, in the order of their days. */
  readonly tasks: readonly SealedTask[];
  /** What the close proved of its own month. */
  readonly proof: ProofRecord;
  /** The end of the audit log before the close wrote its own rows; null before the first row. */
  readonly audit: { readonly sequence: string; readonly hash: string } | null;
  /** Of the package before, hex; null for the first. */
  readonly previousHash: string | null;
};

/** A task as it stood at the close. */
export type SealedTask = {
  readonly templateId: string;
  readonly title: string;
  readonly ownerEmail: string;
  readonly isRequired: boolean;
  readonly dueDate: string;
  readonly status: (typeof taskStatuses)[number];
  readonly doneAt: string | null;
  readonly doneBy: string | null;
  /** Of the user who made the key that it was done with; null for a key without one. */
  readonly doneByEmail: string | null;
  readonly evidence: readonly Evidence[];
};

export function sealedTask(task: MonthTask): SealedTask {
  const { id, title, ownerEmail, isRequired, dueDate, last } = task;
  const done = isDone(task) ? last : null;
  return {
    templateId: id,
    ...{ title, ownerEmail, isRequired, dueDate: formatDay(dueDate), status: done === null ? "OPEN" : "DONE" },
    doneAt: done?.at ?? null,
    doneBy: done?.by ?? null,
    doneByEmail: done?.byEmail ?? null,
    evidence: (done?.evidence ?? []).map(({ text, url, journalEntryId }) => ({ text, url, journalEntryId })),
  };
}

export type ClosePackage = {
  readonly id: string;
  readonly manifest: Manifest;
  /** The manifest as it is stored, handed out and hashed. */
  readonly text: string;
  readonly hash: Buffer;
};

/** The manifest as text, its fields in this order, and its SHA-256. */
export function sealed(id: string, manifest: Manifest): ClosePackage {
  const text = JSON.stringify({
    format: manifest.format,
    merchantId: manifest.merchantId,
    sequence: manifest.sequence,
    month: manifest.month,
    closeCount: manifest.closeCount,
    closedAt: manifest.closedAt,
    closedBy: manifest.closedBy,
    currencies: manifest.currencies,
    journal: manifest.journal,
    revenue: manifest.revenue,
    held: manifest.held,
    tasks: manifest.tasks,
    proof: manifest.proof,
    audit: manifest.audit,
    previousHash: manifest.previousHash,
  });
  return { id, manifest, text, hash: hashOfText(text) };
}

export function hashOfText(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** One account then and now; null where it had no entries. */
export type AccountDifference = {
  readonly currency: string;
  readonly role: string;
  readonly account: string;
  readonly before: AccountFigures | null;
  readonly after: AccountFigures | null;
};

/** The accounts whose figures are not the same, in the order of their currencies, roles and names. */
export function differingAccounts(
  before: readonly CurrencyFigures[],
  after: readonly CurrencyFigures[],
): AccountDifference[] {
  const [then, now] = [accountsOf(before), accountsOf(after)];
  const keys = [...new Set([...then.keys(), ...now.keys()])].sort();
  return keys.flatMap((key) => {
    const [was, is] = [then.get(key), now.get(key)];
    const [currency, role, account] = JSON.parse(key) as [string, string, string];
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    return [{ currency, role, account, before: was ?? null, after: is ?? null }];
  });
}

function accountsOf(currencies: readonly CurrencyFigures[]): Map<string, AccountFigures> {
  return new Map(
    currencies.flatMap(({ currency, accounts }) =>
      accounts.map((figures) => [JSON.stringify([currency, figures.role, figures.account]), figures] as const),
    ),
  );
}
