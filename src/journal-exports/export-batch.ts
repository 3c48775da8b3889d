import { createHash } from "node:crypto";
import { formatMoney, type Money, money } from "../kernel/money.ts";
import { accountFinder, type Chart, type FormatSettings } from "./chart-of-accounts.ts";

export const exportLevels = ["DETAIL", "SUMMARY"] as const;
export type ExportLevel = (typeof exportLevels)[number];

export const exportFormats = [
  "CSV",
  "XLSX",
  "JSON",
  "QUICKBOOKS",
  "XERO",
  "NETSUITE",
  "SAGE_INTACCT",
  "DATEV",
] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The name of the content's layout; a different layout must get a different name. */
export const contentFormat = "accord.journal-export/1";

/** A line of a posted entry with the names of the records that it refers to. */
export type SourceLine = {
  readonly account: string;
  readonly role: string;
  readonly debit: Money;
  readonly credit: Money;
  readonly memo: string;
  readonly categoryId: string | null;
  readonly classId: string | null;
  readonly customerId: string | null;
  readonly customerName: string | null;
  readonly contractId: string | null;
  readonly contractName: string | null;
  readonly categoryName: string | null;
  readonly itemName: string | null;
  readonly className: string | null;
  readonly classExternalId: string | null;
};

export type SourceEntry = {
  readonly id: string;
  /** Its number in the merchant's journal. */
  readonly number: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly currency: string;
  readonly lines: readonly SourceLine[];
};

/** A line for the general ledger: one side has an amount with the decimals of the currency, the other is null. */
export type BatchLine = {
  readonly accountNumber: string | null;
  readonly accountName: string;
  readonly role: string;
  readonly debit: string | null;
  readonly credit: string | null;
  readonly memo: string;
  readonly customerId: string | null;
  readonly customerName: string | null;
  readonly contractId: string | null;
  readonly contractName: string | null;
  readonly categoryName: string | null;
  readonly itemName: string | null;
  readonly className: string | null;
  readonly classExternalId: string | null;
};

/** A balanced entry for the general ledger. */
export type BatchEntry = {
  /** Unique within the merchant: `JE-17`, or `JX-000002-USD` for a summary. */
  readonly reference: string;
  readonly date: string;
  readonly currency: string;
  readonly description: string;
  /** The id of the journal entry; null for a summary. */
  readonly journalEntryId: string | null;
  readonly lines: readonly BatchLine[];
};

/** Control totals of one currency: number of journal entries, number of lines in the file, total debit and total credit. */
export type ControlTotal = {
  readonly currency: string;
  readonly entries: number;
  readonly lines: number;
  readonly debit: string;
  readonly credit: string;
};

/** The whole content of a batch; all of its files are written from it. */
export type BatchContent = {
  readonly format: typeof contentFormat;
  readonly merchantId: string;
  readonly exportNumber: string;
  /** `YYYY-MM`. */
  readonly month: string;
  readonly level: ExportLevel;
  /** RFC 3339 in UTC. */
  readonly createdAt: string;
  readonly settings: FormatSettings;
  readonly totals: readonly ControlTotal[];
  readonly entries: readonly BatchEntry[];
};

type Batch = Pick<BatchContent, "merchantId" | "exportNumber" | "month" | "level" | "createdAt"> & {
  /** The last day of the month, on which a summary is dated. */
  readonly lastDay: string;
};

/**
 * Makes the content of a batch: every entry, or one summary entry for each currency. A summary has a line for each account, role,
 * class and side. Debits and credits of an account are not netted, so the totals of a summary equal those of its entries.
 *
 * @param entries at least one, ordered by number
 */
