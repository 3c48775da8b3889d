import { type TProperties, type TSchema, Type } from "typebox";
import { modificationKinds, treatments } from "../../billing-terms/modifications/modification.ts";
import { Closed, Month, Named, Nullable, OneOf, Uuid, WarningView } from "../../platform/http/wire.ts";
import { CreditMemoView } from "./credit-memos.ts";
import { ScheduledInvoiceView } from "./invoice-schedule.ts";
import { JournalEntryView } from "./journal-entries.ts";

/** A record in a preview: without fields that only the real write sets, and with null for new ids. */
function foreseen(name: string, record: TSchema, without: readonly string[] = []): TSchema {
  const { $id: _name, ...schema } = record as TSchema & { $id?: string };
  const shown = withoutIds(schema) as TSchema & { properties: TProperties };
  const properties = Object.entries(shown.properties).filter(([property]) => !without.includes(property));
  return Named(name, Closed(Object.fromEntries(properties)));
}

/** The schema with null allowed for every id, including ids that are text because they may be of several kinds of records. */
function withoutIds(schema: unknown, name = ""): unknown {
  if (Array.isArray(schema)) return schema.map((each) => withoutIds(each));
  if (typeof schema !== "object" || schema === null) return schema;
  const node = schema as TSchema & { format?: string; type?: unknown };
  const isId = node.format === "uuid" || (node.type === "string" && /(^i|I)d$/.test(name));
  if (isId) return [node.type].flat().includes("null") ? node : Nullable(node);
  const entries = Object.entries(node).map(([key, value]) => [
    key,
    key === "$id" ? `Foreseen${value}` : withoutIds(value, key),
  ]);
  return Object.fromEntries(entries);
}

const amount = (description?: string) => Type.String(description === undefined ? {} : { description });
const DocumentsView = Closed({ count: Type.Integer(), total: amount() });
const MovedView = Closed({ before: amount(), after: amount() });

const sums = {
  invoicesDueNow: DocumentsView,
  creditsDueNow: DocumentsView,
  revenueThisMonth: MovedView,
  revenueNextTwelveMonths: MovedView,
};

const optional = (properties: TProperties): TProperties =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)]));

const InvoiceView = foreseen("ForeseenInvoice", ScheduledInvoiceView);

const planFields = {
  invoices: Closed(
    {
      added: Type.Array(InvoiceView),
      changed: Type.Array(Closed({ before: InvoiceView, after: InvoiceView })),
      removed: Type.Array(InvoiceView),
      corrected: Type.Array(Closed({ invoice: InvoiceView, amount: amount() })),
    },
    { description: "Invoices and plans of invoices. Corrected ones are issued, and stay as they are." },
  ),
  creditMemos: Type.Array(
    foreseen("ForeseenCreditMemo", CreditMemoView, ["creditMemoNumber", "createdAt", "lastUpdatedAt"]),
  ),
  revenue: Type.Array(
    Closed({ performanceObligationId: Nullable(Uuid()), timeframe: Month(), before: amount(), after: amount() }),
    { description: "Months of performance obligations whose revenue changes." },
  ),
  journal: Type.Array(foreseen("ForeseenJournalEntry", JournalEntryView, ["number", "postedAt"])),
  modifications: Type.Array(
    Closed({
      kind: OneOf(modificationKinds),
      treatment: OneOf(treatments),
      paragraph: Type.String(),
      reason: Type.String(),
    }),
    { description: "How each change of an approved contract is treated." },
  ),
  totals: Type.Object(
    {},
    {
      additionalProperties: Type.Integer(),
      description: "How many there are of each, including those that are not listed.",
    },
  ),
};

const EffectView = Closed({
  action: Type.String(),
  entityType: Type.String(),
  entityId: Nullable(Type.String()),
  changes: Type.Optional(Type.Array(Closed({ path: Type.String(), from: Type.Unknown(), to: Type.Unknown() }))),
  reason: Type.Optional(Type.String()),
});

const ContractSummaryView = Closed({ currency: Type.String(), ...sums });

/** The answer of any dry run (rules 2); each contains the parts that the write may change. */
export const PreviewView = Named(
  "Preview",
  Closed({
    dryRun: Type.Literal(true),
    planHash: Type.String({ description: "Send it as If-Plan with the write itself." }),
    summary: Named(
      "PreviewSummary",
      Closed(
        {
          currency: Type.Optional(Type.String()),
          ...optional(sums),
          contracts: Type.Optional(Type.Integer({ description: "Of a change of many contracts: how many." })),
          byCurrency: Type.Optional(Type.Array(ContractSummaryView)),
          warnings: Type.Array(Type.String()),
        },
        { description: "For people: what is due now, and revenue before and after." },
      ),
    ),
    plan: Named(
      "PreviewPlan",
      Type.Object(
        {
          ...optional(planFields),
          effects: Type.Optional(
            Type.Array(EffectView, { description: "Of a write about no contract: what it changes." }),
          ),
          contracts: Type.Optional(
            Type.Array(
              Closed({ contractId: Nullable(Uuid()), summary: ContractSummaryView, ...optional(planFields) }),
              {
                description: "Of a change of many contracts: each by itself.",
              },
            ),
          ),
          warnings: Type.Optional(Type.Array(WarningView)),
        },
        {
          additionalProperties: true,
          description: "Every change; lists of at most 200 entries. A close shows the months that it would post.",
        },
      ),
    ),
    result: Type.Unknown({ description: "What the write would answer; new ids are null." }),
  }),
);
