// How much of it all is gone through. `npm run test:slow` and `npm run test:properties` go through all of it, `npm test` through
// a sixth: the same one in every run, so that a commit that is green stays green.

/** Whether all of it is gone through. */
export const isFull = process.env.ACCORD_TEST_RUNS === "full";
const part = isFull ? 1 : 6;

/** How many times a property is tried. */
export const runs = (full: number): number => Math.ceil(full / part);

/**
 * What is tried at one of many places of a table that is tried at each of them: all of it, or every sixth entry, and others at
 * the next place, so that each place is tried and each entry somewhere.
 */
export const shareOf = <Entry>(table: readonly Entry[], place: number): Entry[] =>
  table.filter((_, index) => index % part === place % part);