export function batchOf(batch: Batch, entries: readonly SourceEntry[], chart: Chart): BatchContent {
  const { lastDay, ...header } = batch;
  const accountOf = accountFinder(chart);
  const lined = entries.map((entry) => ({
    entry,
    lines: entry.lines.map((line): ChartedSource => ({ ...line, ledger: accountOf(line) })),
  }));
  const written =
    batch.level === "DETAIL"
      ? lined.map(({ entry, lines }) => detailOf(entry, lines))
      : [...Map.groupBy(lined, ({ entry }) => entry.currency)].map(([currency, all]) =>
          summaryOf(
            { ...batch, lastDay, currency },
            all.flatMap(({ lines }) => lines),
          ),
        );
  const totals = totalsOf(entries, written);
  return { format: contentFormat, ...header, settings: chart.formats, totals, entries: written };
}

/** The content as text, and the SHA-256 of the text. The text is stored, and it is the JSON file byte for byte. */
export function sealedBatch(content: BatchContent): { readonly text: string; readonly hash: Buffer } {
  const text = JSON.stringify(content);
  return { text, hash: createHash("sha256").update(text).digest() };
}

export function exportNumberOf(number: bigint): string {
  return `JX-${number.toString().padStart(6, "0")}`;
}

type ChartedSource = SourceLine & {
  readonly ledger: { readonly number: string | null; readonly name: string };
};

function detailOf({ id, number, date, currency }: SourceEntry, lines: readonly ChartedSource[]): BatchEntry {
  return {
    reference: `JE-${number}`,
    date,
    currency,
    description: lines[0]?.memo ?? "",
    journalEntryId: id,
    lines: lines.map((line) => ({
      accountNumber: line.ledger.number,
      accountName: line.ledger.name,
      role: line.role,
      ...sides(line.debit, line.credit),
      memo: line.memo,
      customerId: line.customerId,
      customerName: line.customerName,
      contractId: line.contractId,
      contractName: line.contractName,
      categoryName: line.categoryName,
      itemName: line.itemName,
      className: line.className,
      classExternalId: line.classExternalId,
    })),
  };
}

function summaryOf(
  { exportNumber, month, lastDay, currency }: Batch & { readonly currency: string },
  lines: readonly ChartedSource[],
): BatchEntry {
  const groups = Map.groupBy(lines, ({ ledger, role, classId, debit }) =>
    JSON.stringify([ledger.number, ledger.name, role, classId, debit.minor > 0n]),
  );
  const ordered = [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    reference: `${exportNumber}-${currency}`,
    date: lastDay,
    currency,
    description: `Journal ${month}`,
    journalEntryId: null,
    lines: ordered.flatMap(([, [first, ...rest]]): BatchLine[] => {
      if (first === undefined) return [];
      const all = [first, ...rest];
      const total = (amountOf: (line: ChartedSource) => Money) =>
        money(
          all.reduce((sum, line) => sum + amountOf(line).minor, 0n),
          currency,
        );
      return [
        {
          accountNumber: first.ledger.number,
          accountName: first.ledger.name,
          role: first.role,
          ...sides(
            total(({ debit }) => debit),
            total(({ credit }) => credit),
          ),
          memo: `${first.ledger.name} ${month}`,
          customerId: null,
          customerName: null,
          contractId: null,
          contractName: null,
          categoryName: null,
          itemName: null,
          className: first.className,
          classExternalId: first.classExternalId,
        },
      ];
    }),
  };
}

function totalsOf(entries: readonly SourceEntry[], written: readonly BatchEntry[]): ControlTotal[] {
  return [...Map.groupBy(entries, ({ currency }) => currency)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, own]) => {
      const side = (of: "debit" | "credit") =>
        own.reduce((sum, { lines }) => lines.reduce((rest, line) => rest + line[of].minor, sum), 0n);
      const lines = written.reduce((sum, each) => (each.currency === currency ? sum + each.lines.length : sum), 0);
      const [debit, credit] = [side("debit"), side("credit")].map((minor) => formatMoney(money(minor, currency)));
      return { currency, entries: own.length, lines, debit: debit ?? "", credit: credit ?? "" };
    });
}

function sides(debit: Money, credit: Money): Pick<BatchLine, "debit" | "credit"> {
  return {
    debit: debit.minor === 0n ? null : formatMoney(debit),
    credit: credit.minor === 0n ? null : formatMoney(credit),
  };
}
