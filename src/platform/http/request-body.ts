import type { IncomingMessage } from "node:http";
import type { TSchema } from "typebox";
import { type Issue, invalidIssues } from "../../kernel/errors.ts";
import { type ErrorCode, rejectionOf } from "./error-codes.ts";
import { type JsonBody, readJsonBody } from "./json-body.ts";
import { pointerSegment } from "./json-scanner.ts";
import { bodyValidator } from "./validation.ts";
import { nameOfType } from "./wire-checks.ts";

/** The code for certain problems of a body, according to the endpoint's row, in place of the common codes. */
export type BodyCode = (issues: readonly Issue[]) => ErrorCode | undefined;

/** Further issues of a body that its schema rejects, as far as it can be read; reported together. */
export type AlsoWrong = (value: unknown) => readonly Issue[];

export type BodyRules = {
  readonly bodyCode?: BodyCode;
  readonly bodyMayMiss?: boolean;
  readonly alsoWrong?: AlsoWrong;
};

/**
 * Reads a request's body and validates it against its schema. Without a schema, only an empty body is valid.
 *
 * @param noteRead called with the value before it is validated
 */
export async function checkedBody(
  request: IncomingMessage,
  schema: TSchema | undefined,
  limit: number,
  { bodyCode: codeOf = () => undefined, bodyMayMiss = false, alsoWrong = () => [] }: BodyRules = {},
  noteRead: (value: unknown) => void = () => undefined,
): Promise<JsonBody> {
  const sent = await readJsonBody(request, limit);
  noteRead(sent.value);
  const body = bodyMayMiss && sent.value === undefined ? { ...sent, value: {} } : sent;
  if (schema === undefined) {
    const issues = bodyNotWanted(body.value);
    if (issues.length > 0) throw rejectionOf(issues);
    return { value: undefined, lossyNumbers: [] };
  }
  if (body.value === undefined) {
    throw rejectionUnder(codeOf, [{ path: "", code: "REQUIRED", message: "This request needs a JSON body." }]);
  }
  const issues = bodyValidator(schema)(body.value);
  const { typed, freeForm } = lossyPlaces(schema, body.lossyNumbers);
  const reported = new Set(issues.map((issue) => issue.path));
  const lossy = typed.filter(({ path }) => !reported.has(path));
  if (issues.length + lossy.length > 0) {
    const others = alsoWrong(body.value).filter(({ path }) => !reported.has(path));
    throw rejectionUnder(codeOf, [...issues, ...lossy, ...others]);
  }
  return { value: body.value, lossyNumbers: freeForm };
}

function rejectionUnder(codeOf: BodyCode, issues: readonly Issue[]) {
  const code = codeOf(issues);
  return code === undefined ? rejectionOf(issues) : invalidIssues(issues, code);
}

/** `{}` and `null` are accepted where no body is wanted (behaviour BOD-2). */
function bodyNotWanted(value: unknown): Issue[] {
  if (value === undefined || value === null) return [];
  if (typeof value !== "object" || Array.isArray(value)) {
    return [{ path: "", code: "TYPE", message: `This request takes no body, but ${nameOfType(value)} was sent.` }];
  }
  return Object.keys(value).map((key) => ({
    path: `/${pointerSegment(key.slice(0, 64))}`,
    code: "UNKNOWN_FIELD",
    message: "This request takes no body.",
  }));
}

type Node = Readonly<Record<string, unknown>>;

/**
 * Numbers that lost digits when parsed are rejected where the schema knows them as numbers (behaviour H4). In free-form parts, such
 * as metadata, only the capability can decide, so their places are returned.
 */
function lossyPlaces(schema: TSchema, paths: readonly string[]): { typed: Issue[]; freeForm: string[] } {
  const typed: Issue[] = [];
  const freeForm: string[] = [];
  for (const path of paths) {
    const node = nodeAt(schema as Node, path.split("/").slice(1));
    if (node === undefined) {
      freeForm.push(path);
      continue;
    }
    const code = node["x-accord"] === undefined ? "RANGE" : "AMOUNT_INVALID";
    typed.push({ path, code, message: "The number has more digits than a JSON number keeps; send it as a string." });
  }
  return { typed, freeForm };
}

/** The schema node of a JSON pointer, or undefined where the schema leaves the content open. */
function nodeAt(schema: Node, segments: readonly string[]): Node | undefined {
  let node: Node | undefined = schema;
  for (const segment of segments) {
    const key = segment.replaceAll("~1", "/").replaceAll("~0", "~");
    const alternatives: Node[] = [node, ...((node.anyOf ?? []) as Node[])];
    node = alternatives.map((entry) => childOf(entry, key)).find((child) => child !== undefined);
    if (node === undefined) return undefined;
  }
  return node.type === undefined && node["x-accord"] === undefined ? undefined : node;
}

function childOf(node: Node, key: string): Node | undefined {
  const properties = node.properties as Readonly<Record<string, Node>> | undefined;
  if (properties !== undefined && Object.hasOwn(properties, key)) return properties[key];
  return /^\d+$/.test(key) ? (node.items as Node | undefined) : undefined;
}
