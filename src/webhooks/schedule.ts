const [minute, hour] = [60, 3600];

/** Seconds from each failed attempt to the next: eight attempts in three days (data model 19). */
const waits = [10, 5 * minute, 30 * minute, 2 * hour, 8 * hour, 24 * hour, 37 * hour] as const;

/**
 * Seconds until the next attempt, or undefined after the last one.
 *
 * @param attempts number of attempts so far
 * @param random   from 0 to 1; changes the wait by up to a fifth, so that deliveries that failed together are not all sent again together
 */
export function secondsToNextAttempt(attempts: number, random: number): number | undefined {
  const wait = waits[attempts - 1];
  return wait === undefined ? undefined : wait * (0.8 + 0.4 * random);
}

/** An endpoint that has failed for this long is disabled. */
export const longestFailureHours = 5 * 24;
