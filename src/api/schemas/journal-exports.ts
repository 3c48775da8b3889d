import { type Static, Type } from "typebox";
import { exportFormats, exportLevels } from "../../journal-exports/export-batch.ts";
import { type ReconciledAccount, reconciliationStatuses } from "../../journal-exports/reconciliation.ts";
import type { Reconciliation } from "../../journal-exports/reconciliation-service.ts";
import type { ExportRequest, JournalExport } from "../../journal-exports/service.ts";
import { required } from "../../kernel/assert.ts";
import { formatMonth, parseMonth } from "../../kernel/day.ts";
import { formatMoney } from "../../kernel/money.ts";
import { enumField, monthField } from "../../platform/http/filter.ts";
import type { ListDeclaration } from "../../platform/http/list-query.ts";
import {
  Closed,
  CurrencyCode,
  Instant,
  Month,
  MultilineText,
  Named,
  Nullable,
  OneOf,
  Uuid,
} from "../../platform/http/wire.ts";

export const exportList: ListDeclaration = {
  fields: { month: monthField("eq", "gt", "gte", "lt", "lte", "in"), format: enumField(exportFormats) },
};

export const CreateExportBody = Named(
  "CreateJournalExportDto",
  Closed({
    month: Month(),
    level: OneOf(exportLevels, {
      description: "Every entry, or one for each currency with a line for each account, class and side.",
    }),
    format: OneOf(exportFormats, { examples: ["QUICKBOOKS"] }),
    currency: Type.Optional(
      Nullable(CurrencyCode({ description: "Entries in this one alone; XERO and DATEV take one at a time." })),
    ),
  }),
);

export const JournalExportView = Named(
  "JournalExport",
  Closed({
    id: Uuid(),
    exportNumber: Type.String({ examples: ["JX-000001"] }),
    month: Month(),
    level: OneOf(exportLevels),
    format: OneOf(exportFormats),
    currency: Nullable(Type.String({ description: "The one that was asked for." })),
    entryCount: Type.Integer({ description: "Journal entries in the batch." }),
    totals: Type.Array(
      Closed({
        currency: Type.String(),
        entries: Type.Integer({ description: "Journal entries." }),
        lines: Type.Integer({ description: "Lines of the file." }),
        debit: Type.String(),
        credit: Type.String(),
      }),
      { description: "Control totals by currency." },
    ),
    sha256: Type.String({ description: "SHA-256 of the content, hex: that of its JSON file." }),
    createdAt: Instant(),
    createdBy: Type.String({ examples: ["KEY:01890000-0000-7000-8000-000000000001"] }),
  }),
);

export function requestFromBody({
  month,
  level,
  format,
  currency = null,
}: Static<typeof CreateExportBody>): ExportRequest {
  return { month: required(parseMonth(month), "a month that was checked"), level, format, currency };
}

export function viewOfExport({ number: _, hash, month, ...batch }: JournalExport) {
  return { ...batch, month: formatMonth(month), sha256: hash.toString("hex") };
}

export const ReconcileBody = Named(
  "ReconcileLedgerDto",
  Closed({
    month: Month(),
    of: Type.Optional(
      OneOf(["BALANCE", "ACTIVITY"], {
        description: "What the file has: balances at the month's end (default), or what the month alone moved.",
      }),
    ),
    fiscalYearFrom: Type.Optional(
      Nullable(
        Month({
          description:
            "The first month of the fiscal year, from which balances of revenue and bad debt count; from the beginning without it.",
        }),
      ),
    ),
    csv: MultilineText(1, 500_000, {
      description:
        "The trial balance as CSV: columns account (number, or name), debit and credit, or balance; and currency, without which it is the merchant's.",
      examples: ["account,debit,credit\n1100,1200.00,\n2400,,1200.00\n"],
    }),
  }),
);

export const ReconciliationView = Named(
  "LedgerReconciliation",
  Closed({
    month: Month(),
    isTied: Type.Boolean({ description: "No account of ours differs." }),
    accounts: Type.Array(
      Closed({
        account: Type.String(),
        name: Nullable(Type.String()),
        currency: Type.String(),
        own: Type.String({ description: "Debits less credits of the journal." }),
        ledger: Type.String({ description: "Debits less credits of the file." }),
        difference: Type.String({ description: "Ledger less own." }),
        notExported: Type.String({ description: "What of own is in no batch yet." }),
        status: OneOf(reconciliationStatuses, {
          description:
            "NOT_EXPORTED: the difference is what is in no batch yet. OTHER: an account that is none of ours.",
        }),
      }),
    ),
  }),
);

export function viewOfReconciliation(month: string, { accounts, isTied }: Reconciliation) {
  return { month, isTied, accounts: accounts.map(viewOfAccount) };
}

function viewOfAccount({ own, ledger, difference, notExported, ...account }: ReconciledAccount) {
  return {
    ...account,
    own: formatMoney(own),
    ledger: formatMoney(ledger),
    difference: formatMoney(difference),
    notExported: formatMoney(notExported),
  };
}
