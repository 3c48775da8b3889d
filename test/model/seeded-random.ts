/** Draws from a seed: the same seed draws the same values, and neighbours draw others. */
export type Draw = {
  /** A whole number between two, both included. */
  readonly between: (least: number, most: number) => number;
  readonly pick: <Entry>(list: readonly Entry[]) => Entry;
  /** True in so many of a hundred cases. */
  readonly chance: (percent: number) => boolean;
};

export function drawFrom(seed: number): Draw {
  let state = (seed * 0x9e3779b1) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    between,
    pick: (list) => {
      const entry = list[between(0, list.length - 1)];
      if (entry === undefined) throw new RangeError("nothing to pick from");
      return entry;
    },
    chance: (percent) => between(1, 100) <= percent,
  };
}
