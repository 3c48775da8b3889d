import { sql } from "kysely";
import { auditedPob, auditedTerm } from "../../billing-terms/audit-service.ts";
import type { BillingTermRecord } from "../../billing-terms/billing-term.ts";
import { lastDay } from "../../billing-terms/civil-date.ts";
import { pobsFromRows } from "../../billing-terms/performance-obligations/recorded-pobs-store.ts";
import { termRecordsById } from "../../billing-terms/term-store.ts";
import { formatDay } from "../../kernel/day.ts";
import { idArray } from "../../platform/db/columns.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { type AuditRow, type Fields, replayedAfter } from "./audited.ts";
import { auditRowsOf, inOrder } from "./audited-store.ts";

// Audit rows about a term or performance obligation are its own, those of the obligation it belongs to, and those of its group that change its
// event type.

type Records = ReadonlyMap<string, Fields>;

/** Billing terms among some ids, with the fields of the audit log. Deleted ones only as {@link liveOnes} has them, with `isDeleted`. */
export async function shownTerms(tx: Tx, merchantId: string, ids: readonly string[]): Promise<Records> {
  const live = await liveOnes(tx, merchantId, "billing_term", ids);
  const records = await termRecordsById(tx, merchantId, [...live.keys()]);
  return new Map([...records].map(([id, record]) => [id, { ...withAmendments(record), isDeleted: live.get(id) }]));
}

/** The fields of a term, with those of each price amendment by its id. With amendments, its own price is null: it is that of the last one. */
function withAmendments(record: BillingTermRecord): Fields {
  const amended = record.term.layers.flatMap(({ id, price, amendment }) =>
    amendment === undefined ? [] : { id, price, amendment },
  );
  if (amended.length === 0) return auditedTerm(record);
  const fields = amended.flatMap(({ id, price: { pricing, quantity }, amendment }) => {
    const { effectiveDate, invoicedThrough, ...facts } = amendment;
    const days = { effectiveDate: formatDay(effectiveDate), invoicedThrough: lastDay(invoicedThrough) };
    const of = { pricing, quantity, ...facts, ...days };
    return Object.entries(of).map(([field, value]) => [`amendment.${id}.${field}`, value]);
  });
  return { ...auditedTerm(record), ...Object.fromEntries(fields), pricing: null, quantity: null };
}

/** Performance obligations among some ids, like {@link shownTerms}. */
export async function shownPobs(tx: Tx, merchantId: string, ids: readonly string[]): Promise<Records> {
  const live = await liveOnes(tx, merchantId, "performance_obligation", ids);
  const rows = await tx
    .selectFrom("performance_obligation")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("id", "=", sql<string>`any(${idArray([...live.keys()])}::uuid[])`)
    .execute();
  const pobs = await pobsFromRows(tx, merchantId, rows);
  return new Map(pobs.map((pob) => [pob.id, { ...auditedPob(pob), isDeleted: live.get(pob.id) }]));
}

/** Obligations among some ids, like {@link shownTerms}, with the billing schedule from their terms. */
export async function shownObligations(tx: Tx, merchantId: string, ids: readonly string[]): Promise<Records> {
  const live = await liveOnes(tx, merchantId, "obligation", ids);
  const rows = await tx
    .selectFrom("obligation")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("id", "=", sql<string>`any(${idArray([...live.keys()])}::uuid[])`)
    .execute();
  const termIds = rows.map((row) => row.billing_term_id);
  const pobIds = rows.map((row) => row.performance_obligation_id);
  const [terms, pobs] = [await shownTerms(tx, merchantId, termIds), await shownPobs(tx, merchantId, pobIds)];
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...pobs.get(row.performance_obligation_id),
        id: row.id,
        performanceObligationId: row.performance_obligation_id,
        billingTermId: row.billing_term_id,
        createdAt: row.created_at,
        isDeleted: live.get(row.id),
        ...ofSchedule(terms.get(row.billing_term_id) ?? {}),
      },
    ]),
  );
}

/**
 * Those of some ids that are not deleted, or were deleted along with their contract, their group or, for a performance obligation, its term: then the
 * audit row of the deletion is about that record. With true if they are deleted.
 */
async function liveOnes(
  tx: Tx,
  merchantId: string,
  table: "billing_term" | "performance_obligation" | "obligation",
  ids: readonly string[],
): Promise<Map<string, boolean>> {
  const groupId =
    table === "obligation"
      ? sql`(select billing_term_group_id from billing_term as term
          where term.merchant_id = ${merchantId} and term.id = record.billing_term_id)`
      : sql`record.billing_term_group_id`;
  const leftWithTerm =
    table === "performance_obligation"
      ? sql`exists (select from billing_term as owner
          where owner.merchant_id = ${merchantId} and owner.id = record.billing_term_id and owner.deleted_at = record.deleted_at)`
      : sql`false`;
  const { rows } = await sql<{ id: string; isDeleted: boolean }>`
    select id, deleted_at is not null as "isDeleted" from ${sql.table(table)} as record
    where merchant_id = ${merchantId} and id = any(${idArray(ids)}::uuid[]) and (deleted_at is null or exists (
      select from contract as owner
      where owner.merchant_id = ${merchantId} and owner.id = record.contract_id and owner.deleted_at is not null
    ) or exists (
      select from billing_term_group as owner
      where owner.merchant_id = ${merchantId} and owner.id = ${groupId} and owner.deleted_at is not null
    ) or ${leftWithTerm})`.execute(tx);
  return new Map(rows.map(({ id, isDeleted }) => [id, isDeleted]));
}

