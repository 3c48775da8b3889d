import { sql } from "kysely";
import { isCurrency } from "../../kernel/currency.ts";
import { type DomainError, type Issue, invalidIssues, notFound } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { changesBetween, recordAudit } from "../audit.ts";
import { operator } from "../auth/person.ts";
import { formatInstant, wallClock } from "../clock.ts";
import { type Db, inTransaction, type Tx } from "../db/pool.ts";
import { checkName } from "./settings.ts";

export type NewMerchant = {
  readonly name: string;
  readonly currency: string;
  readonly timeZone: string;
  readonly erpKind: "ACCOUNTING" | "ERP";
  readonly performanceObligations: boolean;
  /** The start of its own clock; null for a live merchant. */
  readonly sandboxClock: Temporal.Instant | null;
};

/** The 404 of a merchant, with the word that integrators use for it. */
export function merchantNotFound(): DomainError {
  return notFound("MERCHANT_NOT_FOUND", "Manufacturer not found.");
}

/**
 * Creates a merchant. A sandbox gets its clock and dates late invoices back to their planned date; a live merchant dates them on
 * the day they are issued (rules 4). Its audit log begins with this.
 *
 * @throws DomainError VALIDATION_FAILED for an unknown currency or time zone, or an empty name
 */
export async function createMerchant(db: Db, draft: NewMerchant): Promise<string> {
  const issues = checkMerchant(draft);
  if (issues.length > 0) throw invalidIssues(issues);
  const merchantId = newId();
  await inTransaction(db, merchantId, (tx) => insertMerchant(tx, merchantId, draft));
  return merchantId;
}

/** Stores a merchant whose settings were checked, and its first audit row; the transaction must be that of the merchant. */
export async function insertMerchant(tx: Tx, merchantId: string, draft: NewMerchant): Promise<void> {
  const createdAt = formatInstant(draft.sandboxClock ?? wallClock());
  await tx
    .insertInto("merchant")
    .values({
      id: merchantId,
      name: draft.name,
      default_currency: draft.currency,
      time_zone: draft.timeZone,
      rounding: "HALF_UP",
      straight_line_default: "STRAIGHT_LINE",
      late_invoice_date: draft.sandboxClock === null ? "TODAY" : "PLANNED",
      erp_kind: draft.erpKind,
      performance_obligations: draft.performanceObligations,
      is_sandbox: draft.sandboxClock !== null,
      created_at: createdAt,
    })
    .execute();
  await tx
    .insertInto("books")
    .values({
      merchant_id: merchantId,
      closed_through: null,
      billing_locked_through: null,
      cash_locked_through: null,
    })
    .execute();
  if (draft.sandboxClock !== null) {
    await sql`
      insert into sandbox_clock (merchant_id, now, first_tick)
      values (${merchantId}, ${createdAt}, nextval('sandbox_tick'))`.execute(tx);
  }
  const { name, currency, timeZone, erpKind, performanceObligations } = draft;
  const changes = changesBetween({}, { name, currency, timeZone, erpKind, performanceObligations, createdAt });
  const row = { action: "merchant.create", entityType: "MERCHANT", entityId: merchantId, changes };
  const write = { tx, merchant: { id: merchantId }, clock: { timestamp: createdAt }, actor: operator };
  recordAudit(write, [row], undefined);
}

export type MerchantSummary = {
  readonly id: string;
  readonly name: string;
  readonly currency: string;
  readonly timeZone: string;
  readonly isSandbox: boolean;
};

/** All merchants, oldest first; only for the operator at the command line. */
export async function listMerchants(db: Db): Promise<MerchantSummary[]> {
  const rows = await db.selectFrom("merchant").selectAll().orderBy("created_at").orderBy("id").execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    currency: row.default_currency,
    timeZone: row.time_zone,
    isSandbox: row.is_sandbox,
  }));
}

function checkMerchant(draft: NewMerchant): Issue[] {
  const issues = checkName(draft.name);
  if (!isCurrency(draft.currency)) {
    issues.push({
      path: "/currency",
      code: "CURRENCY_INVALID",
      message: `${draft.currency} is not an active ISO 4217 currency.`,
    });
  }
  if (!isTimeZone(draft.timeZone)) {
    issues.push({
      path: "/timeZone",
      code: "TIME_ZONE",
      message: `${draft.timeZone} is not an IANA time zone, such as Europe/Berlin.`,
    });
  }
  return issues;
}

function isTimeZone(timeZone: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone);
    return true;
  } catch {
    return false;
  }
}
