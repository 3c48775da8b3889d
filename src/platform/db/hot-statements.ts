/** A statement is prepared after it was seen so often: then parsing it once on each connection pays. */
const seenBefore = 20;
/** Each prepared statement and its plan take about ten kilobytes on each connection. */
const mostNames = 150;
/** Longer statements are lists of rows, no two of which are alike. */
const longestText = 4_000;
const mostCounted = 2_000;
/** Maximal length of a value, in characters or bytes: about a hundred ids. */
const longestValue = 4_000;

const names = new Map<string, string>();
const counts = new Map<string, number>();

/**
 * The name under which a statement is prepared, the same on all connections; undefined if this process has not seen it often.
 * Statements with the same text are the same: values are parameters.
 *
 * Statements with long lists are not prepared: a generic plan assumes ten values, and compares each row of the table with each
 * value of the list. The time saved by preparing is nothing compared to a statement over thousands of rows.
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
  // An element of a list is at least an id or some digits.
  return Array.isArray(value) && value.length > longestValue / 40;
}
