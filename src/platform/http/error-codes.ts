import { type DomainError, type Issue, invalid, invalidIssues, notFound } from "../../kernel/errors.ts";

/**
 * The catalogue of error codes: behaviour 5.3 and rules 1. Only codes of the catalogue may be sent; their texts may change, the
 * codes may not. These are the platform's own. Each capability adds its codes (`error-codes.ts` of its folder), and the tests
 * produce each of them; `app.ts` puts them together.
 */
const platformCodes = {
  400: [
    "MALFORMED_JSON",
    "INVALID_ENCODING",
    "INVALID_STRING",
    "JSON_TOO_DEEP",
    "DUPLICATE_JSON_KEY",
    "FORBIDDEN_KEY",
    "UNSUPPORTED_CONTENT_TYPE",
    "UNSUPPORTED_CONTENT_ENCODING",
    "VALIDATION_FAILED",
    "INVALID_ID",
    "INVALID_DATE",
    "AMOUNT_INVALID",
    "CURRENCY_INVALID",
    "TOO_MANY_ITEMS",
    "IDEMPOTENCY_KEY_INVALID",
    "PAGE_INVALID",
    "LIMIT_INVALID",
    "LIMIT_TOO_LARGE",
    "SORT_INVALID",
    "CURSOR_INVALID",
    "FILTER_MALFORMED",
    "FILTER_FIELD_UNKNOWN",
    "FILTER_RULE_NOT_ALLOWED",
    "FILTER_VALUE_INVALID",
    "FILE_MISSING",
    "FILE_FIELD_UNEXPECTED",
    "FILE_TOO_MANY",
    "FILE_EMPTY",
    "MULTIPART_MALFORMED",
    "INVALID_MONTH",
    "NOT_SANDBOX",
    "CLOCK_BACKWARDS",
    "PASSWORD_WRONG",
    "LAST_OWNER",
  ],
  401: [
    "API_KEY_MISSING",
    "API_KEY_INVALID",
    "SESSION_INVALID",
    "DOWNLOAD_INVALID",
    "SIGN_IN_FAILED",
    "SIGN_IN_LINK_INVALID",
  ],
  403: [
    "KEY_READ_ONLY",
    "ROLE_TOO_LOW",
    "CSRF_INVALID",
    "SESSION_BOUND",
    "USER_REQUIRED",
    "SIGN_IN_LINK_GUARDED",
    "APPROVER_NOT_A_MEMBER",
    "APPROVAL_OF_OWN_REQUEST",
    "APPROVER_ROLE_TOO_LOW",
  ],
  404: [
    "ROUTE_NOT_FOUND",
    "MERCHANT_NOT_FOUND",
    "JOB_NOT_FOUND",
    "CHANGE_REQUEST_NOT_FOUND",
    "APPROVAL_POLICY_NOT_FOUND",
    "MEMBER_NOT_FOUND",
    "KEY_NOT_FOUND",
    "SAVED_VIEW_NOT_FOUND",
    "REQUEST_NOT_FOUND",
  ],
  405: ["METHOD_NOT_ALLOWED"],
  408: ["REQUEST_TIMEOUT"],
  409: [
    "PLAN_CHANGED",
    "IDEMPOTENCY_IN_PROGRESS",
    "APPROVAL_REQUIRED",
    "CHANGE_REQUEST_DECIDED",
    "MEMBER_EXISTS",
    "SAVED_VIEW_EXISTS",
  ],
  413: ["BODY_TOO_LARGE", "FILE_TOO_LARGE"],
  414: ["URI_TOO_LONG"],
  422: ["IDEMPOTENCY_KEY_REUSED"],
  429: ["RATE_LIMITED"],
  431: ["HEADERS_TOO_LARGE"],
  500: ["INTERNAL_ERROR"],
  503: ["SERVICE_UNAVAILABLE", "LOCK_TIMEOUT"],
} as const;

/** All codes as a type: each capability adds a line of its own. */
export interface ErrorCatalogue {
  readonly platform: typeof platformCodes;
}

export type ErrorStatus = keyof typeof platformCodes;

type CodesWith<Status extends ErrorStatus, Each = ErrorCatalogue[keyof ErrorCatalogue]> = Each extends {
  readonly [Own in Status]: readonly (infer Code extends string)[];
}
  ? Code
  : never;

export type ErrorCode = { readonly [Status in ErrorStatus]: CodesWith<Status> }[ErrorStatus];
export type NotFoundCode = Exclude<CodesWith<404>, "ROUTE_NOT_FOUND">;

