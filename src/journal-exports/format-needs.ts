import { minorDigits } from "../kernel/currency.ts";
import type { Issue } from "../kernel/errors.ts";
import type { BatchContent, ExportFormat } from "./export-batch.ts";
import { rowsOf } from "./ledger-file.ts";

/** Formats that identify accounts by number. */
const byNumber: readonly ExportFormat[] = ["XERO", "NETSUITE", "SAGE_INTACCT", "DATEV"];
/** Formats whose files can have only one currency. */
const ofOneCurrency: readonly ExportFormat[] = ["XERO", "DATEV"];
/**
 * Formats whose amounts have two decimals at most. Xero takes four only for unit prices (developer.xero.com "Rounding in Xero"): it
 * rounds amounts of lines to two, so a journal might no longer balance.
 */
const ofTwoDecimals: readonly ExportFormat[] = ["XERO", "NETSUITE", "DATEV"];

/**
 * The problems that prevent writing a batch in a format: accounts without a number, more than one currency, currencies with more than
 * two decimals, and missing settings or unfit account numbers for DATEV.
 */
export function formatProblems(content: BatchContent, format: ExportFormat): Issue[] {
  return [...numberProblems(content, format), ...currencyProblems(content, format), ...datevProblems(content, format)];
}

function problem(message: string): Issue {
  return { path: "/format", code: "EXPORT_NOT_CONFIGURED", message };
}

function numberProblems(content: BatchContent, format: ExportFormat): Issue[] {
  if (!byNumber.includes(format)) return [];
  const missing = new Set(
    rowsOf(content, (_, { accountNumber, accountName, role }) =>
      accountNumber === null ? `${accountName} (${role})` : undefined,
    ),
  );
  return [...missing].flatMap((account) =>
    account === undefined
      ? []
      : problem(`${account} has no number; give it one in the chart of accounts (PUT /v3/chart-of-accounts).`),
  );
}

function currencyProblems({ totals }: BatchContent, format: ExportFormat): Issue[] {
  const currencies = totals.map(({ currency }) => currency);
  const mixed: Issue[] =
    ofOneCurrency.includes(format) && currencies.length > 1
      ? [
          {
            path: "/currency",
            code: "EXPORT_NOT_CONFIGURED",
            message: `A file for ${format} is in one currency; name one of ${currencies.join(", ")}, and export each separately.`,
          },
        ]
      : [];
  const fine = ofTwoDecimals.includes(format) ? currencies.filter((currency) => minorDigits(currency) > 2) : [];
  return [...mixed, ...fine.map((currency) => problem(`${format} takes two decimals; ${currency} has more.`))];
}

function datevProblems(content: BatchContent, format: ExportFormat): Issue[] {
  if (format !== "DATEV") return [];
  const { datev } = content.settings;
  if (datev === undefined) {
    return [problem("DATEV needs formats.datev of the chart of accounts (PUT /v3/chart-of-accounts).")];
  }
  const isNumber = new RegExp(`^[0-9]{1,${datev.accountLength + 1}}$`);
  const numbers = new Set(rowsOf(content, (_, { accountNumber }) => accountNumber ?? ""));
  const odd = [...numbers, datev.clearingAccount].filter((number) => number !== "" && !isNumber.test(number));
  return odd.map((number) =>
    problem(`DATEV accounts have at most ${datev.accountLength + 1} digits; ${number} is none.`),
  );
}