/** Terms and performance obligations of the obligations that have one of some ids as a part. They are compared with these obligations. */
export async function partsOfObligations(tx: Tx, merchantId: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select unnest(array[billing_term_id, performance_obligation_id]) as id from obligation
    where merchant_id = ${merchantId}
      and (billing_term_id = any(${idArray(ids)}::uuid[]) or performance_obligation_id = any(${idArray(ids)}::uuid[]))`.execute(
    tx,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Terms, performance obligations or obligations as replayed from their own audit rows and those of their parts and groups, by id. */
export async function replayedParts(
  tx: Tx,
  merchantId: string,
  records: readonly AuditRow[][],
): Promise<Map<string, Fields>> {
  const first = records.map((rows) => rows.reduce<Fields>(afterRow, {}));
  const everAudited = records.map((rows) => rows.flatMap(({ changes }) => changes));
  const named = (index: number, field: string) => {
    const found = everAudited[index]?.find(({ path }) => path === field)?.to;
    return typeof found === "string" ? [found] : [];
  };
  const partIds = records.flatMap((_rows, index) => [
    ...named(index, "billingTermId"),
    ...named(index, "performanceObligationId"),
  ]);
  const groupIds = first.flatMap(({ billingTermGroupId }) =>
    typeof billingTermGroupId === "string" ? billingTermGroupId : [],
  );
  const parts = await auditRowsOf(tx, merchantId, ["BILLING_TERM", "PERFORMANCE_OBLIGATION"], partIds);
  const groups = await auditRowsOf(tx, merchantId, ["BILLING_TERM_GROUP"], [...new Set(groupIds)]);
  const byRecord = Map.groupBy([...parts, ...groups], ({ entityId }) => entityId);
  return new Map(
    records.map((rows, index) => {
      const id = rows[0]?.entityId ?? "";
      const isObligation = rows[0]?.entityType === "OBLIGATION";
      const own = [...named(index, "billingTermId"), ...named(index, "performanceObligationId")];
      const groupId = first[index]?.billingTermGroupId;
      const more = isObligation ? own.flatMap((part) => byRecord.get(part) ?? []) : [];
      const ofGroup = typeof groupId === "string" ? (byRecord.get(groupId) ?? []) : [];
      const all = inOrder([...rows, ...more, ...ofGroup]);
      const replayed = all
        .map((row) => aboutPart(row, isObligation ? own : [id], isObligation))
        .reduce<Fields>(afterRow, {});
      return [id, withoutAmendedPrice(replayed)];
    }),
  );
}

/**
 * An audit row with only its changes of one record: of a group's row those of the members `ids`; of a term's row, if it is for an obligation, those
 * of the schedule, with their path below `billingSchedule`.
 */
function aboutPart(row: AuditRow, ids: readonly string[], isObligation: boolean): AuditRow {
  const isTerm = row.entityType === "BILLING_TERM";
  if (row.entityType === "BILLING_TERM_GROUP") {
    const changes = row.changes.flatMap(({ path, to }) => {
      const [kind, id] = path.split("/");
      if (id === undefined || !ids.includes(id)) return [];
      return [{ path: isObligation && kind === "billingTerms" ? "billingSchedule.eventTypeId" : "eventTypeId", to }];
    });
    return { ...row, changes };
  }
  const own = row.action === "billing-term.amend" ? amendmentOf(row) : row.changes;
  if (!isObligation || !isTerm) return { ...row, changes: own };
  const changes = own.flatMap(({ path, to }) =>
    ofRecord.includes(path) ? [] : [{ path: `billingSchedule.${path}`, to }],
  );
  return { ...row, changes };
}

/** The changes of a row that amends a price, each with a path that has the amendment's id. */
function amendmentOf({ changes }: AuditRow): AuditRow["changes"] {
  const id = String(changes.find(({ path }) => path === "amendmentId")?.to);
  const own = changes.filter(({ path }) => path !== "amendmentId");
  return own.map(({ path, to }) => ({ path: `amendment.${id}.${path}`, to }));
}

const ofRecord: readonly string[] = ["invoicedThrough", "createdAt", "lastUpdatedAt", "isDeleted"];

function afterRow(replayed: Fields, row: AuditRow): Fields {
  const whole = row.changes.find(({ path }) => path === "billingSchedule");
  if (whole === undefined) return replayedAfter(replayed, row);
  const others = Object.entries(replayedAfter(replayed, row)).filter(
    ([path]) => !path.startsWith("billingSchedule") || path.includes("amendment."),
  );
  return { ...Object.fromEntries(others), ...ofSchedule((whole.to ?? {}) as Fields) };
}

function ofSchedule(schedule: Fields): Fields {
  const facts = Object.entries(schedule).filter(([path]) => !ofRecord.includes(path));
  return Object.fromEntries(facts.map(([path, value]) => [`billingSchedule.${path}`, value]));
}

function withoutAmendedPrice(replayed: Fields): Fields {
  const prefix = Object.keys(replayed)
    .find((path) => path.includes("amendment."))
    ?.split("amendment.")[0];
  return prefix === undefined ? replayed : { ...replayed, [`${prefix}pricing`]: null, [`${prefix}quantity`]: null };
}
