import { paths } from "../paths.ts";

/** What the palette can begin. */
export const actions: readonly { readonly title: string; readonly href: string; readonly words?: string }[] = [
  { title: "New contract", href: paths.newContract(), words: "create add sell" },
  { title: "New invoice", href: paths.invoices({ new: "invoice" }), words: "manual create bill one-off" },
  { title: "Record a payment", href: paths.payments({ record: "new" }), words: "money received bank apply" },
  { title: "Close a month", href: paths.close(), words: "period end lock checklist" },
  { title: "Import a file", href: paths.imports(), words: "csv customers contracts usage upload" },
];
