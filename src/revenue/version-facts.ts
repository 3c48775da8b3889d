import type { Correction } from "../billing-terms/performance-obligations/performance-obligation.ts";
import { formatDay } from "../kernel/day.ts";
import { fieldsOf, type Modification } from "./modifications.ts";

/** A correction, or a price layer or seat amendment of a term. */
export type VersionFact = Pick<Correction, "createdAt"> & Partial<Pick<Correction, "of" | "changes">>;

/** True if a version of the contract includes the fact. */
export type Includes = (fact: VersionFact) => boolean;

/**
 * Which facts of an obligation, by its id, a version of the contract includes: those of the modifications up to it, and other facts that
 * were recorded before the next modification took effect. A correction of a field that a later modification had already changed belongs to
 * the version of that modification: it corrects the later value.
 *
 * @param index of the version; 0 at inception
 */
export function factsOfVersion(modifications: readonly Modification[], index: number): (pobId: string) => Includes {
  const known = new Set(modifications.slice(0, index));
  const ahead = modifications.slice(index).map((next) => ({ ...next, begins: beginOf(next) }));
  const [firstMade, firstBegun] = [firstOf(ahead.map(({ at }) => at)), firstOf(ahead.map(({ begins }) => begins))];
  const madeAt = Map.groupBy(modifications, ({ at }) => at);
  return (pobId) =>
    ({ createdAt, of, changes = {} }) => {
      if (firstMade === undefined || firstBegun === undefined) return true;
      if (createdAt < firstMade) return true;
      const made = madeBy(madeAt.get(createdAt) ?? [], pobId, of);
      if (made !== undefined) return known.has(made);
      if (createdAt >= firstBegun) return false;
      const fields = of === undefined ? [] : fieldsOf({ of, changes });
      return ahead.every(({ at, changes: awaited }) => {
        return createdAt < at || !fields.some((field) => awaited.get(pobId)?.fields?.includes(field));
      });
    };
}

/**
 * The modification that a fact belongs to. One write can make two, if one of them is about days of a separate contract: the fact belongs to
 * the one that changes this obligation in the same respect (price and seats, or other fields).
 */
function madeBy(together: readonly Modification[], pobId: string, of: VersionFact["of"]): Modification | undefined {
  if (together.length < 2) return together[0];
  const own = together.filter(({ changes }) => changes.has(pobId));
  const isOfTerm = of === undefined;
  return own.find(({ changes }) => (changes.get(pobId)?.fields === null) === isOfTerm) ?? own[0] ?? together[0];
}

/** The moment at which a modification takes effect: its effective day, or when it was recorded if that is later. */
function beginOf({ at, from }: Modification): string {
  const day = formatDay(from);
  return at > day ? at : day;
}

function firstOf(moments: readonly string[]): string | undefined {
  return moments.toSorted()[0];
}
