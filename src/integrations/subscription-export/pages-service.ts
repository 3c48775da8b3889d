import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Static, TSchema } from "typebox";
import { Value } from "typebox/value";
import { type Issue, invalidIssues } from "../../kernel/errors.ts";
import { readJson } from "../../platform/http/json-guard.ts";

/** The format of a list response: the field with the records, and the field that indicates that more follow. */
export type PageForm = { readonly records: string; readonly more: string };

const mostIssues = 100;

/**
 * Reads all records of a kind from a folder of saved list responses: `subscriptions.json`, or `subscriptions-1.json`,
 * `subscriptions-2.json` and so on, ordered by number. A file is one response; `.jsonl` has one on each line. A plain array of records is
 * accepted too.
 *
 * @param schema the fields that are read from a record; others are ignored
 * @throws DomainError EXPORT_INVALID for a missing folder or file, a file that is not such a response, a record that cannot be read, and a
 *   list whose last page indicates that more follow
 */
export async function readRecords<Schema extends TSchema>(
  folder: string,
  kind: string,
  {
    form,
    schema,
    isOptional = false,
  }: { readonly form: PageForm; readonly schema: Schema; readonly isOptional?: boolean },
): Promise<Static<Schema>[]> {
  const pattern = new RegExp(`^${kind}(-\\d+)?\\.jsonl?$`);
  const files = (await filesOf(folder)).filter((name) => pattern.test(name)).toSorted(byNumber);
  if (files.length === 0 && isOptional) return [];
  if (files.length === 0)
    throw invalidIssues([issue(kind, "REQUIRED", `The folder has no ${kind}.json.`)], "EXPORT_INVALID");
  const issues: Issue[] = [];
  const records: Static<Schema>[] = [];
  let isWhole = true;
  for (const file of files) {
    const bytes = await readFile(join(folder, file));
    for (const [index, text] of textsOf(file, bytes).entries()) {
      const at = file.endsWith("l") ? `${file}:${index + 1}` : file;
      const read = readJson(text);
      if (!read.ok) {
        issues.push(issue(at, read.problem.code, read.problem.message));
        continue;
      }
      const page = recordsOf(read.value, form);
      if (page === undefined) {
        issues.push(issue(at, "TYPE", `${at} has no list of ${kind} in ${form.records}.`));
        continue;
      }
      isWhole = !page.hasMore;
      for (const [number, record] of page.records.entries()) {
        if (Value.Check(schema, record)) records.push(record);
        else issues.push(...problemsOf(schema, record, `${at}/${number}`));
      }
    }
  }
  if (!isWhole && issues.length === 0)
    issues.push(issue(kind, "INCOMPLETE", `The last page of ${kind} says that more follow; export all pages.`));
  if (issues.length > 0) throw invalidIssues(issues.slice(0, mostIssues), "EXPORT_INVALID");
  return records;
}

async function filesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    throw invalidIssues(
      [issue("", "REQUIRED", `${folder} is no folder that can be read (${code}).`)],
      "EXPORT_INVALID",
    );
  }
}

function issue(path: string, code: string, message: string): Issue {
  return { path, code, message };
}

/** Compares file names by number: page 10 comes after page 9. */
function byNumber(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}

function textsOf(file: string, bytes: Buffer): Buffer[] {
  if (!file.endsWith(".jsonl")) return [bytes];
  const lines = bytes.toString("utf8").split("\n");
  return lines.filter((line) => line.trim() !== "").map((line) => Buffer.from(line));
}

function recordsOf(value: unknown, { records, more }: PageForm) {
  if (Array.isArray(value)) return { records: value as unknown[], hasMore: false };
  if (typeof value !== "object" || value === null) return undefined;
  const page = value as Readonly<Record<string, unknown>>;
  const found = page[records];
  const rest = page[more];
  const hasMore = rest !== undefined && rest !== null && rest !== false;
  return Array.isArray(found) ? { records: found as unknown[], hasMore } : undefined;
}

function problemsOf(schema: TSchema, record: unknown, at: string): Issue[] {
  const [first] = Value.Errors(schema, record);
  const path = `${at}${first?.instancePath ?? ""}`;
  return [issue(path, "TYPE", `${path} ${first?.message ?? "cannot be read"}.`)];
}
