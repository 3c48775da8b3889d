import { hashOfText, type JournalDigest } from "./close-package.ts";
import type { JournalChain } from "./journal-hash.ts";

export const headFormat = "accord.signed-head/1";

/** The signed heads of a merchant's chains: the last element of each at one moment. */
export type SignedHead = {
  readonly format: typeof headFormat;
  readonly merchantId: string;
  /** Its number among the merchant's heads, from 1. */
  readonly sequence: number;
  /** By the wall clock. */
  readonly signedAt: string;
  /** The end of the audit log; null before its first row. */
  readonly audit: End | null;
  /** The hash of all journal entries by number, chained like those of a month in a close package. */
  readonly journal: JournalDigest;
  /** The last close package; null before the first close. */
  readonly closePackage: End | null;
  readonly keyId: string;
  /** The hash of the text of the head before, hex; null for the first. */
  readonly previousHash: string | null;
};

type End = { readonly sequence: string; readonly hash: string };

/** A stored head; the signature is of its text. */
export type StoredHead = { readonly head: SignedHead; readonly text: string; readonly signature: Buffer };

/** The text of a head, its fields in this order. */
export function textOf(head: SignedHead): string {
  const { format, merchantId, sequence, signedAt, audit, journal, closePackage, keyId, previousHash } = head;
  return JSON.stringify({ format, merchantId, sequence, signedAt, audit, journal, closePackage, keyId, previousHash });
}

export function hashOfHead({ text }: Pick<StoredHead, "text">): string {
  return hashOfText(text).toString("hex");
}

/** The journal chain at a head, to continue from. */
export function journalOf({ journal }: SignedHead): JournalChain {
  const { count, lines, lastNumber, hash } = journal;
  return { count, lines, lastNumber, hash: Buffer.from(hash, "hex") };
}
