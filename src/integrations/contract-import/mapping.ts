import type { Issue } from "../../kernel/errors.ts";
import {
  type Cells,
  columnsOf,
  type Expression,
  evaluate,
  operatorsOf,
  type ParseProblems,
  parseExpression,
  type RowIssue,
} from "./expression.ts";

/** A body, or a part of one, with expressions as leaves. */
export type Template =
  | { readonly kind: "value"; readonly expression: Expression }
  | { readonly kind: "object"; readonly fields: ReadonlyMap<string, Template> }
  | { readonly kind: "list"; readonly items: readonly Template[] };

/** How the rows of one kind of file become contracts (`docs/import.md`). */
export type Mapping = {
  /** The name of the import. Done rows are remembered under it, so that a repeated run continues where the earlier one stopped. */
  readonly name: string;
  readonly delimiter: string;
  /** The columns that identify a row. */
  readonly key: Expression;
  /** The body of the row's customer; undefined if the contract names an existing one, or none. */
  readonly customer: Template | undefined;
  readonly contract: Template;
  readonly obligations: readonly Template[];
  /**
   * The opening of the row's contract, with the figures from other books (ADR 0077) for its obligations in their order; undefined if there is none.
   */
  readonly opening: Template | undefined;
  /** Whether the row's contract is approved immediately. */
  readonly approve: Expression;
};

/** The request bodies of one row, not checked yet. */
export type RowBodies = {
  readonly customer: Body | undefined;
  readonly contract: Body;
  readonly obligations: readonly Body[];
  /** Undefined also if the row has no `asOf` day. */
  readonly opening: Body | undefined;
  readonly approve: boolean;
};

export type Body = Readonly<Record<string, unknown>>;

export type EvaluatedRow = {
  /** Null if the row has no valid key, which is then one of the issues. */
  readonly key: string | null;
  readonly bodies: RowBodies;
  readonly issues: readonly RowIssue[];
};

const delimiters = [",", ";", "\t", "|"];
const longestName = 100;
const longestKey = 255;
const mostObligations = 50;
const rootFields = ["name", "delimiter", "key", "customer", "contract", "obligations", "opening", "approve"];

/** Parses a mapping from a JSON document, or returns all of its problems. */
export function parseMapping(document: unknown): { readonly mapping: Mapping } | { readonly issues: readonly Issue[] } {
  const issues: Issue[] = [];
  const problem: ParseProblems = (path, code, message) => issues.push({ path, code, message });
  if (!isObject(document)) {
    problem("", "TYPE", "A mapping is a JSON object.");
    return { issues };
  }
  for (const field of Object.keys(document)) {
    if (!rootFields.includes(field)) {
      problem(
        `/${pointerSegment(field)}`,
        "UNKNOWN_FIELD",
        `${field} is not a field; there are ${rootFields.join(", ")}.`,
      );
    }
  }
  const { name, delimiter = ",", approve = false } = document;
  if (typeof name !== "string" || name.trim() === "" || name.length > longestName) {
    problem("/name", "LENGTH", `name must be a text of 1 to ${longestName} characters.`);
  }
  if (typeof delimiter !== "string" || !delimiters.includes(delimiter)) {
    problem("/delimiter", "ENUM", 'delimiter is ",", ";", "|" or a tab.');
  }
  const key = parseKey(document.key, problem);
  const customer = document.customer === undefined ? undefined : parseBody(document.customer, "/customer", problem);
  const contract = parseBody(document.contract, "/contract", problem);
  if (document.customer !== undefined && isObject(document.contract) && document.contract.customerId !== undefined) {
    problem(
      "/contract/customerId",
      "CONFLICT",
      "The contract's customer is the one made from customer; leave out one.",
    );
  }
  const obligations = parseObligations(document.obligations, problem);
  const opening = document.opening === undefined ? undefined : parseBody(document.opening, "/opening", problem);
  const listed = isObject(document.opening) ? document.opening.obligations : undefined;
  if (opening !== undefined && (!Array.isArray(listed) || listed.length !== obligations.length)) {
    const message = "opening has as many obligations as the mapping, in the same order.";
    problem("/opening/obligations", listed === undefined ? "REQUIRED" : "TYPE", message);
  }
  const approval = parseExpression(approve, "/approve", problem);
  if (issues.length > 0 || key === undefined || contract === undefined || approval === undefined) return { issues };
  return {
    mapping: {
      name: String(name).trim(),
      delimiter: String(delimiter),
      key,
      customer,
      contract,
      obligations,
      opening,
      approve: approval,
    },
  };
}

/** All columns that a mapping reads. */
export function columnsOfMapping(mapping: Mapping): string[] {
  const { key, approve, customer, contract, obligations, opening } = mapping;
  const templates = [customer, contract, ...obligations, opening].filter((template) => template !== undefined);
  return [...new Set([key, approve].flatMap(columnsOf).concat(templates.flatMap(columnsOfTemplate)))];
}

/** The key and the bodies of one row, and the issues of values that could not be made. */
export function evaluateRow(mapping: Mapping, cells: Cells): EvaluatedRow {
  const issues: RowIssue[] = [];
  const key = evaluateKey(mapping.key, cells, issues);
  const body = (template: Template, path: string) => evaluateTemplate(template, cells, path, issues) as Body;
  const bodies = {
    customer: mapping.customer === undefined ? undefined : body(mapping.customer, "/customer"),
    contract: body(mapping.contract, "/contract"),
    obligations: mapping.obligations.map((template, index) => body(template, `/obligations/${index}`)),
    opening: mapping.opening === undefined ? undefined : openingOf(body(mapping.opening, "/opening")),
    approve: evaluateApproval(mapping.approve, cells, issues),
  };
  return { key, bodies, issues };
}

