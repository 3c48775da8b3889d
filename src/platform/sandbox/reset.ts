import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { required } from "../../kernel/assert.ts";
import { invalid } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import type { RowOf } from "../../schema/tables.ts";
import { type AuditDraft, changesBetween, recordAudit } from "../audit.ts";
import { creationOf, endKey } from "../auth/keys.ts";
import { operator } from "../auth/person.ts";
import { formatInstant, instantFromColumn, instantOut, readClock, wallClock } from "../clock.ts";
import { type Db, inTransaction, sendWithCommit, type Tx } from "../db/pool.ts";
import { insertMerchant, merchantNotFound } from "../merchant/merchants.ts";
import { auditView, type MerchantSettings } from "../merchant/settings.ts";
import { readSettings, writeSettings } from "../merchant/settings-store.ts";
import { type DomainEventDraft, recordEvents } from "../outbox.ts";

export type ResetOptions = {
  readonly merchantId: string;
  /** The start of the empty sandbox's clock; now unless stated. */
  readonly clock?: Temporal.Instant;
};

/**
 * Replaces a sandbox by an empty one for its members and keys (ADR 0086). In one transaction, a new sandbox is made with its name
 * and settings; members, sessions and keys move to it, with unchanged secrets; the old one gets another name and is otherwise
 * unchanged. No key opens it any more.
 *
 * @returns the id of the empty sandbox
 * @throws DomainError MERCHANT_NOT_FOUND, NOT_SANDBOX; VALIDATION_FAILED if it has neither a key nor a member, as after a reset
 */
export async function resetSandbox(db: Db, { merchantId: from, clock = wallClock() }: ResetOptions): Promise<string> {
  const to = newId();
  await inTransaction(db, from, async (tx) => {
    // Waits for writes under way; later ones find no key.
    await tx.selectFrom("merchant").select("id").where("id", "=", from).forUpdate().execute();
    const found = await readClock(tx, from, "write");
    if (found === undefined) throw merchantNotFound();
    const { merchant } = found;
    if (!merchant.isSandbox) throw invalid("NOT_SANDBOX", "Only a sandbox can be reset, not a live merchant.");
    const settings = await readSettings(tx, from);
    const left = await leave(tx, from, settings);
    if (left.members.length + left.keys.length === 0) throw nobodysSandbox();
    recordEvents({ tx, ...found }, left.events);
    await nameMerchant(tx, to);
    const { name, defaultCurrency, timeZone, erpKind, performanceObligations } = merchant;
    const made = { name, currency: defaultCurrency, timeZone, erpKind, performanceObligations, sandboxClock: clock };
    await insertMerchant(tx, to, made);
    const begun = await arrive(tx, { from, to, settings, members: left.members, keys: left.keys });
    const there = required(await readClock(tx, to, "write"), "the sandbox that was just made");
    recordEvents({ tx, ...there }, begun.events);
    recordAudit({ tx, ...there, actor: operator }, begun.audit, undefined);
    // Audit rows are chained at the end of the transaction, in the name of one merchant each.
    sendWithCommit(tx, sql`set local accord.merchant_id = ${sql.lit(from)}`.compile(tx));
    recordAudit({ tx, ...found, actor: operator }, left.audit, undefined);
  });
  return to;
}

type AuditAndEvents = { readonly audit: readonly AuditDraft[]; readonly events: readonly DomainEventDraft[] };
type Moved = {
  readonly members: readonly RowOf<"membership">[];
  readonly keys: readonly RowOf<"api_key">[];
};

