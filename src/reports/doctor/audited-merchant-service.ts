import { sql } from "kysely";
import { allClasses } from "../../catalog/class-store.ts";
import { allCustomFields } from "../../catalog/custom-field-store.ts";
import { accountRoles } from "../../kernel/account.ts";
import { formatMonth, type Month, parseMonth } from "../../kernel/day.ts";
import { currentBooks } from "../../ledger/books-store.ts";
import { recordOfPolicy } from "../../platform/approvals/policy.ts";
import { instantOut, readClock } from "../../platform/clock.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { auditView as auditedProfile } from "../../platform/merchant/profile.ts";
import { readProfile } from "../../platform/merchant/profile-store.ts";
import { auditView as auditedSettings } from "../../platform/merchant/settings.ts";
import { readSettings } from "../../platform/merchant/settings-store.ts";
import { type AuditRow, differingFields, type Fields, replayedAfter } from "./audited.ts";

// Records of which a merchant has one set: settings, profile on invoices, chart of accounts, classes, custom fields, approval policies, locks of
// sub-ledgers, and the clock of a sandbox. Audit rows name fields as their capability does; here they are prefixed with a name of the capability.

/** The prefix of field names, by the action of the audit row. */
const places: Readonly<Record<string, string>> = {
  "approval-policy.set": "policy",
  "approval-policy.delete": "policy",
  "chart-of-accounts.set": "chart",
  "class.import": "class",
  "custom-field.import": "customField",
  "merchant.create": "merchant",
  "merchant.settings": "settings",
  "merchant.update": "profile",
  "period.lock": "lock",
  "period.unlock": "lock",
  "test-clock.advance": "clock",
};

/** Initial values of a new merchant that are not null (`platform/merchant/merchants.ts`, and the defaults of the table). */
const initialSettings = {
  rounding: "HALF_UP",
  straightLineDefault: "STRAIGHT_LINE",
  requireCategory: false,
  forbidReopenSynced: false,
  badDebtTaxRelief: false,
  usageGraceDays: 3,
  invoicePrefix: "INV-",
  creditMemoPrefix: "CM-",
  accountMap: {},
} as const;
const initial: Fields = {
  "merchant/forkedFrom": [],
  "chart/accounts": [],
  "chart/formats": {},
  "profile/taxRates": [],
  "profile/defaultProcessor": "PROCESSOR_A",
};

/** The merchant's fields whose stored value differs from the replayed audit rows, as one text; none if there are no differences. */
export async function inconsistentMerchantFields(tx: Tx, merchantId: string): Promise<string[]> {
  const rows = await auditRowsOfMerchant(tx, merchantId);
  const shown = await shownMerchant(tx, merchantId);
  const isSandbox = shown["clock/now"] !== null;
  const lateInvoiceDate = isSandbox ? "PLANNED" : "TODAY";
  const { name: _stated, ...settings } = auditedSettings({ ...initialSettings, lateInvoiceDate, name: "" });
  const replayed = rows.reduce<Fields>(afterRow, { ...initial, ...within("settings", settings), isSandbox });
  // Values stated at the creation of the merchant are compared only if they were audited: the clock is audited from its first change.
  const isStated = (field: string) => /^(?:merchant\/|settings\/name$|clock\/now$)/.test(field);
  const isAudited = (field: string) => Object.hasOwn(replayed, field) || !isStated(field);
  const compared = Object.fromEntries(Object.entries(shown).filter(([field]) => isAudited(field)));
  const wrong = differingFields(replayed, compared);
  return wrong.length === 0 ? [] : [`MERCHANT ${merchantId}: ${wrong.join(", ")}`];
}

