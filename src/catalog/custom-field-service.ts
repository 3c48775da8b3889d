import { changesBetween } from "../platform/audit.ts";
import type { WriteContext } from "../platform/write.ts";
import type { CustomField, CustomFieldDraft } from "./custom-field.ts";
import * as store from "./custom-field-store.ts";
import { type ImportCounts, mergedByExternalId } from "./import-merge.ts";

/**
 * Takes over the custom fields of the accounting system: new ones are created, existing ones changed, and those it does not
 * mention stay, for the values they have. All or nothing.
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
 * The custom fields that a write is about to give values; those that are unknown or foreign are left out, and the caller
 * words the rejection. Custom fields are never deleted, so nothing needs to be held.
 */
export async function findCustomFields(ctx: WriteContext, ids: readonly string[]): Promise<CustomField[]> {
  return ids.length === 0 ? [] : store.findCustomFields(ctx.tx, ctx.merchant.id, ids);
}

export const { listCustomFields, allCustomFields } = store;
