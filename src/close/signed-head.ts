import { hashOfText, type JournalDigest } from "./close-package.ts";
import type { JournalChain } from "./journal-hash.ts";

export const headFormat = "accord.signed-head/1";

/** What is signed of a merchant's chains: where each of them ended at one moment. */
export type SignedHead = {
  readonly format: typeof headFormat;
  readonly merchantId: string;
  /** Its place among the merchant's heads, from 1. */
  readonly sequence: number;
  /** Real time. */
  readonly signedAt: string;
  /** The end of the audit log; null before its first row. */
  readonly audit: End | null;
  /** Every entry of the journal so far, in the order of the numbers, chained as a close package chains those of a month. */
  readonly journal: JournalDigest;
  /** The last close package; null before the first close. */
  readonly closePackage: End | null;
  readonly keyId: string;
  /** Of the text of the head before, hex; null for the first. */
  readonly previousHash: string | null;
};

type End = { readonly sequence: string; readonly hash: string };

/** A head as it is stored, printed and verified: the signature is of the text. */
export type StoredHead = { readonly head: SignedHead; readonly text: string; readonly signature: Buffer };

/** The text of a head, its fields in this order. */
export function textOf(head: SignedHead): string {
  const { format, merchantId, sequence, signedAt, audit, journal, closePackage, keyId, previousHash } = head;
  return JSON.stringify({ format, merchantId, sequence, signedAt, audit, journal, closePackage, keyId, previousHash });
}

export function hashOfHead({ text }: Pick<StoredHead, "text">): string {
  return hashOfText(text).toString("hex");
}

/** The chain of the journal as a head has it, to go on from. */
export function journalOf({ journal }: SignedHead): JournalChain {
  const { count, lines, lastNumber, hash } = journal;
  return { count, lines, lastNumber, hash: Buffer.from(hash, "hex") };
}
