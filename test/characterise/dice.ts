import { randomFrom } from "../scenarios/generated-book.ts";

/** Throws that are the same for the same seed, so that a seed tells a whole story. */
export class Dice {
  private readonly random: () => number;

  constructor(seed: number) {
    this.random = randomFrom(seed);
  }

  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.random() * (most - least + 1));
  }

  /** True in `percent` of a hundred cases. */
  chance(percent: number): boolean {
    return this.random() * 100 < percent;
  }

  pick<Value>(from: readonly [Value, ...Value[]]): Value;
  pick<Value>(from: readonly Value[]): Value | undefined;
  pick<Value>(from: readonly Value[]): Value | undefined {
    return from[Math.floor(this.random() * from.length)];
  }

  /** One of some, each as likely as its weight is heavy. */
  weighted<Value extends { readonly weight: number }>(from: readonly Value[]): Value | undefined {
    let left = this.random() * from.reduce((total, { weight }) => total + weight, 0);
    return from.find(({ weight }) => {
      left -= weight;
      return left < 0;
    });
  }

  /** Splits a whole number into parts above zero. */
  split(whole: number, parts: number): number[] {
    const made: number[] = [];
    let left = whole;
    for (let open = parts; open > 1; open--) {
      const most = left - (open - 1);
      const part = Math.max(1, Math.min(most, Math.round((left / open) * (0.4 + this.random() * 1.2))));
      made.push(part);
      left -= part;
    }
    return [...made, left];
  }
}
