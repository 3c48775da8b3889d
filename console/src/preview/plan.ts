import { isZero, subtract, sum } from "../format/decimal.ts";
import { money } from "../format/money.ts";
import { word } from "../format/words.ts";

/** The part of a preview of one contract that is shown. Amounts are decimal strings. */
export type Summary = {
  readonly currency: string;
  readonly invoicesDueNow: Documents;
  readonly creditsDueNow: Documents;
  readonly revenueThisMonth: Moved;
  readonly revenueNextTwelveMonths: Moved;
  readonly warnings?: readonly Warning[];
};

export type Documents = { readonly count: number; readonly total: string };
export type Moved = { readonly before: string; readonly after: string };
export type Warning = string | { readonly message: string };

export type PlannedInvoice = {
  readonly issueDate: string;
  readonly status: string;
  readonly invoiceId: string | null;
  readonly total: string;
  readonly lineItems: readonly { readonly name: string; readonly total: string; readonly quantity: string | null }[];
};

export type PlannedEntry = {
  readonly date: string;
  readonly type: string;
  readonly month: string;
  readonly lines: readonly PlannedLine[];
};

export type PlannedLine = {
  readonly account: string;
  readonly role: string;
  readonly debit: string;
  readonly credit: string;
};

export type PlannedMemo = { readonly issueDate?: string; readonly total?: string; readonly amount?: string };

export type Plan = {
  readonly invoices: {
    readonly added: readonly PlannedInvoice[];
    readonly changed: readonly { readonly before: PlannedInvoice; readonly after: PlannedInvoice }[];
    readonly removed: readonly PlannedInvoice[];
    /** Issued invoices that stay, and by how much others make up for them. */
    readonly corrected: readonly { readonly invoice: PlannedInvoice; readonly amount: string }[];
  };
  readonly creditMemos: readonly PlannedMemo[];
  readonly revenue: readonly (Moved & { readonly timeframe: string })[];
  readonly journal: readonly PlannedEntry[];
  readonly modifications: readonly Treatment[];
  readonly totals?: Readonly<Record<string, number>>;
};

export type Treatment = {
  readonly kind: string;
  readonly treatment: string;
  readonly paragraph: string | null;
  readonly reason: string | null;
};

/** The bad debt of a write-off; negative if it is reversed, undefined if there is none. */
export function lossOf({ journal }: Pick<Plan, "journal">): string | undefined {
  const lines = journal.flatMap((entry) => entry.lines.filter(({ role }) => role === "BAD_DEBT"));
  const loss = subtract(sum(lines.map(({ debit }) => debit)), sum(lines.map(({ credit }) => credit)));
  return isZero(loss) ? undefined : loss;
}

/** Revenue of all obligations together by month; unchanged months are left out. */
export function revenueByMonth(plan: Plan): (Moved & { readonly month: string; readonly change: string })[] {
  const months = Map.groupBy(plan.revenue, ({ timeframe }) => timeframe);
  return [...months]
    .map(([month, each]) => {
      const before = sum(each.map((moved) => moved.before));
      const after = sum(each.map((moved) => moved.after));
      return { month, before, after, change: subtract(after, before) };
    })
    .sort((a, b) => (a.month < b.month ? -1 : 1));
}

export type InvoiceChange = {
  readonly key: string;
  readonly date: string;
  readonly what: string;
  readonly status: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly change: string;
};

/** Every invoice that would come, go or be another, in the order of their dates. */
export function invoiceChanges({ invoices }: Plan): InvoiceChange[] {
  const changes = [
    ...invoices.added.map((after) => changeOf(undefined, after, after.status === "ISSUED" ? "Issued" : "New")),
    ...invoices.changed.map(({ before, after }) =>
      changeOf(before, after, before.status === after.status ? "Changed" : word(after.status)),
    ),
    ...invoices.removed.map((before) => changeOf(before, undefined, "Dropped")),
    // What corrects them is on the invoices above, and is not counted again.
    ...invoices.corrected.map(({ invoice, amount }) => ({
      ...changeOf(invoice, invoice, "Stays"),
      ...{ before: undefined, after: undefined, what: `Corrected by ${money(amount)} on another invoice` },
    })),
  ];
  return changes
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
    .map((change, at) => ({ ...change, key: `${at}` }));
}

function changeOf(before: PlannedInvoice | undefined, after: PlannedInvoice | undefined, status: string) {
  const seen = after ?? before;
  const names = [...new Set(seen?.lineItems.map(({ name }) => name) ?? [])];
  return {
    date: seen?.issueDate ?? "",
    what: names.length > 2 ? `${names.slice(0, 2).join(", ")} and ${names.length - 2} more` : names.join(", "),
    status,
    before: billedBy(before),
    after: billedBy(after),
    change: subtract(billedBy(after) ?? "0", billedBy(before) ?? "0"),
  };
}

/** A void invoice keeps its lines and bills nothing. */
function billedBy(invoice: PlannedInvoice | undefined): string | undefined {
  return invoice?.status === "VOID" ? "0.00" : invoice?.total;
}

export function warningText(warning: Warning): string {
  return typeof warning === "string" ? warning : warning.message;
}
