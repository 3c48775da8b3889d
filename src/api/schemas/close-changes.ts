import { Type } from "typebox";
import { entriesListed, type MonthChanges } from "../../close/changes-service.ts";
import { instantOut } from "../../platform/clock.ts";
import { Closed, Instant, Month, Named, Nullable, Uuid } from "../../platform/http/wire.ts";
import type { EntryNames } from "../../reports/entry-memo.ts";
import { JournalEntryView, viewOfEntry } from "./journal-entries.ts";
import { AccountRoleWord } from "./shared-words.ts";

export const MonthChangesView = Named(
  "MonthChanges",
  Closed({
    month: Month(),
    packageId: Uuid({ description: "The package of the first close." }),
    closedAt: Instant({ description: "Of the first close." }),
    accounts: Type.Array(
      Closed({
        contractId: Nullable(Uuid({ description: "Null for entries of no contract." })),
        currency: Type.String(),
        role: AccountRoleWord(),
        account: Type.String(),
        debit: Type.String(),
        credit: Type.String(),
      }),
      { description: "The month's journal now less the month's journal at the first close, by contract and account." },
    ),
    totalEntries: Type.Integer(),
    entries: Type.Array(JournalEntryView, {
      description: `The first ${entriesListed} entries dated in the month that were posted since.`,
    }),
    caughtUpLater: Type.Array(
      Closed({
        contractId: Uuid(),
        performanceObligationId: Uuid(),
        timeframe: Month({ description: "The month that posted it." }),
        currency: Type.String(),
        amount: Type.String(),
      }),
      { description: "Revenue earned from this month on that later months posted." },
    ),
  }),
);

export function viewOfChanges({ closedAt, entries, ...changes }: MonthChanges, names: EntryNames) {
  return { ...changes, closedAt: instantOut(closedAt), entries: entries.map((entry) => viewOfEntry(entry, names)) };
}
