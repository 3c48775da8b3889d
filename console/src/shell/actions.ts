import { doors } from "../doors.ts";

/** What the palette can begin. */
export const actions: readonly { readonly title: string; readonly href: string; readonly words?: string }[] = [
  { title: "New contract", href: doors.newContract(), words: "create add sell" },
  { title: "New invoice", href: doors.invoices({ new: "invoice" }), words: "manual create bill one-off" },
  { title: "Record a payment", href: doors.payments({ record: "new" }), words: "money received bank apply" },
  { title: "Close a month", href: doors.close(), words: "period end lock checklist" },
  { title: "Import a file", href: doors.imports(), words: "csv customers contracts usage upload" },
];
