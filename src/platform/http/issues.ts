import type { ErrorObject } from "ajv";
import type { Issue } from "../../kernel/errors.ts";
import { pointerSegment } from "./json-scanner.ts";
import { didYouMean } from "./nearest.ts";
import { nameOfType } from "./wire-checks.ts";

/** A problem that Ajv reports in verbose mode. */
export type AjvProblem = ErrorObject<string, Record<string, unknown>>;

/** Maximal number of reported problems, and of unknown names for which a similar known one is looked up (ADR 0045). */
const mostIssues = 1_000;
const mostHints = 20;
const hinted: ReadonlySet<string> = new Set(["additionalProperties", "enum", "anyOf", "oneOf"]);

/** Ajv's problems as issues: one for each wrong value, with its place, a code and what to do; the first 1,000 only. */
export function issuesFrom(problems: readonly AjvProblem[]): Issue[] {
  // If a list is too long, only its length is reported and not the issues of its 10,000 elements (behaviour BOD-13).
  const tooLong = problems
    .filter(({ keyword }) => keyword === "maxItems")
    .map(({ instancePath }) => `${instancePath}/`);
  const isInside = ({ instancePath }: AjvProblem) => tooLong.some((path) => instancePath.startsWith(path));
  const counted = tooLong.length === 0 ? problems : problems.filter((problem) => !isInside(problem));
  const looked = firstOf(counted);
  let hints = mostHints;
  const issues = withoutAlternatives(looked).map((problem) =>
    issueFrom(problem, !hinted.has(problem.keyword) || hints-- > 0),
  );
  // A list of allowed words implies their type.
  const listed = new Set(issues.filter(({ code }) => code === "ENUM").map(({ path }) => path));
  const reported = issues.filter(({ code, path }) => code !== "TYPE" || !listed.has(path));
  const distinct = [...new Map(reported.map((issue) => [`${issue.path} ${issue.code}`, issue])).values()];
  if (looked.length === counted.length && distinct.length <= mostIssues) return distinct;
  return [...distinct.slice(0, mostIssues), moreIssues];
}

const moreIssues: Issue = {
  path: "",
  code: "INVALID",
  message: "There are more problems; correct these first.",
};

/** The first problems. Those of one element of a list stay together, because one of them may decide which of the others count. */
function firstOf(problems: readonly AjvProblem[]): readonly AjvProblem[] {
  const most = 2 * mostIssues;
  if (problems.length <= most) return problems;
  const elementOf = (problem: AjvProblem | undefined) => problem?.instancePath.split("/", 3).join("/");
  let end = most;
  while (end < 2 * most && elementOf(problems[end]) === elementOf(problems[most - 1])) end += 1;
  return problems.slice(0, end);
}

/**
 * If a value fits none of several alternatives (`anyOf`, `oneOf`), only the problems of the most likely one are reported: that with
 * the fewest problems, where a mismatch of type or of a fixed word weighs most.
 */
function withoutAlternatives(problems: readonly AjvProblem[]): readonly AjvProblem[] {
  const choice = problems.findLast(({ keyword }) => keyword === "anyOf" || keyword === "oneOf");
  if (choice === undefined) return problems;
  const branches = new Map<string, AjvProblem[]>();
  const others: AjvProblem[] = [];
  for (const problem of problems) {
    if (problem === choice) continue;
    const inside = problem.schemaPath.startsWith(`${choice.schemaPath}/`);
    if (!inside || !isAtOrBelow(problem.instancePath, choice.instancePath)) {
      others.push(problem);
      continue;
    }
    const branch = problem.schemaPath.slice(choice.schemaPath.length + 1).split("/", 1)[0] ?? "";
    const ofBranch = branches.get(branch);
    if (ofBranch === undefined) branches.set(branch, [problem]);
    else ofBranch.push(problem);
  }
  const candidates = [...branches.values()];
  const alternativeTypes = candidates.every((branch) => branch.some((problem) => isMismatchAt(problem, choice)));
  if (candidates.length === 0 || alternativeTypes) {
    const mismatches = candidates.flatMap((branch) => branch.filter((problem) => isMismatchAt(problem, choice)));
    return [...withoutAlternatives(others), { ...choice, params: { ...choice.params, mismatches } }];
  }
  const best = candidates.reduce((left, right) => (weight(right, choice) < weight(left, choice) ? right : left));
  return [...withoutAlternatives(others), ...withoutAlternatives(best)];
}

function isAtOrBelow(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}

/** True if another type or word is required. Text of the wrong length or form was probably meant for this alternative. */
function isMismatchAt({ instancePath, keyword, params }: AjvProblem, choice: AjvProblem): boolean {
  const isMismatch = ["type", "const", "enum"].includes(keyword) || (keyword === "x-accord" && params.code === "TYPE");
  return isMismatch && instancePath === choice.instancePath;
}

function weight(branch: readonly AjvProblem[], choice: AjvProblem): number {
  return branch.reduce((sum, problem) => {
    if (isMismatchAt(problem, choice)) return sum + 10_000;
    return sum + (problem.keyword === "const" ? 100 : 1);
  }, 0);
}

