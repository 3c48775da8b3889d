import { createHash } from "node:crypto";
import { formatDay } from "../kernel/day.ts";
import type { Chain, JournalChain } from "./journal-hash.ts";
import type { AccountFigures, CurrencyFigures } from "./month-figures.ts";
import type { ProofRecord } from "./proof.ts";
import { type Evidence, isDone, type MonthTask, type taskStatuses } from "./task.ts";

/** Number of records, and the last hash of their hash chain (SHA-256, hex; empty if there are none). */
export type Digest = { readonly count: number; readonly hash: string };

/** Digest of the journal of a month. Entries posted later have higher numbers, so the entries at the close can always be identified. */
export type JournalDigest = Digest & { readonly lines: number; readonly lastNumber: string };

export function digestOf({ count, hash }: Chain): Digest {
  return { count, hash: hash.toString("hex") };
}

export function journalDigestOf({ count, lines, lastNumber, hash }: JournalChain): JournalDigest {
  return { count, lines, lastNumber, hash: hash.toString("hex") };
}

/** The state of the books of a month at its close. */
type MonthState = {
  readonly currencies: readonly CurrencyFigures[];
  /** Of the entries dated in the month, in the order of their numbers. */
  readonly journal: JournalDigest;
  /** Of the revenue posted in the month, by close, obligation and source. */
  readonly revenue: Digest;
};

export const manifestFormat = "accord.close-package/1";

/** The document that a close leaves; it is hashed as text. */
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
  /** The outcome of the verification of the month. */
  readonly proof: ProofRecord;
  /** The head of the audit log before the rows of this close; null if it was empty. */
  readonly audit: { readonly sequence: string; readonly hash: string } | null;
  /** Hash of the package before, hex; null for the first. */
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
  /** E-mail of the user who created the API key; null for a key without a user. */
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
  /** The manifest as it is stored, served and hashed. */
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

/** The figures of one account at two moments; null if it had no entries. */
export type AccountDifference = {
  readonly currency: string;
  readonly role: string;
  readonly account: string;
  readonly before: AccountFigures | null;
  readonly after: AccountFigures | null;
};

/** The accounts whose figures differ, ordered by currency, role and name. */
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
