import { formatMonth, type Month } from "../kernel/day.ts";
import type { JournalEntry } from "../ledger/journal-entry.ts";
import { type JournalChain, withEntry } from "./journal-hash.ts";
import type { TypedActivity } from "./month-figures.ts";

/** The journal of one month as far as it is posted, as its package counts it: the chain of its entries, and their sums. */
export type MonthJournal = { readonly chain: JournalChain; readonly activity: readonly TypedActivity[] };

/**
 * The journal of a month with what was posted since, so that a close need not read again what it has just written.
 *
 * @param entries in the order of their numbers, all above those before; what is dated in other months is left out
 */
export function withPosted(journal: MonthJournal, month: Month, entries: readonly JournalEntry[]): MonthJournal {
  const inMonth = `${formatMonth(month)}-`;
  const own = entries.filter(({ date }) => date.startsWith(inMonth));
  const activity = new Map(journal.activity.map((each) => [keyOf(each), each]));
  for (const { type, currency, lines } of own) {
    for (const { role, account, debit, credit } of lines) {
      const key = keyOf({ type, currency, role, account });
      const before = activity.get(key);
      const debitMinor = (before?.debitMinor ?? 0n) + debit.minor;
      const creditMinor = (before?.creditMinor ?? 0n) + credit.minor;
      activity.set(key, { type, currency, role, account, debitMinor, creditMinor });
    }
  }
  return { chain: own.reduce(withEntry, journal.chain), activity: [...activity.values()] };
}

function keyOf({ type, currency, role, account }: Omit<TypedActivity, "debitMinor" | "creditMinor">): string {
  return `${type}/${currency}/${role}/${account}`;
}
