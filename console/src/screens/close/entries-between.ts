type Numbered = { readonly number: string };

/**
 * Of the entries that were posted after a close, those up to the last one of another. Of many only the first are told: where all of them
 * were between the two, there may be more.
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
