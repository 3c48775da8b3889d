import { Readable } from "node:stream";
import type { LedgerBalance } from "../../journal-exports/reconciliation.ts";
import { isCurrency } from "../../kernel/currency.ts";
import { type Issue, invalidIssues } from "../../kernel/errors.ts";
import { type Money, parseMoney, subtract, zero } from "../../kernel/money.ts";
import { readCsv } from "../../platform/csv.ts";

const columns = ["account", "debit", "credit", "balance", "currency"] as const;
type Column = (typeof columns)[number];

/**
 * The lines of a trial balance as CSV, separated by commas or semicolons, with a header in any case and order. An empty amount is
 * zero; lines without an account, such as totals, are skipped.
 *
 * @throws DomainError VALIDATION_FAILED with the line of each issue
 */
export async function readLedgerBalances(csv: string, defaultCurrency: string): Promise<LedgerBalance[]> {
  const [firstLine = ""] = csv.split("\n", 1);
  const delimiter = firstLine.includes(";") ? ";" : ",";
  const balances: LedgerBalance[] = [];
  const issues: Issue[] = [];
  const problem = (line: number, message: string) =>
    issues.push({ path: "/csv", code: "FORMAT", message: `Line ${line}: ${message}` });
  let header: readonly string[] | undefined;
  for await (const record of readCsv(Readable.from([csv]), delimiter)) {
    if ("problem" in record) {
      problem(record.line, record.problem);
      break;
    }
    const { line, cells } = record;
    if (header === undefined) {
      header = cells.map((cell) => cell.trim().toLowerCase());
      for (const message of problemsOfHeader(header)) problem(line, message);
      if (issues.length > 0) break;
      continue;
    }
    const names = header;
    const cell = (column: Column) => cells[names.indexOf(column)]?.trim() ?? "";
    if (cell("account") === "") continue;
    const currency = cell("currency") === "" ? defaultCurrency : cell("currency");
    if (!isCurrency(currency)) {
      problem(line, `${currency} is no currency; write its ISO 4217 code.`);
      continue;
    }
    const amount = (column: Column): Money => {
      const text = cell(column);
      const parsed = text === "" ? zero(currency) : parseMoney(text, currency);
      if (parsed === undefined) problem(line, `${column} ${text} is no amount in ${currency}; write 1200.00.`);
      return parsed ?? zero(currency);
    };
    const balance = names.includes("balance") ? amount("balance") : subtract(amount("debit"), amount("credit"));
    balances.push({ account: cell("account"), balance });
  }
  if (issues.length > 0) throw invalidIssues(issues.slice(0, 100));
  return balances;
}

function problemsOfHeader(header: readonly string[]): string[] {
  const has = (column: Column) => header.includes(column);
  const amounts = has("balance") || (has("debit") && has("credit"));
  return [
    ...(has("account") ? [] : ["the first line names the columns, and account is missing."]),
    ...(amounts ? [] : ["the columns debit and credit are missing, or balance."]),
  ];
}
