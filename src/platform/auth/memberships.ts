import type { Db } from "../db/pool.ts";
import type { MemberRole } from "./roles.ts";

/** A merchant that a person is an active member of. */
export type Membership = {
  readonly merchantId: string;
  readonly merchantName: string;
  readonly isSandbox: boolean;
  readonly defaultCurrency: string;
  readonly timeZone: string;
  readonly role: MemberRole;
  /** The person's name at this merchant. */
  readonly name: string | null;
};

/** The merchants that a person is an active member of, by name. */
export async function activeMemberships(db: Db, userId: string): Promise<Membership[]> {
  const rows = await db
    .selectFrom("membership")
    .innerJoin("merchant", "merchant.id", "membership.merchant_id")
    .select(["merchant.id", "merchant.name", "merchant.is_sandbox", "merchant.default_currency", "merchant.time_zone"])
    .select(["membership.role", "membership.name as person_name"])
    .where("membership.user_id", "=", userId)
    .where("membership.status", "=", "ACTIVE")
    .orderBy("merchant.name")
    .orderBy("merchant.id")
    .execute();
  return rows.map((row) => ({
    merchantId: row.id,
    merchantName: row.name,
    isSandbox: row.is_sandbox,
    defaultCurrency: row.default_currency,
    timeZone: row.time_zone,
    role: row.role,
    name: row.person_name,
  }));
}

/**
 * The merchant that a person is signed in to: the wanted one, else the last one, else the first by name. Undefined if the person is
 * no active member of the wanted one, or of any.
 */
export async function landingOf(db: Db, userId: string, wantedId: string | null = null): Promise<string | undefined> {
  const memberships = await activeMemberships(db, userId);
  const isMember = (merchantId: string | null) => memberships.some((each) => each.merchantId === merchantId);
  if (wantedId !== null) return isMember(wantedId) ? wantedId : undefined;
  const user = await db.selectFrom("app_user").select("last_merchant_id").where("id", "=", userId).executeTakeFirst();
  const last = user?.last_merchant_id ?? null;
  return last !== null && isMember(last) ? last : memberships[0]?.merchantId;
}

/** The email address of a person, and whether a password is set. */
export async function userOf(db: Db, userId: string): Promise<{ email: string; hasPassword: boolean }> {
  const row = await db
    .selectFrom("app_user")
    .select(["email", "password_hash"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return { email: row.email, hasPassword: row.password_hash !== null };
}
