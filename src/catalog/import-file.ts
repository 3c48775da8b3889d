import { CsvError } from "csv-parse";
import { parse } from "csv-parse/sync";
import { plural } from "../kernel/plural.ts";

/** One record of an imported file, unchecked, and its line. */
export type ImportRecord = { readonly line: number; readonly value: unknown };

export type LineIssue = { readonly line: number; readonly code: string; readonly message: string };

/** The readable records of a file, and the issues of the rest. */
export type ImportFile = { readonly records: readonly ImportRecord[]; readonly issues: readonly LineIssue[] };

export type ImportFormat = "CSV" | "JSON";

/**
 * Reads a file of records: CSV (RFC 4180) whose header names the fields, in any order, or a JSON array of objects.
 *
 * @param fields the required columns of a CSV, which may have no others
 */
export function readImportFile(text: string, format: ImportFormat, fields: readonly string[]): ImportFile {
  return format === "JSON" ? readJson(text) : readCsv(text, fields);
}

type Row = { readonly record: readonly string[]; readonly info: { readonly lines: number } };

function readCsv(text: string, fields: readonly string[]): ImportFile {
  let rows: Row[];
  try {
    const options = { bom: true, info: true, relax_column_count: true, skip_empty_lines: true };
    // With `info` every record comes with its line, which the package's types do not declare.
    rows = parse(text, options) as unknown as Row[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return unreadable(Number(error.lines), "CSV_MALFORMED", `${error.message}.`);
  }
  const [header, ...rest] = rows;
  const names = (header?.record ?? []).map((name) => name.trim());
  const issues = headerIssues(names, fields, header?.info.lines ?? 1);
  if (issues.length > 0) return { records: [], issues };

  const isEven = ({ record }: Row) => record.length === names.length;
  return {
    records: rest.filter(isEven).map(({ record, info }) => ({
      line: info.lines,
      value: Object.fromEntries(names.map((name, index) => [name, record[index]])),
    })),
    issues: rest
      .filter((row) => !isEven(row))
      .map(({ record, info }) => {
        const message = `The line has ${plural(record.length, "cell")} and the header ${plural(names.length, "column")}.`;
        return { line: info.lines, code: "CSV_MALFORMED", message };
      }),
  };
}

function unreadable(line: number, code: string, message: string): ImportFile {
  return { records: [], issues: [{ line, code, message }] };
}

function headerIssues(names: readonly string[], fields: readonly string[], line: number): LineIssue[] {
  const missing = fields.filter((field) => !names.includes(field));
  const unknown = names.filter((name, index) => !fields.includes(name) || names.indexOf(name) !== index);
  return [
    ...missing.map((field) => ({ line, code: "REQUIRED", message: `The header needs a column ${field}.` })),
    ...unknown.map((name) => {
      const message = `${JSON.stringify(name)} is not a column here, or occurs twice.`;
      return { line, code: "UNKNOWN_FIELD", message };
    }),
  ];
}

function readJson(text: string): ImportFile {
  const content = text.replace(/^\uFEFF/, "");
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return unreadable(1, "MALFORMED_JSON", `The file is not JSON: ${reason}.`);
  }
  if (!Array.isArray(value)) return unreadable(1, "TYPE", "The file must hold a JSON array of objects.");
  const lines = linesOfElements(content);
  return { records: value.map((element, index) => ({ line: lines[index] ?? 1, value: element })), issues: [] };
}

/** The line on which each element of the outermost array of a valid JSON text begins. */
function linesOfElements(json: string): number[] {
  const lines: number[] = [];
  let line = 1;
  let depth = 0;
  let awaitsElement = false;
  // A string is one token, so its contents are not taken for structure; other values are recognized by their first character.
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|\n|[[\]{},]|[^\s"[\]{},]+/g)) {
    if (token === "\n") {
      line += 1;
      continue;
    }
    if (depth === 1 && awaitsElement && token !== "]") {
      lines.push(line);
      awaitsElement = false;
    }
    if (token === "[" || token === "{") {
      awaitsElement = depth === 0;
      depth += 1;
    } else if (token === "]" || token === "}") depth -= 1;
    else if (token === "," && depth === 1) awaitsElement = true;
  }
  return lines;
}
