import { invalidIssues, notFound } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { formatInstant, wallClock } from "../clock.ts";
import type { Db } from "../db/pool.ts";
import { merchantNotFound } from "../merchant/merchants.ts";

/** Makes a person a member of a merchant; the same address is one user across merchants. */
export async function addUser(db: Db, merchantId: string, email: string): Promise<string> {
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254) {
    throw invalidIssues([{ path: "/email", code: "FORMAT", message: "email is an address such as ada@example.com." }]);
  }
  return db.transaction().execute(async (tx) => {
    const merchant = await tx.selectFrom("merchant").select("id").where("id", "=", merchantId).executeTakeFirst();
    if (merchant === undefined) throw merchantNotFound();
    const createdAt = formatInstant(wallClock());
    const known = await tx
      .selectFrom("app_user")
      .select("id")
      .where((eb) => eb(eb.fn<string>("lower", ["email"]), "=", email.toLowerCase()))
      .executeTakeFirst();
    const userId = known?.id ?? newId();
    if (known === undefined)
      await tx.insertInto("app_user").values({ id: userId, email, created_at: createdAt }).execute();
    await tx
      .insertInto("membership")
      .values({ merchant_id: merchantId, user_id: userId, created_at: createdAt })
      .onConflict((conflict) => conflict.columns(["merchant_id", "user_id"]).doUpdateSet({ status: "ACTIVE" }))
      .execute();
    return userId;
  });
}

/** Ends all memberships of a user: keys they created go on working but can no longer reopen a month. */
export async function deactivateUser(db: Db, userId: string): Promise<void> {
  const removed = await db
    .updateTable("membership")
    .set({ status: "REMOVED" })
    .where("user_id", "=", userId)
    .where("status", "=", "ACTIVE")
    .executeTakeFirst();
  if (removed.numUpdatedRows === 0n) throw notFound("USER_NOT_FOUND", "No active member has this user id.");
}
