import { changesBetween } from "../platform/audit.ts";
import type { WriteContext } from "../platform/write.ts";
import type { CustomField, CustomFieldDraft } from "./custom-field.ts";
import * as store from "./custom-field-store.ts";
import { type ImportCounts, mergedByExternalId } from "./import-merge.ts";

/**
 * Imports the custom fields of the accounting system: creates new ones and changes existing ones. Those that it does not mention
 * stay, because records may have values of them. All or nothing.
 */
export async function importCustomFields(
  ctx: WriteContext,
  drafts: readonly CustomFieldDraft[],
): Promise<ImportCounts> {
  const externalIds = drafts.map((draft) => draft.externalId);
  const known = await store.lockByExternalIds(ctx.tx, ctx.merchant.id, externalIds);
  const { changed, counts } = mergedByExternalId(known, drafts, (draft): CustomField => {
    const { timestamp } = ctx.clock;
    return { ...draft, id: ctx.newId(), createdAt: timestamp, lastUpdatedAt: timestamp };
  });
  await store.upsertCustomFields(
    ctx.tx,
    ctx.merchant.id,
    changed.map(({ after }) => ({ ...after, lastUpdatedAt: ctx.clock.timestamp })),
  );
  ctx.audit({
    action: "custom-field.import",
    entityType: "MERCHANT",
    entityId: ctx.merchant.id,
    changes: changed.flatMap(({ before, after }) =>
      changesBetween({ [after.externalId]: before && stated(before) }, { [after.externalId]: stated(after) }),
    ),
  });
  ctx.publish({ type: "custom-fields.imported", data: counts });
  return counts;
}

function stated({ name, appliesTo }: CustomField) {
  return { name, appliesTo };
}

/**
 * The custom fields to which a write is about to give values. Unknown ones and those of other merchants are left out; the caller
 * rejects them in its own words. No lock is needed, because custom fields are never deleted.
 */
export async function findCustomFields(ctx: WriteContext, ids: readonly string[]): Promise<CustomField[]> {
  return ids.length === 0 ? [] : store.findCustomFields(ctx.tx, ctx.merchant.id, ids);
}

export const { listCustomFields, allCustomFields } = store;
