/** One problem of a request: its path (JSON pointer), a stable code, and what to do about it. */
export type Issue = { readonly path: string; readonly code: string; readonly message: string };

/** The four kinds of expected rejection. Transport and overload errors belong to `platform`. */
export type ErrorKind = "invalid" | "forbidden" | "not-found" | "conflict";

/**
 * An expected rejection (ADR 0007). `code` is the stable `errorCode` of the catalogue, `message` tells people what to do, `details`
 * has what a program needs; its `issues` are always all problems found, not only the first.
 */
export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly kind: ErrorKind;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(kind: ErrorKind, code: string, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.details = details;
  }
}

/** 400: the request cannot be carried out as it is. */
export function invalid(code: string, message: string, details?: Readonly<Record<string, unknown>>): DomainError {
  return new DomainError("invalid", code, message, details);
}

/** 400 with every issue; the message quotes the first one. */
export function invalidIssues(issues: readonly Issue[], code = "VALIDATION_FAILED"): DomainError {
  const [first] = issues;
  const rest = issues.length > 1 ? ` (and ${issues.length - 1} more; see details.issues)` : "";
  return new DomainError("invalid", code, `${first?.message ?? "The request is not valid."}${rest}`, { issues });
}

/** 403: the key may not do this. */
export function forbidden(code: string, message: string): DomainError {
  return new DomainError("forbidden", code, message);
}

/** 404: the record is unknown or of another merchant, which the answer does not distinguish. */
export function notFound(code: string, message: string): DomainError {
  return new DomainError("not-found", code, message);
}

/** 409: the state of something else prevents it. */
export function conflict(code: string, message: string, details?: Readonly<Record<string, unknown>>): DomainError {
  return new DomainError("conflict", code, message, details);
}

/** The issues of a rejection: those in its details, or the reasons why a contract is not ready, or the rejection itself as one. */
export function issuesOf(error: DomainError): Issue[] {
  const { issues, blockReasons } = error.details;
  const listed = [issues, blockReasons].find((list) => Array.isArray(list) && list.length > 0);
  if (listed === undefined) return [{ path: "", code: error.code, message: error.message }];
  return (listed as readonly Partial<Issue>[]).map((issue) => ({
    path: issue.path ?? "",
    code: issue.code ?? error.code,
    message: issue.message ?? error.message,
  }));
}

/** A rejection with its issues' paths mapped by `pathOf`, to those of the request; any other error unchanged. */
export function withPaths(error: unknown, pathOf: (path: string) => string): unknown {
  const issues = error instanceof DomainError ? error.details.issues : undefined;
  if (!(error instanceof DomainError) || !Array.isArray(issues)) return error;
  const renamed = (issues as Issue[]).map((issue) => ({ ...issue, path: pathOf(issue.path) }));
  return new DomainError(error.kind, error.code, error.message, { ...error.details, issues: renamed });
}

/** The issues of a part of a request, with their paths in the whole. */
export function placed(place: string, issues: readonly Issue[]): Issue[] {
  return issues.map((issue) => ({ ...issue, path: `${place}${issue.path}` }));
}
