import type { QueryParameter, RouteDescription } from "./endpoint.ts";
import type { ErrorCode, ErrorStatus } from "./error-codes.ts";

type Codes = readonly ErrorCode[];

const bodyCodes: Codes = [
  "MALFORMED_JSON",
  "INVALID_ENCODING",
  "INVALID_STRING",
  "JSON_TOO_DEEP",
  "DUPLICATE_JSON_KEY",
  "FORBIDDEN_KEY",
  "UNSUPPORTED_CONTENT_TYPE",
  "UNSUPPORTED_CONTENT_ENCODING",
];

/** Issue codes that become the code of the rejection if all issues of a body share one (`rejectionOf`). */
const issueCodes: Codes = ["INVALID_ID", "INVALID_DATE", "AMOUNT_INVALID", "CURRENCY_INVALID", "TOO_MANY_ITEMS"];

const listCodes: Codes = [
  "PAGE_INVALID",
  "LIMIT_INVALID",
  "LIMIT_TOO_LARGE",
  "SORT_INVALID",
  "CURSOR_INVALID",
  "FILTER_MALFORMED",
  "FILTER_FIELD_UNKNOWN",
  "FILTER_RULE_NOT_ALLOWED",
  "FILTER_VALUE_INVALID",
];

const formatCodes: Partial<Record<NonNullable<QueryParameter["format"]>, ErrorCode>> = {
  uuid: "INVALID_ID",
  date: "INVALID_DATE",
  instant: "INVALID_DATE",
  month: "INVALID_MONTH",
  currency: "CURRENCY_INVALID",
};

/**
 * The codes that an operation may answer with a status because of its declaration, in addition to those of its use case. Codes of
 * checks before the operation is known, such as a path that is too long, are not included.
 */
export function codesByDeclaration(route: RouteDescription, status: ErrorStatus): Codes {
  const isWrite = route.method !== "GET";
  switch (status) {
    case 400:
      return [...new Set(badRequestCodes(route, isWrite))];
    case 401:
      return unauthorizedCodes(route);
    case 403:
      return forbiddenCodes(route, isWrite);
    case 404:
      return Object.values(route.ids ?? {});
    case 409:
      return [
        ...(isKeyed(route) ? (["IDEMPOTENCY_IN_PROGRESS"] as const) : []),
        ...(route.dryRun ? (["PLAN_CHANGED"] as const) : []),
      ];
    case 413:
      return isWrite && route.file === undefined ? ["BODY_TOO_LARGE"] : [];
    case 422:
      return isKeyed(route) ? ["IDEMPOTENCY_KEY_REUSED"] : [];
    case 429:
      return ["RATE_LIMITED"];
    case 500:
      return ["INTERNAL_ERROR"];
    case 503:
      return ["SERVICE_UNAVAILABLE", "LOCK_TIMEOUT"];
    default:
      return [];
  }
}

/** True if the operation takes an Idempotency-Key. */
export function isKeyed({ access }: RouteDescription): boolean {
  return access === "write";
}

function unauthorizedCodes({ access }: RouteDescription): Codes {
  if (access === "open") return [];
  return access === "session" ? ["SESSION_INVALID"] : ["API_KEY_MISSING", "API_KEY_INVALID", "SESSION_INVALID"];
}

function forbiddenCodes({ access, isForOneself }: RouteDescription, isWrite: boolean): Codes {
  if (!isWrite) return [];
  if (isForOneself === true) return ["KEY_READ_ONLY", "CSRF_INVALID"];
  return access === "write" ? ["KEY_READ_ONLY", "ROLE_TOO_LOW", "CSRF_INVALID"] : ["CSRF_INVALID"];
}

function badRequestCodes(route: RouteDescription, isWrite: boolean): Codes {
  const { query = {}, list, body, file, malformedId } = route;
  // Every operation rejects unknown query parameters.
  const codes: ErrorCode[] = ["VALIDATION_FAILED", "INVALID_STRING"];
  if (isKeyed(route)) codes.push("IDEMPOTENCY_KEY_INVALID");
  if (isWrite && file === undefined) codes.push(...bodyCodes);
  if (file !== undefined) codes.push("UNSUPPORTED_CONTENT_ENCODING");
  if (body !== undefined) codes.push(...issueCodes);
  if (malformedId === "INVALID_ID") codes.push("INVALID_ID");
  if (list !== undefined) codes.push(...listCodes);
  for (const { format } of Object.values(query)) {
    const code = format === undefined ? undefined : formatCodes[format];
    if (code !== undefined) codes.push(code);
  }
  return codes;
}
