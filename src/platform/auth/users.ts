import { invalidIssues, notFound } from "../../kernel/errors.ts";
import { newId, parseId } from "../../kernel/ids.ts";
import { changesBetween, recordAudit } from "../audit.ts";
import { formatInstant, instantOut, readClock, wallClock } from "../clock.ts";
import { type Db, inTransaction, type Tx } from "../db/pool.ts";
import { merchantNotFound } from "../merchant/merchants.ts";
import { recordEvents } from "../outbox.ts";
import { operator } from "./person.ts";
import type { MemberRole } from "./roles.ts";

/**
 * Makes a person a member of a merchant; one email address is one user across merchants. A present or former member keeps their
 * role unless another one is given; a new member is an EDITOR. For the operator at the command line: under policies, members change
 * roles through the API, where approval is needed (ADR 0032).
 *
 * @throws DomainError VALIDATION_FAILED, MERCHANT_NOT_FOUND
 */
export async function addUser(db: Db, merchantId: string, email: string, role?: MemberRole): Promise<string> {
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254) {
    throw invalidIssues([
      { path: "/email", code: "FORMAT", message: "email must be an address such as ada@example.com." },
    ]);
  }
  return inTransaction(db, merchantId, async (tx) => {
    const ruling = await readClock(tx, merchantId, "write");
    if (ruling === undefined) throw merchantNotFound();
    const createdAt = formatInstant(wallClock());
    const known = await tx
      .selectFrom("app_user")
      .select("id")
      .where((eb) => eb(eb.fn<string>("lower", ["email"]), "=", email.toLowerCase()))
      .executeTakeFirst();
    const userId = known?.id ?? newId();
    const member = await tx
      .selectFrom("membership")
      .select(["role", "status"])
      .where("merchant_id", "=", merchantId)
      .where("user_id", "=", userId)
      .forUpdate()
      .executeTakeFirst();
    if (known === undefined)
      await tx.insertInto("app_user").values({ id: userId, email, created_at: createdAt }).execute();
    await tx
      .insertInto("membership")
      .values({ merchant_id: merchantId, user_id: userId, created_at: createdAt, role: role ?? "EDITOR" })
      .onConflict((conflict) =>
        conflict
          .columns(["merchant_id", "user_id"])
          .doUpdateSet({ status: "ACTIVE", ...(role === undefined ? {} : { role }) }),
      )
      .execute();
    const now = { role: role ?? member?.role ?? "EDITOR", status: "ACTIVE" };
    const changes = changesBetween({ ...member }, member === undefined ? { ...now, createdAt } : now);
    const row = { action: "membership.add", entityType: "MEMBER", entityId: userId, changes };
    if (changes.length > 0) {
      recordEvents({ tx, ...ruling }, [{ type: "member.added", data: { userId } }]);
      recordAudit({ tx, ...ruling, actor: operator }, [row], undefined);
    }
    return userId;
  });
}

/**
 * The user with this id or email address.
 *
 * @throws DomainError USER_NOT_FOUND
 */
export async function findUser(db: Db, idOrEmail: string): Promise<{ id: string; email: string }> {
  const id = parseId(idOrEmail);
  const users = db.selectFrom("app_user").select(["id", "email"]);
  const user = await (id === undefined
    ? users.where((eb) => eb(eb.fn<string>("lower", ["email"]), "=", idOrEmail.trim().toLowerCase()))
    : users.where("id", "=", id)
  ).executeTakeFirst();
  if (user === undefined) throw notFound("USER_NOT_FOUND", "No user has this id or address.");
  return user;
}

export type Member = {
  readonly userId: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly status: "ACTIVE" | "REMOVED";
  readonly createdAt: string;
};

/** The members of a merchant, oldest first, including removed ones. @throws DomainError MERCHANT_NOT_FOUND */
export async function listMembers(db: Db, merchantId: string): Promise<Member[]> {
  const merchant = await db.selectFrom("merchant").select("id").where("id", "=", merchantId).executeTakeFirst();
  if (merchant === undefined) throw merchantNotFound();
  const rows = await db
    .selectFrom("membership")
    .innerJoin("app_user", "app_user.id", "membership.user_id")
    .select(["membership.user_id", "app_user.email", "membership.role", "membership.status", "membership.created_at"])
    .where("membership.merchant_id", "=", merchantId)
    .orderBy("membership.created_at")
    .orderBy("membership.user_id")
    .execute();
  return rows.map((row) => ({
    userId: row.user_id,
    email: row.email,
    role: row.role,
    status: row.status,
    createdAt: instantOut(row.created_at),
  }));
}

/** Ends all memberships of a user. Keys that they made keep working, but can no longer reopen a month. */
export async function deactivateUser(db: Db, userId: string): Promise<void> {
  const active = await db
    .selectFrom("membership")
    .select("merchant_id")
    .where("user_id", "=", userId)
    .where("status", "=", "ACTIVE")
    .execute();
  if (active.length === 0) throw notFound("USER_NOT_FOUND", "No active member has this user id.");
  for (const { merchant_id: merchantId } of active) {
    await inTransaction(db, merchantId, (tx) => endMembership(tx, merchantId, userId));
  }
}

async function endMembership(tx: Tx, merchantId: string, userId: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("membership")
    .set({ status: "REMOVED" })
    .where("merchant_id", "=", merchantId)
    .where("user_id", "=", userId)
    .where("status", "=", "ACTIVE")
    .executeTakeFirst();
  const ruling = await readClock(tx, merchantId, "write");
  if (numUpdatedRows === 0n || ruling === undefined) return;
  const changes = changesBetween({ status: "ACTIVE" }, { status: "REMOVED" });
  const row = { action: "membership.remove", entityType: "MEMBER", entityId: userId, changes };
  recordEvents({ tx, ...ruling }, [{ type: "member.removed", data: { userId } }]);
  recordAudit({ tx, ...ruling, actor: operator }, [row], undefined);
}