/** The columns from which a place in a row's bodies, such as `/obligations/0/billingSchedule/startDate`, is made. */
export function columnsAt(mapping: Mapping, path: string): string[] {
  const [root, ...rest] = path.split("/").slice(1).map(segmentOfPointer);
  if (root === "customer" && mapping.customer !== undefined) return columnsBelow(mapping.customer, rest);
  if (root === "contract") return columnsBelow(mapping.contract, rest);
  if (root === "opening" && mapping.opening !== undefined) return columnsBelow(mapping.opening, rest);
  if (root === "obligations") {
    const [index, ...inside] = rest;
    const template = mapping.obligations[Number(index)];
    return template === undefined ? [] : columnsBelow(template, inside);
  }
  return [];
}

/** The opening of a row; undefined if it has no `asOf` day. Open invoices without any value are left out. */
function openingOf(body: Body): Body | undefined {
  if (body.asOf === undefined) return undefined;
  const { openInvoices } = body;
  if (!Array.isArray(openInvoices)) return body;
  return { ...body, openInvoices: openInvoices.filter((invoice) => Object.keys(Object(invoice)).length > 0) };
}

function parseKey(value: unknown, problem: ParseProblems): Expression | undefined {
  if (value === undefined) {
    problem("/key", "REQUIRED", "key is required; it identifies a row.");
    return undefined;
  }
  const key = parseExpression(value, "/key", problem);
  if (key !== undefined && columnsOf(key).length === 0) {
    problem("/key", "COLUMN", "key must read at least one column; rows with the same key are the same row.");
  }
  return key;
}

function parseBody(value: unknown, path: string, problem: ParseProblems): Template | undefined {
  if (!isObject(value) || operatorsOf(value).length > 0) {
    problem(
      path,
      value === undefined ? "REQUIRED" : "TYPE",
      `${path.slice(1)} is an object with the fields of the body.`,
    );
    return undefined;
  }
  return parseTemplate(value, path, problem);
}

function parseObligations(value: unknown, problem: ParseProblems): Template[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > mostObligations) {
    const message = `obligations is a list of 1 to ${mostObligations} bodies.`;
    problem("/obligations", value === undefined ? "REQUIRED" : "TYPE", message);
    return [];
  }
  return value.flatMap((body, index) => parseBody(body, `/obligations/${index}`, problem) ?? []);
}

function parseTemplate(value: unknown, path: string, problem: ParseProblems): Template | undefined {
  if (Array.isArray(value)) {
    return {
      kind: "list",
      items: value.flatMap((item, index) => parseTemplate(item, `${path}/${index}`, problem) ?? []),
    };
  }
  if (isObject(value) && operatorsOf(value).length === 0) {
    const fields = Object.entries(value).flatMap(([name, field]): [string, Template][] => {
      const template = parseTemplate(field, `${path}/${pointerSegment(name)}`, problem);
      return template === undefined ? [] : [[name, template]];
    });
    return { kind: "object", fields: new Map(fields) };
  }
  const expression = parseExpression(value, path, problem);
  return expression === undefined ? undefined : { kind: "value", expression };
}

/** Evaluates a template for a row. Absent fields and absent items of lists are left out. */
function evaluateTemplate(template: Template, cells: Cells, path: string, issues: RowIssue[]): unknown {
  switch (template.kind) {
    case "value":
      return evaluate(template.expression, cells, path, issues);
    case "list":
      return template.items
        .map((item, index) => evaluateTemplate(item, cells, `${path}/${index}`, issues))
        .filter((item) => item !== undefined);
    case "object":
      return Object.fromEntries(
        [...template.fields]
          .map(([name, field]) => [name, evaluateTemplate(field, cells, `${path}/${pointerSegment(name)}`, issues)])
          .filter(([, value]) => value !== undefined),
      );
  }
}

function evaluateKey(key: Expression, cells: Cells, issues: RowIssue[]): string | null {
  const before = issues.length;
  const value = evaluate(key, cells, "/key", issues);
  if (issues.length > before) return null;
  const text = value === undefined || value === null ? "" : String(value).trim();
  if (text !== "" && text.length <= longestKey) return text;
  const message = `The key of a row must have 1 to ${longestKey} characters.`;
  issues.push({ path: "/key", columns: columnsOf(key), code: text === "" ? "REQUIRED" : "LENGTH", message });
  return null;
}

function evaluateApproval(approve: Expression, cells: Cells, issues: RowIssue[]): boolean {
  const value = evaluate(approve, cells, "/approve", issues) ?? false;
  if (typeof value === "boolean") return value;
  const message = "approve must be true or false; give its column a map to true and false.";
  issues.push({ path: "/approve", columns: columnsOf(approve), code: "TYPE", message });
  return false;
}

function columnsBelow(template: Template, path: readonly string[]): string[] {
  const [segment, ...rest] = path;
  if (segment === undefined || template.kind === "value") return columnsOfTemplate(template);
  const next = template.kind === "object" ? template.fields.get(segment) : template.items[Number(segment)];
  return next === undefined ? [] : columnsBelow(next, rest);
}

function columnsOfTemplate(template: Template): string[] {
  switch (template.kind) {
    case "value":
      return columnsOf(template.expression);
    case "list":
      return [...new Set(template.items.flatMap(columnsOfTemplate))];
    case "object":
      return [...new Set([...template.fields.values()].flatMap(columnsOfTemplate))];
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Escapes a name for use as a segment of a JSON pointer (RFC 6901). */
function pointerSegment(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

function segmentOfPointer(segment: string): string {
  return segment.replaceAll("~1", "/").replaceAll("~0", "~");
}
