import { assert } from "../kernel/assert.ts";
import { lockBooks } from "../ledger/books-store.ts";
import { currentHead } from "../platform/audit.ts";
import { formatInstant, wallClock } from "../platform/clock.ts";
import { type Db, inTransaction, type Tx } from "../platform/db/pool.ts";
import type { SigningKey } from "../platform/signing-key.ts";
import { journalDigestOf } from "./close-package.ts";
import { emptyJournal, type JournalChain, withEntry } from "./journal-hash.ts";
import { entriesAfter, lastPackage } from "./package-store.ts";
import { hashOfHead, headFormat, journalOf, type StoredHead, textOf } from "./signed-head.ts";
import * as store from "./signed-head-store.ts";

/**
 * Signs the present ends of the audit log, the journal and the close packages (behaviour AUD-2, ADR 0057). The caller holds the lock of the
 * books, so that no entry is posted meanwhile and heads follow one another. Reads only entries posted since the head before.
 */
export async function signHead(
  { tx, merchant }: { readonly tx: Tx; readonly merchant: { readonly id: string } },
  key: SigningKey,
): Promise<StoredHead> {
  assert(key.keyId !== undefined, "a key that signs");
  const last = (await store.allHeads(tx, merchant.id)).at(-1);
  let journal: JournalChain = last === undefined ? emptyJournal : journalOf(last.head);
  for await (const entries of entriesAfter(tx, merchant.id, journal.lastNumber)) {
    journal = entries.reduce(withEntry, journal);
  }
  const head = {
    format: headFormat,
    merchantId: merchant.id,
    sequence: (last?.sequence ?? 0) + 1,
    signedAt: formatInstant(wallClock()),
    audit: endOf(await currentHead(tx, merchant.id)),
    journal: journalDigestOf(journal),
    closePackage: endOf(await lastPackage(tx, merchant.id)),
    keyId: key.keyId,
    previousHash: last === undefined ? null : hashOfHead(last),
  } as const;
  const text = textOf(head);
  const stored = { head, text, signature: key.sign(text) };
  await store.insertHead(tx, merchant.id, stored);
  return stored;
}

/** Signs the present ends of a merchant's chains, in its own transaction. */
export function signNow(db: Db, merchantId: string, key: SigningKey): Promise<StoredHead> {
  return inTransaction(db, merchantId, async (tx) => {
    await lockBooks(tx, merchantId);
    return signHead({ tx, merchant: { id: merchantId } }, key);
  });
}

function endOf(end: { readonly sequence: bigint | number; readonly hash: Buffer } | undefined) {
  return end === undefined ? null : { sequence: end.sequence.toString(), hash: end.hash.toString("hex") };
}

/**
 * Verifies every signed head of a merchant against its signature and the present chains. Returns failures such as `3 journal`: the number of the
 * head and the chain. If this process has a signing key, the last close must be covered by a head too: somebody who deletes heads does not have
 * the key to make new ones.
 *
 * The hashes within the audit log and the packages are verified elsewhere (INV-26, INV-31), those of the journal here, over all
 * entries. The transaction sees one snapshot.
 */
export async function verifyHeads(tx: Tx, merchantId: string, key: SigningKey | undefined): Promise<string[]> {
  const heads = await store.allHeads(tx, merchantId);
  const journals = await journalsAt(tx, merchantId, new Set(heads.map(({ head }) => head.journal.lastNumber)));
  const placesOf = (part: "audit" | "closePackage") => heads.flatMap(({ head }) => head[part]?.sequence ?? []);
  const audits = await store.hashesAt(tx, merchantId, "audit_log", placesOf("audit"));
  const packages = await store.hashesAt(tx, merchantId, "close_package", placesOf("closePackage"));
  const broken: string[] = [];
  for (const [index, stored] of heads.entries()) {
    const { head, text, signature } = stored;
    const before = heads[index - 1];
    const holds = {
      order: stored.sequence === index + 1 && head.sequence === stored.sequence && head.merchantId === merchantId,
      before: head.previousHash === (before === undefined ? null : hashOfHead(before)),
      signature: key === undefined || key.holds(head.keyId, text, signature) === true,
      audit: head.audit === null || audits.get(head.audit.sequence) === head.audit.hash,
      journal: JSON.stringify(journals.get(head.journal.lastNumber)) === JSON.stringify(head.journal),
      closePackage: head.closePackage === null || packages.get(head.closePackage.sequence) === head.closePackage.hash,
    };
    const failed = Object.entries(holds).filter(([, isSo]) => !isSo);
    broken.push(...failed.map(([part]) => `${stored.sequence} ${part}`));
  }
  if (key?.keyId === undefined) return broken;
  const last = (await lastPackage(tx, merchantId))?.sequence ?? 0;
  const covered = Number(heads.at(-1)?.head.closePackage?.sequence ?? 0);
  return last > covered ? [...broken, `close package ${covered + 1} is under no head`] : broken;
}

/** The hashes of the journal chain at some entry numbers. */
async function journalsAt(tx: Tx, merchantId: string, numbers: ReadonlySet<string>) {
  const found = new Map([["0", journalDigestOf(emptyJournal)]]);
  if (numbers.size === 0) return found;
  let chain = emptyJournal;
  for await (const entries of entriesAfter(tx, merchantId, "0")) {
    for (const entry of entries) {
      chain = withEntry(chain, entry);
      if (numbers.has(entry.number)) found.set(entry.number, journalDigestOf(chain));
    }
  }
  return found;
}

/** Every signed head of a merchant, the first one first. */
export function listHeads(tx: Tx, merchantId: string): Promise<StoredHead[]> {
  return store.allHeads(tx, merchantId);
}
