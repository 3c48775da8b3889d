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
 * The modification that a fact is a part of: of two that one write makes, of which one is of days that are a contract of their own, the one
 * that changes the obligation, by its price and seats or by its other values.
 */
function madeBy(together: readonly Modification[], pobId: string, of: VersionFact["of"]): Modification | undefined {
  if (together.length < 2) return together[0];
  const own = together.filter(({ changes }) => changes.has(pobId));
  const isOfTerm = of === undefined;
  return own.find(({ changes }) => (changes.get(pobId)?.fields === null) === isOfTerm) ?? own[0] ?? together[0];
}

/** The moment from which a modification holds: on its day, or as soon as it was made where that is later. */
function beginOf({ at, from }: Modification): string {
  const day = formatDay(from);
  return at > day ? at : day;
}

function firstOf(moments: readonly string[]): string | undefined {
  return moments.toSorted()[0];
}
