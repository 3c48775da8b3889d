import { createKey } from "../platform/auth/keys.ts";
import { addUser } from "../platform/auth/users.ts";
import type { Db } from "../platform/db/pool.ts";

/** A user and keys made in the user's name. */
export type Member = { readonly userId: string; readonly writeKey: string; readonly readKey: string };

/**
 * Makes the first user of a merchant and its first two keys. The email address cannot receive mail (RFC 2606 reserves `.invalid`);
 * people are added with `accord user add`.
 */
export async function newMember(db: Db, merchantId: string): Promise<Member> {
  const userId = await addUser(db, merchantId, `owner@${merchantId}.invalid`, "OWNER");
  const write = await createKey(db, { merchantId, userId, access: "WRITE", name: "first write key" });
  const read = await createKey(db, { merchantId, userId, access: "READ_ONLY", name: "first read key" });
  return { userId, writeKey: write.key, readKey: read.key };
}
