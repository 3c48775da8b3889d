import type { LineType } from "../billing-terms/line-type.ts";
import type { Day } from "../kernel/day.ts";
import { formatMoney } from "../kernel/money.ts";
import { invoiceKey, type PlannedInvoice, type PlannedLine } from "./plan.ts";

/** The identity of a billed line: a term, a type, the first day, and the seat amendment if it is a true-up. */
export type LineKey = {
  readonly billingTermId: string;
  readonly type: LineType;
  readonly start: Day;
  readonly amendmentId: string | null;
};

export type StoredDraft = { readonly id: string; readonly key: string; readonly content: string };

/** The stored invoices of one contract. */
export type StoredInvoices = {
  /** Keys of issued lines. */
  readonly issued: ReadonlySet<string>;
  readonly drafts: readonly StoredDraft[];
  /** Invoice groups of manual invoices: they are drafted at once, however far ahead their date is (ADR 0036). */
  readonly manualGroups: ReadonlySet<string>;
};

export type DueInvoice = { readonly draftId: string | null; readonly invoice: PlannedInvoice };

/** What a regeneration does: issue due invoices, and make the stored drafts equal to the next planned ones. */
export type Regeneration = {
  /** With the id of the draft that becomes the invoice, if there is one. */
  readonly due: readonly DueInvoice[];
  readonly draftsToAdd: readonly PlannedInvoice[];
  readonly draftsToChange: readonly { readonly id: string; readonly invoice: PlannedInvoice }[];
  readonly draftIdsToRemove: readonly string[];
};

/**
 * The difference between the plan of one contract and its stored invoices (ADR 0006). Periods with an issued line are done, whatever the plan
 * says now. Of the rest, invoices that are ready by today are due; the next ones, and all manual ones, are drafts. Idempotent: doing it
 * twice changes nothing the second time. Usage lines are planned as new − billed, so they are never in `issued`.
 */
export function difference(
  plan: readonly PlannedInvoice[],
  { issued, drafts, manualGroups }: StoredInvoices,
  today: Day,
): Regeneration {
  const open = plan.flatMap((invoice) => {
    const lines = invoice.lines.filter((line) => !issued.has(keyOfLine(line)));
    return lines.length === 0 ? [] : [{ ...invoice, lines }];
  });
  const due = open.filter((invoice) => invoice.readyOn <= today);
  const ahead = open.filter((invoice) => invoice.readyOn > today);
  const isManual = ({ invoiceGroup }: PlannedInvoice) => invoiceGroup !== null && manualGroups.has(invoiceGroup);
  const nextDate = Math.min(...ahead.filter((invoice) => !isManual(invoice)).map((invoice) => invoice.readyOn));
  const next = ahead.filter((invoice) => invoice.readyOn === nextDate || isManual(invoice));

  const draftsByKey = new Map(drafts.map((draft) => [draft.key, draft]));
  const draftsToAdd: PlannedInvoice[] = [];
  const draftsToChange: { id: string; invoice: PlannedInvoice }[] = [];
  for (const invoice of next) {
    const draft = draftsByKey.get(invoiceKey(invoice));
    if (draft === undefined) draftsToAdd.push(invoice);
    else if (draft.content !== contentOf(invoice)) draftsToChange.push({ id: draft.id, invoice });
    draftsByKey.delete(invoiceKey(invoice));
  }
  const dueNow = due.map((invoice): DueInvoice => {
    const draftId = draftsByKey.get(invoiceKey(invoice))?.id ?? null;
    draftsByKey.delete(invoiceKey(invoice));
    return { draftId, invoice };
  });
  return {
    due: dueNow,
    draftsToAdd,
    draftsToChange,
    draftIdsToRemove: [...draftsByKey.values()].map((draft) => draft.id),
  };
}

/** The same regeneration, but due invoices become drafts instead of being issued. */
export function draftedOnly({ due, draftsToAdd, draftsToChange, draftIdsToRemove }: Regeneration): Regeneration {
  const kept = new Map(due.flatMap(({ draftId, invoice }) => (draftId === null ? [] : [[draftId, invoice] as const])));
  return {
    due: [],
    draftsToAdd: [...due.flatMap(({ draftId, invoice }) => (draftId === null ? [invoice] : [])), ...draftsToAdd],
    draftsToChange: [...[...kept].map(([id, invoice]) => ({ id, invoice })), ...draftsToChange],
    draftIdsToRemove,
  };
}

/** The lines of a plan that are not issued yet. */
export function openLines(lines: readonly PlannedLine[], issued: ReadonlySet<string>): PlannedLine[] {
  return lines.filter((line) => !issued.has(keyOfLine(line)));
}

/** The identity of a billed line as text. */
export function keyOfLine(line: Pick<PlannedLine, "billingTermId" | "type" | "period" | "amendmentId">): string {
  return lineKey({ ...line, start: line.period.start });
}

export function lineKey({ billingTermId, type, start, amendmentId }: LineKey): string {
  return `${billingTermId}/${type}/${start}/${amendmentId ?? ""}`;
}

/** The content of an invoice as text for comparison, independent of the order of fields, which the database does not keep. */
export function contentOf(invoice: PlannedInvoice): string {
  return JSON.stringify(invoice, (_key, value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    if ("minor" in value && "currency" in value) return formatMoney(value);
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
