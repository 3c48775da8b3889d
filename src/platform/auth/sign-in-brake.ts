import { createHash } from "node:crypto";
import { formatInstant, instantFromColumn, wallClock } from "../clock.ts";
import type { Db } from "../db/pool.ts";
import { networkOf } from "../http/limits/network.ts";

/** Failed sign-ins in a row to one account before the next attempt has to wait. */
const freeOfAccount = 5;
/** The same for one network address, which many people may share. */
const freeOfAddress = 30;
const firstWaitSeconds = 15;
const longestWaitSeconds = 15 * 60;
const forgottenAfter = { hours: 1 } as const;

/** Failures are counted by account and by network address. Accounts that do not exist are treated like those that do. */
export type Braked = { readonly email: string; readonly address: string };

/**
 * Counts a sign-in as failed before its password is checked, so that many attempts at once cannot outrun the count. After a
 * successful one, {@link releaseBrake} corrects the count.
 *
 * @returns the seconds to wait before the next attempt, or undefined if it may be made now
 */
export async function holdBrake(db: Db, { email, address }: Braked): Promise<number | undefined> {
  const ofAddress = await countFailure(db, idOfAddress(address), freeOfAddress);
  if (ofAddress !== undefined) return ofAddress;
  return countFailure(db, idOfAccount(email), freeOfAccount);
}

/** After a successful sign-in: the account's count is reset, and the address has one failure less. */
export async function releaseBrake(db: Db, { email, address }: Braked): Promise<void> {
  await db.deleteFrom("sign_in_brake").where("id", "=", idOfAccount(email)).execute();
  const id = idOfAddress(address);
  await db.deleteFrom("sign_in_brake").where("id", "=", id).where("failures", "=", 1).execute();
  await db
    .updateTable("sign_in_brake")
    .set((row) => ({ failures: row("failures", "-", 1), blocked_until: null }))
    .where("id", "=", id)
    .where("failures", ">", 1)
    .execute();
}

/** Deletes failures that no longer count. */
export async function deleteOldFailures(db: Db): Promise<void> {
  const before = formatInstant(wallClock().subtract(forgottenAfter));
  await db.deleteFrom("sign_in_brake").where("last_failed_at", "<", before).execute();
}

async function countFailure(db: Db, id: string, free: number): Promise<number | undefined> {
  const now = wallClock();
  return db.transaction().execute(async (tx) => {
    const first = await tx
      .insertInto("sign_in_brake")
      .values({ id, failures: 1, last_failed_at: formatInstant(now), blocked_until: null })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (first.numInsertedOrUpdatedRows === 1n) return undefined;
    const row = await tx.selectFrom("sign_in_brake").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
    // The account signed in at this very moment.
    if (row === undefined) return undefined;
    const blockedUntil = row.blocked_until === null ? now : instantFromColumn(row.blocked_until);
    if (Temporal.Instant.compare(now, blockedUntil) < 0) {
      return Math.max(1, Math.ceil(now.until(blockedUntil).total("seconds")));
    }
    const counted = instantFromColumn(row.last_failed_at).add(forgottenAfter);
    const failures = Temporal.Instant.compare(counted, now) < 0 ? 1 : row.failures + 1;
    await tx
      .updateTable("sign_in_brake")
      .set({ failures, last_failed_at: formatInstant(now), blocked_until: blockedAfter(failures - free, now) })
      .where("id", "=", id)
      .execute();
    return undefined;
  });
}

/** Each failure beyond the free ones doubles the wait. */
function blockedAfter(beyond: number, now: Temporal.Instant): string | null {
  if (beyond < 0) return null;
  return formatInstant(now.add({ seconds: Math.min(longestWaitSeconds, firstWaitSeconds * 2 ** beyond) }));
}

/** The typed address is stored as a hash only, because it may be a password typed into the wrong field. */
function idOfAccount(email: string): string {
  return `account:${createHash("sha256").update(email.trim().toLowerCase()).digest("hex")}`;
}

function idOfAddress(address: string): string {
  return `address:${networkOf(address)}`;
}
