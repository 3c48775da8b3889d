/** The result of an import, in numbers of records. */
export type ImportCounts = { readonly created: number; readonly updated: number; readonly unchanged: number };

type Known = { readonly externalId: string };

/** A record before and after an import; `before` is undefined for a new one. */
export type Handed<Entity> = { readonly before: Entity | undefined; readonly after: Entity };

/**
 * Compares the records of an import with the stored ones, by external id.
 *
 * @param drafts with unique external ids
 * @returns the records to be stored, in the order of the import, and the counts
 */
export function mergedByExternalId<Draft extends Known, Entity extends Draft>(
  known: readonly Entity[],
  drafts: readonly Draft[],
  created: (draft: Draft) => Entity,
): { readonly changed: readonly Handed<Entity>[]; readonly counts: ImportCounts } {
  const byExternalId = new Map(known.map((entity) => [entity.externalId, entity]));
  const changed = drafts.flatMap((draft): Handed<Entity>[] => {
    const before = byExternalId.get(draft.externalId);
    if (before === undefined) return [{ before, after: created(draft) }];
    return isAsDrafted(before, draft) ? [] : [{ before, after: { ...before, ...draft } }];
  });
  const createdCount = changed.filter(({ before }) => before === undefined).length;
  const counts = {
    created: createdCount,
    updated: changed.length - createdCount,
    unchanged: drafts.length - changed.length,
  };
  return { changed, counts };
}

function isAsDrafted<Draft extends Known>(entity: Draft, draft: Draft): boolean {
  return (Object.keys(draft) as (keyof Draft)[]).every((field) => entity[field] === draft[field]);
}
