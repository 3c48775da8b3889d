import type { Static } from "typebox";
import type { SubLedgerLock, SubLedgerMonth } from "../../close/lock-service.ts";
import { required } from "../../kernel/assert.ts";
import { formatMonth, parseMonth } from "../../kernel/day.ts";
import { lockableSubLedgers } from "../../ledger/books.ts";
import { Closed, Month, MultilineText, Named, Nullable, OneOf } from "../../platform/http/wire.ts";

const subLedgerOfMonth = {
  month: Month(),
  subLedger: OneOf(lockableSubLedgers, {
    description: "REVENUE is not among them: closing the month locks it, and the other two with it.",
  }),
};

const example = { month: "2025-12", subLedger: "BILLING" };

export const LockBody = Closed(subLedgerOfMonth, { examples: [example] });
export const UnlockBody = Closed(
  { ...subLedgerOfMonth, reason: MultilineText(1, 1000) },
  { examples: [{ ...example, reason: "A memo that came late" }] },
);

export const lockFromBody = ({ month, subLedger }: Static<typeof LockBody>): SubLedgerMonth => ({
  month: required(parseMonth(month), "a month that was checked"),
  subLedger,
});

export const SubLedgerLockView = Named(
  "SubLedgerLock",
  Closed({
    subLedger: OneOf(lockableSubLedgers),
    lockedThrough: Nullable(
      Month({ description: "The last month in which nothing of it can be dated; null for none." }),
    ),
  }),
);

export function viewOfLock({ subLedger, lockedThrough }: SubLedgerLock): Static<typeof SubLedgerLockView> {
  return { subLedger, lockedThrough: lockedThrough === null ? null : formatMonth(lockedThrough) };
}
