/** The answer of every report: columns, rows, totals, and sections of the same shape if it has several tables. */
export type ReportTable = {
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly ReportRow[];
  readonly totals: ReportRow | null;
  readonly notes: readonly string[];
  readonly title?: string;
};

export type ReportColumn = {
  readonly key: string;
  readonly label: string;
  readonly kind: "text" | "date" | "month" | "instant" | "money" | "count";
};

export type ReportRow = Readonly<Record<string, unknown>> & { readonly values?: Readonly<Record<string, string>> };

export type Report = ReportTable & {
  readonly currency: string | null;
  readonly otherCurrencies: readonly string[];
  readonly months?: readonly string[];
  readonly years?: readonly string[];
  readonly sections?: Readonly<Record<string, ReportTable>>;
};

/** A cell as the text that was sent; undefined if it is empty. */
export function textOf(row: ReportRow, key: string): string | undefined {
  const value = row[key];
  return value === null || value === undefined ? undefined : String(value);
}
