type Numbered = { readonly number: string };

/**
 * The entries that were posted between two closes. The API returns only the first entries since a close; if all of them are between the
 * two closes, there may be more.
 *
 * @param last the number of the last entry of the other close
 */
export function entriesBetween<Entry extends Numbered>(
  since: { readonly entriesSince: readonly Entry[]; readonly totalEntriesSince: number },
  last: string,
): { readonly entries: readonly Entry[]; readonly mayBeMore: boolean } {
  const { entriesSince, totalEntriesSince } = since;
  const entries = entriesSince.filter(({ number }) => BigInt(number) <= BigInt(last));
  return { entries, mayBeMore: entries.length === entriesSince.length && entries.length < totalEntriesSince };
}