/** Ends the memberships and keys of the old sandbox, and prepares its audit rows and events. */
async function leave(tx: Tx, from: string, settings: MerchantSettings): Promise<Moved & AuditAndEvents> {
  const members = await tx
    .selectFrom("membership")
    .selectAll()
    .where("merchant_id", "=", from)
    .where("status", "=", "ACTIVE")
    .orderBy("user_id")
    .execute();
  const keys = await tx
    .selectFrom("api_key")
    .selectAll()
    .where("merchant_id", "=", from)
    .where("revoked_at", "is", null)
    .orderBy("id")
    .execute();
  const renamed = { ...settings, name: `${settings.name.slice(0, 200)}, reset on ${formatInstant(wallClock())}` };
  await writeSettings(tx, from, renamed);
  const audit = [settingsChange(from, settings, renamed)];
  const events: DomainEventDraft[] = [{ type: "merchant.settings-changed" }];
  for (const { id } of keys) {
    // A secret belongs to one key, so the old key gets a random one.
    await tx
      .updateTable("api_key")
      .set({ secret_hash: randomBytes(32) })
      .where("merchant_id", "=", from)
      .where("id", "=", id)
      .execute();
    audit.push((await endKey(tx, from, id)).audit);
    events.push({ type: "api-key.revoked", data: { apiKeyId: id } });
  }
  await tx
    .updateTable("membership")
    .set({ status: "REMOVED" })
    .where("merchant_id", "=", from)
    .where("status", "=", "ACTIVE")
    .execute();
  const changes = changesBetween({ status: "ACTIVE" }, { status: "REMOVED" });
  for (const { user_id: entityId } of members) {
    audit.push({ action: "membership.remove", entityType: "MEMBER", entityId, changes });
    events.push({ type: "member.removed", data: { userId: entityId } });
  }
  return { members, keys, audit, events };
}

type Move = Moved & { readonly from: string; readonly to: string; readonly settings: MerchantSettings };

/** Gives the new sandbox the settings, members and keys of the old one, and moves the sessions. */
async function arrive(tx: Tx, { from, to, settings, members, keys }: Move): Promise<AuditAndEvents> {
  const initial = await readSettings(tx, to);
  await writeSettings(tx, to, settings);
  const origin = [{ path: "/resetFrom", from: null, to: from }];
  const audit: AuditDraft[] = [
    { action: "merchant.reset", entityType: "MERCHANT_RESET", entityId: to, changes: origin },
    settingsChange(to, initial, settings),
  ];
  const events: DomainEventDraft[] = [];
  for (const member of members) {
    await tx
      .insertInto("membership")
      .values({ ...member, merchant_id: to })
      .execute();
    const { user_id: userId, name, role, status } = member;
    const changes = changesBetween({}, { name, role, status, createdAt: instantOut(member.created_at) });
    audit.push({ action: "membership.add", entityType: "MEMBER", entityId: userId, changes });
    events.push({ type: "member.added", data: { userId } });
  }
  for (const key of keys) {
    const id = newId();
    await tx
      .insertInto("api_key")
      .values({ ...key, id, merchant_id: to })
      .execute();
    const expiresAt = key.expires_at === null ? null : instantFromColumn(key.expires_at);
    const { name, access, role, created_by_user_id: userId } = key;
    audit.push(creationOf(id, { name, access, role, userId, expiresAt, createdAt: instantOut(key.created_at) }));
    events.push({ type: "api-key.created", data: { apiKeyId: id } });
  }
  await tx.updateTable("user_session").set({ merchant_id: to }).where("merchant_id", "=", from).execute();
  await tx.updateTable("sign_in_link").set({ merchant_id: to }).where("merchant_id", "=", from).execute();
  await tx.updateTable("app_user").set({ last_merchant_id: to }).where("last_merchant_id", "=", from).execute();
  return { audit, events };
}

function settingsChange(merchantId: string, before: MerchantSettings, after: MerchantSettings): AuditDraft {
  const differences = changesBetween(auditView(before), auditView(after));
  const changes = differences.map(({ path, ...change }) => ({ path: `/${path}`, ...change }));
  return { action: "merchant.settings", entityType: "MERCHANT", entityId: merchantId, changes };
}

async function nameMerchant(tx: Tx, merchantId: string): Promise<void> {
  await sql`set local accord.merchant_id = ${sql.lit(merchantId)}`.execute(tx);
}

function nobodysSandbox() {
  const message =
    "The sandbox has no keys and no members: a reset moved them to another sandbox. Reset that one, or create one.";
  return invalid("VALIDATION_FAILED", message);
}
