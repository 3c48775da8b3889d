// How many of the values and cases are run. `npm run test:slow` and `npm run test:properties` run all, `npm test` a sixth: the same
// sixth in every run, so that a passing commit keeps passing.

/** True if all values and cases are run. */
export const isFull = process.env.ACCORD_TEST_RUNS === "full";
const part = isFull ? 1 : 6;

/** How many times a property is tried. */
export const runs = (full: number): number => Math.ceil(full / part);

/**
 * The entries of a table to try at one of many places: all, or every sixth, with other ones at the next place, so that every place
 * and every entry is tried.
 */
export const shareOf = <Entry>(table: readonly Entry[], place: number): Entry[] =>
  table.filter((_, index) => index % part === place % part);
