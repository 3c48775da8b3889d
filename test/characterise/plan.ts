import type { Json } from "../support/api.ts";
import type { Names } from "./names.ts";
import { entryText } from "./observe.ts";

/** What a dry run shows of money, in an order of its own; its words and hash are the program's. */
export function planOf({ summary, plan }: Json, names: Names): unknown {
  // The plan of a close is its preview.
  if (plan.invoices === undefined) return names.plain(plan);
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
    journal: journal.map((entry: Json) => entryText(entry, names)).toSorted(),
    modifications: names.sorted(modifications ?? []),
    warnings: warnings.map(({ code }: Json) => code).toSorted(),
  };
}
