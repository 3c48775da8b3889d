import { formatMonth, type Month } from "../kernel/day.ts";
import { type DomainError, invalid } from "../kernel/errors.ts";
import { type Books, isClosed } from "../ledger/books.ts";

/** A contract that closes leave out, from a month on until it is released. */
export type Hold = {
  readonly id: string;
  readonly contractId: string;
  /** The first month that it is left out of; null for every open one. */
  readonly fromMonth: Month | null;
  readonly reason: string;
  readonly heldAt: string;
  readonly heldBy: string;
  readonly releasedAt: string | null;
  readonly releasedBy: string | null;
};

/** A requested hold; `fromMonth` is null for a hold of every month. */
export type HoldDraft = { readonly reason: string; readonly fromMonth: Month | null };

/** True if a hold that is not released leaves its contract out of the close of a month. */
export function leavesOut({ fromMonth }: Pick<Hold, "fromMonth">, month: Month): boolean {
  return fromMonth === null || fromMonth <= month;
}

/** The rejection of a requested hold; undefined if the contract can be held. */
export function problemOfHold(draft: HoldDraft, books: Books, current: Hold | undefined): DomainError | undefined {
  if (current !== undefined) {
    return invalid("CONTRACT_HELD", "The contract is held already; release it first to change the hold.");
  }
  if (draft.fromMonth !== null && isClosed(books, draft.fromMonth)) {
    const month = formatMonth(draft.fromMonth);
    return invalid("PERIOD_CLOSED", `${month} is closed; hold the contract from an open month on, or reopen it first.`);
  }
  return undefined;
}