/** What a capability adds to the catalogue. */
export type BroughtCodes = {
  readonly byStatus: Partial<Record<ErrorStatus, readonly string[]>>;
  /** Issue codes that are also error codes: sent as `errorCode` if every issue has the same one. */
  readonly issueCodes?: readonly ErrorCode[];
  /** Codes about the status of a record, about what is invoiced, and about closed months; all other codes are about limits and structure. */
  readonly stateCodes?: Partial<Record<(typeof statePhases)[number], readonly ErrorCode[]>>;
  /** Names of records that cannot be derived from the code of their 404. */
  readonly recordNames?: Partial<Record<NotFoundCode, string>>;
};

const statuses = Object.keys(platformCodes).map((status) => Number(status) as ErrorStatus);

/** The codes by status: those of the platform first, then those added. */
const catalogue = new Map<ErrorStatus, Set<string>>(statuses.map((status) => [status, new Set(platformCodes[status])]));
const issueCodes = new Set<string>([
  "INVALID_DATE",
  "AMOUNT_INVALID",
  "CURRENCY_INVALID",
  "INVALID_ID",
  "INVALID_MONTH",
  "INVALID_STRING",
  "TOO_MANY_ITEMS",
]);
const recordNames = new Map<string, string>();

/** The order of precedence among several problems of a record's state (behaviour 5.1, step 9). */
const statePhases = ["status", "invoiced", "closed"] as const;
const codesOfPhases = new Map(statePhases.map((phase) => [phase, new Set<string>()]));

/** Adds the codes of a capability; existing ones stay. */
export function bringCodes(brought: BroughtCodes): void {
  for (const status of statuses) {
    for (const code of brought.byStatus[status] ?? []) catalogue.get(status)?.add(code);
  }
  for (const code of brought.issueCodes ?? []) issueCodes.add(code);
  for (const phase of statePhases) {
    for (const code of brought.stateCodes?.[phase] ?? []) codesOfPhases.get(phase)?.add(code);
  }
  for (const [code, name] of Object.entries(brought.recordNames ?? {})) recordNames.set(code, name);
}

/** All codes of the catalogue by status, as added so far. */
export function codesByStatus(): Readonly<Record<ErrorStatus, readonly string[]>> {
  return Object.fromEntries(statuses.map((status) => [status, [...(catalogue.get(status) ?? [])]])) as Record<
    ErrorStatus,
    string[]
  >;
}

export function isErrorCode(code: string): code is ErrorCode {
  return statuses.some((status) => catalogue.get(status)?.has(code));
}

export function isNotFoundCode(code: string): code is NotFoundCode {
  return code !== "ROUTE_NOT_FOUND" && catalogue.get(404)?.has(code) === true;
}

/**
 * The 404 of a record: one text per code everywhere, so that a malformed id, an unknown one and one of another merchant get the
 * same answer (behaviour ISO-1, rules 1).
 */
export function recordNotFound(code: NotFoundCode): DomainError {
  const words = code
    .replace(/_NOT_FOUND$/, "")
    .toLowerCase()
    .replaceAll("_", " ");
  const name = recordNames.get(code) ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  return notFound(code, `${name} not found`);
}

const issuesShown = 200;

/** 400 for the issues of a body or query: with their common code if they share one, else VALIDATION_FAILED. */
export function rejectionOf(issues: readonly Issue[]): DomainError {
  const [first] = issues;
  const shared = first !== undefined && issues.every((issue) => issue.code === first.code) ? first.code : "";
  const code = issueCodes.has(shared) && isErrorCode(shared) ? shared : "VALIDATION_FAILED";
  const rejection = invalidIssues(issues, code);
  if (issues.length <= issuesShown) return rejection;
  return invalid(code, rejection.message, { issues: issues.slice(0, issuesShown), issueCount: issues.length });
}

/**
 * 400 for all problems with the state of records, with the code of the first one in the order of behaviour 5.1 step 9, and within a
 * phase in the order of the catalogue (rules 13). If the request is invalid by itself, as {@link rejectionOf}.
 */
export function rejectionOfState(
  issues: readonly Issue[],
  details: Readonly<Record<string, unknown>> = {},
): DomainError {
  const isState = issues.every(({ code }) => isErrorCode(code) && !platform400.has(code));
  const [first] = issues.map(({ code }) => code).sort((a, b) => rankOf(a) - rankOf(b));
  const isOfState = isState && first !== undefined && isErrorCode(first);
  const rejection = isOfState ? invalidIssues(issues, first) : rejectionOf(issues);
  return invalid(rejection.code, rejection.message, { ...rejection.details, ...details });
}

const platform400: ReadonlySet<string> = new Set(platformCodes[400]);

function rankOf(code: string): number {
  const phase = statePhases.findIndex((each) => codesOfPhases.get(each)?.has(code));
  const codes = [...(catalogue.get(400) ?? [])];
  return (phase === -1 ? statePhases.length : phase) * codes.length + codes.indexOf(code);
}
