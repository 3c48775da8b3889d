import { assert } from "../kernel/assert.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { SignedHead, StoredHead } from "./signed-head.ts";

/** Every head of a merchant, the first one first. There is one for each close, and each is small. */
export async function allHeads(tx: Tx, merchantId: string): Promise<(StoredHead & { readonly sequence: number })[]> {
  const rows = await tx
    .selectFrom("signed_head")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .orderBy("sequence")
    .execute();
  return rows.map(({ sequence, head, signature }) => ({
    sequence: Number(sequence),
    head: parsed(head),
    text: head,
    signature,
  }));
}

function parsed(text: string): SignedHead {
  let head: unknown;
  try {
    head = JSON.parse(text);
  } catch {
    // `head` stays undefined, and the assertion below fails.
  }
  assert(isHead(head), "a signed head is a JSON object of its format");
  return head;
}

function isHead(value: unknown): value is SignedHead {
  const head = (value ?? {}) as Partial<SignedHead>;
  const isEnd = (end: unknown) => end === null || typeof (end as SignedHead["audit"])?.sequence === "string";
  return typeof head.journal?.lastNumber === "string" && isEnd(head.audit) && isEnd(head.closePackage);
}

export async function insertHead(tx: Tx, merchantId: string, { head, text, signature }: StoredHead): Promise<void> {
  await tx
    .insertInto("signed_head")
    .values({ merchant_id: merchantId, sequence: head.sequence, head: text, signature })
    .execute();
}

/** The hashes that the audit log and the packages have at some places, by place. */
export async function hashesAt(
  tx: Tx,
  merchantId: string,
  table: "audit_log" | "close_package",
  sequences: readonly string[],
): Promise<Map<string, string | undefined>> {
  if (sequences.length === 0) return new Map();
  const rows = await tx
    .selectFrom(table)
    .select(["sequence", "hash"])
    .where("merchant_id", "=", merchantId)
    .where("sequence", "in", sequences)
    .execute();
  return new Map(rows.map(({ sequence, hash }) => [String(sequence), hash?.toString("hex")]));
}
