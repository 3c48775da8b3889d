import type { Correction } from "../billing-terms/performance-obligation.ts";
import { formatDay } from "../kernel/day.ts";
import { fieldsOf, type Modification } from "./modifications.ts";

/** A correction, or a price or a change of seats of a term. */
export type VersionFact = Pick<Correction, "createdAt"> & Partial<Pick<Correction, "of" | "changes">>;

/** Does a version know what was recorded of an obligation? */
export type Includes = (fact: VersionFact) => boolean;

/**
 * Which facts of an obligation, by its id, a version of its contract knows: those of the modifications up to it, and what else was recorded
 * before the next one began. What corrects a field that a later version has another value of already waits for that one, since it was said
 * of that value.
 *
 * @param index of the version; 0 at inception
 */
export function factsOfVersion(modifications: readonly Modification[], index: number): (pobId: string) => Includes {
  const known = new Set(modifications.slice(0, index).map(({ at }) => at));
  const ahead = modifications.slice(index).map((next) => ({ ...next, begins: beginOf(next) }));
  const made = new Set(ahead.map(({ at }) => at));
  const [firstMade, firstBegun] = [firstOf(ahead.map(({ at }) => at)), firstOf(ahead.map(({ begins }) => begins))];
  return (pobId) =>
    ({ createdAt, of, changes = {} }) => {
      if (firstMade === undefined || firstBegun === undefined) return true;
      if (createdAt < firstMade || known.has(createdAt)) return true;
      if (made.has(createdAt) || createdAt >= firstBegun) return false;
      const fields = of === undefined ? [] : fieldsOf({ of, changes });
      return ahead.every(({ at, changes: awaited }) => {
        return createdAt < at || !fields.some((field) => awaited.get(pobId)?.fields?.includes(field));
      });
    };
}

/** The moment from which a modification holds: on its day, or as soon as it was made where that is later. */
function beginOf({ at, from }: Modification): string {
  const day = formatDay(from);
  return at > day ? at : day;
}

function firstOf(moments: readonly string[]): string | undefined {
  return moments.toSorted()[0];
}