async function auditRowsOfMerchant(tx: Tx, merchantId: string): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    select sequence, action, actor_kind || ':' || actor_id as actor, reason, entity_type as "entityType", entity_id as "entityId", changes
    from audit_log
    where merchant_id = ${merchantId} and action = any(${[...Object.keys(places), "merchant.fork", "period.reopen"]}::text[])
    order by sequence`.execute(tx);
  return rows;
}

function afterRow(replayed: Fields, row: AuditRow): Fields {
  const { action, entityId } = row;
  if (action === "period.reopen") return { ...replayed, ...locksAfterReopening(replayed, parseMonth(entityId)) };
  if (action === "merchant.fork") return { ...replayed, ...originsAfterFork(replayed, row) };
  const place = places[action] ?? "";
  const isOfMany = place === "policy" || place === "lock";
  const changes = row.changes.map(({ path, to }) => {
    const field = path.replace(/^\//, "");
    // The name stated at creation is a setting afterwards.
    const isName = place === "merchant" && field === "name";
    return { path: isOfMany ? `${place}/${entityId}` : `${isName ? "settings" : place}/${field}`, to };
  });
  return replayedAfter(replayed, { changes });
}

/** Reopening a month also moves later locks of sub-ledgers to the month before it (`close/lock-service.ts`). */
function locksAfterReopening(replayed: Fields, reopened: Month | undefined): Fields {
  const locks = ["lock/BILLING", "lock/CASH"].flatMap((field) => {
    const through = parseMonth(String(replayed[field]));
    const isUnlocked = through !== undefined && reopened !== undefined && through >= reopened;
    return isUnlocked ? [[field, formatMonth(reopened - 1)] as const] : [];
  });
  return Object.fromEntries(locks);
}

/** A fork of a fork has the audit rows of both, and names both merchants it comes from, oldest first. */
function originsAfterFork(replayed: Fields, { changes }: AuditRow): Fields {
  const before = (replayed["merchant/forkedFrom"] ?? []) as readonly unknown[];
  return { "merchant/forkedFrom": [...before, ...changes.map(({ to }) => to)] };
}

async function shownMerchant(tx: Tx, merchantId: string): Promise<Fields> {
  const books = await currentBooks(tx, merchantId);
  const chart = await tx
    .selectFrom("chart_of_accounts")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .executeTakeFirst();
  const settings = await readSettings(tx, merchantId);
  const unknownRoles = Object.keys(settings.accountMap).filter((role) => !accountRoles.some((known) => known === role));
  const ruling = await readClock(tx, merchantId, "read");
  const classes = await allClasses(tx, merchantId);
  const customFields = await allCustomFields(tx, merchantId);
  const lock = (month: Month | null | undefined) => (month === null || month === undefined ? null : formatMonth(month));
  return {
    ...within("merchant", await statedOf(tx, merchantId)),
    ...within("settings", auditedSettings(settings)),
    ...within("settings/accountMap", Object.fromEntries(unknownRoles.map((role) => [role, "no role"]))),
    ...within("profile", auditedProfile(await readProfile(tx, merchantId))),
    ...within("chart", { accounts: chart?.accounts ?? [], formats: chart?.formats ?? {} }),
    ...within("class", Object.fromEntries(classes.map(({ externalId, name }) => [externalId, name]))),
    ...within(
      "customField",
      Object.fromEntries(customFields.map(({ externalId, name, appliesTo }) => [externalId, { name, appliesTo }])),
    ),
    ...within(
      "policy",
      Object.fromEntries(
        (ruling?.merchant.approvalPolicies ?? []).map((policy) => [policy.kind, recordOfPolicy(policy)]),
      ),
    ),
    ...within("lock", { BILLING: lock(books.billingLockedThrough), CASH: lock(books.cashLockedThrough) }),
    ...within("clock", { now: (await sandboxNow(tx, merchantId)) ?? null }),
    isSandbox: ruling?.merchant.isSandbox,
  };
}

/** Fields that are set when a merchant is created or forked and never change. */
async function statedOf(tx: Tx, merchantId: string): Promise<Fields> {
  const { rows } = await sql<Fields>`
    select default_currency as currency, time_zone as "timeZone", erp_kind as "erpKind",
      performance_obligations as "performanceObligations", forked_from as "forkedFrom", created_at as "createdAt"
    from merchant where id = ${merchantId}`.execute(tx);
  return rows[0] ?? {};
}

async function sandboxNow(tx: Tx, merchantId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom("sandbox_clock")
    .select("now")
    .where("merchant_id", "=", merchantId)
    .executeTakeFirst();
  return row === undefined ? undefined : instantOut(row.now);
}

function within(place: string, fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [`${place}/${field}`, value]));
}
