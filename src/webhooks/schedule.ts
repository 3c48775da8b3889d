const [minute, hour] = [60, 3600];

/** Seconds from each failed try to the next: eight tries in three days (data model 19). */
const waits = [10, 5 * minute, 30 * minute, 2 * hour, 8 * hour, 24 * hour, 37 * hour] as const;

/**
 * Seconds until the next try, or undefined after the last one.
 *
 * @param attempts tries so far
 * @param random from 0 to 1; moves the wait by a fifth, so that what failed at once does not come again at once
 */
export function secondsToNextAttempt(attempts: number, random: number): number | undefined {
  const wait = waits[attempts - 1];
  return wait === undefined ? undefined : wait * (0.8 + 0.4 * random);
}

/** An endpoint that took nothing for so long is disabled. */
export const longestFailureHours = 5 * 24;
