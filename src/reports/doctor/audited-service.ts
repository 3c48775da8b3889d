import { type AuditRow, differingFields, type Fields } from "./audited.ts";
import { inconsistentMerchantFields } from "./audited-merchant-service.ts";
import { partsOfObligations, replayedParts } from "./audited-parts-service.ts";
import { recordKinds } from "./audited-records-service.ts";
import { rowKinds, shownRows } from "./audited-rows-store.ts";
import { isExcepted, replayedFrom, shownBeside } from "./audited-rules.ts";
import { auditedRecords, unaudited } from "./audited-store.ts";
import { type Invariant, merged, violationsOf } from "./check-result.ts";
import { type Check, check, type Examination, violationsIn } from "./check-store.ts";
import { unwritten } from "./unaudited-writes-store.ts";

const withParts: readonly string[] = ["BILLING_TERM", "OBLIGATION", "PERFORMANCE_OBLIGATION"];
const entityTypes = [...Object.keys(recordKinds), ...Object.keys(rowKinds)];

const matchesAuditLog: Invariant = {
  id: "INV-41",
  severity: "warning",
  sentence: "Every record matches the audit log.",
};

/** INV-41 (ADR 0044): replaying the audit rows about a record gives the stored record. The sample has records with the fields that differ. */
export const auditedCheck: Check = check(matchesAuditLog, async (examination) => {
  const { tx, merchant } = examination;
  let found = violationsOf(await inconsistentMerchantFields(tx, merchant.id));
  for await (const chunk of auditedRecords(tx, merchant.id, entityTypes)) {
    for (const [entityType, records] of Map.groupBy(chunk, ([row]) => row?.entityType ?? "")) {
      found = merged(found, violationsOf(await inconsistentRecords(examination, entityType, records)));
    }
  }
  return found;
});

/** INV-41 as well: records without any audit row, rows without an audit row of their time, and audit rows without the row that they inserted. */
export const writtenCheck: Check = check(matchesAuditLog, async ({ tx, merchant }) =>
  merged(await violationsIn(tx, unaudited(merchant.id)), await violationsIn(tx, unwritten(merchant.id))),
);

async function inconsistentRecords(
  { tx, merchant }: Examination,
  entityType: string,
  records: readonly AuditRow[][],
): Promise<string[]> {
  const isPart = entityType === "BILLING_TERM" || entityType === "PERFORMANCE_OBLIGATION";
  const elsewhere = isPart ? await partsOfObligations(tx, merchant.id, records.map(idOf)) : new Set();
  const own = records.filter((rows) => !elsewhere.has(idOf(rows)));
  const ids = own.map(idOf);
  const replayed = withParts.includes(entityType)
    ? await replayedParts(tx, merchant.id, own)
    : new Map(own.map((rows) => [idOf(rows), replayedFrom(entityType, rows)]));
  const kind = rowKinds[entityType];
  const shown =
    kind === undefined
      ? await recordKinds[entityType]?.(tx, merchant.id, ids)
      : await shownRows(tx, merchant.id, kind, ids);
  return ids.flatMap((id) => {
    const then = replayed.get(id) ?? {};
    const { isDeleted = false, ...now } = shown?.get(id) ?? { isDeleted: true };
    if (isDeleted === true && isGone(then)) return [];
    const fields = differingFields(then, shownBeside(entityType, then, now));
    // A deleted record's fields are null in the audit log, but still stored.
    const isCleared = (field: string) => isDeleted === true && then[field] === null;
    const wrong = fields.filter((field) => !isExcepted(entityType, field) && !isCleared(field));
    return wrong.length === 0 ? [] : [`${entityType} ${id}: ${wrong.join(", ")}`];
  });
}

function idOf([row]: readonly AuditRow[]): string {
  return row?.entityId ?? "";
}

/** True if the audit log has the deletion of the record. */
function isGone({ deletedAt, ...fields }: Fields): boolean {
  return (deletedAt ?? null) !== null || Object.values(fields).every((value) => value === null);
}
