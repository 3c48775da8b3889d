import type { Issue } from "../kernel/errors.ts";

/** Maximal number of levels of a customer and its sub-customers, including the top (data model 11.1). */
export const maximumLevels = 5;

/** A change of a customer's parent. */
export type Move = {
  readonly customerId: string;
  /** The ids of the new parent, its parent and so on to the top. */
  readonly ancestorIds: readonly string[];
  /** Levels of the customer itself and everything below it; 1 without sub-customers. */
  readonly levelsBelow: number;
};

/** Issues of a move that would make a customer its own ancestor, or a chain with too many levels. */
export function checkMove({ customerId, ancestorIds, levelsBelow }: Move): Issue[] {
  const path = "/parentCustomerId";
  if (ancestorIds.includes(customerId)) {
    return [{ path, code: "CYCLE", message: "The parent is this customer itself or one of its sub-customers." }];
  }
  const levels = ancestorIds.length + levelsBelow;
  if (levels <= maximumLevels) return [];
  const message = `This would make ${levels} levels of customers; at most ${maximumLevels} are possible.`;
  return [{ path, code: "DEPTH", message }];
}
