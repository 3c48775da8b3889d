import type { TSchema } from "typebox";
import type { ImportFile, LineIssue } from "../../catalog/import-file.ts";
import { type Issue, invalidIssues } from "../../kernel/errors.ts";
import { bodyValidator } from "../../platform/http/validation.ts";

/**
 * The records of a valid file, with trimmed texts. They follow the rules of request bodies, and their external ids are unique.
 *
 * @param schema of one record; its static type is `Draft`
 * @throws DomainError VALIDATION_FAILED with every problem of the file and its line
 */
export function checkedRecords<Draft extends { readonly externalId: string }>(
  file: ImportFile,
  schema: TSchema,
): Draft[] {
  const check = bodyValidator(schema);
  const issues: LineIssue[] = [...file.issues];
  const lineById = new Map<string, number>();
  const records = file.records.flatMap(({ line, value }): Draft[] => {
    const trimmed = withTrimmedTexts(value);
    const problems = check(trimmed);
    issues.push(...problems.map(({ code, message }) => ({ line, code, message })));
    if (problems.length > 0) return [];
    // The validator has just established the static type of the schema.
    const record = trimmed as Draft;
    const before = lineById.get(record.externalId);
    if (before !== undefined) {
      const message = `externalId ${JSON.stringify(record.externalId)} is on line ${before} already.`;
      issues.push({ line, code: "DUPLICATE", message });
    }
    lineById.set(record.externalId, before ?? line);
    return [record];
  });
  if (issues.length > 0) throw invalidIssues(issues.toSorted((a, b) => a.line - b.line).map(issueOf));
  return records;
}

function issueOf({ line, code, message }: LineIssue): Issue {
  return { path: `line ${line}`, code, message };
}

function withTrimmedTexts(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const trimmed = (field: unknown) => (typeof field === "string" ? field.trim() : field);
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, trimmed(field)]));
}
