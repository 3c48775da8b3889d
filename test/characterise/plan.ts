import type { Json } from "../support/api.ts";
import type { Names } from "./names.ts";

/** What a dry run shows of money, in an order of its own; its words and hash are the program's. */
export function planOf({ summary, plan }: Json, names: Names): unknown {
  const { invoices, creditMemos, revenue, journal, modifications, warnings } = plan;
  return {
    summary: names.plain({ ...summary, warnings: undefined, text: undefined }),
    invoices: {
      added: names.sorted(invoices.added),
      changed: names.sorted(invoices.changed),
      removed: names.sorted(invoices.removed),
    },
    creditMemos: names.sorted(creditMemos),
    revenue: names.sorted(revenue),
    journal: names.sorted(journal.map(({ number: _number, month: _month, ...entry }: Json) => entry)),
    modifications: names.sorted(modifications ?? []),
    warnings: warnings.map(({ code }: Json) => code).toSorted(),
  };
}
