import type { ContractModification } from "./modification.ts";

/** The ids of the facts that a modification is of. */
export function factsOf({ id, addedBillingTermId }: Pick<ContractModification, "id" | "addedBillingTermId">): string[] {
  return addedBillingTermId === null ? [id] : [id, addedBillingTermId];
}
