import { type Invariant, merged, violationsOf } from "./check-result.ts";
import { type Check, check, type Examination, violationsIn } from "./check-store.ts";
import { differingFields, type Fields, type ToldRow } from "./told.ts";
import { merchantAstray } from "./told-merchant-service.ts";
import { partsOfObligations, toldParts } from "./told-parts-service.ts";
import { recordKinds } from "./told-records-service.ts";
import { rowKinds, shownRows } from "./told-rows-store.ts";
import { isExcepted, shownBeside, toldBy } from "./told-rules.ts";
import { toldRecords, untold } from "./told-store.ts";
import { unwritten } from "./written-store.ts";

const withParts: readonly string[] = ["BILLING_TERM", "OBLIGATION", "PERFORMANCE_OBLIGATION"];
const entityTypes = [...Object.keys(recordKinds), ...Object.keys(rowKinds)];

const toldAll: Invariant = {
  id: "INV-41",
  severity: "warning",
  sentence: "Every record is what the audit log says was made of it.",
};

/**
 * INV-41 (ADR 0044): the rows of the audit log about a record, one after the other, give the record as it is. Named is the record, and
 * the fields in which it is another.
 */
export const toldCheck: Check = check(toldAll, async (examination) => {
  const { tx, merchant } = examination;
  let found = violationsOf(await merchantAstray(tx, merchant.id));
  for await (const chunk of toldRecords(tx, merchant.id, entityTypes)) {
    for (const [entityType, records] of Map.groupBy(chunk, ([row]) => row?.entityType ?? "")) {
      found = merged(found, violationsOf(await astray(examination, entityType, records)));
    }
  }
  return found;
});

/** INV-41 as well: records that the audit log never told of, and writes of which only one of the two tells. */
export const writtenCheck: Check = check(toldAll, async ({ tx, merchant }) =>
  merged(await violationsIn(tx, untold(merchant.id)), await violationsIn(tx, unwritten(merchant.id))),
);

async function astray(
  { tx, merchant }: Examination,
  entityType: string,
  records: readonly ToldRow[][],
): Promise<string[]> {
  const isPart = entityType === "BILLING_TERM" || entityType === "PERFORMANCE_OBLIGATION";
  const elsewhere = isPart ? await partsOfObligations(tx, merchant.id, records.map(idOf)) : new Set();
  const own = records.filter((rows) => !elsewhere.has(idOf(rows)));
  const ids = own.map(idOf);
  const told = withParts.includes(entityType)
    ? await toldParts(tx, merchant.id, own)
    : new Map(own.map((rows) => [idOf(rows), toldBy(entityType, rows)]));
  const kind = rowKinds[entityType];
  const shown =
    kind === undefined
      ? await recordKinds[entityType]?.(tx, merchant.id, ids)
      : await shownRows(tx, merchant.id, kind, ids);
  return ids.flatMap((id) => {
    const then = told.get(id) ?? {};
    const { isDeleted = false, ...now } = shown?.get(id) ?? { isDeleted: true };
    if (isDeleted === true && isGone(then)) return [];
    const fields = differingFields(then, shownBeside(entityType, then, now));
    // What a deletion took of it, by itself or with what it belonged to, is there still.
    const isTaken = (field: string) => isDeleted === true && then[field] === null;
    const wrong = fields.filter((field) => !isExcepted(entityType, field) && !isTaken(field));
    return wrong.length === 0 ? [] : [`${entityType} ${id}: ${wrong.join(", ")}`];
  });
}

function idOf([row]: readonly ToldRow[]): string {
  return row?.entityId ?? "";
}

/** Was its deletion told? */
function isGone({ deletedAt, ...fields }: Fields): boolean {
  return (deletedAt ?? null) !== null || Object.values(fields).every((value) => value === null);
}
