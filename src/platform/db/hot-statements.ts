/** So often a statement is seen before it is prepared: parsing it once on each connection is worth it by then. */
const seenBefore = 20;
/** A connection keeps each prepared statement with its plan, some ten kilobytes. */
const mostNames = 150;
/** Longer ones are lists of rows, of which no two are alike. */
const longestText = 4_000;
const mostCounted = 2_000;
/** Of what a value carries: about a hundred ids. */
const longestValue = 4_000;

const names = new Map<string, string>();
const counts = new Map<string, number>();

/**
 * The name under which a statement is prepared, the same on all connections; undefined for what this process has not seen often.
 * A statement is the same when its text is: values are parameters.
 *
 * One that carries long lists is not: a plan that is made once for all lists takes them to have ten values, and looks at each value of the
 * list for each row of the table. What is saved by it is nothing beside what a statement over thousands of rows takes.
 */
export function nameOfHot(text: string, values: readonly unknown[]): string | undefined {
  if (values.some(isLong)) return undefined;
  const known = names.get(text);
  if (known !== undefined || text.length > longestText || names.size >= mostNames) return known;
  const count = (counts.get(text) ?? 0) + 1;
  if (count < seenBefore) {
    if (counts.size >= mostCounted) counts.clear();
    counts.set(text, count);
    return undefined;
  }
  counts.delete(text);
  const name = `hot_${names.size}`;
  names.set(text, name);
  return name;
}

function isLong(value: unknown): boolean {
  if (typeof value === "string" || Buffer.isBuffer(value)) return value.length > longestValue;
  // A value of a list is at least an id, or some digits.
  return Array.isArray(value) && value.length > longestValue / 40;
}
