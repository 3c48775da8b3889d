import type { Issue } from "../kernel/errors.ts";

/** Levels that a customer and its sub-customers may have, the topmost included (data model 11.1). */
export const maximumLevels = 5;

/** Where a customer is about to be put. */
export type Move = {
  readonly customerId: string;
  /** The new parent, its parent and so on up to the top. */
  readonly ancestorIds: readonly string[];
  /** Levels of the customer itself and everything below it; 1 without sub-customers. */
  readonly levelsBelow: number;
};

/** A customer is never its own ancestor, and no chain of parents is longer than the reports can show. */
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