function issueFrom(problem: AjvProblem, hasHint: boolean): Issue {
  const { params } = problem;
  const name = nameOf(problem.instancePath);
  const issue = (code: string, message: string): Issue => ({ path: problem.instancePath, code, message });
  switch (problem.keyword) {
    case "x-accord":
      return issue(String(params.code), `${name} ${String(params.message)}.`);
    case "required": {
      const field = String(params.missingProperty);
      return {
        path: `${problem.instancePath}/${pointerSegment(field)}`,
        code: "REQUIRED",
        message: `${field} is required.`,
      };
    }
    case "additionalProperties":
      return unknownField(problem, String(params.additionalProperty), hasHint);
    case "type":
      return issue("TYPE", `${name} must be ${typeInWords(params.type)}, not ${nameOfType(problem.data)}.`);
    case "enum":
      return wordsIssue(problem, params.allowedValues as readonly unknown[], hasHint);
    case "const":
      return issue("ENUM", `${name} must be ${JSON.stringify(params.allowedValue)}.`);
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
    case "multipleOf":
      return issue("RANGE", `${name} ${String(problem.message)}.`);
    case "minLength":
    case "maxLength": {
      const bound = problem.keyword === "minLength" ? "at least" : "at most";
      return issue("LENGTH", `${name} must have ${bound} ${String(params.limit)} characters.`);
    }
    case "maxItems":
      return issue("TOO_MANY_ITEMS", `${name} must have at most ${String(params.limit)} entries.`);
    case "minItems":
      return issue(
        "TOO_FEW_ITEMS",
        `${name} must have at least ${String(params.limit)} ${params.limit === 1 ? "entry" : "entries"}.`,
      );
    case "pattern":
      return issue("FORMAT", `${name} must match ${String(params.pattern)}.`);
    case "anyOf":
    case "oneOf":
      return alternativesIssue(problem, (params.mismatches ?? []) as readonly AjvProblem[], hasHint);
    default:
      return issue("INVALID", `${name} ${problem.message ?? "is not valid"}.`);
  }
}

/** Lists the allowed words or, if the alternatives have different types, the types. */
function alternativesIssue(problem: AjvProblem, mismatches: readonly AjvProblem[], hasHint: boolean): Issue {
  const words = mismatches.flatMap(({ keyword, params }) =>
    keyword === "enum" ? (params.allowedValues as unknown[]) : keyword === "const" ? [params.allowedValue] : [],
  );
  const types = mismatches.flatMap(({ keyword, params }) => {
    if (keyword === "type") return [typeInWords(params.type)];
    return keyword === "x-accord" ? [String(params.message).replace(/^must be (.*), not .*$/, "$1")] : [];
  });
  if (words.length > 0 && types.every((type) => type === "a string")) return wordsIssue(problem, words, hasHint);
  const path = problem.instancePath;
  const wanted = [...new Set(types.concat(words.length > 0 ? [`one of ${wordList(words)}`] : []))].join(" or ");
  const finding =
    wanted === ""
      ? "has none of the forms that are allowed here"
      : `must be ${wanted}, not ${nameOfType(problem.data)}`;
  return { path, code: "TYPE", message: `${nameOf(path)} ${finding}.` };
}

function wordsIssue({ instancePath, data }: AjvProblem, words: readonly unknown[], hasHint: boolean): Issue {
  const hint = hasHint && typeof data === "string" ? didYouMean(data, words.map(String)) : "";
  return {
    path: instancePath,
    code: "ENUM",
    message: `${nameOf(instancePath)} must be one of ${wordList(words)}.${hint}`,
  };
}

function unknownField(problem: AjvProblem, field: string, hasHint: boolean): Issue {
  const schema = problem.parentSchema as { properties?: Record<string, unknown> } | undefined;
  const known = Object.keys(schema?.properties ?? {});
  return {
    path: `${problem.instancePath}/${pointerSegment(field)}`,
    code: "UNKNOWN_FIELD",
    message: `${shortened(field)} is not a field here.${hasHint ? didYouMean(field, known) : ""}`,
  };
}

/** The last field of a path, with the list it is in: `items[3].customerId`. */
function nameOf(path: string): string {
  if (path === "") return "The body";
  return path
    .split("/")
    .slice(1)
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce(
      (name, segment) => (/^\d+$/.test(segment) ? `${name}[${segment}]` : name === "" ? segment : `${name}.${segment}`),
      "",
    );
}

function typeInWords(type: unknown): string {
  const types = Array.isArray(type) ? type : String(type).split(",");
  return types.map((word) => (word === "null" ? "null" : `${/^[aio]/.test(word) ? "an" : "a"} ${word}`)).join(" or ");
}

function wordList(values: unknown): string {
  return Array.isArray(values) ? values.map((value) => String(value)).join(", ") : String(values);
}

function shortened(text: string): string {
  return JSON.stringify(text.length > 64 ? `${text.slice(0, 64)}…` : text);
}
