/** The known name that a misspelt one most likely means, or undefined if none is near. */
function nearestName(name: string, known: readonly string[]): string | undefined {
  // A much longer name is no typo, and comparing it would cost time proportional to its length.
  if (name.length > 64) return undefined;
  let best: string | undefined;
  let bestDistance = Math.floor(name.length / 3) + 1;
  const lower = name.toLowerCase();
  for (const candidate of known) {
    // The edit distance is at least the difference of the lengths.
    if (Math.abs(candidate.length - name.length) >= bestDistance) continue;
    const distance = editDistance(lower, candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** ` Did you mean "x"?`, or nothing. */
export function didYouMean(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? "" : ` Did you mean "${nearest}"?`;
}

/** Levenshtein distance, one row at a time. */
function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const substituted = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, substituted));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
